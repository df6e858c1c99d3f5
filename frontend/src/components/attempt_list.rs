//! The instrumentations that were tried, in order, and their results.

use super::fold::Fold;
use crate::state::{Action, State};
use hornbook_protocol::Options;
use hornbook_records::attempts::{Attempt, AttemptResult, Attempts};
use hornbook_records::stages::StageKey;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct AttemptListProps {
    pub attempts: Rc<Attempts>,
    pub options: Options,
    pub dispatch: UseReducerDispatcher<State>,
}

/// A list that can be folded away; nothing if nothing was tried.
#[component]
pub fn AttemptList(props: &AttemptListProps) -> Html {
    let AttemptListProps { attempts, options, dispatch } = props;
    let count = attempts.tried.len() + attempts.left_out;
    if count == 0 {
        return html! {};
    }
    let content = {
        let (attempts, options, dispatch) = (attempts.clone(), options.clone(), dispatch.clone());
        Callback::from(move |()| {
            let items = attempts.tried.iter().map(|one| attempt(one, &options, &dispatch));
            html! {
                <>
                    <ol class="attempts" data-testid="attempt-list">{ for items }</ol>
                    if attempts.left_out > 0 {
                        <p class="why">{ format!("{} more failed on small runs.", attempts.left_out) }</p>
                    }
                </>
            }
        })
    };
    let words =
        if count == 1 { "1 instrumentation was tried" } else { "instrumentations were tried" };
    let summary = match count {
        1 => html! { { words } },
        _ => html! { { format!("{count} {words}") } },
    };
    html! { <Fold name="attempts" open=true {summary} {content} /> }
}

fn attempt(attempt: &Attempt, options: &Options, dispatch: &UseReducerDispatcher<State>) -> Html {
    let (class, sign) = match attempt.came {
        AttemptResult::Certified => ("ok", "✓"),
        AttemptResult::Fails(_) | AttemptResult::Refutes => ("bad", "✗"),
        AttemptResult::Refused(_) | AttemptResult::NoAnswer => ("weak", "?"),
        AttemptResult::Asked => ("from", "…"),
    };
    let chosen = options.choices.rules == attempt.rules;
    let take = {
        let (dispatch, options) =
            (dispatch.clone(), options.with_method(None).with_rules(attempt.rules.clone()));
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Choose(options.clone()));
            dispatch.dispatch(Action::Show(StageKey::INSTRUMENT));
        })
    };
    let rules_out = match &attempt.came {
        AttemptResult::Fails(broken) if broken.rules_out > 1 => {
            format!(" That rules out all {} that do the same there.", broken.rules_out)
        }
        _ => String::new(),
    };
    let place = match &attempt.came {
        AttemptResult::Fails(broken) => {
            let (span, dispatch) = (broken.span, dispatch.clone());
            let onclick =
                Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::GoTo(span)));
            html! { <button class="chip from" {onclick}>{ format!("line {}", broken.line) }</button> }
        }
        _ => html! {},
    };
    html! {
        <li data-testid="attempt" data-came={class}>
            <div class="task-head">
                <span class={classes!("chip", class)}>{ sign }</span>
                <code>{ attempt.rules.in_short() }</code>
                <span class="grow"></span>
                { place }
                if attempt.written_out {
                    <span class="chip">{ "for the inlined text" }</span>
                } else if chosen {
                    <span class="chip from">{ "chosen" }</span>
                } else {
                    <button class="adopt" onclick={take} data-testid="attempt-take">{ "Take these rules" }</button>
                }
            </div>
            <p class="why">{ hornbook_base::text::capitalised(&attempt.came.describe()) }{ "." }{ rules_out }</p>
        </li>
    }
}
