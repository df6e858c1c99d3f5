//! Natively a program that does each piece of work and says how long it took. As WebAssembly a
//! module with the same work for `run.mjs`, which has a clock.

#[cfg(target_arch = "wasm32")]
mod exports;

/// Prints a line for each piece of work: checksum, milliseconds, name.
#[cfg(not(target_arch = "wasm32"))]
fn main() {
    use hornbook_speed::{Benchmark, COUNT};
    for work in (0..COUNT).filter_map(Benchmark::new) {
        // Once without a clock, as in `run.mjs`.
        work.run();
        let start = std::time::Instant::now();
        let checksum = work.run();
        println!("{checksum} {:.3} {}", start.elapsed().as_secs_f64() * 1e3, work.name);
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}
