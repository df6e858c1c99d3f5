//! From an eliminated clause to a small one without arrays and quantifiers, by named rules.
//!
//! Each rule gives an equivalent clause or one with weaker premises; `may_lose` says which.

use super::ackermann::ackermann;
use super::array_property::Keeping;
use super::facts::Facts;
use super::fold::fold;
use super::guards::discharge;
use super::instantiate::instantiate_conditions;
use crate::horn::{Clause, Goal, Instance, Node, Op, Premise, Subst, Term, Var};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A rule of the simplification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SimplifyRule {
    /// The goal's guard defines its arguments; put the definitions in.
    GoalDefinitions,
    /// What a claim presupposes becomes a premise.
    GoalAssumptions,
    /// An array that equals another term is replaced by it.
    ArrayDefinitions,
    /// Reads look through writes, constants are computed.
    Fold,
    /// Quantified conditions are instantiated at the indices that are read.
    InstantiateConditions,
    /// Guards that hold go, an instance whose guard may fail is replaced by another one where it
    /// does.
    Guards,
    /// Choices that other conditions decide are made.
    Choices,
    /// A condition or guarded premise that speaks of whole arrays is left out.
    DropWholeArrays,
    /// Reads become variables.
    Ackermann,
    /// Conditions that are true are left out; a clause with a false one is trivial.
    Tidy,
}

impl SimplifyRule {
    /// One sentence in plain words.
    pub fn describe(self) -> &'static str {
        match self {
            SimplifyRule::GoalDefinitions => {
                "The goal's new variables are defined by its guard, so their values are put in."
            }
            SimplifyRule::GoalAssumptions => "What the claim presupposes is put before the arrow.",
            SimplifyRule::Guards => {
                "A guarded instance is used where its guard holds, and another one elsewhere."
            }
            SimplifyRule::Choices => "Choices that the clause's conditions decide are made.",
            SimplifyRule::ArrayDefinitions => {
                "An array that equals something else is replaced by it everywhere."
            }
            SimplifyRule::Fold => "Reads look through writes, and constants are computed.",
            SimplifyRule::InstantiateConditions => {
                "A quantified condition is replaced by what it says of the cells that this clause reads."
            }
            SimplifyRule::DropWholeArrays => {
                "A premise about whole arrays cannot be said with cells and is left out."
            }
            SimplifyRule::Ackermann => {
                "Each cell that is read becomes a variable; equal indices have equal values."
            }
            SimplifyRule::Tidy => "Premises that are always true are left out.",
        }
    }
}

/// One applied rule and the clause after it.
#[derive(Clone)]
pub struct Simplified {
    /// The rule.
    pub rule: SimplifyRule,
    /// What it made.
    pub clause: Clause,
    /// For [`SimplifyRule::InstantiateConditions`]: how much of the conditions was kept.
    pub keeping: Vec<Keeping>,
}

impl Simplified {
    /// Whether the premises may have become weaker.
    pub fn may_lose(&self) -> bool {
        self.rule == SimplifyRule::DropWholeArrays || self.keeping.iter().any(|k| k.may_lose())
    }

    /// What happened, in plain words.
    pub fn describe(&self) -> String {
        let mut out = self.rule.describe().to_owned();
        let kept: BTreeSet<Keeping> = self.keeping.iter().copied().collect();
        kept.iter().for_each(|k| out = format!("{out} {}.", capitalised(k.describe())));
        out
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Applies the rules in order; the steps that changed nothing are left out. The result is the
/// last step's clause, or `clause` itself when there is none.
pub fn simplify(clause: &Clause) -> Vec<Simplified> {
    let rules = [
        SimplifyRule::GoalDefinitions,
        SimplifyRule::GoalAssumptions,
        SimplifyRule::ArrayDefinitions,
        SimplifyRule::InstantiateConditions,
        SimplifyRule::Fold,
        SimplifyRule::Guards,
        SimplifyRule::Choices,
        SimplifyRule::DropWholeArrays,
        SimplifyRule::Ackermann,
        SimplifyRule::Fold,
        SimplifyRule::Tidy,
    ];
    let mut steps: Vec<Simplified> = vec![];
    for rule in rules {
        let before = steps.last().map_or(clause, |s| &s.clause);
        let (after, keeping) = apply(rule, before);
        if after != *before {
            steps.push(Simplified { rule, clause: after, keeping });
        }
    }
    steps
}

fn apply(rule: SimplifyRule, clause: &Clause) -> (Clause, Vec<Keeping>) {
    let after = match rule {
        SimplifyRule::InstantiateConditions => return instantiate_conditions(clause),
        SimplifyRule::GoalDefinitions => goal_definitions(clause),
        SimplifyRule::GoalAssumptions => goal_assumptions(clause),
        SimplifyRule::ArrayDefinitions => array_definitions(clause),
        SimplifyRule::Fold => map_terms(clause, &mut fold),
        SimplifyRule::Guards => discharge(clause),
        SimplifyRule::Choices => choices(clause),
        SimplifyRule::DropWholeArrays => drop_whole_arrays(clause),
        SimplifyRule::Ackermann => ackermann(clause),
        SimplifyRule::Tidy => tidy(clause),
    };
    (after, vec![])
}

fn map_instance(i: &Instance, f: &mut impl FnMut(&Term) -> Term) -> Instance {
    Instance { guard: f(&i.guard), args: i.args.iter().map(f).collect(), ..i.clone() }
}

fn map_terms(clause: &Clause, f: &mut impl FnMut(&Term) -> Term) -> Clause {
    let premises = clause.premises.iter().map(|p| match p {
        Premise::Instance(i) => Premise::Instance(map_instance(i, f)),
        Premise::Cond(c) => Premise::Cond(f(c)),
    });
    let premises = premises.collect();
    let goal = match &clause.goal {
        Goal::Instance(i) => Goal::Instance(map_instance(i, f)),
        Goal::Cond(c) => Goal::Cond(f(c)),
    };
    Clause { premises, goal, ..clause.clone() }
}

/// `g ==> P(x)` as a goal: conjuncts `y = t` of `g` that define an argument, or what lies between
/// an argument and the array, are put in; the other ones become premises.
fn goal_definitions(clause: &Clause) -> Clause {
    let Goal::Instance(goal) = &clause.goal else {
        return clause.clone();
    };
    let mut parts = goal.guard.conjuncts();
    let mut args = goal.args.clone();
    let is_arg = |v: &Var| goal.args.iter().any(|a| a.as_var() == Some(v));
    let mentioned: BTreeSet<Var> = clause.premises.iter().flat_map(premise_vars).collect();
    // Arguments first: their names are made up, those of the clause's own variables are not.
    for want_args in [true, false] {
        let wanted = |v: &Var| is_arg(v) == want_args && !mentioned.contains(v);
        while let Some((n, (v, t))) =
            parts.iter().enumerate().find_map(|(n, p)| definition(p, wanted).map(|d| (n, d)))
        {
            parts.remove(n);
            let map = Subst::from([(v, t)]);
            parts.iter_mut().chain(&mut args).for_each(|p| *p = p.subst(&map));
        }
    }
    let moved = parts.iter().cloned().map(Premise::Cond);
    let premises = clause.premises.iter().cloned().chain(moved).collect();
    let goal = Goal::Instance(Instance::plain(goal.pred, args));
    put_constants(&Clause { premises, goal, ..clause.clone() }, &parts)
}

/// Guards of the goal such as `k = 0` put in everywhere: the abstraction's formula fixes a cell.
fn put_constants(clause: &Clause, guards: &[Term]) -> Clause {
    let mut clause = clause.clone();
    for guard in guards {
        if let Some((v, t)) = definition(guard, |_| true)
            && t.as_int().is_some()
        {
            let map = Subst::from([(v, t)]);
            clause.premises.retain(|p| *p != Premise::Cond(guard.clone()));
            clause = map_terms(&clause, &mut |t| t.subst(&map));
        }
    }
    clause
}

fn premise_vars(premise: &Premise) -> BTreeSet<Var> {
    match premise {
        Premise::Instance(i) => {
            [&i.guard].into_iter().chain(&i.args).flat_map(Term::free_vars).collect()
        }
        Premise::Cond(c) => c.free_vars(),
    }
}

/// The goal `f ==> g` with `f` before the arrow.
fn goal_assumptions(clause: &Clause) -> Clause {
    let mut clause = clause.clone();
    while let Goal::Cond(goal) = &clause.goal
        && let Some([assumed, claimed]) = goal.as_app(Op::Implies)
    {
        clause.premises.push(Premise::Cond(assumed.clone()));
        clause.goal = Goal::Cond(claimed.clone());
    }
    clause
}

/// Makes the choices that conditions decide; a condition decides nothing about itself.
fn choices(clause: &Clause) -> Clause {
    let facts = Facts::of(clause.conditions());
    let mut out =
        map_terms(clause, &mut |t| if has_choice(t) { facts.settle(t) } else { t.clone() });
    for (n, premise) in clause.premises.iter().enumerate() {
        if let Premise::Cond(c) = premise
            && has_choice(c)
        {
            let others = clause.premises.iter().enumerate().filter(|(m, _)| *m != n);
            let others: Vec<&Term> = others
                .filter_map(|(_, p)| match p {
                    Premise::Cond(c) => Some(c),
                    Premise::Instance(_) => None,
                })
                .collect();
            out.premises[n] = Premise::Cond(Facts::of(others).settle(c));
        }
    }
    out
}

fn has_choice(t: &Term) -> bool {
    match t.node() {
        Node::App(op, args) => *op == Op::Ite || args.iter().any(has_choice),
        _ => false,
    }
}

/// `x = t` or `t = x` with `x` wanted and not in `t`.
fn definition(t: &Term, wanted: impl Fn(&Var) -> bool) -> Option<(Var, Term)> {
    let [left, right] = t.as_app(Op::Eq)? else {
        return None;
    };
    let one = |x: &Term, t: &Term| {
        let v = x.as_var()?;
        (wanted(v) && !t.mentions(v)).then(|| (v.clone(), t.clone()))
    };
    one(left, right).or_else(|| one(right, left))
}

/// Uses conditions `a = t` on arrays as definitions.
fn array_definitions(clause: &Clause) -> Clause {
    let mut clause = clause.clone();
    // Each round removes one variable for good, so this ends.
    loop {
        let found = clause.premises.iter().enumerate().find_map(|(n, p)| match p {
            Premise::Cond(c) => definition(c, |v| v.sort.is_array()).map(|d| (n, d)),
            Premise::Instance(_) => None,
        });
        let Some((n, (v, t))) = found else {
            return clause;
        };
        clause.premises.remove(n);
        let map = Subst::from([(v, t)]);
        clause = map_terms(&clause, &mut |t| t.subst(&map));
    }
}

/// Whether arrays are compared or chosen in `t` otherwise than by reading a cell.
fn compares_arrays(t: &Term) -> bool {
    match t.node() {
        Node::App(Op::Eq | Op::Ne, args) if args[0].sort().is_array() => true,
        Node::App(_, args) | Node::Pred(_, args) => args.iter().any(compares_arrays),
        Node::Quant(_, _, body) => compares_arrays(body),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => false,
    }
}

fn drop_whole_arrays(clause: &Clause) -> Clause {
    let keep = |p: &&Premise| match p {
        Premise::Cond(c) => !compares_arrays(c),
        // The guard may fail, and there is nothing to say then.
        Premise::Instance(i) => i.is_plain(),
    };
    let goal = match &clause.goal {
        Goal::Cond(c) if compares_arrays(c) => Goal::Cond(Term::bool(false)),
        goal => goal.clone(),
    };
    let premises = clause.premises.iter().filter(keep).cloned().collect();
    Clause { premises, goal, ..clause.clone() }
}

fn tidy(clause: &Clause) -> Clause {
    let mut premises: Vec<Premise> = vec![];
    for premise in &clause.premises {
        let parts = match premise {
            Premise::Cond(c) => c.conjuncts().into_iter().map(Premise::Cond).collect(),
            Premise::Instance(_) => vec![premise.clone()],
        };
        for part in parts {
            if !premises.contains(&part) {
                premises.push(part);
            }
        }
    }
    Clause { premises, ..clause.clone() }
}
