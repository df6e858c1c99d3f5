//! The obligations of a verdict's invariants, in the words of the program and without abstraction.
//!
//! The verdict rests on lemmas about abstract clauses. The page shows their meaning for whole arrays. So the
//! clauses of the program itself, with all steps between two loops taken as one, are decided here with these
//! sentences in the place of predicates. This confirms each step once more, and finds the steps that fail
//! without a sentence. The states that are shown were evaluated.

use super::Input;
use super::clause_decision::{Decided, asserted, decide_clause, view_state};
use hornbook_base::Budget;
use hornbook_explain::valuation::Valuation;
use hornbook_horn::blocks::large_blocks;
use hornbook_horn::{Clause, Goal, Instance, Instruction, Premise, Subst, System, Term, Var};
use hornbook_lang::interp::Value;
use hornbook_lang::typed::AssertId;
use hornbook_records::induction::{
    InductionCounterexample, InductionObligation, InvariantPoint, LineNecessity, ObligationKind,
    PathStep, PathTarget, StateView,
};
use hornbook_records::{Invariant, Outcome, Strip, Verdict};
use std::collections::BTreeSet;

/// Steps for all questions about one invariant.
const ALL: u64 = 12_000_000;

/// The longest statement that is shown, in characters.
const SHOWN: usize = 60;

/// The reasons for an invariant: the steps that it must survive or suffice for. `None` if the text is no
/// program, or there is no such invariant.
pub fn find_induction_obligations(
    input: &Input,
    outcome: &Outcome,
    place: usize,
) -> Option<Vec<InductionObligation>> {
    decide_obligations(input, outcome, place, &mut Budget::steps(ALL))
}

/// Whether what is shown of an invariant carries itself and is enough: what stands for a predicate that was eliminated,
/// or for ghost variables, is not shown. `false` also if the budget does not suffice to say.
pub(super) fn is_whole(
    input: &Input,
    outcome: &Outcome,
    place: usize,
    budget: &mut Budget,
) -> bool {
    let reasons = decide_obligations(input, outcome, place, budget).unwrap_or_default();
    !reasons.is_empty() && reasons.iter().all(|reason| reason.confirmed)
}

/// Decides the obligations of an invariant as far as the budget suffices.
fn decide_obligations(
    input: &Input,
    outcome: &Outcome,
    place: usize,
    budget: &mut Budget,
) -> Option<Vec<InductionObligation>> {
    let paths = LoopPaths::from_outcome(input, outcome)?;
    paths.invariants.get(place)?;
    let mut out: Vec<InductionObligation> = vec![];
    for clause in &paths.blocks.clauses {
        let Some(mut reason) = paths.reason(clause, place) else { continue };
        let obligations = paths.obligations(clause, None);
        reason.confirmed = !obligations.is_empty();
        for obligation in &obligations {
            match decide_clause(&obligation.clause, budget) {
                Decided::Holds => continue,
                Decided::Fails(_) => reason.refuted = true,
                Decided::Open => {}
            }
            reason.confirmed = false;
            break;
        }
        out.push(reason);
    }
    out.sort_by_key(|reason| reason.role);
    Some(out)
}

/// The steps that fail without one part of an invariant. `None` if there is no such part.
pub fn find_failures_without(
    input: &Input,
    outcome: &Outcome,
    place: usize,
    part: usize,
) -> Option<LineNecessity> {
    let paths = LoopPaths::from_outcome(input, outcome)?;
    paths.invariants.get(place)?.parts.get(part)?;
    let left_out = Some((place, part));
    let mut budget = Budget::steps(ALL);
    let (mut all_hold, mut with_line) = (true, None);
    for clause in paths.blocks.clauses.iter().filter(|c| paths.needs(c, place)) {
        for obligation in paths.obligations(clause, left_out) {
            let mut values = match decide_clause(&obligation.clause, &mut budget) {
                Decided::Holds => continue,
                Decided::Fails(values) => values,
                Decided::Open => {
                    all_hold = false;
                    continue;
                }
            };
            all_hold = false;
            // Variables outside of the question may have any value.
            clause.free_vars().iter().for_each(|v| values.default_to_zero(v));
            let found = paths.breaks(clause, obligation.claim.clone(), left_out, &values);
            match (paths.holds_with_line(clause, &obligation.claim, &mut budget), found) {
                (Some(true), Some(found)) => return Some(LineNecessity::Breaks(Box::new(found))),
                (Some(false), Some(found)) if with_line.is_none() => {
                    with_line = Some(InductionCounterexample { fails_with_line: true, ..found });
                }
                _ => {}
            }
        }
    }
    Some(match with_line {
        Some(found) => LineNecessity::Breaks(Box::new(found)),
        None if all_hold => LineNecessity::Enough,
        None => LineNecessity::Open,
    })
}

/// The invariants from which a path leads to an assertion, without another invariant in between. `None` if
/// the invariants do not cover all points.
pub(super) fn invariants_before(
    input: &Input,
    outcome: &Outcome,
    assert: AssertId,
) -> Option<Vec<usize>> {
    Some(LoopPaths::from_outcome(input, outcome)?.before(assert))
}

/// The paths between loops, with the invariants at their ends.
struct LoopPaths<'a> {
    input: &'a Input,
    given: &'a System,
    invariants: &'a [Invariant],
    /// The assertions that the invariants show.
    certified: BTreeSet<AssertId>,
    /// All steps between two loops as one clause.
    blocks: System,
}

/// A clause in which invariants stand for predicates, with one claim.
struct Obligation {
    /// The claim in the variables of the program at the end of the path.
    claim: Term,
    clause: Clause,
}

/// The index of an invariant, and of a part of it that is left out.
type LeftOut = Option<(usize, usize)>;

impl<'a> LoopPaths<'a> {
    fn from_outcome(input: &'a Input, outcome: &'a Outcome) -> Option<LoopPaths<'a>> {
        let given = input.system.as_ref().filter(|_| input.program.is_some())?;
        let certified = outcome.assertions.iter().filter(|a| a.verdict == Verdict::Certified);
        let paths = LoopPaths {
            input,
            given,
            invariants: &outcome.invariants,
            certified: certified.filter_map(|a| a.id).collect(),
            blocks: large_blocks(given),
        };
        // A point without an invariant would allow all states.
        let said_at = |c: &Clause| c.instances().all(|i| paths.place(i).is_some());
        paths.blocks.clauses.iter().all(said_at).then_some(paths)
    }

    /// The indices of the invariants of loops from which a path leads to an assertion.
    fn before(&self, assert: AssertId) -> Vec<usize> {
        let own = |c: &&Clause| c.goal.is_claim() && c.origin.assert == Some(assert);
        self.blocks.clauses.iter().filter(own).filter_map(|c| self.from(c)).collect()
    }

    fn place(&self, instance: &Instance) -> Option<usize> {
        let name = &self.blocks.pred(instance.pred).name;
        self.invariants.iter().position(|i| i.name == *name)
    }

    fn point(&self, place: usize) -> InvariantPoint {
        InvariantPoint { place, line: self.invariants[place].line }
    }

    /// The invariant at the start of a path.
    fn from(&self, clause: &Clause) -> Option<usize> {
        clause.instances().next().and_then(|instance| self.place(instance))
    }

    /// The target of a path; `None` if it has no claim.
    fn to(&self, clause: &Clause) -> Option<PathTarget> {
        match &clause.goal {
            Goal::Cond(_) => {
                let assert = clause.origin.assert.filter(|a| self.certified.contains(a));
                let line = self.input.lines.line(clause.origin.span);
                assert.map(|_| PathTarget::Claim { line })
            }
            Goal::Instance(goal) => {
                let leads_on =
                    self.blocks.clauses.iter().any(|c| c.instances().any(|i| i.pred == goal.pred));
                self.place(goal).filter(|_| leads_on).map(|end| PathTarget::Loop(self.point(end)))
            }
        }
    }

    /// Whether a point is in the loop of an invariant.
    fn is_inside(&self, point: Option<usize>, head: usize) -> bool {
        let around = self.invariants[head].span;
        point.is_some_and(|point| {
            let span = self.invariants[point].span;
            point == head || around.start <= span.start && span.end <= around.end
        })
    }

    /// Whether a path depends on an invariant.
    fn needs(&self, clause: &Clause, place: usize) -> bool {
        self.from(clause) == Some(place) && self.to(clause).is_some()
    }

    /// The role of a path for an invariant.
    fn role(&self, clause: &Clause, place: usize) -> Option<ObligationKind> {
        let (from, to) = (self.from(clause), self.to(clause)?);
        match to {
            PathTarget::Loop(end) if end.place == place => Some(if self.is_inside(from, place) {
                ObligationKind::Consecution
            } else {
                ObligationKind::Initiation
            }),
            _ => (from == Some(place)).then_some(ObligationKind::Sufficiency),
        }
    }

    fn reason(&self, clause: &Clause, place: usize) -> Option<InductionObligation> {
        let (role, to) = (self.role(clause, place)?, self.to(clause)?);
        let parts = clause.origin.parts.iter().filter_map(|id| self.given.clause(*id));
        let passed = |step: &Clause| PathStep {
            span: step.origin.span,
            line: self.input.lines.line(step.origin.span),
            does: describe_step(step, &self.input.text),
        };
        let large = self.input.settings.large_blocks;
        Some(InductionObligation {
            role,
            from: self.from(clause).map(|from| self.point(from)),
            to,
            clauses: if large { vec![clause.id] } else { clause.origin.parts.clone() },
            steps: parts.clone().map(passed).collect(),
            branches: branches(parts),
            claims: self.claims(clause, None),
            confirmed: false,
            refuted: false,
        })
    }

    /// The claims at the end of a path, in the variables of the program there.
    fn claims(&self, clause: &Clause, left_out: LeftOut) -> Vec<Term> {
        match &clause.goal {
            Goal::Cond(goal) => {
                let last = clause.origin.parts.last().and_then(|id| self.given.clause(*id));
                vec![last.and_then(asserted).unwrap_or_else(|| goal.clone())]
            }
            Goal::Instance(goal) => self.said(self.place(goal), left_out),
        }
    }

    /// The remaining lines of an invariant.
    fn said(&self, place: Option<usize>, left_out: LeftOut) -> Vec<Term> {
        let Some(place) = place else { return vec![] };
        let parts = self.invariants[place].parts.iter().enumerate();
        parts.filter(|(n, _)| left_out != Some((place, *n))).map(|(_, p)| p.clone()).collect()
    }

    /// One clause for each claim.
    fn obligations(&self, clause: &Clause, left_out: LeftOut) -> Vec<Obligation> {
        let known = |instance: &Instance| {
            let arguments = self.arguments(instance);
            let said = self.said(self.place(instance), left_out);
            said.into_iter().map(move |part| Premise::Cond(part.subst(&arguments)))
        };
        let premises = clause.premises.iter().flat_map(|premise| match premise {
            Premise::Instance(instance) => known(instance).collect(),
            Premise::Cond(_) => vec![premise.clone()],
        });
        let premises: Vec<Premise> = premises.collect();
        let goal = |claim: &Term| match &clause.goal {
            Goal::Cond(goal) => goal.clone(),
            Goal::Instance(goal) => claim.subst(&self.arguments(goal)),
        };
        let obligations = |claim: Term| {
            let clause = clause.with_formulas(premises.clone(), Goal::Cond(goal(&claim)));
            Obligation { claim, clause }
        };
        self.claims(clause, left_out).into_iter().map(obligations).collect()
    }

    /// Whether a claim at the end of a path follows from all lines; `None` if that is undecided.
    fn holds_with_line(&self, clause: &Clause, claim: &Term, budget: &mut Budget) -> Option<bool> {
        let all = self.obligations(clause, None);
        let own = all.iter().find(|obligation| obligation.claim == *claim)?;
        match decide_clause(&own.clause, budget) {
            Decided::Holds => Some(true),
            Decided::Fails(_) => Some(false),
            Decided::Open => None,
        }
    }

    fn arguments(&self, instance: &Instance) -> Subst {
        let params = self.blocks.pred(instance.pred).params.iter().cloned();
        params.zip(instance.args.iter().cloned()).collect()
    }

    fn breaks(
        &self,
        clause: &Clause,
        claim: Term,
        left_out: LeftOut,
        values: &Valuation,
    ) -> Option<InductionCounterexample> {
        let before = clause.instances().next()?;
        let after = match &clause.goal {
            Goal::Instance(goal) => Some(self.moment(goal, left_out, values)?),
            Goal::Cond(_) => None,
        };
        Some(InductionCounterexample {
            reason: self.reason(clause, left_out?.0)?,
            fails_with_line: false,
            claim,
            before: self.moment(before, left_out, values)?,
            after,
        })
    }

    /// The state of an instance.
    fn moment(
        &self,
        instance: &Instance,
        left_out: LeftOut,
        values: &Valuation,
    ) -> Option<StateView> {
        let pred = self.blocks.pred(instance.pred);
        let pairs = pred.params.iter().zip(&instance.args);
        let shown: Option<Vec<(&Var, Value)>> =
            pairs.map(|(param, arg)| Some((param, values.value(arg)?))).collect();
        let strips = self.strips(self.place(instance), left_out);
        view_state(&shown?, self.input, strips)
    }

    /// The facts about cells of an invariant, without the part that is left out.
    fn strips(&self, place: Option<usize>, left_out: LeftOut) -> Vec<Strip> {
        match (place.map(|place| &self.invariants[place]), left_out) {
            (Some(invariant), Some((of, part))) if place == Some(of) => {
                hornbook_explain::invariant::remove_part(invariant, part).strips
            }
            (Some(invariant), _) => invariant.strips.clone(),
            (None, _) => vec![],
        }
    }
}

/// A step in the words of the program.
fn describe_step(step: &Clause, text: &str) -> String {
    let written = statement(step, text);
    match (step.origin.instruction, written) {
        (Instruction::BranchTrue, Some(written)) => format!("{written} holds"),
        (Instruction::BranchFalse, Some(written)) => format!("{written} fails"),
        (
            Instruction::Declare
            | Instruction::Assign
            | Instruction::Store
            | Instruction::Assume
            | Instruction::Assert
            | Instruction::Hint,
            Some(written),
        ) => written,
        (other, _) => other.describe().to_owned(),
    }
}

/// The statement of a step in one line, without its `;`, if it is short.
pub(super) fn statement(step: &Clause, text: &str) -> Option<String> {
    let words: Vec<&str> = step.origin.span.slice(text).split_whitespace().collect();
    let written = words.join(" ").trim_end_matches(';').to_owned();
    (!written.is_empty() && written.chars().count() <= SHOWN).then_some(written)
}

/// Whether both sides of some condition are among the steps.
fn branches<'c>(steps: impl Iterator<Item = &'c Clause>) -> bool {
    let mut holds = BTreeSet::new();
    let mut fails = BTreeSet::new();
    for Clause { origin, .. } in steps {
        let place = (origin.span.start, origin.span.end);
        match origin.instruction {
            Instruction::BranchTrue => drop(holds.insert(place)),
            Instruction::BranchFalse => drop(fails.insert(place)),
            _ => {}
        }
    }
    !holds.is_disjoint(&fails)
}
