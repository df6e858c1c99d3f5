//! Where a program uses what operators know, and where it changes or reads what they follow.

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

/// A place where a rule fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The statement.
    pub at: Span,
    /// The expression in it, for a rule about a value.
    pub value: Option<Span>,
}

impl Fit {
    /// The value, or else the statement.
    pub fn place(&self) -> Span {
        self.value.unwrap_or(self.at)
    }
}

/// The places in a program where a rule fits an operator that follows something, in the order of the
/// program: every statement for a rule that can be applied anywhere.
pub fn fitting(
    program: &Program,
    operator: &Operator,
    followed: &Followed,
    rule: &Rule,
) -> Vec<Fit> {
    let mut found = vec![];
    for stmt in body(program, followed.scope.as_deref()) {
        stmt.visit(&mut |s| found.extend(fitting_in(s, operator, followed, rule)));
    }
    found
}

fn fitting_in(stmt: &Stmt, operator: &Operator, followed: &Followed, rule: &Rule) -> Vec<Fit> {
    let mut binding = followed.binding(operator);
    let open = operator.open(rule);
    let here = Fit { at: stmt.span, value: None };
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
            values.filter(fits).map(|e| Fit { value: Some(e.span), ..here }).collect()
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
    /// What the names of the operator and of the rule stand for.
    pub binding: Binding,
    /// Uses with the same key can share their ghost variables.
    pub key: String,
    /// Where runs are when they come by.
    pub places: Vec<Span>,
}

impl Use {
    /// Its number among the different values of its statement, from 0: one ghost cannot be about several
    /// at once.
    pub fn turn(&self, all: &[&Use]) -> usize {
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

/// All uses of a program, in its order. Of several operators that follow numbers the one of this number
/// counts, or the last one; of others the first.
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
    // What loops evaluate again and again stays as it is.
    if stmt.is_loop() {
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

/// The rules by which an operator knows a value, with what its names stand for.
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

/// Whether an expression asks for something that an operator knows.
pub fn asks(expr: &Expr, library: &[Operator]) -> bool {
    let known = |e: &&Expr| !unstable(e) && library.iter().any(|o| !knowing(e, o).is_empty());
    unbound(expr).iter().any(known)
}

/// What decides whether two uses can share ghost variables: the array and the formula, or, where no
/// array is followed, the numbers.
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
pub struct Loop {
    /// It.
    pub span: Span,
    /// What its header gives variables first.
    pub first: BTreeMap<String, Expr>,
    /// Whether a variable only grows (1) or only shrinks (-1) in it.
    pub steps: BTreeMap<String, i64>,
    /// The variables that its condition asks about.
    pub asks: Names,
}

impl Loop {
    fn new(stmt: &Stmt) -> Loop {
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
        Loop { span: stmt.span, first, steps, asks }
    }

    /// What an expression is when the loop begins.
    pub fn on_entry(&self, expr: &Expr) -> Expr {
        let mut expr = expr.clone();
        substitute(&mut expr, &self.first);
        expr
    }
}

/// A read or write of a cell of what is followed.
#[derive(Clone, Debug)]
pub struct Access {
    /// The statement.
    pub at: Span,
    /// The expression, if it is read.
    pub value: Option<Span>,
    /// The index.
    pub index: Expr,
    /// Whether it gives the cell a value that depends on the one it had.
    pub changes: bool,
    /// The loops around, the outermost first; a loop that reads it in its condition is the last one.
    pub loops: Vec<Loop>,
    /// Places of the statement and of what it evaluates.
    pub places: Vec<Span>,
}

impl Access {
    /// The loop in which the index moves, with the direction; of several the innermost.
    pub fn moves(&self) -> Option<(&Loop, i64)> {
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

/// Whether an expression grows (1) or shrinks (-1) with a variable; 0 if it does neither or both.
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

/// Where runs are when they come by a statement: at all of it, or, where there are others in it, at
/// what it evaluates itself.
pub fn places(stmt: &Stmt) -> Vec<Span> {
    let mut parts = vec![stmt.span];
    parts.extend(stmt.exprs().into_iter().map(|e| e.span));
    if let StmtKind::Declare { declarators, .. } = &stmt.kind {
        parts.extend(declarators.iter().flat_map(|d| [d.span, d.name.span]));
    }
    parts
}

/// The reads and writes of cells of an array in a scope, in their order; and for those of a number, all
/// statements that give it a value.
pub fn accesses(program: &Program, scope: Option<&str>, array: &Expr) -> Vec<Access> {
    let mut found = vec![];
    for stmt in body(program, scope) {
        in_stmt(stmt, array, &mut vec![], &mut found);
    }
    found
}

fn in_stmt(stmt: &Stmt, array: &Expr, loops: &mut Vec<Loop>, found: &mut Vec<Access>) {
    if stmt.is_loop() {
        loops.push(Loop::new(stmt));
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

/// The statements of a scope that give a number a value, with the value and the loops around.
pub fn steps(program: &Program, scope: Option<&str>, name: &str) -> Vec<(Stmt, Expr, Vec<Loop>)> {
    let mut found = vec![];
    for stmt in body(program, scope) {
        steps_in(stmt, name, &mut vec![], &mut found);
    }
    found
}

fn steps_in(
    stmt: &Stmt,
    name: &str,
    loops: &mut Vec<Loop>,
    found: &mut Vec<(Stmt, Expr, Vec<Loop>)>,
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
        loops.push(Loop::new(stmt));
    }
    stmt.children().into_iter().for_each(|child| steps_in(child, name, loops, found));
    if stmt.is_loop() {
        loops.pop();
    }
}
