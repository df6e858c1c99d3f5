//! Texts that the browser saves as files.

use gloo_timers::callback::Timeout;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// How long the browser may take to begin with a file.
const BEGIN_MS: u32 = 10_000;

/// Has the browser save a text under a name. `mime` is the text's type, such as `text/plain`.
pub fn download(name: &str, mime: &str, text: &str) {
    // If the browser makes no file, the text is still in the editor.
    let _ = try_download(name, mime, text);
}

fn try_download(name: &str, mime: &str, text: &str) -> Result<(), JsValue> {
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    let parts = Array::of1(&text.into());
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
    let url = Url::create_object_url_with_blob(&blob)?;
    let link: HtmlAnchorElement = gloo_utils::document().create_element("a")?.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    Timeout::new(BEGIN_MS, move || drop(Url::revoke_object_url(&url))).forget();
    Ok(())
}
