//! Forms of invariants that a small run of the program refutes: nobody is to be led to a false line.

use crate::sample_inputs::{CellSeed, SyntheticInputs};
use hornbook_base::Span;
use hornbook_lang::ast::{Expr, Program, Stmt, StmtKind};
use hornbook_lang::interp::run;
use hornbook_lang::rewrite::{build, walk};
use hornbook_lang::typed::AssertionKind;
use hornbook_lang::{Options, front_end, print};

/// The sizes of inputs, and how many runs there are of each.
const SIZES: u32 = 5;
const RUNS: u64 = 4;
/// The values of cells are below this.
const VALUES: u64 = 4;
/// The most steps of a run.
const STEPS: usize = 2_000;

/// Whether some small run is at the head of a loop, by its place, while a formula does not hold. Also what cannot stand there
/// is refuted.
pub fn is_refuted(program: &Program, loop_span: Span, form: &Expr) -> bool {
    let text = print::whole(&with_form(program, loop_span, form));
    let (Some(program), _) = front_end(&text, Options::default()) else { return true };
    let is_form = |id: usize| {
        program.asserts.get(id).is_some_and(|claim| claim.kind == AssertionKind::Invariant)
    };
    (0..SIZES).any(|size| {
        (0..RUNS).any(|seed| {
            let mut inputs = SyntheticInputs::new(size, seed, CellSeed { seed, below: VALUES });
            let failed = run(&program, &mut inputs, STEPS).failed;
            failed.iter().any(|(assert, _)| is_form(assert.0 as usize))
        })
    })
}

/// The program with the formula as the only line about its loops.
fn with_form(program: &Program, loop_span: Span, form: &Expr) -> Program {
    let mut changed = program.clone();
    walk::replace(&mut changed.body, &mut |mut stmt: Stmt| {
        if stmt.is_loop_clause() {
            return vec![];
        }
        if stmt.span == loop_span && stmt.is_loop() {
            for body in walk::bodies(&mut stmt) {
                body.insert(0, build::stmt(StmtKind::Invariant(form.clone())));
            }
        }
        vec![stmt]
    });
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_lang::parse;
    use hornbook_lang::parser::expression;

    #[test]
    fn a_form_that_a_run_breaks_is_refuted() {
        let text = "int n = nondet(); assume(n >= 0); int a[n]; int b[n];\nint i = n - 1; int j = 0;\n\
                    while (i >= 0) { invariant j >= 7; b[j] = a[i]; j++; i--; }\n\
                    assert(forall k in 0..n: b[k] == a[n - 1 - k]);\n";
        let tree = parse(text).0;
        let place = tree.body.iter().find(|stmt| stmt.is_loop()).expect("a loop").span;
        let refuted = |form: &str| is_refuted(&tree, place, &expression(form).expect(form));
        for wrong in ["forall k in i + 1..n: b[k] == a[n - 1 - k]", "0 <= i", "x == 3"] {
            assert!(refuted(wrong), "{wrong}");
        }
        for right in
            ["forall k in 0..j: b[k] == a[n - 1 - k]", "-1 <= i && i <= n - 1", "j == n - i - 1"]
        {
            assert!(!refuted(right), "{right}");
        }
    }
}
