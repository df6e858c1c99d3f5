//! Strips: the facts of an invariant about an array, as ranges of cells between ticks.
//!
//! Ticks show the order of bounds, not distances: a tick is left of another one only if the invariant implies
//! that its index is not greater, or if their order is unknown. Two facts share a lane only if the invariant
//! implies that their ranges are disjoint.

use super::wording::name_reads;
use super::{bound_on, rename_bound, to_readable};
use hornbook_base::Budget;
use hornbook_horn::linear::Constraint;
use hornbook_horn::{Node, Op, Quantifier, Subst, Term, Var};
use hornbook_lia::{Answer, Lit, Solver};
use hornbook_records::invariant::{IndexRange, Strip, StripFact, Tick};
use std::collections::BTreeSet;

#[cfg(test)]
mod tests;
/// The solver's step budget for the order of two bounds.
const MAX_SOLVER_STEPS: u64 = 2_000;

/// Makes the strips of all arrays in the sentences of an invariant, in the order of their occurrence.
pub fn make_strips(parts: &[Term]) -> Vec<Strip> {
    let claims = parts.iter().map(rename_bound);
    let claims: Vec<RangeClaim> = claims.filter_map(|part| RangeClaim::from_part(&part)).collect();
    let mut arrays: Vec<&Var> = vec![];
    for array in claims.iter().flat_map(|claim| &claim.arrays) {
        if !arrays.contains(&array) {
            arrays.push(array);
        }
    }
    let known = || parts.iter().filter(|part| !part.has_quantifier());
    let strip = |array: &Var| {
        let of_array = claims.iter().filter(|claim| claim.arrays.contains(array));
        strip(array, &of_array.collect::<Vec<_>>(), known())
    };
    arrays.into_iter().map(strip).collect()
}

/// A sentence about ranges of cells.
struct RangeClaim {
    /// The arrays that are read at all of the indices.
    arrays: Vec<Var>,
    indices: Vec<Var>,
    ranges: Vec<TermRange>,
    when: Vec<Term>,
    claim: Term,
}

/// A range of indices `from <= k && k < to`.
#[derive(Clone, PartialEq, Eq)]
struct TermRange {
    from: Option<Term>,
    to: Option<Term>,
}

impl TermRange {
    fn cell(index: &Term) -> TermRange {
        let next = to_readable(&Term::add(index.clone(), Term::int(1)));
        TermRange { from: Some(to_readable(index)), to: Some(next) }
    }

    fn ends(&self) -> impl Iterator<Item = &Term> {
        self.from.iter().chain(&self.to)
    }
}

impl RangeClaim {
    /// The claim of a sentence; `None` for more than two indices, and for cells of nested arrays.
    fn from_part(part: &Term) -> Option<RangeClaim> {
        let (indices, body) = match part.node() {
            Node::Quant(Quantifier::Forall, indices, body) => (indices.as_slice(), body),
            _ => (&[][..], part),
        };
        let (guard, claim) = match body.as_app(Op::Implies) {
            Some([guard, claim]) => (guard.conjuncts(), claim.clone()),
            _ => (vec![], body.clone()),
        };
        match indices {
            [] => RangeClaim::from_cells(guard, claim),
            [_] | [_, _] => RangeClaim::from_indices(indices, guard, claim),
            _ => None,
        }
    }

    /// A claim about one or two single cells.
    fn from_cells(when: Vec<Term>, claim: Term) -> Option<RangeClaim> {
        let mut reads = BTreeSet::new();
        add_reads(&claim, &mut reads)?;
        let mut cells: Vec<&Term> = reads.iter().map(|(_, index)| index).collect();
        cells.sort();
        cells.dedup();
        let ranges: Vec<TermRange> = cells.iter().map(|index| TermRange::cell(index)).collect();
        let everywhere = |array: &Var| {
            cells.iter().all(|index| reads.contains(&(array.clone(), (*index).clone())))
        };
        let arrays = arrays_of(&reads).into_iter().filter(everywhere).collect();
        (1..=2).contains(&ranges.len()).then_some(RangeClaim {
            arrays,
            indices: vec![],
            ranges,
            when,
            claim,
        })
    }

    /// A claim about all cells of a range, or of two.
    fn from_indices(indices: &[Var], guard: Vec<Term>, claim: Term) -> Option<RangeClaim> {
        let mut reads = BTreeSet::new();
        add_reads(&claim, &mut reads)?;
        let everywhere =
            |array: &Var| indices.iter().all(|k| reads.contains(&(array.clone(), Term::var(k))));
        let arrays = arrays_of(&reads).into_iter().filter(everywhere).collect();
        let (ranges, when) = split_ranges(indices, guard);
        Some(RangeClaim { arrays, indices: indices.to_vec(), ranges, when, claim })
    }
}

fn arrays_of(reads: &BTreeSet<(Var, Term)>) -> BTreeSet<Var> {
    reads.iter().map(|(array, _)| array.clone()).collect()
}

/// Adds the reads in a term; `None` if the array of a read is not a variable.
fn add_reads(t: &Term, out: &mut BTreeSet<(Var, Term)>) -> Option<()> {
    match t.node() {
        Node::App(Op::Select, args) => {
            let [array, index] = args.as_slice() else { return None };
            out.insert((array.as_var()?.clone(), index.clone()));
            add_reads(index, out)
        }
        Node::App(_, args) => args.iter().try_for_each(|arg| add_reads(arg, out)),
        _ => Some(()),
    }
}

/// Splits a guard into the range of each index and the other conditions. An index without a bound takes over
/// the bound of an index that it is compared with.
fn split_ranges(indices: &[Var], guard: Vec<Term>) -> (Vec<TermRange>, Vec<Term>) {
    let mut ranges = vec![TermRange { from: None, to: None }; indices.len()];
    let mut when = vec![];
    for condition in guard {
        let free = |end: &Term| !indices.iter().any(|k| end.mentions(k));
        let end = indices.iter().enumerate().find_map(|(n, k)| {
            let (lower, end) = bound_on(&condition, k).filter(|(_, end)| free(end))?;
            Some((n, lower, end))
        });
        let place = end.as_ref().map(|(n, lower, _)| match lower {
            true => &mut ranges[*n].from,
            false => &mut ranges[*n].to,
        });
        match (place, end) {
            (Some(place @ None), Some((_, _, end))) => *place = Some(end),
            _ => when.push(condition),
        }
    }
    if let ([k, j], [first, second]) = (indices, ranges.as_mut_slice()) {
        for condition in &when {
            let Some(Constraint::Le(form)) = Constraint::from_literal(condition) else { continue };
            // `k <= j` or `k < j`: what bounds the one from below bounds the other one, too.
            if form.coeffs().len() > 2 || form.constant_part().is_negative() {
                continue;
            }
            let (smaller, greater) = match (form.coeff(k).to_i64(), form.coeff(j).to_i64()) {
                (Some(1), Some(-1)) => (&mut *first, &mut *second),
                (Some(-1), Some(1)) => (&mut *second, &mut *first),
                _ => continue,
            };
            greater.from = greater.from.take().or_else(|| smaller.from.clone());
            smaller.to = smaller.to.take().or_else(|| greater.to.clone());
        }
    }
    (ranges, when)
}

fn strip<'t>(array: &Var, claims: &[&RangeClaim], known: impl Iterator<Item = &'t Term>) -> Strip {
    let mut ends: Vec<Term> = vec![];
    for end in claims.iter().flat_map(|c| &c.ranges).flat_map(TermRange::ends) {
        if !ends.contains(end) {
            ends.push(end.clone());
        }
    }
    let order = BoundOrder::from_facts(&ends, known);
    let own = |a: usize, b: usize| {
        let is = |end: &Option<Term>, n: usize| end.as_ref() == Some(&ends[n]);
        claims.iter().flat_map(|c| &c.ranges).any(|r| is(&r.from, a) && is(&r.to, b))
    };
    let places = order.group_into_ticks(&ends, own);
    let at = |end: &Option<Term>| {
        let end = ends.iter().position(|e| Some(e) == end.as_ref())?;
        places.iter().position(|tick| tick.contains(&end))
    };
    let extent = |range: &TermRange| IndexRange { from: at(&range.from), to: at(&range.to) };
    let ranges: Vec<Vec<IndexRange>> =
        claims.iter().map(|claim| claim.ranges.iter().map(extent).collect()).collect();
    // What holds of one index of a tick holds of all.
    let before = |a: usize, b: usize| order.le[places[a][0]][places[b][0]];
    let lanes = assign_lanes(&ranges, before);
    let pairs = (0..places.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let is_open = |(a, b): &(usize, usize)| {
        let ends =
            |a: usize, b: usize| places[a].iter().any(|a| places[b].iter().any(|b| own(*a, *b)));
        !before(*a, *b) && !before(*b, *a) && !ends(*a, *b)
    };
    let unordered = pairs.filter(is_open).collect();
    let fact = |(claim, (ranges, lane)): (&&RangeClaim, (&Vec<IndexRange>, &usize))| StripFact {
        indices: claim.indices.clone(),
        ranges: ranges.clone(),
        when: claim.when.clone(),
        claim: claim.claim.clone(),
        lane: *lane,
    };
    Strip {
        array: array.name.to_string(),
        facts: claims.iter().zip(ranges.iter().zip(&lanes)).map(fact).collect(),
        lanes: lanes.iter().max().map_or(0, |most| most + 1),
        unordered,
        ticks: places
            .iter()
            .map(|tick| Tick { before: tick.iter().map(|n| ends[*n].clone()).collect() })
            .collect(),
    }
}

/// The known order of bounds.
struct BoundOrder {
    /// Whether the first is known to be not greater than the second.
    le: Vec<Vec<bool>>,
}

impl BoundOrder {
    fn from_facts<'t>(ends: &[Term], known: impl Iterator<Item = &'t Term>) -> BoundOrder {
        let mut solver = Solver::new();
        let literal = |solver: &mut Solver, t: &Term| -> Option<Lit> {
            solver.literal(&name_reads(t, &mut Subst::new())).ok()
        };
        let assumed: Vec<Lit> = known.filter_map(|t| literal(&mut solver, t)).collect();
        let mut le = |a: &Term, b: &Term| {
            let Some(claim) = literal(&mut solver, &Term::le(a.clone(), b.clone())) else {
                return a == b;
            };
            let all: Vec<Lit> = assumed.iter().copied().chain([!claim]).collect();
            solver.check(&all, &mut Budget::steps(MAX_SOLVER_STEPS)) == Answer::Unsat
        };
        BoundOrder { le: ends.iter().map(|a| ends.iter().map(|b| le(a, b)).collect()).collect() }
    }

    /// Groups equal bounds into ticks, from left to right. Where the order is unknown, starts of ranges,
    /// numbers, and earlier bounds are left.
    fn group_into_ticks(
        &self,
        ends: &[Term],
        own: impl Fn(usize, usize) -> bool,
    ) -> Vec<Vec<usize>> {
        let same = |a: usize, b: usize| self.le[a][b] && self.le[b][a];
        let mut left: Vec<usize> = (0..ends.len()).collect();
        let mut out = vec![];
        while !left.is_empty() {
            let before = |a: usize, b: usize| self.le[a][b] && !self.le[b][a];
            let may_be_next = |b: &usize| !left.iter().any(|a| before(*a, *b));
            let begins = |b: usize| !left.iter().any(|a| own(*a, b) && !same(*a, b));
            let next = left.iter().copied().filter(may_be_next);
            let next = next.min_by_key(|n| (!begins(*n), ends[*n].as_int().is_none(), *n));
            // Without an answer of the solver to some question the order may have a cycle.
            let next = next.unwrap_or(left[0]);
            let (tick, rest) = left.into_iter().partition(|n| *n == next || same(*n, next));
            left = rest;
            out.push(tick);
        }
        out
    }
}

/// Assigns a lane to each fact, the lowest in which it is known to be disjoint from those before.
fn assign_lanes(facts: &[Vec<IndexRange>], before: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let ends_before = |a: &IndexRange, b: &IndexRange| match (a.to, b.from) {
        (Some(to), Some(from)) => before(to, from),
        _ => false,
    };
    let disjoint = |a: &[IndexRange], b: &[IndexRange]| {
        let all = |a: &[IndexRange], b: &[IndexRange]| {
            a.iter().all(|a| b.iter().all(|b| ends_before(a, b)))
        };
        all(a, b) || all(b, a)
    };
    let mut out: Vec<usize> = vec![];
    for fact in facts {
        let is_free = |lane: &usize| {
            let taken = facts.iter().zip(&out).filter(|(_, taken)| *taken == lane);
            taken.clone().all(|(other, _)| disjoint(fact, other))
        };
        let lane = (0..=out.len()).find(is_free).unwrap_or(out.len());
        out.push(lane);
    }
    out
}
