//! Inlines calls of plain functions in syntax trees, so that program transformations see their statements.
//! [`crate::inline`] does so in typed programs.
//!
//! A function is plain if it has no contract, is not recursive, asks for no old values, and returns at its end, if at all. Its call
//! is inlined in front of its statement if the statement evaluates it first, besides variables, always and
//! once; then the next one is. All other calls stay: in front of what comes before them they could write,
//! claim, cut or choose too early.

use super::names::{Fresh, introduced, rename};
use super::operators::asks_for_old;
use super::{build, effects, walk};
use crate::ast::{
    BinaryOp, Expr, ExprKind, Function, Program, ResultType, Stmt, StmtKind, TypeName, UpdateOp,
    functions,
};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of inlined statements.
const STATEMENTS: usize = 2_000;

/// The program with such calls inlined; functions without calls left are dropped. `None` if there are no
/// such calls.
pub fn inline_calls(program: &Program) -> Option<Program> {
    let plain: BTreeMap<String, Function> =
        functions(&program.body).filter(|f| is_plain(f, program)).map(named).collect();
    let mut taken = introduced(&program.body);
    taken.extend(functions(&program.body).map(|f| f.name.text.clone()));
    let mut work =
        SyntaxInliner { plain, fresh: Fresh::avoiding(taken), left: STATEMENTS, done: 0 };
    let mut out = program.clone();
    work.body(&mut out.body);
    if work.done == 0 {
        return None;
    }
    let before = called(&program.body);
    loop {
        let after = called(&out.body);
        let unused = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Function(f) => before.contains(&f.name.text) && !after.contains(&f.name.text),
            _ => false,
        };
        let count = out.body.len();
        out.body.retain(|stmt| !unused(stmt));
        if out.body.len() == count {
            return Some(out);
        }
    }
}

fn named(function: &Function) -> (String, Function) {
    (function.name.text.clone(), function.clone())
}

/// The functions of the program that some statements call.
fn called(body: &[Stmt]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for stmt in body {
        stmt.visit(&mut |s| {
            for call in s.exprs().into_iter().flat_map(effects::own_calls) {
                found.extend(name_of(call));
            }
        });
    }
    found
}

fn name_of(call: &Expr) -> Option<String> {
    match &call.kind {
        ExprKind::Call { name, .. } => Some(name.text.clone()),
        _ => None,
    }
}

fn is_plain(function: &Function, program: &Program) -> bool {
    let is_return = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Return(_));
    let (last, others) = match function.body.split_last() {
        Some((last, others)) if is_return(last) => (Some(last), others),
        _ => (None, function.body.as_slice()),
    };
    let open = function.params.iter().all(|p| p.declarator.dimensions.iter().all(Option::is_none));
    let returns = function.results.len() == usize::from(last.is_some());
    let mut reached = called(&function.body);
    loop {
        let next: BTreeSet<String> = functions(&program.body)
            .filter(|f| reached.contains(&f.name.text))
            .flat_map(|f| called(&f.body))
            .collect();
        if next.is_subset(&reached) {
            break;
        }
        reached.extend(next);
    }
    function.contract.is_empty()
        && !asks_for_old(function)
        && open
        && returns
        && !effects::any(others, &is_return)
        && !reached.contains(&function.name.text)
        && function.name.text != "main"
}

struct SyntaxInliner {
    plain: BTreeMap<String, Function>,
    fresh: Fresh,
    /// The number of statements that may still be inlined.
    left: usize,
    /// The number of inlined calls.
    done: usize,
}

impl SyntaxInliner {
    fn body(&mut self, body: &mut Vec<Stmt>) {
        for mut stmt in std::mem::take(body) {
            for inner in walk::bodies(&mut stmt) {
                self.body(inner);
            }
            self.stmt(stmt, body);
        }
    }

    /// A statement with its calls in front of it.
    fn stmt(&mut self, mut stmt: Stmt, out: &mut Vec<Stmt>) {
        while let Some(call) = self.next_call(&stmt) {
            let ExprKind::Call { name, args, .. } = &call.kind else { break };
            let Some(function) = self.plain.get(&name.text).cloned() else { break };
            let result = self.write_out(&function, args, out);
            self.done += 1;
            match (result, &stmt.kind) {
                // The statement was the call.
                (_, StmtKind::Call(all)) if all.span == call.span => return,
                (Some(result), _) => {
                    for expr in walk::own_exprs(&mut stmt) {
                        walk::subexprs(expr, &mut |e| {
                            if e.span == call.span && e.kind == call.kind {
                                *e = build::expr_at(e.span, build::name(&result));
                            }
                        });
                    }
                }
                (None, _) => break,
            }
        }
        out.push(stmt);
    }

    /// The call of a statement that is inlined next: the first thing that it evaluates.
    fn next_call(&self, stmt: &Stmt) -> Option<Expr> {
        let first = match &stmt.kind {
            StmtKind::Declare { declarators, .. } => match declarators.as_slice() {
                [d] if d.dimensions.is_empty() => d.init.as_ref(),
                _ => None,
            },
            // The checks of an index would come behind the call.
            StmtKind::Update { target, op: UpdateOp::Set(value) | UpdateOp::Change(_, value) } => {
                matches!(target.kind, ExprKind::Name(_)).then_some(value)
            }
            StmtKind::Call(value) | StmtKind::Assert(value) | StmtKind::Assume(value) => {
                Some(value)
            }
            StmtKind::If { cond, .. } => Some(cond),
            StmtKind::Return(values) if values.len() == 1 => values.first(),
            _ => None,
        };
        match self.first(first?, &mut BTreeSet::new()) {
            FirstEvaluation::Call(call) => Some(call.clone()),
            FirstEvaluation::Nothing | FirstEvaluation::Other => None,
        }
    }

    /// The first evaluation of an expression, besides variables, which are noted.
    fn first<'e>(&self, expr: &'e Expr, seen: &mut BTreeSet<String>) -> FirstEvaluation<'e> {
        let in_order = |parts: &[&'e Expr], seen: &mut BTreeSet<String>| {
            let mut all = parts.iter().map(|e| self.first(e, seen));
            all.find(|first| !matches!(first, FirstEvaluation::Nothing))
                .unwrap_or(FirstEvaluation::Nothing)
        };
        // A part that is not always evaluated ends the search.
        let or_stop = |first: FirstEvaluation<'e>| match first {
            FirstEvaluation::Nothing => FirstEvaluation::Other,
            first => first,
        };
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) => FirstEvaluation::Nothing,
            ExprKind::Name(name) => {
                seen.insert(name.clone());
                FirstEvaluation::Nothing
            }
            ExprKind::Unary(_, e) => self.first(e, seen),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, a, _) => {
                or_stop(self.first(a, seen))
            }
            ExprKind::Ite(cond, ..) => or_stop(self.first(cond, seen)),
            ExprKind::Binary(_, a, b) => in_order(&[a, b], seen),
            // A chain ends where a comparison fails.
            ExprKind::Compare(a, rest) => match rest.as_slice() {
                [(_, b)] => in_order(&[a, b], seen),
                _ => or_stop(self.first(a, seen)),
            },
            ExprKind::Call { args, .. } if !effects::own_calls(expr).is_empty() => {
                let inner = args.iter().any(|arg| !effects::own_calls(arg).is_empty());
                let args: Vec<&Expr> = args.iter().collect();
                match inner {
                    true => or_stop(in_order(&args, seen)),
                    false if self.fits(expr) && !self.writes_to(expr, seen) => {
                        FirstEvaluation::Call(expr)
                    }
                    false => FirstEvaluation::Other,
                }
            }
            _ => FirstEvaluation::Other,
        }
    }

    /// Whether a call may write to an array whose value was used before.
    fn writes_to(&self, call: &Expr, seen: &BTreeSet<String>) -> bool {
        let ExprKind::Call { name, args, .. } = &call.kind else { return false };
        let Some(function) = self.plain.get(&name.text) else { return false };
        let arrays = function.params.iter().zip(args);
        let mut arrays = arrays.filter(|(param, _)| !param.declarator.dimensions.is_empty());
        arrays.any(|(_, arg)| matches!(&arg.kind, ExprKind::Name(name) if seen.contains(name)))
    }

    /// Whether it is a call of a plain function with arrays that have names.
    fn fits(&self, call: &Expr) -> bool {
        let ExprKind::Call { name, args, lambda: None } = &call.kind else { return false };
        let Some(function) = self.plain.get(&name.text) else { return false };
        let size: usize = function.body.iter().map(size).sum();
        let arrays = function.params.iter().zip(args).all(|(param, arg)| {
            param.declarator.dimensions.is_empty() || matches!(arg.kind, ExprKind::Name(_))
        });
        let inner = args.iter().any(|arg| !effects::own_calls(arg).is_empty());
        arrays && !inner && args.len() == function.params.len() && size <= self.left
    }

    /// Inlines the body; returns the name of the result, if there is one.
    fn write_out(
        &mut self,
        function: &Function,
        args: &[Expr],
        out: &mut Vec<Stmt>,
    ) -> Option<String> {
        let mut map = BTreeMap::new();
        for (param, arg) in function.params.iter().zip(args) {
            let name = &param.declarator.name.text;
            match &arg.kind {
                ExprKind::Name(array) if !param.declarator.dimensions.is_empty() => {
                    map.insert(name.clone(), array.clone());
                }
                _ => {
                    let new = self.fresh.name(name);
                    out.push(declare(param.ty, &new, arg.clone()));
                    map.insert(name.clone(), new);
                }
            }
        }
        for name in introduced(&function.body) {
            let new = self.fresh.name(&name);
            map.entry(name).or_insert(new);
        }
        let mut body = function.body.clone();
        rename(&mut body, &map);
        self.left = self.left.saturating_sub(body.iter().map(size).sum());
        let mut result = None;
        for stmt in body {
            match (stmt.kind, function.results.first()) {
                (StmtKind::Return(values), Some(ty)) => {
                    let name = self.fresh.name(&function.name.text);
                    let value = values.into_iter().next()?;
                    self.stmt(declare_result(*ty, &name, value), out);
                    result = Some(name);
                }
                (StmtKind::Return(_), None) => {}
                (kind, _) => {
                    let mut all = vec![Stmt { kind, ..stmt }];
                    self.body(&mut all);
                    out.extend(all);
                }
            }
        }
        result
    }
}

fn declare(ty: TypeName, name: &str, value: Expr) -> Stmt {
    declare_result(ResultType { ty, dimensions: 0 }, name, value)
}

fn declare_result(ResultType { ty, dimensions }: ResultType, name: &str, value: Expr) -> Stmt {
    build::declare_as((ty, dimensions), name, value)
}

fn size(stmt: &Stmt) -> usize {
    1 + stmt.children().into_iter().map(size).sum::<usize>()
}

/// The first evaluation of an expression.
enum FirstEvaluation<'e> {
    /// Nothing but variables and constants.
    Nothing,
    /// This call, which can be inlined.
    Call(&'e Expr),
    /// Something else: a cell, a choice, another call.
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse, print};

    fn out(text: &str) -> Option<String> {
        let (tree, problems) = parse(text);
        assert!(problems.is_empty(), "{problems:?}");
        inline_calls(&tree).map(|tree| print::program(&tree))
    }

    #[test]
    fn a_call_is_written_out_in_front_of_its_statement() {
        let text =
            "int twice(int x) { int y = x + x; return y; }\nint y = 3;\nassert(twice(y) == 6);\n";
        let expected =
            "int y = 3;\nint x2 = y;\nint y2 = x2 + x2;\nint twice2 = y2;\nassert(twice2 == 6);\n";
        assert_eq!(out(text).as_deref(), Some(expected));
    }

    #[test]
    fn arrays_keep_their_names_and_each_call_has_variables_of_its_own() {
        let text = "void set(int a[], int v) { a[0] = v; }\nint b[];\nset(b, 1);\nset(b, 2);\n";
        let expected = "int b[];\nint v2 = 1;\nb[0] = v2;\nint v3 = 2;\nb[0] = v3;\n";
        assert_eq!(out(text).as_deref(), Some(expected));
    }

    #[test]
    fn what_would_change_something_stays() {
        let next = "int next(int a[]) { a[0] = a[0] + 1; return a[0]; }\nint a[];\n";
        for rest in [
            // It comes behind something that it changes.
            "int x = a[0] + next(a);\n",
            // It is not always evaluated, or more than once.
            "bool p = a[0] == 0 && next(a) == 1;\n",
            "while (next(a) < 3) { }\n",
        ] {
            assert_eq!(out(&format!("{next}{rest}")), None, "{rest}");
        }
        assert!(out(&format!("{next}int x = next(a);\n")).is_some());
        let down = "int down(int n) { int r = 0; if (n > 0) { r = down(n - 1); } return r; }\n";
        assert_eq!(out(&format!("{down}int x = down(3);\n")), None);
        let early = "int sign(int n) { if (n < 0) { return 0; } return 1; }\n";
        assert_eq!(out(&format!("{early}int x = sign(3);\n")), None);
    }
}
