//! The line between two panes, to be dragged or moved by arrow keys.

use web_sys::{Element, HtmlElement};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct SplitterProps {
    pub label: &'static str,
    /// The outer pane's width, in thousandths of the whole.
    pub width: u32,
    /// Whether the outer pane stands on the right.
    pub from_right: bool,
    /// The element that holds all panes.
    pub area: NodeRef,
    pub resize: Callback<u32>,
}

/// The narrowest and widest an outer pane can be, in thousandths.
const LIMITS: (u32, u32) = (150, 450);
/// How far an arrow key moves the line, in thousandths.
const KEY_STEP: i32 = 20;

fn percent(width: u32) -> String {
    ((width + 5) / 10).to_string()
}

fn clamp(width: u32) -> u32 {
    width.clamp(LIMITS.0, LIMITS.1)
}

/// A separator that can be moved.
#[component]
pub fn Splitter(props: &SplitterProps) -> Html {
    let dragging = use_state(|| false);
    let onpointerdown = {
        let dragging = dragging.clone();
        Callback::from(move |event: PointerEvent| {
            if let Some(line) = event.target_dyn_into::<Element>() {
                let _ = line.set_pointer_capture(event.pointer_id());
                dragging.set(true);
                event.prevent_default();
            }
        })
    };
    let onpointermove = {
        let (dragging, props) = (dragging.clone(), props.clone());
        Callback::from(move |event: PointerEvent| {
            if *dragging {
                drag(&props, event.client_x());
            }
        })
    };
    let onpointerup = {
        let dragging = dragging.clone();
        Callback::from(move |_: PointerEvent| dragging.set(false))
    };
    let onkeydown = {
        let props = props.clone();
        Callback::from(move |event: KeyboardEvent| {
            let outwards = if props.from_right { -KEY_STEP } else { KEY_STEP };
            let step = match event.key().as_str() {
                "ArrowRight" => outwards,
                "ArrowLeft" => -outwards,
                _ => return,
            };
            event.prevent_default();
            props.resize.emit(clamp(props.width.saturating_add_signed(step)));
        })
    };
    html! {
        <div class={classes!("splitter", dragging.then_some("dragging"))} role="separator" tabindex="0"
            aria-orientation="vertical" aria-label={props.label}
            aria-valuenow={percent(props.width)} aria-valuemin={percent(LIMITS.0)} aria-valuemax={percent(LIMITS.1)}
            {onpointerdown} {onpointermove} {onpointerup} {onkeydown}>
        </div>
    }
}

fn drag(props: &SplitterProps, x: i32) {
    let Some(area) = props.area.cast::<HtmlElement>() else {
        return;
    };
    let bounds = area.get_bounding_client_rect();
    if bounds.width() > 0.0 {
        let part = (f64::from(x) - bounds.left()) / bounds.width();
        let part = if props.from_right { 1.0 - part } else { part };
        props.resize.emit(clamp((part * 1000.0) as u32));
    }
}
