//! `hornbook`: the command line, a thin layer over `pipeline`. The only place with a clock.

mod args;
mod commands;
mod compare;
mod help;
mod input;
mod output;
mod render;

use args::Action;
use std::process::ExitCode;

/// Wrong usage, as `sysexits.h` has it.
pub(crate) const USAGE: u8 = 64;
/// Errors in the input.
pub(crate) const DATA: u8 = 65;

fn main() -> ExitCode {
    // Names of files need not be Unicode, but ours are shown in messages.
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|w| w.to_string_lossy().into_owned()).collect();
    let status = match args::parse(&words) {
        Ok(Action::Help(topic)) => {
            output::print(&help::help(topic));
            0
        }
        Ok(Action::Version) => {
            output::print(&format!("hornbook {}\n", env!("CARGO_PKG_VERSION")));
            0
        }
        Ok(Action::Run(command)) => commands::run(&command),
        Err(wrong) => {
            output::complain(&format!("hornbook: {}\n{}", wrong.message, help::hint(wrong.topic)));
            USAGE
        }
    };
    ExitCode::from(output::status().unwrap_or(status))
}
