//! The parts of the page, one per file.

mod call_tree;
mod call_view;
mod cell_strip;
mod clause_card;
mod clause_focus;
mod clause_list;
mod completeness;
mod derivation;
mod editor_view;
mod focus_pane;
mod help_dialog;
mod invariant_card;
mod logo;
mod problem_list;
mod program_pane;
mod prose;
mod region_picture;
mod road_pane;
mod solve_focus;
mod solve_view;
mod splitter;
mod stage_bar;
mod step_list;
mod theme_button;
mod top_bar;
mod trace_player;
mod verdict_banner;
mod witness_figure;

pub use focus_pane::FocusPane;
pub use help_dialog::HelpDialog;
pub use program_pane::ProgramPane;
pub use road_pane::RoadPane;
pub use splitter::Splitter;
pub use stage_bar::StageBar;
pub use top_bar::TopBar;
