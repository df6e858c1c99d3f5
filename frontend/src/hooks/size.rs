//! The size of an element as it is drawn.

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};
use yew::prelude::*;

/// The width and height of an element's inside, in CSS pixels. A change draws the component anew.
#[hook]
pub fn use_size(element: &NodeRef) -> (i32, i32) {
    let size = use_state_eq(|| (0, 0));
    {
        let (element, size) = (element.clone(), size.clone());
        use_effect_with((), move |()| {
            let watcher = element.cast::<Element>().and_then(|element| {
                let watched = element.clone();
                let told = Closure::<dyn FnMut()>::new(move || {
                    // What a change draws may have another size; within this call the browser reports that
                    // as an error.
                    let (size, watched) = (size.clone(), watched.clone());
                    let tell = move || size.set((watched.client_width(), watched.client_height()));
                    Timeout::new(0, tell).forget();
                });
                let observer = ResizeObserver::new(told.as_ref().unchecked_ref()).ok()?;
                observer.observe(&element);
                Some((observer, told))
            });
            move || {
                if let Some((observer, _told)) = watcher {
                    observer.disconnect();
                }
            }
        });
    }
    *size
}
