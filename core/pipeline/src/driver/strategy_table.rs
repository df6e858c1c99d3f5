//! The table of the strategies that were tried, over all tasks.

use super::super::unanswered;
use super::Driver;
use super::StrategyList;
use super::method_search::MethodSearch;
use super::task_search::{TaskSearch, TaskWork};
use hornbook_base::LineIndex;
use hornbook_records::UnknownReason;
use hornbook_records::strategies::{Finding, StrategyRecord, StrategyResult, StrategyState};
use hornbook_schedule::{Account, JobState, StrategyName};

impl Driver {
    /// The strategies that had a turn: those that look for failing runs of the text, then those of each task.
    pub fn strategies(&self) -> Vec<StrategyRecord> {
        let StrategyList { scheduler, runs, run_jobs, .. } = &self.list;
        let accounts = run_jobs.iter().map(|job| scheduler.account(*job)).collect();
        let claims = unanswered(&self.root.input, &UnknownReason::Budget).assertions;
        let result = |(strategy, assert): (&StrategyName, _)| {
            let line = claims.iter().find(|claim| claim.id == Some(assert))?.line;
            let (assert, finding) = (Some(assert), Finding::Run);
            Some((strategy.clone(), StrategyResult { assert, line, finding }))
        };
        let runs = runs.as_ref().map(|runs| runs.borrow());
        let violated = runs.iter().flat_map(|runs| runs.violated());
        let mut table = rows(&[], accounts, violated.filter_map(result).collect());
        table.extend(self.root.strategies(&self.list, &[]));
        table
    }
}

impl MethodSearch {
    fn strategies(&self, list: &StrategyList, path: &[String]) -> Vec<StrategyRecord> {
        let lines = &self.input.lines;
        self.tasks.iter().flat_map(|task| task.strategies(list, path, lines)).collect()
    }
}

impl TaskSearch {
    fn strategies(
        &self,
        list: &StrategyList,
        path: &[String],
        lines: &LineIndex,
    ) -> Vec<StrategyRecord> {
        let path = [path, std::slice::from_ref(&self.task.title)].concat();
        match &*self.work.borrow() {
            TaskWork::Nested(search) => search.strategies(list, &path),
            TaskWork::Leaf(leaf) => {
                let mut results = leaf.borrow().results();
                // Of another text only the lines of the original mean something.
                if let (Some(places), Some(program)) = (&self.task.places, leaf.borrow().program())
                {
                    for (_, result) in &mut results {
                        let span = result.assert.map(|id| program.assert_span(id));
                        let span = span.and_then(|span| places.nearest(span));
                        result.line = span.map_or(result.line, |span| lines.line(span));
                    }
                }
                rows(&path, list.scheduler.accounts(Some(self.job)), results)
            }
            _ => vec![],
        }
    }
}

/// One row for each name of a strategy that had a turn.
fn rows(
    path: &[String],
    accounts: Vec<Account>,
    results: Vec<(StrategyName, StrategyResult)>,
) -> Vec<StrategyRecord> {
    let mut table: Vec<StrategyRecord> = vec![];
    for Account { name, spent, state, is_group } in accounts {
        // The turn in which a group spawns its jobs is no work.
        if spent <= u64::from(is_group) {
            continue;
        }
        let state = match state {
            JobState::Working => StrategyState::Working,
            JobState::OutOfSteps => StrategyState::OutOfSteps,
            JobState::Ended => StrategyState::Ended,
        };
        match table.iter_mut().find(|row| row.name == name) {
            Some(row) => {
                row.steps += spent;
                row.state = row.state.min(state);
            }
            None => table.push(StrategyRecord {
                task: path.to_vec(),
                name: name.into_owned(),
                steps: spent,
                state,
                results: vec![],
            }),
        }
    }
    for (strategy, result) in results {
        if let Some(row) = table.iter_mut().find(|row| row.name == strategy) {
            row.results.push(result);
        }
    }
    table
}
