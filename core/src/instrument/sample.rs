//! Runs that choices are tried on before anything is proved: a rule whose guard fails on a run is the
//! wrong one, and what else would fail on the same run needs not be tried.

use crate::base::Span;
use crate::chc::settings::Settings;
use crate::lang::interp::{End, ListedChoices, Value, run};
use crate::lang::rewrite::{Made, Places};
use crate::lang::typed::{self, AssertId};
use crate::lang::{Options, front_end};
use crate::runs::probe::Small;
use std::collections::BTreeSet;

/// The choices of some runs that come to their end, different ones.
pub fn samples(program: &typed::Program, settings: &Settings) -> Vec<Vec<Value>> {
    let mut found: Vec<Vec<Value>> = vec![];
    for number in 0..settings.instrumenting.runs {
        if found.len() == settings.instrumenting.samples {
            break;
        }
        // Every third run chooses the same number everywhere, the others mix.
        let mixed = settings.probe.same + number;
        let number = if number % 3 == 0 { number / 3 } else { mixed };
        let mut choices = Small::new(&settings.probe, number);
        let trace = run(program, &mut choices, settings.instrumenting.steps);
        let ends = trace.end == Some(End::Finished);
        if ends && !found.contains(&choices.made) {
            found.push(choices.made);
        }
    }
    found
}

/// A guard that fails on a run.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Where the guard stands in the original program.
    pub at: Span,
    /// The guard, as it is written.
    pub guard: String,
    /// The ghost variables that it is about: a position in [`super::choices::Instrumentation::ghosts`].
    pub ghost: usize,
    /// The choices of the run.
    pub run: Vec<Value>,
    /// The places of the original that the run came to since the ghost variables began anew.
    pub places: BTreeSet<Span>,
}

/// An instrumented program, ready to run.
pub struct Instrumented {
    /// Its text.
    pub text: String,
    /// Where its pieces come from.
    pub places: Places,
    /// It.
    pub program: typed::Program,
    /// The names of the ghost variables of each operator.
    names: Vec<BTreeSet<String>>,
    /// For each operator the places where its ghost variables begin anew.
    begins: Vec<BTreeSet<Span>>,
}

impl Instrumented {
    /// Reads the text; nothing if it has errors.
    pub fn new(
        text: String,
        places: Places,
        names: Vec<BTreeSet<String>>,
        begins: Vec<BTreeSet<Span>>,
    ) -> Option<Instrumented> {
        let program = front_end(&text, Options::default()).0?;
        Some(Instrumented { text, places, program, names, begins })
    }

    /// Whose guard an assertion is; nothing for one of the original.
    pub fn guard(&self, id: AssertId) -> Option<usize> {
        let span = self.program.assert_span(id);
        let text = span.slice(&self.text);
        let of = |names: &BTreeSet<String>| names.iter().any(|name| mentions(text, name));
        let is_added = self.places.place(span).is_some_and(|p| p.made == Made::Added);
        is_added.then(|| self.names.iter().position(of)).flatten()
    }

    /// The first guard that fails on a run with these choices.
    pub fn failure(&self, choices: &[Value], steps: usize) -> Option<Failure> {
        let trace = run(&self.program, &mut ListedChoices::new(choices.to_vec()), steps);
        let (id, at, ghost) =
            trace.failed.iter().find_map(|(id, at)| Some((*id, *at, self.guard(*id)?)))?;
        let mut places = BTreeSet::new();
        for step in &trace.steps[..=at] {
            let Some(place) = self.places.place(step.span) else { continue };
            let Some(span) = place.span else { continue };
            let is_ghost = step
                .changes
                .iter()
                .any(|change| self.names[ghost].contains(&self.program.var(change.var).name));
            if is_ghost && self.begins[ghost].contains(&span) {
                places.clear();
            }
            places.insert(span);
        }
        let span = self.program.assert_span(id);
        let guard = span.slice(&self.text).to_owned();
        let at = self.places.nearest(span).unwrap_or_default();
        Some(Failure { at, guard, ghost, run: choices.to_vec(), places })
    }
}

/// Whether a name stands in a text, as a word.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !is_part(c)).any(|word| word == name)
}
