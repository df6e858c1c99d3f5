//! The stages of the road.

use hornbook_core::explain;
use hornbook_core::explain::export::Phase;

/// A stage of the road from a program to its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The text is read.
    Program,
    /// Its control-flow graph is drawn.
    Graph,
    /// The program as Horn clauses.
    Clauses,
    /// Arrays replaced by what the abstraction keeps of them.
    Abstract,
    /// Quantifiers replaced by finitely many cells.
    Eliminate,
    /// Arrays gone.
    Simplify,
    /// The verdict.
    Solve,
}

impl Stage {
    /// Every stage, in order.
    pub const ALL: [Stage; 7] = [
        Stage::Program,
        Stage::Graph,
        Stage::Clauses,
        Stage::Abstract,
        Stage::Eliminate,
        Stage::Simplify,
        Stage::Solve,
    ];

    /// The stage's name.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Program => "Program",
            Stage::Graph => "Graph",
            Stage::Clauses => "Clauses",
            Stage::Abstract => "Abstract",
            Stage::Eliminate => "Eliminate",
            Stage::Simplify => "Simplify",
            Stage::Solve => "Solve",
        }
    }

    /// The stage as links and tests call it.
    pub fn key(self) -> String {
        self.name().to_ascii_lowercase()
    }

    /// The stage as the stories of clauses call it, if it takes steps with clauses.
    pub fn of_stories(self) -> Option<explain::Stage> {
        match self {
            Stage::Abstract => Some(explain::Stage::Abstract),
            Stage::Eliminate => Some(explain::Stage::Eliminate),
            Stage::Simplify => Some(explain::Stage::Simplify),
            Stage::Program | Stage::Graph | Stage::Clauses | Stage::Solve => None,
        }
    }

    /// When that is in the life of a clause, if the stage shows clauses.
    pub fn phase(self) -> Option<Phase> {
        match self {
            Stage::Clauses => Some(Phase::Concrete),
            Stage::Abstract => Some(Phase::Abstracted),
            Stage::Eliminate => Some(Phase::Eliminated),
            Stage::Simplify => Some(Phase::Simplified),
            Stage::Program | Stage::Graph | Stage::Solve => None,
        }
    }

    /// The stage `steps` further on, or the first or last one.
    pub fn moved(self, steps: isize) -> Stage {
        let last = Stage::ALL.len() - 1;
        let index = (self as usize).saturating_add_signed(steps).min(last);
        Stage::ALL[index]
    }
}
