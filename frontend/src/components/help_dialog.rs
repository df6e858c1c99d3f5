//! What the page does and which keys it knows.

use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// Properties of [`HelpDialog`].
#[derive(Clone, PartialEq, Properties)]
pub struct HelpDialogProps {
    /// Whether it is shown.
    pub open: bool,
    /// Called when it is to be closed.
    pub close: Callback<()>,
}

const KEYS: &[(&str, &str)] = &[
    ("Ctrl ↵", "run"),
    ("← →", "in the road: one step back, one step forward"),
    ("↑ ↓", "in the road: the clause before, the clause after"),
    ("Alt ← →", "in the road: the stage before, the stage after"),
    ("Ctrl F", "in the program: search"),
    ("F8", "in the program: the next problem"),
    ("Esc Tab", "leaves the program with the keyboard"),
];

const VERDICTS: &[(&str, &str, &str)] = &[
    ("ok", "certified", "an invariant was found and checked: no run breaks an assertion"),
    ("bad", "buggy", "a run that breaks an assertion was found and replayed"),
    ("weak", "too weak", "the abstraction cannot prove it, and no failing run was found"),
    ("soft", "unknown", "no answer; the reason stands beside it"),
];

/// A dialog with the browser's own handling of focus and the Escape key.
#[component]
pub fn HelpDialog(props: &HelpDialogProps) -> Html {
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
    let keys = KEYS
        .iter()
        .map(|(key, what)| html! { <><dt><kbd>{ *key }</kbd></dt><dd>{ *what }</dd></> });
    let verdicts = VERDICTS.iter().map(|(class, name, what)| {
        html! { <><dt><span class={classes!("chip", *class)}>{ *name }</span></dt><dd>{ *what }</dd></> }
    });
    html! {
        <dialog ref={dialog} {oncancel} aria-label="Help" data-testid="help-dialog">
            <h2>{ "Help" }</h2>
            <p>{ "Write a small program with arrays and assertions. Hornbook turns it into Horn clauses, \
                replaces arrays by a few of their cells, and looks for an invariant or for a run that breaks an \
                assertion. Everything happens in this browser; nothing is sent anywhere." }</p>
            <h3>{ "The language" }</h3>
            <pre>{ "int n = nondet();      // any integer\nint a[n];              // an array\nwhile (i < n) { a[i] = 0; i++; }\nassume(n >= 1);\nassert(forall k: 0 <= k && k < n ==> a[k] == 0);" }</pre>
            <h3>{ "Verdicts" }</h3>
            <dl class="points">{ for verdicts }</dl>
            <h3>{ "Keys" }</h3>
            <dl class="points">{ for keys }</dl>
            <p class="right"><button class="run" onclick={props.close.reform(|_| ())}>{ "Close" }</button></p>
        </dialog>
    }
}
