//! Outcomes of solving: verdicts, runs, derivations, and progress.

pub mod frames;

use self::frames::Frame;
use crate::attempts::Attempts;
use crate::certificate::ModelText;
use crate::instrumented::InstrumentedProgram;
use crate::invariant::Invariant;
use crate::judgement::Judgement;
use crate::open_claims::OpenClaim;
use crate::run_warnings::RunWarning;
use crate::strategies::StrategyRecord;
use crate::tasks::TaskRecord;
use hornbook_base::{Int, Span};
use hornbook_evidence::laws::ProductLaw;
use hornbook_horn::Term;
use hornbook_lang::typed::{AssertId, AssertionKind};
use hornbook_tasks::method_result::ProofKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The choice by which calls do not go by contracts, as reasons name it. The page and the command line name their own
/// menu and option in its place.
pub const MODULAR_CALLS: &str = "the choice `modular` for calls";

/// A verdict on an assertion or on the whole program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Verdict {
    /// No run violates the assertion; the invariants are in [`Outcome::invariants`] and were
    /// accepted by `check/`.
    Certified,
    /// This run violates it; the interpreter replayed it.
    Buggy(Box<Run>),
    /// Clauses that were read from a file contradict each other as they stand, before any
    /// abstraction: there is no program to run, this derivation of `false` is the evidence. `check/`
    /// accepted it for the given clauses themselves.
    Refuted(TreeNode),
    /// The given invariants do not show it: this run violates it, in which each loop begins in any state that its
    /// given invariants allow; the interpreter replayed it.
    NotShown(Box<Run>),
    /// The abstract clauses contradict each other, but no run was found that violates the
    /// assertion: these clauses cannot prove it.
    TooWeak {
        /// How the abstract clauses derive a contradiction; accepted by `check/`.
        tree: TreeNode,
        /// The possible cause, in plain words.
        why: String,
        /// Whether another abstraction could help: something is abstracted.
        #[serde(default = "yes")]
        abstracted: bool,
        /// A choice beside the abstraction that the clauses of the contradiction depend on.
        #[serde(default)]
        beside: Option<WeakChoice>,
    },
    /// No answer.
    Unknown(UnknownReason),
    /// The program claims nothing, so there is nothing to be certified.
    NothingAsserted,
}

/// A choice beside the abstraction that may be the reason why a claim is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeakChoice {
    /// Calls go by contracts.
    Contracts,
    /// The heuristic left out cells that can matter.
    Cells,
}

fn yes() -> bool {
    true
}

impl Verdict {
    /// The verdict's name: `certified`, `buggy`, `too-weak`, `unknown`, `nothing-asserted`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Certified => "certified",
            Verdict::Buggy(_) | Verdict::Refuted(_) => "buggy",
            Verdict::TooWeak { .. } | Verdict::NotShown(_) => "too-weak",
            Verdict::Unknown(_) => "unknown",
            Verdict::NothingAsserted => "nothing-asserted",
        }
    }
}

impl Verdict {
    /// The rank of the verdict: the least one on an assertion is that on the whole.
    pub fn rank(&self) -> usize {
        match self {
            Verdict::Buggy(_) | Verdict::Refuted(_) => 0,
            Verdict::TooWeak { .. } | Verdict::NotShown(_) => 1,
            Verdict::Unknown(_) => 2,
            Verdict::Certified | Verdict::NothingAsserted => 3,
        }
    }

    /// Whether it decides the assertion, one way or the other.
    pub fn settles(&self) -> bool {
        match self {
            Verdict::Certified | Verdict::Buggy(_) | Verdict::Refuted(_) => true,
            Verdict::TooWeak { .. }
            | Verdict::NotShown(_)
            | Verdict::Unknown(_)
            | Verdict::NothingAsserted => false,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnknownReason {
    /// The budget ran out.
    Budget,
    /// The user stopped the search.
    Stopped,
    /// The clauses have something that the solver does not decide; the text says what.
    Unsupported(String),
    /// A question was too hard; the text says which.
    TooHard(String),
    /// It follows from a contract that is not certified itself; the text says which.
    RestsOn(String),
    /// The vocabulary of the search is exhausted: neither an invariant nor a contradiction can
    /// be said with it.
    Vocabulary,
    /// A result was found but `check/` did not accept it; the text says why. This is a defect of
    /// Hornbook.
    Rejected(String),
}

impl UnknownReason {
    /// One plain sentence.
    pub fn describe(&self) -> String {
        match self {
            UnknownReason::Budget => "the budget ran out before an answer was found".into(),
            UnknownReason::Stopped => "the search was stopped".into(),
            UnknownReason::Unsupported(what) => format!("the solver does not support {what}"),
            UnknownReason::TooHard(what) => what.clone(),
            UnknownReason::RestsOn(what) => format!("it rests on {what}, which is not certified"),
            UnknownReason::Vocabulary => {
                "no invariant can be built from the facts that the solver looked at".into()
            }
            UnknownReason::Rejected(why) => {
                format!("an answer was found but did not pass its own check ({why})")
            }
        }
    }
}

/// The verdict on one assertion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssertionOutcome {
    /// Which assertion; `None` for a clause that was read from a file.
    pub id: Option<AssertId>,
    /// Its place.
    pub span: Span,
    /// The line on which it starts, from 1.
    pub line: u32,
    /// The column at which it starts, in characters from 1.
    pub column: u32,
    /// Who makes the claim.
    pub kind: AssertionKind,
    /// The verdict.
    pub verdict: Verdict,
    /// Whether it is certified because no run comes to it. `false` says nothing.
    #[serde(default)]
    pub unreached: bool,
    /// The kind of proof that it is certified by, where that is known.
    #[serde(default)]
    pub proof: Option<ProofKind>,
    /// By what it is certified, in words, where the method has several ways; those count that were checked.
    #[serde(default)]
    pub by: Vec<String>,
}

impl AssertionOutcome {
    /// Whether the verdict on the whole depends on it: hints are only meant to help.
    pub fn counts(&self) -> bool {
        self.kind != AssertionKind::Hint
    }

    /// Whether it is certified by such a proof.
    pub fn is_proved_by(&self, kinds: fn(ProofKind) -> bool) -> bool {
        self.verdict == Verdict::Certified && self.proof.is_some_and(kinds)
    }
}

/// Counts of the work done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Questions put to the integer solver.
    pub questions: u64,
    /// Lemmas in use at the end.
    pub lemmas: u64,
    /// Atoms in the vocabulary.
    pub atoms: u64,
    /// Steps of the budget spent.
    pub steps: u64,
}

/// The answer for a whole program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// [`crate::VERSION`].
    pub version: u32,
    /// The program's verdict: `buggy` if an assertion is, else `too weak` or `unknown` if one is,
    /// else `certified`.
    pub verdict: Verdict,
    /// One verdict for each assertion, in the order of the text.
    pub assertions: Vec<AssertionOutcome>,
    /// The invariants of the loops, when something was certified.
    pub invariants: Vec<Invariant>,
    /// The models of the final clauses that the invariants come from, one for each group of
    /// assertions that were certified together.
    #[serde(default)]
    pub models: Vec<ModelText>,
    /// The laws of products that the proofs of what is certified need, each once.
    #[serde(default)]
    pub laws: Vec<ProductLaw>,
    /// The abstraction that the answer is for, if its choice was left to Hornbook.
    #[serde(default)]
    pub abstraction: Option<String>,
    /// Whether some certified claim rests on another abstraction than [`Outcome::abstraction`].
    #[serde(default)]
    pub mixes_abstractions: bool,
    /// A stronger abstraction that certifies all that the chosen one is too weak for.
    #[serde(default)]
    pub advice: Option<String>,
    /// Whether the invariants are of clauses in which the steps between two loop heads are taken as
    /// one, since the given clauses did not lead to any.
    pub merged: bool,
    /// Whether the program was decided without abstraction and invariants: it has no loops, or all their rounds were
    /// looked at.
    #[serde(default)]
    pub exact: bool,
    /// The loops of which all rounds were looked at.
    #[serde(default)]
    pub rounds: Vec<LoopRounds>,
    /// Whether there is a loop, or a function that calls itself, of which nothing certified says that it ends: verdicts
    /// are about runs that do.
    #[serde(default)]
    pub may_not_end: bool,
    /// The judgement of the lines about loops, where they are to suffice as they are given.
    #[serde(default)]
    pub judgement: Option<Judgement>,
    /// The work done.
    pub statistics: Statistics,
    /// The subtasks of the method.
    #[serde(default)]
    pub tasks: Vec<TaskRecord>,
    /// The instrumentations that were tried.
    #[serde(default)]
    pub attempts: Attempts,
    /// The programs with ghost variables on which what is certified rests.
    #[serde(default)]
    pub instrumented: Vec<InstrumentedProgram>,
    /// The strategies that were tried.
    #[serde(default)]
    pub strategies: Vec<StrategyRecord>,
    /// The claims without an answer, with what may help.
    #[serde(default)]
    pub open: Vec<OpenClaim>,
    /// Facts that short runs show and that the verdict says nothing of.
    #[serde(default)]
    pub warnings: Vec<RunWarning>,
}

/// A loop whose rounds were all looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopRounds {
    /// Its line.
    pub line: u32,
    /// The most rounds in one run, over all times that control comes to the loop.
    pub rounds: usize,
}

/// The steps of a search after which a second look for a shorter invariant is worth it: the other strategies begin
/// anew, and find nothing in less.
const SECOND_LOOK_STEPS: u64 = 50_000;

impl Outcome {
    /// The certified claims.
    pub fn certified(&self) -> impl Iterator<Item = &AssertionOutcome> {
        self.assertions.iter().filter(|a| a.verdict == Verdict::Certified)
    }

    /// Whether each certified claim has such a proof; there is one at least.
    pub fn is_proved_by(&self, kinds: fn(ProofKind) -> bool) -> bool {
        self.certified().next().is_some() && self.certified().all(|a| a.is_proved_by(kinds))
    }

    /// Whether each certified claim was proved without abstraction and without invariants.
    pub fn is_exact(&self) -> bool {
        self.exact || self.is_proved_by(ProofKind::is_exact)
    }

    /// Whether each certified claim rests on invariants of the clauses of the text, with the abstraction that is named.
    pub fn rests_on_abstraction(&self) -> bool {
        !self.mixes_abstractions && self.is_proved_by(|kind| kind == ProofKind::Model)
    }

    /// Whether other strategies may find a shorter invariant than the one of this certified program, after a search long
    /// enough for that.
    pub fn deserves_second_look(&self) -> bool {
        let has_invariants = self.invariants.iter().any(|i| i.loop_head && !i.parts.is_empty());
        self.verdict == Verdict::Certified
            && self.judgement.is_none()
            && self.statistics.steps >= SECOND_LOOK_STEPS
            && has_invariants
            && self.rests_on_abstraction()
    }

    /// The sentence that says what was looked at, if claims were decided as they are.
    pub fn describe_exactness(&self) -> Option<String> {
        if self.rounds.is_empty() {
            let sentence = "There is no loop, so the program was decided as it is.";
            return self.exact.then(|| sentence.to_owned());
        }
        let one = |LoopRounds { line, rounds }: &LoopRounds| match rounds {
            1 => format!("that of line {line} has at most 1 round"),
            _ => format!("that of line {line} has at most {rounds} rounds"),
        };
        let all: Vec<String> = self.rounds.iter().map(one).collect();
        let all = all.join(", ");
        if self.is_exact() {
            return Some(format!("All rounds of the loops were looked at: {all}."));
        }
        let by_rounds = self.certified().filter(|a| a.is_proved_by(ProofKind::is_exact));
        let lines: BTreeSet<u32> = by_rounds.map(|a| a.line).collect();
        let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        let lines = lines.join(", ");
        Some(format!("For {noun} {lines} all rounds of these loops were looked at: {all}."))
    }

    /// The outcome with these verdicts and nothing else.
    pub fn from_assertions(assertions: Vec<AssertionOutcome>) -> Outcome {
        Outcome {
            version: crate::VERSION,
            verdict: combine_verdicts(&assertions),
            assertions,
            invariants: vec![],
            models: vec![],
            laws: vec![],
            abstraction: None,
            mixes_abstractions: false,
            advice: None,
            merged: false,
            exact: false,
            rounds: vec![],
            may_not_end: false,
            judgement: None,
            statistics: Statistics::default(),
            tasks: vec![],
            attempts: Attempts::default(),
            instrumented: vec![],
            strategies: vec![],
            open: vec![],
            warnings: vec![],
        }
    }
}

/// Combines verdicts on assertions into that on the whole.
fn combine_verdicts(assertions: &[AssertionOutcome]) -> Verdict {
    let worst = assertions.iter().filter(|a| a.counts()).min_by_key(|a| a.verdict.rank());
    worst.map_or(Verdict::Certified, |a| a.verdict.clone())
}

/// The progress of a search, for display while it runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The current activity, in a few words.
    pub doing: String,
    /// The depth of the search, from 0.
    pub round: u32,
    /// The work so far.
    pub statistics: Statistics,
    /// Lemmas found last, as text.
    pub lemmas: Vec<String>,
    /// The subtasks of the method.
    #[serde(default)]
    pub tasks: Vec<TaskRecord>,
    /// The instrumentations that were tried.
    #[serde(default)]
    pub attempts: Attempts,
}

/// A run of the program that violates an assertion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The assertion that fails.
    pub assert: AssertId,
    /// The steps up to and including the failing assertion; of very long runs the first and the
    /// last ones.
    pub steps: Vec<RunStep>,
    /// The calls that these steps are inside of, each behind the one in which it is made.
    #[serde(default)]
    pub frames: Vec<Frame>,
    /// The omitted steps of a very long run.
    #[serde(default)]
    pub left_out: Option<OmittedSteps>,
    /// The free choices that the run depends on, in words: `n = 1`, `a[0] = 1`, and
    /// `nondet() = 3 (line 7)` for one that no variable got. They are in the order of the run; if
    /// they are many, those that the failing assertion looks at come first. Whatever else is open
    /// does not matter, as the run overwrites it or never looks at it; only where whole arrays have
    /// to be equal, their other cells have to be so as well.
    pub choices: Vec<String>,
    /// The failing part of the assertion, where it is known.
    #[serde(default)]
    pub failure: Option<AssertionFailure>,
}

impl Run {
    /// The choices in one line, or the first of many.
    pub fn choices_in_short(&self) -> String {
        let rest = if self.choices.len() > SHOWN_CHOICES { ", .." } else { "" };
        let shown: Vec<&str> =
            self.choices.iter().take(SHOWN_CHOICES).map(String::as_str).collect();
        shown.join(", ") + rest
    }

    /// The choices that [`Run::choices_in_short`] leaves out.
    pub fn further_choices(&self) -> &[String] {
        self.choices.get(SHOWN_CHOICES..).unwrap_or_default()
    }
}

/// The greatest number of choices that are shown in one line.
pub const SHOWN_CHOICES: usize = 24;

/// The omitted steps of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OmittedSteps {
    /// The number of listed steps before them.
    pub after: usize,
    /// Their number.
    pub steps: usize,
}

/// The failing part of an assertion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssertionFailure {
    /// The bound variables of the quantifiers around the failing part, with values for which it fails:
    /// `k` and `0`.
    pub values: Vec<(String, String)>,
    /// The failing part, as it is written.
    pub claim: String,
    /// The variables and cells that this part reads, with their values: `a[0]` and `1`.
    pub reads: Vec<(String, String)>,
}

impl AssertionFailure {
    /// The end of a sentence: `for k = 0: a[0] = 1`, with a blank or a colon before it. Empty if
    /// there is nothing to add.
    pub fn describe(&self) -> String {
        let list = |pairs: &[(String, String)]| {
            let shown =
                pairs.iter().take(SHOWN_READS).map(|(name, value)| format!("{name} = {value}"));
            shown.collect::<Vec<_>>().join(", ")
        };
        let mut out = String::new();
        if !self.values.is_empty() {
            out = format!(" for {}", list(&self.values));
        }
        if !self.reads.is_empty() {
            out = format!("{out}: {}", list(&self.reads));
            if self.reads.len() > SHOWN_READS {
                out.push_str(", ..");
            }
        }
        out
    }
}

/// The greatest number of reads that are shown in one line.
const SHOWN_READS: usize = 12;

/// One step of a run and the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunStep {
    /// The statement or condition that was executed.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// The effect of the step, in words: `i = 1`, `i < n is false`.
    pub what: String,
    /// The scalars in scope with their values, in order of declaration: within a function its own.
    pub scalars: Vec<(String, String)>,
    /// The arrays in scope, in order of declaration.
    pub arrays: Vec<ArrayView>,
    /// The variables and cells that this step changed.
    pub changed: Vec<ChangedVariable>,
    /// The cells that this step read.
    pub read: Vec<(String, Vec<Int>)>,
    /// The innermost call that the run is inside of after it, by its place among [`Run::frames`];
    /// `None` outside of functions, and in runs that only stand beside something else.
    #[serde(default)]
    pub frame: Option<usize>,
}

/// The part of an array that is worth showing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayView {
    /// The array's name.
    pub name: String,
    /// Indices and values, ascending, without gaps where that is short enough.
    pub cells: Vec<(Vec<Int>, String)>,
}

/// A variable or a cell that a step changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedVariable {
    /// The variable.
    pub name: String,
    /// The indices of the cell; none for a whole variable.
    pub indices: Vec<Int>,
}

/// A node of a derivation in the abstract clauses: the instance at the root follows from those
/// of its children by a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// The derived fact: an instance of an abstract predicate, or `false` at the root.
    pub fact: Term,
    /// The program variables and cells that the arguments stand for, with their values: `n` and `2`, or
    /// `a[0]` and `1`. Empty if some argument is neither a variable nor a cell.
    #[serde(default)]
    pub state: Vec<(Term, Term)>,
    /// The source range of the clause that derives it.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// A remark about this step.
    #[serde(default)]
    pub remark: Option<DerivationRemark>,
    /// Whether an equal subtree comes before it, in the order from the root on.
    #[serde(default)]
    pub again: bool,
    /// The derivations of the premises.
    pub children: Vec<TreeNode>,
}

/// A remark about a step of a derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DerivationRemark {
    /// The step combines cells of different runs.
    #[serde(rename = "Mixes")]
    SpuriousStep,
    /// The step is one at which these runs diverge.
    #[serde(rename = "Parts")]
    Divergence,
}

impl DerivationRemark {
    /// The remark in a few words.
    pub fn describe(self) -> &'static str {
        match self {
            DerivationRemark::SpuriousStep => "cells of different runs",
            DerivationRemark::Divergence => "one of these runs",
        }
    }
}
