//! Constructors of new syntax. It has no place unless it is made for one.

use crate::ast::{
    BinaryOp, CompareOp, Declarator, Expr, ExprKind, Name, Stmt, StmtKind, TypeName, UnaryOp,
    UpdateOp, loop_head_length,
};
use crate::print;
use hornbook_base::{Int, Span};

/// An expression without a place.
pub fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

/// A statement without a place.
pub fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::default() }
}

/// The statement, made for a place of the original: results about it are shown there.
pub fn stmt_at(span: Span, stmt: Stmt) -> Stmt {
    Stmt { span, ..stmt }
}

/// The expression, made for a place of the original.
pub fn expr_at(span: Span, expr: Expr) -> Expr {
    Expr { span, ..expr }
}

/// A variable.
pub fn name(text: &str) -> Expr {
    expr(ExprKind::Name(text.to_owned()))
}

/// A number, also a negative one.
pub fn int(n: &Int) -> Expr {
    if n.is_negative() {
        let inner = expr(ExprKind::Int(n.abs()));
        expr(ExprKind::Unary(UnaryOp::Neg, Box::new(inner)))
    } else {
        expr(ExprKind::Int(n.clone()))
    }
}

/// `true` or `false`
pub fn truth(value: bool) -> Expr {
    expr(ExprKind::Bool(value))
}

/// `assume(cond);`
pub fn assume(cond: Expr) -> Stmt {
    stmt(StmtKind::Assume(cond))
}

/// The body of a loop with its statements in a block, behind the lines about the loop.
pub fn in_block(mut body: Vec<Stmt>) -> Vec<Stmt> {
    let round = body.split_off(loop_head_length(&body));
    body.push(stmt(StmtKind::Block(round)));
    body
}

/// `left op right`
pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(left), Box::new(right)))
}

/// `left op right`, for a comparison
pub fn compare(left: Expr, op: CompareOp, right: Expr) -> Expr {
    expr(ExprKind::Compare(Box::new(left), vec![(op, right)]))
}

/// `left && right`, where `left` may be nothing.
pub fn and(left: Option<Expr>, right: Expr) -> Expr {
    match left {
        Some(left) => binary(BinaryOp::And, left, right),
        None => right,
    }
}

/// `!cond`, without a second `!`.
pub fn not(cond: Expr) -> Expr {
    match cond.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => *inner,
        _ => expr(ExprKind::Unary(UnaryOp::Not, Box::new(cond))),
    }
}

/// `target = value;`
pub fn set(target: Expr, value: Expr) -> Stmt {
    stmt(StmtKind::Update { target, op: UpdateOp::Set(value) })
}

/// `int name = value;`
pub fn declare(text: &str, value: Expr) -> Stmt {
    declare_as((TypeName::Int, 0), text, value)
}

/// The declaration of a variable with values of a type behind so many indices.
pub fn declare_as((ty, indices): (TypeName, usize), text: &str, value: Expr) -> Stmt {
    let name = Name { text: text.to_owned(), span: Span::default() };
    let dimensions = vec![None; indices];
    let declarator = Declarator { name, dimensions, init: Some(value), span: Span::default() };
    stmt(StmtKind::Declare { constant: false, ty, declarators: vec![declarator] })
}

/// Whether two expressions are equal but for their places.
pub fn same(left: &Expr, right: &Expr) -> bool {
    print::expr(left) == print::expr(right)
}

/// The value of a literal.
pub fn literal(e: &Expr) -> Option<Int> {
    match &e.kind {
        ExprKind::Int(n) => Some(n.clone()),
        ExprKind::Unary(UnaryOp::Neg, inner) => match &inner.kind {
            ExprKind::Int(n) => Some(-n),
            _ => None,
        },
        _ => None,
    }
}

/// `e + k` as a person would write it: `n - 1` for `n - 2 + 1`, and `3` for `2 + 1`.
pub fn plus(e: Expr, k: i64) -> Expr {
    let k = Int::from(k);
    if let Some(n) = literal(&e) {
        return int(&(&n + &k));
    }
    let (base, offset) = match e.kind {
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), base, ref right) => {
            match literal(right) {
                Some(n) if op == BinaryOp::Add => (*base, &n + &k),
                Some(n) => (*base, &k - &n),
                None => (expr(ExprKind::Binary(op, base, right.clone())), k),
            }
        }
        _ => (e, k),
    };
    match (offset.is_zero(), offset.is_negative()) {
        (true, _) => base,
        (_, true) => binary(BinaryOp::Sub, base, int(&offset.abs())),
        _ => binary(BinaryOp::Add, base, int(&offset)),
    }
}
