//! The guided tour uses the page, and restores the student's work at its end.
//!
//! The browser keeps the student's own text, which comes back at the end with the undo stack. Opening
//! another text ends the tour; Undo then has the student's text.

use super::State;
use crate::share::link::Link;
use crate::share::replace::Undo;
use crate::tasks::Opened;
use std::rc::Rc;

/// The student's work while the tour uses the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Lent {
    work: Link,
    undo: Undo,
    path: Vec<Opened>,
}

impl State {
    /// Starts the tour. The work that a running tour has saved stays saved.
    pub(super) fn lend(&mut self) {
        if self.lent.is_none() {
            let undo = std::mem::take(&mut self.undo);
            let path = self.path.clone();
            self.lent = Some(Rc::new(Lent { work: Link::of(self), undo, path }));
        }
    }

    /// Shows a scene of the tour, while the tour runs.
    pub(super) fn perform(&mut self, scene: &Link) {
        if self.lent.is_some() {
            self.show_instead(scene);
        }
    }

    /// Ends the tour and restores the student's work with its undo stack. Edits of the tour's programs are
    /// dropped.
    pub(super) fn take_back(&mut self) {
        if let Some(lent) = self.lent.take() {
            self.show_instead(&lent.work);
            self.undo = lent.undo.clone();
            self.path = lent.path.clone();
        }
    }

    /// Shows a link without a message, as the student has opened nothing.
    fn show_instead(&mut self, link: &Link) {
        let notice = self.notice.take();
        self.open(link);
        self.notice = notice;
    }
}
