//! Trials of several choices.

use super::*;
use crate::trials::TrialStatus;
use hornbook_records::Progress;
use hornbook_records::Verdict;

fn found(verdict: Verdict, ended: bool, revision: u32) -> Reply {
    let outcome = Box::new(Outcome { verdict, ..Outcome::from_assertions(vec![]) });
    Reply::Solved { revision, outcome, milliseconds: 1.0, ended }
}

/// The answer to the request with a ticket.
fn solved(ticket: u32, verdict: Verdict) -> Action {
    heard(WorkerRole::Trials(ticket), found(verdict, true, ticket))
}

/// The page with a text that was read, after heuristics were asked for; and the ticket that is wanted.
fn trying() -> (Rc<State>, u32) {
    trying_with(Options::default())
}

fn trying_with(options: Options) -> (Rc<State>, u32) {
    let asked = Action::CompareVerdicts(Some(ComparisonAxis::Heuristics));
    let state = after(State::new("a", options), [analysed(1), asked]);
    let ticket = wanted(&state).expect("something to try");
    (state, ticket)
}

fn wanted(state: &State) -> Option<u32> {
    state.next_trial().map(|(_, ticket)| ticket)
}

fn done(state: &State) -> usize {
    state.trials.as_ref().map_or(0, |trials| trials.ended())
}

#[test]
fn choices_are_tried_one_after_the_other() {
    let (state, first) = trying();
    let progress = Reply::Progress { revision: first, progress: Progress::default() };
    let state = state.reduce(heard(WorkerRole::Trials(first), progress));
    let running = |s: &State, n: usize| {
        let trials = s.trials.as_ref().expect("trials");
        matches!(trials.list[n].standing, TrialStatus::Running(_))
    };
    assert!(running(&state, 0) && !state.running(), "that is not the run of the student");
    let state = state.reduce(solved(first, Verdict::Certified));
    assert_eq!((wanted(&state), done(&state)), (Some(first + 1), 1));
    let late = state.clone().reduce(solved(first, Verdict::Certified));
    assert_eq!(done(&late), 1, "an answer counts once");
    let crash = |ticket| {
        Action::Heard(WorkerRole::Trials(ticket), WorkerEvent::Crashed("unreachable".into()))
    };
    let late = state.clone().reduce(crash(first));
    assert_eq!(done(&late), 1, "what broke down was not this one");
    let crashed = state.reduce(crash(first + 1));
    assert_eq!((wanted(&crashed), done(&crashed)), (Some(first + 2), 2));
    assert!(crashed.trouble.is_none() && matches!(crashed.run.value, SolverStatus::Idle));
}

#[test]
fn what_another_comparison_waits_for_is_not_answered_by_one_before() {
    let (state, first) = trying();
    let again = state.reduce(Action::CompareVerdicts(Some(ComparisonAxis::Heuristics)));
    assert_ne!(wanted(&again), Some(first));
    assert_eq!(done(&again.clone().reduce(solved(first, Verdict::Certified))), 0);
    assert!(again.reduce(Action::CompareVerdicts(None)).trials.is_none());
}

#[test]
fn trials_wait_while_the_text_is_another_one_and_can_be_stopped() {
    let (state, first) = trying();
    let edited = state.clone().reduce(Action::Edit("b".into()));
    assert!(wanted(&edited).is_none() && !edited.trials_fresh());
    let asked = Action::CompareVerdicts(Some(ComparisonAxis::Abstractions));
    let too_early = edited.clone().reduce(asked);
    assert!(too_early.trials == edited.trials, "what the text wants is not known yet");
    assert_eq!(wanted(&edited.reduce(Action::Edit("a".into()))), Some(first));
    let stopped = state.clone().reduce(Action::StopTrials);
    assert_eq!(wanted(&stopped), None);
    assert_eq!(wanted(&stopped.reduce(Action::ResumeTrials)), Some(first));
    let other = Link::program("b", Options::default());
    let replaced = state.reduce(Action::Replace(Box::new(other), "A link.".into()));
    assert!(replaced.trials.is_none());
}

#[test]
fn a_run_goes_before_and_what_it_finds_is_known() {
    let (found_by_itself, first) = trying();
    let run = heard(WorkerRole::Solver, found(Verdict::Certified, true, 1));
    let ended = found_by_itself.clone().reduce(Action::Run { by_itself: false }).reduce(run);
    assert_eq!(wanted(&ended), Some(first), "what is found by itself is no trial");
    let (state, first) =
        trying_with(Options::default().with_method(Some(MethodChoice::Abstraction)));
    let running = state.reduce(Action::Run { by_itself: false });
    assert_eq!(wanted(&running), None);
    let run = |ended| heard(WorkerRole::Solver, found(Verdict::Certified, ended, 1));
    let ended = running.clone().reduce(run(true));
    assert_eq!((wanted(&ended), done(&ended)), (Some(first + 1), 1));
    let cut = running.reduce(run(false));
    assert_eq!((wanted(&cut), done(&cut)), (Some(first), 0), "there may be more to be found");
    let asked = || Action::CompareVerdicts(Some(ComparisonAxis::Abstractions));
    assert_eq!((done(&ended.reduce(asked())), done(&cut.reduce(asked()))), (1, 0));
}

#[test]
fn a_choice_that_is_made_brings_what_came_of_it() {
    let (state, first) = trying();
    let state = state.reduce(solved(first, Verdict::Certified));
    let tried = |ended| {
        let answer =
            heard(WorkerRole::Trials(first + 1), found(Verdict::Certified, ended, first + 1));
        state.clone().reduce(answer).reduce(Action::AdoptTrial(1))
    };
    let adopted = tried(true);
    let chosen = &adopted.options.choices;
    let heuristic = Some(Heuristic::RelevantBasic);
    assert_eq!((&chosen.abstraction, chosen.heuristic), (&None, heuristic));
    assert!(adopted.run_fresh() && adopted.outcome().is_some() && adopted.stage == StageKey::SOLVE);
    assert!(adopted.trials_fresh() && wanted(&adopted) == Some(first + 2), "the others go on");
    let back = adopted.reduce(Action::AdoptTrial(0));
    let one_way = Options::default().with_method(Some(MethodChoice::Abstraction));
    assert_eq!(back.options, one_way, "what the program wants is still its own choice");
    let gave_up = tried(false);
    assert_eq!(gave_up.options.choices.heuristic, heuristic);
    assert!(gave_up.outcome().is_none(), "a verdict that more patience may change is not shown");
    let changed = state.reduce(Action::Edit("b".into())).reduce(Action::AdoptTrial(0));
    assert_eq!(changed.options, Options::default());
    assert!(changed.outcome().is_none(), "it is about another text");
}
