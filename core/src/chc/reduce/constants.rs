//! Constant propagation: which arguments always have the same value, and which predicates never
//! hold because no rule for them can fire (conditional constant propagation, Wegman and Zadeck,
//! TOPLAS 1991, on rules instead of a control-flow graph).
//!
//! Nothing is solved here: a rule counts as able to fire unless its condition is false on its face
//! once the constants are put in.

use super::Determined;
use crate::chc::rule::Rule;
use crate::horn::{Node, PredId, Term};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of each argument of the predicates that may hold: its value, if it has only one.
type States = BTreeMap<PredId, Vec<Option<Term>>>;

/// The arguments that are constants, and the predicates that never hold.
pub fn constants(rules: &[Rule]) -> Determined {
    let mut states = States::new();
    loop {
        let before = states.clone();
        for rule in rules {
            if let (Some(head), Some(args)) = (&rule.head, fire(rule, &states)) {
                join(&mut states, head.pred, args);
            }
        }
        if states == before {
            break;
        }
    }
    let constant = |(n, value): (usize, &Option<Term>)| Some((n, value.clone()?));
    let of = |args: &Vec<Option<Term>>| args.iter().enumerate().filter_map(constant).collect();
    let atoms = rules.iter().flat_map(|r| r.head.iter().chain(&r.body));
    let preds: BTreeSet<PredId> = atoms.map(|a| a.pred).collect();
    Determined {
        values: states.iter().map(|(pred, args)| (*pred, of(args))).collect(),
        empty: preds.into_iter().filter(|p| !states.contains_key(p)).collect(),
    }
}

/// The arguments that a rule derives, those that are constants; `None` if it cannot fire.
fn fire(rule: &Rule, states: &States) -> Option<Vec<Option<Term>>> {
    let head = rule.head.as_ref()?;
    let mut known = vec![];
    for atom in &rule.body {
        let values = states.get(&atom.pred)?.iter().zip(&atom.args);
        known.extend(values.filter_map(|(v, arg)| Some(Term::eq(arg.clone(), v.clone()?))));
    }
    let args = if known.is_empty() {
        head.args.clone()
    } else {
        let mut rule = rule.clone();
        rule.cond.extend(known);
        let rule = rule.tidied();
        if rule.is_void() {
            return None;
        }
        rule.head?.args
    };
    let literal = |t: &Term| matches!(t.node(), Node::Int(_) | Node::Bool(_)).then(|| t.clone());
    Some(args.iter().map(literal).collect())
}

fn join(states: &mut States, pred: PredId, args: Vec<Option<Term>>) {
    match states.get_mut(&pred) {
        None => {
            states.insert(pred, args);
        }
        Some(known) => known.iter_mut().zip(args).for_each(|(old, new)| {
            if *old != new {
                *old = None;
            }
        }),
    }
}
