//! The algebra of data abstractions (T Def. 15 to 18) and their formulas (T Def. 20 and 21).

use crate::horn::{Names, Pred, PredId, Sort, System, Term, Var, arrays};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A data abstraction `σ`: which abstract values stand for a concrete one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sigma {
    /// `id`: a value stands for itself.
    Id,
    /// `cell`: an array is the set of its cells `(k, a[k])` (T Def. 17).
    Cell,
    /// `σ1 • σ2 • ...`: the components of a tuple, each by its own abstraction.
    Tuple(Vec<Sigma>),
    /// `σ^n = σ ⊗ ... ⊗ σ`: `n` abstract values of the same concrete one, `n >= 1`.
    Power(Box<Sigma>, usize),
}

/// An element of a concrete or abstract domain, written with terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Value {
    /// A single value.
    Leaf(Term),
    /// A tuple; the empty one is the only value of the unit type.
    Tuple(Vec<Value>),
}

impl Value {
    /// The unit value: the `q` of abstractions whose formula has no existential quantifier.
    pub fn unit() -> Value {
        Value::Tuple(vec![])
    }

    /// The terms at the leaves, from left to right.
    pub fn leaves(&self) -> Vec<Term> {
        match self {
            Value::Leaf(t) => vec![t.clone()],
            Value::Tuple(parts) => parts.iter().flat_map(Value::leaves).collect(),
        }
    }

    fn parts(&self) -> &[Value] {
        match self {
            Value::Leaf(_) => std::slice::from_ref(self),
            Value::Tuple(parts) => parts,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Leaf(t) => write!(f, "{t}"),
            Value::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Value::to_string).collect();
                write!(f, "({})", parts.join(", "))
            }
        }
    }
}

impl Sigma {
    /// Whether every concrete value has finitely many abstract ones (T Def. 28).
    pub fn is_finite(&self) -> bool {
        match self {
            Sigma::Id => true,
            Sigma::Cell => false,
            Sigma::Tuple(parts) => parts.iter().all(Sigma::is_finite),
            Sigma::Power(base, _) => base.is_finite(),
        }
    }

    /// `F_σ[q](a#, a)` (T Def. 21). None of the abstractions here has an existential quantifier,
    /// so `q` is a unit value or a tuple of such and does not occur in the formula.
    ///
    /// The shapes of `sharp` and `a` must be those of σ; a mismatch gives `true`, which weakens
    /// premises only.
    pub fn formula(&self, sharp: &Value, a: &Value) -> Term {
        match (self, sharp, a) {
            (Sigma::Id, Value::Leaf(s), Value::Leaf(a)) => Term::eq(s.clone(), a.clone()),
            (Sigma::Cell, Value::Tuple(cell), Value::Leaf(a)) => match cell.as_slice() {
                [Value::Leaf(k), Value::Leaf(v)] => Term::eq(v.clone(), arrays::read(a, k)),
                _ => Term::bool(true),
            },
            (Sigma::Tuple(parts), _, _) => {
                let triples = parts.iter().zip(sharp.parts()).zip(a.parts());
                Term::and(triples.map(|((sigma, s), a)| sigma.formula(s, a)))
            }
            (Sigma::Power(base, _), Value::Tuple(copies), a) => {
                Term::and(copies.iter().map(|s| base.formula(s, a)))
            }
            _ => Term::bool(true),
        }
    }

    /// An abstract value made of fresh variables, named after the concrete parameters `like`
    /// (as many as σ has components).
    pub fn fresh(&self, like: &[Var], names: &mut Names) -> Value {
        match (self, like) {
            (Sigma::Tuple(parts), _) => {
                let pairs = parts.iter().zip(like);
                Value::Tuple(pairs.map(|(s, v)| s.fresh(std::slice::from_ref(v), names)).collect())
            }
            (Sigma::Power(base, n), _) => {
                Value::Tuple((0..*n).map(|_| base.fresh(like, names)).collect())
            }
            (Sigma::Cell, [Var { name, sort: Sort::Array(value) }]) => {
                let k = names.fresh(&Var::int(format!("k_{name}")));
                let v = names.fresh(&Var::new(format!("v_{name}"), (**value).clone()));
                Value::Tuple(vec![Value::Leaf(Term::var(&k)), Value::Leaf(Term::var(&v))])
            }
            // The thesis writes the abstract value of `i` as i with a superscript #.
            (_, [v, ..]) => {
                let sharp = Var::new(format!("{}#", v.name), v.sort.clone());
                Value::Leaf(Term::var(&names.fresh(&sharp)))
            }
            (_, []) => Value::unit(),
        }
    }
}

impl fmt::Display for Sigma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sigma::Id => f.write_str("id"),
            Sigma::Cell => f.write_str("cell"),
            Sigma::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Sigma::to_string).collect();
                f.write_str(&parts.join(" • "))
            }
            Sigma::Power(base, n) => write!(f, "{base}^{n}"),
        }
    }
}

/// Which abstraction the user wants for arrays: one for all, and exceptions by name. Scalars are
/// always kept as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// For arrays without an entry of their own.
    pub all: Sigma,
    /// For the arrays of these names.
    pub by_name: BTreeMap<String, Sigma>,
}

impl Default for Choice {
    /// One cell of every array.
    fn default() -> Choice {
        Choice { all: Sigma::Cell, by_name: BTreeMap::new() }
    }
}

/// A text that names no abstraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAbstraction {
    /// The part that was not understood.
    pub part: String,
}

impl fmt::Display for UnknownAbstraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = &self.part;
        write!(
            f,
            "there is no abstraction `{part}`; there are `id`, `cell`, `cell1` to `cell9`, "
        )?;
        f.write_str("for all arrays or per array as in `a=cell2,b=id`")
    }
}

impl std::error::Error for UnknownAbstraction {}

fn named(part: &str) -> Result<Sigma, UnknownAbstraction> {
    let unknown = || UnknownAbstraction { part: part.to_owned() };
    match part {
        "id" => Ok(Sigma::Id),
        "cell" => Ok(Sigma::Cell),
        _ => {
            let digits = part.strip_prefix("cell").map(|s| s.strip_prefix('^').unwrap_or(s));
            match digits.map(usize::from_str) {
                Some(Ok(1)) => Ok(Sigma::Cell),
                Some(Ok(n)) if (2..=9).contains(&n) => Ok(Sigma::Power(Box::new(Sigma::Cell), n)),
                _ => Err(unknown()),
            }
        }
    }
}

/// `cell1`, `id`, or `a=cell2,b=id`; a part without `=` is for all arrays not named.
impl FromStr for Choice {
    type Err = UnknownAbstraction;
    fn from_str(text: &str) -> Result<Choice, UnknownAbstraction> {
        let mut choice = Choice::default();
        for part in text.split(',').map(str::trim) {
            match part.split_once('=') {
                Some((array, sigma)) => {
                    choice.by_name.insert(array.trim().to_owned(), named(sigma.trim())?);
                }
                None => choice.all = named(part)?,
            }
        }
        Ok(choice)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.all)?;
        self.by_name.iter().try_for_each(|(name, sigma)| write!(f, ",{name}={sigma}"))
    }
}

/// The abstraction of each predicate: a tuple of one abstraction for each parameter (T Sec. 4.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abstraction {
    sigmas: Vec<Sigma>,
    /// The formal abstract values of each predicate.
    formals: Vec<Value>,
}

impl Abstraction {
    /// What `choice` means for the predicates of `system`.
    pub fn new(choice: &Choice, system: &System) -> Abstraction {
        let of = |v: &Var| match &v.sort {
            // Cells of cells are not there yet: such an array is forgotten, which is sound.
            Sort::Array(cell) if cell.is_array() => Sigma::Tuple(vec![]),
            Sort::Array(_) => choice.by_name.get(&*v.name).unwrap_or(&choice.all).clone(),
            _ => Sigma::Id,
        };
        let sigma = |p: &Pred| Sigma::Tuple(p.params.iter().map(of).collect());
        let sigmas: Vec<Sigma> = system.preds.iter().map(sigma).collect();
        let formals = sigmas.iter().zip(&system.preds).map(|(sigma, pred)| {
            // The scalars keep their names; a cell's must not clash with them.
            let mut names = Names::default();
            let scalars = || pred.params.iter().filter(|v| !v.sort.is_array());
            scalars().for_each(|v| names.take(v));
            let mut value = sigma.fresh(&pred.params, &mut names);
            if let Value::Tuple(parts) = &mut value {
                for (part, v) in parts.iter_mut().zip(&pred.params) {
                    if !v.sort.is_array() {
                        *part = Value::Leaf(Term::var(v));
                    }
                }
            }
            value
        });
        let formals = formals.collect();
        Abstraction { sigmas, formals }
    }

    /// The abstraction of a predicate.
    pub fn sigma(&self, pred: PredId) -> &Sigma {
        &self.sigmas[pred.0 as usize]
    }

    /// The formal abstract value of a predicate; its leaves are the abstract parameters.
    pub fn formal(&self, pred: PredId) -> &Value {
        &self.formals[pred.0 as usize]
    }

    /// The abstract predicate that belongs to a concrete one.
    pub fn abstract_pred(&self, id: PredId, pred: &Pred) -> Pred {
        let leaves = self.formal(id).leaves();
        let params = leaves.iter().filter_map(|t| t.as_var().cloned()).collect();
        Pred { name: format!("{}#", pred.name), params, ..pred.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(name: &str) -> Value {
        Value::Leaf(Term::var(&Var::int(name)))
    }

    #[test]
    fn the_formulas_of_thesis_definition_20() {
        let a = Value::Leaf(Term::var(&Var::new("a", Sort::int_array())));
        let cell = Value::Tuple(vec![leaf("k"), leaf("v")]);
        assert_eq!(Sigma::Cell.formula(&cell, &a).to_string(), "v == a[k]");
        let pair = Sigma::Tuple(vec![Sigma::Cell, Sigma::Id]);
        let sharp = Value::Tuple(vec![cell.clone(), leaf("i'")]);
        let concrete = Value::Tuple(vec![a.clone(), leaf("i")]);
        assert_eq!(pair.formula(&sharp, &concrete).to_string(), "v == a[k] && i' == i");
        let two = Sigma::Power(Box::new(Sigma::Cell), 2);
        let cells = Value::Tuple(vec![cell, Value::Tuple(vec![leaf("j"), leaf("w")])]);
        assert_eq!(two.formula(&cells, &a).to_string(), "v == a[k] && w == a[j]");
    }

    #[test]
    fn choices_are_read_and_written() {
        let choice: Choice = "a = cell2, id".parse().expect("a choice");
        assert_eq!(choice.all, Sigma::Id);
        assert_eq!(choice.to_string().parse(), Ok(choice));
        for bad in ["", "cell0", "cell10", "sell", "a=", "a=b=id"] {
            assert!(bad.parse::<Choice>().is_err(), "{bad}");
        }
    }
}
