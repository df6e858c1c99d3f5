//! The entry point of the page.

use hornbook_frontend::{app, breakdown};

fn main() {
    breakdown::watch();
    yew::Renderer::<app::App>::new().render();
}
