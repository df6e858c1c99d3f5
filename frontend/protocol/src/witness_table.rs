//! Witnesses as tables that the page draws. A witness carries its proof and every single instance, so the
//! table is made beside the core: only the drawn part travels to the page.

use hornbook_base::Int;
use hornbook_records::{ArrayRow, ModelRow, SeenInstance, WitnessView};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A cell of an array: the array's name and the index.
type TableCell = (String, Int);

/// A witness as a table: one row for each tuple of the model, and the mixed one last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WitnessTable {
    /// The table's meaning in plain words.
    pub sentence: String,
    /// The part of a row that one instance reads: `a pair of its cells`.
    pub sees: String,
    /// The scalars that have one value in all rows: name and value.
    pub fixed: Vec<(String, String)>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; the mixed one is the last.
    pub rows: Vec<Row>,
    /// The cells of the mixed row that one instance reads together, and the row that has them.
    pub seen: Vec<SharedCells>,
    /// The variables that are no arguments of the premise: name and value.
    pub others: Vec<(String, String)>,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Column {
    /// A scalar.
    Scalar(String),
    /// One cell of an array.
    Cell(String, Int),
    /// All other cells of an array.
    Tail(String),
}

/// One tuple.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Whether it is the mixed one, which is no tuple of the model.
    pub mixed: bool,
    /// An entry for each column.
    pub entries: Vec<Entry>,
}

/// An entry of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The value; none where any value will do.
    pub value: Option<String>,
    /// Whether an instance that belongs to this row reads this cell. In the mixed row: whether any instance
    /// does.
    pub seen: bool,
}

/// Cells that agree between the mixed row and another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedCells {
    /// The other row's name.
    pub row: String,
    /// The cells.
    pub cells: Vec<TableCell>,
}

impl From<WitnessView> for WitnessTable {
    fn from(view: WitnessView) -> WitnessTable {
        let fixed: BTreeSet<&String> = view
            .mixed
            .scalars
            .iter()
            .filter(|scalar| view.rows.iter().all(|row| row.scalars.contains(scalar)))
            .map(|(name, _)| name)
            .collect();
        let columns = columns(&view, &fixed);
        let named = view.rows.iter().enumerate();
        let rows = named.map(|(n, r)| row(r, &columns, &places(&view.instances, Some(n)), false));
        let mixed = row(&view.mixed, &columns, &places(&view.instances, None), true);
        WitnessTable {
            sees: describe_seen_part(&view),
            fixed: view.mixed.scalars.iter().filter(|(n, _)| fixed.contains(n)).cloned().collect(),
            rows: rows.chain([mixed]).collect(),
            columns,
            seen: largest(&view),
            sentence: view.sentence,
            others: view.others,
        }
    }
}

fn columns(view: &WitnessView, fixed: &BTreeSet<&String>) -> Vec<Column> {
    let mut out: Vec<Column> = vec![];
    let scalars = view.mixed.scalars.iter().filter(|(name, _)| !fixed.contains(name));
    out.extend(scalars.map(|(name, _)| Column::Scalar(name.clone())));
    for ArrayRow { name, cells, .. } in &view.mixed.arrays {
        let of = |place: &&TableCell| place.0 == *name;
        let seen = places(&view.instances, None);
        let seen = seen.iter().filter(of).map(|(_, index)| index);
        let indices: BTreeSet<&Int> = cells.iter().map(|(index, _)| index).chain(seen).collect();
        out.extend(indices.into_iter().map(|index| Column::Cell(name.clone(), index.clone())));
        out.push(Column::Tail(name.clone()));
    }
    out
}

/// The cells that the instances read: those of one row, or all.
fn places(instances: &[SeenInstance], row: Option<usize>) -> BTreeSet<TableCell> {
    let here = instances.iter().filter(|seen| row.is_none_or(|row| seen.row == row));
    here.flat_map(|seen| seen.cells.iter().cloned()).collect()
}

fn row(row: &ModelRow, columns: &[Column], seen: &BTreeSet<TableCell>, mixed: bool) -> Row {
    let array = |name: &String| row.arrays.iter().find(|array| array.name == *name);
    let entries = columns.iter().map(|column| match column {
        Column::Scalar(name) => {
            let scalar = row.scalars.iter().find(|(n, _)| n == name);
            Entry { value: scalar.map(|(_, value)| value.clone()), seen: false }
        }
        Column::Cell(name, index) => {
            let value = array(name).map(|array| {
                let cell = array.cells.iter().find(|(i, _)| i == index);
                cell.map_or(&array.tail, |(_, value)| value).to_string()
            });
            Entry { value, seen: seen.contains(&(name.clone(), index.clone())) }
        }
        Column::Tail(name) => {
            let tail = array(name).filter(|_| !mixed).map(|array| array.tail.to_string());
            Entry { value: tail, seen: false }
        }
    });
    Row { name: row.name.clone(), mixed, entries: entries.collect() }
}

/// For each row the largest sets of cells that one instance reads in it.
fn largest(view: &WitnessView) -> Vec<SharedCells> {
    let mut out = vec![];
    for (n, row) in view.rows.iter().enumerate() {
        let here = view.instances.iter().filter(|seen| seen.row == n);
        let sets: BTreeSet<BTreeSet<&TableCell>> = here.map(|s| s.cells.iter().collect()).collect();
        let within_another =
            |set: &&BTreeSet<&TableCell>| sets.iter().any(|s| s != *set && set.is_subset(s));
        let kept = sets.iter().filter(|set| !within_another(set));
        out.extend(kept.map(|set| {
            let cells = set.iter().map(|place| (*place).clone()).collect();
            SharedCells { row: row.name.clone(), cells }
        }));
    }
    out
}

/// The part of a row that one instance reads.
fn describe_seen_part(view: &WitnessView) -> String {
    let arrays = view.mixed.arrays.len();
    let cells = view.instances.iter().map(|seen| seen.cells.len()).max().unwrap_or_default();
    let sees = match (arrays, cells) {
        (1, 1) => "one of its cells",
        (1, 2) => "a pair of its cells",
        (1, 3) => "a triple of its cells",
        (n, m) if n == m => "one cell of each array",
        (n, m) if 2 * n == m => "two cells of each array",
        (n, m) if 3 * n == m => "three cells of each array",
        _ => "a choice of its cells",
    };
    sees.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_base::Budget;
    use hornbook_pipeline as pipeline;
    use hornbook_pipeline::Input;
    use hornbook_tasks::choices::Choices;

    fn picture(text: &str, abstraction: &str) -> WitnessTable {
        let options = Choices::abstraction(abstraction.parse().expect("an abstraction"));
        let stages =
            pipeline::record_stages(&Input::program(text, &options)).stages.expect("no errors");
        let mut clauses = stages.concrete.clauses.iter();
        let found = clauses.find_map(|c| {
            pipeline::find_witness_view(&stages, c.id, 0, &mut Budget::steps(200_000))
        });
        found.expect("a witness").into()
    }

    fn show(picture: &WitnessTable) -> String {
        let entry = |e: &Entry| {
            format!("{}{}", e.value.as_deref().unwrap_or("?"), if e.seen { "*" } else { "" })
        };
        let rows = picture.rows.iter().map(|row| {
            let entries: Vec<String> = row.entries.iter().map(entry).collect();
            format!("{}: {}", row.name, entries.join(" "))
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_pair_of_cells_of_the_mixed_row_is_in_some_row() {
        let picture = picture("int a[]; int v = a[0]; assert(v == v + 0);", "cell2");
        assert_eq!(show(&picture), "A: 0* 1 0* 1\nB: 0* 0* 1 2\nC: 1 0* 0* 3\nmixed: 0* 0* 0* ?");
        assert_eq!(picture.sees, "a pair of its cells");
        let seen: Vec<String> = picture.seen.iter().map(|s| s.row.clone()).collect();
        assert_eq!(seen, ["A", "B", "C"]);
        assert!(picture.seen.iter().all(|s| s.cells.len() == 2));
    }

    #[test]
    fn each_array_has_its_own_columns() {
        let picture = picture("int a[]; int b[]; int v = a[1]; assert(v == v);", "cell1");
        let tails = picture.columns.iter().filter(|c| matches!(c, Column::Tail(_))).count();
        assert_eq!(tails, 2);
        assert!(picture.rows.iter().all(|row| row.entries.len() == picture.columns.len()));
        assert_eq!(picture.sees, "one cell of each array");
    }

    #[test]
    fn a_scalar_with_one_value_needs_no_column() {
        let text = "int a[]; int b[]; int i = nondet(); if (a[i] < b[i]) { a[i] = b[i]; } \
                    assert(a[i] >= b[i]);";
        let picture = picture(text, "cell1");
        assert_eq!(picture.fixed.len(), 1);
        assert!(!picture.columns.iter().any(|c| matches!(c, Column::Scalar(_))));
    }
}
