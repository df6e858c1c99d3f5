//! The exports of the WebAssembly module. Only numbers go in and out, so it needs no glue code.

use hornbook_speed::{Benchmark, COUNT};
use std::cell::RefCell;

thread_local! {
    static WORK: RefCell<Option<Benchmark>> = const { RefCell::new(None) };
}

/// How many pieces of work there are.
#[unsafe(no_mangle)]
extern "C" fn count() -> usize {
    COUNT
}

/// Makes a piece of work ready.
#[unsafe(no_mangle)]
extern "C" fn prepare(number: usize) {
    WORK.set(Benchmark::new(number));
}

/// Does what was made ready last, and gives its checksum.
#[unsafe(no_mangle)]
extern "C" fn run() -> u32 {
    WORK.with_borrow(|work| work.as_ref().map_or(0, Benchmark::run))
}
