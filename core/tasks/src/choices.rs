//! The choices for a text: those of its user, those of the text itself, and the defaults.
//!
//! - `key`: all choices with their names, defaults and effects
//! - `method_choice`: the methods
//! - `invariants_choice`: whose invariants are to suffice
//! - `json`: the JSON of choices, stored and in links

mod invariants_choice;
mod json;
mod key;
mod method_choice;

use crate::instrument::named_rules::NamedRules;
use crate::tiling::named_tiles::NamedTiles;
use hornbook_abstraction::heuristic::{Heuristic, NamedCells, Order, Policy};
use hornbook_abstraction::sigma::Choice;
use hornbook_base::Diagnostic;
use hornbook_lang::calls::ChosenHandling;
use hornbook_lang::typed::Pragma;
use serde::{Deserialize, Serialize};

pub use hornbook_abstraction::sigma::{AUTO, ChosenAbstraction};
pub use invariants_choice::InvariantsChoice;
pub use json::Unread;
pub use key::{BUDGET_MS, Effect, Form, Key};
pub use method_choice::MethodChoice;

/// The choices of a user or of a text. A choice that the user leaves open is made by the text, or else by
/// the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// The method that looks for the verdict.
    #[serde(default)]
    pub method: Option<MethodChoice>,
    /// Rules of instrumentation that are applied by hand.
    #[serde(default)]
    pub rules: NamedRules,
    /// Tiles of loops that are named by hand.
    #[serde(default)]
    pub tiles: NamedTiles,
    /// Whose invariants are to suffice.
    #[serde(default)]
    pub invariants: Option<InvariantsChoice>,
    /// The abstraction of arrays.
    pub abstraction: Option<ChosenAbstraction>,
    /// The heuristic for cells.
    pub heuristic: Option<Heuristic>,
    /// The order in which tuples are instantiated.
    pub order: Order,
    /// The cells for the heuristic `manual`.
    pub cells: Vec<NamedCells>,
    /// Whether every access to an array with a declared length must lie within it.
    pub check_bounds: bool,
    /// The handling of calls of functions (T Sec. 2.1.3.3).
    #[serde(default)]
    pub calls: ChosenHandling,
    /// Whether steps without a loop between them become one clause (T Sec. 2.1.5).
    pub large_blocks: bool,
    /// Whether conditions on any number of cells become loops (T Sec. 6.3.2.2).
    pub loops: bool,
    /// The time limit of the search, in milliseconds.
    pub budget_ms: Option<u64>,
}

impl Choices {
    /// Makes only the choice of an abstraction.
    pub fn abstraction(wanted: ChosenAbstraction) -> Choices {
        Choices { abstraction: Some(wanted), ..Choices::default() }
    }

    /// The choices that a text makes by its pragmas, and the errors in their values.
    pub fn from_pragmas(pragmas: &[Pragma]) -> (Choices, Vec<Diagnostic>) {
        let (mut choices, mut wrong) = (Choices::default(), vec![]);
        for pragma in pragmas {
            // The parser refuses other pragmas.
            let Some(key) = Key::from_pragma(&pragma.key) else { continue };
            let no_time = key == Key::Budget && pragma.value == "0";
            let set = if no_time { Err(no_number("0")) } else { choices.set(key, &pragma.value) };
            wrong.extend(set.err().map(|message| Diagnostic::error(pragma.span, message)));
        }
        (choices, wrong)
    }

    /// These choices, with those of `other` where they leave one open.
    #[must_use]
    pub fn over(&self, other: &Choices) -> Choices {
        let mut both = other.clone();
        for key in Key::ALL.into_iter().filter(|key| !self.texts(*key).is_empty()) {
            both.take(key, self);
        }
        both
    }

    /// These choices without some of them.
    #[must_use]
    pub fn without(&self, keys: &[Key]) -> Choices {
        let mut others = self.clone();
        keys.iter().for_each(|key| others.take(*key, &Choices::default()));
        others
    }

    /// These choices without those that equal the defaults.
    #[must_use]
    pub fn without_defaults(&self) -> Choices {
        // No switch is on by default.
        let is_default =
            |key: &Key| !key.default().is_empty() && self.texts(*key) == [key.default()];
        self.without(&Key::ALL.into_iter().filter(is_default).collect::<Vec<_>>())
    }

    /// These choices for a task with one abstraction.
    #[must_use]
    pub fn without_auto(&self) -> Choices {
        let auto = self.abstraction == Some(ChosenAbstraction::Auto);
        self.without(if auto { &[Key::Abstraction] } else { &[] })
    }

    /// The abstraction that holds unless the text has one.
    pub fn abstraction_or_default(&self) -> ChosenAbstraction {
        self.abstraction.clone().unwrap_or_default()
    }

    /// The heuristic that holds unless the text has one.
    pub fn heuristic_or_default(&self) -> Heuristic {
        self.heuristic.unwrap_or_default()
    }

    /// The effect of these choices in the place of `other`; `None` if they are equal.
    pub fn effect_after(&self, other: &Choices) -> Option<Effect> {
        let differs = |key: &Key| self.without_all_but(*key) != other.without_all_but(*key);
        Key::ALL.into_iter().filter(differs).map(Key::effect).max()
    }

    fn without_all_but(&self, key: Key) -> Choices {
        let mut one = Choices::default();
        one.take(key, self);
        one
    }

    /// Copies one choice of `other`.
    fn take(&mut self, key: Key, other: &Choices) {
        match key {
            Key::Method => self.method = other.method,
            Key::Rules => self.rules.clone_from(&other.rules),
            Key::Tiles => self.tiles.clone_from(&other.tiles),
            Key::Invariants => self.invariants = other.invariants,
            Key::Abstraction => self.abstraction.clone_from(&other.abstraction),
            Key::Heuristic => self.heuristic = other.heuristic,
            Key::Order => self.order = other.order,
            Key::Cells => self.cells.clone_from(&other.cells),
            Key::CheckBounds => self.check_bounds = other.check_bounds,
            Key::Calls => self.calls.clone_from(&other.calls),
            Key::LargeBlocks => self.large_blocks = other.large_blocks,
            Key::Loops => self.loops = other.loops,
            Key::Budget => self.budget_ms = other.budget_ms,
        }
    }

    /// The values of a choice as options of the command line, one for each occurrence of the option; the
    /// empty text for a switch. None where the choice is left open.
    pub fn texts(&self, key: Key) -> Vec<String> {
        let switch = |on: bool| if on { vec![String::new()] } else { vec![] };
        match key {
            Key::Method => self.method.iter().map(ToString::to_string).collect(),
            Key::Rules if self.rules.is_empty() => vec![],
            Key::Rules => vec![self.rules.to_string()],
            Key::Tiles if self.tiles.is_empty() => vec![],
            Key::Tiles => vec![self.tiles.to_string()],
            Key::Invariants => self.invariants.iter().map(ToString::to_string).collect(),
            Key::Abstraction => self.abstraction.iter().map(ToString::to_string).collect(),
            Key::Heuristic => self.heuristic.iter().map(ToString::to_string).collect(),
            Key::Order if self.order == Order::default() => vec![],
            Key::Order => vec![self.order.to_string()],
            Key::Cells => self.cells.iter().map(ToString::to_string).collect(),
            Key::CheckBounds => switch(self.check_bounds),
            Key::Calls if self.calls.is_empty() => vec![],
            Key::Calls => vec![self.calls.to_string()],
            Key::LargeBlocks => switch(self.large_blocks),
            Key::Loops => switch(self.loops),
            Key::Budget => self.budget_ms.iter().map(ToString::to_string).collect(),
        }
    }

    /// Makes a choice from a text as [`Choices::texts`] gives it. Of a list it adds one element.
    ///
    /// # Errors
    /// The error in the text.
    pub fn set(&mut self, key: Key, text: &str) -> Result<(), String> {
        match key {
            Key::Method => self.method = Some(text.parse()?),
            Key::Rules => self.rules = text.parse()?,
            Key::Tiles => self.tiles = text.parse()?,
            Key::Invariants => self.invariants = Some(text.parse()?),
            Key::Abstraction => {
                self.abstraction =
                    Some(text.parse::<ChosenAbstraction>().map_err(|e| e.to_string())?);
            }
            Key::Heuristic => {
                self.heuristic = Some(text.parse::<Heuristic>().map_err(|e| e.to_string())?);
            }
            Key::Calls => self.calls = text.parse()?,
            Key::Order => self.order = text.parse()?,
            Key::Cells => self.cells.push(text.parse()?),
            Key::CheckBounds => self.check_bounds = true,
            Key::LargeBlocks => self.large_blocks = true,
            Key::Loops => self.loops = true,
            Key::Budget => {
                self.budget_ms = Some(text.parse().map_err(|_| no_number(text))?);
            }
        }
        Ok(())
    }

    /// The choices as options of the command line, without what they leave open.
    pub fn words(&self) -> Vec<String> {
        let words = Key::ALL.into_iter().flat_map(|key| {
            let option = format!("--{}", key.option());
            let texts = self.texts(key).into_iter();
            texts.flat_map(move |text| [option.clone(), text])
        });
        words.filter(|word| !word.is_empty()).collect()
    }

    /// The options of the command line that give the same clauses of a program.
    pub fn as_text(&self) -> String {
        self.settings().as_options()
    }

    /// The method that is chosen, also by rules or tiles.
    pub fn method_wanted(&self) -> Option<MethodChoice> {
        let by_rules = (!self.rules.is_empty()).then_some(MethodChoice::Instrument);
        let by_tiles = (!self.tiles.is_empty()).then_some(MethodChoice::Tiling);
        self.method.or(by_rules).or(by_tiles)
    }

    /// These choices where the method is left to Hornbook, which tries all: unless they, or those of the text (`own`), name
    /// a method, or something that belongs to one.
    #[must_use]
    pub fn with_method_found(&self, own: &Choices) -> Choices {
        let both = self.over(own);
        let of_abstraction = [Key::Abstraction, Key::Heuristic, Key::Order, Key::Cells];
        let names_one = both.method_wanted().is_some()
            || of_abstraction.into_iter().any(|key| !both.texts(key).is_empty());
        let method = if names_one { self.method } else { Some(MethodChoice::Auto) };
        Choices { method, ..self.clone() }
    }

    /// The settings by these choices, with the defaults for others.
    pub fn settings(&self) -> Settings {
        let Choices { order, cells, calls, large_blocks, loops, budget_ms, .. } = self.clone();
        let (abstraction, climbs) = match self.abstraction_or_default() {
            ChosenAbstraction::Auto => (Choice::default(), true),
            ChosenAbstraction::Fixed(choice) => (choice, false),
        };
        let policy = Policy { heuristic: self.heuristic_or_default(), order, cells };
        // A step that only reads or only writes forgets the order of values, and with it all numbers of
        // occurrences. Chosen cells belong to single steps.
        let by_hand = policy.heuristic == Heuristic::Manual;
        let large_blocks = large_blocks || abstraction.counts() && !by_hand;
        let (rules, tiles) = (self.rules.clone(), self.tiles.clone());
        let method = self.method_wanted().unwrap_or_default();
        Settings {
            method,
            rules,
            tiles,
            invariants: self.invariants.unwrap_or_default(),
            abstraction,
            climbs,
            policy,
            calls,
            large_blocks,
            loops,
            budget_ms,
        }
    }
}

fn no_number(text: &str) -> String {
    format!("the budget is a number of milliseconds, not `{text}`")
}

/// The settings for a text. Bounds checks are part of its program already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The method that looks for the verdict.
    #[serde(default)]
    pub method: MethodChoice,
    /// Rules of instrumentation that are applied by hand.
    #[serde(default)]
    pub rules: NamedRules,
    /// Tiles of loops that are named by hand.
    #[serde(default)]
    pub tiles: NamedTiles,
    /// Whose invariants are to suffice.
    #[serde(default)]
    pub invariants: InvariantsChoice,
    /// The abstraction of arrays.
    pub abstraction: Choice,
    /// Whether stronger abstractions are tried when this one does not suffice.
    pub climbs: bool,
    /// The choice of instances of premises.
    pub policy: Policy,
    /// The chosen handling of calls of functions.
    #[serde(default)]
    pub calls: ChosenHandling,
    /// Whether steps without a loop between them become one clause.
    pub large_blocks: bool,
    /// Whether conditions on any number of cells become loops.
    pub loops: bool,
    /// The chosen time limit of the search, in milliseconds.
    pub budget_ms: Option<u64>,
}

impl Settings {
    /// The settings for a text with the given pragmas, and the errors in their values.
    pub fn new(choices: &Choices, pragmas: &[Pragma]) -> (Settings, Vec<Diagnostic>) {
        let (own, wrong) = Choices::from_pragmas(pragmas);
        (choices.over(&own).settings(), wrong)
    }

    /// The choices that give these settings for any text.
    fn choices(&self) -> Choices {
        let Settings {
            method,
            rules,
            tiles,
            invariants,
            abstraction,
            climbs,
            policy,
            calls,
            large_blocks,
            loops,
            budget_ms,
        } = self.clone();
        let Policy { heuristic, order, cells } = policy;
        let wanted =
            if climbs { ChosenAbstraction::Auto } else { ChosenAbstraction::Fixed(abstraction) };
        Choices {
            method: Some(method),
            rules,
            tiles,
            invariants: Some(invariants),
            abstraction: Some(wanted),
            heuristic: Some(heuristic),
            order,
            cells,
            check_bounds: false,
            calls,
            large_blocks,
            loops,
            budget_ms,
        }
    }

    /// The options of the command line that give the same clauses of a program.
    pub fn as_options(&self) -> String {
        let choices = Settings { climbs: false, ..self.clone() }.choices();
        let option = |key: Key| {
            let (texts, option) = (choices.texts(key), key.option());
            match (key, texts.as_slice()) {
                (Key::Abstraction, [text]) => Some(format!("--{option} '{text}'")),
                (Key::Cells, [_, ..]) => Some(format!("with the same --{option}")),
                (_, [text]) if text.is_empty() => Some(format!("--{option}")),
                (_, [text]) if text != key.default() => Some(format!("--{option} {text}")),
                _ => None,
            }
        };
        Settings::of_clauses().filter_map(option).collect::<Vec<_>>().join(" ")
    }

    /// The differences of these settings from `plain`, in words: `abstraction cell2`, `large blocks`.
    pub fn beyond(&self, plain: &Settings) -> Vec<String> {
        let (own, plain) = (self.choices(), plain.choices());
        let differs = |key: &Key| own.texts(*key) != plain.texts(*key);
        let said = |key: Key| {
            let texts = own.texts(key).into_iter();
            texts.map(move |text| format!("{} {text}", key.name()).trim_end().to_owned())
        };
        Settings::of_clauses().filter(differs).flat_map(said).collect()
    }

    /// The settings for a document: pairs of a name and a value. `bounds` is whether the program has bounds
    /// checks, `exact` whether nothing was abstracted.
    pub fn describe(&self, bounds: bool, exact: bool) -> Vec<(String, String)> {
        let choices = Choices { check_bounds: bounds, ..self.choices() };
        let mut described = vec![];
        if self.method != MethodChoice::default() {
            described.push((Key::Method.document_text().to_owned(), self.method.to_string()));
        }
        if !self.rules.is_empty() {
            described.push((Key::Rules.document_text().to_owned(), self.rules.to_string()));
        }
        if !self.tiles.is_empty() {
            described.push((Key::Tiles.document_text().to_owned(), self.tiles.to_string()));
        }
        if self.invariants != InvariantsChoice::default() {
            let given = (Key::Invariants.document_text().to_owned(), self.invariants.to_string());
            described.push(given);
        }
        let keys = Settings::of_clauses().chain([Key::CheckBounds]);
        let used = |key: &Key| !(exact && key.effect() == Effect::Handling);
        let mut keys: Vec<Key> = keys.filter(used).collect();
        keys.sort();
        for key in keys {
            let about = key.document_text();
            match key {
                Key::Heuristic => {
                    let about = format!("{about} ({})", self.policy.heuristic.describe());
                    described.push((about, self.policy.heuristic.to_string()));
                }
                // The abstraction is that of the verdict, if there is one.
                Key::Abstraction => {
                    described.push((about.to_owned(), self.abstraction.to_string()))
                }
                Key::Cells => described.extend(self.policy.cells.iter().map(|named| {
                    let about = format!("{about} of {} in clause {}", named.array, named.clause);
                    (about, named.indices.join(", "))
                })),
                _ if choices.texts(key).is_empty() => {}
                Key::Calls => described.push((about.to_owned(), self.calls.to_string())),
                _ => described.push((about.to_owned(), String::new())),
            }
        }
        described
    }

    /// The choices that the clauses of one program and their handling depend on.
    fn of_clauses() -> impl Iterator<Item = Key> {
        let clauses = [Effect::Handling, Effect::Clauses];
        // Bounds checks are part of the program.
        let counts = move |key: &Key| *key == Key::Calls || clauses.contains(&key.effect());
        Key::ALL.into_iter().filter(counts)
    }
}

#[cfg(test)]
mod tests;
