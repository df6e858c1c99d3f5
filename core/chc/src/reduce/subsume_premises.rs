//! Subsumed premises: if a substitution maps premises onto others and leaves all conditions as they are, the
//! instance of the rule is equivalent and has fewer premises (Plotkin's reduction of clauses, one
//! substitution at a time). The components of a sum have such premises.

use crate::rule::{Atom, Rule};
use hornbook_evidence::model::RedundantInstances;
use hornbook_horn::fold::fold;
use hornbook_horn::{Subst, Term, Var};
use std::collections::BTreeSet;

/// The rules of clauses without subsumed premises, and these instances.
pub(crate) fn drop_subsumed_premises(rules: Vec<Rule>) -> (Vec<Rule>, RedundantInstances) {
    let mut unneeded = RedundantInstances::new();
    let all = rules.into_iter().map(|rule| {
        let short = reduce_rule(rule.clone());
        let leaves = rule.skeleton.leaves().enumerate();
        let gone = leaves.filter(|(_, atom)| !short.body.contains(&rule.body[*atom]));
        unneeded.insert(rule.skeleton.clause(), gone.map(|(n, _)| n).collect());
        short
    });
    let all = all.collect();
    unneeded.retain(|_, gone| !gone.is_empty());
    (all, unneeded)
}

/// The rule without subsumed premises. No premise changes, as all conditions stay.
fn reduce_rule(mut rule: Rule) -> Rule {
    loop {
        let shorter = replacements(&rule).find_map(|map| find_implied_instance(&rule, &map));
        let Some(shorter) = shorter else { return rule };
        rule = shorter;
    }
}

/// Substitutions that map one premise onto another, whatever the head mentions.
fn replacements(rule: &Rule) -> impl Iterator<Item = Subst> + '_ {
    let fixed: BTreeSet<Var> =
        rule.head.iter().flat_map(|head| &head.args).flat_map(Term::free_vars).collect();
    let pairs = rule.body.iter().flat_map(|a| rule.body.iter().map(move |b| (a, b)));
    pairs.filter_map(move |(a, b)| match_atom(a, b, &fixed))
}

/// The substitution that maps `from` onto `to`, if there is one.
fn match_atom(from: &Atom, to: &Atom, fixed: &BTreeSet<Var>) -> Option<Subst> {
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

/// The instance of the rule, if the rule implies it on its face.
fn find_implied_instance(rule: &Rule, map: &Subst) -> Option<Rule> {
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
    use crate::rule::read_rules;
    use hornbook_horn::smtlib::read;

    /// The arguments of the premises that are left of a clause for `false`.
    fn left(premises: &str) -> Vec<String> {
        let text = format!(
            "(set-logic HORN)\n(declare-fun p (Int Int) Bool)\n(declare-fun q (Int) Bool)\n\
             (assert (forall ((i Int) (a Int) (j Int) (b Int) (n Int)) (=> (and {premises}) (q i))))\n"
        );
        let system = read(&text).0.expect(&text);
        let rule = drop_subsumed_premises(read_rules(&system).expect("no arrays")).0.remove(0);
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
