//! On a narrow page the panes stand below each other.

use web_sys::{ScrollBehavior, ScrollIntoViewOptions};

/// As in the style sheets.
const STACKED: &str = "(max-width: 900px)";

/// Where the panes are stacked, scrolls to the road; elsewhere it is in view anyway.
pub fn bring_road_into_view() {
    let stacked = gloo_utils::window().match_media(STACKED).ok().flatten();
    if !stacked.is_some_and(|query| query.matches()) {
        return;
    }
    if let Ok(Some(road)) = gloo_utils::document().query_selector(".pane.road") {
        let options = ScrollIntoViewOptions::new();
        options.set_behavior(ScrollBehavior::Smooth);
        road.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
