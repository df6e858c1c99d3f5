//! What can be compared, and with which choices.

use super::abstraction_choice::AbstractionChoice;
use super::menu::Menu;
use crate::compare::Axis;
use crate::protocol::{ABSTRACTIONS, HEURISTICS, Options};
use yew::prelude::*;

/// Properties of [`Axes`].
#[derive(Clone, PartialEq, Properties)]
pub struct AxesProps {
    /// What is compared, if something is.
    pub asked: Option<Axis>,
    /// The choices that are made.
    pub options: Options,
    /// Whether something can be compared.
    pub enabled: bool,
    /// What tests call the buttons: this, and what is compared.
    pub name: &'static str,
    /// Hears what is to be compared; nothing, if the comparison is to go away.
    pub ask: Callback<Option<Axis>>,
}

/// A button for each thing that can be compared, and the menus for one other choice.
#[component]
pub fn Axes(props: &AxesProps) -> Html {
    let kept = use_state_eq(|| other_than(&props.options));
    let other = match &props.asked {
        Some(Axis::Other { abstraction, heuristic }) => {
            let (abstraction, heuristic) = (abstraction.clone(), heuristic.clone());
            Options { abstraction, heuristic, ..(*kept).clone() }
        }
        _ => (*kept).clone(),
    };
    {
        // What was chosen, or brought by a link, is there again after another comparison.
        let other = other.clone();
        use_effect_with(other.clone(), move |_| kept.set(other));
    }
    let asked = props.asked.as_ref().map(Axis::name);
    let pair = axis_of(&other);
    let buttons = [Axis::Heuristics, Axis::Abstractions, pair].map(|axis| {
        let name = axis.name();
        let (ask, shown) = (props.ask.clone(), asked == Some(name));
        let onclick = Callback::from(move |_: MouseEvent| ask.emit((!shown).then(|| axis.clone())));
        let title = if name == "other" {
            "Compare with one other choice".to_owned()
        } else {
            format!("Compare {name}")
        };
        html! {
            <button {onclick} aria-pressed={shown.to_string()} disabled={!props.enabled}
                data-testid={format!("{}-{name}", props.name)}>{ title }</button>
        }
    });
    let choose = props.ask.reform(|options: Options| Some(axis_of(&options)));
    html! {
        <>
            <div class="axes">{ for buttons }</div>
            if asked == Some("other") { <OtherWay options={other} {choose} /> }
        </>
    }
}

/// The choice to compare with at first: two cells, or one if two are chosen.
fn other_than(options: &Options) -> Options {
    let name = if options.abstraction_of_all() == "cell2" { "cell1" } else { "cell2" };
    options.with_abstraction_of_all(name)
}

fn axis_of(other: &Options) -> Axis {
    let Options { abstraction, heuristic, .. } = other.clone();
    Axis::Other { abstraction, heuristic }
}

/// Properties of [`OtherWay`].
#[derive(Clone, PartialEq, Properties)]
struct OtherWayProps {
    options: Options,
    choose: Callback<Options>,
}

/// The menus for the other way.
#[component]
fn OtherWay(props: &OtherWayProps) -> Html {
    let OtherWayProps { options, choose } = props;
    let heuristic = {
        let (options, choose) = (options.clone(), choose.clone());
        Callback::from(move |heuristic| choose.emit(Options { heuristic, ..options.clone() }))
    };
    html! {
        <div class="axes">
            <AbstractionChoice options={options.clone()} offers={ABSTRACTIONS} label="other abstraction"
                testids={["other-abstraction", "other-sigma"]} choose={choose.clone()} />
            <Menu label="its cells chosen by" testid="other-heuristic" chosen={options.heuristic.clone()}
                offers={HEURISTICS} choose={heuristic} />
        </div>
    }
}
