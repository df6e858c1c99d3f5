//! The stages behind the clauses of a text, made one clause at a time: with several cells of arrays in
//! arrays one clause may take longer than the search behind it.

use super::clause_cache::{ClauseCache, ClauseStages};
use super::summary;
use hornbook_abstraction::abstract_::abstract_;
use hornbook_abstraction::completeness::Completeness;
use hornbook_abstraction::eliminate::Setting;
use hornbook_abstraction::heuristic::{Heuristic, Policy};
use hornbook_abstraction::sigma::Abstraction;
use hornbook_base::LineIndex;
use hornbook_horn::arrays::name_derived_arrays;
use hornbook_horn::blocks::large_blocks;
use hornbook_horn::cfg::graph;
use hornbook_horn::loops::with_loops;
use hornbook_horn::{Clause, System};
use hornbook_records::{ClauseSummary, Stages};
use hornbook_tasks::choices::Settings;
use std::rc::Rc;

/// Stages under construction.
pub(super) struct StageBuilder {
    /// The clauses before steps were merged, if they were.
    steps: Option<System>,
    concrete: System,
    abstracted: System,
    abstraction: Abstraction,
    policy: Policy,
    clauses: Vec<Rc<ClauseStages>>,
    /// Steps spent so far.
    spent: u64,
}

impl StageBuilder {
    /// Makes the abstract clauses.
    pub(super) fn new(system: &System, settings: &Settings) -> StageBuilder {
        let loops = settings.loops.then(|| with_loops(system));
        let system = loops.as_ref().unwrap_or(system);
        let merged = settings.large_blocks.then(|| large_blocks(system));
        let mut concrete = merged.as_ref().unwrap_or(system).clone();
        if settings.policy.heuristic == Heuristic::RelevantBasic {
            concrete.clauses = concrete.clauses.iter().map(name_derived_arrays).collect();
        }
        let abstraction = Abstraction::new(&settings.abstraction, &concrete);
        StageBuilder {
            steps: merged.is_some().then(|| system.clone()),
            abstracted: abstract_(&concrete, &abstraction),
            abstraction,
            concrete,
            policy: settings.policy.clone(),
            clauses: vec![],
            spent: 0,
        }
    }

    /// The setting that all clauses share.
    pub(super) fn setting(&self) -> Setting<'_> {
        let StageBuilder { concrete, abstracted, abstraction, policy, .. } = self;
        Setting { concrete, abstracted, abstraction, policy }
    }

    /// Builds the stages of the next clause, or takes over those `known`; whether there was a clause.
    pub(super) fn next(&mut self, known: &[Rc<ClauseStages>]) -> bool {
        let n = self.clauses.len();
        let (Some(clause), Some(abstracted)) =
            (self.concrete.clauses.get(n), self.abstracted.clauses.get(n))
        else {
            return false;
        };
        let known = known.get(n).and_then(|known| known.adapt(clause));
        let stages =
            known.unwrap_or_else(|| Rc::new(ClauseStages::new(clause, abstracted, self.setting())));
        self.spent += stages.steps();
        self.clauses.push(stages);
        true
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// The stages of all clauses.
    pub(super) fn clauses(&self) -> &[Rc<ClauseStages>] {
        &self.clauses
    }

    /// The stages, once no clause is left.
    pub(super) fn stages(self, lines: &LineIndex) -> Stages {
        let StageBuilder { steps, concrete, abstracted, abstraction, policy, clauses, .. } = self;
        let with = |clauses: Vec<Clause>| System { preds: abstracted.preds.clone(), clauses };
        let eliminated = with(clauses.iter().map(|h| h.elimination.clause.clone()).collect());
        let simplified = with(clauses.iter().map(|h| h.last().clone()).collect());
        let clauses: Vec<ClauseSummary> = clauses.iter().map(|h| summary(h, lines)).collect();
        let completeness = Completeness::all(clauses.iter().map(|c| &c.completeness));
        Stages {
            steps,
            graph: graph(&concrete),
            concrete,
            abstracted,
            eliminated,
            simplified,
            abstraction,
            policy,
            clauses,
            completeness,
        }
    }
}

/// The stages behind `horn`; those of equal clauses are taken over from the cache, which then has this
/// text's.
pub(super) fn stages_after(
    system: &System,
    lines: &LineIndex,
    settings: &Settings,
    cache: &mut ClauseCache,
) -> Stages {
    let mut builder = StageBuilder::new(system, settings);
    let known = cache.matching_stages(builder.setting());
    while builder.next(known) {}
    cache.keep(builder.setting(), builder.clauses());
    builder.stages(lines)
}
