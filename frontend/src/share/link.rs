//! The content of a link, and its JSON.
//!
//! A link that was given away works for good. So each key keeps its meaning, and keys that are left out
//! stand for the values below, whatever the page itself begins with.

use crate::state::State;
use crate::text::shortened;
use hornbook_course::exercise::Exercise;
use hornbook_horn::ClauseId;
use hornbook_protocol::compare::ComparisonAxis;
use hornbook_protocol::{Options, TextKind};
use hornbook_records::stages::StageKey;
use hornbook_tasks::choices::{Choices, Key, MethodChoice, Unread};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::rc::Rc;

/// The time limit of a link without one.
const SECONDS: u32 = 120;
/// The stage of a link without one.
const STAGE: StageKey = StageKey::CLAUSES;

/// The key of the method, and its value where it is left to the text and to Hornbook.
const METHOD: (&str, &str) = ("m", "found");

/// A text, its choices, and its view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The language of the text.
    pub kind: TextKind,
    /// The text, its lines ended by `\n`.
    pub text: String,
    /// The choices that can be read.
    pub options: Options,
    /// The others.
    pub unread: Vec<Unread>,
    /// The stage on view; the text may lack it.
    pub stage: StageKey,
    /// The clause on view.
    pub selected: Option<ClauseId>,
    /// The comparison for that clause, if one is on view.
    pub compared: Option<ComparisonAxis>,
    /// Whether the verdict was there, so that solving starts at once.
    pub solved: bool,
    /// Whether invariants that Hornbook finds are not shown.
    pub hides_found: bool,
    /// The exercise that the text is the program of.
    pub exercise: Option<Rc<Exercise>>,
}

/// Why JSON is no link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkParseError {
    /// It is not JSON, or not of the right shape.
    Shape,
    /// The text is of a kind that this page does not know.
    Kind(String),
}

impl Link {
    /// A program with these choices, as the page opens it.
    pub fn program(text: &str, options: Options) -> Link {
        Link::new(TextKind::Program, text, options)
    }

    /// A text with these choices, as the page opens it.
    pub fn new(kind: TextKind, text: &str, options: Options) -> Link {
        let (text, unread) = (unix(text), vec![]);
        let (stage, selected, compared, solved) = (STAGE, None, None, false);
        let hides_found = false;
        let exercise = None;
        Link {
            kind,
            text,
            options,
            unread,
            stage,
            selected,
            compared,
            solved,
            hides_found,
            exercise,
        }
    }

    /// A link to the present page.
    pub fn from_state(state: &State) -> Link {
        Link {
            kind: state.kind,
            text: state.text.to_string(),
            options: state.options_to_keep(),
            unread: vec![],
            stage: state.stage.clone(),
            selected: state.selected,
            compared: state.comparison.as_ref().map(|c| c.asked.axis.clone()),
            solved: state.is_solved() || state.to_solve,
            hides_found: state.hides_found,
            exercise: state.work.as_ref().map(|work| work.exercise.clone()),
        }
    }

    /// Whether both are the same text with the same choices, whatever the view.
    pub fn same_work(&self, other: &Link) -> bool {
        (self.kind == other.kind && self.text == other.text)
            && (self.options == other.options && self.unread == other.unread)
            && self.exercise == other.exercise
    }

    /// A copy in which choices that equal the defaults are left open.
    #[must_use]
    pub fn without_defaults(self) -> Link {
        let options = self.options.with_choices(self.options.choices.without_defaults());
        Link { options, ..self }
    }

    /// A message about the choices that cannot be read, if there are some.
    pub fn unreadable(&self) -> Option<String> {
        let wrong = self.unread.iter();
        let wrong: Vec<String> = wrong
            .map(|unread| format!("the {} {:?}", unread.key.name(), shortened(&unread.text)))
            .collect();
        let (all, stead) = (wrong.join(" and "), "The defaults hold instead.");
        let said = format!("The text came with {all}, which this Hornbook cannot read. {stead}");
        (!wrong.is_empty()).then_some(said)
    }

    /// The parts of the link besides the text, each in a few words.
    pub fn besides_the_text(&self) -> Vec<String> {
        let chosen = Key::ALL.into_iter().flat_map(|key| {
            let texts = self.options.choices.texts(key).into_iter();
            texts.map(move |text| format!("{} {text}", key.name()).trim_end().to_owned())
        });
        let mut said: Vec<String> = chosen.collect();
        if self.options.seconds != SECONDS {
            said.push(format!("give up after {} seconds", self.options.seconds));
        }
        if self.stage != STAGE {
            said.push(format!("stage {}", self.stage));
        }
        said.extend(self.selected.map(|clause| format!("clause {}", clause.0)));
        said.extend(self.compared.iter().map(|_| "a comparison".to_owned()));
        said.extend(self.exercise.as_ref().map(|e| format!("the exercise {}", e.id)));
        said.extend(self.hides_found.then(|| "found invariants are not shown".to_owned()));
        said.extend(self.solved.then(|| "it is solved at once".to_owned()));
        said
    }

    /// The link as JSON.
    pub fn to_json(&self) -> String {
        // Every part is a string, a number or a truth value, and these always have a JSON form.
        serde_json::to_string(&LinkJson::from(self)).unwrap_or_default()
    }

    /// The link that JSON stands for. Keys of newer pages are ignored.
    ///
    /// # Errors
    /// The JSON does not have the shape of a link.
    pub fn from_json(json: &[u8]) -> Result<Link, LinkParseError> {
        let wire: LinkJson = serde_json::from_slice(json).map_err(|_| LinkParseError::Shape)?;
        wire.link()
    }
}

/// A text with line ends as the editor has them.
pub fn unix(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// The form of a link in JSON, but for the choices that [`Key`] knows.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct LinkJson {
    /// The text. A link without one is none, so this is always written.
    #[serde(rename = "t")]
    text: Option<String>,
    /// `smt2`; a program when left out.
    #[serde(rename = "k", skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// The choices, under keys of the table of choices, and keys of newer pages.
    #[serde(flatten)]
    choices: Map<String, Value>,
    #[serde(rename = "p", skip_serializing_if = "Option::is_none")]
    seconds: Option<u32>,
    /// The stage's name in small letters.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    /// The number of the clause on view.
    #[serde(rename = "i", skip_serializing_if = "Option::is_none")]
    selected: Option<u32>,
    /// The comparison: `heuristics`, `abstractions`, or the abstraction and the heuristic of one other way.
    #[serde(rename = "v", skip_serializing_if = "Vec::is_empty")]
    compared: Vec<String>,
    /// Whether solving starts at once.
    #[serde(rename = "d", skip_serializing_if = "is_false")]
    solved: bool,
    /// Whether found invariants are not shown.
    #[serde(rename = "x", skip_serializing_if = "is_false")]
    hides_found: bool,
    /// The exercise, packed.
    #[serde(rename = "e", skip_serializing_if = "Option::is_none")]
    exercise: Option<String>,
}

/// The signature that serde asks for, with a reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A name, unless it is the default one.
fn unless(meant: &str, name: &str) -> Option<String> {
    (name != meant).then(|| name.to_owned())
}

impl From<&Link> for LinkJson {
    fn from(link: &Link) -> LinkJson {
        let Link { options: Options { choices, seconds }, unread, .. } = link;
        let mut written = choices.to_json(unread, Key::link);
        written.entry(METHOD.0).or_insert(METHOD.1.into());
        LinkJson {
            text: Some(link.text.clone()),
            kind: (link.kind == TextKind::Clauses).then(|| "smt2".to_owned()),
            choices: written,
            seconds: (*seconds != SECONDS).then_some(*seconds),
            stage: unless(STAGE.as_str(), link.stage.as_str()),
            selected: link.selected.map(|clause| clause.0),
            compared: link.compared.as_ref().map(ComparisonAxis::words).unwrap_or_default(),
            solved: link.solved,
            hides_found: link.hides_found,
            exercise: link.exercise.as_ref().map(|exercise| exercise.to_packed()),
        }
    }
}

impl LinkJson {
    fn link(mut self) -> Result<Link, LinkParseError> {
        let kind = match self.kind.as_deref() {
            None | Some("hb") => TextKind::Program,
            Some("smt2") => TextKind::Clauses,
            Some(other) => return Err(LinkParseError::Kind(other.to_owned())),
        };
        let is_open = !self.choices.contains_key(METHOD.0);
        self.choices.retain(|key, value| key != METHOD.0 || value != METHOD.1);
        let read = Choices::from_json(&self.choices, Key::link);
        let (mut choices, unread) = read.map_err(|_| LinkParseError::Shape)?;
        let text = unix(&self.text.ok_or(LinkParseError::Shape)?);
        if is_open && choices.method_wanted().is_none() && !names_method(&text) {
            choices.method = Some(MethodChoice::Abstraction);
        }
        Ok(Link {
            kind,
            text,
            options: Options { choices, seconds: self.seconds.unwrap_or(SECONDS) },
            unread,
            // The analysis tells whether the text has such a stage.
            stage: self.stage.map_or(STAGE, StageKey::from),
            selected: self.selected.map(ClauseId),
            compared: ComparisonAxis::from_words(&self.compared),
            solved: self.solved,
            hides_found: self.hides_found,
            exercise: self.exercise.and_then(|text| Exercise::from_packed(&text)).map(Rc::new),
        })
    }
}

/// Whether a text names a method itself, also by rules or tiles.
fn names_method(text: &str) -> bool {
    let (own, _) = Choices::from_pragmas(&hornbook_lang::parse(text).0.pragmas);
    own.method_wanted().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::start::Start;
    use crate::share::undo::UndoStack;

    #[test]
    fn what_goes_without_saying_is_left_out() {
        let link = Link::program("int n;", Options::default());
        assert_eq!(link.to_json(), r#"{"t":"int n;","m":"found"}"#);
        assert_eq!(Link::from_json(link.to_json().as_bytes()), Ok(link));
    }

    #[test]
    fn what_a_link_carries_besides_the_text_is_said() {
        let plain = Link::program("int n;", Options::default());
        assert!(plain.besides_the_text().is_empty());
        let mut choices = Choices::default();
        for (key, text) in [(Key::Heuristic, "mg16"), (Key::CheckBounds, "")] {
            choices.set(key, text).expect("a choice");
        }
        let options = Options { seconds: 30, ..choices.into() };
        let (stage, selected) = (StageKey::SOLVE, Some(ClauseId(3)));
        let said = Link { options, stage, selected, solved: true, hides_found: true, ..plain }
            .besides_the_text();
        assert_eq!(
            said.join(", "),
            "heuristic mg16, check bounds, give up after 30 seconds, stage solve, clause 3, found invariants are not shown, it is solved at once"
        );
    }

    #[test]
    fn a_default_that_is_chosen_is_written_and_goes_before_what_the_program_wants() {
        let mut chosen = Choices::default();
        for (key, text) in [(Key::Abstraction, "cell1"), (Key::Heuristic, "relevant")] {
            chosen.set(key, text).expect("a choice");
        }
        let link = Link::program("int n;", chosen.into());
        assert_eq!(link.to_json(), r#"{"t":"int n;","a":"cell1","h":"relevant","m":"found"}"#);
        assert_eq!(Link::from_json(link.to_json().as_bytes()), Ok(link));
    }

    #[test]
    fn what_a_newer_page_adds_is_passed_over() {
        let json =
            br#"{"t":"int n;","z":[{"deep":1}],"s":"instrument","b":true,"i":3,"v":["orders"]}"#;
        let link = Link::from_json(json).unwrap();
        assert_eq!((link.selected, &link.compared), (Some(ClauseId(3)), &None));
        assert!(link.options.choices.check_bounds);
        let start =
            Start { link, undo: UndoStack::default(), notice: None, damaged: false, is_own: false };
        let state = State::opening(&start);
        assert_eq!(state.on_view().key, StageKey::CLAUSES);
    }

    #[test]
    fn a_link_needs_a_text_of_a_kind_that_is_known() {
        for json in ["", "{}", "3", "{\"t\":3}", "{\"t\":\"\",\"i\":-1}", "[]"] {
            assert_eq!(Link::from_json(json.as_bytes()), Err(LinkParseError::Shape), "{json}");
        }
        let tiling = Link::from_json(br#"{"t":"","k":"tiling"}"#);
        assert_eq!(tiling, Err(LinkParseError::Kind("tiling".to_owned())));
        let clauses = Link::from_json(br#"{"t":"","k":"smt2"}"#).unwrap();
        assert_eq!(clauses.kind, TextKind::Clauses);
    }

    #[test]
    fn no_choice_takes_a_key_of_the_page_and_the_document_lists_all() {
        let link = Link { selected: Some(ClauseId(1)), ..Link::program("", Options::default()) };
        let (stage, compared) = (StageKey::SOLVE, Some(ComparisonAxis::Heuristics));
        let options = Options { seconds: 3, ..Options::default() };
        let (solved, hides_found) = (true, true);
        let (kind, exercise) = (TextKind::Clauses, Some(Rc::new(Exercise::default())));
        let own = Link { kind, stage, compared, options, solved, hides_found, exercise, ..link };
        let own = own.to_json();
        let own: Map<String, Value> = serde_json::from_str(&own).unwrap();
        let document = include_str!("../../../docs/links.md");
        let choices: Vec<&str> = Key::ALL.into_iter().filter_map(Key::link).collect();
        assert_eq!((own.len(), choices.len()), (10, 12));
        assert!(choices.iter().all(|key| *key == METHOD.0 || !own.contains_key(*key)));
        for key in choices.into_iter().chain(own.keys().map(String::as_str)) {
            assert!(document.contains(&format!("\n| `{key}` |")), "{key}");
        }
    }

    #[test]
    fn choices_that_cannot_be_read_stay_in_the_link_and_are_told() {
        let newer = "newer2027 ".repeat(1_000);
        let json =
            format!(r#"{{"t":"int n;","a":"cell2 @ tiling","h":"{newer}","m":"found","q":true}}"#);
        let link = Link::from_json(json.as_bytes()).unwrap();
        assert_eq!(link.options, Choices { loops: true, ..Choices::default() }.into());
        assert_eq!(link.to_json(), json);
        assert_eq!(
            link.unreadable().as_deref(),
            Some(
                "The text came with the abstraction \"cell2 @ tiling\" and the heuristic \"newer2027 \
                 newer2027 …\", which this Hornbook cannot read. The defaults hold instead."
            )
        );
        for readable in ["", "auto", "cell1", "cell2,a=id", "P3.a=slice(i),cell"] {
            let json = format!(r#"{{"t":"","a":"{readable}"}}"#);
            assert_eq!(Link::from_json(json.as_bytes()).unwrap().unreadable(), None, "{readable}");
        }
    }

    #[test]
    fn links_that_were_written_by_hand_or_long_ago_choose_the_same() {
        for (long_ago, now) in [
            (r#"{"t":"","a":"cell"}"#, r#"{"t":"","a":"cell1","m":"abstraction"}"#),
            (r#"{"t":"","a":" a = cell2 , id"}"#, r#"{"t":"","a":"id,a=cell2","m":"abstraction"}"#),
            (
                r#"{"t":"","a":"cell^2 (*) (sign . cell)"}"#,
                r#"{"t":"","a":"cell2 ⊗ sign ⊙ cell","m":"abstraction"}"#,
            ),
            (
                r#"{"t":"","b":false,"r":false,"c":[],"p":120,"v":[]}"#,
                r#"{"t":"","m":"abstraction"}"#,
            ),
            (
                r#"{"t":"","r":true,"c":[[3,"a",["i"]]]}"#,
                r#"{"t":"","c":[[3,"a",["i"]]],"m":"abstraction","r":true}"#,
            ),
            (
                r##"{"t":"#pragma rules sum(a): 7 begin(0)"}"##,
                r##"{"t":"#pragma rules sum(a): 7 begin(0)","m":"found"}"##,
            ),
            (
                r##"{"t":"/*\n#pragma method tiling\n*/"}"##,
                r##"{"t":"/*\n#pragma method tiling\n*/","m":"abstraction"}"##,
            ),
            (
                r##"{"t":"#pragma method tiling\nint n;"}"##,
                r##"{"t":"#pragma method tiling\nint n;","m":"found"}"##,
            ),
            (
                r#"{"t":"","g":"sum(a): 3 begin(0)"}"#,
                r#"{"t":"","g":"sum(a): 3 begin(0)","m":"found"}"#,
            ),
            (r#"{"t":"","m":"tiling"}"#, r#"{"t":"","m":"tiling"}"#),
        ] {
            let link = Link::from_json(long_ago.as_bytes()).unwrap();
            assert_eq!(link.to_json(), now, "{long_ago}");
            assert_eq!(Link::from_json(now.as_bytes()), Ok(link));
        }
    }

    #[test]
    fn lines_end_as_in_the_editor() {
        assert_eq!(Link::program("a\r\nb\rc\n", Options::default()).text, "a\nb\nc\n");
    }
}
