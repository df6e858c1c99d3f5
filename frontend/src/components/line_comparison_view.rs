//! The reader's lines about loops beside what Hornbook finds without them: which of both says more, with a state that
//! shows it.

use super::line_left_out::draw_state;
use crate::formula::InvariantPart;
use crate::hooks::Writer;
use hornbook_protocol::DocumentKind;
use hornbook_records::line_comparison::{Difference, LineComparison, LoopComparison, Relation};
use web_sys::HtmlDetailsElement;
use yew::prelude::*;

/// The answer for one text; `None` inside if there is none.
type Answer = Option<Vec<LoopComparison>>;

/// A question about the current text that opens, and is answered then.
#[component]
pub fn LineComparisonView() -> Html {
    let writer = use_context::<Writer>();
    let (open, answer) = (use_state_eq(|| false), use_state(|| None::<Answer>));
    let asked = use_state_eq(|| false);
    {
        let answer = answer.clone();
        use_effect_with(*open, move |open| {
            let Some(writer) = writer.filter(|_| *open && !*asked) else { return };
            asked.set(true);
            let read =
                |text: Option<String>| text.and_then(|json| serde_json::from_str(&json).ok());
            let reader = Callback::from(move |text: Option<String>| answer.set(Some(read(text))));
            writer.write(DocumentKind::LineComparison, reader);
        });
    }
    let ontoggle = {
        let open = open.clone();
        Callback::from(move |event: Event| {
            if let Some(details) = event.target_dyn_into::<HtmlDetailsElement>() {
                open.set(details.open());
            }
        })
    };
    html! {
        <details class="aside" {ontoggle} data-testid="line-comparison">
            <summary>{ "Are they weaker or stronger than Hornbook's own?" }</summary>
            if *open { <div role="status">{ answer_of(answer.as_ref()) }</div> }
        </details>
    }
}

fn answer_of(answer: Option<&Answer>) -> Html {
    match answer {
        None => {
            html! { <p class="why">{ "Hornbook looks for an invariant without your lines …" }</p> }
        }
        Some(None) => html! { <p>{ "Hornbook gave no answer in its time." }</p> },
        Some(Some(loops)) if loops.is_empty() => html! {
            <p>{ "Without your lines Hornbook found no invariant that it can show whole, so there is nothing to compare them with." }</p>
        },
        Some(Some(loops)) => html! { { for loops.iter().map(about_loop) } },
    }
}

fn about_loop(compared: &LoopComparison) -> Html {
    let found =
        compared.found.iter().map(|part| html! { <li><InvariantPart term={part.clone()} /></li> });
    html! {
        <article class="judged-loop">
            <h4>{ format!("Loop of line {}", compared.line) }</h4>
            <p>{ "Without your lines Hornbook uses here:" }</p>
            <ul class="parts">{ for found }</ul>
            <p class="why">{ "Only the formulas are compared, without what is assumed before the loop: a state below need not be possible. \
                Your lines need not be the strongest ones: they are to be true and enough." }</p>
            { together(&compared.together) }
            if compared.lines.len() > 1 {
                <ul class="judged-lines">{ for compared.lines.iter().map(about_line) }</ul>
            }
        </article>
    }
}

/// All lines of a loop, compared with the invariant.
fn together(relation: &Relation) -> Html {
    match relation {
        Relation::Equal => html! { <p>{ "Your lines say exactly that." }</p> },
        Relation::Weaker(own) => html! {
            <>
                <p>{ "Your lines are weaker: they follow from these, and allow this state, too:" }</p>
                { difference(own, "In it this is false:") }
            </>
        },
        Relation::Stronger(found) => html! {
            <>
                <p>{ "Your lines are stronger: these follow from them, and allow this state, too:" }</p>
                { difference(found, "In it this part of yours is false:") }
            </>
        },
        Relation::Unrelated { only_own, only_found } => html! {
            <>
                <p>{ "Neither follows from the other. Your lines allow this state:" }</p>
                { difference(only_own, "In it this part of Hornbook's is false:") }
                <p>{ "And Hornbook's allow this one:" }</p>
                { difference(only_found, "In it this part of yours is false:") }
            </>
        },
        Relation::Open(why) => html! { <p>{ format!("Not decided: {why}.") }</p> },
    }
}

fn difference(difference: &Difference, says: &'static str) -> Html {
    html! {
        <div class="left-out-says" data-testid="difference">
            { draw_state(&difference.state) }
            <p>{ says }</p>
            <div class="broken-claim">
                if let Some(written) = &difference.written {
                    <code>{ written.clone() }</code>
                } else {
                    <InvariantPart term={difference.claim.clone()} />
                }
            </div>
        </div>
    }
}

/// One line by itself, in a few words.
fn about_line(line: &LineComparison) -> Html {
    let words = match (&line.same_fact, &line.relation) {
        (Some(_), _) => "is one of these facts",
        (_, Relation::Equal) => "says all of that",
        (_, Relation::Weaker(_)) => "follows from them",
        (_, Relation::Stronger(_)) => "says more than all of them",
        (_, Relation::Unrelated { .. }) => "does not follow from them",
        (_, Relation::Open(_)) => "could not be compared",
    };
    html! { <li><code>{ &line.text }</code>{ " " }<span class="chip">{ words }</span></li> }
}
