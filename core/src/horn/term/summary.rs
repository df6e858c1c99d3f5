//! What each term keeps of the tree below it, so that questions about large terms need no walk, and
//! comparing and hashing terms cost the same for all sizes.

use super::{Node, Op, Term, Var};
use rustc_hash::FxHasher;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What is known of a tree.
pub(super) struct Summary {
    /// A hash of the whole tree.
    hash: u64,
    /// The bits of the variables that occur, bound ones included. Variables may share a bit, so a
    /// bit that is set says "maybe", one that is not says "no".
    pub(super) variables: u64,
    /// The number of nodes, at most `usize::MAX`.
    pub(super) size: usize,
    /// Whether there is a quantifier.
    pub(super) quantifier: bool,
    /// Whether there is a term of array sort.
    pub(super) array: bool,
}

/// The bit of a variable.
pub(super) fn bit(v: &Var) -> u64 {
    let mut hasher = FxHasher::default();
    v.name.hash(&mut hasher);
    1 << (hasher.finish() % 64)
}

impl Summary {
    /// The summary of a node whose children have theirs.
    pub(super) fn of(node: &Node) -> Summary {
        let mut hasher = FxHasher::default();
        node.hash(&mut hasher);
        let leaf = Summary {
            hash: hasher.finish(),
            variables: 0,
            size: 1,
            quantifier: false,
            array: false,
        };
        match node {
            Node::Var(v) => Summary { variables: bit(v), array: v.sort.is_array(), ..leaf },
            Node::Int(_) | Node::Bool(_) => leaf,
            Node::App(op, args) => {
                // The only one that makes arrays of something else.
                let array = *op == Op::ConstArray;
                args.iter().fold(Summary { array, ..leaf }, Summary::above)
            }
            Node::Pred(_, args) => args.iter().fold(leaf, Summary::above),
            Node::Quant(_, _, body) => Summary { quantifier: true, ..leaf }.above(body),
        }
    }

    /// With one more child.
    fn above(self, child: &Term) -> Summary {
        let child = &child.0.summary;
        Summary {
            hash: self.hash,
            variables: self.variables | child.variables,
            size: self.size.saturating_add(child.size),
            quantifier: self.quantifier || child.quantifier,
            array: self.array || child.array,
        }
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
            || self.0.summary.hash == other.0.summary.hash && self.0.node == other.0.node
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
        self.0.node.cmp(&other.0.node)
    }
}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.summary.hash);
    }
}

impl Serialize for Term {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.node().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Term {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Term, D::Error> {
        Node::deserialize(deserializer).map(Term::from_node)
    }
}
