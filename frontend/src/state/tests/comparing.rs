//! Comparisons of the clause on view.

use super::*;

/// Asks for a comparison where comparisons are shown.
fn comparing() -> [Action; 3] {
    let select = Action::Select(Some(ClauseId(4)));
    [Action::Show(StageKey::ELIMINATE), select, Action::Compare(Some(ComparisonAxis::Heuristics))]
}

#[test]
fn a_link_brings_its_comparison_and_undo_the_one_before() {
    let state = after(State::new("a", Options::default()), comparing());
    let link = Link::from_state(&state);
    assert_eq!(
        (link.selected, &link.compared),
        (Some(ClauseId(4)), &Some(ComparisonAxis::Heuristics))
    );
    let opened = Rc::new(State::opening(&Start {
        link: link.clone(),
        undo: UndoStack::default(),
        notice: None,
        damaged: false,
        is_own: false,
    }));
    let asked = |s: &State| s.comparison_to_request().map(|a| (a.revision == s.revision, a.axis));
    assert_eq!(asked(&opened), Some((true, ComparisonAxis::Heuristics)));
    let compared = Some(ComparisonAxis::Abstractions);
    let other = Link { compared, ..Link { text: "b".to_owned(), ..link } };
    let replaced = opened.reduce(Action::Replace(Box::new(other), "A link.".into()));
    assert_eq!(asked(&replaced), Some((true, ComparisonAxis::Abstractions)));
    assert_eq!(
        asked(&replaced.clone().reduce(Action::Undo)),
        Some((true, ComparisonAxis::Heuristics))
    );
    let elsewhere = replaced.reduce(Action::Show(StageKey::GRAPH));
    assert_eq!(elsewhere.comparison_to_request(), None, "nobody would see it");
}

#[test]
fn a_comparison_is_about_the_clause_on_view() {
    let reply = |axis| {
        let asked = ComparisonRequest { revision: 1, clause: ClauseId(4), axis };
        heard(WorkerRole::Comparison, Reply::Compared { asked, comparison: None, pictures: vec![] })
    };
    let state = after(State::new("a", Options::default()), comparing());
    assert!(state.comparison_to_request().is_some_and(|a| a.clause == ClauseId(4)));
    let other = state.clone().reduce(reply(ComparisonAxis::Abstractions));
    assert!(other.comparison_to_request().is_some(), "an answer to another question");
    let answered = state.clone().reduce(reply(ComparisonAxis::Heuristics));
    assert!(answered.comparison.is_some() && answered.comparison_to_request().is_none());
    for away in [Action::Select(Some(ClauseId(5))), Action::Edit("b".into())] {
        let gone = answered.clone().reduce(away);
        assert!(gone.comparison.is_none());
        assert!(gone.reduce(reply(ComparisonAxis::Heuristics)).comparison.is_none());
    }
    let chosen = Options::default().with_heuristic(Some(Heuristic::Ma15));
    assert!(answered.reduce(Action::Choose(chosen)).comparison.is_none());
}

#[test]
fn a_comparison_that_breaks_down_says_why() {
    let crash = Action::Heard(WorkerRole::Comparison, WorkerEvent::Crashed("unreachable".into()));
    let asked = comparing().into_iter().chain([crash]);
    let state = after(State::new("a", Options::default()), asked);
    let failed = ComparisonStatus::Failed("unreachable".into());
    assert!(state.comparison.as_ref().is_some_and(|c| c.answer == failed));
}

#[test]
fn another_way_that_cannot_be_read_is_told_and_not_compared() {
    let other = ComparisonAxis::from_words(&["cell2 @ tiling".to_owned(), "relevant".to_owned()]);
    let asked = [Action::Select(Some(ClauseId(4))), Action::Compare(other)];
    let state = after(State::new("a", Options::default()), asked);
    assert_eq!(state.comparison_to_request(), None);
    let answer = state.comparison.as_ref().map(|c| &c.answer);
    assert!(matches!(answer, Some(ComparisonStatus::Failed(reason)) if reason.contains('@')));
}
