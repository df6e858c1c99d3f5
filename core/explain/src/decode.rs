//! Decodings of abstract predicates: their parameters as terms with reads of arrays.

use hornbook_abstraction::sigma::{Shape, Sigma, Value};
use hornbook_horn::fold::fold;
use hornbook_horn::{Names, Pred, Subst, Term, Var, arrays};

/// A decoding of the parameters of an abstract predicate. A sum has one for each of its parts.
#[derive(Clone, Default)]
pub(super) struct Decoding {
    /// The meaning of each parameter, over the program's variables and the indices.
    pub(super) meaning: Subst,
    /// Universally quantified indices.
    pub(super) indices: Vec<Var>,
    /// Conditions under which the parameters have a meaning.
    pub(super) when: Vec<Term>,
    /// Orders of indices, and the cells that they are about. There always is a further cell, so facts about
    /// some cells need not mention the others.
    pub(super) orders: Vec<([Vec<Var>; 2], Term)>,
}

/// The decodings of the formal abstract value of a predicate; none for abstractions whose values are not
/// functions of cells.
pub(super) fn decodings(pred: &Pred, sigma: &Sigma, formal: &Value) -> Vec<Decoding> {
    let (Sigma::Tuple(parts), Value::Tuple(values)) = (sigma, formal) else { return vec![] };
    let taken = formal.leaves().into_iter().filter_map(|t| t.as_var().cloned());
    let mut names = Names::avoiding(taken.chain(pred.params.iter().cloned()));
    let mut all = vec![Decoding::default()];
    for ((sigma, value), param) in parts.iter().zip(values).zip(&pred.params) {
        if param.sort.is_array() {
            let concrete = Value::Leaf(Term::var(param));
            let shape = Shape::Leaf(param.clone());
            all = all
                .into_iter()
                .flat_map(|d| decode(sigma, value, &concrete, &shape, d, &mut names))
                .collect();
        }
    }
    all
}

/// Decodes the arguments of an abstract predicate as variables and cells with their values: `a[2]` and `0`
/// for the cell `(2, 0)`. `None` if an argument is neither, or is ambiguous.
pub(super) fn decode_arguments(
    pred: &Pred,
    sigma: &Sigma,
    formal: &Value,
    args: &[Term],
) -> Option<Vec<(Term, Term)>> {
    let decodings = decodings(pred, sigma, formal);
    let [Decoding { meaning, indices, when, .. }] = decodings.as_slice() else { return None };
    let leaves = formal.leaves();
    let formals: Vec<&Var> = leaves.iter().map(Term::as_var).collect::<Option<_>>()?;
    if !when.is_empty() || formals.len() != args.len() {
        return None;
    }
    let pairs = || formals.iter().copied().zip(args);
    let at: Subst =
        pairs().filter(|(v, _)| indices.contains(v)).map(|(v, t)| (v.clone(), t.clone())).collect();
    let mut silent: Vec<&Var> = at.keys().collect();
    let mut out = vec![];
    for (formal, value) in pairs().filter(|(v, _)| !at.contains_key(*v)) {
        let what = meaning.get(formal).cloned().unwrap_or_else(|| Term::var(formal));
        silent.retain(|index| !what.mentions(index));
        let is_known = |v: &Var| pred.params.contains(v) || at.contains_key(v);
        if !what.free_vars().iter().all(is_known) {
            return None;
        }
        out.push((what.subst(&at), value.clone()));
    }
    silent.is_empty().then_some(out)
}

/// The extensions of `so_far` by the abstract value `sharp` of `concrete`.
fn decode(
    sigma: &Sigma,
    sharp: &Value,
    concrete: &Value,
    shape: &Shape,
    mut so_far: Decoding,
    names: &mut Names,
) -> Vec<Decoding> {
    match (sigma, sharp, concrete) {
        (Sigma::Id, _, _) => {
            so_far.define(sharp, concrete);
            vec![so_far]
        }
        (Sigma::Cell, Value::Tuple(cell), Value::Leaf(array)) => {
            let [Value::Leaf(k), Value::Leaf(v)] = cell.as_slice() else { return vec![] };
            so_far.indices.extend(k.as_var().cloned());
            let read = Value::Leaf(arrays::read(array, k));
            so_far.define(&Value::Leaf(v.clone()), &read);
            vec![so_far]
        }
        (Sigma::Tuple(parts), Value::Tuple(values), Value::Tuple(concretes)) => {
            let Shape::Tuple(shapes) = shape else { return vec![] };
            let mut all = vec![so_far];
            for (((p, v), c), s) in parts.iter().zip(values).zip(concretes).zip(shapes) {
                all = all.into_iter().flat_map(|d| decode(p, v, c, s, d, names)).collect();
            }
            all
        }
        (Sigma::Product(parts), Value::Tuple(values), _) => {
            let mut all = vec![so_far];
            for (p, v) in parts.iter().zip(values) {
                all =
                    all.into_iter().flat_map(|d| decode(p, v, concrete, shape, d, names)).collect();
            }
            all
        }
        (Sigma::Power(base, _) | Sigma::Ordered(base, _), Value::Tuple(values), _) => {
            let mut all = vec![so_far];
            for v in values {
                let each = |d| decode(base, v, concrete, shape, d, names);
                all = all.into_iter().flat_map(each).collect();
            }
            if matches!(sigma, Sigma::Ordered(..)) {
                let plain = **base == Sigma::Cell;
                for (cells, less) in order_constraints(base, values) {
                    all.iter_mut().for_each(|d| match plain {
                        true => d.orders.push((cells.clone(), less.clone())),
                        false => d.when.push(less.subst(&d.meaning)),
                    });
                }
            }
            all
        }
        (Sigma::Compose(second, first), _, _) => {
            let image = first.image(shape);
            let between = image.fresh(names);
            let mut out = vec![];
            for mut d in decode(first, &between, concrete, shape, so_far, names) {
                let meant = between.subst(&d.meaning);
                between.leaves().iter().filter_map(Term::as_var).for_each(|v| {
                    d.meaning.remove(v);
                });
                out.extend(decode(second, sharp, &meant, &image, d, names));
            }
            out
        }
        (Sigma::Sum(parts), Value::Tuple(values), _) => {
            let Some((tag, values)) = values.split_first() else { return vec![] };
            let mut out = vec![];
            for (n, part) in parts.iter().enumerate() {
                let mut d = so_far.clone();
                d.define(tag, &Value::Leaf(Term::int(n)));
                for (_, other) in values.iter().enumerate().filter(|(m, _)| *m != n) {
                    d.define(other, &other.default());
                }
                out.extend(decode(part, &values[n], concrete, shape, d, names));
            }
            out
        }
        (Sigma::Finite(finite), _, _) => {
            let cases = finite.cases_for(concrete).into_iter().map(|case| {
                let mut d = so_far.clone();
                d.define(sharp, &case.value);
                if !case.when.is_true() {
                    d.when.push(fold(&case.when));
                }
                d
            });
            cases.collect()
        }
        (Sigma::Cell | Sigma::Tuple(_) | Sigma::Product(_), _, _)
        | (Sigma::Power(..) | Sigma::Ordered(..) | Sigma::Sum(_), Value::Leaf(_), _) => vec![],
    }
}

impl Decoding {
    fn define(&mut self, sharp: &Value, meaning: &Value) {
        for (v, t) in sharp.leaves().iter().zip(meaning.leaves()) {
            if let Some(v) = v.as_var() {
                self.meaning.insert(v.clone(), t);
            }
        }
    }
}

/// The constraints on the indices of ordered cells: between two there are as many cells as positions.
fn order_constraints(base: &Sigma, values: &[Value]) -> Vec<([Vec<Var>; 2], Term)> {
    let vars =
        |v: &Value| -> Vec<Var> { v.leaves().iter().filter_map(|t| t.as_var().cloned()).collect() };
    let mut out = vec![];
    for (j, later) in values.iter().enumerate() {
        for (i, earlier) in values[..j].iter().enumerate() {
            let between = j - i - 1;
            let less = match (between, earlier.leaves().first(), later.leaves().first()) {
                (1.., Some(k), Some(l)) if *base == Sigma::Cell => {
                    Term::lt(Term::add(k.clone(), Term::int(between)), l.clone())
                }
                _ => base.less(earlier, later),
            };
            out.push(([vars(earlier), vars(later)], less));
        }
    }
    out
}
