//! Writes a syntax tree in its canonical form: one statement a line, braces around every body,
//! no more parentheses than needed.
//!
//! Comments are not part of the tree and are lost. Reading the output gives the same tree with
//! other places, as long as the tree has no error nodes (they appear as comments) and fits the
//! parser's limits.

use super::ast::{
    BinaryOp, COMPARE_PRECEDENCE, Declarator, Expr, ExprKind, Lambda, Name, Program, Quantifier,
    Stmt, StmtKind, TypeName, UnaryOp, UpdateOp,
};

const INDENT: &str = "  ";
const ERROR: &str = "/* error */";
/// Binds tighter than every operator between two operands.
const UNARY: u8 = COMPARE_PRECEDENCE + 3;
/// Binds tighter than everything.
const OPERAND: u8 = UNARY + 1;

/// The canonical text of a program.
pub fn program(program: &Program) -> String {
    let mut out = String::new();
    statements(&mut out, &program.body, 0);
    out
}

/// The canonical text of an expression.
pub fn expr(expr: &Expr) -> String {
    let mut out = String::new();
    operand(&mut out, expr, 0);
    out
}

fn statements(out: &mut String, body: &[Stmt], level: usize) {
    for stmt in body {
        out.push_str(&INDENT.repeat(level));
        statement(out, stmt, level);
        out.push('\n');
    }
}

fn statement(out: &mut String, stmt: &Stmt, level: usize) {
    match &stmt.kind {
        StmtKind::Declare { .. } | StmtKind::Update { .. } | StmtKind::Assign { .. } => {
            simple(out, stmt);
            out.push(';');
        }
        StmtKind::Havoc(targets) => {
            out.push_str("havoc ");
            separated(out, targets, |out, target| operand(out, target, OPERAND));
            out.push(';');
        }
        StmtKind::Call(call) => {
            operand(out, call, 0);
            out.push(';');
        }
        StmtKind::DoWhile { body, cond } => {
            out.push_str("do ");
            block(out, body, level);
            out.push_str(" while (");
            operand(out, cond, 0);
            out.push_str(");");
        }
        StmtKind::Break => out.push_str("break;"),
        StmtKind::Continue => out.push_str("continue;"),
        StmtKind::Return => out.push_str("return;"),
        StmtKind::Hint(cond) => {
            out.push_str("hint ");
            operand(out, cond, 0);
            out.push(';');
        }
        StmtKind::If { cond, then, els } => if_statement(out, cond, then, els.as_deref(), level),
        StmtKind::While { cond, body } => {
            out.push_str("while (");
            operand(out, cond, 0);
            out.push_str(") ");
            block(out, body, level);
        }
        StmtKind::For { init, cond, step, body } => {
            out.push_str("for (");
            separated(out, init, simple);
            out.push_str("; ");
            if let Some(cond) = cond {
                operand(out, cond, 0);
            }
            out.push_str("; ");
            separated(out, step, simple);
            out.push_str(") ");
            block(out, body, level);
        }
        StmtKind::Block(body) => block(out, body, level),
        StmtKind::Assume(cond) => claim(out, "assume", cond),
        StmtKind::Assert(cond) => claim(out, "assert", cond),
        StmtKind::Empty => out.push(';'),
        StmtKind::Error => out.push_str(ERROR),
    }
}

fn if_statement(out: &mut String, cond: &Expr, then: &[Stmt], els: Option<&[Stmt]>, level: usize) {
    out.push_str("if (");
    operand(out, cond, 0);
    out.push_str(") ");
    block(out, then, level);
    let Some(els) = els else { return };
    out.push_str(" else ");
    match els {
        [chained] if matches!(chained.kind, StmtKind::If { .. }) => {
            statement(out, chained, level);
        }
        _ => block(out, els, level),
    }
}

fn block(out: &mut String, body: &[Stmt], level: usize) {
    if body.is_empty() {
        out.push_str("{}");
        return;
    }
    out.push_str("{\n");
    statements(out, body, level + 1);
    out.push_str(&INDENT.repeat(level));
    out.push('}');
}

fn claim(out: &mut String, word: &str, cond: &Expr) {
    out.push_str(word);
    out.push('(');
    operand(out, cond, 0);
    out.push_str(");");
}

/// Declarations and updates, which also stand in the header of a `for`.
fn simple(out: &mut String, stmt: &Stmt) {
    match &stmt.kind {
        StmtKind::Declare { ty, declarators } => {
            out.push_str(match ty {
                TypeName::Int => "int ",
                TypeName::Bool => "bool ",
                TypeName::Error => ERROR,
            });
            separated(out, declarators, declarator);
        }
        StmtKind::Update { target, op } => update(out, target, op),
        StmtKind::Assign { targets, values } => {
            separated(out, targets, |out, target| operand(out, target, OPERAND));
            out.push_str(" = ");
            separated(out, values, |out, value| operand(out, value, 0));
        }
        _ => out.push_str(ERROR),
    }
}

fn declarator(out: &mut String, declarator: &Declarator) {
    out.push_str(&declarator.name.text);
    for dimension in &declarator.dimensions {
        out.push('[');
        if let Some(length) = dimension {
            operand(out, length, 0);
        }
        out.push(']');
    }
    if let Some(init) = &declarator.init {
        out.push_str(" = ");
        operand(out, init, 0);
    }
}

fn update(out: &mut String, target: &Expr, op: &UpdateOp) {
    operand(out, target, OPERAND);
    match op {
        UpdateOp::Set(value) => {
            out.push_str(" = ");
            operand(out, value, 0);
        }
        UpdateOp::Change(op, value) => {
            out.push(' ');
            out.push_str(op.text());
            out.push_str("= ");
            operand(out, value, 0);
        }
        UpdateOp::Increment => out.push_str("++"),
        UpdateOp::Decrement => out.push_str("--"),
    }
}

fn separated<T>(out: &mut String, items: &[T], print: fn(&mut String, &T)) {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        print(out, item);
    }
}

fn precedence(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Quant { .. } | ExprKind::Ite(..) => 0,
        ExprKind::Binary(op, ..) => op.precedence(),
        ExprKind::Compare(..) => COMPARE_PRECEDENCE,
        ExprKind::Unary(..) => UNARY,
        _ => OPERAND,
    }
}

/// An expression in a place that takes operators down to `weakest` without parentheses.
fn operand(out: &mut String, expr: &Expr, weakest: u8) {
    let parentheses = precedence(expr) < weakest;
    if parentheses {
        out.push('(');
    }
    match &expr.kind {
        ExprKind::Int(n) => out.push_str(&n.to_string()),
        ExprKind::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Index(array, index) => {
            operand(out, array, OPERAND);
            out.push('[');
            operand(out, index, 0);
            out.push(']');
        }
        ExprKind::Nondet(None) => out.push_str("nondet()"),
        ExprKind::Nondet(Some(range)) => {
            out.push_str("nondet(");
            operand(out, &range.0, 0);
            out.push_str(", ");
            operand(out, &range.1, 0);
            out.push(')');
        }
        ExprKind::Ite(cond, then, els) => {
            operand(out, cond, 1);
            out.push_str(" ? ");
            operand(out, then, 0);
            out.push_str(" : ");
            operand(out, els, 0);
        }
        ExprKind::Call { name, args, lambda } => call(out, name, args, lambda.as_deref()),
        ExprKind::Unary(op, inner) => unary(out, *op, inner),
        ExprKind::Binary(op, left, right) => binary(out, *op, left, right),
        ExprKind::Compare(first, rest) => {
            operand(out, first, COMPARE_PRECEDENCE + 1);
            for (op, next) in rest {
                out.push_str(&format!(" {} ", op.text()));
                operand(out, next, COMPARE_PRECEDENCE + 1);
            }
        }
        ExprKind::Quant { quantifier, vars, range, body } => {
            quant(out, *quantifier, vars, range.as_deref(), body)
        }
        ExprKind::Error => out.push_str(ERROR),
    }
    if parentheses {
        out.push(')');
    }
}

fn call(out: &mut String, name: &Name, args: &[Expr], lambda: Option<&Lambda>) {
    out.push_str(&name.text);
    out.push('(');
    separated(out, args, |out, arg| operand(out, arg, 0));
    if let Some(lambda) = lambda {
        out.push_str(if args.is_empty() { "(" } else { ", (" });
        separated(out, &lambda.params, |out, name| out.push_str(&name.text));
        out.push_str(") -> ");
        operand(out, &lambda.body, 0);
    }
    out.push(')');
}

fn unary(out: &mut String, op: UnaryOp, inner: &Expr) {
    out.push(match op {
        UnaryOp::Neg => '-',
        UnaryOp::Not => '!',
    });
    // `--x` would read as something else.
    let double = op == UnaryOp::Neg && matches!(inner.kind, ExprKind::Unary(UnaryOp::Neg, _));
    operand(out, inner, if double { OPERAND } else { UNARY });
}

fn binary(out: &mut String, op: BinaryOp, left: &Expr, right: &Expr) {
    let level = op.precedence();
    let groups_right = u8::from(op == BinaryOp::Implies);
    operand(out, left, level + groups_right);
    out.push_str(&format!(" {} ", op.text()));
    operand(out, right, level + 1 - groups_right);
}

fn quant(
    out: &mut String,
    quantifier: Quantifier,
    vars: &[Name],
    range: Option<&(Expr, Expr)>,
    body: &Expr,
) {
    out.push_str(match quantifier {
        Quantifier::Forall => "forall ",
        Quantifier::Exists => "exists ",
    });
    separated(out, vars, |out, name| out.push_str(&name.text));
    if let Some((low, high)) = range {
        out.push_str(" in ");
        operand(out, low, COMPARE_PRECEDENCE + 1);
        out.push_str("..");
        operand(out, high, COMPARE_PRECEDENCE + 1);
    }
    out.push_str(": ");
    operand(out, body, 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::parse;

    fn canonical(text: &str) -> String {
        let (tree, diagnostics) = parse(text);
        assert_eq!(diagnostics, []);
        program(&tree)
    }

    #[test]
    fn output_has_braces_and_few_parentheses() {
        let shown = canonical(
            "if (((a))) x=(1+2)*3-(4-5); else if (!(a&&b)) ; for(;;i++,j--) a[(i)]-=1;\
             assert((forall k in 0..n:(a[k]==0))==>(p==>q));",
        );
        assert_eq!(
            shown,
            "if (a) {\n  x = (1 + 2) * 3 - (4 - 5);\n} else if (!(a && b)) {\n  ;\n}\n\
             for (; ; i++, j--) {\n  a[i] -= 1;\n}\n\
             assert((forall k in 0..n: a[k] == 0) ==> p ==> q);\n"
        );
    }

    #[test]
    fn printing_twice_changes_nothing() {
        let once = canonical("int x = - -1, a[]; bool b = (0 < x) == (x <= 2) ;");
        assert_eq!(once, canonical(&once));
    }
}
