//! Atoms that no clause mentions: from facts that runs suggest, and from counterexamples that no derivation follows.

use super::Runs;
use super::sources::{Source, Sources};
use crate::hints::Hints;
use crate::houdini::inductive_part;
use crate::interpolate::{Cases, Known, invented};
use crate::learn::{Learned, States, learned};
use crate::mine::Vocabulary;
use crate::minimise::irredundant;
use crate::reduce::Reduced;
use crate::reduce::arguments::{Places, relevant};
use crate::reduce::points::{helps, points};
use crate::refute::Counterexample;
use crate::rule::Lemmas;
use crate::rule::Rule;
use crate::settings::{Interpolating, Learning, Settings};
use hornbook_base::Budget;
use hornbook_horn::{ClauseId, Op, PredId, System, Term};

/// The atoms that were discovered for one subproblem.
#[derive(Default)]
pub(super) struct DiscoveredAtoms {
    /// Atoms that runs and counterexamples suggested.
    atoms: Vocabulary,
    cases: Cases,
    /// Where the atoms come from, and what is known without them.
    sources: Sources,
    mined: Vocabulary,
    /// The inductive facts among those that runs suggest, once they were asked for.
    hold: Lemmas,
    has_learned: bool,
    /// Facts of few states, once these were counted.
    enumerated: Lemmas,
    has_enumerated: bool,
    /// Whether that is among what holds.
    tells_states: bool,
    /// The states that runs came to.
    states: States,
}

/// The rules and their parameters.
pub(super) struct Clauses<'a> {
    pub(super) reduced: &'a Reduced,
    pub(super) system: &'a System,
    pub(super) hints: &'a Hints,
}

impl DiscoveredAtoms {
    /// The atoms of the vocabulary that was mined.
    pub(super) fn beside(&mut self, mined: &Vocabulary) {
        self.mined.clone_from(mined);
    }

    /// The inductive facts.
    pub(super) fn hold(&self) -> &Lemmas {
        &self.hold
    }

    /// The origins of the atoms that a lemma is made of.
    pub(super) fn source(&self, pred: PredId, lemma: &Term) -> Option<Source> {
        let enumerated = self.enumerated.get(&pred).is_some_and(|all| all.contains(lemma));
        match lemma.as_app(Op::Or) {
            Some(states) if enumerated => Some(Source::Enumerated(states.len())),
            _ => self.sources.of(pred, lemma),
        }
    }

    /// Adds the atoms that are new.
    pub(super) fn enrich(&self, vocabulary: &mut Vocabulary) {
        for (pred, atoms) in &self.atoms {
            add(vocabulary.entry(*pred).or_default(), atoms.iter().cloned());
        }
    }

    /// Takes from runs what the rules keep together; of the rest the atoms go to the vocabulary. That is done once.
    pub(super) fn learn(
        &mut self,
        runs: &Runs,
        clauses: &Clauses,
        settings: &Settings,
        budget: &mut Budget,
    ) {
        if std::mem::replace(&mut self.has_learned, true) {
            return;
        }
        let Clauses { reduced, system, hints } = *clauses;
        self.states = runs(&relevant(&reduced.rules, system, hints));
        let limits = &settings.learn;
        let work = limits.work.saturating_mul(self.states.len() as u64);
        let states = without(&self.states, &reduced.determined);
        let learned =
            budget.within(work, |own| learned(system, hints, &self.mined, &states, limits, own));
        // It is asked at each place what comes from those before.
        let induction = limits.induction.saturating_mul(1 + learned.len() as u64 / 4);
        let claims = |all: &Vec<Learned>| all.iter().map(Learned::claim).collect();
        let candidates: Lemmas = learned.iter().map(|(pred, all)| (*pred, claims(all))).collect();
        let rules = reduced.with_assumed(&reduced.rules, system);
        self.hold = budget.within(induction, |own| {
            let hold = inductive_part(&rules, system, &candidates, own).unwrap_or_default();
            irredundant(&hold, own)
        });
        for (pred, all) in &learned {
            let atoms = self.atoms.entry(*pred).or_default();
            add(atoms, all.iter().flat_map(Learned::atoms));
            let source = Source::Runs(self.states.get(pred).map_or(0, Vec::len));
            self.sources.add(*pred, atoms, &self.mined, source);
        }
    }

    /// Counts states, which is done once, and adds what they say as soon as that helps with `claims`.
    pub(super) fn enumerate(
        &mut self,
        clauses: &Clauses,
        claims: &[Rule],
        limits: &Learning,
        budget: &mut Budget,
    ) {
        let Clauses { reduced, system, hints } = *clauses;
        if !std::mem::replace(&mut self.has_enumerated, true) {
            let rules = reduced.with_assumed(&reduced.rules, system);
            let few = |own: &mut Budget| points(&rules, system, &hints.scalars, limits.points, own);
            self.enumerated = budget.within(limits.enumeration, few);
        }
        let states = &self.enumerated;
        if self.tells_states || states.is_empty() {
            return;
        }
        let help = |own: &mut Budget| helps(states, claims, system, own);
        if budget.within(limits.enumeration, help) {
            self.tells_states = true;
            for (pred, said) in states {
                self.hold.entry(*pred).or_default().extend(said.iter().cloned());
            }
        }
    }

    /// Whether the reason why no derivation follows a counterexample `about` an assertion adds to the vocabulary.
    pub(super) fn separate(
        &mut self,
        rules: &[Rule],
        found: &Counterexample,
        about: Option<ClauseId>,
        system: &System,
        limits: &Interpolating,
        budget: &mut Budget,
    ) -> bool {
        let known = Known { atoms: &self.atoms, states: &self.states, cases: &mut self.cases };
        let new =
            budget.within(limits.steps, |own| invented(rules, found, system, known, limits, own));
        let news = !new.is_empty();
        for (pred, atoms) in new {
            self.sources.add(pred, &atoms, &self.mined, Source::Refutation(about));
            add(self.atoms.entry(pred).or_default(), atoms.into_iter());
        }
        news
    }
}

/// The states without the values of these parameters.
fn without(states: &States, places: &Places) -> States {
    let mut states = states.clone();
    for (pred, n) in places {
        let rows = states.get_mut(pred).into_iter().flatten();
        rows.filter_map(|row| row.get_mut(*n)).for_each(|value| *value = None);
    }
    states
}

fn add(atoms: &mut Vec<Term>, more: impl Iterator<Item = Term>) {
    for atom in more {
        if !atoms.contains(&atom) {
            atoms.push(atom);
        }
    }
}
