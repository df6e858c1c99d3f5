//! `insts`: the abstract values with which a quantified premise is instantiated (T Chapter 5).
//!
//! Two details are ours. An ordered power needs as many cells as it has; where the set is smaller,
//! neighbouring cells fill it up. A finite abstraction may have no value for a cell, as a slice has for
//! those outside (`slices`): an instance whose guard cannot be decided, and for which no other one
//! stands in ([`super::guards`]), is left out, and the step says so.

mod combined;
pub mod completeness;
mod compose;
mod counted;
mod recorded;

pub use self::compose::pinned_indices;

use self::completeness::Completeness;
use super::candidate_cells::candidate_cells;
use super::facts::Facts;
use super::heuristic::{self, Focus, Heuristic, Order};
use super::relevant::{self, Levels};
use super::relevant_basic::relevant_basic;
use super::relevant_linked::relevant;
use super::sigma::{Finite, Sigma, Value};
use hornbook_horn::{Names, Node, Op, Seen, Sort, Term, Var, arrays};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

/// One element of an instantiation set: `(a#, q)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instantiation {
    /// The abstract value.
    pub sharp: Value,
    /// The values of the existential quantifiers of `F_σ`.
    pub q: Value,
}

/// One call to `insts` with its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The abstraction of the predicate.
    pub sigma: Sigma,
    /// The abstracted value.
    pub expr: Value,
    /// The rest of the clause, and what must be preserved; where all values are taken, whatever the
    /// rest says, this is the rest alone.
    pub context: Term,
    /// The algorithm that found the set.
    #[serde(rename = "case")]
    pub algorithm: Algorithm,
    /// The instantiation set, never empty, without repetitions.
    pub set: Vec<Instantiation>,
    /// The completeness of the call.
    pub completeness: Completeness,
}

/// The algorithm of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Algorithm {
    /// The values that a formula lists, or the value itself (T Algorithm 4).
    Finite,
    /// The relevant cells (T Algorithm 3).
    Cell {
        /// The search for them.
        relevant: relevant::RelevantCall,
        /// Relevant cells that the heuristic left out.
        left_out: Vec<Term>,
        /// Cells of the goal: their indices have a variable that became free there.
        of_goal: Vec<Term>,
        /// Candidate cells from the clause, where a quantified index may be any: they are taken as well,
        /// unless the user chose cells.
        tried: Vec<Term>,
        /// No cell was chosen, so an arbitrary one was taken.
        any: bool,
    },
    /// The product of the components' sets, each found while the others are preserved (T Algorithm
    /// 5).
    Tuple {
        /// One call for each component, in their order.
        calls: Vec<Call>,
        /// The order of these calls.
        order: Order,
    },
    /// All tuples over the set of the base abstraction (T Listing 5.8).
    Power {
        /// The call for the base.
        base: Box<Call>,
    },
    /// All increasing tuples over the set of the base abstraction (T Sec. 7.3).
    Ordered {
        /// The call for the base.
        base: Box<Call>,
        /// Neighbouring cells were added, so that some tuple is increasing for all indices.
        padded: bool,
        /// Some tuples were left out, as their terms would be too large.
        cut: bool,
    },
    /// The call for a tuple of copies of the value (T Listing 5.7).
    Product {
        /// That call.
        pair: Box<Call>,
    },
    /// The elements of each part's set, tagged (T Algorithm 8).
    Sum {
        /// One call for each part.
        calls: Vec<Call>,
    },
    /// For each element of the first abstraction's set those of the second one (T Algorithm 6).
    Compose {
        /// The call for the first abstraction.
        first: Box<Call>,
        /// One call for each element of its set.
        second: Vec<Call>,
        /// The number of calls that are not recorded.
        left_out: usize,
    },
}

impl Algorithm {
    /// Whether elements may have been left out in a nested call, or by an order here. The number of elements
    /// shows whether they were left out here.
    pub fn is_cut(&self) -> bool {
        let is_cut = |call: &&Call| call.set.len() >= ELEMENTS || call.algorithm.is_cut();
        matches!(self, Algorithm::Ordered { cut: true, .. }) || self.calls().iter().any(is_cut)
    }

    /// The calls that this one made, in their order.
    pub fn calls(&self) -> Vec<&Call> {
        match self {
            Algorithm::Finite | Algorithm::Cell { .. } => vec![],
            Algorithm::Tuple { calls, .. } | Algorithm::Sum { calls } => calls.iter().collect(),
            Algorithm::Power { base } | Algorithm::Ordered { base, .. } => vec![base],
            Algorithm::Product { pair } => vec![pair],
            Algorithm::Compose { first, second, .. } => {
                [&**first].into_iter().chain(second).collect()
            }
        }
    }
}

/// Whether `insts` depends on the context: not where it takes all values (T Algorithm 4).
fn looks_at_context(sigma: &Sigma) -> bool {
    !matches!(sigma, Sigma::Id | Sigma::Finite(_))
}

/// The state of `insts` besides the arguments of a call.
pub struct Insts<'i> {
    /// Makes the fresh variables.
    pub names: &'i mut Names,
    /// The heuristic for cells.
    pub heuristic: Heuristic,
    /// The order in which tuples are instantiated.
    pub order: Order,
    /// The focus of heuristics that leave cells out.
    pub focus: Focus,
}

/// A set with the algorithm that found it.
type Answer = (Algorithm, Vec<Instantiation>);

impl Insts<'_> {
    /// `insts` for the value `expr` abstracted by `sigma`, in the context `ctx`.
    ///
    /// Sound whatever it returns; `completeness` in the result says whether anything is lost.
    pub fn call(&mut self, sigma: &Sigma, expr: &Value, ctx: &Term) -> Call {
        let (algorithm, set) = match (sigma, expr) {
            (Sigma::Cell, Value::Leaf(array)) => self.cell(array, ctx),
            (Sigma::Tuple(parts), Value::Tuple(exprs)) => self.tuple(parts, exprs, ctx),
            (Sigma::Compose(second, first), _) => self.compose(second, first, expr, ctx),
            (Sigma::Product(parts), _) => self.product(parts, expr, ctx),
            (Sigma::Sum(parts), _) => self.sum(parts, expr, ctx),
            (Sigma::Power(base, n), _) => self.power(base, *n, expr, ctx),
            (Sigma::Ordered(base, n), _) => self.ordered(base, *n, expr, ctx),
            (Sigma::Finite(finite), _) => (Algorithm::Finite, listed(finite, expr)),
            // A tuple abstraction fits its values, so what is left is the identity.
            (Sigma::Id | Sigma::Cell | Sigma::Tuple(_), _) => {
                (Algorithm::Finite, vec![Instantiation { sharp: expr.clone(), q: Value::unit() }])
            }
        };
        let completeness = completeness::of_call(sigma, expr, ctx, &algorithm, &set, self.names);
        let (sigma, expr) = (sigma.clone(), expr.clone());
        Call { sigma, expr, context: ctx.clone(), algorithm, set, completeness }
    }

    /// T Algorithm 3, Listing 5.5.
    fn cell(&mut self, array: &Term, ctx: &Term) -> Answer {
        if let Some([counted, ..]) = array.as_app(Op::Multiset) {
            return self.counts(array, counted, ctx);
        }
        let (avar, omega) = omega(array, ctx, self.names);
        let relevant = match self.heuristic {
            Heuristic::RelevantBasic => relevant_basic(&avar, &omega),
            _ => relevant(&avar, Levels::FIRST, &omega),
        };
        let found: Vec<Term> = relevant.split().0.into_iter().flatten().collect();
        let root = root(array);
        let direct = || {
            let (mut direct, mut seen) = (vec![], Seen::default());
            root.iter().for_each(|root| read_directly(ctx, root, &mut seen, &mut direct));
            direct
        };
        let mut chosen = heuristic::choose(self.heuristic, &self.focus, root, &found, direct);
        let spoken = |t: &&Term| self.focus.freed.iter().any(|v| t.mentions(v));
        let of_goal = found.iter().filter(spoken).cloned().collect();
        let by_hand = self.heuristic == Heuristic::Manual
            && root.is_some_and(|a| self.focus.named.contains_key(&*a.name));
        let tried = self.tried(&found, &relevant, ctx);
        if !by_hand {
            chosen.extend(tried.iter().cloned());
        }
        let left_out = found.into_iter().filter(|t| !chosen.contains(t)).collect();
        let any = chosen.is_empty();
        if any {
            chosen.push(Term::var(&self.names.fresh(&Var::int("any"))));
        }
        (
            Algorithm::Cell { relevant, left_out, of_goal, tried, any },
            chosen.into_iter().map(|k| cell_at(array, k)).collect(),
        )
    }

    /// The candidate cells besides the relevant ones, for existential claims and where no cell was found.
    fn tried(&self, found: &[Term], search: &relevant::RelevantCall, ctx: &Term) -> Vec<Term> {
        let asks = self.focus.is_claim || found.is_empty();
        if self.heuristic.tries_places() && asks {
            candidate_cells(search, ctx, &self.focus.witnesses)
        } else {
            vec![]
        }
    }

    /// T Algorithm 5, for tuples of any width taken as pairs of pairs: while one component is
    /// instantiated, the instances of those before it and the values of those after it are
    /// preserved.
    fn tuple(&mut self, parts: &[Sigma], exprs: &[Value], ctx: &Term) -> Answer {
        let n = parts.len().min(exprs.len());
        let turns: Vec<usize> = match self.order {
            Order::LeftToRight => (0..n).collect(),
            Order::RightToLeft => (0..n).rev().collect(),
        };
        let mut calls: Vec<Option<Call>> = vec![None; n];
        let (mut before, mut seen) = (vec![], FxHashSet::default());
        for (turn, &j) in turns.iter().enumerate() {
            let call = if looks_at_context(&parts[j]) {
                let later = turns[turn + 1..].iter().flat_map(|&l| exprs[l].leaves());
                let preserved = before.iter().cloned().chain(later).collect();
                self.call(&parts[j], &exprs[j], &preserving(preserved, ctx))
            } else {
                self.call(&parts[j], &exprs[j], ctx)
            };
            let chosen = call.set.iter().flat_map(|i| i.sharp.leaves());
            let values = exprs[j].leaves().into_iter().chain(chosen);
            before.extend(values.filter(|t| seen.insert(t.clone())));
            calls[j] = Some(call);
        }
        let calls: Vec<Call> = calls.into_iter().flatten().collect();
        let sets: Vec<&[Instantiation]> = calls.iter().map(|c| c.set.as_slice()).collect();
        let set = combined::tuples(parts, exprs, &sets);
        (Algorithm::Tuple { calls, order: self.order }, set)
    }

    /// T Algorithm 7. Equal parts need no call for each (T Listing 5.8); others are a tuple of
    /// copies (T Listing 5.7).
    fn product(&mut self, parts: &[Sigma], expr: &Value, ctx: &Term) -> Answer {
        if parts.windows(2).all(|pair| pair[0] == pair[1]) {
            return self.power(&parts[0], parts.len(), expr, ctx);
        }
        let copies = Value::Tuple(vec![expr.clone(); parts.len()]);
        let pair = self.call(&Sigma::Tuple(parts.to_vec()), &copies, ctx);
        let set = pair.set.clone();
        (Algorithm::Product { pair: Box::new(pair) }, set)
    }

    /// T Algorithm 8.
    fn sum(&mut self, parts: &[Sigma], expr: &Value, ctx: &Term) -> Answer {
        let calls: Vec<Call> = parts.iter().map(|p| self.call(p, expr, ctx)).collect();
        let mut set = vec![];
        for (n, call) in calls.iter().enumerate() {
            for element in &call.set {
                let mut sharps = vec![Value::Leaf(Term::int(n))];
                let mut qs = vec![];
                for (m, other) in calls.iter().enumerate() {
                    let one = if m == n { element } else { &other.set[0] };
                    sharps.push(if m == n { one.sharp.clone() } else { one.sharp.default() });
                    qs.push(one.q.clone());
                }
                set.push(Instantiation { sharp: Value::Tuple(sharps), q: Value::Tuple(qs) });
            }
        }
        (Algorithm::Sum { calls }, set)
    }

    /// T Listing 5.8.
    fn power(&mut self, base: &Sigma, n: usize, expr: &Value, ctx: &Term) -> Answer {
        let base = self.call(base, expr, ctx);
        let set = combinations(&vec![base.set.as_slice(); n]);
        (Algorithm::Power { base: Box::new(base) }, set)
    }

    /// T Sec. 7.3: the elements of each `n` of the base's set, put into order by choices.
    fn ordered(&mut self, base: &Sigma, n: usize, expr: &Value, ctx: &Term) -> Answer {
        let call = self.call(base, expr, ctx);
        let facts = Facts::from_negation(ctx);
        let known = KnownOrder::from_set(base, &call.set, &facts);
        let (mut size, mut cut) = (0, false);
        let mut set: Vec<Instantiation> = vec![];
        for chosen in subsets(call.set.len(), n).take(ELEMENTS) {
            let element = sorted(base, &call.set, &chosen, &known);
            let leaves = element.sharp.leaves();
            size = leaves.iter().map(Term::size).fold(size, usize::saturating_add);
            // Leaving out instances is sound.
            if size > SIZE {
                cut = true;
                break;
            }
            set.push(element);
        }
        let increasing = |i: &Instantiation| {
            i.sharp.parts().windows(2).all(|p| facts.confirm(&base.less(&p[0], &p[1])))
        };
        let padded = !set.iter().any(increasing);
        if padded {
            let neighbours = call.set.iter().filter_map(|e| neighbours(base, n, e, expr));
            set.extend(neighbours.filter(|i| !set.contains(i)).collect::<Vec<_>>());
        }
        if set.is_empty() {
            // The base keeps no cells, so no element is known to be larger.
            let copies = vec![call.set[0].clone(); n];
            set.push(joined(copies));
        }
        (Algorithm::Ordered { base: Box::new(call), padded, cut }, set)
    }
}

/// The instance at a cell.
fn cell_at(array: &Term, k: Term) -> Instantiation {
    let v = arrays::read(array, &k);
    let sharp = Value::Tuple(vec![Value::Leaf(k), Value::Leaf(v)]);
    Instantiation { sharp, q: Value::unit() }
}

/// A fresh variable for an array, and the formula in which its relevant cells are searched.
pub fn omega(array: &Term, ctx: &Term, names: &Names) -> (Var, Term) {
    let avar = names.unused(&Var::new("a", array.sort()));
    let equal = arrays::expand(&Term::eq(Term::var(&avar), array.clone()));
    let omega = Term::and([equal, Term::not(ctx.clone())]);
    (avar, omega)
}

/// The cases of a formula as instances, each once.
fn listed(finite: &Finite, expr: &Value) -> Vec<Instantiation> {
    let mut set: Vec<Instantiation> = vec![];
    for case in finite.cases_for(expr) {
        let element = Instantiation { sharp: case.value, q: Value::unit() };
        if !set.contains(&element) {
            set.push(element);
        }
    }
    set
}

/// `P_any(values) ==> ctx`: a context that also forbids the values to change (T Sec. 5.2). Values
/// that it preserves already stay in one list with the new ones.
pub fn preserving(mut values: Vec<Term>, ctx: &Term) -> Term {
    let rest = match ctx.as_app(Op::Implies).map(|args| (args[0].node(), &args[1])) {
        Some((Node::Pred(any, kept), rest)) if &**any == ANY => {
            values.splice(0..0, kept.iter().cloned());
            rest
        }
        _ => ctx,
    };
    if values.is_empty() {
        ctx.clone()
    } else {
        Term::implies(Term::pred(ANY, values), rest.clone())
    }
}

/// The predicate whose arguments must keep their values; it has no other meaning.
const ANY: &str = "Any";

/// The variable at the root of an array expression with writes.
fn root(array: &Term) -> Option<&Var> {
    match array.node() {
        Node::Var(v) => Some(v),
        Node::App(Op::Store, args) => root(&args[0]),
        _ => None,
    }
}

/// The indices at which conditions and arguments read the variable itself.
fn read_directly(t: &Term, array: &Var, seen: &mut Seen, out: &mut Vec<Term>) {
    if !seen.is_new(t) {
        return;
    }
    match t.node() {
        Node::App(op, args) => {
            if *op == Op::Select && args[0].as_var() == Some(array) && !out.contains(&args[1]) {
                out.push(args[1].clone());
            }
            args.iter().for_each(|a| read_directly(a, array, seen, out));
        }
        Node::Pred(_, args) => args.iter().for_each(|a| read_directly(a, array, seen, out)),
        Node::Quant(..) | Node::Var(_) | Node::Int(_) | Node::Bool(_) => {}
    }
}

/// The most elements of an instantiation set; leaving some out is sound.
pub const ELEMENTS: usize = 256;
/// The most nodes that the elements of a set of ordered tuples have together.
const SIZE: usize = 20_000;

/// The tuples of one element of each set, as many as are allowed; the first set varies slowest.
fn combinations(sets: &[&[Instantiation]]) -> Vec<Instantiation> {
    if sets.iter().any(|set| set.is_empty()) {
        return vec![];
    }
    let mut chosen = vec![0; sets.len()];
    let mut out = vec![];
    while out.len() < ELEMENTS {
        out.push(joined(sets.iter().zip(&chosen).map(|(set, &n)| set[n].clone()).collect()));
        let Some(last) = (0..sets.len()).rfind(|&j| chosen[j] + 1 < sets[j].len()) else { break };
        chosen[last] += 1;
        chosen[last + 1..].fill(0);
    }
    out
}

fn joined(parts: Vec<Instantiation>) -> Instantiation {
    let (sharps, qs) = parts.into_iter().map(|i| (i.sharp, i.q)).unzip();
    Instantiation { sharp: Value::Tuple(sharps), q: Value::Tuple(qs) }
}

/// The subsets of `0..n` with `k` elements, in lexicographic order.
pub fn subsets(n: usize, k: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (k <= n).then(|| (0..k).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let current = next.clone()?;
        let movable = (0..k).rev().find(|&i| current[i] < n - k + i);
        next = movable.map(|i| {
            let (kept, from) = (&current[..i], current[i] + 1);
            kept.iter().copied().chain(from..from + k - i).collect()
        });
        Some(current)
    })
}

/// The pairs of elements of which one is certainly smaller.
struct KnownOrder(Vec<Vec<bool>>);

impl KnownOrder {
    fn from_set(base: &Sigma, set: &[Instantiation], facts: &Facts) -> KnownOrder {
        let below = |x: &Instantiation, y: &Instantiation| {
            facts.decide(&base.less(&x.sharp, &y.sharp)) == Some(true)
        };
        let mut known: Vec<Vec<bool>> =
            set.iter().map(|x| set.iter().map(|y| below(x, y)).collect()).collect();
        for middle in 0..set.len() {
            for low in 0..set.len() {
                for high in 0..set.len() {
                    known[low][high] |= known[low][middle] && known[middle][high];
                }
            }
        }
        KnownOrder(known)
    }

    /// A chain among the chosen elements, and the others.
    fn chain(&self, chosen: &[usize]) -> (Vec<usize>, Vec<usize>) {
        let mut by_rank = chosen.to_vec();
        by_rank.sort_by_key(|&y| chosen.iter().filter(|&&x| self.0[x][y]).count());
        let (mut chain, mut others): (Vec<usize>, Vec<usize>) = (vec![], vec![]);
        // An element that is in order with no other one had better not begin the chain.
        let related = |x: usize| chosen.iter().any(|&y| self.0[x][y] || self.0[y][x]);
        by_rank.sort_by_key(|&x| !related(x));
        for x in by_rank {
            let fits = chain.last().is_none_or(|&last| self.0[last][x]);
            if fits { chain.push(x) } else { others.push(x) }
        }
        (chain, others)
    }
}

/// The chosen elements in increasing order for all values: choices place the elements without a known order.
fn sorted(
    base: &Sigma,
    set: &[Instantiation],
    chosen: &[usize],
    known: &KnownOrder,
) -> Instantiation {
    let (chain, others) = known.chain(chosen);
    let mut list: Vec<Instantiation> = chain.into_iter().map(|n| set[n].clone()).collect();
    for x in others.into_iter().map(|n| &set[n]) {
        let below: Vec<Term> = list.iter().map(|y| base.less(&x.sharp, &y.sharp)).collect();
        let choice = |c: &Term, then: &Instantiation, other: &Instantiation| Instantiation {
            sharp: Value::choice(c, &then.sharp, &other.sharp),
            q: Value::choice(c, &then.q, &other.q),
        };
        let at = |n: usize| match (n.checked_sub(1).map(|m| (&below[m], &list[m])), list.get(n)) {
            (None, Some(here)) => choice(&below[n], x, here),
            (Some((c, before)), None) => choice(c, before, x),
            (Some((c, before)), Some(here)) => choice(&below[n], &choice(c, before, x), here),
            (None, None) => x.clone(),
        };
        list = (0..=list.len()).map(at).collect();
    }
    joined(list)
}

/// An element of the base and the `n - 1` cells behind it, if its elements are single cells.
fn neighbours(
    base: &Sigma,
    n: usize,
    element: &Instantiation,
    expr: &Value,
) -> Option<Instantiation> {
    let Value::Leaf(array) = expr else { return None };
    let depth = base.depth()?;
    let path: Vec<Term> =
        element.sharp.leaves().into_iter().filter(|t| t.sort() == Sort::Int).take(depth).collect();
    let (last, outer) = path.split_last()?;
    let cells = (0..n).map(|by| {
        let next = if by == 0 { last.clone() } else { Term::add(last.clone(), Term::int(by)) };
        let path: Vec<Term> = outer.iter().cloned().chain([next]).collect();
        let (sharp, q) = base.cell_at(array, &path)?;
        Some(Instantiation { sharp, q })
    });
    Some(joined(cells.collect::<Option<_>>()?))
}
