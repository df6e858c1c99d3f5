//! Records as JSON: an object with the fields of the record and one more, `terms`, with what the numbers
//! in the record stand for.

use hornbook_horn::table;
use hornbook_horn::table::TermTable;
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The name of the field that a record gets.
const TERMS: &str = "terms";

/// A record that is written with a table of its terms.
pub struct Shared<'r, R>(pub &'r R);

/// The fields of the record, then its terms.
#[derive(Serialize)]
struct Whole<'r, R> {
    #[serde(flatten)]
    record: &'r R,
    terms: SoFar,
}

/// The terms that were written before.
struct SoFar;

impl Serialize for SoFar {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        table::so_far().serialize(serializer)
    }
}

impl<R: Serialize> Serialize for Shared<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        table::written(|| Whole { record: self.0, terms: SoFar }.serialize(serializer)).0
    }
}

/// A record as one line of JSON.
///
/// # Errors
/// What cannot be written as an object of JSON; no record of this room is such.
pub fn text(record: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(&Shared(record)).map_err(|error| error.to_string())
}

/// The record in such a line.
///
/// # Errors
/// What is wrong with the text.
pub fn record<R: DeserializeOwned>(text: &str) -> Result<R, String> {
    let wrong = |error: serde_json::Error| error.to_string();
    let mut whole: Value = serde_json::from_str(text).map_err(wrong)?;
    let terms = whole.as_object_mut().and_then(|fields| fields.remove(TERMS));
    let terms: TermTable = serde_json::from_value(terms.unwrap_or_default()).map_err(wrong)?;
    table::read(&terms, || serde_json::from_value(whole).map_err(wrong))?
}
