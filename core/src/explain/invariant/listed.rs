//! Parts that list states: of `i == 0 && s == 0 || i == 1 && s == 3 || ...` nobody reads a hundred alternatives, so they
//! are shown as rows of values.

use crate::base::Int;
use crate::horn::{Node, Op, Term, Var};
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
        let rows: Vec<Vec<(&Var, &Int)>> = states.iter().map(values).collect::<Option<_>>()?;
        let vars: Vec<Var> = rows.first()?.iter().map(|(v, _)| (*v).clone()).collect();
        let row = |row: Vec<(&Var, &Int)>| {
            let of = |v: &Var| row.iter().find(|(u, _)| *u == v).map(|(_, n)| (*n).clone());
            (row.len() == vars.len()).then(|| vars.iter().map(of).collect())?
        };
        let mut rows: Vec<Vec<Int>> = rows.into_iter().map(row).collect::<Option<_>>()?;
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

/// The values that a condition gives to variables, if it says nothing else.
fn values(state: &Term) -> Option<Vec<(&Var, &Int)>> {
    let parts: Vec<&Term> = match state.as_app(Op::And) {
        Some(parts) => parts.iter().collect(),
        None => vec![state],
    };
    parts.into_iter().map(value_in).collect()
}

fn value_in(equation: &Term) -> Option<(&Var, &Int)> {
    let Some([left, right]) = equation.as_app(Op::Eq) else { return None };
    match (left.node(), right.node()) {
        (Node::Var(v), Node::Int(n)) | (Node::Int(n), Node::Var(v)) => Some((v, n)),
        _ => None,
    }
}
