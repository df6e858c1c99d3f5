//! The example programs rewritten, and random ones held against runs.

mod random_programs;
mod rewritings;
mod verdicts;
