//! The example programs, solved as they are and rewritten.

use crate::programs::Expectation;
use crate::rewrite::{self, Rewriting};
use crate::solve::{Limit, Solved, solve};
use hornbook_lang::print;

/// A way to write an example program.
pub struct Variant {
    /// What was done to the program; nothing for the program as it is.
    pub rewriting: Option<Rewriting>,
    /// The text.
    pub text: String,
    /// The abstraction, in the names of this text.
    pub abstraction: String,
}

impl Variant {
    /// The name of the rewriting.
    pub fn name(&self) -> &'static str {
        self.rewriting.map_or("", |rewriting| rewriting.name)
    }
}

/// The program as it is.
pub fn original(expectation: &Expectation) -> Variant {
    let Expectation { text, abstraction, .. } = expectation.clone();
    Variant { rewriting: None, text, abstraction }
}

/// Everything that the rewritings make of the program.
pub fn rewritten(expectation: &Expectation) -> Vec<Variant> {
    let variant = |rewriting: &Rewriting| {
        let rewritten = rewriting.apply(&expectation.tree)?;
        Some(Variant {
            rewriting: Some(*rewriting),
            text: print::whole(&rewritten.tree),
            abstraction: rewritten.abstraction(&expectation.abstraction),
        })
    };
    rewrite::ALL.iter().filter_map(variant).collect()
}

/// Solves a program in the way that an expectation says.
///
/// # Errors
/// What is wrong with the text or with the abstraction.
pub fn answer(
    expectation: &Expectation,
    variant: &Variant,
    limit: Limit,
) -> Result<Solved, String> {
    let solved = solve(&variant.text, &variant.abstraction, expectation.heuristic, limit);
    solved.map_err(|wrong| {
        format!("{} {}: {wrong}\n{}", expectation.program, variant.name(), variant.text)
    })
}
