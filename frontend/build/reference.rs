//! Documents for users become HTML that the page shows.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::fs;
use std::path::Path;

/// The documents: the prefix of their anchors, and the files.
const PAGES: [(&str, &str); 2] = [("language", "language.md"), ("abstractions", "abstractions.md")];

/// A Rust expression: for each document its name, its headings and its HTML.
pub fn table(docs: &Path) -> String {
    let pages = PAGES.iter().map(|(name, file)| {
        let text = fs::read_to_string(docs.join(file)).unwrap_or_default();
        let (headings, html) = page(name, &text);
        format!(
            "    ReferencePage {{ name: {name:?}, headings: &{headings:?}, html: {html:?} }},\n"
        )
    });
    format!("&[\n{}]\n", pages.collect::<String>())
}

/// The headings of the second level with their places, and the HTML. Headings go down a level, as
/// the dialog has a heading of its own.
fn page(name: &str, text: &str) -> (Vec<(String, String)>, String) {
    let events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    let mut headings = vec![];
    let mut out = vec![];
    let mut in_example = false;
    for (i, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                let title = title(&events[i + 1..]);
                let id = id(name, &title);
                out.push(raw(format!("<{} id=\"{id}\">", lower(*level))));
                if *level == HeadingLevel::H2 {
                    headings.push((id, title));
                }
            }
            Event::End(TagEnd::Heading(level)) => out.push(raw(format!("</{}>", lower(*level)))),
            Event::Start(Tag::Link { dest_url, .. }) => out.push(raw(link(name, dest_url))),
            Event::End(TagEnd::Link) => out.push(raw("</a>".to_owned())),
            Event::Start(Tag::Table(_)) => {
                out.push(raw("<div class=\"table\" tabindex=\"0\">".to_owned()));
                out.push(event.clone());
            }
            Event::End(TagEnd::Table) => {
                out.push(event.clone());
                out.push(raw("</div>".to_owned()));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => {
                in_example = &**kind == "hornbook";
                out.push(raw("<div class=\"example\"><pre tabindex=\"0\">".to_owned()));
            }
            Event::End(TagEnd::CodeBlock) => {
                let button = "<button type=\"button\" data-try=\"\">Try it</button>";
                let button = if in_example { button } else { "" };
                out.push(raw(format!("</pre>{button}</div>")));
                in_example = false;
            }
            _ => out.push(event.clone()),
        }
    }
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, out.into_iter());
    (headings, html)
}

fn raw(html: String) -> Event<'static> {
    Event::InlineHtml(CowStr::from(html))
}

/// The words of a heading whose start was just read.
fn title(rest: &[Event]) -> String {
    let words = rest.iter().take_while(|e| !matches!(e, Event::End(TagEnd::Heading(_))));
    words
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(&**text),
            _ => None,
        })
        .collect()
}

fn lower(level: HeadingLevel) -> &'static str {
    match level {
        HeadingLevel::H1 => "h3",
        HeadingLevel::H2 => "h4",
        _ => "h5",
    }
}

/// The anchor of a heading; nothing else on the page has such a name.
fn id(name: &str, title: &str) -> String {
    let words = title.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    format!("ref-{name}-{words}")
}

/// A link to another anchor of the reference; one to a file of the sources leads nowhere here.
fn link(name: &str, to: &str) -> String {
    let (file, part) = to.split_once('#').unwrap_or((to, ""));
    let page = PAGES.iter().find(|(_, f)| *f == file).map(|(n, _)| *n);
    let page = if file.is_empty() { Some(name) } else { page };
    match page {
        Some(page) if part.is_empty() => format!("<a href=\"#ref-{page}\">"),
        Some(page) => format!("<a href=\"#{}\">", id(page, part)),
        None => "<a>".to_owned(),
    }
}
