//! What is done when the page itself breaks down: it says so, and the text in the editor is kept by
//! scripts that need nothing of this program.

use std::cell::Cell;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = HornbookEditor, js_name = brokeDown)]
    fn broke_down(reason: &str, key: Option<String>) -> Result<(), JsValue>;
}

thread_local! {
    static KEY: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Watches over the page from now on.
pub fn watch() {
    // Yew puts a hook of its own in the place of one that it was not told of.
    yew::set_custom_panic_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        // Without the editor there is no text to lose; the console has the reason.
        let _ = broke_down(&info.to_string(), KEY.get().map(str::to_owned));
    }));
}

/// The name under which the browser keeps the text in the editor; none for a text that is not the
/// student's own.
pub fn keeps_text_as(key: Option<&'static str>) {
    KEY.set(key);
}
