//! The lesson of the example on the page.

use super::fold::Fold;
use crate::gallery::Program;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct LessonProps {
    pub current: Option<&'static Program>,
    /// Counts the texts that were opened.
    pub loads: u32,
}

/// The lesson of the example that was opened last; it stays while the text is edited.
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
