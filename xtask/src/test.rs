//! `cargo xtask test`: the crates' own tests, then those of the built page in a browser.

use std::path::{Path, PathBuf};

use crate::args::TestOptions;
use crate::context::Context;
use crate::lint::FRONTEND;
use crate::server::{Server, Site};
use crate::shell::{self, say};
use crate::{build, tools};

/// The path below which the page is tested: nobody may rely on the site being at the top.
const BASE: &str = "/notes/week-3/hornbook/";

/// Runs the chosen tests; the first runner that fails ends it.
pub fn run(context: &Context, options: &TestOptions) -> Result<(), String> {
    if options.native {
        native(context, &options.args)?;
    }
    if options.browser {
        browser(context, &options.args)?;
    }
    Ok(())
}

/// The tests of all crates but the front end, which the browser tests see to.
fn native(context: &Context, arguments: &[String]) -> Result<(), String> {
    let python = tools::z3_python(context)?;
    let mut command = context.cargo();
    command.arg("test");
    let named = |word: &String| word.starts_with("-p") || word.starts_with("--package");
    if !arguments.iter().take_while(|word| *word != "--").any(named) {
        command.args(["--workspace", "--exclude", FRONTEND]);
    }
    shell::run(command.args(arguments).env("HORNBOOK_Z3_PYTHON", python))
}

/// The page's tests, against the built site.
fn browser(context: &Context, arguments: &[String]) -> Result<(), String> {
    let chromium = tools::chromium(context)?;
    let dist = build::site(context)?;
    let site = Site::new(&dist, BASE)?;
    let server = Server::bind(0, site)?;
    let address = server.address();
    say(&format!("testing the page at {address}"));
    std::thread::spawn(move || server.run());
    let mut command = context.command("node");
    command.arg("--test");
    if arguments.is_empty() {
        command.args(test_files(&context.root.join("tests").join("browser"))?);
    } else {
        command.args(arguments);
    }
    command
        .env("HORNBOOK_SITE", address)
        .env("HORNBOOK_CHROMIUM", chromium);
    command.env("HORNBOOK_SCREENSHOTS", context.target.join("screenshots"));
    shell::run(&mut command)
}

/// The files of a folder whose names end in `.test.mjs`, in order.
fn test_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut tests: Vec<_> = paths
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    tests.sort();
    if tests.is_empty() {
        return Err(format!("{} has no file *.test.mjs", folder.display()));
    }
    Ok(tests)
}
