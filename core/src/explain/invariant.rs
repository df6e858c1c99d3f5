//! Invariants in the words of the program.

use crate::abstraction::fold::fold;
use crate::abstraction::sigma::Value;
use crate::base::{Int, Span};
use crate::horn::linear::{Constraint, Linear};
use crate::horn::{Names, Node, Op, Pred, Sort, Subst, Term, Var};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What holds each time control is at a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invariant {
    /// The point's name, such as `L5`.
    pub name: String,
    /// The point in words.
    pub title: String,
    /// The statement that follows it.
    pub span: Span,
    /// Its line, from 1.
    pub line: u32,
    /// Whether a loop comes back to the point.
    pub loop_head: bool,
    /// The conjuncts, over program variables: `forall k: 0 <= k && k < i ==> a[k] == 0`.
    pub parts: Vec<Term>,
    /// The parts that say what holds of a range of one array, for a picture.
    pub regions: Vec<Region>,
}

/// `forall k: from <= k && k < to ==> fact`, about the cells of one array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// The array.
    pub array: String,
    /// The first index, if there is one.
    pub from: Option<Term>,
    /// The index after the last, if there is one.
    pub to: Option<Term>,
    /// Further conditions on the index, such as `k % 2 == 0`.
    pub when: Vec<Term>,
    /// What is known of the cell `a[k]`.
    pub fact: Term,
}

/// What is known of a point, to be put into words.
pub struct Point<'a> {
    /// The concrete predicate.
    pub pred: &'a Pred,
    /// The formal abstract value of its parameters.
    pub formal: &'a Value,
    /// Clauses over the abstract parameters; all hold at the point.
    pub lemmas: &'a [Term],
    /// The line of the point, from 1.
    pub line: u32,
}

/// Puts the lemmas of a point into the words of the program: a cell `(k, v)` of `a` becomes
/// `a[k]` under a quantifier, guards come before the arrow, equal indices are merged.
pub fn describe(point: &Point) -> Invariant {
    let cells = cells(point);
    let mut parts: Vec<Term> = vec![];
    let mut regions: Vec<Region> = vec![];
    for lemma in point.lemmas {
        let sentence = Sentence::of(lemma, &cells, &point.pred.params);
        let part = sentence.to_term();
        if !parts.contains(&part) {
            regions.extend(sentence.region());
            parts.push(part);
        }
    }
    Invariant {
        name: point.pred.name.clone(),
        title: point.pred.title.clone(),
        span: point.pred.span,
        line: point.line,
        loop_head: point.pred.loop_head,
        parts,
        regions,
    }
}

/// A cell that the abstraction keeps: the array, the variable for its index, that for its value.
struct Cell {
    array: Var,
    index: Var,
    value: Var,
}

fn cells(point: &Point) -> Vec<Cell> {
    let mut out = vec![];
    if let Value::Tuple(parts) = point.formal {
        for (part, array) in parts.iter().zip(&point.pred.params) {
            if array.sort.is_array() {
                collect(part, array, &mut out);
            }
        }
    }
    out
}

fn collect(value: &Value, array: &Var, out: &mut Vec<Cell>) {
    let Value::Tuple(parts) = value else { return };
    match parts.as_slice() {
        [Value::Leaf(k), Value::Leaf(v)] => {
            if let (Some(index), Some(value)) = (k.as_var(), v.as_var()) {
                out.push(Cell { array: array.clone(), index: index.clone(), value: value.clone() });
            }
        }
        parts => parts.iter().for_each(|p| collect(p, array, out)),
    }
}

/// `forall indices: guard ==> claim`.
struct Sentence {
    indices: Vec<Var>,
    /// Indices that are expressed by others.
    merged: Subst,
    guard: Vec<Term>,
    claim: Vec<Term>,
}

impl Sentence {
    fn of(lemma: &Term, cells: &[Cell], params: &[Var]) -> Sentence {
        let literals = match lemma.as_app(Op::Or) {
            Some(parts) => parts.to_vec(),
            None => vec![lemma.clone()],
        };
        let speaks_of_values = |t: &Term| cells.iter().any(|c| t.mentions(&c.value));
        let (mut claim, mut rest): (Vec<Term>, Vec<Term>) =
            literals.into_iter().partition(speaks_of_values);
        if claim.is_empty() {
            // About scalars and indices only: what is said last is the claim.
            claim.extend(rest.pop());
        }
        let guard = equalities(rest.iter().map(negate).collect());
        let claim = equalities_in_claim(claim);
        let sentence = Sentence { indices: vec![], merged: Subst::new(), guard, claim };
        sentence.merged(cells).named(cells, params)
    }

    /// Uses guards `k = t` to speak of one index less.
    fn merged(mut self, cells: &[Cell]) -> Sentence {
        loop {
            let found = self.guard.iter().enumerate().rev().find_map(|(n, g)| {
                let Some(Constraint::Eq(f)) = Constraint::of(g) else { return None };
                // The later cell is expressed by the earlier one.
                let cell = cells.iter().rev().find(|c| f.coeff(&c.index).abs().is_one())?;
                let c = f.coeff(&cell.index);
                let rest = f.sub(&Linear::var(&cell.index).scale(&c)).scale(&-c);
                Some((n, cell.index.clone(), rest))
            });
            let Some((n, index, value)) = found else { return self };
            self.guard.remove(n);
            let map = Subst::from([(index, value.to_term())]);
            let put = |t: &Term| tidy(&t.subst(&map));
            self.guard = self.guard.iter().map(put).filter(|t| !t.is_true()).collect();
            self.claim = self.claim.iter().map(put).collect();
            self.merged = self.merged.iter().map(|(v, t)| (v.clone(), put(t))).collect();
            self.merged.extend(map);
        }
    }

    /// Writes values as reads and gives the indices short names.
    fn named(self, cells: &[Cell], params: &[Var]) -> Sentence {
        let reads: Subst = cells
            .iter()
            .map(|c| {
                let index = tidy(&Term::var(&c.index).subst(&self.merged));
                (c.value.clone(), Term::select(Term::var(&c.array), index))
            })
            .collect();
        let said = self.guard.iter().chain(&self.claim).map(|t| t.subst(&reads));
        let free: BTreeSet<Var> = said.flat_map(|t| t.free_vars()).collect();
        let mut names = Names::avoiding(params.iter().cloned());
        let mut short = ["k", "j", "l", "m"].iter().cycle();
        let renaming: Vec<(Var, Var)> = cells
            .iter()
            .filter(|c| free.contains(&c.index))
            .map(|c| {
                let name = short.next().copied().unwrap_or("k");
                (c.index.clone(), names.fresh(&Var::int(name)))
            })
            .collect();
        let map: Subst = renaming.iter().map(|(v, w)| (v.clone(), Term::var(w))).collect();
        let rewrite = |t: &Term| t.subst(&reads).subst(&map);
        Sentence {
            indices: renaming.into_iter().map(|(_, w)| w).collect(),
            guard: self.guard.iter().map(rewrite).collect(),
            claim: self.claim.iter().map(rewrite).collect(),
            merged: Subst::new(),
        }
    }

    fn to_term(&self) -> Term {
        let claim = Term::or(self.claim.clone());
        let body = match self.guard.is_empty() {
            true => claim,
            false => Term::implies(Term::and(self.guard.clone()), claim),
        };
        Term::forall(self.indices.clone(), body)
    }

    /// The range of one array that the sentence is about, if it is about one.
    fn region(&self) -> Option<Region> {
        let [k] = self.indices.as_slice() else { return None };
        let fact = Term::or(self.claim.clone());
        let array = read_at(&fact, k)?;
        let (mut from, mut to, mut when) = (None, None, vec![]);
        for guard in &self.guard {
            match (bound(guard, k), &from, &to) {
                (Some((true, t)), None, _) => from = Some(t),
                (Some((false, t)), _, None) => to = Some(t),
                _ => when.push(guard.clone()),
            }
        }
        Some(Region { array: array.name.to_string(), from, to, when, fact })
    }
}

/// A linear literal in the form people write, anything else folded.
fn tidy(t: &Term) -> Term {
    let t = fold(t);
    if let Some(l) = (t.sort() == Sort::Int).then(|| Linear::of(&t)).flatten() {
        return l.to_term();
    }
    Constraint::of(&t).map_or(t, |c| c.to_term())
}

/// The negation of a literal, in the form people write.
fn negate(t: &Term) -> Term {
    tidy(&Term::not(t.clone()))
}

/// Replaces pairs `f <= 0`, `-f <= 0` by `f = 0`.
fn equalities(literals: Vec<Term>) -> Vec<Term> {
    let mut out: Vec<Term> = vec![];
    for t in literals {
        let opposite = match Constraint::of(&t) {
            Some(Constraint::Le(f)) => Some(f.scale(&Int::MINUS_ONE)),
            _ => None,
        };
        let same = |u: &Term| match (Constraint::of(u), &opposite) {
            (Some(Constraint::Le(g)), Some(f)) => g == *f,
            _ => false,
        };
        match out.iter().position(same) {
            Some(n) => {
                let Some(f) = opposite else { continue };
                out[n] = Constraint::Eq(f).to_term();
            }
            None => out.push(t),
        }
    }
    // Lower bounds of an index read best before upper ones.
    out.sort_by_key(|t| !matches!(t.as_app(Op::Le).map(|a| a[0].as_int().is_some()), Some(true)));
    out
}

/// Replaces pairs `f < 0`, `-f < 0` of a disjunction by `f != 0`, and puts it in words.
fn equalities_in_claim(literals: Vec<Term>) -> Vec<Term> {
    let negated = literals.iter().map(negate).collect();
    equalities(negated).iter().map(negate).collect()
}

/// The array that is read at `k` in `t`.
fn read_at<'t>(t: &'t Term, k: &Var) -> Option<&'t Var> {
    match t.node() {
        Node::App(Op::Select, args) if args[1].as_var() == Some(k) => args[0].as_var(),
        Node::App(_, args) => args.iter().find_map(|a| read_at(a, k)),
        _ => None,
    }
}

/// `(true, t)` for `t <= k`, `(false, t)` for `k < t`.
fn bound(guard: &Term, k: &Var) -> Option<(bool, Term)> {
    let Some(Constraint::Le(f)) = Constraint::of(guard) else { return None };
    let c = f.coeff(k);
    let rest = f.sub(&Linear::var(k).scale(&c));
    if c.is_one() {
        // k + rest <= 0: k < -rest + 1.
        let end = rest.scale(&Int::MINUS_ONE).add(&Linear::constant(1));
        Some((false, end.to_term()))
    } else if (-c).is_one() {
        Some((true, rest.to_term()))
    } else {
        None
    }
}
