//! The example programs rewritten, random ones held against runs, and Horn clauses in classes.

mod classes;
mod random_programs;
mod rewritings;
mod verdicts;
