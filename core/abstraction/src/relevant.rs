//! Relevant cells (T Def. 27): the cells of an array that can matter to a formula.
//!
//! [`super::relevant_basic`] is T Listing 5.6 as it stands, [`super::relevant_linked`] the one with
//! the extensions of T Sec. 6.3.1. Both return records of this file.
//!
//! The result over-approximates a set of relevant cells unless it has a `⊤`, which stands for
//! "some use was not understood". A `⊤` is a value with its reason and is never dropped here;
//! `insts` drops it for the instantiation set and keeps it for the verdict.

use hornbook_horn::{Term, Var};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// One element of the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cell {
    /// The cell with these indices, one for each level that was asked for.
    Index(Vec<Term>),
    /// `⊤`: the set may lack cells.
    Top(Top),
}

/// A `⊤` with its reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Top {
    /// The rule that produced it.
    pub reason: TopReason,
    /// The sub-expression that is to blame.
    pub at: Term,
}

/// The rules that produce a `⊤`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TopReason {
    /// The whole array is used where only reads, writes and equalities are understood.
    WholeArray,
    /// The index depends on a quantified variable: any number of cells may matter.
    BoundIndex,
    /// A quantifier runs over arrays: the cells of those are not looked for.
    BoundArray,
    /// The array is linked to itself, by several equalities that move cells or values: they may
    /// constrain all cells together.
    Cycle,
    /// The search was cut off.
    Limit,
}

impl TopReason {
    /// The reason in one sentence.
    pub fn describe(self) -> &'static str {
        match self {
            TopReason::WholeArray => "the whole array is used at once",
            TopReason::BoundIndex => "a quantified index reaches any number of cells",
            TopReason::BoundArray => "it is used below a quantifier over arrays",
            TopReason::Cycle => "several equations link the array to itself",
            TopReason::Limit => "too many equations link the arrays",
        }
    }
}

/// The case of the search that matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MatchedCase {
    /// The variable was looked at before.
    Visited,
    /// A read, possibly after writes: `a[i1 <- v1]..[in <- vn][j]`.
    Read,
    /// An equality of two update chains of the variable itself.
    EqualItself,
    /// An equality with an update chain of another variable.
    EqualOther,
    /// A quantified equation between cells of two arrays (T Listing 6.1).
    Linked,
    /// A quantifier.
    Quantifier,
    /// Any other constructor or predicate.
    Constructor,
    /// The bare variable.
    Bare,
    /// A constant or another variable.
    Nothing,
}

impl MatchedCase {
    /// The case in a few words.
    pub fn describe(self) -> &'static str {
        match self {
            MatchedCase::Visited => "already looked at",
            MatchedCase::Read => "read",
            MatchedCase::EqualItself => "equal to itself",
            MatchedCase::EqualOther => "equal to another array",
            MatchedCase::Linked => "linked cell by cell",
            MatchedCase::Quantifier => "quantifier",
            MatchedCase::Constructor => "look inside",
            MatchedCase::Bare => "whole array",
            MatchedCase::Nothing => "no array",
        }
    }
}

/// The levels of a cell's indices that are searched: for arrays of arrays only some (T Sec. 6.3.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Levels {
    /// The number of outer indices that are left out.
    pub skip: usize,
    /// The number of indices that are taken, at least one.
    pub take: usize,
}

impl Levels {
    /// The outermost index.
    pub const FIRST: Levels = Levels { skip: 0, take: 1 };

    /// All of the first `depth` indices.
    pub fn all(depth: usize) -> Levels {
        Levels { skip: 0, take: depth }
    }

    /// One past the last wanted index.
    pub fn end(self) -> usize {
        self.skip + self.take
    }
}

/// One call of the recursion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelevantCall {
    /// The array variable whose cells are searched.
    pub array: Var,
    /// The levels of indices that are searched.
    pub levels: Levels,
    /// The expression that is searched.
    pub expr: Term,
    /// The array variables that were visited before.
    pub visited: Rc<[Var]>,
    /// The case that matched.
    pub case: MatchedCase,
    /// The result, without repetitions.
    pub found: Vec<Cell>,
    /// The calls made, but for those on expressions that do not mention the array.
    pub calls: Vec<RelevantCall>,
    /// The number of calls below this one that are not recorded.
    pub left_out: usize,
    /// At the root: whether the equations that were followed form a tree of arrays, which the
    /// proof at the top of `completeness` asks for.
    pub tree: bool,
}

impl RelevantCall {
    /// A call that has found nothing yet.
    pub(super) fn new(
        array: &Var,
        levels: Levels,
        visited: &Rc<[Var]>,
        expr: &Term,
    ) -> RelevantCall {
        RelevantCall {
            array: array.clone(),
            levels,
            expr: expr.clone(),
            visited: visited.clone(),
            case: MatchedCase::Nothing,
            found: vec![],
            calls: vec![],
            left_out: 0,
            tree: true,
        }
    }

    /// The arrays that were visited when a call on another array begins here.
    pub(super) fn with_its_array(&self) -> Rc<[Var]> {
        self.visited.iter().chain([&self.array]).cloned().collect()
    }

    pub(super) fn add(&mut self, cell: Cell) {
        if !self.found.contains(&cell) {
            self.found.push(cell);
        }
    }

    /// Takes over the cells of a call on a sub-expression.
    pub(super) fn adopt(&mut self, call: RelevantCall) {
        call.found.iter().for_each(|c| self.add(c.clone()));
        self.calls.push(call);
    }

    /// Indices that depend on quantified variables become `⊤`.
    pub(super) fn close(&mut self, vars: &[Var], at: &Term) {
        let depends = |cell: &Cell| match cell {
            Cell::Index(path) => vars.iter().any(|v| path.iter().any(|t| t.mentions(v))),
            Cell::Top(_) => false,
        };
        for cell in std::mem::take(&mut self.found) {
            let top = Top { reason: TopReason::BoundIndex, at: at.clone() };
            self.add(if depends(&cell) { Cell::Top(top) } else { cell });
        }
    }

    /// The call without its nested calls, which are counted.
    pub(super) fn without_calls(&self) -> RelevantCall {
        let mut call = RelevantCall::new(&self.array, self.levels, &self.visited, &self.expr);
        (call.case, call.found, call.left_out) = (self.case, self.found.clone(), self.count() - 1);
        call
    }

    /// Shortens the record: nested calls are left out once `calls` of them are kept; the result is the
    /// number of calls that are left out. The cells stay.
    pub fn shorten(&mut self, calls: &mut usize) -> usize {
        let mut below = 0;
        for mut call in std::mem::take(&mut self.calls) {
            if *calls > 0 {
                *calls -= 1;
                below += call.shorten(calls);
                self.calls.push(call);
            } else {
                let own = call.count();
                self.left_out += own;
                below += own;
            }
        }
        below
    }

    /// The number of calls, this one among them.
    fn count(&self) -> usize {
        1 + self.left_out + self.calls.iter().map(RelevantCall::count).sum::<usize>()
    }

    /// The indices found, and the first `⊤` if there is one.
    pub fn split(&self) -> (Vec<Vec<Term>>, Option<Top>) {
        let indices = self.found.iter().filter_map(|c| match c {
            Cell::Index(path) => Some(path.clone()),
            Cell::Top(_) => None,
        });
        let top = self.found.iter().find_map(|c| match c {
            Cell::Top(top) => Some(top.clone()),
            Cell::Index(_) => None,
        });
        (indices.collect(), top)
    }
}
