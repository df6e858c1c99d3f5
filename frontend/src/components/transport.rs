//! The buttons of a player, and a slider.

use gloo_timers::callback::Interval;
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct TransportProps {
    /// The step on view, from 0.
    pub at: usize,
    /// The last step.
    pub last: usize,
    /// The name of the sequence.
    pub of: AttrValue,
    /// The step in words.
    pub says: String,
    pub go: Callback<usize>,
}

/// How long a step is shown during playback.
const PACE_MS: u32 = 900;

/// First, back, play, forward, last, and a slider.
#[component]
pub fn Transport(props: &TransportProps) -> Html {
    let TransportProps { at, last, of, says, go } = props;
    let (at, last) = (*at, *last);
    let playing = use_state(|| false);
    {
        let (go, running) = (go.clone(), playing.clone());
        use_effect_with((*playing, at), move |&(playing, at)| {
            let timer =
                (playing && at < last).then(|| Interval::new(PACE_MS, move || go.emit(at + 1)));
            if playing && at >= last {
                running.set(false);
            }
            move || drop(timer)
        });
    }
    let toggle = {
        let (go, playing) = (go.clone(), playing.clone());
        Callback::from(move |_: MouseEvent| {
            // At the end, playing starts over.
            if !*playing && at >= last {
                go.emit(0);
            }
            playing.set(!*playing);
        })
    };
    let by_hand = {
        let (go, playing) = (go.clone(), playing.clone());
        Callback::from(move |step: usize| {
            playing.set(false);
            go.emit(step.min(last));
        })
    };
    let to = |step: usize| by_hand.reform(move |_: MouseEvent| step);
    let oninput = {
        let by_hand = by_hand.clone();
        Callback::from(move |event: InputEvent| {
            let slider = event.target_dyn_into::<HtmlInputElement>();
            if let Some(step) = slider.and_then(|s| s.value().parse().ok()) {
                by_hand.emit(step);
            }
        })
    };
    // A disabled button would lose the keyboard, so these are only marked as disabled.
    html! {
        <div class="transport" role="group" aria-label={of.clone()}>
            <button class="icon" onclick={to(0)} aria-disabled={(at == 0).to_string()} aria-label="First step">{ icon("M7 5v14M19 5v14l-10-7z") }</button>
            <button class="icon" onclick={to(at.saturating_sub(1))} aria-disabled={(at == 0).to_string()} aria-label="Step back" data-testid="step-back">{ icon("M17 5v14l-11-7z") }</button>
            <button onclick={toggle} data-testid="play">{ if *playing { "Pause" } else { "Play" } }</button>
            <button class="icon" onclick={to((at + 1).min(last))} aria-disabled={(at == last).to_string()} aria-label="Step forward" data-testid="step-forward">{ icon("M7 5v14l11-7z") }</button>
            <button class="icon" onclick={to(last)} aria-disabled={(at == last).to_string()} aria-label="Last step">{ icon("M17 5v14M5 5v14l10-7z") }</button>
            <input type="range" min="0" max={last.to_string()} value={at.to_string()} {oninput} aria-label="Step" aria-valuetext={says.clone()} />
        </div>
    }
}

/// A filled shape with bars.
fn icon(path: &'static str) -> Html {
    html! {
        <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round">
            <path d={path} />
        </svg>
    }
}
