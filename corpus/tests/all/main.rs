//! The example programs rewritten, random ones held against runs, Horn clauses in classes, and programs that
//! grow.

mod classes;
mod open;
mod random_programs;
mod records;
mod rewritings;
mod scaling;
mod verdicts;
