//! Tasks: questions that methods ask. A task is a program with choices, a title and the reason why
//! it is asked, so that it can be opened, run and changed like any other program.

use super::choices::Choices;
use hornbook_base::{Int, Span};
use hornbook_lang::interp::Value;
use hornbook_lang::rewrite::source_map::SourceMap;
use hornbook_lang::typed::AssertId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A text: a program, or clauses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// A Hornbook program.
    Program(String),
    /// Horn clauses in SMT-LIB 2.
    Clauses(String),
}

impl Source {
    /// The text.
    pub fn text(&self) -> &str {
        match self {
            Source::Program(text) | Source::Clauses(text) => text,
        }
    }
}

/// A question: are the assertions of this text never violated?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// A title of a few words.
    pub title: String,
    /// The reason for asking, one sentence.
    pub why: String,
    /// The text.
    pub source: Source,
    /// The choices for it.
    pub options: Choices,
    /// The method that answers it; a leaf has none.
    pub method: Option<String>,
    /// The map from places of its text to those of the original text; `None` if it is that text.
    pub places: Option<SourceMap>,
    /// The claims that it is asked about.
    pub about: Claims,
    /// Steps after which the answer comes too late.
    pub limit: Option<u64>,
    /// The steps of the first task before it begins, if they are not the usual ones.
    pub begins_after: Option<u64>,
    /// Its weight in the scheduler, in percent.
    pub share: u64,
    /// Whether a program without loops is decided as it is: nobody chose an abstraction for it.
    pub exact: bool,
    /// Whether loops whose rounds constants bound are unwound for that. Claims that they do not suffice for are missing in
    /// the answer.
    pub unwinds: bool,
    /// Whether invariants are guessed from small runs: this helps programs with ghost variables and slows
    /// down others.
    pub guesses: bool,
    /// Whether it is the original text with hints, so that its loop invariants are invariants there.
    pub hints: bool,
}

impl Task {
    /// The question about all claims of a text, with the default choices.
    pub fn new(title: impl Into<String>, why: impl Into<String>, source: Source) -> Task {
        Task {
            title: title.into(),
            why: why.into(),
            source,
            options: Choices::default(),
            method: None,
            places: None,
            about: Claims::All,
            limit: None,
            begins_after: None,
            share: 100,
            exact: false,
            unwinds: false,
            guesses: false,
            hints: false,
        }
    }

    /// Whether two tasks have one text, and one way to answer it. They may differ in the claims that they are about, and
    /// in all that only helps to answer or to show.
    pub fn asks_the_same(&self, other: &Task) -> bool {
        let Task { source, options, method, exact, unwinds, .. } = self;
        let same = (&other.source, &other.options, &other.method, &other.exact, &other.unwinds);
        (source, options, method, exact, unwinds) == same
    }
}

/// The question that a method is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The text.
    pub source: Source,
    /// The choices for it.
    pub options: Choices,
    /// The claims, in the order in which verdicts are given.
    pub claims: Vec<Claim>,
    /// The largest number of arrays that are alive at one point.
    pub arrays: usize,
    /// Whether there are arrays of arrays.
    pub nested: bool,
    /// The constant indices at which an array is accessed, if it is accessed at no others
    /// ([`hornbook_horn::constant_indices`]).
    pub places: BTreeMap<String, BTreeSet<Int>>,
    /// Whether it is a program without loops, for which no abstraction is needed.
    pub loop_free: bool,
}

/// A claim of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The assertion; `None` for a clause that was read from a file.
    pub assert: Option<AssertId>,
    /// Its span.
    pub span: Span,
    /// Whether the verdict on the program depends on it, which it does not for hints.
    pub counts: bool,
    /// Whether it is about numbers of occurrences.
    pub counting: bool,
    /// The largest number of cells of one array in it.
    pub cells: usize,
    /// The names of the arrays that cannot matter to it ([`hornbook_horn::cone`]).
    pub outside: BTreeSet<String>,
}

/// Some of the claims of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claims {
    /// All that count.
    All,
    /// The claims at these indices among its verdicts.
    At(Vec<usize>),
    /// These assertions.
    Asserts(Vec<AssertId>),
}

/// The result of a task for one of its claims.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskResult {
    /// It holds, accepted by `check/`.
    Certified,
    /// It is violated by a run with these free choices, which was replayed; without choices, the
    /// clauses of a file contradict each other as they stand.
    Buggy(Option<Vec<Value>>),
    /// The abstraction that was chosen cannot prove it.
    TooWeak,
    /// Nothing is known, for the reason in the text.
    Unknown(String),
}

impl TaskResult {
    /// Whether it is certified or buggy.
    fn is_answer(&self) -> bool {
        matches!(self, TaskResult::Certified | TaskResult::Buggy(_))
    }
}

/// The answer to a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The result for each claim of the task, in the order of its verdicts, with whether it counts.
    pub claims: Vec<(bool, TaskResult)>,
    /// The assertions that they are; `None` for a clause that was read from a file.
    pub asserts: Vec<Option<AssertId>>,
    /// Whether the search came to its end.
    pub over: bool,
}

impl Answer {
    /// The results for the claims that count.
    pub fn counting(&self) -> impl Iterator<Item = &TaskResult> {
        self.claims.iter().filter(|(counts, _)| *counts).map(|(_, result)| result)
    }

    /// The number of settled claims that count.
    pub fn settled(&self) -> usize {
        self.counting().filter(|result| result.is_answer()).count()
    }

    /// Whether a claim is certified or buggy.
    pub fn settles(&self, claim: usize) -> bool {
        self.claims.get(claim).is_some_and(|(_, result)| result.is_answer())
    }

    /// The result for an assertion, with its index.
    pub fn find_assert(&self, assert: AssertId) -> Option<(usize, &TaskResult)> {
        let at = self.asserts.iter().position(|id| *id == Some(assert))?;
        Some((at, &self.claims.get(at)?.1))
    }

    /// Whether the claims are all certified, and there are some.
    pub fn certifies(&self, claims: &Claims) -> bool {
        let certified = |result: &TaskResult| *result == TaskResult::Certified;
        match claims {
            Claims::All => self.counting().next().is_some() && self.counting().all(certified),
            Claims::At(places) => {
                let at =
                    |n: &usize| self.claims.get(*n).is_some_and(|(_, result)| certified(result));
                !places.is_empty() && places.iter().all(at)
            }
            Claims::Asserts(asserts) => {
                let holds = |id: &AssertId| {
                    self.find_assert(*id).is_some_and(|(_, result)| certified(result))
                };
                !asserts.is_empty() && asserts.iter().all(holds)
            }
        }
    }

    /// Whether it certifies all claims for which the other one, to the same claims, is too weak, and
    /// there are such.
    pub fn certifies_more_than(&self, other: &Answer) -> bool {
        let pairs = self.claims.iter().zip(&other.claims);
        let mut weak = pairs
            .filter(|(_, (counts, result))| *counts && *result == TaskResult::TooWeak)
            .peekable();
        weak.peek().is_some() && weak.all(|((_, own), _)| *own == TaskResult::Certified)
    }
}
