//! A program with hints at the heads of its loops.

use super::conditions::{Said, conditions};
use crate::base::Span;
use crate::chc::settings::{Probing, Tiling};
use crate::lang::ast::{Program, Stmt, StmtKind};
use crate::lang::interp::run;
use crate::lang::rewrite::{Made, Places, build, walk};
use crate::lang::typed::{AssertId, AssertionKind};
use crate::lang::{Options, front_end};
use crate::runs::probe::Small;
use std::collections::BTreeSet;

/// What can be said at the heads of loops, without what small runs speak against.
pub fn seen(program: &Program, limits: &Tiling, choices: &Probing) -> Vec<Said> {
    let mut all = conditions(program);
    all.sort_by_key(|said| said.at.start);
    let (text, places) = Places::of(program, &hinted(program, &all));
    let Some(typed) = front_end(&text, Options::default()).0 else { return vec![] };
    let mut broken: BTreeSet<AssertId> = BTreeSet::new();
    for number in 0..limits.runs {
        // Some runs choose the same number everywhere, the others mix.
        let number = if number % 3 == 0 { number / 3 } else { choices.same + number };
        let trace = run(&typed, &mut Small::new(choices, number), limits.steps);
        broken.extend(trace.failed.into_iter().map(|(id, _)| id));
    }
    let added = |span: Span| places.place(span).is_some_and(|place| place.made == Made::Added);
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

/// The program with what is said as hints.
pub fn hinted(program: &Program, said: &[Said]) -> Program {
    let mut out = program.clone();
    walk::stmts(&mut out.body, &mut |stmt| {
        let hints = said.iter().filter(|said| said.at == stmt.span);
        let hints: Vec<Stmt> =
            hints.map(|said| build::stmt(StmtKind::Hint(said.cond.clone()))).collect();
        if let StmtKind::While { body, .. } | StmtKind::For { body, .. } = &mut stmt.kind {
            body.splice(0..0, hints);
        }
    });
    out
}
