//! Light, dark, or as the system has it.

use crate::hooks::{Theme, use_theme};
use yew::prelude::*;

/// A button that goes round the themes.
#[component]
pub fn ThemeButton() -> Html {
    let (theme, set) = use_theme();
    let label = format!("Colours: {}. Change to {}.", theme.describe(), theme.next().describe());
    let onclick = Callback::from(move |_| set.emit(theme.next()));
    let path = match theme {
        Theme::Auto => "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
        Theme::Light => {
            "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2"
        }
        Theme::Dark => "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
    };
    let fill = if theme == Theme::Light { "none" } else { "currentColor" };
    html! {
        <button class="icon" {onclick} aria-label={label.clone()} title={label} data-testid="theme">
            <svg viewBox="0 0 24 24" aria-hidden="true" {fill} fill-opacity=".85" stroke="currentColor"
                stroke-width="1.8" stroke-linecap="round">
                <path d={path} />
            </svg>
        </button>
    }
}
