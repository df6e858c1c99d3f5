//! A button for a choice that Hornbook proposes.

use crate::state::{Action, State};
use hornbook_protocol::Options;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct AdoptProps {
    /// The choices with the proposed one.
    pub options: Options,
    pub words: AttrValue,
    pub dispatch: UseReducerDispatcher<State>,
}

/// A button that adopts the proposed choice, and runs it.
#[component]
pub fn Adopt(props: &AdoptProps) -> Html {
    let (dispatch, options) = (props.dispatch.clone(), props.options.clone());
    let onclick =
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Adopt(options.clone())));
    html! { <button class="adopt" {onclick} data-testid="adopt">{ props.words.clone() }</button> }
}
