//! A picture that can be saved.

use crate::hooks::download;
use crate::svg;
use web_sys::Element;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct FigureProps {
    /// The subject, such as `graph`: the name of its file.
    pub name: AttrValue,
    /// The picture.
    pub children: Html,
}

/// A picture with a button that saves it as SVG.
#[component]
pub fn Figure(props: &FigureProps) -> Html {
    let picture = use_node_ref();
    let FigureProps { name, children } = props;
    let failed = use_state(|| false);
    let onclick = {
        let (picture, name, failed) = (picture.clone(), name.clone(), failed.clone());
        Callback::from(move |event: MouseEvent| {
            event.stop_propagation();
            let drawn = picture.cast::<Element>().and_then(|e| svg::picture(&e).ok());
            failed.set(drawn.is_none());
            if let Some(drawn) = drawn {
                download(&format!("{name}.svg"), "image/svg+xml", &drawn);
            }
        })
    };
    html! {
        <div class="figure">
            <div ref={picture}>{ children.clone() }</div>
            <button class="quiet" {onclick} title="Save this picture as a file" aria-label={format!("Save the picture as SVG: {name}")}
                data-testid={format!("svg-{name}")}>{ "SVG" }</button>
            if *failed { <span class="wrong" role="status">{ "The browser could not draw it." }</span> }
        </div>
    }
}
