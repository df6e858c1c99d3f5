//! Visibility of an element, nearly: only the visible part of a long list is drawn, and nothing lies over a verdict.

use super::stacked;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};
use yew::prelude::*;

/// How far beyond the edges of its pane an element still counts as near.
const MARGIN: &str = "700px 0px";

/// The part of the window at its foot in which a docked bar lies over what is there.
const FOOT: &str = "-78% 0px 0px 0px";

/// Whether the element is near. Without `watch` it always is.
#[hook]
pub fn use_near(element: &NodeRef, watch: bool) -> bool {
    let near = use_state_eq(|| false);
    {
        let (near, element) = (near.clone(), element.clone());
        use_effect_with(watch, move |&watch| {
            let watcher = element.cast::<Element>().filter(|_| watch).and_then(|element| {
                // Where the panes stand below each other it is the page that scrolls.
                let pane = element.closest(".pane").ok().flatten().filter(|_| !stacked());
                Watcher::new(&element, (MARGIN, pane.as_ref()), move |seen| near.set(seen))
            });
            move || drop(watcher)
        });
    }
    *near || !watch
}

/// Whether the verdict of the page is at the foot of the window, where a docked bar would lie over it.
#[hook]
pub fn use_verdict_at_foot() -> bool {
    let at_foot = use_state_eq(|| false);
    {
        let at_foot = at_foot.clone();
        use_effect_with((), move |()| {
            let verdict = gloo_utils::document().query_selector(".verdict-words").ok().flatten();
            let watcher = verdict.and_then(|verdict| {
                Watcher::new(&verdict, (FOOT, None), move |seen| at_foot.set(seen))
            });
            move || drop(watcher)
        });
    }
    *at_foot
}

/// Observes one element until it is dropped.
struct Watcher {
    observer: IntersectionObserver,
    _told: Closure<dyn FnMut(Array)>,
}

impl Watcher {
    /// `None` when the browser cannot observe.
    fn new(
        element: &Element,
        (margin, root): (&str, Option<&Element>),
        tell: impl Fn(bool) + 'static,
    ) -> Option<Watcher> {
        let told = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            let newest = entries.get(entries.length().saturating_sub(1));
            if let Ok(entry) = newest.dyn_into::<IntersectionObserverEntry>() {
                tell(entry.is_intersecting());
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(margin);
        options.set_root(root);
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
