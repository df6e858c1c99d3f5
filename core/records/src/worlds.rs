//! A derivation moment by moment, beside the real runs that come nearest to it.

use crate::outcome::{Remark, RunStep};
use hornbook_base::Span;
use hornbook_horn::Term;
use hornbook_lang::interp::Value;
use serde::{Deserialize, Serialize};

/// A derivation beside real runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worlds {
    /// The moments, from the start of the program to the contradiction.
    pub moments: Vec<Moment>,
    /// The runs that the derivation mixes, or the one that it is nearest to. At most four.
    pub worlds: Vec<World>,
    /// Where it mixes them.
    pub mixing: Option<Mixing>,
    /// What there is to see, or what is missing, in whole sentences.
    pub said: String,
}

/// What the derivation knows at one moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The facts, each once for each world.
    pub known: Vec<Known>,
}

/// A fact of the derivation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Known {
    /// The nodes of the tree that are this fact: counted from the root on, from 0, the children of
    /// each in their order.
    pub nodes: Vec<usize>,
    /// What is derived.
    pub fact: Term,
    /// The variables and cells that it speaks of, with their values, as in [`TreeNode::state`](crate::TreeNode::state).
    pub state: Vec<(Term, Term)>,
    /// The place of the step that leads to it.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// What is to be said about the step.
    pub remark: Option<Remark>,
    /// The world that it is from, by its place among [`Worlds::worlds`].
    pub world: Option<usize>,
    /// Whether it agrees with the run of this world at this moment; `None` if the run is not there.
    pub agrees: Option<bool>,
}

/// One of the runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// How it is called: `A`, `B`.
    pub name: String,
    /// How it differs from another one: `v = 1 after line 5`, or `by line 6`.
    pub differs: Option<String>,
    /// The run; `None` if no run was found that goes this way.
    pub run: Option<Beside>,
}

/// A real run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// Its steps, as far as it goes the way of the derivation.
    pub steps: Vec<RunStep>,
    /// The choices on which it depends, in words.
    pub choices: Vec<String>,
    /// All its choices: the interpreter makes the same steps with them.
    pub chosen: Vec<Value>,
    /// For each moment how many steps it has made by then; `None` once it goes another way.
    pub at: Vec<Option<usize>>,
}

/// Where cells of different worlds are taken for those of one array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mixing {
    /// The moment after the step that does it.
    pub moment: usize,
    /// The line of this step.
    pub line: u32,
    /// The cells.
    pub cells: Vec<Taken>,
}

/// A cell that is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// The world that it is from.
    pub world: usize,
    /// The cell and its value: `a[0]` and `1`.
    pub cell: (Term, Term),
}
