//! Files that are dropped on the page or picked in a dialog.

use super::links::open_course;
use crate::share::files;
use crate::share::files::FileKind;
use crate::state::{Action, State};
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DataTransfer, DragEvent, File};
use yew::prelude::*;

/// Reads a file and opens its text, or says why not.
pub fn read_file(file: File, dispatch: UseReducerDispatcher<State>) {
    let name = file.name();
    let kind = match files::check(&name, file.size()) {
        Ok(kind) => kind,
        Err(reason) => {
            dispatch.dispatch(Action::SetNotice(Some(reason)));
            return;
        }
    };
    let reading = file.text();
    spawn_local(async move {
        let text = JsFuture::from(reading).await.ok().and_then(|text| text.as_string());
        let text = match text {
            Some(text) => files::text(&name, &text),
            None => Err(format!("{name} could not be read.")),
        };
        match (kind, text) {
            (FileKind::Text(kind), Ok(text)) => {
                dispatch.dispatch(Action::Load(kind, text, format!("The file {name} was opened.")));
            }
            (FileKind::Course, Ok(text)) => open_course(&text),
            (_, Err(reason)) => dispatch.dispatch(Action::SetNotice(Some(reason))),
        }
    });
}

/// Opens files that are dropped anywhere on the page.
#[hook]
pub fn use_drop(dispatch: UseReducerDispatcher<State>) {
    use_effect_with((), move |()| {
        let over = on_files("dragover", |data| data.set_drop_effect("copy"));
        let dropped = on_files("drop", move |data| {
            if let Some(file) = data.files().and_then(|files| files.get(0)) {
                read_file(file, dispatch.clone());
            }
        });
        move || drop((over, dropped))
    });
}

/// Listens to an event with files before the editor does, which would insert the file's text.
fn on_files(event: &'static str, act: impl Fn(&DataTransfer) + 'static) -> EventListener {
    let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
    let document = gloo_utils::document();
    EventListener::new_with_options(&document, event, options, move |event| {
        let data = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer);
        let Some(data) = data.filter(|data| data.types().includes(&"Files".into(), 0)) else {
            return;
        };
        event.prevent_default();
        event.stop_propagation();
        act(&data);
    })
}
