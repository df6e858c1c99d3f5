//! The example programs, solved as they are and rewritten.

use crate::programs::Expectation;
use crate::rewrite::{self, Rewriting};
use crate::solve::{Limit, Solved, solve};
use hornbook_lang::print;

/// A variant of an example program.
pub struct Variant {
    /// The rewriting; `None` for the original program.
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

/// The original program.
pub fn original(expectation: &Expectation) -> Variant {
    let Expectation { text, abstraction, .. } = expectation.clone();
    Variant { rewriting: None, text, abstraction }
}

/// The rewritten variants of the program.
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

/// Solves a variant with the options of an expectation.
///
/// # Errors
/// An error in the text or in the abstraction.
pub fn solve_variant(
    expectation: &Expectation,
    variant: &Variant,
    limit: Limit,
) -> Result<Solved, String> {
    let solved = solve(&variant.text, &variant.abstraction, expectation.heuristic, limit);
    solved.map_err(|wrong| {
        format!("{} {}: {wrong}\n{}", expectation.program, variant.name(), variant.text)
    })
}
