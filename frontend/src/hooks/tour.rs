//! Where the student is in the guided tour.

use super::{remember, remembered};
use crate::share::link::Link;
use crate::state::{Action, State};
use yew::prelude::*;

/// Set once the tour was taken or declined.
const KEY: &str = "hornbook.tour";

/// The tour, as the page sees it.
#[derive(Clone, PartialEq)]
pub struct Tour {
    /// The step on view, if the tour is on.
    pub at: Option<usize>,
    /// Whether an invitation is to be shown.
    pub invites: bool,
    /// Begins it.
    pub start: Callback<()>,
    /// Goes to a step, or ends it.
    pub go: Callback<Option<usize>>,
}

/// The tour. It borrows the page: text and choices come back when it ends.
#[hook]
pub fn use_tour(state: &UseReducerHandle<State>) -> Tour {
    let at = use_state(|| None::<usize>);
    let seen = use_state(|| remembered::<bool>(KEY).unwrap_or(false));
    let before = use_mut_ref(|| None::<Link>);
    let start = {
        let (at, before, state) = (at.clone(), before.clone(), state.clone());
        Callback::from(move |()| {
            *before.borrow_mut() = Some(Link::of(&state));
            at.set(Some(0));
        })
    };
    let go = {
        let (at, seen, dispatch) = (at.clone(), seen.clone(), state.dispatcher());
        Callback::from(move |to: Option<usize>| {
            at.set(to);
            if to.is_none() {
                remember(KEY, &true);
                seen.set(true);
                let borrowed = before.borrow_mut().take();
                if let Some(link) = borrowed {
                    dispatch.dispatch(Action::Lend(Box::new(link)));
                }
            }
        })
    };
    Tour { at: *at, invites: !*seen && at.is_none(), start, go }
}
