//! Quantifiers that a clause does not need: those that mean the same as a free variable.

use super::arrays::{expand, read};
use super::term::{Names, Node, Op, Quantifier, Subst, Term, Var};

/// The negation with comparisons turned round: the negation of `i < n` is `i >= n`.
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

/// Drops the quantifiers of kind `which` that stand positively, and those of the other kind that
/// stand negatively; their variables become free.
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

/// The same for a formula that may hold array operations beyond reads and writes: they are
/// replaced by their definitions first, and an equality of arrays that may be looked at in one
/// cell is. `names` knows the variables of the clause and makes those that become free.
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
    fn negated_comparisons_turn_round() {
        let t = Term::lt(Term::var(&Var::int("i")), Term::var(&Var::int("n")));
        assert_eq!(negate(&t).to_string(), "i >= n");
        assert_eq!(negate(&negate(&t)), t);
    }
}
