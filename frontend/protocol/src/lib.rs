//! The messages that the page and its workers exchange.
//!
//! A [`Job`] is a text with all that determines its outcome. Most requests name the revision of the text,
//! so that late answers are recognised.

#![forbid(unsafe_code)]

pub mod compare;
pub mod witness_table;
pub mod wire;

use compare::ComparisonRequest;
use hornbook_abstraction::heuristic::{Heuristic, NamedCells};
use hornbook_abstraction::sigma::Sigma;
use hornbook_abstraction::witness::reason::Reason;
use hornbook_base::Span;
use hornbook_horn::ClauseId;
use hornbook_records::export::{Export, Language};
use hornbook_records::stages::Phase;
use hornbook_records::{ClauseStory, Comparison, Outcome, PragmaOptions, Progress, StageRecord};
use hornbook_tasks::choices::{
    AUTO, Choices, ChosenAbstraction, Effect, InvariantsChoice, MethodChoice,
};
use hornbook_tasks::instrument::named_rules::NamedRules;
use hornbook_tasks::tiling::named_tiles::NamedTiles;
use serde::{Deserialize, Serialize};
use witness_table::WitnessTable;

/// The student's choices, and those that only the page knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The choices. The program decides those that are left open, or else the defaults.
    pub choices: Choices,
    /// The time limit of the search, in seconds.
    pub seconds: u32,
}

/// The default time limit, in seconds.
const DEFAULT_SECONDS: u32 = 120;

impl Default for Options {
    fn default() -> Options {
        Choices::default().into()
    }
}

impl From<Choices> for Options {
    fn from(choices: Choices) -> Options {
        Options { choices, seconds: DEFAULT_SECONDS }
    }
}

impl Options {
    /// A copy with other choices.
    #[must_use]
    pub fn with_choices(&self, choices: Choices) -> Options {
        Options { choices, ..self.clone() }
    }

    /// A copy with another answer to whose invariants must suffice.
    #[must_use]
    pub fn with_invariants(&self, whose: InvariantsChoice) -> Options {
        self.with_choices(Choices { invariants: Some(whose), ..self.choices.clone() })
    }

    /// Whether the reader's own invariants are judged, and no others looked for.
    pub fn judges_lines(&self) -> bool {
        self.choices.invariants == Some(InvariantsChoice::Given)
    }

    /// A copy with another abstraction, or with none chosen. Nothing else is to be tried then.
    #[must_use]
    pub fn with_abstraction(&self, abstraction: Option<ChosenAbstraction>) -> Options {
        let method = self.method_but_auto();
        self.with_choices(Choices { method, abstraction, ..self.choices.clone() })
    }

    /// A copy with another heuristic, or with none chosen. Nothing else is to be tried then.
    #[must_use]
    pub fn with_heuristic(&self, heuristic: Option<Heuristic>) -> Options {
        let method = self.method_but_auto();
        self.with_choices(Choices { method, heuristic, ..self.choices.clone() })
    }

    /// The chosen method, unless it tries all of them.
    fn method_but_auto(&self) -> Option<MethodChoice> {
        self.choices.method.filter(|method| *method != MethodChoice::Auto)
    }

    /// A copy with another method, or with none chosen.
    #[must_use]
    pub fn with_method(&self, method: Option<MethodChoice>) -> Options {
        self.with_choices(Choices { method, ..self.choices.clone() })
    }

    /// A copy with other rules by hand.
    #[must_use]
    pub fn with_rules(&self, rules: NamedRules) -> Options {
        self.with_choices(Choices { rules, ..self.choices.clone() })
    }

    /// A copy with other tiles by hand.
    #[must_use]
    pub fn with_tiles(&self, tiles: NamedTiles) -> Options {
        self.with_choices(Choices { tiles, ..self.choices.clone() })
    }

    /// Whether a program has the same clauses, by the same numbers, with other choices.
    pub fn same_clauses(&self, other: &Options) -> bool {
        self.choices.effect_after(&other.choices) < Some(Effect::Clauses)
    }

    /// A copy in which the method, the abstraction and the heuristic are those that hold.
    #[must_use]
    pub fn in_force(&self, wishes: &PragmaOptions) -> Options {
        let PragmaOptions { method, abstraction, heuristic } = wishes.clone();
        let wished = Choices { method, abstraction, heuristic, ..Choices::default() };
        let both = self.choices.with_method_found(&wished).over(&wished);
        let abstraction = Some(both.abstraction_or_default());
        let heuristic = Some(both.heuristic_or_default());
        self.with_choices(Choices { abstraction, heuristic, ..both })
    }

    /// The cells named for an array in a clause.
    pub fn cells_of(&self, clause: u32, array: &str) -> Option<&NamedCells> {
        self.choices.cells.iter().find(|c| c.clause == clause && c.array == array)
    }

    /// A copy with other cells for an array in a clause, or with none named.
    #[must_use]
    pub fn with_cells_of(&self, clause: u32, array: &str, indices: Vec<String>) -> Options {
        let mut choices = self.choices.clone();
        choices.cells.retain(|c| c.clause != clause || c.array != array);
        if !indices.is_empty() {
            choices.cells.push(NamedCells { clause, array: array.to_owned(), indices });
        }
        self.with_choices(choices)
    }
}

/// An entry of a menu of choices.
#[derive(Debug, PartialEq, Eq)]
pub struct Offer {
    /// The core's name for it.
    pub name: &'static str,
    /// The words in the menu.
    pub title: &'static str,
    /// An explanation in a sentence or two.
    pub help: &'static str,
}

impl Offer {
    /// The abstraction of an array that this entry stands for; `None` if Hornbook is to find one.
    pub fn sigma(&self) -> Option<Sigma> {
        self.name.parse().ok()
    }

    /// The entry for this abstraction, if there is one.
    pub fn for_sigma(offers: &'static [Offer], sigma: &Sigma) -> Option<&'static Offer> {
        offers.iter().find(|offer| offer.sigma().as_ref() == Some(sigma))
    }

    /// The entry of this name.
    pub fn find(offers: &'static [Offer], name: &str) -> Option<&'static Offer> {
        offers.iter().find(|offer| offer.name == name)
    }
}

/// How a verdict is found, in the shortest menu.
pub const WAYS: &[Offer] = &[
    Offer {
        name: "found",
        title: "found by itself",
        help: "Hornbook tries its methods from weak to strong until every claim is decided.",
    },
    Offer {
        name: "cell1",
        title: "one cell",
        help: "Every array is watched through one cell at a time.",
    },
    Offer {
        name: "choose",
        title: "let me choose …",
        help: "Menus for the method, the abstraction of each array and the cells.",
    },
];

/// The methods on offer.
pub const METHODS: &[Offer] = &[
    Offer {
        name: MethodChoice::Abstraction.name(),
        title: "data abstraction",
        help: "Arrays are watched through cells.",
    },
    Offer {
        name: MethodChoice::Instrument.name(),
        title: "instrumentation",
        help: "Ghost variables follow sums, maxima, numbers of cells and products.",
    },
    Offer {
        name: MethodChoice::Tiling.name(),
        title: "tiling",
        help: "Each round of a loop proves the claim for its own cells.",
    },
    Offer {
        name: MethodChoice::Auto.name(),
        title: "found by itself",
        help: "Tries data abstractions from weak to strong beside tiling, and instrumentation where that may help.",
    },
];

/// The abstractions on offer for all arrays together. The first is an older word for trying them in turn, which
/// menus only show where it was chosen.
pub const ABSTRACTIONS_OF_ALL: &[Offer] = &[
    Offer {
        name: AUTO,
        title: "one after the other: auto",
        help: "One cell, then two in order, then two, and occurrences where claims count, until all assertions are decided.",
    },
    Offer {
        name: "cell1",
        title: "one cell: cell1",
        help: "Every array is watched through one cell at a time.",
    },
    Offer {
        name: "cell2",
        title: "two cells: cell2",
        help: "Every array is watched through two cells at a time.",
    },
    Offer {
        name: "cell<2",
        title: "two in order: cell<2",
        help: "Every array is watched through two cells, the first before the second.",
    },
    Offer {
        name: "cell3",
        title: "three cells: cell3",
        help: "Every array is watched through three cells at a time.",
    },
    Offer {
        name: "smash",
        title: "values only: smash",
        help: "Each array is replaced by the set of its values, without their indices.",
    },
    Offer {
        name: "first",
        title: "first cell: first",
        help: "Only the value at index 0 of each array is kept.",
    },
    Offer {
        name: "sign",
        title: "signs: sign ⊙ cell",
        help: "Each array is watched through one cell, and only the sign of its value is kept.",
    },
    Offer {
        name: "cell . multiset",
        title: "occurrences: cell ⊙ multiset",
        help: "Each array is watched through one value and its number of occurrences in the range of the claim.",
    },
    Offer {
        name: "id",
        title: "none: id",
        help: "Arrays are kept as they are; the solver may give up.",
    },
];

/// The abstractions on offer for one array.
pub const ABSTRACTIONS: &[Offer] = ABSTRACTIONS_OF_ALL.split_at(1).1;

/// The heuristics on offer.
pub const HEURISTICS: &[Offer] = &[
    Offer {
        name: Heuristic::Relevant.name(),
        title: Heuristic::Relevant.name(),
        help: "All cells that are found to matter, also through equations between arrays.",
    },
    Offer {
        name: Heuristic::RelevantBasic.name(),
        title: Heuristic::RelevantBasic.name(),
        help: "The search of Braine's thesis: reads, writes and plain equations.",
    },
    Offer {
        name: Heuristic::Mg16.name(),
        title: Heuristic::Mg16.name(),
        help: "The cell of the goal and the cells that the instruction reads.",
    },
    Offer {
        name: Heuristic::Ma15.name(),
        title: Heuristic::Ma15.name(),
        help: "The cell of the goal only.",
    },
    Offer {
        name: Heuristic::Manual.name(),
        title: Heuristic::Manual.name(),
        help: "The cells that you name, clause by clause, in the Eliminate stage.",
    },
];

/// Ways to handle calls of functions.
pub const CALLS: &[Offer] = &[
    Offer {
        name: "",
        title: "by function",
        help: "Contracts replace the functions that have one, small functions are inlined, and the others become relations.",
    },
    Offer {
        name: "inline",
        title: "inline",
        help: "Each function is inlined at its calls, unless it is recursive.",
    },
    Offer {
        name: "summary",
        title: "summary",
        help: "Callers of a function with a contract know only the contract.",
    },
    Offer {
        name: "modular",
        title: "modular",
        help: "Each function becomes a relation between inputs and outputs, which the solver finds.",
    },
];

/// The time limits on offer, in seconds.
pub const TIME_LIMITS: &[Offer] = &[
    Offer { name: "10", title: "10 seconds", help: "For easy programs." },
    Offer { name: "30", title: "30 seconds", help: "For use in class." },
    Offer { name: "120", title: "2 minutes", help: "For longer programs." },
    Offer { name: "600", title: "10 minutes", help: "For hard programs." },
];

/// The largest time limit. A link may ask for any number of seconds.
pub const MAX_SECONDS: u32 = 3600;

/// The language of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextKind {
    /// A program, in a file `.hb`.
    #[default]
    Program,
    /// Horn clauses in SMT-LIB 2, in a file `.smt2`.
    Clauses,
}

/// A text and the choices for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The language of the text.
    pub kind: TextKind,
    /// The text.
    pub text: String,
    /// The choices.
    pub options: Options,
}

/// A formula that the page shows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Formula {
    /// A clause after a stage.
    Clause(ClauseId, Phase),
    /// An invariant, by its place among those of the verdict.
    Invariant(usize),
}

/// A document that a worker can write about a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum DocumentKind {
    /// All that is known, in some format; a document gets this title.
    Export(Export, String),
    /// How each fact of an invariant could have been found, by the invariant's place.
    Origins(usize),
    /// The reader's lines about loops, compared with invariants that are found without them.
    LineComparison,
    /// The text, with what is missing in its lines about loops.
    CompletedLines,
    /// The judgement of an answer to an exercise, as JSON of an `AnswerJudgement`; the text is JSON of both.
    AnswerJudgement(String),
    /// The pages of a course in Markdown, as JSON of the pages or else of the problems.
    CoursePages(String),
    /// A formula in some language.
    Formula(Formula, Language),
    /// The program in its layout.
    Layout,
    /// The story of the verdict on the assertion at this place, as JSON of a `Story`.
    Story(usize),
    /// The reasons why the invariant at this place of the verdict is inductive, as JSON of `Reason`s.
    Reasons(usize),
    /// The invariant at the first place without its line at the second, as JSON of a `Without`.
    Without(usize, usize),
    /// A run in which the invariants can be watched, as JSON of a `Sample`; unknown inputs get this number.
    Sample(u32),
    /// The derivation of the assertion at this place beside real runs, as JSON of `TraceComparison`.
    Worlds(usize),
    /// The operators of instrumentation, as JSON of `OperatorRecord`s.
    Operators,
    /// The rules that can be applied by hand, as JSON of a `Workbench`.
    Workbench,
    /// Segments, tiles and conditions, as JSON of a `Tilings`.
    Tiling,
    /// Arrays of runs at a place of the program, as JSON of a `SampledArrays`.
    Cloud {
        /// The statement there.
        at: Span,
        /// Whether it is at the head of the loop there, each time.
        loop_head: bool,
    },
}

/// A request of the page. Most name the revision of the text that they are about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Make all stages but solving.
    Analyse {
        /// The text's revision.
        revision: u32,
        /// The text and the choices.
        job: Job,
        /// The clause on view, by its old number and its new place: its story is asked for as well if
        /// both are those of one clause.
        clause: Option<(ClauseId, Span)>,
    },
    /// Tell the story of one clause of the text that was analysed last.
    Story {
        /// That text's revision.
        revision: u32,
        /// The clause.
        clause: ClauseId,
    },
    /// Search a witness that a call of the text that was analysed last loses information.
    Witness {
        /// That text's revision.
        revision: u32,
        /// The clause.
        clause: ClauseId,
        /// The number of its call.
        call: usize,
    },
    /// Look for an outcome that explains more than the first one.
    LookAgain {
        /// The revision of the text.
        revision: u32,
        /// The text and the choices.
        job: Job,
        /// The first outcome.
        outcome: Box<Outcome>,
    },
    /// Compare several ways to treat one clause of a text.
    Compare {
        /// The clause, and the choice in which the ways differ.
        asked: ComparisonRequest,
        /// The text and the choices.
        job: Job,
    },
    /// Make all stages.
    Solve {
        /// The text's revision, or another number that tells answers apart.
        revision: u32,
        /// The text and the choices.
        job: Job,
    },
    /// Give the answer of a solver that was interrupted because it did not look at the clock in time.
    GiveUp {
        /// The text's revision.
        revision: u32,
        /// The text and the choices.
        job: Job,
        /// How long the solver ran.
        milliseconds: f64,
    },
    /// Write a document.
    Write {
        /// Tells answers apart.
        ticket: u32,
        /// The document.
        what: DocumentKind,
        /// The text that it is about.
        job: Job,
        /// The outcome, if it is known.
        outcome: Option<Box<Outcome>>,
    },
}

/// An answer of a worker.
#[derive(Serialize, Deserialize)]
pub enum Reply {
    /// The worker is ready.
    Ready,
    /// The worker broke down, with this message.
    Broke(String),
    /// Every stage up to solving.
    Analysed {
        /// The revision that was asked about.
        revision: u32,
        /// The stages.
        road: Box<StageRecord>,
        /// The clause whose story is the next answer.
        next: Option<ClauseId>,
    },
    /// The story of one clause.
    Story {
        /// The revision that was asked about.
        revision: u32,
        /// The story.
        story: Box<ClauseStory>,
    },
    /// The result of the search for a witness.
    Witness {
        /// The revision that was asked about.
        revision: u32,
        /// The clause.
        clause: ClauseId,
        /// Which of its calls.
        call: usize,
        /// The witness, if one was found.
        picture: Option<Box<WitnessTable>>,
        /// Why none was found.
        why: Option<Reason>,
    },
    /// A comparison of several ways to treat one clause.
    Compared {
        /// The request.
        asked: ComparisonRequest,
        /// The comparison; none when there is no such clause.
        comparison: Option<Box<Comparison>>,
        /// For each way the first witnesses of the calls that its row names as incomplete.
        pictures: Vec<Vec<WitnessTable>>,
    },
    /// The solver's progress.
    Progress {
        /// The revision that is being solved.
        revision: u32,
        /// The progress.
        progress: Progress,
    },
    /// The solver has finished.
    Solved {
        /// The revision that was solved.
        revision: u32,
        /// The verdicts.
        outcome: Box<Outcome>,
        /// How long it took.
        milliseconds: f64,
        /// Whether the search ended by itself, and not at the time limit.
        ended: bool,
    },
    /// A second look has ended.
    LookedAgain {
        /// The revision that was solved.
        revision: u32,
        /// The outcome in the place of the first one, if one was found.
        outcome: Option<Box<Outcome>>,
    },
    /// A document was written.
    Written {
        /// The request's ticket.
        ticket: u32,
        /// The document; none when it cannot be written, as for a text with errors.
        text: Option<String>,
    },
    /// The text has errors and cannot be solved.
    Refused {
        /// The revision that was to be solved.
        revision: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(text: &str) -> Option<ChosenAbstraction> {
        Some(text.parse().expect("an abstraction"))
    }

    #[test]
    fn what_nobody_chose_is_left_to_the_program_and_then_to_the_defaults() {
        let open = Options::default();
        let names = |o: &Options| o.choices.words()[1..].join(" ");
        assert_eq!(
            names(&open.in_force(&PragmaOptions::default())),
            "auto --abstraction cell1 --heuristic relevant"
        );
        let wishes =
            PragmaOptions { abstraction: wanted("cell2,a=id"), ..PragmaOptions::default() };
        let asked = open.in_force(&wishes);
        assert_eq!(names(&asked), "cell2,a=id --heuristic relevant");
        let chosen = open.with_abstraction(wanted("cell1")).in_force(&wishes);
        assert_eq!(chosen.choices.abstraction, wanted("cell1"));
        let open = chosen.with_choices(chosen.choices.without_defaults());
        assert_eq!(open.in_force(&wishes).choices.abstraction, wanted("cell2,a=id"));
    }

    #[test]
    fn numbers_of_clauses_depend_on_what_makes_clauses() {
        let plain = Options::default();
        let with = |set: fn(&mut Choices)| {
            let mut other = Options { seconds: 3, ..plain.clone() };
            set(&mut other.choices);
            plain.same_clauses(&other)
        };
        assert!(with(|_| {}) && with(|c| c.heuristic = Some(Heuristic::Ma15)));
        assert!(!with(|c| c.loops = true) && !with(|c| c.check_bounds = true));
    }

    #[test]
    fn cells_are_kept_for_each_clause_and_array() {
        let indices = vec!["k'".to_owned(), "i + 1".to_owned()];
        let options = Options::default().with_cells_of(3, "a", indices.clone());
        assert_eq!(options.cells_of(3, "a").map(|c| &c.indices), Some(&indices));
        assert_eq!(options.cells_of(3, "b"), None);
        assert_eq!(options.with_cells_of(3, "a", vec![]).choices.cells, []);
    }

    #[test]
    fn every_abstraction_on_offer_is_one_of_the_core() {
        assert!(ABSTRACTIONS.iter().all(|offer| offer.sigma().is_some()));
        assert_eq!(ABSTRACTIONS_OF_ALL[0].name, AUTO);
        let named: Vec<_> = HEURISTICS.iter().map(|offer| offer.name.parse()).collect();
        assert_eq!(named, Heuristic::ALL.map(Ok));
        let sign = "sign".parse().expect("an abstraction");
        assert_eq!(Offer::for_sigma(ABSTRACTIONS, &sign).map(|offer| offer.name), Some("sign"));
    }
}
