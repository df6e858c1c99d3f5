//! Plausible hints: mid-conditions at the heads of loops that no small run violates.

use crate::mid_conditions::mid_conditions;
use hornbook_base::Span;
use hornbook_lang::ast::Program;
use hornbook_lang::interp::run;
use hornbook_lang::rewrite::{NodeChange, SourceMap};
use hornbook_lang::typed::{AssertId, AssertionKind};
use hornbook_lang::{Options, front_end};
use hornbook_runs::random_runs::SmallInputs;
use hornbook_tasks::tiling::hints::{LoopHint, add_hints};
use std::collections::BTreeSet;

/// The most steps of one run.
const RUN_STEPS: usize = 300;

/// Runs on which it is tried.
const RUNS: u64 = 12;

/// The mid-conditions that no small run violates.
pub fn plausible_hints(program: &Program) -> Vec<LoopHint> {
    let mut all = mid_conditions(program);
    all.sort_by_key(|hint| hint.at.start);
    let (text, places) = SourceMap::from_trees(program, &add_hints(program, &all));
    let Some(typed) = front_end(&text, Options::default()).0 else { return vec![] };
    let mut broken: BTreeSet<AssertId> = BTreeSet::new();
    for number in 0..RUNS {
        let trace = run(&typed, &mut SmallInputs::mixed(number), RUN_STEPS);
        broken.extend(trace.failed.into_iter().map(|(id, _)| id));
    }
    let added =
        |span: Span| places.place(span).is_some_and(|place| place.change == NodeChange::Added);
    let hints = (0..).map(AssertId).zip(&typed.asserts);
    let mut hints: Vec<(Span, AssertId)> = hints
        .filter(|(_, a)| a.kind == AssertionKind::Hint && added(a.span))
        .map(|(id, a)| (a.span, id))
        .collect();
    // Hints stand in the order of the mid-conditions.
    hints.sort();
    let kept = all.into_iter().zip(hints).filter(|(_, (_, id))| !broken.contains(id));
    kept.map(|(hint, _)| hint).collect()
}
