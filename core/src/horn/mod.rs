//! Constrained Horn clauses (T Sec. 2.1 and 2.2).
pub mod term;
