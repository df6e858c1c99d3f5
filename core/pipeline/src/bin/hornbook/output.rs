//! Standard output and standard error, which may be closed at any time.

use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicU8, Ordering};

/// The output could not be written, as `sysexits.h` has it.
pub(crate) const IO_ERROR: u8 = 74;

static FAILED: AtomicU8 = AtomicU8::new(0);

/// Writes to standard output at once. Nobody reading any more is no error.
pub(crate) fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(e) = out.write_all(text.as_bytes()).and_then(|()| out.flush())
        && e.kind() != ErrorKind::BrokenPipe
    {
        complain(&format!("hornbook: the output cannot be written: {e}\n"));
        FAILED.store(IO_ERROR, Ordering::Relaxed);
    }
}

/// Writes a file, in the place of what stood there.
pub(crate) fn write_file(file: &str, text: &str) {
    if let Err(e) = std::fs::write(file, text) {
        complain(&format!("hornbook: `{file}` cannot be written: {e}\n"));
        FAILED.store(IO_ERROR, Ordering::Relaxed);
    }
}

/// Writes to standard error, if that is possible.
pub(crate) fn complain(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// The exit status if writing failed.
pub(crate) fn status() -> Option<u8> {
    Some(FAILED.load(Ordering::Relaxed)).filter(|s| *s != 0)
}
