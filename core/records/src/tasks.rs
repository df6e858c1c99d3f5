//! The questions that a method has asked, as a tree.

use hornbook_tasks::choices::Choices;
use hornbook_tasks::task::Source;
use serde::{Deserialize, Serialize};

/// A task and what has become of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskRecord {
    /// A few words: what it is about.
    pub title: String,
    /// One sentence: why it is asked.
    pub why: String,
    /// Its text, if that is not the one that the method was asked about.
    pub source: Option<Source>,
    /// What is chosen for it, as the command line has it; empty if no choice asks it alone.
    pub options: String,
    /// The same choices as data.
    pub choices: Choices,
    /// Whether the program, which has no loops, is decided as it is. Only a method asks that, so
    /// its choices alone do not ask the same.
    #[serde(default)]
    pub exact: bool,
    /// The method that answers it; a leaf is answered by the road.
    pub method: Option<String>,
    /// How far it is.
    pub state: TaskState,
    /// Steps spent on it.
    pub steps: u64,
    /// The tasks that its method has asked.
    pub below: Vec<TaskRecord>,
}

/// How far a task is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TaskState {
    /// It has not had a turn yet.
    Waiting,
    /// It was begun.
    Begun,
    /// It ended with the verdict of this name.
    Ended(String),
}
