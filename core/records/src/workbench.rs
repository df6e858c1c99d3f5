//! Instrumentation by hand: operators, the rules that fit, those that are applied, and the program that results.

use crate::attempts::FailedGuard;
use crate::instrumented::GhostMeaning;
use crate::outcome::Run;
use hornbook_base::Span;
use hornbook_tasks::instrument::named_rules::{NamedRule, NamedRules};
use serde::{Deserialize, Serialize};

/// The state of an instrumentation by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Workbench {
    /// The rules that are applied.
    pub rules: NamedRules,
    /// For each operator the places of its rules, in their order; `None` for a rule without a place.
    pub places: Vec<Vec<Option<Span>>>,
    /// Further operators that fit the program.
    pub offers: Vec<OperatorInstance>,
    /// The rules that fit, of operators that are applied and of further ones.
    pub fitting: Vec<ApplicableRule>,
    /// The program with ghost variables, or the reason why there is none. `None` without operators.
    pub made: Option<Result<WorkbenchProgram, String>>,
}

/// An operator that is applied to a variable or an expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorInstance {
    /// The operator with its argument: `sum(a)`.
    pub what: String,
    /// The function in which it is applied; none outside of functions.
    pub scope: Option<String>,
}

/// A rule that fits a statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApplicableRule {
    /// The operator that the rule belongs to.
    pub following: OperatorInstance,
    /// The statement.
    pub at: Span,
    /// The value in it, for a rule about a value.
    pub value: Option<Span>,
    /// The rule at this place, with the arguments that the search would choose, or empty ones.
    pub rule: NamedRule,
    /// The rule as the operator has it: `begin(e)`, `append: a[i]`.
    pub head: String,
    /// The effect of the rule, step by step.
    pub steps: Vec<String>,
    /// The names of its parameters.
    pub params: Vec<String>,
}

/// A program with ghost variables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkbenchProgram {
    /// Its text.
    pub text: String,
    /// The parts that the original does not have.
    pub added: Vec<Span>,
    /// The meanings of the ghost variables.
    pub meanings: Vec<GhostMeaning>,
    /// A guard that fails on a run, if one of some small runs breaks one.
    pub broken: Option<(FailedGuard, Run)>,
    /// The number of small runs that were tried.
    #[serde(default)]
    pub runs: usize,
}

/// An operator, and why it is sound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorRecord {
    /// Its name.
    pub name: String,
    /// Its name with its parameters: `sum(int a[])`.
    pub head: String,
    /// Its purpose, from its file; empty for one that the text declares.
    pub about: String,
    /// Whether the text declares it.
    pub own: bool,
    /// Whether the text uses an aggregate that it computes.
    pub used: bool,
    /// Its ghost variables with their first values: `int lo = 0`.
    pub ghosts: Vec<String>,
    /// The invariant of the ghost variables.
    pub invariant: Vec<String>,
    /// Its rules, each with its head and its steps.
    pub rules: Vec<(String, Vec<String>)>,
    /// The soundness conditions: a title, a reason and a program each.
    pub tasks: Vec<[String; 3]>,
}
