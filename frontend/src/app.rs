//! The page.

use crate::components::{
    Announcer, CoursePage, EmbeddedPage, ExampleSteps, ExercisePanel, FileMenu, FocusPane,
    GalleryDialog, HelpDialog, Invitation, Lesson, ProgramPane, Reference, ShareButton, Splitter,
    StageBar, StagePane, Toasts, TopBar, TourCard,
};
use crate::formula::call_variables;
use crate::gallery::{self, Program};
use crate::hooks::{
    HIDES_FOUND, STAGES, Solver, TRIED, Tour, VISITED, Writer, opening, remember, remembered,
    use_analysis, use_comparison, use_drop, use_help_key, use_history, use_kept_keyboard,
    use_links, use_memory, use_pane_keys, use_run_key, use_second_look, use_solver, use_title,
    use_tour, use_trials, use_writer,
};
use crate::share::codec::PageMode;
use crate::share::link::Link;
use crate::state::{Action, State};
use hornbook_course::answer::AnswerSheet;
use hornbook_protocol::TextKind;
use hornbook_records::stages::{StageContent, StageKey};
use std::rc::Rc;
use yew::prelude::*;

const PANES: &str = "hornbook.panes";
/// The purpose of all this, for a first visit.
const PURPOSE: &str =
    "Hornbook proves that a loop over an array is right, or shows the run that breaks it.";
/// The widths of the outer panes, in thousandths of the whole.
const WIDTHS: [u32; 2] = [300, 310];

/// The page: whole, or in another page.
#[component]
pub fn App() -> Html {
    let start = use_memo((), |()| opening());
    let (view, start) = &*start;
    let state = use_reducer(|| {
        let mut opened = State::opening(start);
        opened.hides_found |= *view == PageMode::Page && remembered(HIDES_FOUND).unwrap_or(false);
        go_on_with_kept_answer(&mut opened);
        opened
    });
    use_links(state.dispatcher(), *view);
    let tour = use_tour(&state);
    // This comes before the hook that takes a link out of the address: the history entry keeps the link.
    use_history(&state, *view == PageMode::Page, tour.at.is_none());
    use_title(&state);
    // A page in another page remembers nothing: it would overwrite the work of the student who
    // reads it. And the tour's programs are not the student's.
    use_memory(&state, *view == PageMode::Page && tour.at.is_none());
    let analyse = use_analysis(&state, *view == PageMode::Page);
    use_comparison(&state, *view == PageMode::Page);
    use_second_look(&state, *view == PageMode::Page);
    let solver = use_solver(&state);
    use_trials(&state);
    use_run_key(solver.run.clone());
    use_pane_keys();
    let dispatch = state.dispatcher();
    let state = Rc::new((*state).clone());
    call_variables(state.analysis.as_ref().map_or(&[], |analysis| &analysis.value.names));
    let writer = use_writer(&state);
    let page = match view {
        PageMode::Page => html! { <WholePage {state} {dispatch} {solver} {analyse} {tour} /> },
        PageMode::Course => html! { <CoursePage /> },
        PageMode::Embedded | PageMode::EmbeddedEditor => {
            let read_only = *view == PageMode::Embedded;
            html! { <EmbeddedPage {state} {dispatch} {solver} {analyse} {read_only} /> }
        }
    };
    html! { <ContextProvider<Writer> context={writer}>{ page }</ContextProvider<Writer>> }
}

/// Puts the answer that the browser has kept into the exercise on the page.
fn go_on_with_kept_answer(state: &mut State) {
    let exercise = state.work.as_ref().map(|work| work.exercise.clone());
    let Some(exercise) = exercise.filter(|exercise| !exercise.course.is_empty()) else { return };
    let sheet = remembered::<AnswerSheet>(&AnswerSheet::storage_key(&exercise.course));
    if let Some(kept) = sheet.and_then(|mut sheet| sheet.answers.remove(&exercise.id)) {
        state.go_on_with(kept);
    }
}

/// The dialog over the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Overlay {
    Nothing,
    Gallery,
    Help,
    Reference,
}

#[derive(Clone, PartialEq, Properties)]
struct WholePageProps {
    state: Rc<State>,
    dispatch: UseReducerDispatcher<State>,
    solver: Solver,
    analyse: Callback<()>,
    tour: Tour,
}

/// The whole page: a bar of controls, the stages, and three panes.
#[component]
fn WholePage(props: &WholePageProps) -> Html {
    let WholePageProps { state, dispatch, solver, analyse, tour } = props;
    use_drop(dispatch.clone());
    use_kept_keyboard((tour.at.is_some(), tour.invites), ".program");
    let over = use_state(|| Overlay::Nothing);
    let widths = use_state(|| remembered(PANES).unwrap_or(WIDTHS));
    let main = use_node_ref();
    let resize = |side: usize| {
        let widths = widths.clone();
        Callback::from(move |width: u32| {
            let mut next = *widths;
            next[side] = width;
            remember(PANES, &next);
            widths.set(next);
        })
    };
    let show = |what: Overlay| {
        let over = over.clone();
        Callback::from(move |()| over.set(what))
    };
    use_help_key(show(Overlay::Help));
    let take_tour = {
        let (close, start) = (show(Overlay::Nothing), tour.start.clone());
        Callback::from(move |()| {
            close.emit(());
            start.emit(());
        })
    };
    let is_known = *use_memo((), |()| remembered(VISITED).unwrap_or(false));
    use_effect_with((), |()| remember(VISITED, &true));
    let unfolded = use_state(|| remembered(STAGES).unwrap_or(false));
    let is_alone = !*unfolded && tour.at.is_none();
    // A text with errors has no stages to look at.
    let folded = is_alone && (state.shows() == StageContent::Verdict || state.had_errors());
    let unfold = {
        let unfolded = unfolded.clone();
        Callback::from(move |()| {
            remember(STAGES, &true);
            unfolded.set(true);
        })
    };
    let fold = Some({
        let (unfolded, dispatch) = (unfolded.clone(), dispatch.clone());
        Callback::from(move |()| {
            remember(STAGES, &false);
            unfolded.set(false);
            dispatch.dispatch(Action::Show(StageKey::SOLVE));
        })
    });
    // There is nothing to look at more closely before something was picked.
    let alone = folded && state.selected.is_none() && state.examined.is_none();
    let write = {
        let dispatch = dispatch.clone();
        Callback::from(move |text: String| {
            let what = "The example was opened.".to_owned();
            dispatch.dispatch(Action::Load(TextKind::Program, text, what));
        })
    };
    let load = {
        let dispatch = dispatch.clone();
        Callback::from(move |program: &'static Program| {
            let link = Link::program(program.text, program.options());
            let stage = if folded { StageKey::SOLVE } else { link.stage.clone() };
            let link = Link { stage, ..link };
            let what = format!("The example “{}” was opened.", program.title);
            dispatch.dispatch(Action::Replace(Box::new(link), what));
        })
    };
    let example = use_memo(state.text.clone(), |text| gallery::find_by_text(text));
    use_tried(*example, state.is_solved());
    let [left, right] = widths.map(|width| format!("{}.{}%", width / 10, width % 10));
    let style = format!("--left:{left};--right:{right}");
    html! {
        <>
            <TopBar load={load.clone()} example={*example} browse={show(Overlay::Gallery)} arrays={state.arrays()} points={state.points()}
                options={state.options.clone()} hides_found={state.hides_found} wishes={state.wishes()} running={state.running()} dispatch={dispatch.clone()}
                solver={solver.clone()} help={show(Overlay::Help)}>
                <FileMenu dispatch={dispatch.clone()} />
                <ShareButton state={state.clone()} />
            </TopBar>
            if tour.invites {
                <section class={classes!("purpose", is_known.then_some("known"))} aria-label="About Hornbook" data-testid="purpose"><p>{ PURPOSE }</p></section>
            }
            if folded {
                <nav class="stages folded" aria-label="Stages">
                    <button class="quiet" aria-expanded="false" onclick={unfold.reform(|_| ())} data-testid="unfold-stages">{ if state.outcome().is_some() { "How was this found?" } else { "How is this found?" } }</button>
                </nav>
            } else {
                <StageBar state={state.clone()} dispatch={dispatch.clone()} fold={fold.filter(|_| tour.at.is_none())} />
            }
            <main class={classes!("panes", state.compares().then_some("comparing"), alone.then_some("alone"))} ref={main.clone()} {style}>
                <ProgramPane state={state.clone()} dispatch={dispatch.clone()} run={solver.run.clone()}
                    analyse={analyse.clone()} lesson={html! { <Lesson current={*example} loads={state.loads} hidden={tour.at.is_some()} /> }}>
                    { for state.work.iter().map(|work| html! { <ExercisePanel work={work.clone()} dispatch={dispatch.clone()} /> }) }
                    if tour.invites {
                        <Invitation accept={take_tour.clone()} decline={tour.go.reform(|()| None)} />
                    }
                </ProgramPane>
                <Splitter label="Width of the program" width={widths[0]} from_right={false}
                    area={main.clone()} resize={resize(0)} />
                <StagePane state={state.clone()} dispatch={dispatch.clone()} solver={solver.clone()} alone={folded}>
                    <ExampleSteps current={*example} load={load.clone()} />
                </StagePane>
                if !alone {
                    <Splitter label="Width of the focus" width={widths[1]} from_right=true
                        area={main} resize={resize(1)} />
                    <FocusPane state={state.clone()} dispatch={dispatch.clone()} />
                }
            </main>
            <HelpDialog open={*over == Overlay::Help} close={show(Overlay::Nothing)} tour={take_tour}
                reference={show(Overlay::Reference)} browse={show(Overlay::Gallery)} />
            <GalleryDialog open={*over == Overlay::Gallery} close={show(Overlay::Nothing)} current={*example} {load} />
            <Reference open={*over == Overlay::Reference} close={show(Overlay::Nothing)} load={write} />
            if let Some(at) = tour.at {
                <TourCard key={tour.begun} {at} state={state.clone()} dispatch={dispatch.clone()} solver={solver.clone()} go={tour.go.clone()} />
            }
            <Announcer state={state.clone()} />
            <Toasts undo={state.undo.clone()} notice={state.notice.clone()} dispatch={dispatch.clone()} />
        </>
    }
}

/// Remembers the programs of the gallery that were run: of these it may tell the verdict.
#[hook]
fn use_tried(example: Option<&'static Program>, is_solved: bool) {
    use_effect_with((example, is_solved), |(example, is_solved)| {
        let Some(program) = example.filter(|_| *is_solved) else { return };
        let mut tried: Vec<String> = remembered(TRIED).unwrap_or_default();
        if tried.iter().all(|name| name != program.name) {
            tried.push(program.name.to_owned());
            remember(TRIED, &tried);
        }
    });
}
