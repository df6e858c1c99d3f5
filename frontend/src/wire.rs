//! The form in which page and workers write to each other: bytes without names.
//!
//! Both ends are the same module, so the bytes need not say what they mean. Reading them takes a
//! small part of the code that reading JSON does, and less time. No record may ask serde for what
//! such bytes cannot do (tags, flattening, fields that are left out): `tests/wire.rs` has one of
//! each kind go back and forth.

use js_sys::{Array, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};

/// The bytes of a message; `None` for one that bytes cannot hold.
pub fn bytes(message: &impl Serialize) -> Option<Vec<u8>> {
    postcard::to_allocvec(message).ok()
}

/// The message that some bytes hold; otherwise what is wrong with them.
pub fn message<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    postcard::from_bytes(bytes).map_err(|error| error.to_string())
}

/// What is posted for some bytes, and what of it changes hands instead of being copied.
pub fn parcel(bytes: &[u8]) -> (Uint8Array, Array) {
    let array = Uint8Array::from(bytes);
    let handed_over = Array::of1(&array.buffer());
    (array, handed_over)
}

/// The message in what was posted; otherwise what is wrong with it.
pub fn opened<T: DeserializeOwned>(posted: &JsValue) -> Result<T, String> {
    let array = posted.dyn_ref::<Uint8Array>().ok_or("it is not made of bytes")?;
    message(&array.to_vec())
}
