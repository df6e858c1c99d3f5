//! The colour scheme: light, dark, high contrast, or the system's.

use super::{remember, remembered};
use gloo_events::EventListener;
use serde::{Deserialize, Serialize};
use web_sys::MediaQueryList;
use yew::prelude::*;

/// The chosen colours. The page's head reads the remembered choice too, before the first paint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// As the system has it, high contrast included.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
    /// High contrast, light or dark as the system has it.
    Contrast,
}

impl Theme {
    /// The next choice of a button that goes round.
    pub fn next(self) -> Theme {
        match self {
            Theme::Auto => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::Contrast,
            Theme::Contrast => Theme::Auto,
        }
    }

    /// The choice in words.
    pub fn describe(self) -> &'static str {
        match self {
            Theme::Auto => "as the system has it",
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Contrast => "high contrast",
        }
    }
}

const KEY: &str = "hornbook.theme";
const PREFERS_DARK: &str = "(prefers-color-scheme: dark)";
const PREFERS_CONTRAST: &str = "(prefers-contrast: more)";

fn asked(query: &str) -> Option<MediaQueryList> {
    gloo_utils::window().match_media(query).ok().flatten()
}

fn apply(theme: Theme) {
    let system = |query| asked(query).is_some_and(|q| q.matches());
    let plain = matches!(theme, Theme::Light | Theme::Dark);
    let dark = theme == Theme::Dark || theme != Theme::Light && system(PREFERS_DARK);
    let contrast = theme == Theme::Contrast || !plain && system(PREFERS_CONTRAST);
    if let Some(root) = gloo_utils::document().document_element() {
        let _ = root.class_list().toggle_with_force("dark", dark);
        let _ = root.class_list().toggle_with_force("contrast", contrast);
    }
}

/// The theme and a callback to change it; remembered, applied, and following the system.
#[hook]
pub fn use_theme() -> (Theme, Callback<Theme>) {
    let theme = use_state(|| remembered(KEY).unwrap_or_default());
    use_effect_with(*theme, |&theme| {
        apply(theme);
        let listeners = [PREFERS_DARK, PREFERS_CONTRAST]
            .map(|q| asked(q).map(|q| EventListener::new(&q, "change", move |_| apply(theme))));
        move || drop(listeners)
    });
    let set = {
        let theme = theme.clone();
        Callback::from(move |next: Theme| {
            remember(KEY, &next);
            theme.set(next);
        })
    };
    (*theme, set)
}
