//! Witnesses of incompleteness as plain data, and the reasons why there is none.

pub mod model;
pub mod reason;
