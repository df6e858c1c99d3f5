//! The pane for details.

use super::clause_focus::ClauseFocus;
use super::solve_focus::SolveFocus;
use super::tiling_focus::TilingFocus;
use super::workbench_focus::WorkbenchFocus;
use crate::hooks::{go_back_from_focus, use_opened_clause};
use crate::state::State;
use hornbook_records::stages::{Phase, StageContent};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct FocusPaneProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The clause on view, or the details of the verdict.
#[component]
pub fn FocusPane(props: &FocusPaneProps) -> Html {
    let state = &props.state;
    let shows = state.shows();
    let drawn = shows != StageContent::Verdict && state.selected_story().is_some();
    use_opened_clause(state.loads, state.selected.is_some(), drawn);
    let stale = match shows {
        StageContent::Verdict => state.outcome().is_some() && !state.run_fresh(),
        StageContent::System(Phase::Eliminated) => {
            !state.fresh() || state.story_to_request().is_some()
        }
        _ => !state.fresh(),
    };
    let body = match (shows, state.selected) {
        (StageContent::Verdict, _) => {
            html! { <SolveFocus state={state.clone()} dispatch={props.dispatch.clone()} /> }
        }
        (StageContent::Workbench, _) => html! { <WorkbenchFocus state={state.clone()} /> },
        (StageContent::Segments | StageContent::Tiles | StageContent::Conditions, _) => {
            html! { <TilingFocus state={state.clone()} dispatch={props.dispatch.clone()} /> }
        }
        (_, Some(clause)) => {
            html! { <ClauseFocus state={state.clone()} {clause} dispatch={props.dispatch.clone()} /> }
        }
        (_, None) => html! {
            <p class="empty">{ "Pick a clause, or a place of the program, to look at it closely." }</p>
        },
    };
    html! {
        <aside class={classes!("pane", "focus", stale.then_some("stale"))} aria-label="Focus" data-testid="focus-pane">
            <div class="pane-head">
                <h2 tabindex="-1">{ "Focus" }</h2>
                <span class="grow"></span>
                <button class="quiet stacked-only" onclick={Callback::from(|_: MouseEvent| go_back_from_focus())}
                    data-testid="focus-back">{ "Back ↑" }</button>
            </div>
            <div class="pane-body">{ body }</div>
        </aside>
    }
}
