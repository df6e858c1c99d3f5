//! Programs with ghost variables, and their invariants translated to the original program.

use crate::invariant::Invariant;
use hornbook_base::Span;
use hornbook_tasks::instrument::named_rules::NamedRules;
use serde::{Deserialize, Serialize};

/// A certified program with ghost variables, and its invariants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InstrumentedProgram {
    /// The rules, as they are named for instrumentation by hand.
    pub rules: NamedRules,
    /// Whether they are about the program with its calls written out.
    #[serde(default)]
    pub written_out: bool,
    /// The program.
    pub text: String,
    /// The parts that the original does not have: statements, and replaced values.
    pub added: Vec<Span>,
    /// The operators at work, as texts.
    pub operators: Vec<String>,
    /// The meanings of ghost variables, in the order of their declarations.
    pub meanings: Vec<GhostMeaning>,
    /// Its invariants, translated.
    pub points: Vec<TranslatedInvariant>,
}

/// The meaning of a ghost variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GhostMeaning {
    /// Its name in the program.
    pub ghost: String,
    /// A value, which may speak of other ghost variables: `sum(a, sum_lo, sum_hi)`.
    pub value: String,
    /// The condition for that, if there is one: `max_lo < max_hi`.
    pub when: Option<String>,
}

/// An invariant, translated to the variables of the original program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TranslatedInvariant {
    /// The invariant of the program with ghost variables.
    pub invariant: Invariant,
    /// Its point in the original: `at the loop of line 5`.
    pub title: String,
    /// The translated parts in the syntax of programs: `s == sum(a, 0, i)`.
    pub sentences: Vec<String>,
    /// The ghost variables that are left in these: they are existentially quantified.
    pub some: Vec<String>,
}

impl TranslatedInvariant {
    /// Whether something is known at the point that has no words of the original.
    pub fn has_unsaid(&self) -> bool {
        self.invariant.has_unsaid || !self.invariant.parts.is_empty() && self.sentences.is_empty()
    }
}
