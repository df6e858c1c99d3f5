//! The inputs of the story of a verdict, which `explain::story` makes.

use super::clause_decision::asserted;
use super::exporting::decided;
use super::induction::{invariants_before, is_whole, statement};
use super::{Input, stages, story};
use hornbook_abstraction::sigma::Sigma;
use hornbook_base::Budget;
use hornbook_explain::invariant::rename_bound;
use hornbook_explain::story::{StoryInput, StoryStep};
use hornbook_horn::{Clause, Goal, Instruction, Op, Term, Var};
use hornbook_lang::calls;
use hornbook_records::story::Story;
use hornbook_records::{AssertionOutcome, Outcome, Stages};
use std::cell::RefCell;

/// The most steps among which the one is picked whose relevant cells are shown.
const WRITES: usize = 12;

/// Steps for all questions about invariants.
const QUESTIONS: u64 = 4_000_000;

/// The story of the verdict on an assertion, by its place among those of the outcome. `None` if the
/// text is no program without errors, or has no such assertion.
pub fn verdict_story(input: &Input, outcome: &Outcome, assertion: usize) -> Option<Story> {
    let system = input.system.as_ref().filter(|_| input.program.is_some())?;
    let assertion = outcome.assertions.get(assertion)?;
    let stages = stages(system, &input.lines, &decided(&input.settings, Some(outcome)));
    let own = |c: &&Clause| c.goal.is_claim() && c.origin.assert == assertion.id;
    let claim = stages.concrete.clauses.iter().find(own);
    let before = |c: &&Clause| c.origin.span.start <= assertion.span.start;
    let claimed: Vec<Var> =
        claim.and_then(asserted).map_or(vec![], |claim| claim.free_vars().into_iter().collect());
    let writes_claimed =
        |c: &&Clause| writes(c) && written_arrays(c).iter().any(|array| claimed.contains(array));
    let last = || stages.concrete.clauses.iter().filter(before);
    let step = telling_write(&stages, last().filter(writes_claimed))
        .or_else(|| last().rfind(|c| writes(c)));
    let step = step.or(claim).filter(|_| !outcome.exact);
    let found = step.and_then(|clause| story(&stages, clause.id));
    let budget = RefCell::new(Budget::steps(QUESTIONS));
    let is_whole = |place| is_whole(input, outcome, place, &mut budget.borrow_mut());
    let story_input = StoryInput {
        text: &input.text,
        outcome,
        assertion,
        handled: &input.calls,
        rests_on: rests_on(input, outcome, assertion),
        claim: claim.and_then(|clause| Some((rename_bound(&asserted(clause)?), clause.id))),
        arrays: arrays(&stages),
        step: step.map(|clause| StoryStep {
            clause: clause.id,
            line: input.lines.line(clause.origin.span),
            does: does(clause, &input.text),
            writes: writes(clause),
        }),
        before: assertion.id.and_then(|id| invariants_before(input, outcome, id)),
        is_whole: &is_whole,
        calls: found.as_ref().map_or(&[], |found| &found.calls),
    };
    Some(story_input.make_story())
}

/// The claims that a claim rests on. There is a verdict on each as far as something reaches it.
fn rests_on<'o>(
    input: &Input,
    outcome: &'o Outcome,
    assertion: &AssertionOutcome,
) -> Vec<&'o AssertionOutcome> {
    let (Some(program), Some(id)) = (&input.program, assertion.id) else { return vec![] };
    let needed = calls::rests_on(program).remove(&id).unwrap_or_default();
    let is_needed = |other: &&AssertionOutcome| other.id.is_some_and(|id| needed.contains(&id));
    outcome.assertions.iter().filter(is_needed).collect()
}

/// The arrays of which a step writes a cell, by their names before it.
fn written_arrays(clause: &Clause) -> Vec<Var> {
    let Goal::Instance(goal) = &clause.goal else { return vec![] };
    let target = |arg: &Term| arg.as_app(Op::Store).and_then(|parts| parts[0].as_var().cloned());
    goal.args.iter().filter_map(target).collect()
}

/// The step for which most cells are relevant, the last of these. Of long programs only the last steps are looked at.
fn telling_write<'c>(
    stages: &Stages,
    clauses: impl DoubleEndedIterator<Item = &'c Clause>,
) -> Option<&'c Clause> {
    let mut last: Vec<&Clause> = clauses.rev().take(WRITES).collect();
    last.reverse();
    let cells = |clause: &&Clause| -> usize {
        let calls = story(stages, clause.id).map_or(vec![], |found| found.calls);
        calls.iter().map(|call| call.call.set.len()).sum()
    };
    last.into_iter().max_by_key(cells)
}

/// The effect of a step, behind the number of its line: its statement if that is short.
fn does(clause: &Clause, text: &str) -> String {
    match (statement(clause, text), writes(clause)) {
        (Some(statement), true) => format!("does `{statement}`"),
        (Some(statement), false) => format!("says `{statement}`"),
        (None, _) => clause.origin.instruction.describe().to_owned(),
    }
}

fn writes(clause: &Clause) -> bool {
    clause.origin.instruction == Instruction::Store
}

/// The arrays of the program with what is kept of each.
fn arrays(stages: &Stages) -> Vec<(Var, Sigma)> {
    let mut out = vec![];
    for pred in stages.concrete.pred_ids() {
        let Sigma::Tuple(parts) = stages.abstraction.sigma(pred) else { continue };
        for (param, sigma) in stages.concrete.pred(pred).params.iter().zip(parts) {
            let known = out.iter().any(|(v, _)| v == param);
            if param.sort.is_array() && !known {
                out.push((param.clone(), sigma.clone()));
            }
        }
    }
    out
}
