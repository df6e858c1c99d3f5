//! The story of a verdict as slides: one HTML file without scripts, or LaTeX with beamer and TikZ.
//!
//! A slide of the HTML file is as tall as the window, so that Page Up and Page Down turn pages. Notes for the speaker are in
//! the files, and not on the slides.

use super::document::Inline;
use super::drawing::{BoxKind, Shape, StripDrawing, draw_strips};
use super::{html as documents, latex as articles};
use hornbook_base::latex::{self as tex, CodePiece, text as plain};
use hornbook_base::text::escaped;
use hornbook_records::story::{Card, CardPicture, FIRST_NOTES, Story, VERDICT_NOTES};
use std::fmt::Write;

const STYLE: &str = "
html { scroll-snap-type: y mandatory; }
body { margin: 0; font: 1.6rem/1.5 system-ui, sans-serif; color: var(--ink); }
section { min-height: 100vh; box-sizing: border-box; padding: 4vh 8vw; scroll-snap-align: start;
  display: flex; flex-direction: column; justify-content: center; break-after: page; }
h1, h2 { font-family: Georgia, serif; margin: 0 0 1rem; }
h2 { font-size: 2.6rem; }
p { margin: 0 0 2rem; overflow-wrap: anywhere; }
code { font-size: .92em; }
pre { overflow-x: auto; border: 1px solid; padding: 1rem; margin: 0; }
svg { width: 100%; max-height: 50vh; }
";

/// The look of the drawings on cards, and its colours.
pub(super) const CARD_STYLE: &str = "
:root { color-scheme: light dark; --ink: light-dark(#222, #eee); --known: light-dark(#d7ecd9, #24452a); --wrong: light-dark(#f6d5d0, #5b2620); }
svg text { fill: var(--ink); text-anchor: middle; dominant-baseline: central; font: .38px ui-monospace, monospace; }
svg text.small { font-size: .3px; }
svg rect { fill: none; stroke: var(--ink); stroke-width: .03; }
svg rect.known { fill: var(--known); }
svg rect.wrong { fill: var(--wrong); }
svg line { stroke: var(--ink); stroke-width: .06; }
";

/// The question of the first slides: the verdict comes last, so that it can be asked before it is told.
const QUESTION: &str = "Does the claim hold in every run?";

/// The story of a program as one HTML file.
pub fn html(title: &str, program: &str, story: &Story) -> String {
    let slides: String = story.cards.iter().map(|card| html_slide(card, &story.verdict)).collect();
    let body = format!(
        "<section><h1>{}</h1>{}<p>{QUESTION}</p>{}</section>\n{slides}\
         <section><h1>{}</h1>{}</section>\n",
        escaped(title),
        html_lines(numbered(program)),
        html_notes(FIRST_NOTES),
        verdict(story),
        html_notes(VERDICT_NOTES),
    );
    documents::page(title, &[CARD_STYLE, STYLE], &body)
}

/// The lines of a program with their numbers.
pub(super) fn numbered(program: &str) -> impl Iterator<Item = (u32, &str)> {
    (1..).zip(program.trim_end().lines())
}

/// A listing of lines with their numbers.
pub(super) fn html_lines<'t>(lines: impl Iterator<Item = (u32, &'t str)>) -> String {
    let lines: Vec<String> = lines.map(|(n, text)| format!("{n:4}  {}", escaped(text))).collect();
    format!("<pre>{}</pre>", lines.join("\n"))
}

/// The line that tells the verdict.
pub(super) fn verdict(story: &Story) -> String {
    format!("The verdict: {}", story.verdict.replace('-', " "))
}

/// Notes for the speaker, which a browser does not show.
fn html_notes(notes: &str) -> String {
    format!("<aside class=\"notes\" hidden>{}</aside>", escaped(notes))
}

fn html_slide(card: &Card, verdict: &str) -> String {
    let (title, notes) = (card.topic.title(), html_notes(card.topic.speaker_notes(verdict)));
    format!("<section><h2>{title}</h2>{}{notes}</section>\n", html_card(card))
}

/// The sentence of a card and its picture.
pub(super) fn html_card(card: &Card) -> String {
    let sentence = documents::line(&Inline::prose(&card.sentence));
    let picture = match (&card.picture, draw_strips(&card.picture)) {
        (_, Some(drawing)) => svg(&drawing),
        (CardPicture::Lines(lines), None) => {
            html_lines(lines.iter().map(|(n, text)| (*n, text.as_str())))
        }
        _ => String::new(),
    };
    format!("<p>{sentence}</p>{picture}")
}

fn svg(drawing: &StripDrawing) -> String {
    let StripDrawing { width, height, shapes } = drawing;
    let words: Vec<&str> = shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Words { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let mut out = format!(
        "<svg viewBox=\"0 0 {width:.2} {height:.2}\" role=\"img\" aria-label=\"{}\">",
        escaped(&words.join(", "))
    );
    for shape in shapes {
        let _ = match shape {
            Shape::Box { x, y, width, height, kind } => {
                let class = match kind {
                    BoxKind::Cell => "cell",
                    BoxKind::Known => "known",
                    BoxKind::Wrong => "wrong",
                };
                write!(
                    out,
                    "<rect class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"/>"
                )
            }
            Shape::Words { x, y, text, small } => {
                let class = if *small { " class=\"small\"" } else { "" };
                write!(out, "<text{class} x=\"{x:.2}\" y=\"{y:.2}\">{}</text>", escaped(text))
            }
            Shape::Tick { x, y, height } => {
                let end = y + height;
                write!(out, "<line x1=\"{x:.2}\" y1=\"{y:.2}\" x2=\"{x:.2}\" y2=\"{end:.2}\"/>")
            }
        };
    }
    out + "</svg>"
}

/// The story of a program for LaTeX, with the class beamer.
pub fn latex(title: &str, program: &str, story: &Story) -> String {
    let slides: String = story.cards.iter().map(|card| latex_slide(card, &story.verdict)).collect();
    let body = format!(
        "\\title{{{}}}\n\\subtitle{{{QUESTION}}}\n\\date{{}}\n\\begin{{frame}}\\titlepage\n{}\\end{{frame}}\n\
         {}{slides}\\begin{{frame}}\\centering\\Large {}\n{}\\end{{frame}}\n",
        plain(title),
        latex_notes(FIRST_NOTES),
        latex_program(program),
        plain(&verdict(story)),
        latex_notes(VERDICT_NOTES),
    );
    tex::slides(&["amsmath", "tikz"], &body)
}

/// The program, on as many slides as it needs.
fn latex_program(program: &str) -> String {
    let lines = program.trim_end().lines().map(|line| vec![CodePiece::Code(line)]);
    tex::frames(&tex::numbered_lines(lines))
}

/// Notes for the speaker, which beamer prints only if it is told to.
fn latex_notes(notes: &str) -> String {
    format!("\\note{{{}}}\n", plain(notes))
}

fn latex_slide(card: &Card, verdict: &str) -> String {
    let sentence = articles::line(&Inline::prose(&card.sentence));
    let picture = match (&card.picture, draw_strips(&card.picture)) {
        (_, Some(drawing)) => tikz(&drawing),
        (CardPicture::Lines(lines), None) => {
            let line = |(n, text): &(u32, String)| format!("\\texttt{{{n}\\quad {}}}", plain(text));
            lines.iter().map(line).collect::<Vec<_>>().join("\\\\\n")
        }
        _ => String::new(),
    };
    let (title, notes) = (card.topic.title(), latex_notes(card.topic.speaker_notes(verdict)));
    format!(
        "\\begin{{frame}}{{{title}}}\n{sentence}\n\n\\bigskip\n{picture}\n{notes}\\end{{frame}}\n"
    )
}

/// The drawing, as wide as the slide if it is wider. TikZ counts upwards.
fn tikz(drawing: &StripDrawing) -> String {
    let scale = (11.0 / drawing.width.max(1.0)).min(1.0);
    let mut out = format!("\\begin{{tikzpicture}}[scale={scale:.3}, transform shape]\n");
    for shape in &drawing.shapes {
        let _ = match shape {
            Shape::Box { x, y, width, height, kind } => {
                let fill = match kind {
                    BoxKind::Cell => "",
                    BoxKind::Known => "[fill=green!15]",
                    BoxKind::Wrong => "[fill=red!15]",
                };
                let (right, low) = (x + width, y + height);
                writeln!(out, "  \\draw{fill} ({x:.2},-{y:.2}) rectangle ({right:.2},-{low:.2});")
            }
            Shape::Words { x, y, text, small } => {
                let size = if *small { "\\scriptsize" } else { "\\small" };
                writeln!(out, "  \\node at ({x:.2},-{y:.2}) {{{size}\\ttfamily {}}};", plain(text))
            }
            Shape::Tick { x, y, height } => {
                let low = y + height;
                writeln!(out, "  \\draw[thick] ({x:.2},-{y:.2}) -- ({x:.2},-{low:.2});")
            }
        };
    }
    out + "\\end{tikzpicture}"
}
