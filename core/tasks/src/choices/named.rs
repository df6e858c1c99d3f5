//! The methods that can be chosen.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Named {
    /// Data abstraction.
    #[default]
    Abstraction,
    /// Ghost variables that follow sums, counts and the like.
    Instrument,
    /// Hints from the cells that the rounds of loops take care of, for data abstraction.
    Tiling,
    /// Data abstraction; and where a text asks for something that ghost variables can follow, these too.
    Auto,
}

impl Named {
    /// All of them.
    pub const ALL: [Named; 4] = [Named::Abstraction, Named::Instrument, Named::Tiling, Named::Auto];

    /// Its name in options, links and texts.
    pub const fn name(self) -> &'static str {
        match self {
            Named::Abstraction => "abstraction",
            Named::Instrument => "instrument",
            Named::Tiling => "tiling",
            Named::Auto => "auto",
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Named, String> {
        let found = Named::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| {
            let all = Named::ALL.map(|method| format!("`{method}`")).join(", ");
            format!("there is no method `{text}`; there are {all}")
        })
    }
}
