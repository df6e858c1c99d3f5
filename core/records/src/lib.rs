//! The records that explanations are made of.
//!
//! Plain data, serialisable, versioned. Whoever draws them computes nothing about logic: what
//! matched, what changed and why is all in here.

#![forbid(unsafe_code)]

pub mod attempts;
pub mod stages;
