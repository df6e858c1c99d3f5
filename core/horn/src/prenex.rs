//! Quantifiers that free variables can replace.
//!
//! They are dropped; for that, a few equivalences of formulas on many cells become implications.

use super::arrays::{expand, read};
use super::term::{Names, Node, Op, Quantifier, Sort, Subst, Term, Var};

/// The negation with comparisons reversed: the negation of `i < n` is `i >= n`.
pub fn negate(t: &Term) -> Term {
    let flipped = match t.node() {
        Node::App(op, args) => match op {
            Op::Lt => Some((Op::Ge, args)),
            Op::Le => Some((Op::Gt, args)),
            Op::Gt => Some((Op::Le, args)),
            Op::Ge => Some((Op::Lt, args)),
            Op::Eq => Some((Op::Ne, args)),
            Op::Ne => Some((Op::Eq, args)),
            _ => None,
        },
        _ => None,
    };
    match flipped {
        Some((op, args)) => Term::app(op, args.clone()),
        None => Term::not(t.clone()),
    }
}

/// Drops the quantifiers of kind `which` in positive position, and those of the other kind in negative
/// position; their variables become free.
///
/// All free variables of a clause are universally quantified, so the goal `forall k: f` is as good
/// as `f`, and the premise `exists k: f` too. The variables bound in `t` must be distinct from
/// each other and from the free ones.
pub fn strip(t: &Term, which: Quantifier) -> Term {
    let other = match which {
        Quantifier::Forall => Quantifier::Exists,
        Quantifier::Exists => Quantifier::Forall,
    };
    match t.node() {
        Node::Quant(q, _, body) if *q == which => strip(body, which),
        Node::App(Op::And | Op::Or, _) => t.map_children(|c| strip(c, which)),
        Node::App(Op::Not, args) => Term::not(strip(&args[0], other)),
        Node::App(Op::Implies, args) => {
            Term::implies(strip(&args[0], other), strip(&args[1], which))
        }
        _ => t.clone(),
    }
}

/// Drops quantifiers of a formula that may have derived arrays: expands these first, and an equality of
/// arrays that one cell can decide. `names` knows the variables of the clause and makes the free ones.
pub fn unfold(t: &Term, which: Quantifier, names: &mut Names) -> Term {
    free(&expand(t), which, names)
}

fn free(t: &Term, which: Quantifier, names: &mut Names) -> Term {
    let other = match which {
        Quantifier::Forall => Quantifier::Exists,
        Quantifier::Exists => Quantifier::Forall,
    };
    let is_array = |args: &[Term]| args[0].sort().is_array();
    match t.node() {
        Node::Quant(q, vars, body) if *q == which => {
            let map: Subst = vars.iter().map(|v| (v.clone(), Term::var(&names.fresh(v)))).collect();
            free(&body.subst(&map), which, names)
        }
        Node::App(Op::And | Op::Or, _) => t.map_children(|c| free(c, which, names)),
        Node::App(Op::Not, args) => Term::not(free(&args[0], other, names)),
        Node::App(Op::Implies, args) => {
            Term::implies(free(&args[0], other, names), free(&args[1], which, names))
        }
        Node::App(Op::Eq, args) if which == Quantifier::Forall && is_array(args) => {
            let k = Term::var(&names.fresh(&Var::int("k")));
            free(&Term::eq(read(&args[0], &k), read(&args[1], &k)), which, names)
        }
        Node::App(Op::Ne, args) if which == Quantifier::Exists && is_array(args) => {
            let k = Term::var(&names.fresh(&Var::int("k")));
            let equal = Term::eq(read(&args[0], &k), read(&args[1], &k));
            free(&Term::not(equal), which, names)
        }
        _ => t.clone(),
    }
}

/// The formula with two implications for each equivalence of formulas on many cells, so that [`unfold`]
/// finds the quantifiers of both directions; unchanged where that would be too large.
pub fn implications(t: &Term) -> Term {
    if equivalences(t) > EQUIVALENCES {
        return t.clone();
    }
    match t.node() {
        Node::App(op @ (Op::Eq | Op::Ne), args)
            if args[0].sort() == Sort::Bool && speaks_of_many_cells(t) =>
        {
            let (a, b) = (implications(&args[0]), implications(&args[1]));
            let b = if *op == Op::Eq { b } else { negate(&b) };
            Term::and([Term::implies(a.clone(), b.clone()), Term::implies(b, a)])
        }
        Node::App(Op::And | Op::Or | Op::Not | Op::Implies, _) => t.map_children(implications),
        _ => t.clone(),
    }
}

/// The largest nesting depth of equivalences of quantified formulas, each of which doubles its operands.
pub const EQUIVALENCES: usize = 5;

/// The nesting depth of equivalences.
pub fn equivalences(t: &Term) -> usize {
    match t.node() {
        Node::App(op, args) => {
            let below = args.iter().map(equivalences).max().unwrap_or_default();
            let doubles = matches!(op, Op::Eq | Op::Ne) && args[0].sort() == Sort::Bool;
            below + usize::from(doubles && args.iter().any(speaks_of_many_cells))
        }
        Node::Quant(_, _, body) => equivalences(body),
        _ => 0,
    }
}

/// Whether there is a quantifier or a comparison of whole arrays.
pub fn speaks_of_many_cells(t: &Term) -> bool {
    match t.node() {
        Node::Quant(..) => true,
        Node::App(Op::Sorted | Op::BoundEq | Op::Permutation, _) => true,
        Node::App(Op::Eq | Op::Ne, args) if args[0].sort().is_array() => true,
        Node::App(_, args) => args.iter().any(speaks_of_many_cells),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantified(q: Quantifier, name: &str) -> Term {
        let v = Var::int(name);
        Term::quant(q, vec![v.clone()], Term::lt(Term::int(0), Term::var(&v)))
    }

    #[test]
    fn only_quantifiers_of_the_right_polarity_go() {
        let all = quantified(Quantifier::Forall, "k");
        let some = quantified(Quantifier::Exists, "j");
        let goal = Term::implies(some.clone(), all.clone());
        assert_eq!(strip(&goal, Quantifier::Forall).to_string(), "0 < j ==> 0 < k");
        assert_eq!(strip(&goal, Quantifier::Exists), goal);
        let either = Term::or([Term::not(some.clone()), all.clone()]);
        assert_eq!(strip(&either, Quantifier::Forall).to_string(), "!(0 < j) || 0 < k");
        let same = Term::eq(all, some);
        assert_eq!(strip(&same, Quantifier::Forall), same);
    }

    #[test]
    fn equivalences_are_two_implications_whose_quantifiers_go_where_they_can() {
        let made = |t: &Term, which| {
            let mut names = Names::avoiding(t.free_vars());
            unfold(&implications(t), which, &mut names).to_string()
        };
        let (b, some) =
            (Term::var(&Var::new("b", Sort::Bool)), quantified(Quantifier::Exists, "j"));
        let same = Term::eq(b.clone(), some.clone());
        assert_eq!(made(&same, Quantifier::Forall), "(b ==> (exists j: 0 < j)) && (0 < j ==> b)");
        assert_eq!(made(&same, Quantifier::Exists), "(b ==> 0 < j) && ((exists j: 0 < j) ==> b)");
        let differ = Term::app(Op::Ne, vec![b.clone(), some.clone()]);
        assert_eq!(
            made(&differ, Quantifier::Forall),
            "(b ==> !(0 < j)) && (!(exists j: 0 < j) ==> b)"
        );
        let plain = Term::eq(b.clone(), Term::not(b.clone()));
        assert_eq!(implications(&plain), plain);
        let deep = (0..=EQUIVALENCES).fold(some, |t, _| Term::eq(b.clone(), t));
        assert_eq!(implications(&deep), deep);
    }

    #[test]
    fn negated_comparisons_turn_round() {
        let t = Term::lt(Term::var(&Var::int("i")), Term::var(&Var::int("n")));
        assert_eq!(negate(&t).to_string(), "i >= n");
        assert_eq!(negate(&negate(&t)), t);
    }
}
