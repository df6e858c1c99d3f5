//! The page.

use crate::components::{FocusPane, HelpDialog, ProgramPane, RoadPane, Splitter, StageBar, TopBar};
use crate::examples;
use crate::hooks::{remember, remembered, use_analysis, use_comparison, use_run_key, use_solver};
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
        let example = examples::all().into_iter().find(|e| e.name == FIRST);
        example.map(|e| e.text).unwrap_or_default()
    });
    State::new(&text, options)
}

/// Remembers text and choices whenever they change.
#[hook]
fn use_memory(state: &UseReducerHandle<State>) {
    use_effect_with(state.text.clone(), |text| remember(TEXT, &&**text));
    use_effect_with(state.options.clone(), |options| remember(OPTIONS, options));
}

/// The whole page: a bar of controls, the stages, and three panes.
#[component]
pub fn App() -> Html {
    let state = use_reducer(first_state);
    use_memory(&state);
    let analyse = use_analysis(&state);
    use_comparison(&state);
    let solver = use_solver(&state);
    use_run_key(solver.run.clone());
    let help = use_state(|| false);
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
    let toggle_help = {
        let help = help.clone();
        Callback::from(move |()| help.set(!*help))
    };
    let load = {
        let dispatch = dispatch.clone();
        Callback::from(move |text: String| dispatch.dispatch(Action::Load(text)))
    };
    let view = Rc::new((*state).clone());
    let example = use_memo(state.text.clone(), |text| examples::named(text));
    let style = format!("--left:{}%;--right:{}%", widths[0], widths[1]);
    html! {
        <>
            <TopBar {load} example={*example} arrays={state.arrays()} options={state.options.clone()} running={state.running()} dispatch={dispatch.clone()}
                solver={solver.clone()} help={toggle_help.clone()} />
            <StageBar state={view.clone()} dispatch={dispatch.clone()} />
            <main class="panes" ref={main.clone()} {style}>
                <ProgramPane state={view.clone()} dispatch={dispatch.clone()} run={solver.run.clone()} {analyse} />
                <Splitter label="Width of the program" width={widths[0]} from_right={false}
                    area={main.clone()} resize={resize(0)} />
                <RoadPane state={view.clone()} dispatch={dispatch.clone()} {solver} />
                <Splitter label="Width of the focus" width={widths[1]} from_right=true
                    area={main} resize={resize(1)} />
                <FocusPane state={view.clone()} {dispatch} />
            </main>
            <HelpDialog open={*help} close={toggle_help} />
        </>
    }
}
