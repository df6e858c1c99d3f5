//! Choices as JSON: stored with their long keys, in links with short ones.

use super::{Choices, Key};
use hornbook_abstraction::heuristic::{NamedCells, Order};
use serde::Deserialize;
use serde_json::{Map, Value};

/// A choice that cannot be read, as another version of Hornbook may have written it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The choice.
    pub key: Key,
    /// The text of it.
    pub text: String,
}

impl Choices {
    /// The choices and the unread ones, with the keys by `name`.
    pub fn to_json(
        &self,
        unread: &[Unread],
        name: fn(Key) -> Option<&'static str>,
    ) -> Map<String, Value> {
        let chosen = Key::ALL.into_iter().filter_map(|key| Some((key, self.json_of(key)?)));
        let unread = unread.iter().map(|unread| (unread.key, unread.text.as_str().into()));
        let named = |(key, value)| Some((name(key)?.to_owned(), value));
        chosen.chain(unread).filter_map(named).collect()
    }

    /// The choices of an object with the keys by `name`, and the unread ones, which are not made. Other keys
    /// are ignored.
    ///
    /// # Errors
    /// The choice with a value of the wrong type.
    pub fn from_json(
        object: &Map<String, Value>,
        name: fn(Key) -> Option<&'static str>,
    ) -> Result<(Choices, Vec<Unread>), Key> {
        let (mut choices, mut all) = (Choices::default(), vec![]);
        for key in Key::ALL {
            if let Some(value) = name(key).and_then(|name| object.get(name)) {
                let unread = choices.set_json(key, value).ok_or(key)?;
                all.extend(unread.map(|text| Unread { key, text }));
            }
        }
        Ok((choices, all))
    }

    /// The JSON value of a choice; `None` if it is left open or off.
    fn json_of(&self, key: Key) -> Option<Value> {
        match key {
            Key::Method
            | Key::Rules
            | Key::Tiles
            | Key::Invariants
            | Key::Abstraction
            | Key::Heuristic
            | Key::Calls => self.texts(key).pop().map(Value::from),
            Key::Order => (self.order == Order::RightToLeft).then_some(Value::from(true)),
            Key::Cells => {
                let one = |c: &NamedCells| serde_json::json!([c.clause, c.array, c.indices]);
                let all: Vec<Value> = self.cells.iter().map(one).collect();
                (!all.is_empty()).then_some(Value::from(all))
            }
            Key::CheckBounds => self.check_bounds.then_some(Value::from(true)),
            Key::LargeBlocks => self.large_blocks.then_some(Value::from(true)),
            Key::Loops => self.loops.then_some(Value::from(true)),
            Key::Budget => self.budget_ms.map(Value::from),
        }
    }

    /// Makes a choice; `None` if the value has the wrong type, otherwise the text that cannot be read,
    /// if it is one. The empty text and `null` leave a choice open.
    #[allow(clippy::option_option)]
    fn set_json(&mut self, key: Key, value: &Value) -> Option<Option<String>> {
        match key {
            Key::Method
            | Key::Rules
            | Key::Tiles
            | Key::Invariants
            | Key::Abstraction
            | Key::Heuristic
            | Key::Calls => {
                let text = if value.is_null() { "" } else { value.as_str()? };
                let wrong = !text.is_empty() && self.set(key, text).is_err();
                return Some(wrong.then(|| text.to_owned()));
            }
            Key::Order => {
                self.order = if value.as_bool()? { Order::RightToLeft } else { Order::LeftToRight };
            }
            Key::Cells => self.cells = Vec::deserialize(value).ok()?,
            Key::CheckBounds => self.check_bounds = value.as_bool()?,
            Key::LargeBlocks => self.large_blocks = value.as_bool()?,
            Key::Loops => self.loops = value.as_bool()?,
            Key::Budget => self.budget_ms = Some(value.as_u64()?),
        }
        Some(None)
    }
}
