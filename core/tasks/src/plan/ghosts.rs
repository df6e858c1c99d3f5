//! The text with ghost variables (PI).
//!
//! **Soundness.** The plan makes the program again, by [`apply`], from the text and the rules that were chosen. A
//! claim rests on that claim and on all guards of that program, and on the soundness of the text's own operators.
//! That this suffices is said in [`crate::instrument`].

use super::DerivedProgram;
use crate::choices::Choices;
use crate::instrument::apply::apply;
use crate::instrument::choices::{BaseText, Instrumentation};
use crate::instrument::library::operators;
use crate::instrument::obligations::{Obligation, obligations};
use crate::method_result::{Plan, ProofKind, ProofObligation};
use crate::task::{Claims, Source, Task};
use hornbook_lang::parse;
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::typed::AssertId;

/// The plan that adds ghost variables to the text.
#[derive(Clone, Debug)]
pub struct GhostPlan {
    /// The choices for the program.
    pub options: Choices,
    /// Whether calls are inlined first.
    pub written_out: bool,
    /// The rules.
    pub choices: Instrumentation,
    /// The claims of the text, in their order.
    pub claims: Vec<Option<AssertId>>,
}

impl GhostPlan {
    /// Builds the program with ghost variables.
    ///
    /// # Errors
    /// In words, if the choices make no sense for this text.
    pub fn build_program(&self, original: &str) -> Result<DerivedProgram, String> {
        let base = BaseText::from_program(original, self.written_out);
        let (tree, _) = parse(&base.text);
        let (library, _) = operators(&tree);
        let (text, places) = SourceMap::from_trees(&tree, &apply(&tree, &library, &self.choices)?);
        let places = base.to_original(&places);
        let why = "Ghost variables follow values that the claims need; a claim is proved if all guards hold as well.";
        let title = ("with ghost variables", why);
        let rewritten = (text, places);
        let mut program =
            DerivedProgram::from_rewriting(title, rewritten, original, &self.options)?;
        program.task.guesses = true;
        Ok(program)
    }
}

impl Plan for GhostPlan {
    fn proof_kind(&self) -> Option<ProofKind> {
        Some(ProofKind::GhostVariables)
    }

    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String> {
        let program = self.build_program(source.text())?;
        let original = self.claims.get(claim).copied().flatten().ok_or("no such assertion")?;
        let mut asserts = program.require_copies(original)?;
        asserts.extend(program.guards());
        let soundness = operator_soundness(source.text(), &self.choices);
        let proofs =
            soundness.into_iter().map(|task| ProofObligation { task, claims: Claims::All });
        let claim = ProofObligation { task: program.task, claims: Claims::Asserts(asserts) };
        Ok(std::iter::once(claim).chain(proofs).collect())
    }
}

/// The soundness of a text's own operators that are used.
pub fn operator_soundness(text: &str, choices: &Instrumentation) -> Vec<Task> {
    let (tree, _) = parse(text);
    let (library, own) = operators(&tree);
    let used = |name: &str| choices.ghosts.iter().any(|ghost| ghost.operator == name);
    let own = library.iter().take(own).filter(|operator| used(operator.name()));
    let task =
        |o: Obligation| Task { exact: true, ..Task::new(o.title, o.why, Source::Program(o.text)) };
    own.flat_map(obligations).map(task).collect()
}
