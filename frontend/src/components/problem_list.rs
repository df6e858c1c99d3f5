//! Problems of the text as a list below it.

use super::prose::Prose;
use crate::state::{Action, State};
use hornbook_base::{Diagnostic, LineIndex, Severity};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ProblemListProps {
    pub problems: Rc<Vec<Diagnostic>>,
    /// The text that they are about.
    pub text: Rc<str>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The problems, each with its line, its reason and what to try; a click goes there.
#[component]
pub fn ProblemList(props: &ProblemListProps) -> Html {
    let lines = LineIndex::new(&props.text);
    let problems = props.problems.iter().map(|problem| {
        let (dispatch, span) = (props.dispatch.clone(), problem.span);
        let onclick = Callback::from(move |_| dispatch.dispatch(Action::GoTo(span)));
        let class = match problem.severity {
            Severity::Error => "problem error",
            Severity::Warning => "problem warning",
        };
        html! {
            <li {class}>
                <button {onclick}>
                    <span class="chip from">{ format!("line {}", lines.line(span)) }</span>
                    <span><Prose text={problem.message.clone()} /></span>
                </button>
                { for problem.hints.iter().map(|hint| html! { <p class="hint"><Prose text={hint.clone()} /></p> }) }
            </li>
        }
    });
    html! {
        <ul class="problems" aria-label="Problems" data-testid="problems">{ for problems }</ul>
    }
}
