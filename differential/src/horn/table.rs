//! The results as Markdown.

use super::{ClauseAnswer, Reply, Row};
use std::fmt::Write;
use std::time::Duration;

/// The comments between which the table stands on a page.
pub const MARKS: [&str; 2] =
    ["<!-- horn-differential: begin -->", "<!-- horn-differential: end -->"];

/// The summary, then one line for each program and abstraction that the engines answer differently.
pub fn table(rows: &[Row], budget: Duration) -> String {
    let mut out = summary(rows, budget);
    let classes = rows.iter().any(|row| row.expected != ClauseAnswer::Unknown);
    let [name, way] = if classes { ["system", "class"] } else { ["program", "abstraction"] };
    let _ = writeln!(out, "\n| {name} | {way} | Hornbook | z3 | Hornbook, ms | z3, ms |");
    out.push_str("|---|---|---|---|--:|--:|\n");
    for row in rows.iter().filter(|row| row.ours.answer != row.z3.answer) {
        let Row { program, way, ours, z3, .. } = row;
        let note = if row.disagrees() { " (!)" } else { "" };
        let _ = writeln!(
            out,
            "| {program} | `{way}` | {} | {}{note} | {} | {} |",
            ours.answer.word(),
            z3.answer.word(),
            milliseconds(ours.time),
            milliseconds(z3.time),
        );
    }
    out
}

fn summary(rows: &[Row], budget: Duration) -> String {
    let (ours, z3) = (|row: &Row| row.ours, |row: &Row| row.z3);
    let (limit, all) = (budget.as_secs_f64(), rows.len());
    let mut out =
        format!("| {limit} s each, {all} systems | Hornbook | z3 | both |\n|---|--:|--:|--:|\n");
    for (title, wanted) in [("sat", ClauseAnswer::Sat), ("unsat", ClauseAnswer::Unsat)] {
        let count = |of: &[&dyn Fn(&Row) -> Reply]| {
            rows.iter().filter(|row| of.iter().all(|f| f(row).answer == wanted)).count()
        };
        let (a, b, both) = (count(&[&ours]), count(&[&z3]), count(&[&ours, &z3]));
        let _ = writeln!(out, "| {title} | {a} | {b} | {both} |");
    }
    let solved = |row: &&Row| {
        ours(row).answer == z3(row).answer && ours(row).answer != ClauseAnswer::Unknown
    };
    let median = |f: &dyn Fn(&Row) -> Reply| {
        let mut times: Vec<Duration> = rows.iter().filter(solved).map(|row| f(row).time).collect();
        times.sort();
        times.get(times.len() / 2).map_or_else(|| "-".to_owned(), |t| milliseconds(*t))
    };
    let _ = writeln!(out, "| median where both do, ms | {} | {} | |", median(&ours), median(&z3));
    let sum = |f: &dyn Fn(&Row) -> Reply| {
        milliseconds(rows.iter().filter(solved).map(|row| f(row).time).sum())
    };
    let _ = writeln!(out, "| sum where both do, ms | {} | {} | |", sum(&ours), sum(&z3));
    out
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_counted_and_shown() {
        let reply = |answer, ms| Reply { answer, time: Duration::from_millis(ms) };
        let row = |ours, z3| Row {
            program: "a".into(),
            way: "cell1".into(),
            expected: ClauseAnswer::Unknown,
            ours,
            z3,
        };
        let rows = [
            row(reply(ClauseAnswer::Sat, 2), reply(ClauseAnswer::Sat, 40)),
            row(reply(ClauseAnswer::Sat, 3), reply(ClauseAnswer::Unknown, 1000)),
            row(reply(ClauseAnswer::Unsat, 3), reply(ClauseAnswer::Sat, 7)),
        ];
        let text = table(&rows, Duration::from_secs(1));
        assert!(text.contains("| sat | 2 | 2 | 1 |\n"), "{text}");
        assert!(text.contains("| unsat | 1 | 0 | 0 |\n"), "{text}");
        assert!(text.contains("| median where both do, ms | 2.0 | 40.0 | |\n"), "{text}");
        assert!(text.contains("| sum where both do, ms | 2.0 | 40.0 | |\n"), "{text}");
        assert!(text.contains("| a | `cell1` | sat | unknown | 3.0 | 1000.0 |\n"), "{text}");
        assert!(text.contains("| a | `cell1` | unsat | sat (!) | 3.0 | 7.0 |\n"), "{text}");
        assert_eq!(text.matches("| a |").count(), 2, "{text}");
    }
}
