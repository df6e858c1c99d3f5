//! The position of the student in the guided tour.

use super::{remember, remembered};
use crate::state::{Action, State};
use yew::prelude::*;

/// Set once the tour was taken or declined.
const KEY: &str = "hornbook.tour";

/// The tour, as the page sees it.
#[derive(Clone, PartialEq)]
pub struct Tour {
    /// The step on view, if the tour is on.
    pub at: Option<usize>,
    /// How often it was begun.
    pub begun: u32,
    /// Whether an invitation is to be shown.
    pub invites: bool,
    /// Begins it.
    pub start: Callback<()>,
    /// Goes to a step, or ends it.
    pub go: Callback<Option<usize>>,
}

/// The tour. It is on while it uses the page; opening another text ends it.
#[hook]
pub fn use_tour(state: &UseReducerHandle<State>) -> Tour {
    let at = use_state(|| 0_usize);
    let begun = use_state(|| 0_u32);
    let seen = use_state(|| remembered::<bool>(KEY).unwrap_or(false));
    let on = state.saved_work.is_some();
    use_effect_with(on, |&on| {
        move || {
            if on {
                remember(KEY, &true);
            }
        }
    });
    let start = {
        let (at, begun, dispatch) = (at.clone(), begun.clone(), state.dispatcher());
        Callback::from(move |()| {
            dispatch.dispatch(Action::BeginTour);
            at.set(0);
            begun.set(*begun + 1);
        })
    };
    let go = {
        let (at, seen, dispatch) = (at.clone(), seen.clone(), state.dispatcher());
        Callback::from(move |to: Option<usize>| match to {
            Some(to) => at.set(to),
            None => {
                remember(KEY, &true);
                seen.set(true);
                dispatch.dispatch(Action::EndTour);
            }
        })
    };
    Tour { at: on.then_some(*at), begun: *begun, invites: !*seen && *begun == 0, start, go }
}
