//! The search for the rules that make a program provable (PI Alg. 1).
//!
//! What an operator follows makes a *space*: places where it has a choice, each with its options in the
//! order in which they are likely. All accesses to the array in one loop are one place, as one round of
//! the loop does one thing. A candidate takes an option at each place. The candidates that are left are
//! held by the integer solver, as truth values: exactly one option for each place, and what failed is
//! ruled out (PI Alg. 1, line 13). What rules out is a run on which a guard fails: all candidates that
//! do the same where that run came by since the ghost variables began anew fail on it as well.
//!
//! Before anyone is asked, a candidate is tried on runs. PI's algorithm has no case for an answer
//! that is neither a proof nor a run; such a candidate alone is ruled out.

use super::apply::{apply, ghost_names};
use super::choices::{Applied, Followed, Instrumentation};
use super::operator::Operator;
use super::places::{Place, place_of_use, places_of_array, places_of_number};
use super::sample::{Failure, Instrumented, samples};
use super::sites::{Use, uses};
use super::statement::place_of;
use crate::base::{Budget, Span};
use crate::chc::settings::Settings;
use crate::horn::term::{Sort, Term, Var};
use crate::lang::ast::{ExprKind, Program, Trigger};
use crate::lang::interp::Value;
use crate::lang::rewrite::Places;
use crate::lang::{Options, front_end, parse};
use crate::lia::{Answer, Solver};
use std::collections::BTreeSet;
/// The candidates for what one operator does.
struct Space {
    followed: Followed,
    places: Vec<Place>,
    solver: Solver,
    /// The option at each place; nothing when no candidate is left.
    present: Option<Vec<usize>>,
}

/// A candidate that was tried on runs and failed.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The rules.
    pub choices: Instrumentation,
    /// The run.
    pub failure: Failure,
}

/// A candidate to be proved.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The rules.
    pub choices: Instrumentation,
    /// The program with ghost variables.
    pub text: String,
    /// Where its pieces come from.
    pub places: Places,
}

/// The search.
pub struct Search {
    tree: Program,
    library: Vec<Operator>,
    settings: Settings,
    samples: Vec<Vec<Value>>,
    spaces: Vec<Space>,
    /// What failed on runs.
    pub rejected: Vec<Rejected>,
    /// Whether the present candidate was handed out.
    given: bool,
    /// How many ghosts follow one aggregate.
    copies: usize,
    /// Candidates with so many that were handed out and proved nothing.
    failed: usize,
}

impl Search {
    /// A search for a program without errors.
    pub fn new(text: &str, library: Vec<Operator>, settings: &Settings) -> Search {
        let (tree, _) = parse(text);
        let samples = front_end(text, Options::default())
            .0
            .map_or(vec![], |program| samples(&program, settings));
        let mut search = Search {
            tree,
            library,
            settings: settings.clone(),
            samples,
            spaces: vec![],
            rejected: vec![],
            given: false,
            copies: 1,
            failed: 0,
        };
        search.open();
        search
    }

    /// Makes the spaces: so many for each thing that is followed.
    fn open(&mut self) {
        let found = uses(&self.tree, &self.library, self.copies - 1);
        let mut keys: Vec<(&Option<String>, &String)> = vec![];
        self.spaces.clear();
        for u in &found {
            if keys.contains(&(&u.scope, &u.key)) {
                continue;
            }
            keys.push((&u.scope, &u.key));
            let Some(operator) = self.library.iter().find(|o| o.name() == u.operator) else {
                continue;
            };
            let own: Vec<&Use> =
                found.iter().filter(|v| (&v.scope, &v.key) == (&u.scope, &u.key)).collect();
            let copies = if operator.aggregate().is_some() { self.copies } else { 1 };
            for copy in 1..=copies {
                let which = if copies == 1 { 0 } else { copy };
                let ghost = self.spaces.len();
                self.spaces.push(Space::new(&self.tree, operator, &own, (ghost, which, copies)));
            }
        }
    }

    /// Once more, with one more copy of what aggregates; whether that is something new.
    fn reopen(&mut self) -> bool {
        let most = self.settings.instrumenting.copies;
        let known = |spaces: &[Space]| -> Vec<String> {
            spaces.iter().map(|space| space.followed.operator.clone()).collect()
        };
        let before = known(&self.spaces);
        self.copies += 1;
        self.failed = 0;
        self.given = false;
        if self.copies > most {
            return false;
        }
        self.open();
        known(&self.spaces) != before
    }

    /// Whether there is anything to instrument.
    pub fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// The next candidate that no known run breaks; nothing when none is left.
    pub fn next(&mut self) -> Option<Candidate> {
        if self.is_empty() {
            return None;
        }
        for _ in 0..self.settings.instrumenting.tried {
            let enough = self.given && self.failed == self.settings.instrumenting.failures;
            let choices = match self.present().filter(|_| !enough) {
                Some(choices) => choices,
                None if self.reopen() => continue,
                None => return None,
            };
            let Some(made) = self.made(&choices) else {
                self.rule_out_all();
                continue;
            };
            match self.failure(&made) {
                Some(failure) => self.learn(&choices, failure),
                None if self.given => self.rule_out_all(),
                None => {
                    self.given = true;
                    self.failed += 1;
                    let (text, places) = (made.text.clone(), made.places.clone());
                    return Some(Candidate { choices: choices.clone(), text, places });
                }
            }
        }
        None
    }

    /// A guard of the candidate that was handed out last fails on this run.
    pub fn fails_on(&mut self, run: &[Value]) {
        if !self.samples.iter().any(|known| known == run) {
            self.samples.insert(0, run.to_vec());
        }
        // If the run does not break it after all, it is ruled out alone.
    }

    /// The options that are chosen now, as rules.
    fn present(&self) -> Option<Instrumentation> {
        let ghosts = self.spaces.iter().map(|s| s.followed.clone()).collect();
        let mut rules = vec![];
        for space in &self.spaces {
            let present = space.present.as_ref()?;
            let chosen = space.places.iter().zip(present).map(|(place, n)| &place.options[*n]);
            rules.extend(chosen.flatten().cloned());
        }
        Some(Instrumentation { ghosts, rules: ordered(rules, &self.library, &self.spaces) })
    }

    fn made(&self, choices: &Instrumentation) -> Option<Instrumented> {
        let tree = apply(&self.tree, &self.library, choices).ok()?;
        let (text, places) = Places::of(&self.tree, &tree);
        let operators: Vec<&Operator> = choices
            .ghosts
            .iter()
            .filter_map(|g| self.library.iter().find(|o| o.name() == g.operator))
            .collect();
        let names = ghost_names(&self.tree, &operators, choices);
        let names = names.into_iter().map(|names| names.into_values().collect()).collect();
        Instrumented::new(text, places, names, self.begins(choices))
    }

    /// For each operator at work the places where its ghost variables begin anew.
    fn begins(&self, choices: &Instrumentation) -> Vec<BTreeSet<Span>> {
        let mut found = vec![BTreeSet::new(); choices.ghosts.len()];
        let begin = |rule: &&Applied| !rule.args.is_empty();
        for rule in choices.rules.iter().filter(begin) {
            for stmt in &self.tree.body {
                stmt.visit(&mut |s| {
                    if s.span == rule.at {
                        found[rule.ghost].insert(place_of(s));
                    }
                });
            }
        }
        found
    }

    fn failure(&self, made: &Instrumented) -> Option<Failure> {
        let steps = self.settings.instrumenting.steps;
        self.samples.iter().find_map(|run| made.failure(run, steps))
    }

    /// Rules out all that fails for the same reason.
    fn learn(&mut self, choices: &Instrumentation, failure: Failure) {
        let space = &mut self.spaces[failure.ghost];
        let touched = |place: &Place| place.spans.iter().any(|span| failure.places.contains(span));
        let which = space.places.iter().enumerate().filter(|(_, place)| touched(place));
        let which: Vec<usize> = which.map(|(n, _)| n).collect();
        space.rule_out(&which);
        self.rejected.push(Rejected { choices: choices.clone(), failure });
        self.given = false;
    }

    /// Rules out the present candidate alone.
    fn rule_out_all(&mut self) {
        self.given = false;
        let several = |space: &&mut Space| space.present.is_some();
        let last = self.spaces.iter_mut().filter(several).min_by_key(|space| space.tried());
        if let Some(space) = last {
            let all: Vec<usize> = (0..space.places.len()).collect();
            space.rule_out(&all);
        }
    }
}

/// The rules of one statement in the order in which they can come: ghost variables begin anew, then
/// they follow what is read, then values are replaced, and what is written comes last.
fn ordered(mut rules: Vec<Applied>, library: &[Operator], spaces: &[Space]) -> Vec<Applied> {
    let rank = |applied: &Applied| {
        let name = &spaces[applied.ghost].followed.operator;
        let operator = library.iter().find(|o| o.name() == name);
        match operator.and_then(|o| o.rule(&applied.rule)).map(|rule| &rule.on) {
            Some(Trigger::Anywhere) => 0,
            Some(Trigger::Value(e)) if matches!(e.kind, ExprKind::Index(..)) => 1,
            Some(Trigger::Value(_)) => 2,
            _ => 3,
        }
    };
    rules.sort_by_key(rank);
    rules
}

impl Space {
    fn new(
        tree: &Program,
        operator: &Operator,
        uses: &[&Use],
        (ghost, copy, copies): (usize, usize, usize),
    ) -> Space {
        let first = uses[0];
        let array = operator.array().and_then(|name| first.binding.values.get(name)).cloned();
        let formula = first.binding.formulas.values().next().cloned();
        let scope = first.scope.as_deref();
        let mut places = match &array {
            Some(array) => places_of_array(tree, operator, scope, array, (ghost, copy, copies)),
            None => places_of_number(tree, operator, first, ghost),
        };
        // The first copy stands for the values; what the others know it knows by agreement.
        if copy <= 1 {
            places.extend(uses.iter().map(|u| place_of_use(operator, u, ghost)));
        }
        places.sort_by_key(|place| place.spans.first().copied());
        let followed = Followed {
            operator: operator.name().to_owned(),
            scope: first.scope.clone(),
            array,
            formula,
        };
        let mut space = Space { followed, places, solver: Solver::new(), present: None };
        for n in 0..space.places.len() {
            let all: Vec<Term> = (0..space.places[n].options.len()).map(|k| option(n, k)).collect();
            for (k, one) in all.iter().enumerate() {
                for other in &all[..k] {
                    space.must(&Term::or([Term::not(one.clone()), Term::not(other.clone())]));
                }
            }
            space.must(&Term::or(all));
        }
        space.pick();
        space
    }

    /// How many candidates there are at most.
    fn tried(&self) -> usize {
        self.places.iter().fold(1, |n, place| n.saturating_mul(place.options.len()))
    }

    /// Rules out what is chosen now at some places together.
    fn rule_out(&mut self, places: &[usize]) {
        let Some(present) = self.present.take() else { return };
        let some_other = Term::or(places.iter().map(|n| Term::not(option(*n, present[*n]))));
        self.must(&some_other);
        self.pick();
    }

    fn must(&mut self, f: &Term) {
        // Truth values are within what the solver understands.
        let understood = self.solver.assert(f);
        debug_assert!(understood.is_ok());
    }

    /// Chooses at each place the likeliest option that is still possible with those before; the places
    /// near the end of the program come first, as what is done there is closest to the claims.
    fn pick(&mut self) {
        let mut chosen = vec![0; self.places.len()];
        let mut assumed = vec![];
        for n in (0..self.places.len()).rev() {
            let options = 0..self.places[n].options.len();
            let mut possible = options.filter(|k| {
                let Ok(lit) = self.solver.literal(&option(n, *k)) else { return false };
                let all = [assumed.as_slice(), &[lit]].concat();
                matches!(self.solver.check(&all, &mut Budget::steps(100_000)), Answer::Sat)
            });
            let Some(k) = possible.next() else { return };
            drop(possible);
            assumed.extend(self.solver.literal(&option(n, k)));
            chosen[n] = k;
        }
        self.present = Some(chosen);
    }
}

/// The truth value that says that an option is taken.
fn option(place: usize, option: usize) -> Term {
    Term::var(&Var::new(format!("o{place}_{option}"), Sort::Bool))
}
