//! What a derivation derives several times is told once.

use super::tree::visit;
use hornbook_base::Span;
use hornbook_horn::Term;
use hornbook_records::outcome::{DerivationRemark, TreeNode};
use rustc_hash::{FxHashMap, FxHashSet};

/// Notes which nodes are the same as one before, remarks included. What is below such a node is
/// not noted once more.
pub fn note(tree: &mut TreeNode) {
    let mut classes = vec![];
    classify(tree, &mut FxHashMap::default(), &mut classes);
    let (mut seen, mut hidden_until) = (FxHashSet::default(), 0);
    visit(tree, &mut |number, node| {
        let Class { same_as, size } = classes[number];
        if number >= hidden_until && !seen.insert(same_as) {
            node.again = true;
            hidden_until = number + size;
        }
    });
}

/// What a node is, and how many nodes it has with those below it.
#[derive(Clone, Copy)]
struct Class {
    same_as: usize,
    size: usize,
}

/// All that tells nodes apart; the children by their classes.
type Look<'a> = (&'a Term, Span, Option<DerivationRemark>, Vec<usize>);

/// Gives each node a class, in the order of [`visit`].
fn classify<'a>(
    tree: &'a TreeNode,
    known: &mut FxHashMap<Look<'a>, usize>,
    classes: &mut Vec<Class>,
) -> usize {
    let number = classes.len();
    classes.push(Class { same_as: number, size: 1 });
    let children = tree.children.iter().map(|child| classify(child, known, classes)).collect();
    let same_as = *known.entry((&tree.fact, tree.span, tree.remark, children)).or_insert(number);
    classes[number] = Class { same_as, size: classes.len() - number };
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
        note(tree);
        let mut numbers = vec![];
        visit(tree, &mut |n, node| numbers.extend(node.again.then_some(n)));
        numbers
    }

    #[test]
    fn what_is_the_same_is_noted_once() {
        let chain = || fact("P", vec![fact("Q", vec![fact("R", vec![])])]);
        let other = fact("P", vec![fact("Q", vec![])]);
        // 0 false; 1 to 3 the chain; 4 and 5 the other one; 6 to 8 the chain; 9 a part of it.
        let parts = vec![chain(), other, chain(), fact("R", vec![])];
        assert_eq!(again(&mut fact("false", parts)), [6, 9]);
    }

    #[test]
    fn what_a_remark_is_made_of_is_not_the_same() {
        let marked = TreeNode { remark: Some(DerivationRemark::Divergence), ..fact("P", vec![]) };
        assert_eq!(again(&mut fact("false", vec![fact("P", vec![]), marked])), Vec::<usize>::new());
    }
}
