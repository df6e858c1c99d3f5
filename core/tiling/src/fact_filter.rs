//! The filter for suggested facts that hold behind the loops (TI Alg. 1): it drops facts that do not follow
//! from the others until none is left to drop.
//!
//! At a loop all remaining facts are assumed of earlier tiles, and in front of it those behind earlier loops
//! that no statement in between changes. **The remaining facts hold on every run**: by induction over the
//! loops in their order, and at each of them over its rounds.

use super::candidate_facts::CandidateFact;
use hornbook_lang::ast;
use hornbook_lang::rewrite::names::{Fresh, Names};
use hornbook_tasks::tiling::loops::{Loop, Segment, segments, shadowed};
use hornbook_tasks::tiling::slices::Slice;
use hornbook_tasks::tiling::theorem::{Condition, KnownFacts, proof_given};
use hornbook_tasks::tiling::tiles::Tile;

/// For each fact whether it remains. `holds` certifies conditions.
pub fn filter_facts(
    tree: &ast::Program,
    facts: &[CandidateFact],
    index: &str,
    tiles_of: &dyn Fn(&Loop) -> Vec<Tile>,
    holds: &mut dyn FnMut(&Condition) -> bool,
) -> Vec<bool> {
    let mut fresh = Fresh::for_body(&tree.body);
    fresh.name(index);
    let is_seen = |fact: &CandidateFact| shadowed(tree).is_none() && fact.killed.is_none();
    let left = facts.iter().map(is_seen).collect();
    let mut work = FactFilter { segments: segments(tree), fresh, facts, left, tiles_of };
    for loop_ in 0..work.segments.len() {
        while work.drop_some(loop_, holds) {}
    }
    work.left
}

struct FactFilter<'f> {
    segments: Vec<Segment>,
    fresh: Fresh,
    facts: &'f [CandidateFact],
    left: Vec<bool>,
    tiles_of: &'f dyn Fn(&Loop) -> Vec<Tile>,
}

impl FactFilter<'_> {
    /// The remaining facts behind a range of segments, each with its number.
    fn left(
        &self,
        behind: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (usize, &CandidateFact)> {
        let all = self.facts.iter().zip(&self.left).enumerate();
        all.filter(move |(_, (fact, left))| **left && behind.contains(&fact.behind))
            .map(|(n, (fact, _))| (n, fact))
    }

    /// Drops the facts behind a loop that do not follow from the others; whether there were any.
    fn drop_some(&mut self, at: usize, holds: &mut dyn FnMut(&Condition) -> bool) -> bool {
        let fails = |(n, fact)| (!self.follows(n, fact, holds)).then_some(n);
        let failed: Vec<usize> = self.left(at..at + 1).filter_map(fails).collect();
        failed.iter().for_each(|n| self.left[*n] = false);
        !failed.is_empty()
    }

    /// Whether a fact follows from the remaining ones, or else from the start of the program.
    fn follows(
        &self,
        n: usize,
        fact: &CandidateFact,
        holds: &mut dyn FnMut(&Condition) -> bool,
    ) -> bool {
        let from = self.cut_in_front(fact.behind);
        let others = self.left(fact.behind..fact.behind + 1).filter(|(other, _)| *other != n);
        let beside: Vec<Slice> = others.map(|(_, other)| other.slice.clone()).collect();
        let there = self.left(0..from).filter(|(_, other)| self.stays(other, from));
        let there = there.map(|(_, other)| other.slice.clone()).collect();
        let of_all = KnownFacts { from, there, beside };
        // A needed fact may be no template.
        let of_none = (from > 0).then(|| KnownFacts { from: 0, there: vec![], ..of_all.clone() });
        [Some(of_all), of_none].into_iter().flatten().any(|given| {
            let wanted = vec![fact.slice.clone()];
            let fresh = self.fresh.clone();
            let end = fact.behind + 1;
            let proof = proof_given(&self.segments, end, wanted, &given, fresh, self.tiles_of);
            proof.is_ok_and(|proof| proof.conditions.iter().all(&mut *holds))
        })
    }

    /// The number of the segment behind the last loop in front of a segment.
    fn cut_in_front(&self, at: usize) -> usize {
        let is_loop = |segment: &Segment| !matches!(segment, Segment::Straight(_));
        self.segments[..at].iter().rposition(is_loop).map_or(0, |n| n + 1)
    }

    /// Whether no segment from a fact's loop up to `to` changes a variable of the fact.
    fn stays(&self, fact: &CandidateFact, to: usize) -> bool {
        let between = &self.segments[fact.behind + 1..to];
        let changed: Names = between.iter().flat_map(Segment::changes).collect();
        fact.slice.names().is_disjoint(&changed)
    }
}
