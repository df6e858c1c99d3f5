//! The machine that runs instructions.

use super::cells::{Array, number};
use super::{Chooser, Code, CompiledProgram};
use hornbook_lang::interp::{Choice, Choices, Value};
use hornbook_lang::typed::{AssertId, TypedBinaryOp, TypedProgram};

/// The most cells of all arrays together in one piece of memory. The interpreter, which repeats the run,
/// needs much more memory for each.
const CELLS: usize = 1 << 19;
/// The most choices of a run, which are kept for the interpreter.
const CHOICES: u32 = 20_000;
/// The number of choices that an array counts as.
const ARRAY: u32 = 20;

/// A run that can be continued.
#[derive(Clone)]
pub struct Machine {
    at: usize,
    registers: Vec<i64>,
    arrays: Vec<Option<Array>>,
    choices: u32,
}

/// The reason why a machine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The allowed instructions are used up.
    More,
    /// This assertion fails.
    Failed(AssertId),
    /// The run has ended, or violates an assumption.
    Done,
    /// Numbers are too large, or there are too many choices.
    GivenUp,
}

/// The environment of a run.
struct RunContext<'w> {
    program: &'w TypedProgram,
    choosers: &'w [Chooser],
    choices: &'w mut dyn Choices,
    /// The instructions that are left.
    left: u64,
}

impl Machine {
    /// A machine in front of the first instruction.
    pub fn new(compiled: &CompiledProgram) -> Machine {
        Machine {
            at: 0,
            registers: compiled.registers.clone(),
            arrays: vec![None; compiled.arrays],
            choices: CHOICES,
        }
    }

    /// Continues for at most `most` instructions, until a wanted assertion fails, and subtracts those that
    /// were made. A copy of an array counts as many instructions as it has cells. The result is the reason
    /// for the stop.
    pub fn go(
        &mut self,
        compiled: &CompiledProgram,
        program: &TypedProgram,
        choices: &mut dyn Choices,
        wanted: &dyn Fn(AssertId) -> bool,
        most: &mut u64,
    ) -> Stop {
        let mut context =
            RunContext { program, choosers: &compiled.choosers, choices, left: *most };
        let stop = loop {
            match self.until(&compiled.code, &mut context) {
                Some(Stop::Failed(id)) if !wanted(id) => {}
                stop => break stop.unwrap_or(Stop::GivenUp),
            }
        };
        *most = context.left;
        stop
    }

    /// Continues until an assertion fails; `None` if a number is too large. Instructions are subtracted in
    /// any case.
    fn until(&mut self, code: &[Code], context: &mut RunContext<'_>) -> Option<Stop> {
        let mut left = context.left;
        let stop = self.walk(code, context, &mut left);
        context.left = left;
        stop
    }

    fn walk(
        &mut self,
        code: &[Code],
        context: &mut RunContext<'_>,
        left: &mut u64,
    ) -> Option<Stop> {
        let mut at = self.at;
        loop {
            if *left == 0 {
                self.at = at;
                return Some(Stop::More);
            }
            *left -= 1;
            let now = *code.get(at)?;
            at += 1;
            let r = &mut self.registers[..];
            let jumps = |jumps: bool, to: u32, at: usize| if jumps { to as usize } else { at };
            match now {
                Code::Move(to, a) => r[to as usize] = r[a as usize],
                Code::Add(to, a, b) => r[to as usize] = r[a as usize].checked_add(r[b as usize])?,
                Code::Sub(to, a, b) => r[to as usize] = r[a as usize].checked_sub(r[b as usize])?,
                Code::Mul(to, a, b) => r[to as usize] = r[a as usize].checked_mul(r[b as usize])?,
                Code::Op(op, to, a, b) => {
                    r[to as usize] = computed(op, r[a as usize], r[b as usize])?;
                }
                Code::Load(to, array, i) => {
                    let array = self.arrays[array as usize].as_mut()?;
                    r[to as usize] = array.cells.get(r[i as usize])?;
                }
                Code::Store(array, i, a) => {
                    let array = self.arrays[array as usize].as_mut()?;
                    array.cells.set(r[i as usize], r[a as usize])?;
                }
                Code::Jump(to) => at = to as usize,
                Code::Unless(a, to) => at = jumps(r[a as usize] == 0, to, at),
                Code::When(a, to) => at = jumps(r[a as usize] != 0, to, at),
                Code::UnlessLt(a, b, to) => at = jumps(r[a as usize] >= r[b as usize], to, at),
                Code::UnlessLe(a, b, to) => at = jumps(r[a as usize] > r[b as usize], to, at),
                Code::UnlessEq(a, b, to) => at = jumps(r[a as usize] != r[b as usize], to, at),
                Code::UnlessNe(a, b, to) => at = jumps(r[a as usize] == r[b as usize], to, at),
                Code::Fail(id) => {
                    self.at = at;
                    return Some(Stop::Failed(id));
                }
                rare => {
                    context.left = *left;
                    let stop = self.rare(rare, context)?;
                    *left = context.left;
                    if stop.is_some() {
                        return stop;
                    }
                }
            }
        }
    }

    /// Runs an instruction that is rare; the outer `None` means too large a number, the inner one that the
    /// run goes on.
    fn rare(&mut self, code: Code, context: &mut RunContext<'_>) -> Option<Option<Stop>> {
        let r = &mut self.registers;
        match code {
            Code::Neg(to, a) => r[to as usize] = r[a as usize].checked_neg()?,
            Code::Not(to, a) => r[to as usize] = i64::from(r[a as usize] == 0),
            Code::Abs(to, a) => r[to as usize] = r[a as usize].checked_abs()?,
            Code::Min(to, a, b) => r[to as usize] = r[a as usize].min(r[b as usize]),
            Code::Max(to, a, b) => r[to as usize] = r[a as usize].max(r[b as usize]),
            Code::LoadIn(to, array, i, j) => {
                let row = self.arrays[array as usize].as_mut()?.row(r[i as usize])?;
                r[to as usize] = row.get(r[j as usize])?;
            }
            Code::StoreIn(array, i, j, a) => {
                let row = self.arrays[array as usize].as_mut()?.row(r[i as usize])?;
                row.set(r[j as usize], r[a as usize])?;
            }
            Code::Copy(to, array) => {
                let copy = self.arrays[array as usize].clone()?;
                context.left = context.left.saturating_sub(copy.len() as u64);
                self.arrays[to as usize] = Some(copy);
            }
            Code::Choose(to, by) => {
                let value = self.choose(by, 1, context)?;
                self.registers[to as usize] = number(&value)?;
            }
            Code::ChooseArray(to, by) => {
                let value = self.choose(by, ARRAY, context)?;
                let most = CELLS / self.arrays.len().max(1);
                self.arrays[to as usize] = value.is_array().then(|| Array::new(value, most));
            }
            Code::Within(a, low, high) => {
                let a = r[a as usize];
                let inside = r[low as usize] <= a && a < r[high as usize];
                return Some((!inside).then_some(Stop::Done));
            }
            _ => return Some(Some(Stop::Done)),
        }
        Some(None)
    }

    fn choose(&mut self, by: u16, counts: u32, context: &mut RunContext<'_>) -> Option<Value> {
        self.choices = self.choices.checked_sub(counts)?;
        let choice = match *context.choosers.get(by as usize)? {
            Chooser::Declaration(var) => Choice::Initial(var, context.program.var(var)),
            Chooser::Place(span, ty) => Choice::Nondet { span, ty },
        };
        Some(context.choices.choose(choice))
    }
}

fn computed(op: TypedBinaryOp, a: i64, b: i64) -> Option<i64> {
    let truth = i64::from;
    Some(match op {
        TypedBinaryOp::Add => a.checked_add(b)?,
        TypedBinaryOp::Sub => a.checked_sub(b)?,
        TypedBinaryOp::Mul => a.checked_mul(b)?,
        // Division by zero gives 0, and the whole as remainder.
        TypedBinaryOp::Div if b == 0 => 0,
        TypedBinaryOp::Mod if b == 0 => a,
        TypedBinaryOp::Div => a.checked_div_euclid(b)?,
        TypedBinaryOp::Mod => a.checked_rem_euclid(b)?,
        TypedBinaryOp::And => a & b,
        TypedBinaryOp::Or => a | b,
        TypedBinaryOp::Implies => truth(a == 0 || b != 0),
        TypedBinaryOp::Lt => truth(a < b),
        TypedBinaryOp::Le => truth(a <= b),
        TypedBinaryOp::Gt => truth(a > b),
        TypedBinaryOp::Ge => truth(a >= b),
        TypedBinaryOp::Eq => truth(a == b),
        TypedBinaryOp::Ne => truth(a != b),
    })
}
