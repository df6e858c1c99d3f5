//! The text with ghost variables (PI).
//!
//! **Soundness.** The plan makes the program again, by [`apply`], from the text and the rules that were chosen. A
//! claim rests on that claim and on all guards of that program, and, where the text brings operators of its own,
//! on what these must keep. That this suffices is said in [`crate::instrument`].

use crate::choices::Choices;
use crate::instrument::apply::apply;
use crate::instrument::choices::{Base, Instrumentation};
use crate::instrument::library::operators;
use crate::instrument::obligations::{Obligation, obligations};
use crate::judgement::{Duty, Plan};
use crate::task::{Claims, Source, Task};
use hornbook_lang::rewrite::Places;
use hornbook_lang::typed::AssertId;
use hornbook_lang::{Options, front_end, parse};

/// The text with ghost variables.
#[derive(Clone, Debug)]
pub struct WithGhosts {
    /// What is chosen for the program.
    pub options: Choices,
    /// Whether calls are written out first.
    pub written_out: bool,
    /// The rules.
    pub choices: Instrumentation,
    /// The claims of the text, in their order.
    pub claims: Vec<Option<AssertId>>,
}

/// A program with ghost variables, and what is claimed in it.
pub struct Made {
    /// The program.
    pub task: Task,
    /// For each assertion of it the one of the text that it is; none for guards.
    pub asserts: Vec<Option<AssertId>>,
}

impl Made {
    /// Its guards.
    pub fn guards(&self) -> impl Iterator<Item = AssertId> {
        (0..).zip(&self.asserts).filter(|(_, known)| known.is_none()).map(|(n, _)| AssertId(n))
    }

    /// The assertions that one of the text is here: all of them, should there be more than one.
    pub fn of(&self, original: AssertId) -> Vec<AssertId> {
        let these = (0..).zip(&self.asserts).filter(|(_, known)| **known == Some(original));
        these.map(|(n, _)| AssertId(n)).collect()
    }
}

impl WithGhosts {
    /// The program, without any search.
    ///
    /// # Errors
    /// In words, if the choices make no sense for this text.
    pub fn made(&self, original: &str) -> Result<Made, String> {
        let base = Base::of(original, self.written_out);
        let (tree, _) = parse(&base.text);
        let (library, _) = operators(&tree);
        let (text, places) = Places::of(&tree, &apply(&tree, &library, &self.choices)?);
        let places = base.to_original(&places);
        let options = Options { check_bounds: self.options.check_bounds };
        let read = |text: &str| front_end(text, options).0.ok_or("the program has errors");
        let asserts = places.assertions(&read(&text)?, &read(original)?);
        let why = "Ghost variables follow what the text asks for; it holds if all guards do.";
        let task = Task {
            options: self.options.clone(),
            places: Some(places),
            guesses: true,
            ..Task::new("with ghost variables", why, Source::Program(text))
        };
        Ok(Made { task, asserts })
    }
}

impl Plan for WithGhosts {
    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String> {
        let made = self.made(source.text())?;
        let original = self.claims.get(claim).copied().flatten().ok_or("no such assertion")?;
        let mut asserts = made.of(original);
        if asserts.is_empty() {
            return Err("the assertion is not in the program any more".into());
        }
        asserts.extend(made.guards());
        let own = sound(source.text(), &self.choices);
        let proofs = own.into_iter().map(|task| Duty { task, claims: Claims::All });
        let claim = Duty { task: made.task, claims: Claims::Asserts(asserts) };
        Ok(std::iter::once(claim).chain(proofs).collect())
    }
}

/// What the operators that a text brings, as far as they are used, must keep.
pub fn sound(text: &str, choices: &Instrumentation) -> Vec<Task> {
    let (tree, _) = parse(text);
    let (library, own) = operators(&tree);
    let used = |name: &str| choices.ghosts.iter().any(|ghost| ghost.operator == name);
    let own = library.iter().take(own).filter(|operator| used(operator.name()));
    let task =
        |o: Obligation| Task { exact: true, ..Task::new(o.title, o.why, Source::Program(o.text)) };
    own.flat_map(obligations).map(task).collect()
}
