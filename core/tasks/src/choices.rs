//! What is to be done with a text: what its user chose, what the text says itself, the defaults.
//!
//! - `key`: all that can be chosen, with its names, its default, and what it has an effect on
//! - `named`: the methods that can be chosen
//! - `json`: choices as they are kept and as links have them

mod json;
mod key;
mod named;

use crate::instrument::by_hand::ByHand;
use crate::tiling::by_hand::NamedTiles;
use hornbook_abstraction::heuristic::{Heuristic, NamedCells, Order, Policy};
use hornbook_abstraction::sigma::Choice;
use hornbook_base::Diagnostic;
use hornbook_lang::calls::ChosenHandling;
use hornbook_lang::typed::Pragma;
use serde::{Deserialize, Serialize};

pub use hornbook_abstraction::sigma::{AUTO, ChosenAbstraction};
pub use json::Unread;
pub use key::{BUDGET_MS, Effect, Form, Key};
pub use named::Named;

/// What is chosen, by a user or by a text. What the user leaves open is decided by the text, or else
/// by the defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// The method that looks for the verdict.
    #[serde(default)]
    pub method: Option<Named>,
    /// Rules of instrumentation that are applied by hand.
    #[serde(default)]
    pub rules: ByHand,
    /// Tiles of loops that are named by hand.
    #[serde(default)]
    pub tiles: NamedTiles,
    /// The abstraction of arrays.
    pub abstraction: Option<ChosenAbstraction>,
    /// How cells are chosen.
    pub heuristic: Option<Heuristic>,
    /// In which order tuples are instantiated.
    pub order: Order,
    /// The cells for the heuristic `manual`.
    pub cells: Vec<NamedCells>,
    /// Whether every access to an array with a declared length must lie within it.
    pub check_bounds: bool,
    /// How calls of functions are handled (T Sec. 2.1.3.3).
    #[serde(default)]
    pub calls: ChosenHandling,
    /// Whether steps without a loop between them become one clause (T Sec. 2.1.5).
    pub large_blocks: bool,
    /// Whether conditions on any number of cells become loops (T Sec. 6.3.2.2).
    pub loops: bool,
    /// How long to look for an answer, in milliseconds.
    pub budget_ms: Option<u64>,
}

impl Choices {
    /// Only the abstraction is chosen.
    pub fn abstraction(wanted: ChosenAbstraction) -> Choices {
        Choices { abstraction: Some(wanted), ..Choices::default() }
    }

    /// What a text chooses by its pragmas, and what is wrong with their values.
    pub fn of_text(pragmas: &[Pragma]) -> (Choices, Vec<Diagnostic>) {
        let (mut choices, mut wrong) = (Choices::default(), vec![]);
        for pragma in pragmas {
            // The language lets no others in.
            let Some(key) = Key::of_pragma(&pragma.key) else { continue };
            let no_time = key == Key::Budget && pragma.value == "0";
            let set = if no_time { Err(no_number("0")) } else { choices.set(key, &pragma.value) };
            wrong.extend(set.err().map(|message| Diagnostic::error(pragma.span, message)));
        }
        (choices, wrong)
    }

    /// These choices, and where they leave something open those of `other`.
    #[must_use]
    pub fn over(&self, other: &Choices) -> Choices {
        let mut both = other.clone();
        for key in Key::ALL.into_iter().filter(|key| !self.texts(*key).is_empty()) {
            both.take(key, self);
        }
        both
    }

    /// The same choices without some of them.
    #[must_use]
    pub fn without(&self, keys: &[Key]) -> Choices {
        let mut others = self.clone();
        keys.iter().for_each(|key| others.take(*key, &Choices::default()));
        others
    }

    /// The same choices without those that would hold as well if nobody had made them.
    #[must_use]
    pub fn without_defaults(&self) -> Choices {
        // What is on is never a default.
        let is_default =
            |key: &Key| !key.default().is_empty() && self.texts(*key) == [key.default()];
        self.without(&Key::ALL.into_iter().filter(is_default).collect::<Vec<_>>())
    }

    /// The same choices for a task that looks for no abstraction itself.
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

    /// What becomes another if these choices take the place of `other`; `None` if they are the same.
    pub fn effect_after(&self, other: &Choices) -> Option<Effect> {
        let differs = |key: &Key| self.without_all_but(*key) != other.without_all_but(*key);
        Key::ALL.into_iter().filter(differs).map(Key::effect).max()
    }

    fn without_all_but(&self, key: Key) -> Choices {
        let mut one = Choices::default();
        one.take(key, self);
        one
    }

    /// Makes the choice that `other` makes.
    fn take(&mut self, key: Key, other: &Choices) {
        match key {
            Key::Method => self.method = other.method,
            Key::Rules => self.rules.clone_from(&other.rules),
            Key::Tiles => self.tiles.clone_from(&other.tiles),
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

    /// What is chosen, as the option of the command line takes it, for each time that the option
    /// stands there; the empty text for a switch. Nothing where the choice is left open.
    pub fn texts(&self, key: Key) -> Vec<String> {
        let switch = |on: bool| if on { vec![String::new()] } else { vec![] };
        match key {
            Key::Method => self.method.iter().map(ToString::to_string).collect(),
            Key::Rules if self.rules.is_empty() => vec![],
            Key::Rules => vec![self.rules.to_string()],
            Key::Tiles if self.tiles.is_empty() => vec![],
            Key::Tiles => vec![self.tiles.to_string()],
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

    /// Makes a choice that is written as [`Choices::texts`] gives it. Of a list it adds one element.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn set(&mut self, key: Key, text: &str) -> Result<(), String> {
        match key {
            Key::Method => self.method = Some(text.parse()?),
            Key::Rules => self.rules = text.parse()?,
            Key::Tiles => self.tiles = text.parse()?,
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

    /// The options of the command line that choose the same clauses of a program.
    pub fn as_text(&self) -> String {
        self.settings().as_options()
    }

    /// The method that is chosen: whoever names rules or tiles wants them to be used.
    pub fn method_wanted(&self) -> Option<Named> {
        let by_rules = (!self.rules.is_empty()).then_some(Named::Instrument);
        let by_tiles = (!self.tiles.is_empty()).then_some(Named::Tiling);
        self.method.or(by_rules).or(by_tiles)
    }

    /// What holds if the text leaves open what these choices leave open.
    pub fn settings(&self) -> Settings {
        let Choices { order, cells, calls, large_blocks, loops, budget_ms, .. } = self.clone();
        let (abstraction, climbs) = match self.abstraction_or_default() {
            ChosenAbstraction::Auto => (Choice::default(), true),
            ChosenAbstraction::Fixed(choice) => (choice, false),
        };
        let policy = Policy { heuristic: self.heuristic_or_default(), order, cells };
        // A step that only reads or only writes forgets which value was where, and then no number of
        // occurrences is kept. Cells that are named belong to single steps.
        let by_hand = policy.heuristic == Heuristic::Manual;
        let large_blocks = large_blocks || abstraction.counts() && !by_hand;
        let (rules, tiles) = (self.rules.clone(), self.tiles.clone());
        let method = self.method_wanted().unwrap_or_default();
        Settings {
            method,
            rules,
            tiles,
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

/// What holds for a text. Bounds checks are part of its program already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The method that looks for the verdict.
    #[serde(default)]
    pub method: Named,
    /// Rules of instrumentation that are applied by hand.
    #[serde(default)]
    pub rules: ByHand,
    /// Tiles of loops that are named by hand.
    #[serde(default)]
    pub tiles: NamedTiles,
    /// The abstraction of arrays.
    pub abstraction: Choice,
    /// Whether stronger abstractions are tried when this one does not suffice.
    pub climbs: bool,
    /// How the instances of premises are chosen.
    pub policy: Policy,
    /// How calls of functions are handled, as far as that was said.
    #[serde(default)]
    pub calls: ChosenHandling,
    /// Whether steps without a loop between them become one clause.
    pub large_blocks: bool,
    /// Whether conditions on any number of cells become loops.
    pub loops: bool,
    /// How long to look for an answer, in milliseconds, if that was said.
    pub budget_ms: Option<u64>,
}

impl Settings {
    /// What holds for a text with the given pragmas, and what is wrong with their values.
    pub fn new(choices: &Choices, pragmas: &[Pragma]) -> (Settings, Vec<Diagnostic>) {
        let (own, wrong) = Choices::of_text(pragmas);
        (choices.over(&own).settings(), wrong)
    }

    /// What must be chosen so that this holds, whatever the text says.
    fn choices(&self) -> Choices {
        let Settings {
            method,
            rules,
            tiles,
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

    /// The options of the command line that choose the same clauses of a program.
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

    /// What of these settings differs from `plain`, in words: `abstraction cell2`, `large blocks`.
    pub fn beyond(&self, plain: &Settings) -> Vec<String> {
        let (own, plain) = (self.choices(), plain.choices());
        let differs = |key: &Key| own.texts(*key) != plain.texts(*key);
        let said = |key: Key| {
            let texts = own.texts(key).into_iter();
            texts.map(move |text| format!("{} {text}", key.name()).trim_end().to_owned())
        };
        Settings::of_clauses().filter(differs).flat_map(said).collect()
    }

    /// What a document says of these settings: each time what it is about, and what was chosen.
    /// `bounds` is whether the program has bounds checks, `exact` whether nothing was abstracted.
    pub fn told(&self, bounds: bool, exact: bool) -> Vec<(String, String)> {
        let choices = Choices { check_bounds: bounds, ..self.choices() };
        let mut told = vec![];
        if self.method != Named::default() {
            told.push((Key::Method.told().to_owned(), self.method.to_string()));
        }
        if !self.rules.is_empty() {
            told.push((Key::Rules.told().to_owned(), self.rules.to_string()));
        }
        if !self.tiles.is_empty() {
            told.push((Key::Tiles.told().to_owned(), self.tiles.to_string()));
        }
        let keys = Settings::of_clauses().chain([Key::CheckBounds]);
        let used = |key: &Key| !(exact && key.effect() == Effect::Handling);
        let mut keys: Vec<Key> = keys.filter(used).collect();
        keys.sort();
        for key in keys {
            let about = key.told();
            match key {
                Key::Heuristic => {
                    let about = format!("{about} ({})", self.policy.heuristic.describe());
                    told.push((about, self.policy.heuristic.to_string()));
                }
                // Where a verdict is known, it is about this one.
                Key::Abstraction => told.push((about.to_owned(), self.abstraction.to_string())),
                Key::Cells => told.extend(self.policy.cells.iter().map(|named| {
                    let about = format!("{about} of {} in clause {}", named.array, named.clause);
                    (about, named.indices.join(", "))
                })),
                _ if choices.texts(key).is_empty() => {}
                Key::Calls => told.push((about.to_owned(), self.calls.to_string())),
                _ => told.push((about.to_owned(), String::new())),
            }
        }
        told
    }

    /// The choices that clauses of one program, or what becomes of them, depend on.
    fn of_clauses() -> impl Iterator<Item = Key> {
        let clauses = [Effect::Handling, Effect::Clauses];
        // Bounds checks are part of the program, whoever has chosen them.
        let counts = move |key: &Key| *key == Key::Calls || clauses.contains(&key.effect());
        Key::ALL.into_iter().filter(counts)
    }
}

#[cfg(test)]
mod tests;
