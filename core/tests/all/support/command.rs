//! The command line as its tests call it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the binary with words and a text on standard input.
pub fn run_with(words: &[&str], stdin: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hornbook"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // Commands that read no input may be over before the pipe is written.
    let _ = pipe.write_all(stdin.as_bytes());
    drop(pipe);
    child.wait_with_output().expect("the binary ends")
}
