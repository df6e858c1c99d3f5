//! From expressions to instructions.
//!
//! Both sides of a condition are evaluated where something is chosen in them. Elsewhere one side may decide
//! it, and the other one cannot become too large.

use super::translate::{Label, Translation, chooses};
use super::{Chooser, Code, Reg};
use hornbook_lang::typed::{
    Builtin, Quantifier, Type, TypedBinaryOp, TypedExpr, TypedExprKind, UnaryOp, VarId,
};

impl Translation {
    /// A register with the value of an expression: that of a variable itself, or a new one.
    pub(super) fn term(&mut self, e: &TypedExpr) -> Option<Reg> {
        match &e.kind {
            TypedExprKind::Int(n) => self.constant(n.to_i64()?),
            TypedExprKind::Bool(b) => self.constant(i64::from(*b)),
            TypedExprKind::Var(var) if !e.ty.is_array() => self.variable(*var),
            _ => {
                let to = self.fresh()?;
                self.put(e, to)?;
                Some(to)
            }
        }
    }

    /// Puts the value of an expression into a register, which the expression may read. No register holds an array.
    pub(super) fn put(&mut self, e: &TypedExpr, to: Reg) -> Option<()> {
        if e.ty.is_array() {
            return None;
        }
        match &e.kind {
            TypedExprKind::Int(_) | TypedExprKind::Bool(_) | TypedExprKind::Var(_) => {
                let from = self.term(e)?;
                self.emit(Code::Move(to, from));
            }
            TypedExprKind::Read(array, index) => self.read(array, index, to)?,
            TypedExprKind::Nondet(range) => self.nondet(e, range.as_deref(), to)?,
            TypedExprKind::Unary(op, a) => {
                let a = self.term(a)?;
                self.emit(match op {
                    UnaryOp::Neg => Code::Neg(to, a),
                    UnaryOp::Not => Code::Not(to, a),
                });
            }
            TypedExprKind::Binary(op, a, b) if !a.ty.is_array() => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                self.emit(match op {
                    TypedBinaryOp::Add => Code::Add(to, a, b),
                    TypedBinaryOp::Sub => Code::Sub(to, a, b),
                    TypedBinaryOp::Mul => Code::Mul(to, a, b),
                    op => Code::Op(*op, to, a, b),
                });
            }
            TypedExprKind::Ite(cond, a, b) => self.ite((cond, a, b), to)?,
            TypedExprKind::Call(Builtin::Abs, args) => {
                let a = self.term(args.first()?)?;
                self.emit(Code::Abs(to, a));
            }
            TypedExprKind::Call(call @ (Builtin::Min | Builtin::Max), args) => {
                self.extreme(*call == Builtin::Min, args, to)?;
            }
            TypedExprKind::Quant(quantifier, vars, body) => {
                self.quant(*quantifier, vars, body, to)?
            }
            _ => return None,
        }
        Some(())
    }

    fn read(&mut self, array: &TypedExpr, index: &TypedExpr, to: Reg) -> Option<()> {
        let code = match &array.kind {
            TypedExprKind::Var(var) => {
                let i = self.term(index)?;
                Code::Load(to, self.array(*var)?, i)
            }
            TypedExprKind::Read(rows, row) => {
                let (i, j) = (self.term(row)?, self.term(index)?);
                Code::LoadIn(to, self.array(rows.variable()?)?, i, j)
            }
            _ => return None,
        };
        self.emit(code);
        Some(())
    }

    fn nondet(
        &mut self,
        e: &TypedExpr,
        range: Option<&(TypedExpr, TypedExpr)>,
        to: Reg,
    ) -> Option<()> {
        let range = match range {
            Some((low, high)) => Some((self.term(low)?, self.term(high)?)),
            None => None,
        };
        // The bounds may read the register that gets the value.
        let chosen = if range.is_some() { self.fresh()? } else { to };
        let by = self.chooser(Chooser::Place(e.span, e.ty))?;
        self.emit(Code::Choose(chosen, by));
        if let Some((low, high)) = range {
            self.emit(Code::Within(chosen, low, high));
            self.emit(Code::Move(to, chosen));
        }
        Some(())
    }

    fn ite(&mut self, (cond, a, b): (&TypedExpr, &TypedExpr, &TypedExpr), to: Reg) -> Option<()> {
        let (otherwise, end) = (self.label(), self.label());
        if chooses(a) || chooses(b) {
            let cond = self.term(cond)?;
            let (a, b) = (self.term(a)?, self.term(b)?);
            self.emit(Code::Unless(cond, otherwise));
            self.emit(Code::Move(to, a));
            self.emit(Code::Jump(end));
            self.here(otherwise);
            self.emit(Code::Move(to, b));
        } else {
            self.jump(cond, false, otherwise)?;
            self.put(a, to)?;
            self.emit(Code::Jump(end));
            self.here(otherwise);
            self.put(b, to)?;
        }
        self.here(end);
        Some(())
    }

    fn extreme(&mut self, least: bool, args: &[TypedExpr], to: Reg) -> Option<()> {
        let args: Vec<Reg> = args.iter().map(|arg| self.term(arg)).collect::<Option<_>>()?;
        let (first, rest) = args.split_first()?;
        let mut best = *first;
        for arg in rest {
            let next = self.fresh()?;
            let code = if least { Code::Min } else { Code::Max };
            self.emit(code(next, best, *arg));
            best = next;
        }
        self.emit(Code::Move(to, best));
        Some(())
    }

    /// Jumps if a condition has a value, and continues otherwise.
    pub(super) fn jump(&mut self, cond: &TypedExpr, when: bool, to: Label) -> Option<()> {
        match &cond.kind {
            TypedExprKind::Bool(b) if *b == when => self.emit(Code::Jump(to)),
            TypedExprKind::Bool(_) => {}
            TypedExprKind::Unary(UnaryOp::Not, inner) => return self.jump(inner, !when, to),
            TypedExprKind::Binary(
                op @ (TypedBinaryOp::And | TypedBinaryOp::Or | TypedBinaryOp::Implies),
                a,
                b,
            ) if !chooses(cond) => {
                return self.either((*op, a, b), when, to);
            }
            TypedExprKind::Binary(op, a, b) if a.ty == Type::Int => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                self.emit(compare(*op, (a, b), when, to)?);
            }
            _ => {
                let cond = self.term(cond)?;
                self.emit(if when { Code::When(cond, to) } else { Code::Unless(cond, to) });
            }
        }
        Some(())
    }

    fn either(
        &mut self,
        (op, a, b): (TypedBinaryOp, &TypedExpr, &TypedExpr),
        when: bool,
        to: Label,
    ) -> Option<()> {
        // In `a ==> b`, which is `!a || b`, the deciding value of `a` is negated.
        let (decisive, of_a) = match op {
            TypedBinaryOp::And => (false, false),
            TypedBinaryOp::Or => (true, true),
            _ => (true, false),
        };
        if decisive == when {
            self.jump(a, of_a, to)?;
            return self.jump(b, when, to);
        }
        let end = self.label();
        self.jump(a, of_a, end)?;
        self.jump(b, when, to)?;
        self.here(end);
        Some(())
    }

    /// A quantified formula as a loop, or as one within another.
    fn quant(
        &mut self,
        quantifier: Quantifier,
        vars: &[VarId],
        body: &TypedExpr,
        to: Reg,
    ) -> Option<()> {
        let guard = guard(quantifier, body);
        let (mut open, mut loops) = (vars.to_vec(), vec![]);
        let (found, end, decisive) =
            (self.fresh()?, self.label(), quantifier == Quantifier::Exists);
        let value = |decisive: bool| i64::from(decisive);
        let given = self.constant(value(decisive))?;
        self.emit(Code::Move(found, given));
        while !open.is_empty() {
            let ranged = |var: &VarId| Some((*var, range(&guard, *var, &open)?));
            let (var, (low, high)) = open.iter().find_map(ranged)?;
            open.retain(|other| *other != var);
            loops.push(self.begin_range(var, low, high)?);
        }
        self.jump(body, decisive, end)?;
        for range in loops.into_iter().rev() {
            self.end_range(range)?;
        }
        let other = self.constant(value(!decisive))?;
        self.emit(Code::Move(found, other));
        self.here(end);
        self.emit(Code::Move(to, found));
        Some(())
    }

    fn begin_range(&mut self, var: VarId, low: Bound<'_>, high: Bound<'_>) -> Option<Range> {
        let (counter, one) = (self.variable(var)?, self.constant(1)?);
        self.put(low.value, counter)?;
        if low.off {
            self.emit(Code::Add(counter, counter, one));
        }
        let last = self.term(high.value)?;
        let (head, end) = (self.label(), self.label());
        self.here(head);
        let code = if high.off { Code::UnlessLt } else { Code::UnlessLe };
        self.emit(code(counter, last, end));
        Some(Range { counter, head, end })
    }

    fn end_range(&mut self, range: Range) -> Option<()> {
        let one = self.constant(1)?;
        self.emit(Code::Add(range.counter, range.counter, one));
        self.emit(Code::Jump(range.head));
        self.here(range.end);
        Some(())
    }
}

/// A loop over a range.
struct Range {
    counter: Reg,
    head: Label,
    end: Label,
}

/// An end of a range; `off` if the range excludes it.
#[derive(Clone, Copy)]
struct Bound<'e> {
    value: &'e TypedExpr,
    off: bool,
}

/// The conjuncts that hold in each instance that decides a formula.
fn guard(quantifier: Quantifier, body: &TypedExpr) -> Vec<&TypedExpr> {
    let mut guard = vec![];
    match (&body.kind, quantifier) {
        (TypedExprKind::Binary(TypedBinaryOp::Implies, a, b), Quantifier::Forall) => {
            conjuncts(a, &mut guard);
            guard.extend(self::guard(quantifier, b));
        }
        (_, Quantifier::Exists) => conjuncts(body, &mut guard),
        _ => {}
    }
    guard
}

fn conjuncts<'e>(e: &'e TypedExpr, out: &mut Vec<&'e TypedExpr>) {
    match &e.kind {
        TypedExprKind::Binary(TypedBinaryOp::And, a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(e),
    }
}

/// The range of a variable, if its ends mention no variable without a range. It may be too large, as the
/// loop evaluates the whole formula.
fn range<'e>(
    guard: &[&'e TypedExpr],
    var: VarId,
    open: &[VarId],
) -> Option<(Bound<'e>, Bound<'e>)> {
    let known =
        |e: &TypedExpr| !e.any(&|e| matches!(e.kind, TypedExprKind::Var(v) if open.contains(&v)));
    let ends = |var: VarId, below: bool| {
        let of = guard.iter().filter_map(move |e| end(e, var));
        of.filter(move |end| end.0 == below).map(|end| end.1)
    };
    let low = ends(var, true).find(|end| known(end.value))?;
    let high = ends(var, false).find(|end| known(end.value));
    // In `i < j && j < n` the bound of `j` is also one of `i`.
    let further = || {
        let mut others = ends(var, false).filter_map(|end| end.value.variable());
        others.find_map(|other| ends(other, false).find(|end| known(end.value)))
    };
    Some((low, high.or_else(further)?))
}

/// A bound of the range of a variable, and whether it is the lower one.
fn end(e: &TypedExpr, var: VarId) -> Option<(bool, Bound<'_>)> {
    let TypedExprKind::Binary(op, a, b) = &e.kind else { return None };
    let (off, up) = match op {
        TypedBinaryOp::Lt => (true, true),
        TypedBinaryOp::Le => (false, true),
        TypedBinaryOp::Gt => (true, false),
        TypedBinaryOp::Ge => (false, false),
        _ => return None,
    };
    match (a.variable() == Some(var), b.variable() == Some(var)) {
        (true, false) => Some((!up, Bound { value: b, off })),
        (false, true) => Some((up, Bound { value: a, off })),
        _ => None,
    }
}

/// A comparison of numbers that jumps if it has a value.
fn compare(op: TypedBinaryOp, (a, b): (Reg, Reg), when: bool, to: Label) -> Option<Code> {
    Some(match (op, when) {
        (TypedBinaryOp::Lt, false) => Code::UnlessLt(a, b, to),
        (TypedBinaryOp::Lt, true) => Code::UnlessLe(b, a, to),
        (TypedBinaryOp::Le, false) => Code::UnlessLe(a, b, to),
        (TypedBinaryOp::Le, true) => Code::UnlessLt(b, a, to),
        (TypedBinaryOp::Gt, false) => Code::UnlessLt(b, a, to),
        (TypedBinaryOp::Gt, true) => Code::UnlessLe(a, b, to),
        (TypedBinaryOp::Ge, false) => Code::UnlessLe(b, a, to),
        (TypedBinaryOp::Ge, true) => Code::UnlessLt(a, b, to),
        (TypedBinaryOp::Eq, false) | (TypedBinaryOp::Ne, true) => Code::UnlessEq(a, b, to),
        (TypedBinaryOp::Eq, true) | (TypedBinaryOp::Ne, false) => Code::UnlessNe(a, b, to),
        _ => return None,
    })
}
