//! Sentences and layout of the plot of an abstraction.

use hornbook_records::abstraction_plot::{Dot, PlotKind, Realizability, SampledArray};
use std::collections::BTreeSet;

/// If the values span more lines than these, only the lines with dots are drawn.
const MOST_LINES: i64 = 12;

/// `one`, `two` and so on.
fn number(n: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six"];
    words.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// `1`, `1 and 2`, `1, 2 and 3`.
pub fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A sentence about the part of an array that the abstraction keeps.
pub fn describe_kept(kept: PlotKind) -> String {
    match kept {
        PlotKind::Whole => "The abstraction keeps each array as it is: nothing is forgotten.".to_owned(),
        PlotKind::Cells(1) => {
            "The abstraction keeps one cell of an array at a time: an index and the value there. \
             It forgets which cells belonged to one array."
                .to_owned()
        }
        PlotKind::Cells(n) => {
            let n = number(n);
            format!(
                "The abstraction keeps {n} cells of an array at a time. A line joins two dots \
                 that belonged to one array. The abstraction forgets which groups of {n} cells \
                 belonged to one array."
            )
        }
        PlotKind::Signs => {
            "The abstraction keeps one cell of an array at a time: an index, and whether the \
             value there is below 0, 0, or above it. It forgets which cells belonged to one \
             array."
                .to_owned()
        }
        PlotKind::Values => {
            "The abstraction keeps one value of an array at a time, without its index. It \
             forgets where the value stood, and which values belonged to one array."
                .to_owned()
        }
        PlotKind::First => {
            "The abstraction keeps only the value at index 0 of an array. It forgets all other cells."
                .to_owned()
        }
    }
}

/// The largest number of dots that can be picked: one more than the abstraction keeps together.
pub fn most(kept: PlotKind) -> usize {
    kept.group_size().saturating_add(1).min(6)
}

/// The question that picked dots ask.
pub fn question(kept: PlotKind) -> String {
    let cells = if kept == PlotKind::Values { "values" } else { "cells" };
    let count = match most(kept) {
        2 => "two dots".to_owned(),
        most => format!("two to {} dots", number(most)),
    };
    format!("Pick {count}: could these be {cells} of one array?")
}

/// The answer for the dots that were picked.
pub fn answer(
    array: &SampledArray,
    kept: PlotKind,
    picked: &[Dot],
    answer: &Realizability,
) -> String {
    let all = if picked.len() == 2 { "both" } else { "all of them" };
    let dots = |dots: &[Dot]| list(&dots.iter().map(|d| dot(array, kept, *d)).collect::<Vec<_>>());
    let asked = dots(picked);
    // These are rows that were seen; others are not excluded.
    let none = format!("None of these {} rows", number(array.rows.len()));
    match answer {
        Realizability::Realized(rows) => {
            let names: Vec<String> = rows.iter().map(|n| (n + 1).to_string()).collect();
            let (word, has) = if rows.len() == 1 { ("row", "has") } else { ("rows", "have") };
            format!("{asked}? Yes: {word} {} {has} {all}.", list(&names))
        }
        Realizability::SameIndex => {
            format!("{asked}? No: an array has one value at each index.")
        }
        Realizability::Excluded(_) if kept == PlotKind::Whole => {
            format!("{asked}? {none} has {all}, and the abstraction keeps whole rows.")
        }
        Realizability::Excluded(group) if group.len() < picked.len() => {
            format!("{asked}? {none} has {}, and the abstraction tells so.", dots(group))
        }
        Realizability::Excluded(_) => {
            format!("{asked}? {none} has {all}, and {} tell so.", at_a_time(kept))
        }
        Realizability::Spurious => open(kept, &asked, &format!("{none} has {all}")),
    }
}

/// The unit that the abstraction keeps.
fn at_a_time(kept: PlotKind) -> String {
    match kept {
        PlotKind::Values => "one value at a time".to_owned(),
        PlotKind::Cells(n) if n > 1 => format!("{} cells at a time", number(n)),
        _ => "one cell at a time".to_owned(),
    }
}

/// The answer where the abstraction cannot tell.
fn open(kept: PlotKind, asked: &str, none_has: &str) -> String {
    let seen = at_a_time(kept);
    let cloud = match kept {
        PlotKind::Cells(2) => "each pair of them is in a row".to_owned(),
        PlotKind::Cells(n) if n > 2 => format!("any {} of them are in a row", number(n)),
        _ => "each of them is in a row".to_owned(),
    };
    let mixture = match kept {
        PlotKind::Values => "so an array with these values looks as possible as the others",
        _ => "so the mixed row looks as possible as the others",
    };
    format!("{asked}? {none_has}. But {seen} cannot tell: {cloud}, {mixture}.")
}

/// The printed form of a value.
pub fn value(array: &SampledArray, kept: PlotKind, value: i64) -> String {
    match (kept, array.truth) {
        (PlotKind::Signs, _) => ["< 0", "0", "> 0"][(value.signum() + 1) as usize].to_owned(),
        (_, true) => (value != 0).to_string(),
        (_, false) => value.to_string(),
    }
}

/// A dot in words: `a[1] = 2`.
pub fn dot(array: &SampledArray, kept: PlotKind, dot: Dot) -> String {
    let value = value(array, kept, dot.value);
    let name = &array.name;
    match dot.index {
        None => format!("`{value}`"),
        Some(index) if value.starts_with(['<', '>']) => format!("`{name}[{index}] {value}`"),
        Some(index) => format!("`{name}[{index}] = {value}`"),
    }
}

/// The values that have lines in the plot, from below: all from the least to the largest, or where these
/// are too many, those that dots have.
pub fn lines(dots: &BTreeSet<Dot>) -> Vec<i64> {
    let values: BTreeSet<i64> = dots.iter().map(|dot| dot.value).collect();
    match (values.first(), values.last()) {
        (Some(least), Some(largest)) if largest - least <= MOST_LINES => {
            (*least..=*largest).collect()
        }
        _ => values.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_records::abstraction_plot::{AbstractionPlot, SampledRow};

    fn gathered(rows: &[&[i64]]) -> SampledArray {
        let row =
            |cells: &&[i64]| SampledRow { first: 0, cells: cells.to_vec(), run: 1, rounds: vec![] };
        let rows = rows.iter().map(row).collect();
        SampledArray { name: "a".to_owned(), truth: false, fixed: vec![], rows }
    }

    fn said(kept: PlotKind, rows: &[&[i64]], picked: &[(i64, i64)]) -> String {
        let array = gathered(rows);
        let cells = picked.iter().filter_map(|(index, value)| kept.abstract_cell(*index, *value));
        let picked: Vec<Dot> = cells.collect();
        let found = AbstractionPlot::new(kept, &array.rows).classify(&picked);
        answer(&array, kept, &picked, &found)
    }

    #[test]
    fn answers_say_what_the_rows_have_and_what_is_remembered() {
        let rows: [&[i64]; 3] = [&[1, 1, 0], &[1, 0, 1], &[0, 1, 1]];
        let one = |picked| said(PlotKind::Cells(1), &rows, picked);
        assert_eq!(one(&[(0, 1), (1, 1)]), "`a[0] = 1` and `a[1] = 1`? Yes: row 1 has both.");
        assert!(one(&[(0, 1), (0, 0)]).ends_with("No: an array has one value at each index."));
        assert!(
            one(&[(0, 0), (1, 0)])
                .contains("None of these three rows has both. But one cell at a time cannot tell")
        );
        let two = |picked| said(PlotKind::Cells(2), &rows, picked);
        assert!(
            two(&[(0, 0), (1, 0)])
                .ends_with("None of these three rows has both, and two cells at a time tell so.")
        );
        assert!(two(&[(0, 1), (1, 1), (2, 1)]).contains("But two cells at a time cannot tell"));
        let known = two(&[(0, 0), (1, 0), (2, 1)]);
        assert!(
            known.ends_with("rows has `a[0] = 0` and `a[1] = 0`, and the abstraction tells so."),
            "{known}"
        );
        assert!(
            said(PlotKind::Signs, &rows, &[(0, 1), (2, 0)])
                .starts_with("`a[0] > 0` and `a[2] = 0`")
        );
        assert!(
            said(PlotKind::Whole, &rows, &[(0, 0), (1, 0)])
                .ends_with("the abstraction keeps whole rows.")
        );
        let apart: [&[i64]; 2] = [&[1, 1], &[2, 2]];
        let values = said(PlotKind::Values, &apart, &[(0, 1), (0, 2)]);
        assert!(
            values
                .contains("`1` and `2`? None of these two rows has both. But one value at a time"),
            "{values}"
        );
    }

    #[test]
    fn one_more_dot_can_be_picked_than_is_told_together() {
        let question = |kept| question(kept).split(':').next().unwrap_or_default().to_owned();
        assert_eq!(question(PlotKind::Cells(1)), "Pick two dots");
        assert_eq!(question(PlotKind::Cells(2)), "Pick two to three dots");
        assert_eq!(question(PlotKind::Whole), "Pick two to six dots");
    }

    #[test]
    fn values_far_apart_have_no_lines_between_them() {
        let lines = |cells: &[i64]| {
            lines(&AbstractionPlot::new(PlotKind::Cells(1), &gathered(&[cells]).rows).all())
        };
        assert_eq!(lines(&[3, 0, 1]), [0, 1, 2, 3]);
        assert_eq!(lines(&[100, -5, 0]), [-5, 0, 100]);
        assert!(lines(&[]).is_empty());
    }
}
