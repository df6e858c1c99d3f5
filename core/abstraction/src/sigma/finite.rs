//! Finite abstractions given by a formula (T Def. 28 and Example 16).

use super::value::{Shape, Value};
use hornbook_base::Int;
use hornbook_horn::{Names, Op, Sort, Subst, Term, Var};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// `{x1, .., xn => v1 if c1; v2 if c2; ..}`: a value with leaves `x1 .. xn` has the abstract value
/// `vi` whenever `ci` holds.
///
/// The formulas may also mention scalars of the predicate whose arguments are abstracted, as the
/// slices of T Example 13 do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finite {
    /// The name, if it has one.
    pub name: Option<String>,
    /// The leaves of the concrete value; none if it does not matter.
    pub params: Vec<Var>,
    /// The abstract values, all of one shape; at least one.
    pub cases: Vec<FiniteCase>,
}

/// An abstract value with its condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiniteCase {
    /// The condition.
    pub when: Term,
    /// The abstract value.
    pub value: Value,
}

impl Finite {
    /// The abstraction with a single abstract value for everything.
    pub fn nothing() -> Finite {
        let case = FiniteCase { when: Term::bool(true), value: Value::unit() };
        Finite { name: Some("nothing".into()), params: vec![], cases: vec![case] }
    }

    /// The value of a cell, if its index is this one (T Example 11 for the index 0).
    pub fn value_at(place: &Int) -> Finite {
        let (k, v) = (Var::int("k"), Var::int("v"));
        let when = Term::eq(Term::var(&k), Term::int(place.clone()));
        let value = Value::Leaf(Term::var(&v));
        let name = place.is_zero().then(|| "first".to_owned());
        Finite { name, params: vec![k, v], cases: vec![FiniteCase { when, value }] }
    }

    /// The prefix of the names of arrays of numbers of occurrences.
    pub const MULTISET: &str = "#";

    /// The number of occurrences of each value in a range of an array of numbers (T Example 17); without a
    /// range, in those in which the clauses count ([`super::Choice`]).
    pub fn multiset(range: Option<(Term, Term)>) -> Finite {
        let array = Var::new("a", Sort::int_array());
        let name = match &range {
            Some((lo, hi)) => format!("multiset({lo}, {hi})"),
            None => "multiset".to_owned(),
        };
        let ends = range.into_iter().flat_map(|(lo, hi)| [lo, hi]);
        let args = [Term::var(&array)].into_iter().chain(ends).collect();
        let value = Value::Leaf(Term::app(Op::Multiset, args));
        let cases = vec![FiniteCase { when: Term::bool(true), value }];
        Finite { name: Some(name), params: vec![array], cases }
    }

    /// Whether the abstract value is a multiset.
    pub fn is_multiset(&self) -> bool {
        let [case] = self.cases.as_slice() else { return false };
        matches!(&case.value, Value::Leaf(t) if t.as_app(Op::Multiset).is_some())
    }

    /// Whether it is a multiset without a range.
    pub fn lacks_range(&self) -> bool {
        let [case] = self.cases.as_slice() else { return false };
        matches!(&case.value, Value::Leaf(t) if t.as_app(Op::Multiset).is_some_and(|a| a.len() == 1))
    }

    /// The cases for a concrete value.
    pub fn cases_for(&self, a: &Value) -> Vec<FiniteCase> {
        let map: Subst = self.params.iter().cloned().zip(a.leaves()).collect();
        let case =
            |c: &FiniteCase| FiniteCase { when: c.when.subst(&map), value: c.value.subst(&map) };
        self.cases.iter().map(case).collect()
    }

    /// `F_σ(a#, a)`.
    pub fn formula(&self, sharp: &Value, a: &Value) -> Term {
        let cases = self.cases_for(a);
        Term::or(cases.into_iter().map(|c| Term::and([c.when, sharp.equal(&c.value)])))
    }

    /// The shape of the abstract values: leaves are named after what they are, or after the only
    /// leaf of the concrete value.
    pub fn image(&self, shape: &Shape) -> Shape {
        let leaves = shape.leaves();
        let Some(case) = self.cases.first() else { return Shape::unit() };
        let name = |t: &Term| -> String {
            let position = t.as_var().and_then(|v| self.params.iter().position(|p| p == v));
            let named = position.and_then(|n| leaves.get(n)).or(match leaves.as_slice() {
                [one] => Some(one),
                _ => None,
            });
            let fallback = || self.name.clone().unwrap_or_else(|| "x".into());
            named.map_or_else(fallback, |v| v.name.to_string())
        };
        let mark = if self.is_multiset() { Finite::MULTISET } else { "" };
        shape_of(&case.value, &|t| Var::new(format!("{mark}{}", name(t)), t.sort()))
    }

    /// The program's variables that the formulas mention.
    pub fn free_vars(&self) -> BTreeSet<Var> {
        let terms =
            self.cases.iter().flat_map(|c| [c.when.clone()].into_iter().chain(c.value.leaves()));
        let mut out: BTreeSet<Var> = terms.flat_map(|t| t.free_vars()).collect();
        out.retain(|v| !self.params.contains(v));
        out
    }

    /// Replaces the program's variables in the formulas. The parameters step aside.
    pub fn subst(&self, map: &Subst) -> Finite {
        let incoming = map.values().flat_map(Term::free_vars).chain(self.free_vars());
        let mut names = Names::avoiding(incoming);
        let params: Vec<Var> = self.params.iter().map(|p| names.fresh(p)).collect();
        let renamed = self.params.iter().zip(&params).map(|(p, q)| (p.clone(), Term::var(q)));
        let kept = map.iter().filter(|(v, _)| !self.params.contains(v));
        let both: Subst = kept.map(|(v, t)| (v.clone(), t.clone())).chain(renamed).collect();
        let case =
            |c: &FiniteCase| FiniteCase { when: c.when.subst(&both), value: c.value.subst(&both) };
        Finite { name: self.name.clone(), params, cases: self.cases.iter().map(case).collect() }
    }

    /// Whether every concrete value has an abstract one on the face of the formula.
    pub fn is_total(&self) -> bool {
        self.cases.iter().any(|c| c.when.is_true())
    }

    /// This abstraction for parameters of the given sorts.
    pub fn with_sorts(&self, sorts: &[Sort]) -> Finite {
        let params: Vec<Var> =
            self.params.iter().zip(sorts).map(|(p, s)| Var::new(&p.name, s.clone())).collect();
        let map: Subst = self.params.iter().cloned().zip(params.iter().map(Term::var)).collect();
        let case =
            |c: &FiniteCase| FiniteCase { when: c.when.subst(&map), value: c.value.subst(&map) };
        Finite { name: self.name.clone(), params, cases: self.cases.iter().map(case).collect() }
    }
}

fn shape_of(value: &Value, leaf: &impl Fn(&Term) -> Var) -> Shape {
    match value {
        Value::Leaf(t) => Shape::Leaf(leaf(t)),
        Value::Tuple(parts) => Shape::Tuple(parts.iter().map(|p| shape_of(p, leaf)).collect()),
    }
}

/// The name, or else the formula.
impl fmt::Display for Finite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            return f.write_str(name);
        }
        let params: Vec<&str> = self.params.iter().map(|p| &*p.name).collect();
        let case = |c: &FiniteCase| match c.when.is_true() {
            true => c.value.to_string(),
            false => format!("{} if {}", c.value, c.when),
        };
        let cases: Vec<String> = self.cases.iter().map(case).collect();
        write!(f, "{{{} => {}}}", params.join(", "), cases.join("; "))
    }
}
