//! **C4.** Nothing that is infinite shows where a value stands, and all relevant values are listed.
//!
//! An abstraction is *blind* if it is made of single cells by formulas that do not mention the index,
//! such as `smash ⊙ cell`, of powers, products and sums of such, and of values that do not depend on the
//! array.
//!
//! *Claim.* If each infinite component is blind, and for each cell that goes into an abstract value the
//! set has all cells of a relevant set of the component, which is not empty, the call is complete.
//!
//! *Proof.* Let a valuation satisfy the instances and falsify the context, and let `R_j` be the relevant
//! set of the infinite component `a_j`. Replace one after the other `a_j` by the array that agrees with
//! it on `R_j` and has the value of one cell of `R_j` everywhere else; by relevance the context stays
//! false, while all other components keep their values. Each abstract value of the new `a_j` is made
//! of values that stand in cells of `R_j`; as the set has all combinations of elements of its parts,
//! it is listed, and so are all values of finite components (T Theorem 18). So every abstract value of
//! the new tuple is the value of an instance under the old valuation, whose formula is true there, and
//! so is in `α(M(P))`. ∎

use super::Path;
use crate::insts::{Algorithm, Call, pinned_indices};
use crate::sigma::{Finite, Sigma};

/// Whether an infinite abstraction is blind.
pub(super) fn is_blind(sigma: &Sigma) -> bool {
    match sigma {
        Sigma::Compose(outer, inner) if pinned_indices(outer, inner).is_none() => {
            matches!((&**outer, &**inner), (Sigma::Finite(f), Sigma::Cell) if hides_index(f))
        }
        Sigma::Power(base, _) => is_blind(base),
        Sigma::Product(parts) | Sigma::Sum(parts) => parts.iter().all(is_blind),
        Sigma::Finite(finite) => depends_on_nothing(finite),
        Sigma::Compose(..) | Sigma::Id | Sigma::Cell | Sigma::Tuple(_) | Sigma::Ordered(..) => {
            false
        }
    }
}

/// Whether no case looks at the index.
fn hides_index(finite: &Finite) -> bool {
    let [k, _] = finite.params.as_slice() else { return false };
    finite
        .cases
        .iter()
        .all(|case| !case.when.mentions(k) && case.value.leaves().iter().all(|t| !t.mentions(k)))
}

fn depends_on_nothing(finite: &Finite) -> bool {
    finite.cases.iter().all(|case| {
        let terms = case.value.leaves().into_iter().chain([case.when.clone()]);
        terms.into_iter().all(|t| finite.params.iter().all(|p| !t.mentions(p)))
    })
}

/// Whether each search for cells below a call has chosen all of these, and there are some.
pub(super) fn lists(algorithm: &Algorithm, wanted: &[Path]) -> bool {
    match algorithm {
        Algorithm::Cell { .. } => false,
        Algorithm::Finite => true,
        Algorithm::Compose { first, .. } => lists_cells(first, wanted),
        Algorithm::Power { .. }
        | Algorithm::Product { .. }
        | Algorithm::Sum { .. }
        | Algorithm::Tuple { .. } => {
            algorithm.calls().into_iter().all(|c| lists(&c.algorithm, wanted))
        }
        Algorithm::Ordered { .. } => false,
    }
}

fn lists_cells(call: &Call, wanted: &[Path]) -> bool {
    let Algorithm::Cell { .. } = &call.algorithm else { return false };
    let has = |path: &Path| match path.as_slice() {
        [k] => call.set.iter().any(|i| i.sharp.leaves().first() == Some(k)),
        _ => false,
    };
    // Without a relevant cell the searches of several parts may have chosen different ones.
    !wanted.is_empty() && wanted.iter().all(has)
}
