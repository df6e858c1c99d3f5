//! The clauses that a rule is made of.

use hornbook_horn::ClauseId;

/// The clauses of a rule: a tree whose leaves are the atoms of the rule's body.
///
/// It is as deep as a program is long. So it is written down in prefix order, each clause before the trees of
/// its premises, and nothing walks it by recursion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skeleton(Vec<SkeletonNode>);

/// A place in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SkeletonNode {
    /// The atom with this index in the rule's body.
    Leaf(usize),
    /// A clause with so many instances among its premises, whose trees follow in order.
    Clause(ClauseId, usize),
}

impl Skeleton {
    /// A clause by itself: its instances are the atoms of the rule's body, `premises` of them.
    pub fn for_clause(clause: ClauseId, premises: usize) -> Skeleton {
        let leaves = (0..premises).map(SkeletonNode::Leaf);
        Skeleton(std::iter::once(SkeletonNode::Clause(clause, premises)).chain(leaves).collect())
    }

    /// The clause at the root.
    pub fn clause(&self) -> ClauseId {
        match self.0[0] {
            SkeletonNode::Clause(clause, _) => clause,
            SkeletonNode::Leaf(_) => unreachable!("a rule is made of at least one clause"),
        }
    }

    /// For a rule of one clause: the atoms that stand for its instances, in order.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = usize> {
        self.0.iter().filter_map(|node| match node {
            SkeletonNode::Leaf(atom) => Some(*atom),
            SkeletonNode::Clause(..) => None,
        })
    }

    /// The tree of a resolvent: `definition` stands for the atom `at` of a body of `length` atoms, and its
    /// atoms follow those that are left.
    pub(crate) fn resolve(&self, at: usize, length: usize, definition: &Skeleton) -> Skeleton {
        let moved = |node: &SkeletonNode| match node {
            SkeletonNode::Leaf(atom) => SkeletonNode::Leaf(atom + length - 1),
            clause => *clause,
        };
        let mut out = Vec::with_capacity(self.0.len() + definition.0.len());
        for node in &self.0 {
            match *node {
                SkeletonNode::Leaf(atom) if atom == at => {
                    out.extend(definition.0.iter().map(moved))
                }
                SkeletonNode::Leaf(atom) if atom > at => out.push(SkeletonNode::Leaf(atom - 1)),
                other => out.push(other),
            }
        }
        Skeleton(out)
    }

    /// Gives the atoms of the body their new places.
    pub(crate) fn renumber(&mut self, places: &[usize]) {
        for node in &mut self.0 {
            if let SkeletonNode::Leaf(atom) = node {
                *atom = places[*atom];
            }
        }
    }

    /// Makes a tree: `leaf` makes one for an atom, `clause` one of those for its instances.
    pub(crate) fn build<T>(
        &self,
        mut leaf: impl FnMut(usize) -> Option<T>,
        mut clause: impl FnMut(ClauseId, Vec<T>) -> Option<T>,
    ) -> Option<T> {
        // From the end each tree comes before its clause, the first of several last.
        let mut made = vec![];
        for node in self.0.iter().rev() {
            let tree = match *node {
                SkeletonNode::Leaf(atom) => leaf(atom)?,
                SkeletonNode::Clause(id, premises) => {
                    let mut children = made.split_off(made.len() - premises);
                    children.reverse();
                    clause(id, children)?
                }
            };
            made.push(tree);
        }
        made.pop()
    }
}
