//! Plans of methods: the proof obligations of a claim are made again, from the text and the method's choices, and
//! certified answers to them must exist.

use hornbook_tasks::method_result::{Plan, ProofObligation};
use hornbook_tasks::task::{Answer, Source, Task};

/// The reason why a plan is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanRejection {
    /// The plan makes no sense for the text; the text says why.
    Senseless(String),
    /// The claim rests on nothing.
    Nothing,
    /// This task was not asked, or for another text or other choices.
    NotAsked(String),
    /// The answer to this task does not certify the obligation.
    NotCertified(String),
}

impl std::fmt::Display for PlanRejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlanRejection::Senseless(why) => {
                write!(f, "the method's choices make no sense: {why}")
            }
            PlanRejection::Nothing => write!(f, "the plan rests on no task"),
            PlanRejection::NotAsked(title) => write!(f, "the task \"{title}\" was not asked"),
            PlanRejection::NotCertified(title) => {
                write!(f, "the task \"{title}\" is not certified")
            }
        }
    }
}

/// Whether a claim of the text is certified by a plan and the answers to tasks.
///
/// # Errors
/// The first obligation that is not met.
pub fn verify(
    source: &Source,
    claim: usize,
    plan: &dyn Plan,
    answered: &[(&Task, &Answer)],
) -> Result<(), PlanRejection> {
    let obligations = plan.obligations(source, claim).map_err(PlanRejection::Senseless)?;
    verify_obligations(&obligations, answered)
}

/// Whether the answers to tasks certify all obligations that a plan has made for a claim.
///
/// # Errors
/// The first obligation that is not met.
pub fn verify_obligations(
    obligations: &[ProofObligation],
    answered: &[(&Task, &Answer)],
) -> Result<(), PlanRejection> {
    if obligations.is_empty() {
        return Err(PlanRejection::Nothing);
    }
    obligations.iter().try_for_each(|obligation| check_obligation(obligation, answered))
}

fn check_obligation(
    obligation: &ProofObligation,
    answered: &[(&Task, &Answer)],
) -> Result<(), PlanRejection> {
    let title = || obligation.task.title.clone();
    let mut same =
        answered.iter().filter(|(task, _)| task.asks_the_same(&obligation.task)).peekable();
    if same.peek().is_none() {
        return Err(PlanRejection::NotAsked(title()));
    }
    match same.any(|(_, answer)| answer.certifies(&obligation.claims)) {
        true => Ok(()),
        false => Err(PlanRejection::NotCertified(title())),
    }
}
