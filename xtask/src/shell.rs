//! Running other programs: each is printed before it runs, and a failure names it.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Prints what is being done.
pub fn say(message: &str) {
    eprintln!("[hornbook] {message}");
}

/// Starts to describe a call of `program`.
///
/// What cargo set for this program alone is taken away: left in place, it would make dependencies
/// that look at it be built again.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let ours = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_PRIMARY"];
        if ours.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
    command
}

/// The cargo that runs this program.
pub fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command with its output shown.
pub fn run(command: &mut Command) -> Result<(), String> {
    let line = line(command);
    say(&line);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed ({status})")),
        Err(error) => Err(format!("`{line}` did not start: {error}")),
    }
}

/// Runs a command with its output shown, and gives what it printed, too.
pub fn tee(command: &mut Command) -> Result<String, String> {
    let line = line(command);
    say(&line);
    let failed = |error: std::io::Error| format!("`{line}` failed: {error}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut printed = String::new();
    for text in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        let text = text.map_err(failed)?;
        println!("{text}");
        printed += &text;
        printed.push('\n');
    }
    match child.wait().map_err(failed)? {
        status if status.success() => Ok(printed),
        status => Err(format!("`{line}` failed ({status})")),
    }
}

/// Runs a command silently and gives what it printed.
pub fn capture(command: &mut Command) -> Result<String, String> {
    let line = line(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("`{line}` did not start: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{line}` failed ({}): {}", output.status, said.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The full path of a program on PATH.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// A value for PATH with these folders before what it holds.
pub fn path_with(folders: &[&Path]) -> Result<std::ffi::OsString, String> {
    let present = std::env::var_os("PATH").unwrap_or_default();
    let all = folders.iter().map(|folder| folder.to_path_buf());
    std::env::join_paths(all.chain(std::env::split_paths(&present)))
        .map_err(|error| format!("a folder's name cannot stand on PATH: {error}"))
}

/// A command as one could type it.
fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(name).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
