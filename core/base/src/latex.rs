//! Plain text and slides for LaTeX, for any of its engines.

use std::collections::BTreeSet;
use std::fmt::Write;

/// Plain text with the characters that mean something to LaTeX escaped, for text mode.
pub fn text(plain: &str) -> String {
    let mut out = String::new();
    for c in plain.chars() {
        match c {
            '_' | '#' | '%' | '&' | '$' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            // Two of them in a row would become another sign.
            '-' => out.push_str("-{}"),
            '`' => out.push_str("\\textasciigrave{}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A text in the syntax of programs, for text mode.
pub fn code(plain: &str) -> String {
    // Curved quotes are not those of programs.
    format!("\\texttt{{{}}}", text(plain).replace('\'', "\\textquotesingle{}"))
}

/// A piece of a line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodePiece<'t> {
    /// Text of the program.
    Code(&'t str),
    /// LaTeX that stands for text of the program.
    Latex(String),
}

/// The lines of a program, each with its number, as LaTeX.
///
/// They are no verbatim text, so that they can stand in a frame that has steps.
pub fn numbered_lines<'t>(lines: impl IntoIterator<Item = Vec<CodePiece<'t>>>) -> Vec<String> {
    let number = |n: usize| format!("\\texttt{{{}}}", format!("{n:>3}~").replace(' ', "~"));
    (1..).zip(lines).map(|(n, pieces)| number(n) + &code_line(pieces)).collect()
}

/// A line of a program, with its indentation.
pub fn code_line<'t>(pieces: impl IntoIterator<Item = CodePiece<'t>>) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            CodePiece::Code(text) if out.is_empty() => {
                let words = text.trim_start();
                let indent = "~".repeat(text.len() - words.len());
                if !indent.is_empty() {
                    let _ = write!(out, "\\texttt{{{indent}}}");
                }
                out.push_str(&code(words));
            }
            CodePiece::Code(text) => out.push_str(&code(text)),
            CodePiece::Latex(latex) => out.push_str(&latex),
        }
    }
    out
}

/// Lines one below the other.
pub fn stacked(lines: &[String]) -> String {
    format!("\\noindent\n{}\n", lines.join("\\\\\n"))
}

/// The most lines of a program on one slide.
const FRAME_LINES: usize = 16;

/// The lines of a program, on as many slides as they need.
pub fn frames(lines: &[String]) -> String {
    let frame =
        |lines: &[String]| format!("\\begin{{frame}}\\small{}\\end{{frame}}\n", stacked(lines));
    lines.chunks(FRAME_LINES).map(frame).collect()
}

/// A document of slides, with the class beamer.
pub fn slides(packages: &[&str], body: &str) -> String {
    let packages: String =
        packages.iter().map(|name| format!("\\usepackage{{{name}}}\n")).collect();
    let characters = declare_characters(body);
    format!(
        "\\documentclass{{beamer}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage{{textcomp}}\n{packages}{characters}\
         % Without the sign in front of it this line prints the notes, too.\n\
         % \\setbeameroption{{show notes}}\n\
         \\begin{{document}}\n{body}\\end{{document}}\n"
    )
}

/// The declarations of characters beyond ASCII: pdfTeX stops at those that are not declared.
pub fn declare_characters(body: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_that_means_something_to_latex() {
        assert_eq!(text("50 % of a_b\n"), "50 \\% of a\\_b ");
        assert_eq!(
            code("x' < \\"),
            "\\texttt{x\\textquotesingle{} \\textless{} \\textbackslash{}}"
        );
    }

    #[test]
    fn lines_keep_their_indentation_and_what_is_latex() {
        let gap = CodePiece::Latex("\\gap".to_owned());
        let lines = [
            vec![CodePiece::Code("if (x)")],
            vec![CodePiece::Code("  y = "), gap, CodePiece::Code(";")],
        ];
        let expected = [
            "\\texttt{~~1~}\\texttt{if (x)}",
            "\\texttt{~~2~}\\texttt{~~}\\texttt{y = }\\gap\\texttt{;}",
        ];
        assert_eq!(numbered_lines(lines), expected);
    }

    #[test]
    fn characters_that_are_not_known_are_declared() {
        assert_eq!(declare_characters("a é"), "");
        let declared = declare_characters("∀ ☃");
        assert!(
            declared.contains("{2200}{\\ensuremath{\\forall}}")
                && declared.contains("{2603}{[U+2603]}"),
            "{declared}"
        );
    }
}
