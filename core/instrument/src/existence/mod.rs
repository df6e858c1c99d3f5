//! Places where what a claim speaks of may be, as far as small runs do not speak against them.
//!
//! What makes programs from them, and why their claims carry over, is [`hornbook_tasks::existence`].

pub mod candidates;
