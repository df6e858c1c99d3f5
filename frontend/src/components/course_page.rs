//! A course that came by a link or from a file: its lessons, with live programs, and what is solved.

use crate::hooks::{Writer, add_script, course_of_address, remembered};
use gloo_events::EventListener;
use hornbook_course::answer::AnswerSheet;
use hornbook_course::site::{CoursePage as Lesson, HORNBOOK};
use hornbook_protocol::DocumentKind;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// The script that makes programs live in any page, and so in this one.
const EMBED_SCRIPT: &str = "hornbook-embed.js";
/// The beginning of a link to a program, which opens in a window of its own.
const PROGRAM: &str = "#1";
/// The event when an answer was judged in a frame.
const JUDGED: &str = "hornbook-judged";

/// The pages of a course, or its problems.
type Read<Pages> = Result<Pages, Vec<String>>;

/// The course of the address.
#[component]
pub fn CoursePage() -> Html {
    let writer = use_context::<Writer>();
    let read = use_state(|| None::<Read<Rc<Vec<Lesson>>>>);
    use_effect_with((), {
        let read = read.clone();
        move |()| {
            let failed = |reason: String| Some(Err(vec![reason]));
            match (course_of_address(), writer) {
                (Ok(markdown), Some(writer)) => {
                    let reader = Callback::from(move |answer: Option<String>| {
                        let pages = answer
                            .and_then(|json| serde_json::from_str::<Read<Vec<Lesson>>>(&json).ok());
                        read.set(match pages {
                            Some(pages) => Some(pages.map(Rc::new)),
                            None => failed("This course could not be read in time.".to_owned()),
                        });
                    });
                    writer.write(DocumentKind::CoursePages(markdown), reader);
                }
                (Err(reason), _) => read.set(failed(reason)),
                (Ok(_), None) => {}
            }
        }
    });
    use_effect_with((), |()| add_script(EMBED_SCRIPT));
    match &*read {
        None => html! { <p class="plain-note" role="status">{ "The course is opened …" }</p> },
        Some(Ok(lessons)) => html! { <Lessons lessons={lessons.clone()} /> },
        Some(Err(problems)) => html! {
            <div class="plain-note" role="alert" data-testid="course-problems">
                <p>{ "This is no course that Hornbook can show." }</p>
                { for problems.iter().map(|problem| html! { <pre>{ problem }</pre> }) }
            </div>
        },
    }
}

#[derive(Clone, PartialEq, Properties)]
struct LessonsProps {
    lessons: Rc<Vec<Lesson>>,
}

/// The list of lessons beside the one on view.
#[component]
fn Lessons(props: &LessonsProps) -> Html {
    let LessonsProps { lessons } = props;
    let (shown, judged) = (use_state_eq(|| 0_usize), use_state_eq(|| 0_u32));
    let content = use_node_ref();
    use_effect_with((), {
        let judged = judged.clone();
        move |()| {
            // The count only has this component drawn again.
            let mut count = 0;
            let listener = EventListener::new(&gloo_utils::window(), JUDGED, move |_| {
                count += 1;
                judged.set(count);
            });
            move || drop(listener)
        }
    });
    use_effect_with((*shown, lessons.clone()), {
        let content = content.clone();
        move |(shown, lessons)| {
            if let (Some(element), Some(lesson)) = (content.cast::<Element>(), lessons.get(*shown))
            {
                // A site has Hornbook beside its pages; here it is this page.
                let body = lesson.body.replace(&format!("href=\"{HORNBOOK}/#"), "href=\"#");
                element.set_inner_html(&body);
                gloo_utils::document().set_title(&format!("{} – Hornbook", lesson.title));
                gloo_utils::window().scroll_to_with_x_and_y(0.0, 0.0);
            }
        }
    });
    let title = lessons.first().map_or("", |front| &front.title);
    let sheet = remembered::<AnswerSheet>(&AnswerSheet::storage_key(title)).unwrap_or_default();
    let solved = |id: &&String| sheet.answers.get(*id).is_some_and(|entry| entry.solved);
    let entry = |(n, lesson): (usize, &Lesson)| {
        let onclick = {
            let shown = shown.clone();
            Callback::from(move |_: MouseEvent| shown.set(n))
        };
        let solved = lesson.exercises.iter().filter(solved).count();
        let current = (n == *shown).then_some("page");
        html! {
            <li>
                <button {onclick} aria-current={current} data-testid={format!("lesson-{n}")}>{ &lesson.title }</button>
                if !lesson.exercises.is_empty() {
                    <span class="progress">{ format!("{solved} of {} solved", lesson.exercises.len()) }</span>
                }
            </li>
        }
    };
    // Links between the pages of a site lead to lessons here.
    let follow = {
        let (shown, lessons) = (shown.clone(), lessons.clone());
        Callback::from(move |event: MouseEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let link = target.and_then(|target| target.closest("a[href]").ok().flatten());
            let wanted = link.and_then(|link| link.get_attribute("href"));
            let Some(wanted) =
                wanted.filter(|wanted| !wanted.contains(':') && !wanted.starts_with(PROGRAM))
            else {
                return;
            };
            // The address holds the course: what leads elsewhere in it would lose that.
            event.prevent_default();
            let (file, place) = wanted.split_once('#').unwrap_or((&wanted, ""));
            if let Some(at) = lessons.iter().position(|lesson| lesson.file == file) {
                shown.set(at);
            }
            let place = gloo_utils::document().get_element_by_id(place).filter(|_| file.is_empty());
            if let Some(place) = place {
                place.scroll_into_view();
            }
        })
    };
    html! {
        <div class="course-page" data-testid="course">
            <nav aria-label="Lessons"><ol>{ for lessons.iter().enumerate().map(entry) }</ol></nav>
            <main ref={content} onclick={follow} tabindex="-1"></main>
        </div>
    }
}
