//! `cargo xtask differential` and `horn-differential`: the arithmetic and the Horn engine against
//! other solvers, answers and times.
//!
//! The program that compares is the crate `differential`, built as fast as what users run. Its own
//! tests have a small comparison.

use std::process::Command;

use crate::args::{DifferentialOptions, HornOptions};
use crate::context::Context;
use crate::{shell, tools};

/// The page that holds the tables, below the top of the clone.
const PAGE: &str = "docs/solver.md";

/// Builds the program and compares.
pub fn run(context: &Context, options: &DifferentialOptions) -> Result<(), String> {
    let mut command = program(context, !options.no_oxiz)?;
    for (name, value) in
        [("--formulas", options.formulas), ("--seed", options.seed), ("--sample", options.sample)]
    {
        command.arg(name).arg(value.to_string());
    }
    command.arg("--scripts").arg(context.target.join("differential/scripts"));
    if options.write {
        command.args(["--page", PAGE]);
    }
    shell::run(&mut command)
}

/// Builds the program and compares the Horn engines.
pub fn horn(context: &Context, options: &HornOptions) -> Result<(), String> {
    let mut command = program(context, false)?;
    command.args(["horn", "--budget-ms"]).arg(options.budget_ms.to_string());
    if options.classes {
        command.arg("--classes");
    }
    if options.write {
        command.args(["--page", PAGE]);
    }
    shell::run(&mut command)
}

/// Starts to describe a call of the program; its own words follow.
fn program(context: &Context, oxiz: bool) -> Result<Command, String> {
    let mut command = context.cargo();
    command.args(["run", "--profile", "compare", "--package", "hornbook-differential"]);
    if oxiz {
        command.args(["--features", "oxiz"]);
    }
    command.arg("--").env("HORNBOOK_Z3_PYTHON", tools::z3_python(context)?);
    Ok(command)
}
