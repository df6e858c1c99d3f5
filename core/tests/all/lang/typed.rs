//! What the front end makes of the short forms, shown as text.

use expect_test::{Expect, expect};
use hornbook_base::LineIndex;
use hornbook_lang::typed::{
    Check, Quantifier, Type, TypedBinaryOp, TypedExpr, TypedExprKind, TypedProgram, TypedStmt,
    TypedStmtKind, UnaryOp, VarId, Write,
};
use hornbook_lang::{Options, front_end};

/// Shows a typed program with unique names and every operator in parentheses.
struct Shown<'p>(&'p TypedProgram);

impl Shown<'_> {
    fn body(&self, body: &[TypedStmt], indent: usize) -> String {
        let margin = "  ".repeat(indent);
        let lines = body.iter().flat_map(|s| {
            let check = |c: &Check| format!("{margin}check#{} {}\n", c.id.0, self.expr(&c.cond));
            let checks = s.checks.iter().map(check);
            checks.chain([format!("{margin}{}\n", self.stmt(s, indent))]).collect::<Vec<_>>()
        });
        lines.collect()
    }

    fn block(&self, body: &[TypedStmt], indent: usize) -> String {
        format!("{{\n{}{}}}", self.body(body, indent + 1), "  ".repeat(indent))
    }

    fn stmt(&self, stmt: &TypedStmt, indent: usize) -> String {
        let name = |id| &self.0.var(id).name;
        let shown = |e: &Option<TypedExpr>| e.as_ref().map_or("*".to_owned(), |e| self.expr(e));
        match &stmt.kind {
            TypedStmtKind::Declare { var, init } => {
                let ty = self.0.var(*var).ty;
                format!("{} {} = {}", self.ty(ty), name(*var), shown(init))
            }
            TypedStmtKind::Assign(writes) => {
                let place = |w: &Write| {
                    let at: String =
                        w.indices.iter().map(|i| format!("[{}]", self.expr(i))).collect();
                    format!("{}{at}", name(w.var))
                };
                let places: Vec<String> = writes.iter().map(place).collect();
                let values: Vec<String> = writes.iter().map(|w| self.expr(&w.value)).collect();
                format!("{} = {}", places.join(", "), values.join(", "))
            }
            TypedStmtKind::If { cond, then, els } => {
                let (then, els) = (self.block(then, indent), self.block(els, indent));
                format!("if {} {then} else {els}", self.expr(cond))
            }
            TypedStmtKind::While { cond, body, step } => {
                let step = match step.as_slice() {
                    [] => String::new(),
                    step => format!(" step {}", self.block(step, indent)),
                };
                format!("while {} {}{step}", self.expr(cond), self.block(body, indent))
            }
            TypedStmtKind::DoWhile { body, cond } => {
                format!("do {} while {}", self.block(body, indent), self.expr(cond))
            }
            TypedStmtKind::Break => "break".to_owned(),
            TypedStmtKind::Continue => "continue".to_owned(),
            TypedStmtKind::Return(values) => {
                let values: Vec<String> = values.iter().map(|value| self.expr(value)).collect();
                format!("return {}", values.join(", ")).trim_end().to_owned()
            }
            TypedStmtKind::Call(call) | TypedStmtKind::Inlined(call, _) => {
                let args: Vec<String> = call.args.iter().map(|arg| self.expr(arg)).collect();
                let called = &self.0.functions[call.function.0 as usize].name;
                let results: Vec<String> = call.results.iter().map(|v| name(*v).clone()).collect();
                let declares = if call.declares { "let " } else { "" };
                match &results[..] {
                    [] => format!("call {called}({})", args.join(", ")),
                    some => {
                        format!("{declares}{} = {called}({})", some.join(", "), args.join(", "))
                    }
                }
            }
            TypedStmtKind::Block(body) => self.block(body, indent),
            TypedStmtKind::Assume(cond) => format!("assume {}", self.expr(cond)),
            TypedStmtKind::Assert { id, cond } => format!("assert#{} {}", id.0, self.expr(cond)),
        }
    }

    fn ty(&self, ty: Type) -> String {
        match ty {
            Type::Array(array) => {
                format!("{:?}{}", array.element, "[]".repeat(array.dimensions.into()))
            }
            ty => format!("{ty:?}"),
        }
    }

    fn expr(&self, expr: &TypedExpr) -> String {
        let name = |id| self.0.var(id).name.clone();
        match &expr.kind {
            TypedExprKind::Int(n) => n.to_string(),
            TypedExprKind::Bool(b) => b.to_string(),
            TypedExprKind::Var(id) => name(*id),
            TypedExprKind::Read(array, index) => {
                format!("{}[{}]", self.expr(array), self.expr(index))
            }
            TypedExprKind::Nondet(None) => format!("any {}", self.ty(expr.ty)),
            TypedExprKind::Nondet(Some(range)) => {
                format!("any {}..{}", self.expr(&range.0), self.expr(&range.1))
            }
            TypedExprKind::Ite(c, a, b) => {
                format!("({} ? {} : {})", self.expr(c), self.expr(a), self.expr(b))
            }
            TypedExprKind::Call(function, args) => {
                let args: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
                format!("{function:?}({})", args.join(", "))
            }
            TypedExprKind::Unary(UnaryOp::Neg, e) => format!("-{}", self.expr(e)),
            TypedExprKind::Unary(UnaryOp::Not, e) => format!("!{}", self.expr(e)),
            TypedExprKind::Binary(op, a, b) => {
                format!("({} {} {})", self.expr(a), sign(*op), self.expr(b))
            }
            TypedExprKind::Quant(q, vars, body) => {
                let vars: Vec<String> = vars.iter().map(|id| name(*id)).collect();
                let q = match q {
                    Quantifier::Forall => "forall",
                    Quantifier::Exists => "exists",
                };
                format!("({q} {}: {})", vars.join(", "), self.expr(body))
            }
        }
    }
}

fn sign(op: TypedBinaryOp) -> &'static str {
    match op {
        TypedBinaryOp::Add => "+",
        TypedBinaryOp::Sub => "-",
        TypedBinaryOp::Mul => "*",
        TypedBinaryOp::Div => "/",
        TypedBinaryOp::Mod => "%",
        TypedBinaryOp::Lt => "<",
        TypedBinaryOp::Le => "<=",
        TypedBinaryOp::Gt => ">",
        TypedBinaryOp::Ge => ">=",
        TypedBinaryOp::Eq => "==",
        TypedBinaryOp::Ne => "!=",
        TypedBinaryOp::And => "&&",
        TypedBinaryOp::Or => "||",
        TypedBinaryOp::Implies => "==>",
    }
}

#[allow(clippy::needless_pass_by_value)]
fn check(text: &str, expected: Expect) {
    let (program, diagnostics) = front_end(text, Options::default());
    let shown = match &program {
        Some(program) => Shown(program).body(&program.body, 0),
        None => format!("{diagnostics:#?}"),
    };
    expected.assert_eq(&shown);
}

#[test]
fn short_forms_become_plain_ones() {
    check(
        "int n = -3, a[n + 1], b[], i; i += 2 * n; --i; a[i]++; a[i] -= a[0]; i %= 4;
         for (i = 0; ; i++, n--) b[i] = nondet();
         for (int k = 0; k < n; ) { k++; }",
        expect![[r#"
            Int n = -3
            Int[] a = *
            Int[] b = *
            Int i = *
            i = (i + (2 * n))
            i = (i - 1)
            a[i] = (a[i] + 1)
            a[i] = (a[i] - a[0])
            i = (i % 4)
            {
              i = 0
              while true {
                b[i] = any Int
              } step {
                i = (i + 1)
                n = (n - 1)
              }
            }
            {
              Int k = 0
              while (k < n) {
                k = (k + 1)
              }
            }
        "#]],
    );
}

#[test]
fn shadowed_names_become_unique() {
    check(
        "int i, i_2; { int i = i; { bool i = nondet(); assert(i); } i = i_2; }
         for (int i = 0; i < 3; i++) { int i = 1; i_2 = i; }
         assert(forall i: exists i: i == i_2);",
        expect![[r#"
            Int i = *
            Int i_2 = *
            {
              Int i_3 = i
              {
                Bool i_4 = any Bool
                assert#0 i_4
              }
              i_3 = i_2
            }
            {
              Int i_5 = 0
              while (i_5 < 3) {
                Int i_6 = 1
                i_2 = i_6
              } step {
                i_5 = (i_5 + 1)
              }
            }
            assert#1 (forall i_7: (exists i_8: (i_8 == i_2)))
        "#]],
    );
}

#[test]
fn variables_of_one_name_are_told_apart_by_their_lines() {
    let text =
        "int i;\n{ int i; i = 1; }\nfor (int i = 0; i < 3; i++) { int j = i; { int i = j; } }";
    let program = front_end(text, Options::default()).0.expect("a program");
    let lines = LineIndex::new(text);
    let ids = (0..).map(VarId).zip(&program.vars).map(|(id, _)| id);
    let shown: Vec<String> = ids.map(|id| program.shown(id, &lines)).collect();
    assert_eq!(shown, ["i", "i (line 2)", "i_3", "j", "i_4"], "two of them are on line 3");
}

#[test]
fn formulas_are_grouped_by_precedence() {
    check(
        "int x, y, a[]; bool p, q;
         assert(p ==> q ==> p <==> !q || p && x < y);
         assert(x - y - 1 + 2 * x / 3 % 4 == -(-x) && 0 <= x < y != 7 >= 2);
         assert(forall j, k in 0..x + 1: exists l in j..k: a[l] == 0 || forall m: m == m);
         assert((nondet() == p) == (nondet() != x)); assume(nondet());",
        expect![[r#"
            Int x = *
            Int y = *
            Int[] a = *
            Bool p = *
            Bool q = *
            assert#0 ((p ==> (q ==> p)) == (!q || (p && (x < y))))
            assert#1 (((((x - y) - 1) + (((2 * x) / 3) % 4)) == --x) && ((((0 <= x) && (x < y)) && (y != 7)) && (7 >= 2)))
            assert#2 (forall j, k: ((((0 <= j) && (j < (x + 1))) && ((0 <= k) && (k < (x + 1)))) ==> (exists l: (((j <= l) && (l < k)) && ((a[l] == 0) || (forall m: (m == m)))))))
            assert#3 ((any Bool == p) == (any Int != x))
            assume any Bool
        "#]],
    );
}

const CALLED: &str = "int f(int a[], int x) { a[0]++; return a[0] + x; }
bool g(int n) { return n == 0 || g(n - 1); }
int a[], x;
";

#[test]
fn calls_come_before_the_statement_in_the_order_of_evaluation() {
    check(
        &format!("{CALLED}x = a[0] + f(a, x) * f(a, 2); a[f(a, 0)] = nondet() + f(a, f(a, 1));"),
        expect![[r#"
            Int[] a_2 = *
            Int x_2 = *
            {
              Int before_2 = a_2[0]
              let f_result = f(a_2, x_2)
              let f_result_2 = f(a_2, 2)
              x_2 = (before_2 + (f_result * f_result_2))
            }
            {
              let f_result_3 = f(a_2, 0)
              Int before_3 = any Int
              let f_result_4 = f(a_2, 1)
              let f_result_5 = f(a_2, f_result_4)
              a_2[f_result_3] = (before_3 + f_result_5)
            }
        "#]],
    );
}

#[test]
fn calls_that_are_not_needed_are_not_made() {
    check(
        &format!("{CALLED}bool b = x > 0 && g(x) ==> x < 0 || g(2); x = b ? f(a, 1) : x;"),
        expect![[r#"
            Int[] a_2 = *
            Int x_2 = *
            Bool before_2 = (x_2 > 0)
            if before_2 {
              let g_result_2 = g(x_2)
              before_2 = g_result_2
            } else {
            }
            Bool before_3 = !before_2
            if !before_3 {
              Bool before_4 = (x_2 < 0)
              if !before_4 {
                let g_result_3 = g(2)
                before_4 = g_result_3
              } else {
              }
              before_3 = before_4
            } else {
            }
            Bool b = before_3
            {
              Int before_5 = 0
              if b {
                let f_result = f(a_2, 1)
                before_5 = f_result
              } else {
                before_5 = x_2
              }
              x_2 = before_5
            }
        "#]],
    );
}

#[test]
fn calls_in_conditions_of_loops_are_made_each_time() {
    check(
        &format!(
            "{CALLED}while (g(x)) {{ if (x == 1) continue; x--; }} do {{ x++; }} while (!g(x));"
        ),
        expect![[r#"
            Int[] a_2 = *
            Int x_2 = *
            {
              while true {
                let g_result_2 = g(x_2)
                if g_result_2 {
                } else {
                  break
                }
                if (x_2 == 1) {
                  continue
                } else {
                }
                x_2 = (x_2 - 1)
              }
            }
            {
              Bool before_2 = true
              while before_2 {
                x_2 = (x_2 + 1)
              } step {
                {
                  let g_result_3 = g(x_2)
                  before_2 = !g_result_3
                }
              }
            }
        "#]],
    );
}

#[test]
fn a_function_with_a_contract_may_be_the_first_to_run() {
    check(
        "void h(int a[], int n) requires n > 0; ensures a[0] == old(a[0]) + n; { a[0] += n; }
         int b[]; h(b, 3); assert(b[0] == 0);",
        expect![[r#"
            if any Bool {
              Int[] a = *
              Int n = *
              assume (n > 0)
              call h(a, n)
              return
            } else {
            }
            Int[] b = *
            call h(b, 3)
            assert#2 (b[0] == 0)
        "#]],
    );
}
