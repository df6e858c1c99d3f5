//! Records as JSON.

use serde::Serialize;

/// A record as one line of JSON.
///
/// # Errors
/// What cannot be written as JSON; no record of this room is such.
pub fn text(record: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(record).map_err(|error| error.to_string())
}
