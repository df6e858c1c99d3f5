//! The page inside another page.

use super::announcer::Announcer;
use super::exercise_panel::ExercisePanel;
use super::logo::Logo;
use super::program_pane::ProgramPane;
use super::stage_bar::StageBar;
use super::stage_pane::StagePane;
use super::toasts::Toasts;
use super::top_bar::RunButton;
use crate::hooks::{Solver, page_address, use_parent};
use crate::share::codec::{self, PageMode};
use crate::share::link::Link;
use crate::share::markup;
use crate::state::State;
use hornbook_tasks::choices::MethodChoice;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct EmbeddedPageProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
    pub solver: Solver,
    /// Analyses a text that was held back.
    pub analyse: Callback<()>,
    /// Whether the program is read-only.
    pub read_only: bool,
}

/// Program and stages, Run, and the link to the whole page.
#[component]
pub fn EmbeddedPage(props: &EmbeddedPageProps) -> Html {
    let EmbeddedPageProps { state, dispatch, solver, analyse, read_only } = props;
    let content = use_node_ref();
    use_parent(state, &content);
    let hash = use_memo(Link::from_state(state), |link| codec::encode(link, PageMode::Page).ok());
    if let Some(notice) = state.notice.as_ref().filter(|_| state.damaged) {
        // There is nothing else to show.
        return html! { <p class="plain-note" role="alert" data-testid="notice">{ &**notice }</p> };
    }
    let in_force = state.options_on_view().in_force(&state.wishes()).choices;
    let finds = in_force.method == Some(MethodChoice::Auto);
    let whole = (*hash).as_ref().map(|hash| markup::address(&page_address(), hash));
    html! {
        <>
            <header class="bar compact">
                <Logo />
                // No menu shows these choices here. The text must have been analysed.
                <span class="choices" data-testid="embedded-choices">
                    if state.fresh() && finds { { "found by itself" } }
                    if state.fresh() && !finds { <code>{ in_force.abstraction_or_default().to_string() }</code>{ " · " }{ in_force.heuristic_or_default().name() } }
                </span>
                if let Some(href) = whole {
                    <a {href} target="_blank" rel="noopener" data-testid="open-whole">{ "Open in Hornbook" }</a>
                }
                if state.shows_findings() { <RunButton running={state.running()} solver={solver.clone()} /> }
            </header>
            if state.shows_findings() { <StageBar state={state.clone()} dispatch={dispatch.clone()} /> }
            <main class="panes embedded" ref={content} data-testid="embedded">
                <ProgramPane state={state.clone()} dispatch={dispatch.clone()} run={solver.run.clone()}
                    analyse={analyse.clone()} read_only={*read_only && state.work.is_none()}>
                    { for state.work.iter().map(|work| html! { <ExercisePanel work={work.clone()} dispatch={dispatch.clone()} /> }) }
                </ProgramPane>
                if state.shows_findings() { <StagePane state={state.clone()} dispatch={dispatch.clone()} solver={solver.clone()} /> }
            </main>
            <Announcer state={state.clone()} />
            <Toasts notice={state.notice.clone()} dispatch={dispatch.clone()} />
        </>
    }
}
