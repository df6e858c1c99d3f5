//! The worker's entry point.

fn main() {
    console_error_panic_hook::set_once();
    hornbook_frontend::worker::start();
}
