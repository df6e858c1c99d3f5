//! T Conjecture 1, instantiation of all premises at once, by brute force over small clauses with two
//! premises.
//!
//! `eliminate` (T Algorithm 2) instantiates one premise after the other, and the context of a call has the instances
//! that the calls before it have left. In T Def. 25 each call has all other premises as they were. The
//! conjecture says that the clause then loses nothing exactly if each of these calls is complete (T Def. 24).
//!
//! **What is executed here is the definition.** A clause is `P(e) && Q(f) && condition ==> false`, its abstraction
//! `cell`, and an instance set some of the cells `i` and `i + 1`. For a model `M` let `U(s, t)` say that there are values
//! for the variables under which the condition holds, `P` at the cells `s` and `Q` at the cells `t` are in
//! `α(M)`; `*` stands for all cells. Something is *lost* with `s` and `t` if for some `M` there is `U(s, t)`
//! and not `U(*, *)`. The calls are complete if nothing is lost with `s` and `*`, nor with `*` and `t`. A
//! [counterexample](Losses::refutes) has this, and yet something is lost with `s` and `t`. (A goal with a
//! predicate of its own can be read as a condition: it has all but one abstract value.)
//!
//! **The domain.** Two or three indices in a ring, so that `i + 1` is one again, and arrays of truth values. Conditions speak of the
//! cells `i` and `i + 1` of two arrays: 65,536 of them, each with sixteen pairs of sets, and all models. What
//! is found has no need of the ring: see the proof in the documentation.

use std::collections::BTreeSet;

/// One argument list of a premise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premise {
    /// Which predicate.
    pub pred: usize,
    /// Which array it has: `a` or `b`.
    pub array: usize,
    /// Whether `i` is an argument too, kept as it is.
    pub with_index: bool,
}

/// The predicates of a clause, and over how many indices it is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The two premises.
    pub premises: [Premise; 2],
    /// Indices: two or three.
    pub indices: usize,
}

/// The truth table of a condition: a truth value for each combination of `a[i]`, `a[i + 1]`, `b[i]` and `b[i
/// + 1]`, the first of them in the lowest bit of the combination.
pub type Condition = u16;

/// The names of these cells.
const CELLS: [&str; 4] = ["a[i]", "a[i + 1]", "b[i]", "b[i + 1]"];

/// A set of the cells `i` (1) and `i + 1` (2) of an array.
pub type CellSet = usize;

/// All sets of these cells; behind them stands [`WHOLE`].
pub const CELL_SETS: [CellSet; 4] = [0, 1, 2, 3];

/// All cells of the array.
pub const WHOLE: CellSet = 4;

/// A set of values for `a`, `b` and `i`. There are 192 for three indices.
type Valuations = [u64; 3];

/// The shapes that are looked at.
pub fn shapes() -> Vec<Shape> {
    let premise = |pred, array, with_index| Premise { pred, array, with_index };
    let (pa, pb, qb) = (premise(0, 0, false), premise(0, 1, false), premise(1, 1, false));
    let (qa, pai) = (premise(1, 0, false), premise(0, 0, true));
    let mut out = vec![];
    for indices in [2, 3] {
        for premises in [[pa, qb], [pa, pb], [pa, pa], [pa, qa]] {
            out.push(Shape { premises, indices });
        }
    }
    for premises in [[pai, qb], [pai, premise(0, 1, true)]] {
        out.push(Shape { premises, indices: 2 });
    }
    out
}

impl Premise {
    /// The premise in words.
    pub fn describe(self) -> String {
        let index = if self.with_index { ", i" } else { "" };
        format!("{}({}{index})", ["P", "Q"][self.pred], ["a", "b"][self.array])
    }
}

impl Shape {
    /// The premises in words.
    pub fn describe(&self) -> String {
        self.premises.map(Premise::describe).join(" && ")
    }

    /// Whether both premises are about `a`.
    fn has_one_array(&self) -> bool {
        self.premises.iter().all(|p| p.array == 0)
    }

    /// The conditions over the arrays of the premises.
    pub fn conditions(&self) -> Vec<Condition> {
        if !self.has_one_array() {
            return (0..=Condition::MAX).collect();
        }
        // What is true of the cells of `a`, whatever those of `b` are.
        (0..16).map(|table| (0..4).fold(0, |all, b| all | table << (4 * b))).collect()
    }
}

/// `α(M)` of a predicate on an array, by `cell`: the bit `2 * k + v` says whether `(k, v)` is in it.
type Image = u8;

/// The sets that are `α(M)` for some `M`: none of the cells, or a value for each index.
fn images(indices: usize) -> Vec<Image> {
    let every = |image: &Image| (0..indices).all(|k| image >> (2 * k) & 3 != 0);
    (0..1u16 << (2 * indices)).map(|image| image as Image).filter(|i| *i == 0 || every(i)).collect()
}

/// `α(M)` of a predicate for each value of its index, if it has one.
fn images_of(premise: Premise, indices: usize) -> Vec<Vec<Image>> {
    let one = images(indices);
    let all = if premise.with_index { indices } else { 1 };
    let start: Vec<Vec<Image>> = vec![vec![]];
    (0..all).fold(start, |left, _| {
        let with =
            |l: &Vec<Image>| one.iter().map(|i| [&l[..], &[*i]].concat()).collect::<Vec<_>>();
        left.iter().flat_map(with).collect()
    })
}

/// The values of `a`, `b` and `i` that satisfy a predicate.
fn valuations(indices: usize, holds: impl Fn([usize; 2], usize) -> bool) -> Valuations {
    let arrays = 1usize << indices;
    let mut out = Valuations::default();
    for i in 0..indices {
        for a in 0..arrays {
            for b in 0..arrays {
                let at = (i * arrays + a) * arrays + b;
                out[at / 64] |= u64::from(holds([a, b], i)) << (at % 64);
            }
        }
    }
    out
}

fn intersection(a: &Valuations, b: &Valuations) -> Valuations {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2]]
}

fn intersects(a: &Valuations, b: &Valuations) -> bool {
    intersection(a, b) != Valuations::default()
}

/// The valuations for which a premise holds at some of its cells.
fn premise_at(premise: Premise, image: &[Image], places: CellSet, indices: usize) -> Valuations {
    valuations(indices, |arrays, i| {
        let image = image[if premise.with_index { i } else { 0 }];
        (0..indices).all(|offset| {
            let k = (i + offset) % indices;
            let asked = places == WHOLE || (offset < 2 && places >> offset & 1 == 1);
            !asked || image >> (2 * k + (arrays[premise.array] >> k & 1)) & 1 == 1
        })
    })
}

/// The valuations for which a condition holds.
fn condition_at(condition: Condition, indices: usize) -> Valuations {
    valuations(indices, |[a, b], i| {
        let next = (i + 1) % indices;
        let cells = [a >> i, a >> next, b >> i, b >> next];
        let at = cells.iter().enumerate().fold(0, |at, (n, cell)| at | (cell & 1) << n);
        condition >> at & 1 == 1
    })
}

/// Sets for both premises, as one number.
fn pair(first: CellSet, second: CellSet) -> usize {
    5 * first + second
}

/// All models of a shape: for each, and each pair of sets, where both premises hold.
pub struct Models {
    indices: usize,
    all: Vec<Vec<Valuations>>,
}

impl Models {
    /// All models of the predicates.
    pub fn for_shape(shape: &Shape) -> Models {
        let indices = shape.indices;
        let [first, second] = shape.premises;
        let at_all = |premise: Premise, image: &[Image]| -> Vec<Valuations> {
            (0..=WHOLE).map(|places| premise_at(premise, image, places, indices)).collect()
        };
        let joined = |image: &[Image], other: &[Image]| -> Vec<Valuations> {
            let (left, right) = (at_all(first, image), at_all(second, other));
            left.iter()
                .flat_map(|l| right.iter().map(|r| intersection(l, r)).collect::<Vec<_>>())
                .collect()
        };
        let mut all = BTreeSet::new();
        for image in images_of(first, indices) {
            if first.pred == second.pred {
                all.insert(joined(&image, &image));
            } else {
                let others = images_of(second, indices);
                all.extend(others.iter().map(|other| joined(&image, other)));
            }
        }
        Models { indices, all: all.into_iter().collect() }
    }

    /// The losses with each pair of sets.
    pub fn losses(&self, condition: Condition) -> Losses {
        let condition = condition_at(condition, self.indices);
        let mut lost = Losses::default();
        for model in &self.all {
            let holds = model.iter().enumerate();
            let seen =
                holds.fold(0u32, |seen, (n, v)| seen | u32::from(intersects(v, &condition)) << n);
            if seen >> pair(WHOLE, WHOLE) & 1 == 0 {
                lost.at_all |= seen;
            }
            for first in CELL_SETS {
                if seen >> pair(first, WHOLE) & 1 == 0 {
                    lost.at_second |= seen & 31 << pair(first, 0);
                }
            }
        }
        lost
    }
}

/// The pairs of sets with which something is lost, over all models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    at_all: u32,
    at_second: u32,
}

impl Losses {
    /// Whether something is lost with these sets; [`WHOLE`] stands for a premise that is left as it is.
    pub fn loses(self, first: CellSet, second: CellSet) -> bool {
        self.at_all >> pair(first, second) & 1 == 1
    }

    /// Whether the second call of `eliminate` is incomplete, whose context has the instances of the first (T
    /// Algorithm 2).
    pub fn second_loses(self, first: CellSet, second: CellSet) -> bool {
        self.at_second >> pair(first, second) & 1 == 1
    }

    /// Whether both calls are complete where each has the other premise as it was (T Def. 24 and 25).
    pub fn calls_are_complete(self, first: CellSet, second: CellSet) -> bool {
        !self.loses(first, WHOLE) && !self.loses(WHOLE, second)
    }

    /// Whether the clause with these sets is a counterexample to T Conjecture 1.
    pub fn refutes(self, first: CellSet, second: CellSet) -> bool {
        self.calls_are_complete(first, second) == self.loses(first, second)
    }
}

/// A condition with its shortest formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// Its truth values.
    pub table: Condition,
    /// Cells in it, counted as often as they stand there.
    pub cells: usize,
    /// The formula.
    pub text: String,
    /// Whether it is a disjunction.
    is_or: bool,
}

/// The conditions that have a formula of at most so many cells, by their length.
pub fn formulas(most: usize) -> Vec<Formula> {
    let mut known = BTreeSet::new();
    let mut out: Vec<Formula> = vec![];
    let mut add = |out: &mut Vec<Formula>, formula: Formula| {
        if known.insert(formula.table) {
            out.push(formula);
        }
    };
    for (n, cell) in CELLS.iter().enumerate() {
        let table = (0..16).fold(0, |table, at| table | (at >> n & 1) << at);
        let text = (*cell).to_owned();
        add(&mut out, Formula { table, cells: 1, text, is_or: false });
        add(&mut out, Formula { table: !table, cells: 1, text: format!("!{cell}"), is_or: false });
    }
    for cells in 2..=most {
        let shorter = out.clone();
        for left in &shorter {
            let rest = |f: &&Formula| f.cells + left.cells == cells && f.cells <= left.cells;
            for right in shorter.iter().filter(rest) {
                add(&mut out, joined(left, right, true));
                add(&mut out, joined(left, right, false));
            }
        }
    }
    out
}

fn joined(left: &Formula, right: &Formula, is_or: bool) -> Formula {
    let part = |f: &Formula| {
        if f.is_or && !is_or { format!("({})", f.text) } else { f.text.clone() }
    };
    let (sign, table) =
        if is_or { ("||", left.table | right.table) } else { ("&&", left.table & right.table) };
    let text = format!("{} {sign} {}", part(left), part(right));
    Formula { table, cells: left.cells + right.cells, text, is_or }
}
