//! What holds each time control is at a point.

use super::copy_formula::CopyFormula;
use super::figure::Figure;
use super::prose::Prose;
use super::strip_picture::StripPicture;
use super::watch_run::WatchRun;
use crate::formula::InvariantPart;
use crate::protocol::Formula;
use crate::state::{Action, State};
use hornbook_core::base::text::capitalised;
use hornbook_core::explain::Invariant;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct InvariantCardProps {
    /// The invariant.
    pub invariant: Invariant,
    /// Its place among the invariants of the verdict.
    pub place: usize,
    /// Whether it is of the text as it is now.
    pub fresh: bool,
    /// Where a picked line goes.
    pub dispatch: UseReducerDispatcher<State>,
}

/// The invariant as sentences and as a strip for each array.
#[component]
pub fn InvariantCard(props: &InvariantCardProps) -> Html {
    let InvariantCardProps { invariant, place, fresh, dispatch } = props;
    let title = capitalised(&invariant.title);
    let (dispatch, span) = (dispatch.clone(), invariant.span);
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::GoTo(span)));
    html! {
        <article class="clause invariant" data-testid="invariant">
            <header>
                <b><Prose text={title} /></b>
                <button class="chip from" {onclick}>{ format!("line {}", invariant.line) }</button>
            </header>
            if invariant.parts.is_empty() {
                <p class="why">{ "Nothing needs to be known here." }</p>
            }
            <ul class="parts">
                { for invariant.parts.iter().map(|part| html! { <li><InvariantPart term={part.clone()} /></li> }) }
            </ul>
            if !invariant.parts.is_empty() { <CopyFormula formula={Formula::Invariant(*place)} fresh={*fresh} /> }
            if !invariant.strips.is_empty() {
                <Figure name="invariant">{ for invariant.strips.iter().map(|strip| html! { <StripPicture strip={strip.clone()} /> }) }</Figure>
                if invariant.loop_head { <WatchRun invariant={invariant.clone()} place={*place} fresh={*fresh} /> }
            }
        </article>
    }
}
