//! The schedule of restarts and of costly heuristics by the number of conflicts, so that they do not slow
//! down easy questions.

/// Conflicts before the first restart.
const RESTART: u64 = 100;

/// Conflicts before the choice of decisions follows the conflicts.
const HARD: u64 = 16;

/// Conflicts before comparisons are propagated, and in between.
const PROPAGATE: u64 = 4;

/// The schedule of one question. All times are in conflicts of the solver.
pub(super) struct Schedule {
    propagate_at: u64,
    /// The present pause: it grows as long as propagation finds nothing.
    pause: u64,
    hard_at: u64,
    restart_at: u64,
    interval: u64,
}

impl Schedule {
    /// A schedule that starts after so many conflicts.
    pub(super) fn new(conflicts: u64) -> Schedule {
        Schedule {
            propagate_at: conflicts + PROPAGATE,
            pause: PROPAGATE,
            hard_at: conflicts + HARD,
            restart_at: conflicts + RESTART,
            interval: RESTART,
        }
    }

    /// Whether it is time to propagate comparisons.
    pub(super) fn propagates(&self, conflicts: u64) -> bool {
        conflicts >= self.propagate_at
    }

    /// Records whether a propagation of comparisons found any.
    pub(super) fn propagated(&mut self, conflicts: u64, found: bool) {
        self.pause = if found { PROPAGATE } else { 2 * self.pause };
        self.propagate_at = conflicts + self.pause;
    }

    /// Whether it is time to restart; the next restart is half as many conflicts later again.
    pub(super) fn restarts(&mut self, conflicts: u64) -> bool {
        let due = conflicts >= self.restart_at;
        if due {
            self.interval += self.interval / 2;
            self.restart_at = conflicts + self.interval;
        }
        due
    }

    /// Whether decisions should follow the conflicts.
    pub(super) fn is_hard(&self, conflicts: u64) -> bool {
        conflicts >= self.hard_at
    }
}
