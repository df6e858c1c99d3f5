//! Behaviour shared by components.

mod analysis;
mod comparison;
mod help_key;
mod narrow;
mod run_key;
mod solver;
mod theme;
mod tour;

pub use analysis::use_analysis;
pub use comparison::use_comparison;
pub use help_key::use_help_key;
pub use narrow::{bring_road_into_view, stacked};
pub use run_key::use_run_key;
pub use solver::{Solver, use_solver};
pub use theme::{Theme, use_theme};
pub use tour::{Tour, use_tour};

use gloo_storage::{LocalStorage, Storage};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads what was remembered under a name; nothing when the browser keeps nothing.
pub fn remembered<T: DeserializeOwned>(key: &str) -> Option<T> {
    LocalStorage::get(key).ok()
}

/// Remembers a value under a name. A browser that keeps nothing is no reason to fail.
pub fn remember<T: Serialize>(key: &str, value: &T) {
    let _ = LocalStorage::set(key, value);
}

/// Forgets what was remembered under a name.
pub fn forget(key: &str) {
    LocalStorage::delete(key);
}
