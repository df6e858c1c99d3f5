//! The commands behind `cargo xtask corpus` and `cargo xtask random-programs`.
#![forbid(unsafe_code)]

mod args;
mod examples_table;
mod random_table;

use args::Command;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = args::parse(&words).and_then(|command| match command {
        Command::Examples(options) => examples_table::run(&options),
        Command::Random(options) => random_table::run(&options),
    });
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
