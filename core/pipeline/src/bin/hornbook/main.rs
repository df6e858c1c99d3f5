//! `hornbook`: the command line, a thin layer over `pipeline`. The only place with a clock.

mod args;
mod batch;
mod commands;
mod compare;
mod course;
mod help;
mod input;
mod judged;
mod line;
mod output;
mod render;

use args::Invocation;
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
        Ok(Invocation::Text(command)) => commands::run(&command),
        Ok(Invocation::Course(command)) => course::run(&command),
        Ok(Invocation::Batch(command)) => batch::run(&command),
        Err(message) => tell(&message),
    };
    ExitCode::from(output::status().unwrap_or(status))
}

/// Says what is wrong with the words, or what was asked for: the help or the version. The result
/// is the exit status.
pub(crate) fn tell(message: &clap::Error) -> u8 {
    let text = message.render().to_string();
    if message.use_stderr() {
        output::complain(&text);
        return USAGE;
    }
    output::print(&text);
    0
}
