//! Every number and every switch that steers the searches beside the engines, each with its range and the
//! reason for its value, together with those of the engines. No setting changes the meaning of an answer,
//! only whether and when it is found.
//!
//! `cargo xtask ablation` measures what each of them is good for.

#![forbid(unsafe_code)]

pub use hornbook_base::settings::Parameter;
use hornbook_chc::settings::Settings as Engines;

/// All numbers and switches: those of the engines, then those of this file.
pub fn all_parameters() -> Vec<Parameter<Settings>> {
    let for_engines = hornbook_chc::settings::all_parameters().into_iter();
    let for_engines = for_engines
        .map(|parameter| parameter.lift_to(|all: &Settings| &all.chc, |all| &mut all.chc));
    for_engines.chain(own_parameters()).collect()
}

hornbook_base::settings! {
    /// Everything that steers the search.
    Settings {
        /// The engines.
        chc: Engines = Engines::default();
    }
    /// The search for failing runs along the clauses of the program.
    runs: Runs {
        /// Cells at which quantified assumptions are looked at besides those that a path reads.
        cells: u64 = 4, 0..=100;
    }
    /// Runs on likely values.
    likely: LikelyRuns {
        /// Whether there are any.
        wanted: bool = true, 0..=1;
    }
    /// Small runs that are made at once where clauses do not express all that the program computes.
    probe: Probing {
        /// How many there are.
        runs: u64 = 600, 0..=1_000_000;
    }
    /// Tasks that share the turns.
    climbing: Climbing {
        /// Steps of the first task before the others have their turns: it is the fastest, and mostly suffices.
        first: u64 = 100_000, 1_000..=1_000_000_000;
        /// Whether of arrays of which only cells at known places are accessed just these are kept: such cells are scalars.
        known_places: bool = true, 0..=1;
        /// Cells of an array that are kept together if a claim reads so many; of two there is an abstraction anyway.
        together: usize = 4, 0..=9;
    }
    /// Invariants that small runs suggest, as guesses.
    seeing: Seeing {
        /// Runs that are made to see what holds at loop heads. Where nothing is known to be added up
        /// it makes some proofs quick and others slow.
        runs: u64 = 0, 0..=1_000_000;
    }
    /// Programs with ghost variables (program instrumentation).
    instrumenting: Instrumenting {
        /// Runs that are made to find some that come to their end.
        runs: u64 = 120, 0..=1_000_000;
        /// Candidates that are asked about.
        attempts: usize = 24, 0..=100_000;
        /// Steps for the program as it is, before anything is added.
        plain: u64 = 20_000, 0..=1_000_000_000;
        /// Runs for programs with ghost variables.
        guesses: u64 = 30, 0..=1_000_000;
    }
    /// Places for what claims say to exist.
    existence: Existing {
        /// Choices of places for one claim that are tried on small runs.
        tried: usize = 60, 1..=10_000;
        /// Choices of places that become tasks.
        attempts: usize = 3, 0..=1_000;
    }
    /// Invariants at the heads of loops from tiles (tiling).
    tiling: Tiling {
        /// Whether several methods by turns have this one among them.
        wanted: bool = true, 0..=1;
    }
}
