//! Going back and forward, and verdicts that come with what is opened.

use super::*;
use hornbook_tasks::choices::InvariantsChoice;

fn link(text: &str) -> Link {
    Link::program(text, Options::default())
}

fn visit(link: Link) -> Action {
    Action::Visit(Box::new(link))
}

#[test]
fn a_visit_to_another_stage_leaves_the_text_alone() {
    let state = after(State::new("a", Options::default()), [analysed(1)]);
    let stage = StageKey::SIMPLIFY;
    let there = Link { stage: stage.clone(), selected: Some(ClauseId(2)), ..link("a") };
    let went = state.reduce(visit(there));
    assert_eq!((&went.stage, went.selected, went.visits), (&stage, Some(ClauseId(2)), 1));
    assert!((went.revision, went.loads) == (1, 0) && went.fresh() && went.undo.newest().is_none());
}

#[test]
fn a_visit_to_what_was_replaced_is_an_undo_and_any_other_can_be_undone() {
    let opened = Action::Replace(Box::new(link("b")), OPENED_LINK.to_owned());
    let state = after(State::new("a", Options::default()), [opened, visit(link("a"))]);
    assert_eq!((&*state.text, state.undo.newest()), ("a", None));
    let state = state.reduce(visit(link("b")));
    assert_eq!(&*state.text, "b");
    assert_eq!(&*state.reduce(Action::Undo).text, "a");
}

#[test]
fn a_verdict_that_comes_with_a_link_is_looked_for_once_and_leaves_the_stage() {
    let solved = Link { solved: true, stage: StageKey::ABSTRACT, ..link("a") };
    let start = Start {
        link: solved.clone(),
        undo: UndoStack::default(),
        notice: None,
        damaged: false,
        is_own: false,
    };
    let state = State::opening(&start);
    assert!(!state.begins_to_solve(), "the text is not analysed yet");
    assert!(Link::from_state(&state).solved, "who passes the link on passes this on");
    let state = after(state, [analysed(1)]);
    assert!(state.begins_to_solve());
    let asked = state.clone().reduce(Action::Run { by_itself: false });
    assert_eq!(asked.stage, StageKey::SOLVE);
    let state = state.reduce(Action::Run { by_itself: true });
    assert!(!state.begins_to_solve() && state.running());
    assert_eq!(state.stage, StageKey::ABSTRACT);
    let edited = after(State::opening(&start), [Action::Edit("b".into())]);
    assert!(!edited.to_solve && !Link::from_state(&edited).solved);
    let chosen = after(State::opening(&start), [analysed(1), visit(solved)]);
    assert!(chosen.begins_to_solve());
}

/// Who empties the text, or takes a line away to write another, still wants his lines judged.
#[test]
fn judging_ends_with_another_text_without_lines() {
    let judged = Options::default().with_invariants(InvariantsChoice::Given);
    let state = State::new("while (c) { invariant i <= n; }", judged);
    for text in ["while (c) { invariant i < n; }", "while (c) { }", "", "i"] {
        let kept = after(state.clone(), [Action::Edit(text.into())]);
        assert!(kept.options.judges_lines(), "{text}");
    }
    let other = "int s = 0; for (int k = 0; k < 5; k++) { s += k; } assert(s == 10);";
    let replaced = after(state, [Action::Edit(other.into())]);
    assert_eq!(replaced.options, Options::default());
}
