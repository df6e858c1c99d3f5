//! The programs and the clauses that are made of them.

use hornbook_corpus::programs::{Expectation, expectations};
use hornbook_horn::smtlib;
use hornbook_pipeline::{Input, stages};
use std::collections::BTreeSet;
use std::path::Path;

/// A program and how it is looked at.
#[derive(Clone, Debug)]
pub struct Task(Expectation);

/// One task for each way in the `// expect` lines of the programs below a folder.
///
/// # Errors
/// A folder or a file cannot be read, or a program has errors.
pub fn tasks(folder: &Path) -> Result<Vec<Task>, String> {
    Ok(each_way(expectations(folder)?))
}

fn each_way(mut all: Vec<Expectation>) -> Vec<Task> {
    let mut seen = BTreeSet::new();
    all.retain(|e| seen.insert((e.program.clone(), e.way.clone())));
    all.into_iter().map(Task).collect()
}

impl Task {
    /// The program's path below the folder, without its ending.
    pub fn program(&self) -> &str {
        &self.0.program
    }

    /// The abstraction and, if one is named, the heuristic, as an expectation names them.
    pub fn way(&self) -> &str {
        &self.0.way
    }

    /// The final clauses, as `hornbook abstract` prints them.
    ///
    /// # Errors
    /// The program or its expectation has errors.
    pub fn clauses(&self) -> Result<String, String> {
        let at = |error: String| format!("{} {}: {error}", self.0.program, self.0.way);
        let input = Input::program(&self.0.text, &self.0.options().map_err(at)?);
        let system = input.system.as_ref().ok_or_else(|| at("the program has errors".into()))?;
        let stages = stages(system, &input.lines, &input.settings);
        Ok(smtlib::write(&stages.simplified, Some(&input.lines)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_corpus::programs::parse_expectations;

    #[test]
    fn each_way_is_one_task() {
        let text = "// expect cell1: certified\n// expect cell1 heuristic=ma15: too-weak\n\
                    // expect cell1: certified\nint x = 1; assert(x > 0);\n";
        let tasks = each_way(parse_expectations("a", text).expect("fine"));
        assert_eq!(tasks.len(), 2);
        assert_eq!(tasks[1].way(), "cell1 heuristic=ma15");
        for task in tasks {
            assert!(task.clauses().expect("fine").starts_with("(set-logic HORN)\n"));
        }
    }
}
