//! All steps of a failing run.

use crate::state::{Action, State};
use hornbook_records::Run;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The largest indentation of a step, in calls.
const DEEPEST: usize = 8;

#[derive(Clone, PartialEq, Properties)]
pub struct RunStepsProps {
    pub run: Run,
    /// The step on view.
    pub at: usize,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The steps as a list that follows the step on view; a click shows one.
#[component]
pub fn RunSteps(props: &RunStepsProps) -> Html {
    let RunStepsProps { run, at, dispatch } = props;
    let at = (*at).min(run.steps.len().saturating_sub(1));
    let list = use_node_ref();
    use_now_in_view(&list, at);
    let items = run.steps.iter().enumerate().map(|(i, step)| {
        let gap = run.left_out.filter(|gap| gap.after == i);
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Step(i)));
        let now = i == at;
        let inside = i.checked_sub(1).map_or(0, |before| run.depth(before).min(run.depth(i)));
        let style = (inside > 0).then(|| format!("--inside:{}", inside.min(DEEPEST)));
        html! {
            <>
                if let Some(gap) = gap {
                    <li class="why" data-testid="left-out-steps">{ format!("{} steps are left out here.", gap.steps) }</li>
                }
                <li class={classes!(now.then_some("now"))} {style}>
                    <button {onclick} aria-current={now.then_some("step")}>
                        <span class="line-no">{ step.line }</span><code>{ &step.what }</code>
                    </button>
                </li>
            </>
        }
    });
    html! { <ol ref={list} class="run-steps" data-testid="run-steps">{ for items }</ol> }
}

/// Scrolls the list, and only it, if the step on view is not wholly visible.
#[hook]
fn use_now_in_view(list: &NodeRef, at: usize) {
    let list = list.clone();
    use_effect_with(at, move |_| {
        let Some(list) = list.cast::<HtmlElement>() else {
            return;
        };
        if let Ok(Some(now)) = list.query_selector(".now") {
            let (bounds, shown) = (now.get_bounding_client_rect(), list.get_bounding_client_rect());
            if bounds.top() < shown.top() || bounds.bottom() > shown.bottom() {
                let middle =
                    bounds.top() + bounds.height() / 2.0 - shown.top() - shown.height() / 2.0;
                list.set_scroll_top(list.scroll_top() + middle as i32);
            }
        }
    });
}
