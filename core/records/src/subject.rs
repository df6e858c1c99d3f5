//! Subjects of steps: programs, systems, clauses and formulas.

use hornbook_horn::{Clause, System, Term};
use serde::{Deserialize, Serialize};

/// The object that a step rewrites.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub enum Subject {
    /// A program, or clauses in SMT-LIB: the text.
    Program(String),
    /// All clauses together, with their predicates.
    System(System),
    /// A clause.
    Clause {
        /// The clause.
        clause: Clause,
        /// The level of its predicates.
        side: Side,
    },
    /// A formula of its own.
    Formula(Term),
}

/// The level of the predicates in a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    /// Predicates of [`crate::Stages::concrete`].
    Concrete,
    /// Predicates of [`crate::Stages::abstracted`].
    Abstract,
}

impl Subject {
    /// A clause with the abstract predicates.
    pub fn abstracted(clause: &Clause) -> Subject {
        Subject::Clause { clause: clause.clone(), side: Side::Abstract }
    }

    /// The clause, if it is one with these predicates.
    pub fn clause(&self, side: Side) -> Option<&Clause> {
        match self {
            Subject::Clause { clause, side: own } if *own == side => Some(clause),
            _ => None,
        }
    }

    /// Counts the terms that its record names.
    pub fn count_terms(&self) -> usize {
        match self {
            Subject::Program(_) | Subject::Formula(_) => 1,
            Subject::System(system) => system.clauses.iter().map(|c| c.terms().count()).sum(),
            Subject::Clause { clause, .. } => clause.terms().count(),
        }
    }

    /// Whether both are shown in the same way.
    pub fn looks_like(&self, other: &Subject) -> bool {
        match (self, other) {
            (
                Subject::Clause { clause, side },
                Subject::Clause { clause: other, side: other_side },
            ) => side == other_side && clause.shortened() == other.shortened(),
            _ => self == other,
        }
    }
}
