//! Splits simultaneous assignments, so that each write to a cell has a statement of its own: `a[i], a[j] =
//! a[j], a[i];`

use super::names::{Fresh, Names, names};
use super::{build, effects, walk};
use crate::ast::{Declarator, Expr, ExprKind, Name, Program, Stmt, StmtKind, TypeName, UpdateOp};
use hornbook_base::Span;
use std::collections::BTreeMap;

/// The program with such assignments to cells split, where no index depends on an assigned variable. `None`
/// if there are none.
pub fn split_assignments(program: &Program) -> Option<Program> {
    let types = types(program);
    let (mut fresh, mut done) = (Fresh::for_body(&program.body), false);
    let mut out = program.clone();
    walk::replace(&mut out.body, &mut |stmt| match split_assignment(&stmt, &types, &mut fresh) {
        Some(parts) => {
            done = true;
            parts
        }
        None => vec![stmt],
    });
    done.then_some(out)
}

/// The types of variables whose name is declared with one type only.
fn types(program: &Program) -> BTreeMap<String, Option<TypeName>> {
    let mut types: BTreeMap<String, Option<TypeName>> = BTreeMap::new();
    let mut note = |name: &str, ty: TypeName| {
        let known = types.entry(name.to_owned()).or_insert(Some(ty));
        *known = known.filter(|known| *known == ty);
    };
    for stmt in &program.body {
        stmt.visit(&mut |s| match &s.kind {
            StmtKind::Declare { ty, declarators, .. } => {
                declarators.iter().for_each(|d| note(&d.name.text, *ty));
            }
            StmtKind::Function(f) => {
                f.params.iter().for_each(|p| note(&p.declarator.name.text, p.ty));
            }
            _ => {}
        });
    }
    types
}

fn split_assignment(
    stmt: &Stmt,
    types: &BTreeMap<String, Option<TypeName>>,
    fresh: &mut Fresh,
) -> Option<Vec<Stmt>> {
    let StmtKind::Assign { targets, values } = &stmt.kind else { return None };
    let written: Names = targets.iter().filter_map(Expr::root).map(str::to_owned).collect();
    let indices = |target: &Expr| -> Names {
        let mut found = names(target);
        if let Some(root) = target.root() {
            found.remove(root);
        }
        found
    };
    let mut inner = 0;
    for target in targets {
        target.visit(&mut |e| inner += usize::from(matches!(e.kind, ExprKind::Index(..))));
    }
    let cells = targets.iter().filter(|t| matches!(t.kind, ExprKind::Index(..))).count();
    let plain = |e: &Expr| !effects::chooses(e) && effects::own_calls(e).is_empty();
    // A row of a matrix is no cell, and an index that reads a cell may read one that is written.
    let fits = cells > 0
        && inner == cells
        && targets.len() == values.len()
        && targets.iter().all(|target| indices(target).is_disjoint(&written))
        && targets.iter().chain(values).all(plain);
    if !fits {
        return None;
    }
    let mut parts = vec![];
    let mut olds = vec![];
    for (target, value) in targets.iter().zip(values) {
        let ty = types.get(target.root()?).copied().flatten()?;
        let name = fresh.name("new");
        let declarator = Declarator {
            name: Name { text: name.clone(), span: Span::default() },
            dimensions: vec![],
            init: Some(value.clone()),
            span: Span::default(),
        };
        parts.push(build::stmt(StmtKind::Declare {
            constant: false,
            ty,
            declarators: vec![declarator],
        }));
        olds.push(build::name(&name));
    }
    parts.extend(targets.iter().zip(olds).map(|(target, value)| {
        build::stmt(StmtKind::Update { target: target.clone(), op: UpdateOp::Set(value) })
    }));
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, print};

    fn out(text: &str) -> Option<String> {
        let (tree, problems) = parse(text);
        assert!(problems.is_empty(), "{problems:?}");
        split_assignments(&tree).map(|tree| print::program(&tree))
    }

    #[test]
    fn a_swap_is_two_writes() {
        let text = "int a[];\nint i = 0;\na[i], a[i + 1] = a[i + 1], a[i];\n";
        let expected = "int a[];\nint i = 0;\nint new = a[i + 1];\nint new2 = a[i];\n\
            a[i] = new;\na[i + 1] = new2;\n";
        assert_eq!(out(text).as_deref(), Some(expected));
    }

    #[test]
    fn what_depends_on_the_order_stays() {
        for rest in ["i, a[i] = 1, 2;\n", "a[0], a[a[0]] = 1, 2;\n", "i, j = j, i;\n"] {
            assert_eq!(out(&format!("int a[];\nint i = 0, j = 1;\n{rest}")), None, "{rest}");
        }
    }
}
