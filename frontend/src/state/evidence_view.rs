//! The verdict on view: that on the whole, or on a picked assertion; and its run.

use super::State;
use hornbook_lang::typed::{AssertId, AssertionKind};
use hornbook_records::stages::StageContent;
use hornbook_records::{AssertionOutcome, Outcome, Run, RunStep, Verdict};

/// Whether found invariants are on view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundDisplay {
    /// They are.
    Shown,
    /// They would spoil lines that the reader is still working on, so they wait for a click.
    Folded,
    /// The reader, or a link, has asked that none is shown.
    Hidden,
}

impl State {
    /// The verdict on view: that on all assertions, unless one was picked.
    pub fn evidence(&self) -> Option<&Verdict> {
        let outcome = self.outcome()?;
        Some(evidence(outcome, examined(outcome, self.examined)))
    }

    /// Whether found invariants are on view.
    pub fn found_display(&self) -> FoundDisplay {
        match self.hides_found {
            true => FoundDisplay::Hidden,
            false if self.reveals_found => FoundDisplay::Shown,
            false if self.outcome().is_some_and(has_uncertified_lines) => FoundDisplay::Folded,
            false => FoundDisplay::Shown,
        }
    }

    /// The failing run on view, if the page shows one.
    pub fn failing_run(&self) -> Option<&Run> {
        match self.evidence()? {
            Verdict::Buggy(run) if self.shows() == StageContent::Verdict && self.run_fresh() => {
                Some(run)
            }
            _ => None,
        }
    }

    /// Whether the failing run that was found last is of an older text or of other choices.
    pub fn has_old_run(&self) -> bool {
        !self.run_fresh() && matches!(self.evidence(), Some(Verdict::Buggy(_)))
    }

    /// The step of the failing run on view.
    pub fn current_step(&self) -> Option<&RunStep> {
        let steps = &self.failing_run()?.steps;
        steps.get(self.step.min(steps.len().saturating_sub(1)))
    }

    /// Shows the verdict on an assertion of the text, and the assertion itself.
    pub(super) fn examine_claim(&mut self, id: AssertId) {
        let is_it = |a: &AssertionOutcome| a.id == Some(id);
        let place = self.outcome().and_then(|outcome| outcome.assertions.iter().position(is_it));
        if let Some(place) = place {
            self.examine(place);
        }
    }

    /// Shows the verdict on an assertion, and the assertion itself.
    pub(super) fn examine(&mut self, n: usize) {
        let span = self.outcome().and_then(|outcome| Some(outcome.assertions.get(n)?.span));
        if let Some(span) = span {
            (self.examined, self.step) = (Some(n), 0);
            // In another text its place is unknown.
            if self.run_fresh() {
                self.go_to(span);
            }
        }
    }
}

/// Whether a line about a loop, which the reader has written, is not certified.
fn has_uncertified_lines(outcome: &Outcome) -> bool {
    outcome.assertions.iter().any(|a| is_line(a) && a.verdict != Verdict::Certified)
}

fn is_line(assertion: &AssertionOutcome) -> bool {
    matches!(assertion.kind, AssertionKind::Invariant | AssertionKind::Decreases)
}

/// The place of the assertion whose verdict is on view: the picked one, else the first with the verdict on all. Lines
/// about loops come behind the claims, of which the page has asked.
pub fn examined(outcome: &Outcome, picked: Option<usize>) -> Option<usize> {
    let Outcome { assertions, verdict, .. } = outcome;
    let decides = |a: &AssertionOutcome| a.counts() && a.verdict.name() == verdict.name();
    let decisive = || {
        let claim = assertions.iter().position(|a| decides(a) && !is_line(a));
        claim.or_else(|| assertions.iter().position(decides))
    };
    picked.filter(|n| *n < assertions.len()).or_else(decisive)
}

/// The verdict on the assertion that is examined; on all, if there is none.
pub fn evidence(outcome: &Outcome, examined: Option<usize>) -> &Verdict {
    let assertion = examined.and_then(|n| outcome.assertions.get(n));
    assertion.map_or(&outcome.verdict, |assertion| &assertion.verdict)
}
