//! What is to be done with a text: what its user chose, what the text says itself, the defaults.

use crate::abstraction::heuristic::{Heuristic, NamedCells, Order, Policy};
use crate::abstraction::sigma::Choice;
use crate::base::Diagnostic;
use crate::lang::typed::Pragma;
use serde::{Deserialize, Serialize};

/// What stands for an abstraction when Hornbook is to look for one.
pub const AUTO: &str = "auto";

/// What the user chooses. What is left open is decided by the text, or else by the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The abstraction of arrays.
    pub abstraction: Option<Choice>,
    /// Whether to look for an abstraction that suffices, from weak to strong, if none is chosen.
    pub climbs: bool,
    /// How cells are chosen.
    pub heuristic: Option<Heuristic>,
    /// In which order tuples are instantiated.
    pub order: Order,
    /// The cells for the heuristic `manual`.
    pub cells: Vec<NamedCells>,
    /// Whether every access to an array with a declared length must lie within it.
    pub check_bounds: bool,
    /// Whether steps without a loop between them become one clause (T Sec. 2.1.5).
    pub large_blocks: bool,
    /// Whether conditions on any number of cells become loops (T Sec. 6.3.2.2).
    pub loops: bool,
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
    /// Whether stronger abstractions are tried when this one does not suffice.
    pub climbs: bool,
    /// How the instances of premises are chosen.
    pub policy: Policy,
    /// Whether steps without a loop between them become one clause.
    pub large_blocks: bool,
    /// Whether conditions on any number of cells become loops.
    pub loops: bool,
    /// How long to look for an answer, in milliseconds, if the text says so.
    pub budget_ms: Option<u64>,
}

impl Settings {
    /// What holds for a text with the given pragmas, and what is wrong with their values.
    pub fn new(options: &Options, pragmas: &[Pragma]) -> (Settings, Vec<Diagnostic>) {
        let Options { order, cells, large_blocks, loops, .. } = options.clone();
        let mut settings = Settings {
            policy: Policy { order, cells, ..Policy::default() },
            large_blocks,
            loops,
            ..Settings::default()
        };
        let mut wrong = vec![];
        for pragma in pragmas {
            if let Err(message) = settings.set(&pragma.key, &pragma.value) {
                wrong.push(Diagnostic::error(pragma.span, message));
            }
        }
        if let Some(choice) = &options.abstraction {
            settings.abstraction = choice.clone();
            settings.climbs = false;
        } else if options.climbs {
            settings.abstraction = Choice::default();
            settings.climbs = true;
        }
        if let Some(heuristic) = options.heuristic {
            settings.policy.heuristic = heuristic;
        }
        (settings, wrong)
    }

    /// The options of the command line that choose the same clauses.
    pub fn as_options(&self) -> String {
        let Policy { heuristic, order, cells } = &self.policy;
        let mut options = vec![format!("--abstraction '{}'", self.abstraction)];
        if *heuristic != Heuristic::default() {
            options.push(format!("--heuristic {heuristic}"));
        }
        if *order != Order::default() {
            options.push("--order right".into());
        }
        if !cells.is_empty() {
            options.push("with the same --cells".into());
        }
        let switches = [(self.large_blocks, "--large-blocks"), (self.loops, "--loops")];
        options.extend(switches.iter().filter(|(on, _)| *on).map(|(_, name)| (*name).to_owned()));
        options.join(" ")
    }

    /// What of these settings differs from `plain`, in words: `abstraction cell2, large blocks`.
    pub fn beyond(&self, plain: &Settings) -> Vec<String> {
        let mut out = vec![];
        if (self.climbs, &self.abstraction) != (plain.climbs, &plain.abstraction) {
            let abstraction = self.abstraction.to_string();
            let name = if self.climbs { AUTO } else { &abstraction };
            out.push(format!("abstraction {name}"));
        }
        if self.policy.heuristic != plain.policy.heuristic {
            out.push(format!("heuristic {}", self.policy.heuristic));
        }
        let switches = [
            (self.large_blocks && !plain.large_blocks, "large blocks"),
            (self.loops && !plain.loops, "loops"),
        ];
        out.extend(switches.iter().filter(|(on, _)| *on).map(|(_, name)| (*name).to_owned()));
        out
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "abstraction" if value == AUTO => self.climbs = true,
            "abstraction" => {
                self.climbs = false;
                let choice = value.parse::<Choice>();
                self.abstraction = choice.map_err(|unknown| unknown.to_string())?;
            }
            "heuristic" => {
                let heuristic = value.parse::<Heuristic>();
                self.policy.heuristic = heuristic.map_err(|unknown| unknown.to_string())?;
            }
            "budget-ms" => {
                let budget = value.parse::<u64>().ok().filter(|ms| *ms > 0);
                let why = || format!("the budget is a number of milliseconds, not `{value}`");
                self.budget_ms = Some(budget.ok_or_else(why)?);
            }
            "large-blocks" => self.large_blocks = true,
            "loops" => self.loops = true,
            // Bounds checks are made with the program.
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::Input;

    fn own(text: &str, options: &Options) -> Vec<String> {
        Input::program(text, options).own
    }

    #[test]
    fn what_the_text_chooses_is_said_unless_the_user_chose() {
        let text = "#pragma abstraction cell2\n#pragma heuristic mg16\nint a[];";
        assert_eq!(own(text, &Options::default()), ["abstraction cell2", "heuristic mg16"]);
        let chosen = Options::abstraction(Choice::default());
        assert_eq!(own(text, &chosen), ["heuristic mg16"]);
        let text = "#pragma abstraction auto\nint a[];";
        assert_eq!(own(text, &Options::default()), ["abstraction auto"]);
        assert_eq!(own("int a[];", &Options::default()), [""; 0]);
    }
}
