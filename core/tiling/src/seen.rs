//! What can be said at the heads of loops, as far as small runs do not speak against it.

use crate::conditions::conditions;
use hornbook_base::Span;
use hornbook_lang::ast::Program;
use hornbook_lang::interp::run;
use hornbook_lang::rewrite::{NodeChange, SourceMap};
use hornbook_lang::typed::{AssertId, AssertionKind};
use hornbook_lang::{Options, front_end};
use hornbook_runs::probe::Small;
use hornbook_settings::{Probing, Tiling};
use hornbook_tasks::tiling::hinted::{Said, hinted};
use std::collections::BTreeSet;

/// What can be said at the heads of loops, without what small runs speak against.
pub fn seen(program: &Program, limits: &Tiling, choices: &Probing) -> Vec<Said> {
    let mut all = conditions(program);
    all.sort_by_key(|said| said.at.start);
    let (text, places) = SourceMap::from_trees(program, &hinted(program, &all));
    let Some(typed) = front_end(&text, Options::default()).0 else { return vec![] };
    let mut broken: BTreeSet<AssertId> = BTreeSet::new();
    for number in 0..limits.runs {
        // Some runs choose the same number everywhere, the others mix.
        let number = if number % 3 == 0 { number / 3 } else { choices.same + number };
        let trace = run(&typed, &mut Small::new(choices, number), limits.steps);
        broken.extend(trace.failed.into_iter().map(|(id, _)| id));
    }
    let added =
        |span: Span| places.place(span).is_some_and(|place| place.change == NodeChange::Added);
    let hints = (0..).map(AssertId).zip(&typed.asserts);
    let mut hints: Vec<(Span, AssertId)> = hints
        .filter(|(_, a)| a.kind == AssertionKind::Hint && added(a.span))
        .map(|(id, a)| (a.span, id))
        .collect();
    // They stand in the order of what is said.
    hints.sort();
    let kept = all.into_iter().zip(hints).filter(|(_, (_, id))| !broken.contains(id));
    kept.map(|(said, _)| said).collect()
}
