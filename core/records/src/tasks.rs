//! The subtasks of a method, as a tree.

use hornbook_tasks::choices::Choices;
use hornbook_tasks::task::Source;
use serde::{Deserialize, Serialize};

/// A task and its progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskRecord {
    /// A title of a few words.
    pub title: String,
    /// The reason for the task, in one sentence.
    pub why: String,
    /// Its text, if it differs from that of the method.
    pub source: Option<Source>,
    /// Its options on the command line; empty if no options pose this task alone.
    pub options: String,
    /// Its options.
    pub choices: Choices,
    /// Whether the program, which has no loops, is decided without abstraction. Only a method asks for
    /// that; its options alone do not.
    #[serde(default)]
    pub exact: bool,
    /// The method that splits it into subtasks; none for a leaf.
    pub method: Option<String>,
    /// Its progress.
    pub state: TaskProgress,
    /// Steps spent on it.
    pub steps: u64,
    /// The subtasks of its method.
    pub below: Vec<TaskRecord>,
}

/// The progress of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TaskProgress {
    /// It has not had a turn yet.
    Waiting,
    /// It was begun.
    Begun,
    /// It ended with the verdict of this name.
    Ended(String),
}
