//! A second look at a certified program: a shorter invariant.
//!
//! The first answer is the one that is found first, not the one that explains most. So its strategies are left out, and
//! the others may go on for as many steps as it took; of the checked invariants that they find the shortest is kept.
//!
//! **Soundness.** A second look is a search of its own, with the checks of each search. It replaces an outcome only by
//! one that certifies the same claims.

use super::{ChosenAbstraction, Driver, Input, Status};
use hornbook_records::strategies::Finding;
use hornbook_records::{AssertionOutcome, Invariant, Outcome};
use hornbook_settings::Settings;
use hornbook_tasks::choices::{Choices, MethodChoice};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A resumable search for an outcome whose invariants are shorter than those of the first one.
pub struct SecondLook {
    input: Input,
    /// The first outcome, or the best one that was found so far.
    best: Outcome,
    /// The search that has found it; `None` for the first outcome.
    found_by: Option<Driver>,
    searching: Option<Driver>,
    /// The strategies that are left out: what they find is known.
    left_out: BTreeSet<String>,
    /// The steps that it may still take.
    left: u64,
    /// The steps that it has taken.
    spent: u64,
}

impl SecondLook {
    /// A second look at the outcome of a search on an input; `None` where it is not worth it.
    pub fn new(input: &Input, first: &Outcome) -> Option<SecondLook> {
        if !first.deserves_second_look() || input.program.is_none() {
            return None;
        }
        let abstraction = match &first.abstraction {
            Some(answered) => answered.parse().ok()?,
            None => ChosenAbstraction::Fixed(input.settings.abstraction.clone()),
        };
        let method = Some(MethodChoice::Abstraction);
        let choices = Choices { method, abstraction: Some(abstraction), ..input.options.clone() };
        let mut look = SecondLook {
            input: Input::program(&input.text, &choices),
            best: first.clone(),
            found_by: None,
            searching: None,
            left_out: BTreeSet::new(),
            left: first.statistics.steps,
            spent: 0,
        };
        look.searching = Some(look.next_search(first)?);
        Some(look)
    }

    /// Works for about `steps` steps; `true` once nothing is left to do.
    pub fn step(&mut self, steps: u64) -> bool {
        let Some(driver) = &mut self.searching else { return true };
        let before = driver.steps();
        let status = driver.step(steps.min(self.left));
        let spent = driver.steps() - before;
        self.spent += spent;
        self.left = self.left.saturating_sub(spent);
        match status {
            Status::Running(_) if self.left > 0 => return false,
            Status::Running(_) => self.searching = None,
            Status::Done(outcome) => self.take(outcome),
        }
        self.searching.is_none()
    }

    /// The outcome that replaces the first one, with the steps of both, and its search; `None` if none does.
    pub fn into_outcome(mut self) -> Option<(Outcome, Driver)> {
        let driver = self.found_by?;
        self.best.statistics.steps += self.spent;
        Some((self.best, driver))
    }

    /// Compares the outcome of a search with the best one, and begins the next search.
    fn take(&mut self, outcome: Outcome) {
        let next = self.next_search(&outcome);
        let ended = std::mem::replace(&mut self.searching, next);
        if self.is_better(&outcome) {
            self.best = merge(&self.best, outcome);
            self.found_by = ended;
        }
    }

    /// A search without the strategies that have proved something in a search before; `None` if there are no others.
    fn next_search(&mut self, before: &Outcome) -> Option<Driver> {
        let rows = before.strategies.iter();
        let winners = rows.filter(|row| row.results.iter().any(|r| r.finding == Finding::Proved));
        let known = self.left_out.len();
        self.left_out.extend(winners.map(|row| row.name.clone()));
        let mut settings = Settings::default();
        settings.chc.proving.retain(|line| !self.left_out.contains(line.name));
        if self.left_out.len() == known || settings.chc.proving.is_empty() {
            return None;
        }
        Driver::with_settings(&self.input, Rc::new(settings))
    }

    fn is_better(&self, new: &Outcome) -> bool {
        let is_kept = |claim: &AssertionOutcome| {
            new.certified().any(|a| a.id == claim.id && a.span == claim.span)
        };
        let explains = |i: &Invariant| !i.passed_over && !i.has_unsaid;
        self.best.certified().all(is_kept)
            && new.rests_on_abstraction()
            && new.invariants.iter().all(explains)
            && length(new) < length(&self.best)
    }
}

/// The length of the invariants of an outcome at the heads of loops, in characters.
fn length(outcome: &Outcome) -> usize {
    let heads = outcome.invariants.iter().filter(|invariant| invariant.loop_head);
    heads.flat_map(Invariant::display_parts).map(|part| part.chars().count()).sum()
}

/// The new outcome, with what the search before has done and seen.
fn merge(before: &Outcome, new: Outcome) -> Outcome {
    let mut statistics = new.statistics;
    statistics.questions += before.statistics.questions;
    statistics.steps = before.statistics.steps;
    Outcome {
        statistics,
        may_not_end: before.may_not_end,
        tasks: before.tasks.clone(),
        strategies: before.strategies.iter().cloned().chain(new.strategies).collect(),
        warnings: before.warnings.clone(),
        abstraction: before.abstraction.clone(),
        ..new
    }
}
