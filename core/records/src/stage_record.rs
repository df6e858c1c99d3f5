//! The stages from a program to array-free clauses, with their steps.

use crate::graph::Drawing;
use crate::stages::{Phase, StageInfo, StageKey};
use crate::subject::Subject;
use hornbook_abstraction::completeness::Completeness;
use hornbook_abstraction::eliminate::{Instantiated, Setting};
use hornbook_abstraction::heuristic::{Heuristic, Policy};
use hornbook_abstraction::sigma::{Abstraction, ChosenAbstraction};
use hornbook_base::text::name_as_words;
use hornbook_base::{Diagnostic, Span};
use hornbook_horn::cfg::Graph;
use hornbook_horn::classify::Handling;
use hornbook_horn::{ClauseId, ExprTerm, System};
use hornbook_lang::calls::CallHandling;
use hornbook_lang::typed::AssertId;
use hornbook_tasks::choices::MethodChoice;
use serde::{Deserialize, Serialize};

/// All stages but solving, for one text.
#[derive(Clone, Serialize, Deserialize)]
pub struct StageRecord {
    /// [`crate::VERSION`].
    pub version: u32,
    /// Errors and warnings about the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The options that the text itself sets, in words: `abstraction cell2`.
    pub own: Vec<String>,
    /// The options that the pragmas of the text set, also where the user has chosen something else.
    #[serde(default)]
    pub wishes: PragmaOptions,
    /// The source names of the variables that the clauses rename.
    #[serde(default)]
    pub names: Vec<(String, String)>,
    /// The handling of calls of each function, with its reason.
    #[serde(default)]
    pub calls: Vec<CallHandling>,
    /// The control-flow graph of the program in the stage of clauses; `None` when the text has errors.
    pub drawing: Option<Drawing>,
    /// The graphs of the functions whose calls are not written out, in the order of the text.
    #[serde(default)]
    pub functions: Vec<Drawing>,
    /// The stages that are shown, in order, as the method gives them.
    pub stage_list: Vec<StageInfo>,
    /// The steps of the method before there were clauses.
    pub steps: Vec<RuleStep>,
    /// The clauses of each stage; `None` when the text has errors.
    pub stages: Option<Stages>,
}

/// The options that pragmas of a text set; they hold where the user leaves the choice open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PragmaOptions {
    /// The method that looks for the verdict.
    #[serde(default, with = "as_text")]
    pub method: Option<MethodChoice>,
    /// The abstraction of arrays.
    #[serde(with = "as_text")]
    pub abstraction: Option<ChosenAbstraction>,
    /// How cells are chosen.
    #[serde(with = "as_text")]
    pub heuristic: Option<Heuristic>,
}

/// Options as the text that pragmas have.
mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::fmt::Display;
    use std::str::FromStr;

    pub(super) fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(serializer)
    }

    pub(super) fn deserialize<'de, T: FromStr, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error>
    where
        T::Err: Display,
    {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

/// The systems of clauses. Clause numbers are the same in all of them but `steps`.
#[derive(Clone, Serialize, Deserialize)]
pub struct Stages {
    /// The clauses of single steps that `concrete` was merged from, where steps are merged; its
    /// clauses name them as their parts.
    pub steps: Option<System>,
    /// The control-flow graph of `concrete`.
    pub graph: Graph,
    /// One predicate for each program point that is kept, with arrays (T Sec. 2.1).
    pub concrete: System,
    /// After `abstract` (T Algorithm 1).
    pub abstracted: System,
    /// After `eliminate` (T Algorithm 2).
    pub eliminated: System,
    /// After simplification: no arrays, no quantifiers.
    pub simplified: System,
    /// The abstraction of each predicate.
    pub abstraction: Abstraction,
    /// How the instances of premises were chosen.
    pub policy: Policy,
    /// One entry for each clause, in the order of their numbers.
    pub clauses: Vec<ClauseSummary>,
    /// The completeness of all calls together.
    pub completeness: Completeness,
}

impl Stages {
    /// The clauses after a phase.
    pub fn system_at(&self, phase: Phase) -> &System {
        match phase {
            Phase::Concrete => &self.concrete,
            Phase::Abstracted => &self.abstracted,
            Phase::Eliminated => &self.eliminated,
            Phase::Simplified => &self.simplified,
        }
    }

    /// The parameters of `eliminate`, for any clause.
    pub fn setting(&self) -> Setting<'_> {
        Setting {
            concrete: &self.concrete,
            abstracted: &self.abstracted,
            abstraction: &self.abstraction,
            policy: &self.policy,
        }
    }
}

/// The summary of a clause for lists of clauses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseSummary {
    /// Which clause.
    pub id: ClauseId,
    /// The source range it comes from.
    pub span: Span,
    /// The line on which that range starts, from 1.
    pub line: u32,
    /// The step of the program, in a few words.
    pub what: String,
    /// The terms that stand for its expressions.
    pub said: Vec<ExprTerm>,
    /// The assertion, for assertion clauses.
    pub assert: Option<AssertId>,
    /// The class of the concrete clause in the thesis's words.
    pub class: Vec<String>,
    /// Whether the thesis's scheme copes with such a clause, and why (T Table 6.2).
    pub handling: Handling,
    /// The class of the final clause in the thesis's words.
    pub final_class: Vec<String>,
    /// The completeness of all its calls to `insts` together.
    pub completeness: Completeness,
    /// Whether a rule of the simplification left something of a condition out.
    pub simplification_may_lose: bool,
}

/// One rule applied to one thing, such as a clause.
#[derive(Clone, Serialize, Deserialize)]
pub struct RuleStep {
    /// The stage it belongs to.
    pub stage: StageKey,
    /// The rule's name.
    pub rule: String,
    /// Where the rule comes from, such as `T Algorithm 2, step 2`; empty for rules of our own.
    pub paper: String,
    /// A plain sentence about the step.
    pub sentence: String,
    /// The subject before the step.
    pub before: Subject,
    /// The subject after the step.
    pub after: Subject,
    /// The call to `insts` that decided this step of a clause: an index into
    /// [`ClauseStory::calls`].
    pub call: Option<usize>,
    /// Whether information may be lost by the rule itself.
    pub may_lose: bool,
}

impl RuleStep {
    /// The rule's name as words: `GoalDefinitions` is `goal definitions`.
    pub fn rule_in_words(&self) -> String {
        name_as_words(&self.rule)
    }
}

/// All steps of the rewriting of a clause, made on demand.
#[derive(Clone, Serialize, Deserialize)]
pub struct ClauseStory {
    /// [`crate::VERSION`].
    pub version: u32,
    /// Which clause.
    pub id: ClauseId,
    /// The steps in order.
    pub steps: Vec<RuleStep>,
    /// The calls to `insts`, with their call trees of `relevant`.
    pub calls: Vec<Instantiated>,
    /// Against which of the calls a witness of incompleteness was found and checked; nothing where
    /// nobody has looked for one.
    #[serde(default)]
    pub incomplete: Vec<usize>,
    /// The number of steps and calls that were too many for this record.
    #[serde(default)]
    pub left_out: OmittedDetails,
}

/// The numbers of steps and calls that a clause story omits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OmittedDetails {
    /// Steps between the others; the first and the last one are always there.
    pub steps: usize,
    /// Calls of searches for cells and of compositions that were left out for their number. A search that
    /// stands in two places says in the second how many calls are inside; these are recorded in the first,
    /// and not counted here.
    pub calls: usize,
}

/// The calls of searches for cells that a clause story keeps.
const MAX_CALLS: usize = 2_000;
/// The calls that all clause stories of an explanation keep together.
pub const MAX_RECORDED_CALLS: usize = 20_000;
/// The terms that the steps of a clause story name, approximately.
const MAX_TERMS: usize = 100_000;

impl OmittedDetails {
    /// A sentence about the omitted details, if there are some.
    pub fn describe(self) -> Option<String> {
        let count = |n: usize, what: &str| match n {
            0 => None,
            1 => Some(format!("1 {what}")),
            n => Some(format!("{n} {what}s")),
        };
        let parts = [count(self.steps, "step"), count(self.calls, "call")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let is = if self.steps + self.calls == 1 { "is" } else { "are" };
        let what = parts.join(" and ");
        (!parts.is_empty()).then(|| format!("{what} {is} not shown, as there is too much of this."))
    }
}

impl ClauseStory {
    /// Shortens the call trees to the `calls` that may still be kept.
    pub fn keep_calls(&mut self, calls: &mut usize) {
        let shorten = |done: &mut Instantiated| done.call.shorten(calls);
        self.left_out.calls += self.calls.iter_mut().map(shorten).sum::<usize>();
    }

    /// Omits calls and steps beyond the limits, and counts them.
    pub fn shorten(&mut self) {
        let mut calls = MAX_CALLS;
        self.keep_calls(&mut calls);
        let last = self.steps.len().saturating_sub(1);
        let (mut n, mut terms) = (0, 0);
        self.steps.retain(|step| {
            terms += step.before.count_terms() + step.after.count_terms();
            let kept = n == 0 || n == last || terms <= MAX_TERMS;
            self.left_out.steps += usize::from(!kept);
            n += 1;
            kept
        });
    }
}
