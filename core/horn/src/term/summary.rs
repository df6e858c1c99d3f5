//! Summaries of terms: questions about large terms need no walk, and hashing and comparing cost the same
//! for all sizes.

use super::deep::{self, DEEP};
use super::{Node, Op, Sort, Term, Var, table};
use rustc_hash::FxHasher;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The summary of a tree.
pub(super) struct Summary {
    /// A hash of the whole tree.
    hash: u64,
    /// The bits of the variables that occur, bound ones included. Variables may share a bit, so a
    /// bit that is set says "maybe", one that is not says "no".
    pub(super) variables: u64,
    /// The number of nodes, at most `usize::MAX`.
    pub(super) size: usize,
    /// The number of nodes on the longest way to a leaf, at most `u32::MAX`.
    pub(super) depth: u32,
    /// The sort that the outermost constructor promises.
    pub(super) sort: Sort,
    /// Whether there is a quantifier.
    pub(super) quantifier: bool,
    /// Whether there is a term of array sort.
    pub(super) array: bool,
    /// Whether there is a predicate.
    pub(super) pred: bool,
    /// Whether a count occurs.
    pub(super) count: bool,
}

/// The bit of a variable.
pub(super) fn bit(v: &Var) -> u64 {
    let mut hasher = FxHasher::default();
    v.name.hash(&mut hasher);
    1 << (hasher.finish() % 64)
}

impl Summary {
    /// The summary of a node from the summaries of its children.
    pub(super) fn from_node(node: &Node) -> Summary {
        let mut hasher = FxHasher::default();
        node.hash(&mut hasher);
        let leaf = Summary {
            hash: hasher.finish(),
            variables: 0,
            size: 1,
            depth: 1,
            sort: sort(node),
            quantifier: false,
            array: false,
            pred: false,
            count: false,
        };
        match node {
            Node::Var(v) => Summary { variables: bit(v), array: v.sort.is_array(), ..leaf },
            Node::Int(_) | Node::Bool(_) => leaf,
            Node::App(op, args) => {
                // The only operation that makes arrays of something else.
                let array = *op == Op::ConstArray;
                let count = matches!(op, Op::Count | Op::Multiset | Op::Permutation);
                args.iter().fold(Summary { array, count, ..leaf }, Summary::above)
            }
            Node::Pred(_, args) => args.iter().fold(Summary { pred: true, ..leaf }, Summary::above),
            Node::Quant(_, _, body) => Summary { quantifier: true, ..leaf }.above(body),
        }
    }

    /// The summary with one more child.
    fn above(self, child: &Term) -> Summary {
        let child = &child.0.summary;
        Summary {
            hash: self.hash,
            sort: self.sort,
            variables: self.variables | child.variables,
            size: self.size.saturating_add(child.size),
            depth: self.depth.max(child.depth.saturating_add(1)),
            quantifier: self.quantifier || child.quantifier,
            array: self.array || child.array,
            pred: self.pred || child.pred,
            count: self.count || child.count,
        }
    }
}

/// The sort of a node from the sorts of its children.
fn sort(node: &Node) -> Sort {
    let arg_sort = |n: usize, args: &[Term]| args.get(n).map_or(Sort::Bool, Term::sort);
    match node {
        Node::Var(v) => v.sort.clone(),
        Node::Int(_) => Sort::Int,
        Node::Bool(_) | Node::Pred(..) | Node::Quant(..) => Sort::Bool,
        Node::App(op, args) => match op {
            Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Div | Op::Mod | Op::Count => Sort::Int,
            Op::Multiset => Sort::int_array(),
            Op::Ite => arg_sort(1, args),
            Op::Store | Op::Insert | Op::Erase | Op::Fill | Op::SubArray => arg_sort(0, args),
            Op::ConstArray => Sort::array_of(arg_sort(0, args)),
            Op::Select => match arg_sort(0, args) {
                Sort::Array(value) => (*value).clone(),
                other => other,
            },
            _ => Sort::Bool,
        },
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        let (one, two) = (&self.0.summary, &other.0.summary);
        if Rc::ptr_eq(&self.0, &other.0) || one.hash != two.hash {
            return Rc::ptr_eq(&self.0, &other.0);
        }
        if one.depth > DEEP { deep::cmp(self, other).is_eq() } else { self.0.node == other.0.node }
    }
}

impl Eq for Term {}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Term {
    fn cmp(&self, other: &Term) -> Ordering {
        if Rc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        if self.is_deep() && other.is_deep() {
            return deep::cmp(self, other);
        }
        self.0.node.cmp(&other.0.node)
    }
}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.summary.hash);
    }
}

/// A tree, or under [`table::write_with_table`] a number.
impl Serialize for Term {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match table::number(self) {
            Some(number) => serializer.serialize_u32(number),
            None => self.node().serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Term {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Term, D::Error> {
        if !table::is_reading() {
            return Node::deserialize(deserializer).map(Term::from_node);
        }
        let number = u32::deserialize(deserializer)?;
        table::term(number).ok_or_else(|| D::Error::custom(format!("there is no term {number}")))
    }
}

/// A record, or under [`table::write_with_table`] a number.
impl Serialize for Var {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match table::number_of_var(self) {
            Some(number) => serializer.serialize_u32(number),
            None => table::Plain::from(self).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Var {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Var, D::Error> {
        if !table::is_reading() {
            return table::Plain::deserialize(deserializer).map(Var::from);
        }
        let number = u32::deserialize(deserializer)?;
        let var = table::term(number).and_then(|t| t.as_var().cloned());
        var.ok_or_else(|| D::Error::custom(format!("there is no variable {number}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subst;

    fn size(t: &Term) -> usize {
        match t.node() {
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => 1,
            Node::App(_, args) | Node::Pred(_, args) => 1 + args.iter().map(size).sum::<usize>(),
            Node::Quant(_, _, body) => 1 + size(body),
        }
    }

    /// `forall k: a[k + 0] == k`, built anew each time.
    fn formula(array: Term) -> Term {
        let k = Var::int("k");
        let next = Term::add(Term::var(&k), Term::int(0));
        Term::forall(vec![k.clone()], Term::eq(Term::select(array, next), Term::var(&k)))
    }

    #[test]
    fn summaries_say_what_a_walk_says() {
        let a = Var::new("a", Sort::int_array());
        let t = formula(Term::var(&a));
        assert_eq!(t.size(), size(&t));
        assert!(t.has_array() && t.has_quantifier());
        assert!(t.mentions(&a) && !t.mentions(&Var::int("k")) && !t.mentions(&Var::int("a")));
        let made = Term::app(Op::ConstArray, vec![Term::int(0)]);
        assert!(made.has_array() && !Term::int(0).has_array());
        let many = (0..200).map(|n| Var::int(format!("x{n}"))).collect::<Vec<_>>();
        let sum = Term::app(Op::Add, many.iter().map(Term::var).collect());
        assert!(many.iter().all(|v| sum.mentions(v)));
        assert_eq!(sum.free_vars().len(), 200);
    }

    #[test]
    fn equal_trees_are_equal_terms_wherever_they_were_built() {
        let a = Var::new("a", Sort::int_array());
        let (one, two) = (formula(Term::var(&a)), formula(Term::var(&a)));
        assert!(one == two && one.cmp(&two) == Ordering::Equal);
        let other = formula(Term::var(&a.renamed("b")));
        assert!(one != other && one < other);
        let json = serde_json::to_string(&one).expect("JSON");
        assert_eq!(serde_json::from_str::<Term>(&json).expect("a term"), one);
    }

    #[test]
    fn rewriting_keeps_what_it_does_not_change() {
        let (x, y) = (Var::int("x"), Var::int("y"));
        let kept = Term::add(Term::var(&y), Term::int(1));
        let t = Term::lt(Term::var(&x), kept.clone());
        let map = Subst::from([(x, Term::int(5))]);
        let args = t.subst(&map).as_app(Op::Lt).map(<[Term]>::to_vec).unwrap_or_default();
        assert!(Rc::ptr_eq(&args[1].0, &kept.0));
        assert!(Rc::ptr_eq(&kept.subst(&map).0, &kept.0));
    }
}
