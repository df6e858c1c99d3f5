//! The verdicts on single assertions.

use super::*;
use hornbook_pipeline::{Driver, Status};
use hornbook_records::Verdict;

const TWO_BUGS: &str = "int x = 1;\nassert(x == 2);\nassert(x == 1);\nassert(x == 3);";

/// The page with the outcome for the text.
fn solved(text: &str) -> Rc<State> {
    let input = Input::program(text, &Choices::default());
    let mut solving = Driver::new(&input).expect("no errors");
    let outcome = loop {
        if let Status::Done(outcome) = solving.step(100_000) {
            break Box::new(outcome);
        }
    };
    let solved = Reply::Solved { revision: 1, outcome, milliseconds: 1.0, ended: true };
    after(
        State::new(text, Options::default()),
        [Action::Run { by_itself: false }, heard(WorkerRole::Solver, solved)],
    )
}

fn place(state: &State) -> Option<usize> {
    examined(state.outcome()?, state.examined)
}

/// The line of the assertion that the run on view breaks.
fn broken(state: &State) -> Option<u32> {
    let run = state.failing_run()?;
    let assertions = &state.outcome()?.assertions;
    assertions.iter().find(|a| a.id == Some(run.assert)).map(|a| a.line)
}

#[test]
fn each_assertion_has_its_own_run() {
    let state = solved(TWO_BUGS);
    assert_eq!((broken(&state), place(&state)), (Some(2), Some(0)));
    let other = after((*state).clone(), [Action::Step(1), Action::Examine(2)]);
    assert_eq!((broken(&other), place(&other), other.step), (Some(4), Some(2), 0));
    assert!(other.target.as_ref().is_some_and(|(_, span)| span.slice(TWO_BUGS).contains("x == 3")));
    let holds = after((*other).clone(), [Action::Examine(1)]);
    assert_eq!(holds.evidence(), Some(&Verdict::Certified));
    assert!(holds.failing_run().is_none());
    let none = after((*other).clone(), [Action::Examine(7)]);
    assert_eq!(place(&none), Some(2));
}

#[test]
fn what_was_examined_is_forgotten_when_solving_begins_again() {
    let state =
        after((*solved(TWO_BUGS)).clone(), [Action::Examine(2), Action::Run { by_itself: false }]);
    assert!(state.outcome().is_none() && state.evidence().is_none());
    let again = after((*solved(TWO_BUGS)).clone(), []);
    assert_eq!(broken(&again), Some(2));
}

#[test]
fn a_wrong_hint_shows_its_run() {
    let state = solved("int i = 0;\nhint i == 3;\nassert(i == 0);");
    assert!(state.failing_run().is_none());
    let place = state.outcome().and_then(|o| o.assertions.iter().position(|a| !a.counts()));
    let state = after((*state).clone(), [Action::Examine(place.expect("a hint"))]);
    assert_eq!(broken(&state), Some(2));
}
