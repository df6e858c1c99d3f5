//! The sign of the page: a hornbook, the little board on a handle from which children learnt.

use yew::prelude::*;

/// The logo with the page's name.
#[component]
pub fn Logo() -> Html {
    html! {
        <h1 class="logo">
            <svg viewBox="0 0 40 52" aria-hidden="true" fill="none" stroke="currentColor">
                <rect x="3" y="2" width="34" height="36" rx="5" stroke-width="3" />
                <path d="M16 38v8a4 4 0 0 0 8 0v-8" stroke-width="3" />
                <path d="M10 12h20M10 20h20M10 28h12" stroke-width="2.4" opacity=".55" />
            </svg>
            { "Hornbook" }
        </h1>
    }
}
