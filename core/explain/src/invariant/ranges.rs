//! Ranges of indices: extended by neighbouring cells with an equal claim, and tightened at their start.

use super::implied::is_implied;
use super::wording::name_reads;
use super::{Sentence, bound_on, to_readable};
use hornbook_base::Budget;
use hornbook_horn::{Op, Subst, Term, Var};
use hornbook_lia::{Answer, Solver};

/// The greatest number of extensions.
const MAX_EXTENSIONS: usize = 8;
/// The greatest distance below 0 from which a start is tightened.
const MAX_NEGATIVE_START: i64 = 8;
/// The solver's step budget for one implication.
const MAX_SOLVER_STEPS: u64 = 2_000;

/// Equivalent sentences with extended ranges.
pub(super) fn merge_ranges(sentences: Vec<Sentence>, params: &[Var]) -> Vec<Sentence> {
    let begun = sentences.into_iter().map(|sentence| tighten_start(sentence, params));
    let mut sentences: Vec<Sentence> = begun.collect();
    for _ in 0..MAX_EXTENSIONS {
        let wider = (0..sentences.len()).find_map(|n| extend_range(&sentences, n, params));
        let Some(wider) = wider else { break };
        sentences = wider;
    }
    sentences
}

/// Tightens the start of a range below 0, where other conditions exclude its first indices: `-1 <= k` and `k
/// % 2 == 0` become `0 <= k`.
fn tighten_start(mut sentence: Sentence, params: &[Var]) -> Sentence {
    let [k] = sentence.indices.as_slice() else { return sentence };
    let k = k.clone();
    let first = |guard: &Term| match bound_on(guard, &k) {
        Some((true, from)) => {
            from.as_int()?.to_i64().filter(|n| (-MAX_NEGATIVE_START..0).contains(n))
        }
        _ => None,
    };
    let from = sentence.guard.iter().enumerate().find_map(|(at, g)| Some((at, first(g)?)));
    let Some((at, from)) = from else { return sentence };
    let meant = (from..0).find(|&n| !is_excluded(&sentence.guard, &k, n)).unwrap_or(0);
    if meant > from {
        sentence.guard[at] = Term::le(Term::int(meant), Term::var(&k));
        sentence.reword(params);
    }
    sentence
}

/// Whether a guard is unsatisfiable for an index.
fn is_excluded(guard: &[Term], k: &Var, index: i64) -> bool {
    let at = Subst::from([(k.clone(), Term::int(index))]);
    let mut solver = Solver::new();
    let all: Vec<Term> = guard.iter().map(|g| g.subst(&at)).collect();
    let literal = solver.literal(&name_reads(&Term::and(all), &mut Subst::new()));
    let mut budget = Budget::steps(MAX_SOLVER_STEPS);
    literal.is_ok_and(|literal| solver.check(&[literal], &mut budget) == Answer::Unsat)
}

/// Extends the range of one sentence by a cell for which the others imply its claim, and removes those that
/// become redundant. `None` if the range cannot be extended, or if no sentence becomes redundant.
fn extend_range(sentences: &[Sentence], n: usize, params: &[Var]) -> Option<Vec<Sentence>> {
    let [k] = sentences[n].indices.as_slice() else { return None };
    let plain: Vec<Sentence> = sentences.iter().map(normalize_reads).collect();
    let guards = sentences[n].guard.iter().enumerate();
    guards.filter_map(|(at, guard)| Some((at, bound_on(guard, k)?))).find_map(
        |(at, (lower, end))| {
            let cell = if lower { to_readable(&Term::sub(end, Term::int(1))) } else { end };
            let at_cell = instantiate(&sentences[n], at, k, &cell);
            let others = plain.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, s)| s);
            if !is_implied(&at_cell, &others.collect::<Vec<_>>()) {
                return None;
            }
            // What follows from the cell alone, whatever else is left out.
            let is_needed = |m: usize| {
                m == n || !plain[m].indices.is_empty() || !is_implied(&plain[m], &[&at_cell])
            };
            let needed: Vec<usize> = (0..sentences.len()).filter(|m| is_needed(*m)).collect();
            (needed.len() < sentences.len()).then(|| {
                let mut wide = sentences[n].clone();
                wide.guard[at] = match lower {
                    true => Term::le(cell, Term::var(k)),
                    false => Term::le(Term::var(k), cell),
                };
                wide.reword(params);
                let kept = needed.iter().map(|m| if *m == n { &wide } else { &sentences[*m] });
                kept.cloned().collect()
            })
        },
    )
}

/// Instantiates a sentence at one index, without its bound number `at`.
fn instantiate(sentence: &Sentence, at: usize, k: &Var, index: &Term) -> Sentence {
    let map = Subst::from([(k.clone(), index.clone())]);
    let put = |t: &Term| normalize_indices(&t.subst(&map));
    let guard = sentence.guard.iter().enumerate().filter(|(n, _)| *n != at);
    Sentence {
        indices: vec![],
        merged: Subst::new(),
        guard: guard.map(|(_, t)| put(t)).collect(),
        claim: sentence.claim.iter().map(put).collect(),
    }
}

fn normalize_reads(sentence: &Sentence) -> Sentence {
    let plain = |terms: &[Term]| terms.iter().map(normalize_indices).collect();
    let (guard, claim) = (plain(&sentence.guard), plain(&sentence.claim));
    Sentence { guard, claim, ..sentence.clone() }
}

/// Normalizes the indices of reads, since reads are compared syntactically.
fn normalize_indices(t: &Term) -> Term {
    let t = t.map_children(normalize_indices);
    match t.as_app(Op::Select) {
        Some([array, index]) => Term::select(array.clone(), to_readable(index)),
        _ => t,
    }
}
