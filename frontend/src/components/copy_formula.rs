//! Buttons that copy a formula.

use crate::agent::Reader;
use crate::hooks::{Copied, Writer, copy_made};
use hornbook_protocol::{DocumentKind, Formula};
use hornbook_records::export::Language;
use yew::prelude::*;

/// The languages: the test id and the label of each button.
const LANGUAGES: [(Language, &str, &str); 3] = [
    (Language::Latex, "latex", "LaTeX"),
    (Language::Smtlib, "smtlib", "SMT-LIB"),
    (Language::Text, "text", "text"),
];

#[derive(Clone, PartialEq, Properties)]
pub struct CopyFormulaProps {
    pub formula: Formula,
    /// Whether the formula is of the current text, which workers know.
    pub fresh: bool,
}

/// A button for each language that a formula can be copied in.
#[component]
pub fn CopyFormula(props: &CopyFormulaProps) -> Html {
    let writer = use_context::<Writer>();
    let said = use_state(|| "");
    let formula = props.formula;
    let name = match formula {
        Formula::Clause(..) => "clause",
        Formula::Invariant(_) => "invariant",
    };
    let buttons = LANGUAGES.map(|(language, id, title)| {
        let (writer, said) = (writer.clone(), said.clone());
        let onclick = Callback::from(move |event: MouseEvent| {
            event.stop_propagation();
            let said = said.clone();
            said.set("");
            let done = Callback::from(move |copied| {
                said.set(match copied {
                    Copied::Done => "Copied",
                    Copied::Refused => "The browser refused.",
                    Copied::Missing => "This formula no longer exists.",
                });
            });
            if let Some(writer) = writer.clone() {
                let make = move |reader: Reader| {
                    writer.write(DocumentKind::Formula(formula, language), reader);
                };
                copy_made(&Callback::from(make), done);
            }
        });
        html! {
            <button {onclick} disabled={!props.fresh} aria-label={format!("Copy the {name} as {title}")} data-testid={format!("copy-{id}")}>{ title }</button>
        }
    });
    html! {
        <p class="copy-formula">
            { "Copy as " }{ for buttons }
            <span class="said" aria-live="polite" data-testid="copy-said">{ *said }</span>
        </p>
    }
}
