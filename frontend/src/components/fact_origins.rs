//! How each fact of an invariant could have been found, with the fact in rounds of a run.

use super::moment::moment;
use super::prose::Prose;
use crate::formula::InvariantPart;
use crate::hooks::Writer;
use hornbook_protocol::DocumentKind;
use hornbook_records::Invariant;
use hornbook_records::induction::ExplainedFact;
use hornbook_records::sample::LoopVisit;
use web_sys::HtmlDetailsElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct FactOriginsProps {
    pub invariant: Invariant,
    /// Its place among the invariants of the verdict.
    pub place: usize,
    /// Whether it is of the current text.
    pub fresh: bool,
}

/// A question that opens, with a sentence for each fact.
#[component]
pub fn FactOrigins(props: &FactOriginsProps) -> Html {
    let FactOriginsProps { invariant, place, fresh } = props;
    let writer = use_context::<Writer>();
    let (open, found) = (use_state_eq(|| false), use_state(|| None::<Vec<ExplainedFact>>));
    {
        let found = found.clone();
        use_effect_with(
            (invariant.clone(), *place, *fresh, *open),
            move |(_, place, fresh, open)| {
                let Some(writer) = writer.filter(|_| *fresh && *open) else { return };
                let read =
                    |text: Option<String>| text.and_then(|json| serde_json::from_str(&json).ok());
                let reader = Callback::from(move |text: Option<String>| found.set(read(text)));
                writer.write(DocumentKind::Origins(*place), reader);
            },
        );
    }
    let ontoggle = {
        let open = open.clone();
        Callback::from(move |event: Event| {
            if let Some(details) = event.target_dyn_into::<HtmlDetailsElement>() {
                open.set(details.open());
            }
        })
    };
    let parts = invariant.parts.iter().zip(found.iter().flatten()).map(|(part, fact)| {
        html! {
            <li>
                <InvariantPart term={part.clone()} />
                <p><Prose text={fact.origin.sentence()} /></p>
                <div class="rounds" data-testid="origin-rounds">{ for fact.rounds.iter().map(|visit| round(visit, fact)) }</div>
            </li>
        }
    });
    html! {
        <details class="aside" {ontoggle} data-testid="origins">
            <summary>{ "How would I find it?" }</summary>
            if *open { <ul class="parts">{ for parts }</ul> }
        </details>
    }
}

/// A fact after some rounds of a run.
fn round(visit: &LoopVisit, fact: &ExplainedFact) -> Html {
    let count = visit.rounds.last().copied().unwrap_or(0);
    let rounds = if count == 1 { "round" } else { "rounds" };
    html! {
        <figure>
            <figcaption class="why">{ format!("after {count} {rounds}") }</figcaption>
            { moment(&visit.scalars, &fact.strips, &visit.rows) }
        </figure>
    }
}
