//! What a link holds, and its JSON.
//!
//! A link that was given away works for good. So each key has the same meaning for ever, and what
//! is left out stands for the values below, whatever the page itself begins with.

use crate::compare::Axis;
use crate::protocol::{Kind, NOT_CHOSEN, Options};
use crate::state::{Stage, State};
use hornbook_core::abstraction::heuristic::NamedCells;
use hornbook_core::horn::ClauseId;
use serde::{Deserialize, Serialize};

/// What a link without an abstraction means: the program's own, or else `cell1`.
const ABSTRACTION: &str = NOT_CHOSEN;
/// What a link without a heuristic means: the program's own, or else `relevant`.
const HEURISTIC: &str = NOT_CHOSEN;
/// How long a link without a patience searches.
const SECONDS: u32 = 120;
/// What a link without a stage means.
const STAGE: Stage = Stage::Clauses;

/// A text, and the way in which it is looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What the text is.
    pub kind: Kind,
    /// The text, its lines ended by `\n`.
    pub text: String,
    /// The choices.
    pub options: Options,
    /// The stage on view.
    pub stage: Stage,
    /// The clause on view.
    pub selected: Option<ClauseId>,
    /// What is compared for that clause, if something is.
    pub compared: Option<Axis>,
}

/// Why JSON is no link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misread {
    /// It is not JSON, or not of the right shape.
    Shape,
    /// The text is of a kind that this page does not know.
    Kind(String),
}

impl Link {
    /// A program with these choices, as the page opens it.
    pub fn program(text: &str, options: Options) -> Link {
        Link::new(Kind::Program, text, options)
    }

    /// A text with these choices, as the page opens it.
    pub fn new(kind: Kind, text: &str, options: Options) -> Link {
        Link { kind, text: unix(text), options, stage: STAGE, selected: None, compared: None }
    }

    /// What the page shows.
    pub fn of(state: &State) -> Link {
        Link {
            kind: state.kind,
            text: state.text.to_string(),
            options: state.lasting_options(),
            stage: state.stage,
            selected: state.selected,
            compared: state.comparison.as_ref().map(|c| c.asked.axis.clone()),
        }
    }

    /// Whether both are the same text with the same choices, wherever they are looked at.
    pub fn same_work(&self, other: &Link) -> bool {
        self.kind == other.kind && self.text == other.text && self.options == other.options
    }

    /// The link as JSON.
    pub fn to_json(&self) -> String {
        // Every part is a string, a number or a truth value, and these always have a JSON form.
        serde_json::to_string(&Wire::from(self)).unwrap_or_default()
    }

    /// The link that JSON stands for. What newer pages may add is passed over.
    ///
    /// # Errors
    /// The JSON does not have the shape of a link.
    pub fn from_json(json: &[u8]) -> Result<Link, Misread> {
        let wire: Wire = serde_json::from_slice(json).map_err(|_| Misread::Shape)?;
        wire.link()
    }
}

/// A text with line ends as the editor has them.
pub fn unix(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// The form of a link in JSON.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Wire {
    /// The text. A link without one is none, so this is always written.
    #[serde(rename = "t")]
    text: Option<String>,
    /// `smt2`; a program when left out.
    #[serde(rename = "k", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(rename = "a", skip_serializing_if = "Option::is_none")]
    abstraction: Option<String>,
    #[serde(rename = "h", skip_serializing_if = "Option::is_none")]
    heuristic: Option<String>,
    #[serde(rename = "b", skip_serializing_if = "is_false")]
    check_bounds: bool,
    #[serde(rename = "l", skip_serializing_if = "is_false")]
    large_blocks: bool,
    #[serde(rename = "q", skip_serializing_if = "is_false")]
    loops: bool,
    #[serde(rename = "r", skip_serializing_if = "is_false")]
    right_to_left: bool,
    /// Clause, array, indices.
    #[serde(rename = "c", skip_serializing_if = "Vec::is_empty")]
    cells: Vec<(u32, String, Vec<String>)>,
    #[serde(rename = "p", skip_serializing_if = "Option::is_none")]
    seconds: Option<u32>,
    /// The stage's name in small letters.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    /// The number of the clause on view.
    #[serde(rename = "i", skip_serializing_if = "Option::is_none")]
    selected: Option<u32>,
    /// What is compared: `heuristics`, `abstractions`, or the abstraction and the heuristic of one other way.
    #[serde(rename = "v", skip_serializing_if = "Vec::is_empty")]
    compared: Vec<String>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A name, unless it is the one that is meant anyway.
fn unless(meant: &str, name: &str) -> Option<String> {
    (name != meant).then(|| name.to_owned())
}

impl From<&Link> for Wire {
    fn from(link: &Link) -> Wire {
        // Without `..`: a new choice has to find its way into links.
        let Options {
            abstraction,
            heuristic,
            check_bounds,
            large_blocks,
            loops,
            right_to_left,
            cells,
            seconds,
        } = &link.options;
        let cells = cells.iter().map(|c| (c.clause, c.array.clone(), c.indices.clone()));
        Wire {
            text: Some(link.text.clone()),
            kind: (link.kind == Kind::Clauses).then(|| "smt2".to_owned()),
            abstraction: unless(ABSTRACTION, abstraction),
            heuristic: unless(HEURISTIC, heuristic),
            check_bounds: *check_bounds,
            large_blocks: *large_blocks,
            loops: *loops,
            right_to_left: *right_to_left,
            cells: cells.collect(),
            seconds: (*seconds != SECONDS).then_some(*seconds),
            stage: unless(&STAGE.key(), &link.stage.key()),
            selected: link.selected.map(|clause| clause.0),
            compared: link.compared.as_ref().map(Axis::words).unwrap_or_default(),
        }
    }
}

impl Wire {
    fn link(self) -> Result<Link, Misread> {
        let kind = match self.kind.as_deref() {
            None | Some("hb") => Kind::Program,
            Some("smt2") => Kind::Clauses,
            Some(other) => return Err(Misread::Kind(other.to_owned())),
        };
        let cells = self.cells.into_iter();
        let cells = cells.map(|(clause, array, indices)| NamedCells { clause, array, indices });
        let options = Options {
            abstraction: self.abstraction.unwrap_or_else(|| ABSTRACTION.to_owned()),
            heuristic: self.heuristic.unwrap_or_else(|| HEURISTIC.to_owned()),
            check_bounds: self.check_bounds,
            large_blocks: self.large_blocks,
            loops: self.loops,
            right_to_left: self.right_to_left,
            cells: cells.collect(),
            seconds: self.seconds.unwrap_or(SECONDS),
        };
        // A stage that only a newer page has is not worth losing the program for.
        let named = |name: &str| Stage::ALL.into_iter().find(|s| s.key() == name);
        Ok(Link {
            kind,
            text: unix(&self.text.ok_or(Misread::Shape)?),
            options,
            stage: self.stage.as_deref().and_then(named).unwrap_or(STAGE),
            selected: self.selected.map(ClauseId),
            compared: Axis::from_words(&self.compared),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_without_saying_is_left_out() {
        let link = Link::program("int n;", Options::default());
        assert_eq!(link.to_json(), r#"{"t":"int n;"}"#);
    }

    #[test]
    fn a_default_that_is_chosen_is_written_and_goes_before_what_the_program_wants() {
        let chosen = Options { heuristic: "relevant".into(), ..Options::default() };
        let link = Link::program("int n;", chosen.with_abstraction_of_all("cell1"));
        assert_eq!(link.to_json(), r#"{"t":"int n;","a":"cell1","h":"relevant"}"#);
        assert_eq!(Link::from_json(link.to_json().as_bytes()), Ok(link));
    }

    #[test]
    fn what_a_newer_page_adds_is_passed_over() {
        let json =
            br#"{"t":"int n;","z":[{"deep":1}],"s":"instrument","b":true,"i":3,"v":["orders"]}"#;
        let link = Link::from_json(json).unwrap();
        assert_eq!((link.selected, &link.compared), (Some(ClauseId(3)), &None));
        assert_eq!((link.stage, link.options.check_bounds), (Stage::Clauses, true));
    }

    #[test]
    fn a_link_needs_a_text_of_a_kind_that_is_known() {
        for json in ["", "{}", "3", "{\"t\":3}", "{\"t\":\"\",\"i\":-1}", "[]"] {
            assert_eq!(Link::from_json(json.as_bytes()), Err(Misread::Shape), "{json}");
        }
        let tiling = Link::from_json(br#"{"t":"","k":"tiling"}"#);
        assert_eq!(tiling, Err(Misread::Kind("tiling".to_owned())));
        let clauses = Link::from_json(br#"{"t":"","k":"smt2"}"#).unwrap();
        assert_eq!(clauses.kind, Kind::Clauses);
    }

    #[test]
    fn lines_end_as_in_the_editor() {
        assert_eq!(Link::program("a\r\nb\rc\n", Options::default()).text, "a\nb\nc\n");
    }
}
