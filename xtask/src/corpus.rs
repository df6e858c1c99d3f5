//! `cargo xtask corpus`, `horn-classes`, `ablation`, `random-programs`, `open`, `conjecture`, `scaling`, `records` and
//! `auto`: the example programs in all ways of writing them, Horn clauses in classes, random programs held against runs,
//! what is known about completeness, a conjecture of the thesis, programs that grow, how large records are, and `auto` against its parts. The crate
//! `corpus` has the work.

use crate::context::Context;
use crate::shell;

/// Solves the example programs.
pub fn examples(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "corpus", words)
}

/// Solves the systems of Horn clauses in classes.
pub fn classes(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "horn-classes", words)
}

/// Solves both with one setting of the search changed at a time.
pub fn ablation(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "ablation", words)
}

/// Solves random programs.
pub fn random(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "random-programs", words)
}

/// Looks at the completeness of all calls to `insts`.
pub fn open(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "open", words)
}

/// Looks for counterexamples to a conjecture.
pub fn conjecture(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "conjecture", words)
}

/// Solves programs that grow.
pub fn scaling(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "scaling", words)
}

/// Measures records.
pub fn records(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "records", words)
}

/// Solves the example programs with each abstraction and by the method that tries them all.
pub fn auto(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "auto", words)
}

fn run(context: &Context, action: &str, words: &[String]) -> Result<(), String> {
    let mut command = context.cargo();
    command.args(["run", "--release", "--package", "hornbook-corpus", "--", action]);
    shell::run(command.args(words))
}
