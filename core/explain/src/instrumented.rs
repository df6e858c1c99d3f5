//! Certified programs with ghost variables: added parts, invariants, and their translation to the original
//! (PI Sec. 2.3).
//!
//! The invariants of the operators define ghost variables. A ghost variable with an equation in an invariant,
//! such as the end of a range, is replaced by the other side; then a ghost variable that is an aggregate is
//! replaced by the aggregate. Others remain, existentially quantified.

use hornbook_base::{Int, LineIndex, Span};
use hornbook_horn::fold::fold;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Node, Subst, Term, Var};
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Program};
use hornbook_lang::rewrite::names::names;
use hornbook_lang::rewrite::{NodeChange, SourceMap, substitute};
use hornbook_lang::{expression, parse, print};
use hornbook_records::instrumented::{GhostMeaning, InstrumentedProgram, TranslatedInvariant};
use hornbook_records::invariant::Invariant;
use hornbook_records::outcome::Outcome;
use hornbook_tasks::instrument::apply::{GhostNames, ghost_binding, ghost_names};
use hornbook_tasks::instrument::choices::{BaseText, Instrumentation};
use hornbook_tasks::instrument::library::{named, operators};
use hornbook_tasks::instrument::named_rules::NamedRules;
use hornbook_tasks::instrument::operator::{Operator, conjuncts};
use hornbook_tasks::task::Task;
use std::collections::{BTreeMap, BTreeSet};

/// The spans that instrumentation added: the largest without parts of the original.
pub fn added_spans(places: &SourceMap) -> Vec<Span> {
    let pieces = places.pieces();
    let mut found: Vec<Span> = vec![];
    for (n, (span, place)) in pieces.iter().enumerate() {
        let inside = || pieces[n + 1..].iter().take_while(|(inner, _)| inner.start < span.end);
        let new = place.change == NodeChange::Added
            && inside().all(|(_, inner)| inner.change == NodeChange::Added);
        if new && found.last().is_none_or(|last| span.start >= last.end) {
            found.push(*span);
        }
    }
    found
}

/// The meanings of the ghost variables of an instrumented program.
pub fn ghost_meanings(
    tree: &Program,
    library: &[Operator],
    choices: &Instrumentation,
) -> Option<Vec<GhostMeaning>> {
    Some(
        GhostDefinitions::from_program(tree, library, choices)?
            .meanings
            .iter()
            .map(GhostDefinition::to_record)
            .collect(),
    )
}

/// Describes a certified program with ghost variables: a task, the rules that made it from a text, and its
/// outcome. The rules may apply to the text with calls written out. `None` if they do not fit the text.
pub fn describe(
    original: &str,
    (rules, written_out): (&NamedRules, bool),
    task: &Task,
    found: &Outcome,
) -> Option<InstrumentedProgram> {
    let places = task.places.as_ref()?;
    let base = BaseText::from_program(original, written_out);
    let (tree, _) = parse(&base.text);
    let (library, _) = operators(&tree);
    let choices = rules.resolve(&tree, &LineIndex::new(&base.text), &library).ok()?;
    let lines = LineIndex::new(original);
    let ghosts = GhostDefinitions::from_program(&tree, &library, &choices)?;
    let point = |invariant: &Invariant| {
        let (sentences, some) = ghosts.translate(&invariant.parts);
        let line = places.nearest(invariant.span).map_or(0, |span| lines.line(span));
        let what = if invariant.loop_head { "at the loop of" } else { "before" };
        let as_what = if base.places.is_some() { ", as it is written out" } else { "" };
        let title = format!("{what} line {line}{as_what}");
        TranslatedInvariant { invariant: invariant.clone(), title, sentences, some }
    };
    Some(InstrumentedProgram {
        rules: rules.clone(),
        written_out: base.places.is_some(),
        text: task.source.text().to_owned(),
        added: added_spans(places),
        operators: operator_texts(&library, &choices),
        meanings: ghosts.meanings.iter().map(GhostDefinition::to_record).collect(),
        points: found.invariants.iter().map(point).collect(),
    })
}

/// The operators at work, each once.
fn operator_texts(library: &[Operator], choices: &Instrumentation) -> Vec<String> {
    let used = |o: &&Operator| choices.ghosts.iter().any(|ghost| ghost.operator == o.name());
    library.iter().filter(used).map(Operator::text).collect()
}

/// The definitions of ghost variables.
struct GhostDefinitions {
    names: BTreeSet<String>,
    meanings: Vec<GhostDefinition>,
    /// The definitions among the parts of the operators' invariants, and the other parts.
    others: Vec<Expr>,
}

/// The definition of a ghost variable, with its condition.
struct GhostDefinition {
    ghost: String,
    value: Expr,
    when: Option<Expr>,
}

impl GhostDefinition {
    fn to_record(&self) -> GhostMeaning {
        GhostMeaning {
            ghost: self.ghost.clone(),
            value: print::expr(&self.value),
            when: self.when.as_ref().map(print::expr),
        }
    }
}

impl GhostDefinitions {
    fn from_program(
        tree: &Program,
        library: &[Operator],
        choices: &Instrumentation,
    ) -> Option<GhostDefinitions> {
        let operator = |name: &str| named(library, name);
        let operators: Vec<&Operator> =
            choices.ghosts.iter().map(|ghost| operator(&ghost.operator)).collect::<Option<_>>()?;
        let names = ghost_names(tree, &operators, choices);
        let all = operators.iter().zip(&choices.ghosts).zip(&names);
        let invariants = all.map(|((o, followed), names)| {
            ghost_binding(o, followed, names).instance(&o.tree.invariant)
        });
        Some(GhostDefinitions::new(&names, invariants.collect()))
    }

    fn new(names: &GhostNames, invariants: Vec<Expr>) -> GhostDefinitions {
        let names: BTreeSet<String> = names.iter().flat_map(BTreeMap::values).cloned().collect();
        let (mut meanings, mut others) = (vec![], vec![]);
        for part in invariants.iter().flat_map(conjuncts) {
            let (when, claims) = match &part.kind {
                ExprKind::Binary(BinaryOp::Implies, when, claim) => {
                    (Some((**when).clone()), conjuncts(claim))
                }
                _ => (None, vec![part]),
            };
            let of = |claim: &&Expr| find_definition(claim, when.as_ref(), &names);
            let found: Vec<GhostDefinition> = claims.iter().filter_map(of).collect();
            if found.is_empty() {
                others.push(part.clone());
            }
            meanings.extend(found);
        }
        GhostDefinitions { names, meanings, others }
    }

    /// Translates parts of an invariant to the original; also returns the ghost variables that remain.
    fn translate(&self, parts: &[Term]) -> (Vec<String>, Vec<String>) {
        let known = self.solve_ghosts(parts);
        let mut sentences: Vec<String> = vec![];
        for part in parts {
            let part = fold(&part.subst(&known));
            if part.is_true() {
                continue;
            }
            let sentence = self.translate_part(&part, &known);
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        let some: BTreeSet<String> =
            sentences.iter().flat_map(|text| self.remaining_ghosts(text)).collect();
        for other in &self.others {
            let text = print::expr(&substitute_ghosts(other, &known));
            if self.remaining_ghosts(&text).iter().any(|name| some.contains(name)) {
                sentences.push(text);
            }
        }
        (sentences, some.into_iter().collect())
    }

    fn is_defined(&self, name: &str) -> bool {
        self.meanings.iter().any(|meant| meant.ghost == name)
    }

    /// Solves equations of the invariant for the ghost variables that are no aggregates.
    fn solve_ghosts(&self, parts: &[Term]) -> Subst {
        let mut known = Subst::new();
        loop {
            let next =
                parts.iter().find_map(|part| match Constraint::from_literal(&part.subst(&known)) {
                    Some(Constraint::Eq(form)) => self.solve_for_ghost(&form),
                    _ => None,
                });
            let Some((ghost, value)) = next else { return known };
            let one = Subst::from_iter([(ghost.clone(), value.clone())]);
            known.values_mut().for_each(|term| *term = fold(&term.subst(&one)));
            known.insert(ghost, value);
        }
    }

    /// A ghost variable that is no aggregate, with its value if this form is zero.
    fn solve_for_ghost(&self, form: &Linear) -> Option<(Var, Term)> {
        let unit = |c: &Int| *c == Int::ONE || *c == Int::MINUS_ONE;
        let is_end = |v: &Var| self.names.contains(&*v.name) && !self.is_defined(&v.name);
        let (ghost, factor) = form.coeffs().iter().find(|(v, c)| is_end(v) && unit(c))?;
        let rest = form.sub(&Linear::var(ghost).scale(factor)).scale(&-factor);
        Some((ghost.clone(), rest.to_term()))
    }

    /// Translates a part: aggregates replace the ghost variables that they define, under their conditions.
    fn translate_part(&self, part: &Term, known: &Subst) -> String {
        // A name of the program must not be caught by a quantifier of the sentence.
        let bound = bound_names(part);
        let mentioned = |meant: &&GhostDefinition| {
            let parts = [&meant.value].into_iter().chain(&meant.when);
            let free = parts
                .flat_map(|e| names(&substitute_ghosts(e, known)))
                .all(|name| !bound.contains(&name));
            free && part.free_vars().iter().any(|v| *v.name == *meant.ghost)
        };
        let used: Vec<&GhostDefinition> = self.meanings.iter().filter(mentioned).collect();
        let mut values = Subst::new();
        let mut conditions: Vec<String> = vec![];
        for meant in used {
            let value = parenthesize(&substitute_ghosts(&meant.value, known));
            for var in part.free_vars().into_iter().filter(|v| *v.name == *meant.ghost) {
                // It is a name for people, in a text that nobody reads again.
                let stands_for = Var::new(value.clone(), var.sort.clone());
                values.insert(var, Term::var(&stands_for));
            }
            let when = meant.when.as_ref().map(|when| print::expr(&substitute_ghosts(when, known)));
            conditions.extend(when.filter(|when| !conditions.contains(when)));
        }
        let claim = hornbook_records::invariant::chains::to_text(&part.subst(&values));
        conditions.retain(|when| !claim.starts_with(&format!("{when} ==> ")));
        conditions.push(claim);
        conditions.join(" ==> ")
    }

    /// The ghost variables in a text.
    fn remaining_ghosts(&self, text: &str) -> Vec<String> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let words = text.split(|c| !is_part(c));
        words.filter(|word| self.names.contains(*word)).map(str::to_owned).collect()
    }
}

/// The names that are bound in a formula.
fn bound_names(part: &Term) -> BTreeSet<String> {
    match part.node() {
        Node::Quant(_, vars, body) => {
            let own = vars.iter().map(|v| v.name.to_string());
            own.chain(bound_names(body)).collect()
        }
        Node::App(_, args) => args.iter().flat_map(bound_names).collect(),
        _ => BTreeSet::new(),
    }
}

/// `ghost == e`.
fn find_definition(
    claim: &Expr,
    when: Option<&Expr>,
    ghosts: &BTreeSet<String>,
) -> Option<GhostDefinition> {
    let ExprKind::Compare(left, rest) = &claim.kind else { return None };
    let ([(CompareOp::Eq, value)], ExprKind::Name(ghost)) = (rest.as_slice(), &left.kind) else {
        return None;
    };
    let fits = ghosts.contains(ghost) && !names(value).contains(ghost);
    fits.then(|| GhostDefinition {
        ghost: ghost.clone(),
        value: value.clone(),
        when: when.cloned(),
    })
}

/// Substitutes known values for ghost variables.
fn substitute_ghosts(expr: &Expr, known: &Subst) -> Expr {
    let value =
        |(var, term): (&Var, &Term)| Some((var.name.to_string(), expression(&term.to_string())?));
    let mut out = expr.clone();
    substitute(&mut out, &known.iter().filter_map(value).collect());
    out
}

/// An expression in parentheses, if it needs them as an operand.
fn parenthesize(expr: &Expr) -> String {
    let text = print::expr(expr);
    match expr.kind {
        ExprKind::Call { .. } | ExprKind::Name(_) | ExprKind::Int(_) | ExprKind::Index(..) => text,
        _ => format!("({text})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::Sort;

    fn ghosts(names: &[&str], invariant: &str) -> GhostDefinitions {
        let names = names.iter().map(|name| ((*name).to_owned(), (*name).to_owned())).collect();
        GhostDefinitions::new(&vec![names], vec![expression(invariant).expect("an invariant")])
    }

    fn int(name: &str) -> Term {
        Term::var(&Var::new(name, Sort::Int))
    }

    #[test]
    fn equations_are_substituted_before_aggregates() {
        let ghosts = ghosts(&["lo", "hi", "g"], "lo <= hi && g == sum(a, lo, hi)");
        let parts = [
            Term::eq(int("hi"), int("i")),
            Term::eq(int("lo"), Term::int(0)),
            Term::eq(int("s"), int("g")),
            Term::le(int("lo"), int("i")),
        ];
        let (sentences, some) = ghosts.translate(&parts);
        assert_eq!(sentences, ["s == sum(a, 0, i)", "0 <= i"]);
        assert_eq!(some, [""; 0]);
    }

    #[test]
    fn conditional_definitions_keep_their_condition() {
        let ghosts = ghosts(&["lo", "hi", "g"], "lo <= hi && (lo < hi ==> g == max(a, lo, hi))");
        let parts = [
            Term::eq(int("hi"), int("i")),
            Term::eq(int("lo"), Term::int(0)),
            Term::eq(int("m"), int("g")),
        ];
        assert_eq!(ghosts.translate(&parts).0, ["0 < i ==> m == max(a, 0, i)"]);
    }

    #[test]
    fn ghosts_without_an_equation_remain() {
        let ghosts = ghosts(&["lo", "hi", "g"], "lo <= hi && g == sum(a, lo, hi)");
        let parts = [Term::le(int("g"), int("s")), Term::eq(int("lo"), Term::int(0))];
        let (sentences, some) = ghosts.translate(&parts);
        assert_eq!(sentences, ["sum(a, 0, hi) <= s", "0 <= hi"]);
        assert_eq!(some, ["hi"]);
    }
}
