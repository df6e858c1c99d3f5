//! One scheduler for searches that share a budget, and a ledger for the claims of such searches.
//!
//! Each [`Strategy`] is a search that can be continued. It knows of no other one but by what they share: a value that is
//! given to each turn, as a ledger, or facts behind shared pointers. The [`Scheduler`] deals
//! turns of a fixed size to the strategies of its jobs, by one rule: *stride scheduling* (Waldspurger and
//! Weihl, *Stride scheduling*, MIT 1995). A job has a weight, and the next turn belongs to the job that has
//! spent least for its weight. Hence each job that can help gets its share soon, and a strategy that succeeds
//! has at most waited for the others in proportion to their weights.
//!
//! A [`Ledger`] has the claims that strategies work for, each with one status, and what strategies reported on them.
//!
//! - `scheduler`: stride scheduling of jobs
//! - `ledger`: the claims
//!
//! **Determinism:** the order of turns depends on the spent steps and on what strategies can do only, not on how
//! the caller cuts its budget.

#![forbid(unsafe_code)]

mod ledger;
mod scheduler;

pub use ledger::{ClaimStatus, Ledger, Report, StrategyName};
pub use scheduler::{Account, Job, JobId, JobState, Progress, Scheduler, Strategy, Turn, Unlock};
