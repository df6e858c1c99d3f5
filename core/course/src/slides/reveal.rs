//! Decks for reveal.js.

use super::{
    ComputedAnswers, REVEAL, Slide, SlideContent, TextPart, answer_in_words, is_covered,
    write_sentence,
};
use crate::exercise::Exercise;
use crate::gaps;
use crate::html::page;
use crate::link::ProgramLink;
use crate::prediction::Prediction;
use crate::site::HORNBOOK;
use crate::template::Template;
use hornbook_base::text::escaped;
use hornbook_tasks::choices::Choices;

const STYLE: &str = include_str!("reveal/slides.css");
const SCRIPT: &str = include_str!("reveal/slides.js");

/// The styles and the script of all decks.
pub(super) fn files() -> Vec<(String, String)> {
    let style = format!("{STYLE}{}", gaps::STYLE);
    vec![("slides.css".to_owned(), style), ("slides.js".to_owned(), SCRIPT.to_owned())]
}

pub(super) fn deck(
    course: &str,
    lesson: &str,
    slides: &[Slide],
    answers: &ComputedAnswers,
) -> String {
    let (course, title) = (escaped(course), escaped(lesson));
    let slides: String = slides.iter().map(|slide| section(slide, answers)).collect();
    let head = format!(
        "<link rel=\"stylesheet\" href=\"{REVEAL}/reveal.css\">\n\
         <link rel=\"stylesheet\" href=\"{REVEAL}/theme/white.css\">\n\
         <link rel=\"stylesheet\" href=\"slides.css\">\n\
         <script src=\"{HORNBOOK}/hornbook-embed.js\" defer></script>\n\
         <script src=\"{REVEAL}/reveal.js\" defer></script>\n\
         <script src=\"slides.js\" defer></script>\n"
    );
    let body = format!(
        "<div class=\"reveal\"><div class=\"slides\">\n\
         <section><h1>{title}</h1><p>{course}</p></section>\n{slides}</div></div>\n"
    );
    page(lesson, &head, &body)
}

fn section(slide: &Slide, answers: &ComputedAnswers) -> String {
    let title = match slide.title.as_str() {
        "" => String::new(),
        title => format!("<h2>{}</h2>\n", escaped(title)),
    };
    let content = match &slide.content {
        SlideContent::Text(parts) => parts.iter().map(text_part).collect(),
        SlideContent::Question(asked) => question(asked, answers),
        SlideContent::Exercise(exercise) => self::exercise(exercise),
    };
    format!("<section>\n{title}{content}</section>\n")
}

fn text_part(part: &TextPart) -> String {
    match part {
        TextPart::Prose(prose) => prose.to_html(),
        TextPart::Program(example) => live(&example.text, &example.choices, "solve"),
    }
}

/// A program that `hornbook-embed.js` makes live; its link holds all choices.
fn live(text: &str, choices: &Choices, stage: &str) -> String {
    let link = ProgramLink { text, choices: Some(choices), stage, ..ProgramLink::default() };
    format!(
        "<pre><code class=\"language-hornbook\" data-link=\"{}\">{}</code></pre>\n",
        link.embedded(),
        escaped(text)
    )
}

/// A question, with its answer as the next step. A live program comes last, as it grows.
fn question(asked: &Prediction, answers: &ComputedAnswers) -> String {
    let template = Template::read(&asked.text);
    let words = paragraph(&asked.question.in_words());
    let live = live(&asked.text, &asked.choices, asked.question.stage());
    let answers = answer_in_words(asked, &template, answers);
    let answers: String = answers.iter().map(|answer| paragraph(answer)).collect();
    let step = |content: &str| format!("<div class=\"fragment\">\n{content}</div>\n");
    match (template.blanks.is_empty(), is_covered(&asked.question)) {
        (true, true) => words + &gaps::html(&template) + &step(&live),
        (true, false) => words + &step(&answers) + &live,
        (false, _) => words + &gaps::html(&template) + &step(&answers),
    }
}

fn paragraph(sentence: &str) -> String {
    let code = |code: &str| format!("<code>{}</code>", escaped(code));
    format!("<p>{}</p>\n", write_sentence(sentence, escaped, code))
}

fn exercise(exercise: &Exercise) -> String {
    gaps::html(&exercise.template) + &paragraph(&exercise.goal_in_words())
}
