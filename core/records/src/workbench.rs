//! Instrumentation by hand: what can be followed, which rules fit where, what is applied, and what comes
//! of it.

use crate::attempts::Broken;
use crate::instrumented::Meaning;
use crate::outcome::Run;
use hornbook_base::Span;
use hornbook_tasks::instrument::by_hand::{ByHand, NamedRule};
use serde::{Deserialize, Serialize};

/// All that can be done by hand with a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Workbench {
    /// The rules that are applied.
    pub rules: ByHand,
    /// For each thing that is followed where its rules are, in their order; nothing for a rule that has
    /// no place.
    pub places: Vec<Vec<Option<Span>>>,
    /// What else the program asks for and can be followed.
    pub offers: Vec<Following>,
    /// The rules that fit, for each thing that is followed or could be.
    pub fitting: Vec<Fitting>,
    /// The program with ghost variables, or why there is none. Nothing if nothing is followed.
    pub made: Option<Result<Instrument, String>>,
}

/// Something that can be followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Following {
    /// The operator and what it follows: `sum(a)`.
    pub what: String,
    /// The function in which it does; none outside of functions.
    pub scope: Option<String>,
}

/// A rule that fits at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fitting {
    /// What it would follow.
    pub following: Following,
    /// The statement.
    pub at: Span,
    /// The value in it, for a rule about a value.
    pub value: Option<Span>,
    /// The rule at this place, with what the search would give its parameters, or the empty text.
    pub rule: NamedRule,
    /// The rule as the operator has it: `begin(e)`, `append: a[i]`.
    pub head: String,
    /// What it does, step by step.
    pub steps: Vec<String>,
    /// The names of its parameters.
    pub params: Vec<String>,
}

/// A program with ghost variables.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Instrument {
    /// Its text.
    pub text: String,
    /// What was added to the original.
    pub added: Vec<Span>,
    /// What the ghost variables stand for.
    pub meanings: Vec<Meaning>,
    /// A guard that fails on a run, if one of some small runs breaks one.
    pub broken: Option<(Broken, Run)>,
}

/// An operator, and why it is sound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorRecord {
    /// Its name.
    pub name: String,
    /// Its name and what it follows: `sum(int a[])`.
    pub head: String,
    /// What it is for, as its file says; nothing for one that the text brings.
    pub about: String,
    /// Whether the text brings it.
    pub own: bool,
    /// Whether the text asks for something that it follows.
    pub used: bool,
    /// Its ghost variables with their first values: `int lo = 0`.
    pub ghosts: Vec<String>,
    /// What always holds of them.
    pub invariant: Vec<String>,
    /// Its rules: what each is called and fits, and what it does, step by step.
    pub rules: Vec<(String, Vec<String>)>,
    /// What must be certified for it to be sound: a title, why, and a program.
    pub tasks: Vec<[String; 3]>,
}
