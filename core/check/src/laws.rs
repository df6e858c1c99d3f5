//! Laws of products that a proof needs, in words.
//!
//! A proof names instances of two general laws ([`Law`]). Each instance gets the common name of its special
//! case here. Laws without which the checker accepts the proof as well are not named.

use super::formula::Formulas;
use super::proof::{Rejection, check_with_laws};
use hornbook_base::Int;
use hornbook_evidence::laws::ProductLaw;
use hornbook_evidence::proof::{Law, Proof};
use hornbook_horn::term::Term;
use std::collections::BTreeSet;

/// The common name of an instance; for one that cannot be read, a general one.
fn name_law(law: &Law) -> ProductLaw {
    let (Law::Zero(p, q) | Law::Sign(p, q)) = law;
    match law {
        Law::Zero(..) if is_one(p) => ProductLaw::ZeroFactor,
        Law::Zero(..) => ProductLaw::EqualFactors,
        Law::Sign(..) if p == q => ProductLaw::Squares,
        Law::Sign(..) if is_one(p) && is_one(q) => ProductLaw::Signs,
        Law::Sign(..) => ProductLaw::Order,
    }
}

/// Whether a term is a multiple of one unknown or product.
fn is_one(t: &Term) -> bool {
    let read = Formulas::new().sum(t);
    read.is_some_and(|(form, constant)| form.len() == 1 && constant == Int::ZERO)
}

/// The laws without which the proof is not accepted; `Err` if it is not accepted at all.
///
/// All instances of one name after the other are left out, as long as the checker still accepts the proof.
///
/// # Errors
/// The first flaw found.
pub(crate) fn find_needed_laws(
    assertions: &[Term],
    proof: &Proof,
) -> Result<BTreeSet<ProductLaw>, Rejection> {
    // The checker also rejects terms, such as very deep ones, before their law is named.
    let mut multiplied_out =
        check_with_laws(assertions, proof, &proof.laws.iter().collect::<Vec<_>>())?;
    let mut kept: Vec<(ProductLaw, &Law)> =
        proof.laws.iter().map(|law| (name_law(law), law)).collect();
    let check = |kept: &[(ProductLaw, &Law)]| {
        check_with_laws(assertions, proof, &kept.iter().map(|(_, law)| *law).collect::<Vec<_>>())
    };
    let names: BTreeSet<ProductLaw> = kept.iter().map(|(name, _)| *name).collect();
    for name in names {
        let without: Vec<_> = kept.iter().filter(|(other, _)| *other != name).copied().collect();
        if let Ok(found) = check(&without) {
            (kept, multiplied_out) = (without, found);
        }
    }
    let distribution = multiplied_out.then_some(ProductLaw::Distribution);
    Ok(kept.into_iter().map(|(name, _)| name).chain(distribution).collect())
}
