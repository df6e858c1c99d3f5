//! The text with ghost variables for the places of what a claim says to exist.
//!
//! **Soundness.** The plan makes the program again, by [`apply`], from the text and the places that were chosen. A
//! claim rests on the stronger claim of that program. That this suffices is said in [`crate::existence`].

use crate::choices::Choices;
use crate::existence::apply::{Choice, apply};
use crate::judgement::{Duty, Plan};
use crate::task::{Claims, Source, Task};
use hornbook_lang::rewrite::Places;
use hornbook_lang::typed::AssertId;
use hornbook_lang::{Options, front_end, parse};

/// The text with places for what a claim says to exist.
#[derive(Clone, Debug)]
pub struct WithPlaces {
    /// What is chosen for the program.
    pub options: Choices,
    /// The places.
    pub choice: Choice,
    /// The assertion of the text.
    pub claim: AssertId,
}

impl WithPlaces {
    /// The program, and what the claim is in it, without any search.
    ///
    /// # Errors
    /// In words, if the choice makes no sense for this text.
    pub fn made(&self, original: &str) -> Result<Duty, String> {
        let (tree, _) = parse(original);
        let (text, places) = Places::of(&tree, &apply(&tree, &self.choice)?);
        let options = Options { check_bounds: self.options.check_bounds };
        let read = |text: &str| front_end(text, options).0.ok_or("the program has errors");
        let known = places.assertions(&read(&text)?, &read(original)?);
        let these = (0..).zip(&known).filter(|(_, known)| **known == Some(self.claim));
        let claims = Claims::Asserts(these.map(|(n, _)| AssertId(n)).collect());
        if claims == Claims::Asserts(vec![]) {
            return Err("the assertion is not in the program any more".into());
        }
        let why = "What exists is at a place that the program came upon; if the claim holds of that one, it holds.";
        let task = Task {
            options: self.options.clone(),
            places: Some(places),
            about: claims.clone(),
            ..Task::new("with a place for what exists", why, Source::Program(text))
        };
        Ok(Duty { task, claims })
    }
}

impl Plan for WithPlaces {
    fn duties(&self, source: &Source, claim: usize) -> Result<Vec<Duty>, String> {
        match claim == self.claim.0 as usize {
            true => Ok(vec![self.made(source.text())?]),
            false => Err("the places are for another claim".into()),
        }
    }
}
