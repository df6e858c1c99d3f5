//! The language.

mod array_functions;
mod copies;
mod diagnostics;
mod errors;
mod format;
mod lists;
mod loop_clauses;
mod interp;
mod print;
mod programs;
mod rewrite;
mod total;
mod typed;
