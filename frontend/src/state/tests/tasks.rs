//! Tasks are opened, and left again.

use super::*;
use hornbook_records::Progress;
use hornbook_records::{TaskProgress, TaskRecord};
use hornbook_tasks::choices::Choices;
use hornbook_tasks::task::Source;

fn task(title: &str, source: Option<&str>, below: Vec<TaskRecord>) -> TaskRecord {
    TaskRecord {
        title: title.into(),
        why: "For a test.".into(),
        source: source.map(|text| Source::Program(text.to_owned())),
        options: "--loops".into(),
        choices: Choices { loops: true, ..Choices::default() },
        exact: false,
        method: None,
        state: TaskProgress::Begun,
        steps: 1,
        below,
    }
}

/// The run has asked about another text, and for that about a third one.
fn asked() -> Action {
    let inner = task("the inner one", Some("int c;"), vec![]);
    let outer = task("the outer one", Some("int b;"), vec![inner]);
    let tasks = vec![task("itself", None, vec![]), outer];
    let progress = Progress { tasks, ..Progress::default() };
    heard(WorkerRole::Solver, Reply::Progress { revision: 1, progress })
}

fn titles(state: &State) -> Vec<&str> {
    state.path.iter().map(|opened| &*opened.title).collect()
}

fn opened(place: &[usize]) -> Rc<State> {
    let mine = State::new("int a;", Options { seconds: 9, ..Options::default() });
    let actions = [Action::Run { by_itself: false }, asked(), Action::OpenTask(place.to_vec())];
    after(mine, actions)
}

#[test]
fn a_task_takes_the_place_of_the_text_with_its_choices_and_leads_back() {
    let state = opened(&[1]);
    let choices = Choices { loops: true, ..Choices::default() };
    let options = Options { choices, seconds: 9 };
    assert_eq!((&*state.text, &state.options), ("int b;", &options));
    assert_eq!(titles(&state), ["the outer one"]);
    let back = state.clone().reduce(Action::LeaveTask(0));
    assert_eq!((&*back.text, back.on_view().key.as_str()), ("int a;", "solve"));
    assert!(back.path.is_empty() && back.undo.newest().is_none());
    // Undo is the same way back.
    let undone = state.clone().reduce(Action::Undo);
    assert!(Link::from_state(&undone) == Link::from_state(&back) && undone.path.is_empty());
    // What was made of the task can be brought back.
    let edited = state.reduce(Action::Edit("int b2;".into()));
    assert_eq!(titles(&edited), ["the outer one"]);
    let back = edited.reduce(Action::LeaveTask(0));
    assert_eq!((&*back.text, back.path.len()), ("int a;", 0));
    assert_eq!(&*back.reduce(Action::Undo).text, "int b2;");
}

#[test]
fn tasks_within_tasks_lead_back_one_by_one_or_all_at_once() {
    let state = opened(&[1, 0]);
    assert_eq!((&*state.text, titles(&state)), ("int c;", vec!["the inner one"]));
    let state = opened(&[1]).reduce(Action::Run { by_itself: false });
    let tasks = vec![task("the third", Some("int d;"), vec![])];
    let progress = Progress { tasks, ..Progress::default() };
    let told = heard(WorkerRole::Solver, Reply::Progress { revision: state.revision, progress });
    let state = state.reduce(told).reduce(Action::OpenTask(vec![0]));
    assert_eq!((&*state.text, titles(&state)), ("int d;", vec!["the outer one", "the third"]));
    for back in [Action::LeaveTask(1), Action::Undo] {
        let state = state.clone().reduce(back);
        assert_eq!((&*state.text, titles(&state)), ("int b;", vec!["the outer one"]));
    }
    let back = state.clone().reduce(Action::LeaveTask(0));
    assert_eq!((&*back.text, titles(&back).len()), ("int a;", 0));
    // Something else that is opened is no task.
    let other = state.reduce(Action::Load(TextKind::Program, "int x;".into(), "A file.".into()));
    assert!(other.path.is_empty());
}

#[test]
fn what_is_no_task_with_a_text_of_its_own_opens_nothing() {
    for place in [&[][..], &[0], &[7], &[0, 0]] {
        let state = opened(place);
        assert_eq!((&*state.text, state.path.len()), ("int a;", 0));
    }
}

#[test]
fn the_tour_gives_the_page_back_with_the_way_to_the_task() {
    let state = opened(&[1]);
    let scene = Box::new(Link::program("int t;", Options::default()));
    let tour = state.clone().reduce(Action::BeginTour).reduce(Action::ShowScene(scene));
    assert!(tour.path.is_empty());
    let back = tour.reduce(Action::EndTour);
    assert_eq!((&*back.text, titles(&back)), ("int b;", titles(&state)));
}
