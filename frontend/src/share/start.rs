//! The text that the page opens with.

use super::codec;
use super::link::Link;
use super::undo::UndoStack;

/// The end of a message about a link that cannot be opened, where other work stays on the page.
pub const STILL_HERE: &str = " The program that was here still is.";
/// The message when a link has replaced other work.
pub const OPENED_LINK: &str = "The link was opened.";

/// The inputs for the choice of the text that the page opens with.
pub struct Opening {
    /// The address's hash.
    pub hash: String,
    /// Whether this tab had opened the same link before, and was reloaded since.
    pub again: bool,
    /// The work that the browser has kept, if there is any.
    pub own: Option<Link>,
    /// The kept undo stack.
    pub undo: UndoStack,
    /// The link of a first visit.
    pub first: Link,
}

/// The content that the page opens with.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Text, choices and view.
    pub link: Link,
    /// The undo stack.
    pub undo: UndoStack,
    /// A message about a link that cannot be opened.
    pub notice: Option<String>,
    /// Whether there is such a link, and no other text than that of a first visit.
    pub damaged: bool,
    /// Whether this is the reader's own work, which the browser has kept.
    pub is_own: bool,
}

/// The link in a hash, or why it cannot be read. None if the hash is not meant as a link.
pub fn read(hash: &str) -> Option<Result<Link, String>> {
    let opened = codec::decode(hash).transpose()?;
    Some(opened.map_err(|error| error.to_string()))
}

impl Start {
    /// Decides between a link and the work that the browser has kept. A link wins, unless the tab was only
    /// reloaded; Undo then restores the work.
    pub fn for_opening(visit: Opening) -> Start {
        let Opening { hash, again, own, undo, first } = visit;
        match read(&hash) {
            Some(Ok(link)) if !again || own.is_none() => {
                let mut undo = undo;
                if let Some(own) = own.filter(|own| !own.same_work(&link)) {
                    undo.push(OPENED_LINK, own);
                }
                Start { link, undo, notice: None, damaged: false, is_own: false }
            }
            Some(Err(reason)) => {
                let kept = if own.is_some() { STILL_HERE } else { "" };
                let (damaged, is_own) = (own.is_none(), own.is_some());
                // Nobody asked for that text, so it is not solved.
                let link = own.unwrap_or(Link { solved: false, ..first });
                Start { link, undo, notice: Some(reason + kept), damaged, is_own }
            }
            _ => {
                let is_own = own.is_some();
                Start { link: own.unwrap_or(first), undo, notice: None, damaged: false, is_own }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::codec::PageMode;
    use hornbook_protocol::{Options, TextKind};

    fn program(text: &str) -> Link {
        Link::program(text, Options::default())
    }

    fn visit(hash: &str, own: Option<&str>) -> Opening {
        let (hash, own, first) = (hash.to_owned(), own.map(program), program("first"));
        Opening { hash, again: false, own, undo: UndoStack::default(), first }
    }

    fn hash(text: &str) -> String {
        codec::encode(&program(text), PageMode::Page).unwrap()
    }

    #[test]
    fn without_a_link_the_own_program_comes_back() {
        assert_eq!(Start::for_opening(visit("", Some("own"))).link.text, "own");
        assert_eq!(Start::for_opening(visit("#help", Some("own"))).link.text, "own");
        assert_eq!(Start::for_opening(visit("", None)).link.text, "first");
    }

    #[test]
    fn a_link_wins_and_the_own_program_can_be_brought_back() {
        let start = Start::for_opening(visit(&hash("given"), Some("own")));
        assert_eq!(start.link.text, "given");
        assert_eq!(start.undo.newest().map(|s| s.before.text.clone()), Some("own".to_owned()));
        for own in [None, Some("given")] {
            assert_eq!(Start::for_opening(visit(&hash("given"), own)).undo, UndoStack::default());
        }
    }

    #[test]
    fn a_page_that_is_loaded_anew_keeps_what_was_edited() {
        let again = Opening { again: true, ..visit(&hash("given"), Some("edited")) };
        let start = Start::for_opening(again);
        assert_eq!((start.link.text.as_str(), start.undo), ("edited", UndoStack::default()));
        let nothing_kept = Opening { again: true, ..visit(&hash("given"), None) };
        assert_eq!(Start::for_opening(nothing_kept).link.text, "given");
    }

    #[test]
    fn a_bad_link_says_why_and_keeps_the_own_program() {
        let start = Start::for_opening(visit("#1abc", Some("own")));
        assert_eq!(start.link.text, "own");
        assert!(start.notice.unwrap().ends_with(STILL_HERE));
    }

    #[test]
    fn a_bad_link_on_a_first_visit_says_nothing_of_an_own_program() {
        for hash in ["#1abc", "#e1abc"] {
            let first = Link { solved: true, ..program("first") };
            let start = Start::for_opening(Opening { first, ..visit(hash, None) });
            assert_eq!((start.link, start.undo), (program("first"), UndoStack::default()));
            assert!(!start.notice.unwrap().contains("still is"), "{hash}");
        }
    }

    #[test]
    fn clauses_are_opened_as_clauses() {
        let clauses = Link::new(TextKind::Clauses, "(check-sat)", Options::default());
        let hash = codec::encode(&clauses, PageMode::Page).unwrap();
        assert_eq!(Start::for_opening(visit(&hash, None)).link, clauses);
    }
}
