//! Terms: the expressions of T Def. 1.
//!
//! A term is an immutable tree with shared children. The constructors here build exactly what they
//! are asked for, so that a viewer can show it; rewriting is the business of `abstraction::simplify`.
//!
//! Each term keeps a `summary` of its tree (a hash, its size, which variables may occur), so that comparing
//! terms and looking for a variable need no walk. Rewriting shares all subterms that it does not change.

mod deep;
pub mod maps;
mod memo;
mod names;
mod substituter;
mod summary;
pub mod table;
mod text;

use hornbook_base::Int;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::rc::Rc;

pub use memo::{Memo, Seen};
pub use names::Names;
pub use substituter::Substituter;
pub use text::function;

use std::collections::{BTreeMap, BTreeSet};
use summary::Summary;

/// The type of a term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Sort {
    /// Mathematical integers.
    Int,
    /// Truth values.
    Bool,
    /// Total maps from integers to the given sort.
    Array(Rc<Sort>),
}

impl Sort {
    /// Arrays with elements of a sort.
    pub fn array_of(element: Sort) -> Sort {
        Sort::Array(Rc::new(element))
    }

    /// Arrays of integers.
    pub fn int_array() -> Sort {
        Sort::array_of(Sort::Int)
    }

    /// Whether this is an array sort.
    pub fn is_array(&self) -> bool {
        matches!(self, Sort::Array(_))
    }
}

/// A typed variable. Two variables are the same when name and sort are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var {
    /// The name, as shown.
    pub name: Rc<str>,
    /// The sort.
    pub sort: Sort,
}

impl Var {
    /// A variable.
    pub fn new(name: impl AsRef<str>, sort: Sort) -> Var {
        Var { name: Rc::from(name.as_ref()), sort }
    }

    /// A variable of the same sort.
    pub fn renamed(&self, name: impl AsRef<str>) -> Var {
        Var::new(name, self.sort.clone())
    }

    /// An integer variable.
    pub fn int(name: impl AsRef<str>) -> Var {
        Var::new(name, Sort::Int)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A constructor of the theory: linear integer arithmetic, booleans, arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Op {
    /// `a + b + ...`, any number of integers.
    Add,
    /// `a - b`.
    Sub,
    /// `-a`.
    Neg,
    /// `a * b`. Linear only if one side is a constant.
    Mul,
    /// Euclidean quotient, as in SMT-LIB.
    Div,
    /// Euclidean remainder, as in SMT-LIB.
    Mod,
    /// `a < b`.
    Lt,
    /// `a <= b`.
    Le,
    /// `a > b`.
    Gt,
    /// `a >= b`.
    Ge,
    /// `a = b` for any sort; on booleans this is equivalence.
    Eq,
    /// `a != b` for any sort.
    Ne,
    /// Negation.
    Not,
    /// Conjunction of any number.
    And,
    /// Disjunction of any number.
    Or,
    /// `a ==> b`.
    Implies,
    /// `if c then a else b`, for any sort of `a` and `b`.
    Ite,
    /// `a[i]`.
    Select,
    /// `a[i <- v]`: the array `a` with the cell `i` set to `v`.
    Store,
    /// `const_array(v)`: the array with `v` in every cell.
    ConstArray,
    /// `insert(a, i, v)`: `v` goes into the cell `i`, the cells from there on move up by one.
    Insert,
    /// `erase(a, i)`: the cell `i` goes, the cells behind it move down by one.
    Erase,
    /// `fill(a, lo, hi, v)`: the cells from `lo` to before `hi` are set to `v`.
    Fill,
    /// `sub_array(a, lo, hi, rest)`: the cells `lo` to before `hi` of `a` moved to the front; the
    /// other cells are those of `rest`.
    SubArray,
    /// `sorted(a, lo, hi)`: the cells from `lo` to before `hi` do not decrease.
    Sorted,
    /// `bound_eq(a, b, lo, hi)`: `a` and `b` agree from `lo` to before `hi`.
    BoundEq,
    /// `count(a, lo, hi, v)`: how many cells from `lo` to before `hi` hold `v`.
    Count,
    /// `multiset(a, lo, hi)`: the array with `count(a, lo, hi, v)` at each `v`.
    Multiset,
    /// `permutation(a, b, lo, hi)`: `a` and `b` hold each value equally often from `lo` to before
    /// `hi`.
    Permutation,
}

/// Which quantifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Quantifier {
    /// For every value.
    Forall,
    /// For some value.
    Exists,
}

/// One node of a term.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Node {
    /// A variable.
    Var(Var),
    /// An integer constant.
    Int(Int),
    /// A truth value.
    Bool(bool),
    /// A constructor applied to its arguments.
    App(Op, Vec<Term>),
    /// A predicate, by name, applied to its arguments. Stands only in the contexts that
    /// `abstraction::eliminate` hands to `insts`; clauses keep their predicates apart.
    Pred(Rc<str>, Vec<Term>),
    /// A quantified formula.
    Quant(Quantifier, Vec<Var>, Term),
}

/// A shared, immutable term. Hashing, comparing and the questions that its summary answers are cheap
/// however large it is.
#[derive(Clone)]
pub struct Term(Rc<Inner>);

struct Inner {
    summary: Summary,
    node: Node,
}

/// A substitution: the term for each variable. Ordered, so that results do not depend on hashing.
pub type Subst = BTreeMap<Var, Term>;

impl Term {
    /// The node at the root.
    pub fn node(&self) -> &Node {
        &self.0.node
    }

    fn from_node(node: Node) -> Term {
        Term(Rc::new(Inner { summary: Summary::from_node(&node), node }))
    }

    /// A variable as a term.
    pub fn var(v: &Var) -> Term {
        Term::from_node(Node::Var(v.clone()))
    }

    /// An integer constant.
    pub fn int(n: impl Into<Int>) -> Term {
        Term::from_node(Node::Int(n.into()))
    }

    /// A truth value.
    pub fn bool(b: bool) -> Term {
        Term::from_node(Node::Bool(b))
    }

    /// A constructor applied to arguments. The caller answers for number and sorts.
    pub fn app(op: Op, args: Vec<Term>) -> Term {
        Term::from_node(Node::App(op, args))
    }

    /// A predicate applied to arguments.
    pub fn pred(name: &str, args: Vec<Term>) -> Term {
        Term::from_node(Node::Pred(Rc::from(name), args))
    }

    /// A quantified formula; without variables it is just the body.
    pub fn quant(q: Quantifier, vars: Vec<Var>, body: Term) -> Term {
        if vars.is_empty() { body } else { Term::from_node(Node::Quant(q, vars, body)) }
    }

    /// `forall vars: body`.
    pub fn forall(vars: Vec<Var>, body: Term) -> Term {
        Term::quant(Quantifier::Forall, vars, body)
    }

    /// `a + b`.
    pub fn add(a: Term, b: Term) -> Term {
        Term::app(Op::Add, vec![a, b])
    }

    /// `a - b`.
    pub fn sub(a: Term, b: Term) -> Term {
        Term::app(Op::Sub, vec![a, b])
    }

    /// `a = b`.
    pub fn eq(a: Term, b: Term) -> Term {
        Term::app(Op::Eq, vec![a, b])
    }

    /// `a <= b`.
    pub fn le(a: Term, b: Term) -> Term {
        Term::app(Op::Le, vec![a, b])
    }

    /// `a < b`.
    pub fn lt(a: Term, b: Term) -> Term {
        Term::app(Op::Lt, vec![a, b])
    }

    /// The negation; a double negation and a constant are resolved.
    pub fn not(a: Term) -> Term {
        match a.node() {
            Node::Bool(b) => Term::bool(!b),
            Node::App(Op::Not, args) => args[0].clone(),
            _ => Term::app(Op::Not, vec![a]),
        }
    }

    /// The conjunction: nested conjunctions are flattened, `true` is left out, none at all is
    /// `true`.
    pub fn and(parts: impl IntoIterator<Item = Term>) -> Term {
        Term::junction(Op::And, parts)
    }

    /// The disjunction: nested disjunctions are flattened, `false` is left out, none at all is
    /// `false`.
    pub fn or(parts: impl IntoIterator<Item = Term>) -> Term {
        Term::junction(Op::Or, parts)
    }

    fn junction(op: Op, parts: impl IntoIterator<Item = Term>) -> Term {
        let unit = op == Op::And;
        let mut flat = Vec::new();
        for part in parts {
            match part.node() {
                Node::Bool(b) if *b == unit => {}
                Node::App(inner, args) if *inner == op => flat.extend(args.iter().cloned()),
                _ => flat.push(part),
            }
        }
        match flat.len() {
            0 => Term::bool(unit),
            1 => flat.remove(0),
            _ => Term::app(op, flat),
        }
    }

    /// `a ==> b`.
    pub fn implies(a: Term, b: Term) -> Term {
        Term::app(Op::Implies, vec![a, b])
    }

    /// `if c then a else b`.
    pub fn ite(c: Term, a: Term, b: Term) -> Term {
        Term::app(Op::Ite, vec![c, a, b])
    }

    /// `a[i]`.
    pub fn select(a: Term, i: Term) -> Term {
        Term::app(Op::Select, vec![a, i])
    }

    /// `a[i <- v]`.
    pub fn store(a: Term, i: Term, v: Term) -> Term {
        Term::app(Op::Store, vec![a, i, v])
    }

    /// Whether this is the constant `true`.
    pub fn is_true(&self) -> bool {
        matches!(self.node(), Node::Bool(true))
    }

    /// Whether this is the constant `false`.
    pub fn is_false(&self) -> bool {
        matches!(self.node(), Node::Bool(false))
    }

    /// The variable, if this is one.
    pub fn as_var(&self) -> Option<&Var> {
        match self.node() {
            Node::Var(v) => Some(v),
            _ => None,
        }
    }

    /// The integer, if this is a constant.
    pub fn as_int(&self) -> Option<&Int> {
        match self.node() {
            Node::Int(n) => Some(n),
            _ => None,
        }
    }

    /// The arguments, if this is an application of `op`.
    pub fn as_app(&self, op: Op) -> Option<&[Term]> {
        match self.node() {
            Node::App(o, args) if *o == op => Some(args),
            _ => None,
        }
    }

    /// The sub-term that a path of child numbers leads to.
    pub fn sub_term(&self, path: &[u32]) -> Option<&Term> {
        path.iter().try_fold(self, |t, n| t.children().get(*n as usize))
    }

    /// The conjuncts: the parts of a conjunction, nothing for `true`, else the term itself.
    pub fn conjuncts(&self) -> Vec<Term> {
        let (mut out, mut open) = (vec![], vec![self]);
        while let Some(t) = open.pop() {
            match t.node() {
                Node::Bool(true) => {}
                Node::App(Op::And, args) => open.extend(args.iter().rev()),
                _ => out.push(t.clone()),
            }
        }
        out
    }

    /// Whether this is an equation of something with itself.
    pub fn is_reflexive(&self) -> bool {
        matches!(self.as_app(Op::Eq), Some([a, b]) if a == b)
    }

    /// The sort. Ill-sorted terms give the sort that their outermost constructor promises.
    pub fn sort(&self) -> Sort {
        self.0.summary.sort.clone()
    }

    /// The free variables, in order of name and sort.
    pub fn free_vars(&self) -> BTreeSet<Var> {
        Term::free_vars_of(std::iter::once(self))
    }

    /// The free variables of several terms, which may share subterms.
    pub fn free_vars_of<'t>(terms: impl Iterator<Item = &'t Term>) -> BTreeSet<Var> {
        let (mut out, mut seen) = (FxHashSet::default(), Seen::default());
        terms.for_each(|t| t.collect_free(&mut FxHashSet::default(), &mut seen, &mut out));
        out.into_iter().collect()
    }

    /// Adds the free variables to `out`.
    pub fn add_free_vars(&self, out: &mut FxHashSet<Var>) {
        self.collect_free(&mut FxHashSet::default(), &mut Seen::default(), out);
    }

    /// `seen` are the terms that were looked at below the same quantifiers.
    fn collect_free<'t>(
        &'t self,
        bound: &mut FxHashSet<&'t Var>,
        seen: &mut Seen,
        out: &mut FxHashSet<Var>,
    ) {
        let mut open = vec![self];
        while let Some(t) = open.pop() {
            if !seen.is_new(t) {
                continue;
            }
            match t.node() {
                Node::Var(v) if !bound.contains(v) && !out.contains(v) => {
                    out.insert(v.clone());
                }
                Node::Var(_) | Node::Int(_) | Node::Bool(_) => {}
                Node::App(_, args) | Node::Pred(_, args) => open.extend(args),
                Node::Quant(_, vars, body) => {
                    let own: Vec<&Var> = vars.iter().filter(|v| bound.insert(v)).collect();
                    body.collect_free(bound, &mut Seen::default(), out);
                    own.iter().for_each(|v| _ = bound.remove(*v));
                }
            }
        }
    }

    /// Whether `v` occurs free.
    pub fn mentions(&self, v: &Var) -> bool {
        self.mentions_bit(summary::bit(v), v, &mut Seen::default())
    }

    /// The terms in which `v` may occur: all in which it does, and a few others. This takes no walk through
    /// them.
    pub fn maybe_mentioning<'t>(terms: &'t [Term], v: &Var) -> impl Iterator<Item = &'t Term> {
        let bit = summary::bit(v);
        terms.iter().filter(move |t| t.0.summary.variables & bit != 0)
    }

    /// `bit` is that of `v`; in the terms that were `seen` it does not occur.
    fn mentions_bit(&self, bit: u64, v: &Var, seen: &mut Seen) -> bool {
        let mut open = vec![self];
        while let Some(t) = open.pop() {
            if t.0.summary.variables & bit == 0 || !seen.is_new(t) {
                continue;
            }
            match t.node() {
                Node::Var(w) if v == w => return true,
                Node::Quant(_, vars, _) if vars.contains(v) => {}
                _ => open.extend(t.children()),
            }
        }
        false
    }

    /// Whether a quantifier occurs anywhere.
    pub fn has_quantifier(&self) -> bool {
        self.0.summary.quantifier
    }

    /// Whether a predicate occurs anywhere.
    pub fn has_pred(&self) -> bool {
        self.0.summary.pred
    }

    /// Whether something is counted anywhere.
    pub fn has_count(&self) -> bool {
        self.0.summary.count
    }

    /// Whether a term of array sort occurs anywhere.
    pub fn has_array(&self) -> bool {
        self.0.summary.array
    }

    /// The number of nodes, counted as a tree; the largest number there is when they are more.
    pub fn size(&self) -> usize {
        self.0.summary.size
    }

    /// The term with `f` applied to its direct children; where `f` changes none, the result shares
    /// everything with this term. Does not look out for capture: `f` must not introduce variables that a
    /// quantifier here binds.
    pub fn map_children(&self, mut f: impl FnMut(&Term) -> Term) -> Term {
        let mut changed = false;
        let mut child = |t: &Term| {
            let new = f(t);
            changed |= !Rc::ptr_eq(&new.0, &t.0);
            new
        };
        match self.node() {
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => self.clone(),
            Node::App(op, args) => {
                let args = args.iter().map(child).collect();
                if changed { Term::app(*op, args) } else { self.clone() }
            }
            Node::Pred(p, args) => {
                let args = args.iter().map(child).collect();
                if changed { Term::from_node(Node::Pred(p.clone(), args)) } else { self.clone() }
            }
            Node::Quant(q, vars, body) => {
                let body = child(body);
                if changed { Term::quant(*q, vars.clone(), body) } else { self.clone() }
            }
        }
    }

    /// Replaces free variables, all at once. Bound variables that would capture a variable of a
    /// replacement are renamed.
    pub fn subst(&self, map: &Subst) -> Term {
        // For a small term a walk costs less than the bits.
        let bits = if map.len() < self.size() { substituter::bits(map) } else { u64::MAX };
        self.subst_with(bits, map, &mut Memo::default())
    }

    /// `bits` are those of the variables in `map`, `done` what was replaced before.
    fn subst_with(&self, bits: u64, map: &Subst, done: &mut Memo<Term>) -> Term {
        // The parts of a deep term are done before it, so that no call goes deep.
        let parts = if self.is_deep() { self.post_order() } else { vec![] };
        parts.iter().for_each(|t| drop(t.subst_all(bits, map, done)));
        self.subst_all(bits, map, done)
    }

    fn subst_all(&self, bits: u64, map: &Subst, done: &mut Memo<Term>) -> Term {
        if self.0.summary.variables & bits == 0 {
            return self.clone();
        }
        done.get_or_compute(self, |done| match self.node() {
            Node::Var(v) => map.get(v).unwrap_or(self).clone(),
            Node::Int(_) | Node::Bool(_) => self.clone(),
            Node::App(..) | Node::Pred(..) => self.map_children(|a| a.subst_all(bits, map, done)),
            Node::Quant(q, vars, body) => subst_under_binder(*q, vars, body, map),
        })
    }
}

fn subst_under_binder(q: Quantifier, vars: &[Var], body: &Term, map: &Subst) -> Term {
    let free = body.free_vars();
    let mut inner: Subst = map
        .iter()
        .filter(|(v, _)| free.contains(v) && !vars.contains(v))
        .map(|(v, t)| (v.clone(), t.clone()))
        .collect();
    if inner.is_empty() {
        return Term::quant(q, vars.to_vec(), body.clone());
    }
    let incoming: BTreeSet<Var> = inner.values().flat_map(Term::free_vars).collect();
    // By name alone: a text knows no sorts.
    let taken: FxHashSet<&str> = incoming.iter().map(|v| &*v.name).collect();
    let captures: Vec<&Var> = vars.iter().filter(|v| taken.contains(&*v.name)).collect();
    let mut names = Names::avoiding(incoming.iter().chain(&free).chain(vars).cloned());
    let mut renamed = vars.to_vec();
    for v in captures {
        let new = names.fresh(v);
        renamed.iter_mut().filter(|w| *w == v).for_each(|w| *w = new.clone());
        inner.insert(v.clone(), Term::var(&new));
    }
    Term::quant(q, renamed, body.subst(&inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    #[test]
    fn text_has_the_brackets_it_needs_and_no_others() {
        let sum = Term::add(v("x"), Term::sub(v("y"), v("z")));
        assert_eq!(sum.to_string(), "x + y - z");
        let difference = Term::sub(v("x"), Term::add(v("y"), v("z")));
        assert_eq!(difference.to_string(), "x - (y + z)");
        let a = Term::var(&Var::new("a", Sort::int_array()));
        let read = Term::select(Term::store(a, v("i"), Term::int(0)), v("k"));
        assert_eq!(Term::eq(read, v("v")).to_string(), "a[i <- 0][k] == v");
        let formula =
            Term::implies(Term::or([Term::lt(v("x"), v("y")), Term::bool(false)]), v("p"));
        assert_eq!(Term::not(formula).to_string(), "!(x < y ==> p)");
    }

    #[test]
    fn substitution_does_not_capture() {
        let k = Var::int("k");
        let body = Term::lt(v("k"), v("n"));
        let formula = Term::forall(vec![k.clone()], body);
        let map = Subst::from([(Var::int("n"), v("k"))]);
        assert_eq!(formula.subst(&map).to_string(), "forall k': k' < k");
        let shadowed = Subst::from([(k, Term::int(3))]);
        assert_eq!(formula.subst(&shadowed), formula);
    }

    #[test]
    fn fresh_names_avoid_every_taken_name() {
        let k = Var::int("k");
        let mut names = Names::avoiding([k.clone(), Var::new("k''", Sort::Bool)]);
        assert_eq!(&*names.fresh(&k).name, "k'");
        assert_eq!(&*names.fresh(&k).name, "k'3");
        assert_eq!(&*names.fresh(&Var::int("j")).name, "j");
    }
}
