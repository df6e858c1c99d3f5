//! `cargo xtask differential` and `horn-differential`: the arithmetic and the Horn engine against
//! other solvers, answers and times.
//!
//! The program that compares is a crate of its own outside of the workspace, with its own
//! Cargo.lock and, below cargo's target folder, its own target folder.

use std::path::PathBuf;
use std::process::Command;

use crate::args::{DifferentialOptions, HornOptions};
use crate::context::Context;
use crate::{shell, tools};

/// The page that holds the tables, below the top of the clone.
const PAGE: &str = "docs/solver.md";

/// Builds the program and compares.
pub fn run(context: &Context, options: &DifferentialOptions) -> Result<(), String> {
    let python = tools::z3_python(context)?;
    let mut command = cargo(context, "run");
    command.args(["--release", "--locked"]);
    if !options.oxiz {
        command.arg("--no-default-features");
    }
    command.arg("--").env("HORNBOOK_Z3_PYTHON", python);
    for (name, value) in
        [("--formulas", options.formulas), ("--seed", options.seed), ("--sample", options.sample)]
    {
        command.arg(name).arg(value.to_string());
    }
    command.arg("--scripts").arg(target(context).join("scripts"));
    if options.write {
        command.args(["--page", PAGE]);
    }
    shell::run(&mut command)
}

/// Builds the program and compares the Horn engines.
pub fn horn(context: &Context, options: &HornOptions) -> Result<(), String> {
    let python = tools::z3_python(context)?;
    let mut command = cargo(context, "run");
    command.args(["--release", "--locked", "--no-default-features", "--", "horn"]);
    command.env("HORNBOOK_Z3_PYTHON", python);
    command.arg("--budget-ms").arg(options.budget_ms.to_string());
    if options.write {
        command.args(["--page", PAGE]);
    }
    shell::run(&mut command)
}

/// The part of the comparison that belongs to the tests. It leaves out oxiz, which takes longer to
/// compile than everything else.
pub fn test(context: &Context) -> Result<(), String> {
    let mut command = cargo(context, "test");
    command.args(["--release", "--locked", "--no-default-features"]);
    shell::run(command.env("HORNBOOK_Z3_PYTHON", tools::z3_python(context)?))?;
    let few = DifferentialOptions { formulas: 2000, sample: 8, oxiz: false, ..Default::default() };
    run(context, &few)
}

/// Starts to describe a call of cargo on the crate.
pub fn cargo(context: &Context, action: &str) -> Command {
    let mut command = context.cargo();
    command.args([action, "--manifest-path", "differential/Cargo.toml"]);
    command.env("CARGO_TARGET_DIR", target(context));
    command
}

fn target(context: &Context) -> PathBuf {
    context.target.join("differential")
}
