//! The worker: walks the road for one text at a time.

use crate::protocol::{Reply, Request};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// Listens for requests, and says that it is ready.
pub fn start() {
    std::panic::set_hook(Box::new(|info| post(&Reply::Broke(info.to_string()))));
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        let request = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
        if let Some(request) = request {
            answer(request);
        }
    });
    scope().set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // The worker listens for as long as it lives.
    hear.forget();
    post(&Reply::Ready);
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post(reply: &Reply) {
    if let Ok(text) = serde_json::to_string(reply) {
        // A string can always be cloned to the page.
        let _ = scope().post_message(&text.into());
    }
}

fn answer(request: Request) {
    match request {
        Request::Analyse { .. } | Request::Story { .. } | Request::Solve { .. } => {}
    }
}
