//! The worker's entry point.

fn main() {
    hornbook_frontend::worker::start();
}
