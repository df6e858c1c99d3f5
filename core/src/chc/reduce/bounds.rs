//! Least and greatest values of scalars: intervals (Cousot and Cousot, POPL 1977), widened to the
//! numbers that the rules mention.

use super::Scalars;
use super::fixpoint::{Domain, State, fixpoint};
use crate::base::{Budget, Int};
use crate::chc::houdini::Lemmas;
use crate::chc::rule::Rule;
use crate::chc::settings::Passes;
use crate::horn::{Node, System, Term, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// For each predicate the bounds of its scalars as formulas, `false` if no rule derives it; nothing
/// when the budget runs out or a question leaves the arithmetic.
pub fn bounds(rules: &[Rule], system: &System, scalars: &Scalars, limits: &Passes) -> Lemmas {
    let thresholds = Rc::new(thresholds(rules, limits.thresholds));
    let none = Intervals { sides: None, thresholds };
    let budget = &mut Budget::steps(limits.facts);
    let found = fixpoint(rules, system, scalars, &none, budget).unwrap_or_default();
    found.iter().map(|(pred, known)| (*pred, known.says())).collect()
}

/// The numbers in the rules and their neighbours: a test `i < 10` is left with `i = 10`.
fn thresholds(rules: &[Rule], most: usize) -> BTreeSet<Int> {
    let mut numbers = BTreeSet::from([Int::ZERO]);
    for rule in rules {
        let args = rule.head.iter().chain(&rule.body).flat_map(|a| &a.args);
        args.chain(&rule.cond).for_each(|t| collect(t, &mut numbers));
    }
    let near = |n: &Int| [n - &Int::ONE, n.clone(), n + &Int::ONE];
    let mut all: Vec<Int> = numbers.iter().flat_map(near).collect();
    all.sort_by_key(Int::abs);
    all.dedup();
    all.truncate(most);
    all.into_iter().collect()
}

fn collect(t: &Term, numbers: &mut BTreeSet<Int>) {
    match t.node() {
        Node::Int(n) => {
            numbers.insert(n.clone());
        }
        Node::App(_, args) => args.iter().for_each(|a| collect(a, numbers)),
        _ => {}
    }
}

/// The least and the greatest value of a scalar, where there is one.
type Sides = (Option<Int>, Option<Int>);

/// The sides of each scalar; `None` without states.
#[derive(Clone)]
struct Intervals {
    sides: Option<BTreeMap<Var, Sides>>,
    thresholds: Rc<BTreeSet<Int>>,
}

impl Domain for Intervals {
    fn says(&self) -> Vec<Term> {
        let Some(sides) = &self.sides else { return vec![Term::bool(false)] };
        let said = |(v, (least, greatest)): (&Var, &Sides)| {
            let least = least.as_ref().map(|n| Term::le(Term::int(n.clone()), Term::var(v)));
            let greatest = greatest.as_ref().map(|n| Term::le(Term::var(v), Term::int(n.clone())));
            least.into_iter().chain(greatest)
        };
        sides.iter().flat_map(said).collect()
    }

    /// A bound that the state breaks goes to the next threshold, so it does so finitely often.
    fn add(&mut self, state: &State) {
        let point = |(v, n): (&Var, &Int)| (v.clone(), (Some(n.clone()), Some(n.clone())));
        let sides = self.sides.get_or_insert_with(|| state.iter().map(point).collect());
        for (v, (least, greatest)) in sides {
            let value = &state[v];
            if least.as_ref().is_some_and(|n| value < n) {
                *least = self.thresholds.range(..=value).next_back().cloned();
            }
            if greatest.as_ref().is_some_and(|n| value > n) {
                *greatest = self.thresholds.range(value..).next().cloned();
            }
        }
    }
}
