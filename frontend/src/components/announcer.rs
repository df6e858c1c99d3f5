//! Announcements for screen readers: problems of the text, verdicts.
//!
//! The page changes with each key, so screen readers announce only the answers to what the student has just
//! done, and these lines: the problems once the text rests, and the end of a run.

use super::verdict_banner;
use crate::state::{SolverStatus, State};
use gloo_timers::callback::Timeout;
use hornbook_base::{LineIndex, Severity};
use std::rc::Rc;
use yew::prelude::*;

/// How long the text must rest before its problems are announced, in milliseconds.
const REST_MS: u32 = 1_000;

#[derive(Clone, PartialEq, Properties)]
pub struct AnnouncerProps {
    pub state: Rc<State>,
}

/// Two lines for screen readers only, which read new text in them once; the page itself changes too often
/// for that.
#[component]
pub fn Announcer(props: &AnnouncerProps) -> Html {
    let state = &props.state;
    let told = use_state_eq(String::new);
    {
        let told = told.clone();
        use_effect_with(problems(state), move |news| {
            let timer = news.clone().map(|news| {
                Timeout::new(REST_MS, move || {
                    let gone = news.is_empty() && !told.is_empty();
                    told.set(if gone { "No problems any more.".to_owned() } else { news });
                })
            });
            move || drop(timer)
        });
    }
    html! {
        <div class="spoken" data-testid="announcer">
            <p role="status">{ (*told).clone() }</p>
            <p role="status">{ end_of_run(state) }</p>
        </div>
    }
}

/// The problems of the text in one sentence; nothing as long as they are not known.
fn problems(state: &State) -> Option<String> {
    let analysis = state.analysis.as_ref().filter(|_| state.fresh())?;
    let problems = state.shown_problems(&analysis.value.problems);
    let Some(first) = problems.first() else { return Some(String::new()) };
    let line = LineIndex::new(&state.text).line(first.span);
    let kind = match first.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let more = match problems.len() - 1 {
        0 => String::new(),
        1 => " And one more problem.".to_owned(),
        n => format!(" And {n} more problems."),
    };
    Some(format!("{kind} on line {line}: {}.{more}", first.message.trim_end_matches('.')))
}

/// The end of a run, if the run is about the text on view.
fn end_of_run(state: &State) -> String {
    match &state.run.value {
        _ if !state.run_fresh() => String::new(),
        SolverStatus::Idle | SolverStatus::Running(_) => String::new(),
        SolverStatus::Done(found) => verdict_banner::title(&found.outcome),
        SolverStatus::Stopped(_) => "Stopped".to_owned(),
        SolverStatus::Crashed(_) => "Hornbook broke down".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_protocol::Options;

    #[test]
    fn nothing_is_told_of_a_text_that_was_not_read_yet() {
        let state = State::new("int x", Options::default());
        assert_eq!(problems(&state), None);
        assert_eq!(end_of_run(&state), "");
    }
}
