//! The browser's storage. It may keep nothing, or forbid access, as it does for an embedded page; that is
//! no error.

use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

/// The storage of all tabs.
fn shared() -> Option<Storage> {
    gloo_utils::window().local_storage().ok().flatten()
}

/// The storage of this tab, which survives a reload.
fn own() -> Option<Storage> {
    gloo_utils::window().session_storage().ok().flatten()
}

fn get<T: DeserializeOwned>(storage: Option<Storage>, key: &str) -> Option<T> {
    let json = storage?.get_item(key).ok().flatten()?;
    serde_json::from_str(&json).ok()
}

/// Stores a value. False if a storage has no room; a browser without storage counts as true.
fn set(storage: Option<Storage>, key: &str, json: &str) -> bool {
    storage.is_none_or(|storage| storage.set_item(key, json).is_ok())
}

fn remove(storage: Option<Storage>, key: &str) {
    if let Some(storage) = storage {
        let _ = storage.remove_item(key);
    }
}

/// Reads a remembered value; none when the browser keeps nothing.
pub fn remembered<T: DeserializeOwned>(key: &str) -> Option<T> {
    get(shared(), key)
}

/// Remembers a value under a name.
pub fn remember<T: Serialize>(key: &str, value: &T) {
    if let Ok(json) = serde_json::to_string(value) {
        set(shared(), key, &json);
    }
}

/// Reads the value that this tab remembered, or else the last one of any tab.
pub fn remembered_here<T: DeserializeOwned>(key: &str) -> Option<T> {
    get(own(), key).or_else(|| get(shared(), key))
}

/// Remembers a value for this tab, and for tabs that are opened later. False if there is no room.
pub fn remember_here<T: Serialize>(key: &str, value: &T) -> bool {
    let json = serde_json::to_string(value).unwrap_or_default();
    set(own(), key, &json) && set(shared(), key, &json)
}

/// Forgets the value of a name for this tab, and for tabs that are opened later.
pub fn forget_here(key: &str) {
    remove(own(), key);
    remove(shared(), key);
}

/// Reads the value that this tab remembered.
pub fn remembered_by_tab<T: DeserializeOwned>(key: &str) -> Option<T> {
    get(own(), key)
}

/// Remembers a value for this tab alone.
pub fn remember_by_tab<T: Serialize>(key: &str, value: &T) {
    if let Ok(json) = serde_json::to_string(value) {
        set(own(), key, &json);
    }
}

/// Forgets the value of this tab.
pub fn forget_by_tab(key: &str) {
    remove(own(), key);
}
