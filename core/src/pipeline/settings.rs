//! What is to be done with a text: what its user chose, what the text says itself, the defaults.

use crate::abstraction::sigma::Choice;
use crate::base::Diagnostic;
use crate::lang::typed::Pragma;
use serde::{Deserialize, Serialize};

/// The heuristics for `insts` by name. `relevant` is `relevant-basic` (T Listing 5.6) so far.
pub const HEURISTICS: [&str; 2] = ["relevant", "relevant-basic"];

/// What the user chooses. What is left open is decided by the text, or else by the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The abstraction of arrays.
    pub abstraction: Option<Choice>,
    /// Whether every access to an array with a declared length must lie within it.
    pub check_bounds: bool,
    /// Whether steps without a loop between them become one clause (T Sec. 2.1.5).
    pub large_blocks: bool,
}

impl Options {
    /// Only the abstraction is chosen.
    pub fn abstraction(choice: Choice) -> Options {
        Options { abstraction: Some(choice), ..Options::default() }
    }
}

/// What holds for a text. Bounds checks are part of its program already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The abstraction of arrays.
    pub abstraction: Choice,
    /// Whether steps without a loop between them become one clause.
    pub large_blocks: bool,
    /// How long to look for an answer, in milliseconds, if the text says so.
    pub budget_ms: Option<u64>,
}

impl Settings {
    /// What holds for a text with the given pragmas, and what is wrong with their values.
    pub fn new(options: &Options, pragmas: &[Pragma]) -> (Settings, Vec<Diagnostic>) {
        let mut settings = Settings { large_blocks: options.large_blocks, ..Settings::default() };
        let mut wrong = vec![];
        for pragma in pragmas {
            if let Err(message) = settings.set(&pragma.key, &pragma.value) {
                wrong.push(Diagnostic::error(pragma.span, message));
            }
        }
        if let Some(choice) = &options.abstraction {
            settings.abstraction = choice.clone();
        }
        (settings, wrong)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "abstraction" => {
                let choice = value.parse::<Choice>();
                self.abstraction = choice.map_err(|unknown| unknown.to_string())?;
            }
            "heuristic" if !HEURISTICS.contains(&value) => {
                let known = HEURISTICS.map(|name| format!("`{name}`")).join(" and ");
                return Err(format!("there is no heuristic `{value}`; there are {known}"));
            }
            "budget-ms" => {
                let budget = value.parse::<u64>().ok().filter(|ms| *ms > 0);
                let why = || format!("the budget is a number of milliseconds, not `{value}`");
                self.budget_ms = Some(budget.ok_or_else(why)?);
            }
            "large-blocks" => self.large_blocks = true,
            // Bounds checks are made with the program.
            _ => {}
        }
        Ok(())
    }
}
