//! Courses in Markdown: lessons with examples, predictions and exercises; and answers to them.
//!
//! - [`markdown`] reads a course; [`info_string`] the line that says what a block is; [`prose`] is its text
//! - [`template`] is a program with blanks, [`exercise`] what is to be done with it, [`prediction`] what is asked about one;
//!   [`fact`] what Hornbook computes of one
//! - [`answer`] is what a student answers, and whether it may stand in the blanks
//! - [`judgement`] is what is said of an answer
//! - [`grades`] are tables of judged answers
//! - [`linked_files`] are files of a course that its texts name
//! - [`site`] are the pages of a course, [`slides`] the slides of a lesson, [`link`] the links in both
//! - [`single_file`] is a course that can be given to students
//! - [`packed`] makes short texts of data, [`sealed`] hides parts from a glance
//!
//! Plain data: who judges answers is in `hornbook-pipeline`, and who shows them is the page.

#![forbid(unsafe_code)]

pub mod answer;
pub mod exercise;
pub mod fact;
pub mod grades;
mod gaps;
pub mod html;
pub mod info_string;
pub mod judgement;
pub mod link;
pub mod linked_files;
pub mod markdown;
pub mod packed;
pub mod prediction;
pub mod prose;
pub mod sealed;
pub mod single_file;
pub mod site;
pub mod slides;
pub mod template;

use exercise::{Exercise, ExpectedVerdict};
use hornbook_base::Diagnostic;
use hornbook_tasks::choices::Choices;
use prediction::Prediction;
use prose::Prose;

/// A course.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Its title.
    pub title: String,
    /// The text and programs before the first lesson.
    pub introduction: Vec<Block>,
    /// The lessons, in the order of teaching.
    pub lessons: Vec<Lesson>,
}

/// A lesson.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// Its name in addresses: the title in small letters, digits and hyphens.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its content.
    pub blocks: Vec<Block>,
}

/// A part of a lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Text.
    Prose(Prose),
    /// A program to look at and to run.
    Example(Example),
    /// A program about which the reader first says something.
    Prediction(Prediction),
    /// Something to do.
    Exercise(Exercise),
}

/// A program to look at and to run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Example {
    /// The program.
    pub text: String,
    /// The choices that are made with it.
    pub choices: Choices,
    /// Its verdict, which is proved to be that one.
    pub expected: Option<ExpectedVerdict>,
    /// Whether it is shown live at once.
    pub live: bool,
}

/// A problem of a course, with its file.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseProblem {
    /// The file, by its place among those of the course.
    pub file: usize,
    /// The problem.
    pub diagnostic: Diagnostic,
}

impl Lesson {
    /// Its questions.
    pub fn predictions(&self) -> impl Iterator<Item = &Prediction> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Prediction(asked) => Some(asked),
            _ => None,
        })
    }
}

impl Course {
    /// All blocks, each with the title of its lesson; that of the introduction is empty.
    pub fn blocks(&self) -> impl Iterator<Item = (&str, &Block)> {
        let lessons = self.lessons.iter();
        let lessons = lessons.flat_map(|l| l.blocks.iter().map(|block| (l.title.as_str(), block)));
        self.introduction.iter().map(|block| ("", block)).chain(lessons)
    }

    /// All exercises, each with the title of its lesson.
    pub fn exercises(&self) -> impl Iterator<Item = (&str, &Exercise)> {
        self.blocks().filter_map(|(lesson, block)| match block {
            Block::Exercise(exercise) => Some((lesson, exercise)),
            _ => None,
        })
    }
}
