//! The results as Markdown.

use crate::row::{Row, percentile};
use std::fmt::Write;
use std::path::Path;

/// The comments between which the tables stand on a page.
pub const MARKS: [&str; 2] = ["<!-- differential: begin -->", "<!-- differential: end -->"];

/// The tables of answers and of times.
pub fn tables(rows: &[Row]) -> String {
    let mut out = String::new();
    let head = "| questions | | sat | unsat | disagreements | unknown: Hornbook | z3 | oxiz asked \
                | oxiz unknown | oxiz wrong |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";
    out.push_str(head);
    rows.iter().for_each(|row| answers(&mut out, row));
    let head = "\n| time in µs, median / 95 % | Hornbook | z3 | oxiz | medians | 95 % \
                | per question | z3 used as |\n|---|--:|--:|--:|--:|--:|--:|---|\n";
    out.push_str(head);
    rows.iter().for_each(|row| times(&mut out, row));
    out
}

fn answers(out: &mut String, row: &Row) {
    let asked = row.oxiz_questions > 0;
    let oxiz = |n: usize| if asked { n.to_string() } else { "-".to_owned() };
    let _ = writeln!(
        out,
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        row.name,
        row.questions(),
        row.sat,
        row.unsat,
        row.faults,
        row.unknown,
        row.z3_unknown,
        oxiz(row.oxiz_questions),
        oxiz(row.oxiz_unknown),
        oxiz(row.oxiz_wrong),
    );
}

fn times(out: &mut String, row: &Row) {
    let ratios = row.ratios();
    let _ = writeln!(
        out,
        "| {} | {} | {} | {} | {} | {} | {} | {} |",
        row.name,
        pair(&row.times, 1),
        pair(&row.z3_times, 1),
        pair(&row.oxiz_times, 1),
        quotient(&row.times, &row.z3_times, 50),
        quotient(&row.times, &row.z3_times, 95),
        pair(&ratios, 2),
        row.z3_kind.unwrap_or("-"),
    );
}

/// Median and 95th percentile, in thousandths.
fn pair(values: &[u64], digits: usize) -> String {
    match (percentile(values, 50), percentile(values, 95)) {
        (Some(middle), Some(high)) => {
            format!("{:.digits$} / {:.digits$}", middle as f64 / 1e3, high as f64 / 1e3)
        }
        _ => "-".to_owned(),
    }
}

/// The quotient of two percentiles.
fn quotient(ours: &[u64], theirs: &[u64], percent: usize) -> String {
    match (percentile(ours, percent), percentile(theirs, percent)) {
        (Some(a), Some(b)) => format!("{:.2}", a as f64 / b.max(1) as f64),
        _ => "-".to_owned(),
    }
}

/// Puts tables between two marks of a page.
///
/// # Errors
/// The page cannot be read or written, or has no marks.
pub fn write(path: &Path, marks: [&str; 2], tables: &str) -> Result<(), String> {
    let failed = |error| format!("{}: {error}", path.display());
    let page = std::fs::read_to_string(path).map_err(failed)?;
    let page = replaced(&page, marks, tables)
        .ok_or_else(|| format!("{} lacks `{}` and `{}`", path.display(), marks[0], marks[1]))?;
    std::fs::write(path, page).map_err(failed)
}

fn replaced(page: &str, marks: [&str; 2], tables: &str) -> Option<String> {
    let [begin, end] = marks;
    let (before, rest) = page.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n\n{tables}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_replace_what_stands_between_the_marks() {
        let page = format!("a\n{}\nold\n{}\nb\n", MARKS[0], MARKS[1]);
        let expected = format!("a\n{}\n\nnew\n\n{}\nb\n", MARKS[0], MARKS[1]);
        assert_eq!(replaced(&page, MARKS, "new\n"), Some(expected));
        assert_eq!(replaced("a", MARKS, "new"), None);
    }

    #[test]
    fn times_are_shown_in_microseconds() {
        assert_eq!(pair(&[1500], 1), "1.5 / 1.5");
        assert_eq!(pair(&[], 1), "-");
        assert_eq!(quotient(&[10], &[40], 50), "0.25");
    }
}
