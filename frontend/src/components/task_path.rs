//! The line above the text of a task that was opened: its name, and the way back.

use crate::hooks::use_kept_keyboard;
use crate::state::{Action, State};
use crate::tasks::OpenedTask;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct TaskPathProps {
    /// The tasks that were opened, each within the one before.
    pub path: Vec<OpenedTask>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The original text, and the tasks on the path to the one on view.
#[component]
pub fn TaskPath(props: &TaskPathProps) -> Html {
    let TaskPathProps { path, dispatch } = props;
    use_kept_keyboard(path.len(), ".program");
    let Some(last) = path.last() else { return html! {} };
    let names = std::iter::once("The question").chain(path.iter().map(|opened| &*opened.title));
    let ways = names.take(path.len()).enumerate().map(|(n, name)| {
        let dispatch = dispatch.clone();
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::LeaveTask(n)));
        html! { <li><button class="quiet" {onclick} data-testid="task-leave">{ "← " }{ name }</button></li> }
    });
    html! {
        <nav class="task-path" aria-label="Way to the task" data-testid="task-path">
            <ol>
                { for ways }
                <li aria-current="page">{ "Task: " }<b>{ last.title.to_string() }</b></li>
            </ol>
        </nav>
    }
}
