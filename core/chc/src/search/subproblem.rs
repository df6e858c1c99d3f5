//! A system of clauses, or a part of one, with all that strategies on it share: the reduced rules, the
//! atoms of these, and the atoms that were discovered.

use super::discovered::DiscoveredAtoms;
use super::ledger::SearchLedger;
use super::{Encoding, Problem, Why};
use crate::hints::Hints;
use crate::mine::Quarry;
use crate::parts::Part;
use crate::reduce::condense::condensed;
use crate::reduce::inline::Inlining;
use crate::reduce::products::forgotten;
use crate::reduce::prune::prune;
use crate::reduce::{Reduced, reduce};
use crate::rule::{Rule, Skeleton, rules};
use crate::settings::Settings;
use hornbook_base::Budget;
use hornbook_evidence::model::Unneeded;
use hornbook_horn::polynomial::has_product;
use hornbook_horn::{ClauseId, System};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// How far the reduction of the clauses is.
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
    /// Its rules with fewer premises, while that is of use.
    pub(super) pruned: Option<Vec<Rule>>,
    /// The source of their atoms, once these were asked for.
    pub(super) quarry: Option<Quarry>,
    pub(super) discovered: DiscoveredAtoms,
    /// Whether products of unknowns may be anything.
    loosened: bool,
    /// Whether a question was too hard.
    pub(super) is_hard: bool,
    /// The part of the clauses that the problem has, if not all: what it derives counts for nothing.
    pub(super) part: Option<Part>,
    /// The assertion clauses for which `false` can be derived here.
    pub(super) refuted: BTreeSet<ClauseId>,
    /// Instances that the others of a clause imply.
    pub(super) unneeded: Unneeded,
    /// The assertion clauses, each with the claims that it violates.
    pub(super) claims: Vec<(ClauseId, BTreeSet<ClauseId>)>,
    /// Claims that clauses violate which are not here: they cannot be proved here.
    pub(super) incomplete: BTreeSet<ClauseId>,
}

/// A subproblem that strategies share.
pub(super) type SharedSubproblem = Rc<RefCell<Subproblem>>;

impl Subproblem {
    pub(super) fn new(
        encoding: Encoding,
        problem: Problem,
        part: Option<Part>,
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
            quarry: None,
            discovered: DiscoveredAtoms::default(),
            loosened: false,
            is_hard: false,
            part,
            refuted: BTreeSet::new(),
            unneeded: Unneeded::new(),
            claims,
            incomplete,
        }
    }

    pub(super) fn share(self) -> SharedSubproblem {
        Rc::new(RefCell::new(self))
    }

    /// The clauses with products of unknowns that may be anything; none if that makes no difference or
    /// no question was too hard.
    pub(super) fn loosened(&self, ledger: &SearchLedger) -> Option<Subproblem> {
        let is_useful = self.may_be_loosened();
        let new = || {
            let (problem, part) = (self.problem.clone(), self.part.clone());
            let whole = self.problem.system.clone();
            Subproblem::new(self.encoding, problem, part, &whole, ledger, &self.settings)
        };
        is_useful.then(|| Subproblem { loosened: true, ..new() })
    }

    /// Whether letting products of unknowns be anything could help.
    pub(super) fn may_be_loosened(&self) -> bool {
        let has_products = || self.reduced.plain.iter().flat_map(Rule::terms).any(has_product);
        self.is_hard && !self.loosened && has_products()
    }

    pub(super) fn system(&self) -> &Rc<System> {
        &self.problem.system
    }

    /// The predicates and what is known of their parameters, as the reduced rules have them.
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

    /// The open claims that its assertion clauses violate, but for those for which `false` was derived here.
    pub(super) fn open_claims(&self, ledger: &SearchLedger) -> BTreeSet<ClauseId> {
        let left = self.claims.iter().filter(|(clause, _)| !self.refuted.contains(clause));
        let claims = left.flat_map(|(_, claims)| claims).copied();
        claims.filter(|claim| ledger.claims.is_open(*claim)).collect()
    }

    /// Whether a violation that an assertion clause speaks of is still asked for.
    pub(super) fn is_open(&self, clause: ClauseId, ledger: &SearchLedger) -> bool {
        let known = self.claims.iter().find(|(id, _)| *id == clause);
        let is_asked = |(_, claims): &(ClauseId, BTreeSet<ClauseId>)| {
            claims.iter().any(|claim| ledger.claims.is_open(*claim))
        };
        !self.refuted.contains(&clause) && known.is_some_and(is_asked)
    }

    /// Goes on with what is done to the clauses before an engine sees them; it is done once it
    /// [is ready](Subproblem::is_ready).
    ///
    /// # Errors
    /// Why no engine can read the clauses.
    pub(super) fn prepare(&mut self, budget: &mut Budget) -> Result<(), Why> {
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
    fn read(&mut self) -> Result<Inlining, Why> {
        let system = &self.problem.system;
        let rules = rules(system).map_err(|no| Why::Unsupported(Some(no.clause), no.what))?;
        let rules = if self.loosened { forgotten(&rules) } else { rules };
        let (rules, unneeded) = match self.settings.passes.condense {
            true => condensed(rules),
            false => (rules, Unneeded::new()),
        };
        self.unneeded = unneeded;
        let heads = system.pred_ids().filter(|p| system.pred(*p).loop_head).collect();
        Ok(Inlining::of(rules, heads, &self.settings.passes))
    }
}

/// The assertion clause that a rule for `false` violates.
pub(super) fn violated(rule: &Rule) -> Option<ClauseId> {
    match (&rule.head, &rule.skeleton) {
        (None, Skeleton::Clause(id, _)) => Some(*id),
        (None, Skeleton::Leaf(_)) | (Some(_), _) => None,
    }
}
