//! Opening other texts in place of the present one, restoring it, and the choices that go with it.

use super::{NamedCellPositions, OpenedChoices, State};
use crate::highlights::Topic;
use crate::share::link::Link;
use crate::share::start::OPENED_LINK;
use crate::tasks::{self, OpenedTask};
use crate::text::{has_lines, is_other_text};
use hornbook_protocol::{Options, TextKind};
use hornbook_records::stages::StageKey;
use hornbook_tasks::choices::{Key, MethodChoice};
use std::rc::Rc;

/// The message when going back or forward in the browser has replaced the text.
const WENT: &str = "The browser went to another text.";

impl State {
    /// Puts a text that was made of another one into its place, if a later edit has not; returns whether it did.
    pub(super) fn rewrite(&mut self, before: &str, text: &str) -> bool {
        let is_current = *before == *self.text && *text != *before;
        if is_current {
            self.undo.clear();
            self.notice = None;
            // What is locked stays, whoever changes the text.
            self.edit_by_hand(text);
            self.layouts += 1;
        }
        is_current && *self.text == *text
    }

    /// Shows the text, choices and view of a link.
    pub(super) fn open(&mut self, link: &Link) {
        self.load(link.kind, &link.text);
        self.begin_exercise(link.exercise.as_ref());
        self.choose(&link.options);
        self.opened_choices = OpenedChoices::from_link(link);
        self.selected_in = self.revision;
        self.naming = NamedCellPositions::for_revision(self.revision);
        self.look_at(link);
        // A link never shows what the reader wants not to see, and hides nothing that he has asked for.
        self.hides_found |= link.hides_found && self.hides_by_choice != Some(false);
        self.notice = link.unreadable().map(Rc::from);
    }

    /// Opens an example of the reference or a file, with the choices as they are, but for those of the lesson before:
    /// that only one cell is tried. This ends the tour, as it replaces the student's work.
    pub(super) fn open_text(&mut self, kind: TextKind, text: &str, what: &str) {
        self.end_tour();
        let now = &self.options.choices;
        let is_of_lesson =
            now.method == Some(MethodChoice::Abstraction) && now.abstraction.is_none();
        let options = match is_of_lesson {
            true => self.options.with_method(None),
            false => self.options.clone(),
        };
        self.keep(&Link::new(kind, text, options.clone()), what);
        self.choose(&options);
        self.load(kind, text);
    }

    /// Shows the view of a link to the present text.
    fn look_at(&mut self, link: &Link) {
        self.stage = link.stage.clone();
        self.slide = None;
        self.selected = link.selected;
        self.picked = link.selected.map(Topic::Clause);
        self.compare(link.compared.clone());
        self.to_solve = link.solved && !self.is_solved() && !self.running();
    }

    /// Restores a history entry of the browser.
    pub(super) fn visit(&mut self, link: &Link) {
        self.visits += 1;
        if !Link::from_state(self).same_work(link) {
            let left = self.path.iter().position(|opened| opened.from.same_work(link));
            let newest = self.undo.newest().map(|replaced| replaced.before.clone());
            match left {
                Some(n) => self.leave_task(n),
                None if newest.is_some_and(|before| before.same_work(link)) => {
                    self.undo_replacement()
                }
                None => self.replace(link, WENT),
            }
        }
        self.look_at(link);
    }

    /// Restores the work that was replaced last.
    pub(super) fn undo_replacement(&mut self) {
        if let Some(replaced) = self.undo.pop() {
            let mut path = std::mem::take(&mut self.path);
            let leaves = path.pop().is_some_and(|opened| opened.from == replaced.before);
            self.open(&replaced.before);
            if leaves {
                self.path = path;
            }
        }
    }

    /// Opens a link and saves the work before it. A link in the address to the work that the last link
    /// replaced means that the student went back.
    pub(super) fn replace(&mut self, link: &Link, what: &str) {
        let before = self.replaced_by_link().filter(|_| what == OPENED_LINK);
        if before.is_some_and(|before| before.same_work(link)) {
            self.undo.pop();
        } else {
            self.keep(link, what);
        }
        self.open(link);
    }

    /// Opens a task that has a text of its own.
    pub(super) fn open_task(&mut self, place: &[usize]) {
        let Some((task, Some(source))) = tasks::find_task(self.tasks(), place) else { return };
        let (title, link) = (task.title.clone(), tasks::link(task, source, self.options.seconds));
        self.open_inside(&title, &link);
    }

    /// Opens a program from an independent question of a method, and runs it.
    pub(super) fn open_program(&mut self, title: &str, text: &str) {
        let options = Options { seconds: self.options.seconds, ..Options::default() };
        let plain = Link::program(text, options);
        let link = Link { solved: true, stage: StageKey::SOLVE, ..plain };
        self.open_inside(title, &link);
    }

    fn open_inside(&mut self, title: &str, link: &Link) {
        // Opening something ends the tour.
        self.end_tour();
        let mut path = self.path.clone();
        path.push(OpenedTask { title: Rc::from(title), from: Rc::new(Link::from_state(self)) });
        self.replace(link, &format!("The task “{title}” was opened."));
        self.path = path;
    }

    /// Restores the view before a task of the path was opened. It is undone as far as possible; otherwise
    /// the task can be restored.
    pub(super) fn leave_task(&mut self, n: usize) {
        let Some(opened) = self.path.get(n).cloned() else { return };
        let path = self.path[..n].to_vec();
        match self.undo.newest().is_some_and(|newest| newest.before == opened.from) {
            true => self.undo_replacement(),
            false => self.replace(&opened.from, &format!("The task “{}” was left.", opened.title)),
        }
        self.path = path;
    }

    /// Restores the work that a link replaced which has left the address, if it can be restored and the
    /// link's text is unchanged.
    pub(super) fn leave(&mut self, link: &Link) {
        if self.replaced_by_link().is_some() && Link::from_state(self).same_work(link) {
            self.undo_replacement();
        }
    }

    /// The work before the link that was opened last.
    fn replaced_by_link(&self) -> Option<&Link> {
        let newest = self.undo.newest().filter(|replaced| *replaced.what == *OPENED_LINK)?;
        Some(&newest.before)
    }

    /// Saves the present work, if something else is about to replace it.
    pub(super) fn keep(&mut self, next: &Link, what: &str) {
        let before = Link::from_state(self);
        if !before.same_work(next) {
            self.undo.push(what, before);
        }
    }
}

impl State {
    /// Moves rules and tiles by hand with their lines when lines before them are added or removed.
    pub(super) fn move_lines(&mut self, text: &str) {
        let choices = &self.options.choices;
        let (rules, tiles) = (&choices.rules, &choices.tiles);
        if rules.is_empty() && tiles.is_empty() {
            return;
        }
        let (before, after): (Vec<&str>, Vec<&str>) =
            (self.text.lines().collect(), text.lines().collect());
        let same = before.iter().zip(&after).take_while(|(one, other)| one == other).count();
        let by = i64::try_from(after.len()).unwrap_or(0) - i64::try_from(before.len()).unwrap_or(0);
        let behind = u32::try_from(same).unwrap_or(u32::MAX);
        let (rules, tiles) = (rules.shifted(behind, by), tiles.shifted(behind, by));
        self.options = self.options.with_rules(rules).with_tiles(tiles);
    }

    /// Judges nobody's lines where there are none: who puts another text into the place of one that was judged asks
    /// something else. A text that is being typed may still get its lines.
    pub(super) fn judge_only_lines(&mut self, before: &str) {
        let is_other = is_other_text(before, &self.text);
        if is_other && self.options.judges_lines() && !has_lines(&self.text) {
            let others = self.options.choices.without(&[Key::Invariants]);
            self.choose(&self.options.with_choices(others));
        }
    }
}
