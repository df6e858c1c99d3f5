//! A text to copy.

use crate::hooks::copy;
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct CopyFieldProps {
    pub label: AttrValue,
    /// The test id of the field; those of the button and the message begin with it.
    pub testid: AttrValue,
    pub text: AttrValue,
    /// Called when the button was used, whether the browser allowed copying or not.
    #[prop_or_default]
    pub taken: Callback<()>,
}

/// A read-only field and a button that copies its text. Where the browser refuses, the text is selected
/// instead.
#[component]
pub fn CopyField(props: &CopyFieldProps) -> Html {
    let CopyFieldProps { label, testid, text, taken } = props;
    let field = use_node_ref();
    let copied = use_state(|| None::<bool>);
    {
        let copied = copied.clone();
        use_effect_with(text.clone(), move |_| copied.set(None));
    }
    let onclick = {
        let (field, copied, text, taken) =
            (field.clone(), copied.clone(), text.clone(), taken.clone());
        Callback::from(move |_: MouseEvent| {
            copied.set(None);
            taken.emit(());
            let (field, copied) = (field.clone(), copied.clone());
            copy(
                &text,
                Callback::from(move |done: bool| {
                    if let Some(field) = field.cast::<HtmlInputElement>().filter(|_| !done) {
                        // The text can be selected by hand even if the field does not get the keyboard.
                        let _ = field.focus();
                        field.select();
                    }
                    copied.set(Some(done));
                }),
            );
        })
    };
    let onfocus = Callback::from(|event: FocusEvent| {
        if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
            field.select();
        }
    });
    let message = match *copied {
        None => "",
        Some(true) => "Copied",
        Some(false) => "The browser refused. The text is selected: copy it with Ctrl-C.",
    };
    html! {
        <div class="copy-field">
            <label>
                <span>{ label.clone() }</span>
                <input ref={field} type="text" readonly=true value={text.clone()} {onfocus} data-testid={testid.clone()} />
            </label>
            <button {onclick} aria-label={format!("Copy: {label}")} data-testid={format!("{testid}-copy")}>{ "Copy" }</button>
            <span class="said" aria-live="polite" data-testid={format!("{testid}-said")}>{ message }</span>
        </div>
    }
}
