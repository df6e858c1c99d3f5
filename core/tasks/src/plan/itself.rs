//! The text itself as a question, asked in one way or another.

use crate::choices::Choices;
use crate::judgement::{Conclusion, Duty, Plan};
use crate::task::{Answer, Claims, Source, Task, Told};
use std::rc::Rc;

/// A way to ask about the text itself.
///
/// **Soundness.** The only duty of a claim is that claim of the same text. That a certified leaf is right is what
/// `check/` accepts a model for (T Theorems 1 and 6), or a proof for each assertion clause where it is exact.
#[derive(Clone, Debug)]
pub struct Itself {
    /// A few words: in which way.
    pub title: &'static str,
    /// One sentence: why it is asked.
    pub why: &'static str,
    /// What is chosen for it.
    pub options: Choices,
    /// The method that answers it; a leaf has none.
    pub method: Option<&'static str>,
    /// Steps after which the answer is of no use any more.
    pub limit: Option<u64>,
    /// How much of a round of turns it gets, in percent.
    pub share: u64,
    /// Whether there is no loop, so that nothing needs to be abstracted.
    pub exact: bool,
    /// By what it certifies, in words, where the method has other ways.
    pub way: Option<&'static str>,
}

impl Itself {
    /// With these choices and nothing else.
    pub fn with(options: Choices) -> Itself {
        Itself {
            title: "as it is",
            why: "The question itself, for the abstraction that was chosen.",
            options,
            method: None,
            limit: None,
            share: 100,
            exact: false,
            way: None,
        }
    }

    /// Only to see whether a run violates a claim.
    pub fn for_a_run(options: Choices, limit: u64) -> Itself {
        let why = "A run may violate the claim already.";
        Itself { why, limit: Some(limit), ..Itself::with(options) }
    }

    /// As a task about a text.
    pub fn task(&self, source: &Source) -> Task {
        let Itself { title, why, options, method, limit, share, exact, .. } = self;
        Task {
            options: options.clone(),
            method: method.map(str::to_owned),
            limit: *limit,
            share: *share,
            exact: *exact,
            ..Task::new(*title, *why, source.clone())
        }
    }
}

impl Plan for Itself {
    fn way(&self) -> Option<&'static str> {
        self.way
    }

    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String> {
        Ok(vec![Duty { task: self.task(source), claims: Claims::At(vec![claim]) }])
    }
}

/// What a task about the text itself says of a claim, if it settles it and the plan makes that task.
pub fn settled(
    plan: &Rc<Itself>,
    task: usize,
    claim: usize,
    answer: &Answer,
) -> Option<Conclusion> {
    match answer.claims.get(claim)?.1 {
        Told::Certified => Some(Conclusion::Certified(plan.clone())),
        Told::Buggy(_) => Some(Conclusion::Buggy(task, claim)),
        Told::TooWeak | Told::Unknown(_) => None,
    }
}

/// What a task about the text itself says of its claims, if the plan makes that task.
pub fn conclude(plan: &Rc<Itself>, task: usize, answer: &Answer) -> Vec<Conclusion> {
    let claim = |claim| settled(plan, task, claim, answer).unwrap_or(Conclusion::Left(task, claim));
    (0..answer.claims.len()).map(claim).collect()
}
