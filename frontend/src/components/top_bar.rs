//! The bar of controls.

use super::logo::Logo;
use super::theme_button::ThemeButton;
use crate::examples::{self, Example};
use crate::hooks::Solver;
use crate::protocol::{ABSTRACTIONS, HEURISTICS, Offer, Options};
use crate::state::{Action, State};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Properties of [`TopBar`].
#[derive(Clone, PartialEq, Properties)]
pub struct TopBarProps {
    /// Replaces the program by an example.
    pub load: Callback<String>,
    /// The example that the text is, if it is one.
    pub example: Option<&'static str>,
    /// The choices.
    pub options: Options,
    /// Whether the solver is at it.
    pub running: bool,
    /// Where choices go.
    pub dispatch: UseReducerDispatcher<State>,
    /// Run and Stop.
    pub solver: Solver,
    /// Shows or hides the help.
    pub help: Callback<()>,
}

/// Logo, examples, choices, Run or Stop, theme, help.
#[component]
pub fn TopBar(props: &TopBarProps) -> Html {
    let TopBarProps { load, example, options, running, dispatch, solver, help } = props;
    let choose = |set: fn(&mut Options, String)| {
        let (dispatch, options) = (dispatch.clone(), options.clone());
        Callback::from(move |name: String| {
            let mut options = options.clone();
            set(&mut options, name);
            dispatch.dispatch(Action::Choose(options));
        })
    };
    html! {
        <header class="bar">
            <Logo />
            <ExampleMenu load={load.clone()} current={*example} />
            <Menu label="abstraction" chosen={options.abstraction.clone()} offers={ABSTRACTIONS}
                choose={choose(|o, name| o.abstraction = name)} />
            if HEURISTICS.len() > 1 {
                <Menu label="cells chosen by" chosen={options.heuristic.clone()} offers={HEURISTICS}
                    choose={choose(|o, name| o.heuristic = name)} />
            }
            <span class="grow"></span>
            <RunButton running={*running} solver={solver.clone()} />
            <ThemeButton />
            <button class="icon" onclick={help.reform(|_| ())} aria-label="Help" title="Help" data-testid="help">{ "?" }</button>
        </header>
    }
}

/// Properties of [`RunButton`].
#[derive(Clone, PartialEq, Properties)]
struct RunButtonProps {
    running: bool,
    solver: Solver,
}

/// Run, or Stop while the solver is at it: one button, so that the keyboard stays on it.
#[component]
fn RunButton(props: &RunButtonProps) -> Html {
    let act = if props.running { &props.solver.stop } else { &props.solver.run };
    let onclick = act.reform(|_| ());
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

/// Properties of [`ExampleMenu`].
#[derive(Clone, PartialEq, Properties)]
struct ExampleMenuProps {
    current: Option<&'static str>,
    load: Callback<String>,
}

/// The example programs.
#[component]
fn ExampleMenu(props: &ExampleMenuProps) -> Html {
    let programs = use_memo((), |()| examples::all());
    let onchange = {
        let (programs, load) = (programs.clone(), props.load.clone());
        Callback::from(move |event: Event| {
            let Some(select) = event.target_dyn_into::<HtmlSelectElement>() else {
                return;
            };
            if let Some(example) = programs.iter().find(|e| e.name == select.value()) {
                load.emit(example.text.clone());
            }
        })
    };
    let current = props.current;
    let entry = |e: &Example| {
        html! { <option value={e.name} selected={current == Some(e.name)}>{ &e.title }</option> }
    };
    let group = |label: &'static str, buggy: bool| {
        let entries = programs.iter().filter(move |e| e.buggy == buggy).map(entry);
        html! { <optgroup {label}>{ for entries }</optgroup> }
    };
    html! {
        <select class="examples" aria-label="Open an example" data-testid="examples" {onchange}>
            <option value="" disabled=true selected={current.is_none()}>{ "Examples" }</option>
            { group("Meant to hold", false) }
            { group("With a bug", true) }
        </select>
    }
}

/// Properties of [`Menu`].
#[derive(Clone, PartialEq, Properties)]
struct MenuProps {
    label: &'static str,
    chosen: String,
    offers: &'static [Offer],
    choose: Callback<String>,
}

/// One of the student's choices.
#[component]
fn Menu(props: &MenuProps) -> Html {
    let MenuProps { label, chosen, offers, choose } = props;
    let onchange = {
        let choose = choose.clone();
        Callback::from(move |event: Event| {
            if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
                choose.emit(select.value());
            }
        })
    };
    let options = offers.iter().map(|offer| {
        html! {
            <option value={offer.name} selected={offer.name == *chosen} title={offer.help}>{ offer.title }</option>
        }
    });
    html! {
        <label class="choice">
            <span>{ *label }</span>
            <select {onchange} data-testid={label.replace(' ', "-")}>{ for options }</select>
        </label>
    }
}
