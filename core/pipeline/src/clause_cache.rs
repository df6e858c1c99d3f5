//! A cache of clauses from one text to the next.
//!
//! While a user writes, most clauses do not change. The results of `eliminate` and `simplify` depend on the
//! clause, on names and parameters of the predicates, on the abstraction and on the choice of instances, and
//! on nothing else; where all of these are equal, the result is taken over. Only the span changes.

use hornbook_abstraction::eliminate::{Elimination, Setting, eliminate};
use hornbook_abstraction::heuristic::Policy;
use hornbook_abstraction::sigma::Abstraction;
use hornbook_abstraction::simplify::{Simplified, simplify};
use hornbook_base::rewrite_steps;
use hornbook_horn::{Clause, Origin, Pred, Term};
use std::rc::Rc;

/// The results for the clauses of the text that was analysed last.
#[derive(Clone, Default)]
pub struct ClauseCache {
    setting: Option<(Vec<Pred>, Abstraction, Policy)>,
    stages: Vec<Rc<ClauseStages>>,
}

/// A clause with its later stages.
#[derive(Clone)]
pub(super) struct ClauseStages {
    /// The concrete clause.
    pub(super) clause: Clause,
    /// Its abstract clause without quantifiers.
    pub(super) elimination: Elimination,
    /// The steps that simplified it, in order.
    pub(super) simplification: Vec<Simplified>,
}

impl ClauseCache {
    /// The stages of the cached clauses, if the setting is the same.
    pub(super) fn matching_stages(&self, setting: Setting<'_>) -> &[Rc<ClauseStages>] {
        if self.has_setting(setting) { &self.stages } else { &[] }
    }

    /// Replaces the cached stages.
    pub(super) fn keep(&mut self, setting: Setting<'_>, stages: &[Rc<ClauseStages>]) {
        let (preds, abstraction) = (setting.concrete.preds.clone(), setting.abstraction.clone());
        self.setting = Some((preds, abstraction, setting.policy.clone()));
        self.stages = stages.to_vec();
    }

    /// Whether the cached stages have this setting.
    fn has_setting(&self, setting: Setting<'_>) -> bool {
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

impl ClauseStages {
    /// Eliminates quantifiers and simplifies.
    pub(super) fn new(clause: &Clause, abstracted: &Clause, setting: Setting<'_>) -> ClauseStages {
        let elimination = eliminate(clause, abstracted, setting);
        let simplification = simplify(&elimination.clause);
        ClauseStages { clause: clause.clone(), elimination, simplification }
    }

    /// These stages for another clause, if it differs at most in its span.
    pub(super) fn adapt(self: &Rc<ClauseStages>, clause: &Clause) -> Option<Rc<ClauseStages>> {
        let Clause { id, origin, premises, goal } = clause;
        let old = &self.clause;
        let same = old.id == *id && old.premises == *premises && old.goal == *goal;
        if !same {
            return None;
        }
        let placed = Origin {
            span: origin.span,
            expr_terms: origin.expr_terms.clone(),
            ..old.origin.clone()
        };
        if placed != *origin {
            return None;
        }
        if old.origin == *origin {
            return Some(self.clone());
        }
        let mut copy = ClauseStages::clone(self);
        copy.clauses().for_each(|clause| clause.origin = origin.clone());
        Some(Rc::new(copy))
    }

    /// All its clauses.
    fn clauses(&mut self) -> impl Iterator<Item = &mut Clause> {
        let ClauseStages { clause, elimination, simplification } = self;
        let simplified = simplification.iter_mut().map(|s| &mut s.clause);
        [clause, &mut elimination.goal_freed, &mut elimination.clause].into_iter().chain(simplified)
    }

    /// Steps that it takes to make all of its clauses.
    pub(super) fn steps(&self) -> u64 {
        let simplified = self.simplification.iter().map(|s| &s.clause);
        let made = std::iter::once(&self.elimination.clause).chain(simplified);
        rewrite_steps(made.flat_map(Clause::terms).map(Term::size))
    }

    /// The last clause.
    pub(super) fn last(&self) -> &Clause {
        self.simplification.last().map_or(&self.elimination.clause, |s| &s.clause)
    }
}
