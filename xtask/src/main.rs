//! Hornbook's developer commands, run as `cargo xtask COMMAND`.
//!
//! Each command installs what it needs and does not find: nothing has to be set up by hand beside
//! cargo, node and, for the browser tests, Debian's package manager. `tools` has the installing,
//! `wasm_target` the wasm standard library, `build` and `page` the site, `trunk` another way to it, `serve` and `server` the local
//! server, `test`, `nightly`, `differential`, `corpus` and `lint` the checks, `slowest`, `page_size` and `wasm_speed`
//! measurements; `context`, `shell` and `steps` are what they share.
#![forbid(unsafe_code)]

mod args;
mod build;
mod context;
mod corpus;
mod crates;
mod differential;
mod lint;
mod nightly;
mod page;
mod page_size;
mod serve;
mod server;
mod shell;
mod slowest;
mod steps;
mod test;
mod tools;
mod trunk;
mod wasm_speed;
mod wasm_target;

use std::process::ExitCode;

use args::Command;
use context::Context;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let command = match args::parse(&words) {
        Ok(command) => command,
        // Wrong usage, which ends with 2, or the help.
        Err(error) => error.exit(),
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
    let context = Context::new()?;
    match command {
        Command::Build => build::run(&context),
        Command::Serve(options) => serve::run(&context, options),
        Command::Test(options) => test::run(&context, options),
        Command::Nightly => nightly::run(&context),
        Command::Slowest(options) => slowest::run(&context, options),
        Command::Differential(options) => differential::run(&context, options),
        Command::HornDifferential(options) => differential::horn(&context, options),
        Command::Corpus(words) => corpus::examples(&context, &words.words),
        Command::HornClasses(words) => corpus::classes(&context, &words.words),
        Command::Ablation(words) => corpus::ablation(&context, &words.words),
        Command::RandomPrograms(words) => corpus::random(&context, &words.words),
        Command::Open(words) => corpus::open(&context, &words.words),
        Command::Conjecture(words) => corpus::conjecture(&context, &words.words),
        Command::Scaling(words) => corpus::scaling(&context, &words.words),
        Command::Records(words) => corpus::records(&context, &words.words),
        Command::Auto(words) => corpus::auto(&context, &words.words),
        Command::Lint => lint::run(&context),
        Command::Crates { write } => crates::run(&context, *write),
        Command::Trunk => trunk::run(&context),
        Command::PageSize => page_size::run(&context),
        Command::PageSpeed => test::page_speed(&context),
        Command::Shots => test::shots(&context),
        Command::WasmSpeed(options) => wasm_speed::run(&context, options),
    }
}
