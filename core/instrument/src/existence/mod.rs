//! Witnesses of existential claims that small runs do not rule out.
//!
//! The programs with witnesses, and why their claims carry over, are in [`hornbook_tasks::existence`].

pub mod candidates;
