//! The reader's own invariants beside those that are found without them: whether they are weaker or stronger.
//!
//! The lines are blanked out of the text, so that all places stay, and what is left is solved. Variables and loop heads are
//! known by their places. Then both formulas are over the same variables of the same loop head, and each of the two
//! implications is a question without predicates.

use super::clause_decision::{Decided, asserted, decide_implication, names_of_params, view_state};
use super::induction::is_whole;
use super::{Choices, Driver, Input, InvariantsChoice, Status};
use hornbook_base::{Budget, Span};
use hornbook_explain::invariant::make_strips;
use hornbook_explain::run::single_line;
use hornbook_explain::valuation::Valuation;
use hornbook_horn::{Clause, Pred, Subst, Term, Var};
use hornbook_lang::ast::{Program, Stmt};
use hornbook_lang::interp::Value;
use hornbook_lang::parse;
use hornbook_lang::typed::{AssertionKind, VarInfo};
use hornbook_records::induction::StateView;
use hornbook_records::line_comparison::{Difference, LineComparison, LoopComparison, Relation};
use hornbook_records::{Outcome, UnknownReason};
use std::collections::BTreeSet;

/// Steps of the search for invariants without the reader's lines.
const SEARCH: u64 = 1_000_000;

/// Steps for all questions about one text.
const QUESTIONS: u64 = 12_000_000;

/// One of the reader's invariants at the head of a loop.
pub(super) struct OwnLine {
    /// The predicate of the loop head.
    pub pred: String,
    /// The place of the line.
    pub span: Span,
    /// The line as a formula over the parameters of the predicate.
    pub formula: Term,
}

/// The reader's lines of each loop, compared with the invariant that is found without any of them. `None` if the
/// text is no program; a loop without lines is left out, and one whose invariant is not shown whole.
pub fn compare_lines(input: &Input) -> Option<Vec<LoopComparison>> {
    let (system, lines) = (input.system.as_ref()?, own_lines(input)?);
    let options = Choices { invariants: Some(InvariantsChoice::Found), ..input.options.clone() };
    let without = Input::program(&blank_lines(&input.text, &parse(&input.text).0), &options);
    let outcome = search(&without)?;
    let partners = Partners::new(input, &without)?;
    let mut budget = Budget::steps(QUESTIONS);
    let mut out = vec![];
    for (place, found) in outcome.invariants.iter().enumerate() {
        let name = partners.head(&found.name);
        let Some(pred) = system.preds.iter().find(|pred| Some(&*pred.name) == name) else {
            continue;
        };
        let own: Vec<&OwnLine> = lines.iter().filter(|line| line.pred == pred.name).collect();
        let carries = || is_whole(&without, &outcome, place, &mut Budget::steps(QUESTIONS));
        if own.is_empty() || !found.loop_head || !carries() {
            continue;
        }
        let parts = found.parts.iter().map(|part| part.subst(&partners.vars)).collect();
        let comparing = LoopLines { input, pred, partners: &partners, parts, own };
        out.push(comparing.compare(found.line, &mut budget));
    }
    Some(out)
}

/// The variables and loop heads of a text without lines as those of the text with them: they are at the same places,
/// but may have other names.
struct Partners {
    /// The partners of the parameters of the text without lines.
    vars: Subst,
    /// The variables that have a partner, by their names in the text with lines.
    known: BTreeSet<String>,
    /// The names of loop heads, of the text without lines and of the one with them.
    heads: Vec<(String, String)>,
}

impl Partners {
    fn new(input: &Input, without: &Input) -> Option<Partners> {
        let vars = |input: &Input| {
            let vars = &input.program.as_ref()?.vars;
            let place = |info: &VarInfo| (info.span, info.source_name.clone());
            Some(vars.iter().map(|info| (place(info), info.name.clone())).collect::<Vec<_>>())
        };
        let heads = |input: &Input| {
            let heads = input.system.as_ref()?.preds.iter().filter(|pred| pred.loop_head);
            Some(heads.map(|pred| (pred.span, pred.name.clone())).collect::<Vec<_>>())
        };
        let named = pair_up(vars(without)?, vars(input)?);
        let sorts = without.system.iter().flat_map(|system| &system.preds);
        let params: BTreeSet<&Var> = sorts.flat_map(|pred| &pred.params).collect();
        let own = |var: &Var| {
            let (_, name) = named.iter().find(|(other, _)| **other == *var.name)?;
            Some((var.clone(), Term::var(&Var::new(name, var.sort.clone()))))
        };
        Some(Partners {
            vars: params.into_iter().filter_map(own).collect(),
            known: named.iter().map(|(_, name)| name.clone()).collect(),
            heads: pair_up(heads(without)?, heads(input)?),
        })
    }

    /// The name of a loop head in the text with lines.
    fn head(&self, name: &str) -> Option<&str> {
        self.heads.iter().find(|(other, _)| other == name).map(|(_, own)| &**own)
    }
}

/// The names at equal places, those of one place in their order.
fn pair_up<K: PartialEq>(one: Vec<(K, String)>, other: Vec<(K, String)>) -> Vec<(String, String)> {
    let mut left = other;
    let partner = |(place, name): (K, String)| {
        let at = left.iter().position(|(other, _)| *other == place)?;
        Some((name, left.remove(at).1))
    };
    one.into_iter().filter_map(partner).collect()
}

/// The reader's invariants as formulas at the heads of their loops; `None` if the text is no program.
pub(super) fn own_lines(input: &Input) -> Option<Vec<OwnLine>> {
    let (program, system) = (input.program.as_ref()?, input.system.as_ref()?);
    let line = |clause: &Clause| {
        let assertion = program.asserts.get(clause.origin.assert?.0 as usize)?;
        let is_line = assertion.kind == AssertionKind::Invariant && clause.goal.is_claim();
        let premise = clause.instances().next().filter(|_| is_line)?;
        Some(OwnLine {
            pred: system.pred(premise.pred).name.clone(),
            span: assertion.span,
            formula: asserted(clause)?.subst(&names_of_params(system, clause)?),
        })
    };
    Some(system.clauses.iter().filter_map(line).collect())
}

/// The outcome of a text, as far as a limited search comes.
pub(super) fn search(input: &Input) -> Option<Outcome> {
    let mut driver = Driver::new(input)?;
    Some(match driver.step(SEARCH) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => driver.stop(&UnknownReason::Budget),
    })
}

/// The text with spaces for its lines about loops.
fn blank_lines(text: &str, program: &Program) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut blank = |stmt: &Stmt| {
        let place = stmt.span.start as usize..stmt.span.end as usize;
        if let Some(line) = bytes.get_mut(place).filter(|_| stmt.is_loop_clause()) {
            line.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
    };
    program.body.iter().for_each(|stmt| stmt.visit(&mut blank));
    // Whole characters were replaced: a line begins and ends between two.
    String::from_utf8(bytes).unwrap_or_default()
}

/// The reader's lines about one loop, and the facts of the invariant that was found there.
struct LoopLines<'a> {
    input: &'a Input,
    pred: &'a Pred,
    partners: &'a Partners,
    parts: Vec<Term>,
    own: Vec<&'a OwnLine>,
}

impl LoopLines<'_> {
    fn compare(&self, line: u32, budget: &mut Budget) -> LoopComparison {
        let all: Vec<Term> = self.own.iter().map(|line| line.formula.clone()).collect();
        let compared = |line: &&OwnLine, budget: &mut Budget| LineComparison {
            span: line.span,
            line: self.input.lines.line(line.span),
            text: self.text(line),
            same_fact: self.same_fact(&line.formula, budget),
            relation: self.relation(std::slice::from_ref(&line.formula), budget),
        };
        LoopComparison {
            line,
            found: self.parts.clone(),
            together: self.relation(&all, budget),
            lines: self.own.iter().map(|own| compared(own, budget)).collect(),
        }
    }

    fn same_fact(&self, formula: &Term, budget: &mut Budget) -> Option<usize> {
        let mut implies = |one: &Term, other: &Term| {
            let one = std::slice::from_ref(one);
            matches!(decide_implication(one, other, budget), Decided::Holds)
        };
        self.parts.iter().position(|fact| implies(formula, fact) && implies(fact, formula))
    }

    /// The relation of the conjunction of some of the reader's lines to the invariant that was found.
    fn relation(&self, own: &[Term], budget: &mut Budget) -> Relation {
        let mut all = own.iter().chain(&self.parts);
        if let Some(other) = all.find(|formula| !self.is_about_program(formula)) {
            return Relation::Open(format!("`{other}` speaks of earlier values"));
        }
        let only_own = self.difference(own, &self.parts, budget);
        let only_found = self.difference(&self.parts, own, budget);
        match (only_own, only_found) {
            (Ok(None), Ok(None)) => Relation::Equal,
            (Ok(Some(more)), Ok(None)) => Relation::Weaker(Box::new(more)),
            (Ok(None), Ok(Some(more))) => Relation::Stronger(Box::new(more)),
            (Ok(Some(own)), Ok(Some(found))) => {
                Relation::Unrelated { only_own: Box::new(own), only_found: Box::new(found) }
            }
            (Err(why), _) | (_, Err(why)) => Relation::Open(why),
        }
    }

    /// The parameters that the text without lines has too: others keep earlier values for the lines.
    fn params(&self) -> impl Iterator<Item = &Var> {
        self.pred.params.iter().filter(|param| self.partners.known.contains(&*param.name))
    }

    fn is_about_program(&self, formula: &Term) -> bool {
        formula.free_vars().iter().all(|var| self.params().any(|param| param == var))
    }

    /// A state that the premises allow and one of the claims does not; none if they imply all of them.
    fn difference(
        &self,
        premises: &[Term],
        claims: &[Term],
        budget: &mut Budget,
    ) -> Result<Option<Difference>, String> {
        let mut open = None;
        for claim in claims {
            match decide_implication(premises, claim, budget) {
                Decided::Holds => {}
                Decided::Open => open = open.or(Some(claim)),
                Decided::Fails(values) => match self.view(values) {
                    Some(state) => return Ok(Some(self.difference_at(claim, state))),
                    None => open = open.or(Some(claim)),
                },
            }
        }
        let undecided = |claim: &Term| format!("whether `{claim}` follows was not decided");
        open.map_or(Ok(None), |claim| Err(undecided(claim)))
    }

    fn difference_at(&self, claim: &Term, state: StateView) -> Difference {
        let own = self.own.iter().find(|line| line.formula == *claim);
        let written = own.filter(|_| !self.parts.contains(claim)).map(|line| self.text(line));
        Difference { claim: claim.clone(), written, state }
    }

    fn text(&self, line: &OwnLine) -> String {
        single_line(line.span.slice(&self.input.text))
    }

    /// The state of a valuation; variables outside of the question may have any value.
    fn view(&self, mut values: Valuation) -> Option<StateView> {
        self.params().for_each(|param| values.default_to_zero(param));
        let value = |param| Some((param, values.value(&Term::var(param))?));
        let known: Option<Vec<(_, Value)>> = self.params().map(value).collect();
        view_state(&known?, self.input, make_strips(&self.parts))
    }
}
