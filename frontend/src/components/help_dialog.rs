//! The help: the page's features, its keys, and the words of the field.

use super::dialog::Dialog;
use crate::glossary::{Entry, Term};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct HelpDialogProps {
    pub open: bool,
    pub close: Callback<()>,
    pub tour: Callback<()>,
    pub reference: Callback<()>,
    pub browse: Callback<()>,
}

const KEYS: &[(&str, &str)] = &[
    ("Ctrl ↵", "run, from anywhere"),
    ("?", "this help, from anywhere but a text"),
    ("← →", "in the middle pane: one step back, one step forward; also p and n"),
    ("↑ ↓", "in the middle pane: the clause before, the clause after; also k and j"),
    ("Alt ← →", "in the middle pane: the stage before, the stage after"),
    ("↵", "in the graph: picks a point or an arrow"),
    ("← →", "on the line between two panes: makes them narrower or wider"),
    ("N", "in a presentation: notes for the speaker in a window of their own; ← and → turn pages"),
    (
        "U",
        "in a presentation: uncovers the next answer; so do →, Page Down and Space before they turn the page",
    ),
    ("P", "in a presentation: a spot that follows the mouse or the finger; Esc puts it away"),
    (
        "D",
        "in a presentation: a pen; E is its eraser, Z takes the last stroke back, Esc puts it away",
    ),
    ("F6", "the next pane; Shift F6 the one before"),
    ("Ctrl F", "in the program: search"),
    ("F8", "in the program: the next problem"),
    ("Ctrl Z", "in the program: undo; Ctrl Y does it again"),
    ("Shift Alt F", "lays the program out"),
    ("Ctrl /", "in the program: makes lines a comment, or text again"),
    ("Tab", "moves on; in the program, once you have typed there, it indents"),
    ("Esc Tab", "moves on from the program that you have typed in"),
    ("Esc", "closes a dialog, a menu, an explanation, the tour"),
];

const VERDICTS: &[(&str, &str, &str)] = &[
    (
        "ok",
        "certified",
        "a proof was found and checked, mostly by invariants: no run breaks an assertion",
    ),
    ("bad", "buggy", "a run that breaks an assertion was found and replayed"),
    ("weak", "too weak", "these clauses do not prove it, and no failing run was found"),
    ("soft", "unknown", "no answer; the reason stands beside it"),
];

/// The help.
#[component]
pub fn HelpDialog(props: &HelpDialogProps) -> Html {
    let content = if props.open {
        content(props)
    } else {
        html! {}
    };
    html! {
        <Dialog open={props.open} close={props.close.clone()} label="Help" testid="help-dialog">{ content }</Dialog>
    }
}

fn content(props: &HelpDialogProps) -> Html {
    let keys = KEYS
        .iter()
        .map(|(key, what)| html! { <><dt><kbd>{ *key }</kbd></dt><dd>{ *what }</dd></> });
    let verdicts = VERDICTS.iter().map(|(class, name, what)| {
        html! { <><dt><span class={classes!("chip", *class)}>{ *name }</span></dt><dd>{ *what }</dd></> }
    });
    let words = Term::ALL.iter().map(|term| {
        let Entry { word, text, source } = term.entry();
        html! { <><dt>{ word }</dt><dd>{ text }{ " " }<small>{ source }</small></dd></> }
    });
    let button = |words: &'static str, testid: &'static str, act: &Callback<()>| {
        html! { <button onclick={act.reform(|_: MouseEvent| ())} data-testid={testid}>{ words }</button> }
    };
    html! {
        <>
            <p>{ "Write a small program with arrays and assertions. Hornbook turns it into Horn clauses, \
                replaces arrays by a few of their cells, and looks for an invariant or for a run that breaks an \
                assertion. Everything happens in this browser; nothing is sent anywhere." }</p>
            <p class="help-ways">
                { button("Take the five-minute tour", "help-tour", &props.tour) }
                { button("Examples", "help-examples", &props.browse) }
                { button("Reference", "help-reference", &props.reference) }
            </p>
            <h3>{ "The language" }</h3>
            <pre>{ "int n = nondet();      // any integer\nassume(n >= 1);        // runs with other values are left out\nint a[n];              // an array\nint i = 0;\nwhile (i < n) { a[i] = 0; i++; }\nassert(forall k in 0..n: a[k] == 0);" }</pre>
            <h3>{ "Sharing" }</h3>
            <p data-testid="help-sharing">{ "Share makes a link that holds the program, your \
                choices and the view; also as Markdown, as HTML for another page and as a QR \
                code. Share also saves the program as a file. The menu “file” opens files; you \
                can drop them on the page, too. Undo restores a program that was replaced." }</p>
            <h3>{ "Verdicts" }</h3>
            <dl class="points">{ for verdicts }</dl>
            <h3>{ "Keys" }</h3>
            <dl class="points" data-testid="keys">{ for keys }</dl>
            <details class="words" data-testid="glossary">
                <summary>{ format!("The words of the field ({})", Term::ALL.len()) }</summary>
                <dl>{ for words }</dl>
            </details>
            <p class="version" data-testid="version">
                { concat!("Hornbook ", env!("CARGO_PKG_VERSION"), ", build ", env!("HORNBOOK_BUILD")) }
            </p>
        </>
    }
}
