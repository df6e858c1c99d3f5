//! The encoding of a link as the hash of an address.
//!
//! `#1` is followed by the JSON, [packed](hornbook_course::packed).
//! An `e` or a `w` between `#` and the version stands for an embedded page, and a `c` for a course: then Markdown is packed.
//! `#course=` is followed by the path of a course in Markdown beside the page. Behind a course, `&lesson=` names a lesson.

use super::link::{Link, LinkParseError};
use crate::text::shortened;
use hornbook_course::linked_files::{decoded, is_markdown};
use hornbook_course::packed::{MOST_BYTES, UnpackError, pack, unpack};
use std::fmt;

/// The version of the form that is written, and the only one that is read.
const VERSION: char = '1';
/// The most characters of a hash. Some programs that pass links on cut longer ones.
pub const MOST_CHARACTERS: usize = 60_000;
/// Punctuation after a link in a text, which some programs take for a part of it.
const STRAY: &[char] = &['.', ',', ';', ':', '!', '?', ')', ']', '}', '\'', '*'];

/// The beginning of a hash with the path of a course.
const COURSE_FILE: &str = "course=";
/// The mark in front of the name of a lesson.
const LESSON: &str = "&lesson=";

/// The mode of the page that a link opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageMode {
    /// The whole page.
    #[default]
    Page,
    /// A page in another page, read-only.
    Embedded,
    /// A page in another page, with a program that can be edited.
    EmbeddedEditor,
    /// A course.
    Course,
}

impl PageMode {
    fn mark(self) -> &'static str {
        match self {
            PageMode::Page => "",
            PageMode::Embedded => "e",
            PageMode::EmbeddedEditor => "w",
            PageMode::Course => "c",
        }
    }

    /// The mode that a hash asks for, and the rest of the hash, be that a link or not.
    fn split(hash: &str) -> (PageMode, &str) {
        let hash = hash.strip_prefix('#').unwrap_or(hash);
        let marked = [PageMode::Embedded, PageMode::EmbeddedEditor, PageMode::Course];
        let found =
            marked.into_iter().find_map(|mode| Some((mode, hash.strip_prefix(mode.mark())?)));
        found.unwrap_or((PageMode::Page, hash))
    }

    /// The mode that a hash asks for; the whole page if it is no link.
    pub fn from_hash(hash: &str) -> PageMode {
        if hash.strip_prefix('#').unwrap_or(hash).starts_with(COURSE_FILE) {
            return PageMode::Course;
        }
        let (view, rest) = PageMode::split(hash);
        if rest.starts_with(|c: char| c.is_ascii_digit()) { view } else { PageMode::Page }
    }
}

/// Why a link cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("The program is too long for a link. Download it as a file instead.")
    }
}

/// Why a link cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The hash or its unpacked form is larger than any link.
    TooLarge,
    /// It was made by a newer version.
    TooNew(char),
    /// It has a character that no link has.
    Character(char),
    /// Its end is missing.
    Cut,
    /// It was changed on its way, or cut off.
    Checksum,
    /// It does not unpack.
    Packed,
    /// It unpacks to something else.
    Content,
    /// It has a text of a kind that this page does not know.
    Kind(String),
    /// It names no course beside the page.
    CoursePath,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let damaged = "This link is damaged";
        match self {
            LinkError::TooLarge => write!(f, "This link is too large to be opened."),
            LinkError::TooNew(version) => write!(
                f,
                "This link was made by a newer Hornbook (version {version} of links); this one cannot read it."
            ),
            LinkError::Character(c) => {
                write!(f, "{damaged}: it has the character {c:?}, which no link has.")
            }
            LinkError::Cut => write!(f, "{damaged}: its end is missing."),
            LinkError::Checksum => {
                write!(f, "{damaged}: it was changed on its way, or its end is missing.")
            }
            LinkError::Packed | LinkError::Content => {
                write!(f, "{damaged}: what it holds is no program.")
            }
            LinkError::CoursePath => f.write_str(
                "This address names no course beside this page: the path of a file that ends in .md stands behind `course=`.",
            ),
            LinkError::Kind(kind) => {
                write!(
                    f,
                    "This link holds a text of the kind {:?}, which this Hornbook cannot read.",
                    shortened(kind)
                )
            }
        }
    }
}

impl From<UnpackError> for LinkError {
    fn from(error: UnpackError) -> LinkError {
        match error {
            UnpackError::TooLarge => LinkError::TooLarge,
            UnpackError::Character(c) => LinkError::Character(c),
            UnpackError::Cut => LinkError::Cut,
            UnpackError::Checksum => LinkError::Checksum,
            UnpackError::Packed => LinkError::Packed,
        }
    }
}

/// The hash for a link, with its `#`.
///
/// # Errors
/// The hash would be longer than [`MOST_CHARACTERS`], or the JSON than [`MOST_BYTES`].
pub fn encode(link: &Link, view: PageMode) -> Result<String, TooLong> {
    let json = link.to_json();
    if json.len() > MOST_BYTES {
        return Err(TooLong);
    }
    let hash = format!("#{}{VERSION}{}", view.mark(), pack(json.as_bytes()));
    if hash.len() > MOST_CHARACTERS { Err(TooLong) } else { Ok(hash) }
}

/// The link in a hash, which may begin with its `#`; none when the hash is not meant as a link: no digit
/// stands where the version belongs.
///
/// # Errors
/// It is meant as a link and cannot be opened.
pub fn decode(hash: &str) -> Result<Option<Link>, LinkError> {
    let (mode, rest) = PageMode::split(hash);
    let Some(payload) = payload(rest)?.filter(|_| mode != PageMode::Course) else {
        return Ok(None);
    };
    if hash.len() > MOST_CHARACTERS {
        return Err(LinkError::TooLarge);
    }
    let json = unpack(payload)?;
    let link = Link::from_json(&json).map_err(|misread| match misread {
        LinkParseError::Shape => LinkError::Content,
        LinkParseError::Kind(kind) => LinkError::Kind(kind),
    })?;
    Ok(Some(link))
}

/// The packed part of a hash behind its mark; none when no digit stands where the version belongs.
fn payload(rest: &str) -> Result<Option<&str>, LinkError> {
    match rest.chars().next() {
        Some(VERSION) => Ok(Some(rest[1..].trim_end_matches(STRAY))),
        Some(version) if version.is_ascii_digit() => Err(LinkError::TooNew(version)),
        _ => Ok(None),
    }
}

/// Where the Markdown of a course is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CourseSource {
    /// In the hash.
    Text(String),
    /// In a file, by its path from the page.
    File(String),
}

/// The hash for a course in Markdown, with its `#`.
pub fn encode_course(markdown: &str) -> String {
    format!("#{}{VERSION}{}", PageMode::Course.mark(), pack(markdown.as_bytes()))
}

/// The hash for a course beside the page, with its `#`.
pub fn encode_course_file(path: &str) -> String {
    format!("#{COURSE_FILE}{path}")
}

/// The course in a hash.
///
/// # Errors
/// It cannot be opened.
pub fn decode_course(hash: &str) -> Result<CourseSource, LinkError> {
    let (course, _) = split_lesson(hash);
    let bare = course.strip_prefix('#').unwrap_or(course);
    if let Some(path) = bare.strip_prefix(COURSE_FILE) {
        let path = decoded(path.trim_end_matches(STRAY));
        return match is_below_page(&path) {
            true => Ok(CourseSource::File(path.into_owned())),
            false => Err(LinkError::CoursePath),
        };
    }
    let (_, rest) = PageMode::split(course);
    let packed = unpack(payload(rest)?.ok_or(LinkError::Content)?)?;
    String::from_utf8(packed).map(CourseSource::Text).map_err(|_| LinkError::Content)
}

/// Whether a path is that of Markdown in the folder of the page or below it.
fn is_below_page(path: &str) -> bool {
    let is_plain = |part: &str| {
        !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '?', '#'])
    };
    is_markdown(path) && path.split('/').all(is_plain)
}

/// The hash of a course, and the lesson behind it.
pub fn split_lesson(hash: &str) -> (&str, Option<&str>) {
    match hash.split_once(LESSON) {
        Some((course, lesson)) => (course, Some(lesson.trim_end_matches(STRAY))),
        None => (hash, None),
    }
}

/// The name of the lesson behind the hash of a course.
pub fn lesson_in(hash: &str) -> Option<String> {
    split_lesson(hash).1.map(|lesson| decoded(lesson).into_owned())
}

/// The hash of a course with another lesson, or with its first page.
pub fn with_lesson(hash: &str, lesson: Option<&str>) -> String {
    let (course, _) = split_lesson(hash);
    lesson.map_or(course.to_owned(), |lesson| format!("{course}{LESSON}{lesson}"))
}

// Their random links need a source of chance that browsers do not have.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
