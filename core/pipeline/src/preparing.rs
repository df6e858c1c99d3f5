//! The stages behind the clauses of a text, made one clause at a time: with several cells of arrays in arrays one of them
//! may take longer than the search behind it.

use super::memory::{Handled, Memory};
use super::summary;
use hornbook_abstraction::abstract_::abstract_;
use hornbook_abstraction::completeness::Completeness;
use hornbook_abstraction::eliminate::Setting;
use hornbook_abstraction::heuristic::{Heuristic, Policy};
use hornbook_abstraction::sigma::Abstraction;
use hornbook_base::LineIndex;
use hornbook_horn::arrays::with_made_arrays_named;
use hornbook_horn::blocks::large_blocks;
use hornbook_horn::cfg::graph;
use hornbook_horn::loops::with_loops;
use hornbook_horn::{Clause, System};
use hornbook_records::{ClauseSummary, Stages};
use hornbook_tasks::choices::Settings;
use std::rc::Rc;

/// Stages that are being made.
pub(super) struct Preparing {
    /// The clauses before steps were merged, if they were.
    steps: Option<System>,
    concrete: System,
    abstracted: System,
    abstraction: Abstraction,
    policy: Policy,
    handled: Vec<Rc<Handled>>,
    /// Steps that this took.
    spent: u64,
}

impl Preparing {
    /// Nothing but abstraction is done yet.
    pub(super) fn new(system: &System, settings: &Settings) -> Preparing {
        let loops = settings.loops.then(|| with_loops(system));
        let system = loops.as_ref().unwrap_or(system);
        let merged = settings.large_blocks.then(|| large_blocks(system));
        let mut concrete = merged.as_ref().unwrap_or(system).clone();
        if settings.policy.heuristic == Heuristic::RelevantBasic {
            concrete.clauses = concrete.clauses.iter().map(with_made_arrays_named).collect();
        }
        let abstraction = Abstraction::new(&settings.abstraction, &concrete);
        Preparing {
            steps: merged.is_some().then(|| system.clone()),
            abstracted: abstract_(&concrete, &abstraction),
            abstraction,
            concrete,
            policy: settings.policy.clone(),
            handled: vec![],
            spent: 0,
        }
    }

    /// What all clauses have in common.
    pub(super) fn setting(&self) -> Setting<'_> {
        let Preparing { concrete, abstracted, abstraction, policy, .. } = self;
        Setting { concrete, abstracted, abstraction, policy }
    }

    /// Handles the next clause, or takes over what is `known` of it; whether there was one.
    pub(super) fn next(&mut self, known: &[Rc<Handled>]) -> bool {
        let n = self.handled.len();
        let (Some(clause), Some(abstracted)) =
            (self.concrete.clauses.get(n), self.abstracted.clauses.get(n))
        else {
            return false;
        };
        let known = known.get(n).and_then(|known| known.adapted(clause));
        let handled =
            known.unwrap_or_else(|| Rc::new(Handled::new(clause, abstracted, self.setting())));
        self.spent += handled.steps();
        self.handled.push(handled);
        true
    }

    /// Steps that were spent so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// What became of all clauses.
    pub(super) fn handled(&self) -> &[Rc<Handled>] {
        &self.handled
    }

    /// The stages, once no clause is left.
    pub(super) fn stages(self, lines: &LineIndex) -> Stages {
        let Preparing { steps, concrete, abstracted, abstraction, policy, handled, .. } = self;
        let with = |clauses: Vec<Clause>| System { preds: abstracted.preds.clone(), clauses };
        let eliminated = with(handled.iter().map(|h| h.elimination.clause.clone()).collect());
        let simplified = with(handled.iter().map(|h| h.last().clone()).collect());
        let clauses: Vec<ClauseSummary> = handled.iter().map(|h| summary(h, lines)).collect();
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

/// The stages behind `horn`, found sooner where the text is much like the one that `memory` is of; it is of this text then.
pub(super) fn stages_after(
    system: &System,
    lines: &LineIndex,
    settings: &Settings,
    memory: &mut Memory,
) -> Stages {
    let mut preparing = Preparing::new(system, settings);
    let known = memory.of(preparing.setting());
    while preparing.next(known) {}
    memory.keep(preparing.setting(), preparing.handled());
    preparing.stages(lines)
}
