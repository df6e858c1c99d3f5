//! The gallery: cards of programs to open, grouped by chapter. A card tells the verdict and the abstraction only of a program
//! that the reader has tried, unless asked to.

use super::dialog::Dialog;
use crate::gallery::{CHAPTERS, COURSES, Chapter, Contrast, OwnCourse, Program, class_of};
use crate::hooks::{TRIED, remember, remembered};
use crate::share::codec::encode_course_file;
use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct GalleryDialogProps {
    pub open: bool,
    pub close: Callback<()>,
    /// The program on the page, if it is one of these.
    pub current: Option<&'static Program>,
    /// Opens a program.
    pub load: Callback<&'static Program>,
}

/// The storage key of whether all cards tell everything.
const TELLS_ALL: &str = "hornbook.gallery.tells-all";

/// The programs about which the cards tell everything.
#[derive(Clone)]
struct RevealedPrograms {
    all: bool,
    tried: Vec<String>,
}

impl RevealedPrograms {
    fn contains(&self, program: &Program) -> bool {
        self.all || self.tried.iter().any(|name| name == program.name)
    }
}

/// A field to search, and the cards that it leaves.
#[component]
pub fn GalleryDialog(props: &GalleryDialogProps) -> Html {
    let words = use_state(String::new);
    // The next visit begins with all cards.
    use_effect_with(props.open, {
        let words = words.clone();
        move |open| {
            if !*open {
                words.set(String::new());
            }
        }
    });
    let oninput = {
        let words = words.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                words.set(input.value());
            }
        })
    };
    let tells_all = use_state_eq(|| remembered(TELLS_ALL).unwrap_or(false));
    let onchange = {
        let tells_all = tells_all.clone();
        Callback::from(move |event: Event| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                remember(TELLS_ALL, &input.checked());
                tells_all.set(input.checked());
            }
        })
    };
    // The cards of a closed dialog are not drawn: they would be made at each key.
    let cards = if props.open {
        let revealed =
            RevealedPrograms { all: *tells_all, tried: remembered(TRIED).unwrap_or_default() };
        let switch = html! {
            <label class="switch"><input type="checkbox" checked={*tells_all} {onchange} data-testid="gallery-tells-all" />{ "show verdicts and abstractions" }</label>
        };
        cards(props, &words, oninput, &revealed, switch)
    } else {
        html! {}
    };
    html! {
        <Dialog open={props.open} close={props.close.clone()} label="Examples" testid="gallery" class="gallery">
            { cards }
        </Dialog>
    }
}

fn cards(
    props: &GalleryDialogProps,
    words: &str,
    oninput: Callback<InputEvent>,
    revealed: &RevealedPrograms,
    switch: Html,
) -> Html {
    let all = CHAPTERS.iter().flat_map(|c| c.programs);
    let found: Vec<&'static Program> = all.filter(|p| p.is_about(words)).collect();
    let first = found.first().filter(|_| !words.trim().is_empty()).copied();
    let (load, close) = (props.load.clone(), props.close.clone());
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if let (Some(program), "Enter") = (first, event.key().as_str()) {
            // Once the dialog is closed the key would press the button that opens it.
            event.prevent_default();
            load.emit(program);
            close.emit(());
        }
    });
    let chapters = CHAPTERS.iter().map(|chapter| section(chapter, words, props, revealed));
    html! {
        <>
            <div class="gallery-search">
                { switch }
                <input type="search" placeholder="Search: sorted, copy, buggy, cell2 …" aria-label="Search the examples"
                    value={words.to_owned()} {oninput} {onkeydown} data-testid="gallery-search" />
                <span role="status">{ count(found.len()) }</span>
            </div>
            { courses(words) }
            { for chapters }
        </>
    }
}

/// The courses that come with the page and have these words.
fn courses(words: &str) -> Html {
    let words = words.trim().to_lowercase();
    let has_words = |course: &&OwnCourse| {
        let text = format!("course {} {}", course.title, course.about).to_lowercase();
        words.split_whitespace().all(|word| text.contains(word))
    };
    let found: Vec<&OwnCourse> = COURSES.iter().filter(has_words).collect();
    if found.is_empty() {
        return html! {};
    }
    let entry = |OwnCourse { file, title, about }: &OwnCourse| {
        html! {
            <li><a href={encode_course_file(file)} data-testid="course-link">{ *title }</a>{ format!(": {about}") }</li>
        }
    };
    html! {
        <section class="own-courses" aria-label="Courses">
            <h3>{ "Courses, with questions and exercises" }</h3>
            <ul>{ for found.into_iter().map(entry) }</ul>
        </section>
    }
}

fn count(found: usize) -> String {
    match found {
        0 => "no program".to_owned(),
        1 => "1 program".to_owned(),
        n => format!("{n} programs"),
    }
}

fn section(
    chapter: &Chapter,
    words: &str,
    props: &GalleryDialogProps,
    revealed: &RevealedPrograms,
) -> Html {
    let programs: Vec<&Program> = chapter.programs.iter().filter(|p| p.is_about(words)).collect();
    if programs.is_empty() {
        return html! {};
    }
    let cards = programs.into_iter().map(|program| card(program, props, revealed));
    html! {
        <section key={chapter.title} aria-label={chapter.title}>
            <h3>{ chapter.title }</h3>
            <ol class="cards">{ for cards }</ol>
        </section>
    }
}

/// The whole card is a button: its name is the program's title, and the rest describes it.
fn card(
    program: &'static Program,
    props: &GalleryDialogProps,
    revealed: &RevealedPrograms,
) -> Html {
    let current = props.current == Some(program);
    let (load, close) = (props.load.clone(), props.close.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        load.emit(program);
        close.emit(());
    });
    let id = format!("about-{}", program.name);
    html! {
        <li key={program.name} class={classes!("card", current.then_some("now"))} onclick={onclick.clone()}
            data-testid="gallery-card" data-name={program.name}>
            <h4>
                <span class="card-no" aria-hidden="true">{ program.number }</span>
                <button aria-describedby={id.clone()} aria-current={current.then_some("true")}>{ program.title }</button>
            </h4>
            <div {id}>
                <p>{ program.teaches[0] }if revealed.contains(program) { { " " }{ program.teaches[1] } }</p>
                if revealed.contains(program) { { chips(program) } }
            </div>
        </li>
    }
}

/// The abstraction, the other choices and the verdict of a program.
fn chips(program: &Program) -> Html {
    let choices = program.options().choices;
    html! {
        <span class="chips">
            <span class="chip cells">{ program.abstraction }</span>
            if choices.check_bounds { <span class="chip">{ "bounds checked" }</span> }
            if choices.large_blocks { <span class="chip">{ "large blocks" }</span> }
            if choices.loops { <span class="chip">{ "loops" }</span> }
            <span class={classes!("chip", class_of(program.verdict))}>{ program.verdict.words() }</span>
            if let Some(Contrast { abstraction, verdict }) = &program.contrast {
                <span class="chip">{ format!("with {abstraction}: {}", verdict.words()) }</span>
            }
        </span>
    }
}
