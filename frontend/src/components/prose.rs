//! Sentences that contain pieces of programs.

use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ProseProps {
    /// The sentence; program text stands between backquotes.
    pub text: AttrValue,
}

/// A sentence from the core.
#[component]
pub fn Prose(props: &ProseProps) -> Html {
    let parts = props.text.split('`').enumerate().map(|(i, part)| {
        if i % 2 == 1 {
            // Its own direction keeps letters of other scripts from reordering what stands around it.
            html! { <code dir="ltr">{ part.to_owned() }</code> }
        } else {
            html! { { part.to_owned() } }
        }
    });
    html! { <>{ for parts }</> }
}
