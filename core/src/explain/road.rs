//! The road from a program to array-free clauses, stage by stage and step by step.

use super::graph::Drawing;
use crate::abstraction::completeness::Completeness;
use crate::abstraction::eliminate::{Instantiated, Setting};
use crate::abstraction::heuristic::Policy;
use crate::abstraction::sigma::Abstraction;
use crate::base::{Diagnostic, Span};
use crate::horn::cfg::Graph;
use crate::horn::classify::Handling;
use crate::horn::{Clause, ClauseId, Said, System};
use crate::lang::typed::AssertId;
use serde::{Deserialize, Serialize};

/// All stages but solving, for one text.
#[derive(Clone, Serialize, Deserialize)]
pub struct Road {
    /// [`super::VERSION`].
    pub version: u32,
    /// What is to be said about the text.
    pub diagnostics: Vec<Diagnostic>,
    /// What the text itself has chosen, in words: `abstraction cell2`.
    pub own: Vec<String>,
    /// What the text itself asks for, also where the user has chosen something else.
    #[serde(default)]
    pub wishes: Wishes,
    /// The control-flow graph of the stage of clauses; `None` when the text has errors.
    pub drawing: Option<Drawing>,
    /// The stages; `None` when the text has errors.
    pub stages: Option<Stages>,
}

/// What a text asks for, as it is written there; it holds where its user leaves the choice open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wishes {
    /// The abstraction of arrays.
    pub abstraction: Option<String>,
    /// How cells are chosen.
    pub heuristic: Option<String>,
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

/// The stages that a step may belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// `abstract`.
    Abstract,
    /// `eliminate`.
    Eliminate,
    /// Simplification.
    Simplify,
}

/// Which predicates a clause is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    /// Those of [`Stages::concrete`].
    Concrete,
    /// Those of [`Stages::abstracted`].
    Abstract,
}

/// One rule applied to one clause.
#[derive(Clone, Serialize, Deserialize)]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// The rule's name.
    pub rule: String,
    /// Where the rule comes from, such as `T Algorithm 2, step 2`; empty for rules of our own.
    pub paper: String,
    /// What happens, in one plain sentence.
    pub sentence: String,
    /// Which predicates `before` is written with; `after` always has the abstract ones.
    pub before_side: Side,
    /// The clause before.
    pub before: Clause,
    /// The clause after.
    pub after: Clause,
    /// The call to `insts` that decided this step: an index into [`ClauseStory::calls`].
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
    /// [`super::VERSION`].
    pub version: u32,
    /// Which clause.
    pub id: ClauseId,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// The calls to `insts`, with their call trees of `relevant`.
    pub calls: Vec<Instantiated>,
}
