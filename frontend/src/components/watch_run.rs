//! An invariant in a run: its strips on the cells of the arrays.

use super::moment::moment;
use crate::hooks::Writer;
use hornbook_protocol::DocumentKind;
use hornbook_records::sample::{LoopVisit, SampleRun};
use hornbook_records::{Invariant, Strip};
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The number that unknown inputs get first, and the largest.
const SIZE: u32 = 5;
const LARGEST: u32 = 20;

#[derive(Clone, PartialEq, Properties)]
pub struct WatchRunProps {
    pub invariant: Invariant,
    /// Its place among the invariants of the verdict.
    pub place: usize,
    /// Whether it is of the current text.
    pub fresh: bool,
}

/// The run on view.
#[derive(Clone, PartialEq)]
enum WatchedRun {
    Nothing,
    Waiting,
    /// No run reaches this point.
    Never,
    /// The strips, the visits of the point in the run, and whether the run goes on.
    Run(Rc<Vec<Strip>>, Rc<Vec<LoopVisit>>, bool),
}

/// A button that makes a run, and sliders to move through it.
#[component]
pub fn WatchRun(props: &WatchRunProps) -> Html {
    let WatchRunProps { invariant, place, fresh } = props;
    let writer = use_context::<Writer>();
    let (watched, at, size) =
        (use_state(|| WatchedRun::Nothing), use_state(|| 0), use_state(|| SIZE));
    {
        // A run for another verdict is not shown.
        let (watched, at) = (watched.clone(), at.clone());
        use_effect_with((invariant.clone(), *fresh), move |_| {
            watched.set(WatchedRun::Nothing);
            at.set(0);
        });
    }
    let watch = {
        let (watched, at, size, place) = (watched.clone(), at.clone(), size.clone(), *place);
        let strips = Rc::new(invariant.strips.clone());
        move |chosen: u32| {
            let Some(writer) = &writer else { return };
            size.set(chosen);
            at.set(0);
            watched.set(WatchedRun::Waiting);
            let (watched, strips) = (watched.clone(), strips.clone());
            let reader = Callback::from(move |text: Option<String>| {
                let sample = text.and_then(|json| serde_json::from_str::<SampleRun>(&json).ok());
                let run = sample.and_then(|mut sample| {
                    let visits = sample.visits.get_mut(place).map(std::mem::take)?;
                    (!visits.is_empty()).then_some((visits, sample.cut))
                });
                watched.set(match run {
                    Some((visits, cut)) => WatchedRun::Run(strips.clone(), Rc::new(visits), cut),
                    None => WatchedRun::Never,
                });
            });
            writer.write(DocumentKind::Sample(chosen), reader);
        }
    };
    let onclick = {
        let (watch, size) = (watch.clone(), *size);
        Callback::from(move |_: MouseEvent| watch(size))
    };
    let onchange = Callback::from(move |event: Event| {
        let field: HtmlInputElement = event.target_unchecked_into();
        let chosen = field.value().parse::<u32>().map_or(SIZE, |n| n.min(LARGEST));
        watch(chosen);
    });
    // A run for another invariant may still arrive.
    let nothing = WatchedRun::Nothing;
    let on_view = match &*watched {
        WatchedRun::Run(strips, ..) if **strips != invariant.strips => &nothing,
        watched => watched,
    };
    let body = match on_view {
        WatchedRun::Nothing => html! {
            <button {onclick} disabled={!fresh} data-testid="watch">{ "Watch it in a run" }</button>
        },
        WatchedRun::Waiting => {
            html! { <p class="why" role="status">{ "Hornbook makes a run …" }</p> }
        }
        WatchedRun::Never => html! {
            <p class="why" role="status">{ "Hornbook found no small run that comes here." }</p>
        },
        WatchedRun::Run(_, visits, cut) => {
            let visit = &visits[(*at).min(visits.len() - 1)];
            html! {
                <>
                    { for (0..visit.rounds.len()).map(|level| slider(visits, &at, level)) }
                    if *cut { <p class="why" data-testid="run-goes-on">{ "The run is long: this is its beginning." }</p> }
                    { moment(&visit.scalars, &invariant.strips, &visit.rows) }
                </>
            }
        }
    };
    html! {
        <div class="watch" data-testid="watch-run">
            { body }
            if !matches!(on_view, WatchedRun::Nothing | WatchedRun::Waiting) {
                <label class="size">{ "Unknown numbers are " }
                    <input type="number" min="0" max={LARGEST.to_string()} value={size.to_string()} {onchange} data-testid="watch-size" />
                </label>
            }
        </div>
    }
}

/// A slider over the rounds of one of the loops, within the present round of those around it.
fn slider(visits: &Rc<Vec<LoopVisit>>, at: &UseStateHandle<usize>, level: usize) -> Html {
    let now = &visits[(**at).min(visits.len() - 1)].rounds;
    let beside = |visit: &&LoopVisit| visit.rounds[..level] == now[..level];
    let rounds: Vec<usize> =
        visits.iter().filter(beside).map(|visit| visit.rounds[level]).collect();
    let (first, last) = (rounds.iter().min().copied(), rounds.iter().max().copied());
    let oninput = {
        let (visits, at, now) = (visits.clone(), at.clone(), now.clone());
        Callback::from(move |event: InputEvent| {
            let field: HtmlInputElement = event.target_unchecked_into();
            let round = field.value().parse::<usize>().unwrap_or(0);
            let there = visits
                .iter()
                .position(|v| v.rounds[..level] == now[..level] && v.rounds[level] >= round);
            at.set(there.unwrap_or(0));
        })
    };
    let inner = level + 1 == now.len();
    let name = match (inner, level) {
        (true, _) => "This loop",
        (false, 0) => "The outer loop",
        _ => "The loop around it",
    };
    html! {
        <label class="transport">
            <span>{ name }{ ", after " }{ now[level] }{ if now[level] == 1 { " round" } else { " rounds" } }</span>
            <input type="range" min={first.unwrap_or(0).to_string()} max={last.unwrap_or(0).to_string()}
                value={now[level].to_string()} {oninput} data-testid={format!("watch-slider-{level}")} />
        </label>
    }
}
