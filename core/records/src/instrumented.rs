//! A program with ghost variables, and what its invariants say of the original.

use crate::invariant::Invariant;
use hornbook_base::Span;
use hornbook_tasks::instrument::by_hand::ByHand;
use serde::{Deserialize, Serialize};

/// A program with ghost variables, and why it is right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Instrumented {
    /// The rules; by hand they would be named so.
    pub rules: ByHand,
    /// Whether they are about the program with its calls written out.
    #[serde(default)]
    pub written_out: bool,
    /// The program.
    pub text: String,
    /// What was added to the original: statements, and values in the place of others.
    pub added: Vec<Span>,
    /// The operators at work, as texts.
    pub operators: Vec<String>,
    /// What ghost variables stand for, in the order in which they are declared.
    pub meanings: Vec<Meaning>,
    /// Its invariants.
    pub points: Vec<Translated>,
}

/// What a ghost variable stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meaning {
    /// Its name in the program.
    pub ghost: String,
    /// A value, which may speak of other ghost variables: `sum(a, sum_lo, sum_hi)`.
    pub value: String,
    /// The condition for that, if there is one: `max_lo < max_hi`.
    pub when: Option<String>,
}

/// An invariant, and what it says of the original.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Translated {
    /// The invariant of the program with ghost variables.
    pub invariant: Invariant,
    /// Where that is in the original: `at the loop of line 5`.
    pub title: String,
    /// What it says of the original, in the syntax of programs: `s == sum(a, 0, i)`.
    pub sentences: Vec<String>,
    /// The ghost variables that are left in these: there are such numbers.
    pub some: Vec<String>,
}
