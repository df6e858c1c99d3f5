//! Invariants over the variables of the program.

use hornbook_base::{LineIndex, Span};
use hornbook_horn::{Term, Var};
use hornbook_lang::rewrite::SourceMap;
use serde::{Deserialize, Serialize};
use std::fmt;

pub mod chains;
mod state_table;
mod strip;

pub use state_table::{StateTable, are_alternatives};
pub use strip::{IndexRange, Strip, StripFact, Tick};

/// An invariant of a program point: it holds each time control is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    /// The point's name, such as `L5`.
    pub name: String,
    /// The point in words.
    pub title: String,
    /// The statement that follows it.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// Whether a loop comes back to the point.
    pub loop_head: bool,
    /// The conjuncts, over program variables: `forall k: 0 <= k && k < i ==> a[k] == 0`. Those about
    /// scalars come first, then those about one array each, grouped, then those about several.
    pub parts: Vec<Term>,
    /// A picture of each array that the parts constrain.
    pub strips: Vec<Strip>,
    /// Whether the proof takes the rounds of this loop as steps between the heads of others: then the parts hold, but need not
    /// be what the proof rests on.
    #[serde(default)]
    pub passed_over: bool,
    /// Whether something is known of the point that the parts do not say: it has no words of the program.
    #[serde(default)]
    pub has_unsaid: bool,
    /// The facts that no clause suggests.
    #[serde(default)]
    pub suggested: Vec<SuggestedFact>,
    /// The names in sentences of variables that the program calls otherwise than the clauses: `i` for `i_2`, or
    /// `i (line 8)` where another variable has the name, too.
    #[serde(default)]
    pub names: Vec<(String, String)>,
}

/// A fact of an invariant that no clause mentions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuggestedFact {
    /// The fact in the syntax of programs.
    pub said: String,
    /// Its source.
    pub by: SuggestionSource,
}

/// The source of a suggested fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SuggestionSource {
    /// The states that small runs reached.
    Runs {
        /// How many.
        states: usize,
    },
    /// All states that may be reached, projected to some variables.
    Enumerated {
        /// How many.
        states: usize,
    },
    /// The refutation of an abstract counterexample.
    Refutation {
        /// The line of the assertion, if it is in the text.
        line: Option<u32>,
    },
}

impl fmt::Display for SuggestionSource {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SuggestionSource::Runs { states } => {
                write!(f, "suggested by {states} states that were seen there")
            }
            SuggestionSource::Enumerated { states } => {
                write!(f, "enumerated: no other state than these {states} is reached there")
            }
            SuggestionSource::Refutation { line: Some(line) } => {
                write!(
                    f,
                    "read off why no run violates line {line} in a way that the facts before it allowed"
                )
            }
            SuggestionSource::Refutation { line: None } => f.write_str(
                "read off why there is no contradiction that the facts before it allowed",
            ),
        }
    }
}

/// The remark beside an invariant that is [passed over](Invariant::passed_over).
pub const PASSED_OVER: &str = "the proof takes these rounds as steps between other loop heads: what is said here need not suffice";

/// The remark in the place of an invariant of which [no part has words](Invariant::has_unsaid).
pub const UNSAID: &str = "what is known here cannot be said in the words of the program";

/// The remark in the place of an invariant that has no part.
pub const NOTHING_NEEDED: &str = "nothing needs to be known here";

impl Invariant {
    /// The parts as text in the syntax of programs, but for variables that only their lines tell apart:
    /// `forall k: 0 <= k < i ==> a[k] == 0`.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        self.parts.iter().map(|part| chains::to_text(&self.with_own_names(part)))
    }

    /// The parts as sentences for people, with long lists of states shortened.
    pub fn display_parts(&self) -> impl Iterator<Item = String> {
        let parts = self.parts.iter().map(|part| self.with_own_names(part));
        parts.map(|part| match StateTable::from_part(&part) {
            Some(states) => states.to_string(),
            None => chains::to_text(&part),
        })
    }

    /// A formula with the names that its variables have in the program.
    fn with_own_names(&self, part: &Term) -> Term {
        let named = part.free_vars().into_iter().filter_map(|var| {
            let (_, name) = self.names.iter().find(|(known, _)| *known == *var.name)?;
            Some((var.clone(), Term::var(&Var::new(name, var.sort))))
        });
        part.subst(&named.collect())
    }

    /// The invariant of a loop of a rewritten text, at the same loop of the original text. `None` for
    /// other points and for loops that the original does not have.
    pub fn translate_to_original(
        &self,
        places: &SourceMap,
        lines: &LineIndex,
    ) -> Option<Invariant> {
        let span = places.to_original(self.span).filter(|_| self.loop_head)?;
        let line = lines.line(span);
        let title = format!("each time the loop of line {line} is at its condition");
        // Names with lines are about the lines of the rewritten text.
        let names = self.names.iter().filter(|(_, name)| !name.contains(' ')).cloned().collect();
        Some(Invariant { name: format!("L{line}"), title, span, line, names, ..self.clone() })
    }
}
