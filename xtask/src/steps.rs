//! Saying what is being done, and how far it is: one plain line when a step begins and one when it
//! is done, so that they can be read in a log too.

use std::time::{Duration, Instant};

use crate::shell::say;

/// A piece of work in steps, whose number is known beforehand.
#[derive(Debug)]
pub struct Steps {
    /// How many there are.
    all: usize,
    /// How many have begun.
    begun: usize,
    start: Instant,
}

impl Steps {
    /// So many steps, none of which has begun.
    pub fn new(all: usize) -> Self {
        Self { all, begun: 0, start: Instant::now() }
    }

    /// Does the next step; its title says what there will be afterwards.
    pub fn next<T>(
        &mut self,
        title: &str,
        work: impl FnOnce() -> Result<T, String>,
    ) -> Result<T, String> {
        self.begun += 1;
        let (number, start) = (format!("step {} of {}", self.begun, self.all), Instant::now());
        say(&format!("{number}: {title}"));
        let result = work().map_err(|error| format!("{number} ({title}): {error}"))?;
        say(&format!("{number} took {}", seconds(start.elapsed())));
        Ok(result)
    }

    /// The time since the first step began.
    pub fn time(&self) -> String {
        seconds(self.start.elapsed())
    }
}

/// As `3.1 s`.
fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_fails_is_named() {
        let mut steps = Steps::new(3);
        assert_eq!(steps.next("a tool", || Ok(7)), Ok(7));
        let failed: Result<(), String> = steps.next("a page", || Err("no disk".to_owned()));
        assert_eq!(failed, Err("step 2 of 3 (a page): no disk".to_owned()));
    }

    #[test]
    fn times_have_tenths_of_seconds() {
        assert_eq!(seconds(Duration::from_millis(65_040)), "65.0 s");
    }
}
