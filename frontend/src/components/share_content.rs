//! The content of the share dialog.

use super::copy_field::CopyField;
use super::exports::{ExportEntry as Entry, Exports};
use super::qr_figure::QrFigure;
use crate::agent::Reader;
use crate::gallery::{self, Program};
use crate::hooks::{Writer, page_address, show_in_address};
use crate::share::codec::{self, PageMode};
use crate::share::link::Link;
use crate::share::markup;
use crate::state::State;
use hornbook_protocol::{DocumentKind, TextKind};
use hornbook_records::export::Export;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ShareContentProps {
    pub state: Rc<State>,
}

/// The link in several forms, and files.
#[component]
pub fn ShareContent(props: &ShareContentProps) -> Html {
    let state = &props.state;
    let writer = use_context::<Writer>();
    let editable = use_state(|| false);
    let example = gallery::find_by_text(&state.text);
    let title = markup::title(example.map(|e| e.title), &state.text);
    let link = Link::from_state(state);
    let view = if *editable { PageMode::EmbeddedEditor } else { PageMode::Embedded };
    // Progress of a run redraws the page often, and packing takes time.
    let hashes = use_memo((link, view), |(link, view)| {
        codec::encode(link, PageMode::Page).and_then(|p| Ok((p, codec::encode(link, *view)?)))
    });
    let links = match &*hashes {
        Ok((page, embedded)) => {
            let address = markup::address(&page_address(), page);
            let embedded = markup::address(&page_address(), embedded);
            let page = page.clone();
            let taken = Callback::from(move |()| show_in_address(&page));
            html! {
                <>
                    <p class="lead">{ "The link holds the program, your choices and the view. Nothing is sent anywhere: \
                        whoever has the link has the program." }</p>
                    <CopyField label="Link" testid="share-link" text={address.clone()} {taken} />
                    <CopyField label="Markdown" testid="share-markdown" text={markup::markdown(&title, &address)} />
                    <CopyField label="For another page" testid="share-embed" text={markup::iframe(&title, &embedded)} />
                    { embed_choice(&editable) }
                    <h3>{ "QR code of the link" }</h3>
                    <QrFigure text={address} />
                </>
            }
        }
        Err(error) => {
            html! { <p class="wrong" data-testid="share-too-long">{ error.to_string() }</p> }
        }
    };
    html! {
        <>
            { links }
            <h3>{ "Files" }</h3>
            <Exports entries={exports(state, &writer, example)} />
        </>
    }
}

/// Whether readers of another page may edit the program there.
fn embed_choice(editable: &UseStateHandle<bool>) -> Html {
    let choice = |value: bool, label: &'static str, id: &'static str| {
        let editable = editable.clone();
        let checked = *editable == value;
        let onchange = Callback::from(move |_: Event| editable.set(value));
        html! {
            <label><input type="radio" name="embed" {checked} {onchange} data-testid={id} />{ label }</label>
        }
    };
    html! {
        <fieldset class="embed-choice">
            <legend>{ "There the program is" }</legend>
            { choice(false, "read-only", "embed-read-only") }
            { choice(true, "editable", "embed-editable") }
        </fieldset>
    }
}

/// The files on offer: the text itself, and documents that the workers write.
fn exports(state: &State, writer: &Option<Writer>, example: Option<&Program>) -> Vec<Entry> {
    let text = state.text.clone();
    let name = markup::name(example.map(|e| e.name), &state.text);
    let (title, ending) = match state.kind {
        TextKind::Program => ("Program", "hb"),
        TextKind::Clauses => ("Clauses", "smt2"),
    };
    let mut entries = vec![Entry {
        id: "program",
        title: title.into(),
        help: "The text as it is, for the command line or for another day.".into(),
        file: format!("{name}.{ending}").into(),
        mime: "text/plain",
        make: Callback::from(move |reader: Reader| reader.emit(Some(text.to_string()))),
    }];
    let Some(writer) = writer else { return entries };
    let document = markup::title(example.map(|e| e.title), &state.text);
    entries.extend(WRITTEN.iter().map(|written| {
        let (writer, document, export) = (writer.clone(), document.clone(), written.export);
        Entry {
            id: written.id,
            title: written.title.into(),
            help: written.help.into(),
            file: format!("{name}{}", written.ending).into(),
            mime: written.mime,
            make: Callback::from(move |reader: Reader| {
                writer.write(DocumentKind::Export(export, document.clone()), reader);
            }),
        }
    }));
    entries
}

/// A file that workers write.
struct ExportFile {
    export: Export,
    id: &'static str,
    title: &'static str,
    help: &'static str,
    /// The end of the file's name.
    ending: &'static str,
    mime: &'static str,
}

const WRITTEN: [ExportFile; 7] = [
    ExportFile {
        export: Export::SmtlibBefore,
        id: "before",
        title: "Horn clauses",
        help: "The clauses with arrays that the abstraction starts from, in SMT-LIB.",
        ending: "_before.smt2",
        mime: "text/plain",
    },
    ExportFile {
        export: Export::SmtlibAfter,
        id: "after",
        title: "Horn clauses without arrays",
        help: "The final clauses, in SMT-LIB.",
        ending: "_after.smt2",
        mime: "text/plain",
    },
    ExportFile {
        export: Export::Slides,
        id: "slides",
        title: "The verdict as slides",
        help: "The claim, the abstraction, and the proof or the loss; Page Down turns pages.",
        ending: "_slides.html",
        mime: "text/html",
    },
    ExportFile {
        export: Export::LatexSlides,
        id: "latex-slides",
        title: "The verdict as slides for LaTeX",
        help: "The same, with beamer and TikZ.",
        ending: "_slides.tex",
        mime: "text/plain",
    },
    ExportFile {
        export: Export::Html,
        id: "html",
        title: "Whole derivation",
        help: "Every clause with its steps, and the verdict if it is known, to read in a browser.",
        ending: ".html",
        mime: "text/html",
    },
    ExportFile {
        export: Export::Latex,
        id: "latex",
        title: "Whole derivation for LaTeX",
        help: "The same, for course notes.",
        ending: ".tex",
        mime: "text/plain",
    },
    ExportFile {
        export: Export::Text,
        id: "text",
        title: "Whole derivation as text",
        help: "The same, for an email.",
        ending: ".txt",
        mime: "text/plain",
    },
];
