//! The story of a verdict on paper: one HTML file without scripts, with blanks to write on or with the answers.
//!
//! On a page with blanks stand neither the title of the program nor the comments at its head: both often tell the answer.

use super::document::Inline;
use super::html::{line, page};
use super::slides::{CARD_STYLE, html_card, html_lines, numbered, verdict};
use hornbook_base::text::escaped;
use hornbook_lang::format::count_head_lines;
use hornbook_records::story::{Card, Story, Topic};

const STYLE: &str = "
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: Canvas; }
h1, h2 { font-family: Georgia, serif; margin: 1.6rem 0 .5rem; break-after: avoid; }
p { margin: 0 0 .6rem; overflow-wrap: anywhere; }
section { break-inside: avoid; }
section + p { margin-top: 1.6rem; }
pre { border: 1px solid; padding: .6rem; margin: 0 0 .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
svg { width: 100%; max-height: 9rem; }
.blank { display: inline-block; min-width: 8em; border-bottom: 1px solid; }
.line { height: 2.2rem; border-bottom: 1px solid; }
@page { margin: 18mm; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; margin: 0; padding: 0; font-size: 11pt; }
}
";

/// The title of a page with blanks.
const TITLE: &str = "A program and its claim";
/// The place of a word on a page with blanks.
const BLANK: &str = "<span class=\"blank\" role=\"img\" aria-label=\"blank\">\u{a0}</span>";
/// The number of lines to write on below a question.
const LINES: usize = 4;

/// The story with its questions, and blanks in the place of the answers.
pub fn with_blanks(_title: &str, program: &str, story: &Story) -> String {
    let cards: String = story.cards.iter().map(asked).collect();
    let lines = html_lines(numbered(program).skip(count_head_lines(program)));
    let body = format!("<p>Name: {BLANK}</p>\n{lines}\n{cards}<p>The verdict: {BLANK}</p>\n");
    sheet(TITLE, &body)
}

/// The story with its questions and answers.
pub fn with_answers(title: &str, program: &str, story: &Story) -> String {
    let cards: String = story.cards.iter().map(answered).collect();
    let lines = html_lines(numbered(program));
    sheet(title, &format!("{lines}\n{cards}<p><strong>{}</strong></p>\n", verdict(story)))
}

fn sheet(title: &str, content: &str) -> String {
    let body = format!("<main>\n<h1>{}</h1>\n{content}</main>\n", escaped(title));
    page(title, &[CARD_STYLE, STYLE], &body)
}

fn answered(card: &Card) -> String {
    section(card.topic.title(), card.topic, &html_card(card))
}

/// A card to be filled in. The claim stands there, as it is given.
fn asked(card: &Card) -> String {
    let lines = "<div class=\"line\"></div>".repeat(LINES);
    let content = match card.topic {
        Topic::Claim => html_card(card) + &lines,
        Topic::Danger => format!("<p>{}</p>{lines}", cloze(&card.sentence)),
        _ => lines,
    };
    section(card.topic.covered_title(), card.topic, &content)
}

fn section(title: &str, topic: Topic, content: &str) -> String {
    format!("<section><h2>{title}</h2><p><em>{}</em></p>{content}</section>\n", topic.question())
}

/// A sentence with a blank for each piece of program text.
fn cloze(sentence: &str) -> String {
    let piece = |inline: &Inline| match inline {
        Inline::Code(_) => BLANK.to_owned(),
        words => line(std::slice::from_ref(words)),
    };
    Inline::prose(sentence).iter().map(piece).collect()
}
