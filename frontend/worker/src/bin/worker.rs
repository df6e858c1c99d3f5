//! The entry point of the page's workers.

fn main() {
    hornbook_worker::start();
}
