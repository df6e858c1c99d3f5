//! Sentences that others imply need not be said.

use super::Sentence;
use super::wording::opaque;
use hornbook_base::Budget;
use hornbook_horn::{Subst, Term, Var};
use hornbook_lia::{Answer, Lit, Solver};

/// The steps that one question may take.
const QUESTION: u64 = 2_000;
/// In how many ways the indices of one sentence are put for those of another, at most.
const WAYS: usize = 9;

/// The sentences without those that follow from others; of sentences that follow from each other
/// the first one stays.
///
/// Reads are unknown numbers here, so only what holds of all arrays follows.
pub(super) fn without_implied(sentences: Vec<Sentence>) -> Vec<Sentence> {
    let mut kept = sentences;
    // Those that come last are the most complicated.
    for n in (0..kept.len()).rev() {
        let others = kept.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, s)| s);
        if follows(&kept[n], &others.collect::<Vec<_>>()) {
            kept.remove(n);
        }
    }
    kept
}

/// Whether instances of the others exclude a counterexample. A literal that the solver does not
/// know leaves its sentence out.
pub(super) fn follows(sentence: &Sentence, others: &[&Sentence]) -> bool {
    let mut solver = Solver::new();
    let Some(claim) = literal(&mut solver, &sentence.body()) else { return false };
    let mut assumed = vec![!claim];
    for other in others {
        for map in ways(&other.indices, &sentence.indices) {
            assumed.extend(literal(&mut solver, &other.body().subst(&map)));
        }
    }
    solver.check(&assumed, &mut Budget::steps(QUESTION)) == Answer::Unsat
}

fn literal(solver: &mut Solver, t: &Term) -> Option<Lit> {
    solver.literal(&opaque(t, &mut Subst::new())).ok()
}

/// The maps from some indices to others; only the one that changes nothing if there are many, or
/// none to map to.
fn ways(from: &[Var], to: &[Var]) -> Vec<Subst> {
    let mut all = vec![Subst::new()];
    for v in from {
        let with = |map: &Subst, w: &Var| {
            let mut map = map.clone();
            map.insert(v.clone(), Term::var(w));
            map
        };
        all = all.iter().flat_map(|map| to.iter().map(move |w| with(map, w))).collect();
        if all.is_empty() || all.len() > WAYS {
            return vec![Subst::new()];
        }
    }
    all
}
