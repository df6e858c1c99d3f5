//! The gallery: programs to learn from, in the order in which a course might take them.
//!
//! They are a course in the folder `gallery`, described by its `index.md`; `build.rs` makes the table.

use crate::share::link::Link;
use hornbook_course::exercise::ExpectedVerdict;
use hornbook_protocol::{Options, TextKind};
use hornbook_tasks::choices::{Choices, MethodChoice};

/// Some programs about one subject.
#[derive(Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The subject.
    pub title: &'static str,
    /// The programs, in the order of teaching.
    pub programs: &'static [Program],
}

/// A program of the gallery.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// Its place in the gallery, from 1. It may change when a program is added.
    pub number: usize,
    /// The file's name without its ending, which never changes: links and tests use it.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Two sentences: its lesson, and the abstraction that it needs.
    pub teaches: [&'static str; 2],
    /// The abstraction that is chosen with it, in the syntax of the command line.
    pub abstraction: &'static str,
    /// All choices that are made with it, as JSON.
    pub choices: &'static str,
    /// The verdict with these choices.
    pub verdict: ExpectedVerdict,
    /// Another abstraction worth a look.
    pub contrast: Option<Contrast>,
    /// The program.
    pub text: &'static str,
}

/// Another abstraction for a program, and its verdict.
#[derive(Debug, PartialEq, Eq)]
pub struct Contrast {
    /// The abstraction. All other choices are the defaults.
    pub abstraction: &'static str,
    /// The verdict with it.
    pub verdict: ExpectedVerdict,
}

/// Every chapter, in the order of teaching.
pub const CHAPTERS: &[Chapter] = include!(concat!(env!("OUT_DIR"), "/gallery.rs"));

/// A course that comes with the page.
#[derive(Debug, PartialEq, Eq)]
pub struct OwnCourse {
    /// Its file beside the page.
    pub file: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its content in a few words.
    pub about: &'static str,
}

/// Every course that comes with the page, in the order in which one might take them.
pub const COURSES: [OwnCourse; 3] = [
    OwnCourse {
        file: "loop_invariants.md",
        title: "Loop invariants for beginners",
        about: "three lessons without logic",
    },
    OwnCourse {
        file: "arrays_to_horn_clauses.md",
        title: "Arrays to Horn clauses",
        about: "six lessons, from a program to its clauses and cells",
    },
    OwnCourse {
        file: "ghosts_and_tiles.md",
        title: "Ghosts and tiles",
        about: "two lessons on sums and on loops that write several cells",
    },
];

impl Program {
    /// The choices that are made with the program: its lesson is about the method that they belong to. Other defaults
    /// need no choice.
    pub fn options(&self) -> Options {
        // Tests check that all of them can be read.
        let choices = serde_json::from_str(self.choices).unwrap_or_default();
        let (choices, _) = Choices::from_json(&choices, |key| Some(key.json())).unwrap_or_default();
        let method = choices.method_wanted().is_none().then_some(MethodChoice::Abstraction);
        let choices = choices.without_defaults();
        Choices { method: choices.method.or(method), ..choices }.into()
    }

    /// Whether all these words occur in its description, in whatever case.
    pub fn is_about(&self, words: &str) -> bool {
        let [first, second] = self.teaches;
        let said = format!("{} {first} {second} {} {}", self.title, self.abstraction, self.name);
        let said = format!("{said} {}", self.verdict.words()).to_ascii_lowercase();
        words.to_ascii_lowercase().split_whitespace().all(|word| said.contains(word))
    }
}

impl Contrast {
    /// The choices.
    pub fn options(&self) -> Options {
        Choices { abstraction: self.abstraction.parse().ok(), ..Choices::default() }.into()
    }
}

/// The CSS class of a verdict's colour.
pub const fn class_of(verdict: ExpectedVerdict) -> &'static str {
    match verdict {
        ExpectedVerdict::Certified => "ok",
        ExpectedVerdict::Buggy => "bad",
        ExpectedVerdict::TooWeak | ExpectedVerdict::Unknown => "weak",
        ExpectedVerdict::NothingAsserted => "soft",
    }
}

/// Every program, in the order of teaching.
pub fn all() -> impl Iterator<Item = &'static Program> {
    CHAPTERS.iter().flat_map(|chapter| chapter.programs)
}

/// The program with this file name.
pub fn find_by_name(name: &str) -> Option<&'static Program> {
    all().find(|program| program.name == name)
}

/// The program with this very text.
pub fn find_by_text(text: &str) -> Option<&'static Program> {
    all().find(|program| program.text == text.trim_end())
}

/// Whether a link holds a program of the gallery as it is opened from there.
pub fn is_example(link: &Link) -> bool {
    let program = find_by_text(&link.text).filter(|_| link.kind == TextKind::Program);
    program.is_some_and(|program| program.options() == link.options)
}

/// The program so many places further on, if there is one.
pub fn moved(from: &Program, steps: isize) -> Option<&'static Program> {
    let number = from.number.checked_add_signed(steps)?;
    all().find(|program| program.number == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_by_name_by_text_and_by_order() {
        let first = find_by_name("01_init_zero").expect("the first program");
        assert_eq!(first.number, 1);
        assert_eq!(find_by_text(&format!("{}\n", first.text)), Some(first));
        let next = moved(first, 1).expect("another program");
        assert_eq!(moved(next, -1), Some(first));
        assert_eq!(moved(first, -1), None);
        assert_eq!(find_by_name("no_such_program"), None);
    }

    #[test]
    fn programs_are_found_by_what_is_said_about_them() {
        let found = |words: &str| all().filter(|p| p.is_about(words)).count();
        assert!(found("") > 26 && found("SORTED neighbours") == 1 && found("buggy") >= 5);
        assert_eq!(found("zebra"), 0);
    }
}
