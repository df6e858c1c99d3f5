//! The results of each strategy on the claims of a leaf, as its ledger has them.

use super::claims::Claim;
use super::leaf::{DECIDING, Leaf};
use hornbook_chc::search::{Accepted, FailureReason};
use hornbook_records::Verdict;
use hornbook_records::strategies::{Finding, StrategyResult};
use hornbook_schedule::{Report, StrategyName};

impl Leaf {
    /// The results of all strategies, in the order of the claims, each with the strategy's name.
    pub(crate) fn results(&self) -> Vec<(StrategyName, StrategyResult)> {
        self.verdicts().claims.iter().flat_map(|claim| self.results_on(claim)).collect()
    }

    fn results_on(&self, claim: &Claim) -> Vec<(StrategyName, StrategyResult)> {
        let findings: Vec<(StrategyName, Finding)> = match self.exact {
            Some(_) => {
                decided(claim).into_iter().map(|finding| (DECIDING.into(), finding)).collect()
            }
            None => self.board.reports(claim.clause).iter().map(|r| self.in_ledger(r)).collect(),
        };
        let line = self.verdicts().lines.line(claim.span);
        let result = |finding| StrategyResult { assert: claim.assert, line, finding };
        findings.into_iter().map(|(strategy, finding)| (strategy, result(finding))).collect()
    }

    fn in_ledger(&self, report: &Report<Accepted, FailureReason>) -> (StrategyName, Finding) {
        let finding = match &report.result {
            Ok(Accepted::Model) => Finding::Proved,
            Ok(Accepted::Run) => Finding::Run,
            Ok(Accepted::Derivation) => Finding::Derivation,
            Err(why) => Finding::GaveUp(self.verdicts().in_words(why.clone())),
        };
        (report.strategy.clone(), finding)
    }
}

/// The result of deciding a claim as it is, once it had its turn.
fn decided(claim: &Claim) -> Option<Finding> {
    match &claim.verdict {
        Some(Verdict::Certified) => Some(Finding::Proved),
        Some(Verdict::Buggy(_)) => Some(Finding::Run),
        Some(Verdict::Unknown(why)) => Some(Finding::GaveUp(why.clone())),
        _ => claim.derivation.as_ref().map(|_| Finding::Derivation),
    }
}
