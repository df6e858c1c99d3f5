//! Counterexamples of a vocabulary: whether the clauses have them too, and if not, what they teach.

use super::super::Why;
use super::{Attempt, Event, State, parameters, violated};
use crate::refute::{Counterexample, Refutation, fits_together, refute};
use hornbook_base::Budget;
use hornbook_evidence::derivation::Derivation;

/// A counterexample, and how many steps the next question about it may take.
pub(super) struct Doubt {
    pub(super) found: Counterexample,
    pub(super) steps: u64,
}

impl Attempt {
    /// Whether a counterexample of the vocabulary is one of the clauses. What takes long is asked again later, with
    /// more steps, so that others have their turns.
    pub(super) fn counterexample(&mut self, doubt: Doubt, budget: &mut Budget) -> Event {
        let State::Working(engine) = &self.state else { return Event::Further };
        let (found, limits) = (&doubt.found, &self.settings.refute);
        let most = doubt.steps.min(self.settings.sharing.counterexample);
        let about = violated(&engine.rules()[found.rule()]);
        if self.pruned.is_some() {
            let fits = budget.within(most, |own| fits_together(engine.rules(), found, limits, own));
            return match fits {
                Some(false) if self.invents(found, budget) => Event::Further,
                Some(false) => Event::Fails(about, Why::Vocabulary),
                None if self.asks_again(&doubt) => Event::Further,
                Some(true) | None => {
                    self.leave();
                    self.parked = None;
                    // Perhaps the rules contradict each other; only all their premises can show it. What atoms are
                    // mined from stays, as premises that others imply say nothing new.
                    self.pruned = None;
                    Event::Further
                }
            };
        }
        let refutation = budget
            .within(most, |own| refute(engine.rules(), found, &self.problem.system, limits, own));
        match refutation {
            Refutation::Derivation(derivation) => self.derived(derivation),
            Refutation::Spurious if self.invents(found, budget) => Event::Further,
            Refutation::Spurious => Event::Fails(about, Why::Vocabulary),
            Refutation::TooHard if self.asks_again(&doubt) => Event::Further,
            // A richer vocabulary may avoid the counterexample that cannot be decided.
            Refutation::TooHard => {
                Event::Fails(about, Why::TooHard("a question was too hard".into()))
            }
            Refutation::Unknown(what) => Event::Fails(about, Why::TooHard(what)),
        }
    }

    /// Whether a question is to be asked again with more steps.
    fn asks_again(&mut self, doubt: &Doubt) -> bool {
        let more = doubt.steps < self.settings.sharing.counterexample;
        let (found, steps) = (doubt.found.clone(), doubt.steps.saturating_mul(4));
        self.doubt = more.then_some(Doubt { found, steps });
        more
    }

    /// A violation was derived; in a part of the clauses that means nothing.
    fn derived(&mut self, derivation: Derivation) -> Event {
        let root = derivation.clause;
        if self.part.is_some() {
            self.refuted.insert(root);
            return Event::Fails(Some(root), Why::Vocabulary);
        }
        self.excuse(&|clause| clause == root);
        Event::Derivation(derivation)
    }

    /// Whether a question about a counterexample takes long.
    pub(in crate::portfolio) fn is_in_doubt(&self) -> bool {
        self.doubt.is_some()
    }

    /// Whether the next question about a counterexample may take more steps than that.
    pub(in crate::portfolio) fn doubts_beyond(&self, steps: u64) -> bool {
        self.doubt.as_ref().is_some_and(|doubt| doubt.steps > steps)
    }

    /// Whether the reason why no derivation follows a counterexample adds to the vocabulary. If so the engine begins
    /// again.
    fn invents(&mut self, found: &Counterexample, budget: &mut Budget) -> bool {
        let State::Working(engine) = &self.state else { return false };
        if self.rung.is_none_or(|rung| !rung.invents) {
            return false;
        }
        let (rules, limits) = (engine.rules(), &self.settings.interpolate);
        let (system, _) = parameters(&self.reduced, &self.problem);
        let about = violated(&rules[found.rule()]);
        let news = self.inventions.invent(rules, found, about, system, limits, budget);
        if news {
            self.leave();
        }
        news
    }
}
