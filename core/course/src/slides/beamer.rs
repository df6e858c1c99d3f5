//! Decks for LaTeX with the class beamer.

use super::{ComputedAnswers, Slide, SlideContent, TextPart, answer_in_words, write_sentence};
use crate::exercise::Exercise;
use crate::gaps::latex_lines;
use crate::prediction::Prediction;
use crate::template::Template;
use hornbook_base::latex::{code, frames, slides as document, stacked, text};

/// The most lines of a program that leave room for words on their frame.
const LINES_BESIDE_WORDS: usize = 12;

pub(super) fn deck(
    course: &str,
    lesson: &str,
    slides: &[Slide],
    answers: &ComputedAnswers,
) -> String {
    let frames: String = slides.iter().map(|slide| frame(slide, answers)).collect();
    let body = format!(
        "\\setbeamertemplate{{frametitle continuation}}{{}}\n\
         \\title{{{}}}\n\\subtitle{{{}}}\n\\date{{}}\n\\begin{{frame}}\\titlepage\\end{{frame}}\n{frames}",
        text(lesson),
        text(course)
    );
    document(&[], &body)
}

fn frame(slide: &Slide, answers: &ComputedAnswers) -> String {
    match &slide.content {
        SlideContent::Text(parts) => {
            let parts: String = parts.iter().map(text_part).collect();
            // Text that is too long for one frame goes on in others.
            let title = text(&slide.title);
            format!("\\begin{{frame}}[allowframebreaks]{{{title}}}\n{parts}\\end{{frame}}\n")
        }
        SlideContent::Question(asked) => question(&slide.title, asked, answers),
        SlideContent::Exercise(exercise) => self::exercise(&slide.title, exercise),
    }
}

fn text_part(part: &TextPart) -> String {
    match part {
        TextPart::Prose(prose) => prose.to_latex(),
        TextPart::Program(example) => listing(&latex_lines(&Template::read(&example.text))),
    }
}

/// A program as a paragraph of its own.
fn listing(lines: &[String]) -> String {
    format!("{{\\small{}\\par}}\\medskip\n", stacked(lines))
}

/// A frame with a program and words; a program that is too long for it has frames of its own before.
fn program_frame(title: &str, template: &Template, words: &str) -> String {
    let (lines, title) = (latex_lines(template), text(title));
    let (before, listing) = match lines.len() {
        n if n > LINES_BESIDE_WORDS => (frames(&lines), String::new()),
        _ => (String::new(), listing(&lines)),
    };
    format!("{before}\\begin{{frame}}{{{title}}}\n{listing}{words}\\end{{frame}}\n")
}

/// A question, with its answer as the next step.
fn question(title: &str, asked: &Prediction, answers: &ComputedAnswers) -> String {
    let template = Template::read(&asked.text);
    let answers = answer_in_words(asked, &template, answers);
    let answers: String = answers.iter().map(|answer| paragraph(answer)).collect();
    let words = paragraph(&asked.question.in_words());
    program_frame(title, &template, &format!("{words}\\pause\n{answers}"))
}

fn paragraph(sentence: &str) -> String {
    write_sentence(sentence, text, code) + "\n\n"
}

fn exercise(title: &str, exercise: &Exercise) -> String {
    program_frame(title, &exercise.template, &paragraph(&exercise.goal_in_words()))
}
