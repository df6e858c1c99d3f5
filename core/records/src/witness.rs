//! A witness of incompleteness, to be drawn.

use hornbook_abstraction::witness::model::Witness;
use hornbook_base::Int;
use hornbook_horn::ClauseId;
use serde::{Deserialize, Serialize};

/// A witness of incompleteness with all that its drawing needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WitnessView {
    /// [`crate::VERSION`].
    pub version: u32,
    /// The clause.
    pub clause: ClauseId,
    /// Which of its calls to `insts`.
    pub call: usize,
    /// The explanation of the rows in plain words.
    pub sentence: String,
    /// The tuples that the model gives to the premise's predicate.
    pub rows: Vec<ModelRow>,
    /// The arguments of the premise under the valuation: no tuple of the model.
    pub mixed: ModelRow,
    /// The instances, each with the tuple that it was seen in.
    pub instances: Vec<SeenInstance>,
    /// The valuation's other variables: name and value.
    pub others: Vec<(String, String)>,
    /// The witness that `check/` accepted.
    pub witness: Witness,
}

impl WitnessView {
    /// The rows of the model, the mixed row, the values of other variables, and what the instances see.
    pub fn in_words(&self) -> Vec<String> {
        let mixed = ModelRow { name: "the mixed row".into(), ..self.mixed.clone() };
        let rows = self.rows.iter().map(|row| row.in_words(true));
        let others: Vec<String> =
            self.others.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let others = (!others.is_empty()).then(|| format!("with {}", others.join(", ")));
        let seen = self.instances.iter().map(|seen| {
            let row = self.rows.get(seen.row).map_or("", |row| &row.name);
            format!("seen in the mixed row as in {row}: {}", seen.text)
        });
        rows.chain([mixed.in_words(false)]).chain(others).chain(seen).collect()
    }
}

impl ModelRow {
    /// The row in one line. Where `tail` is false nothing depends on the cells that are not listed.
    fn in_words(&self, tail: bool) -> String {
        let scalars = self.scalars.iter().map(|(name, value)| format!("{name} = {value}"));
        let arrays = self.arrays.iter().flat_map(|array| {
            let cell = |(k, v): &(Int, String)| format!("{}[{k}] = {v}", array.name);
            let others = format!("{} is {} elsewhere", array.name, array.tail);
            array.cells.iter().map(cell).chain(tail.then_some(others)).collect::<Vec<_>>()
        });
        let values: Vec<String> = scalars.chain(arrays).collect();
        format!("{}: {}", self.name, values.join(", "))
    }
}

/// A tuple of the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelRow {
    /// A letter for the tuple.
    pub name: String,
    /// The scalars: name and value.
    pub scalars: Vec<(String, String)>,
    /// The arrays.
    pub arrays: Vec<ArrayRow>,
}

/// An array of a tuple. All rows have the same indices for the same array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrayRow {
    /// The array's name.
    pub name: String,
    /// Index and value of the cells to draw, in order.
    pub cells: Vec<(Int, String)>,
    /// The value of all other cells.
    pub tail: String,
}

/// An instance of the premise and where it was seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenInstance {
    /// The abstract value as terms.
    pub text: String,
    /// The cells it sees in the mixed row: parameter and index.
    pub cells: Vec<(String, Int)>,
    /// The row of the tuple that has the same ones.
    pub row: usize,
}
