//! From the course `gallery/index.md` and the programs beside it to a table in Rust.
//!
//! A lesson is a chapter, and a heading below it with a question is a program. Two paragraphs say its lesson; an example
//! behind them is another abstraction that is worth a look. `hornbook course check gallery` reads the course as a whole.

use hornbook_base::text::option_words;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;

/// A chapter: its title and its programs.
type Chapter = (String, Vec<Program>);

/// A program of a chapter.
#[derive(Default)]
struct Program {
    title: String,
    /// The paragraphs about it.
    teaches: Vec<String>,
    /// The options of its question, and of the other example.
    blocks: Vec<Vec<(String, Option<String>)>>,
}

/// A Rust expression: the chapters, each with its programs.
///
/// # Errors
/// The course has another form, or a program is missing.
pub fn table(folder: &Path) -> Result<String, String> {
    let path = folder.join("index.md");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut number = 0;
    let mut out = String::from("&[\n");
    for (title, programs) in chapters(&text) {
        out += &format!("    Chapter {{ title: {title:?}, programs: &[\n");
        for program in &programs {
            number += 1;
            let entry = entry(program, number, folder);
            out += &entry.map_err(|e| format!("index.md, {}: {e}", program.title))?;
        }
        out += "    ] },\n";
    }
    Ok(out + "]\n")
}

/// The chapters of a course with their programs.
fn chapters(text: &str) -> Vec<Chapter> {
    let (mut chapters, mut said): (Vec<Chapter>, String) = (vec![], String::new());
    for event in Parser::new(text) {
        let program = chapters.last_mut().and_then(|(_, programs)| programs.last_mut());
        match event {
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) => said.clear(),
            Event::Text(text) | Event::Code(text) => said.push_str(&text),
            Event::SoftBreak => said.push(' '),
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => {
                chapters.push((std::mem::take(&mut said), vec![]));
            }
            Event::End(TagEnd::Heading(HeadingLevel::H3)) => {
                let program = Program { title: std::mem::take(&mut said), ..Program::default() };
                if let Some((_, programs)) = chapters.last_mut() {
                    programs.push(program);
                }
            }
            Event::End(TagEnd::Paragraph) => {
                if let Some(program) = program {
                    program.teaches.push(std::mem::take(&mut said));
                }
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                if let Some(program) = program {
                    program.blocks.push(option_words(&info));
                }
            }
            _ => {}
        }
    }
    chapters
}

fn entry(program: &Program, number: usize, folder: &Path) -> Result<String, String> {
    let Program { title, teaches, blocks } = program;
    let [first, second] = teaches.as_slice() else {
        return Err("two paragraphs say what it teaches".to_owned());
    };
    let (question, other) = match blocks.as_slice() {
        [question] => (question, None),
        [question, other] => (question, Some(other)),
        _ => return Err("it has one question, and at most one other example".to_owned()),
    };
    let value = |options: &[(String, Option<String>)], wanted: &str| {
        let found = options.iter().find(|(name, _)| name == wanted);
        found.and_then(|(_, value)| value.clone()).ok_or_else(|| format!("it has no `{wanted}`"))
    };
    let file = value(question, "file")?;
    let path = folder.join(&file);
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let contrast = match other {
        None => "None".to_owned(),
        Some(other) => format!(
            "Some(Contrast {{ abstraction: {:?}, verdict: {} }})",
            value(other, "abstraction")?,
            verdict(&value(other, "expect")?)
        ),
    };
    Ok(format!(
        "        Program {{ number: {number}, name: {:?}, title: {title:?}, teaches: [{first:?}, {second:?}], \
         abstraction: {:?}, choices: {:?}, verdict: {}, contrast: {contrast}, text: {:?} }},\n",
        file.trim_end_matches(".hb"),
        value(question, "abstraction")?,
        choices(question),
        verdict(&value(question, "expect")?),
        text.trim_end(),
    ))
}

/// The choices among the options of a block, by their keys in JSON; a test checks that these choices exist.
fn choices(options: &[(String, Option<String>)]) -> String {
    let is_choice = |name: &str| !matches!(name, "hornbook" | "predict" | "file" | "expect");
    let chosen = options.iter().filter(|(name, _)| is_choice(name)).map(|(name, value)| {
        let value = value.clone().map_or(Value::Bool(true), Value::String);
        (name.replace('-', "_"), value)
    });
    Value::Object(chosen.collect::<Map<String, Value>>()).to_string()
}

/// A verdict, named as the core does, as a Rust expression.
fn verdict(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    });
    format!("ExpectedVerdict::{}", words.collect::<String>())
}
