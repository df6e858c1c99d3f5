//! The arguments of a call with their abstractions: finite ones, those made of single cells, and the cells
//! that an abstract value shows.

use crate::insts::{Algorithm, Instantiation, pinned_indices, preserving};
use crate::relevant::Levels;
use crate::sigma::{Sigma, Value};
use crate::{insts, relevant, relevant_linked};
use hornbook_horn::{Names, Sort, Term};

/// The search that chose the cells of one component.
pub(super) fn search(algorithm: &Algorithm) -> Option<&relevant::RelevantCall> {
    match algorithm {
        Algorithm::Cell { relevant, .. } => Some(relevant),
        Algorithm::Power { base } | Algorithm::Ordered { base, .. } => search(&base.algorithm),
        _ => None,
    }
}

/// The result of a search for all indices of the cells, if it certainly is all that is relevant.
pub(super) fn sure(call: &relevant::RelevantCall) -> Option<Vec<Path>> {
    let (paths, top) = call.split();
    let whole = call.levels == Levels::all(depth(&call.array.sort));
    (top.is_none() && call.tree && whole).then_some(paths)
}

/// The indices of a cell, from the outermost dimension on.
pub(super) type Path = Vec<Term>;

/// The arguments of a call with their abstractions; a call on a single value has one.
pub(super) struct Components<'s> {
    pub(super) parts: Vec<(&'s Sigma, Value)>,
    pub(super) is_tuple: bool,
}

impl<'s> Components<'s> {
    pub(super) fn from_value(sigma: &'s Sigma, expr: &Value) -> Components<'s> {
        match (sigma, expr) {
            (Sigma::Tuple(sigmas), Value::Tuple(exprs)) => {
                let parts = sigmas.iter().zip(exprs.iter().cloned()).collect();
                Components { parts, is_tuple: true }
            }
            _ => Components { parts: vec![(sigma, expr.clone())], is_tuple: false },
        }
    }

    /// The `j`-th component of a value of the whole.
    pub(super) fn component<'v>(&self, value: &'v Value, j: usize) -> Option<&'v Value> {
        match (self.is_tuple, value) {
            (false, _) => Some(value),
            (true, Value::Tuple(parts)) => parts.get(j),
            (true, Value::Leaf(_)) => None,
        }
    }

    /// The relevant cells of the `j`-th component while all others keep their values, if they are
    /// certainly all.
    pub(super) fn relevant(&self, j: usize, ctx: &Term, names: &Names) -> Option<Vec<Path>> {
        let Value::Leaf(array) = &self.parts[j].1 else { return None };
        let depth = depth(&array.sort());
        if depth == 0 {
            return None;
        }
        let others = self.parts.iter().enumerate().filter(|(l, _)| *l != j);
        let others = others.flat_map(|(_, (_, value))| value.leaves()).collect();
        let (avar, omega) = insts::omega(array, &preserving(others, ctx), names);
        sure(&relevant_linked::relevant(&avar, Levels::all(depth), &omega))
    }

    /// The algorithm that instantiated the `j`-th component.
    pub(super) fn algorithm<'c>(&self, algorithm: &'c Algorithm, j: usize) -> &'c Algorithm {
        match algorithm {
            Algorithm::Tuple { calls, .. } if self.is_tuple => {
                calls.get(j).map_or(algorithm, |c| &c.algorithm)
            }
            _ => algorithm,
        }
    }

    /// The cells of the `j`-th component that an instance shows.
    pub(super) fn kept(&self, i: &Instantiation, j: usize) -> Vec<Path> {
        let mut out = vec![];
        if let (Some(sharp), Some(q)) = (self.component(&i.sharp, j), self.component(&i.q, j)) {
            kept(self.parts[j].0, sharp, q, &mut out);
        }
        out
    }
}

/// Whether a component has finitely many abstract values: on its face, or because its formula
/// names the only cells that count.
pub(super) fn is_finite(sigma: &Sigma) -> bool {
    match sigma {
        Sigma::Compose(second, first) => {
            sigma.is_finite() || pinned_indices(second, first).is_some()
        }
        Sigma::Tuple(parts) | Sigma::Product(parts) | Sigma::Sum(parts) => {
            parts.iter().all(is_finite)
        }
        Sigma::Power(base, _) | Sigma::Ordered(base, _) => is_finite(base),
        Sigma::Id | Sigma::Cell | Sigma::Finite(_) => sigma.is_finite(),
    }
}

/// Whether every value has at most one abstract value, as far as the form of `sigma` shows.
pub(super) fn has_one_value(sigma: &Sigma) -> bool {
    match sigma {
        Sigma::Id => true,
        Sigma::Finite(finite) => finite.cases.len() <= 1,
        Sigma::Tuple(parts) | Sigma::Product(parts) => parts.iter().all(has_one_value),
        Sigma::Power(base, _) | Sigma::Ordered(base, _) => has_one_value(base),
        Sigma::Compose(second, first) if second.is_finite() && has_one_value(second) => {
            has_one_value(first) || pinned_indices(second, first).is_some_and(|k| k.len() <= 1)
        }
        Sigma::Compose(..) | Sigma::Cell | Sigma::Sum(_) => false,
    }
}

pub(super) fn depth(sort: &Sort) -> usize {
    match sort {
        Sort::Array(element) => 1 + depth(element),
        _ => 0,
    }
}

/// Whether abstract values are made of single cells, one each, by a finite abstraction.
pub(super) fn is_of_single_cells(sigma: &Sigma) -> bool {
    match sigma {
        Sigma::Cell => true,
        Sigma::Compose(second, first) if second.is_finite() => is_of_single_cells(first),
        Sigma::Compose(second, first) if **first == Sigma::Cell => match &**second {
            Sigma::Tuple(parts) => {
                matches!(parts.as_slice(), [Sigma::Id, row] if is_of_single_cells(row))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether abstract values are single cells, or with them the contents of fixed cells, one each: below a
/// composition these could be hidden, or be those of another row.
pub(super) fn is_of_single_and_fixed_cells(sigma: &Sigma) -> bool {
    let Sigma::Product(parts) = sigma else { return is_of_single_cells(sigma) };
    let (finite, others): (Vec<&Sigma>, Vec<&Sigma>) = parts.iter().partition(|p| is_finite(p));
    others.len() == 1 && is_of_single_cells(others[0]) && finite.into_iter().all(shows_fixed)
}

/// Whether it shows at most one value, of a fixed cell.
fn shows_fixed(sigma: &Sigma) -> bool {
    match sigma {
        Sigma::Compose(second, first) => {
            has_one_value(second) && pinned_indices(second, first).is_some_and(|k| k.len() <= 1)
        }
        _ => false,
    }
}

/// The indices of the one cell that an abstract value is made of.
pub(super) fn path(sigma: &Sigma, sharp: &Value, q: &Value) -> Option<Path> {
    match (sigma, sharp.parts(), q.parts()) {
        (Sigma::Cell, [Value::Leaf(k), _], _) => Some(vec![k.clone()]),
        (Sigma::Compose(second, first), _, [middle, below, above]) => {
            let mut indices = path(first, middle, below)?;
            if let Sigma::Tuple(parts) = &**second
                && let [Sigma::Id, row] = parts.as_slice()
                && !row.is_finite()
            {
                let (sharp, q) = (sharp.parts().get(1)?, above.parts().get(1)?);
                indices.extend(path(row, sharp, q)?);
            }
            Some(indices)
        }
        (Sigma::Product(parts), sharps, qs) => {
            let n = parts.iter().position(|p| !is_finite(p))?;
            path(&parts[n], sharps.get(n)?, qs.get(n)?)
        }
        _ => None,
    }
}

/// The fixed cell whose value an abstract value is, as with `first`.
fn fixed_cell(second: &Sigma, first: &Sigma) -> Option<Path> {
    let [place] = pinned_indices(second, first)?.try_into().ok()?;
    let Sigma::Finite(finite) = second else { return None };
    match (finite.cases.as_slice(), finite.params.as_slice()) {
        ([case], [_, v]) if case.value == Value::Leaf(Term::var(v)) => Some(vec![place]),
        _ => None,
    }
}

/// The cells of the concrete value that an abstract one shows, with their values.
fn kept(sigma: &Sigma, sharp: &Value, q: &Value, out: &mut Vec<Path>) {
    match sigma {
        _ if sigma.depth().is_some() => out.extend(path(sigma, sharp, q)),
        Sigma::Compose(second, first) => out.extend(fixed_cell(second, first)),
        Sigma::Power(base, _) | Sigma::Ordered(base, _) => {
            let values = sharp.parts().iter().zip(q.parts());
            values.for_each(|(s, q)| kept(base, s, q, out));
        }
        Sigma::Product(parts) => {
            let values = sharp.parts().iter().zip(q.parts());
            parts.iter().zip(values).for_each(|(p, (s, q))| kept(p, s, q, out));
        }
        Sigma::Sum(parts) => {
            let tag = sharp.parts().first().and_then(|t| match t {
                Value::Leaf(t) => t.as_int().and_then(|n| n.to_i64()),
                Value::Tuple(_) => None,
            });
            let Some(n) = tag.and_then(|n| usize::try_from(n).ok()) else { return };
            let values = (parts.get(n), sharp.parts().get(n + 1), q.parts().get(n));
            if let (Some(p), Some(s), Some(q)) = values {
                kept(p, s, q, out);
            }
        }
        _ => {}
    }
}
