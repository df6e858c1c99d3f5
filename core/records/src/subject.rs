//! What a step is about: the thing before it, and the thing after it.

use hornbook_horn::{Clause, System, Term};
use serde::{Deserialize, Serialize};

/// Something that a step turns into something else.
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
        /// Which predicates it is written with.
        side: Side,
    },
    /// A formula of its own.
    Formula(Term),
}

/// Which predicates a clause is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    /// Those of [`crate::Stages::concrete`].
    Concrete,
    /// Those of [`crate::Stages::abstracted`].
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

    /// How many terms a record of it names.
    pub fn terms(&self) -> usize {
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
