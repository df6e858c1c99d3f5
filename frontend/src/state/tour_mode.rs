//! The guided tour uses the page, and restores the student's work at its end.
//!
//! The browser keeps the student's own text, which comes back at the end with the undo stack. Opening
//! another text ends the tour; Undo then has the student's text.

use super::State;
use crate::share::link::Link;
use crate::share::undo::UndoStack;
use crate::tasks::OpenedTask;
use std::rc::Rc;

/// The student's work while the tour uses the page.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedWork {
    work: Link,
    undo: UndoStack,
    path: Vec<OpenedTask>,
}

impl State {
    /// Starts the tour. The work that a running tour has saved stays saved.
    pub(super) fn begin_tour(&mut self) {
        if self.saved_work.is_none() {
            let undo = std::mem::take(&mut self.undo);
            let path = self.path.clone();
            self.saved_work = Some(Rc::new(SavedWork { work: Link::from_state(self), undo, path }));
        }
    }

    /// Shows a scene of the tour, while the tour runs.
    pub(super) fn show_scene(&mut self, scene: &Link) {
        if self.saved_work.is_some() {
            self.show_instead(scene);
        }
    }

    /// Ends the tour and restores the student's work with its undo stack. Edits of the tour's programs are
    /// dropped.
    pub(super) fn end_tour(&mut self) {
        if let Some(saved_work) = self.saved_work.take() {
            self.show_instead(&saved_work.work);
            self.undo = saved_work.undo.clone();
            self.path = saved_work.path.clone();
        }
    }

    /// Shows a link without a message, as the student has opened nothing.
    fn show_instead(&mut self, link: &Link) {
        let notice = self.notice.take();
        self.open(link);
        self.notice = notice;
    }
}
