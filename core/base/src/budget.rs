//! Deterministic limits on work.
//!
//! Solving goes in turns of a fixed size, however the caller cuts its steps, and a piece of work
//! that was begun is finished: begun again in the next turn it might never end. So only whether the
//! time suffices depends on the machine.

use serde::{Deserialize, Serialize};

/// The number of steps that a piece of work may still take.
///
/// Steps are counted, never timed, so that the same input gives the same output on every machine.
/// A caller that wants a limit in seconds hands out steps in slices and looks at a clock in between.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    steps: u64,
    /// Steps used beyond the budget.
    owed: u64,
}

/// Term nodes that are read and rewritten in about the time of one step.
const NODES: u64 = 4;

/// The size from which on terms mostly share subterms, so that a walk takes less time than their size says.
const SHARED: usize = 6_000;

/// The number of steps for reading and rewriting terms of these sizes.
pub fn rewrite_steps(sizes: impl Iterator<Item = usize>) -> u64 {
    sizes.map(|size| size.min(SHARED) as u64).sum::<u64>() / NODES
}

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

impl Budget {
    /// A budget of `steps` steps.
    pub fn steps(steps: u64) -> Budget {
        Budget { steps, owed: 0 }
    }

    /// Takes `n` steps off.
    ///
    /// # Errors
    /// [`Exhausted`] when fewer than `n` were left; the budget is then empty.
    pub fn spend(&mut self, n: u64) -> Result<(), Exhausted> {
        let left = self.steps.checked_sub(n);
        self.steps = left.unwrap_or(0);
        left.map(|_| ()).ok_or(Exhausted)
    }

    /// Begins a piece of work that cannot be divided and takes about `n` steps. Any step that is
    /// left allows it, so that work goes on however small the slices are.
    ///
    /// # Errors
    /// [`Exhausted`] when none was left.
    pub fn begin(&mut self, n: u64) -> Result<(), Exhausted> {
        if self.steps == 0 {
            return Err(Exhausted);
        }
        self.charge(n);
        Ok(())
    }

    /// Charges the steps that work with a budget of its own has used; steps that are not left are owed.
    pub fn charge(&mut self, used: u64) {
        self.owed += used.saturating_sub(self.steps);
        self.steps = self.steps.saturating_sub(used);
    }

    /// The steps used of a budget that began with `start` steps, with those owed: a piece of work may take
    /// several turns.
    pub fn used(&self, start: u64) -> u64 {
        start - self.steps + self.owed
    }

    /// Does a piece of work with a budget of `most` steps, whatever is left here, and charges its steps: at least one,
    /// so that any number of such pieces comes to an end.
    pub fn run_limited<T>(&mut self, most: u64, work: impl FnOnce(&mut Budget) -> T) -> T {
        let mut own = Budget::steps(most);
        let answer = work(&mut own);
        self.charge(own.used(most).max(1));
        answer
    }

    /// Steps left.
    pub fn left(&self) -> u64 {
        self.steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_runs_out_and_stays_out() {
        let mut budget = Budget::steps(3);
        assert_eq!(budget.spend(2), Ok(()));
        assert_eq!(budget.spend(2), Err(Exhausted));
        assert_eq!(budget.spend(1), Err(Exhausted));
        assert_eq!(budget.left(), 0);
        assert_eq!(budget.begin(1), Err(Exhausted));
    }

    #[test]
    fn what_is_owed_counts_as_used() {
        let mut budget = Budget::steps(5);
        budget.charge(7);
        assert_eq!((budget.left(), budget.used(5)), (0, 7));
        budget.run_limited(10, |own| own.charge(3));
        assert_eq!((budget.left(), budget.used(5)), (0, 10));
        assert_eq!(budget.spend(1), Err(Exhausted));
    }

    #[test]
    fn the_last_step_begins_work_of_any_size() {
        let mut budget = Budget::steps(2);
        assert_eq!(budget.begin(1), Ok(()));
        assert_eq!(budget.begin(7), Ok(()));
        assert_eq!(budget.begin(7), Err(Exhausted));
    }
}
