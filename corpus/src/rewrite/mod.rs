//! Rewritings of programs that keep what they mean: a verdict that changes under one of them hangs
//! on how a program is written, not on what it does.
//!
//! Rewritings work on syntax trees, with what [`hornbook_lang::rewrite`] has for that. What
//! they keep of the original keeps its place, so that the choices of a run can be told apart by
//! place in both programs ([`crate::runs`]).

// All rewritings have one type, also those that could do with a slice.
#![allow(clippy::ptr_arg)]

mod branches;
mod comparisons;
mod count_down;
mod loops;
mod quantifiers;
mod rename;
mod reorder;
mod unused;
mod updates;

use hornbook_lang::ast::{Program, Stmt};
use hornbook_pipeline::Key;
use std::collections::BTreeMap;

/// A way to write a program differently.
#[derive(Clone, Copy)]
pub struct Rewriting {
    /// Its name in tables.
    pub name: &'static str,
    /// Whether the rounds of a loop come in another order, and with them the choices in them.
    pub turns_loops: bool,
    /// Whether variables get other names after all the rest.
    renames: bool,
    rewrite: fn(&mut Vec<Stmt>),
}

/// One that keeps the order of all choices at each place.
const fn plain(name: &'static str, rewrite: fn(&mut Vec<Stmt>)) -> Rewriting {
    Rewriting { name, turns_loops: false, renames: false, rewrite }
}

/// A rewritten program.
pub struct Rewritten {
    /// The program.
    pub tree: Program,
    names: BTreeMap<String, String>,
}

impl Rewritten {
    /// An abstraction that was chosen for the original, for this program.
    pub fn abstraction(&self, chosen: &str) -> String {
        rename::in_abstraction(chosen, &self.names)
    }
}

/// All rewritings; the last one does many of the others at once.
pub const ALL: [Rewriting; 19] = [
    Rewriting { renames: true, ..plain("rename", |_| {}) },
    plain("reorder", reorder::neighbours),
    plain("for-to-while", loops::for_to_while),
    plain("while-to-for", loops::while_to_for),
    plain("weak-left", comparisons::weak_left),
    plain("weak-right", comparisons::weak_right),
    plain("strict", comparisons::strict),
    plain("flip", comparisons::flip),
    plain("negate", comparisons::negate),
    plain("swap-branches", branches::swap),
    plain("quantified-ranges", quantifiers::to_ranges),
    plain("quantified-guards", quantifiers::to_guards),
    Rewriting { turns_loops: true, ..plain("count-down", count_down::turn) },
    plain("unused", unused::constants),
    plain("unused-counter", unused::counter),
    plain("short-updates", updates::short),
    plain("long-updates", updates::long),
    plain("blocks", branches::blocks),
    Rewriting { renames: true, ..plain("many-at-once", many_at_once) },
];

fn many_at_once(body: &mut Vec<Stmt>) {
    loops::for_to_while(body);
    updates::long(body);
    comparisons::weak_right(body);
    comparisons::flip(body);
    branches::swap(body);
    unused::constants(body);
    reorder::neighbours(body);
}

impl Rewriting {
    /// The rewritten program; nothing if there is nothing in it to rewrite.
    pub fn apply(&self, program: &Program) -> Option<Rewritten> {
        let mut tree = program.clone();
        (self.rewrite)(&mut tree.body);
        let names = if self.renames { rename::reversed(&mut tree.body) } else { BTreeMap::new() };
        for pragma in tree.pragmas.iter_mut().filter(|p| Some(&*p.key) == Key::Abstraction.pragma())
        {
            pragma.value = rename::in_abstraction(&pragma.value, &names);
        }
        (tree != *program).then_some(Rewritten { tree, names })
    }
}
