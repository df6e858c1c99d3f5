//! The reference: the language and the abstractions.

use super::dialog::Dialog;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// A document for users.
struct ReferencePage {
    /// The document's name.
    name: &'static str,
    /// Its main headings: their anchors, and their words.
    headings: &'static [(&'static str, &'static str)],
    /// The whole of it. It is made from a document of this project when the page is built.
    html: &'static str,
}

const PAGES: &[ReferencePage] = include!(concat!(env!("OUT_DIR"), "/reference.rs"));

#[derive(Clone, PartialEq, Properties)]
pub struct ReferenceProps {
    pub open: bool,
    pub close: Callback<()>,
    pub load: Callback<String>,
}

/// A table of contents, and the documents below it.
#[component]
pub fn Reference(props: &ReferenceProps) -> Html {
    // Links lead to places of the dialog; the page's address stays as it is.
    let onclick = {
        let (load, close) = (props.load.clone(), props.close.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else {
                return;
            };
            if let Ok(Some(link)) = target.closest("a[href]") {
                event.prevent_default();
                go_to(link.get_attribute("href").unwrap_or_default().trim_start_matches('#'));
            } else if target.has_attribute("data-try") {
                let text = target.previous_element_sibling().and_then(|pre| pre.text_content());
                load.emit(text.unwrap_or_default());
                close.emit(());
            }
        })
    };
    let pages = if props.open {
        pages(onclick)
    } else {
        html! {}
    };
    html! {
        <Dialog open={props.open} close={props.close.clone()} label="Reference" testid="reference" class="reference">
            { pages }
        </Dialog>
    }
}

fn pages(onclick: Callback<MouseEvent>) -> Html {
    let pages = PAGES.iter().map(|page| {
        html! {
            <article id={format!("ref-{}", page.name)}>{ Html::from_html_unchecked(page.html.into()) }</article>
        }
    });
    html! {
        <div {onclick}>
            <nav aria-label="Contents">{ for PAGES.iter().map(contents) }</nav>
            { for pages }
        </div>
    }
}

fn contents(page: &ReferencePage) -> Html {
    let entries = page.headings.iter().map(|(id, words)| {
        html! { <li><a href={format!("#{id}")}>{ *words }</a></li> }
    });
    html! { <ul>{ for entries }</ul> }
}

/// Scrolls to a place of the dialog and puts the keyboard there.
fn go_to(id: &str) {
    if let Some(place) = gloo_utils::document().get_element_by_id(id) {
        place.scroll_into_view();
    }
}
