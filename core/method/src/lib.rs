//! Methods turn the question about one program into questions about other programs, and the answers
//! to these into a judgement. A method solves nothing and touches no solver.
//!
//! - `one`: data abstraction with one choice of abstractions, the method that asks one question
//! - `climb`: abstractions from weak to strong, by turns
//! - `instrumented`: programs with ghost variables (PI)
//! - `tiled`: programs with what tiles say as hints (TI)
//! - `witnessed`: programs with places for what claims say to exist
//! - `turns`: several of them by turns
//!
//! Questions, answers, judgements and plans are in [`hornbook_tasks`], the stages in which the work on a text is
//! shown in [`hornbook_records::stages`].
//!
//! A [`Method`] asks for [`Task`]s and is told their [`Answer`]s in any order, as they come; which
//! tasks come next depends on the answers only. A task that names no method is a leaf: the road from
//! its program to clauses and their solution answers it. A task may name a method, so methods nest.
//!
//! **Soundness.** A judgement `certified` names a [`Plan`]: plain data from which the tasks that it
//! rests on can be made again, from the text alone and without any search. `check/` makes them, holds
//! them against what was answered, and refuses the judgement if one is missing, differs, or is not
//! certified. So what a method does to find a plan need not be trusted; that certified tasks certify
//! the claim is a theorem that the plan's own file states and proves. A judgement `buggy` counts only
//! once the interpreter has replayed the run on the text itself.
//!
//! **Invariant:** nothing here judges: plans are made again by `hornbook_tasks`, without any search.

#![forbid(unsafe_code)]
pub mod climb;
pub mod instrumented;
pub mod one;
pub mod tiled;
pub mod turns;
pub mod witnessed;

use hornbook_records::attempts::Attempts;

pub use hornbook_records::stages::{Phase, Shows, StageInfo, StageKey};
pub use hornbook_tasks::judgement::{Conclusion, Duty, Judgement, Plan};
pub use hornbook_tasks::task::{Answer, Claims, Question, Source, Task, Told};

/// A way to answer a question by others.
///
/// **Invariant:** what it asks next depends on what it was made from and on the answers only.
pub trait Method {
    /// The stages in which the work on its text is shown, whatever the text is: those of the road,
    /// unless it does something before.
    fn stages() -> Vec<StageInfo>
    where
        Self: Sized,
    {
        hornbook_records::stages::of_the_road()
    }

    /// What is to be asked now, or the judgement. `answers` has an entry for each task asked so far,
    /// in their order: nothing for those that are not answered yet.
    fn next(&mut self, answers: &[Option<Answer>]) -> Next;

    /// The judgement if nothing more is answered: `answers` has an entry for each task asked so far,
    /// as far as it has come.
    fn so_far(&self, answers: &[Answer]) -> Judgement;

    /// The instrumentations that were tried, if that is what the method does.
    fn attempts(&self) -> Attempts {
        Attempts::default()
    }

    /// The free choices of a failing run of a task as those of a run of the program that the method
    /// was asked about; `None` if that cannot be said. Unless a method adds choices they are the same.
    fn original_run(
        &self,
        _task: &Task,
        choices: &[hornbook_lang::interp::Value],
    ) -> Option<Vec<hornbook_lang::interp::Value>> {
        Some(choices.to_vec())
    }
}

/// What a method does next.
pub enum Next {
    /// It asks these, besides what it has asked before. If there are none it waits for answers.
    Ask(Vec<Task>),
    /// It has nothing left to ask.
    Done(Judgement),
}
