//! `cargo xtask test`: the crates' own tests, then those of the built page in a browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::args::TestOptions;
use crate::build::{self, Profile};
use crate::context::Context;
use crate::server::{Server, Site};
use crate::shell::{self, say};
use crate::{nightly, tools};

/// The path below which the page is tested: nobody may rely on the site being at the top.
const BASE: &str = "/notes/week-3/hornbook/";

/// Where the page's tests are: those of the editor, which need no browser, and the rest.
const TEST_FOLDERS: [&str; 2] = ["static/editor/test", "tests/browser"];

/// The seed of the random part of the tests: a change is tested with cases that the change before it has passed, too.
/// `cargo xtask nightly` takes others every time.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "20261129");

/// Runs the chosen tests; the first runner that fails ends it.
pub fn run(context: &Context, options: &TestOptions) -> Result<(), String> {
    let words = options.args();
    if options.native() {
        native(context, &words)?;
    }
    if options.browser() {
        page(context, Profile::Quick, false, &words)?;
    }
    Ok(())
}

/// The crates' tests, all compiled for this machine, those of the front end too: what can be tested
/// without a browser is plain Rust.
fn native(context: &Context, arguments: &[String]) -> Result<(), String> {
    let mut command = cargo_test(context)?;
    if std::env::var_os(SEED.0).is_none() {
        command.env(SEED.0, SEED.1);
    }
    let named = |word: &String| word.starts_with("-p") || word.starts_with("--package");
    if !arguments.iter().take_while(|word| *word != "--").any(named) {
        command.arg("--workspace");
    }
    shell::run(command.args(arguments))
}

/// Starts to describe a call of `cargo test`, with the solver to compare answers with.
pub fn cargo_test(context: &Context) -> Result<Command, String> {
    let mut command = context.cargo();
    command.arg("test").env("HORNBOOK_Z3_PYTHON", tools::z3_python(context)?);
    Ok(command)
}

/// The page's tests, all in one browser; at `night` with what takes too long for every change. The
/// words are files, without which all are run, and options of node.
pub fn page(
    context: &Context,
    profile: Profile,
    night: bool,
    words: &[String],
) -> Result<(), String> {
    let (options, files): (Vec<_>, Vec<_>) = words.iter().partition(|word| word.starts_with('-'));
    let mut command = node_with_page(context, profile)?;
    command.env("HORNBOOK_MDBOOK", tools::mdbook(context)?);
    if night {
        command.env(nightly::VARIABLE, "1").env("HORNBOOK_FIREFOX", tools::firefox(context)?);
    }
    command.args(["--test-reporter=spec", "--test-reporter-destination=stdout"]).args(options);
    command.arg("tests/browser/run.mjs");
    if files.is_empty() {
        command.args(test_files(&context.root)?);
    } else {
        command.args(files);
    }
    shell::run(&mut command)
}

/// Measures the built page in a browser, and prints what was measured.
pub fn page_speed(context: &Context) -> Result<(), String> {
    let mut command = node_with_page(context, Profile::Shipped)?;
    shell::run(command.arg("tests/browser/page_speed.mjs"))
}

/// Takes the pictures of the built page that people look at.
pub fn shots(context: &Context) -> Result<(), String> {
    let mut command = node_with_page(context, Profile::Shipped)?;
    shell::run(command.arg("tests/browser/shots.mjs"))
}

/// Node with the built site on a server that ends with this process, and with a browser.
fn node_with_page(context: &Context, profile: Profile) -> Result<Command, String> {
    let chromium = tools::chromium(context)?;
    let dist = build::site(context, profile)?;
    let binary = command_line(context)?;
    let site = Site::new(&dist, BASE)?;
    let server = Server::bind(0)?;
    let address = server.address(&site);
    say(&format!("the page is at {address}"));
    std::thread::spawn(move || server.run(site));
    let mut command = context.command("node");
    command
        .env("HORNBOOK_SITE", address)
        .env("HORNBOOK_DIST", dist)
        .env("HORNBOOK_BINARY", binary)
        .env("HORNBOOK_CHROMIUM", chromium)
        .env("HORNBOOK_SCREENSHOTS", context.target.join("screenshots"));
    Ok(command)
}

/// The command line, which makes the courses that are looked at. Taken from the workspace as a whole, it is the one that the
/// crates' tests have compiled.
fn command_line(context: &Context) -> Result<PathBuf, String> {
    shell::run(context.cargo().args(["build", "--workspace", "--bin", "hornbook"]))?;
    Ok(context.target.join("debug/hornbook"))
}

/// The files that hold the page's tests, in order.
fn test_files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut tests = Vec::new();
    for folder in TEST_FOLDERS {
        let folder = root.join(folder);
        let entries = std::fs::read_dir(&folder)
            .map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
        let before = tests.len();
        let paths = entries.flatten().map(|entry| entry.path());
        tests.extend(paths.filter(|path| path.to_string_lossy().ends_with(".test.mjs")));
        if tests.len() == before {
            return Err(format!("{} has no file *.test.mjs", folder.display()));
        }
    }
    tests.sort();
    Ok(tests)
}
