//! What the browser keeps for the page. It may keep nothing, or forbid to ask, as it does for a page
//! in another page; that is no reason to fail.

use serde::Serialize;
use serde::de::DeserializeOwned;
use web_sys::Storage;

/// Of all tabs.
fn shared() -> Option<Storage> {
    gloo_utils::window().local_storage().ok().flatten()
}

/// Of this tab; it survives that the page is loaded anew.
fn own() -> Option<Storage> {
    gloo_utils::window().session_storage().ok().flatten()
}

fn get<T: DeserializeOwned>(storage: Option<Storage>, key: &str) -> Option<T> {
    let json = storage?.get_item(key).ok().flatten()?;
    serde_json::from_str(&json).ok()
}

/// Whether there was room for it; a browser that keeps nothing at all need not have any.
fn set(storage: Option<Storage>, key: &str, json: &str) -> bool {
    storage.is_none_or(|storage| storage.set_item(key, json).is_ok())
}

fn remove(storage: Option<Storage>, key: &str) {
    if let Some(storage) = storage {
        let _ = storage.remove_item(key);
    }
}

/// Reads what was remembered under a name; nothing when the browser keeps nothing.
pub fn remembered<T: DeserializeOwned>(key: &str) -> Option<T> {
    get(shared(), key)
}

/// Remembers a value under a name.
pub fn remember<T: Serialize>(key: &str, value: &T) {
    if let Ok(json) = serde_json::to_string(value) {
        set(shared(), key, &json);
    }
}

/// Reads what this tab remembered, and only if it did not, what any tab did last.
pub fn remembered_here<T: DeserializeOwned>(key: &str) -> Option<T> {
    get(own(), key).or_else(|| get(shared(), key))
}

/// Remembers a value for this tab, and for a tab that is opened later. False if there is no room.
pub fn remember_here<T: Serialize>(key: &str, value: &T) -> bool {
    let json = serde_json::to_string(value).unwrap_or_default();
    set(own(), key, &json) && set(shared(), key, &json)
}

/// Forgets what was remembered under a name for this tab, and for one that is opened later.
pub fn forget_here(key: &str) {
    remove(own(), key);
    remove(shared(), key);
}

/// Reads what this tab remembered, whatever others did.
pub fn remembered_by_tab<T: DeserializeOwned>(key: &str) -> Option<T> {
    get(own(), key)
}

/// Remembers a value for this tab alone.
pub fn remember_by_tab<T: Serialize>(key: &str, value: &T) {
    if let Ok(json) = serde_json::to_string(value) {
        set(own(), key, &json);
    }
}

/// Forgets what was remembered for this tab alone.
pub fn forget_by_tab(key: &str) {
    remove(own(), key);
}
