//! Ghost variables for cells that a loop compares with each other: `if (a[x] <= a[y]) x++; else y--;` moves towards the
//! largest cell, but what it knows speaks of three cells, `a[k]`, `a[x]` and `a[y]`, which an abstraction to a few cells
//! loses. With variables for the last two, one cell is enough.
//!
//! For an array `a` and a variable `x` there is a variable that gets the value `a[x]` behind each statement that changes
//! one of them.
//!
//! **Soundness.** The variables are new and nothing reads them, so the runs of the program are those of the original with
//! more variables, and so are their claims.

use crate::declared_types::DeclaredTypes;
use crate::tiling::loops::writes_below;
use hornbook_lang::ast::{Expr, ExprKind, Program, Stmt, StmtKind, TypeName, functions};
use hornbook_lang::rewrite::names::{Fresh, Names, introduced};
use hornbook_lang::rewrite::{build, effects, walk};
use std::collections::{BTreeMap, BTreeSet};

/// The most variables that are added to the program or to one function.
const MOST_MIRRORS: usize = 4;

/// A variable for the cell of an array at a variable.
struct Mirror {
    ghost: String,
    array: String,
    index: String,
}

/// The program with variables for the cells that its loops compare; `None` if they compare none.
pub fn add_mirrors(program: &Program) -> Option<Program> {
    let mut taken = introduced(&program.body);
    taken.extend(functions(&program.body).map(|f| f.name.text.clone()));
    let mut fresh = Fresh::avoiding(taken);
    let mut out = program.clone();
    let mut added = false;
    for stmt in &mut out.body {
        let types = DeclaredTypes::from_program(&Program {
            body: vec![stmt.clone()],
            ..Program::default()
        });
        if let StmtKind::Function(function) = &mut stmt.kind {
            let params = function.params.iter().map(|p| p.declarator.name.text.clone()).collect();
            added |= add_to_unit(&mut function.body, params, &types, &mut fresh);
        }
    }
    let is_own = |stmt: &Stmt| !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Operator(_));
    let (mut own, others): (Vec<Stmt>, Vec<Stmt>) = out.body.into_iter().partition(is_own);
    let types = DeclaredTypes::from_program(&Program { body: own.clone(), ..Program::default() });
    added |= add_to_unit(&mut own, Names::new(), &types, &mut fresh);
    out.body = others.into_iter().chain(own).collect();
    added.then_some(out)
}

/// Adds variables to the statements of the program or of a function; whether there are some.
fn add_to_unit(
    body: &mut Vec<Stmt>,
    params: Names,
    types: &DeclaredTypes,
    fresh: &mut Fresh,
) -> bool {
    let mut compared = BTreeSet::new();
    body.iter().for_each(|stmt| find_compared(stmt, &Names::new(), &mut compared));
    let is_typed = |(array, index): &(String, String)| {
        let numbers = types.arrays.get(array) == Some(&TypeName::Int);
        numbers && types.scalars.get(index) == Some(&TypeName::Int)
    };
    let mirror = |(array, index): (String, String)| {
        let ghost = fresh.name(&format!("{array}_at_{index}"));
        Mirror { ghost, array, index }
    };
    let compared = compared.into_iter().filter(is_typed).take(MOST_MIRRORS);
    let mirrors: Vec<Mirror> = compared.map(mirror).collect();
    if mirrors.is_empty() {
        return false;
    }
    follow(body, &params, &mirrors);
    let zero = || build::int(&hornbook_base::Int::ZERO);
    let declared = mirrors.iter().map(|mirror| build::declare(&mirror.ghost, zero()));
    body.splice(0..0, declared);
    true
}

/// Collects the cells at variables that a condition in a loop compares with another cell of the same array, if the loop
/// changes one of the variables.
fn find_compared(stmt: &Stmt, changed: &Names, found: &mut BTreeSet<(String, String)>) {
    if matches!(stmt.kind, StmtKind::Function(_)) {
        return;
    }
    let mut inside = changed.clone();
    if stmt.is_loop() {
        inside.extend(writes_below(stmt));
    }
    let is_condition = stmt.is_loop() || matches!(stmt.kind, StmtKind::If { .. });
    for cond in stmt.exprs().into_iter().filter(|_| is_condition) {
        let mut cells: BTreeMap<String, Names> = BTreeMap::new();
        cond.visit(&mut |e| {
            if let Some((array, index)) = cell_at_variable(e) {
                cells.entry(array.to_owned()).or_default().insert(index.to_owned());
            }
        });
        for (array, indices) in cells {
            if indices.len() > 1 && !indices.is_disjoint(&inside) {
                found.extend(indices.into_iter().map(|index| (array.clone(), index)));
            }
        }
    }
    stmt.children().into_iter().for_each(|child| find_compared(child, &inside, found));
}

/// The array and the variable of `a[x]`.
fn cell_at_variable(e: &Expr) -> Option<(&str, &str)> {
    let ExprKind::Index(array, index) = &e.kind else { return None };
    match (&array.kind, &index.kind) {
        (ExprKind::Name(array), ExprKind::Name(index)) => Some((array, index)),
        _ => None,
    }
}

/// Keeps the variables right in a list of statements, in front of which these names are visible.
fn follow(body: &mut Vec<Stmt>, visible: &Names, mirrors: &[Mirror]) {
    let mut visible = visible.clone();
    let mut out = vec![];
    for mut stmt in std::mem::take(body) {
        let mut in_header = Names::new();
        if let StmtKind::For { init, step, .. } = &stmt.kind {
            in_header = init.iter().chain(step).flat_map(writes_below).collect();
        }
        let inside: Names = visible.union(&in_header).cloned().collect();
        for inner in walk::bodies(&mut stmt) {
            follow(inner, &inside, mirrors);
            // The lines about a loop stay at the head of its body.
            let at = hornbook_lang::ast::loop_head_length(inner);
            inner.splice(at..at, updates(mirrors, &in_header, &inside));
        }
        visible.extend(effects::declares(&stmt));
        let changed = effects::writes(&stmt).into_iter().chain(effects::declares(&stmt));
        let changed: Names = changed.chain(in_header).collect();
        let behind = updates(mirrors, &changed, &visible);
        out.push(stmt);
        out.extend(behind);
    }
    *body = out;
}

/// `ghost = a[x];` for what has changed, if it is visible.
fn updates(mirrors: &[Mirror], changed: &Names, visible: &Names) -> Vec<Stmt> {
    let is_changed = |mirror: &&Mirror| {
        [&mirror.array, &mirror.index].iter().any(|name| changed.contains(*name))
            && [&mirror.array, &mirror.index].iter().all(|name| visible.contains(*name))
    };
    let update = |mirror: &Mirror| {
        let [array, index] = [&mirror.array, &mirror.index].map(|name| Box::new(build::name(name)));
        build::set(build::name(&mirror.ghost), build::expr(ExprKind::Index(array, index)))
    };
    mirrors.iter().filter(is_changed).map(update).collect()
}
