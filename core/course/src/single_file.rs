//! A course as one Markdown file that can be given to students: hidden parts are sealed, programs stand in their blocks, and
//! answers that are wrong are left out.
//!
//! Files are joined by comments that no viewer of Markdown shows, so that headings keep their levels.

use crate::exercise::HiddenParts;
use crate::info_string::{BlockKind, InfoString};
use crate::markdown::{CourseSource, read};
use crate::{Block, CourseProblem};
use hornbook_base::text::option_words;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use std::ops::Range;

/// The beginning of a line in front of each file.
const MARK: &str = "<!-- hornbook file: ";
const MARK_END: &str = " -->";

/// The files of a course that may be one; any other text is one file.
pub fn split(name: &str, text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = vec![(name.to_owned(), String::new())];
    for line in text.split_inclusive('\n') {
        let named = line.trim_end().strip_prefix(MARK).and_then(|rest| rest.strip_suffix(MARK_END));
        match (named, files.last_mut()) {
            (Some(named), _) => files.push((named.to_owned(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => {}
        }
    }
    files.retain(|(_, text)| !text.trim().is_empty());
    files
}

/// Joins the files of a course.
///
/// # Errors
/// The problems of the course.
pub fn join(files: &[(String, String)]) -> Result<String, Vec<CourseProblem>> {
    let (source, problems) = read(files);
    if !problems.is_empty() {
        return Err(problems);
    }
    let CourseSource { course, folder, .. } = source;
    let mut programs = vec![];
    let mut hidden = vec![];
    for (_, block) in course.blocks() {
        match block {
            Block::Prose(_) => continue,
            Block::Example(example) => programs.push(example.text.as_str()),
            Block::Prediction(asked) => programs.push(asked.text.as_str()),
            Block::Exercise(exercise) => {
                programs.push(exercise.template.text.as_str());
                hidden.push(exercise.open().unwrap_or_default());
            }
        }
    }
    let (mut programs, mut hidden) = (programs.into_iter(), hidden.into_iter());
    let mut joined = String::new();
    for (name, text) in files.iter().filter(|(name, _)| !name.ends_with(".hb")) {
        // Where the folder of the course stands is nobody else's business.
        let name = name.strip_prefix(&folder).unwrap_or(name).replace("--", "-");
        joined.push_str(&format!("{MARK}{name}{MARK_END}\n"));
        joined.push_str(&published(text, &mut programs, &mut hidden));
        if !joined.ends_with('\n') {
            joined.push('\n');
        }
    }
    Ok(joined)
}

/// A file for students.
fn published<'c>(
    text: &str,
    programs: &mut impl Iterator<Item = &'c str>,
    hidden: &mut impl Iterator<Item = HiddenParts>,
) -> String {
    let (mut out, mut copied) = (String::new(), 0);
    // The parts that the exercise before has not shown yet.
    let mut unsealed: Option<HiddenParts> = None;
    for (range, info) in blocks(text) {
        let Some((read, _)) = InfoString::read(&info) else { continue };
        let replacement = match read.kind {
            BlockKind::Hint | BlockKind::Sealed => continue,
            BlockKind::Solution | BlockKind::Wrong | BlockKind::Hidden => {
                unsealed.take().map_or(String::new(), |parts| sealed_block(&parts))
            }
            kind => {
                let program = programs.next().unwrap_or_default();
                if kind == BlockKind::Exercise {
                    unsealed = hidden.next();
                }
                program_block(&info, program)
            }
        };
        out.push_str(&text[copied..range.start]);
        out.push_str(&replacement);
        copied = range.end;
        if replacement.is_empty() {
            // With a block goes the end of its line.
            let line_end = ["\r\n", "\n"].into_iter().find(|end| text[copied..].starts_with(end));
            copied += line_end.map_or(0, str::len);
        }
    }
    out.push_str(&text[copied..]);
    out
}

/// The fenced blocks of a text: their ranges, and the lines behind their fences.
fn blocks(text: &str) -> Vec<(Range<usize>, String)> {
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let block = |(event, range): (Event, Range<usize>)| match event {
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
            Some((range, info.to_string()))
        }
        _ => None,
    };
    events.filter_map(block).collect()
}

fn sealed_block(parts: &HiddenParts) -> String {
    format!("```hornbook sealed\n{}\n```", parts.seal())
}

/// A program in its block, whatever file it came from.
fn program_block(info: &str, program: &str) -> String {
    // A question would tell its answer by the verdict that is promised.
    let is_question = option_words(info).get(1).is_some_and(|(kind, _)| kind == "predict");
    let stays = |name: &str| name != "file" && !(is_question && name == "expect");
    let words = option_words(info).into_iter().filter(|(name, _)| stays(name));
    let words = words.map(|(name, value)| match value {
        None => name,
        Some(value) => format!("{name}=\"{value}\""),
    });
    let words: Vec<String> = words.collect();
    let longest = program.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{}\n{}\n{fence}", words.join(" "), program.trim_end_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "# Loops\n\nHello.\n";
    const FIRST: &str = "# First\n\nText.\n\n```hornbook exercise id=one solve=\"certified 1 cell\"\nassert(___ > 0);\n```\n\
                         ```hornbook hint\nThink.\n```\n```hornbook solution\n17\n```\n```hornbook wrong\n0\n```\n\
                         ```hornbook hidden\nassert(true);\n```\n\n## A part\n\nMore.\n";
    const SECOND: &str = "# Second\n\n```hornbook predict file=p.hb\n```\n\n```c\nmain() {}\n```\n";

    fn files() -> Vec<(String, String)> {
        let files = [("index.md", INDEX), ("1.md", FIRST), ("2.md", SECOND), ("p.hb", "int n;\n")];
        files.map(|(name, text)| (name.to_owned(), text.to_owned())).to_vec()
    }

    #[test]
    fn a_joined_course_is_that_of_its_files_without_what_is_hidden() {
        let joined = join(&files()).expect("a course");
        assert!(!joined.contains("17") && !joined.contains("wrong"), "{joined}");
        assert!(joined.contains("```c\nmain() {}\n```"), "{joined}");
        let (whole, _) = read(&files());
        let (one, problems) = read(&split("course.md", &joined));
        assert_eq!((one.course, problems.len()), (whole.course, 0));
        let again = join(&split("course.md", &joined)).expect("a course");
        assert_eq!(again, joined);
    }

    #[test]
    fn any_text_is_one_file() {
        assert_eq!(split("a.md", INDEX), [("a.md".to_owned(), INDEX.to_owned())]);
        assert_eq!(split("a.md", ""), []);
    }

    #[test]
    fn a_wrong_course_has_problems() {
        assert!(join(&[("a.md".to_owned(), "no title".to_owned())]).is_err());
    }
}
