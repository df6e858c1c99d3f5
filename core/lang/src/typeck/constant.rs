//! Constant truth values of formulas: for warnings only.

use crate::typed::{TypedBinaryOp, TypedExpr, TypedExprKind, UnaryOp};

/// The truth value of a formula that is easily seen to be constant.
pub(super) fn truth(expr: &TypedExpr) -> Option<bool> {
    match &expr.kind {
        TypedExprKind::Bool(b) => Some(*b),
        TypedExprKind::Unary(UnaryOp::Not, inner) => truth(inner).map(|b| !b),
        TypedExprKind::Quant(_, _, body) => truth(body),
        TypedExprKind::Binary(op, left, right) => match op {
            TypedBinaryOp::And => junction(truth(left), truth(right), false),
            TypedBinaryOp::Or => junction(truth(left), truth(right), true),
            TypedBinaryOp::Implies => junction(truth(left).map(|b| !b), truth(right), true),
            _ => comparison(*op, left, right),
        },
        _ => None,
    }
}

/// `decisive` on one side decides.
fn junction(left: Option<bool>, right: Option<bool>, decisive: bool) -> Option<bool> {
    if left == Some(decisive) || right == Some(decisive) {
        return Some(decisive);
    }
    left.and(right)
}

fn comparison(op: TypedBinaryOp, left: &TypedExpr, right: &TypedExpr) -> Option<bool> {
    let order = match (&left.kind, &right.kind) {
        (TypedExprKind::Int(a), TypedExprKind::Int(b)) => a.cmp(b),
        (TypedExprKind::Var(a), TypedExprKind::Var(b)) if a == b => std::cmp::Ordering::Equal,
        _ => return None,
    };
    Some(match op {
        TypedBinaryOp::Eq => order.is_eq(),
        TypedBinaryOp::Ne => order.is_ne(),
        TypedBinaryOp::Lt => order.is_lt(),
        TypedBinaryOp::Le => order.is_le(),
        TypedBinaryOp::Gt => order.is_gt(),
        TypedBinaryOp::Ge => order.is_ge(),
        _ => return None,
    })
}
