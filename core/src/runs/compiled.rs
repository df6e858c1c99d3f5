//! Programs of plain statements on machine words, for runs of millions of statements: each variable has a place, each
//! expression is a small tree, and nothing is recorded but the choices. Whatever is found is run again by the
//! interpreter, so nothing here is trusted.

use crate::base::Span;
use crate::lang::interp::{Choice, Choices, Value};
use crate::lang::typed::{
    AssertId, BinaryOp, Builtin, Expr, ExprKind, Program, Stmt, StmtKind, Type, UnaryOp, VarId,
    Write,
};
use rustc_hash::FxHashMap;

/// A program that can be run on machine words.
pub(super) struct Compiled {
    body: Vec<Code>,
    vars: usize,
}

enum Code {
    Choose(VarId, Chooser),
    Set(usize, Term),
    Store(usize, Term, Term),
    If(Term, Vec<Code>, Vec<Code>),
    While(Term, Vec<Code>, Vec<Code>),
    DoWhile(Vec<Code>, Term),
    Break,
    Continue,
    Return,
    Block(Vec<Code>),
    Assume(Term),
    Assert(AssertId, Term),
}

/// What chooses.
enum Chooser {
    Declaration,
    Place(Span, Option<(Term, Term)>),
}

/// A number or a truth value; the latter is 0 or 1.
enum Term {
    Const(i64),
    Var(usize),
    Read(usize, Box<Term>),
    Neg(Box<Term>),
    Not(Box<Term>),
    Op(BinaryOp, Box<Term>, Box<Term>),
    Ite(Box<Term>, Box<Term>, Box<Term>),
    Abs(Box<Term>),
    Least(Vec<Term>, bool),
    /// A choice in the place of a condition.
    Any(Span, Type),
}

/// An array: what was written, and what it was.
struct Cells {
    first: Value,
    written: FxHashMap<i64, i64>,
}

/// Why a run is over.
enum Over {
    /// It is at its end, or of no interest.
    Done,
    /// Numbers are too large, or it is too long.
    Given,
}

/// What becomes of a loop.
enum Flow {
    On,
    Break,
    Continue,
}

/// An assertion that fails, by its number, and the steps that a run took.
pub(super) struct Ran {
    pub(super) failed: Option<AssertId>,
    pub(super) steps: u64,
}

impl Compiled {
    /// The program, if it has plain statements only: numbers, truth values and arrays of these, no functions,
    /// no quantifiers, no choices inside of expressions.
    pub(super) fn of(program: &Program) -> Option<Compiled> {
        let plain = |ty: Type| match ty {
            Type::Array(array) => array.dimensions <= 1,
            Type::Int | Type::Bool => true,
        };
        if !program.vars.iter().all(|var| plain(var.ty)) {
            return None;
        }
        Some(Compiled { body: codes(&program.body)?, vars: program.vars.len() })
    }

    /// Makes one run, until an assertion among the wanted ones fails.
    pub(super) fn run(
        &self,
        program: &Program,
        choices: &mut dyn Choices,
        wanted: &dyn Fn(AssertId) -> bool,
        most: u64,
    ) -> Ran {
        let numbers = vec![0; self.vars];
        let arrays = (0..self.vars).map(|_| None).collect();
        let mut run = Run { program, numbers, arrays, choices, wanted, left: most, failed: None };
        let _ = run.all(&self.body);
        Ran { failed: run.failed, steps: most - run.left }
    }
}

fn codes(stmts: &[Stmt]) -> Option<Vec<Code>> {
    stmts.iter().map(code).collect()
}

fn code(stmt: &Stmt) -> Option<Code> {
    Some(match &stmt.kind {
        StmtKind::Declare { var, init: None } => Code::Choose(*var, Chooser::Declaration),
        StmtKind::Declare { var, init: Some(value) } => set(*var, value)?,
        StmtKind::Assign(writes) => match writes.as_slice() {
            [Write { var, indices, value }] if indices.is_empty() => set(*var, value)?,
            [Write { var, indices, value }] => match indices.as_slice() {
                [index] => Code::Store(var.0 as usize, term(index)?, term(value)?),
                _ => return None,
            },
            _ => return None,
        },
        StmtKind::If { cond, then, els } => Code::If(condition(cond)?, codes(then)?, codes(els)?),
        StmtKind::While { cond, body, step } => {
            Code::While(condition(cond)?, codes(body)?, codes(step)?)
        }
        StmtKind::DoWhile { body, cond } => Code::DoWhile(codes(body)?, condition(cond)?),
        StmtKind::Break => Code::Break,
        StmtKind::Continue => Code::Continue,
        StmtKind::Return(values) if values.is_empty() => Code::Return,
        StmtKind::Block(body) => Code::Block(codes(body)?),
        StmtKind::Assume(cond) => Code::Assume(condition(cond)?),
        // What is claimed in other words is left to others.
        StmtKind::Assert { id, cond } => {
            term(cond).map_or(Code::Block(vec![]), |cond| Code::Assert(*id, cond))
        }
        StmtKind::Return(_) | StmtKind::Call(_) | StmtKind::Inlined(..) => return None,
    })
}

/// A variable that gets a value, or any value.
fn set(var: VarId, value: &Expr) -> Option<Code> {
    match &value.kind {
        ExprKind::Nondet(range) => {
            let range = match range {
                Some(range) => Some((term(&range.0)?, term(&range.1)?)),
                None => None,
            };
            Some(Code::Choose(var, Chooser::Place(value.span, range)))
        }
        _ if value.ty.is_array() => None,
        _ => Some(Code::Set(var.0 as usize, term(value)?)),
    }
}

fn condition(cond: &Expr) -> Option<Term> {
    match &cond.kind {
        ExprKind::Nondet(None) => Some(Term::Any(cond.span, cond.ty)),
        _ => term(cond),
    }
}

fn term(e: &Expr) -> Option<Term> {
    let boxed = |e: &Expr| term(e).map(Box::new);
    Some(match &e.kind {
        ExprKind::Int(n) => Term::Const(n.to_i64()?),
        ExprKind::Bool(b) => Term::Const(i64::from(*b)),
        ExprKind::Var(var) if !e.ty.is_array() => Term::Var(var.0 as usize),
        ExprKind::Read(array, index) => match array.kind {
            ExprKind::Var(var) => Term::Read(var.0 as usize, boxed(index)?),
            _ => return None,
        },
        ExprKind::Unary(UnaryOp::Neg, a) => Term::Neg(boxed(a)?),
        ExprKind::Unary(UnaryOp::Not, a) => Term::Not(boxed(a)?),
        ExprKind::Binary(_, a, _) if a.ty.is_array() => return None,
        ExprKind::Binary(op, a, b) => Term::Op(*op, boxed(a)?, boxed(b)?),
        ExprKind::Ite(c, a, b) if !e.ty.is_array() => Term::Ite(boxed(c)?, boxed(a)?, boxed(b)?),
        ExprKind::Call(Builtin::Abs, args) => Term::Abs(boxed(args.first()?)?),
        ExprKind::Call(call @ (Builtin::Min | Builtin::Max), args) => {
            Term::Least(args.iter().map(term).collect::<Option<_>>()?, *call == Builtin::Min)
        }
        _ => return None,
    })
}

struct Run<'r> {
    program: &'r Program,
    numbers: Vec<i64>,
    arrays: Vec<Option<Cells>>,
    choices: &'r mut dyn Choices,
    wanted: &'r dyn Fn(AssertId) -> bool,
    left: u64,
    failed: Option<AssertId>,
}

impl Run<'_> {
    fn all(&mut self, codes: &[Code]) -> Result<Flow, Over> {
        for code in codes {
            match self.one(code)? {
                Flow::On => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    fn spend(&mut self) -> Result<(), Over> {
        self.left = self.left.checked_sub(1).ok_or(Over::Given)?;
        Ok(())
    }

    fn one(&mut self, code: &Code) -> Result<Flow, Over> {
        self.spend()?;
        match code {
            Code::Choose(var, from) => self.choose(*var, from)?,
            Code::Set(var, value) => self.numbers[*var] = self.value(value)?,
            Code::Store(array, index, value) => {
                let (index, value) = (self.value(index)?, self.value(value)?);
                let cells = self.arrays[*array].as_mut().ok_or(Over::Given)?;
                cells.written.insert(index, value);
            }
            Code::If(cond, then, els) => {
                let branch = if self.value(cond)? != 0 { then } else { els };
                return self.all(branch);
            }
            Code::While(cond, body, step) => {
                while self.value(cond)? != 0 {
                    if let Flow::Break = self.all(body)? {
                        break;
                    }
                    self.all(step)?;
                    self.spend()?;
                }
            }
            Code::DoWhile(body, cond) => loop {
                if let Flow::Break = self.all(body)? {
                    break;
                }
                self.spend()?;
                if self.value(cond)? == 0 {
                    break;
                }
            },
            Code::Break => return Ok(Flow::Break),
            Code::Continue => return Ok(Flow::Continue),
            Code::Return => return Err(Over::Done),
            Code::Block(body) => return self.all(body),
            Code::Assume(cond) => {
                if self.value(cond)? == 0 {
                    return Err(Over::Done);
                }
            }
            Code::Assert(id, cond) => {
                if self.value(cond)? == 0 && (self.wanted)(*id) {
                    self.failed = Some(*id);
                    return Err(Over::Done);
                }
            }
        }
        Ok(Flow::On)
    }

    fn choose(&mut self, var: VarId, from: &Chooser) -> Result<(), Over> {
        let info = self.program.var(var);
        let choice = match from {
            Chooser::Declaration => Choice::Initial(var, info),
            Chooser::Place(span, _) => Choice::Nondet { span: *span, ty: info.ty },
        };
        let range = match from {
            Chooser::Place(_, Some((low, high))) => Some((self.value(low)?, self.value(high)?)),
            _ => None,
        };
        let value = self.choices.choose(choice);
        let at = var.0 as usize;
        match number(&value) {
            Some(n) if range.is_some_and(|(low, high)| n < low || n >= high) => Err(Over::Done),
            Some(n) => {
                self.numbers[at] = n;
                Ok(())
            }
            None if info.ty.is_array() => {
                self.arrays[at] = Some(Cells { first: value, written: FxHashMap::default() });
                Ok(())
            }
            None => Err(Over::Given),
        }
    }

    fn value(&mut self, term: &Term) -> Result<i64, Over> {
        Ok(match term {
            Term::Const(n) => *n,
            Term::Var(var) => self.numbers[*var],
            Term::Read(array, index) => {
                let index = self.value(index)?;
                let cells = self.arrays[*array].as_mut().ok_or(Over::Given)?;
                match cells.written.get(&index) {
                    Some(n) => *n,
                    None => {
                        let first = cells.first.at(&[index.into()]);
                        first.and_then(number).ok_or(Over::Given)?
                    }
                }
            }
            Term::Neg(a) => self.value(a)?.checked_neg().ok_or(Over::Given)?,
            Term::Not(a) => i64::from(self.value(a)? == 0),
            Term::Op(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                computed(*op, a, b).ok_or(Over::Given)?
            }
            Term::Ite(c, a, b) => {
                let branch = if self.value(c)? != 0 { a } else { b };
                self.value(branch)?
            }
            Term::Abs(a) => self.value(a)?.checked_abs().ok_or(Over::Given)?,
            Term::Least(all, least) => {
                let mut best: Option<i64> = None;
                for one in all {
                    let n = self.value(one)?;
                    let better = best.is_none_or(|best| if *least { n < best } else { n > best });
                    best = if better { Some(n) } else { best };
                }
                best.ok_or(Over::Given)?
            }
            Term::Any(span, ty) => {
                let value = self.choices.choose(Choice::Nondet { span: *span, ty: *ty });
                number(&value).ok_or(Over::Given)?
            }
        })
    }
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(n) => n.to_i64(),
        Value::Bool(b) => Some(i64::from(*b)),
        Value::Array(_) => None,
    }
}

fn computed(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    let truth = i64::from;
    Some(match op {
        BinaryOp::Add => a.checked_add(b)?,
        BinaryOp::Sub => a.checked_sub(b)?,
        BinaryOp::Mul => a.checked_mul(b)?,
        // By zero the quotient is 0 and all of it remains.
        BinaryOp::Div if b == 0 => 0,
        BinaryOp::Mod if b == 0 => a,
        BinaryOp::Div => a.checked_div_euclid(b)?,
        BinaryOp::Mod => a.checked_rem_euclid(b)?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Implies => truth(a == 0 || b != 0),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chc::settings::Settings;
    use crate::lang::interp::{ListedChoices, run};
    use crate::lang::{Options, front_end};
    use crate::runs::probe::Small;

    const PROGRAMS: [&str; 7] = [
        "int n = nondet(0, 9); int a[n]; int s = 0; for (int i = 0; i < n; i++) { if (a[i] < 0) continue; \
         s += a[i] % 3; if (s > 7) break; } assert(s <= 6);",
        "int x = nondet(), y = nondet(); int q = x / y; int r = x % y; assert(q * y + r == x); assert(r < 3);",
        "int n = nondet(); bool b = nondet(); int i = 0; do { i += b ? 2 : 1; } while (i < n); \
         assert(i >= n && i <= n + 1); assert(i == n || b);",
        "int a[], b[]; int k = nondet(0, 6); a[k] = b[k] - 1; b[k + 1] = a[k]; assert(a[k] < b[k + 1] + k);",
        "int x = nondet(-3, 4); assume(x != 0); int y = max(x, -x, 2) - min(x, 1) + abs(x); assert(y > 2 ==> x > 0);",
        "bool f[]; int c = 0; for (int i = 0; i < 5; i++) { if (!f[i]) c++; } assert(!(c == 3) || f[4]);",
        "int s = 0; while (nondet()) { s++; if (s > 4) return; } assert(s != 2);",
    ];

    /// What the interpreter does is what a program means.
    #[test]
    fn runs_fail_where_those_of_the_interpreter_do() {
        let settings = Settings::default();
        let mut failures = 0;
        for text in PROGRAMS {
            let program = front_end(text, Options::default()).0.expect(text);
            let compiled = Compiled::of(&program).expect(text);
            for number in 0..300 {
                let mut small = Small::new(&settings.probe, number);
                let trace = run(&program, &mut small, 5_000);
                let expected = trace.failed.first().map(|(id, _)| *id);
                let mut listed = ListedChoices::new(small.made.clone());
                let ran = compiled.run(&program, &mut listed, &|_| true, 5_000);
                assert_eq!(ran.failed, expected, "{text} {:?}", small.made);
                failures += usize::from(expected.is_some());
            }
        }
        assert!(failures > 100, "{failures}");
    }

    #[test]
    fn what_is_not_plain_is_left_to_others() {
        for text in [
            "int a[][]; assert(a[0][0] == 0);",
            "int a[]; assume(forall k: a[k] == 0); assert(a[0] == 0);",
            "int f(int x) { return x + 1; } int y = f(2); assert(y == 3);",
            "int x = 99999999999999999999; assert(x > 0);",
        ] {
            let program = front_end(text, Options::default()).0.expect(text);
            assert!(Compiled::of(&program).is_none(), "{text}");
        }
    }
}
