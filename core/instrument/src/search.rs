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

use super::numbers::Number;
use super::places::{Place, place_of_use, places_of_array};
use super::sample::{Failure, Instrumented, instrumented, samples};
use hornbook_base::{Budget, LineIndex, Span};
use hornbook_horn::term::{Sort, Term, Var};
use hornbook_lang::ast::{ExprKind, Program, StmtKind, Trigger};
use hornbook_lang::interp::Value;
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::{Options, front_end, parse};
use hornbook_lia::{Answer, Solver};
use hornbook_records::attempts::{Attempt, Attempts, Came};
use hornbook_settings::Settings;
use hornbook_tasks::instrument::by_hand::ByHand;
use hornbook_tasks::instrument::choices::{Applied, Base, Instrumentation};
use hornbook_tasks::instrument::followed::Followed;
use hornbook_tasks::instrument::library::named;
use hornbook_tasks::instrument::operator::Operator;
use hornbook_tasks::instrument::sites::{Use, uses};
use std::collections::BTreeSet;

/// Candidates that failed and are written down, at most.
const NOTED: usize = 100;

/// The candidates for what one operator does.
struct Space {
    followed: Followed,
    places: Vec<Place>,
    solver: Solver,
    /// The option at each place; nothing when no candidate is left.
    present: Option<Vec<usize>>,
}

/// A candidate to be proved.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The rules.
    pub choices: Instrumentation,
    /// The program with ghost variables.
    pub text: String,
    /// Where its pieces come from.
    pub places: SourceMap,
}

/// The search.
pub struct Search {
    tree: Program,
    library: Vec<Operator>,
    settings: Settings,
    samples: Vec<Vec<Value>>,
    spaces: Vec<Space>,
    lines: LineIndex,
    /// What was tried.
    pub attempts: Attempts,
    /// Where the pieces of the text come from, if it is not the program itself.
    original: Option<SourceMap>,
    /// The claims of the original that are certified: nothing needs to be followed for them any more.
    settled: Vec<Span>,
    /// Whether all that is asked for is followed, whatever is certified.
    all: bool,
    /// The programs that were handed out: different rules can make the same one.
    asked: BTreeSet<String>,
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
        Search::of(&Base::plain(text), library, settings)
    }

    /// The same for a text that rules are applied to.
    pub fn of(base: &Base, library: Vec<Operator>, settings: &Settings) -> Search {
        let text = base.text.as_str();
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
            lines: LineIndex::new(text),
            attempts: Attempts::default(),
            original: base.places.clone(),
            settled: vec![],
            all: false,
            asked: BTreeSet::new(),
            given: false,
            copies: 1,
            failed: 0,
        };
        search.open();
        search
    }

    /// All rules that could be chosen for each thing that the program asks for.
    pub fn options(&self) -> Vec<(&Followed, Vec<&Applied>)> {
        let of = |space| {
            let Space { followed, places, .. }: &Space = space;
            let rules = places.iter().flat_map(|place| place.options.iter().flatten());
            (followed, rules.collect())
        };
        self.spaces.iter().map(of).collect()
    }

    /// Makes the spaces: so many for each thing that is followed.
    fn open(&mut self) {
        let mut found = uses(&self.tree, &self.library, self.copies - 1);
        found.retain(|u| !self.is_settled(u.at));
        let mut keys: Vec<(&Option<String>, &String)> = vec![];
        self.spaces.clear();
        for u in &found {
            if keys.contains(&(&u.scope, &u.key)) {
                continue;
            }
            keys.push((&u.scope, &u.key));
            let Some(operator) = named(&self.library, &u.operator) else {
                continue;
            };
            let own: Vec<&Use> =
                found.iter().filter(|v| (&v.scope, &v.key) == (&u.scope, &u.key)).collect();
            let copies = if operator.aggregate().is_some() { self.copies } else { 1 };
            for copy in 1..=copies {
                let which = if copies == 1 { 0 } else { copy };
                let ghost = self.spaces.len();
                let for_it = |u: &&&Use| copies == 1 || u.turn(&own) % copies + 1 == copy;
                let replaced: Vec<&Use> = own.iter().filter(for_it).copied().collect();
                let turn = (ghost, which, copies);
                self.spaces.push(Space::new(&self.tree, operator, own[0], &replaced, turn));
            }
        }
    }

    /// Whether a statement claims nothing but what is certified.
    fn is_settled(&self, at: Span) -> bool {
        let place = self.original.as_ref().map_or(Some(at), |places| places.to_original(at));
        let claims = |place: Span| {
            self.settled.iter().any(|claim| place.start <= claim.start && claim.end <= place.end)
        };
        let mut asserts = false;
        for stmt in &self.tree.body {
            stmt.visit(&mut |s| {
                asserts |= s.span == at && matches!(s.kind, StmtKind::Assert(_));
            });
        }
        asserts && place.is_some_and(claims)
    }

    /// These claims of the original are certified; the search begins anew with what the others ask for,
    /// if that is something.
    pub fn settle(&mut self, claims: Vec<Span>) {
        if claims.len() <= self.settled.len() || self.all {
            return;
        }
        let before = std::mem::replace(&mut self.settled, claims);
        let all = uses(&self.tree, &self.library, 0);
        match all.iter().all(|u| self.is_settled(u.at)) {
            true => self.settled = before,
            false => self.begin_anew(),
        }
    }

    /// What claims ask for that are certified may be of use to the others: once more with all of it.
    fn take_all(&mut self) -> bool {
        let more = !self.settled.is_empty() && !self.all;
        if more {
            self.all = true;
            self.settled.clear();
            self.begin_anew();
        }
        more
    }

    fn begin_anew(&mut self) {
        (self.copies, self.failed, self.given) = (1, 0, false);
        self.open();
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

    /// The runs that candidates are tried on, by what they choose.
    pub fn samples(&self) -> &[Vec<Value>] {
        &self.samples
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
                None if self.reopen() || self.take_all() => continue,
                None => return None,
            };
            let made = match instrumented(&self.tree, &self.library, &choices) {
                Ok(made) => made,
                Err(why) => {
                    self.note(&choices, Came::Refused(why));
                    self.rule_out_all();
                    continue;
                }
            };
            match self.failure(&made) {
                Some(failure) => self.learn(&choices, failure),
                None if self.given => {
                    self.came(Came::NoAnswer);
                    self.rule_out_all();
                }
                None if !self.asked.insert(made.text.clone()) => self.rule_out_all(),
                None => {
                    self.given = true;
                    self.note(&choices, Came::Asked);
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
        let rules = ordered(rules, &self.library, &self.spaces);
        Some(Instrumentation { ghosts, rules, whole: false })
    }

    /// Writes down what was tried.
    fn note(&mut self, choices: &Instrumentation, came: Came) {
        let all = &mut self.attempts;
        if came != Came::Asked && all.tried.len() >= NOTED {
            all.left_out += 1;
            return;
        }
        let rules = ByHand::naming(choices, &self.tree, &self.lines, &self.library);
        let written_out = self.original.is_some();
        all.tried.push(Attempt { rules, written_out, came, task: None });
    }

    /// The candidate that is named by hand, if it can be made and no known run breaks it.
    pub fn named(&mut self, rules: &ByHand) -> Option<Instrumentation> {
        let resolved = rules.resolve(&self.tree, &self.lines, &self.library);
        let resolved = resolved.map(|choices| Instrumentation { whole: true, ..choices });
        let came = match &resolved {
            Ok(choices) => match instrumented(&self.tree, &self.library, choices) {
                Ok(made) => {
                    self.failure(&made).map_or(Came::Asked, |failure| self.fails(&failure, 1))
                }
                Err(why) => Came::Refused(why),
            },
            Err(why) => Came::Refused(why.clone()),
        };
        let is_asked = came == Came::Asked;
        let (rules, written_out) = (rules.clone(), self.original.is_some());
        self.attempts.tried.push(Attempt { rules, written_out, came, task: None });
        resolved.ok().filter(|_| is_asked)
    }

    fn fails(&self, failure: &Failure, rules_out: u64) -> Came {
        Came::Fails(failure.broken(&self.lines, rules_out))
    }

    /// A run breaks a guard of the candidate that was named by hand.
    pub fn named_fails_on(&mut self, choices: &Instrumentation, run: &[Value]) {
        let made = instrumented(&self.tree, &self.library, choices);
        let steps = self.settings.instrumenting.steps;
        if let Some(failure) = made.ok().and_then(|made| made.failure(run, steps)) {
            let came = self.fails(&failure, 1);
            self.came(came);
        }
    }

    /// What came of the candidate that was handed out last.
    pub fn came(&mut self, came: Came) {
        if let Some(last) = self.asked() {
            last.came = came;
        }
    }

    /// The task that asks about the candidate that was handed out last.
    pub fn is_asked_by(&mut self, task: usize) {
        if let Some(last) = self.asked() {
            last.task = Some(task);
        }
    }

    /// What a task asked about is asked by another one.
    pub fn is_asked_again(&mut self, task: usize, new: usize) {
        let mut all = self.attempts.tried.iter_mut();
        if let Some(attempt) = all.find(|attempt| attempt.task == Some(task)) {
            (attempt.came, attempt.task) = (Came::Asked, Some(new));
        }
    }

    fn asked(&mut self) -> Option<&mut Attempt> {
        self.attempts.tried.iter_mut().rfind(|attempt| attempt.came == Came::Asked)
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
        let rules_out = space.alike(&which);
        space.rule_out(&which);
        let came = self.fails(&failure, rules_out);
        match self.given {
            true => self.came(came),
            false => self.note(choices, came),
        }
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
        let operator = named(library, name);
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
        first: &Use,
        replaced: &[&Use],
        (ghost, copy, copies): (usize, usize, usize),
    ) -> Space {
        let array = operator.array().and_then(|name| first.binding.values.get(name)).cloned();
        let formula = first.binding.formulas.values().next().cloned();
        let scope = first.scope.as_deref();
        let mut places = match &array {
            Some(array) => places_of_array(tree, operator, scope, array, (ghost, copy, copies)),
            None => Number { tree, operator, uses: replaced, ghost }.place().into_iter().collect(),
        };
        places.extend(replaced.iter().map(|u| place_of_use(tree, operator, u, ghost)));
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

    /// How many candidates choose the same at these places.
    fn alike(&self, places: &[usize]) -> u64 {
        let others = self.places.iter().enumerate().filter(|(n, _)| !places.contains(n));
        others.fold(1, |n, (_, place)| n.saturating_mul(place.options.len() as u64))
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
