//! The stages as a row of tabs.

use crate::hooks::{bring_stage_into_view, use_size};
use crate::state::{Action, SolverStatus, State};
use hornbook_records::Verdict;
use hornbook_records::stages::{Phase, StageContent, StageKey};
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Properties of [`StageBar`].
#[derive(Clone, PartialEq, Properties)]
pub struct StageBarProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
    /// Folds the bar, where that is possible.
    #[prop_or_default]
    pub fold: Option<Callback<()>>,
}

/// The status of a stage.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StageStatus {
    Waiting,
    Working,
    Done,
    Failed,
}

/// The stages, each with its status.
#[component]
pub fn StageBar(props: &StageBarProps) -> Html {
    let StageBarProps { state, dispatch, fold } = props;
    let (bar, list) = (use_node_ref(), use_node_ref());
    let sizes = (use_size(&bar), use_size(&list));
    let verdict = state.outcome().map(|o| o.verdict.name());
    use_now_in_view(&bar, (&state.on_view().key, verdict, state.analysis.is_some()), sizes);
    let now = state.on_view();
    let stages = state.stages.all().iter().enumerate().map(|(i, stage)| {
        let now = stage.key == now.key;
        let standing = stage_status(state, stage.shows);
        let sign = match standing {
            StageStatus::Done if stage.shows == StageContent::Verdict => verdict_sign(state).to_owned(),
            StageStatus::Done => "✓".to_owned(),
            StageStatus::Failed => "!".to_owned(),
            StageStatus::Waiting | StageStatus::Working => (i + 1).to_string(),
        };
        let class = match standing {
            StageStatus::Waiting => "waiting",
            StageStatus::Working => "working",
            StageStatus::Done => "done",
            StageStatus::Failed => "failed",
        };
        let (dispatch, key) = (dispatch.clone(), stage.key.clone());
        let onclick = Callback::from(move |_| {
            dispatch.dispatch(Action::Show(key.clone()));
            bring_stage_into_view();
        });
        html! {
            <li>
                <button class={classes!("stage", class, now.then_some("now"))} {onclick}
                    aria-current={now.then_some("step")} data-testid={format!("stage-{}", stage.key)}>
                    <i aria-hidden="true">{ sign }</i><b>{ &stage.name }</b>
                    if let Some(note) = stage_note(state, stage.shows) { <span class="note">{ note }</span> }
                </button>
            </li>
        }
    });
    let stale = !state.fresh() && state.analysis.is_some();
    html! {
        <nav ref={bar} class={classes!("stages", stale.then_some("stale"))} aria-label="Stages">
            <ol ref={list}>
                { for stages }
                { for fold.iter().map(|fold| html! {
                    <li class="fold"><button class="quiet" onclick={fold.reform(|_: MouseEvent| ())} title="Hide the stages" data-testid="fold-stages">{ "Hide" }</button></li>
                }) }
            </ol>
        </nav>
    }
}

/// The sizes of the bar and of the list in it.
type Sizes = ((i32, i32), (i32, i32));

/// Scrolls a bar that is too narrow for all stages to the stage on view, whenever that, its note or the type
/// changes.
#[hook]
fn use_now_in_view(bar: &NodeRef, when: (&StageKey, Option<&'static str>, bool), sizes: Sizes) {
    let bar = bar.clone();
    let when = (when.0.clone(), when.1, when.2, sizes);
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

fn stage_status(state: &State, shows: StageContent) -> StageStatus {
    if shows == StageContent::Verdict {
        return match &state.run.value {
            SolverStatus::Idle => StageStatus::Waiting,
            SolverStatus::Running(_) => StageStatus::Working,
            SolverStatus::Done(_) if state.run_fresh() => StageStatus::Done,
            SolverStatus::Done(_) => StageStatus::Waiting,
            SolverStatus::Stopped(_) | SolverStatus::Crashed(_) => StageStatus::Failed,
        };
    }
    if state.trouble.is_some() {
        return StageStatus::Failed;
    }
    match &state.analysis {
        None => StageStatus::Working,
        Some(known) if known.value.reached(shows) => StageStatus::Done,
        Some(_) if shows == StageContent::Text => StageStatus::Failed,
        Some(_) => StageStatus::Waiting,
    }
}

fn verdict_sign(state: &State) -> &'static str {
    match state.outcome().map(|o| &o.verdict) {
        Some(Verdict::NothingAsserted) => "i",
        Some(Verdict::Certified) => "✓",
        Some(Verdict::Buggy(_) | Verdict::Refuted(_)) => "✗",
        Some(Verdict::TooWeak { .. } | Verdict::NotShown(_)) => "~",
        Some(Verdict::Unknown(_)) | None => "?",
    }
}

/// A few words beside a stage's name.
fn stage_note(state: &State, shows: StageContent) -> Option<String> {
    match shows {
        StageContent::Verdict => {
            let outcome = state.outcome().filter(|_| state.run_fresh())?;
            let silent = outcome.verdict == Verdict::NothingAsserted;
            (!silent).then(|| outcome.verdict.name().replace('-', " "))
        }
        StageContent::System(phase) => {
            let count = state.analysis.as_ref()?.value.count(phase)?;
            let noun = if count == 1 { "clause" } else { "clauses" };
            // This is shown once: the other numbers count the same.
            Some(if phase == Phase::Concrete {
                format!("{count} {noun}")
            } else {
                count.to_string()
            })
        }
        StageContent::Workbench => {
            let rules = &state.options.choices.rules;
            (!rules.is_empty()).then(|| "by hand".to_owned())
        }
        StageContent::Tiles => {
            (!state.options.choices.tiles.is_empty()).then(|| "by hand".to_owned())
        }
        _ => None,
    }
}
