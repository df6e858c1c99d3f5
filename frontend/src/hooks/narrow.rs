//! On a narrow page the panes stand below each other.

use web_sys::{ScrollBehavior, ScrollIntoViewOptions};

/// As in the style sheets.
const STACKED: &str = "(max-width: 900px)";

/// Whether the panes stand below each other.
pub fn stacked() -> bool {
    let query = gloo_utils::window().match_media(STACKED).ok().flatten();
    query.is_some_and(|query| query.matches())
}

/// Where the panes are stacked, scrolls to the road; elsewhere it is in view anyway.
pub fn bring_road_into_view() {
    if !stacked() {
        return;
    }
    if let Ok(Some(road)) = gloo_utils::document().query_selector(".pane.road") {
        let options = ScrollIntoViewOptions::new();
        options.set_behavior(ScrollBehavior::Smooth);
        road.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
