//! Quantifiers that the user wrote in conditions and that could not become free variables.
//!
//! A condition `forall k: f` before the arrow is replaced by the conjunction of `f` for every index
//! term that the clause reads at, after the idea of the array property fragment (T Sec. 5.1.2.2).
//! This only weakens the condition, so it is sound; it may lose information.

use crate::horn::arrays::read;
use crate::horn::{Node, Op, Quantifier, Sort, Subst, Term, Var};

/// The condition without quantifiers: implied by `condition`, which stands before the arrow.
///
/// `indices` are the terms to instantiate with; `fresh` makes variables that occur nowhere else.
pub fn weaken(condition: &Term, indices: &[Term], fresh: &mut impl FnMut(&Var) -> Var) -> Term {
    if !speaks_of_many_cells(condition) {
        return condition.clone();
    }
    match condition.node() {
        Node::App(Op::Eq, args) if args[0].sort().is_array() => {
            let equal = |i: &Term| Term::eq(read(&args[0], i), read(&args[1], i));
            let cells: Vec<Term> = indices.iter().map(equal).collect();
            Term::and(cells.iter().map(|c| weaken(c, indices, fresh)))
        }
        Node::App(Op::Ne, args) if args[0].sort().is_array() => {
            let k = Term::var(&fresh(&Var::int("k")));
            let differs = Term::app(Op::Ne, vec![read(&args[0], &k), read(&args[1], &k)]);
            weaken(&differs, indices, fresh)
        }
        Node::App(Op::And | Op::Or, _) => condition.map_children(|c| weaken(c, indices, fresh)),
        Node::App(Op::Not, args) => match push_negation(&args[0]) {
            Some(pushed) => weaken(&pushed, indices, fresh),
            None => unknown(fresh),
        },
        Node::App(Op::Implies, args) => {
            let either = Term::or([Term::not(args[0].clone()), args[1].clone()]);
            weaken(&either, indices, fresh)
        }
        Node::Quant(Quantifier::Exists, vars, body) => {
            let map: Subst = vars.iter().map(|v| (v.clone(), Term::var(&fresh(v)))).collect();
            weaken(&body.subst(&map), indices, fresh)
        }
        Node::Quant(Quantifier::Forall, vars, body) => {
            // What exists may be another thing for each instance, so each gets its own variables.
            let instances: Vec<Term> = tuples(vars, indices)
                .into_iter()
                .map(|map| weaken(&body.subst(&map), indices, fresh))
                .collect();
            Term::and(instances)
        }
        // An equivalence between quantified formulas: nothing is known of it.
        _ => unknown(fresh),
    }
}

/// Whether there is a quantifier or a comparison of whole arrays.
fn speaks_of_many_cells(t: &Term) -> bool {
    match t.node() {
        Node::Quant(..) => true,
        Node::App(Op::Eq | Op::Ne, args) if args[0].sort().is_array() => true,
        Node::App(_, args) => args.iter().any(speaks_of_many_cells),
        _ => false,
    }
}

/// A condition that may be true or false: the weakest thing to know.
fn unknown(fresh: &mut impl FnMut(&Var) -> Var) -> Term {
    Term::var(&fresh(&Var::new("unknown", Sort::Bool)))
}

/// The negation of `t`, one level further inside.
fn push_negation(t: &Term) -> Option<Term> {
    match t.node() {
        Node::App(Op::And, args) => Some(Term::or(args.iter().cloned().map(Term::not))),
        Node::App(Op::Or, args) => Some(Term::and(args.iter().cloned().map(Term::not))),
        Node::App(Op::Implies, args) => {
            Some(Term::and([args[0].clone(), Term::not(args[1].clone())]))
        }
        Node::App(Op::Eq, args) if args[0].sort().is_array() => {
            Some(Term::app(Op::Ne, args.clone()))
        }
        Node::App(Op::Ne, args) if args[0].sort().is_array() => {
            Some(Term::app(Op::Eq, args.clone()))
        }
        Node::App(Op::Not, args) => Some(args[0].clone()),
        Node::Quant(q, vars, body) => {
            let dual = match q {
                Quantifier::Forall => Quantifier::Exists,
                Quantifier::Exists => Quantifier::Forall,
            };
            Some(Term::quant(dual, vars.clone(), Term::not(body.clone())))
        }
        _ => None,
    }
}

/// Instances that one quantifier is replaced by at most; the rest is left out, which is sound.
const INSTANCES: usize = 256;

/// The ways to give the variables values among `indices`, as many as are allowed; nothing at all
/// for variables that are not integers, since no value for them is at hand.
fn tuples(vars: &[Var], indices: &[Term]) -> Vec<Subst> {
    if vars.iter().any(|v| v.sort != Sort::Int) {
        return vec![];
    }
    vars.iter().fold(vec![Subst::new()], |maps, v| {
        let extend = |map: &Subst| -> Vec<Subst> {
            let with = |i: &Term| {
                let mut map = map.clone();
                map.insert(v.clone(), i.clone());
                map
            };
            indices.iter().map(with).collect()
        };
        maps.iter().flat_map(extend).take(INSTANCES).collect()
    })
}

/// The index terms of reads and writes outside quantifiers, without repetitions.
pub fn read_indices(t: &Term, out: &mut Vec<Term>) {
    match t.node() {
        Node::App(op, args) => {
            args.iter().for_each(|a| read_indices(a, out));
            if matches!(op, Op::Select | Op::Store) && !out.contains(&args[1]) {
                out.push(args[1].clone());
            }
        }
        Node::Pred(_, args) => args.iter().for_each(|a| read_indices(a, out)),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) | Node::Quant(..) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    #[test]
    fn universal_conditions_hold_at_the_given_indices() {
        let a = Term::var(&Var::new("a", Sort::int_array()));
        let k = Var::int("k");
        let read = Term::select(a, Term::var(&k));
        let all = Term::forall(vec![k], Term::le(read, v("m")));
        let mut fresh = |v: &Var| v.clone();
        let shown = weaken(&all, &[v("i"), v("j")], &mut fresh).to_string();
        assert_eq!(shown, "a[i] <= m && a[j] <= m");
        let negated = Term::not(all);
        assert_eq!(weaken(&negated, &[v("i")], &mut fresh).to_string(), "!(a[k] <= m)");
    }

    /// For every k there is a j: each instance has a j of its own.
    #[test]
    fn what_exists_is_chosen_for_each_instance_anew() {
        let (j, k) = (Var::int("j"), Var::int("k"));
        let equal = Term::eq(Term::var(&j), Term::var(&k));
        let some = Term::quant(Quantifier::Exists, vec![j], equal);
        let all = Term::forall(vec![k], some);
        let mut names = crate::horn::Names::default();
        let shown = weaken(&all, &[v("x"), v("y")], &mut |v| names.fresh(v)).to_string();
        assert_eq!(shown, "j == x && j' == y");
    }

    #[test]
    fn many_variables_do_not_make_ever_more_instances() {
        let vars: Vec<Var> = (0..12).map(|n| Var::int(format!("q{n}"))).collect();
        let body = Term::lt(Term::var(&vars[0]), Term::var(&vars[11]));
        let all = Term::forall(vars, body);
        let indices: Vec<Term> = (0..9).map(Term::int).collect();
        let size = weaken(&all, &indices, &mut |v| v.clone()).conjuncts().len();
        assert!(size <= INSTANCES);
    }
}
