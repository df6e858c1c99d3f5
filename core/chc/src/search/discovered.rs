//! Predicate discovery: atoms from traces and from spurious counterexamples, which no clause mentions.

use super::Runs;
use super::sources::{Source, Sources};
use crate::hints::Hints;
use crate::houdini::inductive_part;
use crate::interpolate::{InterpolationContext, SeparationPairs, interpolate_counterexample};
use crate::minimise::drop_implied_lemmas;
use crate::reduce::Reduced;
use crate::reduce::arguments::{ParameterPositions, find_relevant_parameters};
use crate::reduce::points::{enumerate_states, states_help};
use crate::refute::Counterexample;
use crate::rule::Lemmas;
use crate::rule::Rule;
use crate::settings::{Learning, Settings};
use crate::trace_invariants::TRACE_STEPS;
use crate::trace_invariants::{States, TraceInvariant, infer_trace_invariants};
use crate::vocabulary::{Vocabulary, add_new_atoms};
use hornbook_base::Budget;
use hornbook_horn::{ClauseId, Op, PredId, System, Term};

/// The most steps for which facts hold by induction.
const INDUCTION_STEPS: u64 = 300_000;

/// The most steps for the enumeration of states.
const ENUMERATION_STEPS: u64 = 600_000;

/// The most steps for the separation of one counterexample from the states.
const SEPARATION_STEPS: u64 = 1_500_000;

/// The atoms that were discovered for one subproblem.
#[derive(Default)]
pub(super) struct DiscoveredAtoms {
    /// Atoms that traces and counterexamples suggested.
    atoms: Vocabulary,
    cases: SeparationPairs,
    /// The origins of the atoms, and the vocabulary without them.
    sources: Sources,
    collected: Vocabulary,
    /// The inductive facts among the trace invariants, once they were computed.
    hold: Lemmas,
    has_learned: bool,
    /// Disjunctions of few states, once these were enumerated.
    enumerated: Lemmas,
    has_enumerated: bool,
    /// Whether the enumerated states are among the inductive facts.
    has_added_states: bool,
    /// The states of traces.
    states: States,
}

/// The rules and their parameters.
pub(super) struct ReducedClauses<'a> {
    pub(super) reduced: &'a Reduced,
    pub(super) system: &'a System,
    pub(super) hints: &'a Hints,
}

impl DiscoveredAtoms {
    /// Sets the atoms of the collected vocabulary.
    pub(super) fn set_collected(&mut self, collected: &Vocabulary) {
        self.collected.clone_from(collected);
    }

    /// The inductive facts.
    pub(super) fn inductive_facts(&self) -> &Lemmas {
        &self.hold
    }

    /// The origins of the atoms that a lemma is made of.
    pub(super) fn source(&self, pred: PredId, lemma: &Term) -> Option<Source> {
        let enumerated = self.enumerated.get(&pred).is_some_and(|all| all.contains(lemma));
        match lemma.as_app(Op::Or) {
            Some(states) if enumerated => Some(Source::Enumerated(states.len())),
            _ => self.sources.find(pred, lemma),
        }
    }

    /// Adds the discovered atoms that are new.
    pub(super) fn extend_vocabulary(&self, vocabulary: &mut Vocabulary) {
        for (pred, atoms) in &self.atoms {
            add_new_atoms(vocabulary.entry(*pred).or_default(), atoms.iter().cloned());
        }
    }

    /// Infers trace invariants, once: the inductive ones hold, and the atoms of the others go to the
    /// vocabulary.
    pub(super) fn learn_from_traces(
        &mut self,
        runs: &Runs,
        clauses: &ReducedClauses,
        settings: &Settings,
        budget: &mut Budget,
    ) {
        if std::mem::replace(&mut self.has_learned, true) {
            return;
        }
        let ReducedClauses { reduced, system, hints } = *clauses;
        self.states = runs(&find_relevant_parameters(&reduced.rules, system, hints));
        let limits = &settings.learn;
        let work = TRACE_STEPS.saturating_mul(self.states.len() as u64);
        let states = without(&self.states, &reduced.determined);
        let learned = budget.run_limited(work, |own| {
            infer_trace_invariants(system, hints, &self.collected, &states, limits, own)
        });
        // Each predicate must keep the facts of those before.
        let induction = INDUCTION_STEPS.saturating_mul(1 + learned.len() as u64 / 4);
        let claims = |all: &Vec<TraceInvariant>| all.iter().map(TraceInvariant::claim).collect();
        let candidates: Lemmas = learned.iter().map(|(pred, all)| (*pred, claims(all))).collect();
        let rules = reduced.strengthen_rules(&reduced.rules, system);
        self.hold = budget.run_limited(induction, |own| {
            let hold = inductive_part(&rules, system, &candidates, own).unwrap_or_default();
            drop_implied_lemmas(&hold, own)
        });
        for (pred, all) in &learned {
            let atoms = self.atoms.entry(*pred).or_default();
            add_new_atoms(atoms, all.iter().flat_map(TraceInvariant::atoms));
            let source = Source::Runs(self.states.get(pred).map_or(0, Vec::len));
            self.sources.add(*pred, atoms, &self.collected, source);
        }
    }

    /// Enumerates states, once, and adds them as facts as soon as they help with `claims`.
    pub(super) fn enumerate(
        &mut self,
        clauses: &ReducedClauses,
        claims: &[Rule],
        limits: &Learning,
        budget: &mut Budget,
    ) {
        let ReducedClauses { reduced, system, hints } = *clauses;
        if !std::mem::replace(&mut self.has_enumerated, true) {
            let rules = reduced.strengthen_rules(&reduced.rules, system);
            let few = |own: &mut Budget| {
                enumerate_states(&rules, system, &hints.scalars, limits.points, own)
            };
            self.enumerated = budget.run_limited(ENUMERATION_STEPS, few);
        }
        let states = &self.enumerated;
        if self.has_added_states || states.is_empty() {
            return;
        }
        let help = |own: &mut Budget| states_help(states, claims, system, own);
        if budget.run_limited(ENUMERATION_STEPS, help) {
            self.has_added_states = true;
            for (pred, said) in states {
                self.hold.entry(*pred).or_default().extend(said.iter().cloned());
            }
        }
    }

    /// Whether the interpolants of a spurious counterexample for an assertion are new atoms.
    pub(super) fn interpolate(
        &mut self,
        rules: &[Rule],
        found: &Counterexample,
        about: Option<ClauseId>,
        system: &System,
        budget: &mut Budget,
    ) -> bool {
        let known = InterpolationContext {
            atoms: &self.atoms,
            states: &self.states,
            cases: &mut self.cases,
        };
        let new = budget.run_limited(SEPARATION_STEPS, |own| {
            interpolate_counterexample(rules, found, system, known, own)
        });
        let news = !new.is_empty();
        for (pred, atoms) in new {
            self.sources.add(pred, &atoms, &self.collected, Source::Refutation(about));
            add_new_atoms(self.atoms.entry(pred).or_default(), atoms.into_iter());
        }
        news
    }
}

/// The states without the values of these parameters.
fn without(states: &States, places: &ParameterPositions) -> States {
    let mut states = states.clone();
    for (pred, n) in places {
        let rows = states.get_mut(pred).into_iter().flatten();
        rows.filter_map(|row| row.get_mut(*n)).for_each(|value| *value = None);
    }
    states
}
