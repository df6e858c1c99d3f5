//! Compares Hornbook's Horn engine with that of z3 (spacer) on the final clauses of programs.
//!
//! ```text
//! programs -> tasks -> final clauses -+-> ours (worker) -+-> rows -> table
//!                                     +-> z3 (worker)
//! ```

mod solvers;
mod table;
mod tasks;

use solvers::Solvers;
use std::path::PathBuf;
use std::time::Duration;

pub use solvers::{ARGUMENT as SERVE, serve};

/// The argument that asks for this comparison.
pub const ARGUMENT: &str = "horn";

/// What this comparison takes.
pub const USAGE: &str =
    "Usage: hornbook-differential horn [--budget-ms N] [--programs DIR] [--page FILE]";

/// What is to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Args {
    /// How long each engine may take for a program.
    budget: Duration,
    /// The folder of programs.
    programs: PathBuf,
    /// The page that the table is written into.
    page: Option<PathBuf>,
}

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
pub fn run(words: impl Iterator<Item = String>) -> Result<(), String> {
    let args = parse(words).map_err(|error| format!("{error}\n{USAGE}"))?;
    let mut solvers = Solvers::new(args.budget)?;
    let mut rows = vec![];
    for task in tasks::tasks(&args.programs)? {
        let clauses = task.clauses()?;
        let (ours, z3) = (solvers.ours(&clauses)?, solvers.z3(&clauses)?);
        let row = Row { program: task.program, way: task.way, ours, z3 };
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

fn parse(mut words: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut args = Args {
        budget: Duration::from_secs(10),
        programs: PathBuf::from("tests/programs"),
        page: None,
    };
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{word}` needs a value"))?;
        match word.as_str() {
            "--budget-ms" => {
                let number = value.parse();
                let number =
                    number.map_err(|_| format!("`{word}` needs a number, not `{value}`"))?;
                args.budget = Duration::from_millis(number);
            }
            "--programs" => args.programs = value.into(),
            "--page" => args.page = Some(value.into()),
            _ => return Err(format!("there is no option `{word}`")),
        }
    }
    Ok(args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let read = |line: &str| parse(line.split_whitespace().map(str::to_owned));
        let args = read("--budget-ms 250 --page a.md").expect("fine");
        assert_eq!(args.budget, Duration::from_millis(250));
        assert_eq!(args.page, Some(PathBuf::from("a.md")));
        assert!(read("--budget-ms").is_err());
        assert!(read("--budget-ms soon").is_err());
        assert!(read("--speed 3").is_err());
    }

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
