//! A system of clauses, or a part of one, with the state that its strategies share: the reduced rules, their
//! cases, and the discovered atoms.

use super::discovered::DiscoveredAtoms;
use super::ledger::SearchLedger;
use super::{Encoding, FailureReason, Problem};
use crate::hints::Hints;
use crate::reduce::inline::Inlining;
use crate::reduce::products::havoc_products;
use crate::reduce::prune::prune;
use crate::reduce::subsume_premises::drop_subsumed_premises;
use crate::reduce::{Reduced, reduce};
use crate::rule::{Rule, read_rules};
use crate::settings::Settings;
use crate::sum_components::SumComponent;
use crate::vocabulary::RuleCases;
use hornbook_base::Budget;
use hornbook_evidence::model::RedundantInstances;
use hornbook_horn::polynomial::has_product;
use hornbook_horn::{ClauseId, System};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The progress of the reduction.
enum Preparation {
    New,
    Inlining(Box<Inlining>),
    Ready,
    /// No engine can read the clauses.
    Unfit,
}

/// A system of clauses that several strategies work on.
pub(super) struct Subproblem {
    pub(super) encoding: Encoding,
    pub(super) problem: Problem,
    pub(super) settings: Rc<Settings>,
    preparation: Preparation,
    pub(super) reduced: Reduced,
    /// The rules with fewer premises, while these suffice.
    pub(super) pruned: Option<Vec<Rule>>,
    /// The cases of the rules, once they were collected.
    pub(super) rule_cases: Option<RuleCases>,
    pub(super) discovered: DiscoveredAtoms,
    /// Whether products of unknowns are havocked.
    havocs_products: bool,
    /// Whether a question was too hard.
    pub(super) is_hard: bool,
    /// The component that the clauses are restricted to, if any: derivations count for nothing then.
    pub(super) component: Option<SumComponent>,
    /// The assertion clauses for which `false` can be derived here.
    pub(super) refuted: BTreeSet<ClauseId>,
    /// Instances that the others of a clause imply.
    pub(super) unneeded: RedundantInstances,
    /// The assertion clauses, each with the claims that it violates.
    pub(super) claims: Vec<(ClauseId, BTreeSet<ClauseId>)>,
    /// Claims of clauses that are not here: they cannot be proved here.
    pub(super) incomplete: BTreeSet<ClauseId>,
}

/// A subproblem that strategies share.
pub(super) type SharedSubproblem = Rc<RefCell<Subproblem>>;

impl Subproblem {
    pub(super) fn new(
        encoding: Encoding,
        problem: Problem,
        component: Option<SumComponent>,
        whole: &System,
        ledger: &SearchLedger,
        settings: &Rc<Settings>,
    ) -> Subproblem {
        let goals = whole.clauses.iter().filter(|c| c.goal.is_claim());
        let all = goals.map(|c| (c.id, ledger.violated_by(c.id, encoding, whole)));
        let is_here = |clause: ClauseId| problem.system.clause(clause).is_some();
        let (claims, others): (Vec<_>, Vec<_>) = all.partition(|(clause, _)| is_here(*clause));
        let incomplete = others.into_iter().flat_map(|(_, claims)| claims).collect();
        Subproblem {
            encoding,
            problem,
            settings: settings.clone(),
            preparation: Preparation::New,
            reduced: Reduced::default(),
            pruned: None,
            rule_cases: None,
            discovered: DiscoveredAtoms::default(),
            havocs_products: false,
            is_hard: false,
            component,
            refuted: BTreeSet::new(),
            unneeded: RedundantInstances::new(),
            claims,
            incomplete,
        }
    }

    pub(super) fn share(self) -> SharedSubproblem {
        Rc::new(RefCell::new(self))
    }

    /// The clauses with havocked products of unknowns; none if that makes no difference or no question was
    /// too hard.
    pub(super) fn havoc_products(&self, ledger: &SearchLedger) -> Option<Subproblem> {
        let is_useful = self.may_havoc_products();
        let new = || {
            let (problem, component) = (self.problem.clone(), self.component.clone());
            let whole = self.problem.system.clone();
            Subproblem::new(self.encoding, problem, component, &whole, ledger, &self.settings)
        };
        is_useful.then(|| Subproblem { havocs_products: true, ..new() })
    }

    /// Whether havocking products could help.
    pub(super) fn may_havoc_products(&self) -> bool {
        let has_products = || self.reduced.inlined.iter().flat_map(Rule::terms).any(has_product);
        self.is_hard && !self.havocs_products && has_products()
    }

    pub(super) fn system(&self) -> &Rc<System> {
        &self.problem.system
    }

    /// The predicates and hints of the reduced rules.
    pub(super) fn parameters(&self) -> (&System, &Hints) {
        match &self.reduced.parameters {
            Some(with) => (&with.system, &with.hints),
            None => (&self.problem.system, &self.problem.hints),
        }
    }

    pub(super) fn is_ready(&self) -> bool {
        matches!(self.preparation, Preparation::Ready)
    }

    pub(super) fn is_unfit(&self) -> bool {
        matches!(self.preparation, Preparation::Unfit)
    }

    /// The open claims of the assertion clauses, but for those for which `false` was derived here.
    pub(super) fn open_claims(&self, ledger: &SearchLedger) -> BTreeSet<ClauseId> {
        let left = self.claims.iter().filter(|(clause, _)| !self.refuted.contains(clause));
        let claims = left.flat_map(|(_, claims)| claims).copied();
        claims.filter(|claim| ledger.claims.is_open(*claim)).collect()
    }

    /// Whether the claims of an assertion clause are still open.
    pub(super) fn is_open(&self, clause: ClauseId, ledger: &SearchLedger) -> bool {
        let known = self.claims.iter().find(|(id, _)| *id == clause);
        let is_asked = |(_, claims): &(ClauseId, BTreeSet<ClauseId>)| {
            claims.iter().any(|claim| ledger.claims.is_open(*claim))
        };
        !self.refuted.contains(&clause) && known.is_some_and(is_asked)
    }

    /// Continues the reduction of the clauses; it is done once the subproblem [is
    /// ready](Subproblem::is_ready).
    ///
    /// # Errors
    /// Why no engine can read the clauses.
    pub(super) fn prepare(&mut self, budget: &mut Budget) -> Result<(), FailureReason> {
        let mut inlining = match std::mem::replace(&mut self.preparation, Preparation::Unfit) {
            Preparation::Inlining(inlining) => inlining,
            _ => Box::new(self.read()?),
        };
        if inlining.step(&self.settings.passes, budget) {
            self.preparation = Preparation::Inlining(inlining);
            return Ok(());
        }
        let Problem { system, hints, .. } = &self.problem;
        self.reduced = reduce(*inlining, system, hints, &self.settings.passes);
        let prunes = self.settings.passes.prune;
        let (system, hints) = self.parameters();
        self.pruned = prunes.then(|| prune(&self.reduced.rules, system, &hints.copies)).flatten();
        self.preparation = Preparation::Ready;
        Ok(())
    }

    /// The rules of the clauses, before any predicate is inlined.
    fn read(&mut self) -> Result<Inlining, FailureReason> {
        let system = &self.problem.system;
        let rules = read_rules(system)
            .map_err(|no| FailureReason::Unsupported(Some(no.clause), no.what))?;
        let rules = if self.havocs_products { havoc_products(&rules) } else { rules };
        let (rules, unneeded) = match self.settings.passes.condense {
            true => drop_subsumed_premises(rules),
            false => (rules, RedundantInstances::new()),
        };
        self.unneeded = unneeded;
        let heads = system.pred_ids().filter(|p| system.pred(*p).loop_head).collect();
        Ok(Inlining::new(rules, heads))
    }
}

/// The assertion clause that a rule for `false` violates.
pub(super) fn violated(rule: &Rule) -> Option<ClauseId> {
    rule.head.is_none().then(|| rule.skeleton.clause())
}
