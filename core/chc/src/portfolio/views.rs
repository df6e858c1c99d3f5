//! One form of the clauses: where it has parts, or claims that need different samples, each of them by itself on all rungs
//! of the ladder, then all together.

use super::Problem;
use super::attempt::Attempt;
use crate::apart::apart;
use crate::parts::parts;
use crate::settings::{Rung, Settings};
use hornbook_horn::{Clause, ClauseId, System};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The attempts at one form, each on the rung of the ladder that was chosen last once it is its turn.
pub(super) struct Views {
    /// The parts of sums, which can only show that claims hold, or all clauses with some of the claims.
    parts: Vec<Attempt>,
    whole: Attempt,
    /// Whose turn it is: a part's, by its number, or that of the whole.
    at: Option<usize>,
    rung: Option<Rung>,
    /// Questions of parts that were left.
    earlier: u64,
}

impl Views {
    /// Claims of which `help` says so must not stand in the way of others.
    pub(super) fn new(
        problem: Problem,
        help: &dyn Fn(&Clause) -> bool,
        settings: &Rc<Settings>,
    ) -> Views {
        let of = |system: System| Problem { system: Rc::new(system), ..problem.clone() };
        let part = |(part, system)| Attempt::of_part(of(system), settings.clone(), part);
        let mut parts: Vec<Attempt> = match settings.passes.parts {
            true => parts(&problem.system, &problem.hints).into_iter().map(part).collect(),
            false => vec![],
        };
        if parts.is_empty() {
            let apart = apart(&problem.system, &problem.hints, help, settings.passes.apart);
            parts.extend(apart.into_iter().map(|some| Attempt::new(of(some), settings.clone())));
        }
        Views {
            parts,
            whole: Attempt::new(problem, settings.clone()),
            at: None,
            rung: None,
            earlier: 0,
        }
    }

    /// Whose turn it is.
    pub(super) fn now(&self) -> &Attempt {
        self.at.map_or(&self.whole, |at| &self.parts[at])
    }

    /// The same.
    pub(super) fn now_mut(&mut self) -> &mut Attempt {
        match self.at {
            Some(at) => &mut self.parts[at],
            None => &mut self.whole,
        }
    }

    /// All clauses.
    pub(super) fn whole(&self) -> &Attempt {
        &self.whole
    }

    /// The same.
    pub(super) fn whole_mut(&mut self) -> &mut Attempt {
        &mut self.whole
    }

    /// Begins with a rung, for the `open` claims.
    pub(super) fn choose(&mut self, rung: &Rung, open: &BTreeSet<ClauseId>) {
        self.rung = Some(*rung);
        let first = self.useful(0, open);
        self.turn_to(first, rung);
    }

    /// Goes on with the next part on the same rung; whether there is one.
    pub(super) fn next(&mut self, open: &BTreeSet<ClauseId>) -> bool {
        let (Some(at), Some(rung)) = (self.at, self.rung) else { return false };
        let next = self.useful(at + 1, open);
        if next.is_some() {
            self.turn_to(next, &rung);
        }
        next.is_some()
    }

    /// Leaves the parts for all clauses; whether there were any.
    pub(super) fn unite(&mut self) -> bool {
        let parts = std::mem::take(&mut self.parts);
        self.earlier += parts.iter().map(Attempt::questions).sum::<u64>();
        self.at = None;
        !parts.is_empty()
    }

    /// The first part from a number on that may still show something.
    fn useful(&self, from: usize, open: &BTreeSet<ClauseId>) -> Option<usize> {
        (from..self.parts.len()).find(|at| self.parts[*at].is_useful(open))
    }

    fn turn_to(&mut self, at: Option<usize>, rung: &Rung) {
        self.now_mut().leave();
        self.at = at;
        self.now_mut().choose(rung);
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
        self.earlier + self.parts.iter().chain([&self.whole]).map(Attempt::questions).sum::<u64>()
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Attempt> {
        self.parts.iter_mut().chain([&mut self.whole])
    }
}
