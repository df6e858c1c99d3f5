//! Behaviour shared by components.

mod analysis;
mod clause_transition;
mod clipboard;
mod comparison;
mod download;
mod files;
mod help_key;
mod history;
mod kept_keyboard;
mod keys;
mod light_dismiss;
mod links;
mod memory;
mod narrow;
mod near;
mod notes_window;
mod parent;
mod presenting;
mod script;
mod second_look;
mod site_file;
mod size;
mod stage_keys;
mod solver;
mod storage;
mod theme;
mod timed_request;
mod title;
mod tour;
mod trials;
mod writer;
mod document;

pub use analysis::use_analysis;
pub use clause_transition::use_clause_transition;
pub use clipboard::{Copied, copy, copy_made};
pub use comparison::use_comparison;
pub use document::use_document;
pub use download::download;
pub use files::{read_file, use_drop};
pub use help_key::use_help_key;
pub use history::use_history;
pub use kept_keyboard::use_kept_keyboard;
pub use keys::{SlideKey, use_format_key, use_pane_keys, use_run_key, use_slide_keys};
pub use light_dismiss::use_light_dismiss;
pub use links::{
    course_of_address, go_to_lesson, lesson_link, lesson_of_address, opening, page_address,
    show_in_address, show_published, use_links,
};
pub use memory::{HIDES_FOUND, STAGES, TRIED, VISITED, first, use_memory};
pub use narrow::{
    bring_into_view, bring_stage_into_view, bring_verdict_into_view, go_back_from_focus,
    go_to_focus, scroll_to, stacked, use_clause_in_view, use_in_view, use_opened_clause,
};
pub use near::{use_near, use_verdict_at_foot};
pub use notes_window::{Notes, NotesPlace, use_notes_window};
pub use parent::{announce_to_parent, use_parent};
pub use presenting::{use_covers, use_large_type, use_presenting};
pub use script::add_script;
pub use second_look::use_second_look;
pub use size::use_size;
pub use solver::{Solver, use_solver};
pub use stage_keys::use_stage_keys;
pub use storage::{remember, remembered};
pub use theme::{Theme, use_theme};
pub use title::use_title;
pub use tour::{Tour, use_tour};
pub use trials::use_trials;
pub use writer::{Writer, use_writer};
