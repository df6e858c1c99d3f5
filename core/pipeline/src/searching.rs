//! The searches for failing runs of the programs that a method asks about, one for each program. What is found does not
//! depend on how arrays are abstracted, so the roads of one program share it, and no run is replayed twice.
//!
//! A replay goes in slices, as it may take many millions of steps.

use super::Input;
use hornbook_base::{Budget, LineIndex};
use hornbook_explain as explain;
use hornbook_lang::calls::Chosen;
use hornbook_lang::interp::{ListedChoices, Shortened};
use hornbook_lang::typed::{AssertId, Program};
use hornbook_records::Run;
use hornbook_runs::bounded::Bounded;
use hornbook_runs::shared::Shared;
use hornbook_runs::{Candidate, may_take};
use hornbook_settings::{LikelyRuns, Settings};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What roads share. An empty one knows nothing.
#[derive(Clone, Default)]
pub(super) struct Searches(Rc<RefCell<Vec<Known>>>);

/// What a program is made from, and the search for its failing runs.
struct Known {
    text: String,
    check_bounds: bool,
    calls: Chosen,
    search: Shared,
    replays: Replays,
}

/// So many steps of the interpreter count for one of the search.
const REPLAYED: u64 = 50;

/// The runs of a program that the interpreter was asked about.
#[derive(Clone, Default)]
pub(super) struct Replays(Rc<RefCell<Vec<(Candidate, Replay)>>>);

/// What came of a run so far.
enum Replay {
    Running(Box<Shortened<ListedChoices>>),
    /// The run in words, if it violates its assertion.
    Over(Option<Run>),
}

impl Replays {
    /// Lets the interpreter decide about a candidate; `None` if it takes more than the budget. Then it goes on with the
    /// next call.
    pub(super) fn decide(
        &self,
        candidate: &Candidate,
        (program, lines, text): (&Program, &LineIndex, &str),
        limits: &LikelyRuns,
        budget: &mut Budget,
    ) -> Option<Option<Run>> {
        let mut all = self.0.borrow_mut();
        let known = all.iter().position(|(known, _)| known == candidate);
        let at = known.unwrap_or_else(|| {
            let choices = ListedChoices::new(candidate.choices.clone());
            let how = explain::run::shortening(may_take(candidate, limits));
            let run = Shortened::new(choices, candidate.assert, how);
            all.push((candidate.clone(), Replay::Running(Box::new(run))));
            all.len() - 1
        });
        let (_, replay) = all.get_mut(at)?;
        if let Replay::Running(run) = replay {
            let most = usize::try_from(budget.left().max(1).saturating_mul(REPLAYED))
                .unwrap_or(usize::MAX);
            let mut left = most;
            let over = run.step(program, &mut left);
            budget.charge((most - left) as u64 / REPLAYED);
            if !over {
                return None;
            }
            let run = std::mem::replace(replay, Replay::Over(None));
            if let Replay::Running(run) = run {
                let (trace, choices) = run.finish();
                let fails = trace.failed.iter().any(|(a, _)| *a == candidate.assert);
                let accepted = fails && choices.misfits().is_empty();
                let words =
                    || explain::run::describe(program, lines, text, &trace, candidate.assert);
                *replay = Replay::Over(accepted.then(words));
            }
        }
        match replay {
            Replay::Over(run) => Some(run.clone()),
            Replay::Running(_) => None,
        }
    }
}

impl Known {
    fn is_of(&self, input: &Input) -> bool {
        let same = self.check_bounds == input.options.check_bounds;
        same && self.calls == input.settings.calls && self.text == input.text
    }
}

impl Searches {
    /// The search for runs of a program that violate these assertions; `None` if there is no program.
    pub(super) fn of(
        &self,
        input: &Input,
        about: &BTreeSet<AssertId>,
        settings: &Rc<Settings>,
    ) -> Option<(Shared, Replays)> {
        let mut known = self.0.borrow_mut();
        if let Some(known) = known.iter().find(|k| k.is_of(input) && k.search.is_about(about)) {
            return Some((known.search.clone(), known.replays.clone()));
        }
        // Runs are followed step by step, whatever the abstraction starts from.
        let system = input.paths.as_ref().or(input.system.as_ref())?;
        let program = Rc::new(input.program.clone()?);
        let search = Bounded::new(Rc::new(system.clone()), about.clone(), settings.clone());
        let search = Shared::new(search.with_program(program), about.clone());
        let replays = Replays::default();
        known.push(Known {
            text: input.text.clone(),
            check_bounds: input.options.check_bounds,
            calls: input.settings.calls.clone(),
            search: search.clone(),
            replays: replays.clone(),
        });
        Some((search, replays))
    }
}
