//! The algebra of data abstractions (T Def. 15 to 18, 28, Sec. 7.3) and their formulas (T Def. 20
//! and 21).
//!
//! - `value`: elements and shapes of concrete and abstract domains
//! - `finite`: finite abstractions given by a formula
//! - `fit`: an abstraction as it was written meets the values that it is for
//! - `text`: the syntax that people write abstractions in
//! - `choice`: which abstraction is for which array, and what that means for each predicate

mod choice;
mod finite;
mod fit;
mod text;
mod value;

pub use choice::{AUTO, Abstraction, Choice, ChosenAbstraction};
pub use finite::{Finite, FiniteCase};
pub use text::{NAMES, SigmaError};
pub use value::{Shape, Value};

use hornbook_base::Int;
use hornbook_horn::{Names, Sort, Subst, Term, Var, arrays};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// A data abstraction `σ`: a map from concrete values to sets of abstract values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sigma {
    /// `id`: a value stands for itself.
    Id,
    /// `cell`: an array is the set of its cells `(k, a[k])` (T Def. 17).
    Cell,
    /// `σ1 • σ2 • ...`: the components of a tuple, each by its own abstraction (T Def. 16).
    Tuple(Vec<Sigma>),
    /// `σ2 ⊙ σ1`: each abstract value of σ1 is abstracted by σ2 (T Def. 16).
    Compose(Box<Sigma>, Box<Sigma>),
    /// `σ1 ⊗ σ2 ⊗ ...`: one value by several abstractions at once (T Def. 18).
    Product(Vec<Sigma>),
    /// `σ1 ⊕ σ2 ⊕ ...`: one value by either of several abstractions (T Def. 18).
    Sum(Vec<Sigma>),
    /// `σ^n = σ ⊗ ... ⊗ σ`: `n` abstract values of the same concrete one, `n >= 1`.
    Power(Box<Sigma>, usize),
    /// `σ^<n`: `n` abstract values in strictly increasing order (T Sec. 7.3, CM Def. 8).
    Ordered(Box<Sigma>, usize),
    /// Finitely many abstract values, given by a formula (T Def. 28).
    Finite(Finite),
}

impl Sigma {
    /// The abstraction that forgets everything: all values have the same abstract one.
    pub fn nothing() -> Sigma {
        Sigma::Finite(Finite::nothing())
    }

    /// `cell^n`, which for `n = 1` is `cell`.
    pub fn cells(n: usize) -> Sigma {
        if n == 1 { Sigma::Cell } else { Sigma::Power(Box::new(Sigma::Cell), n) }
    }

    /// The cells at these indices, and nothing else (T Example 11 for the index 0).
    pub fn cells_at(places: &BTreeSet<Int>) -> Sigma {
        let at = |place: &Int| Sigma::compose(Sigma::Finite(Finite::value_at(place)), Sigma::Cell);
        let mut all: Vec<Sigma> = places.iter().map(at).collect();
        if all.len() == 1 { all.remove(0) } else { Sigma::Product(all) }
    }

    /// `outer ⊙ inner`.
    pub fn compose(outer: Sigma, inner: Sigma) -> Sigma {
        Sigma::Compose(Box::new(outer), Box::new(inner))
    }

    /// The most pieces of an abstract value, counting each name as one.
    pub fn width(&self) -> usize {
        match self {
            Sigma::Id | Sigma::Cell | Sigma::Finite(_) => 1,
            Sigma::Tuple(parts) | Sigma::Product(parts) | Sigma::Sum(parts) => {
                parts.iter().map(Sigma::width).fold(0, usize::saturating_add)
            }
            Sigma::Compose(outer, inner) => outer.width().saturating_mul(inner.width()),
            Sigma::Power(base, n) | Sigma::Ordered(base, n) => base.width().saturating_mul(*n),
        }
    }

    /// Whether every concrete value has finitely many abstract ones on the face of σ (T Def. 28).
    pub fn is_finite(&self) -> bool {
        match self {
            Sigma::Id | Sigma::Finite(_) => true,
            Sigma::Cell => false,
            Sigma::Tuple(parts) | Sigma::Product(parts) | Sigma::Sum(parts) => {
                parts.iter().all(Sigma::is_finite)
            }
            Sigma::Compose(outer, inner) => outer.is_finite() && inner.is_finite(),
            Sigma::Power(base, _) | Sigma::Ordered(base, _) => base.is_finite(),
        }
    }

    /// The shape of the abstract values of values of the given shape. σ must fit it, see
    /// [`Sigma::fit`]; where it does not, the leaf is left out.
    pub fn image(&self, shape: &Shape) -> Shape {
        match (self, shape) {
            (Sigma::Id, _) => shape.map(&sharp),
            (Sigma::Cell, Shape::Leaf(array)) => {
                let element = arrays::element(&array.sort);
                // A cell of a cell's row is named after the array, not after its first cell.
                let name = array.name.strip_prefix("v_").unwrap_or(&array.name);
                let (k, v) = match name.strip_prefix(Finite::MULTISET) {
                    // A value and how often it occurs.
                    Some(counted) => (format!("z_{counted}"), format!("n_{counted}")),
                    None => (format!("k_{name}"), format!("v_{name}")),
                };
                Shape::Tuple(vec![Shape::leaf(k, Sort::Int), Shape::leaf(v, element)])
            }
            (Sigma::Tuple(parts), Shape::Tuple(shapes)) => {
                Shape::Tuple(parts.iter().zip(shapes).map(|(p, s)| p.image(s)).collect())
            }
            (Sigma::Compose(outer, inner), _) => outer.image(&inner.image(shape)),
            (Sigma::Product(parts), _) => {
                Shape::Tuple(parts.iter().map(|p| p.image(shape)).collect())
            }
            (Sigma::Sum(parts), _) => {
                let tag = Shape::leaf("tag", Sort::Int);
                Shape::Tuple(
                    [tag].into_iter().chain(parts.iter().map(|p| p.image(shape))).collect(),
                )
            }
            (Sigma::Power(base, n) | Sigma::Ordered(base, n), _) => {
                Shape::Tuple(vec![base.image(shape); *n])
            }
            (Sigma::Finite(finite), _) => finite.image(shape),
            (Sigma::Cell | Sigma::Tuple(_), _) => Shape::unit(),
        }
    }

    /// The only abstract value of a value, if σ is a formula that gives each one.
    pub fn function(&self, a: &Value) -> Option<Value> {
        let Sigma::Finite(finite) = self else { return None };
        let [case] = finite.cases_for(a).try_into().ok()?;
        case.when.is_true().then_some(case.value)
    }

    /// Whether each value has one abstract value, given by a formula.
    pub fn is_function(&self) -> bool {
        matches!(self, Sigma::Finite(f) if f.cases.len() == 1 && f.is_total())
    }

    /// Whether a formula restricts the values that have abstract ones, as that of a slice does.
    pub fn lacks_values(&self) -> bool {
        match self {
            Sigma::Id | Sigma::Cell => false,
            Sigma::Finite(finite) => finite.cases.iter().any(|case| !case.when.is_true()),
            Sigma::Tuple(parts) | Sigma::Product(parts) | Sigma::Sum(parts) => {
                parts.iter().any(Sigma::lacks_values)
            }
            Sigma::Compose(outer, inner) => outer.lacks_values() || inner.lacks_values(),
            Sigma::Power(base, _) | Sigma::Ordered(base, _) => base.lacks_values(),
        }
    }

    /// Whether it keeps numbers of occurrences.
    pub fn counts(&self) -> bool {
        match self {
            Sigma::Id | Sigma::Cell => false,
            Sigma::Finite(finite) => finite.is_multiset(),
            Sigma::Tuple(parts) | Sigma::Product(parts) | Sigma::Sum(parts) => {
                parts.iter().any(Sigma::counts)
            }
            Sigma::Compose(outer, inner) => outer.counts() || inner.counts(),
            Sigma::Power(base, _) | Sigma::Ordered(base, _) => base.counts(),
        }
    }

    /// The shape of the `q` of `F_σ[q]` (T Def. 21): for each composition the value in between, but
    /// where a formula gives that.
    pub fn between(&self, shape: &Shape) -> Shape {
        match (self, shape) {
            (Sigma::Tuple(parts), Shape::Tuple(shapes)) => {
                Shape::Tuple(parts.iter().zip(shapes).map(|(p, s)| p.between(s)).collect())
            }
            (Sigma::Product(parts) | Sigma::Sum(parts), _) => {
                Shape::Tuple(parts.iter().map(|p| p.between(shape)).collect())
            }
            (Sigma::Compose(outer, inner), _) => {
                let image = inner.image(shape);
                let below = [inner.between(shape), outer.between(&image)];
                let image = if inner.is_function() { Shape::unit() } else { image };
                Shape::Tuple([image].into_iter().chain(below).collect())
            }
            (Sigma::Power(base, n) | Sigma::Ordered(base, n), _) => {
                Shape::Tuple(vec![base.between(shape); *n])
            }
            (Sigma::Id | Sigma::Cell | Sigma::Finite(_) | Sigma::Tuple(_), _) => Shape::unit(),
        }
    }

    /// `F_σ[q](a#, a)` (T Def. 21).
    ///
    /// The shapes of the values must be those of σ; a mismatch gives `true`, which weakens
    /// premises only.
    pub fn formula(&self, sharp: &Value, q: &Value, a: &Value) -> Term {
        match (self, sharp) {
            (Sigma::Id, _) => sharp.equal(a),
            (Sigma::Cell, Value::Tuple(cell)) => match (cell.as_slice(), a) {
                ([Value::Leaf(k), Value::Leaf(v)], Value::Leaf(a)) => {
                    Term::eq(v.clone(), arrays::read(a, k))
                }
                _ => Term::bool(true),
            },
            (Sigma::Tuple(parts), _) => {
                let values = sharp.parts().iter().zip(q.parts()).zip(a.parts());
                Term::and(parts.iter().zip(values).map(|(p, ((s, q), a))| p.formula(s, q, a)))
            }
            (Sigma::Compose(outer, inner), _) => match q.parts() {
                [between, below, above] => match inner.function(a) {
                    Some(image) => outer.formula(sharp, above, &image),
                    None => Term::and([
                        outer.formula(sharp, above, between),
                        inner.formula(between, below, a),
                    ]),
                },
                _ => Term::bool(true),
            },
            (Sigma::Product(parts), _) => {
                let values = sharp.parts().iter().zip(q.parts());
                Term::and(parts.iter().zip(values).map(|(p, (s, q))| p.formula(s, q, a)))
            }
            (Sigma::Sum(parts), Value::Tuple(values)) => sum_formula(parts, values, q, a),
            (Sigma::Power(base, _), _) => copies(base, sharp, q, a),
            (Sigma::Ordered(base, _), _) => {
                let pairs = sharp.parts().windows(2);
                let order = pairs.map(|pair| base.less(&pair[0], &pair[1]));
                Term::and([copies(base, sharp, q, a)].into_iter().chain(order))
            }
            (Sigma::Finite(finite), _) => finite.formula(sharp, a),
            (Sigma::Cell | Sigma::Sum(_), Value::Leaf(_)) => Term::bool(true),
        }
    }

    /// An abstract value of σ with what lies in between, all fresh variables.
    pub fn fresh(&self, shape: &Shape, names: &mut Names) -> (Value, Value) {
        let sharp = self.image(shape).fresh(names);
        (sharp, self.between(shape).fresh(names))
    }

    /// `x < y` for two abstract values of one concrete value: cells by their index, all else by
    /// its leaves from left to right (T Sec. 7.3 leaves the order open; CM Def. 8 orders cells).
    pub fn less(&self, x: &Value, y: &Value) -> Term {
        let (mut xs, mut ys) = (vec![], vec![]);
        self.keys(x, &mut xs);
        self.keys(y, &mut ys);
        let pairs: Vec<(Term, Term)> = xs.into_iter().zip(ys).collect();
        pairs.iter().rev().fold(Term::bool(false), |below, (x, y)| {
            let less = Term::lt(x.clone(), y.clone());
            let equal = Term::eq(x.clone(), y.clone());
            let below = if below.is_false() { below } else { Term::and([equal, below]) };
            Term::or([less, below])
        })
    }

    /// The integers that determine an abstract value of a given concrete one.
    fn keys(&self, value: &Value, out: &mut Vec<Term>) {
        match (self, value) {
            (Sigma::Cell, Value::Tuple(cell)) => out.extend(cell[0].leaves()),
            (Sigma::Tuple(parts) | Sigma::Product(parts), Value::Tuple(values)) => {
                parts.iter().zip(values).for_each(|(p, v)| p.keys(v, out));
            }
            (Sigma::Compose(outer, _), _) => outer.keys(value, out),
            (Sigma::Power(base, _) | Sigma::Ordered(base, _), Value::Tuple(values)) => {
                values.iter().for_each(|v| base.keys(v, out));
            }
            _ => out.extend(value.leaves().into_iter().filter_map(|t| match t.sort() {
                Sort::Int => Some(t),
                Sort::Bool => Some(Term::ite(t, Term::int(1), Term::int(0))),
                Sort::Array(_) => None,
            })),
        }
    }

    /// The formulas of finite abstractions with their predicate's scalars replaced.
    pub fn subst(&self, map: &Subst) -> Sigma {
        let all = |parts: &[Sigma]| parts.iter().map(|p| p.subst(map)).collect();
        match self {
            Sigma::Id | Sigma::Cell => self.clone(),
            Sigma::Tuple(parts) => Sigma::Tuple(all(parts)),
            Sigma::Product(parts) => Sigma::Product(all(parts)),
            Sigma::Sum(parts) => Sigma::Sum(all(parts)),
            Sigma::Compose(outer, inner) => Sigma::compose(outer.subst(map), inner.subst(map)),
            Sigma::Power(base, n) => Sigma::Power(Box::new(base.subst(map)), *n),
            Sigma::Ordered(base, n) => Sigma::Ordered(Box::new(base.subst(map)), *n),
            Sigma::Finite(finite) => Sigma::Finite(finite.subst(map)),
        }
    }

    /// The cell with the given indices, as an abstract value with what lies in between, if the
    /// abstract values of σ are single cells: `cell`, and `(id • cell) ⊙ cell` for arrays of arrays.
    pub fn cell_at(&self, array: &Term, path: &[Term]) -> Option<(Value, Value)> {
        let leaf = |t: &Term| Value::Leaf(t.clone());
        match (self, path) {
            (Sigma::Cell, [k]) => {
                let v = Value::Leaf(arrays::read(array, k));
                Some((Value::Tuple(vec![leaf(k), v]), Value::unit()))
            }
            (Sigma::Compose(outer, inner), [k, rest @ ..]) if **inner == Sigma::Cell => {
                let row = arrays::read(array, k);
                let between = Value::Tuple(vec![leaf(k), leaf(&row)]);
                let (sharp, above) = match &**outer {
                    Sigma::Id if rest.is_empty() => (between.clone(), Value::unit()),
                    Sigma::Tuple(parts) => match parts.as_slice() {
                        [Sigma::Id, Sigma::Id] if rest.is_empty() => {
                            let units = vec![Value::unit(); 2];
                            (between.clone(), Value::Tuple(units))
                        }
                        [Sigma::Id, deeper] => {
                            let (cell, q) = deeper.cell_at(&row, rest)?;
                            let sharp = Value::Tuple(vec![leaf(k), cell]);
                            (sharp, Value::Tuple(vec![Value::unit(), q]))
                        }
                        _ => return None,
                    },
                    _ => return None,
                };
                Some((sharp, Value::Tuple(vec![between, Value::unit(), above])))
            }
            _ => None,
        }
    }

    /// The copies that an abstract value has of the same thing, in no particular order: for each
    /// power `σ^n` in it, the leaves of each of its `n` parts.
    pub fn copies(&self, sharp: &Value) -> Vec<Vec<Vec<Term>>> {
        match (self, sharp) {
            (Sigma::Power(..), Value::Tuple(values)) => {
                vec![values.iter().map(Value::leaves).collect()]
            }
            (Sigma::Tuple(parts) | Sigma::Product(parts), Value::Tuple(values)) => {
                parts.iter().zip(values).flat_map(|(p, v)| p.copies(v)).collect()
            }
            _ => vec![],
        }
    }

    /// The leaves of an abstract value that show the contents of cells: neither their indices nor values
    /// that are kept as they are.
    pub fn contents(&self, sharp: &Value) -> Vec<Term> {
        match (self, sharp) {
            (Sigma::Cell, Value::Tuple(cell)) => cell.get(1).map_or(vec![], Value::leaves),
            (Sigma::Tuple(parts) | Sigma::Product(parts), Value::Tuple(values)) => {
                parts.iter().zip(values).flat_map(|(p, v)| p.contents(v)).collect()
            }
            (Sigma::Power(base, _) | Sigma::Ordered(base, _), Value::Tuple(values)) => {
                values.iter().flat_map(|v| base.contents(v)).collect()
            }
            (Sigma::Compose(outer, _), _) => match (&**outer, sharp) {
                // An index and the contents of the row.
                (Sigma::Tuple(parts), Value::Tuple(values)) if parts.len() == 2 => {
                    match &parts[1] {
                        Sigma::Id | Sigma::Finite(_) => values[1].leaves(),
                        row => row.contents(&values[1]),
                    }
                }
                _ => sharp.leaves(),
            },
            (Sigma::Sum(parts), Value::Tuple(values)) => {
                parts.iter().zip(values.iter().skip(1)).flat_map(|(p, v)| p.contents(v)).collect()
            }
            _ => vec![],
        }
    }

    /// The number of indices of a cell, if the abstract values of σ are single cells.
    pub fn depth(&self) -> Option<usize> {
        match self {
            Sigma::Cell => Some(1),
            Sigma::Compose(outer, inner) if **inner == Sigma::Cell => match &**outer {
                Sigma::Id => Some(1),
                Sigma::Tuple(parts) => match parts.as_slice() {
                    [Sigma::Id, Sigma::Id] => Some(1),
                    [Sigma::Id, deeper] => deeper.depth().map(|d| d + 1),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}

/// The thesis writes the abstract value of `i` as `i` with a superscript `#`. What is abstract
/// already keeps its name.
fn sharp(v: &Var) -> Var {
    let is_part_of_a_cell = v.name.starts_with("k_") || v.name.starts_with("v_");
    if is_part_of_a_cell { v.clone() } else { v.renamed(format!("{}#", v.name)) }
}

/// All copies of a power's base are abstract values of one concrete value.
fn copies(base: &Sigma, sharp: &Value, q: &Value, a: &Value) -> Term {
    let values = sharp.parts().iter().zip(q.parts());
    Term::and(values.map(|(s, q)| base.formula(s, q, a)))
}

/// An element of a sum is its tag, and one value for each part: all but the tagged one are
/// defaults, so that each element is written in one way only.
fn sum_formula(parts: &[Sigma], values: &[Value], q: &Value, a: &Value) -> Term {
    let Some((Value::Leaf(tag), values)) = values.split_first() else {
        return Term::bool(true);
    };
    let qs = q.parts();
    Term::or(parts.iter().enumerate().map(|(n, part)| {
        let tagged = Term::eq(tag.clone(), Term::int(n));
        let others = values.iter().enumerate().filter(|(m, _)| *m != n);
        let defaults = others.map(|(_, v)| v.equal(&v.default()));
        let (Some(value), Some(q)) = (values.get(n), qs.get(n)) else {
            return Term::bool(true);
        };
        Term::and([tagged, part.formula(value, q, a)].into_iter().chain(defaults))
    }))
}

impl fmt::Display for Sigma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl Sigma {
    /// Writes it with brackets as needed; tightest last: `⊕`, `⊗`, `•`, `⊙`, powers.
    fn write(&self, f: &mut fmt::Formatter<'_>, outer: u8) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, parts: &[&Sigma], sign: &str, level: u8| {
            let (open, close) = if outer > level { ("(", ")") } else { ("", "") };
            f.write_str(open)?;
            for (n, part) in parts.iter().enumerate() {
                if n > 0 {
                    write!(f, " {sign} ")?;
                }
                part.write(f, level + 1)?;
            }
            f.write_str(close)
        };
        match self.sliced_at() {
            Some((at, Some(end))) => return write!(f, "slice({at}, {end})"),
            Some((at, None)) => return write!(f, "slice({at})"),
            None => {}
        }
        match self {
            Sigma::Id => f.write_str("id"),
            // These have names in choices.
            Sigma::Cell if outer == 0 => f.write_str("cell1"),
            Sigma::Cell => f.write_str("cell"),
            Sigma::Power(base, n) if **base == Sigma::Cell => write!(f, "cell{n}"),
            Sigma::Ordered(base, n) if **base == Sigma::Cell => write!(f, "cell<{n}"),
            Sigma::Sum(parts) => list(f, &parts.iter().collect::<Vec<_>>(), "⊕", 1),
            Sigma::Product(parts) => list(f, &parts.iter().collect::<Vec<_>>(), "⊗", 2),
            Sigma::Tuple(parts) => list(f, &parts.iter().collect::<Vec<_>>(), "•", 3),
            Sigma::Compose(second, first) => list(f, &[second, first], "⊙", 4),
            Sigma::Power(base, n) => base.write(f, 6).and_then(|()| write!(f, "^{n}")),
            Sigma::Ordered(base, n) => base.write(f, 6).and_then(|()| write!(f, "^<{n}")),
            Sigma::Finite(finite) => write!(f, "{finite}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(name: &str) -> Value {
        Value::Leaf(Term::var(&Var::int(name)))
    }

    fn array() -> Value {
        Value::Leaf(Term::var(&Var::new("a", Sort::int_array())))
    }

    fn cell(k: &str, v: &str) -> Value {
        Value::Tuple(vec![leaf(k), leaf(v)])
    }

    fn units(n: usize) -> Value {
        Value::Tuple(vec![Value::unit(); n])
    }

    #[test]
    fn the_formulas_of_thesis_definition_21() {
        let formula = |sigma: &Sigma, sharp: Value, q: Value, a: Value| {
            sigma.formula(&sharp, &q, &a).to_string()
        };
        let unit = Value::unit;
        assert_eq!(formula(&Sigma::Cell, cell("k", "v"), unit(), array()), "v == a[k]");
        let pair = Sigma::Tuple(vec![Sigma::Cell, Sigma::Id]);
        let sharp = Value::Tuple(vec![cell("k", "v"), leaf("i'")]);
        let concrete = Value::Tuple(vec![array(), leaf("i")]);
        assert_eq!(formula(&pair, sharp, units(2), concrete), "v == a[k] && i' == i");
        let cells = || Value::Tuple(vec![cell("k", "v"), cell("j", "w")]);
        let two = Sigma::cells(2);
        assert_eq!(formula(&two, cells(), units(2), array()), "v == a[k] && w == a[j]");
        let product = Sigma::Product(vec![Sigma::Cell, Sigma::Cell]);
        assert_eq!(formula(&product, cells(), units(2), array()), "v == a[k] && w == a[j]");
        let ordered = Sigma::Ordered(Box::new(Sigma::Cell), 2);
        let shown = formula(&ordered, cells(), units(2), array());
        assert_eq!(shown, "v == a[k] && w == a[j] && k < j");
        let sum = Sigma::Sum(vec![Sigma::Cell, Sigma::nothing()]);
        let sharp = Value::Tuple(vec![leaf("t"), cell("k", "v"), unit()]);
        let shown = formula(&sum, sharp, units(2), array());
        assert_eq!(shown, "t == 0 && v == a[k] || t == 1 && k == 0 && v == 0");
        let smash: Sigma = "smash . cell".parse().expect("an abstraction");
        let q = Value::Tuple(vec![cell("k", "w"), unit(), unit()]);
        assert_eq!(formula(&smash, leaf("v"), q, array()), "v == w && w == a[k]");
    }

    #[test]
    fn cells_of_arrays_of_arrays_have_a_path() {
        let sigma: Sigma = "(id * cell) . cell".parse().expect("an abstraction");
        assert_eq!(sigma.depth(), Some(2));
        let matrix = Var::new("m", Sort::array_of(Sort::int_array()));
        let path = [Term::var(&Var::int("i")), Term::var(&Var::int("j"))];
        let (sharp, q) = sigma.cell_at(&Term::var(&matrix), &path).expect("a cell");
        assert_eq!(sharp.to_string(), "(i, (j, m[i][j]))");
        let whole = Value::Leaf(Term::var(&matrix));
        let formula = sigma.formula(&sharp, &q, &whole).to_string();
        assert_eq!(formula, "i == i && m[i][j] == m[i][j] && m[i] == m[i]");
        assert_eq!("smash".parse::<Sigma>().expect("an abstraction").depth(), None);
    }
}
