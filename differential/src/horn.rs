//! Compares Hornbook's Horn engine with that of z3 (spacer) on the final clauses of programs, or on the
//! systems of clauses in classes.
//!
//! ```text
//! programs -> tasks -> final clauses -+-> ours (worker) -+-> rows -> table
//!                                     +-> z3 (worker)
//! ```

mod solvers;
mod table;
mod tasks;

use crate::args::Horn;
use hornbook_corpus::classes::{self, ClauseAnswer, ClauseSystem};
use solvers::Solvers;
use std::time::Duration;

pub use solvers::{ARGUMENT as SERVE, serve};

/// An answer and the time that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reply {
    answer: ClauseAnswer,
    time: Duration,
}

/// The replies about one program under one abstraction, or about one system in a class.
struct Row {
    program: String,
    /// The abstraction, with the heuristic if it is not the usual one; or the class.
    way: String,
    /// What is known beforehand.
    expected: ClauseAnswer,
    ours: Reply,
    z3: Reply,
}

impl Row {
    /// Whether one engine says the contrary of the other, or of what is known.
    fn disagrees(&self) -> bool {
        let (ours, z3) = (self.ours.answer, self.z3.answer);
        ours.contradicts(z3) || [ours, z3].iter().any(|answer| answer.contradicts(self.expected))
    }
}

/// Compares everything and prints the table.
///
/// # Errors
/// Something cannot be read, written or started, or the engines contradict each other.
pub fn run(args: &Horn) -> Result<(), String> {
    let mut solvers = Solvers::new(args.budget)?;
    let mut rows = vec![];
    if args.classes {
        for ClauseSystem { name, class, expected, text } in classes::systems()? {
            rows.push(row(&mut solvers, (name, class), expected, &text)?);
        }
    } else {
        for task in tasks::tasks(&args.programs)? {
            let names = (task.program().to_owned(), task.way().to_owned());
            rows.push(row(&mut solvers, names, ClauseAnswer::Unknown, &task.clauses()?)?);
        }
    }
    let text = table::table(&rows, args.budget);
    println!("{text}");
    if let Some(page) = &args.page {
        crate::table::write(page, table::MARKS, &text)?;
    }
    match rows.iter().filter(|row| row.disagrees()).count() {
        0 => Ok(()),
        n => Err(format!("the engines contradict each other {n} times")),
    }
}

/// Asks both engines about clauses.
fn row(
    solvers: &mut Solvers,
    (program, way): (String, String),
    expected: ClauseAnswer,
    clauses: &str,
) -> Result<Row, String> {
    let (ours, z3) = (solvers.ours(clauses)?, solvers.z3(clauses)?);
    eprintln!("{program} {way}: {:?}, z3 {:?}", ours.answer, z3.answer);
    Ok(Row { program, way, expected, ours, z3 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_contrary_answers_disagree() {
        let reply = |answer| Reply { answer, time: Duration::ZERO };
        let row = |ours, z3| Row {
            program: "a".into(),
            way: "cell1".into(),
            expected: ClauseAnswer::Unknown,
            ours: reply(ours),
            z3: reply(z3),
        };
        assert!(row(ClauseAnswer::Sat, ClauseAnswer::Unsat).disagrees());
        assert!(!row(ClauseAnswer::Sat, ClauseAnswer::Sat).disagrees());
        assert!(!row(ClauseAnswer::Unknown, ClauseAnswer::Unsat).disagrees());
        let known =
            Row { expected: ClauseAnswer::Sat, ..row(ClauseAnswer::Unsat, ClauseAnswer::Unsat) };
        assert!(known.disagrees());
    }
}
