//! What takes the place of the text and the choices on the page, and how they come back.

use super::{Naming, State};
use crate::links::Topic;
use crate::share::link::Link;
use crate::share::start::OPENED_LINK;
use std::rc::Rc;

impl State {
    /// Shows what a link holds.
    pub(super) fn open(&mut self, link: &Link) {
        self.load(link.kind, &link.text);
        let (options, unreadable) = link.options.clone().readable();
        self.choose(&options);
        self.stage = link.stage;
        self.selected = link.selected;
        self.picked = link.selected.map(Topic::Clause);
        self.selected_in = self.revision;
        self.naming = Naming::of(self.revision);
        self.notice = unreadable.map(Rc::from);
    }

    /// Shows what was replaced last.
    pub(super) fn bring_back(&mut self) {
        if let Some(replaced) = self.undo.pop() {
            self.open(&replaced.before);
        }
    }

    pub(super) fn leave_link(&mut self) {
        if self.undo.newest().is_some_and(|replaced| *replaced.what == *OPENED_LINK) {
            self.bring_back();
        }
    }

    /// Keeps what is on view, if something else is about to take its place.
    pub(super) fn keep(&mut self, next: &Link, what: &str) {
        let before = Link::of(self);
        if !before.same_work(next) {
            self.undo.push(what, before);
        }
    }
}
