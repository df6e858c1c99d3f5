//! Premises that say no more than others: if their variables can be replaced so that they become others, and no
//! condition notices, the rule with the replacement means the same and has fewer of them. (Plotkin's reduction of
//! clauses, one replacement at a time.) The instances of a sum have such premises once its parts are apart.

use crate::rule::{Atom, Rule, Skeleton};
use hornbook_evidence::model::Unneeded;
use hornbook_horn::fold::fold;
use hornbook_horn::{Subst, Term, Var};
use std::collections::BTreeSet;

/// The rules of clauses without premises that others imply in this way, and which instances these are.
pub fn condensed(rules: Vec<Rule>) -> (Vec<Rule>, Unneeded) {
    let mut unneeded = Unneeded::new();
    let all = rules.into_iter().map(|rule| {
        let short = condense(rule.clone());
        if let Skeleton::Clause(id, leaves) = &rule.skeleton {
            let gone = |leaf: &Skeleton| match leaf {
                Skeleton::Leaf(at) => !short.body.contains(&rule.body[*at]),
                Skeleton::Clause(..) => false,
            };
            let gone = leaves.iter().enumerate().filter(|(_, leaf)| gone(leaf)).map(|(n, _)| n);
            unneeded.insert(*id, gone.collect());
        }
        short
    });
    let all = all.collect();
    unneeded.retain(|_, gone| !gone.is_empty());
    (all, unneeded)
}

/// What is left of a rule. No premise changes, as all conditions are known ones.
fn condense(mut rule: Rule) -> Rule {
    loop {
        let shorter = replacements(&rule).find_map(|map| replaced(&rule, &map));
        let Some(shorter) = shorter else { return rule };
        rule = shorter;
    }
}

/// What makes one premise of another one, without a look at what the head speaks of.
fn replacements(rule: &Rule) -> impl Iterator<Item = Subst> + '_ {
    let fixed: BTreeSet<Var> =
        rule.head.iter().flat_map(|head| &head.args).flat_map(Term::free_vars).collect();
    let pairs = rule.body.iter().flat_map(|a| rule.body.iter().map(move |b| (a, b)));
    pairs.filter_map(move |(a, b)| onto(a, b, &fixed))
}

/// The replacement of variables that makes `to` of `from`, if there is one.
fn onto(from: &Atom, to: &Atom, fixed: &BTreeSet<Var>) -> Option<Subst> {
    if from.pred != to.pred || from == to {
        return None;
    }
    let mut map = Subst::new();
    for (a, b) in from.args.iter().zip(&to.args).filter(|(a, b)| a != b) {
        let var = a.as_var().filter(|v| !fixed.contains(v))?;
        if map.insert(var.clone(), b.clone()).is_some_and(|known| known != *b) {
            return None;
        }
    }
    Some(map)
}

/// The rule with a replacement, if all that it says then is said already.
fn replaced(rule: &Rule, map: &Subst) -> Option<Rule> {
    let noticed = |term: &Term| {
        let said = fold(&term.subst(map));
        !said.is_true() && !rule.cond.contains(&said)
    };
    let is_new = |a: &Atom| !rule.body.contains(&a.subst(map));
    if rule.cond.iter().any(noticed) || rule.body.iter().any(is_new) {
        return None;
    }
    // An exchange of premises brings nothing.
    Some(rule.instance(map)).filter(|shorter| shorter.body.len() < rule.body.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::rules;
    use hornbook_horn::smtlib::read;

    /// The arguments of the premises that are left of a clause for `false`.
    fn left(premises: &str) -> Vec<String> {
        let text = format!(
            "(set-logic HORN)\n(declare-fun p (Int Int) Bool)\n(declare-fun q (Int) Bool)\n\
             (assert (forall ((i Int) (a Int) (j Int) (b Int) (n Int)) (=> (and {premises}) (q i))))\n"
        );
        let system = read(&text).0.expect(&text);
        let rule = condensed(rules(&system).expect("no arrays")).0.remove(0);
        let args = |a: &Atom| a.args.iter().map(Term::to_string).collect::<Vec<_>>().join(" ");
        rule.body.iter().map(args).collect()
    }

    #[test]
    fn what_another_premise_implies_is_left_out() {
        assert_eq!(left("(p i a) (p j b)"), ["i a"]);
        assert_eq!(left("(p i a) (p j b) (=> (= i j) (= a b)) (< a n)"), ["i a"]);
        assert_eq!(left("(p j b) (p j n) (p i a)"), ["i a"]);
    }

    #[test]
    fn what_says_more_stays() {
        assert_eq!(left("(p i a) (p j b) (< b 3)").len(), 2);
        assert_eq!(left("(p i a) (p j j)").len(), 2);
        assert_eq!(left("(p i a) (p a j)").len(), 2);
        assert_eq!(left("(p j b) (q i)").len(), 2);
        assert_eq!(left("(p i a) (p j b) (< j i)").len(), 2);
        assert_eq!(left("(p a b) (p b a) (= i n)").len(), 2);
    }
}
