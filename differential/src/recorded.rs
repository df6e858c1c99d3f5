//! What the Horn engines ask while they work on the example programs.

use crate::script::Script;
use hornbook_core::lia::transcript;
use hornbook_core::pipeline::{Input, Options, Solving};
use std::path::{Path, PathBuf};

/// Steps for each program: as many as the tests of the example programs give.
const STEPS: u64 = 200_000;

/// What is not recorded, as one step of it takes minutes: program, abstraction.
const TOO_LONG: (&str, &str) = ("21_merge_sorted", "cell2");

/// A program and how it is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The program's name.
    pub program: String,
    /// The abstraction, as its expectation names it.
    pub abstraction: String,
    heuristic: Option<String>,
    text: String,
}

/// One task for each `// expect` line of the programs in a folder, by abstraction.
///
/// # Errors
/// The folder or a file cannot be read.
pub fn tasks(folder: &Path) -> Result<Vec<Task>, String> {
    let failed = |path: &Path, error| format!("{} cannot be read: {error}", path.display());
    let entries = std::fs::read_dir(folder).map_err(|error| failed(folder, error))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "hb"));
    paths.sort();
    let mut tasks = vec![];
    for path in &paths {
        let text = std::fs::read_to_string(path).map_err(|error| failed(path, error))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        tasks.extend(of_program(&name, &text));
    }
    tasks.retain(|t| (t.program.as_str(), t.abstraction.as_str()) != TOO_LONG);
    tasks.sort_by(|a, b| a.abstraction.cmp(&b.abstraction));
    Ok(tasks)
}

fn of_program(name: &str, text: &str) -> Vec<Task> {
    let task = |line: &str| {
        let (way, _) = line.strip_prefix("// expect ")?.split_once(": ")?;
        let (abstraction, heuristic) = match way.split_once(" heuristic=") {
            Some((abstraction, heuristic)) => (abstraction, Some(heuristic.to_owned())),
            None => (way, None),
        };
        let (program, abstraction) = (name.to_owned(), abstraction.to_owned());
        Some(Task { program, abstraction, heuristic, text: text.to_owned() })
    };
    text.lines().filter_map(task).collect()
}

impl Task {
    /// The name in messages.
    pub fn name(&self) -> String {
        format!("{} {}", self.program, self.abstraction)
    }

    /// All that is asked while the program is worked on, one script for each solver.
    ///
    /// # Errors
    /// The program or its expectation has errors.
    pub fn record(&self) -> Result<Vec<Script>, String> {
        let abstraction = self.abstraction.parse();
        let abstraction = abstraction.map_err(|error| format!("{}: {error}", self.name()))?;
        let mut options = Options::abstraction(abstraction);
        if let Some(heuristic) = &self.heuristic {
            let heuristic = heuristic.parse();
            options.heuristic =
                Some(heuristic.map_err(|error| format!("{}: {error}", self.name()))?);
        }
        let (solved, transcripts) = transcript::record(|| self.solve(&options));
        solved?;
        let asked = transcripts.iter().filter(|t| t.questions() > 0);
        Ok(asked.map(Script::transcript).collect())
    }

    fn solve(&self, options: &Options) -> Result<(), String> {
        let input = Input::program(&self.text, options);
        let solving = Solving::new(&input);
        let mut solving = solving.ok_or_else(|| format!("{} has errors", self.name()))?;
        solving.step(STEPS);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_tasks() {
        let text = "// expect cell1: certified\n// expect cell1 heuristic=ma15: too-weak\n";
        let tasks = of_program("a", text);
        assert_eq!(tasks.len(), 2);
        assert_eq!(tasks[0].name(), "a cell1");
        assert_eq!(tasks[1].heuristic.as_deref(), Some("ma15"));
    }
}
