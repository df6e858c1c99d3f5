//! Documents in LaTeX, for any of its engines; `amsmath` is needed.

use super::document::{Block, Document, Inline};
use hornbook_base::latex as plain;
use hornbook_horn::latex::{implication, row};
use hornbook_horn::notation::Notation;

/// The greatest width of a clause on one line, in characters of its plain text.
const MAX_WIDTH: usize = 70;

/// The whole document, to be compiled.
pub fn write(document: &Document) -> String {
    let blocks: String = document.blocks.iter().map(block).collect();
    let title = plain::text(&document.title);
    let body = format!("\\title{{{title}}}\n\\date{{}}\n\\maketitle\n{blocks}");
    let characters = plain::declare_characters(&body);
    format!(
        "\\documentclass{{article}}\n\
         \\usepackage[a4paper, margin=25mm]{{geometry}}\n\
         \\usepackage[T1]{{fontenc}}\n\
         \\usepackage{{textcomp}}\n\
         \\usepackage{{amsmath}}\n\
         \\allowdisplaybreaks\n\
         \\sloppy\n{characters}\
         \\begin{{document}}\n{body}\\end{{document}}\n"
    )
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading { level: 1, words } => format!("\n\\section*{{{}}}\n", line(words)),
        Block::Heading { words, .. } => format!("\n\\subsection*{{{}}}\n", line(words)),
        Block::Paragraph(words) => format!("\n{}\n", line(words)),
        Block::Items(items) if items.is_empty() => String::new(),
        Block::Items(items) => {
            let items: String =
                items.iter().map(|item| format!("  \\item {{}}{}\n", line(item))).collect();
            format!("\\begin{{itemize}}\n{items}\\end{{itemize}}\n")
        }
        Block::Listing { text, numbered } => listing(text, *numbered),
        Block::Clause { premises, goal } => clause(premises, goal),
    }
}

pub(super) fn line(words: &[Inline]) -> String {
    let one = |inline: &Inline| match inline {
        Inline::Text(words) => plain::text(words),
        Inline::Strong(words) => format!("\\textbf{{{}}}", plain::text(words)),
        Inline::Code(words) => plain::code(words),
        Inline::Formula(notation) => format!("${}$", row(notation)),
    };
    words.iter().map(one).collect()
}

/// The lines verbatim. A `\end` among them gets a blank, so that it does not end the listing.
fn listing(text: &str, numbered: bool) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() && c != '\n' { ' ' } else { c })
        .collect::<String>()
        .replace("\\end", "\\ end");
    format!("\\begin{{verbatim}}\n{}\\end{{verbatim}}\n", super::text::listing(&text, numbered))
}

/// A clause on one line, or with a line for each premise.
fn clause(premises: &[Notation], goal: &Notation) -> String {
    let length: usize = premises.iter().chain([goal]).map(|n| n.text().chars().count() + 3).sum();
    if length <= MAX_WIDTH || premises.is_empty() {
        return format!("\\[\n  {}\n\\]\n", implication(premises, goal));
    }
    let premises: Vec<String> = premises.iter().map(row).collect();
    format!(
        "\\begin{{align*}}\n  & {} \\\\\n  & \\rightarrow {}\n\\end{{align*}}\n",
        premises.join(" \\\\\n  & \\land "),
        row(goal)
    )
}
