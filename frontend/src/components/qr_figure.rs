//! A link as a picture for a telephone's camera.

use crate::share::qr;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct QrFigureProps {
    /// The link.
    pub text: AttrValue,
}

/// The picture, dark on white in every colour scheme, since not all cameras read it otherwise.
#[component]
pub fn QrFigure(props: &QrFigureProps) -> Html {
    let squares = use_memo(props.text.clone(), |text| qr::draw(text));
    match &*squares {
        Some(squares) => html! {
            <svg class="qr" viewBox={format!("0 0 {0} {0}", squares.size)} role="img" aria-label="QR code of the link"
                shape-rendering="crispEdges" data-testid="share-qr">
                <rect width="100%" height="100%" fill="#fff" />
                <path d={squares.path.clone()} fill="#000" />
            </svg>
        },
        None => html! {
            <p class="lead" data-testid="share-qr-none">{ "The link is too long for a QR code that a camera can read." }</p>
        },
    }
}
