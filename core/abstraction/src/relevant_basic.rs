//! `relevant` as in T Listing 5.6: reads, writes and equalities of arrays.

use super::relevant::{Cell, Levels, MatchedCase, RelevantCall, Top, TopReason};
use hornbook_horn::{Node, Op, Term, Var};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The relevant cells of `array` in `omega`, with the tree of calls that found them.
pub fn relevant_basic(array: &Var, omega: &Term) -> RelevantCall {
    let mut call = relevant_impl(omega, &Rc::default(), array, omega);
    let mut entered: BTreeMap<Var, Vec<Term>> = BTreeMap::new();
    call.tree = is_tree(&call, &mut entered);
    call
}

/// Whether each array was reached by one equation only.
fn is_tree(call: &RelevantCall, entered: &mut BTreeMap<Var, Vec<Term>>) -> bool {
    let mut tree = true;
    for inner in &call.calls {
        if inner.array != call.array && inner.case != MatchedCase::Visited {
            let by = entered.entry(inner.array.clone()).or_default();
            if !by.contains(&call.expr) {
                by.push(call.expr.clone());
            }
            tree &= by.len() == 1;
        }
        tree &= is_tree(inner, entered);
    }
    tree
}

fn relevant_impl(omega: &Term, visited: &Rc<[Var]>, array: &Var, expr: &Term) -> RelevantCall {
    let mut call = RelevantCall::new(array, Levels::FIRST, visited, expr);
    if visited.contains(array) {
        call.case = MatchedCase::Visited;
        return call;
    }
    let inside = |e: &Term| relevant_impl(omega, visited, array, e);
    match expr.node() {
        Node::App(Op::Select, args) if root(&args[0]) == Some(array) => {
            call.case = MatchedCase::Read;
            call.add(Cell::Index(vec![args[1].clone()]));
            let writes = chain(&args[0]);
            descend(&mut call, writes.iter().flat_map(|(i, v)| [*i, *v]).chain([&args[1]]), inside);
        }
        Node::App(Op::Eq | Op::Ne, args) => match equality(&args[0], &args[1], array) {
            Some(equality) => equality.visit(&mut call, omega, inside),
            None => {
                call.case = MatchedCase::Constructor;
                descend(&mut call, args, inside);
            }
        },
        Node::App(_, args) | Node::Pred(_, args) => {
            call.case = MatchedCase::Constructor;
            descend(&mut call, args, inside);
        }
        // The listing looks for the cells of linked arrays in the whole formula, where an array
        // that is bound here has another meaning or none.
        Node::Quant(_, vars, _) if vars.iter().any(|v| v.sort.is_array()) => {
            call.case = MatchedCase::Quantifier;
            call.add(Cell::Top(Top { reason: TopReason::BoundArray, at: expr.clone() }));
        }
        Node::Quant(_, vars, body) => {
            call.case = MatchedCase::Quantifier;
            descend(&mut call, [body], inside);
            call.close(vars, expr);
        }
        Node::Var(v) if v == array => {
            call.case = MatchedCase::Bare;
            call.add(Cell::Top(Top { reason: TopReason::WholeArray, at: expr.clone() }));
        }
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => call.case = MatchedCase::Nothing,
    }
    call
}

/// Calls on the sub-expressions that mention the array and takes over what they find.
fn descend<'t>(
    call: &mut RelevantCall,
    exprs: impl IntoIterator<Item = &'t Term>,
    inside: impl Fn(&Term) -> RelevantCall,
) {
    for expr in exprs {
        if expr.mentions(&call.array) {
            call.adopt(inside(expr));
        }
    }
}

/// `array[i1 <- v1].. = other[j1 <- w1]..`, sides in this order.
struct Equality<'t> {
    writes: Vec<(&'t Term, &'t Term)>,
    other: &'t Var,
    other_writes: Vec<(&'t Term, &'t Term)>,
}

impl Equality<'_> {
    fn visit(&self, call: &mut RelevantCall, omega: &Term, inside: impl Fn(&Term) -> RelevantCall) {
        let indices = |writes: &[(&Term, &Term)]| -> Vec<Term> {
            writes.iter().map(|(i, _)| (*i).clone()).collect()
        };
        let own = indices(&self.writes);
        if *self.other == call.array {
            call.case = MatchedCase::EqualItself;
            own.into_iter().for_each(|i| call.add(Cell::Index(vec![i])));
            indices(&self.other_writes).into_iter().for_each(|i| call.add(Cell::Index(vec![i])));
        } else {
            call.case = MatchedCase::EqualOther;
            indices(&self.other_writes).into_iter().for_each(|i| call.add(Cell::Index(vec![i])));
            let theirs = relevant_impl(omega, &call.with_its_array(), self.other, omega);
            // Values written before the comparison do not come from the array.
            let kept = |c: &&Cell| !matches!(c, Cell::Index(path) if own.contains(&path[0]));
            theirs.found.iter().filter(kept).for_each(|c| call.add(c.clone()));
            call.calls.push(theirs);
        }
        let writes = self.writes.iter().chain(&self.other_writes);
        descend(call, writes.flat_map(|(i, v)| [*i, *v]), inside);
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

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::Sort;

    fn array(name: &str) -> Var {
        Var::new(name, Sort::int_array())
    }

    fn int(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    fn show(array: &Var, omega: &Term) -> Vec<String> {
        relevant_basic(array, omega)
            .found
            .iter()
            .map(|c| match c {
                Cell::Index(path) => path[0].to_string(),
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
