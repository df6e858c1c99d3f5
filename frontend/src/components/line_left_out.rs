//! An invariant without one of its lines, and the step that then breaks it.

use super::induction_proof::{steps, title};
use super::moment::moment;
use super::prose::Prose;
use crate::formula::InvariantPart;
use crate::state::State;
use hornbook_records::induction::{InductionCounterexample, LineNecessity, PathTarget, StateView};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct LineLeftOutProps {
    /// The result, once that is known.
    pub found: Option<LineNecessity>,
    /// Whether there is no other line.
    pub alone: bool,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The result of leaving the line out, as a sentence or as a state that leads out of the invariant.
#[component]
pub fn LineLeftOut(props: &LineLeftOutProps) -> Html {
    let said = match &props.found {
        None => {
            html! { <p class="why">{ "Hornbook looks for a step that breaks without it …" }</p> }
        }
        Some(LineNecessity::Enough) => {
            html! { <p>{ "The other lines are enough: without this one each step holds as well." }</p> }
        }
        Some(LineNecessity::Open) => {
            html! { <p>{ "Whether the other lines are enough could not be decided." }</p> }
        }
        Some(LineNecessity::Breaks(found)) => breaks(found, props.alone, &props.dispatch),
    };
    html! { <div class="left-out-says" role="status" data-testid="left-out">{ said }</div> }
}

fn breaks(
    found: &InductionCounterexample,
    alone: bool,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let InductionCounterexample { reason, fails_with_line, claim, before, after } = found;
    let what = match fails_with_line {
        true => "A step does not follow from these lines, with or without this one. ",
        false => "Without it a step breaks. ",
    };
    let allowed =
        if alone { "Then this state is allowed" } else { "The other lines allow this state" };
    let there = match (reason.to, after.is_some()) {
        (PathTarget::Loop(_), _) => "Then this line is false:",
        (PathTarget::Claim { .. }, _) => "Then this claim is false:",
    };
    html! {
        <>
            <p>{ what }{ allowed }{ ", though no run need come to it:" }</p>
            { draw_state(before) }
            <p><Prose text={format!("{}:", title(reason))} /></p>
            { steps(reason, dispatch) }
            { for after.as_ref().map(draw_state) }
            <p>{ there }</p>
            <div class="broken-claim"><InvariantPart term={claim.clone()} /></div>
        </>
    }
}

pub fn draw_state(state: &StateView) -> Html {
    moment(&state.scalars, &state.strips, &state.rows)
}
