//! Guarded instances before the arrow become plain ones.
//!
//! An instance of an abstraction that does not have each abstract value of each cell says
//! `guard ==> P#(x)`, and Horn clauses have no such premises. Where the guard is known to hold it
//! goes; where it may fail, another instance `P#(y)` of the clause takes its place, since
//! `(g ==> P#(x)) && P#(y)` is equivalent to `P#(g ? x : y) && P#(y)`.
//!
//! Where no instance has a guard that is known to hold, several may have guards `g1`, .., `gn` of which
//! one always holds. Then `y = g1 ? x1 : .. : xn` is such an instance: it is one of those whose guard
//! holds, so `P#(y)` follows from all of them.

use super::array_property::validity::is_valid;
use super::facts::Facts;
use hornbook_horn::fold::{Folding, fold};
use hornbook_horn::{Clause, Instance, Op, PredId, Premise, Term};
use std::collections::BTreeSet;

/// The most instances whose guards are combined.
const COVER: usize = 8;

/// The clause with as few guards as possible, if there are any; equivalent to the input.
pub fn discharge(clause: &Clause) -> Option<Clause> {
    if clause.instances().all(|i| i.guard.is_true()) {
        return None;
    }
    let facts = Facts::from_formulas(clause.conditions());
    let mut premises: Vec<Premise> = vec![];
    for premise in &clause.premises {
        match premise {
            Premise::Instance(i) if i.bound.is_empty() && !i.guard.is_true() => {
                let guard = known(&i.guard, &facts);
                // This premise is trivially true.
                let premise = Premise::Instance(i.with_terms(guard.clone(), i.args.clone()));
                if !guard.is_false() && !premises.contains(&premise) {
                    premises.push(premise);
                }
            }
            _ => premises.push(premise.clone()),
        }
    }
    let mut plain: Vec<Instance> =
        premises.iter().filter_map(instance).filter(|i| i.is_plain()).cloned().collect();
    for cover in covers(&premises, &plain, clause) {
        premises.retain(|p| instance(p).is_none_or(|i| !cover.absorbed.contains(i)));
        premises.push(Premise::Instance(cover.instance.clone()));
        plain.push(cover.instance);
    }
    for premise in &mut premises {
        if let Premise::Instance(i) = premise
            && !i.guard.is_true()
            && i.bound.is_empty()
            && let Some(other) = plain.iter().find(|p| p.pred == i.pred)
        {
            let pairs = i.args.iter().zip(&other.args);
            let mut folding = Folding::default();
            let choice = |(a, b): (&Term, &Term)| {
                folding.fold(&Term::ite(i.guard.clone(), a.clone(), b.clone()))
            };
            *i = Instance::plain(i.pred, pairs.map(choice).collect());
        }
    }
    Some(clause.with_formulas(premises, clause.goal.clone()))
}

/// A plain instance that is made of guarded ones.
struct Cover {
    instance: Instance,
    /// The guarded instances that this one subsumes.
    absorbed: Vec<Instance>,
}

/// Plain instances of predicates that have only guarded ones, made of instances of which one guard always
/// holds.
fn covers(premises: &[Premise], plain: &[Instance], clause: &Clause) -> Vec<Cover> {
    let is_lacking = |i: &&Instance| {
        i.bound.is_empty() && !i.guard.has_array() && plain.iter().all(|p| p.pred != i.pred)
    };
    let guarded: Vec<&Instance> = premises.iter().filter_map(instance).filter(is_lacking).collect();
    let preds: BTreeSet<PredId> = guarded.iter().map(|i| i.pred).collect();
    let known: Vec<Term> = clause.conditions().map(without_arrays).collect();
    let of = |pred: PredId| guarded.iter().copied().filter(|i| i.pred == pred).collect();
    preds.into_iter().filter_map(|pred| cover(of(pred), &known)).collect()
}

/// A condition without its parts about arrays, in each part of a disjunction.
fn without_arrays(condition: &Term) -> Term {
    let is_kept = |c: &Term| !c.has_array() && !c.has_quantifier();
    match condition.as_app(Op::Or) {
        _ if is_kept(condition) => condition.clone(),
        Some(parts) => Term::or(
            parts.iter().map(|part| Term::and(part.conjuncts().into_iter().filter(is_kept))),
        ),
        None => Term::bool(true),
    }
}

/// An instance whose guard holds, if one of the guards always does.
fn cover(mut guarded: Vec<&Instance>, known: &[Term]) -> Option<Cover> {
    let any = |some: &[&Instance]| Term::or(some.iter().map(|i| i.guard.clone()));
    let is_covered = |some: &[&Instance]| is_valid(known, &any(some));
    // The shortest guards are those that are least special.
    guarded.sort_by_key(|i| i.guard.size());
    guarded.truncate(COVER);
    let enough = (1..=guarded.len()).find(|n| is_covered(&guarded[..*n]))?;
    guarded.truncate(enough);
    for n in (0..guarded.len()).rev() {
        let mut fewer = guarded.clone();
        fewer.remove(n);
        if is_covered(&fewer) {
            guarded = fewer;
        }
    }
    let (last, others) = guarded.split_last()?;
    let or = |args: Vec<Term>, i: &&Instance| -> Vec<Term> {
        let pairs = i.args.iter().zip(args);
        let mut folding = Folding::default();
        pairs.map(|(a, b)| folding.fold(&Term::ite(i.guard.clone(), a.clone(), b))).collect()
    };
    let args = others.iter().rev().fold(last.args.clone(), or);
    // Where no earlier guard holds together with its own, an instance is the one that is chosen.
    let is_chosen = |n: &usize| {
        let earlier = Term::and([any(&guarded[..*n]), guarded[*n].guard.clone()]);
        *n == 0 || is_valid(known, &Term::not(earlier))
    };
    let absorbed = (0..guarded.len()).filter(is_chosen).map(|n| guarded[n].clone()).collect();
    Some(Cover { instance: Instance::plain(last.pred, args), absorbed })
}

/// The parts of a guard that are not implied by the facts.
fn known(guard: &Term, facts: &Facts) -> Term {
    let guard = fold(&facts.settle(guard));
    match facts.decide(&guard) {
        Some(false) => Term::bool(false),
        _ => Term::and(guard.conjuncts().into_iter().filter(|c| facts.decide(c) != Some(true))),
    }
}

fn instance(premise: &Premise) -> Option<&Instance> {
    match premise {
        Premise::Instance(i) => Some(i),
        Premise::Cond(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_base::Span;
    use hornbook_horn::{ClauseId, Goal, Instruction, Origin, Var, read};

    fn term(text: &str) -> Term {
        read::term(text, &|name| Some(Var::int(name))).expect("a term")
    }

    /// The premises `guard ==> P(arg)` of a clause with a condition, without guards where possible.
    fn discharged(condition: &str, guarded: &[(&str, &str)]) -> String {
        let instance = |(guard, arg): &(&str, &str)| {
            let plain = Instance::plain(PredId(0), vec![term(arg)]);
            Premise::Instance(plain.with_terms(term(guard), vec![term(arg)]))
        };
        let condition = Premise::Cond(term(condition));
        let clause = Clause {
            id: ClauseId(0),
            origin: Origin::new(Span::default(), Instruction::Given),
            premises: [condition].into_iter().chain(guarded.iter().map(instance)).collect(),
            goal: Goal::Cond(Term::bool(false)),
        };
        let after = discharge(&clause).expect("guards");
        let shown = after.instances().map(|i| format!("{} ==> {}", i.guard, i.args[0]));
        shown.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn another_instance_stands_in_where_a_guard_fails() {
        assert_eq!(
            discharged("i > 0", &[("i > j", "x"), ("i >= 1", "y")]),
            "true ==> (i > j ? x : y), true ==> y"
        );
    }

    #[test]
    fn guards_of_which_one_always_holds_are_one_instance() {
        assert_eq!(
            discharged("n > 0", &[("i > 0", "x"), ("i <= 0", "y")]),
            "true ==> (i > 0 ? x : y)"
        );
        let three = [("k < i", "x"), ("i > 0", "y"), ("i <= 0", "z")];
        assert_eq!(
            discharged("n > 0", &three),
            "true ==> (k < i ? x : (i > 0 ? y : z)), true ==> (i > 0 ? y : z)"
        );
    }

    #[test]
    fn guards_that_may_all_fail_stay() {
        let two = [("i > 0", "x"), ("i < 0", "y")];
        assert_eq!(discharged("n > 0", &two), "i > 0 ==> x, i < 0 ==> y");
    }

    /// A slice has a cell, or it is empty.
    #[test]
    fn a_disjunction_says_that_one_of_the_guards_holds() {
        let two = [("0 <= k && k < i", "x"), ("i <= 0", "y")];
        let either = "0 <= k && k < i && x == 1 || i <= 0 && x == 0";
        assert_eq!(discharged(either, &two), "true ==> (i <= 0 ? y : x)");
        let other = "0 <= k && k < i || x == 0";
        assert!(discharged(other, &two).contains("&& k < i ==> x"));
    }

    /// Both of two instances hold where both guards do, so both stay.
    #[test]
    fn guards_that_hold_together_keep_both_instances() {
        let shown = discharged("n > 0", &[("i >= 0", "x"), ("i <= 0", "y")]);
        assert_eq!(shown, "true ==> (i <= 0 ? y : (i >= 0 ? x : y)), true ==> (i >= 0 ? x : y)");
    }
}
