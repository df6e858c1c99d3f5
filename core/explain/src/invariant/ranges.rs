//! A cell next to a range of which the same is known is made a part of it, and a range begins with
//! an index that can be meant.

use super::implied::follows;
use super::wording::opaque;
use super::{Sentence, bound, tidy};
use hornbook_base::Budget;
use hornbook_horn::{Op, Subst, Term, Var};
use hornbook_lia::{Answer, Solver};

/// So many cells are made parts of ranges, at most.
const CELLS: usize = 8;
/// So far below 0 a range that begins there is looked at.
const BELOW: i64 = 8;
/// The steps that one question may take.
const QUESTION: u64 = 2_000;

/// Sentences that together say the same.
pub(super) fn joined(sentences: Vec<Sentence>, params: &[Var]) -> Vec<Sentence> {
    let begun = sentences.into_iter().map(|sentence| begun(sentence, params));
    let mut sentences: Vec<Sentence> = begun.collect();
    for _ in 0..CELLS {
        let wider = (0..sentences.len()).find_map(|n| widened(&sentences, n, params));
        let Some(wider) = wider else { break };
        sentences = wider;
    }
    sentences
}

/// The sentence without indices below 0 at the beginning of its range that its other conditions
/// exclude: `-1 <= k` and `k % 2 == 0` become `0 <= k`.
fn begun(mut sentence: Sentence, params: &[Var]) -> Sentence {
    let [k] = sentence.indices.as_slice() else { return sentence };
    let k = k.clone();
    let first = |guard: &Term| match bound(guard, &k) {
        Some((true, from)) => from.as_int()?.to_i64().filter(|n| (-BELOW..0).contains(n)),
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

/// Whether a guard cannot hold for an index.
fn is_excluded(guard: &[Term], k: &Var, index: i64) -> bool {
    let at = Subst::from([(k.clone(), Term::int(index))]);
    let mut solver = Solver::new();
    let all: Vec<Term> = guard.iter().map(|g| g.subst(&at)).collect();
    let literal = solver.literal(&opaque(&Term::and(all), &mut Subst::new()));
    let mut budget = Budget::steps(QUESTION);
    literal.is_ok_and(|literal| solver.check(&[literal], &mut budget) == Answer::Unsat)
}

/// All sentences, the range of one of them longer by a cell of which the others say the same, and
/// without those that are not needed then. None if it cannot be made longer, or if nothing became
/// superfluous.
fn widened(sentences: &[Sentence], n: usize, params: &[Var]) -> Option<Vec<Sentence>> {
    let [k] = sentences[n].indices.as_slice() else { return None };
    let plain: Vec<Sentence> = sentences.iter().map(with_plain_reads).collect();
    let guards = sentences[n].guard.iter().enumerate();
    guards.filter_map(|(at, guard)| Some((at, bound(guard, k)?))).find_map(|(at, (lower, end))| {
        let cell = if lower { tidy(&Term::sub(end, Term::int(1))) } else { end };
        let at_cell = instance(&sentences[n], at, k, &cell);
        let others = plain.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, s)| s);
        if !follows(&at_cell, &others.collect::<Vec<_>>()) {
            return None;
        }
        // What follows from the cell alone, whatever else is left out.
        let is_needed =
            |m: usize| m == n || !plain[m].indices.is_empty() || !follows(&plain[m], &[&at_cell]);
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
    })
}

/// What a sentence says of one index if its bound number `at` is left out.
fn instance(sentence: &Sentence, at: usize, k: &Var, index: &Term) -> Sentence {
    let map = Subst::from([(k.clone(), index.clone())]);
    let put = |t: &Term| plain_reads(&t.subst(&map));
    let guard = sentence.guard.iter().enumerate().filter(|(n, _)| *n != at);
    Sentence {
        indices: vec![],
        merged: Subst::new(),
        guard: guard.map(|(_, t)| put(t)).collect(),
        claim: sentence.claim.iter().map(put).collect(),
    }
}

fn with_plain_reads(sentence: &Sentence) -> Sentence {
    let plain = |terms: &[Term]| terms.iter().map(plain_reads).collect();
    let (guard, claim) = (plain(&sentence.guard), plain(&sentence.claim));
    Sentence { guard, claim, ..sentence.clone() }
}

/// The term with indices of reads in the one form that equal sums have, as reads are compared by
/// how they look.
fn plain_reads(t: &Term) -> Term {
    let t = t.map_children(plain_reads);
    match t.as_app(Op::Select) {
        Some([array, index]) => Term::select(array.clone(), tidy(index)),
        _ => t,
    }
}
