//! The text with hints at the heads of its loops.
//!
//! **Soundness.** The plan makes the program with hints again from the text and the hints. Hints do not change a
//! program's runs, so a claim rests on that claim of the program with hints alone.

use super::{ABSTRACTION_SEQUENCE, DerivedProgram};
use crate::choices::Choices;
use crate::method_result::{Plan, ProofKind, ProofObligation};
use crate::task::{Claims, Source};
use crate::tiling::hints::{LoopHint, add_hints};
use hornbook_lang::parse;
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::typed::AssertId;

/// The way in which hints certify a claim, in words.
pub const BY_HINTS: &str = "data abstraction, with hints from tiles";

/// The plan that adds hints to the text.
#[derive(Clone, Debug)]
pub struct HintPlan {
    /// The choices for the program.
    pub options: Choices,
    /// Whether a sequence of abstractions is tried.
    pub climbs: bool,
    /// The hints.
    pub hints: Vec<LoopHint>,
    /// The claims of the text, in their order.
    pub claims: Vec<Option<AssertId>>,
}

/// The reason for the question about the text with hints.
const WHY_HINTS: &str = "Each round of a loop makes the claim hold for its tile, so at the head of the loop it holds for all earlier tiles.";

impl HintPlan {
    /// Builds the program with hints.
    ///
    /// # Errors
    /// In words, if the text has errors.
    pub fn build_program(&self, original: &str) -> Result<DerivedProgram, String> {
        let (tree, _) = parse(original);
        let rewritten = SourceMap::from_trees(&tree, &add_hints(&tree, &self.hints));
        let title = ("with hints from tiles", WHY_HINTS);
        let mut program =
            DerivedProgram::from_rewriting(title, rewritten, original, &self.options)?;
        program.task.method = self.climbs.then(|| ABSTRACTION_SEQUENCE.into());
        program.task.hints = true;
        Ok(program)
    }
}

impl Plan for HintPlan {
    fn proof_kind(&self) -> Option<ProofKind> {
        Some(ProofKind::Hints)
    }

    fn way(&self) -> Option<&'static str> {
        Some(BY_HINTS)
    }

    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String> {
        let program = self.build_program(source.text())?;
        let original = self.claims.get(claim).copied().flatten().ok_or("no such assertion")?;
        let asserts = program.require_copies(original)?;
        Ok(vec![ProofObligation { task: program.task, claims: Claims::Asserts(asserts) }])
    }
}
