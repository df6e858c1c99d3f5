//! Documents in LaTeX, for any of its engines; `amsmath` is needed.

use super::document::{Block, Document, Inline};
use hornbook_horn::latex;
use hornbook_horn::latex::row;
use hornbook_horn::notation::Notation;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The greatest width of a clause on one line, in characters of its plain text.
const MAX_WIDTH: usize = 70;

/// The whole document, to be compiled.
pub fn write(document: &Document) -> String {
    let blocks: String = document.blocks.iter().map(block).collect();
    let title = latex::text(&document.title);
    let body = format!("\\title{{{title}}}\n\\date{{}}\n\\maketitle\n{blocks}");
    let characters = declare_characters(&body);
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

/// The declarations of characters beyond ASCII: pdfTeX stops at those that are not declared.
pub(super) fn declare_characters(body: &str) -> String {
    let found: BTreeSet<char> = body.chars().filter(|c| needs_declaration(*c)).collect();
    if found.is_empty() {
        return String::new();
    }
    let mut out = String::from("\\ifdefined\\DeclareUnicodeCharacter\n");
    for c in found {
        let code = c as u32;
        let shown = character_command(c).map_or(format!("[U+{code:04X}]"), |sign| {
            if sign.starts_with('\\') { format!("\\ensuremath{{{sign}}}") } else { sign.to_owned() }
        });
        let _ = writeln!(out, "  \\DeclareUnicodeCharacter{{{code:04X}}}{{{shown}}}");
    }
    out + "\\fi\n"
}

/// Whether LaTeX needs a declaration of a character: it knows ASCII and most Latin letters of the encoding
/// T1.
fn needs_declaration(c: char) -> bool {
    match c {
        'Ħ' | 'ħ' | 'ĸ' | 'Ŀ' | 'ŀ' | 'ŉ' | 'Ŧ' | 'ŧ' | 'ſ' => true,
        _ => !c.is_ascii() && !('\u{a1}'..='\u{17f}').contains(&c),
    }
}

/// The commands of characters that are likely in comments and reports.
fn character_command(c: char) -> Option<&'static str> {
    Some(match c {
        '⊤' => "\\top",
        '∀' => "\\forall",
        '∃' => "\\exists",
        '∧' => "\\land",
        '∨' => "\\lor",
        '¬' => "\\neg",
        '→' => "\\rightarrow",
        '←' => "\\leftarrow",
        '⇒' => "\\Rightarrow",
        '⇔' => "\\Leftrightarrow",
        '≤' => "\\leq",
        '≥' => "\\geq",
        '≠' => "\\neq",
        '∈' => "\\in",
        '−' => "\\mathord{-}",
        '′' => "\\prime",
        '•' => "\\bullet",
        '⊙' => "\\odot",
        '⊗' => "\\otimes",
        '⊕' => "\\oplus",
        '…' => "...",
        '–' => "--",
        '—' => "---",
        '‘' => "`",
        '’' => "'",
        '“' => "``",
        '”' => "''",
        '\u{feff}' | '\u{200b}' => "{}",
        _ => return None,
    })
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
        Inline::Text(words) => latex::text(words),
        Inline::Strong(words) => format!("\\textbf{{{}}}", latex::text(words)),
        Inline::Code(words) => {
            // Curved quotes are not those of programs.
            let words = latex::text(words).replace('\'', "\\textquotesingle{}");
            format!("\\texttt{{{words}}}")
        }
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
        return format!("\\[\n  {}\n\\]\n", latex::implication(premises, goal));
    }
    let premises: Vec<String> = premises.iter().map(row).collect();
    format!(
        "\\begin{{align*}}\n  & {} \\\\\n  & \\rightarrow {}\n\\end{{align*}}\n",
        premises.join(" \\\\\n  & \\land "),
        row(goal)
    )
}
