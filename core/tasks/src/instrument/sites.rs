//! The sites in a program where operators apply: uses of values that they know, and accesses to values that
//! they follow.

use super::followed::Followed;
use super::library::named;
use super::operator::Operator;
use super::pattern::{Binding, canonical, explicit, matches, matches_sum};
use super::statement::{body, scopes, shadows, unbound, unstable, write_of};
use hornbook_base::{Int, Span};
use hornbook_lang::ast::{
    BinaryOp, Expr, ExprKind, Program, Rule, Stmt, StmtKind, Trigger, UnaryOp,
};
use hornbook_lang::print;
use hornbook_lang::rewrite::names::{Names, names};
use hornbook_lang::rewrite::{build, effects, substitute};
use std::collections::BTreeMap;

/// A site where a rule fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSite {
    /// The statement.
    pub at: Span,
    /// The expression in it, for a rule about a value.
    pub value: Option<Span>,
}

impl RuleSite {
    /// The value, or else the statement.
    pub fn place(&self) -> Span {
        self.value.unwrap_or(self.at)
    }
}

/// The sites in a program where a rule of an operator fits, in the order of the program: every statement for
/// a rule that can be applied anywhere.
pub fn rule_sites(
    program: &Program,
    operator: &Operator,
    followed: &Followed,
    rule: &Rule,
) -> Vec<RuleSite> {
    let mut found = vec![];
    for stmt in body(program, followed.scope.as_deref()) {
        stmt.visit(&mut |s| found.extend(fitting_in(s, operator, followed, rule)));
    }
    found
}

fn fitting_in(stmt: &Stmt, operator: &Operator, followed: &Followed, rule: &Rule) -> Vec<RuleSite> {
    let mut binding = followed.binding(operator);
    let open = operator.open(rule);
    let here = RuleSite { at: stmt.span, value: None };
    match &rule.on {
        Trigger::Anywhere => vec![here],
        Trigger::Change(_) => vec![],
        Trigger::Write(target, value) => {
            let fits = write_of(stmt).is_some_and(|(to, new)| {
                matches(target, &to, &open, &mut binding)
                    && matches_sum(value, &new, &open, &mut binding)
            });
            if fits { vec![here] } else { vec![] }
        }
        Trigger::Value(pattern) => {
            let targets: Vec<Span> = effects::targets(stmt).into_iter().map(|e| e.span).collect();
            let values = stmt.exprs().into_iter().flat_map(unbound);
            let fits = |e: &&Expr| {
                !targets.contains(&e.span)
                    && !unstable(e)
                    && matches(pattern, &explicit(e), &open, &mut binding.clone())
            };
            values.filter(fits).map(|e| RuleSite { value: Some(e.span), ..here }).collect()
        }
    }
}

/// A value in a program that a rule of an operator replaces.
#[derive(Clone, Debug)]
pub struct Use {
    /// The function that it stands in.
    pub scope: Option<String>,
    /// The statement.
    pub at: Span,
    /// The value.
    pub value: Span,
    /// The name of the operator.
    pub operator: String,
    /// The names of the rules that fit.
    pub rules: Vec<String>,
    /// The binding of the names of the operator and of the rule.
    pub binding: Binding,
    /// Uses with the same key can share their ghost variables.
    pub key: String,
    /// The spans at which runs pass the use.
    pub places: Vec<Span>,
}

impl Use {
    /// Its index among the different values of its statement: one ghost cannot follow several at once.
    pub fn value_index(&self, all: &[&Use]) -> usize {
        let values = |u: &Use| u.binding.values.values().map(print::expr).collect::<Vec<_>>();
        let mut seen: Vec<Vec<String>> = vec![];
        for other in all.iter().filter(|other| other.at == self.at) {
            if !seen.contains(&values(other)) {
                seen.push(values(other));
            }
        }
        seen.iter().position(|known| *known == values(self)).unwrap_or(0)
    }
}

/// All uses of a program, in order. Of several operators that follow numbers the one of this index counts,
/// or the last one; of others the first.
pub fn uses(program: &Program, library: &[Operator], number: usize) -> Vec<Use> {
    let mut found = vec![];
    for scope in scopes(program) {
        for stmt in body(program, scope.as_deref()) {
            stmt.visit(&mut |s| {
                for expr in s.exprs() {
                    in_expr(expr, (s, &scope), (library, number), &mut found);
                }
            });
        }
    }
    found
}

fn in_expr(
    expr: &Expr,
    (stmt, scope): (&Stmt, &Option<String>),
    (library, number): (&[Operator], usize),
    found: &mut Vec<Use>,
) {
    // Conditions of loops and lines about them stay as they are.
    if stmt.is_loop() || stmt.is_loop_clause() {
        return;
    }
    let mut all: Vec<Use> = library.iter().filter_map(|o| used(expr, stmt, scope, o)).collect();
    if !all.is_empty() {
        let follows_array =
            |u: &Use| named(library, &u.operator).is_some_and(|o| o.array().is_some());
        let which = if follows_array(&all[0]) { 0 } else { number.min(all.len() - 1) };
        found.push(all.swap_remove(which));
        return;
    }
    let inside = match &expr.kind {
        ExprKind::Quant { range, .. } => range.iter().flat_map(|ends| [&ends.0, &ends.1]).collect(),
        ExprKind::Call { args, .. } => args.iter().collect(),
        _ => expr.children(),
    };
    inside.into_iter().for_each(|e| in_expr(e, (stmt, scope), (library, number), found));
}

fn used(expr: &Expr, stmt: &Stmt, scope: &Option<String>, operator: &Operator) -> Option<Use> {
    if unstable(expr) || shadows(stmt, Some(expr.span)) {
        return None;
    }
    let fitting = knowing(expr, operator);
    let binding = fitting.first()?.1.clone();
    Some(Use {
        scope: scope.clone(),
        at: stmt.span,
        value: expr.span,
        operator: operator.name().to_owned(),
        rules: fitting.into_iter().map(|(rule, _)| rule).collect(),
        key: key(operator, &binding),
        binding,
        places: places(stmt),
    })
}

/// The rules by which an operator knows a value, with the binding of its names.
fn knowing(expr: &Expr, operator: &Operator) -> Vec<(String, Binding)> {
    let explicit = explicit(expr);
    let values = operator.tree.rules.iter().filter_map(|rule| match &rule.on {
        Trigger::Value(pattern) if !matches!(pattern.kind, ExprKind::Index(..)) => {
            Some((rule, pattern))
        }
        _ => None,
    });
    let numbers = |e: &Expr| operator.array().is_some() || build::literal(e).is_none();
    let fitting = values.filter_map(|(rule, pattern)| {
        let mut open = operator.open(rule);
        open.extend(operator.array().map(str::to_owned));
        open.extend(operator.formula().map(str::to_owned));
        let mut binding = Binding::default();
        let fits = matches(pattern, &explicit, &open, &mut binding)
            && binding.values.values().all(numbers);
        fits.then(|| (rule.name.text.clone(), binding))
    });
    fitting.collect()
}

/// Whether an operator knows a value in an expression.
pub fn asks(expr: &Expr, library: &[Operator]) -> bool {
    let known = |e: &&Expr| !unstable(e) && library.iter().any(|o| !knowing(e, o).is_empty());
    unbound(expr).iter().any(known)
}

/// The key of uses that can share ghost variables: the array and the formula, or, where no array is
/// followed, the numbers.
fn key(operator: &Operator, binding: &Binding) -> String {
    let formula = binding.formulas.values().map(canonical);
    let values: Vec<String> = match operator.array() {
        Some(array) => binding.values.get(array).map(print::expr).into_iter().collect(),
        None => binding.values.values().map(print::expr).collect(),
    };
    let parts = values.into_iter().chain(formula).collect::<Vec<_>>();
    format!("{}: {}", operator.name(), parts.join("; "))
}

/// A loop around a statement.
#[derive(Clone, Debug)]
pub struct EnclosingLoop {
    /// The loop.
    pub span: Span,
    /// The initial values of variables in its header.
    pub first: BTreeMap<String, Expr>,
    /// Whether a variable only grows (1) or only shrinks (-1) in it.
    pub steps: BTreeMap<String, i64>,
    /// The variables that its condition asks about.
    pub asks: Names,
}

impl EnclosingLoop {
    fn new(stmt: &Stmt) -> EnclosingLoop {
        let mut steps = BTreeMap::<String, i64>::new();
        let mut note = |s: &Stmt| {
            if let Some((name, op, by)) = effects::step(s) {
                let down = op == BinaryOp::Sub;
                let negative = by.and_then(build::literal).is_some_and(|n| n.is_negative());
                let sign = if down == negative { 1 } else { -1 };
                let known = steps.entry(name.to_owned()).or_insert(sign);
                *known = if *known == sign { sign } else { 0 };
            }
        };
        stmt.children().into_iter().for_each(|child| child.visit(&mut note));
        steps.retain(|_, sign| *sign != 0);
        let mut first = BTreeMap::new();
        if let StmtKind::For { init, .. } = &stmt.kind {
            for (target, value) in init.iter().filter_map(write_of) {
                if let ExprKind::Name(name) = target.kind {
                    first.insert(name, value);
                }
            }
        }
        let asks = stmt.exprs().into_iter().flat_map(names).collect();
        EnclosingLoop { span: stmt.span, first, steps, asks }
    }

    /// The value of an expression at the start of the loop.
    pub fn on_entry(&self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        substitute(&mut expr, &self.first);
        expr
    }
}

/// A read or write of a cell of the followed array.
#[derive(Clone, Debug)]
pub struct Access {
    /// The statement.
    pub at: Span,
    /// The expression, if it is read.
    pub value: Option<Span>,
    /// The index.
    pub index: Expr,
    /// Whether the new value of the cell depends on the old one.
    pub changes: bool,
    /// The loops around, the outermost first; a loop that reads it in its condition is the last one.
    pub loops: Vec<EnclosingLoop>,
    /// The spans of the statement and its expressions.
    pub places: Vec<Span>,
}

impl Access {
    /// The loop in which the index moves, with the direction; of several the innermost.
    pub fn moves(&self) -> Option<(&EnclosingLoop, i64)> {
        self.loops.iter().rev().find_map(|l| {
            let sign = l
                .steps
                .iter()
                .map(|(name, step)| step * slope(&self.index, name))
                .find(|s| *s != 0);
            Some((l, sign?))
        })
    }
}

/// The direction in which an expression moves with a variable: 1, -1, or 0 if it is neither or both.
fn slope(expr: &Expr, name: &str) -> i64 {
    match &expr.kind {
        ExprKind::Name(other) => i64::from(other == name),
        ExprKind::Unary(UnaryOp::Neg, e) => -slope(e, name),
        ExprKind::Binary(op, a, b) => {
            let (x, y) = (slope(a, name), slope(b, name));
            let sign = |e: &Expr| match build::literal(e) {
                Some(n) if n.is_negative() => -1,
                Some(n) if n == Int::ZERO => 0,
                Some(_) => 1,
                None => 0,
            };
            match op {
                BinaryOp::Add => (x + y).signum(),
                BinaryOp::Sub => (x - y).signum(),
                BinaryOp::Mul => sign(b) * x + sign(a) * y,
                _ => 0,
            }
        }
        _ => 0,
    }
}

/// The spans at which runs pass a statement: all of it, or, where it contains others, its own expressions.
pub fn places(stmt: &Stmt) -> Vec<Span> {
    let mut parts = vec![stmt.span];
    parts.extend(stmt.exprs().into_iter().map(|e| e.span));
    if let StmtKind::Declare { declarators, .. } = &stmt.kind {
        parts.extend(declarators.iter().flat_map(|d| [d.span, d.name.span]));
    }
    parts
}

/// The reads and writes of cells of an array in a scope, in order; for a number all statements that assign
/// it.
pub fn accesses(program: &Program, scope: Option<&str>, array: &Expr) -> Vec<Access> {
    let mut found = vec![];
    for stmt in body(program, scope) {
        in_stmt(stmt, array, &mut vec![], &mut found);
    }
    found
}

fn in_stmt(stmt: &Stmt, array: &Expr, loops: &mut Vec<EnclosingLoop>, found: &mut Vec<Access>) {
    if stmt.is_loop() {
        loops.push(EnclosingLoop::new(stmt));
    }
    let places = places(stmt);
    let mut add = |value: Option<Span>, index: &Expr, changes: bool| {
        let (index, loops) = (index.clone(), loops.clone());
        found.push(Access { at: stmt.span, value, index, changes, loops, places: places.clone() });
    };
    let targets: Vec<Span> = effects::targets(stmt).into_iter().map(|e| e.span).collect();
    for expr in stmt.exprs().into_iter().flat_map(unbound) {
        if let ExprKind::Index(of, index) = &expr.kind
            && build::same(of, array)
            && !targets.contains(&expr.span)
        {
            add(Some(expr.span), index, false);
        }
    }
    if let Some((target, value)) = write_of(stmt)
        && let ExprKind::Index(of, index) = &target.kind
        && build::same(of, array)
    {
        let mut changes = false;
        value.visit(&mut |e| changes |= build::same(e, &target));
        add(None, index, changes);
    }
    stmt.children().into_iter().for_each(|child| in_stmt(child, array, loops, found));
    if stmt.is_loop() {
        loops.pop();
    }
}

/// The statements of a scope that assign a number, with the value and the loops around.
pub fn steps(
    program: &Program,
    scope: Option<&str>,
    name: &str,
) -> Vec<(Stmt, Expr, Vec<EnclosingLoop>)> {
    let mut found = vec![];
    for stmt in body(program, scope) {
        steps_in(stmt, name, &mut vec![], &mut found);
    }
    found
}

fn steps_in(
    stmt: &Stmt,
    name: &str,
    loops: &mut Vec<EnclosingLoop>,
    found: &mut Vec<(Stmt, Expr, Vec<EnclosingLoop>)>,
) {
    let given = match &stmt.kind {
        StmtKind::Declare { declarators, .. } => {
            let declared = declarators.iter().find(|d| d.name.text == name);
            declared.and_then(|d| d.init.clone())
        }
        _ => {
            let is_name = |target: &Expr| target.kind == ExprKind::Name(name.to_owned());
            write_of(stmt).filter(|(target, _)| is_name(target)).map(|(_, value)| value)
        }
    };
    found.extend(given.map(|value| (stmt.clone(), value, loops.clone())));
    if stmt.is_loop() {
        loops.push(EnclosingLoop::new(stmt));
    }
    stmt.children().into_iter().for_each(|child| steps_in(child, name, loops, found));
    if stmt.is_loop() {
        loops.pop();
    }
}
