//! The bar of controls.

use super::abstraction_choice::AbstractionChoice;
use super::example_menu::ExampleMenu;
use super::gloss::Gloss;
use super::logo::Logo;
use super::menu::{Menu, own_entry};
use super::popover::Popover;
use super::theme_button::ThemeButton;
use crate::gallery::Program;
use crate::glossary::Term;
use crate::hooks::{Solver, use_presenting};
use crate::protocol::{
    ABSTRACTIONS, ABSTRACTIONS_OF_ALL, HEURISTICS, NOT_CHOSEN, Options, PATIENCE,
};
use crate::state::{Action, State};
use hornbook_core::explain::Wishes;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`TopBar`].
#[derive(Clone, PartialEq, Properties)]
pub struct TopBarProps {
    /// Opens a program of the gallery.
    pub load: Callback<&'static Program>,
    /// The program of the gallery that the text is, if it is one.
    pub example: Option<&'static Program>,
    /// Shows the gallery.
    pub browse: Callback<()>,
    /// The program's arrays.
    pub arrays: Vec<String>,
    /// The program's points.
    pub points: Vec<String>,
    /// The choices.
    pub options: Options,
    /// What the program asks for.
    pub wishes: Wishes,
    /// Whether the solver is at it.
    pub running: bool,
    /// Where choices go.
    pub dispatch: UseReducerDispatcher<State>,
    /// Run and Stop.
    pub solver: Solver,
    /// Shows or hides the help.
    pub help: Callback<()>,
    /// What stands beside Run.
    #[prop_or_default]
    pub children: Html,
}

/// Logo, examples, choices, Run or Stop, theme, help.
#[component]
pub fn TopBar(props: &TopBarProps) -> Html {
    let TopBarProps {
        load,
        example,
        browse,
        arrays,
        points,
        options,
        wishes,
        running,
        dispatch,
        solver,
        help,
        children,
    } = props;
    let choose = |set: fn(&mut Options, String)| {
        let (dispatch, options) = (dispatch.clone(), options.clone());
        Callback::from(move |name: String| {
            let mut options = options.clone();
            set(&mut options, name);
            dispatch.dispatch(Action::Choose(options));
        })
    };
    let all = {
        let dispatch = dispatch.clone();
        Callback::from(move |options| dispatch.dispatch(Action::Choose(options)))
    };
    let in_force = options.in_force(wishes);
    let heuristic = match (&wishes.heuristic, options.heuristic.as_str()) {
        (Some(_), NOT_CHOSEN) => NOT_CHOSEN.to_owned(),
        _ => in_force.heuristic.clone(),
    };
    let places = Rc::new(arrays.iter().chain(points).cloned().collect::<Vec<_>>());
    html! {
        <header class="bar">
            <Logo />
            <div class="choices">
                <ExampleMenu load={load.clone()} current={*example} browse={browse.clone()} />
                <AbstractionChoice options={options.clone()} wish={wishes.abstraction.clone()} offers={ABSTRACTIONS_OF_ALL} {places} choose={all} />
                <PerArray arrays={arrays.clone()} options={options.clone()} abstraction={in_force.abstraction.clone()} dispatch={dispatch.clone()} />
                <Switches options={options.clone()} dispatch={dispatch.clone()} />
                if HEURISTICS.len() > 1 {
                    <Menu label="cells chosen by" term={Term::of_heuristic(&in_force.heuristic)} testid="heuristic" chosen={heuristic} own={own_entry(wishes.heuristic.as_ref())} offers={HEURISTICS}
                        choose={choose(|o, name| o.heuristic = name)} />
                }
            </div>
            <div class="actions">
                { children.clone() }
                <RunButton running={*running} solver={solver.clone()} />
                <PresentButton />
                <ThemeButton />
                <button class="icon" onclick={help.reform(|_| ())} aria-label="Help" title="Help" data-testid="help">{ "?" }</button>
            </div>
        </header>
    }
}

/// Large type for a projector, or not.
#[component]
fn PresentButton() -> Html {
    let (presenting, set) = use_presenting();
    let label = "Large type, for a projector";
    html! {
        <button class="icon" onclick={set.reform(move |_| !presenting)} aria-pressed={presenting.to_string()}
            aria-label={label} title={label} data-testid="present">{ "Aa" }</button>
    }
}

/// Properties of [`RunButton`].
#[derive(Clone, PartialEq, Properties)]
pub struct RunButtonProps {
    /// Whether the solver is at it.
    pub running: bool,
    /// Run and Stop.
    pub solver: Solver,
}

/// Run, or Stop while the solver is at it: one button, so that the keyboard stays on it.
#[component]
pub fn RunButton(props: &RunButtonProps) -> Html {
    let act = if props.running { &props.solver.stop } else { &props.solver.run };
    let (act, running) = (act.clone(), props.running);
    let onclick = Callback::from(move |event: MouseEvent| {
        // The second click of a double one was not meant for Stop.
        if !(running && event.detail() > 1) {
            act.emit(());
        }
    });
    html! {
        <button class={classes!("run", props.running.then_some("stop"))} {onclick} data-testid="run">
            if props.running {
                <span class="spinner" aria-hidden="true"></span>{ "Stop" }
            } else {
                { "Run" }<kbd>{ "Ctrl\u{a0}↵" }</kbd>
            }
        </button>
    }
}

/// Properties of [`Switches`].
#[derive(Clone, PartialEq, Properties)]
struct SwitchesProps {
    options: Options,
    dispatch: UseReducerDispatcher<State>,
}

/// What can be turned on.
#[component]
fn Switches(props: &SwitchesProps) -> Html {
    let SwitchesProps { options, dispatch } = props;
    let toggle = |flip: fn(&mut Options)| {
        let (dispatch, options) = (dispatch.clone(), options.clone());
        Callback::from(move |_: Event| {
            let mut options = options.clone();
            flip(&mut options);
            dispatch.dispatch(Action::Choose(options));
        })
    };
    let switch = |id: &'static str, label: &'static str, on: bool, help: &'static str, onchange| {
        html! {
            <label class="choice" title={help}>
                <input type="checkbox" checked={on} {onchange} data-testid={id} />
                <span>{ label }</span>
            </label>
        }
    };
    let chosen = options.seconds.to_string();
    let extra = (!PATIENCE.iter().any(|offer| offer.name == chosen))
        .then(|| (chosen.clone(), format!("{chosen} seconds")));
    let choose = {
        let (dispatch, options) = (dispatch.clone(), options.clone());
        Callback::from(move |name: String| {
            let seconds = name.parse().unwrap_or(options.seconds);
            dispatch.dispatch(Action::Choose(Options { seconds, ..options.clone() }));
        })
    };
    let any =
        options.check_bounds || options.large_blocks || options.loops || options.right_to_left;
    html! {
        <Popover label="options" marked={any} title="Bounds checks, large blocks, loops, order" testid="switches">
            { switch("check-bounds", "check array bounds", options.check_bounds,
                "Every access to an array with a declared length must lie within it.",
                toggle(|o| o.check_bounds = !o.check_bounds)) }
            { switch("large-blocks", "large blocks", options.large_blocks,
                "The steps between two loop heads become one clause.",
                toggle(|o| o.large_blocks = !o.large_blocks)) }
            <Gloss term={Term::LargeBlocks}>{ "What are large blocks?" }</Gloss>
            { switch("loops", "loops for quantifiers", options.loops,
                "A condition on any number of cells becomes a loop over them (thesis, 6.3.2.2).",
                toggle(|o| o.loops = !o.loops)) }
            { switch("right-to-left", "right to left", options.right_to_left,
                "The last component of a tuple is instantiated first (thesis, Algorithm 5).",
                toggle(|o| o.right_to_left = !o.right_to_left)) }
            <Menu label="give up after" testid="seconds" chosen={options.seconds.to_string()} offers={PATIENCE} {extra} {choose} />
        </Popover>
    }
}

/// Properties of [`PerArray`].
#[derive(Clone, PartialEq, Properties)]
struct PerArrayProps {
    arrays: Vec<String>,
    options: Options,
    /// The abstraction that holds, whoever has chosen it.
    abstraction: String,
    dispatch: UseReducerDispatcher<State>,
}

/// An abstraction for each array; only where there are several arrays.
#[component]
fn PerArray(props: &PerArrayProps) -> Html {
    let PerArrayProps { arrays, options, abstraction, dispatch } = props;
    let options = &Options { abstraction: abstraction.clone(), ..options.clone() };
    if arrays.len() < 2 && !options.has_own() {
        return html! {};
    }
    let menus = arrays.iter().map(|array| {
        let (dispatch, options, name) = (dispatch.clone(), options.clone(), array.clone());
        let chosen = options.abstraction_of(array).to_owned();
        let on_offer = ABSTRACTIONS.iter().any(|offer| offer.name == chosen);
        let extra = (!on_offer).then(|| (chosen.clone(), chosen.clone()));
        let choose = Callback::from(move |abstraction: String| {
            dispatch.dispatch(Action::Choose(options.with_abstraction_of(&name, &abstraction)));
        });
        html! {
            <Menu key={array.clone()} label={array.clone()} testid={format!("abstraction-{array}")} {chosen}
                offers={ABSTRACTIONS} {extra} {choose} />
        }
    });
    html! {
        <Popover class="names" label="per array" marked={options.has_own()} title="An abstraction for each array"
            testid="per-array">
            { for menus }
        </Popover>
    }
}
