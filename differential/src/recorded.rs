//! What the Horn engines ask while they work on the example programs.

use crate::script::Script;
use hornbook_corpus::programs::{Expectation, expectations};
use hornbook_lia::transcript;
use hornbook_pipeline::{Choices, Input, Solving};
use std::path::Path;

/// Steps for each program: as many as the tests of the example programs give.
const STEPS: u64 = 200_000;

/// What is not recorded, as one step of it takes minutes: program, abstraction.
const TOO_LONG: (&str, &str) = ("21_merge_sorted", "cell2");

/// A program and how it is looked at.
pub struct Task(Expectation);

/// One task for each `// expect` line of the programs in a folder, by abstraction.
///
/// # Errors
/// The folder or a file cannot be read, or a program has errors.
pub fn tasks(folder: &Path) -> Result<Vec<Task>, String> {
    let mut all = expectations(folder)?;
    // Those in folders below would make the comparison long.
    all.retain(|e| !e.program.contains('/'));
    all.retain(|e| (e.program.as_str(), e.abstraction.as_str()) != TOO_LONG);
    all.sort_by(|a, b| a.abstraction.cmp(&b.abstraction));
    Ok(all.into_iter().map(Task).collect())
}

impl Task {
    /// The abstraction, as the program's expectation names it.
    pub fn abstraction(&self) -> &str {
        &self.0.abstraction
    }

    /// The name in messages.
    pub fn name(&self) -> String {
        format!("{} {}", self.0.program, self.0.abstraction)
    }

    /// All that is asked while the program is worked on, one script for each solver.
    ///
    /// # Errors
    /// The program or its expectation has errors.
    pub fn record(&self) -> Result<Vec<Script>, String> {
        let options = self.0.options().map_err(|error| format!("{}: {error}", self.name()))?;
        let (solved, transcripts) = transcript::record(|| self.solve(&options));
        solved?;
        let asked = transcripts.iter().filter(|t| t.questions() > 0);
        Ok(asked.map(Script::transcript).collect())
    }

    fn solve(&self, options: &Choices) -> Result<(), String> {
        let input = Input::program(&self.0.text, options);
        let solving = Solving::new(&input);
        let mut solving = solving.ok_or_else(|| format!("{} has errors", self.name()))?;
        solving.step(STEPS);
        Ok(())
    }
}
