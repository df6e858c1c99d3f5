//! Lines about a loop at the head of its body: `invariant c;` and `decreases e;`.
//!
//! An invariant is a claim each time before the condition of the loop is evaluated, for `do` each time before
//! its body. A measure is kept at the beginning of a round, in a variable of its own; at the end of the round it
//! was not negative and has become smaller.

use super::Checker;
use super::expr::Checked;
use crate::ast::{self, StmtKind, loop_head_length};
use crate::typed::{
    AssertId, AssertionKind, Check, Type, TypedBinaryOp, TypedExpr, TypedExprKind, TypedStmt,
    TypedStmtKind, VarId, Write,
};
use hornbook_base::{Diagnostic, Int, Span};
use std::collections::BTreeMap;

/// The name of the operator for values when a loop was entered.
const BEFORE: &str = "before";

/// The values of variables when a loop was entered, as far as they are asked for.
pub(super) struct ValuesBefore {
    /// The variable of the loop's entry value for each variable of the program.
    vars: BTreeMap<VarId, VarId>,
    /// The number of variables that there were before the line; the others are bound in it.
    known: u32,
    /// Whether `before(..)` is around.
    is_inside: bool,
}

/// The lines about a loop.
#[derive(Default)]
pub(super) struct LoopClauses {
    /// Declarations in front of the loop.
    pub declarations: Vec<TypedStmt>,
    /// The invariants.
    pub invariants: Vec<Check>,
    /// Statements at the beginning of each round.
    pub begin: Vec<TypedStmt>,
    /// Claims at the end of each round.
    pub end: Vec<Check>,
}

impl LoopClauses {
    /// The invariants, for claims in front of the loop's condition.
    pub fn take_invariants(&mut self) -> Vec<Check> {
        std::mem::take(&mut self.invariants)
    }

    /// Statements at the beginning of a round.
    pub fn begin_round(&mut self) -> Vec<TypedStmt> {
        std::mem::take(&mut self.begin)
    }

    /// Statements at the beginning of a round, with the invariants as claims.
    pub fn begin_round_with_invariants(&mut self) -> Vec<TypedStmt> {
        self.take_invariants().into_iter().map(claim).chain(self.begin_round()).collect()
    }

    /// Statements at the end of a round.
    pub fn end_round(&mut self) -> Vec<TypedStmt> {
        std::mem::take(&mut self.end).into_iter().map(claim).collect()
    }
}

fn claim(Check { id, cond }: Check) -> TypedStmt {
    let span = cond.span;
    plain(TypedStmtKind::Assert { id, cond }, span)
}

impl Checker {
    /// Checks the lines about a loop, in the scope in which it stands.
    pub(super) fn loop_clauses(&mut self, body: &[ast::Stmt]) -> LoopClauses {
        let mut out = LoopClauses::default();
        let head = &body[..loop_head_length(body)];
        if !head.iter().any(ast::Stmt::is_loop_clause) {
            return out;
        }
        let values =
            ValuesBefore { vars: BTreeMap::new(), known: self.scopes.count(), is_inside: false };
        let around = self.before.replace(values);
        for stmt in head {
            match &stmt.kind {
                StmtKind::Invariant(cond) => {
                    let id = self.new_assertion(stmt.span, AssertionKind::Invariant);
                    let cond = self.loop_clause(cond, Type::Bool, "an invariant");
                    out.invariants.extend(cond.map(|cond| Check { id, cond }));
                }
                StmtKind::Decreases(measure) => {
                    let id = self.new_assertion(stmt.span, AssertionKind::Decreases);
                    let measure = self.loop_clause(measure, Type::Int, "a measure");
                    if let Some(measure) = measure {
                        self.measure(id, measure, stmt.span, &mut out);
                    }
                }
                _ => {}
            }
        }
        let values = std::mem::replace(&mut self.before, around);
        for (var, kept) in values.into_iter().flat_map(|values| values.vars) {
            let (ty, span) = (self.scopes.var(var).ty, body_span(body));
            let init = Some(TypedExpr { kind: TypedExprKind::Var(var), ty, span });
            out.declarations.push(plain(TypedStmtKind::Declare { var: kept, init }, span));
        }
        out
    }

    fn loop_clause(&mut self, e: &ast::Expr, ty: Type, named: &str) -> Option<TypedExpr> {
        let nondets = self.nondets;
        let e_checked = self.expr_of(e, ty);
        // Accesses in it are no accesses of the program.
        self.checks.clear();
        if self.nondets > nondets {
            self.pending.clear();
            self.diagnostics.push(
                Diagnostic::error(e.span, format!("{named} makes no choices and calls no functions"))
                    .hint("it says something about variables: give what is chosen or returned to a variable before"),
            );
            return None;
        }
        e_checked
    }

    /// Keeps the measure at the beginning of a round, and claims at its end that it was not negative and has
    /// become smaller.
    fn measure(&mut self, id: AssertId, measure: TypedExpr, span: Span, out: &mut LoopClauses) {
        let kept = self.scopes.hidden("measure", "measure".to_owned(), Type::Int, span);
        let int = |kind| TypedExpr { kind, ty: Type::Int, span };
        let bool = |kind| TypedExpr { kind, ty: Type::Bool, span };
        let var = || int(TypedExprKind::Var(kept));
        let zero = int(TypedExprKind::Int(Int::ZERO));
        let both =
            |left, op, right| bool(TypedExprKind::Binary(op, Box::new(left), Box::new(right)));
        let is_positive = both(zero, TypedBinaryOp::Le, var());
        let is_smaller = both(measure.clone(), TypedBinaryOp::Lt, var());
        let cond = both(is_positive, TypedBinaryOp::And, is_smaller);
        out.declarations.push(plain(TypedStmtKind::Declare { var: kept, init: None }, span));
        let write = Write { var: kept, indices: vec![], value: measure };
        out.begin.push(plain(TypedStmtKind::Assign(vec![write]), span));
        out.end.push(Check { id, cond });
    }

    /// The variable that stands for a variable of the program: in `before(..)` that of its value when the loop was
    /// entered.
    pub(super) fn when_entered(&mut self, var: VarId) -> VarId {
        let Some(values) = self.before.as_ref().filter(|values| values.is_inside) else {
            return var;
        };
        let info = self.scopes.var(var);
        let may_change = info.ty.is_array() || self.assigned.contains(&info.source_name);
        if var.0 >= values.known || !may_change {
            return var;
        }
        if let Some(kept) = values.vars.get(&var) {
            return *kept;
        }
        let (name, shown) =
            (format!("{}_before", info.name), format!("before({})", info.source_name));
        let (ty, span) = (info.ty, info.span);
        let kept = self.scopes.hidden(&name, shown, ty, span);
        self.before.iter_mut().for_each(|values| _ = values.vars.insert(var, kept));
        kept
    }

    /// `before(e)`: the value of `e` when the loop was entered.
    pub(super) fn before(
        &mut self,
        args: &[ast::Expr],
        wanted: Type,
        span: Span,
    ) -> Option<Checked> {
        let [value] = args else {
            self.error(span, "`before` takes one expression: `before(a[i])`");
            return None;
        };
        self.before.as_ref()?;
        self.with_entry_values(true, |this| this.checked(value, wanted))
    }

    /// Checks something with variables of now or, within `before(..)`, of when the loop was entered.
    pub(super) fn with_entry_values<T>(
        &mut self,
        is_inside: bool,
        check: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let values = self.before.as_mut();
        let around = values.map(|values| std::mem::replace(&mut values.is_inside, is_inside));
        let checked = check(self);
        if let (Some(values), Some(around)) = (&mut self.before, around) {
            values.is_inside = around;
        }
        checked
    }

    /// Whether `before(..)` is the operator here.
    pub(super) fn has_before(&self, name: &str) -> bool {
        name == BEFORE && self.before.is_some()
    }

    /// Reports a line about a loop that does not stand at the head of its body.
    pub(super) fn misplaced_clause(&mut self, word: &str, span: Span) -> Option<TypedStmtKind> {
        let message = format!("`{word}` stands at the head of a loop");
        let hint = "write it first in the loop's body, or between `while (..)` and `{`; what must hold elsewhere is \
                    `assert(c);`";
        self.diagnostics.push(Diagnostic::error(span, message).hint(hint));
        None
    }
}

/// The place of the first line about a loop.
fn body_span(body: &[ast::Stmt]) -> Span {
    body.iter().find(|stmt| stmt.is_loop_clause()).map_or(Span::default(), |stmt| stmt.span)
}

fn plain(kind: TypedStmtKind, span: Span) -> TypedStmt {
    TypedStmt { kind, span, checks: vec![] }
}
