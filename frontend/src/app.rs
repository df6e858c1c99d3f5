//! The page.

use crate::components::{
    FocusPane, GalleryDialog, HelpDialog, Invitation, ProgramPane, Reference, RoadPane, Splitter,
    StageBar, TopBar, TourCard,
};
use crate::gallery::{self, Program};
use crate::hooks::{
    remember, remembered, use_analysis, use_comparison, use_help_key, use_run_key, use_solver,
    use_tour,
};
use crate::protocol::Options;
use crate::state::{Action, State};
use std::rc::Rc;
use yew::prelude::*;

const TEXT: &str = "hornbook.text";
const OPTIONS: &str = "hornbook.options";
const PANES: &str = "hornbook.panes";
/// The widths of the outer panes, in percent.
const WIDTHS: [f64; 2] = [30.0, 31.0];
/// The example that a first visit opens.
const FIRST: &str = "03_init_then_flag";

/// The student's own text, or the first example.
fn first_state() -> State {
    let options: Options = remembered(OPTIONS).unwrap_or_default();
    let own: Option<String> = remembered(TEXT);
    let text = own.unwrap_or_else(|| {
        gallery::called(FIRST).map(|program| program.text.to_owned()).unwrap_or_default()
    });
    State::new(&text, options)
}

/// Remembers text and choices whenever they change, unless they are those of the tour.
#[hook]
fn use_memory(state: &UseReducerHandle<State>, touring: bool) {
    use_effect_with((state.text.clone(), touring), |(text, touring)| {
        if !touring {
            remember(TEXT, &&**text);
        }
    });
    use_effect_with((state.options.clone(), touring), |(options, touring)| {
        if !touring {
            remember(OPTIONS, options);
        }
    });
}

/// What lies over the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    Nothing,
    Gallery,
    Help,
    Reference,
}

/// The whole page: a bar of controls, the stages, and three panes.
#[component]
pub fn App() -> Html {
    let state = use_reducer(first_state);
    let tour = use_tour(&state);
    use_memory(&state, tour.at.is_some());
    let analyse = use_analysis(&state);
    use_comparison(&state);
    let solver = use_solver(&state);
    use_run_key(solver.run.clone());
    let over = use_state(|| Over::Nothing);
    let widths = use_state(|| remembered(PANES).unwrap_or(WIDTHS));
    let main = use_node_ref();
    let resize = |side: usize| {
        let widths = widths.clone();
        Callback::from(move |width: f64| {
            let mut next = *widths;
            next[side] = width;
            remember(PANES, &next);
            widths.set(next);
        })
    };
    let dispatch = state.dispatcher();
    let show = |what: Over| {
        let over = over.clone();
        Callback::from(move |()| over.set(what))
    };
    use_help_key(show(Over::Help));
    let take_tour = {
        let (close, start) = (show(Over::Nothing), tour.start.clone());
        Callback::from(move |()| {
            close.emit(());
            start.emit(());
        })
    };
    let write = {
        let dispatch = dispatch.clone();
        Callback::from(move |text: String| dispatch.dispatch(Action::Load(text)))
    };
    let load = {
        let dispatch = dispatch.clone();
        Callback::from(move |program: &'static Program| {
            dispatch.dispatch(Action::Load(program.text.to_owned()));
            dispatch.dispatch(Action::Choose(program.options()));
        })
    };
    let view = Rc::new((*state).clone());
    let example = use_memo(state.text.clone(), |text| gallery::with_text(text));
    let style = format!("--left:{}%;--right:{}%", widths[0], widths[1]);
    html! {
        <>
            <TopBar load={load.clone()} example={*example} browse={show(Over::Gallery)} arrays={state.arrays()} options={state.options.clone()} running={state.running()} dispatch={dispatch.clone()}
                solver={solver.clone()} help={show(Over::Help)} />
            <StageBar state={view.clone()} dispatch={dispatch.clone()} />
            <main class="panes" ref={main.clone()} {style}>
                <ProgramPane state={view.clone()} dispatch={dispatch.clone()} run={solver.run.clone()} {analyse}>
                    if tour.invites {
                        <Invitation accept={take_tour.clone()} decline={tour.go.reform(|()| None)} />
                    }
                </ProgramPane>
                <Splitter label="Width of the program" width={widths[0]} from_right={false}
                    area={main.clone()} resize={resize(0)} />
                <RoadPane state={view.clone()} dispatch={dispatch.clone()} solver={solver.clone()} />
                <Splitter label="Width of the focus" width={widths[1]} from_right=true
                    area={main} resize={resize(1)} />
                <FocusPane state={view.clone()} dispatch={dispatch.clone()} />
            </main>
            <HelpDialog open={*over == Over::Help} close={show(Over::Nothing)} tour={take_tour}
                reference={show(Over::Reference)} browse={show(Over::Gallery)} />
            <GalleryDialog open={*over == Over::Gallery} close={show(Over::Nothing)} current={*example} {load} />
            <Reference open={*over == Over::Reference} close={show(Over::Nothing)} load={write} />
            if let Some(at) = tour.at {
                <TourCard {at} state={view} {dispatch} {solver} go={tour.go} />
            }
        </>
    }
}
