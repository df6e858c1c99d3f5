//! Buttons for the comparisons that can be asked for.

use super::abstraction_choice::AbstractionChoice;
use super::menu::Menu;
use hornbook_abstraction::sigma::Sigma;
use hornbook_protocol::compare::ComparisonAxis;
use hornbook_protocol::{ABSTRACTIONS, HEURISTICS, Options};
use hornbook_records::comparison::ComparedOptions;
use hornbook_tasks::choices::ChosenAbstraction;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct AxisButtonsProps {
    pub asked: Option<ComparisonAxis>,
    pub options: Options,
    /// Whether a comparison can be asked for.
    pub enabled: bool,
    /// The prefix of the buttons' test ids.
    pub name: &'static str,
    /// Called with the comparison that is asked for; none to close it.
    pub ask: Callback<Option<ComparisonAxis>>,
}

/// A button for each axis, and the menus for one other choice.
#[component]
pub fn AxisButtons(props: &AxisButtonsProps) -> Html {
    let kept = use_state_eq(|| other_than(&props.options));
    let other = match &props.asked {
        Some(ComparisonAxis::Other { abstraction, heuristic }) => (abstraction.clone(), *heuristic),
        _ => (*kept).clone(),
    };
    let unread = match &props.asked {
        Some(ComparisonAxis::Unread { words: [abstraction, _], .. }) => Some(abstraction.clone()),
        _ => None,
    };
    {
        // The choice of the student or of a link comes back after another comparison.
        let other = other.clone();
        use_effect_with(other.clone(), move |_| kept.set(other));
    }
    let asked = props.asked.as_ref().map(ComparisonAxis::name);
    let pair = axis_of(&other);
    let buttons = [ComparisonAxis::Heuristics, ComparisonAxis::Abstractions, pair].map(|axis| {
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
    let choose = props.ask.reform(|way: ComparedOptions| Some(axis_of(&way)));
    html! {
        <>
            <div class="axes">{ for buttons }</div>
            if asked == Some("other") { <OtherWay way={other} {unread} {choose} /> }
        </>
    }
}

/// The choice to compare with at first: two cells, or one if two are chosen.
fn other_than(options: &Options) -> ComparedOptions {
    let chosen = options.choices.abstraction_or_default();
    let chosen = chosen.choice().cloned().unwrap_or_default();
    let cells = if chosen.all == Sigma::cells(2) { 1 } else { 2 };
    (chosen.with_all(Sigma::cells(cells)), options.choices.heuristic_or_default())
}

fn axis_of((abstraction, heuristic): &ComparedOptions) -> ComparisonAxis {
    ComparisonAxis::Other { abstraction: abstraction.clone(), heuristic: *heuristic }
}

#[derive(Clone, PartialEq, Properties)]
struct OtherWayProps {
    way: ComparedOptions,
    /// An abstraction from a link that cannot be read.
    unread: Option<String>,
    choose: Callback<ComparedOptions>,
}

/// The menus for the other way.
#[component]
fn OtherWay(props: &OtherWayProps) -> Html {
    let OtherWayProps { way, unread, choose } = props;
    let (abstraction, heuristic) = way.clone();
    let choose_abstraction = choose.reform(move |wanted: Option<ChosenAbstraction>| {
        (
            wanted.as_ref().and_then(ChosenAbstraction::choice).cloned().unwrap_or_default(),
            heuristic,
        )
    });
    let choose_heuristic = {
        let (abstraction, choose) = (abstraction.clone(), choose.clone());
        Callback::from(move |name: String| {
            if let Ok(heuristic) = name.parse() {
                choose.emit((abstraction.clone(), heuristic));
            }
        })
    };
    html! {
        <div class="axes">
            <AbstractionChoice wanted={ChosenAbstraction::Fixed(abstraction)} unread={unread.clone().map(AttrValue::from)} offers={ABSTRACTIONS}
                label="other abstraction" testids={["other-abstraction", "other-sigma"]} choose={choose_abstraction} />
            <Menu label="its cells chosen by" testid="other-heuristic" chosen={heuristic.name().to_owned()}
                offers={HEURISTICS} choose={choose_heuristic} />
        </div>
    }
}
