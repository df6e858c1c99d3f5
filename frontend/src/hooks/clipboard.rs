//! The clipboard, which a browser may refuse.

use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::Callback;

/// Copies a text, and says whether that was possible.
pub fn copy(text: &str, done: Callback<bool>) {
    let clipboard = gloo_utils::window().navigator().clipboard();
    // There is none in a page that did not come over a safe connection.
    if clipboard.is_undefined() {
        done.emit(false);
        return;
    }
    let copying = clipboard.write_text(text);
    spawn_local(async move {
        let copied = JsFuture::from(copying).await.is_ok();
        done.emit(copied);
    });
}
