//! What the example on the page teaches.

use super::fold::Fold;
use crate::gallery::Program;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct LessonProps {
    /// The program of the gallery that the text is, if it is one.
    pub current: Option<&'static Program>,
    /// Counts the times that something was opened.
    pub loads: u32,
}

/// The words of the example that was opened last; they stay while its text is changed.
#[component]
pub fn Lesson(props: &LessonProps) -> Html {
    let Some(program) = use_opened(props) else { return html! {} };
    let summary = html! { <><span class="k">{ format!("Lesson {}", program.number) }</span><b>{ program.title }</b></> };
    let content = Callback::from(move |()| html! { <p>{ program.teaches.join(" ") }</p> });
    html! { <Fold key={program.name} name="lesson" open=true {summary} {content} /> }
}

/// The example on the page, or the one that the text was until it was changed.
#[hook]
fn use_opened(props: &LessonProps) -> Option<&'static Program> {
    let LessonProps { current, loads } = *props;
    let opened = use_mut_ref(|| (loads, current));
    let mut opened = opened.borrow_mut();
    if current.is_some() || opened.0 != loads {
        *opened = (loads, current);
    }
    opened.1
}
