//! What the page and its workers say to each other.

use crate::compare::Asked;
use crate::picture::Picture;
use crate::text::shortened;
use hornbook_core::abstraction::heuristic::{Heuristic, NamedCells};
use hornbook_core::abstraction::sigma::Choice;
use hornbook_core::base::Span;
use hornbook_core::explain::export::formula::{Language, Phase};
use hornbook_core::explain::{ClauseStory, Comparison, Outcome, Progress, Road, Wishes};
use hornbook_core::horn::ClauseId;
use hornbook_core::pipeline::{AUTO, Export};
use serde::{Deserialize, Serialize};

/// What stands for an abstraction or a heuristic that nobody has chosen: the program may say what it
/// wants, and if it does not, the default holds.
pub const NOT_CHOSEN: &str = "";
/// The abstraction that holds where neither student nor program chooses.
pub const ABSTRACTION: &str = "cell1";
/// The heuristic that holds there.
pub const HEURISTIC: &str = "relevant";

/// The student's choices, as the core's command line names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The data abstraction, for all arrays or per array, or [`NOT_CHOSEN`].
    pub abstraction: String,
    /// How cells are chosen, or [`NOT_CHOSEN`].
    pub heuristic: String,
    /// Whether accesses to arrays must lie within their declared lengths.
    #[serde(default)]
    pub check_bounds: bool,
    /// Whether the steps between two loop heads become one clause.
    #[serde(default)]
    pub large_blocks: bool,
    /// Whether conditions on any number of cells become loops.
    #[serde(default)]
    pub loops: bool,
    /// Whether the last component of a tuple is instantiated first.
    #[serde(default)]
    pub right_to_left: bool,
    /// The cells for the heuristic `manual`.
    #[serde(default)]
    pub cells: Vec<NamedCells>,
    /// Seconds after which the search is ended as `unknown`.
    #[serde(default = "patience")]
    pub seconds: u32,
}

fn patience() -> u32 {
    120
}

impl Default for Options {
    fn default() -> Options {
        Options {
            abstraction: NOT_CHOSEN.to_owned(),
            heuristic: NOT_CHOSEN.to_owned(),
            check_bounds: false,
            large_blocks: false,
            loops: false,
            right_to_left: false,
            cells: vec![],
            seconds: patience(),
        }
    }
}

impl Options {
    /// Whether a program has the same clauses, by the same numbers, with other choices.
    pub fn same_clauses(&self, other: &Options) -> bool {
        let switches = |o: &Options| (o.check_bounds, o.large_blocks, o.loops);
        switches(self) == switches(other)
    }

    /// The same choices with names for those that nobody has made: what holds instead.
    #[must_use]
    pub fn in_force(&self, wishes: &Wishes) -> Options {
        let name = |chosen: &String, wish: &Option<String>, default: &str| match chosen.as_str() {
            NOT_CHOSEN => wish.clone().unwrap_or_else(|| default.to_owned()),
            _ => chosen.clone(),
        };
        Options {
            abstraction: name(&self.abstraction, &wishes.abstraction, ABSTRACTION),
            heuristic: name(&self.heuristic, &wishes.heuristic, HEURISTIC),
            ..self.clone()
        }
    }

    /// The same choices, where the defaults were not chosen but stood there from the start.
    #[must_use]
    pub fn without_defaults(&self) -> Options {
        let name = |name: &String, default: &str| {
            if name == default { NOT_CHOSEN.to_owned() } else { name.clone() }
        };
        let abstraction = name(&self.abstraction, ABSTRACTION);
        Options { abstraction, heuristic: name(&self.heuristic, HEURISTIC), ..self.clone() }
    }

    /// The choices that can be read, the others not made; and what is to be said of those.
    pub fn readable(mut self) -> (Options, Option<String>) {
        let mut wrong = vec![];
        let mut leave_out = |name: &mut String, what: &str| {
            wrong.push(format!("the {what} {:?}", shortened(name)));
            *name = NOT_CHOSEN.to_owned();
        };
        let known = [NOT_CHOSEN, AUTO].contains(&&*self.abstraction);
        if !known && self.abstraction.parse::<Choice>().is_err() {
            leave_out(&mut self.abstraction, "abstraction");
        }
        if self.heuristic != NOT_CHOSEN && self.heuristic.parse::<Heuristic>().is_err() {
            leave_out(&mut self.heuristic, "heuristic");
        }
        let said = (!wrong.is_empty()).then(|| {
            let (wrong, stead) =
                (wrong.join(" and "), "What holds without a choice stands instead.");
            format!("With the text came {wrong}, which this Hornbook cannot read. {stead}")
        });
        (self, said)
    }

    /// The abstraction of one array: its own, or the one for all.
    pub fn abstraction_of(&self, array: &str) -> &str {
        self.own(array).unwrap_or_else(|| self.abstraction_of_all())
    }

    /// The abstraction of the arrays that have none of their own.
    pub fn abstraction_of_all(&self) -> &str {
        let all = parts(&self.abstraction).into_iter().rev().find(|p| key(p).is_none());
        all.filter(|all| *all != NOT_CHOSEN).unwrap_or(ABSTRACTION)
    }

    /// Whether an array has an abstraction of its own.
    pub fn has_own(&self) -> bool {
        parts(&self.abstraction).into_iter().any(|part| key(part).is_some())
    }

    /// The same choices with another abstraction for one array. It ends `auto`, which is about all
    /// arrays.
    #[must_use]
    pub fn with_abstraction_of(&self, array: &str, name: &str) -> Options {
        if self.abstraction == NOT_CHOSEN || self.abstraction == AUTO && name != AUTO {
            return self.with_abstraction_of_all(ABSTRACTION).with_abstraction_of(array, name);
        }
        let mut kept: Vec<String> = parts(&self.abstraction)
            .into_iter()
            .filter(|part| key(part).is_none_or(|(k, _)| k != array))
            .map(str::to_owned)
            .collect();
        if name != self.abstraction_of_all() {
            kept.push(format!("{array}={name}"));
        }
        Options { abstraction: kept.join(","), ..self.clone() }
    }

    /// The same choices with another abstraction for all arrays that have none of their own; `auto`
    /// is for those as well.
    #[must_use]
    pub fn with_abstraction_of_all(&self, name: &str) -> Options {
        let own = parts(&self.abstraction).into_iter();
        let own = own.filter(|part| key(part).is_some() && name != AUTO);
        let all: Vec<&str> = [name].into_iter().chain(own).collect();
        Options { abstraction: all.join(","), ..self.clone() }
    }

    fn own(&self, array: &str) -> Option<&str> {
        parts(&self.abstraction)
            .into_iter()
            .filter_map(key)
            .find(|(k, _)| *k == array)
            .map(|(_, s)| s)
    }

    /// The cells named for an array in a clause.
    pub fn cells_of(&self, clause: u32, array: &str) -> String {
        let mine = self.cells.iter().find(|c| c.clause == clause && c.array == array);
        mine.map(|c| c.indices.join(", ")).unwrap_or_default()
    }

    /// The same choices with other cells for an array in a clause; none for an empty text.
    #[must_use]
    pub fn with_cells_of(&self, clause: u32, array: &str, text: &str) -> Options {
        let mut cells = self.cells.clone();
        cells.retain(|c| c.clause != clause || c.array != array);
        let indices: Vec<String> =
            text.split(',').map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect();
        if !indices.is_empty() {
            cells.push(NamedCells { clause, array: array.to_owned(), indices });
        }
        Options { cells, ..self.clone() }
    }
}

/// The parts of a choice: what stands between commas that no bracket holds.
fn parts(choice: &str) -> Vec<&str> {
    let (mut out, mut depth, mut start) = (vec![], 0, 0);
    for (at, c) in choice.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                out.push(choice[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(choice[start..].trim());
    out
}

/// The array or place that a part is for, and its abstraction.
fn key(part: &str) -> Option<(&str, &str)> {
    let (name, sigma) = part.split_once('=')?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '\'');
    let name = name.trim();
    (!name.is_empty() && name.chars().all(is_name)).then(|| (name, sigma.trim()))
}

/// Something that can be chosen.
#[derive(Debug, PartialEq, Eq)]
pub struct Offer {
    /// The core's name for it.
    pub name: &'static str,
    /// What the menu shows.
    pub title: &'static str,
    /// What it means.
    pub help: &'static str,
}

/// The abstractions on offer for all arrays together: the choice may be left to Hornbook.
pub const ABSTRACTIONS_OF_ALL: &[Offer] = &[
    Offer {
        name: AUTO,
        title: "found by itself: auto",
        help: "One cell, then two in order, then two, until the assertions are settled.",
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
        help: "Every array is the set of its values, without their places.",
    },
    Offer {
        name: "first",
        title: "first cell: first",
        help: "Of every array only the value at index 0 is kept.",
    },
    Offer {
        name: "sign",
        title: "signs: sign ⊙ cell",
        help: "Every array is watched through one cell, and of its value the sign is kept.",
    },
    Offer {
        name: "id",
        title: "none: id",
        help: "Arrays are kept as they are; the solver may have to give up.",
    },
];

/// The abstractions on offer for one array.
pub const ABSTRACTIONS: &[Offer] = ABSTRACTIONS_OF_ALL.split_at(1).1;

/// The ways to choose cells that are on offer.
pub const HEURISTICS: &[Offer] = &[
    Offer {
        name: "relevant",
        title: "relevant",
        help: "Every cell that can matter, found through equations as well.",
    },
    Offer {
        name: "relevant-basic",
        title: "relevant-basic",
        help: "The thesis's search: reads, writes and plain equations.",
    },
    Offer {
        name: "mg16",
        title: "mg16",
        help: "The cell of the goal and the cells that the instruction reads.",
    },
    Offer { name: "ma15", title: "ma15", help: "The cell of the goal only." },
    Offer {
        name: "manual",
        title: "manual",
        help: "The cells that you name, clause by clause, in the Eliminate stage.",
    },
];

/// How long to search, in seconds.
pub const PATIENCE: &[Offer] = &[
    Offer { name: "10", title: "10 seconds", help: "For programs that are meant to be easy." },
    Offer { name: "30", title: "30 seconds", help: "For a class that waits." },
    Offer { name: "120", title: "2 minutes", help: "Enough for nearly all programs." },
    Offer { name: "600", title: "10 minutes", help: "For hard programs." },
];

/// A link may ask for any number of seconds, but nobody waits longer than for an hour.
pub const MOST_SECONDS: u32 = 3600;

/// What a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A program, in a file `.hb`.
    #[default]
    Program,
    /// Horn clauses in SMT-LIB 2, in a file `.smt2`.
    Clauses,
}

/// A text and all that decides what becomes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// What the text is.
    pub kind: Kind,
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

/// Something to take along.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Writing {
    /// All that is known, in some format; a document gets this title.
    Export(Export, String),
    /// A formula in some language.
    Formula(Formula, Language),
    /// The program in its layout.
    Layout,
}

/// What the page asks. Most requests name the revision of the text that they are about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// All stages but solving.
    Analyse {
        /// The text's revision.
        revision: u32,
        /// The text and the choices.
        job: Job,
        /// The clause on view, by its old number and its new place: its story is asked for as well if
        /// both are those of one clause.
        clause: Option<(ClauseId, Span)>,
    },
    /// All that happened to one clause of the text that was analysed last.
    Story {
        /// That text's revision.
        revision: u32,
        /// The clause.
        clause: ClauseId,
    },
    /// A witness that a call of the text that was analysed last loses information.
    Witness {
        /// That text's revision.
        revision: u32,
        /// The clause.
        clause: ClauseId,
        /// Which of its calls.
        call: usize,
    },
    /// What several ways make of one clause of a text.
    Compare {
        /// Which clause, and what differs.
        asked: Asked,
        /// The text and the choices.
        job: Job,
    },
    /// All stages.
    Solve {
        /// The text's revision, or what else tells answers apart.
        revision: u32,
        /// The text and the choices.
        job: Job,
    },
    /// Something to take along.
    Write {
        /// Tells answers apart.
        ticket: u32,
        /// What is wanted.
        what: Writing,
        /// Of what.
        job: Job,
        /// What came of it, if that is known.
        outcome: Option<Box<Outcome>>,
    },
}

/// What a worker answers.
#[derive(Serialize, Deserialize)]
pub enum Reply {
    /// The worker listens.
    Ready,
    /// The worker's last words.
    Broke(String),
    /// Every stage up to solving.
    Analysed {
        /// The revision that was asked about.
        revision: u32,
        /// What was found.
        road: Box<Road>,
        /// The clause whose story is the next answer.
        next: Option<ClauseId>,
    },
    /// All that happened to one clause.
    Story {
        /// The revision that was asked about.
        revision: u32,
        /// What happened.
        story: Box<ClauseStory>,
    },
    /// What the search for a witness has brought.
    Witness {
        /// The revision that was asked about.
        revision: u32,
        /// The clause.
        clause: ClauseId,
        /// Which of its calls.
        call: usize,
        /// The witness, if one was found.
        picture: Option<Box<Picture>>,
    },
    /// What several ways make of one clause.
    Compared {
        /// What was asked for.
        asked: Asked,
        /// What they make of it; none when there is no such clause.
        comparison: Option<Box<Comparison>>,
        /// For each way the first witnesses of the calls that its row names as incomplete.
        pictures: Vec<Vec<Picture>>,
    },
    /// The solver is still at it.
    Progress {
        /// The revision that is being solved.
        revision: u32,
        /// How far it is.
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
        /// Whether the search ended by itself, and not because the patience did.
        ended: bool,
    },
    /// What was to be written.
    Written {
        /// The request's.
        ticket: u32,
        /// The text; none when there is no such thing, as of a text with errors.
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
    use hornbook_core::abstraction::heuristic::Heuristic;
    use hornbook_core::abstraction::sigma::Choice;

    #[test]
    fn an_array_may_have_an_abstraction_of_its_own() {
        let options = Options::default().with_abstraction_of("a", "cell2");
        assert_eq!(options.abstraction, "cell1,a=cell2");
        assert_eq!(options.abstraction_of("a"), "cell2");
        assert_eq!(options.abstraction_of("b"), "cell1");
        assert!(options.abstraction.parse::<Choice>().is_ok());
        let again = options.with_abstraction_of("a", "id").with_abstraction_of("b", "cell2");
        assert_eq!(again.abstraction, "cell1,a=id,b=cell2");
        assert_eq!(again.with_abstraction_of("a", "cell1").abstraction, "cell1,b=cell2");
    }

    #[test]
    fn what_nobody_chose_is_left_to_the_program_and_then_to_the_defaults() {
        let names = |o: Options| (o.abstraction, o.heuristic);
        let open = Options::default();
        let plain = names(open.in_force(&Wishes::default()));
        assert_eq!(plain, ("cell1".to_owned(), "relevant".to_owned()));
        let wishes = Wishes { abstraction: Some("cell2,a=id".into()), heuristic: None };
        let asked = open.in_force(&wishes);
        assert_eq!((asked.abstraction_of("a"), asked.abstraction_of("b")), ("id", "cell2"));
        let chosen = open.with_abstraction_of_all("cell1").in_force(&wishes);
        assert_eq!(chosen.abstraction, "cell1");
        assert_eq!(chosen.without_defaults().in_force(&wishes).abstraction, "cell2,a=id");
    }

    #[test]
    fn choices_that_cannot_be_read_are_not_made_and_told() {
        for name in [NOT_CHOSEN, AUTO, "cell1", "cell2,a=id"] {
            let options = Options { abstraction: name.into(), ..Options::default() };
            assert_eq!(options.clone().readable(), (options, None));
        }
        let options = Options { abstraction: "cell2 @ tiling".into(), ..Options::default() };
        let options = Options { heuristic: "newer2027 ".repeat(1_000), loops: true, ..options };
        let (read, said) = options.readable();
        assert_eq!(read, Options { loops: true, ..Options::default() });
        assert_eq!(
            said.as_deref(),
            Some(
                "With the text came the abstraction \"cell2 @ tiling\" and the heuristic \"newer2027 \
                 newer2027 …\", which this Hornbook cannot read. What holds without a choice stands instead."
            )
        );
    }

    #[test]
    fn auto_is_about_all_arrays() {
        let auto = Options::default().with_abstraction_of("a", "id").with_abstraction_of_all(AUTO);
        assert_eq!(auto.abstraction, AUTO);
        assert_eq!(auto.with_abstraction_of("a", "id").abstraction, "cell1,a=id");
        assert_eq!(auto.with_abstraction_of("a", AUTO), auto);
    }

    #[test]
    fn formulas_with_commas_are_one_part() {
        let options = Options::default().with_abstraction_of_all("{k, v => v if k == 0}");
        assert_eq!(options.abstraction_of("a"), "{k, v => v if k == 0}");
        let options = options.with_abstraction_of("a", "slice(i)");
        assert_eq!(options.abstraction, "{k, v => v if k == 0},a=slice(i)");
        assert_eq!(options.with_abstraction_of_all("cell2").abstraction, "cell2,a=slice(i)");
        assert!(options.has_own() && options.abstraction.parse::<Choice>().is_ok());
    }

    #[test]
    fn cells_are_kept_for_each_clause_and_array() {
        let options = Options::default().with_cells_of(3, "a", "k', i + 1");
        assert_eq!(options.cells_of(3, "a"), "k', i + 1");
        assert_eq!(options.cells_of(3, "b"), "");
        assert_eq!(options.with_cells_of(3, "a", " ").cells, []);
    }

    #[test]
    fn every_abstraction_on_offer_is_one_of_the_core() {
        assert!(ABSTRACTIONS.iter().all(|offer| offer.name.parse::<Choice>().is_ok()));
        assert_eq!(ABSTRACTIONS_OF_ALL[0].name, AUTO);
        assert!(HEURISTICS.iter().all(|offer| offer.name.parse::<Heuristic>().is_ok()));
    }
}
