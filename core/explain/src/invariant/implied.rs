//! Removal of sentences that others imply.

use super::Sentence;
use super::wording::name_reads;
use hornbook_base::Budget;
use hornbook_horn::{Subst, Term, Var};
use hornbook_lia::{Answer, Lit, Solver};

/// The solver's step budget for one implication.
const MAX_SOLVER_STEPS: u64 = 2_000;
/// The greatest number of instances of one sentence.
const MAX_INSTANTIATIONS: usize = 9;

/// Removes the sentences that others imply; of equivalent sentences the first one stays.
///
/// Reads are unknown numbers here, so implications hold for all arrays.
pub(super) fn remove_implied(sentences: Vec<Sentence>) -> Vec<Sentence> {
    let mut kept = sentences;
    // Those that come last are the most complicated.
    for n in (0..kept.len()).rev() {
        let others = kept.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, s)| s);
        if is_implied(&kept[n], &others.collect::<Vec<_>>()) {
            kept.remove(n);
        }
    }
    kept
}

/// Whether instances of the others imply a sentence. Sentences with literals that the solver does not support
/// are ignored.
pub(super) fn is_implied(sentence: &Sentence, others: &[&Sentence]) -> bool {
    let mut solver = Solver::new();
    let Some(claim) = literal(&mut solver, &sentence.body()) else { return false };
    let mut assumed = vec![!claim];
    for other in others {
        for map in instantiations(&other.indices, &sentence.indices) {
            assumed.extend(literal(&mut solver, &other.body().subst(&map)));
        }
    }
    solver.check(&assumed, &mut Budget::steps(MAX_SOLVER_STEPS)) == Answer::Unsat
}

fn literal(solver: &mut Solver, t: &Term) -> Option<Lit> {
    solver.literal(&name_reads(t, &mut Subst::new())).ok()
}

/// The substitutions of some indices for others; only the identity if there are too many, or none.
fn instantiations(from: &[Var], to: &[Var]) -> Vec<Subst> {
    let mut all = vec![Subst::new()];
    for v in from {
        let with = |map: &Subst, w: &Var| {
            let mut map = map.clone();
            map.insert(v.clone(), Term::var(w));
            map
        };
        all = all.iter().flat_map(|map| to.iter().map(move |w| with(map, w))).collect();
        if all.is_empty() || all.len() > MAX_INSTANTIATIONS {
            return vec![Subst::new()];
        }
    }
    all
}
