//! The student's work is kept by the browser.

use super::storage::{remember_here, remembered_here};
use crate::gallery;
use crate::protocol::{Kind, Options};
use crate::share::link::Link;
use crate::share::replace::Undo;
use crate::state::State;
use yew::prelude::*;

const TEXT: &str = "hornbook.text";
/// What the text is.
const KIND: &str = "hornbook.kind";
const OPTIONS: &str = "hornbook.options";
const UNDO: &str = "hornbook.undo";
/// The example that a first visit opens.
const FIRST: &str = "03_init_then_flag";

/// The work that the browser has kept, if there is any, and what could be brought back then.
pub fn own_work() -> (Option<Link>, Undo) {
    let options: Options = remembered_here(OPTIONS).unwrap_or_default();
    let kind: Kind = remembered_here(KIND).unwrap_or_default();
    let own = remembered_here::<String>(TEXT).map(|text| Link::new(kind, &text, options));
    let saved: Vec<(String, String)> = remembered_here(UNDO).unwrap_or_default();
    (own, Undo::restored(&saved))
}

/// What a first visit shows.
pub fn first() -> Link {
    let example = gallery::called(FIRST).map(|e| (e.text, e.options()));
    let (text, options) = example.unwrap_or_default();
    Link::program(text, options)
}

/// Remembers text, choices and what can be brought back whenever they change, while they are the
/// student's own.
#[hook]
pub fn use_memory(state: &UseReducerHandle<State>, own: bool) {
    use_effect_with((state.kind, state.text.clone(), own), |(kind, text, own)| {
        if *own {
            remember_here(KIND, kind);
            remember_here(TEXT, &&**text);
        }
    });
    use_effect_with((state.options.clone(), own), |(options, own)| {
        if *own {
            remember_here(OPTIONS, options);
        }
    });
    use_effect_with((state.undo.clone(), own), |(undo, own)| {
        if *own {
            remember_here(UNDO, &undo.saved());
        }
    });
}
