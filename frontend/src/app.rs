//! The page.

use crate::components::{
    EmbeddedPage, FileMenu, FocusPane, HelpDialog, ProgramPane, RoadPane, ShareButton, Splitter,
    StageBar, Toasts, TopBar,
};
use crate::examples;
use crate::hooks::{
    Solver, opening, remember, remembered, use_analysis, use_comparison, use_drop, use_links,
    use_memory, use_run_key, use_solver,
};
use crate::share::codec::View;
use crate::state::{Action, State};
use std::rc::Rc;
use yew::prelude::*;

const PANES: &str = "hornbook.panes";
/// The widths of the outer panes, in percent.
const WIDTHS: [f64; 2] = [30.0, 31.0];

/// The page: whole, or in another page.
#[component]
pub fn App() -> Html {
    let start = use_memo((), |()| opening());
    let (view, start) = &*start;
    let state = use_reducer(|| State::opening(start));
    use_links(state.dispatcher(), *view);
    use_memory(&state, *view);
    let analyse = use_analysis(&state);
    use_comparison(&state);
    let solver = use_solver(&state);
    use_run_key(solver.run.clone());
    let dispatch = state.dispatcher();
    let state = Rc::new((*state).clone());
    match view {
        View::Page => html! { <WholePage {state} {dispatch} {solver} {analyse} /> },
        View::Embedded | View::EmbeddedEditor => {
            let read_only = *view == View::Embedded;
            html! { <EmbeddedPage {state} {dispatch} {solver} {analyse} {read_only} /> }
        }
    }
}

/// Properties of [`WholePage`].
#[derive(Clone, PartialEq, Properties)]
struct WholePageProps {
    state: Rc<State>,
    dispatch: UseReducerDispatcher<State>,
    solver: Solver,
    analyse: Callback<()>,
}

/// The whole page: a bar of controls, the stages, and three panes.
#[component]
fn WholePage(props: &WholePageProps) -> Html {
    let WholePageProps { state, dispatch, solver, analyse } = props;
    use_drop(dispatch.clone());
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
    let toggle_help = {
        let help = help.clone();
        Callback::from(move |()| help.set(!*help))
    };
    let load = {
        let dispatch = dispatch.clone();
        Callback::from(move |text: String| {
            dispatch.dispatch(Action::Load(text, "The example was opened.".to_owned()));
        })
    };
    let example = use_memo(state.text.clone(), |text| examples::named(text));
    let style = format!("--left:{}%;--right:{}%", widths[0], widths[1]);
    html! {
        <>
            <TopBar {load} example={*example} arrays={state.arrays()} options={state.options.clone()} running={state.running()} dispatch={dispatch.clone()}
                solver={solver.clone()} help={toggle_help.clone()}>
                <FileMenu dispatch={dispatch.clone()} />
                <ShareButton state={state.clone()} />
            </TopBar>
            <StageBar state={state.clone()} dispatch={dispatch.clone()} />
            <main class="panes" ref={main.clone()} {style}>
                <ProgramPane state={state.clone()} dispatch={dispatch.clone()} run={solver.run.clone()}
                    analyse={analyse.clone()} />
                <Splitter label="Width of the program" width={widths[0]} from_right={false}
                    area={main.clone()} resize={resize(0)} />
                <RoadPane state={state.clone()} dispatch={dispatch.clone()} solver={solver.clone()} />
                <Splitter label="Width of the focus" width={widths[1]} from_right=true
                    area={main} resize={resize(1)} />
                <FocusPane state={state.clone()} dispatch={dispatch.clone()} />
            </main>
            <HelpDialog open={*help} close={toggle_help} />
            <Toasts undo={state.undo.clone()} notice={state.notice.clone()} dispatch={dispatch.clone()} />
        </>
    }
}
