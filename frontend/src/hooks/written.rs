//! Something about the text on view that a worker writes, for whichever component wants it.

use super::Writer;
use crate::state::State;
use hornbook_protocol::Writing;
use serde::de::DeserializeOwned;
use std::rc::Rc;
use yew::prelude::*;

/// What was written, with the text that it is about: asked for anew whenever the text or a choice changes, and
/// once for all who want the same. Its places are those of that text, whatever becomes of it meanwhile.
#[hook]
pub fn use_written<T: DeserializeOwned + 'static>(
    state: &Rc<State>,
    what: Writing,
) -> Option<(Rc<str>, Rc<T>)> {
    let known = use_state(|| None::<(Rc<str>, Rc<T>)>);
    let writer = use_context::<Writer>();
    {
        let (known, of) = (known.clone(), state.text.clone());
        use_effect_with(state.revision, move |revision| {
            if let Some(writer) = writer {
                let reader = Callback::from(move |text: Option<String>| {
                    let read = text.and_then(|json| serde_json::from_str(&json).ok());
                    known.set(read.map(|read| (of.clone(), Rc::new(read))));
                });
                writer.write_once(*revision, what, reader);
            }
        });
    }
    (*known).clone()
}
