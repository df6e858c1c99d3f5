//! The browser's title and description of the page, which follow the view.

use crate::gallery;
use crate::state::State;
use hornbook_protocol::TextKind;
use hornbook_records::Verdict;
use yew::prelude::*;

/// The name of the page where nothing better is known.
const HORNBOOK: &str = "Hornbook";
/// A comment that is longer than this is no title.
const LONGEST: usize = 70;

/// The title of the text: that of an example, or its first comment.
fn name(kind: TextKind, text: &str) -> Option<String> {
    if let Some(example) = gallery::find_by_text(text) {
        return Some(example.title.to_owned());
    }
    let mark = match kind {
        TextKind::Program => "//",
        TextKind::Clauses => ";",
    };
    let said = text.lines().next()?.trim().strip_prefix(mark)?.trim_matches([' ', '/', ';', '.']);
    (!said.is_empty() && said.chars().count() <= LONGEST).then(|| said.to_owned())
}

/// The title of the page, and its description.
fn words(state: &State) -> (String, String) {
    let kind = match state.kind {
        TextKind::Program => "an array program",
        TextKind::Clauses => "a system of Horn clauses",
    };
    let name = name(state.kind, &state.text);
    // A class that is asked must not read the answer in the bar of the window.
    let outcome = state.outcome().filter(|_| state.is_solved() && state.slide.is_none());
    let assertions = outcome.into_iter().flat_map(|outcome| &outcome.assertions);
    let verdicts = assertions.filter(|a| a.counts()).map(|a| &a.verdict);
    let verdict = verdicts.min_by_key(|verdict| verdict.rank()).map(Verdict::name);
    let said = match (&name, verdict) {
        (Some(name), Some(verdict)) => format!("{name}: {verdict}"),
        (Some(name), None) => name.clone(),
        (None, Some(verdict)) => format!("Verdict: {verdict}"),
        (None, None) => String::new(),
    };
    let title =
        if said.is_empty() { HORNBOOK.to_owned() } else { format!("{said} – {HORNBOOK}") };
    let about = match gallery::find_by_text(&state.text) {
        Some(example) => example.teaches[0].to_owned(),
        None => format!("{kind}, from its text to a checked verdict, wholly in the browser."),
    };
    let name = name.unwrap_or_else(|| HORNBOOK.to_owned());
    (title, format!("{name}: {about}"))
}

/// Keeps title and description of the page up to date.
#[hook]
pub fn use_title(state: &State) {
    use_effect_with(words(state), |(title, description)| {
        let document = gloo_utils::document();
        document.set_title(title);
        if let Ok(Some(meta)) = document.query_selector("meta[name=description]") {
            let _ = meta.set_attribute("content", description);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_called_as_its_first_comment_or_as_the_example_that_it_is() {
        let named = |text: &str| name(TextKind::Program, text);
        assert_eq!(named("// Sums up.\nint n;").as_deref(), Some("Sums up"));
        assert_eq!(named("int n; // not this"), None);
        assert_eq!(named("//\nint n;"), None);
        assert_eq!(named(&format!("// {}\n", "long ".repeat(20))), None);
        assert_eq!(name(TextKind::Clauses, "; Two clauses").as_deref(), Some("Two clauses"));
        let example = gallery::find_by_name("03_init_then_flag").expect("an example");
        assert_eq!(named(example.text).as_deref(), Some(example.title));
    }
}
