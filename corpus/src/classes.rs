//! Systems of Horn clauses in classes: each file says which class it is of and whether there is a
//! model.

use crate::programs::folder;
use crate::solve::Solved;
use hornbook_records::Verdict;
use std::path::PathBuf;

/// A system of clauses in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// The name of the file without its ending.
    pub name: String,
    /// From its line `; class: NAME`: what it is an example of.
    pub class: String,
    /// From its first line `; expect: ..`: whether there is a model.
    pub expected: Answer,
    /// Its text.
    pub text: String,
}

/// What can be said about clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They have a model.
    Sat,
    /// They contradict each other.
    Unsat,
    /// Nothing was found out.
    Unknown,
}

impl Answer {
    /// Its word in SMT-LIB.
    pub fn word(self) -> &'static str {
        match self {
            Answer::Sat => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown => "unknown",
        }
    }

    /// What was found out about clauses. An abstraction to blame is no answer: they have no arrays.
    pub fn of(solved: &Solved) -> Answer {
        match solved.outcome.verdict {
            Verdict::Certified => Answer::Sat,
            Verdict::Buggy(_) | Verdict::Refuted(_) => Answer::Unsat,
            Verdict::TooWeak { .. } | Verdict::Unknown(_) => Answer::Unknown,
        }
    }

    /// Whether one says the contrary of the other.
    pub fn contradicts(self, other: Answer) -> bool {
        ![self, other].contains(&Answer::Unknown) && self != other
    }
}

/// All systems in classes, in the order of their names.
///
/// # Errors
/// A folder or a file that cannot be read, or one that does not say what it should.
pub fn systems() -> Result<Vec<System>, String> {
    let folder = folder().join("../horn/classes");
    let read = |error: std::io::Error| format!("{} cannot be read: {error}", folder.display());
    let entries = std::fs::read_dir(&folder).map_err(read)?;
    let mut files: Vec<PathBuf> =
        entries.map(|entry| Ok(entry.map_err(read)?.path())).collect::<Result<_, String>>()?;
    files.sort();
    let system = |file: &PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        of_text(&name, &std::fs::read_to_string(file).map_err(read)?)
    };
    files.iter().map(system).collect()
}

/// A system with this text.
///
/// # Errors
/// The text does not say its class or what is to be expected.
pub fn of_text(name: &str, text: &str) -> Result<System, String> {
    let first = text.lines().next().and_then(|line| line.strip_prefix("; expect: "));
    let expected = match first {
        Some("sat") => Answer::Sat,
        Some("unsat") => Answer::Unsat,
        _ => return Err(format!("{name} does not expect `sat` or `unsat` in its first line")),
    };
    let class = text.lines().nth(1).and_then(|line| line.strip_prefix("; class: "));
    let class =
        class.ok_or_else(|| format!("{name} does not name its class in its second line"))?;
    let (name, class, text) = (name.to_owned(), class.to_owned(), text.to_owned());
    Ok(System { name, class, expected, text })
}

#[cfg(test)]
mod tests {
    use super::{Answer, of_text};

    #[test]
    fn the_first_lines_say_what_is_expected() {
        let system = of_text("a", "; expect: unsat\n; class: in a row\n(check-sat)\n");
        let system = system.expect("fine");
        assert_eq!((system.class.as_str(), system.expected), ("in a row", Answer::Unsat));
        for wrong in ["; expect: unsat\n", "; class: a\n; expect: sat\n", "; expect: unknown\n"] {
            assert!(of_text("a", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn no_answer_contradicts_nothing() {
        assert!(Answer::Sat.contradicts(Answer::Unsat));
        assert!(!Answer::Sat.contradicts(Answer::Sat));
        assert!(!Answer::Unknown.contradicts(Answer::Unsat));
    }
}
