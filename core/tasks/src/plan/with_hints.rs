//! The text with hints at the heads of its loops.
//!
//! **Soundness.** The plan makes the program with hints again from the text and what is said. Hints are no part of
//! what a program does, so a claim rests on that claim of the program with hints alone.

use super::CLIMB;
use crate::choices::Choices;
use crate::judgement::{Duty, Plan};
use crate::task::{Claims, Source, Task};
use crate::tiling::hinted::{Said, hinted};
use hornbook_lang::rewrite::Places;
use hornbook_lang::typed::AssertId;
use hornbook_lang::{Options, front_end, parse};

/// By what the program with hints does.
pub const BY_HINTS: &str = "data abstraction, with what tiles say as hints";

/// The text with hints.
#[derive(Clone, Debug)]
pub struct WithHints {
    /// What is chosen for the program.
    pub options: Choices,
    /// Whether abstractions are tried from weak to strong.
    pub climbs: bool,
    /// The hints.
    pub said: Vec<Said>,
    /// The claims of the text, in their order.
    pub claims: Vec<Option<AssertId>>,
}

/// A program with hints, and what is claimed in it.
pub struct Made {
    /// The program.
    pub task: Task,
    /// For each assertion of it the one of the text that it is; none for hints.
    pub asserts: Vec<Option<AssertId>>,
}

impl Made {
    /// The assertions that one of the text is here.
    pub fn of(&self, original: AssertId) -> Vec<AssertId> {
        let these = (0..).zip(&self.asserts).filter(|(_, known)| **known == Some(original));
        these.map(|(n, _)| AssertId(n)).collect()
    }
}

/// Why the text with hints is asked about.
const WHY_HINTS: &str = "Each round of a loop takes care of its tile, so at the head of the loop the claim holds of the tiles done.";

impl WithHints {
    /// The program, without any search.
    ///
    /// # Errors
    /// In words, if the text has errors.
    pub fn made(&self, original: &str) -> Result<Made, String> {
        let (tree, _) = parse(original);
        let (text, places) = Places::of(&tree, &hinted(&tree, &self.said));
        let options = Options { check_bounds: self.options.check_bounds };
        let read = |text: &str| front_end(text, options).0.ok_or("the program has errors");
        let asserts = places.assertions(&read(&text)?, &read(original)?);
        let task = Task {
            options: self.options.clone(),
            method: self.climbs.then(|| CLIMB.into()),
            places: Some(places),
            hints: true,
            ..Task::new("with what tiles say", WHY_HINTS, Source::Program(text))
        };
        Ok(Made { task, asserts })
    }
}

impl Plan for WithHints {
    fn way(&self) -> Option<&'static str> {
        Some(BY_HINTS)
    }

    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String> {
        let made = self.made(source.text())?;
        let original = self.claims.get(claim).copied().flatten().ok_or("no such assertion")?;
        let asserts = made.of(original);
        if asserts.is_empty() {
            return Err("the assertion is not in the program any more".into());
        }
        Ok(vec![Duty { task: made.task, claims: Claims::Asserts(asserts) }])
    }
}
