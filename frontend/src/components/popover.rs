//! A small panel below a button of the bar.

use crate::hooks::use_light_dismiss;
use web_sys::{HtmlDetailsElement, HtmlElement};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct PopoverProps {
    pub label: AttrValue,
    /// A longer description.
    pub title: AttrValue,
    pub testid: AttrValue,
    /// The element itself, for callers that close it.
    #[prop_or_default]
    pub node: Option<NodeRef>,
    /// Whether a setting in it differs from its default.
    #[prop_or_default]
    pub marked: bool,
    #[prop_or_default]
    pub class: Classes,
    pub children: Html,
}

/// How far the panel stays from the window's edges, in CSS pixels.
const MARGIN: f64 = 8.0;

/// A button that shows and hides a panel. Escape, a click elsewhere and moving the keyboard elsewhere close
/// it, too.
#[component]
pub fn Popover(props: &PopoverProps) -> Html {
    let PopoverProps { label, title, testid, node, marked, class, children } = props;
    let own = use_node_ref();
    let node = node.as_ref().unwrap_or(&own);
    use_light_dismiss(node);
    let panel = use_node_ref();
    let ontoggle = {
        let panel = panel.clone();
        Callback::from(move |event: Event| {
            let open = event.target_dyn_into::<HtmlDetailsElement>().is_some_and(|d| d.open());
            if let Some(panel) = panel.cast::<HtmlElement>().filter(|_| open) {
                bring_inside(&panel);
            }
        })
    };
    html! {
        <details ref={node} class={classes!("drop-down", class.clone())} {ontoggle}>
            <summary class={classes!(marked.then_some("marked"))} title={title.clone()} data-testid={testid.clone()}>{ label.clone() }</summary>
            <div ref={panel} class="popover">{ children.clone() }</div>
        </details>
    }
}

/// Moves a panel sideways so far that all of it is in the window.
fn bring_inside(panel: &HtmlElement) {
    let style = panel.style();
    let _ = style.remove_property("translate");
    let bounds = panel.get_bounding_client_rect();
    let width = gloo_utils::document_element().client_width();
    let right = (f64::from(width) - MARGIN - bounds.right()).min(0.0);
    let shift = right.max(MARGIN - bounds.left());
    if shift != 0.0 {
        let _ = style.set_property("translate", &format!("{}px", shift as i32));
    }
}
