//! From an eliminated clause to a small one without arrays and quantifiers, by named rules.
//!
//! Each rule gives an equivalent clause or one with weaker premises; `may_lose` says which.

use super::ackermann::ackermann;
use super::array_property::Keeping;
use super::counts;
use super::facts::Facts;
use super::guards::discharge;
use super::instantiate::instantiate_conditions;
use hornbook_base::text::{capitalised, name_as_words};
use hornbook_horn::fold::Folding;
use hornbook_horn::{Clause, Goal, Instance, Node, Op, Premise, Seen, Subst, Term, Var};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A rule of the simplification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SimplifyRule {
    /// The goal's guard defines its arguments; put the definitions in.
    GoalDefinitions,
    /// The assumptions of a claim become premises.
    GoalAssumptions,
    /// An array that equals another term is replaced by it.
    ArrayDefinitions,
    /// Reads skip writes to other cells, constants are computed.
    Fold,
    /// Counts are brought to common ranges, and facts about all values are instantiated at counted ones.
    CommonRanges,
    /// Quantified conditions are instantiated at the indices that are read.
    InstantiateConditions,
    /// Guards that hold go, an instance whose guard may fail is replaced by another one where it
    /// does.
    Guards,
    /// Choices that other conditions decide are made.
    Choices,
    /// A condition or guarded premise that speaks of whole arrays is left out.
    DropWholeArrays,
    /// Counts become variables with known relations.
    Counts,
    /// Reads become variables.
    Ackermann,
    /// Conditions that are true are left out; a clause with a false one is trivial.
    Tidy,
}

impl SimplifyRule {
    /// All rules.
    pub const ALL: [SimplifyRule; 12] = [
        SimplifyRule::GoalDefinitions,
        SimplifyRule::GoalAssumptions,
        SimplifyRule::ArrayDefinitions,
        SimplifyRule::Fold,
        SimplifyRule::CommonRanges,
        SimplifyRule::InstantiateConditions,
        SimplifyRule::Guards,
        SimplifyRule::Choices,
        SimplifyRule::DropWholeArrays,
        SimplifyRule::Counts,
        SimplifyRule::Ackermann,
        SimplifyRule::Tidy,
    ];

    /// Its name as words: `goal definitions`.
    pub fn words(self) -> String {
        name_as_words(&format!("{self:?}"))
    }

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
            SimplifyRule::CommonRanges => {
                "Counts over ranges that differ by a few cells become counts over one of them, and \
                 what holds for the counts of all values is said of the values that are counted."
            }
            SimplifyRule::Counts => {
                "Each count becomes a variable: equal ranges and values have equal counts, ranges that \
                 meet add up."
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
    /// The clause after it.
    pub clause: Clause,
    /// For [`SimplifyRule::InstantiateConditions`]: the kept part of each condition.
    pub keeping: Vec<Keeping>,
}

impl Simplified {
    /// Whether the premises may have become weaker.
    pub fn may_lose(&self) -> bool {
        use SimplifyRule::{CommonRanges, Counts, DropWholeArrays};
        matches!(self.rule, CommonRanges | Counts | DropWholeArrays)
            || self.keeping.iter().any(|k| k.may_lose())
    }

    /// The step in plain words.
    pub fn describe(&self) -> String {
        let mut out = self.rule.describe().to_owned();
        let kept: BTreeSet<Keeping> = self.keeping.iter().copied().collect();
        kept.iter().for_each(|k| out = format!("{out} {}.", capitalised(k.describe())));
        out
    }
}

/// Applies the rules in order; the steps that changed nothing are left out. The result is the
/// last step's clause, or `clause` itself when there is none.
pub fn simplify(clause: &Clause) -> Vec<Simplified> {
    let rules = [
        SimplifyRule::GoalDefinitions,
        SimplifyRule::GoalAssumptions,
        SimplifyRule::ArrayDefinitions,
        SimplifyRule::CommonRanges,
        SimplifyRule::InstantiateConditions,
        SimplifyRule::Fold,
        SimplifyRule::Guards,
        SimplifyRule::Choices,
        SimplifyRule::DropWholeArrays,
        SimplifyRule::Counts,
        SimplifyRule::Ackermann,
        SimplifyRule::Fold,
        SimplifyRule::Tidy,
    ];
    let mut steps: Vec<Simplified> = vec![];
    for rule in rules {
        let before = steps.last().map_or(clause, |s| &s.clause);
        if let Some((after, keeping)) = apply(rule, before)
            && after != *before
        {
            steps.push(Simplified { rule, clause: after, keeping });
        }
    }
    steps
}

/// Applies a rule to a clause; `None` where it sees at once that it does not apply.
fn apply(rule: SimplifyRule, clause: &Clause) -> Option<(Clause, Vec<Keeping>)> {
    let after = match rule {
        SimplifyRule::InstantiateConditions => return Some(instantiate_conditions(clause)),
        SimplifyRule::GoalDefinitions => goal_definitions(clause),
        SimplifyRule::GoalAssumptions => goal_assumptions(clause),
        SimplifyRule::ArrayDefinitions => array_definitions(clause),
        SimplifyRule::Fold => Some(folded(clause)),
        SimplifyRule::Guards => discharge(clause),
        SimplifyRule::Choices => choices(clause),
        SimplifyRule::DropWholeArrays => drop_whole_arrays(clause),
        SimplifyRule::CommonRanges => counts::in_common_ranges(clause),
        SimplifyRule::Counts => counts::with_facts(clause),
        SimplifyRule::Ackermann => ackermann(clause),
        SimplifyRule::Tidy => Some(tidy(clause)),
    };
    after.map(|clause| (clause, vec![]))
}

fn folded(clause: &Clause) -> Clause {
    let mut folding = Folding::default();
    clause.map_terms(&mut |t| folding.fold(t))
}

/// `g ==> P(x)` as a goal: conjuncts `y = t` of `g` that define an argument, or what lies between
/// an argument and the array, are put in; the other ones become premises.
fn goal_definitions(clause: &Clause) -> Option<Clause> {
    let goal = match &clause.goal {
        Goal::Instance(goal) if !goal.guard.is_true() => goal,
        _ => return None,
    };
    let mut parts = goal.guard.conjuncts();
    let mut args = goal.args.clone();
    let arg_vars: FxHashSet<&Var> = goal.args.iter().filter_map(Term::as_var).collect();
    let mentioned = clause.without_goal().free_vars();
    // Arguments first: their names are made up, those of the clause's own variables are not.
    for want_args in [true, false] {
        let wanted = |v: &Var| arg_vars.contains(v) == want_args && !mentioned.contains(v);
        loop {
            let map = take_definitions(&mut parts, wanted);
            if map.is_empty() {
                break;
            }
            parts.iter_mut().chain(&mut args).for_each(|p| *p = p.subst(&map));
        }
    }
    let moved = parts.iter().cloned().map(Premise::Cond);
    let premises = clause.premises.iter().cloned().chain(moved).collect();
    let goal = Goal::Instance(Instance::plain(goal.pred, args));
    Some(put_constants(clause.with_formulas(premises, goal), &parts))
}

/// Guards of the goal such as `k = 0` put in everywhere: the abstraction's formula fixes a cell.
fn put_constants(mut clause: Clause, guards: &[Term]) -> Clause {
    for guard in guards {
        if let Some((v, t)) = definition(guard, |_| true)
            && t.as_int().is_some()
        {
            let map = Subst::from([(v, t)]);
            clause.premises.retain(|p| *p != Premise::Cond(guard.clone()));
            clause = clause.map_terms(&mut |t| t.subst(&map));
        }
    }
    clause
}

/// The goal `f ==> g` with `f` before the arrow.
fn goal_assumptions(clause: &Clause) -> Option<Clause> {
    let goal = match &clause.goal {
        Goal::Cond(goal) if goal.as_app(Op::Implies).is_some() => goal,
        _ => return None,
    };
    let (mut claimed, mut assumed) = (goal, vec![]);
    while let Some([before, after]) = claimed.as_app(Op::Implies) {
        assumed.push(Premise::Cond(before.clone()));
        claimed = after;
    }
    let premises = clause.premises.iter().cloned().chain(assumed).collect();
    Some(clause.with_formulas(premises, Goal::Cond(claimed.clone())))
}

/// Removes the choices that conditions decide; a condition decides nothing about itself.
fn choices(clause: &Clause) -> Option<Clause> {
    if !clause.terms().any(has_choice) {
        return None;
    }
    let facts = Facts::from_formulas(clause.conditions());
    let mut out =
        clause.map_terms(&mut |t| if has_choice(t) { facts.settle(t) } else { t.clone() });
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
            out.premises[n] = Premise::Cond(Facts::from_formulas(others).settle(c));
        }
    }
    Some(out)
}

fn has_choice(t: &Term) -> bool {
    has_choice_beyond(t, &mut Seen::default())
}

fn has_choice_beyond(t: &Term, seen: &mut Seen) -> bool {
    match t.node() {
        Node::App(op, args) => {
            *op == Op::Ite || seen.is_new(t) && args.iter().any(|a| has_choice_beyond(a, seen))
        }
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

/// Takes definitions of wanted variables out of conditions: as many as can be put in all at once,
/// because none speaks of a variable that another one defines.
fn take_definitions(conditions: &mut Vec<Term>, wanted: impl Fn(&Var) -> bool) -> Subst {
    let mut map = Subst::new();
    let mut used: BTreeSet<Var> = BTreeSet::new();
    conditions.retain(|c| {
        let free = |v: &Var| wanted(v) && !map.contains_key(v) && !used.contains(v);
        let Some((v, t)) = definition(c, free) else { return true };
        let vars = t.free_vars();
        if vars.iter().any(|w| map.contains_key(w)) {
            return true;
        }
        used.extend(vars);
        map.insert(v, t);
        false
    });
    map
}

/// Uses conditions `a = t` on arrays as definitions.
fn array_definitions(clause: &Clause) -> Option<Clause> {
    let mut conditions: Vec<Term> = clause.conditions().cloned().collect();
    let map = take_definitions(&mut conditions, |v| v.sort.is_array());
    if map.is_empty() {
        return None;
    }
    let mut kept = conditions.into_iter().peekable();
    let premises = clause.premises.iter().filter(|p| match p {
        Premise::Cond(c) => kept.next_if_eq(c).is_some(),
        Premise::Instance(_) => true,
    });
    let rest = clause.with_formulas(premises.cloned().collect(), clause.goal.clone());
    let rest = rest.map_terms(&mut |t| t.subst(&map));
    // Each round removes variables for good, so this ends.
    Some(array_definitions(&rest).unwrap_or(rest))
}

/// Whether arrays are compared or chosen in `t` otherwise than by reading a cell.
fn compares_arrays(t: &Term) -> bool {
    match t.node() {
        _ if !t.has_array() => false,
        Node::App(Op::Eq | Op::Ne, args) if args[0].sort().is_array() => true,
        Node::App(_, args) | Node::Pred(_, args) => args.iter().any(compares_arrays),
        Node::Quant(_, _, body) => compares_arrays(body),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => false,
    }
}

fn drop_whole_arrays(clause: &Clause) -> Option<Clause> {
    let keep = |p: &Premise| match p {
        Premise::Cond(c) => !compares_arrays(c),
        // The guard may fail, and then the premise is empty.
        Premise::Instance(i) => i.is_plain(),
    };
    let goal = match &clause.goal {
        Goal::Cond(c) if compares_arrays(c) => Goal::Cond(Term::bool(false)),
        goal => goal.clone(),
    };
    if goal == clause.goal && clause.premises.iter().all(keep) {
        return None;
    }
    let premises = clause.premises.iter().filter(|p| keep(p)).cloned().collect();
    Some(clause.with_formulas(premises, goal))
}

fn tidy(clause: &Clause) -> Clause {
    let mut seen: FxHashSet<Premise> = FxHashSet::default();
    let parts = clause.premises.iter().flat_map(|p| match p {
        Premise::Cond(c) => c.conjuncts().into_iter().map(Premise::Cond).collect(),
        Premise::Instance(_) => vec![p.clone()],
    });
    let premises = parts.filter(|p| seen.insert(p.clone())).collect();
    clause.with_formulas(premises, clause.goal.clone())
}
