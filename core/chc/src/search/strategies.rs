//! The list of strategies.
//!
//! An engine with its name in [`EngineKind`], or a level of the vocabulary, is tried where a line here names it. The
//! order only matters where two strategies have spent as much for their weights.

use serde::{Deserialize, Serialize};

/// The levels of the vocabulary. Each has all atoms of the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum VocabularyLevel {
    /// Assert mentions, hull, order closure, initial values.
    Lean,
    /// Also guards and conditions on derived instances.
    Guards,
    /// Also the atoms of neighbours that are about values, carried over by the rules.
    Transport,
    /// Also all other atoms of neighbours, equations of four variables, and counters compared with
    /// each other.
    Relations,
    /// Also residues of counters.
    Stride,
}

/// An engine by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// Property-directed reachability ([`crate::pdr`]).
    Reachability,
    /// Forward abstract interpretation ([`crate::forward`]).
    Interpretation,
}

/// Atoms that are added to the collected vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discovery {
    /// Nothing.
    Nothing,
    /// Atoms of trace invariants.
    Traces,
    /// Atoms of trace invariants, and interpolants of spurious counterexamples.
    Counterexamples,
}

/// Lines that share the turns of one job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyGroup {
    /// On the given encoding, before all else.
    SingleSteps,
    /// On the large-block encoding.
    LargeBlocks,
    /// On the given encoding, each by itself and later.
    Later,
}

/// An engine over a vocabulary on an encoding.
#[derive(Clone, Copy, Debug)]
pub struct StrategySpec {
    /// The unique name of the line.
    pub name: &'static str,
    /// The group that it belongs to.
    pub group: StrategyGroup,
    /// Whether it is only for clauses that have no large-block encoding.
    pub without_large_blocks: bool,
    /// The engine.
    pub engine: EngineKind,
    /// The level of the collected vocabulary.
    pub vocabulary: VocabularyLevel,
    /// The atoms that are added to it.
    pub discovery: Discovery,
    /// The jobs that come first, until they cannot help any more or have spent so many steps: lines of the group, or,
    /// for later lines, other jobs.
    pub after: &'static [(&'static str, u64)],
}

/// A job of the list that is not an engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JobSpec {
    /// The name of the job.
    pub name: &'static str,
    /// The share of the turns.
    pub weight: u32,
    /// The jobs that come first.
    pub after: &'static [(&'static str, u64)],
}

/// The weight of each line.
pub(super) const LINE_WEIGHT: u32 = 4;

/// Steps that most successful lines stay below.
const EARLY: u64 = 600_000;

/// Five times the steps of successful lines.
const PATIENCE: u64 = 3_000_000;

/// Steps after which most systems are solved.
const HEAD_START: u64 = 120_000;

/// The lines on the given encoding that come first.
pub(crate) const SINGLE_STEPS: JobSpec = JobSpec { name: "single steps", weight: 4, after: &[] };

/// The lines on the large-block encoding.
pub(crate) const LARGE_BLOCKS: JobSpec =
    JobSpec { name: "large blocks", weight: 4, after: &[(SINGLE_STEPS.name, PATIENCE)] };

/// Lines on clauses with havocked products of unknowns, where the lines on the given encoding do not help.
pub(crate) const ANY_PRODUCTS: JobSpec = JobSpec {
    name: "any products",
    weight: 4,
    after: &[
        (SINGLE_STEPS.name, u64::MAX),
        ("traces", u64::MAX),
        ("stride", u64::MAX),
        ("counterexamples", u64::MAX),
    ],
};

/// Derivations from the violation backwards.
pub(crate) const UNROLLING: JobSpec =
    JobSpec { name: "unrolling", weight: 1, after: &[(SINGLE_STEPS.name, HEAD_START)] };

/// Derivations from the facts.
pub(crate) const SATURATION: JobSpec =
    JobSpec { name: "saturation", weight: 2, after: &[(SINGLE_STEPS.name, HEAD_START)] };

/// The answers to what the claims demand.
pub(crate) const TABULATION: JobSpec =
    JobSpec { name: "tabulation", weight: 2, after: &[(SINGLE_STEPS.name, HEAD_START)] };

/// The strategies for clauses with claims. If the given clauses contradict each other that mostly shows
/// on the first lines; then the choice of the user is too weak, although merged steps might do.
pub(crate) fn proving() -> Vec<StrategySpec> {
    use StrategyGroup::{LargeBlocks, Later, SingleSteps};
    use VocabularyLevel::{Guards, Lean, Stride, Transport};
    let line = |name, group, vocabulary, after| StrategySpec {
        name,
        group,
        without_large_blocks: false,
        engine: EngineKind::Reachability,
        vocabulary,
        discovery: Discovery::Nothing,
        after,
    };
    vec![
        // Most programs need no more, and it is the fastest.
        line("lean", SingleSteps, Lean, &[]),
        // What tests say matters for searches and flags.
        line("guards", SingleSteps, Guards, &[("lean", EARLY)]),
        // Fewer points need fewer facts, and values are carried through several loops.
        line("merged", LargeBlocks, Transport, &[]),
        // What small runs have in common is often all that is missing.
        StrategySpec {
            discovery: Discovery::Traces,
            ..line("merged, with traces", LargeBlocks, Guards, &[("merged", 150_000)])
        },
        // The same where no steps can be merged.
        StrategySpec {
            discovery: Discovery::Traces,
            without_large_blocks: true,
            ..line(
                "traces",
                Later,
                Guards,
                &[(SINGLE_STEPS.name, 2 * EARLY), (LARGE_BLOCKS.name, 150_000)],
            )
        },
        // Samples that are several apart, and where no steps can be merged.
        line(
            "stride",
            Later,
            Stride,
            &[(SINGLE_STEPS.name, PATIENCE), (LARGE_BLOCKS.name, PATIENCE), ("traces", PATIENCE)],
        ),
        // What is missing is read off counterexamples.
        StrategySpec {
            discovery: Discovery::Counterexamples,
            ..line("counterexamples", Later, Guards, &[("stride", PATIENCE)])
        },
    ]
}

/// The strategies for clauses without claims: what they derive is said with the richest vocabulary that is
/// not too much.
pub(crate) fn exploring() -> Vec<StrategySpec> {
    let line = |name, vocabulary, after| StrategySpec {
        name,
        group: StrategyGroup::SingleSteps,
        without_large_blocks: false,
        engine: EngineKind::Interpretation,
        vocabulary,
        discovery: Discovery::Nothing,
        after,
    };
    vec![
        // It says most.
        line("all", VocabularyLevel::Stride, &[]),
        // It is found where that is too much.
        line("some", VocabularyLevel::Guards, &[("all", u64::MAX)]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// A line that waits for a name that nobody has would not wait at all.
    #[test]
    fn lines_wait_for_jobs_that_there_are() {
        let jobs = [SINGLE_STEPS, LARGE_BLOCKS, ANY_PRODUCTS, UNROLLING, SATURATION];
        for lines in [proving(), exploring()] {
            let names: Vec<&str> =
                lines.iter().map(|l| l.name).chain(jobs.map(|j| j.name)).collect();
            let known: BTreeSet<&str> = names.iter().copied().collect();
            assert_eq!(known.len(), names.len(), "two lines have one name");
            let first = lines.iter().map(|line| line.after);
            for (name, _) in first.flatten() {
                assert!(known.contains(name), "{name}");
            }
        }
        let known: BTreeSet<&str> =
            proving().iter().map(|l| l.name).chain(jobs.map(|j| j.name)).collect();
        for (name, _) in jobs.iter().flat_map(|job| job.after) {
            assert!(known.contains(name), "{name}");
        }
    }
}
