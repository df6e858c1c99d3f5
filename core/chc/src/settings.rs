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
        /// Rules that inlining one predicate may leave behind, if it does not take as many away.
        growth: usize = 8, 0..=1_000;
        /// Premises that a resolvent may have, if its parts did not have as many before.
        premises: usize = 12, 1..=1_000;
    }
    /// The vocabulary of atoms.
    mine: Mining {
        /// Variables that an atom may have: a place compared with a sum or difference of two scalars.
        width: usize = 3, 1..=8;
        /// Atoms that a predicate may have; each costs a literal in every question about it.
        atoms: usize = 160, 8..=10_000;
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
    /// Trace invariants, and states that are enumerated.
    learn: Learning {
        /// States of a predicate that are enumerated, if there are not more.
        points: usize = 160, 0..=10_000;
        /// Small runs that are looked at.
        runs: u64 = 150, 0..=1_000_000;
        /// Whether boxes of samples of several places are looked at.
        boxes: bool = true, 0..=1;
        /// Moduli whose residues are tried.
        moduli: usize = 6, 0..=64;
    }
}
