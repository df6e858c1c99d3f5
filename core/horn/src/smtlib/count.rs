//! Numbers of occurrences in scripts: a recursive function, which SMT-LIB has to have defined.

use super::sexp::{MAX_DEPTH, Node, Sexp, parse};

/// The function's name, which no program can have.
pub(super) const COUNT: &str = "hornbook.count";

/// What stands at the beginning of a script that counts.
pub(super) const DEFINITION: &str = "\
(define-fun-rec hornbook.count ((a (Array Int Int)) (lo Int) (hi Int) (v Int)) Int
  (ite (< lo hi)
       (+ (hornbook.count a lo (- hi 1) v) (ite (= (select a (- hi 1)) v) 1 0))
       0))
";

/// Whether a command is that definition. No other recursive one can be read.
pub(super) fn is_definition(command: &Sexp) -> bool {
    let own = parse(DEFINITION, MAX_DEPTH, &mut vec![]);
    matches!(own.as_slice(), [own] if same(own, command))
}

fn same(a: &Sexp, b: &Sexp) -> bool {
    match (&a.node, &b.node) {
        (Node::Symbol(a), Node::Symbol(b)) => a == b,
        (Node::Numeral(a), Node::Numeral(b)) => a == b,
        (Node::List(a), Node::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => false,
    }
}
