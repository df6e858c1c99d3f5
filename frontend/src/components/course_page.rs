//! A course that came by a link or from a file: its lessons, with live programs, and what is solved.

use crate::hooks::{
    Writer, add_script, course_of_address, go_to_lesson, lesson_link, lesson_of_address,
    remembered, show_published,
};
use gloo_events::EventListener;
use hornbook_course::answer::AnswerSheet;
use hornbook_course::linked_files::decoded;
use hornbook_course::site::{CoursePage as Lesson, HORNBOOK, OpenedCourse};
use hornbook_protocol::DocumentKind;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Event as PageEvent};
use yew::prelude::*;

/// The script that makes programs live in any page, and so in this one.
const EMBED_SCRIPT: &str = "hornbook-embed.js";
/// The script that keeps and takes along what the reader has done, as on the pages of a site.
const COURSE_SCRIPT: &str = "course.js";
/// The event by which that script is told of a lesson that has come into the page.
const SHOWN: &str = "hornbook-shown";
/// The beginnings of links to a program, which opens in a window of its own, and to a lesson.
const OWN_LINKS: [&str; 2] = ["#1", "#c"];
/// The event when an answer was judged in a frame, or answers have come or gone.
const JUDGED: &str = "hornbook-judged";

/// A course, or its problems.
type Read<Course> = Result<Course, Vec<String>>;

/// The course of the address.
#[component]
pub fn CoursePage() -> Html {
    let writer = use_context::<Writer>();
    let read = use_state(|| None::<Read<Rc<Vec<Lesson>>>>);
    use_effect_with((), {
        let read = read.clone();
        move |()| {
            let failed = |reason: String| Some(Err(vec![reason]));
            let Some(writer) = writer else { return };
            spawn_local(async move {
                let markdown = match course_of_address().await {
                    Ok(markdown) => markdown,
                    Err(reason) => return read.set(failed(reason)),
                };
                let reader = Callback::from(move |answer: Option<String>| {
                    let pages = answer
                        .and_then(|json| serde_json::from_str::<Read<OpenedCourse>>(&json).ok());
                    read.set(match pages {
                        Some(course) => Some(course.map(|course| {
                            show_published(&course.published);
                            Rc::new(course.pages)
                        })),
                        None => failed("This course could not be read in time.".to_owned()),
                    });
                });
                writer.write(DocumentKind::CoursePages(markdown), reader);
            });
        }
    });
    use_effect_with((), |()| [EMBED_SCRIPT, COURSE_SCRIPT].into_iter().for_each(add_script));
    match &*read {
        None => html! { <p class="plain-note" role="status">{ "The course is opened …" }</p> },
        Some(Ok(lessons)) => html! { <Lessons lessons={lessons.clone()} /> },
        Some(Err(problems)) => html! {
            <div class="plain-note" role="alert" data-testid="course-problems">
                <p>{ "This is no course that Hornbook can show." }</p>
                { for problems.iter().map(|problem| html! { <pre>{ problem }</pre> }) }
                <p><a href={HOME}>{ "To Hornbook" }</a></p>
            </div>
        },
    }
}

#[derive(Clone, PartialEq, Properties)]
struct LessonsProps {
    lessons: Rc<Vec<Lesson>>,
}

/// The page without a course.
const HOME: &str = "./";

/// The number of the lesson that the address names. The page of the course itself is the first.
fn lesson_in_address(lessons: &[Lesson]) -> usize {
    let named = lesson_of_address().map(|id| format!("{id}.html"));
    named.and_then(|file| lessons.iter().position(|lesson| lesson.file == file)).unwrap_or(0)
}

/// The text of a lesson with links that lead to this page.
fn with_own_links(body: &str, lessons: &[Lesson]) -> String {
    // A site has Hornbook beside its pages; here it is this page.
    let body = body.replace(&format!("href=\"{HORNBOOK}/#"), "href=\"#");
    lessons.iter().enumerate().fold(body, |body, (n, lesson)| {
        let link = lesson_link(lesson_id(lessons, n)).replace('&', "&amp;");
        body.replace(&format!("href=\"{}\"", lesson.file), &format!("href=\"{link}\""))
    })
}

/// The name of a lesson in addresses; the page of the course itself has none.
fn lesson_id(lessons: &[Lesson], n: usize) -> Option<&str> {
    let lesson = lessons.get(n).filter(|_| n > 0);
    lesson.map(|lesson| lesson.file.trim_end_matches(".html"))
}

/// Goes to a lesson by its number.
fn open_lesson(lessons: &[Lesson], n: usize) {
    go_to_lesson(lesson_id(lessons, n));
}

/// Whether the browser knows itself what to do with a link.
fn leads_to_this_page(link: &str) -> bool {
    OWN_LINKS.iter().any(|start| link.starts_with(start)) && !link.contains(' ')
}

/// The list of lessons beside the one on view.
#[component]
fn Lessons(props: &LessonsProps) -> Html {
    let LessonsProps { lessons } = props;
    let (shown, judged) = (use_state_eq(|| lesson_in_address(lessons)), use_state_eq(|| 0_u32));
    let content = use_node_ref();
    use_effect_with((), {
        let (judged, shown, lessons) = (judged.clone(), shown.clone(), lessons.clone());
        move |()| {
            let window = gloo_utils::window();
            // The count only has this component drawn again.
            let mut count = 0;
            let answers = EventListener::new(&window, JUDGED, move |_| {
                count += 1;
                judged.set(count);
            });
            let address = EventListener::new(&window, "hashchange", move |_| {
                shown.set(lesson_in_address(&lessons));
            });
            move || drop((answers, address))
        }
    });
    use_effect_with((*shown, lessons.clone()), {
        let content = content.clone();
        move |(shown, lessons)| {
            if let (Some(element), Some(lesson)) = (content.cast::<Element>(), lessons.get(*shown))
            {
                element.set_inner_html(&with_own_links(&lesson.body, lessons));
                gloo_utils::document().set_title(&format!("{} – Hornbook", lesson.title));
                if let Some(page) = element.parent_element() {
                    page.set_scroll_top(0);
                }
                if let Ok(event) = PageEvent::new(SHOWN) {
                    let _ = gloo_utils::window().dispatch_event(&event);
                }
            }
        }
    });
    let title = lessons.first().map_or("", |front| &front.title);
    let sheet = remembered::<AnswerSheet>(&AnswerSheet::storage_key(title)).unwrap_or_default();
    let solved = |id: &&String| sheet.answers.get(*id).is_some_and(|entry| entry.solved);
    let entry = |(n, lesson): (usize, &Lesson)| {
        let onclick = {
            let lessons = lessons.clone();
            Callback::from(move |_: MouseEvent| open_lesson(&lessons, n))
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
        let lessons = lessons.clone();
        Callback::from(move |event: MouseEvent| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let link = target.and_then(|target| target.closest("a[href]").ok().flatten());
            let wanted = link.and_then(|link| link.get_attribute("href"));
            let Some(wanted) =
                wanted.filter(|wanted| !wanted.contains(':') && !leads_to_this_page(wanted))
            else {
                return;
            };
            // The address holds the course: what leads elsewhere in it would lose that.
            event.prevent_default();
            let (file, place) = wanted.split_once('#').unwrap_or((&wanted, ""));
            let file = decoded(file);
            if let Some(at) = lessons.iter().position(|lesson| lesson.file == file) {
                open_lesson(&lessons, at);
            }
            let place = gloo_utils::document().get_element_by_id(place).filter(|_| file.is_empty());
            if let Some(place) = place {
                place.scroll_into_view();
            }
        })
    };
    html! {
        <div class="course-page" data-testid="course">
            <nav aria-label="Lessons">
                <a href={HOME}>{ "Hornbook" }</a>
                <ol>{ for lessons.iter().enumerate().map(entry) }</ol>
            </nav>
            <main ref={content} onclick={follow} tabindex="-1"></main>
        </div>
    }
}
