//! Plans of methods: plain data from which the tasks that a claim rests on are made again.
//!
//! - [`identity`]: the text itself
//! - [`ghosts`]: the text with ghost variables (PI)
//! - [`witness_ghosts`]: the text with ghost variables for the witnesses of existential claims
//! - [`given`]: the text with its loops cut at their heads
//! - [`hints`]: the text with hints at the heads of its loops
//! - [`loop_summaries`]: the text with its loops replaced by what they do
//! - [`mirrors`]: the text with ghost variables for cells that are compared
//! - [`tile_conditions`]: the conditions of tiles (TI Theorem 1)
//! - [`unwinding`]: the text with all rounds of its loops

use crate::choices::Choices;
use crate::task::{Source, Task};
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::typed::AssertId;
use hornbook_lang::{Options, front_end};

pub mod ghosts;
pub mod given;
pub mod hints;
pub mod identity;
pub mod loop_summaries;
pub mod mirrors;
pub mod tile_conditions;
pub mod unwinding;
pub mod witness_ghosts;

/// The name of the method that tries a sequence of abstractions, which a task may ask for.
pub const ABSTRACTION_SEQUENCE: &str = "auto";

/// A program that a plan derives from a text.
pub struct DerivedProgram {
    /// The question about the program.
    pub task: Task,
    /// For each assertion the one of the text that it comes from; none for guards and hints.
    pub asserts: Vec<Option<AssertId>>,
}

impl DerivedProgram {
    /// The question about a rewritten text, whose places lead back to the original. The options are those of the task.
    ///
    /// # Errors
    /// In words, if a text has errors.
    fn from_rewriting(
        (title, why): (&str, &str),
        (text, places): (String, SourceMap),
        original: &str,
        options: &Choices,
    ) -> Result<DerivedProgram, String> {
        let front_end_options = Options { check_bounds: options.check_bounds };
        let read =
            |text: &str| front_end(text, front_end_options).0.ok_or("the program has errors");
        let asserts = places.assertions(&read(&text)?, &read(original)?);
        let task = Task::new(title, why, Source::Program(text));
        let task = Task { options: options.clone(), places: Some(places), ..task };
        Ok(DerivedProgram { task, asserts })
    }

    /// The assertions that the plan has added.
    pub fn guards(&self) -> impl Iterator<Item = AssertId> {
        (0..).zip(&self.asserts).filter(|(_, origin)| origin.is_none()).map(|(n, _)| AssertId(n))
    }

    /// The assertions that come from one of the text.
    pub fn find_copies(&self, original: AssertId) -> Vec<AssertId> {
        let copies = (0..).zip(&self.asserts).filter(|(_, origin)| **origin == Some(original));
        copies.map(|(n, _)| AssertId(n)).collect()
    }

    fn require_copies(&self, original: AssertId) -> Result<Vec<AssertId>, String> {
        let copies = self.find_copies(original);
        match copies.is_empty() {
            true => Err("the assertion is not in the program any more".into()),
            false => Ok(copies),
        }
    }
}
