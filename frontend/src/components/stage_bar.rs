//! The stages as a row of tabs.

use super::verdict_banner::asserts_nothing;
use crate::hooks::bring_road_into_view;
use crate::state::{Action, Solving, Stage, State};
use hornbook_core::explain::Verdict;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Properties of [`StageBar`].
#[derive(Clone, PartialEq, Properties)]
pub struct StageBarProps {
    /// What the page knows.
    pub state: Rc<State>,
    /// Where a picked stage goes.
    pub dispatch: UseReducerDispatcher<State>,
}

/// How a stage stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Waiting,
    Working,
    Done,
    Failed,
}

/// The stages, each with how it stands.
#[component]
pub fn StageBar(props: &StageBarProps) -> Html {
    let StageBarProps { state, dispatch } = props;
    let bar = use_node_ref();
    let verdict = state.outcome().map(|o| o.verdict.name());
    use_now_in_view(&bar, (state.stage, verdict, state.analysis.is_some()));
    let stages = Stage::ALL.iter().enumerate().map(|(i, &stage)| {
        let now = stage == state.stage;
        let standing = standing(state, stage);
        let sign = match standing {
            Standing::Done if stage == Stage::Solve => verdict_sign(state).to_owned(),
            Standing::Done => "✓".to_owned(),
            Standing::Failed => "!".to_owned(),
            Standing::Waiting | Standing::Working => (i + 1).to_string(),
        };
        let class = match standing {
            Standing::Waiting => "waiting",
            Standing::Working => "working",
            Standing::Done => "done",
            Standing::Failed => "failed",
        };
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |_| {
            dispatch.dispatch(Action::Show(stage));
            bring_road_into_view();
        });
        html! {
            <li>
                <button class={classes!("stage", class, now.then_some("now"))} {onclick}
                    aria-current={now.then_some("step")} data-testid={format!("stage-{}", stage.key())}>
                    <i aria-hidden="true">{ sign }</i><b>{ stage.name() }</b>
                    if let Some(note) = note(state, stage) { <span class="note">{ note }</span> }
                </button>
            </li>
        }
    });
    let stale = !state.fresh() && state.analysis.is_some();
    html! {
        <nav ref={bar} class={classes!("stages", stale.then_some("stale"))} aria-label="Stages">
            <ol>{ for stages }</ol>
        </nav>
    }
}

/// Scrolls the bar, where it is too narrow for all stages, to the one on view, whenever that or
/// what it says changes.
#[hook]
fn use_now_in_view(bar: &NodeRef, when: (Stage, Option<&'static str>, bool)) {
    let bar = bar.clone();
    use_effect_with(when, move |_| {
        let Some(bar) = bar.cast::<HtmlElement>() else {
            return;
        };
        if let Ok(Some(now)) = bar.query_selector(".stage.now") {
            let (bounds, shown) = (now.get_bounding_client_rect(), bar.get_bounding_client_rect());
            let middle = bounds.left() + bounds.width() / 2.0 - shown.left() - shown.width() / 2.0;
            bar.set_scroll_left(bar.scroll_left() + middle as i32);
        }
    });
}

fn standing(state: &State, stage: Stage) -> Standing {
    if stage == Stage::Solve {
        return match &state.run.value {
            Solving::Idle => Standing::Waiting,
            Solving::Running(_) => Standing::Working,
            Solving::Done(_) if state.run_fresh() => Standing::Done,
            Solving::Done(_) => Standing::Waiting,
            Solving::Stopped(_) | Solving::Crashed(_) => Standing::Failed,
        };
    }
    if state.trouble.is_some() {
        return Standing::Failed;
    }
    match &state.analysis {
        None => Standing::Working,
        Some(known) if known.value.reached(stage) => Standing::Done,
        Some(_) if stage == Stage::Program => Standing::Failed,
        Some(_) => Standing::Waiting,
    }
}

fn verdict_sign(state: &State) -> &'static str {
    match state.outcome().map(|o| &o.verdict) {
        Some(Verdict::Certified) if state.outcome().is_some_and(asserts_nothing) => "i",
        Some(Verdict::Certified) => "✓",
        Some(Verdict::Buggy(_) | Verdict::Refuted(_)) => "✗",
        Some(Verdict::TooWeak { .. }) => "~",
        Some(Verdict::Unknown(_)) | None => "?",
    }
}

/// A few words beside a stage's name.
fn note(state: &State, stage: Stage) -> Option<String> {
    match stage {
        Stage::Solve => {
            let outcome = state.outcome().filter(|_| state.run_fresh())?;
            let silent = outcome.verdict == Verdict::Certified && asserts_nothing(outcome);
            (!silent).then(|| outcome.verdict.name().replace('-', " "))
        }
        _ => state.analysis.as_ref()?.value.count(stage).map(|n| n.to_string()),
    }
}
