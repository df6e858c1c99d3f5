//! A clause to take along.

use crate::hooks::{Writer, copy};
use crate::protocol::Writing;
use hornbook_core::explain::export::{Language, Phase};
use hornbook_core::horn::ClauseId;
use yew::prelude::*;

/// The languages: how tests find the button, what it shows.
const LANGUAGES: [(Language, &str, &str); 3] = [
    (Language::Latex, "latex", "LaTeX"),
    (Language::Smtlib, "smtlib", "SMT-LIB"),
    (Language::Text, "text", "text"),
];

/// Properties of [`CopyClause`].
#[derive(Clone, PartialEq, Properties)]
pub struct CopyClauseProps {
    /// The clause.
    pub clause: ClauseId,
    /// As it is then.
    pub phase: Phase,
}

/// A button for each language that a formula can be copied in.
#[component]
pub fn CopyClause(props: &CopyClauseProps) -> Html {
    let writer = use_context::<Writer>();
    let said = use_state(|| "");
    let CopyClauseProps { clause, phase } = *props;
    let buttons = LANGUAGES.map(|(language, id, title)| {
        let (writer, said) = (writer.clone(), said.clone());
        let onclick = Callback::from(move |event: MouseEvent| {
            event.stop_propagation();
            let said = said.clone();
            said.set("");
            let reader = Callback::from(move |text: Option<String>| {
                let said = said.clone();
                let done = Callback::from(move |done| {
                    said.set(if done { "Copied" } else { "The browser refused." });
                });
                match text {
                    Some(text) => copy(&text, done),
                    None => done.emit(false),
                }
            });
            if let Some(writer) = &writer {
                writer.write(Writing::Clause(clause, phase, language), reader);
            }
        });
        html! {
            <button {onclick} aria-label={format!("Copy the clause as {title}")} data-testid={format!("copy-{id}")}>{ title }</button>
        }
    });
    html! {
        <p class="copy-clause">
            { "Copy as " }{ for buttons }
            <span class="said" aria-live="polite" data-testid="copy-said">{ *said }</span>
        </p>
    }
}
