//! Candidates for the witnesses of existential claims: indices that the program passes, and simple ones.
//! Small runs rule out some of them.

use crate::sample::RUN_STEPS;
use crate::sample::sample_runs;
use hornbook_base::{Int, Span};
use hornbook_lang::ast::{BinaryOp, Expr, ExprKind, Program, Stmt, StmtKind, TypeName};
use hornbook_lang::interp::{ListedChoices, StepKind, Value, run};
use hornbook_lang::rewrite::names::{Names, free};
use hornbook_lang::rewrite::{SourceMap, build};
use hornbook_lang::{Options, front_end};
use hornbook_settings::Settings;
use hornbook_tasks::existence::apply::{
    Existential, Witness, WitnessChoice, apply, find_existentials, is_pure,
};
use std::collections::BTreeSet;

/// The most scalars of the program that are tried as witnesses.
const SCALARS: usize = 8;

/// The most existential quantifiers of one claim.
const TOGETHER: usize = 2;

/// The existential claims of a text, each with its candidates, the likeliest first.
pub fn find_candidates(
    text: &str,
    tree: &Program,
    settings: &Settings,
) -> Vec<(Span, Vec<WitnessChoice>)> {
    let claims = claims(tree);
    if claims.is_empty() {
        return vec![];
    }
    let limits = &settings.existence;
    let program = front_end(text, Options::default()).0;
    let runs = program.map(|program| sample_runs(&program, settings)).unwrap_or_default();
    let scalars = scalars(tree);
    let of_claim = |(claim, cond): (Span, Expr)| {
        let lists: Vec<Vec<Witness>> =
            find_existentials(&cond).iter().map(|e| witnesses(e, &cond, &scalars)).collect();
        let choices = combined(&lists).into_iter().take(limits.tried);
        let choices = choices.map(|witnesses| WitnessChoice { claim, witnesses });
        let likely = choices.filter(|choice| no_run_contradicts(text, tree, choice, &runs));
        (claim, likely.take(limits.attempts).collect())
    };
    claims.into_iter().map(of_claim).collect()
}

/// The claims with existential quantifiers that can have witnesses.
fn claims(tree: &Program) -> Vec<(Span, Expr)> {
    let mut found = vec![];
    let aside = |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Function(f) if f.name.text != "main");
    for stmt in tree.body.iter().filter(|stmt| !aside(stmt)) {
        stmt.visit(&mut |s| {
            if let StmtKind::Assert(cond) = &s.kind
                && (1..=TOGETHER).contains(&find_existentials(cond).len())
                && is_pure(cond)
            {
                found.push((s.span, cond.clone()));
            }
        });
    }
    found
}

/// The numbers that are declared outside of functions and loops, those that change first.
fn scalars(tree: &Program) -> Vec<String> {
    let (mut changed, mut others) = (vec![], vec![]);
    let written = |name: &str| {
        let mut times = 0;
        tree.body.iter().for_each(|stmt| {
            stmt.visit(&mut |s| {
                times += usize::from(hornbook_lang::rewrite::effects::writes(s).contains(name));
            });
        });
        times > 0
    };
    for stmt in &tree.body {
        let StmtKind::Declare { ty: TypeName::Int, declarators, .. } = &stmt.kind else { continue };
        for d in declarators.iter().filter(|d| d.dimensions.is_empty()) {
            let name = d.name.text.clone();
            if written(&name) { changed.push(name) } else { others.push(name) }
        }
    }
    changed.into_iter().chain(others).take(SCALARS).collect()
}

/// The candidates for one quantifier.
fn witnesses(exists: &Existential, claim: &Expr, scalars: &[String]) -> Vec<Witness> {
    let own = arrays_at(&exists.body, &exists.var);
    let mut out: Vec<Witness> = vec![];
    let said: Names = free(&exists.body).into_iter().chain(free(claim)).collect();
    let bound = |name: &String| *name == exists.var || exists.around.contains(name);
    out.extend(said.into_iter().filter(|name| !bound(name)).map(Witness::Taken));
    for at in &exists.around {
        for other in arrays_at(&exists.body, at) {
            for array in &own {
                let (at, other, array) = (at.clone(), other.clone(), array.clone());
                out.push(Witness::Sent { from: other.clone(), to: array.clone(), at: at.clone() });
                out.push(Witness::Source { from: array, to: other, at });
            }
        }
        out.push(Witness::Given(build::name(at)));
        if let Some((low, high)) = &exists.range {
            let ends = build::plus(build::binary(BinaryOp::Add, low.clone(), high.clone()), -1);
            out.push(Witness::Given(build::binary(BinaryOp::Sub, ends, build::name(at))));
        }
    }
    out.extend(scalars.iter().map(|name| Witness::Given(build::name(name))));
    if let Some((low, high)) = &exists.range {
        out.extend([low.clone(), build::plus(high.clone(), -1)].map(Witness::Given));
    }
    out.push(Witness::Given(build::int(&Int::ZERO)));
    out
}

/// The arrays that are read at a variable.
fn arrays_at(e: &Expr, at: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    e.visit(&mut |e| {
        if let ExprKind::Index(array, index) = &e.kind
            && let (ExprKind::Name(array), ExprKind::Name(index)) = (&array.kind, &index.kind)
            && index == at
        {
            found.insert(array.clone());
        }
    });
    found
}

/// The product of the lists.
fn combined(lists: &[Vec<Witness>]) -> Vec<Vec<Witness>> {
    let mut all = vec![vec![]];
    for list in lists {
        let with = |chosen: &Vec<Witness>| {
            list.iter().map(|one| [chosen.clone(), vec![one.clone()]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// Whether the stronger claim holds on all small runs.
fn no_run_contradicts(
    text: &str,
    tree: &Program,
    choice: &WitnessChoice,
    runs: &[Vec<Value>],
) -> bool {
    let Ok(made) = apply(tree, choice) else { return false };
    let (new, places) = SourceMap::from_trees(tree, &made);
    let read = |text: &str| front_end(text, Options::default()).0;
    let (Some(program), Some(original)) = (read(&new), read(text)) else { return false };
    let asserts = places.assertions(&program, &original);
    let is_claim = |id: &hornbook_lang::typed::AssertId| {
        let known = asserts.get(id.0 as usize).copied().flatten();
        let known = known.and_then(|known| original.asserts.get(known.0 as usize));
        known.is_some_and(|assertion| choice.claim == assertion.span)
    };
    runs.iter().all(|choices| {
        let mut listed = ListedChoices::new(choices.clone());
        let trace = run(&program, &mut listed, RUN_STEPS);
        trace.steps.iter().all(|step| match &step.kind {
            StepKind::Assert { id, value: Some(false) } => !is_claim(id),
            _ => true,
        })
    })
}
