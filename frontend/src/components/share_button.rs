//! The button for the share dialog.

use super::share_content::ShareContent;
use crate::state::State;
use std::rc::Rc;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ShareButtonProps {
    pub state: Rc<State>,
}

/// A button with the dialog that it opens. Escape, a click beside the dialog and its own button close
/// it; the browser gives the keyboard back to where it was.
#[component]
pub fn ShareButton(props: &ShareButtonProps) -> Html {
    let dialog = use_node_ref();
    let open = use_state(|| false);
    let show = {
        let (dialog, open) = (dialog.clone(), open.clone());
        Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>().filter(|d| !d.open()) {
                open.set(dialog.show_modal().is_ok());
            }
        })
    };
    let close = {
        let dialog = dialog.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                dialog.close();
            }
        })
    };
    let beside = {
        let dialog = dialog.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(dialog) =
                dialog.cast::<HtmlDialogElement>().filter(|d| is_beside(d, &event))
            {
                dialog.close();
            }
        })
    };
    // The dialog may close in several ways.
    let onclose = {
        let open = open.clone();
        Callback::from(move |_: Event| open.set(false))
    };
    html! {
        <>
            <button onclick={show} aria-haspopup="dialog" data-testid="share">{ "Share" }</button>
            <dialog ref={dialog} class="share" {onclose} onclick={beside} aria-label="Share" data-testid="share-dialog">
                if *open {
                    <h2>{ "Share" }</h2>
                    <ShareContent state={props.state.clone()} />
                    <p class="right"><button class="run" onclick={close} data-testid="share-close">{ "Close" }</button></p>
                }
            </dialog>
        </>
    }
}

/// Whether a click was on the backdrop, which counts as the dialog itself.
fn is_beside(dialog: &HtmlDialogElement, event: &MouseEvent) -> bool {
    let on_dialog = event.target_dyn_into::<HtmlElement>().is_some_and(|t| t == **dialog);
    let place = dialog.get_bounding_client_rect();
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let inside = place.left() <= x && x <= place.right() && place.top() <= y && y <= place.bottom();
    on_dialog && !inside
}
