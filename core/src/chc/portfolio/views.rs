//! One form of the clauses: where it has parts, each of them by itself, then all together.

use super::Problem;
use super::attempt::Attempt;
use crate::chc::parts::parts;
use crate::chc::settings::{Rung, Settings};
use crate::horn::ClauseId;
use std::rc::Rc;

/// The attempts at one form, each on the rung of the ladder that was chosen last once it is its turn.
pub(super) struct Views {
    /// The parts of sums; they can only show that claims hold.
    parts: Vec<Attempt>,
    whole: Attempt,
    /// Whose turn it is: a part's, by its number, or else that of the whole.
    at: usize,
    rung: Option<Rung>,
}

impl Views {
    pub(super) fn new(problem: Problem, settings: &Rc<Settings>) -> Views {
        let part = |(part, system)| {
            let problem = Problem { system: Rc::new(system), ..problem.clone() };
            Attempt::of_part(problem, settings.clone(), part)
        };
        let parts = parts(&problem.system, &problem.hints).into_iter().map(part).collect();
        Views { parts, whole: Attempt::new(problem, settings.clone()), at: 0, rung: None }
    }

    /// Whose turn it is.
    pub(super) fn now(&self) -> &Attempt {
        self.parts.get(self.at).unwrap_or(&self.whole)
    }

    /// The same.
    pub(super) fn now_mut(&mut self) -> &mut Attempt {
        self.parts.get_mut(self.at).unwrap_or(&mut self.whole)
    }

    /// All clauses.
    pub(super) fn whole(&self) -> &Attempt {
        &self.whole
    }

    /// The same.
    pub(super) fn whole_mut(&mut self) -> &mut Attempt {
        &mut self.whole
    }

    /// Begins with a rung.
    pub(super) fn choose(&mut self, rung: &Rung) {
        self.now_mut().leave();
        (self.at, self.rung) = (0, Some(*rung));
        self.now_mut().choose(rung);
    }

    /// Goes on with the next part, or all clauses, on the same rung; whether there is one.
    pub(super) fn next(&mut self) -> bool {
        let Some(rung) = self.rung.filter(|_| self.at < self.parts.len()) else { return false };
        self.now_mut().leave();
        self.at += 1;
        self.now_mut().choose(&rung);
        true
    }

    /// Stops asking for violations of the assertions of these clauses.
    pub(super) fn excuse(&mut self, closed: &dyn Fn(ClauseId) -> bool) {
        self.all_mut().for_each(|attempt| attempt.excuse(closed));
    }

    /// Whether products of unknowns may be anything from now on.
    pub(super) fn loosen(&mut self) -> bool {
        self.all_mut().map(Attempt::loosen).fold(false, |any, one| any | one)
    }

    /// Questions asked so far.
    pub(super) fn questions(&self) -> u64 {
        self.parts.iter().chain([&self.whole]).map(Attempt::questions).sum()
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Attempt> {
        self.parts.iter_mut().chain([&mut self.whole])
    }
}
