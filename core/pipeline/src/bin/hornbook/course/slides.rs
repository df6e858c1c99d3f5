//! The command `course slides`.

use super::folders::{built_hornbook, reveal_js, write_folder};
use super::{ReadCourse, files, files_beside, in_time, solve};
use crate::output::{complain, print};
use crate::{DATA, render};
use hornbook_course::prediction::Question;
use hornbook_course::site::HORNBOOK;
use hornbook_course::slides::{
    ComputedAnswers, DeckFormat, REVEAL, deck, deck_files, deck_name, needs_answer,
};
use hornbook_course::{Lesson, markdown};
use hornbook_pipeline::Input;
use hornbook_pipeline::exercise::known_fact;
use std::path::Path;

/// The format of slides, with the folders that it needs.
#[derive(Clone, Debug)]
pub(crate) enum SlidesTarget {
    /// Pages with reveal.js: the built Hornbook, and the package.
    Reveal { site: String, package: String },
    /// Documents for LaTeX.
    Beamer,
}

impl SlidesTarget {
    fn format(&self) -> DeckFormat {
        match self {
            SlidesTarget::Reveal { .. } => DeckFormat::Reveal,
            SlidesTarget::Beamer => DeckFormat::Beamer,
        }
    }
}

/// `course slides`: a deck for each lesson, and what decks need beside them.
pub(super) fn make(
    name: &str,
    course: &ReadCourse,
    target: &SlidesTarget,
    number: Option<usize>,
    output: &Path,
    budget_ms: u64,
) -> Result<(), u8> {
    let copies = files_beside(&course.source);
    let (course, format) = (&course.source.course, target.format());
    let lessons = match number {
        None => &course.lessons[..],
        Some(n) => course.lessons.get(n - 1..n).unwrap_or_default(),
    };
    if lessons.is_empty() {
        let number = number.map_or_else(String::new, |n| format!(" {n}"));
        complain(&format!("hornbook: `{name}` has no lesson{number}\n"));
        return Err(DATA);
    }
    let folders = match target {
        SlidesTarget::Beamer => vec![],
        SlidesTarget::Reveal { site, package } => {
            vec![(built_hornbook(site)?, HORNBOOK), (reveal_js(package)?, REVEAL)]
        }
    };
    let answers = compute_answers(name, lessons, budget_ms)?;
    let mut files = deck_files(format);
    files.extend(
        lessons
            .iter()
            .map(|lesson| (deck_name(lesson, format), deck(course, lesson, format, &answers))),
    );
    let made: Vec<String> = course.lessons.iter().map(|l| deck_name(l, format)).collect();
    write_folder(output, &made, &folders, &files, &copies)?;
    let decks = if lessons.len() == 1 { "deck" } else { "decks" };
    print(&format!("{} {decks} in {}\n", lessons.len(), output.display()));
    Ok(())
}

/// The answers to the questions of lessons that slides show as the next step.
fn compute_answers(name: &str, lessons: &[Lesson], budget_ms: u64) -> Result<ComputedAnswers, u8> {
    let mut answers = ComputedAnswers::new();
    for asked in lessons.iter().flat_map(Lesson::predictions).filter(|asked| needs_answer(asked)) {
        let (path, id) = (name.to_owned(), asked.id.clone());
        // Terms cannot be sent to another thread, so it reads the course again.
        let answer = in_time(budget_ms, move |time| {
            let course = markdown::read(&files(&path).unwrap_or_default()).0.course;
            let asked = course.lessons.iter().flat_map(Lesson::predictions).find(|p| p.id == id)?;
            if let Question::Fact(fact) = &asked.question {
                let known = known_fact(&Input::program(&asked.text, &asked.choices), fact);
                return Some(known.map(|fact| vec![fact.in_words()]));
            }
            let with_invariants = asked.question == Question::Invariant;
            let solved = solve(&asked.text, &asked.choices, time);
            Some(solved.map(|outcome| render::sentences(&outcome, with_invariants)))
        });
        let answer = match answer.flatten() {
            Some(Ok(sentences)) => sentences,
            Some(Err(errors)) => {
                complain(&format!("hornbook: the program of `{}`: {errors}\n", asked.id));
                return Err(DATA);
            }
            None => vec!["Hornbook found no answer in its time.".to_owned()],
        };
        answers.insert(asked.id.clone(), answer);
    }
    Ok(answers)
}
