//! What is kept from one text for the next.
//!
//! While somebody writes, most clauses stay what they were. What `eliminate` and `simplify` make of
//! a clause depends on the clause, on names and parameters of the predicates, on the abstraction and
//! on how instances are chosen, and on nothing else; where all of these are the same, the result is
//! taken over. Only the place in the text is another one.

use hornbook_abstraction::eliminate::{Elimination, Setting, eliminate};
use hornbook_abstraction::heuristic::Policy;
use hornbook_abstraction::sigma::Abstraction;
use hornbook_abstraction::simplify::{Simplified, simplify};
use hornbook_base::walked;
use hornbook_horn::{Clause, Origin, Pred, Term};
use std::rc::Rc;

/// What became of the clauses of the text that was analysed last. An empty one knows nothing.
#[derive(Clone, Default)]
pub struct Memory {
    setting: Option<(Vec<Pred>, Abstraction, Policy)>,
    handled: Vec<Rc<Handled>>,
}

/// A clause, and what became of it.
#[derive(Clone)]
pub(super) struct Handled {
    /// The concrete clause.
    pub(super) clause: Clause,
    /// Its abstract clause without quantifiers.
    pub(super) elimination: Elimination,
    /// The rules that made that simpler, in order.
    pub(super) simplification: Vec<Simplified>,
}

impl Memory {
    /// What became of the clauses at their places, if all that clauses have in common is what it was.
    pub(super) fn of(&self, setting: Setting<'_>) -> &[Rc<Handled>] {
        if self.is_of(setting) { &self.handled } else { &[] }
    }

    /// Remembers these results instead of those of before.
    pub(super) fn keep(&mut self, setting: Setting<'_>, handled: &[Rc<Handled>]) {
        let (preds, abstraction) = (setting.concrete.preds.clone(), setting.abstraction.clone());
        self.setting = Some((preds, abstraction, setting.policy.clone()));
        self.handled = handled.to_vec();
    }

    /// Whether all that clauses have in common is what it was.
    fn is_of(&self, setting: Setting<'_>) -> bool {
        let same = |(old, new): (&Pred, &Pred)| old.name == new.name && old.params == new.params;
        self.setting.as_ref().is_some_and(|(preds, abstraction, policy)| {
            let now = &setting.concrete.preds;
            preds.len() == now.len()
                && preds.iter().zip(now).all(same)
                && abstraction == setting.abstraction
                && policy == setting.policy
        })
    }
}

impl Handled {
    /// Eliminates quantifiers and simplifies.
    pub(super) fn new(clause: &Clause, abstracted: &Clause, setting: Setting<'_>) -> Handled {
        let elimination = eliminate(clause, abstracted, setting);
        let simplification = simplify(&elimination.clause);
        Handled { clause: clause.clone(), elimination, simplification }
    }

    /// The same for a clause that is equal but for its place in the text, if `clause` is.
    pub(super) fn adapted(self: &Rc<Handled>, clause: &Clause) -> Option<Rc<Handled>> {
        let Clause { id, origin, premises, goal } = clause;
        let old = &self.clause;
        let same = old.id == *id && old.premises == *premises && old.goal == *goal;
        if !same {
            return None;
        }
        let placed = Origin { span: origin.span, said: origin.said.clone(), ..old.origin.clone() };
        if placed != *origin {
            return None;
        }
        if old.origin == *origin {
            return Some(self.clone());
        }
        let mut adapted = Handled::clone(self);
        adapted.clauses().for_each(|clause| clause.origin = origin.clone());
        Some(Rc::new(adapted))
    }

    /// All its clauses.
    fn clauses(&mut self) -> impl Iterator<Item = &mut Clause> {
        let Handled { clause, elimination, simplification } = self;
        let simplified = simplification.iter_mut().map(|s| &mut s.clause);
        [clause, &mut elimination.goal_freed, &mut elimination.clause].into_iter().chain(simplified)
    }

    /// Steps that it takes to make all of its clauses.
    pub(super) fn steps(&self) -> u64 {
        let simplified = self.simplification.iter().map(|s| &s.clause);
        let made = std::iter::once(&self.elimination.clause).chain(simplified);
        walked(made.flat_map(Clause::terms).map(Term::size))
    }

    /// The clause at the end.
    pub(super) fn last(&self) -> &Clause {
        self.simplification.last().map_or(&self.elimination.clause, |s| &s.clause)
    }
}
