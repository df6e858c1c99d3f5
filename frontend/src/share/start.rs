//! What the page opens with.

use super::codec;
use super::link::Link;
use super::replace::Undo;

/// Said of a link that cannot be opened, where there is something that it would have replaced.
pub const STILL_HERE: &str = " The program that was here still is.";
/// Said when a link has replaced something.
pub const OPENED_LINK: &str = "The link was opened.";

/// What is known when the page opens.
pub struct Visit {
    /// The address's hash.
    pub hash: String,
    /// Whether this tab had opened the very same link before, and was loaded anew since.
    pub again: bool,
    /// The work that the browser has kept, if there is any.
    pub own: Option<Link>,
    /// What could be brought back then.
    pub undo: Undo,
    /// What a first visit shows.
    pub first: Link,
}

/// What the page opens with.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Text, choices and what is on view.
    pub link: Link,
    /// What can be brought back.
    pub undo: Undo,
    /// What is to be said about a link that cannot be opened.
    pub notice: Option<String>,
    /// Whether there is such a link, and no other text to show than what a first visit shows.
    pub damaged: bool,
}

/// What a hash brings: a text with its choices, or a reason why not. None if it is not meant as a link.
pub fn read(hash: &str) -> Option<Result<Link, String>> {
    let opened = codec::decode(hash).transpose()?;
    Some(opened.map_err(|error| error.to_string()))
}

impl Start {
    /// Decides between a link and the work that the browser has kept. A link wins, unless the tab
    /// was only loaded anew; the work is then what Undo brings back.
    pub fn of(visit: Visit) -> Start {
        let Visit { hash, again, own, undo, first } = visit;
        match read(&hash) {
            Some(Ok(link)) if !again || own.is_none() => {
                let mut undo = undo;
                if let Some(own) = own.filter(|own| !own.same_work(&link)) {
                    undo.push(OPENED_LINK, own);
                }
                Start { link, undo, notice: None, damaged: false }
            }
            Some(Err(reason)) => {
                let kept = if own.is_some() { STILL_HERE } else { "" };
                let damaged = own.is_none();
                // Nobody came for that text, so that its verdict is not looked for.
                let link = own.unwrap_or_else(|| Link::program(&first.text, first.options));
                Start { link, undo, notice: Some(reason + kept), damaged }
            }
            _ => Start { link: own.unwrap_or(first), undo, notice: None, damaged: false },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::codec::View;
    use hornbook_protocol::{Kind, Options};

    fn program(text: &str) -> Link {
        Link::program(text, Options::default())
    }

    fn visit(hash: &str, own: Option<&str>) -> Visit {
        let (hash, own, first) = (hash.to_owned(), own.map(program), program("first"));
        Visit { hash, again: false, own, undo: Undo::default(), first }
    }

    fn hash(text: &str) -> String {
        codec::encode(&program(text), View::Page).unwrap()
    }

    #[test]
    fn without_a_link_the_own_program_comes_back() {
        assert_eq!(Start::of(visit("", Some("own"))).link.text, "own");
        assert_eq!(Start::of(visit("#help", Some("own"))).link.text, "own");
        assert_eq!(Start::of(visit("", None)).link.text, "first");
    }

    #[test]
    fn a_link_wins_and_the_own_program_can_be_brought_back() {
        let start = Start::of(visit(&hash("given"), Some("own")));
        assert_eq!(start.link.text, "given");
        assert_eq!(start.undo.newest().map(|s| s.before.text.clone()), Some("own".to_owned()));
        for own in [None, Some("given")] {
            assert_eq!(Start::of(visit(&hash("given"), own)).undo, Undo::default());
        }
    }

    #[test]
    fn a_page_that_is_loaded_anew_keeps_what_was_edited() {
        let again = Visit { again: true, ..visit(&hash("given"), Some("edited")) };
        let start = Start::of(again);
        assert_eq!((start.link.text.as_str(), start.undo), ("edited", Undo::default()));
        let nothing_kept = Visit { again: true, ..visit(&hash("given"), None) };
        assert_eq!(Start::of(nothing_kept).link.text, "given");
    }

    #[test]
    fn a_bad_link_says_why_and_keeps_the_own_program() {
        let start = Start::of(visit("#1abc", Some("own")));
        assert_eq!(start.link.text, "own");
        assert!(start.notice.unwrap().ends_with(STILL_HERE));
    }

    #[test]
    fn a_bad_link_on_a_first_visit_says_nothing_of_an_own_program() {
        for hash in ["#1abc", "#e1abc"] {
            let first = Link { solved: true, ..program("first") };
            let start = Start::of(Visit { first, ..visit(hash, None) });
            assert_eq!((start.link, start.undo), (program("first"), Undo::default()));
            assert!(!start.notice.unwrap().contains("still is"), "{hash}");
        }
    }

    #[test]
    fn clauses_are_opened_as_clauses() {
        let clauses = Link::new(Kind::Clauses, "(check-sat)", Options::default());
        let hash = codec::encode(&clauses, View::Page).unwrap();
        assert_eq!(Start::of(visit(&hash, None)).link, clauses);
    }
}
