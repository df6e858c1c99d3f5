//! Heuristics, by name: the choice of relevant cells for an instantiation set.

use hornbook_base::Span;
use hornbook_horn::read::{Meaning, ReadError};
use hornbook_horn::{Sort, Term, Var, read};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// A heuristic: the choice of indices of `insts` for `cell`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Heuristic {
    /// All cells that the extended search finds (T Listing 5.6 with T Sec. 6.3.1).
    #[default]
    Relevant,
    /// All cells that T Listing 5.6 finds.
    RelevantBasic,
    /// The goal's cell and the cell that the instruction reads, for each array by itself
    /// (T Theorem 14): reads of other arrays are not followed through equations.
    Mg16,
    /// The goal's cell only: the cell of focus never changes (T Theorem 13).
    Ma15,
    /// The cells that the user names; where none are named, as [`Heuristic::Relevant`].
    Manual,
}

impl Heuristic {
    /// All heuristics.
    pub const ALL: [Heuristic; 5] = [
        Heuristic::Relevant,
        Heuristic::RelevantBasic,
        Heuristic::Mg16,
        Heuristic::Ma15,
        Heuristic::Manual,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Heuristic::Relevant => "relevant",
            Heuristic::RelevantBasic => "relevant-basic",
            Heuristic::Mg16 => "mg16",
            Heuristic::Ma15 => "ma15",
            Heuristic::Manual => "manual",
        }
    }

    /// Whether candidate cells from the clause are tried where a quantified index may be any. The searches
    /// of the papers do not.
    pub fn tries_places(self) -> bool {
        matches!(self, Heuristic::Relevant | Heuristic::Manual)
    }

    /// The heuristic in one sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Heuristic::Relevant => "all cells that are found to matter, through equations as well",
            Heuristic::RelevantBasic => {
                "the search of Braine's thesis: reads, writes and plain equations"
            }
            Heuristic::Mg16 => "the cell of the goal and the cells that the instruction reads",
            Heuristic::Ma15 => "the cell of the goal only",
            Heuristic::Manual => "the cells that you name",
        }
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name of no heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownHeuristic(pub String);

impl fmt::Display for UnknownHeuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Heuristic::ALL.map(|h| format!("`{h}`"));
        let (last, others) = names.split_last().unwrap_or((&names[0], &[]));
        write!(f, "there is no heuristic `{}`; there are {} and {last}", self.0, others.join(", "))
    }
}

impl std::error::Error for UnknownHeuristic {}

impl FromStr for Heuristic {
    type Err = UnknownHeuristic;
    fn from_str(text: &str) -> Result<Heuristic, UnknownHeuristic> {
        let known = Heuristic::ALL.into_iter().find(|h| h.name() == text);
        known.ok_or_else(|| UnknownHeuristic(text.to_owned()))
    }
}

/// The order in which the components of a tuple are instantiated (T Algorithm 5 allows both).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Order {
    /// The first component first.
    #[default]
    LeftToRight,
    /// The last component first.
    RightToLeft,
}

impl Order {
    /// Both.
    pub const ALL: [Order; 2] = [Order::LeftToRight, Order::RightToLeft];

    /// The name: the component that is first.
    pub const fn name(self) -> &'static str {
        match self {
            Order::LeftToRight => "left",
            Order::RightToLeft => "right",
        }
    }

    /// The other one of the two.
    #[must_use]
    pub fn other(self) -> Order {
        match self {
            Order::LeftToRight => Order::RightToLeft,
            Order::RightToLeft => Order::LeftToRight,
        }
    }

    /// The order in a few words.
    pub fn describe(self) -> &'static str {
        match self {
            Order::LeftToRight => "The first one first",
            Order::RightToLeft => "The last one first",
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Order {
    type Err = String;
    fn from_str(text: &str) -> Result<Order, String> {
        let known = Order::ALL.into_iter().find(|o| o.name() == text);
        known.ok_or_else(|| format!("there is no order `{text}`; there are `left` and `right`"))
    }
}

/// The choice of instances of premises.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// For the cells of arrays.
    pub heuristic: Heuristic,
    /// For the components of tuples.
    pub order: Order,
    /// The cells that the user names for [`Heuristic::Manual`].
    pub cells: Vec<NamedCells>,
}

/// The cells of one array in one clause, named by the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedCells {
    /// The clause's number.
    pub clause: u32,
    /// The array variable that the premise's predicate is applied to.
    pub array: String,
    /// The indices as they were written, over the variables of the clause.
    pub indices: Vec<String>,
}

impl NamedCells {
    /// The indices of a text that has commas between them.
    pub fn indices(text: &str) -> Vec<String> {
        text.split(',').map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect()
    }
}

/// `3:a=k', i + 1`: in clause 3 the cells `k'` and `i + 1` of `a`.
impl fmt::Display for NamedCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}={}", self.clause, self.array, self.indices.join(","))
    }
}

impl FromStr for NamedCells {
    type Err = String;
    fn from_str(text: &str) -> Result<NamedCells, String> {
        let named = || {
            let (clause, rest) = text.split_once(':')?;
            let (array, indices) = rest.split_once('=')?;
            let clause = clause.trim().parse().ok()?;
            let (array, indices) = (array.trim().to_owned(), NamedCells::indices(indices));
            Some(NamedCells { clause, array, indices })
        };
        named().ok_or_else(|| "cells are written as in `3:a=k,i + 1`".into())
    }
}

/// An index that the user writes, such as `i + 1`.
///
/// # Errors
/// The error in the text, with its place.
pub fn index(text: &str, vars: Meaning<'_>) -> Result<Term, ReadError> {
    let term = read::term(text, vars)?;
    if term.sort() == Sort::Int {
        return Ok(term);
    }
    let message = format!("`{term}` is no integer, so it cannot be an index");
    Err(ReadError { span: Span::new(0, text.len()), message })
}

/// The cells that the user chooses for one clause, as terms: for each array its indices.
pub type Named = BTreeMap<String, Vec<Term>>;

/// The focus of heuristics: the variables and cells that the choice of instances prefers.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    /// The variables of the goal's cells: their indices, and the indices of a claim.
    pub goal: BTreeSet<Var>,
    /// The goal's variables that the step itself has not: they became free with the goal's quantifier.
    pub freed: BTreeSet<Var>,
    /// Whether the goal is a claim, and no predicate.
    pub is_claim: bool,
    /// The variables that are witnesses of conditions on the path: no variables of the program.
    pub witnesses: BTreeSet<Var>,
    /// The user's cells.
    pub named: Named,
}

/// The indices that a heuristic keeps of the relevant ones.
///
/// `direct` are the indices at which the clause's own conditions and arguments read the array.
pub fn choose(
    heuristic: Heuristic,
    focus: &Focus,
    array: Option<&Var>,
    found: &[Term],
    direct: impl FnOnce() -> Vec<Term>,
) -> Vec<Term> {
    let of_goal = |t: &&Term| t.as_var().is_some_and(|v| focus.goal.contains(v));
    match heuristic {
        Heuristic::Relevant | Heuristic::RelevantBasic => found.to_vec(),
        Heuristic::Ma15 => found.iter().filter(of_goal).cloned().collect(),
        Heuristic::Mg16 => {
            let direct = direct();
            found.iter().filter(|t| of_goal(t) || direct.contains(t)).cloned().collect()
        }
        Heuristic::Manual => {
            let named = array.and_then(|a| focus.named.get(&*a.name));
            named.map_or_else(|| found.to_vec(), Clone::clone)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::Op;

    #[test]
    fn indices_are_integers_over_known_variables() {
        let vars = |name: &str| match name {
            "k'" => Some(Var::int("k'")),
            "a" => Some(Var::new("a", Sort::int_array())),
            _ => None,
        };
        let read = |text: &str| index(text, &vars).map_err(|e| e.render_in(text));
        let next = Term::app(Op::Add, vec![Term::var(&Var::int("k'")), Term::int(1)]);
        assert_eq!(read("k' + 1"), Ok(next));
        assert_eq!(read("k"), Err("there is no variable `k`".into()));
        assert_eq!(read("a"), Err("`a` is no integer, so it cannot be an index".into()));
        assert_eq!(
            read("k' +"),
            Err("a value is expected where the text ends (column 5 of `k' +`)".into())
        );
    }

    #[test]
    fn heuristics_have_names() {
        for heuristic in Heuristic::ALL {
            assert_eq!(heuristic.name().parse(), Ok(heuristic));
        }
        assert_eq!(
            "best".parse::<Heuristic>().map_err(|e| e.to_string()),
            Err("there is no heuristic `best`; there are `relevant`, `relevant-basic`, `mg16`, \
                 `ma15` and `manual`"
                .to_owned())
        );
    }
}
