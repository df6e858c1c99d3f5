//! A dialog over the page.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct DialogProps {
    /// Whether it is shown.
    pub open: bool,
    /// Called when it is to be closed.
    pub close: Callback<()>,
    pub label: AttrValue,
    pub testid: AttrValue,
    #[prop_or_default]
    pub class: Classes,
    pub children: Html,
}

/// A dialog with the browser's own handling of focus and the Escape key. A click beside it closes it.
#[component]
pub fn Dialog(props: &DialogProps) -> Html {
    let dialog = use_node_ref();
    {
        let dialog = dialog.clone();
        use_effect_with(props.open, move |&open| {
            if let Some(dialog) = dialog.cast::<HtmlDialogElement>() {
                match (open, dialog.open()) {
                    (true, false) => drop(dialog.show_modal()),
                    (false, true) => dialog.close(),
                    _ => {}
                }
            }
        });
    }
    let oncancel = {
        let close = props.close.clone();
        Callback::from(move |event: Event| {
            event.prevent_default();
            close.emit(());
        })
    };
    // The dialog may close in several ways.
    let onclose = {
        let (close, open) = (props.close.clone(), props.open);
        Callback::from(move |_: Event| {
            if open {
                close.emit(());
            }
        })
    };
    // Elements inside of the dialog's padding belong to its children.
    let onclick = {
        let (dialog, close) = (dialog.clone(), props.close.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(element) = dialog.cast::<HtmlDialogElement>() else { return };
            let bounds = element.get_bounding_client_rect();
            let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
            let inside = (bounds.left()..=bounds.right()).contains(&x)
                && (bounds.top()..=bounds.bottom()).contains(&y);
            let on_it = event.target().as_ref() == Some(element.as_ref());
            if on_it && !inside {
                close.emit(());
            }
        })
    };
    html! {
        <dialog ref={dialog} class={props.class.clone()} {oncancel} {onclose} {onclick} aria-label={props.label.clone()}
            data-testid={props.testid.clone()}>
            if props.open {
                <header class="dialog-head">
                    <h2>{ props.label.clone() }</h2>
                    <button class="icon small" onclick={props.close.reform(|_| ())} aria-label="Close" title="Close (Esc)"
                        data-testid="close">{ "✕" }</button>
                </header>
                { props.children.clone() }
            }
        </dialog>
    }
}
