//! Tasks: questions that methods ask. A task is a program with choices, a title and the reason why
//! it is asked, so that it can be opened, run and changed like any other program.

use super::choices::Choices;
use hornbook_base::{Int, Span};
use hornbook_lang::interp::Value;
use hornbook_lang::rewrite::places::Places;
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
    /// A few words: what it is about.
    pub title: String,
    /// One sentence: why it is asked.
    pub why: String,
    /// The text.
    pub source: Source,
    /// What is chosen for it.
    pub options: Choices,
    /// The method that answers it; a leaf has none.
    pub method: Option<String>,
    /// From places of its text to those of the text that it was made from; `None` if it is that text.
    pub places: Option<Places>,
    /// Which claims it is asked about; what it says of the others is of no use.
    pub about: Claims,
    /// Steps after which the answer is of no use any more.
    pub limit: Option<u64>,
    /// How much of a round of turns it gets, in percent.
    pub share: u64,
    /// Whether a program without loops is decided as it is: nobody chose an abstraction for it.
    pub exact: bool,
    /// Whether what holds on small runs is tried as invariants: where ghost variables follow something
    /// that is most of what is needed, elsewhere it is in the way.
    pub guesses: bool,
    /// Whether it is the text that it was made from, with hints: what holds at its loops holds there.
    pub hints: bool,
}

impl Task {
    /// A question about all claims of a text of its own, with nothing chosen for it.
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
            share: 100,
            exact: false,
            guesses: false,
            hints: false,
        }
    }

    /// Whether they ask the same, whatever they are called and however long they may take.
    pub fn asks_the_same(&self, other: &Task) -> bool {
        let Task { source, options, method, exact, .. } = self;
        let same = (&other.source, &other.options, &other.method, &other.exact);
        (source, options, method, exact) == same
    }
}

/// What is asked of a method.
#[derive(Clone, Debug)]
pub struct Question {
    /// The text.
    pub source: Source,
    /// What is chosen for it.
    pub options: Choices,
    /// The claims, in the order in which verdicts are given.
    pub claims: Vec<Claim>,
    /// Arrays that are alive at one point, at most.
    pub arrays: usize,
    /// Whether there are arrays of arrays.
    pub nested: bool,
    /// The places of arrays of which only these are accessed ([`hornbook_horn::constant_places`]).
    pub places: BTreeMap<String, BTreeSet<Int>>,
    /// Whether it is a program without loops, so that nothing needs to be abstracted.
    pub loop_free: bool,
}

/// A claim of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The assertion; `None` for a clause that was read from a file.
    pub assert: Option<AssertId>,
    /// Its place.
    pub span: Span,
    /// Whether the verdict on the whole depends on it: hints are only meant to help.
    pub counts: bool,
    /// Whether it is about numbers of occurrences.
    pub counting: bool,
    /// How many cells of one array it speaks of, at most.
    pub cells: usize,
    /// The names of the arrays that cannot matter to it ([`hornbook_horn::cone`]).
    pub outside: BTreeSet<String>,
}

/// Some of the claims of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claims {
    /// All that count.
    All,
    /// Those at these places in the list of its verdicts.
    At(Vec<usize>),
    /// These assertions.
    Asserts(Vec<AssertId>),
}

/// What was found out about a claim of a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// It holds, accepted by `check/`.
    Certified,
    /// It is violated by a run with these free choices, which was replayed; without choices, the
    /// clauses of a file contradict each other as they stand.
    Buggy(Option<Vec<Value>>),
    /// The abstraction that was chosen cannot prove it.
    TooWeak,
    /// Nothing; the text says why.
    Unknown(String),
}

impl Told {
    /// Whether it answers the question, one way or the other.
    fn is_answer(&self) -> bool {
        matches!(self, Told::Certified | Told::Buggy(_))
    }
}

/// The answer to a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// One for each claim of the task, in the order of its verdicts, with whether it counts.
    pub claims: Vec<(bool, Told)>,
    /// Which assertions they are; `None` for a clause that was read from a file.
    pub asserts: Vec<Option<AssertId>>,
    /// Whether the search came to its end.
    pub over: bool,
}

impl Answer {
    /// What was found out about the claims that count.
    pub fn counting(&self) -> impl Iterator<Item = &Told> {
        self.claims.iter().filter(|(counts, _)| *counts).map(|(_, told)| told)
    }

    /// How many claims that count are answered, one way or the other.
    pub fn settled(&self) -> usize {
        self.counting().filter(|told| told.is_answer()).count()
    }

    /// Whether a claim is answered, one way or the other.
    pub fn settles(&self, claim: usize) -> bool {
        self.claims.get(claim).is_some_and(|(_, told)| told.is_answer())
    }

    /// What was found out about an assertion, and where it stands in the list.
    pub fn told(&self, assert: AssertId) -> Option<(usize, &Told)> {
        let at = self.asserts.iter().position(|id| *id == Some(assert))?;
        Some((at, &self.claims.get(at)?.1))
    }

    /// Whether the claims are all certified, and there are some.
    pub fn certifies(&self, claims: &Claims) -> bool {
        let certified = |told: &Told| *told == Told::Certified;
        match claims {
            Claims::All => self.counting().next().is_some() && self.counting().all(certified),
            Claims::At(places) => {
                let at = |n: &usize| self.claims.get(*n).is_some_and(|(_, told)| certified(told));
                !places.is_empty() && places.iter().all(at)
            }
            Claims::Asserts(asserts) => {
                let told = |id: &AssertId| self.told(*id).is_some_and(|(_, told)| certified(told));
                !asserts.is_empty() && asserts.iter().all(told)
            }
        }
    }

    /// Whether it certifies all claims for which the other one, to the same claims, is too weak, and
    /// there are such.
    pub fn certifies_more_than(&self, other: &Answer) -> bool {
        let pairs = self.claims.iter().zip(&other.claims);
        let mut weak =
            pairs.filter(|(_, (counts, told))| *counts && *told == Told::TooWeak).peekable();
        weak.peek().is_some() && weak.all(|((_, own), _)| *own == Told::Certified)
    }
}
