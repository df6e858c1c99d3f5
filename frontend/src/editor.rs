//! The text editor, a small bundle of CodeMirror that the page loads before this program.

use crate::text::Positions;
use hornbook_base::{Diagnostic, LineIndex, Severity, Span};
use hornbook_protocol::TextKind;
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::Element;

#[wasm_bindgen]
extern "C" {
    /// The bundle's editor object.
    type JsEditor;

    #[wasm_bindgen(catch, js_namespace = HornbookEditor, js_name = create)]
    fn create(
        parent: &Element,
        text: &str,
        label: &str,
        change: &Closure<dyn FnMut(String)>,
        cursor: &Closure<dyn FnMut(u32)>,
        hover: &Closure<dyn FnMut(i32)>,
        run: &Closure<dyn FnMut()>,
        read_only: bool,
    ) -> Result<JsEditor, JsValue>;

    #[wasm_bindgen(method, js_name = setText)]
    fn set_text(this: &JsEditor, text: &str);
    #[wasm_bindgen(method, js_name = layOut)]
    fn lay_out(this: &JsEditor, text: &str);
    #[wasm_bindgen(method, js_name = setLanguage)]
    fn set_language(this: &JsEditor, name: &str);
    #[wasm_bindgen(method, js_name = setProblems)]
    fn set_problems(this: &JsEditor, json: &str);
    #[wasm_bindgen(method, js_name = setMarks)]
    fn set_marks(this: &JsEditor, json: &str);
    #[wasm_bindgen(method, js_name = setBadges)]
    fn set_badges(this: &JsEditor, json: &str);
    #[wasm_bindgen(method, js_name = goTo)]
    fn go_to(this: &JsEditor, at: u32);
    #[wasm_bindgen(method)]
    fn reveal(this: &JsEditor, at: u32);
    #[wasm_bindgen(method)]
    fn destroy(this: &JsEditor);
}

/// The reason for a highlighted range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkKind {
    /// The origin of the selected clause.
    Origin,
    /// The origin of the clause under the pointer.
    Hover,
    /// The step of the failing run on view.
    Step,
}

/// A highlighted range of the text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The range.
    pub span: Span,
    /// The reason.
    pub kind: MarkKind,
}

/// A sign beside a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The place whose line gets the sign, in bytes.
    pub span: Span,
    /// Its colour: `ok`, `bad`, `weak` or `soft`.
    pub kind: &'static str,
    /// The sign.
    pub sign: &'static str,
    /// The meaning of the sign in words.
    pub label: String,
}

#[derive(Serialize)]
struct JsMark {
    from: u32,
    to: u32,
    kind: MarkKind,
}

#[derive(Serialize)]
struct JsBadge<'a> {
    at: u32,
    kind: &'a str,
    sign: &'a str,
    label: &'a str,
}

#[derive(Serialize)]
struct JsProblem<'a> {
    from: u32,
    to: u32,
    severity: &'a str,
    message: &'a str,
    hints: Vec<String>,
    labels: Vec<String>,
}

/// The listeners to the editor's events.
pub struct Listeners {
    /// The text has changed, to this.
    pub change: Closure<dyn FnMut(String)>,
    /// The cursor stands here, in UTF-16 units.
    pub cursor: Closure<dyn FnMut(u32)>,
    /// The pointer is on this place, in UTF-16 units; negative when it is on none.
    pub hover: Closure<dyn FnMut(i32)>,
    /// The keys for Run were pressed.
    pub run: Closure<dyn FnMut()>,
}

/// A text editor on the page. It is removed when this is dropped.
pub struct Editor {
    js: JsEditor,
    /// Kept alive for as long as the editor may call them.
    _listeners: Listeners,
}

impl Editor {
    /// Puts an editor with `text` into `parent`; one that is `read_only` takes no edits.
    ///
    /// # Errors
    /// The browser's complaint when the editor's bundle was not loaded.
    pub fn new(
        parent: &Element,
        text: &str,
        listeners: Listeners,
        read_only: bool,
    ) -> Result<Editor, JsValue> {
        let Listeners { change, cursor, hover, run } = &listeners;
        let js = create(parent, text, "Program text", change, cursor, hover, run, read_only)?;
        Ok(Editor { js, _listeners: listeners })
    }

    /// Replaces the text; the same text again changes nothing.
    pub fn set_text(&self, text: &str) {
        self.js.set_text(text);
    }

    /// Replaces the text by one that differs in blanks only; the cursor keeps its place among the other
    /// letters.
    pub fn lay_out(&self, text: &str) {
        self.js.lay_out(text);
    }

    /// Sets the language for syntax colours.
    pub fn set_kind(&self, kind: TextKind) {
        self.js.set_language(match kind {
            TextKind::Program => "hornbook",
            TextKind::Clauses => "smtlib",
        });
    }

    /// Underlines problems of `text`.
    pub fn set_problems(&self, problems: &[Diagnostic], text: &str) {
        let (positions, lines) = (Positions::new(text), LineIndex::new(text));
        let shown: Vec<JsProblem> =
            problems.iter().map(|p| js_problem(p, &positions, &lines)).collect();
        self.js.set_problems(&json(&shown));
    }

    /// Highlights `marks` of `text` and no others.
    pub fn set_marks(&self, marks: &[Mark], text: &str) {
        let positions = Positions::new(text);
        let shown: Vec<JsMark> = marks
            .iter()
            .map(|mark| {
                let (from, to) = positions.range(mark.span);
                JsMark { from, to, kind: mark.kind }
            })
            .collect();
        self.js.set_marks(&json(&shown));
    }

    /// Shows `badges` beside the lines of `text` and no others.
    pub fn set_badges(&self, badges: &[Badge], text: &str) {
        let positions = Positions::new(text);
        let shown: Vec<JsBadge> = badges
            .iter()
            .map(|badge| JsBadge {
                at: positions.to_utf16(badge.span.start),
                kind: badge.kind,
                sign: badge.sign,
                label: &badge.label,
            })
            .collect();
        self.js.set_badges(&json(&shown));
    }

    /// Puts the cursor on a place of `text` and takes the keyboard.
    pub fn go_to(&self, span: Span, text: &str) {
        self.js.go_to(Positions::new(text).to_utf16(span.start));
    }

    /// Scrolls a place of `text` into view.
    pub fn reveal(&self, span: Span, text: &str) {
        self.js.reveal(Positions::new(text).to_utf16(span.start));
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.js.destroy();
    }
}

fn js_problem<'a>(
    problem: &'a Diagnostic,
    positions: &Positions,
    lines: &LineIndex,
) -> JsProblem<'a> {
    let (from, to) = positions.range(problem.span);
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let labels = problem.labels.iter();
    let labels = labels.map(|l| format!("line {}: {}", lines.line(l.span), l.message)).collect();
    JsProblem {
        from,
        to,
        severity,
        message: &problem.message,
        hints: problem.hints.clone(),
        labels,
    }
}

/// These lists hold only numbers and strings, which always have a JSON form.
fn json<T: Serialize>(value: &[T]) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "[]".to_owned())
}
