//! The call stack of a run at a step.

use super::trace_player::{scalars, strip};
use crate::state::{Action, State};
use hornbook_records::{Frame, Run};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct CallStackProps {
    pub run: Run,
    /// The step on view.
    pub at: usize,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The most callers that are listed; a recursive function may have very many.
const LISTED: usize = 12;

/// The present function, its callers with their variables, and buttons that step past calls. Nothing for a
/// run without calls.
#[component]
pub fn CallStack(props: &CallStackProps) -> Html {
    let CallStackProps { run, at, dispatch } = props;
    if run.frames.is_empty() {
        return html! {};
    }
    let stack = run.call_stack(*at);
    let go = |to: usize| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Step(to)))
    };
    let last = (*at + 1 >= run.steps.len()).to_string();
    let outside = (stack.is_empty() || *at + 1 >= run.steps.len()).to_string();
    let out = if stack.is_empty() { *at } else { run.step_out(*at) };
    let more = stack.len().saturating_sub(LISTED);
    html! {
        <section class="calls-around" aria-label="Calls" data-testid="frames">
            <div class="transport" role="group" aria-label="Steps past calls">
                <span class="why" data-testid="depth">{ depth(stack.len()) }</span>
                <span class="grow"></span>
                <button onclick={go(run.step_over(*at))} aria-disabled={last} data-testid="step-over"
                    aria-describedby="help-step-over">{ "Step over" }</button>
                <button onclick={go(out)} aria-disabled={outside} data-testid="step-out"
                    aria-describedby="help-step-out">{ "Step out" }</button>
            </div>
            <p class="why">
                <span id="help-step-over">{ "Step over goes past the calls that begin here." }</span>{ " " }
                <span id="help-step-out">{ "Step out goes to the step with which this call returns." }</span>
            </p>
            if !stack.is_empty() {
                <ol>{ for stack.iter().take(LISTED).enumerate().map(|(n, frame)| around(frame, stack.get(n + 1).copied())) }</ol>
            }
            if more > 0 { <p class="why">{ format!("{more} more callers are not shown.") }</p> }
        </section>
    }
}

/// How deep a run is inside of calls.
fn depth(calls: usize) -> String {
    match calls {
        0 => "Outside of functions".to_owned(),
        1 => "Inside of 1 call".to_owned(),
        n => format!("Inside of {n} calls"),
    }
}

/// A call, and folded the variables of its caller.
fn around(frame: &Frame, caller: Option<&Frame>) -> Html {
    let call = html! { <><code>{ frame.call() }</code><span class="why">{ frame.describe_caller() }</span></> };
    if frame.begins {
        return html! { <li data-testid="frame">{ call }</li> };
    }
    html! {
        <li data-testid="frame">
            <details>
                <summary>{ call }</summary>
                <p class="why">{ variables_heading(caller) }</p>
                { scalars(&frame.scalars, &[]) }
                { for frame.arrays.iter().map(|array| strip(array, &[], &[])) }
            </details>
        </li>
    }
}

/// The heading above a caller's variables.
fn variables_heading(caller: Option<&Frame>) -> String {
    let caller = caller.map_or("the program".to_owned(), |frame| frame.function.clone());
    format!("Variables of {caller} at the call:")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_base::Span;

    #[test]
    fn depths_are_counted_and_callers_named() {
        assert_eq!(depth(0), "Outside of functions");
        assert_eq!([depth(1), depth(2)], ["Inside of 1 call", "Inside of 2 calls"]);
        let frame = Frame {
            function: "down".to_owned(),
            span: Span::default(),
            line: 3,
            begins: false,
            given: vec![],
            around: None,
            depth: 1,
            scalars: vec![],
            arrays: vec![],
        };
        assert_eq!(variables_heading(Some(&frame)), "Variables of down at the call:");
        assert_eq!(variables_heading(None), "Variables of the program at the call:");
    }
}
