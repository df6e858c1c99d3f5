//! Clauses: premises, an arrow on a line of its own, the goal.

use super::name::predicate;
use super::term::{Setting, binder, conjunct, list, term};
use hornbook_core::abstraction::sigma::Sigma;
use hornbook_core::horn::clause::{Clause, Goal, Instance, Premise, System};
use hornbook_core::horn::term::{Op, Quantifier, Term};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`ClauseFormula`].
#[derive(Clone, PartialEq, Properties)]
pub struct ClauseFormulaProps {
    /// The names of predicates.
    pub system: Rc<System>,
    /// The clause.
    pub clause: Clause,
    /// A clause to compare with: premises and a goal that it does not have are shown as new.
    #[prop_or_default]
    pub before: Option<Clause>,
    /// What is pointed out.
    #[prop_or_default]
    pub setting: Setting,
}

/// A clause.
#[component]
pub fn ClauseFormula(props: &ClauseFormulaProps) -> Html {
    let ClauseFormulaProps { system, clause, before, setting } = props;
    let alone = clause.premises.len() == 1;
    let premises = clause.premises.iter().enumerate().map(|(i, premise)| {
        let fresh = before.as_ref().is_some_and(|b| !b.premises.contains(premise));
        let sign = if i > 0 { html! { <><span class="f-sign">{ "∧" }</span>{ "\u{a0}" }</> } } else { html! {} };
        let body = show_premise(premise, system, alone, setting);
        html! { <span class={classes!("f-part", fresh.then_some("f-fresh"))}>{ sign }{ body }{ " " }</span> }
    });
    let fresh_goal = before.as_ref().is_some_and(|b| b.goal != clause.goal);
    let goal = match &clause.goal {
        Goal::Instance(i) => instance(i, system, true, setting),
        Goal::Cond(c) => term(c, setting),
    };
    let arrow = if clause.premises.is_empty() {
        html! {}
    } else {
        html! { <><span class="f-sign f-arrow">{ "→" }</span>{ "\u{a0}" }</> }
    };
    html! {
        <div class="f f-clause" role="math" aria-label={system.show(clause)}>
            if !clause.premises.is_empty() {
                <div class="f-premises">{ for premises }</div>
            }
            <div class={classes!("f-goal", fresh_goal.then_some("f-fresh"))}>{ arrow }{ goal }</div>
        </div>
    }
}

fn show_premise(premise: &Premise, system: &System, alone: bool, setting: &Setting) -> Html {
    match premise {
        Premise::Instance(i) => instance(i, system, alone, setting),
        Premise::Cond(c) => conjunct(c, setting),
    }
}

/// `∀k, v. guard → L#(k, v)`; bracketed where something may follow it.
fn instance(i: &Instance, system: &System, open: bool, setting: &Setting) -> Html {
    let atom = html! {
        <span class="f-atom">
            { predicate(&system.pred(i.pred).name) }
            if !i.args.is_empty() { { "(" }{ arguments(i, setting) }{ ")" } }
        </span>
    };
    if i.is_plain() {
        return atom;
    }
    let bare = i.bound.is_empty() && i.guard.conjuncts().iter().all(is_reflexive);
    let (left, right) = if open || bare { ("", "") } else { ("(", ")") };
    let quantifier = if i.bound.is_empty() {
        html! {}
    } else {
        html! { <>{ binder(Quantifier::Forall, &i.bound) }{ " " }</> }
    };
    let guard = guard(i, setting);
    html! { <span class="f-quantified">{ left }{ quantifier }{ guard }{ atom }{ right }</span> }
}

/// The guard before its arrow. What only says that a value is itself is left out; what only copies
/// a value that is kept as it is stands back.
fn guard(i: &Instance, setting: &Setting) -> Html {
    let parts = i.guard.conjuncts();
    let said: Vec<&Term> = parts.iter().filter(|t| !is_reflexive(t)).collect();
    if said.is_empty() {
        return html! {};
    }
    let plain = plain_arguments(i, setting);
    let parts = said.iter().enumerate().map(|(n, part)| {
        let sign = if n > 0 {
            html! { <><span class="f-sign">{ "∧" }</span>{ "\u{a0}" }</> }
        } else {
            html! {}
        };
        let copies = part.as_app(Op::Eq).is_some_and(|args| plain.contains(&&args[0]));
        html! { <><span class={copies.then_some("f-copy")}>{ sign }{ conjunct(part, setting) }</span>{ " " }</> }
    });
    html! { <>{ for parts }<span class="f-sign">{ "→" }</span>{ "\u{a0}" }</> }
}

fn is_reflexive(t: &Term) -> bool {
    matches!(t.as_app(Op::Eq), Some([a, b]) if a == b)
}

/// The arguments that are not part of a cell.
fn plain_arguments<'i>(i: &'i Instance, setting: &Setting) -> Vec<&'i Term> {
    let mut at = 0;
    let mut plain = vec![];
    for size in setting.abstraction.iter().flat_map(|a| groups(a.sigma(i.pred))) {
        if size == 1 {
            plain.extend(i.args.get(at));
        }
        at += size;
    }
    plain
}

/// The arguments, those of one cell together and in its colour.
fn arguments(i: &Instance, setting: &Setting) -> Html {
    let groups = match &setting.abstraction {
        Some(abstraction) => groups(abstraction.sigma(i.pred)),
        None => vec![],
    };
    if groups.iter().sum::<usize>() != i.args.len() {
        return list(&i.args, setting);
    }
    let mut rest = i.args.as_slice();
    let parts = groups.iter().map(|&size| {
        let (group, after) = rest.split_at(size);
        rest = after;
        let comma = if rest.is_empty() { "" } else { ", " };
        let class = (size > 1).then_some("f-cell");
        html! { <><span {class}>{ list(group, setting) }</span>{ comma }</> }
    });
    let parts: Vec<Html> = parts.collect();
    html! { <>{ for parts }</> }
}

/// How many arguments stand together, from left to right: those of one component; nothing when the
/// abstraction does not say.
fn groups(sigma: &Sigma) -> Vec<usize> {
    match sigma {
        Sigma::Cell => vec![2],
        Sigma::Tuple(parts) | Sigma::Product(parts) => parts.iter().flat_map(groups).collect(),
        Sigma::Power(base, n) | Sigma::Ordered(base, n) => groups(base).repeat(*n),
        Sigma::Id => vec![1],
        Sigma::Finite(finite) => {
            vec![finite.cases.first().map_or(0, |case| case.value.leaves().len())]
        }
        Sigma::Compose(outer, _) => vec![groups(outer).iter().sum()],
        Sigma::Sum(parts) => vec![1 + parts.iter().flat_map(groups).sum::<usize>()],
    }
}

/// Properties of [`InstanceFormula`].
#[derive(Clone, PartialEq, Properties)]
pub struct InstanceFormulaProps {
    /// The names of predicates.
    pub system: Rc<System>,
    /// The instance.
    pub instance: Instance,
    /// What is pointed out.
    #[prop_or_default]
    pub setting: Setting,
}

/// A predicate instance within a text.
#[component]
pub fn InstanceFormula(props: &InstanceFormulaProps) -> Html {
    let label = props.instance.to_term(&props.system).to_string();
    html! {
        <span class="f" role="math" aria-label={label}>
            { instance(&props.instance, &props.system, true, &props.setting) }
        </span>
    }
}
