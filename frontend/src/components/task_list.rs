//! The questions that the method has asked, as a tree.

use super::verdict_banner::sign_of_name;
use crate::hooks::use_kept_keyboard;
use crate::state::{Action, State};
use crate::tasks::{choices, same_choices, worth_showing};
use hornbook_records::{TaskProgress, TaskRecord};
use hornbook_tasks::task::Source;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct TaskListProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The tasks, each with its status; nothing if there is only the question itself.
#[component]
pub fn TaskList(props: &TaskListProps) -> Html {
    let TaskListProps { state, dispatch } = props;
    let list = TaskListContext { state, dispatch };
    let tasks = state.tasks();
    // The button of a choice goes away when it is made.
    let chosen: Vec<bool> = tasks.iter().map(|task| list.is_chosen(task)).collect();
    use_kept_keyboard(chosen, ".road");
    if !worth_showing(tasks) {
        return html! {};
    }
    html! {
        <section class="tasks" aria-label="Tasks" data-testid="tasks">
            <h3>{ "What was asked" }</h3>
            { list.tasks(tasks, &[], None) }
        </section>
    }
}

struct TaskListContext<'p> {
    state: &'p State,
    dispatch: &'p UseReducerDispatcher<State>,
}

impl TaskListContext<'_> {
    /// The tasks of a method at a place of the tree. `source` is the text of the question, if it is not the
    /// one on view.
    fn tasks(&self, tasks: &[TaskRecord], place: &[usize], source: Option<&Source>) -> Html {
        let items = tasks.iter().enumerate().map(|(n, task)| {
            let place = [place, &[n]].concat();
            self.task(task, place, task.source.as_ref().or(source))
        });
        html! { <ol class="task-list">{ for items }</ol> }
    }

    fn task(&self, task: &TaskRecord, place: Vec<usize>, source: Option<&Source>) -> Html {
        let state = match task.state {
            TaskProgress::Waiting => "waiting",
            TaskProgress::Begun => "begun",
            TaskProgress::Ended(_) => "ended",
        };
        html! {
            <li class="task" data-testid="task" data-state={state}>
                <div class="task-head">
                    <b>{ &task.title }</b>
                    { self.status(task) }
                    if task.steps > 0 { <span class="why">{ format!("{} steps", task.steps) }</span> }
                    <span class="grow"></span>
                    { self.button(task, place.clone(), source) }
                </div>
                <p class="why">
                    { &task.why }
                    if !task.options.is_empty() { { " " }<code>{ &task.options }</code> }
                </p>
                if !task.below.is_empty() { { self.tasks(&task.below, &place, source) } }
            </li>
        }
    }

    /// The status of a task. Once the whole search is over, no task is waiting.
    fn status(&self, task: &TaskRecord) -> Html {
        let running = self.state.running();
        match &task.state {
            TaskProgress::Ended(verdict) => {
                let (class, sign) = sign_of_name(verdict);
                html! { <span class={classes!("chip", class)}>{ sign }{ " " }{ verdict.replace('-', " ") }</span> }
            }
            TaskProgress::Waiting if running => html! { <span class="chip">{ "waiting" }</span> },
            TaskProgress::Waiting => html! { <span class="chip">{ "not begun" }</span> },
            TaskProgress::Begun if running => {
                html! { <span class="chip from"><span class="spinner" aria-hidden="true"></span>{ " begun" }</span> }
            }
            TaskProgress::Begun => html! { <span class="chip">{ "not ended" }</span> },
        }
    }

    /// Opens the text, or makes the choices for the text on view.
    fn button(&self, task: &TaskRecord, place: Vec<usize>, source: Option<&Source>) -> Html {
        let dispatch = self.dispatch.clone();
        let which = html! { <span class="spoken">{ format!(" ({})", task.title) }</span> };
        if source.is_some() {
            let onclick = Callback::from(move |_: MouseEvent| {
                dispatch.dispatch(Action::OpenTask(place.clone()));
            });
            return html! { <button class="adopt" {onclick} data-testid="task-open">{ "Open it" }{ which }</button> };
        }
        if task.exact {
            // No choice asks for this task; it comes with `auto`.
            return html! {};
        }
        if self.is_chosen(task) {
            return html! { <span class="chip from">{ "chosen" }</span> };
        }
        let options = choices(task, self.state.options.seconds);
        let onclick =
            Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Choose(options.clone())));
        html! { <button class="adopt" {onclick} data-testid="task-choose">{ "Choose it" }{ which }</button> }
    }

    fn is_chosen(&self, task: &TaskRecord) -> bool {
        if task.exact {
            return false;
        }
        let own = choices(task, self.state.options.seconds).in_force(&self.state.wishes());
        same_choices(&own, &self.state.options_in_force())
    }
}
