//! The entry point of the page and of its workers: they run one module, so that a visit downloads
//! what both need only once.

use hornbook_frontend::{app, worker};

fn main() {
    if worker::is_here() {
        worker::start();
    } else {
        console_error_panic_hook::set_once();
        yew::Renderer::<app::App>::new().render();
    }
}
