//! A program with ghost variables that was certified: what was added, its invariants, and what these say
//! of the original (PI Sec. 2.3).
//!
//! The invariants speak of ghost variables, and the operators' invariants say what these are. What has an
//! equation in an invariant, such as the ends of a range, is replaced by the other side; then a ghost that is
//! an aggregate is replaced by this aggregate. What is left after that stays: there are such numbers.

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
use hornbook_tasks::instrument::by_hand::ByHand;
use hornbook_tasks::instrument::choices::{Base, Instrumentation};
use hornbook_tasks::instrument::library::{named, operators};
use hornbook_tasks::instrument::operator::{Operator, conjuncts};
use hornbook_tasks::task::Task;
use std::collections::{BTreeMap, BTreeSet};

/// What of a program was added by instrumentation: the largest pieces of which the original has nothing.
pub fn added(places: &SourceMap) -> Vec<Span> {
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

/// What the ghost variables of instrumented programs stand for.
pub fn meanings(
    tree: &Program,
    library: &[Operator],
    choices: &Instrumentation,
) -> Option<Vec<GhostMeaning>> {
    Some(Ghosts::of(tree, library, choices)?.meanings.iter().map(Meant::told).collect())
}

/// A certified program with ghost variables: a task, made from a text by rules, and what was found for it.
/// If calls are written out the rules are about that. `None` if they do not fit the text.
pub fn describe(
    original: &str,
    (rules, written_out): (&ByHand, bool),
    task: &Task,
    found: &Outcome,
) -> Option<InstrumentedProgram> {
    let places = task.places.as_ref()?;
    let base = Base::of(original, written_out);
    let (tree, _) = parse(&base.text);
    let (library, _) = operators(&tree);
    let choices = rules.resolve(&tree, &LineIndex::new(&base.text), &library).ok()?;
    let lines = LineIndex::new(original);
    let ghosts = Ghosts::of(&tree, &library, &choices)?;
    let point = |invariant: &Invariant| {
        let (sentences, some) = ghosts.translated(&invariant.parts);
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
        added: added(places),
        operators: texts(&library, &choices),
        meanings: ghosts.meanings.iter().map(Meant::told).collect(),
        points: found.invariants.iter().map(point).collect(),
    })
}

/// The operators at work, each once.
fn texts(library: &[Operator], choices: &Instrumentation) -> Vec<String> {
    let used = |o: &&Operator| choices.ghosts.iter().any(|ghost| ghost.operator == o.name());
    library.iter().filter(used).map(Operator::text).collect()
}

/// What is known of ghost variables.
struct Ghosts {
    names: BTreeSet<String>,
    meanings: Vec<Meant>,
    /// The parts of the operators' invariants that say no more than what a ghost variable is, and the others.
    others: Vec<Expr>,
}

/// What a ghost variable is, and when.
struct Meant {
    ghost: String,
    value: Expr,
    when: Option<Expr>,
}

impl Meant {
    fn told(&self) -> GhostMeaning {
        GhostMeaning {
            ghost: self.ghost.clone(),
            value: print::expr(&self.value),
            when: self.when.as_ref().map(print::expr),
        }
    }
}

impl Ghosts {
    fn of(tree: &Program, library: &[Operator], choices: &Instrumentation) -> Option<Ghosts> {
        let operator = |name: &str| named(library, name);
        let operators: Vec<&Operator> =
            choices.ghosts.iter().map(|ghost| operator(&ghost.operator)).collect::<Option<_>>()?;
        let names = ghost_names(tree, &operators, choices);
        let all = operators.iter().zip(&choices.ghosts).zip(&names);
        let invariants = all.map(|((o, followed), names)| {
            ghost_binding(o, followed, names).instance(&o.tree.invariant)
        });
        Some(Ghosts::new(&names, invariants.collect()))
    }

    fn new(names: &GhostNames, invariants: Vec<Expr>) -> Ghosts {
        let names: BTreeSet<String> = names.iter().flat_map(BTreeMap::values).cloned().collect();
        let (mut meanings, mut others) = (vec![], vec![]);
        for part in invariants.iter().flat_map(conjuncts) {
            let (when, claims) = match &part.kind {
                ExprKind::Binary(BinaryOp::Implies, when, claim) => {
                    (Some((**when).clone()), conjuncts(claim))
                }
                _ => (None, vec![part]),
            };
            let of = |claim: &&Expr| meaning(claim, when.as_ref(), &names);
            let found: Vec<Meant> = claims.iter().filter_map(of).collect();
            if found.is_empty() {
                others.push(part.clone());
            }
            meanings.extend(found);
        }
        Ghosts { names, meanings, others }
    }

    /// What parts of an invariant say of the original, and the ghost variables that are left.
    fn translated(&self, parts: &[Term]) -> (Vec<String>, Vec<String>) {
        let known = self.solved(parts);
        let mut sentences: Vec<String> = vec![];
        for part in parts {
            let part = fold(&part.subst(&known));
            if part.is_true() {
                continue;
            }
            let sentence = self.sentence(&part, &known);
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        let some: BTreeSet<String> = sentences.iter().flat_map(|text| self.left_in(text)).collect();
        for other in &self.others {
            let text = print::expr(&put(other, &known));
            if self.left_in(&text).iter().any(|name| some.contains(name)) {
                sentences.push(text);
            }
        }
        (sentences, some.into_iter().collect())
    }

    fn means_something(&self, name: &str) -> bool {
        self.meanings.iter().any(|meant| meant.ghost == name)
    }

    /// What the ghost variables that are no aggregates are, by equations of the invariant.
    fn solved(&self, parts: &[Term]) -> Subst {
        let mut known = Subst::new();
        loop {
            let next =
                parts.iter().find_map(|part| match Constraint::from_literal(&part.subst(&known)) {
                    Some(Constraint::Eq(form)) => self.side(&form),
                    _ => None,
                });
            let Some((ghost, value)) = next else { return known };
            let one = Subst::from_iter([(ghost.clone(), value.clone())]);
            known.values_mut().for_each(|term| *term = fold(&term.subst(&one)));
            known.insert(ghost, value);
        }
    }

    /// A ghost variable that is no aggregate, and what it is if this form is zero.
    fn side(&self, form: &Linear) -> Option<(Var, Term)> {
        let unit = |c: &Int| *c == Int::ONE || *c == Int::MINUS_ONE;
        let is_end = |v: &Var| self.names.contains(&*v.name) && !self.means_something(&v.name);
        let (ghost, factor) = form.coeffs().iter().find(|(v, c)| is_end(v) && unit(c))?;
        let rest = form.sub(&Linear::var(ghost).scale(factor)).scale(&-factor);
        Some((ghost.clone(), rest.to_term()))
    }

    /// A part with aggregates in the place of the ghost variables that are such, behind the conditions
    /// for that.
    fn sentence(&self, part: &Term, known: &Subst) -> String {
        // A name of the program must not be caught by a quantifier of the sentence.
        let bound = bound(part);
        let mentioned = |meant: &&Meant| {
            let parts = [&meant.value].into_iter().chain(&meant.when);
            let free = parts.flat_map(|e| names(&put(e, known))).all(|name| !bound.contains(&name));
            free && part.free_vars().iter().any(|v| *v.name == *meant.ghost)
        };
        let used: Vec<&Meant> = self.meanings.iter().filter(mentioned).collect();
        let mut values = Subst::new();
        let mut conditions: Vec<String> = vec![];
        for meant in used {
            let value = bracketed(&put(&meant.value, known));
            for var in part.free_vars().into_iter().filter(|v| *v.name == *meant.ghost) {
                // It is a name for people, in a text that nobody reads again.
                let stands_for = Var::new(value.clone(), var.sort.clone());
                values.insert(var, Term::var(&stands_for));
            }
            let when = meant.when.as_ref().map(|when| print::expr(&put(when, known)));
            conditions.extend(when.filter(|when| !conditions.contains(when)));
        }
        let claim = hornbook_records::invariant::chains::to_text(&part.subst(&values));
        conditions.retain(|when| !claim.starts_with(&format!("{when} ==> ")));
        conditions.push(claim);
        conditions.join(" ==> ")
    }

    /// The ghost variables in a text.
    fn left_in(&self, text: &str) -> Vec<String> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let words = text.split(|c| !is_part(c));
        words.filter(|word| self.names.contains(*word)).map(str::to_owned).collect()
    }
}

/// The names that are bound in a formula.
fn bound(part: &Term) -> BTreeSet<String> {
    match part.node() {
        Node::Quant(_, vars, body) => {
            let own = vars.iter().map(|v| v.name.to_string());
            own.chain(bound(body)).collect()
        }
        Node::App(_, args) => args.iter().flat_map(bound).collect(),
        _ => BTreeSet::new(),
    }
}

/// `ghost == e`.
fn meaning(claim: &Expr, when: Option<&Expr>, ghosts: &BTreeSet<String>) -> Option<Meant> {
    let ExprKind::Compare(left, rest) = &claim.kind else { return None };
    let ([(CompareOp::Eq, value)], ExprKind::Name(ghost)) = (rest.as_slice(), &left.kind) else {
        return None;
    };
    let fits = ghosts.contains(ghost) && !names(value).contains(ghost);
    fits.then(|| Meant { ghost: ghost.clone(), value: value.clone(), when: when.cloned() })
}

/// An expression with what is known of ghost variables in their place.
fn put(expr: &Expr, known: &Subst) -> Expr {
    let value =
        |(var, term): (&Var, &Term)| Some((var.name.to_string(), expression(&term.to_string())?));
    let mut out = expr.clone();
    substitute(&mut out, &known.iter().filter_map(value).collect());
    out
}

/// As an operand of anything.
fn bracketed(expr: &Expr) -> String {
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

    fn ghosts(names: &[&str], invariant: &str) -> Ghosts {
        let names = names.iter().map(|name| ((*name).to_owned(), (*name).to_owned())).collect();
        Ghosts::new(&vec![names], vec![expression(invariant).expect("an invariant")])
    }

    fn int(name: &str) -> Term {
        Term::var(&Var::new(name, Sort::Int))
    }

    #[test]
    fn what_has_an_equation_is_replaced_and_then_what_is_an_aggregate() {
        let ghosts = ghosts(&["lo", "hi", "g"], "lo <= hi && g == sum(a, lo, hi)");
        let parts = [
            Term::eq(int("hi"), int("i")),
            Term::eq(int("lo"), Term::int(0)),
            Term::eq(int("s"), int("g")),
            Term::le(int("lo"), int("i")),
        ];
        let (sentences, some) = ghosts.translated(&parts);
        assert_eq!(sentences, ["s == sum(a, 0, i)", "0 <= i"]);
        assert_eq!(some, [""; 0]);
    }

    #[test]
    fn what_is_only_so_sometimes_keeps_its_condition() {
        let ghosts = ghosts(&["lo", "hi", "g"], "lo <= hi && (lo < hi ==> g == max(a, lo, hi))");
        let parts = [
            Term::eq(int("hi"), int("i")),
            Term::eq(int("lo"), Term::int(0)),
            Term::eq(int("m"), int("g")),
        ];
        assert_eq!(ghosts.translated(&parts).0, ["0 < i ==> m == max(a, 0, i)"]);
    }

    #[test]
    fn what_has_no_equation_is_some_number() {
        let ghosts = ghosts(&["lo", "hi", "g"], "lo <= hi && g == sum(a, lo, hi)");
        let parts = [Term::le(int("g"), int("s")), Term::eq(int("lo"), Term::int(0))];
        let (sentences, some) = ghosts.translated(&parts);
        assert_eq!(sentences, ["sum(a, 0, hi) <= s", "0 <= hi"]);
        assert_eq!(some, ["hi"]);
    }
}
