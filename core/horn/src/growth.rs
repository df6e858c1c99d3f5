//! The size of terms once array operations are expanded.
//!
//! A read of `insert(a, i, v)` is a choice with two reads of `a`, so a few dozen of them in each other
//! expand to more nodes than fit into any memory. One walk computes the size before any such formula is
//! built.

use super::clause::Clause;
use super::term::{Node, Op, Term};

/// The largest expanded size of a clause for one step.
pub const LIMIT: usize = 20_000;

/// The approximate number of nodes of a clause once reads go inwards ([`super::arrays::expand`]) and
/// through writes; `usize::MAX` when there are more.
///
/// The walk takes as many steps as the clause has nodes, unless these are over `enough`: then the clause's
/// size is given at once.
pub fn expanded_size(clause: &Clause, enough: usize) -> usize {
    if clause.size() > enough {
        return clause.size();
    }
    clause.terms().map(whole).fold(0, usize::saturating_add)
}

/// The expanded size of a read of `array` at `index`.
pub fn read_size(array: &Term, index: &Term, enough: usize) -> usize {
    let size = array.size().saturating_add(index.size());
    if size > enough { size } else { read(array, whole(index)).nodes }
}

/// The expanded size of a term by itself. An array counts as one read of it.
fn whole(t: &Term) -> usize {
    if t.sort().is_array() { read(t, 1).nodes.max(t.size()) } else { nodes(t) }
}

fn nodes(t: &Term) -> usize {
    let Node::App(op, args) = t.node() else {
        return t.children().iter().map(whole).fold(1, usize::saturating_add);
    };
    match (op, args.as_slice()) {
        (Op::Select, [array, index]) => read(array, nodes(index)).nodes,
        // Its definition has two cells.
        (Op::Sorted, [array, rest @ ..]) => {
            let cells = whole(array).saturating_mul(2);
            rest.iter().map(nodes).fold(cells.saturating_add(12), usize::saturating_add)
        }
        (Op::Count | Op::Multiset, [array, rest @ ..]) => {
            let others = rest.iter().map(nodes).fold(1, usize::saturating_add);
            counted(array, others)
        }
        (Op::Permutation, [a, b, rest @ ..]) => {
            let others = rest.iter().map(nodes).fold(2, usize::saturating_add);
            counted(a, others).saturating_add(counted(b, others))
        }
        _ => args.iter().map(whole).fold(1, usize::saturating_add),
    }
}

/// The expanded size of a count; `others` are the nodes of its range and value.
fn counted(array: &Term, others: usize) -> usize {
    let Node::App(op, args) = array.node() else { return others.saturating_add(1) };
    let (own, times) = match op {
        Op::Ite | Op::Erase | Op::Insert => (args.len(), 3),
        Op::Fill | Op::SubArray => (args.len(), 4),
        _ => (args.len(), 1),
    };
    let operands = args.iter().map(whole).fold(own, usize::saturating_add);
    let inner = args.iter().filter(|a| a.sort().is_array());
    let inner = inner.map(|a| counted(a, others.saturating_add(4).saturating_mul(times)));
    let inner = inner.fold(0, usize::saturating_add).saturating_mul(times);
    inner.saturating_add(operands).saturating_add(others.saturating_mul(3))
}

/// The size of an expanded read.
struct ReadSize {
    /// The number of its nodes.
    nodes: usize,
    /// The number of its reads of variables.
    leaves: usize,
}

impl ReadSize {
    fn plus(self, nodes: usize) -> ReadSize {
        ReadSize { nodes: self.nodes.saturating_add(nodes), ..self }
    }

    fn or(self, other: ReadSize) -> ReadSize {
        let leaves = self.leaves.saturating_add(other.leaves);
        ReadSize { nodes: self.nodes.saturating_add(other.nodes), leaves }
    }

    fn twice(self) -> ReadSize {
        let (nodes, leaves) = (self.nodes.saturating_mul(2), self.leaves.saturating_mul(2));
        ReadSize { nodes, leaves }
    }
}

/// The expanded read of `array` at an index of `index` nodes.
fn read(array: &Term, index: usize) -> ReadSize {
    let plain = ReadSize { nodes: index.saturating_add(2), leaves: 1 };
    let Node::App(op, args) = array.node() else { return plain };
    let twice = || index.saturating_mul(2);
    // An index that is moved has an operation and an operand more.
    let moved = index.saturating_add(2);
    match (op, args.as_slice()) {
        (Op::Ite, [c, a, b]) => read(a, index).or(read(b, index)).plus(nodes(c)).plus(1),
        (Op::ConstArray, [v]) => value(v),
        (Op::Insert, [a, i, v]) => {
            let tests = nodes(i).saturating_mul(2).saturating_add(twice());
            read(a, moved).twice().or(value(v)).plus(tests).plus(4)
        }
        (Op::Erase, [a, i]) => read(a, moved).twice().plus(nodes(i)).plus(index).plus(2),
        (Op::Fill, [a, lo, hi, v]) => {
            let tests = nodes(lo).saturating_add(nodes(hi)).saturating_add(twice());
            read(a, index).or(value(v)).plus(tests).plus(4)
        }
        (Op::SubArray, [a, lo, hi, rest]) => {
            let lo = nodes(lo);
            let tests = lo.saturating_add(nodes(hi)).saturating_add(twice());
            let moved = index.saturating_add(lo).saturating_add(1);
            read(a, moved).or(read(rest, index)).plus(tests).plus(6)
        }
        (Op::Store, [a, i, v]) => read(a, index).or(value(v)).plus(nodes(i)).plus(index).plus(2),
        // A row of an array of arrays: each of its leaves is read.
        (Op::Select, [rows, row]) => {
            let row = read(rows, nodes(row));
            let reads = row.leaves.saturating_mul(index.saturating_add(1));
            row.plus(reads)
        }
        _ => plain.plus(array.size()),
    }
}

/// The expanded value of a cell; a row is read itself.
fn value(v: &Term) -> ReadSize {
    if v.sort().is_array() { read(v, 0) } else { ReadSize { nodes: nodes(v), leaves: 0 } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrays;
    use crate::clause::{ClauseId, Goal, Instruction, Origin};
    use crate::term::{Sort, Var};

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    fn nested(op: Op, args: &[Term], levels: usize) -> Term {
        let array = Term::var(&Var::new("a", Sort::int_array()));
        (0..levels).fold(array, |a, _| Term::app(op, [&[a], args].concat()))
    }

    #[test]
    fn reads_are_as_large_as_was_foretold() {
        let of = |op, args: &[Term]| {
            let array = nested(op, args, 6);
            let (found, told) = (arrays::read(&array, &v("k")).size(), read(&array, 1).nodes);
            assert!(found <= told && told <= 2 * found, "{op:?}: {found} are not {told}");
        };
        of(Op::Insert, &[v("i"), v("x")]);
        of(Op::Erase, &[v("i")]);
        of(Op::Fill, &[v("i"), v("j"), v("x")]);
        of(Op::SubArray, &[v("i"), v("j"), nested(Op::Erase, &[v("i")], 1)]);
    }

    #[test]
    fn what_would_fill_the_memory_is_measured_all_the_same() {
        let array = nested(Op::Insert, &[v("i"), v("x")], 300);
        assert_eq!(read_size(&array, &v("k"), LIMIT), usize::MAX);
        let goal = Goal::Cond(Term::eq(array.clone(), array));
        let origin = Origin::new(Default::default(), Instruction::Assert);
        let clause = Clause { id: ClauseId(0), origin, premises: vec![], goal };
        assert_eq!(expanded_size(&clause, LIMIT), usize::MAX);
    }

    #[test]
    fn reads_at_reads_grow_with_their_depth_only() {
        let array = Term::var(&Var::new("a", Sort::int_array()));
        let rows = Term::var(&Var::new("m", Sort::array_of(Sort::int_array())));
        let deep = |t: Term| Term::select(Term::select(rows.clone(), t), v("j"));
        let t = (0..100).fold(v("i"), |t, _| deep(Term::select(array.clone(), t)));
        assert!(nodes(&t) >= t.size() && nodes(&t) < 2 * t.size());
    }

    #[test]
    fn reads_of_written_arrays_at_each_other_are_seen_to_double() {
        let written = Term::store(Term::var(&Var::new("a", Sort::int_array())), v("i"), v("x"));
        let t = (0..100).fold(v("i"), |t, _| Term::select(written.clone(), t));
        assert_eq!(nodes(&t), usize::MAX);
    }
}
