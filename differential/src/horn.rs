//! Compares Hornbook's Horn engine with that of z3 (spacer) on the final clauses of programs.
//!
//! ```text
//! programs -> tasks -> final clauses -+-> ours (worker) -+-> rows -> table
//!                                     +-> z3 (worker)
//! ```

mod solvers;
mod table;
mod tasks;

use crate::args::Horn;
use solvers::Solvers;
use std::time::Duration;

pub use solvers::{ARGUMENT as SERVE, serve};

/// What an engine says about clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// They have a model: the assertions are certified.
    Sat,
    /// They contradict each other.
    Unsat,
    Unknown,
}

/// An answer and the time that it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reply {
    answer: Answer,
    time: Duration,
}

/// The replies about one program under one abstraction.
struct Row {
    program: String,
    /// The abstraction, with the heuristic if it is not the usual one.
    way: String,
    ours: Reply,
    z3: Reply,
}

impl Row {
    /// Whether one engine says the contrary of the other.
    fn disagrees(&self) -> bool {
        let answers = [self.ours.answer, self.z3.answer];
        !answers.contains(&Answer::Unknown) && answers[0] != answers[1]
    }
}

/// Compares everything and prints the table.
///
/// # Errors
/// Something cannot be read, written or started, or the engines contradict each other.
pub fn run(args: &Horn) -> Result<(), String> {
    let mut solvers = Solvers::new(args.budget)?;
    let mut rows = vec![];
    for task in tasks::tasks(&args.programs)? {
        let clauses = task.clauses()?;
        let (ours, z3) = (solvers.ours(&clauses)?, solvers.z3(&clauses)?);
        let row = Row { program: task.program().to_owned(), way: task.way().to_owned(), ours, z3 };
        eprintln!("{} {}: {:?}, z3 {:?}", row.program, row.way, ours.answer, z3.answer);
        rows.push(row);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_contrary_answers_disagree() {
        let reply = |answer| Reply { answer, time: Duration::ZERO };
        let row = |ours, z3| Row {
            program: "a".into(),
            way: "cell1".into(),
            ours: reply(ours),
            z3: reply(z3),
        };
        assert!(row(Answer::Sat, Answer::Unsat).disagrees());
        assert!(!row(Answer::Sat, Answer::Sat).disagrees());
        assert!(!row(Answer::Unknown, Answer::Unsat).disagrees());
    }
}
