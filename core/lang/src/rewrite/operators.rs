//! Operators for values of other moments, `before(e)` and `old(e)`, written out.

use super::names::{Fresh, Names, free, introduced};
use super::{build, substitute, walk};
use crate::ast::{Expr, ExprKind, Function, Stmt, StmtKind, TypeName};
use std::collections::BTreeMap;

/// The name of the operator for values at the call of a function.
pub const OLD: &str = "old";

/// Replaces each call `operator(e)` by what `value` makes of `e`, innermost calls first. `value` is told the names that
/// are bound around the call; where it makes nothing, the call stays.
pub fn replace_operator(
    e: &mut Expr,
    operator: &str,
    value: &mut dyn FnMut(&Expr, &[String]) -> Option<Expr>,
) {
    replace_within(e, operator, &mut vec![], value);
}

fn replace_within(
    e: &mut Expr,
    operator: &str,
    bound: &mut Vec<String>,
    value: &mut dyn FnMut(&Expr, &[String]) -> Option<Expr>,
) {
    let known = bound.len();
    match &mut e.kind {
        ExprKind::Call { name, args, lambda: None } if name.text == operator => {
            args.iter_mut().for_each(|arg| replace_within(arg, operator, bound, value));
            let made = match &args[..] {
                [inner] => value(inner, bound),
                _ => None,
            };
            if let Some(made) = made {
                *e = made;
            }
        }
        // The ends of a range and the arguments beside a formula do not see what is bound.
        ExprKind::Quant { vars, range, body, .. } => {
            for end in range.iter_mut().flat_map(|ends| [&mut ends.0, &mut ends.1]) {
                replace_within(end, operator, bound, value);
            }
            bound.extend(vars.iter().map(|v| v.text.clone()));
            replace_within(body, operator, bound, value);
        }
        ExprKind::Call { args, lambda: Some(lambda), .. } => {
            args.iter_mut().for_each(|arg| replace_within(arg, operator, bound, value));
            bound.extend(lambda.params.iter().map(|p| p.text.clone()));
            replace_within(&mut lambda.body, operator, bound, value);
        }
        _ => {
            for operand in walk::operands(e) {
                replace_within(operand, operator, bound, value);
            }
        }
    }
    bound.truncate(known);
}

/// A function whose lines about loops speak of copies of its parameters in the place of `old(e)`. The copies are made
/// where it begins.
pub struct CopiedParams {
    /// The function.
    pub function: Function,
    /// The copies, each with the name of its parameter.
    pub copies: Vec<(String, String)>,
}

/// Copies the parameters of which lines about the loops of a function ask for old values. A call `old(e)` that speaks
/// of other variables stays.
pub fn copy_old_params(function: &Function) -> CopiedParams {
    let params: BTreeMap<String, (TypeName, usize)> = function
        .params
        .iter()
        .map(|p| (p.declarator.name.text.clone(), (p.ty, p.declarator.dimensions.len())))
        .collect();
    let mut taken = introduced(&function.body);
    taken.extend(params.keys().cloned());
    let (mut fresh, mut copies) = (Fresh::avoiding(taken), BTreeMap::new());
    let mut copied = |inner: &Expr, bound: &[String]| {
        let mut names: Names = free(inner);
        names.retain(|name| !bound.contains(name));
        if !names.iter().all(|name| params.contains_key(name)) {
            return None;
        }
        let mut copy = |name: String| {
            let variable = copies.entry(name.clone());
            let variable = variable.or_insert_with(|| fresh.name(&format!("{name}_{OLD}")));
            (name, build::name(variable))
        };
        let map = names.into_iter().map(&mut copy).collect();
        let mut out = inner.clone();
        substitute(&mut out, &map);
        Some(out)
    };
    let mut body = function.body.clone();
    walk::stmts(&mut body, &mut |stmt| {
        if let StmtKind::Invariant(e) | StmtKind::Decreases(e) = &mut stmt.kind {
            replace_operator(e, OLD, &mut copied);
        }
    });
    let declare = |(name, variable): (&String, &String)| {
        let copy = build::declare_as(params[name], variable, build::name(name));
        build::stmt_at(function.name.span, copy)
    };
    let declarations: Vec<Stmt> = copies.iter().map(declare).collect();
    body.splice(0..0, declarations);
    CopiedParams {
        function: Function { body, ..function.clone() },
        copies: copies.into_iter().map(|(name, variable)| (variable, name)).collect(),
    }
}

/// Whether lines about loops of a function ask for old values of its parameters.
pub fn asks_for_old(function: &Function) -> bool {
    !copy_old_params(function).copies.is_empty()
}
