//! From rung to rung of the ladder.

use super::claims::Claim;
use super::views::Views;
use super::{Form, Judge, Portfolio, Why};
use hornbook_horn::{Clause, ClauseId};
use std::collections::BTreeSet;

impl<R> Portfolio<R> {
    /// Goes on with the next rung. When there is none, those that were left early come again; then the
    /// claim that the failure is `about` is given up, and the others have their turn from the start:
    /// each is judged by itself.
    pub(super) fn climb(
        &mut self,
        judge: &mut dyn Judge<R>,
        form: Form,
        about: Option<ClauseId>,
        why: Why,
    ) {
        self.claims.iter_mut().filter(|c| !c.optional).for_each(|c| c.deferred = false);
        let open = self.open(form);
        let more = self.rung.is_some() && !open.is_empty();
        if more && self.views_mut(form).is_some_and(|views| views.next(&open)) {
            self.spent = 0;
            return;
        }
        let mut next = self.rung.map_or(0, |rung| rung + 1);
        loop {
            if next == self.ladder().len() && !self.patient && !self.cut_short.is_empty() {
                (self.patient, next) = (true, 0);
            }
            if next == self.ladder().len() && (self.unite() || self.loosen()) {
                (self.patient, next) = (false, 0);
                self.cut_short.clear();
            }
            if next == self.ladder().len() {
                if !self.give_up(form, about, &why) {
                    (self.why, self.rung) = (Some(why), None);
                    return;
                }
                (self.patient, next) = (false, 0);
                self.cut_short.clear();
            }
            if !self.claims.is_empty() && !self.claims.iter().any(Claim::is_open) {
                if !self.claims.iter().any(|c| c.deferred) {
                    self.rung = None;
                    return;
                }
                self.claims.iter_mut().for_each(|c| c.deferred = false);
                next = 0;
            }
            let skipped = self.patient && !self.cut_short.contains(&next);
            if !skipped && self.enter(judge, next) {
                return;
            }
            next += 1;
        }
    }

    /// The clauses of open claims.
    pub(super) fn open(&self, form: Form) -> BTreeSet<ClauseId> {
        let system = self.system(form);
        let is_open = |clause: &ClauseId| {
            let mut claims = self.claims.iter();
            claims.any(|c| c.is_open_in(form) && c.is_violated_by(*clause, form, &system))
        };
        let claims = system.clauses.iter().filter(|c| c.goal.is_claim());
        claims.map(|c| c.id).filter(is_open).collect()
    }

    /// Whether there is more to try if parts are looked at together.
    fn unite(&mut self) -> bool {
        let views = [Some(&mut self.given), self.merged.as_mut()].into_iter().flatten();
        views.map(Views::unite).fold(false, |any, one| any | one)
    }

    /// Whether there is more to try if products of unknowns may be anything.
    fn loosen(&mut self) -> bool {
        let attempts = [Some(&mut self.given), self.merged.as_mut()].into_iter().flatten();
        attempts.map(Views::loosen).fold(false, |any, one| any | one)
    }

    /// Gives up the open claims that a failure is about; `false` if there is none.
    fn give_up(&mut self, form: Form, about: Option<ClauseId>, why: &Why) -> bool {
        let system = self.system(form);
        let fails = |c: &&mut Claim| {
            c.is_open() && about.is_none_or(|at| c.is_violated_by(at, form, &system))
        };
        let mut failing = self.claims.iter_mut().filter(fails).peekable();
        let some = failing.peek().is_some();
        failing.for_each(|c| c.given_up = Some(why.clone()));
        some
    }

    /// Lets a claim wait that cannot be proved with the present vocabulary, if there is another one
    /// that perhaps can: the hard ones must not stand in the way of the easy ones.
    pub(super) fn defers(&mut self, form: Form, at: ClauseId) -> bool {
        let system = self.system(form);
        let others = |c: &Claim| c.is_open_in(form) && !c.is_violated_by(at, form, &system);
        if !self.settings.sharing.deferring || !self.claims.iter().any(others) {
            return false;
        }
        let mut deferred = false;
        for claim in self.claims.iter_mut().filter(|c| c.is_violated_by(at, form, &system)) {
            deferred |= claim.is_open();
            claim.deferred = true;
        }
        deferred
    }

    /// Begins with a rung, if there is something to do on it.
    fn enter(&mut self, judge: &mut dyn Judge<R>, rung: usize) -> bool {
        let chosen = self.ladder()[rung];
        let form = chosen.form;
        if !self.claims.is_empty() && !self.claims.iter().any(|c| c.is_open_in(form)) {
            return false;
        }
        if chosen.unmerged && self.merged.is_some() {
            return false;
        }
        if form == Form::Merged && self.merged.is_none() {
            let may_merge = std::mem::take(&mut self.may_merge);
            let Some(problem) = may_merge.then(|| judge.merged()).flatten() else { return false };
            let help = |c: &Clause| {
                let mut optional = self.claims.iter().filter(|claim| claim.optional);
                c.origin.assert.is_some() && optional.any(|claim| claim.assert == c.origin.assert)
            };
            self.merged = Some(Views::new(problem, &help, &self.settings));
        }
        let open = self.open(form);
        if let Some(views) = self.views_mut(form) {
            views.choose(&chosen, &open);
        }
        (self.rung, self.spent) = (Some(rung), 0);
        true
    }
}
