//! The effects of statements: the variables that they read, write and declare, by name, and whether control
//! goes on behind them. Variables of one name are taken for the same one, which may find a dependence too
//! many but never one too few.

use super::names::{Names, names};
use crate::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind, UpdateOp};
use crate::typeck::is_builtin;

/// The effects of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Variables in expressions, also in targets and as bound variables.
    pub reads: Names,
    /// Variables that get a value, or a cell of which does.
    pub writes: Names,
    /// Variables that are declared.
    pub declares: Names,
    /// Whether there is a jump: `break`, `continue`, `return`.
    pub jumps: bool,
    /// Whether a run may get no further: an assumption, a choice in a range, which may be empty, or a loop,
    /// which may not end.
    pub cuts: bool,
    /// Whether there is a claim, or a cell access, which may be checked.
    pub claims: bool,
}

impl Effects {
    /// The effects of a statement and all inside it.
    pub fn from_stmt(stmt: &Stmt) -> Effects {
        let mut effects = Effects::default();
        stmt.visit(&mut |s| effects.add(s));
        effects
    }

    fn add(&mut self, stmt: &Stmt) {
        self.reads.extend(stmt.exprs().into_iter().flat_map(names));
        self.writes.extend(writes(stmt));
        if stmt.exprs().into_iter().any(|e| !own_calls(e).is_empty()) {
            // A function may claim something, and not return.
            (self.cuts, self.claims) = (true, true);
        }
        if let StmtKind::Function(function) = &stmt.kind {
            self.declares.extend(function.params.iter().map(|p| p.declarator.name.text.clone()));
        }
        self.declares.extend(declares(stmt));
        self.jumps |= stmt.is_jump();
        self.cuts |= stmt.is_loop() || matches!(stmt.kind, StmtKind::Assume(_));
        self.cuts |= stmt.exprs().into_iter().any(chooses_in_range);
        self.claims |=
            matches!(stmt.kind, StmtKind::Assert(_) | StmtKind::Hint(_)) || stmt.is_loop_clause();
        self.claims |= stmt.exprs().into_iter().any(reads_a_cell);
    }

    /// Whether the other statement does the same before and after this one.
    fn preserves(&self, other: &Effects) -> bool {
        let touched = |n: &String| {
            other.reads.contains(n) || other.writes.contains(n) || other.declares.contains(n)
        };
        !self.writes.iter().chain(&self.declares).any(touched)
    }

    /// Whether this statement may keep a run from claims, or from the statements behind.
    fn hides(&self, other: &Effects) -> bool {
        self.jumps || self.cuts && other.claims
    }

    /// Whether the order of two statements does not matter, but for the order of their choices.
    pub fn independent(&self, other: &Effects) -> bool {
        let apart = |x: &Effects, y: &Effects| x.preserves(y) && !x.hides(y);
        apart(self, other) && apart(other, self)
    }
}

/// The variables that a statement itself writes to, with array arguments: functions may change any.
pub fn writes(stmt: &Stmt) -> Names {
    let calls = stmt.exprs().into_iter().flat_map(own_calls);
    let given = calls.flat_map(|call| call.children());
    let written = targets(stmt).into_iter().chain(given);
    written.filter_map(Expr::root).map(str::to_owned).collect()
}

/// The variables that a statement itself declares.
pub fn declares(stmt: &Stmt) -> Vec<String> {
    match &stmt.kind {
        StmtKind::Declare { declarators, .. } => {
            declarators.iter().map(|d| d.name.text.clone()).collect()
        }
        _ => vec![],
    }
}

/// The calls of the program's own functions in an expression.
pub fn own_calls(expr: &Expr) -> Vec<&Expr> {
    let inner = expr.children().into_iter().flat_map(own_calls);
    let own = matches!(&expr.kind, ExprKind::Call { name, .. } if !is_builtin(&name.text));
    inner.chain(own.then_some(expr)).collect()
}

/// The targets of a statement itself.
pub fn targets(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Update { target, .. } => vec![target],
        StmtKind::Assign { targets, .. } | StmtKind::Havoc(targets) => targets.iter().collect(),
        // `insert(a, i, v);` writes its first argument.
        StmtKind::Call(call) => call.children().into_iter().take(1).collect(),
        _ => vec![],
    }
}

/// Whether some statement, or one inside, mentions or declares a name.
pub fn mentions(body: &[Stmt], name: &str) -> bool {
    let one = |stmt: &Stmt| {
        let Effects { reads, writes, declares, .. } = Effects::from_stmt(stmt);
        [reads, writes, declares].iter().any(|names| names.contains(name))
    };
    body.iter().any(one)
}

/// Whether an expression makes a choice, so that evaluating it twice differs from once.
pub fn chooses(expr: &Expr) -> bool {
    expr.any(&|e| match &e.kind {
        ExprKind::Nondet(_) => true,
        ExprKind::Call { name, .. } => name.text == "sub_array",
        _ => false,
    })
}

/// Whether an expression has a quantifier.
pub fn has_quantifier(e: &Expr) -> bool {
    e.any(&|e| matches!(e.kind, ExprKind::Quant { .. }))
}

/// Whether an expression binds variables.
pub fn binds(e: &Expr) -> bool {
    e.any(&|e| matches!(e.kind, ExprKind::Quant { .. } | ExprKind::Call { lambda: Some(_), .. }))
}

/// Whether an expression has scalars only, and always the same value.
pub fn is_of_scalars(e: &Expr) -> bool {
    let other = |e: &Expr| {
        use ExprKind::{Call, Index, Nondet, Quant};
        matches!(e.kind, Index(..) | Nondet(_) | Call { .. } | Quant { .. })
    };
    !e.any(&other)
}

/// Whether an expression has a choice for which there may be no value.
pub fn chooses_in_range(e: &Expr) -> bool {
    e.any(&|e| matches!(e.kind, ExprKind::Nondet(Some(_))))
}

/// Whether an expression has an access to a cell.
fn reads_a_cell(e: &Expr) -> bool {
    e.any(&|e| matches!(e.kind, ExprKind::Index(..)))
}

/// Whether a statement, or one inside it, has a property.
pub fn any(body: &[Stmt], f: &impl Fn(&Stmt) -> bool) -> bool {
    body.iter().any(|stmt| f(stmt) || stmt.children().into_iter().any(|s| any_one(s, f)))
}

fn any_one(stmt: &Stmt, f: &impl Fn(&Stmt) -> bool) -> bool {
    any(std::slice::from_ref(stmt), f)
}

/// Whether a body may `continue` the loop it belongs to; loops inside it have their own.
pub fn continues(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Continue => true,
        _ if stmt.is_loop() => false,
        _ => stmt.children().into_iter().any(|s| continues(std::slice::from_ref(s))),
    })
}

/// The number variable that an update adds to or subtracts from, the operator, and the amount; one if there
/// is none.
pub fn step(stmt: &Stmt) -> Option<(&str, BinaryOp, Option<&Expr>)> {
    let StmtKind::Update { target, op } = &stmt.kind else { return None };
    let ExprKind::Name(name) = &target.kind else { return None };
    match op {
        UpdateOp::Increment => Some((name, BinaryOp::Add, None)),
        UpdateOp::Decrement => Some((name, BinaryOp::Sub, None)),
        UpdateOp::Change(op, e) => is_sum(*op).then_some((name, *op, Some(e))),
        UpdateOp::Set(value) => match &value.kind {
            ExprKind::Binary(op, left, e) if is_sum(*op) && left.kind == target.kind => {
                Some((name, *op, Some(e)))
            }
            _ => None,
        },
    }
}

fn is_sum(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Sub)
}
