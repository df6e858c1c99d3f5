//! A box that scrolls sideways, with a sign at each edge behind which there is more.

use crate::hooks::use_size;
use web_sys::Element;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct SidewaysProps {
    /// The class of the box.
    pub class: &'static str,
    /// The name of what is inside, where the keyboard comes to the box.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    pub children: Html,
}

/// The box and its signs. Nothing is cut without one.
#[component]
pub fn Sideways(props: &SidewaysProps) -> Html {
    let SidewaysProps { class, label, children } = props;
    let inside = use_node_ref();
    let more = use_state_eq(|| "");
    use_size(&inside);
    let look = {
        let (inside, more) = (inside.clone(), more.clone());
        move || {
            if let Some(inside) = inside.cast::<Element>() {
                more.set(edges_with_more(&inside));
            }
        }
    };
    let onscroll = {
        let look = look.clone();
        Callback::from(move |_: Event| look())
    };
    // The content may have grown, too.
    use_effect(look);
    let (tabindex, role) = (label.as_ref().map(|_| "0"), label.as_ref().map(|_| "group"));
    html! {
        <div class="sideways" data-more={*more}>
            <div ref={inside} class={*class} {onscroll} {tabindex} {role} aria-label={label.clone()}>{ children.clone() }</div>
        </div>
    }
}

/// So many pixels behind an edge are the room around a picture, and no part of it.
const AROUND: i32 = 8;

/// The edges behind which there is more, as words for the style sheet.
fn edges_with_more(inside: &Element) -> &'static str {
    let hidden = inside.scroll_width() - inside.client_width();
    let is_at_left = inside.scroll_left() <= AROUND;
    let is_at_right = inside.scroll_left() + AROUND >= hidden;
    match (is_at_left, is_at_right) {
        (true, true) => "",
        (true, false) => "right",
        (false, true) => "left",
        (false, false) => "left right",
    }
}
