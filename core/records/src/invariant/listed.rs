//! Parts that list states: of `i == 0 && s == 0 || i == 1 && s == 3 || ...` nobody reads a hundred alternatives, so they
//! are shown as rows of values.

use hornbook_base::Int;
use hornbook_horn::{Node, Op, Term, Var};
use std::collections::BTreeMap;
use std::fmt;

/// Alternatives up to which a part is written as it is.
const FEW: usize = 8;
/// Rows that are shown before the last one.
const SHOWN: usize = 5;

/// The values that some variables have together; more than a line takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The variables, each once.
    pub vars: Vec<Var>,
    /// Their values, in this order.
    pub rows: Vec<Vec<Int>>,
}

impl Listed {
    /// The states that a part lists, if it does nothing else and they are many.
    pub fn of(part: &Term) -> Option<Listed> {
        let states = part.as_app(Op::Or).filter(|states| states.len() > FEW)?;
        let rows: Vec<BTreeMap<&Var, &Int>> = states.iter().map(values).collect::<Option<_>>()?;
        let vars: Vec<Var> = rows.first()?.keys().map(|v| (*v).clone()).collect();
        let row = |row: &BTreeMap<&Var, &Int>| {
            let of = |v: &Var| row.get(v).map(|n| (*n).clone());
            (row.len() == vars.len()).then(|| vars.iter().map(of).collect())?
        };
        let mut rows: Vec<Vec<Int>> = rows.iter().map(row).collect::<Option<_>>()?;
        rows.sort();
        Some(Listed { vars, rows })
    }

    /// A row as `3`, or `(3, 7)` if there are several variables.
    pub fn row(&self, values: &[Int]) -> String {
        together(values.iter().map(Int::to_string))
    }

    /// What is listed: `(i, s) is one of these 101`.
    pub fn title(&self) -> String {
        let vars = together(self.vars.iter().map(|v| v.name.to_string()));
        format!("{vars} is one of these {}", self.rows.len())
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: ", self.title())?;
        self.rows.iter().take(SHOWN).try_for_each(|row| write!(f, "{}, ", self.row(row)))?;
        let last = self.rows.last().map(|row| self.row(row));
        write!(f, "..., {}", last.unwrap_or_default())
    }
}

fn together(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    match texts.as_slice() {
        [one] => one.clone(),
        all => format!("({})", all.join(", ")),
    }
}

/// Whether conditions are alternatives none of which is said of the others' failure: conjunctions, or values of the
/// same variable.
pub fn are_alternatives(all: &[Term]) -> bool {
    let same = |t: &Term| values(t).map(|values| values.into_keys().cloned().collect::<Vec<_>>());
    let first = all.first().and_then(same);
    all.iter().all(|t| t.as_app(Op::And).is_some())
        || first.is_some() && all.iter().all(|t| same(t) == first)
}

/// The values that a condition gives to variables, one to each, if it says nothing else.
fn values(state: &Term) -> Option<BTreeMap<&Var, &Int>> {
    let parts = match state.as_app(Op::And) {
        Some(parts) => parts,
        None => std::slice::from_ref(state),
    };
    let values: BTreeMap<&Var, &Int> = parts.iter().map(value).collect::<Option<_>>()?;
    (values.len() == parts.len()).then_some(values)
}

fn value(equation: &Term) -> Option<(&Var, &Int)> {
    let Some([left, right]) = equation.as_app(Op::Eq) else { return None };
    match (left.node(), right.node()) {
        (Node::Var(v), Node::Int(n)) | (Node::Int(n), Node::Var(v)) => Some((v, n)),
        _ => None,
    }
}
