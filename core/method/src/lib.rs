//! Methods turn the question about one program into questions about other programs, and the answers
//! to these into a result. A method solves nothing and touches no solver.
//!
//! - `single_abstraction`: data abstraction with one choice of abstractions
//! - `abstraction_sequence`: abstractions from weak to strong
//! - `instrumentation`: programs with ghost variables (PI)
//! - `tiling`: programs with loop invariants from tiles as hints (TI)
//! - `given`: the reader's own invariants, in the program whose loops are cut
//! - `witness_ghosts`: programs with ghost variables for the witnesses of existential claims
//! - `auto`: several methods at once
//!
//! Questions, answers, results and plans are in [`hornbook_tasks`], the stages in which the work on a text is
//! shown in [`hornbook_records::stages`].
//!
//! A [`Method`] asks for [`Task`]s and gets their [`Answer`]s in any order; its next
//! tasks depend on the answers only. A task that names no method is a leaf: the stages from
//! its program to clauses and their solution answers it. A task may name a method, so methods nest.
//!
//! **Soundness.** A result `certified` names a [`Plan`]: plain data from which the tasks that it
//! rests on can be made again, from the text alone and without any search. `check/` makes them, holds
//! them against what was answered, and refuses the result if one is missing, differs, or is not
//! certified. So the search of a method need not be trusted; the plan's own file proves that
//! certified tasks certify the claim. A result `buggy` counts only once the interpreter has
//! replayed the run on the text itself.
//!
//! **Invariant:** nothing here certifies: `hornbook_tasks` makes plans again, without any search.

#![forbid(unsafe_code)]
pub mod abstraction_sequence;
pub mod auto;
pub mod given;
pub mod instrumentation;
pub mod single_abstraction;
pub mod tiling;
pub mod witness_ghosts;

use hornbook_lang::typed::AssertId;
use hornbook_records::attempts::Attempts;
use hornbook_tasks::plan::DerivedProgram;
use hornbook_tasks::plan::given::CutPrograms;
use std::rc::Rc;

pub use hornbook_records::stages::{Phase, StageContent, StageInfo, StageKey};
pub use hornbook_tasks::method_result::{ClaimResult, MethodResult, Plan, ProofObligation};
pub use hornbook_tasks::task::{Answer, Claims, Question, Source, Task, TaskResult};

/// A reduction of one question to others.
///
/// **Invariant:** what it asks next depends on what it was made from and on the answers only.
pub trait Method {
    /// The stages in which the work on its text is shown, whatever the text is: those of data abstraction,
    /// unless it does something before.
    fn stages() -> Vec<StageInfo>
    where
        Self: Sized,
    {
        hornbook_records::stages::abstraction_stages()
    }

    /// The next tasks, or the result. `answers` has an entry for each task asked so far, in their order: `None` for
    /// those that are not answered yet.
    fn next(&mut self, answers: &[Option<Answer>]) -> MethodStep;

    /// The result by some answers, each with the index of its task.
    fn combine_answers(&self, answers: &[(usize, &Answer)]) -> MethodResult;

    /// The result if nothing more is answered: `answers` has an entry for each task asked so far, from its
    /// progress.
    fn so_far(&self, answers: &[Answer]) -> MethodResult {
        self.combine_answers(&answers.iter().enumerate().collect::<Vec<_>>())
    }

    /// The instrumentations that were tried, if the method tries any.
    fn attempts(&self) -> Attempts {
        Attempts::default()
    }

    /// The programs in which the given invariants are judged, as the first tasks, if the method judges them.
    fn given(&self) -> Option<&CutPrograms> {
        None
    }
}

/// The next step of a method.
pub enum MethodStep {
    /// It asks more tasks. If there are none it waits for answers.
    Ask(Vec<Task>),
    /// It has nothing left to ask.
    Done(MethodResult),
}

/// The answers so far, each with the index of its task.
fn known_answers(answers: &[Option<Answer>]) -> Vec<(usize, &Answer)> {
    answers.iter().enumerate().filter_map(|(n, answer)| Some((n, answer.as_ref()?))).collect()
}

/// Whether a result answers all claims that count.
fn answers_all(question: &Question, result: &MethodResult) -> bool {
    let counts = question.claims.iter().zip(&result.claims).filter(|(claim, _)| claim.counts);
    counts.map(|(_, result)| result).all(ClaimResult::is_answer)
}

/// The result for a claim by the answer of a task about a derived program, whose `guards` must be certified, too.
fn derived_result(
    program: &DerivedProgram,
    claim: AssertId,
    guards: impl Iterator<Item = AssertId>,
    (task, answer): (usize, &Answer),
    plan: Rc<dyn Plan>,
) -> Option<ClaimResult> {
    let copies = program.find_copies(claim);
    let buggy = copies.iter().find_map(|id| match answer.find_assert(*id)? {
        (at, TaskResult::Buggy(_)) => Some(ClaimResult::Buggy(task, at)),
        _ => None,
    });
    let all = copies.iter().copied().chain(guards).collect();
    let holds = !copies.is_empty() && answer.certifies(&Claims::Asserts(all));
    buggy.or(holds.then_some(ClaimResult::Certified(plan)))
}
