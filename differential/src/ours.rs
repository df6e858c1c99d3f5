//! Hornbook's own solver, with its models and proofs checked.

use crate::script::{Answer, Reply, Script, Step};
use hornbook_base::Budget;
use hornbook_check::proof;
use hornbook_horn::Term;
use hornbook_lia::{Lit, Outcome, Solver, prove};
use std::time::Instant;

/// Steps for one question: some seconds if its numbers are large.
const STEPS: u64 = 500_000;

/// Asks all questions of a script.
///
/// # Errors
/// A formula that is not supported, or a model that is wrong.
pub fn ask(script: &Script) -> Result<Vec<Reply>, String> {
    let mut run = Run { literals: vec![None; script.terms.len()], ..Run::default() };
    for step in &script.steps {
        run.step(script, step)?;
    }
    Ok(run.replies)
}

/// A script that is being carried out.
#[derive(Default)]
struct Run {
    solver: Solver,
    /// The literals of the terms that were assumed before.
    literals: Vec<Option<Lit>>,
    /// The places of the formulas in force, by scope.
    asserted: Vec<Vec<usize>>,
    /// Those outside of all scopes.
    base: Vec<usize>,
    /// The time that went into the next question so far.
    spent: u64,
    replies: Vec<Reply>,
}

impl Run {
    fn step(&mut self, script: &Script, step: &Step) -> Result<(), String> {
        match step {
            Step::Assert(f) => {
                self.asserted.last_mut().unwrap_or(&mut self.base).push(*f);
                let term = &script.terms[*f];
                let begun = Instant::now();
                let result = self.solver.assert(term);
                self.spent += nanoseconds(begun);
                result.map_err(|error| error.to_string())
            }
            Step::Push => {
                self.asserted.push(vec![]);
                let begun = Instant::now();
                self.solver.push();
                self.spent += nanoseconds(begun);
                Ok(())
            }
            Step::Pop => {
                self.asserted.pop();
                let begun = Instant::now();
                self.solver.pop();
                self.spent += nanoseconds(begun);
                Ok(())
            }
            Step::Check { assumptions, .. } => self.check(script, assumptions),
        }
    }

    fn check(&mut self, script: &Script, assumptions: &[usize]) -> Result<(), String> {
        let begun = Instant::now();
        let mut literals = Vec::with_capacity(assumptions.len());
        for &f in assumptions {
            let literal = match self.literals[f] {
                Some(literal) => literal,
                None => self.solver.literal(&script.terms[f]).map_err(|error| error.to_string())?,
            };
            self.literals[f] = Some(literal);
            literals.push(literal);
        }
        let answer = self.solver.check(&literals, &mut Budget::steps(STEPS)).into();
        let time = std::mem::take(&mut self.spent) + nanoseconds(begun);
        self.replies.push(Reply { answer, time });
        if answer == Answer::Sat { self.check_model(script, assumptions) } else { Ok(()) }
    }

    fn check_model(&self, script: &Script, assumptions: &[usize]) -> Result<(), String> {
        let model = self.solver.model();
        let in_force = self.base.iter().chain(self.asserted.iter().flatten()).chain(assumptions);
        match in_force.map(|f| &script.terms[*f]).find(|f| !model.satisfies(f)) {
            Some(f) => Err(format!("the model {model:?} does not satisfy {f}")),
            None => Ok(()),
        }
    }
}

fn nanoseconds(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Refutes a formula once more, with a proof, and checks that.
///
/// # Errors
/// There is a model after all, or the proof is wrong.
pub fn check_refutation(f: &Term) -> Result<(), String> {
    let formulas = std::slice::from_ref(f);
    match prove(formulas, &mut Budget::steps(STEPS)) {
        Ok(Outcome::Unsat(found)) => proof::verify(formulas, &found)
            .map_err(|rejection| format!("the proof is rejected: {rejection:?}")),
        // The budget may end before the second search does.
        Ok(Outcome::Unknown(_)) => Ok(()),
        other => Err(format!("refuted, but then: {other:?}")),
    }
}
