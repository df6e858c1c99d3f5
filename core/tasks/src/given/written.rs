//! The variables that a statement may change, as exactly as names allow: what is declared inside is another
//! variable, and a function changes the arrays that its statements change.
//!
//! A variable too few would be unsound; one too many would make a right invariant look too weak.

use hornbook_lang::ast::{Expr, ExprKind, Function, Program, Stmt, StmtKind, functions};
use hornbook_lang::rewrite::effects::{self, own_calls};
use hornbook_lang::rewrite::names::Names;
use hornbook_lang::typeck::is_builtin;
use std::collections::{BTreeMap, BTreeSet};

/// For each function the places of the array parameters that it may change.
#[derive(Clone, Debug, Default)]
pub struct ChangedParams(BTreeMap<String, BTreeSet<usize>>);

impl ChangedParams {
    /// The least solution for the functions of a program, which may call each other.
    pub fn from_program(program: &Program) -> ChangedParams {
        let functions: Vec<&Function> = functions(&program.body).collect();
        let mut known = ChangedParams::default();
        loop {
            let next = functions.iter().map(|f| (f.name.text.clone(), known.changed_by(f)));
            let next = ChangedParams(next.collect());
            if next.0 == known.0 {
                return known;
            }
            known = next;
        }
    }

    fn changed_by(&self, function: &Function) -> BTreeSet<usize> {
        let written = self.written(&function.body);
        let params = function.params.iter().enumerate();
        let changed = params.filter(|(_, param)| {
            !param.declarator.dimensions.is_empty() && written.contains(&param.declarator.name.text)
        });
        changed.map(|(n, _)| n).collect()
    }

    /// The places of the array parameters that a function may change.
    pub fn places(&self, function: &str) -> impl Iterator<Item = usize> {
        self.0.get(function).into_iter().flatten().copied()
    }

    /// The variables that statements may change and do not declare themselves.
    pub fn written(&self, body: &[Stmt]) -> Names {
        let mut out = Names::new();
        self.collect(body, &mut Names::new(), &mut out);
        out
    }

    /// The variables that the rounds of a loop may change: its condition, its body and its step, but not what a header
    /// does first. Variables that the header declares are among them, those that the body declares are not.
    pub fn written_in_rounds(&self, whole: &Stmt) -> Names {
        let (cond, parts) = match &whole.kind {
            StmtKind::While { cond, body } | StmtKind::DoWhile { cond, body } => {
                (Some(cond), [&body[..], &[]])
            }
            StmtKind::For { cond, step, body, .. } => (cond.as_ref(), [&body[..], &step[..]]),
            _ => return Names::new(),
        };
        let calls = cond.into_iter().flat_map(own_calls);
        let passed = calls.flat_map(|call| self.changed_args(call)).filter_map(Expr::root);
        // What the body declares is not visible in the step.
        let written = parts.into_iter().flat_map(|part| self.written(part));
        passed.map(str::to_owned).chain(written).collect()
    }

    /// Adds what statements change; `own` are the variables declared around them.
    fn collect(&self, body: &[Stmt], own: &mut Names, out: &mut Names) {
        let around = own.clone();
        for stmt in body {
            let mut own_here = own.clone();
            if let StmtKind::For { init, step, body, .. } = &stmt.kind {
                // The header's variable lives in the loop.
                self.collect_flat(init, &mut own_here, out);
                self.add(stmt, &own_here, out);
                self.collect(body, &mut own_here, out);
                self.collect_flat(step, &mut own_here, out);
                continue;
            }
            self.add(stmt, own, out);
            own.extend(effects::declares(stmt));
            match &stmt.kind {
                StmtKind::If { then, els, .. } => {
                    self.collect(then, own, out);
                    self.collect(els.as_deref().unwrap_or_default(), own, out);
                }
                StmtKind::While { body, .. }
                | StmtKind::DoWhile { body, .. }
                | StmtKind::Block(body) => self.collect(body, own, out),
                _ => {}
            }
        }
        *own = around;
    }

    /// Statements whose declarations live on behind them.
    fn collect_flat(&self, stmts: &[Stmt], own: &mut Names, out: &mut Names) {
        for stmt in stmts {
            self.add(stmt, own, out);
            own.extend(effects::declares(stmt));
        }
    }

    /// Adds what a statement itself changes.
    fn add(&self, stmt: &Stmt, own: &Names, out: &mut Names) {
        let calls = stmt.exprs().into_iter().flat_map(own_calls);
        let passed = calls.flat_map(|call| self.changed_args(call));
        let written = targets(stmt).into_iter().chain(passed).filter_map(Expr::root);
        out.extend(written.filter(|name| !own.contains(*name)).map(str::to_owned));
    }

    /// The arguments of a call that the function may change.
    fn changed_args<'e>(&self, call: &'e Expr) -> Vec<&'e Expr> {
        let ExprKind::Call { name, args, .. } = &call.kind else { return vec![] };
        let changed = self.0.get(&name.text);
        let is_changed = |n: &usize| changed.is_some_and(|changed| changed.contains(n));
        args.iter().enumerate().filter(|(n, _)| is_changed(n)).map(|(_, arg)| arg).collect()
    }
}

/// The targets of a statement itself; a function of the program has none as a statement.
fn targets(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Call(Expr { kind: ExprKind::Call { name, .. }, .. })
            if !is_builtin(&name.text) =>
        {
            vec![]
        }
        _ => effects::targets(stmt),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::parse;

    fn written(text: &str) -> Vec<String> {
        let (tree, problems) = parse(text);
        assert!(problems.is_empty(), "{problems:?}");
        let body: Vec<Stmt> = tree
            .body
            .iter()
            .filter(|stmt| !matches!(stmt.kind, StmtKind::Function(_)))
            .cloned()
            .collect();
        ChangedParams::from_program(&tree).written(&body).into_iter().collect()
    }

    #[test]
    fn what_is_declared_inside_is_another_variable() {
        assert_eq!(written("x = 1; { int x; x = 2; y = x; }"), ["x", "y"]);
        assert_eq!(written("{ int x; x = 2; }"), [""; 0]);
        assert_eq!(written("for (int i = 0; i < n; i++) { a[i] = i; } i = 0;"), ["a", "i"]);
        assert_eq!(written("for (int i = 0; i < n; i++) { int j = i; j++; }"), [""; 0]);
    }

    #[test]
    fn rounds_change_what_they_write_to_whatever_has_its_name_inside() {
        let rounds = |text: &str| {
            let (tree, problems) = parse(text);
            assert!(problems.is_empty(), "{problems:?}");
            let whole = tree.body.last().expect("a loop");
            let written = ChangedParams::from_program(&tree).written_in_rounds(whole);
            written.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(rounds("for (int i = 0; i < 3; i++) { int i = 5; i = 6; }"), ["i"]);
        assert_eq!(rounds("for (x = 0; i < 3; i++) { y = x; }"), ["i", "y"]);
        let called = "bool next(int b[]) { b[0] = b[0] + 1; return b[0] < 3; } \
                      for (int b[] = a; next(b); ) { x = 1; }";
        assert_eq!(rounds(called), ["b", "x"]);
        assert_eq!(rounds("while (c) { int z; z = 1; { x = z; int x; x = 2; } }"), ["x"]);
    }

    #[test]
    fn functions_change_the_arrays_that_they_write_to() {
        let text = "void f(int a[], int b[], int x) { a[0] = b[0]; x = 1; } \
                    void g(int c[], int d[]) { f(d, c, 0); } f(p, q, r); g(s, t); insert(u, 0, 1);";
        assert_eq!(written(text), ["p", "t", "u"]);
        let recursive =
            "void f(int a[], int n) { if (n > 0) { f(a, n - 1); a[n] = 0; } } int x = 0; f(b, x);";
        assert_eq!(written(recursive), ["b"]);
    }
}
