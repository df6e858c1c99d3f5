//! The entry point of the page and of its workers: they run one module, so that a visit downloads
//! what both need only once.

use hornbook_frontend::{app, breakdown, worker};

fn main() {
    if worker::is_here() {
        worker::start();
    } else {
        breakdown::watch();
        yew::Renderer::<app::App>::new().render();
    }
}
