//! Construction of abstract values of a concrete one from cells.

use hornbook_abstraction::insts::{Instantiation, pinned_indices};
use hornbook_abstraction::sigma::{Shape, Sigma, Value};
use hornbook_horn::{Names, Op, Quantifier, Sort, Term, Var, arrays};

/// A choice in an abstract value, from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ValueChoice {
    /// A cell of this component, with as many indices.
    Cell(usize, usize),
    /// The case of a finite abstraction, or the component of a sum.
    Case(usize),
    /// The only cell that a formula names, by its index.
    FixedCell(Term),
}

/// The maximal number of combinations of cases.
const SKELETONS: usize = 24;

/// The combinations of cases of an abstract value; cells are chosen later.
pub(super) fn skeletons(sigma: &Sigma, component: usize) -> Vec<Vec<ValueChoice>> {
    let product = |all: Vec<Vec<Vec<ValueChoice>>>| {
        all.into_iter().fold(vec![vec![]], |left: Vec<Vec<ValueChoice>>, right| {
            let both =
                left.iter().flat_map(|l| right.iter().map(move |r| [&l[..], &r[..]].concat()));
            both.take(SKELETONS).collect()
        })
    };
    match sigma {
        _ if sigma.depth().is_some() => {
            vec![vec![ValueChoice::Cell(component, sigma.depth().unwrap_or(1))]]
        }
        Sigma::Id | Sigma::Cell => vec![vec![]],
        Sigma::Tuple(parts) | Sigma::Product(parts) => {
            product(parts.iter().map(|p| skeletons(p, component)).collect())
        }
        Sigma::Compose(outer, inner) if pinned_indices(outer, inner).is_some() => {
            let places = pinned_indices(outer, inner).unwrap_or_default();
            let cases = skeletons(outer, component).into_iter().zip(places);
            cases.map(|(case, k)| [&[ValueChoice::FixedCell(k)], &case[..]].concat()).collect()
        }
        Sigma::Compose(outer, inner) => {
            product(vec![skeletons(inner, component), skeletons(outer, component)])
        }
        Sigma::Sum(parts) => {
            let part = |(n, p): (usize, &Sigma)| {
                let with = |s: Vec<ValueChoice>| [vec![ValueChoice::Case(n)], s].concat();
                skeletons(p, component).into_iter().map(with).collect::<Vec<_>>()
            };
            parts.iter().enumerate().flat_map(part).collect()
        }
        Sigma::Power(base, n) | Sigma::Ordered(base, n) => {
            product(vec![skeletons(base, component); *n])
        }
        Sigma::Finite(finite) if finite.cases.len() > 1 => {
            (0..finite.cases.len()).map(|n| vec![ValueChoice::Case(n)]).collect()
        }
        Sigma::Finite(_) => vec![vec![]],
    }
}

/// The number of cells in one abstract value, without cells at fixed indices.
pub(super) fn kept(sigma: &Sigma) -> usize {
    match sigma {
        _ if sigma.depth().is_some() => 1,
        Sigma::Id | Sigma::Cell | Sigma::Finite(_) => 0,
        Sigma::Compose(outer, inner) if pinned_indices(outer, inner).is_some() => 0,
        Sigma::Compose(outer, inner) => kept(inner).max(kept(outer)),
        Sigma::Tuple(parts) | Sigma::Product(parts) => parts.iter().map(kept).sum(),
        Sigma::Sum(parts) => parts.iter().map(kept).max().unwrap_or(0),
        Sigma::Power(base, n) | Sigma::Ordered(base, n) => kept(base) * n,
    }
}

/// The abstract value of `a` with the next choices: indices, and numbers of cases.
pub(super) fn value(
    sigma: &Sigma,
    a: &Value,
    choices: &mut impl Iterator<Item = Term>,
) -> Option<Instantiation> {
    let several = |all: Vec<Instantiation>| {
        let (sharps, qs) = all.into_iter().map(|i| (i.sharp, i.q)).unzip();
        Instantiation { sharp: Value::Tuple(sharps), q: Value::Tuple(qs) }
    };
    Some(match (sigma, a) {
        (Sigma::Id, _) => Instantiation { sharp: a.clone(), q: Value::unit() },
        (Sigma::Cell, Value::Leaf(array)) => {
            let k = choices.next()?;
            let cell = vec![Value::Leaf(k.clone()), Value::Leaf(arrays::read(array, &k))];
            Instantiation { sharp: Value::Tuple(cell), q: Value::unit() }
        }
        (Sigma::Tuple(parts), Value::Tuple(values)) => {
            let all = parts.iter().zip(values).map(|(p, a)| value(p, a, choices));
            several(all.collect::<Option<_>>()?)
        }
        (Sigma::Product(parts), _) => {
            several(parts.iter().map(|p| value(p, a, choices)).collect::<Option<_>>()?)
        }
        (Sigma::Power(base, n) | Sigma::Ordered(base, n), _) => {
            several((0..*n).map(|_| value(base, a, choices)).collect::<Option<_>>()?)
        }
        (Sigma::Compose(outer, inner), _) => {
            let below = value(inner, a, choices)?;
            let above = value(outer, &below.sharp, choices)?;
            let given = if inner.is_function() { Value::unit() } else { below.sharp };
            let q = Value::Tuple(vec![given, below.q, above.q]);
            Instantiation { sharp: above.sharp, q }
        }
        (Sigma::Sum(parts), _) => {
            let tag = number(&choices.next()?)?;
            let (mut sharps, mut qs) = (vec![Value::Leaf(Term::int(tag))], vec![]);
            for (n, part) in parts.iter().enumerate() {
                if n == tag {
                    let one = value(part, a, choices)?;
                    sharps.push(one.sharp);
                    qs.push(one.q);
                } else {
                    let one = value(part, a, &mut std::iter::repeat(Term::int(0)))?;
                    sharps.push(one.sharp.default());
                    qs.push(one.q);
                }
            }
            Instantiation { sharp: Value::Tuple(sharps), q: Value::Tuple(qs) }
        }
        (Sigma::Finite(finite), _) => {
            let n = if finite.cases.len() > 1 { number(&choices.next()?)? } else { 0 };
            let case = finite.cases_for(a).into_iter().nth(n)?;
            Instantiation { sharp: case.value, q: Value::unit() }
        }
        (Sigma::Cell | Sigma::Tuple(_), _) => return None,
    })
}

fn number(t: &Term) -> Option<usize> {
    t.as_int().and_then(|n| n.to_i64()).and_then(|n| usize::try_from(n).ok())
}

/// A shape whose leaves have the sorts of the value's.
pub(super) fn shape_of(value: &Value) -> Shape {
    match value {
        Value::Leaf(t) => Shape::Leaf(Var::new("x", t.sort())),
        Value::Tuple(parts) => Shape::Tuple(parts.iter().map(shape_of).collect()),
    }
}

/// `∃q: F_σ[q](sharp, a)`, where cells that the formula leaves open are taken among `indices`.
pub(super) fn has(
    sigma: &Sigma,
    sharp: &Value,
    a: &Value,
    indices: &[Term],
    names: &mut Names,
) -> Term {
    match (sigma, sharp) {
        (Sigma::Id | Sigma::Cell | Sigma::Finite(_), _) => sigma.formula(sharp, &Value::unit(), a),
        (Sigma::Tuple(parts), _) => {
            let values = sharp.parts().iter().zip(a.parts());
            let all = parts.iter().zip(values).map(|(p, (s, a))| has(p, s, a, indices, names));
            Term::and(all.collect::<Vec<_>>())
        }
        (Sigma::Product(parts), _) => {
            let all = parts.iter().zip(sharp.parts()).map(|(p, s)| has(p, s, a, indices, names));
            Term::and(all.collect::<Vec<_>>())
        }
        (Sigma::Power(base, _), _) => {
            let all = sharp.parts().iter().map(|s| has(base, s, a, indices, names));
            Term::and(all.collect::<Vec<_>>())
        }
        (Sigma::Ordered(base, _), _) => {
            let all = sharp.parts().iter().map(|s| has(base, s, a, indices, names));
            let all: Vec<Term> = all.collect();
            let order = sharp.parts().windows(2).map(|pair| base.less(&pair[0], &pair[1]));
            Term::and(all.into_iter().chain(order))
        }
        (Sigma::Sum(parts), Value::Tuple(values)) => {
            let Some((Value::Leaf(tag), values)) = values.split_first() else {
                return Term::bool(false);
            };
            let one = |(n, (part, value)): (usize, (&Sigma, &Value))| {
                let others = values.iter().enumerate().filter(|(m, _)| *m != n);
                let defaults = others.map(|(_, v)| v.equal(&v.default()));
                let tagged = Term::eq(tag.clone(), Term::int(n));
                Term::and([tagged, has(part, value, a, indices, names)].into_iter().chain(defaults))
            };
            Term::or(parts.iter().zip(values).enumerate().map(one).collect::<Vec<_>>())
        }
        (Sigma::Compose(outer, inner), _) => {
            if let Some(image) = inner.function(a) {
                return has(outer, sharp, &image, indices, names);
            }
            let (Sigma::Cell, Value::Leaf(array)) = (&**inner, a) else {
                return any(sigma, sharp, a, names);
            };
            let at = |k: &Term| {
                let cell = vec![Value::Leaf(k.clone()), Value::Leaf(arrays::read(array, k))];
                Value::Tuple(cell)
            };
            // The index is kept: there is one cell only.
            if let (Sigma::Tuple(parts), [Value::Leaf(k), _]) = (&**outer, sharp.parts())
                && parts.first() == Some(&Sigma::Id)
            {
                return has(outer, sharp, &at(k), indices, names);
            }
            let places = pinned_indices(outer, inner).unwrap_or_else(|| indices.to_vec());
            let all = places.iter().map(|k| has(outer, sharp, &at(k), indices, names));
            Term::or(all.collect::<Vec<_>>())
        }
        (Sigma::Sum(_), Value::Leaf(_)) => Term::bool(false),
    }
}

fn any(sigma: &Sigma, sharp: &Value, a: &Value, names: &mut Names) -> Term {
    let (_, q) = sigma.fresh(&shape_of(a), names);
    let vars = q.leaves().iter().filter_map(|t| t.as_var().cloned()).collect();
    Term::quant(Quantifier::Exists, vars, sigma.formula(sharp, &q, a))
}

/// Whether a term compares arrays as a whole, or has a quantifier.
pub(super) fn is_deep(t: &Term) -> bool {
    use hornbook_horn::Node;
    match t.node() {
        Node::Quant(..) => true,
        Node::App(Op::Eq | Op::Ne, args) if matches!(args[0].sort(), Sort::Array(_)) => true,
        Node::App(_, args) | Node::Pred(_, args) => args.iter().any(is_deep),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => false,
    }
}
