//! The segments of a program by tiling: its counted loops, the conditions of the claims between them, and
//! facts that runs suggest.

use super::prose::Prose;
use super::withheld::stand_in;
use crate::hooks::use_document;
use crate::state::{Action, State};
use hornbook_base::Span;
use hornbook_base::text::capitalised;
use hornbook_protocol::DocumentKind;
use hornbook_records::tiled::{CandidateInvariant, CandidateStatus, SegmentRecord, TilingRecord};
use std::rc::Rc;
use yew::prelude::*;

use super::graph_view::COLOURS;

#[derive(Clone, PartialEq, Properties)]
pub struct SegmentsViewProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The segments in order, with the conditions in front of each.
#[component]
pub fn SegmentsView(props: &SegmentsViewProps) -> Html {
    let known = use_document::<TilingRecord>(&props.state, DocumentKind::Tiling);
    let Some((text, tilings)) = &known else {
        return html! { <p class="empty" role="status">{ "Hornbook divides the program …" }</p> };
    };
    let view = SegmentsContext { tilings, text, dispatch: &props.dispatch };
    html! {
        <div class="tiling" data-testid="segments">
            <ol class="segments">{ for tilings.segments.iter().enumerate().map(|s| view.segment(s)) }</ol>
            { stand_in(props.state.found_display(), &props.dispatch).unwrap_or_else(|| view.learned()) }
        </div>
    }
}

struct SegmentsContext<'v> {
    tilings: &'v TilingRecord,
    text: &'v str,
    dispatch: &'v UseReducerDispatcher<State>,
}

impl SegmentsContext<'_> {
    fn go_to(&self, span: Span) -> Callback<MouseEvent> {
        let dispatch = self.dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::GoTo(span)))
    }

    fn segment(&self, (n, segment): (usize, &SegmentRecord)) -> Html {
        let SegmentRecord { at, line, looped, misfit, wanted } = segment;
        let first = at.slice(self.text).lines().next().unwrap_or_default().to_owned();
        let rounds = looped.and_then(|l| self.tilings.loops.get(l)).map(|l| l.rounds.clone());
        html! {
            <>
                { cut_point(wanted) }
                <li class={format!("own own-{}", n % COLOURS)} data-testid="segment">
                    <button class="chip from" onclick={self.go_to(*at)}>{ format!("line {line}") }</button>
                    <code>{ first }</code>
                    if let Some(rounds) = rounds { <p class="why">{ "Rounds: " }<code>{ rounds }</code></p> }
                    if let Some((why, hint)) = misfit {
                        <p class="reason" data-testid="misfit"><Prose text={format!("Not counted: {why}. To make it fit: {hint}.")} /></p>
                    }
                </li>
            </>
        }
    }

    fn learned_at(&self, at: Span, line: u32) -> Html {
        let here = self.tilings.learned.iter().filter(|one| one.behind == at);
        let (kept, dropped): (Vec<&CandidateInvariant>, Vec<&CandidateInvariant>) =
            here.partition(|one| !matches!(one.fate, CandidateStatus::Killed(_)));
        let left = dropped.len();
        html! {
        <section>
            <h4>
                { "Behind the loop of " }
                <button class="chip from" onclick={self.go_to(at)}>{ format!("line {line}") }</button>
            </h4>
            if kept.is_empty() { <p class="empty">{ "Each fact that held at first was contradicted by a later run." }</p> }
            <ul class="learned">{ for kept.into_iter().map(learned) }</ul>
            if left > 0 {
                <details>
                    <summary>{ format!("{left} dropped, each by a run") }</summary>
                    <ul class="learned">{ for dropped.into_iter().map(learned) }</ul>
                </details>
            }
        </section>
        }
    }

    /// The facts that runs suggest, loop by loop.
    fn learned(&self) -> Html {
        let mut loops: Vec<(Span, u32)> = vec![];
        for one in &self.tilings.learned {
            if !loops.contains(&(one.behind, one.line)) {
                loops.push((one.behind, one.line));
            }
        }
        if loops.is_empty() {
            return html! {};
        }
        html! {
            <section data-testid="learned">
                <h3>{ "What runs suggest" }</h3>
                <p class="why">{ "A first run fills the templates, and the first run that contradicts a fact drops it. A filter then drops each fact that was not proved from the others by the tiles, until the facts that are left prove each other (TI Alg. 1)." }</p>
                { for loops.iter().map(|(at, line)| self.learned_at(*at, *line)) }
            </section>
        }
    }
}

/// The conditions of the claims in front of a segment.
fn cut_point(wanted: &[String]) -> Html {
    if wanted.is_empty() {
        return html! {};
    }
    html! {
        <li class="cut-point" data-testid="cut-point">
            <span class="why">{ "needed here: " }</span>
            { for wanted.iter().map(|text| html! { <div><code>{ text }</code></div> }) }
        </li>
    }
}

fn learned(one: &CandidateInvariant) -> Html {
    let CandidateInvariant { text, cells, runs, fate, .. } = one;
    let seen = format!("seen of {} on {}", counted(*cells, "cell"), counted(*runs, "run"));
    let (class, says) = match fate {
        CandidateStatus::Proved => ("ok", "proved".to_owned()),
        CandidateStatus::Open => ("weak", "dropped: not proved from the others".to_owned()),
        CandidateStatus::Killed(run) => ("bad", capitalised(run)),
    };
    html! {
        <li data-testid="suggested">
            <code>{ text }</code>{ " " }<span class={classes!("chip", class)}>{ says }</span>{ " " }<span class="why">{ seen }</span>
        </li>
    }
}

fn counted(n: u64, noun: &str) -> String {
    let end = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{end}")
}
