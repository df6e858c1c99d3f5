//! The tour uses the page, and restores the student's work.

use super::*;

fn scene(text: &str) -> Action {
    Action::ShowScene(Box::new(Link::program(text, Options::default())))
}

/// Own work with something to undo.
fn own() -> Rc<State> {
    let opened = [
        Action::Replace(Box::new(link("given")), "A link.".into()),
        Action::Show(StageKey::ELIMINATE),
        Action::Select(Some(ClauseId(7))),
    ];
    after(State::new("mine", Options::default()), opened)
}

#[test]
fn the_tour_gives_back_what_it_borrowed() {
    let before = own();
    let edit = || Action::Edit("scene and more".into());
    for meanwhile in [edit(), Action::Choose(Options::default()), Action::Undo, Action::Dismiss] {
        let state = after((*before).clone(), [Action::BeginTour, scene("scene"), meanwhile]);
        assert!(state.saved_work.is_some() && state.undo.newest().is_none());
        let state = state.reduce(Action::EndTour);
        assert_eq!(Link::from_state(&state), Link::from_state(&before));
        assert!(state.undo == before.undo && state.saved_work.is_none());
    }
}

#[test]
fn a_tour_that_begins_within_the_tour_gives_back_the_same() {
    let before = own();
    let twice = [Action::BeginTour, scene("one"), Action::BeginTour, scene("two"), Action::EndTour];
    let state = after((*before).clone(), twice);
    assert_eq!(Link::from_state(&state), Link::from_state(&before));
    assert_eq!(state.undo, before.undo);
}

#[test]
fn what_is_opened_during_the_tour_stays_and_takes_the_place_of_the_own_work() {
    let before = own();
    let replace = || Action::Replace(Box::new(link("opened")), "Opened.".into());
    let load = || Action::Load(TextKind::Program, "opened".into(), "Opened.".into());
    for open in [replace(), load()] {
        let options = Choices { loops: true, ..Choices::default() }.into();
        let tour = [Action::BeginTour, scene("scene"), Action::Choose(options), open];
        let late = [scene("late"), Action::EndTour];
        let state = after((*before).clone(), tour.into_iter().chain(late));
        let choices = &state.options.choices;
        assert_eq!((&*state.text, choices.heuristic), ("opened", Some(Heuristic::Ma15)));
        assert!(!choices.loops, "the choices of the tour are nobody's");
        let state = state.reduce(Action::Undo);
        assert_eq!(Link::from_state(&state), Link::from_state(&before));
        assert_eq!(state.undo, before.undo, "what could be undone before still can");
    }
}

#[test]
fn the_tour_keeps_what_is_said_about_a_link_that_was_not_opened() {
    let told = [
        Action::BeginTour,
        Action::SetNotice(Some("Bad.".into())),
        scene("scene"),
        Action::EndTour,
    ];
    let state = after(State::new("mine", Options::default()), told);
    assert_eq!((&*state.text, state.notice.as_deref()), ("mine", Some("Bad.")));
}
