//! The text itself as a question.

use crate::choices::Choices;
use crate::method_result::{ClaimResult, Plan, ProofKind, ProofObligation};
use crate::task::{Answer, Claims, Source, Task, TaskResult};
use std::rc::Rc;

/// The plan that asks about the text itself.
///
/// **Soundness.** The only proof obligation of a claim is that claim of the same text. A certified leaf is right because
/// `check/` accepts its model (T Theorems 1 and 6), or a proof for each assertion clause where it is exact.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The title of the task, a few words.
    pub title: &'static str,
    /// The reason for the task, one sentence.
    pub why: &'static str,
    /// The choices for it.
    pub options: Choices,
    /// The method that answers it; a leaf has none.
    pub method: Option<&'static str>,
    /// Steps after which the answer comes too late.
    pub limit: Option<u64>,
    /// The weight of the task in the scheduler, in percent.
    pub share: u64,
    /// Whether there is no loop, so that nothing needs to be abstracted.
    pub exact: bool,
    /// The way in which it certifies a claim, in words, where the method has several.
    pub way: Option<&'static str>,
}

impl Identity {
    /// The question with these choices and nothing else.
    pub fn with_choices(options: Choices) -> Identity {
        Identity {
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

    /// The question whether a run violates a claim.
    pub fn for_a_run(options: Choices, limit: u64) -> Identity {
        let why = "A run may violate the claim already.";
        Identity { why, limit: Some(limit), ..Identity::with_choices(options) }
    }

    /// Makes the task about a text.
    pub fn task(&self, source: &Source) -> Task {
        let Identity { title, why, options, method, limit, share, exact, .. } = self;
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

impl Plan for Identity {
    fn proof_kind(&self) -> Option<ProofKind> {
        let own = if self.exact { ProofKind::NoLoop } else { ProofKind::Model };
        self.method.is_none().then_some(own)
    }

    fn way(&self) -> Option<&'static str> {
        self.way
    }

    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String> {
        Ok(vec![ProofObligation { task: self.task(source), claims: Claims::At(vec![claim]) }])
    }
}

/// The result for a claim that the task of the plan settles.
pub fn claim_result(
    plan: &Rc<Identity>,
    task: usize,
    claim: usize,
    answer: &Answer,
) -> Option<ClaimResult> {
    match answer.claims.get(claim)?.1 {
        TaskResult::Certified => Some(ClaimResult::Certified(plan.clone())),
        TaskResult::Buggy(_) => Some(ClaimResult::Buggy(task, claim)),
        TaskResult::TooWeak | TaskResult::Unknown(_) => None,
    }
}

/// The results for all claims of the task of the plan.
pub fn claim_results(plan: &Rc<Identity>, task: usize, answer: &Answer) -> Vec<ClaimResult> {
    let claim =
        |claim| claim_result(plan, task, claim, answer).unwrap_or(ClaimResult::Left(task, claim));
    (0..answer.claims.len()).map(claim).collect()
}
