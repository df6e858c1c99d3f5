//! The guided tour borrows the page, and gives it back as it was.
//!
//! What is remembered stays the student's own text, which comes back at the end with all that can
//! be undone. What is opened meanwhile ends the tour and stays; Undo then has the student's text.

use super::State;
use crate::share::link::Link;
use crate::share::replace::Undo;
use crate::tasks::Opened;
use std::rc::Rc;

/// The student's work while the tour has the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Lent {
    work: Link,
    undo: Undo,
    path: Vec<Opened>,
}

impl State {
    /// The tour takes the page. If it has the page already, what it has to give back stays.
    pub(super) fn lend(&mut self) {
        if self.lent.is_none() {
            let undo = std::mem::take(&mut self.undo);
            let path = self.path.clone();
            self.lent = Some(Rc::new(Lent { work: Link::of(self), undo, path }));
        }
    }

    /// The tour shows something, while it has the page.
    pub(super) fn perform(&mut self, scene: &Link) {
        if self.lent.is_some() {
            self.show_instead(scene);
        }
    }

    /// The page is the student's again, with all that can be undone. What was done to the programs of
    /// the tour is nobody's work.
    pub(super) fn take_back(&mut self) {
        if let Some(lent) = self.lent.take() {
            self.show_instead(&lent.work);
            self.undo = lent.undo.clone();
            self.path = lent.path.clone();
        }
    }

    /// The student has opened nothing, so what is to be said about that stays.
    fn show_instead(&mut self, link: &Link) {
        let notice = self.notice.take();
        self.open(link);
        self.notice = notice;
    }
}
