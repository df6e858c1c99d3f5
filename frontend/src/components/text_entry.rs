//! A line of text that is taken on Enter or when it is left.

use super::prose::Prose;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`TextEntry`].
#[derive(Clone, PartialEq, Properties)]
pub struct TextEntryProps {
    /// What the text is for.
    pub label: AttrValue,
    /// How tests find it; its message has this name with `-wrong` behind it.
    pub testid: AttrValue,
    /// The text that was taken last, right or wrong.
    pub text: AttrValue,
    /// What holds while there is no text.
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// What is wrong with the text.
    #[prop_or_default]
    pub wrong: Option<AttrValue>,
    /// Whether the keyboard is to go there as soon as it appears.
    #[prop_or_default]
    pub focus: bool,
    /// Takes a text.
    pub take: Callback<String>,
}

/// A label, a field, and below it what is wrong. Escape brings back the text that was taken last.
#[component]
pub fn TextEntry(props: &TextEntryProps) -> Html {
    let TextEntryProps { label, testid, text, placeholder, wrong, take, .. } = props;
    let field = use_node_ref();
    // What was typed and not yet taken.
    let typed = use_state(|| None::<String>);
    {
        let field = field.clone();
        let focus = props.focus;
        use_effect_with((), move |()| {
            if let Some(field) = field.cast::<HtmlInputElement>().filter(|_| focus) {
                // A field that cannot have the keyboard is still a field.
                let _ = field.focus();
            }
        });
    }
    let oninput = {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| {
            let field = event.target_dyn_into::<HtmlInputElement>();
            typed.set(field.map(|field| field.value()));
        })
    };
    let onchange = {
        let (typed, take) = (typed.clone(), take.clone());
        Callback::from(move |event: Event| {
            if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                typed.set(None);
                take.emit(field.value());
            }
        })
    };
    let onkeydown = {
        let typed = typed.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                typed.set(None);
            }
        })
    };
    let value = (*typed).clone().map_or_else(|| text.clone(), AttrValue::from);
    let message = format!("{testid}-wrong");
    html! {
        <div class="entry">
            <label>
                <span>{ label.clone() }</span>
                <input ref={field} type="text" {value} placeholder={placeholder.clone()} {oninput} {onchange} {onkeydown}
                    autocomplete="off" autocapitalize="off" spellcheck="false" aria-invalid={wrong.is_some().to_string()}
                    aria-describedby={message.clone()} data-testid={testid.clone()} />
            </label>
            <p id={message.clone()} class="wrong" aria-live="polite" data-testid={message}>
                if let Some(wrong) = wrong { <Prose text={wrong.clone()} /> }
            </p>
        </div>
    }
}
