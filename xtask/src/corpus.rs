//! `cargo xtask corpus` and `cargo xtask random-programs`: the example programs in all ways of
//! writing them, and random programs held against runs. The crate `corpus` has the work.

use crate::context::Context;
use crate::shell;

/// Solves the example programs.
pub fn examples(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "examples", words)
}

/// Solves random programs.
pub fn random(context: &Context, words: &[String]) -> Result<(), String> {
    run(context, "random", words)
}

fn run(context: &Context, action: &str, words: &[String]) -> Result<(), String> {
    let mut command = context.cargo();
    command.args(["run", "--release", "--package", "hornbook-corpus", "--", action]);
    shell::run(command.args(words))
}
