//! The road with the story of each clause, as `hornbook explain` writes it.

use crate::road::{ClauseStory, Road};
use serde::{Deserialize, Serialize};

/// All that is recorded about a text before it is solved.
#[derive(Clone, Serialize, Deserialize)]
pub struct Explanation {
    /// [`crate::VERSION`].
    pub version: u32,
    /// The stages.
    pub road: Road,
    /// One for each clause, in order.
    pub stories: Vec<ClauseStory>,
}
