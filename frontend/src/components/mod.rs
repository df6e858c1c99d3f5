//! The parts of the page, one per file.

mod call_tree;
mod cell_strip;
mod clause_card;
mod completeness;
mod editor_view;
mod focus_pane;
mod help_dialog;
mod logo;
mod problem_list;
mod program_pane;
mod road_pane;
mod splitter;
mod stage_bar;
mod theme_button;
mod top_bar;

pub use focus_pane::FocusPane;
pub use help_dialog::HelpDialog;
pub use program_pane::ProgramPane;
pub use road_pane::RoadPane;
pub use splitter::Splitter;
pub use stage_bar::StageBar;
pub use top_bar::TopBar;
