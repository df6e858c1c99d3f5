//! Tables of judged answers, as CSV and as HTML.

use crate::html::{TABLE_STYLE, page};
use crate::judgement::Solved;
use hornbook_base::text::{csv_field, escaped};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The judgement of one answer of one student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeRow {
    /// The student, as the sheet or else its file names him.
    pub student: String,
    /// The lesson of the exercise.
    pub lesson: String,
    /// The name of the exercise.
    pub exercise: String,
    /// The grade.
    pub grade: Grade,
    /// How many stages of hints were looked at, as the sheet says.
    pub hints: usize,
    /// The reasons, in sentences.
    pub reasons: Vec<String>,
}

/// The grade of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// The answer was judged.
    Judged(Solved),
    /// There is no answer.
    Missing,
    /// There is no such exercise in the course.
    NoExercise,
}

impl Grade {
    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Judged(solved) => solved.name(),
            Grade::Missing => "missing",
            Grade::NoExercise => "no-such-exercise",
        }
    }
}

/// The columns of the CSV.
const COLUMNS: [&str; 6] = ["student", "lesson", "exercise", "grade", "hints", "reasons"];

/// The rows as CSV (RFC 4180, with line feeds).
pub fn to_csv(rows: &[GradeRow]) -> String {
    let mut out = COLUMNS.join(",") + "\n";
    for row in rows {
        let hints = row.hints.to_string();
        let reasons = row.reasons.join(" ");
        let fields = [&row.student, &row.lesson, &row.exercise, row.grade.name(), &hints, &reasons];
        let fields: Vec<String> = fields.into_iter().map(csv_field).collect();
        out.push_str(&fields.join(","));
        out.push('\n');
    }
    out
}

/// A table with a line for each student and a column for each exercise, as a page of HTML.
pub fn to_html(title: &str, exercises: &[String], rows: &[GradeRow]) -> String {
    let mut students: BTreeMap<&str, BTreeMap<&str, &GradeRow>> = BTreeMap::new();
    for row in rows {
        students.entry(&row.student).or_default().insert(&row.exercise, row);
    }
    let mut out = format!(
        "<h1>{}</h1>\n<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">Student</th>",
        escaped(title)
    );
    for exercise in exercises {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escaped(exercise));
    }
    out.push_str("<th scope=\"col\">solved</th></tr></thead>\n<tbody>\n");
    for (student, grades) in &students {
        let _ = write!(out, "<tr><th scope=\"row\">{}</th>", escaped(student));
        for exercise in exercises {
            out.push_str(&cell(grades.get(exercise.as_str()).copied()));
        }
        let is_solved = |row: &&&GradeRow| row.grade == Grade::Judged(Solved::Yes);
        let solved = grades.values().filter(is_solved).count();
        let _ = writeln!(out, "<td>{solved} of {}</td></tr>", exercises.len());
    }
    out.push_str("</tbody>\n</table></div>\n");
    page(title, &format!("<style>{TABLE_STYLE} {STYLE}</style>\n"), &out)
}

const STYLE: &str = "small { display: block; max-width: 22rem; }";

fn cell(row: Option<&GradeRow>) -> String {
    let Some(row) = row else { return "<td>missing</td>".to_owned() };
    let mut text = row.grade.name().replace('-', " ");
    if row.hints > 0 {
        let _ = write!(text, ", {} hint{}", row.hints, if row.hints == 1 { "" } else { "s" });
    }
    let reasons = row.reasons.join(" ");
    let reasons = match reasons.is_empty() {
        true => String::new(),
        false => format!("<small>{}</small>", escaped(&reasons)),
    };
    format!("<td>{text}{reasons}</td>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(student: &str, exercise: &str, grade: Grade) -> GradeRow {
        let (student, exercise) = (student.to_owned(), exercise.to_owned());
        let reasons = vec!["It fails, \"n = 1\".".to_owned()];
        GradeRow { student, lesson: "First".to_owned(), exercise, grade, hints: 1, reasons }
    }

    #[test]
    fn a_csv_has_a_line_for_each_row_and_no_formula() {
        let csv = to_csv(&[row("=cmd()", "zeros", Grade::Judged(Solved::Yes))]);
        assert_eq!(
            csv,
            "student,lesson,exercise,grade,hints,reasons\n'=cmd(),First,zeros,solved,1,\"It fails, \"\"n = 1\"\".\"\n"
        );
    }

    #[test]
    fn a_page_has_a_column_for_each_exercise_and_nothing_of_the_student_is_html() {
        let rows = [row("<b>Ada</b>", "zeros", Grade::Judged(Solved::No))];
        let html = to_html("Sheet 1", &["zeros".to_owned(), "copy".to_owned()], &rows);
        assert!(html.contains("&lt;b&gt;Ada") && !html.contains("<b>Ada"), "{html}");
        assert!(html.contains("not solved, 1 hint") && html.contains("<td>missing</td>"), "{html}");
        assert!(html.contains("0 of 2"), "{html}");
    }
}
