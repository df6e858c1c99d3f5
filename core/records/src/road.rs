//! The road from a program to array-free clauses, stage by stage and step by step.

use crate::graph::Drawing;
use crate::stages::{Phase, StageInfo, StageKey};
use crate::subject::Subject;
use hornbook_abstraction::completeness::Completeness;
use hornbook_abstraction::eliminate::{Instantiated, Setting};
use hornbook_abstraction::heuristic::{Heuristic, Policy};
use hornbook_abstraction::sigma::{Abstraction, Wanted};
use hornbook_base::{Diagnostic, Span};
use hornbook_horn::cfg::Graph;
use hornbook_horn::classify::Handling;
use hornbook_horn::{ClauseId, Said, System};
use hornbook_lang::calls::CallHandling;
use hornbook_lang::typed::AssertId;
use hornbook_tasks::choices::Named;
use serde::{Deserialize, Serialize};

/// All stages but solving, for one text.
#[derive(Clone, Serialize, Deserialize)]
pub struct Road {
    /// [`crate::VERSION`].
    pub version: u32,
    /// What is to be said about the text.
    pub diagnostics: Vec<Diagnostic>,
    /// What the text itself has chosen, in words: `abstraction cell2`.
    pub own: Vec<String>,
    /// What the text itself asks for, also where the user has chosen something else.
    #[serde(default)]
    pub wishes: Wishes,
    /// What people call the variables that the clauses have under another name.
    #[serde(default)]
    pub names: Vec<(String, String)>,
    /// What becomes of calls of the program's functions, and why.
    #[serde(default)]
    pub calls: Vec<CallHandling>,
    /// The control-flow graph of the program in the stage of clauses; `None` when the text has errors.
    pub drawing: Option<Drawing>,
    /// The graphs of the functions whose calls are not written out, in the order of the text.
    #[serde(default)]
    pub functions: Vec<Drawing>,
    /// The stages that are shown, in order, as the method gives them.
    pub stage_list: Vec<StageInfo>,
    /// What the method did to the text before there were clauses.
    pub steps: Vec<Step>,
    /// What the stages come to; `None` when the text has errors.
    pub stages: Option<Stages>,
}

/// What a text asks for; it holds where its user leaves the choice open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wishes {
    /// The method that looks for the verdict.
    #[serde(default, with = "as_text")]
    pub method: Option<Named>,
    /// The abstraction of arrays.
    #[serde(with = "as_text")]
    pub abstraction: Option<Wanted>,
    /// How cells are chosen.
    #[serde(with = "as_text")]
    pub heuristic: Option<Heuristic>,
}

/// What is chosen, as people write it.
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
    /// All clauses at some time.
    pub fn system_at(&self, phase: Phase) -> &System {
        match phase {
            Phase::Concrete => &self.concrete,
            Phase::Abstracted => &self.abstracted,
            Phase::Eliminated => &self.eliminated,
            Phase::Simplified => &self.simplified,
        }
    }

    /// What the elimination of any clause needs.
    pub fn setting(&self) -> Setting<'_> {
        Setting {
            concrete: &self.concrete,
            abstracted: &self.abstracted,
            abstraction: &self.abstraction,
            policy: &self.policy,
        }
    }
}

/// What a list of clauses says about each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseSummary {
    /// Which clause.
    pub id: ClauseId,
    /// The source range it comes from.
    pub span: Span,
    /// The line on which that range starts, from 1.
    pub line: u32,
    /// What that piece of program does, in a few words.
    pub what: String,
    /// What its expressions have become.
    pub said: Vec<Said>,
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
pub struct Step {
    /// The stage it belongs to.
    pub stage: StageKey,
    /// The rule's name.
    pub rule: String,
    /// Where the rule comes from, such as `T Algorithm 2, step 2`; empty for rules of our own.
    pub paper: String,
    /// What happens, in one plain sentence.
    pub sentence: String,
    /// What there was before.
    pub before: Subject,
    /// What there is after.
    pub after: Subject,
    /// The call to `insts` that decided this step of a clause: an index into
    /// [`ClauseStory::calls`].
    pub call: Option<usize>,
    /// Whether information may be lost by the rule itself.
    pub may_lose: bool,
}

impl Step {
    /// The rule's name as words: `GoalDefinitions` is `goal definitions`.
    pub fn rule_in_words(&self) -> String {
        let mut out = String::new();
        for c in self.rule.chars() {
            if c.is_ascii_uppercase() && !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
            out.push(c.to_ascii_lowercase());
        }
        out
    }
}

/// Everything that happened to one clause, made on demand.
#[derive(Clone, Serialize, Deserialize)]
pub struct ClauseStory {
    /// [`crate::VERSION`].
    pub version: u32,
    /// Which clause.
    pub id: ClauseId,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The calls to `insts`, with their call trees of `relevant`.
    pub calls: Vec<Instantiated>,
    /// Against which of the calls a witness of incompleteness was found and checked; nothing where
    /// nobody has looked for one.
    #[serde(default)]
    pub incomplete: Vec<usize>,
    /// What is not in this record because it would be too large.
    #[serde(default)]
    pub left_out: Unrecorded,
}

/// How much of a story is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unrecorded {
    /// Steps between the others; the first and the last one are always there.
    pub steps: usize,
    /// Calls of searches for cells and of compositions that were left out for their number. A search that stands in two
    /// places says in the second how many calls are inside; these are recorded in the first, and not counted here.
    pub calls: usize,
}

/// The calls of searches for cells that a story keeps.
const CALLS: usize = 2_000;
/// Those that all stories of an explanation keep together: a program with many arrays has many clauses, and
/// each of these a search for each array.
pub const ALL_CALLS: usize = 20_000;
/// About as many terms the steps of a story name.
const TERMS: usize = 100_000;

impl Unrecorded {
    /// What is missing in words, if something is.
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
    /// Leaves out calls of searches for cells when `calls` of them are kept already.
    pub fn keep_calls(&mut self, calls: &mut usize) {
        let shorten = |done: &mut Instantiated| done.call.shorten(calls);
        self.left_out.calls += self.calls.iter_mut().map(shorten).sum::<usize>();
    }

    /// Leaves out what would make the record too large, and says how much it is.
    pub fn shorten(&mut self) {
        let mut calls = CALLS;
        self.keep_calls(&mut calls);
        let last = self.steps.len().saturating_sub(1);
        let (mut n, mut terms) = (0, 0);
        self.steps.retain(|step| {
            terms += step.before.terms() + step.after.terms();
            let kept = n == 0 || n == last || terms <= TERMS;
            self.left_out.steps += usize::from(!kept);
            n += 1;
            kept
        });
    }
}
