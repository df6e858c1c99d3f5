//! The text with ghost variables for the witnesses of an existential claim.
//!
//! **Soundness.** The plan makes the program again, by [`apply`], from the text and the chosen witnesses. A
//! claim rests on the stronger claim of that program. That this suffices is said in [`crate::existence`].

use super::DerivedProgram;
use crate::choices::Choices;
use crate::existence::apply::{WitnessChoice, apply};
use crate::method_result::{Plan, ProofKind, ProofObligation};
use crate::task::{Claims, Source, Task};
use hornbook_lang::parse;
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::typed::AssertId;

/// The plan that adds witnesses of an existential claim to the text.
#[derive(Clone, Debug)]
pub struct WitnessPlan {
    /// The choices for the program.
    pub options: Choices,
    /// The witnesses.
    pub choice: WitnessChoice,
    /// The assertion of the text.
    pub claim: AssertId,
}

impl WitnessPlan {
    /// Builds the program, which certifies the claim.
    ///
    /// # Errors
    /// In words, if the choice makes no sense for this text.
    pub fn build_obligation(&self, original: &str) -> Result<ProofObligation, String> {
        let (tree, _) = parse(original);
        let rewritten = SourceMap::from_trees(&tree, &apply(&tree, &self.choice)?);
        let why = "The program has passed a witness of the claim; if the claim holds for this witness, it holds.";
        let title = ("with a witness for what exists", why);
        let program = DerivedProgram::from_rewriting(title, rewritten, original, &self.options)?;
        let claims = Claims::Asserts(program.require_copies(self.claim)?);
        Ok(ProofObligation { task: Task { about: claims.clone(), ..program.task }, claims })
    }
}

impl Plan for WitnessPlan {
    fn proof_kind(&self) -> Option<ProofKind> {
        Some(ProofKind::Witnesses)
    }

    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String> {
        match claim == self.claim.0 as usize {
            true => Ok(vec![self.build_obligation(source.text())?]),
            false => Err("the witnesses are for another claim".into()),
        }
    }
}
