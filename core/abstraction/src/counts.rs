//! Numbers of occurrences in a clause (T Sec. 6.3.1.2, CM Sec. 5), and the facts about them that are kept.
//!
//! A count is no function of finitely many cells, so it cannot be computed. The relations of counts of one
//! array with each other and with its cells are kept:
//!
//! - `count(a, lo, hi + 1, v)` is `count(a, lo, hi, v)` and one more if `a[hi] == v`, and likewise at the
//!   lower end. So ends that differ by a constant become one ([`in_common_ranges`]), and a range of
//!   few cells is a sum over them.
//! - Equal ranges and values have equal counts; a count is between 0 and the length of its range;
//!   ranges that meet add up; a longer range has no fewer occurrences; a cell of the range that holds the
//!   value is one of them ([`with_facts`]).
//!
//! **Soundness.** All of these hold in every array, so premises only become weaker. No clause with counts is
//! called complete.

use super::instantiate::{at_indices, claim_as_premise};
use hornbook_base::Int;
use hornbook_horn::arrays::counts;
use hornbook_horn::arrays::counts::{Counted, in_range, one_if};
use hornbook_horn::arrays::{expand, read};
use hornbook_horn::fold::fold;
use hornbook_horn::linear::Linear;
use hornbook_horn::{Clause, Names, Node, Op, Premise, Term, Var};
use std::collections::BTreeMap;

/// The most cells by which a range is moved to the end of another one.
const CELLS: i64 = 4;
/// The most counts of a clause that are compared with each other.
const COMPARED: usize = 40;
/// The most facts about cells of ranges in a clause.
const CELL_FACTS: usize = 16;

/// The clause with counts of array variables over few ranges, each of a value that is no bound
/// variable; `None` if it counts nothing.
pub fn in_common_ranges(clause: &Clause) -> Option<Clause> {
    if !clause.terms().any(counts::counts) {
        return None;
    }
    let clause = clause.map_terms(&mut |t| fold(&expand(t)));
    let clause = claim_as_premise(&clause);
    let clause = with_named_quotients(&at_counted_values(clause)).map_terms(&mut fold);
    let ends = CommonEnds::from_terms(clause.terms());
    Some(clause.map_terms(&mut |t| fold(&ends.put(t))))
}

/// Whether a term counts in ranges that are not known to have few cells.
pub fn counts_many_cells(t: &Term) -> bool {
    counts::counts(&CommonEnds::from_terms([t].into_iter()).show_cells(t))
}

/// The clause with variables for its quotients and remainders, so that the ends of ranges are sums.
fn with_named_quotients(clause: &Clause) -> Clause {
    let (mut found, mut bound) = (vec![], vec![]);
    for t in clause.terms() {
        quotients(t, &mut found, &mut bound);
    }
    bound.extend(clause.instances().flat_map(|i| i.bound.clone()));
    found.retain(|q: &Term| !bound.iter().any(|v| q.mentions(v)));
    let mut names = Names::avoiding(clause.all_vars());
    let mut known = BTreeMap::new();
    for quotient in found {
        let name = Term::var(&names.fresh(&Var::int("quotient")));
        known.entry(quotient).or_insert(name);
    }
    let mut named = clause.map_terms(&mut |t| replaced(t, &known));
    // The inner ones have their own names in the outer ones.
    let means = |(quotient, name): (&Term, &Term)| {
        Term::eq(name.clone(), quotient.map_children(|c| replaced(c, &known)))
    };
    named.premises.extend(known.iter().map(means).map(Premise::Cond));
    named
}

fn quotients(t: &Term, out: &mut Vec<Term>, bound: &mut Vec<Var>) {
    if matches!(t.node(), Node::App(Op::Div | Op::Mod, _)) {
        out.push(t.clone());
    }
    if let Node::Quant(_, vars, _) = t.node() {
        bound.extend(vars.iter().cloned());
    }
    t.children().iter().for_each(|c| quotients(c, out, bound));
}

fn replaced(t: &Term, known: &BTreeMap<Term, Term>) -> Term {
    known.get(t).cloned().unwrap_or_else(|| t.map_children(|c| replaced(c, known)))
}

/// Instantiates conditions on the counts of all values at the values that are counted elsewhere.
fn at_counted_values(mut clause: Clause) -> Clause {
    let found = clause.terms().flat_map(counts::values).collect::<Vec<Counted>>();
    let mut wanted: Vec<Term> = vec![];
    for counted in found.into_iter().filter(|c| c.under.is_none()) {
        if !wanted.contains(&counted.value) {
            wanted.push(counted.value);
        }
    }
    let mut names = Names::avoiding(clause.all_vars());
    for premise in &mut clause.premises {
        if let Premise::Cond(c) = premise
            && c.has_quantifier()
            && counts::counts(c)
        {
            *c = at_indices(c, &wanted, &mut names);
        }
    }
    clause
}

/// The ends of ranges that differ by constants.
#[derive(Default)]
pub(super) struct CommonEnds {
    /// For an array and a sum without its constant: the largest constant at lower ends, and the
    /// smallest one at upper ends.
    kept: BTreeMap<(Term, Term, RangeEnd), Int>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RangeEnd {
    Lower,
    Upper,
}

impl CommonEnds {
    /// The ends of the ranges in these terms.
    pub(super) fn from_terms<'t>(terms: impl Iterator<Item = &'t Term>) -> CommonEnds {
        let mut ends = CommonEnds::default();
        terms.for_each(|t| ends.visit(t));
        ends
    }

    /// A formula with counts written over the cells at the ends of ranges on which they depend.
    pub(super) fn show_cells(&self, t: &Term) -> Term {
        if counts::counts(t) { self.put(&expand(t)) } else { t.clone() }
    }

    fn visit(&mut self, t: &Term) {
        if !t.has_array() {
            return;
        }
        if let Some([array, lo, hi, _]) = t.as_app(Op::Count) {
            for (end, side) in [(lo, RangeEnd::Lower), (hi, RangeEnd::Upper)] {
                let Some((rest, constant)) = parts(end) else { continue };
                let known =
                    self.kept.entry((array.clone(), rest, side)).or_insert(constant.clone());
                let further = match side {
                    RangeEnd::Lower => constant > *known,
                    RangeEnd::Upper => constant < *known,
                };
                if further {
                    *known = constant;
                }
            }
        }
        t.children().iter().for_each(|c| self.visit(c));
    }

    /// The term with its counts over the common ranges.
    fn put(&self, t: &Term) -> Term {
        if !t.has_array() {
            return t.clone();
        }
        let t = t.map_children(|c| self.put(c));
        let Some([array, lo, hi, v]) = t.as_app(Op::Count) else { return t };
        // Equal ends must look alike.
        let (lo, hi) = (&offset(lo, 0), &offset(hi, 0));
        if let Some(few) = few_cells(array, lo, hi, v) {
            return few;
        }
        let (lower, first) = self.moved(array, lo, RangeEnd::Lower);
        let (upper, last) = self.moved(array, hi, RangeEnd::Upper);
        let below = (0..first).map(|n| offset(lo, n)).map(|k| {
            let counts = Term::and([Term::lt(k.clone(), hi.clone()), is(array, &k, v)]);
            one_if(fold(&counts))
        });
        let above = (1..=last).map(|n| offset(hi, -n)).map(|k| {
            let counts = Term::and([Term::le(lower.clone(), k.clone()), is(array, &k, v)]);
            one_if(fold(&counts))
        });
        let cells: Vec<Term> = below.chain(above).collect();
        let kept = Term::app(Op::Count, vec![array.clone(), lower.clone(), upper, v.clone()]);
        cells.into_iter().fold(kept, Term::add)
    }

    /// The common end for this one, and the number of cells between them.
    fn moved(&self, array: &Term, end: &Term, side: RangeEnd) -> (Term, i64) {
        let stays = (end.clone(), 0);
        let Some((rest, constant)) = parts(end) else { return stays };
        let Some(known) = self.kept.get(&(array.clone(), rest, side)) else { return stays };
        let by = match side {
            RangeEnd::Lower => known - &constant,
            RangeEnd::Upper => &constant - known,
        };
        match by.to_i64() {
            Some(by @ 1..=CELLS) => {
                let signed = if side == RangeEnd::Lower { by } else { -by };
                (offset(end, signed), by)
            }
            _ => stays,
        }
    }
}

/// A sum without its constant, and that.
fn parts(end: &Term) -> Option<(Term, Int)> {
    let form = Linear::from_term(end)?;
    let constant = form.constant_part().clone();
    let rest = form.sub(&Linear::constant(constant.clone()));
    Some((rest.to_term(), constant))
}

fn difference(a: &Term, b: &Term) -> Term {
    let plain = Term::sub(a.clone(), b.clone());
    Linear::from_term(&plain).map_or(plain, |form| form.to_term())
}

fn offset(t: &Term, by: i64) -> Term {
    let moved = Term::add(t.clone(), Term::int(by));
    Linear::from_term(&moved).map_or(moved, |form| form.to_term())
}

fn is(array: &Term, k: &Term, v: &Term) -> Term {
    Term::eq(read(array, k), v.clone())
}

/// The sum over a range with a known length that is small.
fn few_cells(array: &Term, lo: &Term, hi: &Term, v: &Term) -> Option<Term> {
    let length = Linear::from_term(hi)?.sub(&Linear::from_term(lo)?).as_constant()?.to_i64()?;
    let cells = (0..length).map(|n| one_if(is(array, &offset(lo, n), v)));
    (length <= CELLS).then(|| cells.fold(Term::int(0), Term::add))
}

/// A count of the clause and the variable that stands for it.
struct RangeCount {
    array: Term,
    lo: Term,
    hi: Term,
    value: Term,
    number: Term,
}

/// The clause with variables for its counts, and facts about them; `None` if it counts nothing.
pub fn with_facts(clause: &Clause) -> Option<Clause> {
    if !clause.terms().any(counts::counts) {
        return None;
    }
    let mut numbers = RangeCounts { names: Names::avoiding(clause.all_vars()), seen: vec![] };
    let mut out = clause.map_terms(&mut |t| numbers.put(t));
    let mut reads = vec![];
    out.terms().for_each(|t| super::instantiate::ground_reads(t, &mut reads));
    let facts = numbers.facts(&reads).into_iter().map(|t| fold(&t)).filter(|t| !t.is_true());
    out.premises.extend(facts.map(Premise::Cond));
    Some(out)
}

struct RangeCounts {
    names: Names,
    seen: Vec<RangeCount>,
}

impl RangeCounts {
    /// Replaces counts by variables. Below a quantifier, where a count may have a value for each instance,
    /// an unknown truth value replaces the whole formula.
    fn put(&mut self, t: &Term) -> Term {
        if !counts::counts(t) {
            return t.clone();
        }
        match t.node() {
            Node::Quant(..) => Term::var(&self.names.fresh(&Var::new("unknown", t.sort()))),
            Node::App(Op::Count, args) => {
                let same = |n: &&RangeCount| {
                    [&n.array, &n.lo, &n.hi, &n.value].into_iter().eq(args.iter())
                };
                if let Some(known) = self.seen.iter().find(same) {
                    return known.number.clone();
                }
                let [array, lo, hi, value] = args.as_slice() else { return t.clone() };
                let number = Term::var(&self.names.fresh(&Var::int("count")));
                let all = [array, lo, hi, value].map(Term::clone);
                let [array, lo, hi, value] = all;
                self.seen.push(RangeCount { array, lo, hi, value, number: number.clone() });
                number
            }
            _ => t.map_children(|c| self.put(c)),
        }
    }

    fn facts(&self, reads: &[(Var, Vec<Term>)]) -> Vec<Term> {
        let mut out: Vec<Term> = self.seen.iter().flat_map(RangeCount::alone).collect();
        for (n, later) in self.seen.iter().take(COMPARED).enumerate() {
            for earlier in self.seen[..n].iter().filter(|e| e.array == later.array) {
                out.push(earlier.if_equal(later));
                if earlier.value == later.value {
                    out.extend(earlier.beside(later));
                    let meets = |whole: &&RangeCount| {
                        whole.array == later.array && whole.value == later.value
                    };
                    let wholes = self.seen.iter().take(COMPARED).filter(meets);
                    out.extend(wholes.filter_map(|whole| whole.is_sum(earlier, later)));
                }
            }
        }
        let cells = self.seen.iter().flat_map(|n| n.cells(reads));
        out.extend(cells.take(CELL_FACTS));
        let compared = || self.seen.iter().take(COMPARED);
        let pairs = compared().flat_map(|a| compared().map(move |b| (a, b)));
        let apart = pairs.filter(|(short, long)| short.has_an_end_of(long));
        out.extend(
            apart.flat_map(|(short, long)| long.cells_beyond(short, reads)).take(CELL_FACTS),
        );
        out
    }
}

impl RangeCount {
    /// `0 <= c`, and `c` is at most the length of the range.
    fn alone(&self) -> [Term; 3] {
        let some = Term::lt(self.lo.clone(), self.hi.clone());
        let length = difference(&self.hi, &self.lo);
        [
            Term::le(Term::int(0), self.number.clone()),
            Term::implies(some.clone(), Term::le(self.number.clone(), length)),
            Term::implies(Term::not(some), Term::eq(self.number.clone(), Term::int(0))),
        ]
    }

    fn if_equal(&self, other: &RangeCount) -> Term {
        let pairs = [(&self.lo, &other.lo), (&self.hi, &other.hi), (&self.value, &other.value)];
        let same = pairs.map(|(a, b)| Term::eq(a.clone(), b.clone()));
        let numbers = Term::eq(self.number.clone(), other.number.clone());
        Term::implies(Term::and(same), numbers)
    }

    /// Ranges with one end in common: the longer one has no fewer occurrences, and at most as many
    /// more as it is longer.
    fn beside(&self, other: &RangeCount) -> Vec<Term> {
        let grows = |short: &RangeCount, long: &RangeCount, by: Term| {
            let if_longer = Term::le(Term::int(0), by.clone());
            let more = difference(&long.number, &short.number);
            let bounds = [Term::le(Term::int(0), more.clone()), Term::le(more, by)];
            Term::implies(if_longer, Term::and(bounds))
        };
        let (a, b) = (self, other);
        let ends = if a.lo == b.lo {
            (difference(&b.hi, &a.hi), difference(&a.hi, &b.hi))
        } else if a.hi == b.hi {
            (difference(&a.lo, &b.lo), difference(&b.lo, &a.lo))
        } else {
            return vec![];
        };
        vec![grows(a, b, ends.0), grows(b, a, ends.1)]
    }

    /// `[lo, mid)` and `[mid, hi)` have together as many as `[lo, hi)`, which this is.
    fn is_sum(&self, one: &RangeCount, two: &RangeCount) -> Option<Term> {
        let (first, second) = if one.hi == two.lo { (one, two) } else { (two, one) };
        let fits = first.hi == second.lo && self.lo == first.lo && self.hi == second.hi;
        let order = [
            Term::le(first.lo.clone(), first.hi.clone()),
            Term::le(second.lo.clone(), second.hi.clone()),
        ];
        let sum = Term::add(first.number.clone(), second.number.clone());
        fits.then(|| Term::implies(Term::and(order), Term::eq(self.number.clone(), sum)))
    }

    /// A cell of the range that is read and holds the value is counted.
    fn cells<'n>(&'n self, reads: &'n [(Var, Vec<Term>)]) -> impl Iterator<Item = Term> + use<'n> {
        self.holding(reads)
            .map(|(_, holds)| Term::implies(holds, Term::le(Term::int(1), self.number.clone())))
    }

    /// The cells of the range that are read, with the conditions that they are in it and hold the value.
    fn holding<'n>(
        &'n self,
        reads: &'n [(Var, Vec<Term>)],
    ) -> impl Iterator<Item = (&'n Term, Term)> + use<'n> {
        let own = reads.iter().filter(|(a, _)| self.array.as_var() == Some(a));
        own.filter_map(|(_, indices)| {
            let [k] = indices.as_slice() else { return None };
            let holds = [in_range(&self.lo, k, &self.hi), is(&self.array, k, &self.value)];
            Some((k, Term::and(holds)))
        })
    }

    /// Whether both count the same value from the same place, or up to the same place.
    fn has_an_end_of(&self, other: &RangeCount) -> bool {
        let same = self.array == other.array && self.value == other.value;
        same && (self.lo == other.lo) != (self.hi == other.hi)
    }

    /// A cell that is read and holds the value counts once more than in a shorter range without it.
    fn cells_beyond<'n>(
        &'n self,
        short: &'n RangeCount,
        reads: &'n [(Var, Vec<Term>)],
    ) -> impl Iterator<Item = Term> + use<'n> {
        let within_this = [
            Term::le(self.lo.clone(), short.lo.clone()),
            Term::le(short.hi.clone(), self.hi.clone()),
        ];
        let longer = Term::and(within_this);
        let fewer = Term::lt(short.number.clone(), self.number.clone());
        self.holding(reads).map(move |(k, holds)| {
            let beyond = Term::not(in_range(&short.lo, k, &short.hi));
            Term::implies(Term::and([longer.clone(), beyond, holds]), fewer.clone())
        })
    }
}
