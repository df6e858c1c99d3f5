//! The stage record with the story of each clause, as `hornbook explain` writes it.

use crate::stage_record::{ClauseStory, StageRecord};
use serde::{Deserialize, Serialize};

/// The record of all stages before solving.
#[derive(Clone, Serialize, Deserialize)]
pub struct Explanation {
    /// [`crate::VERSION`].
    pub version: u32,
    /// The stages.
    #[serde(rename = "road")]
    pub stage_record: StageRecord,
    /// The stories of the clauses, in order.
    pub stories: Vec<ClauseStory>,
}
