//! Small changes anywhere in a program, which make a true claim almost true, or a bug a claim that
//! holds after all.

use crate::dice::Dice;
use hornbook_base::Int;
use hornbook_lang::ast::CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
use hornbook_lang::ast::{BinaryOp, Expr, ExprKind, Stmt};
use hornbook_lang::rewrite::build::plus;
use hornbook_lang::rewrite::walk;

/// Changes one place of a program.
pub fn once(body: &mut [Stmt], dice: &mut Dice) {
    let mut places = 0;
    walk::exprs(body, &mut |e| places += usize::from(is_place(e)));
    if places == 0 {
        return;
    }
    let mut chosen = dice.below(places) + 1;
    walk::exprs(body, &mut |e| {
        if is_place(e) {
            chosen = chosen.wrapping_sub(1);
            if chosen == 0 {
                change(e, dice);
            }
        }
    });
}

fn is_place(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Index(..) | ExprKind::Compare(..) => true,
        ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Sub),
        _ => false,
    }
}

fn change(e: &mut Expr, dice: &mut Dice) {
    match &mut e.kind {
        // A number stays above zero, so that a divisor does.
        ExprKind::Int(n) if *n > Int::ONE && dice.chance(50) => *n -= &Int::ONE,
        ExprKind::Int(n) => *n += &Int::ONE,
        ExprKind::Index(_, index) => {
            let k = if dice.chance(50) { 1 } else { -1 };
            **index = plus((**index).clone(), k);
        }
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), ..) => {
            *op = if *op == BinaryOp::Add { BinaryOp::Sub } else { BinaryOp::Add };
        }
        ExprKind::Compare(_, rest) => {
            if let Some((op, _)) = rest.last_mut() {
                let others = match op {
                    Lt => [Le, Ne],
                    Le => [Lt, Eq],
                    Gt => [Ge, Ne],
                    Ge => [Gt, Eq],
                    Eq => [Le, Ge],
                    Ne => [Lt, Gt],
                };
                *op = *dice.pick(&others);
            }
        }
        _ => {}
    }
}
