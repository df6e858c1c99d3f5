//! The method `auto` beside the abstractions and methods that it tries: whether it answers where one of
//! them does, and with how much more work. Work is counted in steps, so all of this is the same on every machine.

use crate::solve::Search;
use hornbook_pipeline::{Choices, ChosenAbstraction, Driver, Input, MethodChoice, Status};
use hornbook_records::tasks::TaskRecord;
use hornbook_records::{UnknownReason, Verdict};
use hornbook_settings::Settings;
use std::rc::Rc;

/// What one way to look for the verdict came to.
#[derive(Clone, Debug)]
pub struct Came {
    /// The way, as the command line names it.
    pub way: String,
    /// The name of the verdict.
    pub verdict: &'static str,
    /// Steps spent.
    pub steps: u64,
    /// Whether the search came to its end.
    pub over: bool,
}

impl Came {
    /// Whether the program is certified or refuted, and nothing is left to do: what is known when the steps are used up
    /// does not say what the answer takes.
    pub fn is_answer(&self) -> bool {
        self.over && matches!(self.verdict, "certified" | "buggy")
    }

    fn is_too_weak(&self) -> bool {
        self.over && self.verdict == "too-weak"
    }
}

/// A program with what became of it.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The program's name.
    pub name: String,
    /// Each abstraction by itself.
    pub parts: Vec<Came>,
    /// The methods beside them, each by itself: tiling and ghost variables.
    pub methods: Vec<Came>,
    /// Methods that have their turns and that nobody can ask for alone: places for what exists.
    pub others: usize,
    /// The method `auto`.
    pub auto: Came,
}

impl Measured {
    /// The abstraction that answers with least work.
    pub fn best(&self) -> Option<&Came> {
        self.parts.iter().filter(|part| part.is_answer()).min_by_key(|part| part.steps)
    }

    /// How many times as much work as the best abstraction `auto` needs, as far as both answer.
    pub fn ratio(&self) -> Option<f64> {
        let best = self.best().filter(|_| self.auto.is_answer())?;
        Some(self.auto.steps as f64 / best.steps.max(1) as f64)
    }

    /// Whether an abstraction or a method answers, and `auto` does not.
    pub fn is_lost(&self) -> bool {
        self.least().is_some() && !self.auto.is_answer()
    }

    /// The abstraction or method that answers with least work.
    pub fn least(&self) -> Option<&Came> {
        let all = self.parts.iter().chain(&self.methods);
        all.filter(|part| part.is_answer()).min_by_key(|part| part.steps)
    }

    /// How many abstractions and methods have their turns.
    pub fn tried(&self) -> usize {
        self.parts.len() + self.methods.len() + self.others
    }

    /// How many times as much work as the best abstraction or method `auto` needs, as far as both answer.
    pub fn ratio_to_least(&self) -> Option<f64> {
        let least = self.least().filter(|_| self.auto.is_answer())?;
        Some(self.auto.steps as f64 / least.steps.max(1) as f64)
    }

    /// What `auto` may spend on what its best abstraction answers: its work once for each abstraction that is tried,
    /// once more, and something for reading the program.
    pub fn bound(&self, reading: u64) -> Option<u64> {
        let times = self.parts.len() as u64 + 1;
        Some(self.best()?.steps * times + reading)
    }

    /// The same for whatever answers with least work, an abstraction or a method, of all that have their turns.
    pub fn bound_by_least(&self, reading: u64) -> Option<u64> {
        Some(self.least()?.steps * (self.tried() as u64 + 1) + reading)
    }

    /// Whether all abstractions are too weak, which `auto` has to say as well, unless it answers.
    pub fn is_too_weak(&self) -> bool {
        !self.parts.is_empty() && self.parts.iter().all(Came::is_too_weak)
    }
}

/// A program solved in all these ways, each within so many steps; `auto` gets ten times as many as the best of them
/// needs. Nothing for a program whose verdict no abstraction is asked about.
///
/// # Errors
/// What is wrong with the text.
pub fn measure(name: &str, text: &str, steps: u64) -> Result<Option<Measured>, String> {
    let choices = Choices {
        method: Some(MethodChoice::Abstraction),
        ..Choices::abstraction(ChosenAbstraction::Auto)
    };
    let asked = asked(text, &choices)?;
    if asked.iter().any(|task| task.exact) {
        return Ok(None);
    }
    let part = |task: &TaskRecord| {
        let one = Choices { method: Some(MethodChoice::Abstraction), ..task.choices.clone() };
        solved(text, one, steps)
    };
    let parts = asked.iter().map(part).collect::<Result<Vec<Came>, String>>()?;
    let auto = Choices { method: Some(MethodChoice::Auto), ..Choices::default() };
    let named = |method: &str| match method {
        "tiling" => Some(MethodChoice::Tiling),
        "instrument" => Some(MethodChoice::Instrument),
        _ => None,
    };
    let others = asked_by_turns(text, &auto)?;
    let methods: Vec<MethodChoice> =
        others.iter().filter_map(|task| named(task.method.as_deref()?)).collect();
    // Abstractions are one of those that have turns.
    let others = others.len().saturating_sub(1 + methods.len());
    let method =
        |method| solved(text, Choices { method: Some(method), ..Choices::default() }, steps);
    let methods = methods.into_iter().map(method).collect::<Result<Vec<Came>, String>>()?;
    let answers = parts.iter().chain(&methods).filter(|part| part.is_answer());
    let best = answers.map(|part| part.steps).min();
    let limit = best.map_or(steps, |best| 10 * best + 1_000_000);
    let auto = solved(text, auto, limit)?;
    Ok(Some(Measured { name: name.to_owned(), parts, methods, others, auto }))
}

fn asked(text: &str, choices: &Choices) -> Result<Vec<TaskRecord>, String> {
    let input = Input::program(text, choices);
    let driver = Driver::new(&input).ok_or_else(|| wrong(&input))?;
    Ok(driver.records())
}

/// The methods that have turns: none if there is only one.
fn asked_by_turns(text: &str, choices: &Choices) -> Result<Vec<TaskRecord>, String> {
    let all = asked(text, choices)?;
    Ok(all.into_iter().filter(|task| task.method.is_some()).collect())
}

fn wrong(input: &Input) -> String {
    input.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; ")
}

fn solved(text: &str, choices: Choices, steps: u64) -> Result<Came, String> {
    let input = Input::program(text, &choices);
    let settings = Rc::new(Settings::default());
    let mut search = Search::with(&input, settings).ok_or_else(|| wrong(&input))?;
    let (outcome, over) = match search.run(steps) {
        Status::Done(outcome) => (outcome, true),
        Status::Running(_) => (search.so_far(&UnknownReason::Budget), false),
    };
    let way = match choices.method {
        Some(MethodChoice::Abstraction) | None => choices.abstraction_or_default().to_string(),
        Some(method) => method.to_string(),
    };
    let verdict: &Verdict = &outcome.verdict;
    Ok(Came { way, verdict: verdict.name(), steps: search.steps(), over })
}
