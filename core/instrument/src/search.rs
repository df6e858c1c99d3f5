//! The search for the rules that make a program provable (PI Alg. 1).
//!
//! Each operator has a *space*: its choice sites, each with options in the order in which they are likely.
//! All accesses to the array in one loop are one site, as one round of the loop does one thing. A candidate
//! takes an option at each site. The integer solver holds the remaining candidates, as truth values: exactly
//! one option for each site, without combinations that failed (PI Alg. 1, line 13). A run on which a guard
//! fails rules out all candidates with the same options where the run passed since the ghost variables
//! restarted.
//!
//! A candidate is tried on runs before it is asked about. PI's algorithm has no case for an answer that is
//! neither a proof nor a run; such a candidate alone is ruled out.

use super::choice_sites::{ChoiceSite, site_for_use, sites_for_array};
use super::numbers::Number;
use super::sample::{Failure, InstrumentedProgram, instrument_program, sample_runs};
use crate::sample::RUN_STEPS;
use hornbook_base::{Budget, LineIndex, Span};
use hornbook_horn::term::{Sort, Term, Var};
use hornbook_lang::ast::{ExprKind, Program, StmtKind, Trigger};
use hornbook_lang::interp::Value;
use hornbook_lang::rewrite::SourceMap;
use hornbook_lang::{Options, front_end, parse};
use hornbook_lia::{Answer, Solver};
use hornbook_records::attempts::{Attempt, AttemptResult, Attempts};
use hornbook_settings::Settings;
use hornbook_tasks::instrument::choices::{AppliedRule, BaseText, Instrumentation};
use hornbook_tasks::instrument::followed::Followed;
use hornbook_tasks::instrument::library::named;
use hornbook_tasks::instrument::named_rules::NamedRules;
use hornbook_tasks::instrument::operator::Operator;
use hornbook_tasks::instrument::sites::{Use, uses};
use std::collections::BTreeSet;

/// The most candidates that are tried on runs before one is asked about.
const MAX_TRIED: u64 = 400;

/// Candidates that prove nothing before one more ghost follows the same.
const MAX_FAILURES: usize = 3;

/// The most ghosts that follow the same.
const MAX_COPIES: usize = 3;

/// The most failed candidates that are recorded.
const NOTED: usize = 100;

/// The candidates for one operator.
struct Space {
    followed: Followed,
    sites: Vec<ChoiceSite>,
    solver: Solver,
    /// The option at each site; `None` when no candidate is left.
    present: Option<Vec<usize>>,
}

/// A candidate to be proved.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The rules.
    pub choices: Instrumentation,
    /// The program with ghost variables.
    pub text: String,
    /// The map from places of the text to the original.
    pub places: SourceMap,
}

/// The search for instrumentations.
pub struct Search {
    tree: Program,
    library: Vec<Operator>,
    samples: Vec<Vec<Value>>,
    spaces: Vec<Space>,
    lines: LineIndex,
    /// The attempts so far.
    pub attempts: Attempts,
    /// The map from places of the text to the original, if it is another text.
    original: Option<SourceMap>,
    /// The certified claims of the original, which need no ghosts any more.
    settled: Vec<Span>,
    /// Whether ghosts follow all uses, also those of certified claims.
    all: bool,
    /// The texts of candidates that were given out: different rules can make the same one.
    asked: BTreeSet<String>,
    /// Whether the present candidate was given out.
    given: bool,
    /// The number of ghosts for one aggregate.
    copies: usize,
    /// The number of candidates with so many ghosts that were given out and proved nothing.
    failed: usize,
}

impl Search {
    /// A search for a program without errors.
    pub fn new(text: &str, library: Vec<Operator>, settings: &Settings) -> Search {
        Search::for_base(&BaseText::plain(text), library, settings)
    }

    /// A search for a text that rules are applied to.
    pub fn for_base(base: &BaseText, library: Vec<Operator>, settings: &Settings) -> Search {
        let text = base.text.as_str();
        let (tree, _) = parse(text);
        let samples = front_end(text, Options::default())
            .0
            .map_or(vec![], |program| sample_runs(&program, settings));
        let mut search = Search {
            tree,
            library,
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

    /// The possible rules for each use in the program.
    pub fn options(&self) -> Vec<(&Followed, Vec<&AppliedRule>)> {
        let of = |space| {
            let Space { followed, sites, .. }: &Space = space;
            let rules = sites.iter().flat_map(|site| site.options.iter().flatten());
            (followed, rules.collect())
        };
        self.spaces.iter().map(of).collect()
    }

    /// Makes the spaces of all uses, with copies.
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
                let for_it = |u: &&&Use| copies == 1 || u.value_index(&own) % copies + 1 == copy;
                let replaced: Vec<&Use> = own.iter().filter(for_it).copied().collect();
                let turn = (ghost, which, copies);
                self.spaces.push(Space::new(&self.tree, operator, own[0], &replaced, turn));
            }
        }
    }

    /// Whether all claims in a statement are certified.
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

    /// Records certified claims of the original; the search restarts with the uses in the others, if there
    /// are some.
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

    /// Restarts with the uses in all claims, as those in certified claims may help the others.
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

    /// Restarts with one more ghost for each aggregate; whether there is something new.
    fn reopen(&mut self) -> bool {
        let known = |spaces: &[Space]| -> Vec<String> {
            spaces.iter().map(|space| space.followed.operator.clone()).collect()
        };
        let before = known(&self.spaces);
        self.copies += 1;
        self.failed = 0;
        self.given = false;
        if self.copies > MAX_COPIES {
            return false;
        }
        self.open();
        known(&self.spaces) != before
    }

    /// The sample runs, by their choices.
    pub fn sample_runs(&self) -> &[Vec<Value>] {
        &self.samples
    }

    /// Whether there is nothing to instrument.
    pub fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// The next candidate that no known run violates; `None` when none is left.
    pub fn next(&mut self) -> Option<Candidate> {
        if self.is_empty() {
            return None;
        }
        for _ in 0..MAX_TRIED {
            let enough = self.given && self.failed == MAX_FAILURES;
            let choices = match self.present().filter(|_| !enough) {
                Some(choices) => choices,
                None if self.reopen() || self.take_all() => continue,
                None => return None,
            };
            let made = match instrument_program(&self.tree, &self.library, &choices) {
                Ok(made) => made,
                Err(why) => {
                    self.note(&choices, AttemptResult::Refused(why));
                    self.rule_out_all();
                    continue;
                }
            };
            match self.failure(&made) {
                Some(failure) => self.learn(&choices, failure),
                None if self.given => {
                    self.came(AttemptResult::NoAnswer);
                    self.rule_out_all();
                }
                None if !self.asked.insert(made.text.clone()) => self.rule_out_all(),
                None => {
                    self.given = true;
                    self.note(&choices, AttemptResult::Asked);
                    self.failed += 1;
                    let (text, places) = (made.text.clone(), made.places.clone());
                    return Some(Candidate { choices: choices.clone(), text, places });
                }
            }
        }
        None
    }

    /// Learns from a run on which a guard of the last candidate fails.
    pub fn fails_on(&mut self, run: &[Value]) {
        if !self.samples.iter().any(|known| known == run) {
            self.samples.insert(0, run.to_vec());
        }
        // If the run violates no guard after all, the candidate alone is ruled out.
    }

    /// The rules of the present options.
    fn present(&self) -> Option<Instrumentation> {
        let ghosts = self.spaces.iter().map(|s| s.followed.clone()).collect();
        let mut rules = vec![];
        for space in &self.spaces {
            let present = space.present.as_ref()?;
            let chosen = space.sites.iter().zip(present).map(|(site, n)| &site.options[*n]);
            rules.extend(chosen.flatten().cloned());
        }
        let rules = ordered(rules, &self.library, &self.spaces);
        Some(Instrumentation { ghosts, rules, whole: false })
    }

    /// Records an attempt.
    fn note(&mut self, choices: &Instrumentation, came: AttemptResult) {
        let all = &mut self.attempts;
        if came != AttemptResult::Asked && all.tried.len() >= NOTED {
            all.left_out += 1;
            return;
        }
        let rules = NamedRules::naming(choices, &self.tree, &self.lines, &self.library);
        let written_out = self.original.is_some();
        all.tried.push(Attempt { rules, written_out, came, task: None });
    }

    /// The candidate by the user's rules, if they fit and no known run violates it.
    pub fn named(&mut self, rules: &NamedRules) -> Option<Instrumentation> {
        let resolved = rules.resolve(&self.tree, &self.lines, &self.library);
        let resolved = resolved.map(|choices| Instrumentation { whole: true, ..choices });
        let came = match &resolved {
            Ok(choices) => match instrument_program(&self.tree, &self.library, choices) {
                Ok(made) => self
                    .failure(&made)
                    .map_or(AttemptResult::Asked, |failure| self.fails(&failure, 1)),
                Err(why) => AttemptResult::Refused(why),
            },
            Err(why) => AttemptResult::Refused(why.clone()),
        };
        let is_asked = came == AttemptResult::Asked;
        let (rules, written_out) = (rules.clone(), self.original.is_some());
        self.attempts.tried.push(Attempt { rules, written_out, came, task: None });
        resolved.ok().filter(|_| is_asked)
    }

    fn fails(&self, failure: &Failure, rules_out: u64) -> AttemptResult {
        AttemptResult::Fails(failure.broken(&self.lines, rules_out))
    }

    /// Records a run that violates a guard of the user's candidate.
    pub fn named_fails_on(&mut self, choices: &Instrumentation, run: &[Value]) {
        let made = instrument_program(&self.tree, &self.library, choices);
        let steps = RUN_STEPS;
        if let Some(failure) = made.ok().and_then(|made| made.failure(run, steps)) {
            let came = self.fails(&failure, 1);
            self.came(came);
        }
    }

    /// Records the result of the last candidate.
    pub fn came(&mut self, came: AttemptResult) {
        if let Some(last) = self.asked() {
            last.came = came;
        }
    }

    /// Records the task that asks about the last candidate.
    pub fn is_asked_by(&mut self, task: usize) {
        if let Some(last) = self.asked() {
            last.task = Some(task);
        }
    }

    /// Replaces the task of an attempt by a later one.
    pub fn is_asked_again(&mut self, task: usize, new: usize) {
        let mut all = self.attempts.tried.iter_mut();
        if let Some(attempt) = all.find(|attempt| attempt.task == Some(task)) {
            (attempt.came, attempt.task) = (AttemptResult::Asked, Some(new));
        }
    }

    fn asked(&mut self) -> Option<&mut Attempt> {
        self.attempts.tried.iter_mut().rfind(|attempt| attempt.came == AttemptResult::Asked)
    }

    fn failure(&self, made: &InstrumentedProgram) -> Option<Failure> {
        let steps = RUN_STEPS;
        self.samples.iter().find_map(|run| made.failure(run, steps))
    }

    /// Rules out all candidates that fail for the same reason.
    fn learn(&mut self, choices: &Instrumentation, failure: Failure) {
        let space = &mut self.spaces[failure.ghost];
        let touched =
            |site: &ChoiceSite| site.spans.iter().any(|span| failure.places.contains(span));
        let which = space.sites.iter().enumerate().filter(|(_, site)| touched(site));
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
            let all: Vec<usize> = (0..space.sites.len()).collect();
            space.rule_out(&all);
        }
    }
}

/// The rules of one statement in the order in which they apply: ghost variables restart, then they follow
/// reads, then values are replaced, and writes come last.
fn ordered(
    mut rules: Vec<AppliedRule>,
    library: &[Operator],
    spaces: &[Space],
) -> Vec<AppliedRule> {
    let rank = |applied: &AppliedRule| {
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
        let mut sites = match &array {
            Some(array) => sites_for_array(tree, operator, scope, array, (ghost, copy, copies)),
            None => {
                Number { tree, operator, uses: replaced, ghost }.choice_site().into_iter().collect()
            }
        };
        sites.extend(replaced.iter().map(|u| site_for_use(tree, operator, u, ghost)));
        sites.sort_by_key(|site| site.spans.first().copied());
        let followed = Followed {
            operator: operator.name().to_owned(),
            scope: first.scope.clone(),
            array,
            formula,
        };
        let mut space = Space { followed, sites, solver: Solver::new(), present: None };
        for n in 0..space.sites.len() {
            let all: Vec<Term> = (0..space.sites[n].options.len()).map(|k| option(n, k)).collect();
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

    /// The largest number of candidates.
    fn tried(&self) -> usize {
        self.sites.iter().fold(1, |n, site| n.saturating_mul(site.options.len()))
    }

    /// The number of candidates with the same options at these sites.
    fn alike(&self, sites: &[usize]) -> u64 {
        let others = self.sites.iter().enumerate().filter(|(n, _)| !sites.contains(n));
        others.fold(1, |n, (_, site)| n.saturating_mul(site.options.len() as u64))
    }

    /// Rules out the present combination of options at some sites.
    fn rule_out(&mut self, sites: &[usize]) {
        let Some(present) = self.present.take() else { return };
        let some_other = Term::or(sites.iter().map(|n| Term::not(option(*n, present[*n]))));
        self.must(&some_other);
        self.pick();
    }

    fn must(&mut self, f: &Term) {
        // The solver supports all formulas over truth values.
        let understood = self.solver.assert(f);
        debug_assert!(understood.is_ok());
    }

    /// Chooses at each site the likeliest option that is still possible with those before; the sites near
    /// the end of the program come first, as they are closest to the claims.
    fn pick(&mut self) {
        let mut chosen = vec![0; self.sites.len()];
        let mut assumed = vec![];
        for n in (0..self.sites.len()).rev() {
            let options = 0..self.sites[n].options.len();
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

/// The truth value that an option is taken.
fn option(site: usize, option: usize) -> Term {
    Term::var(&Var::new(format!("o{site}_{option}"), Sort::Bool))
}
