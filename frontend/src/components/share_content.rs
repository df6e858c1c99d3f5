//! The content of the share dialog.

use super::copy_field::CopyField;
use super::exports::{ExportEntry as Entry, Exports};
use super::prediction;
use super::qr_figure::QrFigure;
use super::withheld::WITHHELD;
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
    let (editable, tells) = (use_state(|| false), use_state(|| false));
    let example = gallery::find_by_text(&state.text);
    let title = markup::title(example.map(|e| e.title), &state.text);
    let link = Link::from_state(state);
    // Who opens the link is asked first, as long as there is something to ask.
    let asks = link.solved && prediction::question(state).is_some();
    let link = Link { solved: link.solved && (*tells || !asks), ..link };
    let carried = carried(&link);
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
                    <p class="why" data-testid="share-carries">{ carried }</p>
                    if asks { { tell_choice(&tells) } }
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
            if state.hides_found { <p class="why" data-testid="withheld">{ WITHHELD }</p> }
        </>
    }
}

/// A sentence about what a link carries besides the text.
fn carried(link: &Link) -> String {
    match link.besides_the_text() {
        said if said.is_empty() => {
            "Besides the program it carries nothing but defaults.".to_owned()
        }
        said => format!("Besides the program it carries: {}.", said.join(", ")),
    }
}

/// One of two radio buttons, which sets a value.
fn radio(
    name: &'static str,
    now: &UseStateHandle<bool>,
    value: bool,
    (label, id): (&'static str, &'static str),
) -> Html {
    let checked = **now == value;
    let now = now.clone();
    let onchange = Callback::from(move |_: Event| now.set(value));
    html! {
        <label><input type="radio" {name} {checked} {onchange} data-testid={id} />{ label }</label>
    }
}

/// Whether a link to a text with a verdict tells the verdict at once.
fn tell_choice(tells: &UseStateHandle<bool>) -> Html {
    html! {
        <fieldset class="embed-choice">
            <legend>{ "It begins with" }</legend>
            { radio("tells", tells, false, ("the question", "begins-with-question")) }
            { radio("tells", tells, true, ("the verdict", "begins-with-verdict")) }
        </fieldset>
    }
}

/// Whether readers of another page may edit the program there.
fn embed_choice(editable: &UseStateHandle<bool>) -> Html {
    html! {
        <fieldset class="embed-choice">
            <legend>{ "There the program is" }</legend>
            { radio("embed", editable, false, ("read-only", "embed-read-only")) }
            { radio("embed", editable, true, ("editable", "embed-editable")) }
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
    let offered = WRITTEN.iter().filter(|written| !(state.hides_found && written.has_found()));
    entries.extend(offered.map(|written| written.entry(state, writer)));
    entries
}

/// The handout, with blanks or with the answers.
pub fn handout(state: &State, writer: &Writer, has_answers: bool) -> Entry {
    (if has_answers { &ANSWERS } else { &HANDOUT }).entry(state, writer)
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

impl ExportFile {
    fn entry(&self, state: &State, writer: &Writer) -> Entry {
        let example = gallery::find_by_text(&state.text);
        let document = markup::title(example.map(|e| e.title), &state.text);
        let file = match self.export {
            // The names of some examples answer its questions.
            Export::Handout => self.ending.to_owned(),
            _ => markup::name(example.map(|e| e.name), &state.text) + self.ending,
        };
        let (writer, export) = (writer.clone(), self.export);
        Entry {
            id: self.id,
            title: self.title.into(),
            help: self.help.into(),
            file: file.into(),
            mime: self.mime,
            make: Callback::from(move |reader: Reader| {
                writer.write(DocumentKind::Export(export, document.clone()), reader);
            }),
        }
    }

    /// Whether it has the invariants that were found.
    fn has_found(&self) -> bool {
        !matches!(self.export, Export::SmtlibBefore | Export::SmtlibAfter | Export::Handout)
    }
}

/// The handout with blanks.
const HANDOUT: ExportFile = ExportFile {
    export: Export::Handout,
    id: "handout",
    title: "Handout",
    help: "The claim and the questions of the story, with blanks in the place of the answers, to print.",
    ending: "handout.html",
    mime: "text/html",
};

/// The handout with the answers.
const ANSWERS: ExportFile = ExportFile {
    export: Export::HandoutAnswers,
    id: "handout-answers",
    title: "Handout with answers",
    help: "The same, filled in.",
    ending: "_handout.html",
    mime: "text/html",
};

const WRITTEN: [ExportFile; 9] = [
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
    HANDOUT,
    ANSWERS,
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
