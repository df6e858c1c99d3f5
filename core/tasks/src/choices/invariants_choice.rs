//! Whose invariants are to suffice.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Whose invariants are to suffice for a verdict `certified`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InvariantsChoice {
    /// The invariants that the search finds; lines `invariant c;` are claims, and proposals to it.
    #[default]
    Found,
    /// Exactly those that lines `invariant c;` give; a loop without a line has `true`.
    Given,
}

impl InvariantsChoice {
    /// All of them.
    pub const ALL: [InvariantsChoice; 2] = [InvariantsChoice::Found, InvariantsChoice::Given];

    /// Its name in options, links and texts.
    pub const fn name(self) -> &'static str {
        match self {
            InvariantsChoice::Found => "found",
            InvariantsChoice::Given => "given",
        }
    }
}

impl fmt::Display for InvariantsChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for InvariantsChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<InvariantsChoice, String> {
        let found = InvariantsChoice::ALL.into_iter().find(|choice| choice.name() == text);
        found.ok_or_else(|| format!("invariants are `found` or `given`, not `{text}`"))
    }
}
