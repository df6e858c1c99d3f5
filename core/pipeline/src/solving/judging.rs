//! From the results of strategies to verdicts, once `check/` or the interpreter has accepted them.

use super::super::failing_runs::ReplayCache;
use super::certifying::Certified;
use super::claims::Claim;
use super::reachability::{self, is_unreached};
use super::{Input, Settings, meant_to_help, no_answer, search, stages};
use crate::hints::hints;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_base::{Budget, LineIndex};
use hornbook_chc::rule::Lemmas;
use hornbook_chc::search::{
    Encoding, FailureReason, Judge, MakesLargeBlocks, PROOF_STEPS, Problem, Proposal, Runs,
    SearchInput, Source,
};
use hornbook_check as check;
use hornbook_check::model::ModelRejection;
use hornbook_evidence::derivation::Derivation;
use hornbook_evidence::laws::ProductLaw;
use hornbook_evidence::model::Model;
use hornbook_evidence::proof::Proof;
use hornbook_explain as explain;
use hornbook_explain::invariant::add_invariant;
use hornbook_horn::{Clause, Goal, PredId, System, Term, Var};
use hornbook_lang::typed::{AssertId, TypedProgram, VarId, VarInfo};
use hornbook_lia as lia;
use hornbook_records::invariant::{SuggestedFact, SuggestionSource};
use hornbook_records::{Invariant, Stages, UnknownReason, Verdict};
use hornbook_runs::states::states;
use hornbook_runs::{Candidate, dynamic_invariants};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The most clauses of which the steps are merged: merging looks at all of them for each step.
const MAX_MERGED: usize = 600;

/// Steps for each proof of a remark.
const REMARK_STEPS: u64 = 200_000;

/// The claims of the clauses of a text with all that is needed to give verdicts on them.
pub(super) struct Verdicts {
    pub(super) program: Option<TypedProgram>,
    pub(super) text: String,
    pub(super) lines: LineIndex,
    /// Whether conditions on any number of cells are loops.
    with_loops: bool,
    /// The settings as options of the command line.
    pub(super) options: String,
    pub(super) settings: Rc<search::Settings>,
    pub(super) given: Rc<Stages>,
    /// The stages of the large-block encoding, once these are made.
    large_blocks: Rc<OnceCell<Rc<Stages>>>,
    /// The assertions to settle, if not all.
    asked: Option<BTreeSet<AssertId>>,
    /// The source of the large-block encoding, if that makes sense.
    mergeable: Option<(System, Settings)>,
    pub(super) claims: Vec<Claim>,
    pub(super) invariants: Vec<Invariant>,
    pub(super) certified: Vec<Certified>,
    /// The runs that were accepted.
    pub(super) runs: Vec<Candidate>,
    /// Lemmas of the last invariant that was accepted.
    pub(super) lemmas: Option<u64>,
}

impl Verdicts {
    pub(super) fn new(
        input: &Input,
        given: Rc<Stages>,
        asked: Option<BTreeSet<AssertId>>,
        settings: Rc<search::Settings>,
    ) -> Verdicts {
        let mergeable = mergeable(input, MAX_MERGED);
        Verdicts {
            program: input.program.clone(),
            text: input.text.clone(),
            lines: input.lines.clone(),
            with_loops: input.settings.loops,
            options: input.settings.as_options(),
            settings,
            claims: given.concrete.clauses.iter().filter_map(Claim::from_clause).collect(),
            given,
            asked,
            large_blocks: Rc::default(),
            mergeable,
            invariants: vec![],
            certified: vec![],
            runs: vec![],
            lemmas: None,
        }
    }

    pub(super) fn stages_of(&self, encoding: Encoding) -> Rc<Stages> {
        let merged = self.large_blocks.get().filter(|_| encoding == Encoding::LargeBlock);
        merged.unwrap_or(&self.given).clone()
    }

    /// All assertions that are claimed, in scope or not.
    pub(super) fn all_asserts(&self) -> BTreeSet<AssertId> {
        self.claims.iter().filter_map(|c| c.assert).collect()
    }

    /// The assertions in scope.
    pub(super) fn asserts(&self) -> BTreeSet<AssertId> {
        let asked = |id: &AssertId| self.asked.as_ref().is_none_or(|asked| asked.contains(id));
        self.all_asserts().into_iter().filter(asked).collect()
    }

    /// The question to the search.
    pub(super) fn question(&self) -> SearchInput {
        let questions = ProblemSource {
            program: self.program.clone(),
            asked: self.asked.clone(),
            settings: self.settings.clone(),
        };
        let given = questions.problem(&self.given);
        let (lines, large_blocks) = (self.lines.clone(), self.large_blocks.clone());
        let make = |(system, settings): (System, Settings)| -> MakesLargeBlocks {
            Box::new(move || {
                let stages = Rc::new(stages(&system, &lines, &settings));
                let problem = questions.problem(&stages);
                large_blocks.set(stages).is_ok().then_some(problem)
            })
        };
        let large_blocks = self.mergeable.clone().map(make);
        let optional = meant_to_help(self.program.as_ref());
        SearchInput { given, large_blocks, optional }
    }

    /// Whether a run violates its assertion, which is then recorded. Without loops no run is long.
    pub(super) fn replays(&mut self, found: &Candidate) -> bool {
        let Some(program) = &self.program else { return false };
        let about = (program, &self.lines, self.text.as_str());
        let (cache, mut budget) = (ReplayCache::default(), Budget::steps(u64::MAX));
        let run = cache.decide(found, about, &mut budget).flatten();
        let verdict = run.map(|run| Verdict::Buggy(Box::new(run)));
        verdict.map(|verdict| self.add_run(found, verdict)).is_some()
    }

    /// Whether a derivation in the given clauses, which are no program, is accepted; its claim is then refuted.
    pub(super) fn refutes(&mut self, derivation: &Derivation) -> bool {
        let given = &self.given.concrete;
        if check::derivation::verify(given, derivation).is_err() {
            return false;
        }
        let tree = explain::tree::describe_unabstracted(given, &self.lines, derivation);
        let Some(mut tree) = tree else { return false };
        explain::repetitions::mark_repetitions(&mut tree);
        let own = self.claims.iter_mut().filter(|claim| claim.clause == derivation.clause);
        own.for_each(|claim| claim.verdict = Some(Verdict::Refuted(tree.clone())));
        true
    }

    /// Records a run that violates its assertion, with the verdict.
    pub(super) fn add_run(&mut self, found: &Candidate, verdict: Verdict) {
        self.runs.push(found.clone());
        for claim in self.claims.iter_mut().filter(|c| c.assert == Some(found.assert)) {
            claim.verdict = Some(verdict.clone());
        }
    }

    /// The claims that are certified or refuted, and the runs: a run may follow a derivation that refuted its claim.
    pub(super) fn change_count(&self) -> usize {
        self.claims.iter().filter(|c| !c.is_refutable()).count() + self.runs.len()
    }

    /// A reason with the line of its clause.
    pub(super) fn in_words(&self, why: FailureReason) -> UnknownReason {
        match why {
            FailureReason::Unsupported(Some(clause), what) => {
                let clause = self.given.concrete.clause(clause);
                let line = clause.map_or(0, |c| self.lines.line(c.origin.span));
                UnknownReason::Unsupported(format!("{what} (line {line})"))
            }
            why => no_answer(why),
        }
    }

    /// Whether the premises of assertion clauses only say when control reaches them. Clauses from a file and
    /// conditions as loops have parts of the claim among them.
    fn claims_are_apart(&self) -> bool {
        self.program.is_some() && !self.with_loops
    }

    /// For each claim whether the model shows that no run reaches it.
    fn unreached(&self, encoding: Encoding, model: &Model, settled: &[bool]) -> Vec<bool> {
        let stages = self.stages_of(encoding);
        // Each question goes through all clauses.
        let few = self.claims.len() * stages.concrete.clauses.len() <= reachability::WORK;
        let asked_for = few && self.claims_are_apart();
        let of = |(claim, settled): (&Claim, &bool)| {
            let own = |c: &Clause| claim.is_violated_by(c.id, encoding, &stages);
            asked_for && *settled && is_unreached(&stages, model, &own)
        };
        self.claims.iter().zip(settled).map(of).collect()
    }

    /// Lemmas in the program's words.
    fn describe(
        &self,
        encoding: Encoding,
        lemmas: &Lemmas,
        preds: &BTreeSet<PredId>,
    ) -> Vec<Invariant> {
        let stages = self.stages_of(encoding);
        let point = |pred: &PredId| {
            let info = stages.concrete.pred(*pred);
            explain::invariant::describe(&explain::invariant::PointLemmas {
                pred: info,
                sigma: stages.abstraction.sigma(*pred),
                formal: stages.abstraction.formal(*pred),
                lemmas: lemmas.get(pred).map(Vec::as_slice).unwrap_or_default(),
                line: self.lines.line(info.span),
                names: self.own_names(&info.params),
            })
        };
        preds.iter().map(point).collect()
    }

    /// The names in the program of those of a point's variables that the clauses call otherwise: with their lines, if
    /// another variable there has the name.
    fn own_names(&self, params: &[Var]) -> Vec<(String, String)> {
        let Some(program) = &self.program else { return vec![] };
        let vars = (0..).map(VarId).zip(&program.vars);
        let here = vars.filter(|(_, v)| params.iter().any(|param| *param.name == *v.name));
        let here: Vec<(VarId, &VarInfo)> = here.collect();
        let renamed = here.iter().filter(|(_, v)| v.is_renamed());
        let named = renamed.map(|(id, v)| {
            let alike = here.iter().filter(|(_, other)| other.source_name == v.source_name);
            let name = match alike.count() {
                1 => v.source_name.clone(),
                _ => program.shown(*id, &self.lines),
            };
            (v.name.clone(), name)
        });
        named.collect()
    }

    /// Marks the facts of invariants that no clause mentions, with their origin.
    fn say_what_suggested(&self, found: &Proposal, invariants: &mut [Invariant]) {
        let stages = self.stages_of(found.encoding);
        for (pred, lemma, source) in &found.suggested {
            let alone: Lemmas = [(*pred, vec![lemma.clone()])].into();
            let by = match source {
                Source::Runs(states) => SuggestionSource::Runs { states: *states },
                Source::Enumerated(states) => SuggestionSource::Enumerated { states: *states },
                Source::Refutation(clause) => {
                    let clause = clause.and_then(|id| stages.concrete.clause(id));
                    let line = clause.map(|c| self.lines.line(c.origin.span));
                    SuggestionSource::Refutation { line: line.filter(|_| self.program.is_some()) }
                }
            };
            let name = &stages.concrete.pred(*pred).name;
            let Some(known) = invariants.iter_mut().find(|i| i.name == *name) else { continue };
            for described in self.describe(found.encoding, &alone, &[*pred].into()) {
                let said: Vec<String> = described.sentences().collect();
                let said = said.into_iter().map(|said| SuggestedFact { said, by });
                known.suggested.extend(said.collect::<Vec<_>>());
            }
        }
    }

    /// Marks the inlined loop heads, unless their lemmas make the model one of all clauses.
    fn mark_passed_over(&self, found: &Proposal, lemmas: &Lemmas, invariants: &mut [Invariant]) {
        let stages = self.stages_of(found.encoding);
        let is_inlined = |pred: &PredId| !found.model.formulas.contains_key(pred);
        let heads: Vec<PredId> = lemmas.keys().copied().filter(is_inlined).collect();
        if heads.is_empty() {
            return;
        }
        let mut model = found.model.clone();
        let formula = |pred: &PredId| (*pred, Term::and(lemmas[pred].iter().cloned()));
        model.formulas.extend(heads.iter().map(formula));
        let skip = |c: &Clause| c.goal.is_claim() && !found.satisfies.contains(&c.id);
        if checked_model(&stages.simplified, &model, &skip, REMARK_STEPS).is_ok() {
            return;
        }
        let names: Vec<&String> =
            heads.iter().map(|pred| &stages.concrete.pred(*pred).name).collect();
        for invariant in invariants.iter_mut().filter(|i| names.contains(&&i.name)) {
            invariant.passed_over = true;
        }
    }

    /// The lemmas at inlined loop heads, if the model can be extended by them.
    fn accepted_heads(&self, found: &Proposal, system: &System) -> Lemmas {
        let formulas = found.inlined.iter().map(|(p, l)| (*p, Term::and(l.iter().cloned())));
        let mut model = found.model.clone();
        model.formulas.extend(formulas);
        let others = |c: &Clause| match &c.goal {
            Goal::Instance(goal) => !found.inlined.contains_key(&goal.pred),
            Goal::Cond(_) => true,
        };
        let accepted = checked_model(system, &model, &others, PROOF_STEPS);
        accepted.map_or_else(|_| Lemmas::new(), |_| found.inlined.clone())
    }
}

/// The source of problems for the engines.
struct ProblemSource {
    program: Option<TypedProgram>,
    /// The assertions to settle, if not all.
    asked: Option<BTreeSet<AssertId>>,
    settings: Rc<search::Settings>,
}

impl ProblemSource {
    /// The last stage as a problem for the engines, without claims that are out of scope.
    fn problem(&self, stages: &Stages) -> Problem {
        let asked = |c: &Clause| match (&self.asked, c.origin.assert) {
            (Some(asked), Some(id)) if c.goal.is_claim() => asked.contains(&id),
            _ => true,
        };
        let mut system = stages.simplified.clone();
        system.clauses.retain(asked);
        let mut hints = hints(&stages.concrete, &stages.abstraction);
        if let Some(program) = &self.program {
            let seeing = &self.settings.seeing;
            hints.known = dynamic_invariants::guess_invariants(program, &stages.concrete, seeing);
            hints.asserts = meant_to_help(Some(program));
        }
        Problem { system: Rc::new(system), hints: Rc::new(hints), runs: self.runs_of(stages) }
    }

    /// Small runs of the program, with their states as these stages keep them.
    fn runs_of(&self, stages: &Stages) -> Option<Runs> {
        let (program, settings) = (self.program.clone()?, self.settings.clone());
        let (concrete, abstraction) = (stages.concrete.clone(), stages.abstraction.clone());
        Some(Rc::new(move |wanted| {
            states(&program, &concrete, &abstraction, wanted, &settings.chc.learn)
        }))
    }
}

impl Judge for Verdicts {
    fn model(&mut self, found: &Proposal) -> Result<(), FailureReason> {
        let stages = self.stages_of(found.encoding);
        let system = &stages.simplified;
        let skip = |c: &Clause| c.goal.is_claim() && !found.satisfies.contains(&c.id);
        let laws = checked_model(system, &found.model, &skip, PROOF_STEPS)?;
        // Independent of the search: all clauses that violate a claim must have been checked.
        let checked = |claim: &Claim| {
            let own = |c: &&Clause| {
                c.goal.is_claim() && claim.is_violated_by(c.id, found.encoding, &stages)
            };
            system.clauses.iter().filter(own).all(|c| found.satisfies.contains(&c.id))
        };
        let settled = |c: &Claim| found.claims.contains(&c.clause) && checked(c);
        let settled: Vec<bool> = self.claims.iter().map(settled).collect();
        let unreached = self.unreached(found.encoding, &found.model, &settled);
        let mut lemmas = found.lemmas.clone();
        lemmas.extend(self.accepted_heads(found, system));
        let preds = found.model.formulas.keys().chain(lemmas.keys()).copied().collect();
        let mut invariants = self.describe(found.encoding, &lemmas, &preds);
        self.mark_passed_over(found, &lemmas, &mut invariants);
        self.say_what_suggested(found, &mut invariants);
        self.certified.push(Certified::from_proposal(&stages, found, laws));
        self.lemmas = Some(found.lemmas.values().map(|l| l.len() as u64).sum());
        invariants.into_iter().for_each(|i| add_invariant(i, &mut self.invariants));
        for ((claim, settled), unreached) in self.claims.iter_mut().zip(settled).zip(unreached) {
            if settled {
                claim.verdict = Some(Verdict::Certified);
            }
            claim.unreached |= unreached;
        }
        Ok(())
    }

    fn derivation(&mut self, encoding: Encoding, found: &Derivation) -> Result<(), FailureReason> {
        let stages = self.stages_of(encoding);
        check::derivation::verify(&stages.simplified, found)
            .map_err(|why| FailureReason::Rejected(why.to_string()))?;
        let of = |c: &&mut Claim| c.is_violated_by(found.clause, encoding, &stages);
        for claim in self.claims.iter_mut().filter(of) {
            match encoding {
                Encoding::SmallBlock => claim.derivation = Some(found.clone()),
                Encoding::LargeBlock => claim.merged = Some(found.clone()),
            }
        }
        Ok(())
    }
}

/// The clauses of single steps and the settings to merge them, unless they are merged already, there
/// are too many, or the user's choice is about single steps.
fn mergeable(input: &Input, most: usize) -> Option<(System, Settings)> {
    let (system, settings) = (input.system.as_ref()?, &input.settings);
    let by_hand = settings.policy.heuristic == Heuristic::Manual;
    let few = system.clauses.len() <= most;
    (input.program.is_some() && few && !settings.large_blocks && !by_hand)
        .then(|| (system.clone(), Settings { large_blocks: true, ..settings.clone() }))
}

/// Proves the obligations of a model, each within so many steps, and lets `check/` verify model and
/// proofs: the laws of products that these need.
fn checked_model(
    system: &System,
    model: &Model,
    skip: &dyn Fn(&Clause) -> bool,
    steps: u64,
) -> Result<BTreeSet<ProductLaw>, FailureReason> {
    let obligations = check::model::obligations(system, model, skip);
    let mut proofs: Vec<Proof> = vec![];
    for obligation in &obligations.map_err(rejected)? {
        match lia::prove(&obligation.formulas, &mut Budget::steps(steps)) {
            Ok(lia::Outcome::Unsat(proof)) => proofs.push(proof),
            Ok(lia::Outcome::Sat(_)) => {
                let clause = obligation.clause.0;
                return Err(FailureReason::Rejected(format!("clause {clause} does not hold")));
            }
            Ok(lia::Outcome::Unknown(_)) => {
                let clause = obligation.clause.0;
                return Err(FailureReason::TooHard(format!(
                    "the proof for clause {clause} takes too long"
                )));
            }
            Err(e) => return Err(FailureReason::Rejected(e.to_string())),
        }
    }
    check::model::verify(system, model, skip, &proofs).map_err(rejected)
}

/// The reason why the checker does not accept a model.
fn rejected(why: ModelRejection) -> FailureReason {
    match why {
        ModelRejection::TooLarge => FailureReason::TooHard(why.to_string()),
        _ => FailureReason::Rejected(why.to_string()),
    }
}
