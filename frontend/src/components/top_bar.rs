//! The bar of controls.

use super::abstraction_choice::AbstractionChoice;
use super::example_menu::ExampleMenu;
use super::gloss::Gloss;
use super::logo::Logo;
use super::menu::{Menu, NOT_CHOSEN, own_entry};
use super::popover::Popover;
use super::prose::Prose;
use super::theme_button::ThemeButton;
use super::way_choice::WayChoice;
use crate::gallery::Program;
use crate::glossary::Term;
use crate::hooks::{Solver, remember, remembered, use_presenting};
use crate::state::{Action, State};
use hornbook_abstraction::heuristic::Order;
use hornbook_protocol::{
    ABSTRACTIONS, ABSTRACTIONS_OF_ALL, CALLS, HEURISTICS, METHODS, Offer, Options, TIME_LIMITS,
};
use hornbook_records::PragmaOptions;
use hornbook_tasks::choices::{
    AUTO, Choices, ChosenAbstraction, InvariantsChoice, Key, MethodChoice,
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct TopBarProps {
    pub load: Callback<&'static Program>,
    pub example: Option<&'static Program>,
    pub browse: Callback<()>,
    pub arrays: Vec<String>,
    pub points: Vec<String>,
    pub options: Options,
    /// Whether found invariants are not shown.
    pub hides_found: bool,
    /// The choices that the program makes itself.
    pub wishes: PragmaOptions,
    /// Whether the solver is running.
    pub running: bool,
    pub dispatch: UseReducerDispatcher<State>,
    pub solver: Solver,
    pub help: Callback<()>,
    /// The content beside Run.
    #[prop_or_default]
    pub children: Html,
}

/// Whether the menus for single choices are on view, as the browser keeps it.
const CHOOSES: &str = "hornbook.chooses";

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
        hides_found,
        wishes,
        running,
        dispatch,
        solver,
        help,
        children,
    } = props;
    let choose_abstraction = {
        let (dispatch, options) = (dispatch.clone(), options.clone());
        Callback::from(move |wanted| {
            dispatch.dispatch(Action::Choose(options.with_abstraction(wanted)));
        })
    };
    let choose_heuristic = {
        let (dispatch, options) = (dispatch.clone(), options.clone());
        Callback::from(move |name: String| {
            dispatch.dispatch(Action::Choose(options.with_heuristic(name.parse().ok())));
        })
    };
    let in_force = options.in_force(wishes).choices;
    let heuristic = in_force.heuristic_or_default();
    let chosen_heuristic = match (wishes.heuristic, options.choices.heuristic) {
        (Some(_), None) => NOT_CHOSEN,
        _ => heuristic.name(),
    };
    let choosing = use_state(|| remembered(CHOOSES).unwrap_or(false));
    let show_choices = {
        let choosing = choosing.clone();
        Callback::from(move |on: bool| {
            remember(CHOOSES, &on);
            choosing.set(on);
        })
    };
    let is_auto = in_force.abstraction == Some(ChosenAbstraction::Auto);
    let offers = if is_auto { ABSTRACTIONS_OF_ALL } else { ABSTRACTIONS };
    let places = Rc::new(arrays.iter().chain(points).cloned().collect::<Vec<_>>());
    html! {
        <header class="bar">
            <Logo />
            <div class="choices">
                <ExampleMenu load={load.clone()} current={*example} browse={browse.clone()} />
                <WayChoice options={options.clone()} wishes={wishes.clone()} choosing={*choosing} choose={show_choices} dispatch={dispatch.clone()} />
                if *choosing {
                    <AbstractionChoice wanted={options.choices.abstraction.clone()} wish={wishes.abstraction.clone()} {offers} takes_auto=true {places}
                        choose={choose_abstraction.clone()} />
                    <PerArray arrays={arrays.clone()} wanted={in_force.abstraction_or_default()} choose={choose_abstraction} />
                    if HEURISTICS.len() > 1 {
                        <Menu label="cells chosen by" term={Term::for_heuristic(heuristic)} testid="heuristic" chosen={chosen_heuristic.to_owned()} own={own_entry(wishes.heuristic.as_ref())} offers={HEURISTICS}
                            choose={choose_heuristic} />
                    }
                }
                <Switches options={options.clone()} hides_found={*hides_found} wishes={wishes.clone()} choosing={*choosing} dispatch={dispatch.clone()} />
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

/// A switch for large type.
#[component]
fn PresentButton() -> Html {
    let (presenting, set) = use_presenting();
    let label = "Large type, for a projector";
    html! {
        <button class="icon" onclick={set.reform(move |_| !presenting)} aria-pressed={presenting.to_string()}
            aria-label={label} title={label} data-testid="present">{ "Aa" }</button>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct RunButtonProps {
    pub running: bool,
    pub solver: Solver,
}

/// Run, or Stop while the solver is running: one button, so that the keyboard stays on it.
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

#[derive(Clone, PartialEq, Properties)]
struct SwitchesProps {
    options: Options,
    hides_found: bool,
    wishes: PragmaOptions,
    /// Whether how a verdict is found is chosen here, too.
    choosing: bool,
    dispatch: UseReducerDispatcher<State>,
}

/// The menu of switches.
#[component]
fn Switches(props: &SwitchesProps) -> Html {
    let SwitchesProps { options, hides_found, wishes, choosing, dispatch } = props;
    let choices = &options.choices;
    let choose_method = {
        let (dispatch, options) = (dispatch.clone(), options.clone());
        Callback::from(move |name: String| {
            let options = options.with_method(name.parse().ok());
            // Names by hand belong to one of the methods.
            let others: &[Key] = match options.choices.method {
                Some(MethodChoice::Abstraction) => &[Key::Rules, Key::Tiles],
                Some(MethodChoice::Instrument) => &[Key::Tiles],
                Some(MethodChoice::Tiling) => &[Key::Rules],
                Some(MethodChoice::Auto) | None => &[],
            };
            let choices = options.choices.without(others);
            dispatch.dispatch(Action::Choose(options.with_choices(choices)));
        })
    };
    let chosen_method = match (wishes.method, options.choices.method) {
        (Some(_), None) => NOT_CHOSEN.to_owned(),
        _ => options.in_force(wishes).choices.settings().method.name().to_owned(),
    };
    let toggle = |flip: fn(&mut Choices)| {
        let (dispatch, options) = (dispatch.clone(), options.clone());
        Callback::from(move |_: Event| {
            let mut choices = options.choices.clone();
            flip(&mut choices);
            dispatch.dispatch(Action::Choose(options.with_choices(choices)));
        })
    };
    let switch = |id: &'static str, label: &'static str, on: bool, help: String, onchange| {
        html! {
            <div class="switch">
                <label class="choice">
                    <input type="checkbox" checked={on} {onchange} aria-describedby={format!("help-{id}")} data-testid={id} />
                    <span>{ label }</span>
                </label>
                <small class="choice-help" id={format!("help-{id}")}><Prose text={help} /></small>
            </div>
        }
    };
    let help = |key: Key| format!("{}.", key.help());
    let right_to_left = choices.order == Order::RightToLeft;
    let chosen = options.seconds.to_string();
    let extra = (!TIME_LIMITS.iter().any(|offer| offer.name == chosen))
        .then(|| (chosen.clone(), format!("{chosen} seconds")));
    let choose = {
        let (dispatch, options) = (dispatch.clone(), options.clone());
        Callback::from(move |name: String| {
            let seconds = name.parse().unwrap_or(options.seconds);
            dispatch.dispatch(Action::Choose(Options { seconds, ..options.clone() }));
        })
    };
    let calls = choices.calls.to_string();
    let other_calls =
        (!CALLS.iter().any(|offer| offer.name == calls)).then(|| (calls.clone(), calls.clone()));
    let choose_calls = {
        let (dispatch, options) = (dispatch.clone(), options.clone());
        Callback::from(move |name: String| {
            let calls = name.parse().unwrap_or_else(|_| options.choices.calls.clone());
            let choices = Choices { calls, ..options.choices.clone() };
            dispatch.dispatch(Action::Choose(options.with_choices(choices)));
        })
    };
    let any = choices.check_bounds
        || choices.large_blocks
        || choices.loops
        || right_to_left
        || choices.method.is_some()
        || choices.invariants.is_some()
        || !choices.rules.is_empty()
        || !choices.tiles.is_empty()
        || !choices.calls.is_empty()
        || *hides_found;
    let hide = {
        let (dispatch, hides) = (dispatch.clone(), !*hides_found);
        Callback::from(move |_: Event| dispatch.dispatch(Action::HideFound(hides)))
    };
    html! {
        <Popover label="options" marked={any} title="Method, bounds checks, calls, large blocks, loops, order" testid="switches">
            if *choosing {
                <Menu label="method" term={Term::Method} testid="method" chosen={chosen_method} own={own_entry(wishes.method.as_ref())} offers={METHODS}
                    choose={choose_method} />
            }
            { switch(Key::Invariants.option(), "judge my invariants", options.judges_lines(),
                help(Key::Invariants), toggle(|c| {
                    let is_given = c.invariants == Some(InvariantsChoice::Given);
                    c.invariants = (!is_given).then_some(InvariantsChoice::Given);
                })) }
            { switch("hide-found", "do not show found invariants", *hides_found,
                "For a class that is to find them: verdicts, runs and judgements stay.".to_owned(), hide) }
            { switch(Key::CheckBounds.option(), "check array bounds", choices.check_bounds, help(Key::CheckBounds),
                toggle(|c| c.check_bounds = !c.check_bounds)) }
            <Menu label="calls" testid="calls" chosen={calls} offers={CALLS} extra={other_calls} choose={choose_calls} />
            if *choosing {
                { switch(Key::LargeBlocks.option(), "large blocks", choices.large_blocks, help(Key::LargeBlocks),
                    toggle(|c| c.large_blocks = !c.large_blocks)) }
                <Gloss term={Term::LargeBlocks}>{ "What are large blocks?" }</Gloss>
                { switch(Key::Loops.option(), "loops for quantifiers", choices.loops,
                    format!("{} (Braine's thesis, 6.3.2.2).", Key::Loops.help()),
                    toggle(|c| c.loops = !c.loops)) }
                { switch("right-to-left", "right to left", right_to_left,
                    "The last component of a tuple is instantiated first (Braine's thesis, Algorithm 5).".to_owned(),
                    toggle(|c| c.order = c.order.other())) }
            }
            <Menu label="give up after" testid="seconds" chosen={options.seconds.to_string()} offers={TIME_LIMITS} {extra} {choose} />
        </Popover>
    }
}

#[derive(Clone, PartialEq, Properties)]
struct PerArrayProps {
    arrays: Vec<String>,
    /// The abstraction that holds, whoever has chosen it.
    wanted: ChosenAbstraction,
    choose: Callback<Option<ChosenAbstraction>>,
}

/// An abstraction for each array; only where there are several arrays.
#[component]
fn PerArray(props: &PerArrayProps) -> Html {
    let PerArrayProps { arrays, wanted, choose } = props;
    let has_own = wanted.choice().is_some_and(|choice| !choice.by_name.is_empty());
    if arrays.len() < 2 && !has_own {
        return html! {};
    }
    let menus = arrays.iter().map(|array| {
        let sigma = wanted.choice().map(|choice| choice.sigma_for(array));
        let shown = sigma.map_or_else(|| AUTO.to_owned(), ToString::to_string);
        let offer = sigma.and_then(|sigma| Offer::for_sigma(ABSTRACTIONS, sigma));
        let extra = offer.is_none().then(|| (shown.clone(), shown.clone()));
        let chosen = offer.map_or(shown, |offer| offer.name.to_owned());
        let (wanted, choose, array) = (wanted.clone(), choose.clone(), array.clone());
        let name = array.clone();
        let choose = Callback::from(move |picked: String| {
            // The extra entry stands for the choice that holds already.
            if let Some(sigma) = Offer::find(ABSTRACTIONS, &picked).and_then(Offer::sigma) {
                choose.emit(Some(wanted.with_sigma(&name, sigma)));
            }
        });
        html! {
            <Menu key={array.clone()} label={array.clone()} testid={format!("abstraction-{array}")} {chosen}
                offers={ABSTRACTIONS} {extra} {choose} />
        }
    });
    html! {
        <Popover class="names" label="per array" marked={has_own} title="An abstraction for each array"
            testid="per-array">
            { for menus }
        </Popover>
    }
}
