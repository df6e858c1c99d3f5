//! Tables of states: `i == 0 && s == 0 || i == 1 && s == 3 || ...` is shown as rows of values.

use hornbook_base::Int;
use hornbook_horn::{Node, Op, Term, Var};
use std::collections::BTreeMap;
use std::fmt;

/// The greatest number of alternatives for which a part is not shown as a table.
const MAX_INLINE_ALTERNATIVES: usize = 8;
/// The rows that are shown before the last one.
const SHOWN_ROWS: usize = 5;

/// A table of states: the values that some variables have together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTable {
    /// The variables, each once.
    pub vars: Vec<Var>,
    /// Their values, in this order.
    pub rows: Vec<Vec<Int>>,
}

impl StateTable {
    /// The table of a disjunction of many states; `None` for other parts.
    pub fn from_part(part: &Term) -> Option<StateTable> {
        let states = part.as_app(Op::Or).filter(|states| states.len() > MAX_INLINE_ALTERNATIVES)?;
        let rows: Vec<BTreeMap<&Var, &Int>> =
            states.iter().map(assigned_values).collect::<Option<_>>()?;
        let vars: Vec<Var> = rows.first()?.keys().map(|v| (*v).clone()).collect();
        let row = |row: &BTreeMap<&Var, &Int>| {
            let value = |v: &Var| row.get(v).map(|n| (*n).clone());
            (row.len() == vars.len()).then(|| vars.iter().map(value).collect())?
        };
        let mut rows: Vec<Vec<Int>> = rows.iter().map(row).collect::<Option<_>>()?;
        rows.sort();
        Some(StateTable { vars, rows })
    }

    /// A row as `3`, or `(3, 7)` if there are several variables.
    pub fn format_row(&self, values: &[Int]) -> String {
        format_tuple(values.iter().map(Int::to_string))
    }

    /// The title of the table: `(i, s) is one of these 101`.
    pub fn title(&self) -> String {
        let vars = format_tuple(self.vars.iter().map(|v| v.name.to_string()));
        format!("{vars} is one of these {}", self.rows.len())
    }
}

impl fmt::Display for StateTable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: ", self.title())?;
        self.rows
            .iter()
            .take(SHOWN_ROWS)
            .try_for_each(|row| write!(f, "{}, ", self.format_row(row)))?;
        let last = self.rows.last().map(|row| self.format_row(row));
        write!(f, "..., {}", last.unwrap_or_default())
    }
}

fn format_tuple(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    match texts.as_slice() {
        [one] => one.clone(),
        all => format!("({})", all.join(", ")),
    }
}

/// Whether conditions are equal alternatives: conjunctions, or values of the same variables.
pub fn are_alternatives(all: &[Term]) -> bool {
    let assigned =
        |t: &Term| assigned_values(t).map(|values| values.into_keys().cloned().collect::<Vec<_>>());
    let first = all.first().and_then(assigned);
    all.iter().all(|t| t.as_app(Op::And).is_some())
        || first.is_some() && all.iter().all(|t| assigned(t) == first)
}

/// The values of variables in a condition that is a conjunction of equations, one for each.
fn assigned_values(state: &Term) -> Option<BTreeMap<&Var, &Int>> {
    let parts = match state.as_app(Op::And) {
        Some(parts) => parts,
        None => std::slice::from_ref(state),
    };
    let values: BTreeMap<&Var, &Int> = parts.iter().map(assigned_value).collect::<Option<_>>()?;
    (values.len() == parts.len()).then_some(values)
}

fn assigned_value(equation: &Term) -> Option<(&Var, &Int)> {
    let Some([left, right]) = equation.as_app(Op::Eq) else { return None };
    match (left.node(), right.node()) {
        (Node::Var(v), Node::Int(n)) | (Node::Int(n), Node::Var(v)) => Some((v, n)),
        _ => None,
    }
}
