//! What comes of several choices.

use super::*;
use crate::trials::Standing;
use hornbook_core::explain::{UnknownReason, Verdict};

fn outcome(verdict: Verdict) -> Box<Outcome> {
    Box::new(Outcome { verdict, ..Outcome::of(vec![]) })
}

fn solved(who: Who, revision: u32, verdict: Verdict) -> Action {
    heard(who, Reply::Solved { revision, outcome: outcome(verdict), milliseconds: 1.0 })
}

/// The page after heuristics were asked for, and the ticket that is wanted.
fn trying() -> (Rc<State>, u32) {
    let asked = Action::CompareVerdicts(Some(Axis::Heuristics));
    let state = after(State::new("a", Options::default()), [asked]);
    let ticket = wanted(&state).expect("something to try");
    (state, ticket)
}

fn wanted(state: &State) -> Option<u32> {
    state.wanted_trial().map(|(ticket, _)| ticket)
}

fn done(state: &State) -> usize {
    state.trials.as_ref().map_or(0, |trials| trials.ended())
}

#[test]
fn choices_are_tried_one_after_the_other() {
    let (state, first) = trying();
    let progress = Reply::Progress { revision: first, progress: Progress::default() };
    let state = state.reduce(heard(Who::Trier, progress));
    let running = |s: &State, n: usize| {
        let trials = s.trials.as_ref().expect("trials");
        matches!(trials.list[n].standing, Standing::Running(_))
    };
    assert!(running(&state, 0) && !state.running(), "that is not the run of the student");
    let state = state.reduce(solved(Who::Trier, first, Verdict::Certified));
    assert_eq!((wanted(&state), done(&state)), (Some(first + 1), 1));
    let late = state.clone().reduce(solved(Who::Trier, first, Verdict::Certified));
    assert_eq!(done(&late), 1, "an answer counts once");
    let crash = Action::Heard(Who::Trier, Event::Crashed("unreachable".into()));
    let crashed = state.reduce(crash);
    assert_eq!((wanted(&crashed), done(&crashed)), (Some(first + 2), 2));
    assert!(crashed.trouble.is_none() && matches!(crashed.run.value, Solving::Idle));
}

#[test]
fn what_another_comparison_waits_for_is_not_answered_by_one_before() {
    let (state, first) = trying();
    let again = state.reduce(Action::CompareVerdicts(Some(Axis::Heuristics)));
    assert_ne!(wanted(&again), Some(first));
    assert_eq!(done(&again.clone().reduce(solved(Who::Trier, first, Verdict::Certified))), 0);
    assert!(again.reduce(Action::CompareVerdicts(None)).trials.is_none());
}

#[test]
fn trials_wait_while_the_text_is_another_one_and_can_be_stopped() {
    let (state, first) = trying();
    let edited = state.clone().reduce(Action::Edit("b".into()));
    assert!(wanted(&edited).is_none() && !edited.trials_fresh());
    assert_eq!(wanted(&edited.reduce(Action::Edit("a".into()))), Some(first));
    let stopped = state.clone().reduce(Action::HaltTrials(true));
    assert_eq!(wanted(&stopped), None);
    assert_eq!(wanted(&stopped.reduce(Action::HaltTrials(false))), Some(first));
    let other = Link::program("b", Options::default());
    let replaced = state.reduce(Action::Replace(Box::new(other), "A link.".into()));
    assert!(replaced.trials.is_none());
}

#[test]
fn a_verdict_that_is_known_is_not_looked_for_again() {
    let asks = |verdict| {
        let asked = Action::CompareVerdicts(Some(Axis::Abstractions));
        let actions = [Action::Run, solved(Who::Solver, 1, verdict), asked];
        done(&after(State::new("a", Options::default()), actions))
    };
    assert_eq!(asks(Verdict::Certified), 1);
    assert_eq!(asks(Verdict::Unknown(UnknownReason::Budget)), 0, "it may have been stopped early");
}

#[test]
fn a_choice_that_is_made_brings_what_came_of_it() {
    let (state, first) = trying();
    let tried = |verdict: Verdict| {
        let first_two =
            [solved(Who::Trier, first, verdict.clone()), solved(Who::Trier, first + 1, verdict)];
        after((*state).clone(), first_two).reduce(Action::AdoptTrial(1))
    };
    let adopted = tried(Verdict::Certified);
    assert_eq!(
        (&*adopted.options.abstraction, &*adopted.options.heuristic),
        ("", "relevant-basic")
    );
    assert!(adopted.run_fresh() && adopted.outcome().is_some() && adopted.stage == Stage::Solve);
    assert!(adopted.trials_fresh() && wanted(&adopted) == Some(first + 2), "the others go on");
    let gave_up = tried(Verdict::Unknown(UnknownReason::Budget));
    assert_eq!(&*gave_up.options.heuristic, "relevant-basic");
    assert!(gave_up.outcome().is_none(), "there may be more patience for it");
    let changed = state.reduce(Action::Edit("b".into())).reduce(Action::AdoptTrial(1));
    assert_eq!(changed.options, Options::default(), "it is about another text");
}
