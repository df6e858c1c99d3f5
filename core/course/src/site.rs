//! A course as a static site: a page for each lesson, with live programs of a built Hornbook beside them.
//!
//! All addresses are relative, so the site works from any path. A page without scripts still has the text and the programs.
//! A printed page is a handout: programs have gaps in the places of blanks, and there is room for answers.

use crate::exercise::{Exercise, Goal};
use crate::gaps;
use crate::html::page;
use crate::link::ProgramLink;
use crate::prediction::Prediction;
use crate::template::Template;
use crate::{Block, Course, Example, Lesson};
use hornbook_base::text::{escaped, split_code};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The folder of the built Hornbook, from the pages of the course.
pub const HORNBOOK: &str = "hornbook";

/// A page of a course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoursePage {
    /// Its file in a site, by which other pages link to it.
    pub file: String,
    /// Its title.
    pub title: String,
    /// Its content as HTML without scripts.
    pub body: String,
    /// The names of its exercises.
    pub exercises: Vec<String>,
}

/// A course that was opened: its pages, and its text without hidden parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedCourse {
    /// The pages.
    pub pages: Vec<CoursePage>,
    /// The course as students may have it: one file, whose hidden parts are sealed.
    pub published: String,
}

/// The pages of a course: that of the course itself, and those of its lessons.
pub fn pages(course: &Course) -> Vec<CoursePage> {
    let front = CoursePage {
        file: "index.html".to_owned(),
        title: course.title.clone(),
        body: index(course),
        exercises: vec![],
    };
    let lessons = course.lessons.iter().enumerate().map(|(n, lesson)| CoursePage {
        file: file_of(lesson),
        title: lesson.title.clone(),
        body: lesson_body(course, n, lesson),
        exercises: exercises(lesson).map(|exercise| exercise.id.clone()).collect(),
    });
    std::iter::once(front).chain(lessons).collect()
}

/// The files of a site besides those of Hornbook itself: names and contents.
pub fn site(course: &Course) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = vec![];
    for CoursePage { file, title, body, .. } in pages(course) {
        let title = match files.is_empty() {
            true => title,
            false => format!("{title} – {}", course.title),
        };
        files.push((file, page(&title, &head(), &body)));
    }
    files.push(("course.css".to_owned(), format!("{STYLE}{}{PRINT_STYLE}", gaps::STYLE)));
    files.push(("course.js".to_owned(), SCRIPT.to_owned()));
    files
}

const STYLE: &str = include_str!("site/course.css");
const PRINT_STYLE: &str = include_str!("site/print.css");
const SCRIPT: &str = include_str!("site/course.js");

fn file_of(lesson: &Lesson) -> String {
    format!("{}.html", lesson.id)
}

/// The head of each page: the styles, and the scripts, none of which is inline.
fn head() -> String {
    format!(
        "<link rel=\"stylesheet\" href=\"course.css\">\n<script src=\"{HORNBOOK}/hornbook-embed.js\" defer></script>\n\
         <script src=\"course.js\" defer></script>\n"
    )
}

fn index(course: &Course) -> String {
    let mut body = format!("<h1>{}</h1>\n", escaped(&course.title));
    course.introduction.iter().for_each(|block| body.push_str(&block_html(block)));
    let _ = writeln!(body, "<ol class=\"lessons\" data-course=\"{}\">", escaped(&course.title));
    for lesson in &course.lessons {
        let ids: Vec<&str> = exercises(lesson).map(|exercise| exercise.id.as_str()).collect();
        let _ = writeln!(
            body,
            "<li><a href=\"{}\">{}</a> <span class=\"progress\" data-exercises=\"{}\">{}</span></li>",
            file_of(lesson),
            escaped(&lesson.title),
            escaped(&ids.join(" ")),
            counted(ids.len())
        );
    }
    body.push_str("</ol>\n");
    body.push_str(ANSWERS);
    body
}

/// The field and buttons for all answers, which need scripts.
const ANSWERS: &str = "<div class=\"answers\" hidden><label>Your name: <input type=\"text\" autocomplete=\"off\" data-student></label> \
     <button type=\"button\" data-save>Download your answers</button> \
     <button type=\"button\" data-clear>Clear your answers</button> \
     <label>Take answers from a file: <input type=\"file\" accept=\".json,application/json\" data-load></label>\
     <p role=\"status\" data-said></p></div>\n";

fn counted(exercises: usize) -> String {
    match exercises {
        0 => String::new(),
        1 => "1 exercise".to_owned(),
        n => format!("{n} exercises"),
    }
}

fn exercises(lesson: &Lesson) -> impl Iterator<Item = &Exercise> {
    lesson.blocks.iter().filter_map(|block| match block {
        Block::Exercise(exercise) => Some(exercise),
        _ => None,
    })
}

fn lesson_body(course: &Course, n: usize, lesson: &Lesson) -> String {
    let mut body = format!(
        "<nav aria-label=\"Course\" data-course=\"{}\"><a href=\"index.html\">{}</a></nav>\n<h1>{}</h1>\n<p class=\"paper name\">Name:</p>\n",
        escaped(&course.title),
        escaped(&course.title),
        escaped(&lesson.title)
    );
    lesson.blocks.iter().for_each(|block| body.push_str(&block_html(block)));
    if exercises(lesson).next().is_some() {
        body.push_str(ANSWERS);
    }
    let link = |lesson: Option<&Lesson>, words: &str| match lesson {
        None => String::new(),
        Some(other) => {
            format!("<a href=\"{}\">{words}: {}</a>", file_of(other), escaped(&other.title))
        }
    };
    let before = n.checked_sub(1).and_then(|n| course.lessons.get(n));
    let _ = writeln!(
        body,
        "<nav class=\"around\" aria-label=\"Lessons before and after\">{} {}</nav>",
        link(before, "Before"),
        link(course.lessons.get(n + 1), "Next")
    );
    body
}

fn block_html(block: &Block) -> String {
    match block {
        Block::Prose(prose) => prose.to_html().replace("<pre><code", "<pre tabindex=\"0\"><code"),
        Block::Example(example) => example_html(example),
        Block::Prediction(asked) => prediction_html(asked),
        Block::Exercise(exercise) => exercise_html(exercise),
    }
}

/// A sentence with code between backquotes.
fn sentence(text: &str) -> String {
    let part = |(is_code, part): (bool, &str)| match is_code {
        true => format!("<code>{}</code>", escaped(part)),
        false => escaped(part),
    };
    split_code(text).map(part).collect()
}

/// A program to be read; who has no mouse can scroll it, too.
fn code(text: &str) -> String {
    format!("<pre tabindex=\"0\"><code>{}</code></pre>", escaped(text))
}

/// A live program, with its text for those without scripts; on paper it has gaps.
fn live(link: &ProgramLink, title: &str, text: &str) -> String {
    format!(
        "<hornbook-program link=\"{}\" title=\"{}\">{}</hornbook-program>\n<div class=\"paper\">{}</div>\n",
        link.embedded(),
        escaped(title),
        code(text),
        gaps::html(&Template::read(text))
    )
}

/// Room for an answer on paper.
const ROOM: &str = "<div class=\"paper room\"></div>\n";

fn example_html(example: &Example) -> String {
    let Example { text, choices, live: is_live, .. } = example;
    let link = ProgramLink { text, choices: Some(choices), ..ProgramLink::default() };
    match is_live {
        true => live(&ProgramLink { stage: "solve", ..link }, "An example", text),
        false => format!(
            "<div class=\"example\">{}<p><a href=\"{HORNBOOK}/{}\" target=\"_blank\" rel=\"noopener\">Open it in Hornbook</a></p></div>\n",
            code(text),
            link.whole()
        ),
    }
}

fn exercise_html(exercise: &Exercise) -> String {
    let text = &exercise.template.text;
    let link = ProgramLink {
        text,
        choices: Some(&exercise.choices),
        exercise: Some(exercise),
        stage: "solve",
        // An exercise about invariants would be solved by those that are found.
        hides_found: exercise.goal == Goal::Invariants,
    };
    let id = escaped(&exercise.id);
    let live = live(&link, &format!("Exercise {}", exercise.id), text);
    let room = if exercise.template.blanks.is_empty() { ROOM } else { "" };
    let goal = sentence(&exercise.goal_in_words());
    format!(
        "<section class=\"exercise\" id=\"{id}\" aria-label=\"Exercise {id}\"><p class=\"kind\">Exercise <span class=\"state\" data-exercise=\"{id}\"></span></p>\n\
         {live}<p class=\"paper\">{goal}</p>\n{room}</section>\n"
    )
}

/// A question: the page asks for the verdict itself, and judges other answers as those to exercises.
fn prediction_html(asked: &Prediction) -> String {
    let Prediction { id, text, choices, question, .. } = asked;
    let exercise = asked.as_exercise();
    let stage = question.stage();
    let link = ProgramLink { text, choices: Some(choices), stage, ..ProgramLink::default() };
    let link = match &exercise {
        None => link,
        Some(exercise) => ProgramLink {
            text: &exercise.template.text,
            exercise: Some(exercise),
            hides_found: exercise.goal == Goal::Invariants,
            ..link
        },
    };
    let (id, words) = (escaped(id), sentence(&question.in_words()));
    format!(
        "<section class=\"predict\" id=\"{id}\" aria-label=\"Question {id}\"><p class=\"kind\">Predict</p>\n\
         <p>{words}</p>\n{}{ROOM}</section>\n",
        live(&link, "A question", link.text)
    )
}
