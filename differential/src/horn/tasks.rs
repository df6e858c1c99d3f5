//! The programs and the clauses that are made of them.

use hornbook_core::horn::smtlib;
use hornbook_core::pipeline::{Input, Options, stages};
use std::path::{Path, PathBuf};

/// A program and how it is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The program's path below the folder, without its ending.
    pub program: String,
    /// The abstraction and, if one is named, the heuristic, as an expectation names them.
    pub way: String,
    text: String,
}

/// One task for each way in the `// expect` lines of the programs below a folder.
///
/// # Errors
/// A folder or a file cannot be read.
pub fn tasks(folder: &Path) -> Result<Vec<Task>, String> {
    let mut paths = vec![];
    programs(folder, &mut paths)?;
    paths.sort();
    let mut tasks = vec![];
    for path in &paths {
        let text = std::fs::read_to_string(path).map_err(|error| failed(path, &error))?;
        let name = path.strip_prefix(folder).unwrap_or(path).with_extension("");
        tasks.extend(of_program(&name.to_string_lossy(), &text));
    }
    Ok(tasks)
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("{} cannot be read: {error}", path.display())
}

fn programs(folder: &Path, out: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| failed(folder, &error))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            programs(&path, out)?;
        } else if path.extension().is_some_and(|e| e == "hb") {
            out.push(path);
        }
    }
    Ok(())
}

fn of_program(name: &str, text: &str) -> Vec<Task> {
    let mut ways: Vec<&str> = vec![];
    for line in text.lines() {
        let way = line.strip_prefix("// expect ").and_then(|line| line.split_once(": "));
        ways.extend(way.map(|(way, _)| way).filter(|way| !ways.contains(way)));
    }
    let task = |way: &str| {
        let (program, way) = (name.to_owned(), way.to_owned());
        Task { program, way, text: text.to_owned() }
    };
    ways.into_iter().map(task).collect()
}

impl Task {
    /// The final clauses, as `hornbook abstract` prints them.
    ///
    /// # Errors
    /// The program or its expectation has errors.
    pub fn clauses(&self) -> Result<String, String> {
        let at = |error: String| format!("{} {}: {error}", self.program, self.way);
        let (abstraction, heuristic) = match self.way.split_once(" heuristic=") {
            Some((abstraction, heuristic)) => (abstraction, Some(heuristic)),
            None => (self.way.as_str(), None),
        };
        let abstraction = abstraction.parse();
        let mut options = Options::abstraction(abstraction.map_err(|e| at(format!("{e}")))?);
        let heuristic = heuristic.map(str::parse).transpose();
        options.heuristic = heuristic.map_err(|e| at(format!("{e}")))?;
        let input = Input::program(&self.text, &options);
        let system = input.system.as_ref().ok_or_else(|| at("the program has errors".into()))?;
        let stages = stages(system, &input.lines, &input.settings);
        Ok(smtlib::write(&stages.simplified, Some(&input.lines)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_is_one_task() {
        let text = "// expect cell1: certified\n// expect cell1 heuristic=ma15: too-weak\n\
                    // expect cell1: certified\nint x = 1; assert(x > 0);\n";
        let tasks = of_program("a", text);
        assert_eq!(tasks.len(), 2);
        assert_eq!(tasks[1].way, "cell1 heuristic=ma15");
        for task in tasks {
            assert!(task.clauses().expect("fine").starts_with("(set-logic HORN)\n"));
        }
    }
}
