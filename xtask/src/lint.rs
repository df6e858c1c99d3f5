//! `cargo xtask lint`: formatting, clippy and the documentation, with warnings denied.

use crate::context::Context;
use crate::{shell, wasm_target};

/// The package of the front end, which is compiled for wasm32.
pub const FRONTEND: &str = "hornbook-frontend";

/// Runs all the checks; the first that fails ends it.
pub fn run(context: &Context) -> Result<(), String> {
    let cargo = |words: &[&str]| {
        let mut command = context.cargo();
        command.args(words);
        command
    };
    shell::run(&mut cargo(&["fmt", "--all", "--check"]))
        .map_err(|error| format!("{error}; `cargo fmt --all` puts it right"))?;
    let natives = ["--workspace", "--exclude", FRONTEND];
    let deny = ["--", "--deny", "warnings"];
    shell::run(cargo(&["clippy", "--all-targets"]).args(natives).args(deny))?;
    let wasm = wasm_target::ensure(context)?;
    let mut clippy = cargo(&["clippy", "--package", FRONTEND]);
    // Clippy belongs to the ordinary compiler. If that one lacks the target, it looks at the front
    // end as it compiles for this machine.
    if wasm.is_ordinary() {
        clippy.args(["--target", wasm_target::TARGET]);
    }
    shell::run(clippy.args(deny))?;
    let mut doc = cargo(&["doc", "--no-deps", "--document-private-items"]);
    shell::run(doc.args(natives).env("RUSTDOCFLAGS", "--deny warnings"))
}
