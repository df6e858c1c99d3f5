//! Repeated subtrees of a derivation, which are shown once.

use super::tree::visit_preorder;
use hornbook_base::Span;
use hornbook_horn::Term;
use hornbook_records::outcome::{DerivationRemark, TreeNode};
use rustc_hash::{FxHashMap, FxHashSet};

/// Marks the nodes whose subtrees are equal to one before, remarks included; nodes below these are not
/// marked.
pub fn mark_repetitions(tree: &mut TreeNode) {
    let mut classes = vec![];
    classify(tree, &mut FxHashMap::default(), &mut classes);
    let (mut seen, mut hidden_until) = (FxHashSet::default(), 0);
    visit_preorder(tree, &mut |number, node| {
        let NodeClass { same_as, size } = classes[number];
        if number >= hidden_until && !seen.insert(same_as) {
            node.again = true;
            hidden_until = number + size;
        }
    });
}

/// The class of equal subtrees, with their number of nodes.
#[derive(Clone, Copy)]
struct NodeClass {
    same_as: usize,
    size: usize,
}

/// The key of a class; children are given by their classes.
type NodeKey<'a> = (&'a Term, Span, Option<DerivationRemark>, Vec<usize>);

/// Gives each node a class, in the order of [`visit_preorder`].
fn classify<'a>(
    tree: &'a TreeNode,
    known: &mut FxHashMap<NodeKey<'a>, usize>,
    classes: &mut Vec<NodeClass>,
) -> usize {
    let number = classes.len();
    classes.push(NodeClass { same_as: number, size: 1 });
    let children = tree.children.iter().map(|child| classify(child, known, classes)).collect();
    let same_as = *known.entry((&tree.fact, tree.span, tree.remark, children)).or_insert(number);
    classes[number] = NodeClass { same_as, size: classes.len() - number };
    same_as
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(name: &str, children: Vec<TreeNode>) -> TreeNode {
        let (fact, span) = (Term::pred(name, vec![]), Span::new(1, 2));
        TreeNode { fact, state: vec![], span, line: 1, remark: None, again: false, children }
    }

    fn again(tree: &mut TreeNode) -> Vec<usize> {
        mark_repetitions(tree);
        let mut numbers = vec![];
        visit_preorder(tree, &mut |n, node| numbers.extend(node.again.then_some(n)));
        numbers
    }

    #[test]
    fn equal_subtrees_are_marked() {
        let chain = || fact("P", vec![fact("Q", vec![fact("R", vec![])])]);
        let other = fact("P", vec![fact("Q", vec![])]);
        // 0 false; 1 to 3 the chain; 4 and 5 the other one; 6 to 8 the chain; 9 a part of it.
        let parts = vec![chain(), other, chain(), fact("R", vec![])];
        assert_eq!(again(&mut fact("false", parts)), [6, 9]);
    }

    #[test]
    fn remarks_distinguish_subtrees() {
        let marked = TreeNode { remark: Some(DerivationRemark::Divergence), ..fact("P", vec![]) };
        assert_eq!(again(&mut fact("false", vec![fact("P", vec![]), marked])), Vec::<usize>::new());
    }
}
