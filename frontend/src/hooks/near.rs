//! Visibility of an element, nearly: only the visible part of a long list is drawn.

use super::stacked;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};
use yew::prelude::*;

/// How far beyond the edges of its pane an element still counts as near.
const MARGIN: &str = "700px 0px";

/// Whether the element is near. Without `watch` it always is.
#[hook]
pub fn use_near(element: &NodeRef, watch: bool) -> bool {
    let near = use_state_eq(|| false);
    {
        let (near, element) = (near.clone(), element.clone());
        use_effect_with(watch, move |&watch| {
            let watcher = element
                .cast::<Element>()
                .filter(|_| watch)
                .and_then(|element| Watcher::new(&element, move |seen| near.set(seen)));
            move || drop(watcher)
        });
    }
    *near || !watch
}

/// Observes one element until it is dropped.
struct Watcher {
    observer: IntersectionObserver,
    _told: Closure<dyn FnMut(Array)>,
}

impl Watcher {
    /// `None` when the browser cannot observe.
    fn new(element: &Element, tell: impl Fn(bool) + 'static) -> Option<Watcher> {
        let told = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            let newest = entries.get(entries.length().saturating_sub(1));
            if let Ok(entry) = newest.dyn_into::<IntersectionObserverEntry>() {
                tell(entry.is_intersecting());
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(MARGIN);
        // Where the panes stand below each other it is the page that scrolls.
        let pane = element.closest(".pane").ok().flatten().filter(|_| !stacked());
        options.set_root(pane.as_ref());
        let callback = told.as_ref().unchecked_ref();
        let observer = IntersectionObserver::new_with_options(callback, &options).ok()?;
        observer.observe(element);
        Some(Watcher { observer, _told: told })
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
