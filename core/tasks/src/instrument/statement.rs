//! The evaluated expressions, the changes and the scopes of single statements.

use hornbook_base::{Int, Span};
use hornbook_lang::ast::{
    BinaryOp, Declarator, Expr, ExprKind, Program, Stmt, StmtKind, TypeName, UpdateOp,
};
use hornbook_lang::rewrite::names::{Names, names};
use hornbook_lang::rewrite::{build, effects};

/// The scopes of ghost variables: outside of all functions, and each function.
pub fn scopes(program: &Program) -> Vec<Option<String>> {
    let function = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Function(function) => Some(Some(function.name.text.clone())),
        _ => None,
    };
    std::iter::once(None).chain(program.body.iter().filter_map(function)).collect()
}

/// The statements of a scope.
pub fn body<'p>(program: &'p Program, scope: Option<&str>) -> Vec<&'p Stmt> {
    let own = |stmt: &'p Stmt| match &stmt.kind {
        StmtKind::Function(function) if Some(function.name.text.as_str()) == scope => {
            function.body.iter().collect()
        }
        StmtKind::Function(_) => vec![],
        _ if scope.is_none() => vec![stmt],
        _ => vec![],
    };
    program.body.iter().flat_map(own).collect()
}

/// The variables that a scope declares, with repetitions; also the parameters of a function.
pub fn declared(program: &Program, scope: Option<&str>) -> Vec<String> {
    let params = program.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Function(f) if Some(f.name.text.as_str()) == scope => Some(&f.params),
        _ => None,
    });
    let mut declared: Vec<String> =
        params.flatten().map(|p| p.declarator.name.text.clone()).collect();
    for stmt in body(program, scope) {
        stmt.visit(&mut |s| declared.extend(effects::declares(s)));
    }
    declared
}

/// The variables that a statement itself assigns or declares.
pub fn changes(stmt: &Stmt) -> Names {
    effects::writes(stmt).into_iter().chain(effects::declares(stmt)).collect()
}

/// An expression and its parts outside of quantifiers and formulas over a cell.
pub fn unbound(expr: &Expr) -> Vec<&Expr> {
    let inside = match &expr.kind {
        ExprKind::Quant { range, .. } => range.iter().flat_map(|ends| [&ends.0, &ends.1]).collect(),
        ExprKind::Call { args, .. } => args.iter().collect(),
        _ => expr.children(),
    };
    std::iter::once(expr).chain(inside.into_iter().flat_map(unbound)).collect()
}

/// The place of the original for statements that are inserted for a statement: the statement, or a part of
/// it where it could be taken for the statement itself.
pub fn place_of(stmt: &Stmt) -> Span {
    match &stmt.kind {
        StmtKind::Assert(cond) | StmtKind::Assume(cond) | StmtKind::Hint(cond) => cond.span,
        StmtKind::Update { target, .. } => target.span,
        _ => stmt.span,
    }
}

/// Whether another evaluation of an expression may have another value, or an effect.
pub fn unstable(expr: &Expr) -> bool {
    effects::chooses(expr) || calls_own(expr)
}

/// Whether a function of the program is called.
pub fn calls_own(expr: &Expr) -> bool {
    !effects::own_calls(expr).is_empty()
}

/// Whether a value stands behind the declaration of a variable that it names in the same statement: in front
/// of the statement it is another variable.
pub fn shadows(stmt: &Stmt, value: Option<Span>) -> bool {
    let StmtKind::Declare { declarators, .. } = &stmt.kind else { return false };
    let mut before = Names::new();
    for d in declarators {
        for expr in d.dimensions.iter().flatten().chain(&d.init) {
            let names_one = |e: &Expr| Some(e.span) == value && !names(e).is_disjoint(&before);
            if expr.any(&names_one) {
                return true;
            }
        }
        before.insert(d.name.text.clone());
    }
    false
}

/// The only variable or cell that a statement assigns, with the value.
pub fn write_of(stmt: &Stmt) -> Option<(Expr, Expr)> {
    let changed = |target: &Expr, op: BinaryOp, by: Expr| build::binary(op, target.clone(), by);
    match &stmt.kind {
        StmtKind::Update { target, op } => {
            let one = || build::int(&Int::ONE);
            let value = match op {
                UpdateOp::Set(value) => value.clone(),
                UpdateOp::Change(op, by) => changed(target, *op, by.clone()),
                UpdateOp::Increment => changed(target, BinaryOp::Add, one()),
                UpdateOp::Decrement => changed(target, BinaryOp::Sub, one()),
            };
            Some((target.clone(), value))
        }
        StmtKind::Declare { ty: TypeName::Int, declarators, .. } => match declarators.as_slice() {
            [Declarator { name, dimensions, init: Some(init), .. }] if dimensions.is_empty() => {
                Some((build::name(&name.text), init.clone()))
            }
            _ => None,
        },
        _ => None,
    }
}
