//! Warnings by short runs beside a verdict: verdicts take arrays for endless and are about runs that end.

use crate::Run;
use hornbook_base::Span;
use serde::{Deserialize, Serialize};

/// A run that a verdict says nothing of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunWarning {
    /// Its kind.
    pub kind: RunWarningKind,
    /// The access, or the condition of the loop.
    pub span: Span,
    /// The line on which that starts, from 1.
    pub line: u32,
    /// A sentence about it; code stands between backticks.
    pub text: String,
    /// The run, where it ends with an access beyond a declared length or a division by zero.
    pub run: Option<Run>,
}

/// The kinds of such runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunWarningKind {
    /// An access beyond the declared length of an array.
    BeyondLength,
    /// A division by zero.
    ByZero,
    /// A loop that never ends.
    Endless,
}
