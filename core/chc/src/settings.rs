//! Every number and every switch that steers the search, each with its range and the reason for
//! its value. Nothing here changes what an answer means, only whether and when it is found.
//!
//! `cargo xtask ablation` measures what each of them is good for; the tables are in
//! docs/measurements/settings.md.

use crate::search::strategies::{StrategySpec, exploring, proving};
use hornbook_base::settings::Parameter;

/// All numbers and switches, in the order of this file.
pub fn all_parameters() -> Vec<Parameter<Settings>> {
    own_parameters()
}

hornbook_base::settings! {
    /// Everything that steers the search for a model or a derivation.
    Settings {
        /// The strategies where there are claims.
        proving: Vec<StrategySpec> = proving();
        /// The strategies where there are none: the question is what the clauses derive.
        exploring: Vec<StrategySpec> = exploring();
    }
    /// The division of time.
    sharing: Sharing {
        /// Steps of one turn. Small, so that everyone's turn comes soon; large beside the cost of
        /// one question, so that the choice of whose turn it is costs nothing.
        turn: u64 = 5_000, 100..=1_000_000;
        /// Steps that the one question about a counterexample may take.
        counterexample: u64 = 5_000_000, 10_000..=1_000_000_000;
        /// Steps that making an invariant small, or proving one obligation, may take.
        proof: u64 = 20_000_000, 10_000..=1_000_000_000;
        /// Steps that unrolling may take: it finds short derivations soon or not at all.
        unrolling: u64 = 600_000, 0..=1_000_000_000;
    }
    /// The preprocessing passes over rules.
    passes: Passes {
        /// Whether linear equations between scalars are found.
        equalities: bool = true, 0..=1;
        /// Whether samples that cannot matter are left out.
        arguments: bool = true, 0..=1;
        /// Whether cases of quotients by unknowns that cannot be are left out.
        quotients: bool = true, 0..=1;
        /// Products of unknowns that a predicate gets as parameters.
        products: usize = 8, 0..=1_000;
        /// Whether the inductive part of hints is computed first.
        inductive: bool = true, 0..=1;
        /// Whether premises that others imply by symmetry are left out.
        prune: bool = true, 0..=1;
        /// Whether the components of sums are solved by themselves first.
        parts: bool = true, 0..=1;
        /// Claims times clauses up to which claims that need different samples are asked about one after the other.
        apart: usize = 20_000, 0..=10_000_000;
        /// Whether instances that the others of a clause imply are left out.
        condense: bool = true, 0..=1;
        /// Steps for one kind of facts.
        facts: u64 = 200_000, 1_000..=100_000_000;
        /// Steps for inlining one predicate.
        inlining: u64 = 100_000, 1_000..=1_000_000_000;
        /// Rules that inlining one predicate may leave behind, if it does not take as many away.
        growth: usize = 8, 0..=1_000;
        /// Premises that a resolvent may have, if its parts did not have as many before.
        premises: usize = 12, 1..=1_000;
        /// Nodes of one term of a resolvent, if its parts did not have as many before: in longer chains of
        /// steps inlining costs more than it brings, and terms become deeper than a browser's stack.
        term: usize = 6_000, 100..=1_000_000;
        /// Clauses whose steps are merged: each step of merging visits all of them.
        merged: usize = 600, 0..=1_000_000;
        /// Clauses that the unfolding of an inlined predicate may have: the checker unfolds them again.
        unfolded: usize = 2_000, 10..=200_000;
    }
    /// The vocabulary of atoms.
    mine: Mining {
        /// Variables that an atom may have: a place compared with a sum or difference of two scalars.
        width: usize = 3, 1..=8;
        /// Variables that an atom may have where counters are compared with each other: two samples may be
        /// apart by the difference of two scalars.
        wide: usize = 4, 1..=8;
        /// Atoms that a predicate may have; each costs a literal in every question about it.
        atoms: usize = 160, 8..=10_000;
        /// That number for the rich vocabularies.
        many: usize = 320, 8..=10_000;
        /// Atoms that may be found for it; of more than it may have, those of few variables are taken.
        found: usize = 480, 8..=10_000;
        /// Forms that are tried before the collection of atoms ends.
        work: u64 = 600_000, 1_000..=1_000_000_000;
        /// Cases of the conditions of each rule.
        branches: usize = 64, 1..=10_000;
        /// Tests on one scalar whose turning points are used.
        marks: usize = 4, 0..=100;
        /// The largest modulus of residues.
        stride: usize = 16, 1..=1_000;
        /// The number of rules across which atoms are carried.
        transports: usize = 2, 0..=10;
        /// Conditions of assertions, in formal parameters.
        mentions: bool = true, 0..=1;
        /// Equations of few variables that hold at an occurrence.
        hull: bool = true, 0..=1;
        /// An equation between indices and scalars becomes two inequalities, so that a lemma about one
        /// place generalises to one about a range.
        order_closure: bool = true, 0..=1;
        /// Initial values of scalars in a loop, substituted into the atoms.
        initial_values: bool = true, 0..=1;
        /// Divisibility of terms that equal a multiple of a number.
        multiples: bool = true, 0..=1;
        /// Other conditions.
        guards: bool = true, 0..=1;
        /// Conditions on derived instances.
        heads: bool = true, 0..=1;
        /// Truth values among the parameters.
        booleans: bool = true, 0..=1;
        /// Counters that move in lockstep.
        lockstep: bool = true, 0..=1;
        /// Bounds that an inner loop inherits from an outer one.
        inherit: bool = true, 0..=1;
        /// Atoms of neighbours, carried over by the rules.
        transport: bool = true, 0..=1;
        /// The order between values, where one order between values was found.
        ordered: bool = true, 0..=1;
        /// Equations of scalars when a loop is left: sums of moves.
        arrivals: bool = true, 0..=1;
        /// Counters compared with each other.
        races: bool = true, 0..=1;
        /// Residues of counters that move by more than one.
        strides: bool = true, 0..=1;
        /// The divisibility of `k` that `k = 2*i` implies.
        spacing: bool = true, 0..=1;
        /// Atoms of one of several copies, mirrored to the others.
        mirror: bool = true, 0..=1;
    }
    /// Property-directed reachability.
    pdr: Reachability {
        /// Steps that one question may take.
        question: u64 = 2_000_000, 1_000..=1_000_000_000;
        /// Steps that one piece of work may take: an obligation, a lemma, a frame.
        piece: u64 = 10_000_000, 10_000..=1_000_000_000;
        /// Assumptions for single questions after which a rule gets a fresh solver.
        renew: usize = 1_000, 1..=1_000_000;
        /// Whether variables are set free whose values a lemma says by equations.
        set_free: bool = true, 0..=1;
        /// Whether literals of a lemma are dropped one by one.
        drop: bool = true, 0..=1;
        /// Whether literals of a lemma are replaced by weaker ones on the same form.
        widen: bool = true, 0..=1;
        /// Whether a new lemma is pushed to the highest frame at once.
        push: bool = true, 0..=1;
    }
    /// Forward abstract interpretation.
    forward: Interpretation {
        /// Parts that the states of one predicate may be taken into.
        parts: usize = 400, 1..=100_000;
        /// Steps that one question may take.
        question: u64 = 2_000_000, 1_000..=1_000_000_000;
        /// Steps for making lemmas out of the parts.
        lemmas: u64 = 20_000_000, 10_000..=1_000_000_000;
    }
    /// Unrolling.
    unroll: Unrolling {
        /// Nodes that one unrolling may have.
        nodes: usize = 4_000, 10..=1_000_000;
        /// Steps that one question may take.
        question: u64 = 500_000, 1_000..=1_000_000_000;
    }
    /// Concrete facts, derived one after the other from clauses without a program.
    saturate: Saturating {
        /// Facts that may be derived.
        facts: usize = 20_000, 0..=10_000_000;
        /// Values that are tried where premises leave variables open.
        values: usize = 3, 1..=1_000;
        /// Values that are tried in the end, if those before lead to nothing.
        most: usize = 50, 1..=1_000;
        /// Ways to choose the other premises of a clause for a new fact.
        ways: usize = 200, 1..=1_000_000;
        /// Clause applications that a derivation may have.
        nodes: usize = 20_000, 10..=10_000_000;
        /// Steps that one question may take.
        question: u64 = 20_000, 100..=1_000_000_000;
    }
    /// Counterexamples of a vocabulary, held against the clauses.
    refute: Refuting {
        /// Clause applications that a derivation may have. Inlined clauses multiply with the
        /// occurrences of their predicates, so that it can be exponential.
        clauses: usize = 20_000, 10..=10_000_000;
        /// Rule applications that the first, coarse question is about: most artefacts show there.
        rules: usize = 250, 1..=100_000;
    }
    /// Atoms from spurious counterexamples.
    interpolate: Interpolating {
        /// Rules nearest to the root of which an infeasible prefix is made.
        rules: usize = 40, 2..=1_000;
        /// Cases of two formulas that are separated before the search for a simple interpolant ends.
        cases: usize = 24, 1..=1_000;
        /// Steps for one counterexample.
        steps: u64 = 1_500_000, 1_000..=1_000_000_000;
        /// Cases of a predicate that are remembered.
        remembered: usize = 60, 1..=10_000;
        /// Half-planes for one predicate from one counterexample.
        planes: usize = 12, 1..=1_000;
        /// States of traces that are added to the cases on one side of a half-plane, at most.
        widened: usize = 12, 0..=1_000;
        /// Counterexamples that one strategy looks at.
        most: usize = 30, 0..=10_000;
    }
    /// Trace invariants, and states that are enumerated.
    learn: Learning {
        /// States of a predicate that are enumerated, if there are not more.
        points: usize = 160, 0..=10_000;
        /// Steps for that.
        enumeration: u64 = 600_000, 0..=1_000_000_000;
        /// Small traces.
        runs: u64 = 150, 0..=1_000_000;
        /// Steps of each.
        steps: usize = 600, 10..=10_000_000;
        /// Facts that are derived from clauses where there is no program to run.
        derived: usize = 1_500, 0..=1_000_000;
        /// Values that are tried then where premises leave variables open.
        values: usize = 10, 1..=1_000;
        /// States at one loop head.
        states: usize = 24_000, 1..=1_000_000;
        /// Samples of a function along one dimension in one state.
        cells: usize = 12, 1..=10_000;
        /// Choices of samples in one state.
        choices: usize = 150, 1..=100_000;
        /// Alignments of samples.
        bases: usize = 30, 1..=1_000;
        /// Regions in which equations are looked for, for each of these.
        regions: usize = 400, 1..=100_000;
        /// Whether boxes of samples with several indices are tried.
        boxes: bool = true, 0..=1;
        /// Moduli whose residues are tried.
        moduli: usize = 6, 0..=64;
        /// Facts at one loop head.
        facts: usize = 80, 0..=10_000;
        /// Steps for finding them at one loop head.
        work: u64 = 200_000, 0..=1_000_000_000;
        /// Steps for the inductive part of the facts.
        induction: u64 = 300_000, 0..=1_000_000_000;
    }
}
