//! A document about the text on view, shared by the components that need it.

use super::Writer;
use crate::state::State;
use hornbook_protocol::DocumentKind;
use serde::de::DeserializeOwned;
use std::rc::Rc;
use yew::prelude::*;

/// The document, with the text that it is about: requested anew whenever the text or a choice changes, and
/// once for all components. Its positions are those of that text.
#[hook]
pub fn use_document<T: DeserializeOwned + 'static>(
    state: &Rc<State>,
    what: DocumentKind,
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
