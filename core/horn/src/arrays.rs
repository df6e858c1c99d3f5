//! Array operations beyond reads and writes (T Sec. 2.1.4 and 6.3.1.1), by their definitions.
//!
//! Operations that make an array are *pointwise*: a cell of the result is a term over a few cells of the
//! operands, without a quantifier. So a read of such an array can always be replaced by reads of variables
//! ([`read`]). `sorted`, `bound_eq` and comparisons of such arrays are quantified formulas ([`expand`]).
//!
//! So neither `insts` nor a solver ever sees them. The thesis adds cases to `relevant` instead (T
//! Sec. 6.3.1.1); this needs none and loses nothing.

pub mod counts;

use self::counts::in_range;
use super::clause::{Clause, Goal, Instance, Premise};
use super::term::{Memo, Names, Node, Op, Sort, Term, Var};

/// The cell `k` of `array`. The read goes inwards through pointwise operations and through
/// choices between arrays; it stops in front of variables and of plain writes.
pub fn read(array: &Term, k: &Term) -> Term {
    let plain = || Term::select(array.clone(), k.clone());
    let Node::App(op, args) = array.node() else { return plain() };
    match (op, args.as_slice()) {
        (Op::Ite, [c, a, b]) => Term::ite(c.clone(), read(a, k), read(b, k)),
        (Op::ConstArray, [v]) => v.clone(),
        (Op::Insert, [a, i, v]) => {
            let behind = Term::sub(k.clone(), Term::int(1));
            let from_here = Term::ite(Term::eq(k.clone(), i.clone()), v.clone(), read(a, &behind));
            Term::ite(Term::lt(k.clone(), i.clone()), read(a, k), from_here)
        }
        (Op::Erase, [a, i]) => {
            let next = Term::add(k.clone(), Term::int(1));
            Term::ite(Term::lt(k.clone(), i.clone()), read(a, k), read(a, &next))
        }
        (Op::Fill, [a, lo, hi, v]) => Term::ite(in_range(lo, k, hi), v.clone(), read(a, k)),
        (Op::SubArray, [a, lo, hi, rest]) => {
            let length = Term::sub(hi.clone(), lo.clone());
            let moved = Term::add(lo.clone(), k.clone());
            Term::ite(in_range(&Term::int(0), k, &length), read(a, &moved), read(rest, k))
        }
        (Op::Multiset, [a, lo, hi]) => counts::count(a, lo, hi, k),
        (Op::Store, [a, i, v]) if has_derived_array(array) => {
            Term::ite(Term::eq(k.clone(), i.clone()), v.clone(), read(a, k))
        }
        _ => plain(),
    }
}

/// The element of `array[i <- row]` at `k`, where `k == i`: the row itself, but a row that writes to the
/// old row of `i` becomes a write to the old row of `k`. Then a write to one cell of an array of arrays
/// needs the row of `k` only.
pub fn row_at(array: &Term, i: &Term, row: &Term, k: &Term) -> Term {
    match row.node() {
        Node::App(Op::Select, args) if args[0] == *array && args[1] == *i => {
            Term::select(array.clone(), k.clone())
        }
        Node::App(Op::Store, args) => {
            Term::store(row_at(array, i, &args[0], k), args[1].clone(), args[2].clone())
        }
        _ => row.clone(),
    }
}

/// Whether an array is derived: made by an operation other than a write.
pub fn has_derived_array(array: &Term) -> bool {
    match array.node() {
        // The written value may be a derived row.
        Node::App(Op::Store, args) => {
            has_derived_array(&args[0]) || is_array(&args[2]) && has_derived_array(&args[2])
        }
        // A read gives a row of an array of arrays.
        Node::App(Op::Select, _) => false,
        Node::App(..) => true,
        _ => false,
    }
}

/// The term over reads and writes only: reads go inwards; `sorted`, `bound_eq` and comparisons of derived
/// arrays become quantified formulas. Derived arrays stay where nothing is read from them: as arguments of
/// predicates, as values of cells, and under a choice.
pub fn expand(t: &Term) -> Term {
    expand_once(t, &mut Memo::default())
}

fn expand_once(t: &Term, done: &mut Memo<Term>) -> Term {
    if !t.has_array() {
        return t.clone();
    }
    done.get_or_compute(t, |done| expand_here(t.map_children(|c| expand_once(c, done))))
}

/// Expands a term whose children are expanded.
fn expand_here(t: Term) -> Term {
    let Node::App(op, args) = t.node() else { return t };
    match (op, args.as_slice()) {
        (Op::Select, [a, k]) if has_derived_array(a) => expand(&read(a, k)),
        (Op::Sorted, [a, lo, hi]) => {
            let mut names = Names::avoiding(t.free_vars());
            let (i, j) = (names.fresh(&Var::int("i")), names.fresh(&Var::int("j")));
            let (ti, tj) = (Term::var(&i), Term::var(&j));
            let order = Term::and([
                Term::le(lo.clone(), ti.clone()),
                Term::lt(ti.clone(), tj.clone()),
                Term::lt(tj.clone(), hi.clone()),
            ]);
            let values = Term::le(read(a, &ti), read(a, &tj));
            Term::forall(vec![i, j], Term::implies(order, expand(&values)))
        }
        (Op::BoundEq, [a, b, lo, hi]) => {
            for_all_cells(&t, |k| Term::implies(in_range(lo, k, hi), equal_cells(a, b, k)))
        }
        (Op::Count, [a, lo, hi, v]) => match counts::count(a, lo, hi, v) {
            same if same == t => t,
            inner => expand(&inner),
        },
        (Op::Permutation, [a, b, lo, hi]) => {
            let v = Names::avoiding(t.free_vars()).fresh(&Var::int("v"));
            let counted = |array: &Term| expand(&counts::count(array, lo, hi, &Term::var(&v)));
            Term::forall(vec![v.clone()], Term::eq(counted(a), counted(b)))
        }
        (Op::Eq, [a, b]) if is_array(a) && (has_derived_array(a) || has_derived_array(b)) => {
            for_all_cells(&t, |k| equal_cells(a, b, k))
        }
        (Op::Ne, [a, b]) if is_array(a) && (has_derived_array(a) || has_derived_array(b)) => {
            Term::not(for_all_cells(&t, |k| equal_cells(a, b, k)))
        }
        _ => t,
    }
}

fn is_array(t: &Term) -> bool {
    t.sort().is_array()
}

fn equal_cells(a: &Term, b: &Term, k: &Term) -> Term {
    expand(&Term::eq(read(a, k), read(b, k)))
}

/// `forall k: body(k)` with a `k` that does not occur in `t`.
fn for_all_cells(t: &Term, body: impl FnOnce(&Term) -> Term) -> Term {
    let k = Names::avoiding(t.free_vars()).fresh(&Var::int("k"));
    let body = body(&Term::var(&k));
    Term::forall(vec![k], body)
}

/// Whether an operation goes beyond the theory of arrays of SMT-LIB.
pub fn is_derived(op: Op) -> bool {
    matches!(
        op,
        Op::ConstArray
            | Op::Insert
            | Op::Erase
            | Op::Fill
            | Op::SubArray
            | Op::Sorted
            | Op::BoundEq
            | Op::Count
            | Op::Multiset
            | Op::Permutation
    )
}

fn has_derived(t: &Term) -> bool {
    match t.node() {
        // Other provers know constant arrays.
        Node::App(op, args) => {
            is_derived(*op) && *op != Op::ConstArray || args.iter().any(has_derived)
        }
        Node::Pred(_, args) => args.iter().any(has_derived),
        Node::Quant(_, _, body) => has_derived(body),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => false,
    }
}

/// The clause over reads, writes and quantifiers only: for other provers. A derived array becomes a
/// variable with a premise that defines its cells.
pub fn standard(clause: &Clause) -> Clause {
    if !clause.terms().any(has_derived) {
        return clause.clone();
    }
    let mut names = Names::avoiding(clause.all_vars());
    let mut premises = vec![];
    let mut out = clause.clone();
    for premise in &mut out.premises {
        match premise {
            Premise::Cond(c) => *c = expand(c),
            Premise::Instance(i) => {
                i.guard = expand(&i.guard);
                name_all(&mut i.args, &mut names, &mut premises);
            }
        }
    }
    match &mut out.goal {
        Goal::Cond(c) => *c = expand(c),
        Goal::Instance(i) => {
            i.guard = expand(&i.guard);
            name_all(&mut i.args, &mut names, &mut premises);
        }
    }
    out.premises.extend(premises);
    out
}

/// The clause with variables for derived arrays among the arguments of predicates, and premises that define
/// them, so that a reader of the clause sees the operations. It is equivalent.
pub fn name_derived_arrays(clause: &Clause) -> Clause {
    let mut names = Names::avoiding(clause.all_vars());
    let mut made: Vec<Premise> = vec![];
    let mut name = |instance: &mut Instance| {
        for arg in instance.args.iter_mut().filter(|arg| is_array(arg) && has_derived_array(arg)) {
            let var = Term::var(&names.fresh(&Var::new("made", arg.sort())));
            let array = std::mem::replace(arg, var.clone());
            made.push(Premise::Cond(Term::eq(var, array)));
        }
    };
    let mut out = clause.clone();
    for premise in &mut out.premises {
        if let Premise::Instance(instance) = premise {
            name(instance);
        }
    }
    if let Goal::Instance(instance) = &mut out.goal {
        name(instance);
    }
    out.premises.extend(made);
    out
}

fn name_all(args: &mut [Term], names: &mut Names, premises: &mut Vec<Premise>) {
    for arg in args.iter_mut() {
        *arg = named(&expand(arg), names, premises);
    }
}

/// Replaces the largest derived arrays that use more than reads and writes.
fn named(t: &Term, names: &mut Names, premises: &mut Vec<Premise>) -> Term {
    if !has_derived(t) {
        return t.clone();
    }
    if !is_array(t) {
        return t.map_children(|c| named(c, names, premises));
    }
    let sort = t.sort();
    let made = Term::var(&names.fresh(&Var::new("made", sort)));
    premises.push(Premise::Cond(for_all_cells(&Term::eq(made.clone(), t.clone()), |k| {
        equal_cells(&made, t, k)
    })));
    made
}

/// The sort of an array's elements; any other sort itself.
pub fn element(sort: &Sort) -> Sort {
    match sort {
        Sort::Array(element) => (**element).clone(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    fn array(name: &str) -> Term {
        Term::var(&Var::new(name, Sort::int_array()))
    }

    #[test]
    fn reads_go_inwards() {
        let inserted = Term::app(Op::Insert, vec![array("a"), v("i"), v("v")]);
        let shown = read(&inserted, &v("k")).to_string();
        assert_eq!(shown, "(k < i ? a[k] : (k == i ? v : a[k - 1]))");
        let filled = Term::app(Op::Fill, vec![array("a"), v("l"), v("h"), Term::int(0)]);
        assert_eq!(read(&filled, &v("k")).to_string(), "(l <= k && k < h ? 0 : a[k])");
        let erased = Term::app(Op::Erase, vec![array("a"), v("i")]);
        assert_eq!(read(&erased, &v("k")).to_string(), "(k < i ? a[k] : a[k + 1])");
        let part = Term::app(Op::SubArray, vec![array("a"), v("l"), v("h"), array("r")]);
        let shown = read(&part, &v("k")).to_string();
        assert_eq!(shown, "(0 <= k && k < h - l ? a[l + k] : r[k])");
    }

    #[test]
    fn a_row_that_is_made_is_read_too() {
        let grid = Term::var(&Var::new("m", Sort::array_of(Sort::int_array())));
        let zeros = Term::app(Op::ConstArray, vec![Term::int(0)]);
        let written = Term::store(grid, v("i"), zeros);
        let other = Term::var(&Var::new("o", written.sort()));
        let shown = expand(&Term::eq(other, written)).to_string();
        let cell = "(k == i ? 0 : m[k][k'])";
        assert_eq!(shown, format!("forall k: forall k': o[k][k'] == {cell}"));
    }

    #[test]
    fn predicates_are_their_definitions() {
        let sorted = Term::app(Op::Sorted, vec![array("a"), v("i"), v("n")]);
        let shown = expand(&sorted).to_string();
        assert_eq!(shown, "forall i', j: i <= i' && i' < j && j < n ==> a[i'] <= a[j]");
        let equal = Term::app(Op::BoundEq, vec![array("a"), array("b"), v("l"), v("h")]);
        let shown = expand(&equal).to_string();
        assert_eq!(shown, "forall k: l <= k && k < h ==> a[k] == b[k]");
        let plain = Term::eq(array("a"), array("b"));
        assert_eq!(expand(&plain), plain);
    }
}
