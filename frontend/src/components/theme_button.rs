//! A button for the colour scheme.

use crate::hooks::{Theme, use_theme};
use yew::prelude::*;

/// A button that goes round the themes.
#[component]
pub fn ThemeButton() -> Html {
    let (theme, set) = use_theme();
    let label = format!("Colours: {}. Change to {}.", theme.describe(), theme.next().describe());
    let onclick = Callback::from(move |_| set.emit(theme.next()));
    let picture = match theme {
        Theme::Auto => html! {
            <><circle cx="12" cy="12" r="8.5" fill="none" /><path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" /></>
        },
        Theme::Light => html! {
            <><circle cx="12" cy="12" r="4" fill="none" />
            <path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2" /></>
        },
        Theme::Dark => {
            html! { <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" fill="currentColor" /> }
        }
        Theme::Contrast => html! {
            <><rect x="3.5" y="3.5" width="17" height="17" fill="none" /><path d="M3.5 20.5v-17h17z" fill="currentColor" /></>
        },
    };
    html! {
        <button class="icon" {onclick} aria-label={label.clone()} title={label} data-testid="theme">
            <svg viewBox="0 0 24 24" aria-hidden="true" stroke="currentColor" stroke-width="1.8" stroke-linecap="round">
                { picture }
            </svg>
        </button>
    }
}
