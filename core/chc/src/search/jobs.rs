//! The jobs of a search: the lines of the list on each subproblem, and what is searched beside.

use super::derivations::{Saturating, Unrolling};
use super::engine_search::EngineSearch;
use super::ledger::{LargeBlocks, SearchLedger};
use super::strategies::{self, Group, Line, ListedJob};
use super::subproblem::{SharedSubproblem, Subproblem};
use super::{Encoding, Evidence, Problem};
use crate::apart::apart;
use crate::parts::{Part, parts};
use crate::saturate::Saturation;
use crate::settings::Settings;
use hornbook_base::Budget;
use hornbook_horn::{Clause, System};
use hornbook_schedule::{Job, Progress, Strategy, Unlock};
use std::rc::Rc;

/// A job on the ledger, before anybody judges.
pub(super) type SearchJob = Job<SearchLedger, Evidence>;

/// The strategies of one search, each with the names of the jobs that come first: it may have to wait for one
/// that is added later.
pub(super) struct Jobs {
    planned: Vec<(SearchJob, &'static [(&'static str, u64)])>,
    settings: Rc<Settings>,
}

/// Whether a clause claims something that is only meant to help.
pub(super) type Helps = Rc<dyn Fn(&Clause) -> bool>;

/// Makes the large-block encoding, if there is one.
pub type MakesLargeBlocks = Box<dyn FnOnce() -> Option<Problem>>;

impl Jobs {
    pub(super) fn new(settings: &Rc<Settings>) -> Jobs {
        Jobs { planned: vec![], settings: settings.clone() }
    }

    /// All jobs. A name that none of them has is no condition.
    pub(super) fn finish(mut self) -> Vec<SearchJob> {
        let names: Vec<_> = self.planned.iter().map(|(job, _)| job.name.clone()).collect();
        for (job, after) in &mut self.planned {
            job.after = unlocks(after, |name| names.iter().position(|known| known == name));
        }
        self.planned.into_iter().map(|(job, _)| job).collect()
    }

    fn add(&mut self, listed: &ListedJob, job: SearchJob) {
        let ListedJob { name, weight, after } = *listed;
        self.planned.push((Job { name: name.into(), weight, ..job }, after));
    }

    /// A strategy beside the engines.
    pub(super) fn add_strategy(
        &mut self,
        listed: &ListedJob,
        strategy: impl Strategy<SearchLedger, Evidence> + 'static,
    ) {
        let name = listed.name.into();
        let strategy = Box::new(strategy);
        self.add(listed, Job { name, strategy, weight: 1, after: vec![], limit: None });
    }

    /// The lines on the given encoding, and all clauses as one subproblem.
    pub(super) fn add_given(
        &mut self,
        lines: &[Line],
        problem: &Problem,
        helps: &Helps,
        ledger: &SearchLedger,
    ) -> SharedSubproblem {
        let all = Subproblems::new(Encoding::Given, problem, helps, ledger, &self.settings);
        let of = |group: Group| lines.iter().filter(move |line| line.group == group);
        let first: Vec<Line> = of(Group::SingleSteps).copied().collect();
        self.add(&strategies::SINGLE_STEPS, Job::group("", 1, all.jobs(&first)));
        for line in of(Group::Later) {
            let Line { name, weight, after, .. } = *line;
            let alone = Line { after: &[], ..*line };
            self.add(&ListedJob { name, weight, after }, Job::group("", 1, all.jobs(&[alone])));
        }
        let loosening = Loosening { lines: lines.to_vec(), of: all.whole.clone() };
        self.add_strategy(&strategies::ANY_PRODUCTS, loosening);
        all.whole
    }

    /// The lines on the large-block encoding, which is made when it is their turn.
    pub(super) fn add_large_blocks(
        &mut self,
        make: MakesLargeBlocks,
        lines: Vec<Line>,
        helps: &Helps,
    ) {
        let settings = self.settings.clone();
        let strategy = Merging { make: Some(make), lines, helps: helps.clone(), settings };
        self.add_strategy(&strategies::LARGE_BLOCKS, strategy);
    }

    /// Searches for derivations beside the engines.
    pub(super) fn add_derivations(
        &mut self,
        whole: &SharedSubproblem,
        saturation: Option<Saturation>,
    ) {
        if let Some(saturation) = saturation {
            self.add_strategy(&strategies::SATURATION, Saturating(saturation));
        }
        self.add_strategy(&strategies::UNROLLING, Unrolling::new(whole.clone()));
    }
}

/// Conditions for a first turn, with the places of the jobs that they name.
fn unlocks(after: &[(&'static str, u64)], place: impl Fn(&str) -> Option<usize>) -> Vec<Unlock> {
    let unlock = |(name, spent): &(&str, u64)| Some(Unlock { job: place(name)?, spent: *spent });
    after.iter().filter_map(unlock).collect()
}

/// The lines on one subproblem, which stand behind `first` others.
fn lines_on(subproblem: &SharedSubproblem, lines: &[Line], first: usize) -> Vec<SearchJob> {
    let place = |name: &str| Some(first + lines.iter().position(|line| line.name == name)?);
    let job = |line: &Line| {
        let strategy = Box::new(EngineSearch::new(*line, subproblem.clone()));
        let after = unlocks(line.after, place);
        Job { name: line.name.into(), strategy, weight: line.weight, after, limit: None }
    };
    lines.iter().map(job).collect()
}

/// An encoding of the clauses: where it has parts, or claims that need different samples, each of these by
/// itself, and all clauses.
struct Subproblems {
    parts: Vec<SharedSubproblem>,
    whole: SharedSubproblem,
}

impl Subproblems {
    fn new(
        encoding: Encoding,
        problem: &Problem,
        helps: &Helps,
        ledger: &SearchLedger,
        settings: &Rc<Settings>,
    ) -> Subproblems {
        let new = |own, part| {
            Subproblem::new(encoding, own, part, &problem.system, ledger, settings).share()
        };
        let parts = split(problem, helps, settings)
            .into_iter()
            .map(|(part, system)| new(Problem { system: Rc::new(system), ..problem.clone() }, part))
            .collect();
        Subproblems { parts, whole: new(problem.clone(), None) }
    }

    /// Lines on the parts, and then on all clauses.
    fn jobs(&self, lines: &[Line]) -> Vec<SearchJob> {
        let mut jobs: Vec<SearchJob> = vec![];
        for part in &self.parts {
            jobs.extend(lines_on(part, lines, jobs.len()));
        }
        let parts: Vec<Unlock> = (0..jobs.len()).map(|job| Unlock { job, spent: WHOLE }).collect();
        let mut whole = lines_on(&self.whole, lines, jobs.len());
        whole.iter_mut().for_each(|job| job.after.extend(&parts));
        jobs.into_iter().chain(whole).collect()
    }
}

/// Steps of each line on a part after which all clauses are looked at together.
const WHOLE: u64 = 3_000_000;

/// Parts of sums, which can only show that claims hold, or all clauses with some of the claims.
fn split(problem: &Problem, helps: &Helps, settings: &Settings) -> Vec<(Option<Part>, System)> {
    let Problem { system, hints, .. } = problem;
    let mut all: Vec<(Option<Part>, System)> = match settings.passes.parts {
        true => parts(system, hints).into_iter().map(|(part, own)| (Some(part), own)).collect(),
        false => vec![],
    };
    if all.is_empty() {
        let apart = apart(system, hints, &**helps, settings.passes.apart);
        all.extend(apart.into_iter().map(|own| (None, own)));
    }
    all
}

/// Makes the large-block encoding and begins with its lines.
struct Merging {
    make: Option<MakesLargeBlocks>,
    lines: Vec<Line>,
    helps: Helps,
    settings: Rc<Settings>,
}

impl Strategy<SearchLedger, Evidence> for Merging {
    fn step(
        &mut self,
        ledger: &mut SearchLedger,
        _: &mut Budget,
    ) -> Progress<SearchLedger, Evidence> {
        let Some(problem) = self.make.take().and_then(|make| make()) else {
            ledger.large_blocks = LargeBlocks::Missing;
            return Progress::Exhausted;
        };
        ledger.large_blocks = LargeBlocks::There;
        let large = Encoding::LargeBlock;
        let all = Subproblems::new(large, &problem, &self.helps, ledger, &self.settings);
        Progress::Spawned(all.jobs(&self.lines))
    }

    fn may_help(&self, ledger: &SearchLedger) -> bool {
        self.make.is_some() && ledger.has_open()
    }
}

/// Lets products of unknowns be anything, where questions with them were too hard and nothing else helps.
struct Loosening {
    lines: Vec<Line>,
    of: SharedSubproblem,
}

impl Strategy<SearchLedger, Evidence> for Loosening {
    fn step(
        &mut self,
        ledger: &mut SearchLedger,
        _: &mut Budget,
    ) -> Progress<SearchLedger, Evidence> {
        let loosened = self.of.borrow().loosened(ledger);
        let Some(loosened) = loosened else { return Progress::Exhausted };
        self.of.borrow_mut().is_hard = false;
        Progress::Spawned(lines_on(&loosened.share(), &self.lines, 0))
    }

    fn may_help(&self, ledger: &SearchLedger) -> bool {
        let of = self.of.borrow();
        of.may_be_loosened() && !of.open_claims(ledger).is_empty()
    }
}
