//! The method `auto` beside the abstractions and methods that it tries: whether it answers where one of
//! them does, and with how much more work. Work is counted in steps, so all of this is the same on every
//! machine.

use crate::solve::Search;
use hornbook_pipeline::{Choices, ChosenAbstraction, Driver, Input, MethodChoice, Status};
use hornbook_records::tasks::TaskRecord;
use hornbook_records::{UnknownReason, Verdict};
use hornbook_settings::Settings;
use std::rc::Rc;

/// The run of one method or abstraction.
#[derive(Clone, Debug)]
pub struct MethodRun {
    /// The method, as the command line names it.
    pub way: String,
    /// The name of the verdict.
    pub verdict: &'static str,
    /// Steps spent.
    pub steps: u64,
    /// Whether the search ended.
    pub over: bool,
}

impl MethodRun {
    /// Whether the search ended with the program certified or refuted: an answer at the limit does not tell
    /// its cost.
    pub fn is_answer(&self) -> bool {
        self.over && matches!(self.verdict, "certified" | "buggy")
    }

    fn is_too_weak(&self) -> bool {
        self.over && self.verdict == "too-weak"
    }
}

/// The measurement of a program.
#[derive(Clone, Debug)]
pub struct AutoMeasurement {
    /// The program's name.
    pub name: String,
    /// Each abstraction by itself.
    pub parts: Vec<MethodRun>,
    /// The methods beside them, each by itself: tiling and ghost variables.
    pub methods: Vec<MethodRun>,
    /// Scheduled methods that cannot be chosen by themselves: existence.
    pub others: usize,
    /// The method `auto`.
    pub auto: MethodRun,
}

impl AutoMeasurement {
    /// The abstraction that answers with the fewest steps.
    pub fn best(&self) -> Option<&MethodRun> {
        self.parts.iter().filter(|part| part.is_answer()).min_by_key(|part| part.steps)
    }

    /// The ratio of the steps of `auto` to those of the best abstraction, if both answer.
    pub fn ratio(&self) -> Option<f64> {
        let best = self.best().filter(|_| self.auto.is_answer())?;
        Some(self.auto.steps as f64 / best.steps.max(1) as f64)
    }

    /// Whether an abstraction or a method answers, and `auto` does not.
    pub fn is_lost(&self) -> bool {
        self.least().is_some() && !self.auto.is_answer()
    }

    /// The abstraction or method that answers with the fewest steps.
    pub fn least(&self) -> Option<&MethodRun> {
        let all = self.parts.iter().chain(&self.methods);
        all.filter(|part| part.is_answer()).min_by_key(|part| part.steps)
    }

    /// The number of scheduled abstractions and methods.
    pub fn tried(&self) -> usize {
        self.parts.len() + self.methods.len() + self.others
    }

    /// The ratio of the steps of `auto` to those of the best abstraction or method, if both answer.
    pub fn ratio_to_least(&self) -> Option<f64> {
        let least = self.least().filter(|_| self.auto.is_answer())?;
        Some(self.auto.steps as f64 / least.steps.max(1) as f64)
    }

    /// The bound on the steps of `auto` by its best abstraction: the steps of that once for each scheduled
    /// one, once more, and an allowance for reading the program.
    pub fn bound(&self, reading: u64) -> Option<u64> {
        let times = self.parts.len() as u64 + 1;
        Some(self.best()?.steps * times + reading)
    }

    /// The bound on the steps of `auto` by the best abstraction or method.
    pub fn bound_by_least(&self, reading: u64) -> Option<u64> {
        Some(self.least()?.steps * (self.tried() as u64 + 1) + reading)
    }

    /// Whether all abstractions are too weak, which `auto` must report unless it answers.
    pub fn is_too_weak(&self) -> bool {
        !self.parts.is_empty() && self.parts.iter().all(MethodRun::is_too_weak)
    }
}

/// Solves a program with all abstractions and methods, each within so many steps; `auto` gets ten times as
/// many as the best of them needs. `None` for a program without a task for abstractions.
///
/// # Errors
/// An error in the text.
pub fn measure(name: &str, text: &str, steps: u64) -> Result<Option<AutoMeasurement>, String> {
    let choices = Choices {
        method: Some(MethodChoice::Abstraction),
        ..Choices::abstraction(ChosenAbstraction::Auto)
    };
    let asked = subtasks(text, &choices)?;
    if asked.iter().any(|task| task.exact) {
        return Ok(None);
    }
    let part = |task: &TaskRecord| {
        let one = Choices { method: Some(MethodChoice::Abstraction), ..task.choices.clone() };
        solve_with_choices(text, one, steps)
    };
    let parts = asked.iter().map(part).collect::<Result<Vec<MethodRun>, String>>()?;
    let auto = Choices { method: Some(MethodChoice::Auto), ..Choices::default() };
    let named = |method: &str| match method {
        "tiling" => Some(MethodChoice::Tiling),
        "instrument" => Some(MethodChoice::Instrument),
        _ => None,
    };
    let others = scheduled_subtasks(text, &auto)?;
    let methods: Vec<MethodChoice> =
        others.iter().filter_map(|task| named(task.method.as_deref()?)).collect();
    // Abstractions are one of those that have turns.
    let others = others.len().saturating_sub(1 + methods.len());
    let method = |method| {
        solve_with_choices(text, Choices { method: Some(method), ..Choices::default() }, steps)
    };
    let methods = methods.into_iter().map(method).collect::<Result<Vec<MethodRun>, String>>()?;
    let answers = parts.iter().chain(&methods).filter(|part| part.is_answer());
    let best = answers.map(|part| part.steps).min();
    let limit = best.map_or(steps, |best| 10 * best + 1_000_000);
    let auto = solve_with_choices(text, auto, limit)?;
    Ok(Some(AutoMeasurement { name: name.to_owned(), parts, methods, others, auto }))
}

fn subtasks(text: &str, choices: &Choices) -> Result<Vec<TaskRecord>, String> {
    let input = Input::program(text, choices);
    let driver = Driver::new(&input).ok_or_else(|| error_message(&input))?;
    Ok(driver.records())
}

/// The scheduled methods: none if there is only one.
fn scheduled_subtasks(text: &str, choices: &Choices) -> Result<Vec<TaskRecord>, String> {
    let all = subtasks(text, choices)?;
    Ok(all.into_iter().filter(|task| task.method.is_some()).collect())
}

fn error_message(input: &Input) -> String {
    input.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; ")
}

fn solve_with_choices(text: &str, choices: Choices, steps: u64) -> Result<MethodRun, String> {
    let input = Input::program(text, &choices);
    let settings = Rc::new(Settings::default());
    let mut search = Search::start(&input, settings).ok_or_else(|| error_message(&input))?;
    let (outcome, over) = match search.run(steps) {
        Status::Done(outcome) => (outcome, true),
        Status::Running(_) => (search.so_far(&UnknownReason::Budget), false),
    };
    let way = match choices.method {
        Some(MethodChoice::Abstraction) | None => choices.abstraction_or_default().to_string(),
        Some(method) => method.to_string(),
    };
    let verdict: &Verdict = &outcome.verdict;
    Ok(MethodRun { way, verdict: verdict.name(), steps: search.steps(), over })
}
