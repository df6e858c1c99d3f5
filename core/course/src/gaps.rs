//! Programs with gaps in the places of their blanks, as slides and paper show them.

use crate::template::{Blank, BlankKind, MARK, Template, TemplatePiece};
use hornbook_base::latex::{self, CodePiece};
use hornbook_base::text::escaped;

/// The styles of [`html`].
pub const STYLE: &str = include_str!("site/gaps.css");

/// The program with its lines numbered, as HTML.
pub fn html(template: &Template) -> String {
    let piece = |piece: &TemplatePiece| match piece {
        TemplatePiece::Text(text) => escaped(text),
        TemplatePiece::Gap(blank) => {
            let class = match room(blank) {
                Room::Word => "gap",
                Room::Line => "gap long",
                Room::Lines => "gap tall",
            };
            format!("<span class=\"{class}\">{}</span>", escaped(&label(blank)))
        }
    };
    let line = |line: &Vec<TemplatePiece>| {
        format!("<span class=\"line\">{}</span>", line.iter().map(piece).collect::<String>())
    };
    let lines: Vec<String> = template.lines_with_gaps().iter().map(line).collect();
    format!("<pre class=\"numbered\"><code>{}</code></pre>\n", lines.join("\n"))
}

/// The program with its lines numbered, each as LaTeX.
pub fn latex_lines(template: &Template) -> Vec<String> {
    let piece = |piece| match piece {
        TemplatePiece::Text(text) => CodePiece::Code(text),
        TemplatePiece::Gap(blank) => {
            let label = latex::text(&label(blank));
            let gap = match room(blank) {
                Room::Word => "\\underline{\\hspace{5em}}",
                Room::Line => "\\underline{\\hspace{12em}}",
                Room::Lines => "\\fbox{\\rule{0pt}{4em}\\hspace{12em}}",
            };
            CodePiece::Latex(format!("{gap}{{\\tiny {label}}}"))
        }
    };
    let lines = template.lines_with_gaps().into_iter();
    latex::numbered_lines(lines.map(|line| line.into_iter().map(piece).collect()))
}

/// The name that the author gave to a blank; several blanks of one name have one answer. A region says what it replaces.
fn label(blank: &Blank) -> String {
    let is_number = blank.name.chars().all(|c| c.is_ascii_digit());
    match (is_number, blank.start.starts_with(MARK)) {
        (true, true) => String::new(),
        (false, true) => blank.name.clone(),
        (true, false) => "in the place of the lines between the comments".to_owned(),
        (false, false) => format!("{}, in the place of the lines between the comments", blank.name),
    }
}

/// The room that an answer probably needs.
enum Room {
    Word,
    Line,
    Lines,
}

fn room(blank: &Blank) -> Room {
    match blank.kind {
        BlankKind::Expression | BlankKind::LoopStart | BlankKind::LoopStep => Room::Word,
        BlankKind::Statement | BlankKind::Setting => Room::Line,
        BlankKind::Statements | BlankKind::Clauses => Room::Lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_become_gaps() {
        let template = Template::read("int i = ___x;\n\nif (i < ___) ___then\n");
        let expected = "<pre class=\"numbered\"><code>\
             <span class=\"line\">int i = <span class=\"gap\">x</span>;</span>\n\
             <span class=\"line\"></span>\n\
             <span class=\"line\">if (i &lt; <span class=\"gap\"></span>) <span class=\"gap long\">then</span></span>\
             </code></pre>\n";
        assert_eq!(html(&template), expected);
        let lines = latex_lines(&template);
        assert_eq!(lines.len(), 3);
        let gap = "\\texttt{int i = }\\underline{\\hspace{5em}}{\\tiny x}\\texttt{;}";
        assert!(lines[0].ends_with(gap), "{lines:?}");
        assert!(lines[2].contains("\\hspace{12em}") && !lines[2].contains("\\_"), "{lines:?}");
    }
}
