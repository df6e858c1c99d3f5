//! **C6.** One array of truth values is kept by two cells at once, and all pairs of its relevant cells are in the set.
//!
//! *Claim.* Let exactly one component be infinite, an array of truth values, kept by pairs of its cells (`cell^2`, `cell^<2` or
//! `cell ⊗ cell`), and let each other component have at most one abstract value. If for each two cells of a relevant set some
//! element of the set shows both and its formula is certainly true, and there is such an element at all, the call is complete.
//!
//! *Proof.* As for C1 write the tuple as `(a, s)`, let a valuation satisfy the instances and falsify the context, and put
//! `A = { x : (x, s') ∈ M(P), g(s') = g(s) }`. The instances say that for any two cells `k`, `l` of the relevant set `R` some `x ∈ A`
//! has `x[k] = a[k]` and `x[l] = a[l]`; and there is some `x` in `A`. Call values for some cells *fitting* if for any two of
//! these cells some `x ∈ A` has both values; so those of `a` on `R` are. Fitting values can be extended to any further cell
//! `d`: if 0 did not fit because of a cell `k`, and 1 because of a cell `l`, no `x ∈ A` with the values at `k` and `l` would have
//! either at `d`, but there is one. As there are countably many cells, one after the other gives an array `a'` with fitting
//! values that agrees with `a` on `R`. All pairs of its cells, beside `g(s)`, are in `α(M(P))`, and by relevance the context is
//! false for `a'` and some other valuation with the same `s`. ∎
//!
//! (This is the case of two values of a theorem of Baker and Pixley about relations that majorities keep. With more values it fails,
//! and there are witnesses.)

use super::{Path, components::Components};
use crate::sigma::{Sigma, Value};
use hornbook_horn::Sort;

/// Whether a component is an array of truth values that is kept by pairs of its cells.
pub(super) fn keeps_pairs(whole: &Components<'_>, j: usize) -> bool {
    let (sigma, value) = &whole.parts[j];
    let Value::Leaf(array) = value else { return false };
    let shown = match sigma {
        Sigma::Power(base, 2) | Sigma::Ordered(base, 2) => shows_cells(base),
        Sigma::Product(parts) => parts.len() == 2 && parts.iter().all(shows_cells),
        _ => false,
    };
    shown && of_truth_values(&array.sort())
}

/// Whether abstract values are the cells themselves.
fn shows_cells(sigma: &Sigma) -> bool {
    match sigma {
        Sigma::Cell => true,
        Sigma::Compose(second, first) if **first == Sigma::Cell => match &**second {
            Sigma::Tuple(parts) => {
                matches!(parts.as_slice(), [Sigma::Id, row] if shows_cells(row))
            }
            _ => false,
        },
        _ => false,
    }
}

fn of_truth_values(sort: &Sort) -> bool {
    match sort {
        Sort::Array(element) if element.is_array() => of_truth_values(element),
        Sort::Array(element) => **element == Sort::Bool,
        Sort::Int | Sort::Bool => false,
    }
}

/// Any two of these cells, and each by itself.
pub(super) fn pairs(cells: &[Path]) -> impl Iterator<Item = [Path; 2]> {
    let with = |(n, p): (usize, &Path)| {
        cells[n..].iter().map(|q| [p.clone(), q.clone()]).collect::<Vec<_>>()
    };
    cells.iter().enumerate().flat_map(with)
}
