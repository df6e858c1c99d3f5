//! The search for a model that shows a call to `insts` incomplete.
//!
//! **One mixture, several tuples.** An abstract value shows some number `n` of cells of an array at
//! once. If the call instantiates at more than `n` cells, take `n + 1` of them and `n + 1` tuples that
//! all agree with one mixed array, except that each deviates at another one of these cells. Every
//! instance then misses some deviation, so it is in `α(M)`, and yet no tuple is the mixed array. This is
//! the pattern behind the gaps in the proofs of T Theorems 19 and 21 (see
//! `abstraction::completeness`).
//!
//! **A cell that is left out.** One tuple that deviates there is enough (the proof of T Theorem 15).
//!
//! **A cell that is not named.** A clause that depends on all cells, compares arrays, or has one array twice,
//! depends on cells that no finite set has. One tuple that differs in its tails is enough.
//!
//! Outside the distinguished cells the tuples differ in their tails, so that a valuation for
//! which *all* instances hold has a tuple of the model itself.
//!
//! **The goal.** Of all models the one with the most for the goal's predicate loses most: all tuples
//! but those that have the one abstract value that the goal has. Where the premise has the same
//! predicate it cannot have all these; then it gets those with other scalars than the arguments.
//!
//! **Other premises** have their arguments and nothing else: that is the model that says most.

use super::build::is_deep;
use super::finish::candidate_losses;
use super::pattern::{FillFailure, Pattern, Tails};
use super::problem::{CallParts, CallProblem};
use hornbook_abstraction::insts::subsets;
use hornbook_abstraction::witness::model::{Loss, Witness};
use hornbook_abstraction::witness::reason::Reason;
use hornbook_base::Budget;
use std::collections::BTreeSet;

/// The maximal number of subsets of the cells of one array.
const SUBSETS: usize = 40;

/// Searches for a witness against the call. `accept` proves and checks a candidate.
///
/// # Errors
/// The reason why there is none.
pub fn find_witness(
    problem: CallProblem<'_>,
    budget: &mut Budget,
    accept: &mut dyn FnMut(&Loss, &mut Budget) -> Option<Witness>,
) -> Result<Witness, Reason> {
    let parts = problem.parts()?;
    let mut why = Reason::NoPattern;
    for pattern in patterns(&parts) {
        budget.spend(1).map_err(|_| Reason::Steps)?;
        let filled = match pattern.fill(&parts, budget) {
            Ok(filled) => filled,
            Err(FillFailure::NoModel) => continue,
            Err(FillFailure::NoCells) => {
                why = why.max(Reason::Cells);
                continue;
            }
        };
        let Some(losses) = candidate_losses(&parts, &filled) else { continue };
        why = Reason::NoLoss;
        for loss in losses {
            if let Some(witness) = accept(&loss, budget) {
                return Ok(witness);
            }
            if budget.left() == 0 {
                return Err(Reason::Steps);
            }
        }
    }
    Err(if budget.left() == 0 { Reason::Steps } else { why })
}

/// The patterns in the order in which they are tried.
fn patterns(parts: &CallParts<'_>) -> Vec<Pattern> {
    let mut all: Vec<Vec<Vec<(usize, usize)>>> = vec![];
    let free = || parts.components.iter().enumerate().filter(|(_, c)| c.is_free);
    if looks_at_all(parts) {
        all.push(vec![vec![]]);
    }
    for (j, component) in free() {
        let left_out = component.chosen..component.relevant.len();
        all.extend(left_out.map(|cell| vec![vec![(j, cell)]]));
    }
    for (j, component) in free().filter(|(_, c)| c.kept > 0) {
        let each = subsets(component.chosen, component.kept + 1).take(SUBSETS);
        all.extend(each.map(|cells| cells.into_iter().map(|c| vec![(j, c)]).collect()));
    }
    let with = |natural: bool, tails: Tails, is_free: bool| {
        move |deviations: &Vec<Vec<(usize, usize)>>| Pattern {
            deviations: deviations.clone(),
            is_free,
            tails,
            somewhere: false,
            natural,
        }
    };
    let everywhere = looks_at_all(parts);
    let mut out: Vec<Pattern> = vec![];
    for deviations in &all {
        let tails = match deviations.as_slice() {
            [none] if none.is_empty() => Tails::Large,
            _ => Tails::Numbered,
        };
        out.push(with(true, tails, false)(deviations));
        out.push(with(false, tails, false)(deviations));
    }
    if everywhere {
        let any = with(false, Tails::Any, false)(&vec![vec![]]);
        out.push(Pattern { somewhere: true, ..any.clone() });
        out.push(Pattern { somewhere: true, is_free: true, ..any });
    }
    out.extend(all.iter().map(with(false, Tails::Large, false)));
    let most = parts.components.iter().map(|c| c.kept).max().unwrap_or(0) + 1;
    if free().next().is_some() {
        for n in 1..=most.min(3) {
            out.push(with(false, Tails::Large, true)(&vec![vec![]; n]));
            out.push(with(false, Tails::Any, true)(&vec![vec![]; n]));
        }
    }
    out
}

/// Whether the clause may depend on unnamed cells.
fn looks_at_all(parts: &CallParts<'_>) -> bool {
    let args: BTreeSet<_> =
        parts.components.iter().filter(|c| c.is_free).filter_map(|c| c.arg.as_var()).collect();
    let free = parts.components.iter().filter(|c| c.is_free).count();
    args.len() < free
        || !parts.others.is_empty()
        || parts.conditions.iter().any(|c| is_deep(&hornbook_horn::arrays::expand(c)))
}
