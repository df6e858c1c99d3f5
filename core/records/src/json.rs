//! Records as JSON: an object with the fields of the record and the table of its `terms`, to which numbers
//! refer.

use hornbook_horn::table;
use hornbook_horn::table::TermTable;
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// The name of the field that a record gets.
const TERMS: &str = "terms";

/// A record that is serialised with a table of its terms.
pub struct WithTermTable<'r, R>(pub &'r R);

/// The fields of the record, then its terms.
#[derive(Serialize)]
struct RecordAndTerms<'r, R> {
    #[serde(flatten)]
    record: &'r R,
    terms: SerializedTerms,
}

/// The terms that were serialised before.
struct SerializedTerms;

impl Serialize for SerializedTerms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        table::take_table().serialize(serializer)
    }
}

impl<R: Serialize> Serialize for WithTermTable<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        table::write_with_table(|| {
            RecordAndTerms { record: self.0, terms: SerializedTerms }.serialize(serializer)
        })
        .0
    }
}

/// A record as one line of JSON.
///
/// # Errors
/// The record is no JSON object; no record of this crate is such.
pub fn to_text(record: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(&WithTermTable(record)).map_err(|error| error.to_string())
}

/// Parses a record from a line of JSON.
///
/// # Errors
/// The text is not such a record.
pub fn from_text<R: DeserializeOwned>(text: &str) -> Result<R, String> {
    let wrong = |error: serde_json::Error| error.to_string();
    let mut whole: Value = serde_json::from_str(text).map_err(wrong)?;
    let terms = whole.as_object_mut().and_then(|fields| fields.remove(TERMS));
    let terms: TermTable = serde_json::from_value(terms.unwrap_or_default()).map_err(wrong)?;
    table::read_with_table(&terms, || serde_json::from_value(whole).map_err(wrong))?
}
