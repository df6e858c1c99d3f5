//! The control-flow graphs of a program and of its functions, one below the other.

use super::figure::Figure;
use super::graph_view::GraphView;
use super::prose::Prose;
use crate::highlights::Highlights;
use crate::hooks::scroll_to;
use crate::state::State;
use hornbook_lang::calls::CallHandling;
use hornbook_records::graph::Drawing;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct GraphsProps {
    /// The pictures, that of the program first.
    pub drawings: Vec<Rc<Drawing>>,
    pub calls: Vec<CallHandling>,
    /// Highlights of the topic under the pointer.
    pub hovered: Highlights,
    /// Highlights of the picked topic.
    pub picked: Highlights,
    /// Groups of lines of the program, each from its first line to its last one.
    #[prop_or_default]
    pub bands: Rc<Vec<(u32, u32)>>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// A picture for each function, with headings where there are several.
#[component]
pub fn Graphs(props: &GraphsProps) -> Html {
    let GraphsProps { drawings, calls, hovered, picked, bands, dispatch } = props;
    let several = drawings.len() > 1;
    let one = |(number, drawing): (usize, &Rc<Drawing>)| {
        let name = match &drawing.function {
            Some(function) => format!("graph-{function}"),
            None => "graph".to_owned(),
        };
        html! {
            <section key={name.clone()} class="graph-of" aria-label={label(drawing)}>
                if several { { heading(drawing, calls) } }
                <Figure {name}><GraphView drawing={drawing.clone()} {number} hovered={hovered.clone()} picked={picked.clone()}
                    bands={bands.clone()} dispatch={dispatch.clone()} /></Figure>
            </section>
        }
    };
    html! { <>{ for drawings.iter().enumerate().map(one) }</> }
}

fn label(drawing: &Drawing) -> String {
    match &drawing.function {
        Some(function) => format!("Graph of {function}"),
        None => "Graph of the program".to_owned(),
    }
}

/// The heading of a picture: its function, the handling of calls, and the way back.
fn heading(drawing: &Drawing, calls: &[CallHandling]) -> Html {
    let id = place(drawing.function.as_deref());
    let Some(function) = &drawing.function else {
        return html! { <h4 {id} tabindex="-1" data-testid="graph-heading">{ "The program" }</h4> };
    };
    let handling = calls.iter().find(|call| call.function == *function);
    let back = Callback::from(|_: MouseEvent| go_to(None));
    html! {
        <>
            <h4 {id} tabindex="-1" data-testid="graph-heading"><code>{ function }</code></h4>
            <p class="why">
                if let Some(handling) = handling { <Prose text={handling.describe()} />{ " " } }
                <button class="quiet" onclick={back} data-testid="graph-back">{ "Back to the program" }</button>
            </p>
        </>
    }
}

/// The id of a picture's heading.
fn place(function: Option<&str>) -> String {
    match function {
        Some(function) => format!("graph-of-{function}"),
        None => "graph-of".to_owned(),
    }
}

/// Brings the picture of a function, or of the program, into view, and the keyboard there.
pub(super) fn go_to(function: Option<&str>) {
    let document = web_sys::window().and_then(|window| window.document());
    let heading = document.and_then(|document| document.get_element_by_id(&place(function)));
    let Some(heading) = heading.and_then(|heading| heading.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    // The page has moved even if the heading does not get the keyboard.
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = heading.focus_with_options(&options);
    scroll_to(&heading);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_have_places_of_their_own() {
        assert_eq!((place(None), place(Some("set"))), ("graph-of".into(), "graph-of-set".into()));
        let of = |function: Option<&str>| {
            label(&Drawing { function: function.map(str::to_owned), ..Drawing::default() })
        };
        assert_eq!(of(None), "Graph of the program");
        assert_eq!(of(Some("set")), "Graph of set");
    }
}
