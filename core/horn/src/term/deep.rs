//! Terms that are nested so deeply that a recursive walk might not fit on a small stack.
//!
//! Walks over shallow terms recurse, which is simple and fast. These here keep their own stacks.

use super::{Inner, Node, Term};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::rc::Rc;

/// Up to this depth walks may recurse.
pub(super) const DEEP: u32 = 500;

impl Term {
    /// Whether a walk should not recurse through this term.
    pub fn is_deep(&self) -> bool {
        self.0.summary.depth > DEEP
    }

    /// The number of nodes on the longest way to a leaf, at most `u32::MAX`.
    pub fn depth(&self) -> u32 {
        self.0.summary.depth
    }

    /// The direct children.
    pub fn children(&self) -> &[Term] {
        match self.node() {
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => &[],
            Node::App(_, args) | Node::Pred(_, args) => args,
            Node::Quant(_, _, body) => std::slice::from_ref(body),
        }
    }

    /// Every sub-term once, each after its own sub-terms; the term itself comes last.
    pub fn post_order(&self) -> Vec<&Term> {
        self.post_order_through(|_| true)
    }

    /// As [`Term::post_order`], but without the sub-terms of those that `enters` rejects.
    pub fn post_order_through(&self, enters: impl Fn(&Term) -> bool) -> Vec<&Term> {
        let mut out = vec![];
        let mut seen: FxHashSet<&Term> = FxHashSet::default();
        // A term comes onto the stack twice: to have its children visited, then itself.
        let mut open = vec![(self, false)];
        while let Some((t, done)) = open.pop() {
            if done {
                out.push(t);
            } else if seen.insert(t) {
                open.push((t, true));
                if !enters(t) {
                    continue;
                }
                open.extend(t.children().iter().rev().map(|c| (c, false)));
            }
        }
        out
    }
}

/// The remaining work of a comparison.
enum Rest<'t> {
    Terms(&'t Term, &'t Term),
    /// Lists of these lengths, whose common part was equal.
    Lengths(usize, usize),
}

/// The order of nodes: by kind, then by the content of the node, then the children from left to right, then
/// their number.
pub(super) fn cmp(a: &Term, b: &Term) -> Ordering {
    let mut open = vec![Rest::Terms(a, b)];
    while let Some(rest) = open.pop() {
        let order = match rest {
            Rest::Lengths(a, b) => a.cmp(&b),
            Rest::Terms(a, b) if Rc::ptr_eq(&a.0, &b.0) => Ordering::Equal,
            Rest::Terms(a, b) => {
                let order = cmp_nodes(a.node(), b.node());
                let (a, b) = (a.children(), b.children());
                open.push(Rest::Lengths(a.len(), b.len()));
                open.extend(a.iter().zip(b).rev().map(|(a, b)| Rest::Terms(a, b)));
                order
            }
        };
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

/// Compares all but the children.
fn cmp_nodes(a: &Node, b: &Node) -> Ordering {
    match (a, b) {
        (Node::App(f, _), Node::App(g, _)) => f.cmp(g),
        (Node::Pred(p, _), Node::Pred(q, _)) => p.cmp(q),
        (Node::Quant(q, vs, _), Node::Quant(r, ws, _)) => (q, vs).cmp(&(r, ws)),
        // At most one of the two has children, or neither.
        _ => a.cmp(b),
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        if self.summary.depth <= DEEP {
            return;
        }
        let mut open = take_children(&mut self.node);
        while let Some(t) = open.pop() {
            // Children that nobody else holds are taken out before their parent goes.
            if let Ok(mut inner) = Rc::try_unwrap(t.0) {
                open.extend(take_children(&mut inner.node));
            }
        }
    }
}

fn take_children(node: &mut Node) -> Vec<Term> {
    match std::mem::replace(node, Node::Bool(true)) {
        Node::App(_, args) | Node::Pred(_, args) => args,
        Node::Quant(_, _, body) => vec![body],
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Op, Sort, Var};
    use super::*;

    fn x(i: usize) -> Term {
        Term::var(&Var::int(format!("x{i}")))
    }

    /// `ite(p0, x0, ite(p1, x1, ...))`
    fn nest(levels: usize, last: i64) -> Term {
        (0..levels).rev().fold(Term::int(last), |t, i| {
            let p = Term::var(&Var::new(format!("p{i}"), Sort::Bool));
            Term::ite(p, x(i), t)
        })
    }

    #[test]
    fn deep_terms_are_compared_and_dropped_on_a_small_stack() {
        let work = || {
            let (a, b, c) = (nest(100_000, 0), nest(100_000, 0), nest(100_000, 1));
            assert!(a == b && a.cmp(&b).is_eq() && a != c && a < c && c > b);
            assert_eq!(a.post_order().len(), 300_001);
            drop(a);
            assert_eq!(b.post_order().last(), Some(&&b));
        };
        let thread = std::thread::Builder::new().stack_size(1 << 18).spawn(work);
        thread.expect("a thread").join().expect("no overflow");
    }

    #[test]
    fn both_orders_are_one() {
        let sums = |n: usize| Term::app(Op::Add, (0..n).map(x).collect());
        let terms = [
            x(0),
            x(1),
            Term::int(3),
            Term::bool(true),
            sums(2),
            sums(3),
            Term::app(Op::Mul, vec![x(0), x(1)]),
            Term::le(x(0), x(1)),
            Term::pred("p", vec![x(0)]),
            Term::pred("p", vec![x(0), x(1)]),
            Term::pred("q", vec![]),
            Term::forall(vec![Var::int("k")], Term::le(x(0), x(1))),
            Term::forall(vec![Var::int("j")], Term::le(x(0), x(1))),
            nest(3, 0),
            nest(3, 1),
        ];
        for a in &terms {
            for b in &terms {
                assert_eq!(cmp(a, b), a.node().cmp(b.node()), "{a} {b}");
            }
        }
    }
}
