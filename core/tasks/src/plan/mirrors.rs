//! The text with ghost variables for the cells that its loops compare.
//!
//! **Soundness.** The plan makes the program again, by [`add_mirrors`], from the text. A claim rests on its copies there.
//! That this suffices is said in [`crate::mirrors`].

use super::DerivedProgram;
use crate::choices::Choices;
use crate::method_result::{ClaimResult, Plan, ProofKind, ProofObligation};
use crate::mirrors::add_mirrors;
use crate::task::{Answer, Claims, Source};
use hornbook_lang::parse;
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::typed::AssertId;
use std::rc::Rc;

/// The title of the question, and the reason for it.
const TITLE: (&str, &str) = (
    "with variables for the cells that are compared",
    "A fact about one cell and the two that a loop compares is one about a single cell, if variables have the values of \
     the others.",
);

/// The plan that adds variables for cells.
#[derive(Clone, Debug)]
pub struct MirrorPlan {
    /// The choices for the program.
    options: Choices,
    /// The claims of the text, in their order.
    claims: Vec<Option<AssertId>>,
}

impl MirrorPlan {
    /// The plan for these claims.
    pub fn new(options: &Choices, claims: Vec<Option<AssertId>>) -> MirrorPlan {
        MirrorPlan { options: options.clone(), claims }
    }

    /// Builds the program.
    ///
    /// # Errors
    /// In words, if the text has errors, or its loops compare no cells.
    pub fn build_program(&self, original: &str) -> Result<DerivedProgram, String> {
        let (tree, _) = parse(original);
        let with_mirrors = add_mirrors(&tree).ok_or("its loops compare no cells")?;
        let rewritten = SourceMap::from_trees(&tree, &with_mirrors);
        DerivedProgram::from_rewriting(TITLE, rewritten, original, &self.options)
    }

    /// The result for a claim by the answer about the program.
    pub fn claim_result(
        self: &Rc<MirrorPlan>,
        program: &DerivedProgram,
        claim: usize,
        answer: &Answer,
    ) -> Option<ClaimResult> {
        let copies = program.find_copies((*self.claims.get(claim)?)?);
        let holds = answer.certifies(&Claims::Asserts(copies));
        holds.then(|| ClaimResult::Certified(self.clone()))
    }
}

impl Plan for MirrorPlan {
    fn proof_kind(&self) -> Option<ProofKind> {
        Some(ProofKind::GhostVariables)
    }

    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String> {
        let program = self.build_program(source.text())?;
        let original = self.claims.get(claim).copied().flatten().ok_or("no such assertion")?;
        let asserts = program.require_copies(original)?;
        Ok(vec![ProofObligation { task: program.task, claims: Claims::Asserts(asserts) }])
    }
}
