//! Names of variables: sets of them, fresh ones, renaming.

use super::walk;
use crate::ast::{Expr, ExprKind, Name, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};

/// Names of variables.
pub type Names = BTreeSet<String>;

/// The names in an expression, bound ones too.
pub fn names(expr: &Expr) -> Names {
    let mut names = Names::new();
    expr.visit(&mut |e| {
        if let ExprKind::Name(name) = &e.kind {
            names.insert(name.clone());
        }
    });
    names
}

/// The names in an expression that it does not bind itself.
pub fn free(expr: &Expr) -> Names {
    match &expr.kind {
        ExprKind::Name(name) => Names::from([name.clone()]),
        ExprKind::Quant { vars, range, body, .. } => {
            let outside = range.iter().flat_map(|ends| [&ends.0, &ends.1]).flat_map(free);
            unbound(body, vars).into_iter().chain(outside).collect()
        }
        ExprKind::Call { args, lambda, .. } => {
            let inside = lambda.iter().flat_map(|l| unbound(&l.body, &l.params));
            args.iter().flat_map(free).chain(inside).collect()
        }
        _ => expr.children().into_iter().flat_map(free).collect(),
    }
}

fn unbound(body: &Expr, vars: &[Name]) -> Names {
    let mut names = free(body);
    names.retain(|name| vars.iter().all(|v| v.text != *name));
    names
}

/// All names that statements declare or bind.
pub fn introduced(body: &[Stmt]) -> Names {
    let mut names = Names::new();
    let mut add = |name: &Name| {
        names.insert(name.text.clone());
    };
    for stmt in body {
        stmt.visit(&mut |s| {
            if let StmtKind::Declare { declarators, .. } = &s.kind {
                declarators.iter().for_each(|d| add(&d.name));
            }
            if let StmtKind::Function(function) = &s.kind {
                function.params.iter().for_each(|p| add(&p.declarator.name));
            }
            let exprs = s.exprs();
            exprs.into_iter().for_each(|e| e.visit(&mut |e| bound(e).iter().for_each(&mut add)));
        });
    }
    names
}

/// The variables that an expression itself binds.
fn bound(expr: &Expr) -> &[Name] {
    match &expr.kind {
        ExprKind::Quant { vars, .. } => vars,
        ExprKind::Call { lambda: Some(lambda), .. } => &lambda.params,
        _ => &[],
    }
}

/// A source of fresh names.
#[derive(Clone, Debug, Default)]
pub struct Fresh {
    taken: Names,
}

impl Fresh {
    /// A source of names that no statement declares or binds.
    pub fn for_body(body: &[Stmt]) -> Fresh {
        Fresh::avoiding(introduced(body))
    }

    /// A source of names outside of a set.
    pub fn avoiding(taken: Names) -> Fresh {
        Fresh { taken }
    }

    /// `base`, with a number behind it if that name exists already. No name comes twice.
    pub fn name(&mut self, base: &str) -> String {
        let mut name = base.to_owned();
        let mut number = 1;
        while self.taken.contains(&name) {
            number += 1;
            name = format!("{base}{number}");
        }
        self.taken.insert(name.clone());
        name
    }
}

/// Renames variables, wherever they are declared, bound or used. Two variables of one name keep having one
/// name; that no other variable has the new one is up to the caller.
pub fn rename(body: &mut [Stmt], map: &BTreeMap<String, String>) {
    let rename = |text: &mut String| {
        if let Some(new) = map.get(text.as_str()) {
            text.clone_from(new);
        }
    };
    let rename_all = |names: &mut Vec<Name>| names.iter_mut().for_each(|n| rename(&mut n.text));
    walk::exprs(body, &mut |e| match &mut e.kind {
        ExprKind::Name(name) => rename(name),
        ExprKind::Quant { vars, .. } => rename_all(vars),
        ExprKind::Call { lambda: Some(lambda), .. } => rename_all(&mut lambda.params),
        _ => {}
    });
    walk::stmts(body, &mut |stmt| {
        if let StmtKind::Declare { declarators, .. } = &mut stmt.kind {
            declarators.iter_mut().for_each(|d| rename(&mut d.name.text));
        }
        if let StmtKind::Function(function) = &mut stmt.kind {
            function.params.iter_mut().for_each(|p| rename(&mut p.declarator.name.text));
        }
    });
}
