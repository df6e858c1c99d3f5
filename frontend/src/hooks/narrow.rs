//! On a narrow page the panes stand below each other.

use web_sys::{ScrollBehavior, ScrollIntoViewOptions};

/// As in the style sheets.
const STACKED: &str = "(max-width: 900px)";
/// For those who asked their system for less motion.
const REDUCED: &str = "(prefers-reduced-motion: reduce)";

/// Whether the panes stand below each other.
pub fn stacked() -> bool {
    matches(STACKED)
}

fn matches(query: &str) -> bool {
    let query = gloo_utils::window().match_media(query).ok().flatten();
    query.is_some_and(|query| query.matches())
}

/// Where the panes are stacked, scrolls to the road; elsewhere it is in view anyway.
pub fn bring_road_into_view() {
    if !stacked() {
        return;
    }
    if let Ok(Some(road)) = gloo_utils::document().query_selector(".pane.road") {
        let options = ScrollIntoViewOptions::new();
        let still = matches(REDUCED);
        options.set_behavior(if still { ScrollBehavior::Instant } else { ScrollBehavior::Smooth });
        road.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
