//! What is known of ranges of an array, as a bar.

use crate::formula::{Setting, term, variable};
use hornbook_core::explain::Region;
use hornbook_core::horn::Term;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct RegionPictureProps {
    /// The regions of one or more arrays.
    pub regions: Vec<Region>,
}

/// One bar for each region. Regions of one array are drawn below each other, because their order
/// is not always known.
#[component]
pub fn RegionPicture(props: &RegionPictureProps) -> Html {
    html! { <div class="regions" aria-hidden="true">{ for props.regions.iter().map(bar) }</div> }
}

fn bar(region: &Region) -> Html {
    let setting = Setting::default();
    let bound = |t: &Option<Term>, class: &'static str| match t {
        Some(t) => {
            html! { <span class={classes!("bound", "f", class)}><span class="tick"></span>{ term(t, &setting) }</span> }
        }
        None => html! { <span class={classes!("bound", "soft", class)}>{ "…" }</span> },
    };
    let when = region
        .when
        .iter()
        .map(|t| html! { <span class="when f">{ "if " }{ term(t, &setting) }</span> });
    html! {
        <div class={classes!("region", region.from.is_none().then_some("open-left"), region.to.is_none().then_some("open-right"))}>
            <span class="region-name f">{ variable(&region.array) }</span>
            <div class="region-bar">
                <span class="unknown"></span>
                <span class="known f">{ term(&region.fact, &setting) }{ for when }</span>
                <span class="unknown"></span>
                { bound(&region.from, "at-from") }
                { bound(&region.to, "at-to") }
            </div>
        </div>
    }
}
