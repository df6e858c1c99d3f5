//! The function that counts occurrences in scripts: SMT-LIB needs a recursive definition of it.

use super::sexp::{Sexp, SexpKind, parse};

/// The function's name, which no program can have.
pub(super) const COUNT: &str = "hornbook.count";

/// The definition in front of a script that counts.
pub(super) const DEFINITION: &str = "\
(define-fun-rec hornbook.count ((a (Array Int Int)) (lo Int) (hi Int) (v Int)) Int
  (ite (< lo hi)
       (+ (hornbook.count a lo (- hi 1) v) (ite (= (select a (- hi 1)) v) 1 0))
       0))
";

/// Whether a command is that definition. No other recursive function can be read.
pub(super) fn is_definition(command: &Sexp) -> bool {
    let own = parse(DEFINITION, &mut vec![]);
    matches!(own.as_slice(), [own] if same(own, command))
}

fn same(a: &Sexp, b: &Sexp) -> bool {
    match (&a.kind, &b.kind) {
        (SexpKind::Symbol(a), SexpKind::Symbol(b)) => a == b,
        (SexpKind::Numeral(a), SexpKind::Numeral(b)) => a == b,
        (SexpKind::List(a), SexpKind::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        _ => false,
    }
}
