//! Moves loop conditions into bodies: `while (c) ..` becomes `while (true) { if (!c) { break; } .. }`, so
//! that the evaluation of the condition is a statement.

use super::{build, effects, walk};
use crate::ast::{Expr, ExprKind, Program, Stmt, StmtKind, loop_head_length};

/// The program with the wanted conditions moved into their loops. `None` if there are none.
///
/// A `do` loop keeps its condition if there is a `continue`, which would skip it.
pub fn move_loop_conditions(program: &Program, wanted: &dyn Fn(&Expr) -> bool) -> Option<Program> {
    let mut out = program.clone();
    let mut done = false;
    walk::stmts(&mut out.body, &mut |stmt| done |= ask_inside(stmt, wanted));
    done.then_some(out)
}

fn ask_inside(stmt: &mut Stmt, wanted: &dyn Fn(&Expr) -> bool) -> bool {
    let at_the_end = matches!(stmt.kind, StmtKind::DoWhile { .. });
    let (cond, body) = match &mut stmt.kind {
        StmtKind::While { cond, body } | StmtKind::DoWhile { cond, body } => (cond, body),
        StmtKind::For { cond: Some(cond), body, .. } => (cond, body),
        _ => return false,
    };
    if !wanted(cond) || (at_the_end && effects::continues(body)) {
        return false;
    }
    let place = cond.span;
    let asked = std::mem::replace(cond, build::expr(ExprKind::Bool(true)));
    let end = build::stmt(StmtKind::Break);
    let ask = StmtKind::If { cond: build::not(asked), then: vec![end], els: None };
    let ask = build::stmt_at(place, build::stmt(ask));
    if at_the_end {
        // The body's declarations are not visible in the condition.
        *body = build::in_block(std::mem::take(body));
        body.push(ask);
    } else {
        body.insert(loop_head_length(body), ask);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, print};

    fn out(text: &str) -> Option<String> {
        let (tree, problems) = parse(text);
        assert!(problems.is_empty(), "{problems:?}");
        let is_sum = |e: &Expr| matches!(&e.kind, ExprKind::Compare(..));
        move_loop_conditions(&tree, &is_sum).map(|tree| print::program(&tree))
    }

    #[test]
    fn each_loop_asks_where_it_did() {
        let text = "int x;\nwhile (x < 3) {\n  int x = 5;\n}\n";
        let expected =
            "int x;\nwhile (true) {\n  if (!(x < 3)) {\n    break;\n  }\n  int x = 5;\n}\n";
        assert_eq!(out(text).as_deref(), Some(expected));
        let text = "int x;\ndo {\n  int x = 5;\n} while (x < 3);\n";
        let expected = "int x;\ndo {\n  {\n    int x = 5;\n  }\n  if (!(x < 3)) {\n    break;\n  }\n} while (true);\n";
        assert_eq!(out(text).as_deref(), Some(expected));
        let text = "for (int i = 0; i < 3; i++) {\n  continue;\n}\n";
        let expected =
            "for (int i = 0; true; i++) {\n  if (!(i < 3)) {\n    break;\n  }\n  continue;\n}\n";
        assert_eq!(out(text).as_deref(), Some(expected));
    }

    #[test]
    fn a_continue_must_not_pass_by_the_condition() {
        assert_eq!(out("int x;\ndo { if (x == 0) { continue; } } while (x < 3);\n"), None);
        assert_eq!(out("bool p;\nwhile (p) { }\n"), None);
    }
}
