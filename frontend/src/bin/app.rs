//! The page's entry point.

fn main() {
    console_error_panic_hook::set_once();
    yew::Renderer::<hornbook_frontend::app::App>::new().render();
}
