//! The methods that can be chosen.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MethodChoice {
    /// Data abstraction.
    #[default]
    Abstraction,
    /// Ghost variables that follow sums, counts and the like.
    Instrument,
    /// Data abstraction with hints from tiles of loops.
    Tiling,
    /// Data abstraction, and other methods where they may help.
    Auto,
}

impl MethodChoice {
    /// All of them.
    pub const ALL: [MethodChoice; 4] = [
        MethodChoice::Abstraction,
        MethodChoice::Instrument,
        MethodChoice::Tiling,
        MethodChoice::Auto,
    ];

    /// Its name in options, links and texts.
    pub const fn name(self) -> &'static str {
        match self {
            MethodChoice::Abstraction => "abstraction",
            MethodChoice::Instrument => "instrument",
            MethodChoice::Tiling => "tiling",
            MethodChoice::Auto => "auto",
        }
    }
}

impl fmt::Display for MethodChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MethodChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<MethodChoice, String> {
        let found = MethodChoice::ALL.into_iter().find(|method| method.name() == text);
        found.ok_or_else(|| {
            let all = MethodChoice::ALL.map(|method| format!("`{method}`")).join(", ");
            format!("there is no method `{text}`; there are {all}")
        })
    }
}
