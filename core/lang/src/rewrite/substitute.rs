//! Substitution of expressions for variables.

use super::names::{Fresh, Names, free, names};
use super::{build, walk};
use crate::ast::{Expr, ExprKind, Name};
use std::collections::BTreeMap;

/// Substitutes expressions for variables, all at once. Bound variables hide outer ones of the same name,
/// and are renamed where they would capture a variable of a substituted expression. The substituted
/// expression is made for the place of the variable; the nodes below it keep their places.
///
/// The result may be higher than the parser accepts.
pub fn substitute(expr: &mut Expr, map: &BTreeMap<String, Expr>) {
    match &mut expr.kind {
        ExprKind::Name(name) => {
            if let Some(new) = map.get(name.as_str()) {
                *expr = build::expr_at(expr.span, new.clone());
            }
        }
        ExprKind::Quant { vars, range, body, .. } => {
            for end in range.iter_mut().flat_map(|ends| [&mut ends.0, &mut ends.1]) {
                substitute(end, map);
            }
            below(vars, body, map);
        }
        ExprKind::Call { args, lambda, .. } => {
            args.iter_mut().for_each(|arg| substitute(arg, map));
            if let Some(lambda) = lambda {
                below(&mut lambda.params, &mut lambda.body, map);
            }
        }
        _ => walk::operands(expr).into_iter().for_each(|operand| substitute(operand, map)),
    }
}

/// Substitutes in an expression below a binder of these variables.
fn below(vars: &mut [Name], body: &mut Expr, map: &BTreeMap<String, Expr>) {
    let inside = free(body);
    let is_var = |name: &String| vars.iter().any(|v| v.text == *name);
    let mut map: BTreeMap<String, Expr> = map
        .iter()
        .filter(|(name, _)| inside.contains(*name) && !is_var(name))
        .map(|(name, new)| (name.clone(), new.clone()))
        .collect();
    let put_in: Names = map.values().flat_map(free).collect();
    let own: Names = vars.iter().map(|v| v.text.clone()).collect();
    let mut fresh =
        Fresh::avoiding([put_in.clone(), own, names(body)].into_iter().flatten().collect());
    for var in vars.iter_mut().filter(|v| put_in.contains(&v.text)) {
        let new = fresh.name(&var.text);
        map.insert(std::mem::replace(&mut var.text, new.clone()), build::name(&new));
    }
    substitute(body, &map);
}
