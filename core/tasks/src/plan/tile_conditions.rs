//! The conditions of tiles (TI Theorem 1).
//!
//! **Soundness.** The plan makes the conditions, each a program without loops, again from the text and the tiles of
//! its loops, whatever these are. They certify a claim by [`crate::tiling::theorem`].

use crate::method_result::{Plan, ProofKind, ProofObligation};
use crate::task::{Claims, Source, Task};
use crate::tiling::loops::Loop;
use crate::tiling::theorem::{Condition, proof_with};
use crate::tiling::tiles::Tile;
use hornbook_base::{LineIndex, Span};
use hornbook_lang::parse;

/// The way in which the conditions certify a claim, in words.
pub const BY_CONDITIONS: &str = "the conditions of its tiles (TI Theorem 1)";

/// The plan that makes the conditions of claims as programs (TI Theorem 1).
#[derive(Clone, Debug)]
pub struct TilePlan {
    /// The tiles of loops.
    pub tiles: Vec<(Loop, Vec<Tile>)>,
    /// The spans of the text's claims, in their order.
    pub claims: Vec<Span>,
    /// Steps for each condition.
    pub limit: u64,
}

impl TilePlan {
    /// The conditions of a claim.
    ///
    /// # Errors
    /// In words, if the tiles make no sense for this text.
    pub fn tasks(&self, text: &str, claim: usize) -> Result<Vec<Task>, String> {
        let (tree, lines) = (parse(text).0, LineIndex::new(text));
        let span = self.claims.get(claim).copied().ok_or("no such assertion")?;
        let task = |condition: Condition| {
            let line = condition.at.map(|at| format!(", loop of line {}", lines.line(at)));
            let title = condition.title + &line.unwrap_or_default();
            let task = Task::new(title, condition.why, Source::Program(condition.text));
            Task { limit: Some(self.limit), exact: true, ..task }
        };
        let tiles_of = |l: &Loop| {
            let own = self.tiles.iter().find(|(known, _)| known == l);
            own.map_or_else(Vec::new, |(_, tiles)| tiles.clone())
        };
        let proof = proof_with(&tree, span, &tiles_of)?;
        Ok(proof.conditions.into_iter().map(task).collect())
    }
}

impl Plan for TilePlan {
    fn proof_kind(&self) -> Option<ProofKind> {
        Some(ProofKind::TileConditions)
    }

    fn way(&self) -> Option<&'static str> {
        Some(BY_CONDITIONS)
    }

    fn obligations(&self, source: &Source, claim: usize) -> Result<Vec<ProofObligation>, String> {
        let tasks = self.tasks(source.text(), claim)?;
        Ok(tasks.into_iter().map(|task| ProofObligation { task, claims: Claims::All }).collect())
    }
}
