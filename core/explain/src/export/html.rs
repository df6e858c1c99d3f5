//! Documents as one HTML file: no scripts, nothing to load.
//!
//! The file is well-formed XML as well, and everything that a user wrote is escaped.

use super::document::{Block, Document, Inline};
use hornbook_base::text::escaped;
use hornbook_horn::html;

const STYLE: &str = "
:root { color-scheme: light dark; }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
h3 { margin-top: 2rem; }
pre { padding: 0.75rem; overflow-x: auto; border: 1px solid; counter-reset: line; }
pre.numbered span::before {
  counter-increment: line; content: counter(line); display: inline-block; width: 2.5em;
  margin-right: 1em; text-align: right; opacity: 0.6;
}
.clause { margin: 0.75rem 0 0.75rem 2rem; }
h1, h2, h3, p, li { overflow-wrap: anywhere; }
/* What is wider than a phone and cannot be broken scrolls by itself. */
p, ul { overflow: auto hidden; padding-bottom: 0.2rem; }
";

/// The whole document, a file of its own.
pub fn write(document: &Document) -> String {
    let blocks: String = document.blocks.iter().map(block).collect();
    let body = format!("<h1>{}</h1>\n{blocks}", escaped(&document.title));
    page(&document.title, &[STYLE, html::STYLE], &body)
}

/// A file of its own with a title, style sheets and a body.
pub(super) fn page(title: &str, styles: &[&str], body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width\"/>\n<title>{}</title>\n\
         <style>{}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title),
        styles.concat(),
    )
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading { level: 1, words } => format!("<h2>{}</h2>\n", line(words)),
        Block::Heading { words, .. } => format!("<h3>{}</h3>\n", line(words)),
        Block::Paragraph(words) => format!("<p>{}</p>\n", line(words)),
        Block::Items(items) => {
            let items: String =
                items.iter().map(|item| format!("<li>{}</li>\n", line(item))).collect();
            format!("<ul>\n{items}</ul>\n")
        }
        Block::Listing { text, numbered } => {
            let class = if *numbered { " class=\"numbered\"" } else { "" };
            let lines: Vec<String> =
                text.lines().map(|line| format!("<span>{}</span>", escaped(line))).collect();
            format!("<pre{class}>{}</pre>\n", lines.join("\n"))
        }
        Block::Clause { premises, goal } => {
            format!("<p class=\"clause\">{}</p>\n", html::implication(premises, goal))
        }
    }
}

pub(super) fn line(words: &[Inline]) -> String {
    let one = |inline: &Inline| match inline {
        Inline::Text(words) => escaped(words),
        Inline::Strong(words) => format!("<strong>{}</strong>", escaped(words)),
        Inline::Code(words) => format!("<code>{}</code>", escaped(words)),
        Inline::Formula(notation) => html::notation(notation),
    };
    words.iter().map(one).collect()
}
