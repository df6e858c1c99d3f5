//! Behaviour shared by components.

mod analysis;
mod clipboard;
mod comparison;
mod download;
mod files;
mod help_key;
mod keys;
mod light_dismiss;
mod links;
mod memory;
mod narrow;
mod near;
mod presenting;
mod solver;
mod storage;
mod theme;
mod tour;
mod writing;

pub use analysis::use_analysis;
pub use clipboard::copy;
pub use comparison::use_comparison;
pub use download::download;
pub use files::{read_file, use_drop};
pub use help_key::use_help_key;
pub use keys::{use_format_key, use_run_key};
pub use light_dismiss::use_light_dismiss;
pub use links::{opening, page_address, show_in_address, use_links};
pub use memory::{first, use_memory};
pub use narrow::{bring_road_into_view, stacked};
pub use near::use_near;
pub use presenting::use_presenting;
pub use solver::{Solver, use_solver};
pub use storage::{forget, remember, remembered};
pub use theme::{Theme, use_theme};
pub use tour::{Tour, use_tour};
pub use writing::{Writer, use_writer};
