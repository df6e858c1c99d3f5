//! A line of text that is taken on Enter or when it is left.

use super::prose::Prose;
use crate::completion::Completions;
use crate::text::Positions;
use web_sys::{HtmlInputElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

/// A function from a text and a byte of it to the completions there.
pub type Complete = Callback<(String, usize), Option<Completions>>;

#[derive(Clone, PartialEq, Properties)]
pub struct TextEntryProps {
    pub label: AttrValue,
    /// The test id; that of the message ends with `-wrong`, that of the completions with `-list`.
    pub testid: AttrValue,
    /// The text that was taken last, right or wrong.
    pub text: AttrValue,
    #[prop_or_default]
    pub placeholder: AttrValue,
    /// The error of the text.
    #[prop_or_default]
    pub wrong: Option<AttrValue>,
    /// Whether the keyboard is to go there as soon as it appears.
    #[prop_or_default]
    pub focus: bool,
    /// The completions, if there are some.
    #[prop_or_default]
    pub complete: Option<Complete>,
    pub take: Callback<String>,
}

/// Completions on view.
#[derive(Clone, PartialEq)]
struct CompletionList {
    found: Completions,
    /// The one that the keyboard is on. At first there is none: Enter then takes the text as it is.
    active: Option<usize>,
}

/// A label, a field, and below it the error. Escape brings back the text that was taken last. The arrow
/// keys walk through completions, Enter or Tab takes one.
#[component]
pub fn TextEntry(props: &TextEntryProps) -> Html {
    let TextEntryProps { label, testid, text, placeholder, wrong, take, complete, .. } = props;
    let field = use_node_ref();
    // The text that was typed and not yet taken.
    let typed = use_state(|| None::<String>);
    let open = use_state(|| None::<CompletionList>);
    use_keyboard_there(&field, props.focus);
    let look = {
        let (complete, open) = (complete.clone(), open.clone());
        move |field: &HtmlInputElement| {
            let found = complete.as_ref().and_then(|c| c.emit((field.value(), caret(field))));
            open.set(found.map(|found| CompletionList { found, active: None }));
        }
    };
    let oninput = {
        let (typed, look) = (typed.clone(), look.clone());
        Callback::from(move |event: InputEvent| {
            if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                typed.set(Some(field.value()));
                look(&field);
            }
        })
    };
    let commit = {
        let (field, typed, open, take) = (field.clone(), typed.clone(), open.clone(), take.clone());
        Callback::from(move |()| {
            open.set(None);
            if let (Some(field), Some(_)) = (field.cast::<HtmlInputElement>(), &*typed) {
                typed.set(None);
                take.emit(field.value());
            }
        })
    };
    let pick = {
        let (field, typed, open, look) = (field.clone(), typed.clone(), open.clone(), look.clone());
        Callback::from(move |n: usize| {
            let chosen = open.as_ref().and_then(|o| Some((&o.found, o.found.offers.get(n)?)));
            if let (Some(field), Some((found, offer))) = (field.cast::<HtmlInputElement>(), chosen)
            {
                insert(&field, found, &offer.text);
                typed.set(Some(field.value()));
                look(&field);
            }
        })
    };
    let onkeydown = {
        let (typed, open, commit, pick) =
            (typed.clone(), open.clone(), commit.clone(), pick.clone());
        Callback::from(move |event: KeyboardEvent| {
            let active = open.as_ref().and_then(|o| o.active);
            if event.is_composing() {
                return;
            }
            match (&*event.key(), &*open) {
                ("ArrowDown", None) => {
                    if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                        look(&field);
                    }
                }
                (key @ ("ArrowDown" | "ArrowUp"), Some(now)) => {
                    event.prevent_default();
                    open.set(Some(CompletionList {
                        active: Some(now.beside(key == "ArrowUp")),
                        ..now.clone()
                    }));
                }
                ("Enter" | "Tab", Some(_)) if active.is_some() => {
                    event.prevent_default();
                    pick.emit(active.unwrap_or_default());
                }
                ("Enter", _) => commit.emit(()),
                ("Escape", Some(_)) => {
                    // The same key closes nothing else.
                    event.stop_propagation();
                    open.set(None);
                }
                ("Escape", None) => typed.set(None),
                _ => {}
            }
        })
    };
    let value = (*typed).clone().map_or_else(|| text.clone(), AttrValue::from);
    let (message, list) = (format!("{testid}-wrong"), format!("{testid}-list"));
    let active = open.as_ref().and_then(|o| o.active).map(|n| format!("{list}-{n}"));
    use_in_sight(active.as_ref());
    let role = complete.is_some().then_some("combobox");
    let expanded = complete.is_some().then(|| open.is_some().to_string());
    html! {
        <div class="entry">
            <label>
                <span>{ label.clone() }</span>
                <input ref={field} type="text" {value} placeholder={placeholder.clone()} {oninput} {onkeydown} onblur={commit.reform(|_| ())}
                    autocomplete="off" autocapitalize="off" spellcheck="false" aria-invalid={wrong.is_some().to_string()}
                    aria-describedby={message.clone()} {role} aria-autocomplete={complete.is_some().then_some("list")} aria-expanded={expanded} aria-activedescendant={active}
                    aria-controls={open.is_some().then(|| list.clone())} data-testid={testid.clone()} />
            </label>
            if let Some(open) = &*open { { offers(open, &list, label, &pick) } }
            <p id={message.clone()} class="wrong" aria-live="polite" data-testid={message}>
                if let Some(wrong) = wrong { <Prose text={wrong.clone()} /> }
            </p>
        </div>
    }
}

impl CompletionList {
    /// The completion before or behind the one that the keyboard is on; they form a ring.
    fn beside(&self, before: bool) -> usize {
        let count = self.found.offers.len();
        match (self.active, before) {
            (None, false) => 0,
            (None, true) => count - 1,
            (Some(n), true) => (n + count - 1) % count,
            (Some(n), false) => (n + 1) % count,
        }
    }
}

#[hook]
fn use_keyboard_there(field: &NodeRef, focus: bool) {
    let field = field.clone();
    use_effect_with((), move |()| {
        if let Some(field) = field.cast::<HtmlInputElement>().filter(|_| focus) {
            // A field without the keyboard can still be clicked.
            let _ = field.focus();
        }
    });
}

/// Scrolls the completion that the keyboard is on into view.
#[hook]
fn use_in_sight(active: Option<&String>) {
    use_effect_with(active.cloned(), |active| {
        let item = active.as_ref().and_then(|id| gloo_utils::document().get_element_by_id(id));
        if let Some(item) = item {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            item.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// The list of completions.
fn offers(open: &CompletionList, list: &str, label: &AttrValue, pick: &Callback<usize>) -> Html {
    let items = open.found.offers.iter().enumerate().map(|(n, offer)| {
        let active = open.active == Some(n);
        let onmousedown = {
            let pick = pick.clone();
            Callback::from(move |event: MouseEvent| {
                // The field keeps the keyboard.
                event.prevent_default();
                if event.button() == 0 {
                    pick.emit(n);
                }
            })
        };
        html! {
            <li id={format!("{list}-{n}")} role="option" aria-selected={active.to_string()} {onmousedown}>
                <code>{ offer.text.trim() }</code><span>{ offer.help }</span>
            </li>
        }
    });
    html! {
        <ul id={list.to_owned()} class="completions" role="listbox" aria-label={format!("Ways to go on: {label}")} data-testid={list.to_owned()}>
            { for items }
        </ul>
    }
}

/// Where the caret is, in bytes.
fn caret(field: &HtmlInputElement) -> usize {
    let at = field.selection_start().ok().flatten().unwrap_or(u32::MAX);
    Positions::new(&field.value()).to_utf8(at) as usize
}

/// Puts a completion into the field, and the caret behind it.
fn insert(field: &HtmlInputElement, found: &Completions, text: &str) {
    let mut value = field.value();
    if value.is_char_boundary(found.from) && value.is_char_boundary(found.to) {
        value.replace_range(found.from..found.to, text);
        field.set_value(&value);
        let at = Positions::new(&value).to_utf16((found.from + text.len()) as u32);
        // A browser that leaves the caret at the end has put it nearly there.
        let _ = field.set_selection_range(at, at);
    }
}
