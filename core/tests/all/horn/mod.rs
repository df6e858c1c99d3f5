//! Programs as Horn clauses, and clauses as text.

mod called_runs;
mod cone;
mod constant_indices;
mod counts;
mod drawing;
mod files;
mod functions;
mod golden;
mod graph;
mod latex;
mod links;
mod listings;
mod polynomial;
mod runs;
mod smtlib;
mod smtlib_rules;
mod unwinding;
mod z3;
