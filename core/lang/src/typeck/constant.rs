//! What is known of a formula without knowing any variable: for warnings only.

use crate::typed::{BinaryOp, Expr, ExprKind, UnaryOp};

/// The truth value of a formula that has the same one for all values of its variables, as far as
/// that is easy to see.
pub(super) fn truth(expr: &Expr) -> Option<bool> {
    match &expr.kind {
        ExprKind::Bool(b) => Some(*b),
        ExprKind::Unary(UnaryOp::Not, inner) => truth(inner).map(|b| !b),
        ExprKind::Quant(_, _, body) => truth(body),
        ExprKind::Binary(op, left, right) => match op {
            BinaryOp::And => junction(truth(left), truth(right), false),
            BinaryOp::Or => junction(truth(left), truth(right), true),
            BinaryOp::Implies => junction(truth(left).map(|b| !b), truth(right), true),
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

fn comparison(op: BinaryOp, left: &Expr, right: &Expr) -> Option<bool> {
    let order = match (&left.kind, &right.kind) {
        (ExprKind::Int(a), ExprKind::Int(b)) => a.cmp(b),
        (ExprKind::Var(a), ExprKind::Var(b)) if a == b => std::cmp::Ordering::Equal,
        _ => return None,
    };
    Some(match op {
        BinaryOp::Eq => order.is_eq(),
        BinaryOp::Ne => order.is_ne(),
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Gt => order.is_gt(),
        BinaryOp::Ge => order.is_ge(),
        _ => return None,
    })
}
