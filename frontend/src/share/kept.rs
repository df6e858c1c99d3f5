//! The choices as a browser keeps them: JSON with their long keys. The form outlives the page that
//! wrote it, so that a newer page reads it too.

use super::link::Link;
use hornbook_protocol::{Job, Options, TextKind};
use hornbook_tasks::choices::{Choices, Key};
use serde_json::{Map, Value, json};

/// The key of the time limit.
const SECONDS: &str = "seconds";

fn name(key: Key) -> Option<&'static str> {
    Some(key.json())
}

/// The form in which the choices are kept.
pub fn to_json(options: &Options) -> Map<String, Value> {
    let mut json = options.choices.to_json(&[], name);
    json.insert(SECONDS.to_owned(), options.seconds.into());
    json
}

/// The form in which an attempted analysis is kept.
pub fn attempt(job: &Job) -> Value {
    json!({ "kind": job.kind, "text": job.text, "options": to_json(&job.options) })
}

/// A text with the choices that were kept for it. Choices of another shape are dropped.
pub fn link(kind: TextKind, text: &str, kept: &Map<String, Value>) -> Link {
    let (choices, unread) = Choices::from_json(kept, name).unwrap_or_default();
    let options = Options::from(choices);
    let seconds = kept.get(SECONDS).and_then(Value::as_u64).and_then(|s| u32::try_from(s).ok());
    let seconds = seconds.unwrap_or(options.seconds);
    Link { unread, ..Link::new(kind, text, Options { seconds, ..options }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Link {
        link(TextKind::Program, "int n;", &serde_json::from_str(json).unwrap())
    }

    #[test]
    fn what_is_kept_comes_back() {
        let mut options = Options { seconds: 30, ..Options::default() };
        for (key, text) in
            [(Key::Abstraction, "auto"), (Key::Cells, "3:a=i,j"), (Key::LargeBlocks, "")]
        {
            options.choices.set(key, text).unwrap();
        }
        assert_eq!(link(TextKind::Program, "", &to_json(&options)).options, options);
        assert_eq!(
            link(TextKind::Program, "", &to_json(&Options::default())).options,
            Options::default()
        );
    }

    #[test]
    fn what_pages_kept_once_is_read() {
        let old = read(
            r#"{"abstraction":"cell2,a=id","heuristic":"","check_bounds":true,"large_blocks":false,
                "loops":false,"right_to_left":true,"seconds":10,
                "cells":[{"clause":3,"array":"a","indices":["k'"]}]}"#,
        );
        let choices = &old.options.choices;
        let said = "--abstraction cell2,a=id --order right --cells 3:a=k' --check-bounds";
        assert_eq!((choices.words().join(" "), old.options.seconds), (said.to_owned(), 10));
        let oldest = read(r#"{"abstraction":"cell1","heuristic":"relevant"}"#).options;
        assert_eq!(oldest.with_choices(oldest.choices.without_defaults()), Options::default());
    }

    #[test]
    fn what_cannot_be_read_is_told_and_other_shapes_are_nothing() {
        let strange = read(r#"{"abstraction":"cell2 @ tiling","loops":true}"#);
        assert!(strange.options.choices.loops);
        assert!(strange.unreadable().is_some_and(|said| said.contains("cell2 @ tiling")));
        assert_eq!(read(r#"{"abstraction":3,"loops":true}"#).options, Options::default());
    }
}
