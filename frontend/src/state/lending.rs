//! The guided tour borrows the page, and gives it back as it was.

use super::State;
use crate::share::link::Link;
use crate::share::replace::Undo;
use std::rc::Rc;

/// The student's work while the tour has the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Lent {
    work: Link,
    undo: Undo,
}

impl State {
    /// The tour takes the page. If it has the page already, what it has to give back stays.
    pub(super) fn lend(&mut self) {
        if self.lent.is_none() {
            let undo = std::mem::take(&mut self.undo);
            self.lent = Some(Rc::new(Lent { work: Link::of(self), undo }));
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
        }
    }

    /// The student has opened nothing, so what is to be said about that stays.
    fn show_instead(&mut self, link: &Link) {
        let notice = self.notice.take();
        self.open(link);
        self.notice = notice;
    }
}
