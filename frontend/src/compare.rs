//! Comparing what several choices make of one clause.

use crate::picture::Picture;
use crate::protocol::{ABSTRACTIONS, Offer, Reply};
use crate::records::Shared;
use hornbook_abstraction::heuristic::{Heuristic, UnknownHeuristic};
use hornbook_abstraction::sigma::{Choice, SigmaError};
use hornbook_base::Budget;
use hornbook_horn::ClauseId;
use hornbook_pipeline as pipeline;
use hornbook_pipeline::{Input, Way};
use hornbook_records::{Comparison, WitnessView};
use hornbook_tasks::choices::Settings;
use serde::{Deserialize, Serialize};

/// Pictures of witnesses that are sent for one way: a message with many of them would be large.
const MOST_PICTURES: usize = 2;

/// What differs from one way to the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// How cells are chosen.
    Heuristics,
    /// What is kept of arrays.
    Abstractions,
    /// Anything: one other way.
    Other {
        /// Its abstraction.
        abstraction: Choice,
        /// Its heuristic.
        heuristic: Heuristic,
    },
    /// One other way that another Hornbook has written, and this one cannot read.
    Unread {
        /// Its abstraction and its heuristic, as they are written.
        words: [String; 2],
        /// What is wrong with them.
        why: String,
    },
}

impl Axis {
    /// What is compared, in one word.
    pub fn name(&self) -> &'static str {
        match self {
            Axis::Heuristics => "heuristics",
            Axis::Abstractions => "abstractions",
            Axis::Other { .. } | Axis::Unread { .. } => "other",
        }
    }

    /// The axis as links have it: its name, or the abstraction and the heuristic of the other way.
    pub fn words(&self) -> Vec<String> {
        match self {
            Axis::Heuristics | Axis::Abstractions => vec![self.name().to_owned()],
            Axis::Other { abstraction, heuristic } => {
                vec![abstraction.to_string(), heuristic.to_string()]
            }
            Axis::Unread { words, .. } => words.to_vec(),
        }
    }

    /// What [`Axis::words`] gave. None if a newer page wrote it.
    pub fn from_words(words: &[String]) -> Option<Axis> {
        match words {
            [name] => [Axis::Heuristics, Axis::Abstractions].into_iter().find(|a| a.name() == name),
            [abstraction, heuristic] => Some(Axis::other(abstraction, heuristic)),
            _ => None,
        }
    }

    /// The other way that is written like this.
    fn other(abstraction: &str, heuristic: &str) -> Axis {
        let way = || -> Result<Axis, String> {
            let abstraction = abstraction.parse().map_err(|e: SigmaError| e.to_string())?;
            let heuristic = heuristic.parse().map_err(|e: UnknownHeuristic| e.to_string())?;
            Ok(Axis::Other { abstraction, heuristic })
        };
        way().unwrap_or_else(|why| Axis::Unread {
            words: [abstraction.to_owned(), heuristic.to_owned()],
            why,
        })
    }

    /// What is to be said if something cannot be read: there is nothing to compare then.
    pub fn unreadable(&self) -> Option<String> {
        match self {
            Axis::Unread { why, .. } => {
                Some(format!("The other choice cannot be compared: {why}."))
            }
            _ => None,
        }
    }
}

/// A comparison that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The revision of the text and the choices.
    pub revision: u32,
    /// The clause.
    pub clause: ClauseId,
    /// What differs.
    pub axis: Axis,
}

/// What several ways make of a clause.
pub struct Ways {
    /// What becomes of the clause in each way.
    pub comparison: Comparison,
    /// For each way the first witnesses of the calls that its row names as incomplete, in that order.
    pub pictures: Vec<Vec<Shared<Picture>>>,
}

impl Ways {
    /// Takes over what a worker has sent.
    pub fn new(comparison: Comparison, pictures: Vec<Vec<Picture>>) -> Ways {
        let shared = |of: Vec<Picture>| of.into_iter().map(Shared::new).collect();
        Ways { comparison, pictures: pictures.into_iter().map(shared).collect() }
    }
}

/// How a comparison stands.
#[derive(Clone, PartialEq)]
pub enum Answer {
    /// It is being made.
    Waiting,
    /// It is there; the way that is chosen comes first.
    Done(Shared<Ways>),
    /// There is none, for this reason.
    Failed(String),
}

/// A comparison and how it stands.
#[derive(Clone, PartialEq)]
pub struct Compared {
    /// What was asked for.
    pub asked: Asked,
    /// What came of it.
    pub answer: Answer,
}

impl Compared {
    /// A comparison that is to be made, or that cannot be.
    pub fn begun(asked: Asked) -> Compared {
        let answer = asked.axis.unreadable().map_or(Answer::Waiting, Answer::Failed);
        Compared { asked, answer }
    }
}

/// The ways to compare: the one that the settings choose, then the others on offer.
///
/// `manual` is one of the others only where cells of the clause are named; elsewhere it does what
/// `relevant` does.
pub fn ways(settings: &Settings, clause: ClauseId, axis: &Axis) -> Vec<Way> {
    let (chosen, policy) = (&settings.abstraction, &settings.policy);
    let named = policy.cells.iter().any(|c| c.clause == clause.0);
    let others: Vec<Way> = match axis {
        Axis::Heuristics => Heuristic::ALL
            .into_iter()
            .filter(|h| named || *h != Heuristic::Manual)
            .map(|h| (chosen.clone(), h))
            .collect(),
        Axis::Abstractions => ABSTRACTIONS
            .iter()
            .filter_map(Offer::sigma)
            .map(|all| (chosen.clone().with_all(all), policy.heuristic))
            .collect(),
        Axis::Other { abstraction, heuristic } => vec![(abstraction.clone(), *heuristic)],
        Axis::Unread { .. } => vec![],
    };
    let mut ways = vec![(chosen.clone(), policy.heuristic)];
    for way in others {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

/// The worker's answer to what was asked about a text. `budget` is for the search for witnesses.
pub fn compared(asked: Asked, input: &Input, budget: &mut Budget) -> Reply {
    let Input { lines, system, settings, .. } = input;
    let ways = ways(settings, asked.clause, &asked.axis);
    let made = system
        .as_ref()
        .and_then(|system| pipeline::compare(system, lines, settings, asked.clause, &ways, budget));
    let (comparison, witnesses) = made.unzip();
    let drawn = |found: Vec<WitnessView>| {
        found.into_iter().take(MOST_PICTURES).map(Picture::from).collect()
    };
    let pictures = witnesses.unwrap_or_default().into_iter().map(drawn).collect();
    Reply::Compared { asked, comparison: comparison.map(Box::new), pictures }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_abstraction::heuristic::NamedCells;
    use hornbook_tasks::choices::Choices;

    #[test]
    fn what_is_chosen_comes_first_and_only_once() {
        let mut settings = Settings::default();
        settings.policy.heuristic = Heuristic::Mg16;
        let compared = ways(&settings, ClauseId(2), &Axis::Heuristics);
        let heuristics: Vec<&str> = compared.iter().map(|(_, h)| h.name()).collect();
        assert_eq!(heuristics, ["mg16", "relevant", "relevant-basic", "ma15"]);
        let compared = ways(&settings, ClauseId(2), &Axis::Abstractions);
        assert_eq!(compared.len(), ABSTRACTIONS.len(), "one cell is on offer and chosen");
        assert!(compared.iter().all(|(_, h)| *h == Heuristic::Mg16));
    }

    #[test]
    fn named_cells_are_compared_where_there_are_some() {
        let mut settings = Settings::default();
        let cells = NamedCells { clause: 2, array: "a".into(), indices: vec!["i".into()] };
        settings.policy.cells.push(cells);
        let has_manual = |clause| {
            let compared = ways(&settings, ClauseId(clause), &Axis::Heuristics);
            compared.iter().any(|(_, h)| *h == Heuristic::Manual)
        };
        assert!(has_manual(2) && !has_manual(3));
    }

    #[test]
    fn any_other_way_can_be_compared() {
        let settings = Settings::default();
        let with = |abstraction: &str, heuristic: &str| {
            let compared = ways(&settings, ClauseId(0), &Axis::other(abstraction, heuristic));
            compared.iter().map(|(a, h)| format!("{a} {h}")).collect::<Vec<_>>()
        };
        assert_eq!(with("cell2,a=id", "mg16"), ["cell1 relevant", "cell2,a=id mg16"]);
        assert_eq!(with("cell1", "relevant"), ["cell1 relevant"], "the same way twice is one");
        assert_eq!(with("no such", "relevant"), ["cell1 relevant"]);
    }

    #[test]
    fn what_is_wrong_with_the_other_way_is_said() {
        let of = |abstraction: &str, heuristic: &str| {
            let axis = Axis::other(abstraction, heuristic);
            assert_eq!(Axis::from_words(&axis.words()), Some(axis.clone()));
            axis.unreadable()
        };
        assert_eq!(of("cell2,a=id", "mg16"), None);
        assert_eq!(Axis::Heuristics.unreadable(), None);
        for (abstraction, heuristic, word) in
            [("cell2 @ tiling", "mg16", "@"), ("cell2", "newer2027", "newer2027")]
        {
            let said = of(abstraction, heuristic).expect("a reason");
            assert!(said.contains(word), "{said}");
        }
    }

    #[test]
    fn a_way_that_is_incomplete_has_the_picture_of_its_witness() {
        let text = "int a[]; int v = a[0]; assert(v == v + 0);";
        let of = |abstraction: &str, heuristic: &str, steps: u64| {
            let input = Input::program(text, &Choices::default());
            let axis = Axis::other(abstraction, heuristic);
            let asked = Asked { revision: 1, clause: ClauseId(2), axis };
            match compared(asked, &input, &mut Budget::steps(steps)) {
                Reply::Compared { comparison: Some(comparison), pictures, .. } => {
                    Ways::new(*comparison, pictures)
                }
                _ => panic!("there is such a clause"),
            }
        };
        let lost = |ways: &Ways| {
            let rows = ways.comparison.rows.iter();
            let calls: Vec<usize> = rows.map(|row| row.incomplete.len()).collect();
            let pictures: Vec<usize> = ways.pictures.iter().map(Vec::len).collect();
            assert_eq!(calls, pictures);
            calls
        };
        let ways = of("cell2", "relevant", 400_000);
        assert_eq!(lost(&ways), [0, 1], "one cell is complete, two are not");
        assert_eq!(ways.pictures[1][0].sees, "a pair of its cells");
        assert_eq!(lost(&of("cell2", "relevant", 0)), [0, 0], "nothing is found without a search");
    }

    #[test]
    fn arrays_keep_the_abstractions_of_their_own() {
        let abstraction = "first,a=cell2".parse().expect("a choice");
        let settings = Settings { abstraction, ..Settings::default() };
        let compared = ways(&settings, ClauseId(0), &Axis::Abstractions);
        assert!(compared.iter().all(|(choice, _)| choice.by_name.contains_key("a")));
        assert_eq!(compared.len(), ABSTRACTIONS.len());
    }
}
