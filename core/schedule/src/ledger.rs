//! The ledger of the claims that strategies work for, with their statuses.

use std::collections::BTreeMap;

/// The status of one claim. `E` is evidence that a judge has accepted, `R` a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimStatus<E, R> {
    /// The claim may still be proved.
    Open,
    /// No strategy can prove the claim, as the evidence shows; it may still be violated.
    Unprovable(E),
    /// The claim is proved or violated, as the evidence shows.
    Settled(E),
    /// No strategy works on the claim any more, for this reason.
    GaveUp(R),
}

/// A failure of a strategy on a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure<R> {
    /// The strategy's name.
    pub strategy: &'static str,
    /// The reason.
    pub reason: R,
}

/// All claims with their statuses. `K` names a claim.
#[derive(Clone, Debug)]
pub struct Ledger<K, E, R> {
    claims: BTreeMap<K, Entry<E, R>>,
}

#[derive(Clone, Debug)]
struct Entry<E, R> {
    status: ClaimStatus<E, R>,
    /// The failures in the order in which they happened.
    failures: Vec<Failure<R>>,
}

impl<K: Ord + Copy, E, R: Clone + PartialEq> Ledger<K, E, R> {
    /// A ledger of open claims.
    pub fn new(claims: impl IntoIterator<Item = K>) -> Ledger<K, E, R> {
        let open = |key| (key, Entry { status: ClaimStatus::Open, failures: vec![] });
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

    /// Records that a claim is proved or violated.
    pub fn settle(&mut self, claim: K, evidence: E) {
        self.change(claim, ClaimStatus::Settled(evidence));
    }

    /// Records that no strategy can prove an open claim.
    pub fn mark_unprovable(&mut self, claim: K, evidence: E) {
        if self.is_open(claim) {
            self.change(claim, ClaimStatus::Unprovable(evidence));
        }
    }

    /// Records that no strategy works on a claim any more, unless it is settled.
    pub fn give_up(&mut self, claim: K, reason: R) {
        if !matches!(self.status(claim), Some(ClaimStatus::Settled(_))) {
            self.change(claim, ClaimStatus::GaveUp(reason));
        }
    }

    fn change(&mut self, claim: K, status: ClaimStatus<E, R>) {
        if let Some(entry) = self.claims.get_mut(&claim) {
            entry.status = status;
        }
    }

    /// Records that a strategy failed on a claim.
    pub fn fail(&mut self, claim: K, strategy: &'static str, reason: R) {
        let Some(entry) = self.claims.get_mut(&claim) else { return };
        let failure = Failure { strategy, reason };
        if !entry.failures.contains(&failure) {
            entry.failures.push(failure);
        }
    }

    /// The strategies that failed on a claim, in order.
    pub fn failures(&self, claim: K) -> &[Failure<R>] {
        self.claims.get(&claim).map_or(&[], |entry| &entry.failures)
    }
}
