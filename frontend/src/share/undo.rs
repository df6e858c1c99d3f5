//! The undo stack of the page.

use super::link::Link;
use crate::gallery;
use std::rc::Rc;

/// The size of the stack.
const MOST: usize = 5;

/// A replaced text with its choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Replaced {
    /// The action that replaced it, as a sentence.
    pub what: Rc<str>,
    /// The text before.
    pub before: Rc<Link>,
}

/// The replaced texts, the newest last. An edit of the new text clears the stack: from then on the new text
/// is the student's work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UndoStack {
    steps: Vec<Replaced>,
}

impl UndoStack {
    /// Adds the text before an action.
    pub fn push(&mut self, what: &str, before: Link) {
        if self.steps.len() == MOST {
            self.steps.remove(0);
        }
        self.steps.push(Replaced { what: Rc::from(what), before: Rc::new(before) });
    }

    /// Takes the newest step off.
    pub fn pop(&mut self) -> Option<Replaced> {
        self.steps.pop()
    }

    /// The newest step.
    pub fn newest(&self) -> Option<&Replaced> {
        self.steps.last()
    }

    /// Whether all replaced texts are unchanged examples, which the gallery has as well.
    pub fn only_examples(&self) -> bool {
        self.steps.iter().all(|step| gallery::is_example(&step.before))
    }

    /// Clears the stack.
    pub fn clear(&mut self) {
        self.steps.clear();
    }

    /// A form for the browser's storage: the action, and JSON of the text before.
    pub fn saved(&self) -> Vec<(String, String)> {
        self.steps.iter().map(|s| (s.what.to_string(), s.before.to_json())).collect()
    }

    /// The stack that [`UndoStack::saved`] wrote; entries that cannot be read are left out.
    pub fn restored(saved: &[(String, String)]) -> UndoStack {
        let mut undo = UndoStack::default();
        for (what, json) in saved {
            if let Ok(before) = Link::from_json(json.as_bytes()) {
                undo.push(what, before);
            }
        }
        undo
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_protocol::Options;

    #[test]
    fn the_newest_steps_are_kept_and_survive_the_storage() {
        let mut undo = UndoStack::default();
        for n in 0..MOST + 2 {
            undo.push("Something was done.", Link::program(&n.to_string(), Options::default()));
        }
        let mut again = UndoStack::restored(&undo.saved());
        assert_eq!(again, undo);
        for n in (2..MOST + 2).rev() {
            assert_eq!(again.pop().unwrap().before.text, n.to_string());
        }
        assert_eq!(again.pop(), None);
    }

    #[test]
    fn steps_that_cannot_be_read_are_left_out() {
        let undo =
            UndoStack::restored(&[("a".into(), "{".into()), ("b".into(), r#"{"t":"x"}"#.into())]);
        assert_eq!(undo.newest().map(|s| &*s.what), Some("b"));
        assert_eq!(undo.saved().len(), 1);
    }
}
