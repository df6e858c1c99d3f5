//! `cargo xtask lint`: formatting and clippy, with warnings denied.
//!
//! All packages are looked at together and as they compile for this machine, the front end too:
//! otherwise the core would be compiled again for each of them.

use crate::context::Context;
use crate::shell;

/// Runs all the checks; the first that fails ends it.
pub fn run(context: &Context) -> Result<(), String> {
    let cargo = |words: &[&str]| {
        let mut command = context.cargo();
        command.args(words);
        command
    };
    shell::run(&mut cargo(&["fmt", "--all", "--check"]))
        .map_err(|error| format!("{error}; `cargo fmt --all` puts it right"))?;
    let deny = ["--", "--deny", "warnings"];
    shell::run(cargo(&["clippy", "--workspace", "--all-targets"]).args(deny))
}
