//! The example programs, and what comes out of each in the ways that it names, found once for all
//! tests that look at it.

use hornbook_corpus::programs::{self, Expectation};
use hornbook_corpus::solve::Search;
use hornbook_corpus::{nightly, pool};
use hornbook_pipeline::{Input, Status};
use hornbook_records::{UnknownReason, Verdict};
use hornbook_settings::Settings;
use std::rc::Rc;
use std::sync::OnceLock;

pub use hornbook_corpus::programs::Example;

/// Steps for each program: some times more than any of those that are solved needs.
const STEPS: u64 = 100_000_000;
/// Steps for a program that is known to be open, and for all of them where the tests are not those of the
/// night: as many as nearly all that are solved need.
const FEW_STEPS: u64 = 400_000;

/// Every example program, also those in folders, in the order of their paths.
pub fn all() -> Vec<Example> {
    programs::examples(&programs::folder()).expect("the example programs")
}

/// The programs of the page's menu. For tests that take long with each of them, or that know them.
pub fn menu() -> Vec<Example> {
    programs::menu(&programs::folder()).expect("the example programs")
}

/// What came out of an example program; terms would keep it from being shared.
pub struct Solved {
    pub expectation: Expectation,
    pub verdict: &'static str,
    pub questions: u64,
    pub steps: u64,
    /// Whether the program had only a few steps, and used them up.
    pub is_cut_off: bool,
    /// Of a run that fails the last step: its line, and what happens there.
    pub failure: Option<(u32, String)>,
    /// The proof obligations, if the search came to an end and the program is certified.
    pub certificate: Option<String>,
}

/// One for each line `// expect`, in the order of the programs.
pub fn solved() -> &'static [Solved] {
    static SOLVED: OnceLock<Vec<Solved>> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let all = programs::expectations(&programs::folder()).expect("what the programs expect");
        pool::map(&all, solve)
    })
}

fn solve(expectation: &Expectation) -> Solved {
    let input = Input::program(&expectation.text, &expectation.options().expect("a way"));
    let mut search =
        Search::start(&input, Rc::new(Settings::default())).expect("a program without errors");
    let is_long = nightly::is_now() && expectation.open.is_none();
    let found = search.run(if is_long { STEPS } else { FEW_STEPS });
    let is_cut_off = !is_long && matches!(found, Status::Running(_));
    let (outcome, certificate) = match found {
        Status::Done(outcome) => {
            let certificate = search.certificate(&outcome);
            (outcome, certificate)
        }
        Status::Running(_) => (search.so_far(&UnknownReason::Budget), None),
    };
    let failure = match &outcome.verdict {
        Verdict::Buggy(run) => run.steps.last().map(|step| (step.line, step.what.clone())),
        _ => None,
    };
    Solved {
        expectation: expectation.clone(),
        verdict: outcome.verdict.name(),
        questions: outcome.statistics.questions,
        steps: outcome.statistics.steps,
        is_cut_off,
        failure,
        certificate,
    }
}
