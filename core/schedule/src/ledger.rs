//! The ledger of the claims that strategies work for, with their statuses.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// The name of a strategy.
pub type StrategyName = Cow<'static, str>;

/// The status of one claim. `E` is evidence that a judge has accepted, `R` a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimStatus<E, R> {
    /// The claim may still be proved.
    Open,
    /// No strategy is to prove the claim any more: from the clauses that were given it does not follow, as the
    /// evidence shows. It may still be violated.
    Unprovable(E),
    /// The claim is proved or violated, as the evidence shows.
    Settled(E),
    /// No strategy works on the claim any more, for this reason.
    GaveUp(R),
}

/// A strategy's result on a claim: evidence that was accepted, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<E, R> {
    /// The strategy's name.
    pub strategy: StrategyName,
    /// Its result.
    pub result: Result<E, R>,
}

/// All claims with their statuses. `K` names a claim.
#[derive(Clone, Debug)]
pub struct Ledger<K, E, R> {
    claims: BTreeMap<K, Entry<E, R>>,
}

#[derive(Clone, Debug)]
struct Entry<E, R> {
    status: ClaimStatus<E, R>,
    /// In the order in which they were made, each once.
    reports: Vec<Report<E, R>>,
}

impl<K: Ord + Copy, E: Clone + PartialEq, R: Clone + PartialEq> Ledger<K, E, R> {
    /// A ledger of open claims.
    pub fn new(claims: impl IntoIterator<Item = K>) -> Ledger<K, E, R> {
        let open = |key| (key, Entry { status: ClaimStatus::Open, reports: vec![] });
        Ledger { claims: claims.into_iter().map(open).collect() }
    }

    /// Whether there is no claim at all.
    pub fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    /// The status of a claim, if the ledger has it.
    pub fn status(&self, claim: K) -> Option<&ClaimStatus<E, R>> {
        self.claims.get(&claim).map(|entry| &entry.status)
    }

    /// Whether a claim may still be proved.
    pub fn is_open(&self, claim: K) -> bool {
        matches!(self.status(claim), Some(ClaimStatus::Open))
    }

    /// The claims that may still be proved.
    pub fn open(&self) -> impl Iterator<Item = K> + '_ {
        self.claims.keys().copied().filter(|claim| self.is_open(*claim))
    }

    /// Whether a claim is settled or given up.
    pub fn is_closed(&self, claim: K) -> bool {
        !matches!(self.status(claim), Some(ClaimStatus::Open | ClaimStatus::Unprovable(_)))
    }

    /// Whether all claims are settled or given up.
    pub fn is_all_closed(&self) -> bool {
        self.claims.keys().all(|claim| self.is_closed(*claim))
    }

    /// Records that a strategy has proved or refuted a claim.
    pub fn settle(&mut self, claim: K, strategy: StrategyName, evidence: E) {
        self.change(claim, ClaimStatus::Settled(evidence.clone()));
        self.report(claim, strategy, Ok(evidence));
    }

    /// Records that an open claim does not follow from the given clauses, as a strategy has found out.
    pub fn mark_unprovable(&mut self, claim: K, strategy: StrategyName, evidence: E) {
        if self.is_open(claim) {
            self.change(claim, ClaimStatus::Unprovable(evidence.clone()));
            self.report(claim, strategy, Ok(evidence));
        }
    }

    /// Records that no strategy is to look at an open claim any more.
    pub fn give_up(&mut self, claim: K, strategy: StrategyName, reason: R) {
        if self.is_open(claim) {
            self.change(claim, ClaimStatus::GaveUp(reason.clone()));
            self.report(claim, strategy, Err(reason));
        }
    }

    /// Records that a strategy failed on a claim.
    pub fn fail(&mut self, claim: K, strategy: StrategyName, reason: R) {
        self.report(claim, strategy, Err(reason));
    }

    fn change(&mut self, claim: K, status: ClaimStatus<E, R>) {
        if let Some(entry) = self.claims.get_mut(&claim) {
            entry.status = status;
        }
    }

    fn report(&mut self, claim: K, strategy: StrategyName, result: Result<E, R>) {
        let Some(entry) = self.claims.get_mut(&claim) else { return };
        let report = Report { strategy, result };
        if !entry.reports.contains(&report) {
            entry.reports.push(report);
        }
    }

    /// The results of strategies on a claim, in order.
    pub fn reports(&self, claim: K) -> &[Report<E, R>] {
        self.claims.get(&claim).map_or(&[], |entry| &entry.reports)
    }
}
