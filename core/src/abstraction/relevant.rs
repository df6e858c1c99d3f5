//! `relevant` (T Listing 5.6): which cells of an array can matter to a formula.
//!
//! The result over-approximates a set of relevant cells (T Def. 27) unless it has a `⊤`, which
//! stands for "some use was not understood". A `⊤` is a value with its reason and is never
//! dropped here; `insts` drops it for the instantiation set and keeps it for the verdict.

use crate::horn::{Node, Op, Term, Var};
use serde::{Deserialize, Serialize};

/// One element of the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cell {
    /// The cell with this index.
    Index(Term),
    /// `⊤`: the set may lack cells.
    Top(Top),
}

/// Why a `⊤` is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Top {
    /// What went wrong.
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
}

/// Which case of the listing matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Case {
    /// The variable was looked at before.
    Visited,
    /// A read, possibly after writes: `a[i1 <- v1]..[in <- vn][j]`.
    Read,
    /// An equality of two update chains of the variable itself.
    EqualItself,
    /// An equality with an update chain of another variable.
    EqualOther,
    /// A quantifier.
    Quantifier,
    /// Any other constructor or predicate.
    Constructor,
    /// The bare variable.
    Bare,
    /// A constant or another variable.
    Nothing,
}

impl Case {
    /// The case in a few words.
    pub fn describe(self) -> &'static str {
        match self {
            Case::Visited => "already looked at",
            Case::Read => "read",
            Case::EqualItself => "equal to itself",
            Case::EqualOther => "equal to another array",
            Case::Quantifier => "quantifier",
            Case::Constructor => "look inside",
            Case::Bare => "whole array",
            Case::Nothing => "no array",
        }
    }
}

/// One call of the recursion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The array variable whose cells are looked for.
    pub array: Var,
    /// The expression that is looked at.
    pub expr: Term,
    /// The array variables that were visited before.
    pub visited: Vec<Var>,
    /// The case that matched.
    pub case: Case,
    /// What was returned, without repetitions.
    pub found: Vec<Cell>,
    /// The calls made, but for those on expressions that do not mention the array.
    pub calls: Vec<Call>,
}

/// The relevant cells of `array` in `omega`, with the tree of calls that found them.
pub fn relevant(array: &Var, omega: &Term) -> Call {
    relevant_impl(omega, &[], array, omega)
}

fn relevant_impl(omega: &Term, visited: &[Var], array: &Var, expr: &Term) -> Call {
    let mut call = Call {
        array: array.clone(),
        expr: expr.clone(),
        visited: visited.to_vec(),
        case: Case::Visited,
        found: vec![],
        calls: vec![],
    };
    if visited.contains(array) {
        return call;
    }
    let inside = |e: &Term| relevant_impl(omega, visited, array, e);
    match expr.node() {
        Node::App(Op::Select, args) if root(&args[0]) == Some(array) => {
            call.case = Case::Read;
            call.add(Cell::Index(args[1].clone()));
            let writes = chain(&args[0]);
            call.descend(writes.iter().flat_map(|(i, v)| [*i, *v]).chain([&args[1]]), inside);
        }
        Node::App(Op::Eq | Op::Ne, args) => match equality(&args[0], &args[1], array) {
            Some(equality) => equality.visit(&mut call, omega, inside),
            None => {
                call.case = Case::Constructor;
                call.descend(args, inside);
            }
        },
        Node::App(_, args) | Node::Pred(_, args) => {
            call.case = Case::Constructor;
            call.descend(args, inside);
        }
        Node::Quant(_, vars, body) => {
            call.case = Case::Quantifier;
            call.descend([body], inside);
            bound_indices_are_top(&mut call.found, vars, expr);
        }
        Node::Var(v) if v == array => {
            call.case = Case::Bare;
            call.add(Cell::Top(Top { reason: TopReason::WholeArray, at: expr.clone() }));
        }
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => call.case = Case::Nothing,
    }
    call
}

impl Call {
    fn add(&mut self, cell: Cell) {
        if !self.found.contains(&cell) {
            self.found.push(cell);
        }
    }

    /// Calls on sub-expressions and takes over what they find.
    fn descend<'t>(
        &mut self,
        exprs: impl IntoIterator<Item = &'t Term>,
        inside: impl Fn(&Term) -> Call,
    ) {
        for expr in exprs {
            if expr.mentions(&self.array) {
                self.adopt(inside(expr));
            }
        }
    }

    fn adopt(&mut self, call: Call) {
        call.found.iter().for_each(|c| self.add(c.clone()));
        self.calls.push(call);
    }

    /// The indices found, and the first `⊤` if there is one.
    pub fn split(&self) -> (Vec<Term>, Option<Top>) {
        let indices = self.found.iter().filter_map(|c| match c {
            Cell::Index(t) => Some(t.clone()),
            Cell::Top(_) => None,
        });
        let top = self.found.iter().find_map(|c| match c {
            Cell::Top(top) => Some(top.clone()),
            Cell::Index(_) => None,
        });
        (indices.collect(), top)
    }
}

/// `array[i1 <- v1].. = other[j1 <- w1]..`, sides in this order.
struct Equality<'t> {
    writes: Vec<(&'t Term, &'t Term)>,
    other: &'t Var,
    other_writes: Vec<(&'t Term, &'t Term)>,
}

impl Equality<'_> {
    fn visit(&self, call: &mut Call, omega: &Term, inside: impl Fn(&Term) -> Call) {
        let indices = |writes: &[(&Term, &Term)]| -> Vec<Term> {
            writes.iter().map(|(i, _)| (*i).clone()).collect()
        };
        let own = indices(&self.writes);
        if *self.other == call.array {
            call.case = Case::EqualItself;
            own.into_iter().for_each(|i| call.add(Cell::Index(i)));
            indices(&self.other_writes).into_iter().for_each(|i| call.add(Cell::Index(i)));
        } else {
            call.case = Case::EqualOther;
            indices(&self.other_writes).into_iter().for_each(|i| call.add(Cell::Index(i)));
            let mut visited = call.visited.clone();
            visited.push(call.array.clone());
            let theirs = relevant_impl(omega, &visited, self.other, omega);
            // What is written before the comparison does not come from the array.
            let kept = |c: &&Cell| !matches!(c, Cell::Index(i) if own.contains(i));
            theirs.found.iter().filter(kept).for_each(|c| call.add(c.clone()));
            call.calls.push(theirs);
        }
        let writes = self.writes.iter().chain(&self.other_writes);
        call.descend(writes.flat_map(|(i, v)| [*i, *v]), inside);
    }
}

/// The equality seen from `array`, if one side is an update chain of it and the other one of a
/// variable. The match is modulo commutativity.
fn equality<'t>(left: &'t Term, right: &'t Term, array: &Var) -> Option<Equality<'t>> {
    let (own, other) = match (root(left), root(right)) {
        (Some(l), Some(_)) if l == array => (left, right),
        (Some(_), Some(r)) if r == array => (right, left),
        _ => return None,
    };
    Some(Equality { writes: chain(own), other: root(other)?, other_writes: chain(other) })
}

/// The variable under a possibly empty chain of writes.
fn root(t: &Term) -> Option<&Var> {
    match t.node() {
        Node::Var(v) if v.sort.is_array() => Some(v),
        Node::App(Op::Store, args) => root(&args[0]),
        _ => None,
    }
}

/// The writes `(index, value)` of a chain, innermost first.
fn chain(t: &Term) -> Vec<(&Term, &Term)> {
    let mut writes = vec![];
    let mut t = t;
    while let Some([inner, index, value]) = t.as_app(Op::Store) {
        writes.push((index, value));
        t = inner;
    }
    writes.reverse();
    writes
}

fn bound_indices_are_top(found: &mut Vec<Cell>, vars: &[Var], at: &Term) {
    let top = Cell::Top(Top { reason: TopReason::BoundIndex, at: at.clone() });
    let mut out: Vec<Cell> = vec![];
    for cell in found.drain(..) {
        let cell = match cell {
            Cell::Index(t) if vars.iter().any(|v| t.mentions(v)) => top.clone(),
            other => other,
        };
        if !out.contains(&cell) {
            out.push(cell);
        }
    }
    *found = out;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::Sort;

    fn array(name: &str) -> Var {
        Var::new(name, Sort::int_array())
    }

    fn int(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    fn show(array: &Var, omega: &Term) -> Vec<String> {
        relevant(array, omega)
            .found
            .iter()
            .map(|c| match c {
                Cell::Index(t) => t.to_string(),
                Cell::Top(top) => format!("⊤ {:?} {}", top.reason, top.at),
            })
            .collect()
    }

    #[test]
    fn a_read_after_writes_needs_the_index_read_only() {
        let a = array("a");
        let written = Term::store(Term::var(&a), int("i"), int("v"));
        let omega = Term::eq(Term::select(written, int("j")), int("x"));
        assert_eq!(show(&a, &omega), ["j"]);
    }

    #[test]
    fn an_equality_leads_to_the_other_array_less_what_is_overwritten() {
        let (a, b) = (array("a"), array("b"));
        let written = Term::store(Term::var(&a), int("i"), int("v"));
        let read = |i: &str| Term::eq(Term::select(Term::var(&b), int(i)), int("x"));
        let omega = Term::and([Term::eq(Term::var(&b), written), read("i"), read("j")]);
        assert_eq!(show(&a, &omega), ["j"]);
        assert_eq!(show(&b, &omega), ["i", "j"]);
    }

    #[test]
    fn mutual_equalities_end() {
        let (a, b) = (array("a"), array("b"));
        let same = Term::eq(Term::var(&a), Term::var(&b));
        assert_eq!(show(&a, &Term::and([same.clone(), same])), Vec::<String>::new());
    }

    #[test]
    fn quantified_indices_and_whole_arrays_give_top() {
        let a = array("a");
        let k = Var::int("k");
        let all = Term::forall(
            vec![k.clone()],
            Term::eq(Term::select(Term::var(&a), Term::var(&k)), int("x")),
        );
        assert_eq!(show(&a, &all), ["⊤ BoundIndex forall k: a[k] == x"]);
        let free = Term::forall(vec![k], Term::eq(Term::select(Term::var(&a), int("i")), int("x")));
        assert_eq!(show(&a, &free), ["i"]);
        let whole = Term::pred("P", vec![Term::var(&a)]);
        assert_eq!(show(&a, &whole), ["⊤ WholeArray a"]);
    }

    /// T Sec. 6.1, item 3: constraining infinitely many cells in two ways has no finite answer.
    #[test]
    fn the_examples_of_thesis_section_6_1() {
        let (a, b) = (array("a"), array("b"));
        let (at, bt) = (Term::var(&a), Term::var(&b));
        let same = Term::eq(at.clone(), bt.clone());
        // P(a, b) ∧ a = b: seen from a, with b kept by the other component's instance.
        let both = Term::and([same.clone(), Term::pred("Any", vec![bt])]);
        assert_eq!(show(&a, &both), ["⊤ WholeArray b"]);
        // P(a) ∧ a = b ∧ a[i] = 0 → P'(a)
        let one = Term::and([same, Term::eq(Term::select(at, int("i")), Term::int(0))]);
        assert_eq!(show(&a, &one), ["i"]);
    }
}
