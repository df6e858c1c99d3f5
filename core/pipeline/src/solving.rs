//! One road to its verdicts: the portfolio searches, and what it finds is checked, put into the
//! program's words and replayed here.

mod certifying;
mod claims;
mod deciding;
mod judging;
mod reaching;
mod report;

use super::preparing::Preparing;
use super::searching::Searches;
use super::{Input, Settings, stages};
use deciding::Exact;
pub(super) use deciding::instances;
use hornbook_chc::portfolio::{Portfolio, Why};
use hornbook_horn::Term;
use hornbook_lang::interp::Value;
use hornbook_lang::typed::{AssertId, AssertionKind, Program};
use hornbook_records::{Outcome, Progress, Stages, UnknownReason};
use hornbook_runs::Candidate;
use hornbook_settings as search;
use judging::Verdicts;
pub(super) use report::keep_what_rests;
pub use report::unanswered;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a step of the solving ended with.
#[allow(clippy::large_enum_variant)]
pub enum Status {
    /// There is more to do.
    Running(Progress),
    /// The answer.
    Done(Outcome),
}

/// Some of the assertions of a text.
pub(super) struct Asked {
    pub(super) asserts: BTreeSet<AssertId>,
    /// Whether nobody else asks about the others.
    pub(super) alone: bool,
}

/// A resumable search for the verdict on a program or on a system of clauses.
pub struct Solving {
    portfolio: Portfolio<Vec<Value>>,
    verdicts: Verdicts,
    /// In the place of the portfolio, where a program without loops is decided as it is.
    exact: Option<Exact>,
    /// Steps that it took to make the clauses.
    prepared: u64,
    /// Whether nobody else looks after what claims rest on.
    alone: bool,
}

impl Solving {
    /// Starts on an input without errors; `None` when there are errors.
    pub fn new(input: &Input) -> Option<Solving> {
        Solving::with(input, Rc::new(search::Settings::default()))
    }

    /// The same with other settings of the search.
    pub fn with(input: &Input, settings: Rc<search::Settings>) -> Option<Solving> {
        let mut preparing = Preparing::new(input.system.as_ref()?, &input.settings);
        while preparing.next(&[]) {}
        let solving = Solving::about(input, preparing, settings, None, &Searches::default());
        Some(Solving { alone: true, ..solving })
    }

    /// The same on stages that were made, for some of the assertions only. What they rest on may be settled elsewhere,
    /// so that is for the caller to look after. Searches for failing runs that others have begun are gone on with.
    pub(super) fn about(
        input: &Input,
        prepared: Preparing,
        settings: Rc<search::Settings>,
        asked: Option<Asked>,
        searches: &Searches,
    ) -> Solving {
        let spent = prepared.spent();
        let stages = Rc::new(prepared.stages(&input.lines));
        let alone = asked.as_ref().is_some_and(|asked| asked.alone);
        let asked = asked.map(|asked| asked.asserts);
        let mut verdicts = Verdicts::new(input, stages, asked, settings.clone());
        let wanted = verdicts.asserts();
        let sought = if alone { wanted.clone() } else { verdicts.all_asserts() };
        let search = searches.of(input, &sought, &settings);
        let scout = search.map(|(search, replays)| {
            verdicts.replays = replays;
            search.share(wanted)
        });
        let hints = meant_to_help(input.program.as_ref());
        let portfolio =
            Portfolio::new(verdicts.given(), &hints, scout, Rc::new(settings.chc.clone()));
        Solving { portfolio, verdicts, exact: None, prepared: spent, alone: false }
    }

    /// The stages that are being solved.
    pub fn stages(&self) -> &Stages {
        self.verdicts.stages()
    }

    /// Works for about `steps` steps.
    pub fn step(&mut self, steps: u64) -> Status {
        if let Some(exact) = &mut self.exact {
            return match exact.step(&mut self.verdicts) {
                true => Status::Running(self.progress()),
                false => Status::Done(self.so_far(&UnknownReason::Vocabulary)),
            };
        }
        self.portfolio.step(&mut self.verdicts, steps);
        match self.portfolio.is_over() {
            true => Status::Done(self.so_far(&self.reason())),
            false => Status::Running(self.progress()),
        }
    }

    /// Why there is no more to be said once the search is over.
    fn reason(&self) -> UnknownReason {
        let why = self.portfolio.why().cloned();
        why.map_or(UnknownReason::Budget, |why| self.verdicts.in_words(why))
    }

    /// Steps spent so far.
    pub fn steps(&self) -> u64 {
        self.prepared + self.portfolio.steps() + self.exact.as_ref().map_or(0, |exact| exact.steps)
    }

    /// Questions put to the integer solver so far.
    pub fn questions(&self) -> u64 {
        self.portfolio.questions() + self.exact.as_ref().map_or(0, Exact::questions)
    }

    /// Whether nothing is left but the search for failing runs, which other roads of the program go on with.
    pub(super) fn only_looks_for_runs(&self) -> bool {
        self.exact.is_none() && self.portfolio.only_looks_for_runs()
    }

    /// The free choices of the run that breaks an assertion.
    pub(super) fn run(&self, assert: AssertId) -> Option<Candidate> {
        self.verdicts.runs.iter().find(|run| run.assert == assert).cloned()
    }

    /// How many assertions have a verdict, or a derivation in the abstract clauses.
    pub fn settled(&self) -> usize {
        self.verdicts.settled()
    }

    /// How far the work has come.
    fn progress(&self) -> Progress {
        let learned = self.portfolio.learned();
        let mut statistics = self.statistics();
        (statistics.lemmas, statistics.atoms) = (learned.lemmas, learned.atoms);
        Progress {
            doing: learned.doing.into(),
            round: learned.depth,
            statistics,
            lemmas: learned.recent.iter().map(Term::to_string).collect(),
            ..Progress::default()
        }
    }
}

/// The assertions of a program that are only meant to help.
fn meant_to_help(program: Option<&Program>) -> BTreeSet<AssertId> {
    let asserts = program.map_or(&[][..], |p| &p.asserts).iter().enumerate();
    let hints = asserts.filter(|(_, a)| a.kind == AssertionKind::Hint);
    hints.map(|(n, _)| AssertId(n as u32)).collect()
}

/// Why the search has no answer.
fn no_answer(why: Why) -> UnknownReason {
    match why {
        Why::Unsupported(_, what) => UnknownReason::Unsupported(what),
        Why::TooHard(what) => UnknownReason::TooHard(what),
        Why::Vocabulary => UnknownReason::Vocabulary,
        Why::Rejected(why) => UnknownReason::Rejected(why),
    }
}
