//! All rounds of a counted loop at once: each variable has moved by the sum of what the rounds moved it by, and each
//! cell has the value of the round that wrote it.

use super::round::{CellValue, Round, RoundValue, WrittenCell, execute};
use super::{Summarizer, havoc};
use crate::tiling::form::{expr, form, names_in, var};
use crate::tiling::loops::Loop;
use hornbook_base::{Int, Span};
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{
    BinaryOp, CompareOp, Declarator, Expr, ExprKind, Lambda, Name, Quantifier, Stmt, StmtKind,
    TypeName, UnaryOp,
};
use hornbook_lang::rewrite::names::Names;
use hornbook_lang::rewrite::{build, effects, substitute, walk};
use std::collections::BTreeMap;

/// The most parts of the value that a round adds.
const MOST_PARTS: usize = 8;

/// A part of what a round adds: it is added so many times.
struct Part {
    times: Int,
    what: Addend,
}

/// The addend of each round, or of some.
enum Addend {
    /// One.
    One,
    /// One, if the condition holds.
    Indicator(Expr),
    /// This value.
    Value(Expr),
}

/// The rounds of a loop.
struct Rounds<'l> {
    l: &'l Loop,
    /// The variables with the least value of the counter in a round, and with the one behind the greatest.
    lo: String,
    hi: String,
    /// Arrays that the loop changes, with their copies from when it was entered.
    copies: BTreeMap<String, String>,
}

impl Rounds<'_> {
    /// Whether there are any.
    fn are_some(&self) -> Expr {
        build::compare(build::name(&self.lo), CompareOp::Lt, build::name(&self.hi))
    }

    /// An expression of a round, at this value of the counter.
    fn value_at(&self, e: &Expr, counter: Expr) -> Expr {
        let copies = self.copies.iter().map(|(array, copy)| (array.clone(), build::name(copy)));
        let map: BTreeMap<String, Expr> =
            copies.chain([(self.l.counter.clone(), counter)]).collect();
        let mut e = e.clone();
        substitute(&mut e, &map);
        e
    }

    /// The counter of the last round, if there is one.
    fn last(&self) -> Expr {
        match self.l.step > 0 {
            true => build::plus(build::name(&self.hi), -1),
            false => build::name(&self.lo),
        }
    }
}

impl Summarizer {
    /// The statements that do what all rounds of the loop do; `None` if nothing is known of them.
    pub(super) fn closed_form(&mut self, stmt: &Stmt, l: &Loop) -> Option<Vec<Stmt>> {
        if l.step.abs() != 1 || effects::continues(&l.body) {
            return None;
        }
        let types = &self.types;
        let round = execute(l, &|name| types.arrays.contains_key(name));
        let local: Names = l.body.iter().flat_map(declared_below).collect();
        let header: Names = header(stmt).iter().flat_map(effects::declares).collect();
        let mut changed: Names = l.changes.difference(&local).cloned().collect();
        changed.remove(&l.counter);
        let known = |name: &String| self.is_known(&round, name);
        if !changed.is_empty() && !changed.iter().any(known) {
            return None;
        }
        let [lo, hi] = ["from", "to"].map(|base| self.fresh.name(base));
        let mut rounds = Rounds { l, lo, hi, copies: BTreeMap::new() };
        let mut out = self.range(&rounds);
        let arrays = changed.iter().filter(|name| self.types.arrays.contains_key(*name));
        for name in arrays.cloned().collect::<Vec<_>>() {
            let copy = self.fresh.name(&format!("{name}_before"));
            out.push(declare_array(self.types.arrays[&name], &copy, Some(build::name(&name))));
            rounds.copies.insert(name, copy);
        }
        for name in &changed {
            let statements = self.behind(&rounds, &round, name);
            out.extend(statements);
        }
        if !header.contains(&l.counter) {
            let (some, none) = match l.step > 0 {
                true => (build::name(&rounds.hi), build::name(&rounds.lo)),
                false => (
                    build::plus(build::name(&rounds.lo), -1),
                    build::plus(build::name(&rounds.hi), -1),
                ),
            };
            out.push(build::set(build::name(&l.counter), choose(rounds.are_some(), some, none)));
        }
        Some(out)
    }

    /// Whether a variable that a loop changes is known behind it.
    fn is_known(&self, round: &Round, name: &String) -> bool {
        if round.unknown.contains(name) {
            return false;
        }
        match (self.types.scalars.get(name), self.types.arrays.get(name)) {
            (Some(_), _) => match round.scalars.get(name) {
                Some(RoundValue::Moved(of, _)) => of == name,
                Some(RoundValue::Closed(_)) => true,
                _ => false,
            },
            (_, Some(_)) => round.cells.contains_key(name),
            _ => false,
        }
    }

    /// The values of the counter, which are those of a range.
    fn range(&self, rounds: &Rounds) -> Vec<Stmt> {
        let Loop { first, bound, step, .. } = rounds.l;
        let (lo, hi) = match *step > 0 {
            true => (expr(first), expr(bound)),
            false => (build::plus(expr(bound), 1), build::plus(expr(first), 1)),
        };
        vec![build::declare(&rounds.lo, lo), build::declare(&rounds.hi, hi)]
    }

    /// The value of a variable behind the loop.
    fn behind(&mut self, rounds: &Rounds, round: &Round, name: &String) -> Vec<Stmt> {
        let any = || havoc(std::iter::once(name.clone())).into_iter().collect();
        if !self.is_known(round, name) {
            return any();
        }
        if let Some(cell) = round.cells.get(name) {
            return self.cells(rounds, name, cell).unwrap_or_else(any);
        }
        match round.scalars.get(name) {
            Some(RoundValue::Closed(value)) => {
                let last = rounds.value_at(value, rounds.last());
                let value = choose(rounds.are_some(), last, build::name(name));
                vec![build::set(build::name(name), value)]
            }
            Some(RoundValue::Moved(_, by)) if self.types.scalars[name] == TypeName::Int => {
                self.sum(rounds, name, by).unwrap_or_else(any)
            }
            Some(RoundValue::Moved(..)) => vec![],
            _ => any(),
        }
    }

    /// The cells that the rounds wrote, and the others, which are as they were.
    fn cells(&mut self, rounds: &Rounds, array: &str, cell: &WrittenCell) -> Option<Vec<Stmt>> {
        let counter = var(&rounds.l.counter);
        let rest = cell.index.replace(&counter, &Linear::constant(0));
        let k = self.fresh.name("k");
        let (lo, hi) = (build::name(&rounds.lo), build::name(&rounds.hi));
        let plus = |e: Expr, form: &Linear| build::binary(BinaryOp::Add, e, expr(form));
        let minus = |form: &Linear, e: Expr| build::binary(BinaryOp::Sub, expr(form), e);
        let (range, round_of) = if cell.index.coeff(&counter).is_negative() {
            let range = (build::plus(minus(&rest, hi), 1), build::plus(minus(&rest, lo), 1));
            (range, minus(&rest, build::name(&k)))
        } else {
            let round_of = build::binary(BinaryOp::Sub, build::name(&k), expr(&rest));
            let zero = rest.as_constant().is_some_and(Int::is_zero);
            match zero {
                true => ((lo, hi), build::name(&k)),
                false => ((plus(lo, &rest), plus(hi, &rest)), round_of),
            }
        };
        let own = |array: &str| cell_at(array, build::name(&k));
        let inside = and([
            build::compare(range.0.clone(), CompareOp::Le, build::name(&k)),
            build::compare(build::name(&k), CompareOp::Lt, range.1.clone()),
        ]);
        let before = rounds.copies.get(array)?;
        let kept = build::compare(own(array), CompareOp::Eq, own(before));
        let mut out = vec![];
        out.extend(havoc(std::iter::once(array.to_owned())));
        let outside = build::binary(BinaryOp::Implies, build::not(inside.clone()), kept);
        out.push(build::assume(for_all(&k, outside)));
        let value = match &cell.value {
            CellValue::Closed(value) => rounds.value_at(value, round_of),
            CellValue::Entered => own(before),
            CellValue::Unknown => return Some(out),
        };
        let written = build::compare(own(array), CompareOp::Eq, value);
        out.push(build::assume(for_all(&k, build::binary(BinaryOp::Implies, inside, written))));
        Some(out)
    }

    /// `name += the sum of what the rounds add`.
    fn sum(&mut self, rounds: &Rounds, name: &str, by: &Expr) -> Option<Vec<Stmt>> {
        let mut parts = vec![];
        collect(by, &Int::ONE, &mut parts).filter(|()| parts.len() <= MOST_PARTS)?;
        let mut out = vec![];
        let mut total = build::name(name);
        let some = rounds.are_some();
        let [lo, hi] = [&rounds.lo, &rounds.hi].map(|name| build::name(name));
        let count = choose(some, build::binary(BinaryOp::Sub, hi, lo), build::int(&Int::ZERO));
        for Part { times, what } in parts {
            let sum = match what {
                Addend::One => count.clone(),
                Addend::Indicator(cond) => self.count(rounds, &cond, &mut out)?,
                Addend::Value(value) => self.sum_of(rounds, &value, &mut out)?,
            };
            let op = if times.is_negative() { BinaryOp::Sub } else { BinaryOp::Add };
            let sum = match times.abs().is_one() {
                true => sum,
                false => build::binary(BinaryOp::Mul, build::int(&times.abs()), sum),
            };
            total = build::binary(op, total, sum);
        }
        out.push(build::set(build::name(name), total));
        Some(out)
    }

    /// The number of rounds for which a condition holds.
    fn count(&mut self, rounds: &Rounds, cond: &Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        if let Some((array, shift)) = self.only_cell(rounds, cond) {
            let [value, index] = ["v", "k"].map(|base| self.fresh.name(base));
            let mut body = cond.clone();
            walk::subexprs(&mut body, &mut |e| {
                if matches!(e.kind, ExprKind::Index(..)) {
                    *e = build::name(&value);
                }
            });
            let round = build::binary(BinaryOp::Sub, build::name(&index), expr(&shift));
            let round = if is_zero(&shift) { build::name(&index) } else { round };
            let body = rounds.value_at(&body, round);
            let params = [value, index].map(|text| Name { text, span: Span::default() }).to_vec();
            let args = self.range_args(rounds, &array, &shift);
            return Some(call("count", args, Some(Lambda { params, body })));
        }
        let [one, zero] = [Int::ONE, Int::ZERO].map(|n| build::int(&n));
        self.sum_of(rounds, &choose(cond.clone(), one, zero), out)
    }

    /// The sum of a value over all rounds.
    fn sum_of(&mut self, rounds: &Rounds, value: &Expr, out: &mut Vec<Stmt>) -> Option<Expr> {
        let is_cell = matches!(value.kind, ExprKind::Index(..));
        if let Some((array, shift)) = self.only_cell(rounds, value).filter(|_| is_cell) {
            let args = self.range_args(rounds, &array, &shift);
            return Some(call("sum", args, None));
        }
        let [addends, k] = ["addend", "k"].map(|base| self.fresh.name(base));
        out.push(declare_array(TypeName::Int, &addends, None));
        let addend = cell_at(&addends, build::name(&k));
        let is = build::compare(addend, CompareOp::Eq, rounds.value_at(value, build::name(&k)));
        out.push(build::assume(for_all(&k, is)));
        let args = self.range_args(rounds, &addends, &Linear::constant(0));
        Some(call("sum", args, None))
    }

    fn range_args(&self, rounds: &Rounds, array: &str, shift: &Linear) -> Vec<Expr> {
        let end = |name: &str| match is_zero(shift) {
            true => build::name(name),
            false => build::binary(BinaryOp::Add, build::name(name), expr(shift)),
        };
        let array = rounds.copies.get(array).map_or(array, String::as_str);
        vec![build::name(array), end(&rounds.lo), end(&rounds.hi)]
    }

    /// The array of numbers with one index of which an expression reads one cell, at the counter and this distance, if it
    /// reads no others.
    fn only_cell(&self, rounds: &Rounds, e: &Expr) -> Option<(String, Linear)> {
        let mut found: Vec<(String, Linear)> = vec![];
        let mut all = !effects::binds(e);
        e.visit(&mut |e| {
            let ExprKind::Index(array, index) = &e.kind else { return };
            let counter = &rounds.l.counter;
            let place = form(index).filter(|form| form.coeff(&var(counter)).is_one());
            let shift = place.map(|form| form.replace(&var(counter), &Linear::constant(0)));
            match (&array.kind, shift.filter(|shift| !names_in(shift).contains(counter))) {
                (ExprKind::Name(name), Some(shift)) => found.push((name.clone(), shift)),
                _ => all = false,
            }
        });
        let (first, others) = found.split_first()?;
        let is_numbers = self.types.arrays.get(&first.0) == Some(&TypeName::Int);
        (all && is_numbers && others.iter().all(|other| other == first)).then(|| first.clone())
    }
}

/// The statements in the header of a loop.
fn header(stmt: &Stmt) -> &[Stmt] {
    match &stmt.kind {
        StmtKind::For { init, .. } => init,
        _ => &[],
    }
}

fn declared_below(stmt: &Stmt) -> Names {
    let mut found = Names::new();
    stmt.visit(&mut |s| found.extend(effects::declares(s)));
    found
}

/// Splits what a round adds into parts.
fn collect(e: &Expr, times: &Int, parts: &mut Vec<Part>) -> Option<()> {
    if parts.len() > MOST_PARTS {
        return None;
    }
    let negated = || -times;
    match &e.kind {
        _ if build::literal(e).is_some() => {
            let n = build::literal(e)?;
            if !n.is_zero() {
                parts.push(Part { times: times * &n, what: Addend::One });
            }
        }
        ExprKind::Unary(UnaryOp::Neg, inner) => collect(inner, &negated(), parts)?,
        ExprKind::Binary(BinaryOp::Add, a, b) => {
            collect(a, times, parts)?;
            collect(b, times, parts)?;
        }
        ExprKind::Binary(BinaryOp::Sub, a, b) => {
            collect(a, times, parts)?;
            collect(b, &negated(), parts)?;
        }
        ExprKind::Binary(BinaryOp::Mul, a, b) => match (build::literal(a), build::literal(b)) {
            (Some(n), _) => collect(b, &(times * &n), parts)?,
            (_, Some(n)) => collect(a, &(times * &n), parts)?,
            _ => parts.push(Part { times: times.clone(), what: Addend::Value(e.clone()) }),
        },
        ExprKind::Ite(..) => match leaves(e, None) {
            Some(leaves) => {
                for (cond, n) in leaves.into_iter().filter(|(_, n)| !n.is_zero()) {
                    indicator(cond, &(times * &n), parts);
                }
            }
            None => parts.push(Part { times: times.clone(), what: Addend::Value(e.clone()) }),
        },
        _ => parts.push(Part { times: times.clone(), what: Addend::Value(e.clone()) }),
    }
    Some(())
}

/// The numbers that a choice may give, each with the condition for it.
fn leaves(e: &Expr, path: Option<Expr>) -> Option<Vec<(Expr, Int)>> {
    let ExprKind::Ite(cond, then, els) = &e.kind else {
        return Some(vec![(path?, build::literal(e)?)]);
    };
    let mut all = leaves(then, Some(build::and(path.clone(), (**cond).clone())))?;
    all.extend(leaves(els, Some(build::and(path, build::not((**cond).clone()))))?);
    Some(all)
}

/// One where the condition holds, in one form for a condition and its opposite: the number of rounds in which it does not
/// hold is that of the others.
fn indicator(cond: Expr, times: &Int, parts: &mut Vec<Part>) {
    let (cond, holds) = positive(cond, true);
    match holds {
        true => parts.push(Part { times: times.clone(), what: Addend::Indicator(cond) }),
        false => {
            parts.push(Part { times: times.clone(), what: Addend::One });
            parts.push(Part { times: -times, what: Addend::Indicator(cond) });
        }
    }
}

/// A condition without `!`, `!=`, `<` and `>=` at its top, and whether it has to hold.
fn positive(cond: Expr, holds: bool) -> (Expr, bool) {
    match cond.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => positive(*inner, !holds),
        ExprKind::Compare(first, rest) if rest.len() == 1 => {
            let (op, second) = (rest[0].0, rest[0].1.clone());
            let compare = |a: Expr, op, b: Expr| build::compare(a, op, b);
            match op {
                CompareOp::Eq | CompareOp::Le => (compare(*first, op, second), holds),
                CompareOp::Ne => (compare(*first, CompareOp::Eq, second), !holds),
                CompareOp::Gt => (compare(*first, CompareOp::Le, second), !holds),
                CompareOp::Lt => (compare(second, CompareOp::Le, *first), !holds),
                CompareOp::Ge => (compare(second, CompareOp::Le, *first), holds),
            }
        }
        kind => (build::expr(kind), holds),
    }
}

fn is_zero(form: &Linear) -> bool {
    form.as_constant().is_some_and(Int::is_zero)
}

fn call(name: &str, args: Vec<Expr>, lambda: Option<Lambda>) -> Expr {
    let name = Name { text: name.to_owned(), span: Span::default() };
    build::expr(ExprKind::Call { name, args, lambda: lambda.map(Box::new) })
}

fn cell_at(array: &str, index: Expr) -> Expr {
    build::expr(ExprKind::Index(Box::new(build::name(array)), Box::new(index)))
}

fn and(parts: [Expr; 2]) -> Expr {
    let [first, second] = parts;
    build::and(Some(first), second)
}

fn choose(cond: Expr, then: Expr, els: Expr) -> Expr {
    build::expr(ExprKind::Ite(Box::new(cond), Box::new(then), Box::new(els)))
}

/// `forall k: body`
fn for_all(k: &str, body: Expr) -> Expr {
    build::expr(ExprKind::Quant {
        quantifier: Quantifier::Forall,
        vars: vec![Name { text: k.to_owned(), span: Span::default() }],
        range: None,
        body: Box::new(body),
    })
}

/// `int name[];`, with a value or with any.
fn declare_array(ty: TypeName, name: &str, value: Option<Expr>) -> Stmt {
    let name = Name { text: name.to_owned(), span: Span::default() };
    let declarator =
        Declarator { name, dimensions: vec![None], init: value, span: Span::default() };
    build::stmt(StmtKind::Declare { constant: false, ty, declarators: vec![declarator] })
}
