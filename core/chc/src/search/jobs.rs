//! The jobs of a search: the lines of the list on each subproblem, and the searches for derivations.

use super::derivations::{SaturationStrategy, TabulationStrategy, UnrollingStrategy};
use super::engine_search::EngineSearch;
use super::ledger::SearchLedger;
use super::strategies::{self, JobSpec, LINE_WEIGHT, StrategyGroup, StrategySpec};
use super::subproblem::{SharedSubproblem, Subproblem};
use super::{Encoding, Evidence, Problem};
use crate::claim_cones::split_claims_by_cone;
use crate::saturate::Saturation;
use crate::settings::Settings;
use crate::sum_components::{SumComponent, split_into_components};
use crate::tabulate::Tabulation;
use hornbook_base::Budget;
use hornbook_horn::{Clause, System};
use hornbook_schedule::{Job, Progress, Strategy, Unlock};
use std::rc::Rc;

/// A job on the ledger, before its evidence is judged.
pub(super) type SearchJob = Job<SearchLedger, Evidence>;

/// The jobs of one search, each with the names of the jobs that come first, which may be added later.
pub(super) struct Jobs {
    planned: Vec<(SearchJob, &'static [(&'static str, u64)])>,
    settings: Rc<Settings>,
}

/// Whether a clause is an auxiliary claim.
pub(super) type IsOptional = Rc<dyn Fn(&Clause) -> bool>;

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

    fn add(&mut self, listed: &JobSpec, job: SearchJob) {
        let JobSpec { name, weight, after } = *listed;
        self.planned.push((Job { name: name.into(), weight, ..job }, after));
    }

    /// Adds a strategy that is no engine.
    pub(super) fn add_strategy(
        &mut self,
        listed: &JobSpec,
        strategy: impl Strategy<SearchLedger, Evidence> + 'static,
        limit: Option<u64>,
    ) {
        let name = listed.name.into();
        let strategy = Box::new(strategy);
        self.add(listed, Job { name, strategy, weight: 1, after: vec![], limit });
    }

    /// Adds the lines on the given encoding; the result is the subproblem of all clauses.
    pub(super) fn add_given(
        &mut self,
        lines: &[StrategySpec],
        problem: &Problem,
        is_optional: &IsOptional,
        ledger: &SearchLedger,
    ) -> SharedSubproblem {
        let all =
            Subproblems::new(Encoding::SmallBlock, problem, is_optional, ledger, &self.settings);
        let of = |group: StrategyGroup| lines.iter().filter(move |line| line.group == group);
        let first: Vec<StrategySpec> = of(StrategyGroup::SingleSteps).copied().collect();
        self.add(&strategies::SINGLE_STEPS, Job::group("", 1, all.jobs(&first)));
        for line in of(StrategyGroup::Later) {
            let StrategySpec { name, after, .. } = *line;
            let alone = StrategySpec { after: &[], ..*line };
            self.add(
                &JobSpec { name, weight: LINE_WEIGHT, after },
                Job::group("", 1, all.jobs(&[alone])),
            );
        }
        let loosening = ProductHavocStrategy { lines: lines.to_vec(), of: all.whole.clone() };
        self.add_strategy(&strategies::ANY_PRODUCTS, loosening, None);
        all.whole
    }

    /// Adds the lines on the large-block encoding, which is made at their first turn.
    pub(super) fn add_large_blocks(
        &mut self,
        make: MakesLargeBlocks,
        lines: Vec<StrategySpec>,
        is_optional: &IsOptional,
    ) {
        let settings = self.settings.clone();
        let strategy = LargeBlockStrategy {
            make: Some(make),
            lines,
            is_optional: is_optional.clone(),
            settings,
        };
        self.add_strategy(&strategies::LARGE_BLOCKS, strategy, None);
    }

    /// Adds the answers to what the claims demand.
    pub(super) fn add_tabulation(&mut self, tabulation: Option<Tabulation>) {
        if let Some(tabulation) = tabulation {
            self.add_strategy(&strategies::TABULATION, TabulationStrategy(tabulation), None);
        }
    }

    /// Adds the searches for derivations.
    pub(super) fn add_derivations(
        &mut self,
        whole: &SharedSubproblem,
        saturation: Option<Saturation>,
    ) {
        if let Some(saturation) = saturation {
            self.add_strategy(&strategies::SATURATION, SaturationStrategy(saturation), None);
        }
        let limit = Some(self.settings.sharing.unrolling);
        self.add_strategy(&strategies::UNROLLING, UnrollingStrategy::new(whole.clone()), limit);
    }
}

/// The conditions for a first turn, with the positions of the jobs that they name.
fn unlocks(after: &[(&'static str, u64)], place: impl Fn(&str) -> Option<usize>) -> Vec<Unlock> {
    let unlock = |(name, spent): &(&str, u64)| Some(Unlock { job: place(name)?, spent: *spent });
    after.iter().filter_map(unlock).collect()
}

/// The lines on one subproblem, which stand after `first` others.
fn lines_on(subproblem: &SharedSubproblem, lines: &[StrategySpec], first: usize) -> Vec<SearchJob> {
    let place = |name: &str| Some(first + lines.iter().position(|line| line.name == name)?);
    let job = |line: &StrategySpec| {
        let strategy = Box::new(EngineSearch::new(*line, subproblem.clone()));
        let after = unlocks(line.after, place);
        Job { name: line.name.into(), strategy, weight: LINE_WEIGHT, after, limit: None }
    };
    lines.iter().map(job).collect()
}

/// An encoding of the clauses, split into subproblems: its components, or groups of claims by their samples,
/// and all clauses.
struct Subproblems {
    parts: Vec<SharedSubproblem>,
    whole: SharedSubproblem,
}

impl Subproblems {
    fn new(
        encoding: Encoding,
        problem: &Problem,
        is_optional: &IsOptional,
        ledger: &SearchLedger,
        settings: &Rc<Settings>,
    ) -> Subproblems {
        let new = |own, part| {
            Subproblem::new(encoding, own, part, &problem.system, ledger, settings).share()
        };
        let parts = split_problem(problem, is_optional, settings)
            .into_iter()
            .map(|(part, system)| new(Problem { system: Rc::new(system), ..problem.clone() }, part))
            .collect();
        Subproblems { parts, whole: new(problem.clone(), None) }
    }

    /// The lines on the subproblems, and then on all clauses.
    fn jobs(&self, lines: &[StrategySpec]) -> Vec<SearchJob> {
        if self.parts.is_empty() {
            return lines_on(&self.whole, lines, 0);
        }
        let mut parts: Vec<SearchJob> = vec![];
        for part in &self.parts {
            parts.extend(lines_on(part, lines, parts.len()));
        }
        let weight = parts.iter().map(|job| job.weight).sum();
        let mut whole = lines_on(&self.whole, lines, 1);
        let after = Unlock { job: 0, spent: WHOLE };
        whole.iter_mut().for_each(|job| job.after.push(after));
        std::iter::once(Job::group("parts", weight, parts)).chain(whole).collect()
    }
}

/// Steps on all subproblems together after which all clauses are tried, too: twice as many as most lines need.
const WHOLE: u64 = 6_000_000;

/// Splits the clauses into components of sums, which can only show that claims hold, or by groups of claims.
fn split_problem(
    problem: &Problem,
    is_optional: &IsOptional,
    settings: &Settings,
) -> Vec<(Option<SumComponent>, System)> {
    let Problem { system, hints, .. } = problem;
    let mut all: Vec<(Option<SumComponent>, System)> = match settings.passes.parts {
        true => split_into_components(system, hints)
            .into_iter()
            .map(|(part, own)| (Some(part), own))
            .collect(),
        false => vec![],
    };
    if all.is_empty() {
        let apart = split_claims_by_cone(system, hints, &**is_optional, settings.passes.apart);
        all.extend(apart.into_iter().map(|own| (None, own)));
    }
    all
}

/// Makes the large-block encoding and starts its lines.
struct LargeBlockStrategy {
    make: Option<MakesLargeBlocks>,
    lines: Vec<StrategySpec>,
    is_optional: IsOptional,
    settings: Rc<Settings>,
}

impl Strategy<SearchLedger, Evidence> for LargeBlockStrategy {
    fn step(
        &mut self,
        ledger: &mut SearchLedger,
        _: &mut Budget,
    ) -> Progress<SearchLedger, Evidence> {
        let Some(problem) = self.make.take().and_then(|make| make()) else {
            return Progress::Exhausted;
        };
        ledger.has_large_blocks = true;
        let large = Encoding::LargeBlock;
        let all = Subproblems::new(large, &problem, &self.is_optional, ledger, &self.settings);
        Progress::Spawned(all.jobs(&self.lines))
    }

    fn may_help(&self, ledger: &SearchLedger) -> bool {
        self.make.is_some() && ledger.has_open()
    }
}

/// Havocs products of unknowns, where questions with them were too hard and nothing else helps.
struct ProductHavocStrategy {
    lines: Vec<StrategySpec>,
    of: SharedSubproblem,
}

impl Strategy<SearchLedger, Evidence> for ProductHavocStrategy {
    fn step(
        &mut self,
        ledger: &mut SearchLedger,
        _: &mut Budget,
    ) -> Progress<SearchLedger, Evidence> {
        let havocs_products = self.of.borrow().havoc_products(ledger);
        let Some(havocs_products) = havocs_products else { return Progress::Exhausted };
        self.of.borrow_mut().is_hard = false;
        Progress::Spawned(lines_on(&havocs_products.share(), &self.lines, 0))
    }

    fn may_help(&self, ledger: &SearchLedger) -> bool {
        let of = self.of.borrow();
        of.may_havoc_products() && !of.open_claims(ledger).is_empty()
    }
}
