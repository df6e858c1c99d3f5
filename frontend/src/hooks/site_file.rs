//! Files beside the page.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// The text of a file of the site, by its path from the page; none if it cannot be loaded.
pub async fn site_file(path: &str) -> Option<String> {
    let fetched = JsFuture::from(gloo_utils::window().fetch_with_str(path)).await.ok()?;
    let response: Response = fetched.dyn_into().ok()?;
    let text = response.ok().then(|| response.text())?.ok()?;
    JsFuture::from(text).await.ok()?.as_string()
}
