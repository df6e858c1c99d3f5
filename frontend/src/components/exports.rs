//! Forms in which a text can be exported.

use crate::agent::Reader;
use crate::hooks::{Copied, copy_made, download};
use yew::prelude::*;

/// A form that something can be exported in.
#[derive(Clone, PartialEq)]
pub struct ExportEntry {
    pub id: &'static str,
    /// The title, such as `Program`.
    pub title: AttrValue,
    /// A description of its use.
    pub help: AttrValue,
    /// The name of the file.
    pub file: AttrValue,
    /// The type of the file, such as `text/plain`.
    pub mime: &'static str,
    /// Makes the text and gives it to the reader, at once or later.
    pub make: Callback<Reader>,
}

impl ExportEntry {
    /// Saves it as a file, and says whether there is one.
    pub fn save(&self, saved: Callback<bool>) {
        let (file, mime) = (self.file.clone(), self.mime);
        self.make.emit(Callback::from(move |text: Option<String>| {
            if let Some(text) = &text {
                download(&file, mime, text);
            }
            saved.emit(text.is_some());
        }));
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct ExportsProps {
    pub entries: Vec<ExportEntry>,
}

/// The message when an export fails.
pub const NONE: &str = "This could not be written: the text has errors, or it took too long.";

/// A list of exports, each of which can be copied or saved as a file.
#[component]
pub fn Exports(props: &ExportsProps) -> Html {
    let said = use_state(|| "");
    let entries = props.entries.iter().map(|export| {
        let save = {
            let (export, said) = (export.clone(), said.clone());
            Callback::from(move |_: MouseEvent| {
                said.set("");
                let said = said.clone();
                export.save(Callback::from(move |is_saved: bool| {
                    if !is_saved {
                        said.set(NONE);
                    }
                }));
            })
        };
        let copy_it = {
            let (export, said) = (export.clone(), said.clone());
            Callback::from(move |_: MouseEvent| {
                let said = said.clone();
                said.set("");
                let done = Callback::from(move |copied| {
                    said.set(match copied {
                        Copied::Done => "Copied",
                        Copied::Refused => "The browser refused; download the file instead.",
                        Copied::Missing => NONE,
                    });
                });
                copy_made(&export.make, done);
            })
        };
        html! {
            <li key={export.id}>
                <span>{ &export.title }{ " " }<code>{ &export.file }</code><small class="choice-help">{ &export.help }</small></span>
                <button onclick={copy_it} aria-label={format!("Copy: {}", export.title)} data-testid={format!("export-{}-copy", export.id)}>{ "Copy" }</button>
                <button onclick={save} aria-label={format!("Download: {}", export.title)} data-testid={format!("export-{}", export.id)}>{ "Download" }</button>
            </li>
        }
    });
    html! {
        <>
            <ul class="exports">{ for entries }</ul>
            <span class="said" aria-live="polite" data-testid="exports-said">{ *said }</span>
        </>
    }
}
