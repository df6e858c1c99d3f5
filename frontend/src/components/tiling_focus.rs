//! The program with its segments in colours, and its graph in the same colours.

use super::graph_view::{COLOURS, band};
use super::graphs::Graphs;
use crate::hooks::use_document;
use crate::state::State;
use hornbook_base::LineIndex;
use hornbook_protocol::DocumentKind;
use hornbook_records::stages::StageContent;
use hornbook_records::tiled::TilingRecord;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct TilingFocusProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The program, and in the stage of segments its graph.
#[component]
pub fn TilingFocus(props: &TilingFocusProps) -> Html {
    let TilingFocusProps { state, dispatch } = props;
    let known = use_document::<TilingRecord>(state, DocumentKind::Tiling);
    let Some((text, tilings)) = &known else { return html! {} };
    let lines = LineIndex::new(text);
    let last = |end: u32| lines.line_column(end.saturating_sub(1)).line;
    let bands: Rc<Vec<(u32, u32)>> =
        Rc::new(tilings.segments.iter().map(|s| (s.line, last(s.at.end))).collect());
    let line = |(n, line): (usize, &str)| {
        let n = u32::try_from(n + 1).unwrap_or(u32::MAX);
        html! { <li class={classes!(band(&bands, n))}><code>{ line.to_owned() }</code></li> }
    };
    let key = |n: usize| {
        let segment = &tilings.segments[n];
        let what = match (segment.looped, &segment.misfit) {
            (Some(_), _) => "loop",
            (None, Some(_)) => "loop, not counted",
            (None, None) => "statements",
        };
        html! { <li class={format!("own own-{}", n % COLOURS)}>{ format!("{}: {what}", n + 1) }</li> }
    };
    let drawings =
        state.analysis.as_ref().map(|a| (a.value.drawings.clone(), a.value.calls.clone()));
    html! {
        <>
            <h3>{ "The segments" }</h3>
            <ul class="segment-key" aria-hidden="true">{ for (0..tilings.segments.len()).map(key) }</ul>
            <ol class="listing segment-listing" tabindex="0" data-testid="segment-listing">{ for text.lines().enumerate().map(line) }</ol>
            if let Some((drawings, calls)) = drawings.filter(|_| state.shows() == StageContent::Segments) {
                <Graphs {drawings} {calls} hovered={state.hovered_highlights()} picked={state.picked_highlights()} {bands} dispatch={dispatch.clone()} />
            }
        </>
    }
}
