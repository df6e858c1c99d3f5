//! Messages at the page's edge: replaced texts, and links or files that could not be opened.

use crate::hooks::use_kept_keyboard;
use crate::share::undo::UndoStack;
use crate::state::{Action, State};
use gloo_timers::callback::Interval;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ToastsProps {
    #[prop_or_default]
    pub undo: UndoStack,
    /// The reason why a link or a file was not opened.
    pub notice: Option<Rc<str>>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// How long the message about a replaced example stays.
const PASSING_MS: u32 = 10_000;
/// How long the message about the student's own work stays. Afterwards the browser's Back still restores
/// it.
const OWN_MS: u32 = 60_000;

/// Dismisses the message after its time, unless the student is about to answer it.
#[hook]
fn use_passing(undo: &UndoStack, dispatch: &UseReducerDispatcher<State>) {
    let dispatch = dispatch.clone();
    use_effect_with(undo.clone(), move |undo| {
        let after = if undo.only_examples() { PASSING_MS } else { OWN_MS };
        let timer = undo.newest().is_some().then(|| {
            Interval::new(after, move || {
                let answered = gloo_utils::document()
                    .query_selector(".toast:not(.bad):is(:hover, :focus-within)");
                if answered.is_ok_and(|toast| toast.is_none()) {
                    dispatch.dispatch(Action::Dismiss);
                }
            })
        });
        move || drop(timer)
    });
}

/// Both messages. Their elements always exist, so that screen readers announce new text in them.
#[component]
pub fn Toasts(props: &ToastsProps) -> Html {
    let ToastsProps { undo, notice, dispatch } = props;
    let answered = use_state(|| 0_u32);
    use_kept_keyboard(*answered, ".program");
    use_passing(undo, dispatch);
    let act = |make: fn() -> Action| {
        let (dispatch, answered) = (dispatch.clone(), answered.clone());
        Callback::from(move |_: MouseEvent| {
            answered.set(*answered + 1);
            dispatch.dispatch(make());
        })
    };
    html! {
        <div class="toasts">
            <div role="alert">
                if let Some(notice) = notice {
                    <div class="toast bad" data-testid="notice">
                        <p>{ &**notice }</p>
                        <button class="icon small" onclick={act(|| Action::SetNotice(None))} aria-label="Close this message"
                            data-testid="notice-close">{ "✕" }</button>
                    </div>
                }
            </div>
            <div role="status">
                if let Some(newest) = undo.newest() {
                    <div class="toast" data-testid="toast">
                        <p>{ &*newest.what }</p>
                        <button onclick={act(|| Action::Undo)} aria-description="Brings your program, choices and stage back."
                            data-testid="undo">{ "Undo" }</button>
                        <button class="icon small" onclick={act(|| Action::Dismiss)} aria-label="Close this message"
                            data-testid="toast-close">{ "✕" }</button>
                    </div>
                }
            </div>
        </div>
    }
}
