//! What shows that a call to `insts` loses something, as plain data, or why nothing is known to show it.

pub mod model;
pub mod reason;
