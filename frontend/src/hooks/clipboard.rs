//! The clipboard, which a browser may refuse.

use crate::agent::Reader;
use js_sys::{Array, Object, Promise, Reflect};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, Clipboard, ClipboardItem};
use yew::Callback;

/// The only type of copied texts.
const PLAIN: &str = "text/plain";

/// The result of copying a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// It is in the clipboard.
    Done,
    /// The browser did not allow it.
    Refused,
    /// There is no such text.
    Missing,
}

/// The clipboard; a page from an insecure connection has none.
fn clipboard() -> Option<Clipboard> {
    let clipboard = gloo_utils::window().navigator().clipboard();
    (!clipboard.is_undefined()).then_some(clipboard)
}

/// Copies a text, and reports whether that was possible.
pub fn copy(text: &str, done: Callback<bool>) {
    let Some(clipboard) = clipboard() else {
        done.emit(false);
        return;
    };
    let copying = clipboard.write_text(text);
    spawn_local(async move {
        let copied = JsFuture::from(copying).await.is_ok();
        done.emit(copied);
    });
}

/// Requests a text, copies it, and reports the result. Call this while a click is handled: some browsers
/// let a page write to the clipboard only then, and the text may come later.
pub fn copy_made(make: &Callback<Reader>, done: Callback<Copied>) {
    let missing = Rc::new(Cell::new(false));
    match write_promised(make, &missing) {
        Some(copying) => spawn_local(async move {
            let copied = JsFuture::from(copying).await.is_ok();
            done.emit(match (copied, missing.get()) {
                (_, true) => Copied::Missing,
                (true, false) => Copied::Done,
                (false, false) => Copied::Refused,
            });
        }),
        None => copy_once_made(make, done),
    }
}

/// Promises the clipboard a text that is being made; `missing` is set if there is none in the end. `None`
/// if the browser takes no promises: then nothing is made.
fn write_promised(make: &Callback<Reader>, missing: &Rc<Cell<bool>>) -> Option<Promise> {
    let clipboard = clipboard()?;
    if !Reflect::has(&gloo_utils::window(), &"ClipboardItem".into()).unwrap_or(false) {
        return None;
    }
    let mut ends = None;
    let text = Promise::new(&mut |kept, broken| ends = Some((kept, broken)));
    let record = Object::new();
    Reflect::set(&record, &PLAIN.into(), &text).ok()?;
    let item = ClipboardItem::new_with_record_from_str_to_blob_promise(&record).ok()?;
    let copying = clipboard.write(&Array::of1(&item));
    let (kept, broken) = ends?;
    // A clipboard that has refused before the text is there does not wait for it: nobody else would hear
    // that there is none, and the browser would call it an error of the page.
    spawn_local(async move {
        let _ = JsFuture::from(text).await;
    });
    let missing = missing.clone();
    make.emit(Callback::from(move |text: Option<String>| {
        missing.set(text.is_none());
        // The clipboard learns of either end of the promise.
        let _ = match text.and_then(|text| blob(&text)) {
            Some(blob) => kept.call1(&JsValue::UNDEFINED, &blob),
            None => broken.call0(&JsValue::UNDEFINED),
        };
    }));
    Some(copying)
}

fn blob(text: &str) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(PLAIN);
    Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options).ok()
}

/// Copies a text as soon as it is made.
fn copy_once_made(make: &Callback<Reader>, done: Callback<Copied>) {
    make.emit(Callback::from(move |text: Option<String>| match text {
        Some(text) => {
            let told = |copied| if copied { Copied::Done } else { Copied::Refused };
            copy(&text, done.reform(told));
        }
        None => done.emit(Copied::Missing),
    }));
}
