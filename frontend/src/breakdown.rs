//! The panic hook of the page: scripts that need nothing of this program report the breakdown and keep the
//! text in the editor.

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

/// Installs the panic hook.
pub fn watch() {
    // Yew replaces a hook that was not installed through it.
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
