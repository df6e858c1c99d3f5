//! Scripts of the site that only some pages need.

/// Adds a script of the site to the page.
pub fn add_script(address: &str) {
    let document = gloo_utils::document();
    let head = document.query_selector("head").ok().flatten();
    if let (Ok(script), Some(head)) = (document.create_element("script"), head) {
        let _ = script.set_attribute("src", address);
        let _ = head.append_child(&script);
    }
}
