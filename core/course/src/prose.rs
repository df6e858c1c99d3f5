//! The text of a course between its programs, as the events of its Markdown.
//!
//! HTML in it is text, and its addresses run no scripts: the [reader](crate::markdown) sees to both.

use hornbook_base::latex::{CodePiece, code, code_line, stacked, text};
use pulldown_cmark::{Event, Tag, TagEnd, html};

/// Text between programs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prose(Vec<Event<'static>>);

/// A part of a text that stands on one slide.
#[derive(Clone, Debug, PartialEq)]
pub struct ProseSection {
    /// The words of the heading that begins it, none for a rule; missing where nothing begins it.
    pub heading: Option<String>,
    /// Its text without the heading.
    pub prose: Prose,
}

impl Prose {
    /// The text that these events make.
    pub fn from_events<'e>(events: impl IntoIterator<Item = Event<'e>>) -> Prose {
        Prose(events.into_iter().map(Event::into_static).collect())
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text as HTML that has no scripts and no elements but those of Markdown.
    pub fn to_html(&self) -> String {
        let mut out = String::new();
        html::push_html(&mut out, self.0.iter().cloned());
        out
    }

    /// Puts other addresses of links and pictures in the place of those for which there is one.
    pub fn change_addresses(&mut self, other: &dyn Fn(&str) -> Option<String>) {
        for event in &mut self.0 {
            if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event
                && let Some(address) = other(dest_url)
            {
                *dest_url = address.into();
            }
        }
    }

    /// The text as LaTeX: links are their words, and pictures what is said of them.
    pub fn to_latex(&self) -> String {
        let mut writer = LatexWriter::default();
        self.0.iter().for_each(|event| writer.write(event));
        writer.out
    }

    /// The text in parts: each heading and each rule begins one.
    pub fn sections(&self) -> Vec<ProseSection> {
        let mut sections = vec![ProseSection { heading: None, prose: Prose::default() }];
        let (mut depth, mut events) = (0_usize, self.0.iter());
        while let Some(event) = events.next() {
            let heading = match event {
                Event::Start(Tag::Heading { .. }) if depth == 0 => {
                    Some(heading_text(events.by_ref().cloned()))
                }
                Event::Rule if depth == 0 => Some(String::new()),
                _ => None,
            };
            if heading.is_some() {
                sections.push(ProseSection { heading, prose: Prose::default() });
                continue;
            }
            match event {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if let Some(section) = sections.last_mut() {
                section.prose.0.push(event.clone());
            }
        }
        sections.retain(|section| section.heading.is_some() || !section.prose.is_empty());
        sections
    }
}

/// The text of a heading, up to its end.
pub fn heading_text<'t>(events: impl Iterator<Item = Event<'t>>) -> String {
    let mut title = String::new();
    for event in events {
        match event {
            Event::End(TagEnd::Heading(_)) => break,
            Event::Text(text) | Event::Code(text) => title.push_str(&text),
            Event::SoftBreak | Event::HardBreak => title.push(' '),
            _ => {}
        }
    }
    title.trim().to_owned()
}

/// The LaTeX of a text, as far as it is written.
#[derive(Default)]
struct LatexWriter {
    out: String,
    /// The text of the block of code that is being read.
    code: Option<String>,
    /// Whether the next cell is the first one of its row.
    begins_row: bool,
}

impl LatexWriter {
    fn write(&mut self, event: &Event) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(*tag),
            Event::Text(words) => match &mut self.code {
                Some(code) => code.push_str(words),
                None => self.out.push_str(&text(words)),
            },
            Event::Code(words) => self.out.push_str(&code(words)),
            Event::SoftBreak => self.out.push('\n'),
            Event::HardBreak => self.out.push_str("\\\\{}\n"),
            Event::Rule => self.out.push_str("\n\\hrulefill\n\n"),
            // Other events belong to extensions that are not read.
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        let begin = match tag {
            Tag::Emphasis => "\\emph{",
            Tag::Strong | Tag::Heading { .. } => "\\textbf{",
            Tag::BlockQuote(_) => "\\begin{quote}\n",
            Tag::List(None) => "\\begin{itemize}\n",
            Tag::List(Some(_)) => "\\begin{enumerate}\n",
            // What follows could be taken for an option of the command.
            Tag::Item => "\\item {}",
            Tag::CodeBlock(_) => {
                self.code = Some(String::new());
                "\n"
            }
            Tag::Table(columns) => {
                let columns = "l".repeat(columns.len());
                self.out.push_str(&format!("\\par\\begin{{tabular}}{{{columns}}}\n"));
                ""
            }
            Tag::TableHead | Tag::TableRow => {
                self.begins_row = true;
                "{}"
            }
            Tag::TableCell if self.begins_row => {
                self.begins_row = false;
                ""
            }
            Tag::TableCell => " & ",
            _ => "",
        };
        self.out.push_str(begin);
    }

    fn end(&mut self, tag: TagEnd) {
        let end = match tag {
            TagEnd::Emphasis | TagEnd::Strong => "}",
            TagEnd::Heading(_) => "}\n\n",
            TagEnd::Paragraph => "\n\n",
            TagEnd::BlockQuote(_) => "\\end{quote}\n",
            TagEnd::List(false) => "\\end{itemize}\n",
            TagEnd::List(true) => "\\end{enumerate}\n",
            TagEnd::Item => "\n",
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                let line = |line| code_line([CodePiece::Code(line)]);
                let lines: Vec<String> = code.trim_end().lines().map(line).collect();
                self.out.push_str(&stacked(&lines));
                "\n"
            }
            TagEnd::TableHead => " \\\\\n\\hline\n",
            TagEnd::TableRow => " \\\\\n",
            TagEnd::Table => "\\end{tabular}\\par\n",
            _ => "",
        };
        self.out.push_str(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pulldown_cmark::{Options, Parser};

    fn prose(markdown: &str) -> Prose {
        Prose::from_events(Parser::new_ext(markdown, Options::ENABLE_TABLES))
    }

    #[test]
    fn headings_and_rules_cut_a_text() {
        let text = "Before.\n\n# A `b` c\n\nOne.\n\n> # Quoted\n\n---\n\nTwo.\n\n## Last\n";
        let found: Vec<(Option<String>, String)> =
            prose(text).sections().into_iter().map(|s| (s.heading, s.prose.to_html())).collect();
        let expected = [
            (None, "<p>Before.</p>\n"),
            (Some("A b c"), "<p>One.</p>\n<blockquote>\n<h1>Quoted</h1>\n</blockquote>\n"),
            (Some(""), "<p>Two.</p>\n"),
            (Some("Last"), ""),
        ];
        let expected =
            expected.map(|(heading, html)| (heading.map(str::to_owned), html.to_owned()));
        assert_eq!(found, expected);
        assert_eq!(prose("# Only\n").sections().len(), 1);
    }

    #[test]
    fn markdown_becomes_latex() {
        let latex = prose("A *b* **c** `x_1' < 2` [50 %](https://example.org/a%20b).\n\n1. [one]\n2. two\n\n- x\n")
            .to_latex();
        let expected = "A \\emph{b} \\textbf{c} \\texttt{x\\_1\\textquotesingle{} \\textless{} 2} 50 \\%.\n\n\
                        \\begin{enumerate}\n\\item {}[one]\n\\item {}two\n\\end{enumerate}\n\
                        \\begin{itemize}\n\\item {}x\n\\end{itemize}\n";
        assert_eq!(latex, expected);
    }

    #[test]
    fn blocks_of_code_and_tables_become_latex() {
        let latex =
            prose("```text\nif x\n  \\end{frame}\n```\n\n| a | b |\n|---|---|\n| [1] | 2 & 3 |\n")
                .to_latex();
        let expected = "\n\\noindent\n\\texttt{if x}\\\\\n\
                        \\texttt{~~}\\texttt{\\textbackslash{}end\\{frame\\}}\n\n\
                        \\par\\begin{tabular}{ll}\n{}a & b \\\\\n\\hline\n{}[1] & 2 \\& 3 \\\\\n\\end{tabular}\\par\n";
        assert_eq!(latex, expected);
    }
}
