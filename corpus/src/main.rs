//! The commands behind `cargo xtask corpus`, `horn-classes`, `ablation`, `random-programs`, `open`, `conjecture`,
//! `scaling`, `records` and `auto`.
#![forbid(unsafe_code)]

mod ablation;
mod args;
mod auto_table;
mod classes_table;
mod conjecture_table;
mod examples_table;
mod techniques;
mod open_table;
mod random_table;
mod records_table;
mod scaling_table;

use args::{Command, CommandLine};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let done = match CommandLine::parse().command {
        Command::Examples(options) => examples_table::run(&options),
        Command::Classes(options) => classes_table::run(&options),
        Command::Ablation(options) => ablation::run(&options),
        Command::Random(options) => random_table::run(&options),
        Command::Open(options) => open_table::run(&options),
        Command::Conjecture(options) => conjecture_table::run(&options),
        Command::Scaling(options) => scaling_table::run(&options),
        Command::Records(options) => records_table::run(&options),
        Command::Auto(options) => auto_table::run(&options),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}
