//! From expressions to instructions.
//!
//! Both sides of a condition are always evaluated where something is chosen in them. Elsewhere one side alone may
//! decide it, and what is not evaluated cannot become too large.

use super::translate::{Label, Translation, chooses};
use super::{Chooser, Code, Reg};
use hornbook_lang::typed::{BinaryOp, Builtin, Expr, ExprKind, Quantifier, Type, UnaryOp, VarId};

impl Translation {
    /// A register with the value of an expression: that of a variable itself, or a new one.
    pub(super) fn term(&mut self, e: &Expr) -> Option<Reg> {
        match &e.kind {
            ExprKind::Int(n) => self.constant(n.to_i64()?),
            ExprKind::Bool(b) => self.constant(i64::from(*b)),
            ExprKind::Var(var) if !e.ty.is_array() => self.variable(*var),
            _ => {
                let to = self.fresh()?;
                self.put(e, to)?;
                Some(to)
            }
        }
    }

    /// Puts the value of an expression into a register, which the expression may read.
    pub(super) fn put(&mut self, e: &Expr, to: Reg) -> Option<()> {
        match &e.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Var(_) => {
                let from = self.term(e)?;
                self.emit(Code::Move(to, from));
            }
            ExprKind::Read(array, index) => self.read(array, index, to)?,
            ExprKind::Nondet(range) => self.nondet(e, range.as_deref(), to)?,
            ExprKind::Unary(op, a) => {
                let a = self.term(a)?;
                self.emit(match op {
                    UnaryOp::Neg => Code::Neg(to, a),
                    UnaryOp::Not => Code::Not(to, a),
                });
            }
            ExprKind::Binary(op, a, b) if !a.ty.is_array() => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                self.emit(match op {
                    BinaryOp::Add => Code::Add(to, a, b),
                    BinaryOp::Sub => Code::Sub(to, a, b),
                    BinaryOp::Mul => Code::Mul(to, a, b),
                    op => Code::Op(*op, to, a, b),
                });
            }
            ExprKind::Ite(cond, a, b) => self.ite((cond, a, b), to)?,
            ExprKind::Call(Builtin::Abs, args) => {
                let a = self.term(args.first()?)?;
                self.emit(Code::Abs(to, a));
            }
            ExprKind::Call(call @ (Builtin::Min | Builtin::Max), args) => {
                self.extreme(*call == Builtin::Min, args, to)?;
            }
            ExprKind::Quant(quantifier, vars, body) => self.quant(*quantifier, vars, body, to)?,
            _ => return None,
        }
        Some(())
    }

    fn read(&mut self, array: &Expr, index: &Expr, to: Reg) -> Option<()> {
        let code = match &array.kind {
            ExprKind::Var(var) => {
                let i = self.term(index)?;
                Code::Load(to, self.array(*var)?, i)
            }
            ExprKind::Read(rows, row) => {
                let (i, j) = (self.term(row)?, self.term(index)?);
                Code::LoadIn(to, self.array(rows.variable()?)?, i, j)
            }
            _ => return None,
        };
        self.emit(code);
        Some(())
    }

    fn nondet(&mut self, e: &Expr, range: Option<&(Expr, Expr)>, to: Reg) -> Option<()> {
        let range = match range {
            Some((low, high)) => Some((self.term(low)?, self.term(high)?)),
            None => None,
        };
        // The bounds may read what gets the value.
        let chosen = if range.is_some() { self.fresh()? } else { to };
        let by = self.chooser(Chooser::Place(e.span, e.ty))?;
        self.emit(Code::Choose(chosen, by));
        if let Some((low, high)) = range {
            self.emit(Code::Within(chosen, low, high));
            self.emit(Code::Move(to, chosen));
        }
        Some(())
    }

    fn ite(&mut self, (cond, a, b): (&Expr, &Expr, &Expr), to: Reg) -> Option<()> {
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

    fn extreme(&mut self, least: bool, args: &[Expr], to: Reg) -> Option<()> {
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

    /// Jumps if a condition has a value, and goes on otherwise.
    pub(super) fn jump(&mut self, cond: &Expr, when: bool, to: Label) -> Option<()> {
        match &cond.kind {
            ExprKind::Bool(b) if *b == when => self.emit(Code::Jump(to)),
            ExprKind::Bool(_) => {}
            ExprKind::Unary(UnaryOp::Not, inner) => return self.jump(inner, !when, to),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), a, b)
                if !chooses(cond) =>
            {
                return self.either((*op, a, b), when, to);
            }
            ExprKind::Binary(op, a, b) if a.ty == Type::Int => {
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
        (op, a, b): (BinaryOp, &Expr, &Expr),
        when: bool,
        to: Label,
    ) -> Option<()> {
        // `a ==> b` is `!a || b`, and the value of `a` that decides is that of the whole but for this.
        let (decisive, of_a) = match op {
            BinaryOp::And => (false, false),
            BinaryOp::Or => (true, true),
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

    /// A formula about all numbers of a range, or of one within another.
    fn quant(
        &mut self,
        quantifier: Quantifier,
        vars: &[VarId],
        body: &Expr,
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

/// An end of a range; `off` if it is not itself in it.
#[derive(Clone, Copy)]
struct Bound<'e> {
    value: &'e Expr,
    off: bool,
}

/// What holds in each instance that decides a formula.
fn guard(quantifier: Quantifier, body: &Expr) -> Vec<&Expr> {
    let mut guard = vec![];
    match (&body.kind, quantifier) {
        (ExprKind::Binary(BinaryOp::Implies, a, b), Quantifier::Forall) => {
            conjuncts(a, &mut guard);
            guard.extend(self::guard(quantifier, b));
        }
        (_, Quantifier::Exists) => conjuncts(body, &mut guard),
        _ => {}
    }
    guard
}

fn conjuncts<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => {
            conjuncts(a, out);
            conjuncts(b, out);
        }
        _ => out.push(e),
    }
}

/// The range of a variable, if its ends mention no variable that has none yet. It may be too large: all of the formula is
/// looked at in it.
fn range<'e>(guard: &[&'e Expr], var: VarId, open: &[VarId]) -> Option<(Bound<'e>, Bound<'e>)> {
    let known = |e: &Expr| !e.any(&|e| matches!(e.kind, ExprKind::Var(v) if open.contains(&v)));
    let ends = |var: VarId, below: bool| {
        let of = guard.iter().filter_map(move |e| end(e, var));
        of.filter(move |end| end.0 == below).map(|end| end.1)
    };
    let low = ends(var, true).find(|end| known(end.value))?;
    let high = ends(var, false).find(|end| known(end.value));
    // In `i < j && j < n` that of `j` is one of `i`, too.
    let further = || {
        let mut others = ends(var, false).filter_map(|end| end.value.variable());
        others.find_map(|other| ends(other, false).find(|end| known(end.value)))
    };
    Some((low, high.or_else(further)?))
}

/// An end of the range of a variable, and whether it is the lower one.
fn end(e: &Expr, var: VarId) -> Option<(bool, Bound<'_>)> {
    let ExprKind::Binary(op, a, b) = &e.kind else { return None };
    let (off, up) = match op {
        BinaryOp::Lt => (true, true),
        BinaryOp::Le => (false, true),
        BinaryOp::Gt => (true, false),
        BinaryOp::Ge => (false, false),
        _ => return None,
    };
    match (a.variable() == Some(var), b.variable() == Some(var)) {
        (true, false) => Some((!up, Bound { value: b, off })),
        (false, true) => Some((up, Bound { value: a, off })),
        _ => None,
    }
}

/// A comparison of numbers that jumps if it has a value.
fn compare(op: BinaryOp, (a, b): (Reg, Reg), when: bool, to: Label) -> Option<Code> {
    Some(match (op, when) {
        (BinaryOp::Lt, false) => Code::UnlessLt(a, b, to),
        (BinaryOp::Lt, true) => Code::UnlessLe(b, a, to),
        (BinaryOp::Le, false) => Code::UnlessLe(a, b, to),
        (BinaryOp::Le, true) => Code::UnlessLt(b, a, to),
        (BinaryOp::Gt, false) => Code::UnlessLt(b, a, to),
        (BinaryOp::Gt, true) => Code::UnlessLe(a, b, to),
        (BinaryOp::Ge, false) => Code::UnlessLe(b, a, to),
        (BinaryOp::Ge, true) => Code::UnlessLt(a, b, to),
        (BinaryOp::Eq, false) | (BinaryOp::Ne, true) => Code::UnlessEq(a, b, to),
        (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => Code::UnlessNe(a, b, to),
        _ => return None,
    })
}
