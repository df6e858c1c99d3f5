//! Lessons as slides, from the Markdown that their pages are made of.
//!
//! Each heading and each rule begins a slide; so does each question, whose answer is the next step, and each exercise, whose
//! blanks are gaps. Hints, solutions and hidden claims of exercises are on no slide.

mod beamer;
mod reveal;

use crate::exercise::Exercise;
use crate::prediction::{Prediction, Question};
use crate::prose::Prose;
use crate::template::Template;
use crate::{Block, Course, Example, Lesson};
use hornbook_base::text::split_code;
use std::collections::BTreeMap;

/// The folder of reveal.js, from the decks that need it.
pub const REVEAL: &str = "reveal";

/// The format of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckFormat {
    /// A page of HTML with reveal.js, on which programs are live.
    Reveal,
    /// A document for LaTeX with the class beamer.
    Beamer,
}

/// The answers to questions that Hornbook has computed, by the names of these: sentences with code between backquotes.
pub type ComputedAnswers = BTreeMap<String, Vec<String>>;

/// The name of a lesson's deck.
pub fn deck_name(lesson: &Lesson, format: DeckFormat) -> String {
    let ending = match format {
        DeckFormat::Reveal => "html",
        DeckFormat::Beamer => "tex",
    };
    format!("{}.{ending}", lesson.id)
}

/// The deck of a lesson.
pub fn deck(
    course: &Course,
    lesson: &Lesson,
    format: DeckFormat,
    answers: &ComputedAnswers,
) -> String {
    let slides = cut(lesson);
    match format {
        DeckFormat::Reveal => reveal::deck(&course.title, &lesson.title, &slides, answers),
        DeckFormat::Beamer => beamer::deck(&course.title, &lesson.title, &slides, answers),
    }
}

/// The files that decks of a format need beside them: names and contents.
pub fn deck_files(format: DeckFormat) -> Vec<(String, String)> {
    match format {
        DeckFormat::Reveal => reveal::files(),
        DeckFormat::Beamer => vec![],
    }
}

/// A slide.
#[derive(Clone, Debug, PartialEq)]
struct Slide<'c> {
    /// The title, which may be empty.
    title: String,
    content: SlideContent<'c>,
}

/// The content of a slide.
#[derive(Clone, Debug, PartialEq)]
enum SlideContent<'c> {
    Text(Vec<TextPart<'c>>),
    Question(&'c Prediction),
    Exercise(&'c Exercise),
}

/// A part of a slide with text.
#[derive(Clone, Debug, PartialEq)]
enum TextPart<'c> {
    Prose(Prose),
    Program(&'c Example),
}

/// Cuts a lesson into slides.
fn cut(lesson: &Lesson) -> Vec<Slide<'_>> {
    let mut cutter = SlideCutter::default();
    for block in &lesson.blocks {
        match block {
            Block::Prose(prose) => cutter.put_prose(prose),
            Block::Example(example) => cutter.parts.push(TextPart::Program(example)),
            Block::Prediction(asked) => cutter.put_alone("Predict", SlideContent::Question(asked)),
            Block::Exercise(exercise) => {
                cutter.put_alone("Exercise", SlideContent::Exercise(exercise));
            }
        }
    }
    cutter.end_slide();
    cutter.slides
}

/// A lesson that is cut, with the slide that is still open.
#[derive(Default)]
struct SlideCutter<'c> {
    slides: Vec<Slide<'c>>,
    title: String,
    parts: Vec<TextPart<'c>>,
}

impl<'c> SlideCutter<'c> {
    fn put_prose(&mut self, prose: &Prose) {
        for section in prose.sections() {
            if let Some(heading) = section.heading {
                self.end_slide();
                self.title = heading;
            }
            if !section.prose.is_empty() {
                self.parts.push(TextPart::Prose(section.prose));
            }
        }
    }

    /// Ends the open slide, which is left out if nothing is on it.
    fn end_slide(&mut self) {
        let (title, parts) = (std::mem::take(&mut self.title), std::mem::take(&mut self.parts));
        if !parts.is_empty() || !title.is_empty() {
            self.slides.push(Slide { title, content: SlideContent::Text(parts) });
        }
    }

    /// Adds a slide of its own. It has the heading directly before it as its title.
    fn put_alone(&mut self, title: &str, content: SlideContent<'c>) {
        if !self.parts.is_empty() {
            self.end_slide();
        }
        let heading = std::mem::take(&mut self.title);
        let title = if heading.is_empty() { title.to_owned() } else { heading };
        self.slides.push(Slide { title, content });
    }
}

/// Whether a stage of the page shows the answer to a question, so that the program can be live only behind it.
fn is_covered(question: &Question) -> bool {
    !matches!(question, Question::Verdict | Question::Inputs | Question::Invariant)
}

/// Whether the answer to a question is to be [computed](ComputedAnswers): of a program without blanks, a fact or what its verdict shows.
pub fn needs_answer(asked: &Prediction) -> bool {
    let is_fact = matches!(asked.question, Question::Fact(_));
    (is_fact || !is_covered(&asked.question)) && Template::read(&asked.text).blanks.is_empty()
}

/// The answer to a question, as sentences with code between backquotes.
fn answer_in_words(
    asked: &Prediction,
    template: &Template,
    answers: &ComputedAnswers,
) -> Vec<String> {
    match answers.get(&asked.id) {
        Some(sentences) => sentences.clone(),
        None if template.blanks.is_empty() => {
            vec![format!("Hornbook shows it at its stage `{}`.", asked.question.stage())]
        }
        None => vec!["The page of the lesson judges your answer.".to_owned()],
    }
}

/// A sentence in which backquotes enclose code, written by these functions.
fn write_sentence(
    sentence: &str,
    text: impl Fn(&str) -> String,
    code: impl Fn(&str) -> String,
) -> String {
    split_code(sentence)
        .map(|(is_code, part)| if is_code { code(part) } else { text(part) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown;

    const COURSE: &str = r#"# Loops

## First & second

Text & more.

```hornbook
assert(1 < 2);
```

### Part_one

```hornbook predict id=asked
int n = nondet(0, 9);
assert(n != 7);
```

Behind it.

---

After a rule.

```hornbook predict id=cells ask="cells 2"
int a[9];
a[0] = 1;
assert(a[0] == 1);
```

```hornbook exercise id=zeros
int i = ___secret_name;
assert(i == 4711);
```
```hornbook hint
Think of *Cologne*.
```
```hornbook solution
4710 + 1
```
```hornbook wrong
815
```
```hornbook hidden
assert(i > 1234);
```
"#;

    fn decks(format: DeckFormat) -> String {
        let (source, problems) = markdown::read(&[("c.md".to_owned(), COURSE.to_owned())]);
        assert!(problems.is_empty(), "{problems:?}");
        let said = vec!["`buggy`: it fails.".to_owned()];
        let answers = ComputedAnswers::from([("asked".to_owned(), said)]);
        deck(&source.course, &source.course.lessons[0], format, &answers)
    }

    #[test]
    fn headings_rules_questions_and_exercises_begin_slides() {
        let (source, _) = markdown::read(&[("c.md".to_owned(), COURSE.to_owned())]);
        let slides = cut(&source.course.lessons[0]);
        let kind = |slide: &Slide| match &slide.content {
            SlideContent::Text(parts) => format!("{} parts", parts.len()),
            SlideContent::Question(asked) => asked.id.clone(),
            SlideContent::Exercise(exercise) => exercise.id.clone(),
        };
        let found: Vec<(&str, String)> =
            slides.iter().map(|slide| (slide.title.as_str(), kind(slide))).collect();
        let expected = [
            ("", "2 parts"),
            ("Part_one", "asked"),
            ("", "1 parts"),
            ("", "1 parts"),
            ("Predict", "cells"),
            ("Exercise", "zeros"),
        ];
        assert_eq!(found, expected.map(|(title, kind)| (title, kind.to_owned())));
    }

    #[test]
    fn nothing_that_is_hidden_is_on_slides() {
        for format in [DeckFormat::Reveal, DeckFormat::Beamer] {
            let deck = decks(format);
            for hidden in ["Cologne", "4710", "815", "1234", "___"] {
                assert!(!deck.contains(hidden), "{hidden}\n{deck}");
            }
            assert!(deck.contains("4711") && deck.contains("It is solved when Hornbook"), "{deck}");
        }
    }

    #[test]
    fn reveal_has_live_programs_and_answers_as_the_next_step() {
        let deck = decks(DeckFormat::Reveal);
        assert_eq!(deck.matches("<section>").count(), 7, "{deck}");
        // The last one is the program behind the question about cells.
        assert_eq!(deck.matches("<code class=\"language-hornbook\" data-link=\"#w1").count(), 3);
        assert!(deck.contains("First &amp; second") && deck.contains("<p>Text &amp; more.</p>"));
        let answer = "<div class=\"fragment\">\n<p><code>buggy</code>: it fails.</p>";
        assert!(deck.contains(answer), "{deck}");
        assert!(deck.contains("<div class=\"fragment\">\n<pre><code class=\"language-hornbook\""));
        assert!(!deck.contains("<script>") && !deck.contains("style="), "{deck}");
    }

    #[test]
    fn beamer_has_listings_and_answers_as_the_next_step() {
        let deck = decks(DeckFormat::Beamer);
        assert_eq!(deck.matches("\\begin{frame}").count(), 7, "{deck}");
        assert_eq!(deck.matches("\\begin{frame}").count(), deck.matches("\\end{frame}").count());
        assert_eq!(deck.matches('{').count(), deck.matches('}').count());
        assert!(deck.contains("\\pause\n\\texttt{buggy}: it fails."), "{deck}");
        assert!(deck.contains("\\pause\nHornbook shows it at its stage \\texttt{eliminate}."));
        assert!(deck.contains("{Part\\_one}") && deck.contains("Text \\& more."), "{deck}");
        assert!(deck.contains("\\underline{\\hspace{5em}}{\\tiny secret\\_name}"), "{deck}");
    }
}
