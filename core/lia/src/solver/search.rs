//! The search for an answer: propositional, rational and integer reasoning, and conflicts.

use crate::branch_and_bound::Conflict;
use crate::integers::{IntegerResult, IntegerSearch};
use crate::justify::NextDecision;
use crate::lit::Lit;
use crate::schedule::Schedule;
use crate::simplex::{BoundReason, Side, Simplex};
use crate::solver::clausify::Meaning;
use crate::solver::clausify::products::{LATE, ROUNDS};
use crate::solver::{LazyModel, Solver};
use hornbook_base::{Budget, Exhausted, Int};
use std::cell::OnceCell;

/// A question with the state of its search; the rest of the state is that of the solver.
pub(crate) struct Question {
    /// The assumptions, one decision level each: those of inner scopes, then the given ones.
    assumptions: Vec<Lit>,
    /// The number of given assumptions.
    given: usize,
    schedule: Schedule,
    integers: Option<IntegerSearch>,
    /// The number of rounds in which laws of multiplication were added.
    rounds: usize,
}

impl Question {
    /// A question about all `assumptions`, the last ones of which are `given` for this question
    /// alone; `conflicts` counts those of the solver so far.
    pub(crate) fn new(assumptions: Vec<Lit>, given: &[Lit], conflicts: u64) -> Question {
        Question {
            assumptions,
            given: given.len(),
            schedule: Schedule::new(conflicts),
            integers: None,
            rounds: 0,
        }
    }

    /// Restricts a core to the given assumptions.
    pub(crate) fn finish(&self, core: &mut Vec<Lit>) {
        let given = &self.assumptions[self.assumptions.len() - self.given..];
        core.retain(|lit| given.contains(lit));
        core.sort_unstable();
        core.dedup();
    }

    /// Gives the simplex back the bounds from before the search for integers, if there is one.
    pub(crate) fn abandon(&self, simplex: &mut Simplex) {
        if let Some(search) = &self.integers {
            search.abandon(simplex);
        }
    }
}

/// The result of a turn of the loop.
enum SearchStep {
    /// The search goes on.
    Further,
    /// There is no model.
    Refuted,
    /// All demanded literals are justified, and have a rational solution.
    Justified,
}

impl Solver {
    fn decide(&mut self, lit: Option<Lit>) {
        self.justification.open_level();
        self.cdcl.decide(lit);
    }

    /// The CDCL loop: whether there is a model; `None` if products leave it open.
    ///
    /// # Errors
    /// The budget is used up; the next call goes on.
    pub(crate) fn search(
        &mut self,
        question: &mut Question,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Exhausted> {
        loop {
            // A search for integers has bounds of its own; nothing else may use those.
            if question.integers.is_none() {
                match self.advance(question, budget)? {
                    SearchStep::Further => {
                        budget.charge(1);
                        continue;
                    }
                    SearchStep::Refuted => return Ok(Some(false)),
                    SearchStep::Justified => {}
                }
            }
            match self.check_integers(&mut question.integers, budget)? {
                IntegerResult::Refuted(conflict) => self.learn_conflict(conflict),
                IntegerResult::Solved(integers) => {
                    let laws = self.find_violated_laws(&integers, question.rounds >= LATE);
                    if laws.is_empty() {
                        self.save(integers);
                        return Ok(Some(true));
                    }
                    question.rounds += 1;
                    if question.rounds > ROUNDS || self.add_laws(laws).is_err() {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// One turn of the loop: a conflict, an assumption or a decision.
    fn advance(
        &mut self,
        question: &mut Question,
        budget: &mut Budget,
    ) -> Result<SearchStep, Exhausted> {
        if !self.cdcl.consistent {
            self.core.clear();
            return Ok(SearchStep::Refuted);
        }
        // The charge comes afterwards: an advance would have to be used in the same slice.
        budget.begin(0)?;
        let before = self.cdcl.trail().len();
        if let Some(clause) = self.cdcl.propagate() {
            let clause = self.cdcl.clause(clause).to_vec();
            self.learn(&clause);
            return Ok(SearchStep::Further);
        }
        budget.charge((self.cdcl.trail().len() - before) as u64);
        let assumptions = &question.assumptions[..];
        if let Some(&next) = assumptions.get(self.cdcl.level()) {
            if self.cdcl.value(next) == Some(false) {
                self.core = self.cdcl.analyze_assumption(next);
                return Ok(SearchStep::Refuted);
            }
            self.decide(self.cdcl.value(next).is_none().then_some(next));
            return Ok(SearchStep::Further);
        }
        if let NextDecision::Refuted(fact) = self.choose(assumptions) {
            self.learn_from_definition(fact);
            return Ok(SearchStep::Further);
        }
        if let Some(conflict) = self.check_rationals(budget)? {
            self.learn_conflict(conflict);
            return Ok(SearchStep::Further);
        }
        Ok(self.continue_from_rational(question, budget))
    }

    /// The next step after a rational solution of all demanded literals.
    fn continue_from_rational(
        &mut self,
        question: &mut Question,
        budget: &mut Budget,
    ) -> SearchStep {
        let (schedule, conflicts) = (&mut question.schedule, self.statistics.conflicts);
        if schedule.propagates(conflicts) {
            let found = self.propagate_bounds(budget);
            schedule.propagated(conflicts, found);
            if found {
                return SearchStep::Further;
            }
        }
        if schedule.restarts(conflicts) {
            self.backtrack(0);
            self.drop_clauses();
            return SearchStep::Further;
        }
        // Repeated, now that the arithmetic has a solution to guide the choice.
        let hard = schedule.is_hard(conflicts);
        match self.choose(&question.assumptions) {
            NextDecision::Done => return SearchStep::Justified,
            NextDecision::Refuted(fact) => self.learn_from_definition(fact),
            NextDecision::Decide(choice) => {
                let active = hard.then(|| self.most_active()).flatten();
                self.statistics.decisions += 1;
                self.decide(active.or(Some(choice)));
            }
        }
        SearchStep::Further
    }

    fn save(&mut self, integers: Vec<Int>) {
        let truth = |i| self.cdcl.value(Lit::new(i, true)) == Some(true);
        self.solution = LazyModel {
            integers,
            truths: (0..self.cdcl_len()).map(truth).collect(),
            model: OnceCell::new(),
        };
    }

    /// The next literal that justifies the assertions and assumptions.
    fn choose(&mut self, assumptions: &[Lit]) -> NextDecision {
        if self.justification.is_empty() {
            let laws = &self.tables.products.laws;
            for &lit in self.asserted.iter().chain(laws).chain(assumptions) {
                self.justification.demand(lit);
            }
        }
        let (simplex, meanings) = (&self.simplex, &self.tables.meanings);
        let holds = |lit: Lit| match &meanings[lit.var()] {
            Meaning::AtMost(v, k) if lit.is_positive() => {
                Some(simplex.satisfies(*v, Side::Upper, k))
            }
            Meaning::AtMost(v, k) => Some(simplex.satisfies(*v, Side::Lower, &(k + &Int::ONE))),
            _ => None,
        };
        self.justification.next(&self.cdcl, &self.tables.needs, holds)
    }

    /// The open input variable with the highest activity, with its last phase. With many conflicts this is
    /// better than the order of the justification; comparisons stay with the latter, so that only demanded
    /// ones reach the arithmetic.
    fn most_active(&self) -> Option<Lit> {
        let lits = self.boolean_variables.iter().map(|(_, var)| Lit::new(*var, true));
        let open = lits.filter(|&lit| self.cdcl.value(lit).is_none());
        let active = open.map(|lit| (self.cdcl.activity(lit), lit)).filter(|(a, _)| *a > 0);
        active.max().map(|(_, lit)| self.cdcl.last_phase(lit))
    }

    /// Passes new bounds to the simplex and searches for a rational solution.
    fn check_rationals(&mut self, budget: &mut Budget) -> Result<Option<Conflict>, Exhausted> {
        let record = self.log.is_some();
        while let Some(&lit) = self.justification.demanded().get(self.synchronised) {
            let position = self.synchronised;
            self.synchronised += 1;
            let Meaning::AtMost(v, k) = &self.tables.meanings[lit.var()] else {
                continue;
            };
            let (side, bound) = if lit.is_positive() {
                (Side::Upper, k.clone())
            } else {
                (Side::Lower, k + &Int::ONE)
            };
            if let Err(farkas) =
                self.simplex.assert(*v, side, bound, BoundReason::Lit(lit), position)
            {
                return Ok(Some(Conflict::rational(farkas, record)));
            }
        }
        let farkas = self.simplex.check(budget)?;
        Ok(farkas.map(|farkas| Conflict::rational(farkas, record)))
    }

    /// Starts or continues the search for an integer solution.
    fn check_integers(
        &mut self,
        open: &mut Option<IntegerSearch>,
        budget: &mut Budget,
    ) -> Result<IntegerResult, Exhausted> {
        let (simplex, tables) = (&mut self.simplex, &mut self.tables);
        let mut name = |simplex: &mut Simplex, form: &_| tables.name(simplex, form);
        let mut search = match open.take() {
            Some(search) => search,
            None => {
                self.statistics.integer_searches += u64::from(simplex.fractional(&[]).is_some());
                IntegerSearch::new(simplex, &mut name, self.log.is_some(), budget)
            }
        };
        let outcome = search.run(simplex, &mut name, budget);
        match &outcome {
            Ok(_) => self.statistics.complete_searches += u64::from(search.is_complete()),
            Err(Exhausted) => *open = Some(search),
        }
        outcome
    }

    fn learn_conflict(&mut self, conflict: Conflict) {
        let clause: Vec<Lit> = conflict
            .used
            .iter()
            .filter_map(|why| match why {
                BoundReason::Lit(lit) => Some(!*lit),
                BoundReason::Split(_) => None,
            })
            .collect();
        self.log_lemma(&clause, conflict.nodes);
        self.learn(&clause);
    }

    /// Learns from a definition that always holds but is false now.
    fn learn_from_definition(&mut self, fact: Lit) {
        // The clause that made the definition false, without it: a learnt definition would burden all later
        // questions.
        let others = |reason: &[Lit]| reason.iter().copied().filter(|&l| l != !fact).collect();
        let clause: Vec<Lit> = self.cdcl.reason(fact).map_or_else(|| vec![fact], others);
        self.learn(&clause);
    }

    /// Learns from a false clause and jumps back.
    fn learn(&mut self, clause: &[Lit]) {
        self.statistics.conflicts += 1;
        let level = clause.iter().map(|&l| self.cdcl.level_of(l)).max().unwrap_or(0);
        self.backtrack(level as usize);
        if level == 0 {
            self.cdcl.consistent = false;
            return;
        }
        let lesson = self.cdcl.analyze(clause);
        self.log_step(&lesson.clause);
        self.backtrack(lesson.level);
        self.cdcl.add_learnt(&lesson.clause, lesson.glue);
    }
}
