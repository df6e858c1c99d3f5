//! The operators of instrumentation: the value that each follows, its rules, and why it is sound.

use crate::hooks::use_document;
use crate::state::{Action, State};
use hornbook_protocol::DocumentKind;
use hornbook_records::workbench::OperatorRecord;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct OperatorsViewProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The operators, first those that the text brings or asks for.
#[component]
pub fn OperatorsView(props: &OperatorsViewProps) -> Html {
    let OperatorsViewProps { state, dispatch } = props;
    let known = use_document::<Vec<OperatorRecord>>(state, DocumentKind::Operators);
    let Some((_, records)) = &known else {
        return html! { <p class="empty" role="status">{ "Hornbook reads the operators …" }</p> };
    };
    let mut shown: Vec<&OperatorRecord> = records.iter().collect();
    shown.sort_by_key(|record| (!record.own, !record.used));
    html! {
        <div class="operators" data-testid="operators">
            { for shown.into_iter().map(|record| operator(record, dispatch)) }
        </div>
    }
}

fn operator(record: &OperatorRecord, dispatch: &UseReducerDispatcher<State>) -> Html {
    let OperatorRecord { head, about, own, used, ghosts, invariant, rules, tasks, .. } = record;
    html! {
        <details class="clause operator" open={*own || *used} data-testid="operator">
            <summary>
                <code><b>{ head }</b></code>
                if *own { <span class="chip from">{ "of this text" }</span> }
                if *used { <span class="chip ok">{ "asked for here" }</span> }
            </summary>
            if !about.is_empty() { <p>{ about }</p> }
            <p class="why">{ "Ghost variables, with their first values:" }</p>
            <p><code>{ ghosts.join(", ") }</code></p>
            <p class="why">{ "Their invariant:" }</p>
            <ul class="parts">{ for invariant.iter().map(|part| html! { <li><code>{ part }</code></li> }) }</ul>
            <p class="why">{ "Rules:" }</p>
            <ul class="rules">{ for rules.iter().map(rule) }</ul>
            <details class="obligations">
                <summary>{ format!("Why it is sound: {} tasks, each a program to be certified", tasks.len()) }</summary>
                <ul class="task-list">{ for tasks.iter().map(|task| obligation(task, dispatch)) }</ul>
            </details>
        </details>
    }
}

fn rule((head, steps): &(String, Vec<String>)) -> Html {
    html! {
        <li>
            <code><b>{ head }</b></code>
            { for steps.iter().map(|step| html! { <div class="step-line"><code>{ step }</code></div> }) }
        </li>
    }
}

/// A proof obligation of an operator, as a task that can be opened.
fn obligation([title, why, text]: &[String; 3], dispatch: &UseReducerDispatcher<State>) -> Html {
    let (dispatch, name, text) =
        (dispatch.clone(), Rc::<str>::from(&**title), Rc::<str>::from(&**text));
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::OpenProgram(name.clone(), text.clone()));
    });
    html! {
        <li>
            <div class="task-head">
                <b>{ title }</b><span class="grow"></span>
                <button class="adopt" {onclick} data-testid="obligation-open">{ "Open and run it" }<span class="spoken">{ format!(" ({title})") }</span></button>
            </div>
            <p class="why">{ why }</p>
        </li>
    }
}
