//! What is counted for each row of the tables.

use crate::script::{Answer, Reply};

/// The questions of one family or group.
#[derive(Debug, Default)]
pub struct Row {
    /// What the row is about.
    pub name: String,
    /// How many scripts were asked.
    pub scripts: usize,
    /// How often we said that there is a model.
    pub sat: usize,
    /// How often we said that there is none.
    pub unsat: usize,
    /// How often we gave up.
    pub unknown: usize,
    /// Scripts on which solvers disagree, or whose model or proof is wrong.
    pub faults: usize,
    /// The way in which z3 is used, once it is chosen.
    pub z3_kind: Option<&'static str>,
    /// How often z3 gave up.
    pub z3_unknown: usize,
    /// How many questions oxiz was asked.
    pub oxiz_questions: usize,
    /// How often it gave up, failed or was stopped.
    pub oxiz_unknown: usize,
    /// How often it was wrong.
    pub oxiz_wrong: usize,
    /// Our times, in nanoseconds.
    pub times: Vec<u64>,
    /// Those of z3, in the same order.
    pub z3_times: Vec<u64>,
    /// Those of oxiz: for each script, its mean time for a question.
    pub oxiz_times: Vec<u64>,
}

impl Row {
    /// An empty row.
    pub fn new(name: impl Into<String>) -> Row {
        Row { name: name.into(), ..Row::default() }
    }

    /// Counts the replies to one script.
    pub fn count(&mut self, ours: &[Reply], z3: &[Reply]) {
        for (ours, z3) in ours.iter().zip(z3) {
            match ours.answer {
                Answer::Sat => self.sat += 1,
                Answer::Unsat => self.unsat += 1,
                Answer::Unknown => self.unknown += 1,
            }
            self.z3_unknown += usize::from(z3.answer == Answer::Unknown);
            self.times.push(ours.time);
            self.z3_times.push(z3.time);
        }
    }

    /// How many questions there were.
    pub fn questions(&self) -> usize {
        self.times.len()
    }

    /// For each question our time, divided by that of z3, in thousandths.
    pub fn ratios(&self) -> Vec<u64> {
        let both = self.times.iter().zip(&self.z3_times);
        both.map(|(ours, z3)| ours.saturating_mul(1000) / (*z3).max(1)).collect()
    }
}

/// The value below which `percent` of the values are.
pub fn percentile(values: &[u64], percent: usize) -> Option<u64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let last = sorted.len().checked_sub(1)?;
    sorted.get(last * percent / 100).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_counted() {
        let mut row = Row::new("a");
        let ours = [Reply { answer: Answer::Sat, time: 10 }, Reply::NONE];
        let z3 = [Reply { answer: Answer::Sat, time: 40 }, Reply::NONE];
        row.count(&ours, &z3);
        assert_eq!((row.questions(), row.sat, row.unknown, row.z3_unknown), (2, 1, 1, 1));
        assert_eq!(row.ratios(), [250, 0]);
    }

    #[test]
    fn percentiles_are_values() {
        let values: Vec<u64> = (0..=100).rev().collect();
        assert_eq!(percentile(&values, 50), Some(50));
        assert_eq!(percentile(&values, 95), Some(95));
        assert_eq!(percentile(&[], 50), None);
    }
}
