//! Systems of Horn clauses in classes: each file states its class and whether there is a model.

use crate::programs::folder;
use crate::solve::Solved;
use hornbook_records::Verdict;
use std::path::PathBuf;

/// A system of clauses in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseSystem {
    /// The name of the file without its ending.
    pub name: String,
    /// The class, from its line `; class: NAME`.
    pub class: String,
    /// Whether there is a model, from its first line `; expect: ..`.
    pub expected: ClauseAnswer,
    /// Its text.
    pub text: String,
}

/// The satisfiability of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseAnswer {
    /// They have a model.
    Sat,
    /// They contradict each other.
    Unsat,
    /// It is unknown.
    Unknown,
}

impl ClauseAnswer {
    /// Its word in SMT-LIB.
    pub fn word(self) -> &'static str {
        match self {
            ClauseAnswer::Sat => "sat",
            ClauseAnswer::Unsat => "unsat",
            ClauseAnswer::Unknown => "unknown",
        }
    }

    /// The answer of a solved system. `too weak` is none: the clauses have no arrays.
    pub fn from_solved(solved: &Solved) -> ClauseAnswer {
        match solved.outcome.verdict {
            Verdict::Certified | Verdict::NothingAsserted => ClauseAnswer::Sat,
            Verdict::Buggy(_) | Verdict::Refuted(_) => ClauseAnswer::Unsat,
            Verdict::TooWeak { .. } | Verdict::NotShown(_) | Verdict::Unknown(_) => {
                ClauseAnswer::Unknown
            }
        }
    }

    /// Whether the answers contradict each other.
    pub fn contradicts(self, other: ClauseAnswer) -> bool {
        ![self, other].contains(&ClauseAnswer::Unknown) && self != other
    }
}

/// All systems in classes, in the order of their names.
///
/// # Errors
/// A folder or a file that cannot be read, or one that does not say what it should.
pub fn systems() -> Result<Vec<ClauseSystem>, String> {
    let folder = folder().join("../horn/classes");
    let read = |error: std::io::Error| format!("{} cannot be read: {error}", folder.display());
    let entries = std::fs::read_dir(&folder).map_err(read)?;
    let mut files: Vec<PathBuf> =
        entries.map(|entry| Ok(entry.map_err(read)?.path())).collect::<Result<_, String>>()?;
    files.sort();
    let system = |file: &PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        parse_system(&name, &std::fs::read_to_string(file).map_err(read)?)
    };
    files.iter().map(system).collect()
}

/// Parses a system.
///
/// # Errors
/// The text does not say its class or what is to be expected.
pub fn parse_system(name: &str, text: &str) -> Result<ClauseSystem, String> {
    let first = text.lines().next().and_then(|line| line.strip_prefix("; expect: "));
    let expected = match first {
        Some("sat") => ClauseAnswer::Sat,
        Some("unsat") => ClauseAnswer::Unsat,
        _ => return Err(format!("{name} does not expect `sat` or `unsat` in its first line")),
    };
    let class = text.lines().nth(1).and_then(|line| line.strip_prefix("; class: "));
    let class =
        class.ok_or_else(|| format!("{name} does not name its class in its second line"))?;
    let (name, class, text) = (name.to_owned(), class.to_owned(), text.to_owned());
    Ok(ClauseSystem { name, class, expected, text })
}

#[cfg(test)]
mod tests {
    use super::{ClauseAnswer, parse_system};

    #[test]
    fn the_first_lines_say_what_is_expected() {
        let system = parse_system("a", "; expect: unsat\n; class: in a row\n(check-sat)\n");
        let system = system.expect("fine");
        assert_eq!((system.class.as_str(), system.expected), ("in a row", ClauseAnswer::Unsat));
        for wrong in ["; expect: unsat\n", "; class: a\n; expect: sat\n", "; expect: unknown\n"] {
            assert!(parse_system("a", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn no_answer_contradicts_nothing() {
        assert!(ClauseAnswer::Sat.contradicts(ClauseAnswer::Unsat));
        assert!(!ClauseAnswer::Sat.contradicts(ClauseAnswer::Sat));
        assert!(!ClauseAnswer::Unknown.contradicts(ClauseAnswer::Unsat));
    }
}
