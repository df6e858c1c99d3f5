//! Programs on machine words, for runs of many millions of statements: a list of instructions on registers,
//! with neighbouring cells of arrays in one piece of memory. Only the choices are recorded. The interpreter
//! repeats each run that is found, so nothing here is trusted.
//!
//! - `translate`: from statements to instructions
//! - `terms`: from expressions to instructions
//! - `machine`: runs them, and can be stopped anywhere
//! - `cells`: arrays
//!
//! A value that does not fit into a machine word ends a run, which is then of no use.

mod cells;
mod machine;
mod terms;
mod translate;

pub use machine::{Machine, Stop};

use hornbook_base::Span;
use hornbook_lang::typed::{AssertId, Type, TypedBinaryOp, TypedProgram, VarId};
use translate::Translation;

/// The number of a register. Variables have the first ones.
type Reg = u16;

/// The target of a jump.
type Target = u32;

/// A program as instructions.
pub struct CompiledProgram {
    code: Vec<Code>,
    /// The initial values of the registers; those of constants never change.
    registers: Vec<i64>,
    arrays: usize,
    choosers: Vec<Chooser>,
}

/// An instruction. A truth value is 0 or 1.
#[derive(Clone, Copy, Debug)]
enum Code {
    Move(Reg, Reg),
    Add(Reg, Reg, Reg),
    Sub(Reg, Reg, Reg),
    Mul(Reg, Reg, Reg),
    /// The other operators.
    Op(TypedBinaryOp, Reg, Reg, Reg),
    Neg(Reg, Reg),
    Not(Reg, Reg),
    Abs(Reg, Reg),
    Min(Reg, Reg, Reg),
    Max(Reg, Reg, Reg),
    /// Loads a cell of an array into a register.
    Load(Reg, Reg, Reg),
    /// Stores a register into a cell of an array.
    Store(Reg, Reg, Reg),
    /// Loads a cell of a row of an array of arrays.
    LoadIn(Reg, Reg, Reg, Reg),
    StoreIn(Reg, Reg, Reg, Reg),
    /// Copies an array.
    Copy(Reg, Reg),
    Jump(Target),
    /// Jumps if a register is zero.
    Unless(Reg, Target),
    /// Jumps if a register is not zero.
    When(Reg, Target),
    /// Jumps if the first is not less than the second.
    UnlessLt(Reg, Reg, Target),
    UnlessLe(Reg, Reg, Target),
    UnlessEq(Reg, Reg, Target),
    UnlessNe(Reg, Reg, Target),
    /// Gives a register, or an array, any value.
    Choose(Reg, u16),
    ChooseArray(Reg, u16),
    /// Ends the run unless the first lies from the second to before the third.
    Within(Reg, Reg, Reg),
    Fail(AssertId),
    End,
}

/// The source of a choice.
#[derive(Clone, Copy, Debug)]
enum Chooser {
    Declaration(VarId),
    Place(Span, Type),
}

impl CompiledProgram {
    /// The program, if all of it fits on machine words. Claims that do not are left out.
    pub fn from_program(program: &TypedProgram) -> Option<CompiledProgram> {
        Translation::translate(program)
    }

    /// Whether it chooses truth values.
    pub(super) fn chooses_truth(&self, program: &TypedProgram) -> bool {
        self.choosers.iter().any(|chooser| match chooser {
            Chooser::Declaration(var) => program.var(*var).ty == Type::Bool,
            Chooser::Place(_, ty) => *ty == Type::Bool,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_runs::SmallInputs;
    use hornbook_lang::interp::{ListedChoices, run};
    use hornbook_lang::{Options, front_end};

    const PROGRAMS: [&str; 14] = [
        "int n = nondet(0, 9); int a[n]; int s = 0; for (int i = 0; i < n; i++) { if (a[i] < 0) continue; \
         s += a[i] % 3; if (s > 7) break; } assert(s <= 6);",
        "int x = nondet(), y = nondet(); int q = x / y; int r = x % y; assert(q * y + r == x); assert(r < 3);",
        "int n = nondet(); bool b = nondet(); int i = 0; do { i += b ? 2 : 1; } while (i < n); \
         assert(i >= n && i <= n + 1); assert(i == n || b);",
        "int a[], b[]; int k = nondet(0, 6); a[k] = b[k] - 1; b[k + 1] = a[k]; assert(a[k] < b[k + 1] + k);",
        "int x = nondet(-3, 4); assume(x != 0); int y = max(x, -x, 2) - min(x, 1) + abs(x); assert(y > 2 ==> x > 0);",
        "bool f[]; int c = 0; for (int i = 0; i < 5; i++) { if (!f[i]) c++; } assert(!(c == 3) || f[4]);",
        "int s = 0; while (nondet()) { s++; if (s > 4) return; } assert(s != 2);",
        "int a[][]; int n = nondet(0, 5); for (int i = 0; i < n; i++) { a[i][n - i] = a[i + 1][i] + 1; } \
         assert(a[1][1] <= a[0][n]); assert(n < 4 || a[3][0] > 0);",
        "int f(int x, int y) { if (x > y) return x; return f2(y) - 1; } int f2(int x) { return x * 2; } \
         int x = nondet(), y = nondet(); int m = f(x, y); assert(m >= x); assert(m >= y - 1);",
        "int a[]; int n = nondet(0, 7); int s = 0; assume(forall k: 0 <= k && k < n ==> a[k] != 1); \
         for (int i = 0; i < n; i++) { s += a[i] == 2 ? 1 : 0; } assert(s == 0 || exists k: 0 <= k && k < n && a[k] == 2); \
         assert(forall i, j: 0 <= i && i < j && j < n ==> a[i] != a[j] || a[i] < 2);",
        "int a[], b[]; int x = nondet(), y = nondet(); x, y = y, x; a[x], a[y] = a[y] + 1, x; b = a; b[y] = 3; a = b; \
         assert(a[x] == 3 || a[y] == x); assert(x <= y);",
        "void put(int a[], int i, int v) { a[i] = v; a[i + 1] = v + 1; } int a[], b[]; int k = nondet(); \
         put(a, k, 3); put(b, k + 1, 4); put(a, k + 1, b[k]); assert(a[k] == 3); assert(a[k + 1] == b[k] || a[0] > 3); \
         assert(a[k + 1] < 2);",
        "int x = nondet() + 2 * nondet(); int y = nondet() ? nondet(0, 3) : -nondet(-2, 3); bool b = nondet() && x > y; \
         assert(b || x <= y + 1);",
        "int a[]; int s = 0; int n = nondet(0, 200); for (int i = n; i > 0; i--) { a[i * i * i - 40] = i; s += a[i]; } \
         assert(s < 9); assert(a[24] != 4);",
    ];

    /// The interpreter defines the meaning of a program.
    #[test]
    fn runs_fail_where_those_of_the_interpreter_do() {
        let mut failures = 0;
        for text in PROGRAMS {
            let program = front_end(text, Options::default()).0.expect(text);
            let compiled = CompiledProgram::from_program(&program).expect(text);
            for number in 0..300 {
                let mut small = SmallInputs::new(number);
                let trace = run(&program, &mut small, 5_000);
                let expected = trace.failed.first().map(|(id, _)| *id);
                let mut listed = ListedChoices::new(small.made.clone());
                let mut machine = Machine::new(&compiled);
                // Interruptions make no difference.
                let stop = loop {
                    let mut some = 1 + number % 17;
                    match machine.go(&compiled, &program, &mut listed, &|_| true, &mut some) {
                        Stop::More => {}
                        stop => break stop,
                    }
                };
                let failed = match stop {
                    Stop::Failed(id) => Some(id),
                    _ => None,
                };
                assert_eq!(failed, expected, "{text} {:?}", small.made);
                failures += usize::from(expected.is_some());
            }
        }
        assert!(failures > 100, "{failures}");
    }

    #[test]
    fn what_is_not_plain_is_left_to_others() {
        for text in [
            "int a[][][]; assert(a[0][0][0] == 0);",
            "int a[]; assume(forall k: a[k] == 0); assert(a[0] == 0);",
            "int a[]; int n; assume(sorted(a, 0, n)); assert(a[0] <= a[1]);",
            "int f(int x) { int y = 1; if (x > 0) { y = f(x - 1); } return y; } int y = f(2); assert(y == 3);",
            "int x = 99999999999999999999; assert(x > 0);",
        ] {
            let program = front_end(text, Options::default()).0.expect(text);
            assert!(CompiledProgram::from_program(&program).is_none(), "{text}");
        }
    }
}
