//! The lesson of the example on the page.

use super::fold::Fold;
use crate::gallery::Program;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct LessonProps {
    pub current: Option<&'static Program>,
    /// Counts the texts that were opened.
    pub loads: u32,
    /// Whether something else explains the text, such as the tour.
    pub hidden: bool,
}

/// The lesson of the example that was opened last. It folds while the text is another one.
#[component]
pub fn Lesson(props: &LessonProps) -> Html {
    let opened = use_opened(props);
    let Some(program) = opened.filter(|_| !props.hidden) else { return html! {} };
    let is_edited = props.current.is_none();
    let summary = match is_edited {
        true => html! { <span class="k">{ format!("based on lesson {}", program.number) }</span> },
        false => {
            html! { <><span class="k">{ format!("Lesson {}", program.number) }</span><b>{ program.title }</b></> }
        }
    };
    let content = Callback::from(move |()| html! { <p>{ program.teaches.join(" ") }</p> });
    let key = format!("{} {is_edited}", program.name);
    html! { <Fold {key} name="lesson" kept_as={is_edited.then_some("based-on")} open={!is_edited} {summary} {content} /> }
}

/// The example on the page, or the one that the text was until it was changed.
#[hook]
fn use_opened(props: &LessonProps) -> Option<&'static Program> {
    let LessonProps { current, loads, .. } = *props;
    let opened = use_mut_ref(|| (loads, current));
    let mut opened = opened.borrow_mut();
    if current.is_some() || opened.0 != loads {
        *opened = (loads, current);
    }
    opened.1
}
