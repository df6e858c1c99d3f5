//! Runs of a program and of what it was rewritten to, with the same choices.

use crate::dice::{Dice, mix_bits};
use hornbook_base::Span;
use hornbook_lang::interp::{Choice, Choices, End, Value, run};
use hornbook_lang::typed::{AssertId, TypedProgram};
use hornbook_lang::{Options, ast, typeck};
use std::collections::{BTreeMap, BTreeSet};

/// Steps of a run.
const STEPS: usize = 2_000;

/// The typed program of a syntax tree, which keeps the places of the tree.
pub fn typed(tree: &ast::Program) -> Option<TypedProgram> {
    let check_bounds = tree.pragmas.iter().any(|p| p.key == "check-bounds");
    typeck::check(tree, true, Options { check_bounds }).0
}

/// The ending of a run, as far as a rewriting must keep it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// These assertions failed, and the end was reached.
    Finished(BTreeSet<AssertId>),
    /// An assumption did not hold. The assertions in front of it count.
    Stopped(BTreeSet<AssertId>),
}

/// A run whose choices hang on their place in the text and on `seed`, and, unless they are to be
/// `constant`, on how many choices were made at that place before. Nothing if the run is too long
/// or comes to something that cannot be decided.
pub fn ending(program: &TypedProgram, seed: u64, constant: bool) -> Option<Ending> {
    let mut choices = ByPlace { seed, constant, made: BTreeMap::new() };
    let trace = run(program, &mut choices, STEPS);
    let failed = trace.failed.into_iter().map(|(id, _)| id).collect();
    match trace.end? {
        End::Finished => Some(Ending::Finished(failed)),
        End::AssumeFailed(_) => Some(Ending::Stopped(failed)),
        End::Undecided { .. } => None,
    }
}

struct ByPlace {
    seed: u64,
    constant: bool,
    made: BTreeMap<Span, u64>,
}

impl Choices for ByPlace {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let span = match choice {
            Choice::Initial(_, info) => info.span,
            Choice::Nondet { span, .. } => span,
        };
        let made = self.made.entry(span).or_default();
        *made += u64::from(!self.constant);
        let place = mix_bits(u64::from(span.start)) ^ mix_bits(*made << 20);
        Dice::new(self.seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ place).value(choice.ty())
    }
}
