//! What the share dialog offers.

use super::copy_field::CopyField;
use super::exports::{Export, Exports};
use super::qr_figure::QrFigure;
use crate::gallery;
use crate::hooks::{page_address, show_in_address};
use crate::share::codec::{self, View};
use crate::share::link::Link;
use crate::share::markup;
use crate::state::State;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`ShareContent`].
#[derive(Clone, PartialEq, Properties)]
pub struct ShareContentProps {
    /// What the page knows.
    pub state: Rc<State>,
}

/// The link in several forms, and files.
#[component]
pub fn ShareContent(props: &ShareContentProps) -> Html {
    let state = &props.state;
    let editable = use_state(|| false);
    let example = gallery::with_text(&state.text);
    let title = markup::title(example.map(|e| e.title), &state.text);
    let link = Link::of(state);
    let view = if *editable { View::EmbeddedEditor } else { View::Embedded };
    let hashes =
        codec::encode(&link, View::Page).and_then(|p| Ok((p, codec::encode(&link, view)?)));
    let links = match hashes {
        Ok((page, embedded)) => {
            let address = markup::address(&page_address(), &page);
            let embedded = markup::address(&page_address(), &embedded);
            let taken = Callback::from(move |()| show_in_address(&page));
            html! {
                <>
                    <p class="lead">{ "The link holds the program, the choices and what is on view. Nothing is sent anywhere: \
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
            <Exports entries={exports(state, example.map(|e| e.name))} />
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

/// The files on offer. Other forms of the program and of its clauses are added here.
fn exports(state: &State, example: Option<&'static str>) -> Vec<Export> {
    let text = state.text.clone();
    vec![Export {
        id: "program",
        title: "Program".into(),
        help: "The text as it is, for the command line or for another day.".into(),
        file: markup::file_name(example, &state.text).into(),
        mime: "text/plain",
        make: Callback::from(move |made: Callback<String>| made.emit(text.to_string())),
    }]
}
