//! The student's work is kept by the browser.

use super::storage::{remember_here, remembered_here};
use crate::examples;
use crate::protocol::Options;
use crate::share::codec::View;
use crate::share::link::Link;
use crate::share::replace::Undo;
use crate::state::State;
use yew::prelude::*;

const TEXT: &str = "hornbook.text";
const OPTIONS: &str = "hornbook.options";
const UNDO: &str = "hornbook.undo";
/// The example that a first visit opens.
const FIRST: &str = "03_init_then_flag";

/// The work that the browser has kept, if there is any, and what could be brought back then.
pub fn own_work() -> (Option<Link>, Undo) {
    let options: Options = remembered_here(OPTIONS).unwrap_or_default();
    let own = remembered_here::<String>(TEXT).map(|text| Link::program(&text, options));
    let saved: Vec<(String, String)> = remembered_here(UNDO).unwrap_or_default();
    (own, Undo::restored(&saved))
}

/// What a first visit shows.
pub fn first() -> Link {
    let example = examples::all().into_iter().find(|e| e.name == FIRST);
    let text = example.map(|e| e.text).unwrap_or_default();
    Link::program(&text, Options::default())
}

/// Remembers text, choices and what can be brought back whenever they change. A page in another
/// page remembers nothing: it would overwrite the work of the student who reads it.
#[hook]
pub fn use_memory(state: &UseReducerHandle<State>, view: View) {
    let whole = view == View::Page;
    use_effect_with(state.text.clone(), move |text| {
        if whole {
            remember_here(TEXT, &&**text);
        }
    });
    use_effect_with(state.options.clone(), move |options| {
        if whole {
            remember_here(OPTIONS, options);
        }
    });
    use_effect_with(state.undo.clone(), move |undo| {
        if whole {
            remember_here(UNDO, &undo.saved());
        }
    });
}
