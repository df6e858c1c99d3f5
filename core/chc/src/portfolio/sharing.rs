//! Whose turn it is: the main engine and the searches beside it share the steps.

use super::Portfolio;

/// Who has a turn.
#[derive(Clone, Copy)]
pub(super) enum Worker {
    /// The engine of the present rung.
    Engine,
    /// The search for derivations from the facts.
    Saturation,
    /// The search for derivations from the violation.
    Unrolling,
    /// The search for failing runs.
    Scout,
}

impl<R> Portfolio<R> {
    /// Whose turn it is: every other one belongs to the searches for derivations and for runs once it is `late`. A search
    /// one of whose questions took long waits until the main engine has spent as much.
    pub(super) fn whose_turn(&self, late: bool) -> Worker {
        let alone = self.rung.is_none();
        let shared = late && self.turns.is_multiple_of(2);
        if !(alone || shared) {
            return Worker::Engine;
        }
        let fourth = self.turns.is_multiple_of(4);
        if !alone && self.scout.as_ref().is_some_and(|scout| scout.can_wait()) {
            // One turn in eight, which is none of those for derivations.
            let its = self.turns % 8 == 2;
            let others = fourth && (self.may_saturate() || self.may_unroll());
            if !its && !others {
                return Worker::Engine;
            }
        }
        let worker = if self.may_saturate() && (fourth || !self.may_unroll()) {
            Worker::Saturation
        } else if self.may_unroll() && (fourth || !self.may_find_runs()) {
            Worker::Unrolling
        } else if self.may_find_runs() {
            Worker::Scout
        } else {
            Worker::Engine
        };
        let is_ahead = self.spent_by[worker as usize] > self.spent_by[Worker::Engine as usize];
        if !alone && is_ahead { Worker::Engine } else { worker }
    }
}
