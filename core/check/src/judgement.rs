//! Judgements of methods: the tasks that a claim rests on are made again, from the text and the
//! method's choices, and must be among those that were answered, certified.

use hornbook_tasks::method_result::{Plan, ProofObligation};
use hornbook_tasks::task::{Answer, Source, Task};

/// Why a judgement is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The plan makes no sense for the text; the text says why.
    Senseless(String),
    /// A claim that rests on nothing.
    Nothing,
    /// This task was not asked, or another text or other choices were.
    NotAsked(String),
    /// The answer to this task does not certify what is needed.
    NotCertified(String),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Senseless(why) => write!(f, "the method's choices make no sense: {why}"),
            Refusal::Nothing => write!(f, "the judgement rests on no task"),
            Refusal::NotAsked(title) => write!(f, "the task \"{title}\" was not asked"),
            Refusal::NotCertified(title) => write!(f, "the task \"{title}\" is not certified"),
        }
    }
}

/// Whether a claim of the text is certified by a plan and the answers to tasks.
///
/// # Errors
/// The first duty that is not met.
pub fn verify(
    source: &Source,
    claim: usize,
    plan: &dyn Plan,
    answered: &[(&Task, &Answer)],
) -> Result<(), Refusal> {
    let proof_obligations = plan.proof_obligations(source, claim).map_err(Refusal::Senseless)?;
    if proof_obligations.is_empty() {
        return Err(Refusal::Nothing);
    }
    proof_obligations.iter().try_for_each(|duty| meets(duty, answered))
}

fn meets(duty: &ProofObligation, answered: &[(&Task, &Answer)]) -> Result<(), Refusal> {
    let title = || duty.task.title.clone();
    let mut same = answered.iter().filter(|(task, _)| task.asks_the_same(&duty.task)).peekable();
    if same.peek().is_none() {
        return Err(Refusal::NotAsked(title()));
    }
    match same.any(|(_, answer)| answer.certifies(&duty.claims)) {
        true => Ok(()),
        false => Err(Refusal::NotCertified(title())),
    }
}
