//! From a system of clauses to its answer, for callers without a program and a checker.

use crate::hints::Hints;
use crate::search::{Encoding, FailureReason, HornSearch, Judge, Problem, Proposal, SearchInput};
use crate::settings::Settings;
use hornbook_base::Budget;
use hornbook_evidence::derivation::Derivation;
use hornbook_evidence::model::Model;
use hornbook_horn::{Clause, ClauseId, Goal, System};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The answer about a system.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It has a model. Each of these satisfies all clauses but assertion clauses that another one satisfies,
    /// so that their conjunction satisfies all.
    Satisfiable(Vec<Model>),
    /// It has none: `false` can be derived.
    Contradiction(Derivation),
    /// It is unknown; there is no reason if the budget ran out.
    Unknown(Option<FailureReason>),
}

/// Searches for a model of a system, or for a derivation of `false`, for as many steps as the budget has.
///
/// The answer is not checked: a caller who relies on it should verify it.
pub fn solve(system: System, hints: Hints, budget: &mut Budget) -> Answer {
    let asserts = |clause: &&Clause| matches!(clause.goal, Goal::Cond(_));
    let claims: BTreeSet<ClauseId> = system.clauses.iter().filter(asserts).map(|c| c.id).collect();
    let problem = Problem { system: Rc::new(system), hints: Rc::new(hints), runs: None };
    let settings = Rc::new(Settings::default());
    let mut search =
        HornSearch::new(SearchInput::from_problem(problem), Found::default(), &settings);
    while search.board().judge.derivation.is_none() && !search.is_over() && budget.left() > 0 {
        let before = search.steps();
        search.step(settings.sharing.turn.min(budget.left()));
        budget.charge(search.steps() - before);
    }
    let (board, is_over) = (search.board(), search.is_over());
    let given_up = claims.iter().find_map(|claim| board.given_up(*claim));
    let found = &board.judge;
    match &found.derivation {
        Some(derivation) => Answer::Contradiction(derivation.clone()),
        None if claims.is_subset(&found.satisfied) => Answer::Satisfiable(found.models.clone()),
        None => {
            let last = || board.last_reason().filter(|_| is_over);
            Answer::Unknown(given_up.or_else(last).cloned())
        }
    }
}

/// A judge that accepts all evidence.
#[derive(Default)]
struct Found {
    models: Vec<Model>,
    /// The assertion clauses that some model satisfies.
    satisfied: BTreeSet<ClauseId>,
    derivation: Option<Derivation>,
}

impl Judge for Found {
    fn model(&mut self, found: &Proposal) -> Result<(), FailureReason> {
        self.models.push(found.model.clone());
        self.satisfied.extend(&found.claims);
        Ok(())
    }

    fn derivation(&mut self, _: Encoding, found: &Derivation) -> Result<(), FailureReason> {
        self.derivation.get_or_insert_with(|| found.clone());
        Ok(())
    }
}
