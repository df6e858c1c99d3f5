//! Inlines calls in typed programs (T Sec. 2.1.3.3, *inlining*).
//! [`rewrite::inline`](crate::rewrite::inline) does so in syntax trees, before they are printed and checked
//! again.
//!
//! The function has variables of its own at each call; at the first one they are its declared ones. A run
//! goes the same way as before and makes the same choices.

use super::typed::{
    Call, CallEncoding, Check, FunctionId, Type, TypedExpr, TypedExprKind, TypedFunction,
    TypedParam, TypedProgram, TypedStmt, TypedStmtKind, VarId, Write,
};
use hornbook_base::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of inlined statements. Further calls stay.
const STATEMENTS: usize = 4_000;

/// The program with calls of the `wanted` functions inlined, but none within itself.
pub fn inline(program: &TypedProgram, wanted: &dyn Fn(FunctionId) -> bool) -> TypedProgram {
    Inliner::new(program, wanted, None).program()
}

/// The program with all calls inlined, up to `depth` of one function within each other; runs that go deeper
/// are cut off.
pub fn unrolled(program: &TypedProgram, depth: usize) -> TypedProgram {
    Inliner::new(program, &|_| true, Some(depth)).program()
}

/// The program in which each inlined function is one of its own. A run of it goes the same way, and gives
/// values to the variables that the function has at each call.
pub fn with_copies(program: &TypedProgram) -> TypedProgram {
    let mut out = program.clone();
    copies_called(&mut out.body, &mut out.functions);
    for n in 0..program.functions.len() {
        let mut body = std::mem::take(&mut out.functions[n].body);
        copies_called(&mut body, &mut out.functions);
        out.functions[n].body = body;
    }
    out
}

fn copies_called(stmts: &mut [TypedStmt], functions: &mut Vec<TypedFunction>) {
    for stmt in stmts {
        match &mut stmt.kind {
            TypedStmtKind::Inlined(call, copy) => {
                copies_called(&mut copy.body, functions);
                call.function = FunctionId(functions.len() as u32);
                functions.push((**copy).clone());
                stmt.kind = TypedStmtKind::Call(call.clone());
            }
            TypedStmtKind::If { then, els, .. } => {
                copies_called(then, functions);
                copies_called(els, functions);
            }
            TypedStmtKind::While { body, step, .. } => {
                copies_called(body, functions);
                copies_called(step, functions);
            }
            TypedStmtKind::DoWhile { body, .. } | TypedStmtKind::Block(body) => {
                copies_called(body, functions)
            }
            _ => {}
        }
    }
}

struct Inliner<'p> {
    program: &'p TypedProgram,
    wanted: &'p dyn Fn(FunctionId) -> bool,
    /// The number of nested calls of one function that are inlined; a deeper one becomes empty. Without it
    /// there is one, and a deeper one stays a call.
    depth: Option<usize>,
    /// The new program.
    out: TypedProgram,
    names: BTreeSet<String>,
    /// The functions whose own variables are used by a call.
    seen: BTreeSet<FunctionId>,
    /// The functions around.
    around: Vec<FunctionId>,
    left: usize,
}

impl<'p> Inliner<'p> {
    fn new(
        program: &'p TypedProgram,
        wanted: &'p dyn Fn(FunctionId) -> bool,
        depth: Option<usize>,
    ) -> Inliner<'p> {
        Inliner {
            program,
            wanted,
            depth,
            out: program.clone(),
            names: program.vars.iter().map(|v| v.name.clone()).collect(),
            seen: BTreeSet::new(),
            around: vec![],
            left: STATEMENTS,
        }
    }

    fn program(mut self) -> TypedProgram {
        self.out.body = self.stmts(&self.program.body);
        for (n, function) in (0..).zip(&self.program.functions) {
            if self.depth.is_none() && !(self.wanted)(FunctionId(n)) {
                self.around = vec![FunctionId(n)];
                self.out.functions[n as usize].body = self.stmts(&function.body);
            }
        }
        self.out
    }

    fn stmts(&mut self, stmts: &[TypedStmt]) -> Vec<TypedStmt> {
        stmts.iter().map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&mut self, stmt: &TypedStmt) -> TypedStmt {
        let kind = match &stmt.kind {
            TypedStmtKind::Call(call) => self.call(call, stmt.span),
            TypedStmtKind::If { cond, then, els } => {
                let (then, els) = (self.stmts(then), self.stmts(els));
                TypedStmtKind::If { cond: cond.clone(), then, els }
            }
            TypedStmtKind::While { cond, body, step } => {
                let (body, step) = (self.stmts(body), self.stmts(step));
                TypedStmtKind::While { cond: cond.clone(), body, step }
            }
            TypedStmtKind::DoWhile { body, cond } => {
                TypedStmtKind::DoWhile { body: self.stmts(body), cond: cond.clone() }
            }
            TypedStmtKind::Block(body) => TypedStmtKind::Block(self.stmts(body)),
            other => other.clone(),
        };
        self.left = self.left.saturating_sub(1);
        TypedStmt { kind, ..stmt.clone() }
    }

    fn call(&mut self, call: &Call, span: Span) -> TypedStmtKind {
        let stays = TypedStmtKind::Call(call.clone());
        let within = self.around.iter().filter(|f| **f == call.function).count();
        if !(self.wanted)(call.function) || within > 0 && self.depth.is_none() {
            return stays;
        }
        if self.depth.is_some_and(|depth| within >= depth || self.left == 0) {
            return TypedStmtKind::Assume(TypedExpr {
                kind: TypedExprKind::Bool(false),
                ty: Type::Bool,
                span,
            });
        }
        let Some(function) = self.program.functions.get(call.function.0 as usize) else {
            return stays;
        };
        if self.left == 0 {
            return stays;
        }
        // Where a run begins with the function, its arguments are its own variables.
        let own = call.encoding != CallEncoding::Nothing && self.seen.insert(call.function);
        let mut copy = if own { function.clone() } else { self.renamed(function) };
        self.around.push(call.function);
        copy.body = self.stmts(&copy.body);
        self.around.pop();
        TypedStmtKind::Inlined(call.clone(), Box::new(copy))
    }

    /// The function with new variables.
    fn renamed(&mut self, function: &TypedFunction) -> TypedFunction {
        let map: BTreeMap<VarId, VarId> =
            function.vars.iter().map(|var| (*var, self.fresh(*var))).collect();
        Renaming { map }.function(function)
    }

    fn fresh(&mut self, var: VarId) -> VarId {
        let mut info = self.program.var(var).clone();
        let name = |n: u32| {
            format!("{}_{n}", info.source_name.replace(|c: char| !c.is_alphanumeric(), "_"))
        };
        let unique = (2..).map(name).find(|name| !self.names.contains(name));
        info.name = unique.unwrap_or_else(|| info.name.clone());
        self.names.insert(info.name.clone());
        self.out.vars.push(info);
        VarId(self.out.vars.len() as u32 - 1)
    }
}

/// A renaming of variables.
struct Renaming {
    map: BTreeMap<VarId, VarId>,
}

impl Renaming {
    fn var(&self, var: VarId) -> VarId {
        self.map.get(&var).copied().unwrap_or(var)
    }

    fn vars(&self, vars: &[VarId]) -> Vec<VarId> {
        vars.iter().map(|var| self.var(*var)).collect()
    }

    fn function(&self, function: &TypedFunction) -> TypedFunction {
        TypedFunction {
            name: function.name.clone(),
            span: function.span,
            params: function
                .params
                .iter()
                .map(|p| TypedParam { var: self.var(p.var), entry: self.var(p.entry) })
                .collect(),
            results: self.vars(&function.results),
            requires: self.exprs(&function.requires),
            ensures: self.checks(&function.ensures),
            body: self.stmts(&function.body),
            vars: self.vars(&function.vars),
        }
    }

    fn exprs(&self, exprs: &[TypedExpr]) -> Vec<TypedExpr> {
        exprs.iter().map(|e| self.expr(e)).collect()
    }

    fn expr(&self, expr: &TypedExpr) -> TypedExpr {
        expr.map(&|e| {
            let kind = match e.kind {
                TypedExprKind::Var(var) => TypedExprKind::Var(self.var(var)),
                TypedExprKind::Quant(q, vars, body) => {
                    TypedExprKind::Quant(q, self.vars(&vars), body)
                }
                other => other,
            };
            TypedExpr { kind, ..e }
        })
    }

    fn checks(&self, checks: &[Check]) -> Vec<Check> {
        let check = |c: &Check| Check { id: c.id, cond: self.expr(&c.cond) };
        checks.iter().map(check).collect()
    }

    fn stmts(&self, stmts: &[TypedStmt]) -> Vec<TypedStmt> {
        let stmt = |s: &TypedStmt| TypedStmt {
            kind: self.kind(&s.kind),
            span: s.span,
            checks: self.checks(&s.checks),
        };
        stmts.iter().map(stmt).collect()
    }

    fn call(&self, call: &Call) -> Call {
        Call { args: self.exprs(&call.args), results: self.vars(&call.results), ..call.clone() }
    }

    fn kind(&self, kind: &TypedStmtKind) -> TypedStmtKind {
        match kind {
            TypedStmtKind::Declare { var, init } => TypedStmtKind::Declare {
                var: self.var(*var),
                init: init.as_ref().map(|init| self.expr(init)),
            },
            TypedStmtKind::Assign(writes) => {
                let write = |w: &Write| Write {
                    var: self.var(w.var),
                    indices: self.exprs(&w.indices),
                    value: self.expr(&w.value),
                };
                TypedStmtKind::Assign(writes.iter().map(write).collect())
            }
            TypedStmtKind::If { cond, then, els } => TypedStmtKind::If {
                cond: self.expr(cond),
                then: self.stmts(then),
                els: self.stmts(els),
            },
            TypedStmtKind::While { cond, body, step } => TypedStmtKind::While {
                cond: self.expr(cond),
                body: self.stmts(body),
                step: self.stmts(step),
            },
            TypedStmtKind::DoWhile { body, cond } => {
                TypedStmtKind::DoWhile { body: self.stmts(body), cond: self.expr(cond) }
            }
            TypedStmtKind::Break => TypedStmtKind::Break,
            TypedStmtKind::Continue => TypedStmtKind::Continue,
            TypedStmtKind::Return(values) => TypedStmtKind::Return(self.exprs(values)),
            TypedStmtKind::Call(call) => TypedStmtKind::Call(self.call(call)),
            TypedStmtKind::Inlined(call, function) => {
                TypedStmtKind::Inlined(self.call(call), Box::new(self.function(function)))
            }
            TypedStmtKind::Block(body) => TypedStmtKind::Block(self.stmts(body)),
            TypedStmtKind::Assume(cond) => TypedStmtKind::Assume(self.expr(cond)),
            TypedStmtKind::Assert { id, cond } => {
                TypedStmtKind::Assert { id: *id, cond: self.expr(cond) }
            }
        }
    }
}
