//! Reports of the work: its statistics, and the verdicts with their evidence.

use super::certifying::Certified;
use super::claims::Claim;
use super::deciding::Exact;
use super::judging::Verdicts;
use super::leaf::Leaf;
use super::{Input, TypedProgram};
use hornbook_abstraction::completeness::{Criterion, Truth};
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_chc::search::Encoding;
use hornbook_check as check;
use hornbook_evidence::derivation::{Derivation, Ground};
use hornbook_evidence::laws::ProductLaw;
use hornbook_evidence::model::Model;
use hornbook_explain as explain;
use hornbook_explain::certificate::{CertifiedModel, concretize, format_script};
use hornbook_explain::spurious_step::SpuriousStep;
use hornbook_horn::{Clause, ClauseId, Goal, Instance, Instruction, System};
use hornbook_lang::calls::rests_on;
use hornbook_lang::typed::{AssertId, AssertionKind};
use hornbook_records::outcome::MODULAR_CALLS;
use hornbook_records::{
    AssertionOutcome, LoopRounds, ModelText, Outcome, Stages, Statistics, TreeNode, UnknownReason,
    Verdict, WeakChoice,
};
use std::collections::{BTreeMap, BTreeSet};

/// The command that prints the clauses of the proofs.
const ABSTRACT: &str = "hornbook abstract FILE --stage final";

/// The subject of proofs where the program is decided as it is.
const WHOLE: &str = "\
Here nothing was abstracted: the program has no loops, or all their rounds are written out. There is one clause for each assertion, of all
the ways to it; of conditions on all cells it has what they say of the cells that it needs.";

impl Leaf {
    /// Proof obligations for certified claims, as an SMT-LIB script that other solvers can check.
    pub(crate) fn obligations(&self) -> String {
        let Verdicts { certified, invariants, options, lines, .. } = self.verdicts();
        let proved: Vec<CertifiedModel> = certified.iter().map(Certified::proved).collect();
        let clauses = match self.exact {
            Some(_) => WHOLE.to_owned(),
            None => format!("The clauses are those of:\n  {ABSTRACT} {options}"),
        };
        format_script(&proved, invariants, &clauses, lines)
    }

    /// Models of the clauses before abstraction, each for some of the certified claims; `None` if one of them
    /// has none.
    pub(crate) fn concrete_models(&self) -> Option<Vec<Model>> {
        let verdicts = self.verdicts();
        let concrete = |found: &Certified| {
            let encoding = match found.is_merged() {
                true => Encoding::LargeBlock,
                false => Encoding::SmallBlock,
            };
            concretize(&verdicts.stages_of(encoding), found.model())
        };
        verdicts.certified.iter().map(concrete).collect()
    }

    /// The laws of products that the proofs of certified claims need.
    pub(super) fn laws(&self) -> Vec<ProductLaw> {
        let all = self.verdicts().certified.iter().flat_map(|c| &c.laws);
        all.copied().collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The models as text.
    pub(super) fn models(&self) -> Vec<ModelText> {
        let Verdicts { certified, lines, .. } = self.verdicts();
        certified.iter().map(|c| c.proved().to_text(lines)).collect()
    }

    /// The present verdict on every assertion; an open one is `unknown` for the given reason, or, if all
    /// engines have ended, for the reason of the last failure.
    pub(crate) fn so_far(&self, reason: &UnknownReason, engines_ended: bool) -> Outcome {
        let mut assertions: Vec<AssertionOutcome> = vec![];
        for claim in &self.verdicts().claims {
            let outcome = self.assertion(claim, reason, engines_ended);
            // Loops and blocks can make several clauses of one assertion: the worst one counts.
            match assertions.iter_mut().find(|a| a.id.is_some() && a.id == outcome.id) {
                Some(known) if outcome.verdict.rank() < known.verdict.rank() => *known = outcome,
                Some(known) => known.unreached &= outcome.unreached,
                None => assertions.push(outcome),
            }
        }
        if let Some(program) = self.verdicts().program.as_ref().filter(|_| self.alone) {
            keep_what_rests(&mut assertions, &rests_on(program));
        }
        Outcome {
            invariants: self.verdicts().invariants.clone(),
            models: self.models(),
            laws: self.laws(),
            merged: self.verdicts().certified.iter().any(Certified::is_merged),
            exact: self.exact.as_ref().is_some_and(|exact| exact.is_whole),
            rounds: self.rounds(),
            statistics: self.statistics(),
            ..Outcome::from_assertions(assertions)
        }
    }

    /// The loops of which all rounds were looked at, in the order of the text.
    fn rounds(&self) -> Vec<LoopRounds> {
        let unwound = self.exact.iter().flat_map(|exact| &exact.rounds);
        let line = |span| self.verdicts().lines.line(span);
        let rounds = unwound.map(|it| LoopRounds { line: line(it.span), rounds: it.rounds });
        let mut rounds: Vec<LoopRounds> = rounds.collect();
        rounds.sort_by_key(|it| it.line);
        rounds
    }

    /// The statistics of the work so far.
    pub(super) fn statistics(&self) -> Statistics {
        let last = self.board.last();
        Statistics {
            questions: self.questions(),
            lemmas: self.verdicts().lemmas.unwrap_or(last.lemmas),
            atoms: last.atoms,
            steps: self.steps(),
        }
    }

    fn assertion(
        &self,
        claim: &Claim,
        reason: &UnknownReason,
        engines_ended: bool,
    ) -> AssertionOutcome {
        AssertionOutcome {
            id: claim.assert,
            span: claim.span,
            line: self.verdicts().lines.line(claim.span),
            column: self.verdicts().lines.line_column(claim.span.start).column,
            kind: kind(self.verdicts().program.as_ref(), claim.assert),
            verdict: self.verdict(claim, reason, engines_ended),
            unreached: claim.unreached && claim.verdict == Some(Verdict::Certified),
            proof: None,
            by: vec![],
        }
    }

    fn verdict(&self, claim: &Claim, reason: &UnknownReason, engines_ended: bool) -> Verdict {
        if let Some(verdict) = &claim.verdict {
            return verdict.clone();
        }
        let failure = || self.board.last_failure(claim.clause).filter(|_| engines_ended);
        let given_up = self.board.given_up(claim.clause).or_else(failure).cloned();
        let given_up = given_up.map(|why| self.verdicts().in_words(why));
        let unknown = || Verdict::Unknown(given_up.as_ref().unwrap_or(reason).clone());
        let (derivation, encoding) = match (&claim.derivation, &claim.merged) {
            (Some(derivation), _) => (derivation, Encoding::SmallBlock),
            (None, Some(derivation)) => (derivation, Encoding::LargeBlock),
            (None, None) => return unknown(),
        };
        if let Some(tree) = self.refuted(derivation).filter(|_| encoding == Encoding::SmallBlock) {
            return Verdict::Refuted(tree);
        }
        let stages = self.verdicts().stages_of(encoding);
        let tree = explain::tree::describe(&stages, &self.verdicts().lines, derivation);
        let Some(mut tree) = tree else { return unknown() };
        let spurious_step = self
            .verdicts()
            .program
            .as_ref()
            .and_then(|_| SpuriousStep::mark(&stages, derivation, &mut tree));
        explain::repetitions::mark_repetitions(&mut tree);
        let why = self.why_too_weak(&stages, derivation);
        let why = spurious_step
            .iter()
            .fold(why, |why, spurious_step| format!("{why}. {}", spurious_step.describe()));
        let abstracted = self.exact.is_none() && !stages.abstraction.keeps_all();
        let used = used_clauses(derivation);
        let beside = match contract_step(&stages, &used) {
            Some(_) => Some(WeakChoice::Contracts),
            None => leaves_cells_out(&stages, &used).then_some(WeakChoice::Cells),
        };
        Verdict::TooWeak { tree, why, abstracted, beside }
    }

    /// The derivation as one of the given clauses, if there is no program behind them and it
    /// derives `false` from them too, not only from what the abstraction made of them.
    fn refuted(&self, derivation: &Derivation) -> Option<TreeNode> {
        let given = &self.verdicts().given.concrete;
        let derivation = self
            .verdicts()
            .program
            .is_none()
            .then(|| completed(given, &self.verdicts().given.simplified, derivation))?;
        check::derivation::verify(given, &derivation).ok()?;
        let mut tree =
            explain::tree::describe_unabstracted(given, &self.verdicts().lines, &derivation)?;
        explain::repetitions::mark_repetitions(&mut tree);
        Some(tree)
    }

    /// The likely cause of a derivation, as far as the clauses that it applies tell.
    fn why_too_weak(&self, stages: &Stages, derivation: &Derivation) -> String {
        let used = used_clauses(derivation);
        let clauses = stages.concrete.clauses.iter();
        let opaque = clauses.filter(|c| used.contains(&c.id) && c.origin.opaque);
        // A cause in the claim itself is the likely one.
        let opaque = opaque.max_by_key(|c| c.id == derivation.clause);
        let lines = &self.verdicts().lines;
        let outside = |exact: &Exact| exact.outside(derivation.clause, lines);
        if let Some(outside) = self.exact.as_ref().and_then(outside) {
            return outside;
        }
        if let Some(clause) = opaque {
            let line = lines.line(opaque_step(stages, clause).origin.span);
            let more = match stages.abstraction.keeps_all() || self.exact.is_some() {
                true => {
                    "nothing else was abstracted, so no other abstraction helps; the program may be wrong, too"
                }
                false => "the abstraction may be too weak as well, or the program wrong",
            };
            return format!(
                "not all is known of a summary of a range, a number of occurrences or a division below a quantifier (line \
                 {line}); {more}"
            );
        }
        if let Some(step) = contract_step(stages, &used) {
            let line = lines.line(step.origin.span);
            let otherwise = match self.exact {
                Some(_) => "the program is wrong",
                None => "the abstraction is too weak or the program wrong",
            };
            return format!(
                "the contract that the call of line {line} goes by may say too little ({MODULAR_CALLS} goes by \
                 the function itself), or else {otherwise}"
            );
        }
        if self.exact.is_some() {
            return "nothing was abstracted and nothing was lost, but no run that was tried for it fails"
                .to_owned();
        }
        let mut summaries = stages.clauses.iter().filter(|c| used.contains(&c.id));
        let too_weak = match self.verdicts().program {
            Some(_) => "unless the program is wrong, the abstraction",
            None => "unless the clauses contradict each other, the abstraction",
        };
        let lost = summaries.clone().find(|c| c.simplification_may_lose);
        if let Some(clause) = lost {
            return format!(
                "{too_weak} cannot express the invariant that is needed, or something was lost at \
                 line {}: a quantified condition or a guarded premise was kept in part only",
                clause.line
            );
        }
        match summaries.find(|c| !matches!(c.completeness.truth, Truth::Complete(_))) {
            Some(clause) => {
                let heuristic = stages.policy.heuristic;
                let by_hand = heuristic == Heuristic::Manual;
                let reason = match clause.completeness.criterion {
                    Criterion::LeftOut(_) if by_hand => {
                        "the cells named by hand leave out some that can matter".to_owned()
                    }
                    Criterion::LeftOut(_) => {
                        format!("the heuristic {heuristic} leaves out cells that can matter")
                    }
                    Criterion::TopReached(_) if !by_hand => {
                        "it is not known which cells matter: naming them by hand may help".into()
                    }
                    Criterion::TopReached(_) | Criterion::TopFree => {
                        "the choice of instances is not proved complete".to_owned()
                    }
                };
                format!(
                    "{too_weak} cannot express the invariant that is needed, or something was lost \
                     at line {}, where {reason}",
                    clause.line
                )
            }
            // Merged steps leave fewer points, which need fewer facts.
            None if stages.steps.is_none() && self.verdicts().program.is_some() => format!(
                "the elimination lost nothing here; {too_weak} itself cannot express an invariant \
                 that is needed between two steps"
            ),
            None => format!(
                "the elimination lost nothing here; {too_weak} itself cannot express the invariant \
                 that is needed"
            ),
        }
    }
}

/// Whether the heuristic left out cells of a used clause that can matter.
fn leaves_cells_out(stages: &Stages, used: &BTreeSet<ClauseId>) -> bool {
    let mut summaries = stages.clauses.iter().filter(|c| used.contains(&c.id));
    summaries.any(|c| matches!(c.completeness.criterion, Criterion::LeftOut(_)))
}

/// The first used step that goes by the contract of a function.
fn contract_step<'s>(stages: &'s Stages, used: &BTreeSet<ClauseId>) -> Option<&'s Clause> {
    let used_clauses = stages.concrete.clauses.iter().filter(|c| used.contains(&c.id));
    used_clauses.into_iter().find_map(|clause| {
        let own = stages.steps.iter().flat_map(|system| &system.clauses);
        let mut own = own.filter(|step| clause.origin.parts.contains(&step.id)).chain([clause]);
        own.find(|step| step.origin.instruction == Instruction::Contract)
    })
}

/// Withdraws verdicts that rest on contracts that are not certified themselves.
pub fn keep_what_rests(
    assertions: &mut [AssertionOutcome],
    rests_on: &BTreeMap<AssertId, BTreeSet<AssertId>>,
) {
    loop {
        let open = |a: &&AssertionOutcome| a.verdict != Verdict::Certified;
        let open: Vec<(Option<AssertId>, AssertionKind, u32)> =
            assertions.iter().filter(open).map(|a| (a.id, a.kind, a.line)).collect();
        let missing = |a: &AssertionOutcome| {
            let needed = rests_on.get(&a.id?)?;
            open.iter().find(|(id, ..)| id.is_some_and(|id| needed.contains(&id)))
        };
        let certified = |a: &&mut AssertionOutcome| a.verdict == Verdict::Certified;
        let mut changed = false;
        for assertion in assertions.iter_mut().filter(certified) {
            let Some((_, kind, line)) = missing(assertion) else { continue };
            let what = match kind {
                AssertionKind::Requires => "what the call needs",
                _ => "the contract",
            };
            let reason = UnknownReason::RestsOn(format!("{what} of line {line}"));
            (assertion.verdict, assertion.unreached) = (Verdict::Unknown(reason), false);
            assertion.proof = None;
            changed = true;
        }
        if !changed {
            return;
        }
    }
}

/// The outcome for an input without any results, for the given reason.
pub fn unanswered(input: &Input, reason: &UnknownReason) -> Outcome {
    let mut assertions: Vec<AssertionOutcome> = vec![];
    for clause in input.system.iter().flat_map(|s| &s.clauses) {
        let (id, span) = (clause.origin.assert, clause.origin.span);
        let known = id.is_some() && assertions.iter().any(|a| a.id == id);
        if known || !matches!(clause.goal, Goal::Cond(_)) {
            continue;
        }
        assertions.push(AssertionOutcome {
            id,
            span,
            line: input.lines.line(span),
            column: input.lines.line_column(span.start).column,
            kind: kind(input.program.as_ref(), id),
            verdict: Verdict::Unknown(reason.clone()),
            unreached: false,
            proof: None,
            by: vec![],
        });
    }
    Outcome::from_assertions(assertions)
}

fn kind(program: Option<&TypedProgram>, id: Option<AssertId>) -> AssertionKind {
    let assertion = program.zip(id).and_then(|(p, id)| p.asserts.get(id.0 as usize));
    assertion.map_or(AssertionKind::Asserted, |a| a.kind)
}

/// The step of a clause, if it has several, with an arbitrary value.
fn opaque_step<'c>(stages: &'c Stages, clause: &'c Clause) -> &'c Clause {
    let steps = stages.steps.iter().flat_map(|system| &system.clauses);
    let mut own = steps.filter(|step| clause.origin.parts.contains(&step.id));
    own.find(|step| step.origin.opaque).unwrap_or(clause)
}

/// The clauses that a derivation applies.
fn used_clauses(derivation: &Derivation) -> BTreeSet<ClauseId> {
    let below = derivation.children.iter().flat_map(used_clauses);
    below.chain([derivation.clause]).collect()
}

/// A derivation in the `simplified` clauses as one in the `given` ones: scalars that the stages
/// found superfluous get some value, and equal premises that became one have the same derivation.
fn completed(given: &System, simplified: &System, derivation: &Derivation) -> Derivation {
    let below = derivation.children.iter().map(|c| completed(given, simplified, c));
    let (clause, values) = (derivation.clause, derivation.values.clone());
    let mut out = Derivation { clause, values, children: below.collect() };
    let Some(clause) = given.clause(out.clause) else { return out };
    let left: Vec<&Instance> =
        simplified.clause(out.clause).into_iter().flat_map(Clause::instances).collect();
    let place = |i: &Instance| left.iter().position(|l| l.pred == i.pred && l.args == i.args);
    let places: Option<Vec<usize>> = clause.instances().map(place).collect();
    if let Some(places) = places {
        out.children = places.iter().filter_map(|n| out.children.get(*n).cloned()).collect();
    }
    for v in clause.free_vars() {
        let any = Ground::default_for(&v.sort);
        out.values.entry(v).or_insert(any);
    }
    out
}
