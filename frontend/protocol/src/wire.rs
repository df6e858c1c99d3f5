//! The form in which page and workers write to each other: bytes without names.
//!
//! One build makes both ends, and the page names its workers' module by its version, so the bytes need
//! not say what they mean. Reading them takes a small part of the code that reading JSON does, and less
//! time. No record may ask serde for what such bytes cannot do (tags, flattening, fields that are left
//! out): `frontend/tests/wire.rs` has one of each kind go back and forth.

use hornbook_horn::table;
use hornbook_horn::table::TermTable;
use js_sys::{Array, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};

/// The bytes of a message; `None` for one that bytes cannot hold. In front stands the table of its
/// terms, so that terms that are shared are sent once, and are shared again where they arrive.
pub fn bytes(message: &impl Serialize) -> Option<Vec<u8>> {
    let (message, terms) = table::write_with_table(|| postcard::to_allocvec(message));
    postcard::to_allocvec(&terms)
        .and_then(|mut bytes| {
            bytes.append(&mut message?);
            Ok(bytes)
        })
        .ok()
}

/// The message in some bytes, or an error.
pub fn message<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let wrong = |error: postcard::Error| error.to_string();
    let (terms, message): (TermTable, _) = postcard::take_from_bytes(bytes).map_err(wrong)?;
    table::read_with_table(&terms, || postcard::from_bytes(message).map_err(wrong))?
}

/// The bytes as posted, and the buffers that are transferred instead of copied.
pub fn parcel(bytes: &[u8]) -> (Uint8Array, Array) {
    let array = Uint8Array::from(bytes);
    let handed_over = Array::of1(&array.buffer());
    (array, handed_over)
}

/// The message in a posted value, or an error.
pub fn opened<T: DeserializeOwned>(posted: &JsValue) -> Result<T, String> {
    let array = posted.dyn_ref::<Uint8Array>().ok_or("it is not made of bytes")?;
    message(&array.to_vec())
}
