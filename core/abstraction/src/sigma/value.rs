//! Elements and shapes of concrete and abstract domains.
//!
//! A value of a sum is a number that says which part it is, and the leaves of all parts.

use hornbook_horn::{Names, Sort, Subst, Term, Var};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// An element of a concrete or abstract domain, written with terms.
#[derive(Clone, Debug, PartialEq, Eq)]
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

    /// The components of a tuple; a leaf is its own only component.
    pub fn parts(&self) -> &[Value] {
        match self {
            Value::Leaf(_) => std::slice::from_ref(self),
            Value::Tuple(parts) => parts,
        }
    }

    /// This value with `f` applied to each leaf.
    pub fn map(&self, f: &mut impl FnMut(&Term) -> Term) -> Value {
        match self {
            Value::Leaf(t) => Value::Leaf(f(t)),
            Value::Tuple(parts) => Value::Tuple(parts.iter().map(|p| p.map(f)).collect()),
        }
    }

    /// Replaces free variables.
    pub fn subst(&self, map: &Subst) -> Value {
        self.map(&mut |t| t.subst(map))
    }

    /// `self = other`, leaf by leaf; values of different shapes are not compared where they differ.
    pub fn equal(&self, other: &Value) -> Term {
        let pairs = self.leaves().into_iter().zip(other.leaves());
        Term::and(pairs.map(|(a, b)| Term::eq(a, b)))
    }

    /// `condition ? self : other`, leaf by leaf, for values of one shape.
    pub fn choice(condition: &Term, then: &Value, other: &Value) -> Value {
        match (then, other) {
            _ if then == other => then.clone(),
            (Value::Leaf(a), Value::Leaf(b)) => {
                Value::Leaf(Term::ite(condition.clone(), a.clone(), b.clone()))
            }
            (Value::Tuple(a), Value::Tuple(b)) => {
                let pairs = a.iter().zip(b);
                Value::Tuple(pairs.map(|(a, b)| Value::choice(condition, a, b)).collect())
            }
            _ => then.clone(),
        }
    }

    /// A value of the same shape with zeros and `false` at its leaves; arrays stay as they are.
    pub fn default(&self) -> Value {
        self.map(&mut |t| match t.sort() {
            Sort::Int => Term::int(0),
            Sort::Bool => Term::bool(false),
            Sort::Array(_) => t.clone(),
        })
    }
}

/// A value with tags, for formats that are not self-describing.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Value")]
enum Marked<T, V> {
    Leaf(T),
    Tuple(V),
}

/// In a self-describing format a tuple is a list and a leaf is its term.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Leaf(t) if serializer.is_human_readable() => t.serialize(serializer),
            Value::Tuple(parts) if serializer.is_human_readable() => parts.serialize(serializer),
            Value::Leaf(t) => Marked::<_, &[Value]>::Leaf(t).serialize(serializer),
            Value::Tuple(parts) => Marked::<&Term, _>::Tuple(parts).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(ReadValue);
        }
        Ok(match Marked::<Term, Vec<Value>>::deserialize(deserializer)? {
            Marked::Leaf(t) => Value::Leaf(t),
            Marked::Tuple(parts) => Value::Tuple(parts),
        })
    }
}

/// The reader for self-describing formats.
struct ReadValue;

impl<'de> Visitor<'de> for ReadValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a term or a list of values")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Term::deserialize(number.into_deserializer()).map(Value::Leaf)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        Term::deserialize(MapAccessDeserializer::new(map)).map(Value::Leaf)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Value, A::Error> {
        let mut all = vec![];
        while let Some(part) = parts.next_element()? {
            all.push(part);
        }
        Ok(Value::Tuple(all))
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

/// The sorts of the leaves of a domain's elements, with the names that their variables get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A single value.
    Leaf(Var),
    /// A tuple.
    Tuple(Vec<Shape>),
}

impl Shape {
    /// The shape of the unit value.
    pub fn unit() -> Shape {
        Shape::Tuple(vec![])
    }

    /// A leaf by name and sort.
    pub fn leaf(name: impl AsRef<str>, sort: Sort) -> Shape {
        Shape::Leaf(Var::new(name, sort))
    }

    /// The shape of the arguments of a predicate with these parameters.
    pub fn of_params(params: &[Var]) -> Shape {
        Shape::Tuple(params.iter().cloned().map(Shape::Leaf).collect())
    }

    /// The leaves, from left to right.
    pub fn leaves(&self) -> Vec<Var> {
        match self {
            Shape::Leaf(v) => vec![v.clone()],
            Shape::Tuple(parts) => parts.iter().flat_map(Shape::leaves).collect(),
        }
    }

    /// This shape with `f` applied to each leaf.
    pub fn map(&self, f: &impl Fn(&Var) -> Var) -> Shape {
        match self {
            Shape::Leaf(v) => Shape::Leaf(f(v)),
            Shape::Tuple(parts) => Shape::Tuple(parts.iter().map(|p| p.map(f)).collect()),
        }
    }

    /// A value of this shape whose leaves are fresh variables.
    pub fn fresh(&self, names: &mut Names) -> Value {
        match self {
            Shape::Leaf(v) => Value::Leaf(Term::var(&names.fresh(v))),
            Shape::Tuple(parts) => Value::Tuple(parts.iter().map(|p| p.fresh(names)).collect()),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Leaf(v) => f.write_str(match &v.sort {
                Sort::Int => "an integer",
                Sort::Bool => "a truth value",
                Sort::Array(element) if element.is_array() => "an array of arrays",
                Sort::Array(_) => "an array",
            }),
            Shape::Tuple(parts) => match parts.as_slice() {
                [Shape::Leaf(k), Shape::Leaf(_)] if k.name.starts_with("k_") => {
                    f.write_str("a cell")
                }
                parts => write!(f, "a tuple of {}", parts.len()),
            },
        }
    }
}
