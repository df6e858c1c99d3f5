//! Effects of actions on the state.

mod comparing;
mod evidence_view;
mod tasks;
mod tour;
mod trial_runs;
mod history;

use super::*;
use crate::share::start::OPENED_LINK;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::witness::reason::Reason;
use hornbook_pipeline as pipeline;
use hornbook_pipeline::Input;
use hornbook_protocol::Reply;
use hornbook_records::stages::Phase;
use hornbook_records::{Outcome, StageRecord};
use hornbook_tasks::choices::{Choices, ChosenAbstraction, MethodChoice};

fn after(state: State, actions: impl IntoIterator<Item = Action>) -> Rc<State> {
    actions.into_iter().fold(Rc::new(state), |s, a| s.reduce(a))
}

fn heard(who: WorkerRole, reply: Reply) -> Action {
    Action::Heard(who, WorkerEvent::Reply(Box::new(reply)))
}

fn analysed(revision: u32) -> Action {
    let road = Box::new(StageRecord {
        version: 1,
        diagnostics: vec![],
        own: vec![],
        wishes: PragmaOptions::default(),
        names: vec![],
        calls: vec![],
        drawing: None,
        functions: vec![],
        stage_list: vec![],
        steps: vec![],
        stages: None,
    });
    heard(WorkerRole::Analysis, Reply::Analysed { revision, road, next: None })
}

#[test]
fn an_edit_makes_what_was_known_stale_but_keeps_it() {
    let state = after(State::new("a", Options::default()), [analysed(1)]);
    assert!(state.fresh());
    let state = state.reduce(Action::Edit("b".into()));
    assert!(!state.fresh() && state.analysis.is_some());
    let same = state.clone().reduce(Action::Edit("b".into()));
    assert_eq!(same.revision, state.revision);
}

#[test]
fn answers_that_come_late_are_not_taken_for_new_ones() {
    let edits = [Action::Edit("b".into()), Action::Edit("c".into())];
    let state = after(State::new("a", Options::default()), edits);
    let state = after((*state).clone(), [analysed(3), analysed(2)]);
    assert!(state.fresh());
}

#[test]
fn a_late_answer_about_a_witness_is_dropped() {
    let nothing = |revision| {
        let clause = ClauseId(4);
        heard(
            WorkerRole::Analysis,
            Reply::Witness { revision, clause, call: 0, picture: None, why: Some(Reason::Steps) },
        )
    };
    let actions = [analysed(1), nothing(1)];
    let state = after(State::new("a", Options::default()), actions);
    assert!(state.loss(ClauseId(4), 0) == WitnessSearch::Nothing(Some(Reason::Steps)));
    assert!(state.loss(ClauseId(4), 1) == WitnessSearch::Pending);
    let state = after((*state).clone(), [Action::Edit("b".into()), analysed(2), nothing(1)]);
    assert!(state.loss(ClauseId(4), 0) == WitnessSearch::Pending);
    assert!(!state.loses(None));
}

#[test]
fn an_old_story_is_shown_until_the_new_one_is_there() {
    let story = |revision| {
        let story = ClauseStory {
            version: 1,
            id: ClauseId(4),
            steps: vec![],
            calls: vec![],
            incomplete: vec![],
            left_out: Default::default(),
        };
        heard(WorkerRole::Analysis, Reply::Story { revision, story: Box::new(story) })
    };
    let actions = [Action::Select(Some(ClauseId(4))), analysed(1), story(1)];
    let state = after(State::new("a", Options::default()), actions);
    assert!(state.selected_story().is_some());
    let chosen = Options::default().with_heuristic(Some(Heuristic::Ma15));
    let state = after((*state).clone(), [Action::Choose(chosen), analysed(2)]);
    assert!(state.selected_story().is_none() && state.story_on_view().is_some());
    assert!(state.clone().reduce(story(2)).selected_story().is_some());
    let other = state.clone().reduce(Action::Select(Some(ClauseId(5))));
    assert!(other.story_on_view().is_none());
    assert!(state.reduce(Action::Edit("b".into())).story_on_view().is_none());
}

const LOOP: &str =
    "int a[];\nint i = 0;\nwhile (i < 5) {\n  a[i] = 0;\n  i = i + 1;\n}\nassert(a[2] == 0);";

/// The answer of the analyst about the text and the choices as they are now.
fn told(state: &State) -> Action {
    let road = Box::new(pipeline::record_stages(&hornbook_worker::input(&state.job())));
    heard(WorkerRole::Analysis, Reply::Analysed { revision: state.revision, road, next: None })
}

fn read(state: Rc<State>) -> Rc<State> {
    let told = told(&state);
    state.reduce(told)
}

fn numbers(state: &State) -> Vec<(ClauseId, Span)> {
    let systems = state.analysis.as_ref().and_then(|a| a.value.systems.as_ref());
    systems.expect("no errors").clauses.iter().map(|c| (c.id, c.span)).collect()
}

/// The piece of the text that the selected clause comes from.
fn place(state: &State) -> Option<&str> {
    let (_, span) = *numbers(state).iter().find(|(id, _)| Some(*id) == state.selected)?;
    Some(&state.text[span.start as usize..span.end as usize])
}

fn selecting(piece: &str) -> Rc<State> {
    let state = read(Rc::new(State::new(LOOP, Options::default())));
    let from = LOOP.find(piece).expect("in the text") as u32;
    let (id, _) = *numbers(&state).iter().find(|(_, s)| s.start == from).expect("a clause");
    state.reduce(Action::Select(Some(id)))
}

#[test]
fn no_number_outlives_the_clauses_that_it_counts() {
    let large: Options = Choices { large_blocks: true, ..Choices::default() }.into();
    let state = read(Rc::new(State::new(LOOP, Options::default())));
    for (id, _) in numbers(&state) {
        let state = state.clone().reduce(Action::Select(Some(id)));
        let before = place(&state).expect("a place").to_owned();
        let merged = read(state.reduce(Action::Choose(large.clone())));
        let after = place(&merged).expect("a place");
        assert!(after.contains(&before) || before.contains(after), "{before} became {after}");
        let lit = merged.picked_highlights().spans;
        assert!(lit.iter().all(|s| merged.text[s.start as usize..s.end as usize] == *after));
    }
}

#[test]
fn every_point_can_be_picked_before_blocks_get_large_and_small_again() {
    let large: Options = Choices { large_blocks: true, ..Choices::default() }.into();
    for (first, second) in [(Options::default(), large.clone()), (large, Options::default())] {
        let state = read(Rc::new(State::new(LOOP, first)));
        let systems = state.analysis.as_ref().and_then(|a| a.value.systems.as_ref());
        let points = systems.expect("clauses").after(Phase::Concrete).pred_ids();
        for point in points.collect::<Vec<_>>() {
            let lit = |s: &State| s.picked_highlights().spans;
            let state = state.clone().reduce(Action::Pick(Topic::Point(point)));
            let before = lit(&state);
            let other = state.reduce(Action::Hover(Some(Topic::Point(point))));
            let other = read(other.reduce(Action::Choose(second.clone())));
            assert!(lit(&other).is_empty() || lit(&other) == before);
            assert!(other.hovered_highlights().spans.is_empty());
        }
    }
}

#[test]
fn the_selected_clause_is_found_again_when_the_text_before_it_grows() {
    let state = selecting("i = i");
    let old = state.selected;
    let longer = LOOP.replacen("int i", "int b[]; b[1] = 2; b[2] = 3;\nint i", 1);
    let state = read(state.reduce(Action::Edit(longer.clone())));
    assert_eq!(place(&state), Some("i = i + 1;"));
    assert!(state.selected != old && state.picked == state.selected.map(Topic::Clause));
    // Also when the text has errors for a while, and when the clause itself is edited.
    let broken = longer.replacen("i + 1", "i + ", 1);
    let state = read(state.reduce(Action::Edit(broken)));
    let state = read(state.reduce(Action::Edit(longer.replacen("i + 1", "i + 23", 1))));
    assert_eq!(place(&state), Some("i = i + 23;"));
    // It is gone with its statement.
    let state = read(state.reduce(Action::Edit(longer.replacen("  i = i + 1;", "", 1))));
    assert_eq!((state.selected, state.picked.clone()), (None, None));
}

#[test]
fn the_cursor_brings_the_clause_of_its_place_along() {
    let state = selecting("i = i");
    let at = |piece: &str| Action::Cursor(LOOP.find(piece).expect("in the text") as u32);
    let there = state.clone().reduce(at("a[i] = 0"));
    assert_eq!(place(&there), Some("a[i] = 0;"));
    assert!(matches!(there.picked, Some(Topic::Place(_))), "the place itself stays picked");
    // One of the two clauses of the loop's condition stays, if it is on view.
    let conditions: Vec<ClauseId> = {
        let highlights = state.clone().reduce(at("i < 5")).picked_highlights();
        highlights.clauses.iter().map(|(id, _)| *id).collect()
    };
    assert!(conditions.len() > 1);
    for id in conditions {
        let state = state.clone().reduce(Action::Select(Some(id))).reduce(at("i < 5"));
        assert_eq!(state.selected, Some(id));
    }
    // Where there is nothing, and while the text is being changed, what is on view stays.
    let old = state.selected;
    let end = state.clone().reduce(Action::Cursor(LOOP.len() as u32 + 1));
    assert_eq!(end.selected, old);
    let edited = state.reduce(Action::Edit(format!("{LOOP} "))).reduce(at("a[i] = 0"));
    assert_eq!(edited.selected, old);
}

#[test]
fn a_comparison_is_not_thrown_away_by_the_cursor() {
    let state = selecting("i = i").reduce(Action::Compare(Some(ComparisonAxis::Heuristics)));
    let at = LOOP.find("a[i] = 0").expect("in the text") as u32;
    let there = state.clone().reduce(Action::Cursor(at));
    assert!(there.selected != state.selected, "where it is not on view it is in nobody's way");
    let state = state.reduce(Action::Show(StageKey::ELIMINATE));
    let there = state.clone().reduce(Action::Cursor(at));
    assert!(there.comparison.is_some() && there.selected == state.selected);
}

#[test]
fn the_story_that_is_told_with_the_text_is_that_of_the_clause_on_view() {
    let told = |state: &State| {
        let (id, span) = state.clause_for_story()?;
        Some((id, state.text[span.start as usize..span.end as usize].to_owned()))
    };
    let state = selecting("i = i");
    let id = state.selected.expect("selected");
    let edits = [
        (LOOP.replacen("[2] == 0", "[2] == 1", 1), "i = i + 1;"),
        (LOOP.replacen("i + 1", "i + 23", 1), "i = i + 23;"),
        (LOOP.replacen("int i", "int b[]; b[1] = 2;\nint i", 1), "i = i + 1;"),
    ];
    for (text, piece) in edits {
        let edited = state.clone().reduce(Action::Edit(text));
        assert_eq!(told(&edited), Some((id, piece.to_owned())));
    }
    // None where its place is gone, or where none was on view.
    let gone = state.clone().reduce(Action::Edit(LOOP.replacen("i = i + 1;", "", 1)));
    assert_eq!(gone.clause_for_story(), None);
    assert_eq!(state.reduce(Action::Select(None)).clause_for_story(), None);
}

/// The state after cells of `a` were named in the clause of a piece of the text.
fn naming(piece: &str) -> Rc<State> {
    let state = selecting(piece);
    let clause = state.selected.expect("a clause").0;
    let named = state.options.with_cells_of(clause, "a", vec!["i + 7".to_owned()]);
    read(state.reduce(Action::Choose(named.with_heuristic(Some(Heuristic::Manual)))))
}

/// The pieces of the text that the clauses come from for which cells are named.
fn named(state: &State) -> Vec<&str> {
    let all = numbers(state);
    let span = |n: u32| all.iter().find(|(id, _)| id.0 == n).expect("there").1;
    let spans = state.options.choices.cells.iter().map(|c| span(c.clause));
    spans.map(|s| &state.text[s.start as usize..s.end as usize]).collect()
}

#[test]
fn named_cells_stay_with_their_clause_when_the_text_before_it_grows() {
    let state = naming("a[i]");
    let old = state.options.choices.cells.clone();
    assert_eq!((named(&state), state.notice.is_none()), (vec!["a[i] = 0;"], true));
    let revision = state.revision;
    let longer = LOOP.replacen("int i", "int b[]; b[1] = 2; b[2] = 3;\nint i", 1);
    let state = read(state.reduce(Action::Edit(longer.clone())));
    assert!(state.options.choices.cells != old && state.revision == revision + 2 && !state.fresh());
    assert!(state.story_to_request().is_none(), "the choices are to be analysed first");
    let state = read(state);
    assert_eq!((named(&state), state.fresh()), (vec!["a[i] = 0;"], true));
    // Also when the text has errors for a while, when the clause itself is edited, and laid out.
    let state = read(state.reduce(Action::Edit(longer.replacen("a[i] = 0", "a[i] = ", 1))));
    let edited = longer.replacen("a[i] = 0", "a[i] = 10", 1);
    let state = state.reduce(Action::Edit(edited.clone()));
    let state = read(state.reduce(Action::Edit(edited.replacen("b[1] = 2; ", "", 1))));
    let before = state.text.clone();
    let laid_out = before.replace("  ", "\t\t").replace("[2] = ", "[2]=\n");
    let state = read(read(state.reduce(Action::Rewrite(before, laid_out))));
    assert_eq!((named(&state), state.options.choices.cells.len()), (vec!["a[i] = 10;"], 1));
    assert_eq!(
        (&*state.options.choices.cells[0].indices, state.notice.is_none()),
        (&["i + 7".into()][..], true)
    );
    // They go with their statement, and the student is told.
    let text = state.text.replacen("a[i] = 10;", "", 1);
    let state = read(read(state.reduce(Action::Edit(text))));
    assert_eq!(state.options.choices.cells, []);
    let said = state.notice.as_deref().expect("a notice");
    assert!(said.contains("of a in clause") && said.contains("gone"), "{said}");
}

#[test]
fn named_cells_sleep_while_other_choices_take_their_clause_away() {
    let state = naming("a[i]");
    let before = state.options.clone();
    for (bounds, large) in [(true, false), (false, true), (true, true), (false, false)] {
        let options =
            Choices { check_bounds: bounds, large_blocks: large, ..state.options.choices.clone() };
        let there = read(read(state.clone().reduce(Action::Choose(options.into()))));
        assert_eq!(named(&there), vec!["a[i] = 0;"; usize::from(!large)]);
        assert_eq!(there.notice.is_some(), large);
        let switches = [Key::CheckBounds, Key::LargeBlocks];
        let back = there.options.with_choices(there.options.choices.without(&switches));
        let back = read(read(there.reduce(Action::Choose(back))));
        assert_eq!(back.options, before);
    }
}

#[test]
fn named_cells_of_a_link_count_in_its_own_text_and_another_text_has_none() {
    let state = naming("a[i]");
    let longer = LOOP.replacen("int i", "int b[]; b[1] = 2;\nint i", 1);
    let link = Link::program(&longer, state.options.clone());
    let opened = read(state.clone().reduce(Action::Replace(Box::new(link), "A link.".into())));
    assert_eq!(opened.options.choices.cells, state.options.choices.cells);
    let back = read(opened.reduce(Action::Undo));
    assert_eq!(named(&back), ["a[i] = 0;"]);
    let other = back.reduce(Action::Load(TextKind::Program, longer, "An example.".into()));
    let Choices { cells, heuristic, .. } = &other.options.choices;
    assert_eq!((&**cells, heuristic), (&[][..], &Some(Heuristic::Manual)));
    assert_eq!(named(&read(other.reduce(Action::Undo))), ["a[i] = 0;"]);
}

#[test]
fn the_clause_of_a_link_is_counted_in_its_own_text() {
    let state = selecting("assert");
    let longer = LOOP.replacen("int i", "int b[]; b[1] = 2;\nint i", 1);
    let link = Link { selected: Some(ClauseId(2)), ..Link::program(&longer, Options::default()) };
    let state = read(state.reduce(Action::Replace(Box::new(link), "A link.".into())));
    assert_eq!(state.selected, Some(ClauseId(2)));
    // And from then on it is found again like any other.
    let state = read(state.reduce(Action::Edit(longer.replacen("int b[]; b[1] = 2;", "", 1))));
    assert_ne!(state.selected, Some(ClauseId(2)));
}

#[test]
fn a_story_at_which_the_analyst_breaks_down_is_not_asked_for_again() {
    let text = "int a[];\nint v = a[0];\nassert(v == v + 0);";
    let road = pipeline::record_stages(&Input::program(text, &Choices::default()));
    let analysed = |revision| {
        heard(
            WorkerRole::Analysis,
            Reply::Analysed { revision, road: Box::new(road.clone()), next: None },
        )
    };
    let story =
        |revision, clause| ClauseQuestion { revision, clause: ClauseId(clause), call: None };
    let crash = |question| Action::QuestionFailed(question, "out of memory".to_owned());
    let select = |clause| Action::Select(Some(ClauseId(clause)));
    let state = after(State::new(text, Options::default()), [analysed(1), select(1)]);
    assert_eq!(state.story_to_request(), Some((1, ClauseId(1))));
    // Whatever is on view meanwhile is not to blame.
    let state = after((*state).clone(), [select(2), crash(story(1, 1))]);
    assert_eq!(state.story_to_request(), Some((1, ClauseId(2))));
    assert!(state.unanswered == [ClauseId(1)] && state.trouble.is_some());
    // The fresh worker reads the text again; the other clauses can be asked for.
    let state = after((*state).clone(), [analysed(1), select(1)]);
    assert!(state.trouble.is_none());
    assert_eq!((state.story_to_request(), state.clause_for_story()), (None, None));
    assert!(!state.is_fully_answered(), "it is not to be on view after a reload");
    let state = after((*state).clone(), [select(2), crash(story(1, 2)), select(1)]);
    assert_eq!(state.story_to_request(), None);
    // Another text is another chance, and what was asked about the one before says nothing of it.
    let state = state.reduce(Action::Edit("int x;".into())).reduce(crash(story(1, 1)));
    assert!(state.unanswered.is_empty() && state.trouble.is_none());
}

#[test]
fn a_search_for_a_witness_at_which_the_analyst_breaks_down_is_over() {
    let witness = ClauseQuestion { revision: 1, clause: ClauseId(4), call: Some(1) };
    let crash = Action::QuestionFailed(witness, "out of memory".to_owned());
    let state = after(State::new("a", Options::default()), [analysed(1)]);
    assert!(state.is_fully_answered());
    let state = state.reduce(crash).reduce(analysed(1));
    assert!(
        state.loss(ClauseId(4), 1) == WitnessSearch::Nothing(None) && state.unanswered.is_empty()
    );
    assert!(state.trouble.is_none() && !state.is_fully_answered());
    assert!(after((*state).clone(), [Action::Edit("b".into()), analysed(2)]).is_fully_answered());
}

#[test]
fn a_stopped_run_stays_stopped() {
    let outcome = Box::new(Outcome::from_assertions(vec![]));
    let solved = heard(
        WorkerRole::Solver,
        Reply::Solved { revision: 1, outcome, milliseconds: 1.0, ended: true },
    );
    let actions = [Action::Run { by_itself: false }, Action::Stop, solved];
    let state = after(State::new("a", Options::default()), actions);
    assert!(matches!(state.run.value, SolverStatus::Stopped(_)));
}

#[test]
fn a_crash_ends_the_run_and_keeps_the_text() {
    let crash = Action::Heard(WorkerRole::Solver, WorkerEvent::Crashed("unreachable".into()));
    let state =
        after(State::new("a", Options::default()), [Action::Run { by_itself: false }, crash]);
    assert!(matches!(state.run.value, SolverStatus::Crashed(_)));
    assert_eq!(&*state.text, "a");
}

fn link(text: &str) -> Link {
    let options = Options::default().with_heuristic(Some(Heuristic::Ma15));
    Link { stage: StageKey::SOLVE, selected: Some(ClauseId(2)), ..Link::program(text, options) }
}

#[test]
fn a_choice_that_cannot_be_read_is_told_and_falls_back_wherever_it_comes_from() {
    let given = br#"{"t":"given","a":"cell2 @ tiling","h":"newer2027","q":true}"#;
    let given = Link::from_json(given).expect("a link");
    let replaced = after(
        State::new("mine", Options::default()),
        [Action::Replace(Box::new(given.clone()), "A link.".into())],
    );
    let start = Start {
        link: given,
        undo: UndoStack::default(),
        notice: None,
        damaged: false,
        is_own: false,
    };
    for state in [(*replaced).clone(), State::opening(&start)] {
        assert_eq!(&*state.text, "given");
        let method = Some(MethodChoice::Abstraction);
        assert_eq!(state.options, Choices { method, loops: true, ..Choices::default() }.into());
        let notice = state.notice.as_deref().expect("a notice");
        assert!(notice.contains("cell2 @ tiling") && notice.contains("newer2027"), "{notice}");
    }
}

#[test]
fn one_cell_that_is_chosen_goes_before_what_the_program_wants() {
    let text = "#pragma abstraction cell2\n#pragma heuristic mg16\nint a[];\na[0] = 1;";
    let state = read(Rc::new(State::new(text, Options::default())));
    let wanted = |text: &str| Some(text.parse::<ChosenAbstraction>().expect("an abstraction"));
    let wishes = PragmaOptions {
        abstraction: wanted("cell2"),
        heuristic: Some(Heuristic::Mg16),
        ..PragmaOptions::default()
    };
    assert_eq!(state.wishes(), wishes);
    let settings = |s: &State| hornbook_worker::input(&s.job()).settings;
    assert_eq!(settings(&state).abstraction.to_string(), "cell2");
    let in_force = state.options_in_force().choices;
    assert_eq!(in_force.words().join(" "), "--abstraction cell2 --heuristic mg16");
    let one = state.options.with_abstraction(wanted("cell1"));
    let one = one.with_heuristic(Some(Heuristic::Relevant));
    let state = read(state.reduce(Action::Choose(one.clone())));
    assert_eq!(settings(&state).abstraction.to_string(), "cell1");
    assert_eq!(settings(&state).policy.heuristic.name(), "relevant");
    assert_eq!((state.options_in_force(), state.wishes()), (one, wishes.clone()));
    // While the text has errors its wishes stay.
    let state = read(state.reduce(Action::Edit(format!("{text} a[0] ="))));
    assert!(state.has_errors() && state.wishes() == wishes);
}

#[test]
fn what_a_link_replaces_comes_back_with_its_choices_and_stage() {
    let mine = [
        Action::Choose(Choices { loops: true, ..Choices::default() }.into()),
        Action::Show(StageKey::ELIMINATE),
        Action::Select(Some(ClauseId(7))),
    ];
    let before = after(State::new("mine", Options::default()), mine);
    let opened = |text: &str| Action::Replace(Box::new(link(text)), "A link.".into());
    let state = after((*before).clone(), [opened("given"), opened("other")]);
    assert_eq!(
        (&*state.text, &state.stage, state.selected),
        ("other", &StageKey::SOLVE, Some(ClauseId(2)))
    );
    assert_eq!(state.options.choices.heuristic, Some(Heuristic::Ma15));
    let state = state.reduce(Action::Undo);
    assert_eq!(Link::from_state(&state), link("given"));
    let state = state.reduce(Action::Undo);
    assert_eq!(Link::from_state(&state), Link::from_state(&before));
    assert!(state.undo.newest().is_none() && state.loads > before.loads);
    let again = state.clone().reduce(Action::Undo);
    assert!(*again == *state, "nothing is left to undo");
}

#[test]
fn when_the_address_has_no_link_any_more_the_page_is_as_before_it() {
    let opened = |text: &str| Action::Replace(Box::new(link(text)), OPENED_LINK.into());
    let left = |text: &str| Action::Leave(Box::new(link(text)));
    let mine = || State::new("mine", Options::default());
    let text = |actions: Vec<Action>| after(mine(), actions).text.to_string();
    assert_eq!(text(vec![opened("a"), left("a")]), "mine");
    assert_eq!(text(vec![opened("a"), opened("b"), opened("a")]), "a");
    assert_eq!(text(vec![opened("a"), opened("b"), opened("a"), left("a")]), "mine");
    let edited = || Action::Edit("a, and changed".into());
    assert_eq!(text(vec![opened("a"), edited(), left("a")]), "a, and changed");
    let chosen = Action::Choose(Choices { loops: true, ..Choices::default() }.into());
    assert_eq!(text(vec![opened("a"), chosen, left("other")]), "a", "something was made of it");
    let example = Action::Replace(Box::new(link("a")), "The example was opened.".into());
    assert_eq!(text(vec![example, left("a")]), "a", "no link has replaced that");
    // What a link has brought can be brought back from below an example that was there before it.
    let example = || Action::Replace(Box::new(link("a")), "The example was opened.".into());
    assert_eq!(text(vec![example(), opened("b"), example(), Action::Undo]), "b");
}

#[test]
fn the_clause_of_a_link_is_lit_as_if_it_was_picked() {
    let given = Link { selected: Some(ClauseId(2)), ..link("given") };
    let start = Start {
        link: given.clone(),
        undo: UndoStack::default(),
        notice: None,
        damaged: false,
        is_own: false,
    };
    let replaced = [Action::Replace(Box::new(given), OPENED_LINK.into())];
    let replaced = after(State::new("mine", Options::default()), replaced);
    for state in [State::opening(&start), (*replaced).clone()] {
        assert!(state.picked == Some(Topic::Clause(ClauseId(2))));
    }
    // It stays so when the text is analysed, whether there was another one before or not.
    let longer = LOOP.replacen("int i", "int b[]; b[1] = 2;\nint i", 1);
    let given = Link { selected: Some(ClauseId(2)), ..link(&longer) };
    let start = Start {
        link: given.clone(),
        undo: UndoStack::default(),
        notice: None,
        damaged: false,
        is_own: false,
    };
    let replaced = selecting("assert").reduce(Action::Replace(Box::new(given), OPENED_LINK.into()));
    for state in [Rc::new(State::opening(&start)), replaced] {
        let spans = read(state).picked_highlights().spans;
        assert!(spans.iter().any(|span| span.slice(&longer).contains("int b[]")), "{spans:?}");
    }
}

#[test]
fn an_edit_or_a_dismissal_ends_what_can_be_undone() {
    let load = |text: &str| Action::Load(TextKind::Program, text.into(), "An example.".into());
    let state = after(State::new("mine", Options::default()), [load("example")]);
    assert!(state.undo.newest().is_some());
    let echo = state.clone().reduce(Action::Edit("example".into()));
    assert!(echo.undo.newest().is_some(), "the editor says what it was told");
    for end in [Action::Edit("example 2".into()), Action::Dismiss] {
        assert!(state.clone().reduce(end).undo.newest().is_none());
    }
}

#[test]
fn the_same_work_replaces_nothing() {
    let state = after(
        State::new("mine", Options::default()),
        [Action::Load(TextKind::Program, "mine".into(), "An example.".into())],
    );
    assert!(state.undo.newest().is_none());
    let same = Link { stage: StageKey::PROGRAM, ..Link::from_state(&state) };
    let state = state.reduce(Action::Replace(Box::new(same), "A link.".into()));
    assert!(state.undo.newest().is_none());
    assert_eq!(state.stage, StageKey::PROGRAM);
}

#[test]
fn a_notice_stays_until_it_is_read_or_something_is_opened() {
    let state =
        after(State::new("mine", Options::default()), [Action::SetNotice(Some("Bad.".into()))]);
    assert_eq!(state.clone().reduce(Action::Edit("b".into())).notice.as_deref(), Some("Bad."));
    for end in [Action::SetNotice(None), Action::Replace(Box::new(link("x")), "A link.".into())] {
        assert!(state.clone().reduce(end).notice.is_none());
    }
}

#[test]
fn a_layout_is_taken_unless_the_text_has_changed_since() {
    let state = after(State::new("int  n;", Options::default()), []);
    let laid_out = || Action::Rewrite(Rc::from("int  n;"), "int n;\n".into());
    let done = state.clone().reduce(laid_out());
    assert_eq!((&*done.text, done.layouts), ("int n;\n", 1));
    assert!(done.revision > state.revision && done.loads == state.loads);
    let typed = state.reduce(Action::Edit("int  m;".into())).reduce(laid_out());
    assert_eq!((&*typed.text, typed.layouts), ("int  m;", 0));
}

#[test]
fn clauses_take_the_place_of_a_program_and_come_back_as_such() {
    let state = after(State::new("x", Options::default()), [Action::Select(Some(ClauseId(1)))]);
    let revision = state.revision;
    let load = Action::Load(TextKind::Clauses, "x".into(), "The file x.smt2 was opened.".into());
    let clauses = state.reduce(load);
    assert_eq!((clauses.kind, clauses.job().kind), (TextKind::Clauses, TextKind::Clauses));
    assert!(clauses.revision > revision && clauses.numbered_since == clauses.revision);
    let link = Link::from_state(&clauses);
    let again = clauses.reduce(Action::Undo);
    assert_eq!(again.kind, TextKind::Program);
    assert_eq!(
        again.reduce(Action::Replace(Box::new(link), "A link.".into())).kind,
        TextKind::Clauses
    );
}

#[test]
fn a_file_is_tried_by_all_methods_and_undo_brings_the_lesson_with_its_method() {
    let lesson = Options::default().with_method(Some(MethodChoice::Abstraction));
    let state = Rc::new(State::new("lesson", lesson.clone()));
    let opened = state.reduce(Action::Load(TextKind::Program, "own".into(), "A file.".into()));
    assert_eq!((&*opened.text, &opened.options), ("own", &Options::default()));
    let back = opened.reduce(Action::Undo);
    assert_eq!((&*back.text, &back.options), ("lesson", &lesson));
    let two = lesson.with_abstraction("cell2".parse().ok());
    let state = Rc::new(State::new("lesson", two.clone()));
    let opened = state.reduce(Action::Load(TextKind::Program, "own".into(), "A file.".into()));
    assert_eq!(opened.options, two, "what was chosen stays");
}
