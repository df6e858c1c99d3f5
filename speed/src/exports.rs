//! What the WebAssembly module offers. Only numbers go in and out, so it needs no glue code.

use hornbook_speed::{COUNT, Work};
use std::cell::RefCell;

thread_local! {
    static WORK: RefCell<Option<Work>> = const { RefCell::new(None) };
}

/// How many pieces of work there are.
#[unsafe(no_mangle)]
extern "C" fn count() -> usize {
    COUNT
}

/// Makes a piece of work ready.
#[unsafe(no_mangle)]
extern "C" fn prepare(number: usize) {
    WORK.set(Work::new(number));
}

/// Does what was made ready last, and gives its checksum.
#[unsafe(no_mangle)]
extern "C" fn run() -> u32 {
    WORK.with_borrow(|work| work.as_ref().map_or(0, Work::run))
}
