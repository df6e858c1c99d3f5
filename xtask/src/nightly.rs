//! `cargo xtask nightly`: what is tested, but takes too long for every change.
//!
//! Each step is made even if one before it failed.

use crate::build::Profile;
use crate::context::Context;
use crate::shell::{self, say};
use crate::test;

/// The variable by which tests are told that they may take long: it is 1 then.
pub const VARIABLE: &str = "HORNBOOK_NIGHTLY";

/// A title, and what is done.
type Step = (&'static str, fn(&Context) -> Result<(), String>);

/// All steps, in order. Another one is another line.
const STEPS: &[Step] = &[
    ("the documentation of every item, without a warning", documentation),
    ("the crates' tests, with those that take long", native),
    ("the page as users have it: every test of it, in Firefox too", page),
];

/// Makes all steps, and names those that failed.
pub fn run(context: &Context) -> Result<(), String> {
    let mut failed = Vec::new();
    for (title, step) in STEPS {
        say(&format!("nightly: {title}"));
        if let Err(error) = step(context) {
            say(&format!("nightly: {title}: {error}"));
            failed.push(*title);
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("{} of {} steps failed: {}", failed.len(), STEPS.len(), failed.join("; ")))
    }
}

fn documentation(context: &Context) -> Result<(), String> {
    let mut command = context.cargo();
    command.args(["doc", "--workspace", "--no-deps", "--document-private-items"]);
    shell::run(command.env("RUSTDOCFLAGS", "--deny warnings"))
}

fn native(context: &Context) -> Result<(), String> {
    shell::run(test::cargo_test(context)?.arg("--workspace").env(VARIABLE, "1"))
}

fn page(context: &Context) -> Result<(), String> {
    test::page(context, Profile::Shipped, true, &[])
}
