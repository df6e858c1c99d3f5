//! Hornbook's developer commands, run as `cargo xtask COMMAND`.
//!
//! Each command installs what it needs and does not find: nothing has to be set up by hand beside
//! cargo, node and, for the browser tests, Debian's package manager. `tools` has the installing,
//! `wasm_target` the wasm standard library, `build` the site, `serve` and `server` the local
//! server, `test`, `differential`, `corpus` and `lint` the checks, `page_size` and `wasm_speed` measurements; `context` and
//! `shell` are what they share.
#![forbid(unsafe_code)]

mod args;
mod build;
mod context;
mod corpus;
mod differential;
mod lint;
mod page_size;
mod serve;
mod server;
mod shell;
mod test;
mod tools;
mod wasm_speed;
mod wasm_target;

use std::process::ExitCode;

use args::Command;
use context::Context;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

Commands:
  serve [--port N] [--base PATH] [--dir DIR]
                  build the playground and serve it at http://127.0.0.1:8080/
                    --port N      another port (0: any free one)
                    --base PATH   serve it below a path, for example /notes/hornbook/
                    --dir DIR     serve the files of DIR as they are and build nothing
  build           build the static site into dist/; it works from any path of any static host
  test [--no-browser | --only-browser] [ARGS...]
                  run every test: the crates' own, then those of the built page in a browser
                    --no-browser    only the crates' tests
                    --only-browser  only the page's tests
                    ARGS            go to `cargo test` (with --only-browser to `node --test`);
                                    with ARGS for cargo the browser tests are left out
  differential [--formulas N] [--seed N] [--sample K] [--no-oxiz] [--write]
                  compare the arithmetic's answers and times with those of z3 and oxiz, on random
                  formulas and on the questions of the example programs
                    --formulas N  so many random formulas (100000)
                    --seed N      other random formulas
                    --sample K    the questions of each K-th program only
                    --no-oxiz     without oxiz, which takes minutes to compile
                    --write       put the tables into docs/solver.md
  horn-differential [--budget-ms N] [--write]
                  compare the Horn engine's answers and times with those of z3, on the final
                  clauses of the example programs
                    --budget-ms N  so long for each engine and program (10000)
                    --write        put the table into docs/solver.md
  corpus [--budget-ms N] [--rewrite] [--filter TEXT] [--keep DIR]
                  solve the example programs: verdicts, times, questions and steps
                    --budget-ms N  look for each answer so long (30000)
                    --rewrite      also in many other ways of writing each program
                    --filter TEXT  only programs with TEXT in their names
                    --keep DIR     put each text with another verdict than expected into DIR
  random-programs [--programs N] [--seed N] [--steps N]
                  hold the verdicts on random programs against runs
                    --programs N   so many programs (10000)
                    --seed N       other programs
                    --steps N      steps of the search for each answer, where it is easiest (8000)
  lint            check formatting, clippy and the documentation, with warnings denied
  page-size       list what a first visit of the page downloads: each file, and with brotli
  page-speed      measure the page: what a visit downloads, how soon the first verdict stands there,
                  how soon the steps follow the typing
  shots           take the pictures of the page in tests/screenshots anew
  wasm-speed [--write]
                  compare the solver's speed as WebAssembly with its native speed; takes minutes
                    --write         put the table into docs/solver.md
  help            print this text

Each command first installs what it needs, below $XDG_CACHE_HOME/hornbook or ~/.cache/hornbook.

Variables:
  CARGO_TARGET_DIR         cargo's target folder, as everywhere
  HORNBOOK_CHROMIUM        the browser for the page's tests, if it is not on PATH
  HORNBOOK_FIREFOX         the other browser for them, if it is not on PATH
  HORNBOOK_WASM_TOOLCHAIN  `rustup` or `debian`: compile for wasm32 with only that one's toolchain
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let command = match args::parse(&words) {
        Ok(command) => command,
        Err(message) => {
            eprintln!("error: {message}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Carries a command out.
fn run(command: &Command) -> Result<(), String> {
    if *command == Command::Help {
        print!("{USAGE}");
        return Ok(());
    }
    let context = Context::new()?;
    match command {
        Command::Help => Ok(()),
        Command::Build => build::run(&context),
        Command::Serve(options) => serve::run(&context, options),
        Command::Test(options) => test::run(&context, options),
        Command::Differential(options) => differential::run(&context, options),
        Command::HornDifferential(options) => differential::horn(&context, options),
        Command::Corpus(words) => corpus::examples(&context, words),
        Command::RandomPrograms(words) => corpus::random(&context, words),
        Command::Lint => lint::run(&context),
        Command::PageSize => page_size::run(&context),
        Command::PageSpeed => test::page_speed(&context),
        Command::Shots => test::shots(&context),
        Command::WasmSpeed(options) => wasm_speed::run(&context, options),
    }
}
