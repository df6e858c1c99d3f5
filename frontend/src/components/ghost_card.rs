//! The certified program with ghost variables, its invariants, and their meaning for the original.

use super::adopt::Adopt;
use super::fold::Fold;
use super::listing::Listing;
use crate::formula::InvariantPart;
use crate::state::State;
use hornbook_base::text::capitalised;
use hornbook_protocol::Options;
use hornbook_records::instrumented::{GhostMeaning, InstrumentedProgram, TranslatedInvariant};
use hornbook_records::invariant::UNSAID;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct GhostCardProps {
    pub instrumented: InstrumentedProgram,
    pub options: Options,
    pub dispatch: UseReducerDispatcher<State>,
}

/// For each loop the facts about the original, then those about ghost variables; and the program.
#[component]
pub fn GhostCard(props: &GhostCardProps) -> Html {
    let GhostCardProps { instrumented, options, dispatch } = props;
    let InstrumentedProgram { rules, written_out, text, added, meanings, points, .. } =
        instrumented;
    let content = {
        let (text, added) = (AttrValue::from(text.clone()), added.clone());
        Callback::from(move |()| {
            html! { <Listing text={text.clone()} marked={added.clone()} meaning="added" testid="ghost-program" /> }
        })
    };
    let by_hand = options.with_method(None).with_rules(rules.clone());
    html! {
        <div class="ghosts" data-testid="ghosts">
            { for points.iter().filter(|point| point.invariant.loop_head).map(point) }
            <p class="why">{ "The ghost variables follow these values of the program:" }</p>
            { meaning_list(meanings) }
            <p class="why">
                { "The rules: " }<code>{ rules.to_string() }</code>{ " " }
                if *written_out {
                    { "They apply to the program with calls and assignments inlined." }
                } else if options.choices.rules != *rules {
                    <Adopt options={by_hand} words="Apply them by hand" dispatch={dispatch.clone()} />
                }
            </p>
            <Fold name="ghost-fold" summary={html! { "The program with ghost variables" }} {content} />
        </div>
    }
}

/// The meanings of ghost variables.
pub(super) fn meaning_list(meanings: &[GhostMeaning]) -> Html {
    let item = |m: &GhostMeaning| {
        html! {
            <li>
                <code>{ &m.ghost }</code>{ " is " }<code>{ &m.value }</code>
                if let Some(when) = &m.when { { " where " }<code>{ when }</code> }
            </li>
        }
    };
    html! { <ul class="meanings" data-testid="meanings">{ for meanings.iter().map(item) }</ul> }
}

fn point(point: &TranslatedInvariant) -> Html {
    let TranslatedInvariant { invariant, title, sentences, some } = point;
    let about = match (sentences.is_empty(), point.has_unsaid()) {
        (false, _) => "This means for the program".to_owned(),
        (true, true) => capitalised(UNSAID),
        (true, false) => "The program needs no invariant here".to_owned(),
    };
    html! {
        <article class="clause invariant" data-testid="translated">
            <header><b>{ capitalised(title) }</b></header>
            <p class="why">
                { about }
                if !some.is_empty() { { ", for some " }<code>{ some.join(", ") }</code> }
                { if sentences.is_empty() { "." } else { ":" } }
            </p>
            <ul class="parts translated">
                { for sentences.iter().map(|sentence| html! { <li><code>{ sentence }</code></li> }) }
            </ul>
            <p class="why">{ "The invariant of the program with ghost variables:" }</p>
            <ul class="parts">
                { for invariant.parts.iter().map(|part| html! { <li><InvariantPart term={part.clone()} /></li> }) }
            </ul>
        </article>
    }
}
