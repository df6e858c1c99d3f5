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
        /// Steps that it may take in its questions.
        steps: u64 = 1_500_000, 0..=1_000_000_000;
        /// Questions that it may ask.
        questions: u64 = 1_500, 0..=1_000_000;
        /// Questions after which runs on likely values have their turn: short runs are found by then.
        short_questions: u64 = 300, 0..=1_000_000;
        /// Steps of its questions after which they have it, too.
        short_steps: u64 = 300_000, 0..=1_000_000_000;
        /// Steps that one question may take.
        question: u64 = 300_000, 1_000..=1_000_000_000;
        /// Cells at which quantified assumptions are looked at besides those that a path reads.
        cells: u64 = 4, 0..=100;
        /// Paths that may wait to be continued.
        width: usize = 4_000, 1..=1_000_000;
        /// Parts of a path's terms, counted as trees. Where cells are copied to places whose order is
        /// not known each copy doubles them, and beyond this the arithmetic would not get far.
        parts: usize = 200_000, 100..=100_000_000;
        /// So many parts of a path's terms are rewritten in about the time of one step.
        parts_per_step: u64 = 50, 1..=100_000;
        /// Steps that a clause counts for if it asks nothing, besides the size of the path's values.
        free: u64 = 50, 0..=100_000;
    }
    /// Runs on likely values.
    likely: LikelyRuns {
        /// Whether there are any.
        wanted: bool = true, 0..=1;
        /// Steps of the longest run.
        longest: usize = 100_000, 500..=10_000_000;
        /// Instructions on machine words in the run with the simplest choices, which is made of any program that is not
        /// solved soon.
        simplest: u64 = 200_000, 0..=1_000_000_000;
        /// Runs with rules with which a program with small numbers in the place of large ones failed.
        deep: usize = 3, 0..=1_000;
        /// Steps of each.
        deepest: usize = 1_500_000, 500..=100_000_000;
        /// Statements on machine words in all runs with one number after the other.
        swept: u64 = 10_000_000, 0..=10_000_000_000;
        /// Statements on machine words in one of these runs.
        swept_run: u64 = 1_000_000, 500..=1_000_000_000;
        /// The largest of these numbers.
        largest: i64 = 5_000, 0..=1_000_000;
        /// Instructions on machine words in all runs with numbers that double, once the others are over.
        doubled: u64 = 1_000_000_000, 0..=100_000_000_000;
        /// The limit for all these runs where a round of a loop evaluates a term about many cells, which the
        /// interpreter repeats.
        doubled_slow: u64 = 20_000_000, 0..=100_000_000_000;
        /// Instructions of each of these runs at first; eight times as many when all have had their turn.
        doubled_first: u64 = 2_000_000, 1_000..=1_000_000_000;
        /// Instructions of the longest of these runs, if there are others.
        doubled_run: u64 = 128_000_000, 1_000..=10_000_000_000;
        /// Steps that the interpreter may take to see one of them fail.
        replayed: usize = 300_000_000, 0..=2_000_000_000;
        /// Steps of all runs of the first round, in which each is short.
        first_round: u64 = 400_000, 0..=1_000_000_000;
        /// Rules of choosing that are looked at for the first round; many do not differ.
        rules: usize = 20_000, 1..=10_000_000;
        /// Numbers of the text that count.
        literals: usize = 8, 0..=1_000;
        /// Cells of an array that get values of their own.
        cells: u64 = 32, 0..=10_000;
    }
    /// Small runs that are made at once where clauses do not express all that the program computes.
    probe: Probing {
        /// How many there are.
        runs: u64 = 600, 0..=1_000_000;
        /// Steps of each.
        steps: usize = 1_000, 10..=10_000_000;
        /// How many there are of any program that is not solved soon.
        soon: u64 = 100, 0..=1_000_000;
        /// Cells of an array that get values of their own.
        cells: u64 = 8, 0..=10_000;
        /// The first runs that choose one number everywhere.
        same: u64 = 40, 0..=1_000_000;
    }
    /// Programs without loops, decided as they are.
    decide: Deciding {
        /// Steps for each assertion.
        steps: u64 = 5_000_000, 10_000..=1_000_000_000;
        /// Instances of one condition; leaving some out only weakens the clause.
        instances: usize = 4_096, 1..=1_000_000;
        /// Instances of all conditions of a clause together.
        all_instances: usize = 16_384, 1..=10_000_000;
        /// How many arrays, each made from the one before, a cell is looked for in: what is said of
        /// one is read by walking down, on a stack that is small in a browser.
        depth: usize = 400, 10..=2_000;
        /// Instances that are added at once, of those that a model violates.
        at_once: usize = 60, 1..=10_000;
        /// Steps that finding small numbers for a run may take.
        small: u64 = 2_000_000, 0..=1_000_000_000;
        /// How often instances are added while numbers are made small.
        rounds: usize = 30, 1..=1_000;
        /// Cells beside each other that a run is sought for, at most.
        window: u64 = 200, 0..=10_000;
        /// Cells of an array between others that a run may have a value in, at most.
        filled: u64 = 100_000, 0..=10_000_000;
    }
    /// Tasks that share the turns.
    climbing: Climbing {
        /// Steps of the first task before the others have their turns: it is the fastest, and mostly suffices.
        first: u64 = 100_000, 1_000..=1_000_000_000;
        /// Steps for a stronger abstraction whose success would be advice.
        advice: u64 = 150_000, 0..=1_000_000_000;
        /// Arrays that a program may have for advice: nobody waits for it as long as more take.
        arrays: usize = 2, 0..=100;
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
        /// Steps of each.
        steps: usize = 400, 10..=10_000_000;
        /// States that are looked at, at each loop head.
        states: usize = 160, 1..=1_000_000;
        /// Numbers that are looked at, at each loop head.
        numbers: usize = 10, 1..=1_000;
    }
    /// Programs with ghost variables (program instrumentation).
    instrumenting: Instrumenting {
        /// Runs that are made to find some that come to their end.
        runs: u64 = 120, 0..=1_000_000;
        /// Runs that candidates are tried on.
        samples: usize = 12, 0..=10_000;
        /// Steps of each.
        steps: usize = 4_000, 10..=10_000_000;
        /// Candidates that are tried on runs before one is asked about.
        tried: usize = 400, 1..=1_000_000;
        /// Candidates that are asked about.
        attempts: usize = 24, 0..=100_000;
        /// Candidates that prove nothing before one more ghost follows the same.
        failures: usize = 3, 1..=100_000;
        /// Ghosts that follow the same, at most.
        copies: usize = 3, 1..=10;
        /// Steps for the program as it is, before anything is added.
        plain: u64 = 20_000, 0..=1_000_000_000;
        /// Steps for the program as it is where no candidate is left.
        last: u64 = 600_000, 0..=1_000_000_000;
        /// Steps for each candidate.
        attempt: u64 = 400_000, 1_000..=1_000_000_000;
        /// Runs for programs with ghost variables.
        guesses: u64 = 30, 0..=1_000_000;
        /// Candidates whose time was not enough and that get more of it where none is left.
        again: usize = 2, 0..=100_000;
        /// Steps for each of these.
        longer: u64 = 3_000_000, 1_000..=1_000_000_000;
    }
    /// Places for what claims say to exist.
    existence: Existing {
        /// Choices of places for one claim that are held against small runs.
        tried: usize = 60, 1..=10_000;
        /// Choices of places that become tasks.
        attempts: usize = 3, 0..=1_000;
        /// Steps for the program as it is.
        plain: u64 = 20_000, 0..=1_000_000_000;
        /// Steps for each choice.
        attempt: u64 = 2_000_000, 1_000..=1_000_000_000;
    }
    /// Invariants at the heads of loops from tiles (tiling).
    tiling: Tiling {
        /// Whether several methods by turns have this one among them.
        wanted: bool = true, 0..=1;
        /// Runs on which it is tried.
        runs: u64 = 12, 0..=1_000_000;
        /// Steps of each.
        steps: usize = 300, 10..=10_000_000;
        /// Steps for the program as it is, before anything is said.
        plain: u64 = 20_000, 0..=1_000_000_000;
        /// Steps for each condition.
        condition: u64 = 400_000, 1_000..=1_000_000_000;
        /// Steps for the program with hints where the conditions suffice.
        shown: u64 = 300_000, 0..=1_000_000_000;
        /// Steps for the program with hints and the abstraction that is chosen, before others are tried.
        first: u64 = 3_000_000, 1_000..=1_000_000_000;
    }
}
