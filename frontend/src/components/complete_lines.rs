//! A button that lets the solver complete the reader's lines, and puts what it found into the text.

use crate::hooks::Writer;
use crate::state::{Action, State};
use hornbook_protocol::{DocumentKind, Options};
use hornbook_records::line_comparison::CompletedText;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct CompleteLinesProps {
    /// The text.
    pub text: Rc<str>,
    /// The choices under which its lines are judged alone.
    pub options: Options,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The state of the search.
#[derive(Clone, PartialEq)]
enum Completion {
    NotAsked,
    Asked,
    /// Nothing was added, for this reason.
    Nothing(&'static str),
}

/// The button; what it adds is judged at once.
#[component]
pub fn CompleteLines(props: &CompleteLinesProps) -> Html {
    let writer = use_context::<Writer>();
    let completion = use_state_eq(|| Completion::NotAsked);
    let onclick = {
        let (props, completion) = (props.clone(), completion.clone());
        Callback::from(move |_: MouseEvent| {
            let Some(writer) = writer.clone() else { return };
            completion.set(Completion::Asked);
            let (props, completion) = (props.clone(), completion.clone());
            let reader = Callback::from(move |text: Option<String>| {
                let found = text.and_then(|json| serde_json::from_str(&json).ok());
                completion.set(put_in(&props, found));
            });
            writer.write(DocumentKind::CompletedLines, reader);
        })
    };
    html! {
        <>
            <button class="adopt" {onclick} disabled={*completion == Completion::Asked} data-testid="complete-lines">
                { "Let the solver complete them" }
            </button>
            <span role="status">
                { match &*completion {
                    Completion::NotAsked => "",
                    Completion::Asked => " Hornbook looks for the lines that are missing …",
                    Completion::Nothing(why) => why,
                } }
            </span>
        </>
    }
}

/// Puts the new lines into the text, if they suffice, and has all lines judged.
fn put_in(props: &CompleteLinesProps, found: Option<CompletedText>) -> Completion {
    let Some(found) = found else {
        return Completion::Nothing(" Hornbook gave no answer in its time.");
    };
    let is_enough = found.certified && !found.broken;
    match (is_enough, found.added.is_empty()) {
        (true, false) => {
            let (before, options) = (props.text.clone(), props.options.clone());
            props.dispatch.dispatch(Action::Complete(before, found.text, options));
            Completion::NotAsked
        }
        (true, true) => Completion::Nothing(" Your lines need no others."),
        (false, _) if found.broken => {
            Completion::Nothing(" A run breaks one of your lines or claims: mend that one first.")
        }
        (false, true) => Completion::Nothing(
            " Hornbook found no lines that can be written here: perhaps its proof needs more than lines about loops.",
        ),
        (false, false) if found.not_shown => Completion::Nothing(
            " Hornbook found lines, but they do not suffice: its proof needs more than these lines about loops.",
        ),
        (false, false) => Completion::Nothing(
            " Hornbook found lines, but did not show in its time that they suffice.",
        ),
    }
}
