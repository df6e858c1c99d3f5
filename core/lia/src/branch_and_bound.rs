//! Branch and bound on integer forms, recorded as a tree of splits with rational leaves.
//!
//! The tree is the certificate: inner nodes split `e <= k` or `e >= k + 1`, leaves carry the
//! multipliers of a rational contradiction. Splits that a refutation does not use are dropped.

use super::simplex::{BoundReason, Farkas, Side, Simplex};
use super::tableau::TVar;
use hornbook_base::{Budget, Exhausted, Int};

/// A node of a refutation; children are earlier nodes.
#[derive(Clone, Debug)]
pub(super) enum Refutation {
    /// A rational contradiction.
    Leaf(Farkas),
    /// Either `form <= bound` or `form >= bound + 1`.
    Split { id: u32, form: TVar, bound: Int, low: usize, high: usize },
}

/// A refutation of bounds over the integers.
#[derive(Clone, Debug)]
pub(super) struct Conflict {
    /// The bounds of the refutation, sorted.
    pub(super) used: Vec<BoundReason>,
    /// The nodes; the last one is the root. Empty when no record was wanted.
    pub(super) nodes: Vec<Refutation>,
}

impl Conflict {
    /// A conflict over the rationals.
    pub(super) fn rational(farkas: Farkas, record: bool) -> Conflict {
        let mut used: Vec<BoundReason> = farkas.iter().map(|(why, _)| *why).collect();
        used.sort_unstable();
        used.dedup();
        let nodes = if record { vec![Refutation::Leaf(farkas)] } else { Vec::new() };
        Conflict { used, nodes }
    }
}

/// The result of a search.
pub(super) enum BranchResult {
    /// The simplex now has a solution in which all chosen forms are integers.
    Found,
    /// There is no such solution.
    Refuted(Conflict),
    /// The limit of splits was reached.
    Cut,
}

struct OpenBranch {
    id: u32,
    form: TVar,
    bound: Int,
    mark: usize,
    /// The refutation of the lower half: its bounds, and its root.
    low: Option<(Vec<BoundReason>, usize)>,
}

/// A depth-first search, which can be interrupted.
pub(super) struct BranchAndBound {
    record: bool,
    /// The maximal number of splits, if there is one.
    limit: Option<u32>,
    stack: Vec<OpenBranch>,
    nodes: Vec<Refutation>,
    splits: u32,
    /// A contradiction with the last new bound.
    clash: Option<Farkas>,
}

impl BranchAndBound {
    pub(super) fn new(record: bool, limit: Option<u32>) -> BranchAndBound {
        let (stack, nodes) = (Vec::new(), Vec::new());
        BranchAndBound { record, limit, stack, nodes, splits: 0, clash: None }
    }

    /// Searches until `choose` finds no form with a fractional value any more. The bounds of the
    /// simplex are left as the search had them at the end; the caller restores them.
    /// # Errors
    /// The budget is used up; the next call goes on.
    /// The budget is used up; the next call goes on.
    pub(super) fn run(
        &mut self,
        simplex: &mut Simplex,
        mut choose: impl FnMut(&mut Simplex, u32) -> Option<TVar>,
        budget: &mut Budget,
    ) -> Result<BranchResult, Exhausted> {
        loop {
            let conflict = match self.clash.take() {
                Some(farkas) => Some(farkas),
                None => simplex.check(budget)?,
            };
            if let Some(farkas) = conflict {
                if let Err(done) = self.close_branch(simplex, farkas) {
                    return Ok(BranchResult::Refuted(done));
                }
                continue;
            }
            budget.begin(1)?;
            let Some(form) = choose(simplex, self.splits) else {
                return Ok(BranchResult::Found);
            };
            if self.limit.is_some_and(|limit| self.splits >= limit) {
                return Ok(BranchResult::Cut);
            }
            self.split(simplex, form);
        }
    }

    fn split(&mut self, simplex: &mut Simplex, form: TVar) {
        let id = self.splits;
        self.splits += 1;
        let bound = simplex.value(form).floor();
        let mark = simplex.mark();
        let clash =
            simplex.assert(form, Side::Upper, bound.clone(), BoundReason::Split(id), usize::MAX);
        self.stack.push(OpenBranch { id, form, bound, mark, low: None });
        self.clash = clash.err();
    }

    fn node(&mut self, node: Refutation) -> usize {
        if self.record {
            self.nodes.push(node);
        }
        self.nodes.len().saturating_sub(1)
    }

    /// Closes a branch and goes on with the next open one, whose assumption may clash at once.
    ///
    /// # Errors
    /// The whole refutation, when no branch is open.
    fn close_branch(&mut self, simplex: &mut Simplex, farkas: Farkas) -> Result<(), Conflict> {
        let mut used: Vec<BoundReason> = farkas.iter().map(|(why, _)| *why).collect();
        used.sort_unstable();
        used.dedup();
        let mut root = self.node(Refutation::Leaf(farkas));
        while let Some(mut open) = self.stack.pop() {
            simplex.undo_to_mark(open.mark);
            let this = BoundReason::Split(open.id);
            let Ok(place) = used.binary_search(&this) else {
                // The split was not needed: the refutation holds one level up.
                continue;
            };
            used.remove(place);
            if let Some((low_used, low)) = open.low.take() {
                used.extend(low_used);
                used.sort_unstable();
                used.dedup();
                let OpenBranch { id, form, bound, .. } = open;
                root = self.node(Refutation::Split { id, form, bound, low, high: root });
                continue;
            }
            let next = &open.bound + &Int::ONE;
            let clash = simplex.assert(open.form, Side::Lower, next, this, usize::MAX);
            open.low = Some((used, root));
            self.stack.push(open);
            self.clash = clash.err();
            return Ok(());
        }
        let nodes = std::mem::take(&mut self.nodes);
        Err(Conflict { used, nodes })
    }
}
