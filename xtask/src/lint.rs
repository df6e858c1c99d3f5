//! `cargo xtask lint`: formatting, clippy and the documentation, with warnings denied.

use crate::context::Context;
use crate::{differential, shell, wasm_target};

/// The package of the front end, which is compiled for wasm32.
const FRONTEND: &str = "hornbook-frontend";

/// Runs all the checks; the first that fails ends it.
pub fn run(context: &Context) -> Result<(), String> {
    let cargo = |words: &[&str]| {
        let mut command = context.cargo();
        command.args(words);
        command
    };
    shell::run(&mut cargo(&["fmt", "--all", "--check"]))
        .map_err(|error| format!("{error}; `cargo fmt --all` puts it right"))?;
    shell::run(differential::cargo(context, "fmt").arg("--check"))?;
    let natives = ["--workspace", "--exclude", FRONTEND];
    let wasm = wasm_target::ensure(context)?;
    let mut frontend = vec!["--package", FRONTEND];
    // Clippy belongs to the ordinary compiler. If that one lacks the target, it looks at the front
    // end as it compiles for this machine.
    if wasm.is_ordinary() {
        frontend.extend(["--target", wasm_target::TARGET]);
    }
    for packages in [&natives[..], &frontend] {
        let mut clippy = cargo(&["clippy", "--all-targets"]);
        shell::run(clippy.args(packages).args(["--", "--deny", "warnings"]))?;
        let mut doc = cargo(&["doc", "--no-deps", "--document-private-items"]);
        shell::run(doc.args(packages).env("RUSTDOCFLAGS", "--deny warnings"))?;
    }
    compares(context)
}

/// The crate that compares solvers is no part of the workspace. What needs oxiz in it is a few
/// lines, and not worth compiling oxiz for.
fn compares(context: &Context) -> Result<(), String> {
    let mut clippy = differential::cargo(context, "clippy");
    clippy.args(["--all-targets", "--locked", "--no-default-features"]);
    shell::run(clippy.args(["--", "--deny", "warnings"]))?;
    let mut doc = differential::cargo(context, "doc");
    doc.args(["--no-deps", "--document-private-items", "--locked", "--no-default-features"]);
    shell::run(doc.env("RUSTDOCFLAGS", "--deny warnings"))
}
