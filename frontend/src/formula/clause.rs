//! Clauses: premises, an arrow on a line of its own, the goal.

use super::address;
use super::diff::terms_of_instance;
use super::name::predicate;
use super::term::{Setting, binder, conjunct, separated, term_at};
use crate::highlights::Topic;
use hornbook_abstraction::sigma::Sigma;
use hornbook_horn::PredId;
use hornbook_horn::clause::{Clause, Goal, Instance, Premise, System};
use hornbook_horn::term::{Op, Quantifier, Term};
use std::ops::Range;
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ClauseFormulaProps {
    /// The names of predicates.
    pub system: Rc<System>,
    /// The clause.
    pub clause: Clause,
    /// A clause to compare with: premises and a goal that it lacks are shown as changed.
    #[prop_or_default]
    pub other: Option<Clause>,
    #[prop_or_default]
    pub setting: Setting,
    /// Called with the topic under the pointer; where there is none, the elements around are called.
    #[prop_or_default]
    pub point: Callback<Topic>,
    /// Called with the topic that is clicked.
    #[prop_or_default]
    pub pick: Callback<Topic>,
}

/// A clause.
#[component]
pub fn ClauseFormula(props: &ClauseFormulaProps) -> Html {
    let ClauseFormulaProps { system, clause, other, setting, point, .. } = props;
    let alone = clause.premises.len() == 1;
    let premises = clause.premises.iter().enumerate().map(|(i, premise)| {
        let changed = other.as_ref().is_some_and(|b| !b.premises.contains(premise));
        let sign = if i > 0 { html! { <><span class="f-sign">{ "∧" }</span>{ "\u{a0}" }</> } } else { html! {} };
        let body = show_premise(premise, system, alone, setting, i as u32);
        html! { <span class={classes!("f-part", changed.then(|| part_class(&parts_of_premise(premise), setting)))}>{ sign }{ body }{ " " }</span> }
    });
    let changed = other.as_ref().is_some_and(|b| b.goal != clause.goal);
    let place = clause.premises.len() as u32;
    let (goal, parts) = match &clause.goal {
        Goal::Instance(i) => (instance(i, system, true, setting, place), terms_of_instance(i)),
        Goal::Cond(c) => (term_at(c, setting, &[place]), vec![c.clone()]),
    };
    let arrow = if clause.premises.is_empty() {
        html! {}
    } else {
        html! { <><span class="f-sign f-arrow">{ "→" }</span>{ "\u{a0}" }</> }
    };
    let onmouseover = {
        let (point, clause) = (point.clone(), clause.clone());
        Callback::from(move |event: MouseEvent| {
            if let Some(topic) = topic(&event, &clause) {
                event.stop_propagation();
                point.emit(topic);
            }
        })
    };
    let onclick = {
        let (pick, clause) = (props.pick.clone(), clause.clone());
        Callback::from(move |event: MouseEvent| {
            if let Some(topic) = topic(&event, &clause) {
                event.stop_propagation();
                pick.emit(topic);
            }
        })
    };
    html! {
        <div class="f f-clause" role="math" aria-label={system.show(clause)} {onmouseover} {onclick}>
            if !clause.premises.is_empty() {
                <div class="f-premises">{ for premises }</div>
            }
            <div class={classes!("f-goal", changed.then(|| part_class(&parts, setting)))}>{ arrow }{ goal }</div>
        </div>
    }
}

/// The topic of the element under the pointer, if it is a part of a clause.
fn topic(event: &MouseEvent, clause: &Clause) -> Option<Topic> {
    let element: Element = event.target_dyn_into()?;
    let part = element.closest("[data-at],[data-point]").ok()??;
    if let Some(point) = part.get_attribute("data-point") {
        return point.parse().ok().map(|number| Topic::Point(PredId(number)));
    }
    let term = address::term_at(clause, &part.get_attribute("data-at")?)?;
    Some(Topic::Term(clause.id, term))
}

fn parts_of_premise(premise: &Premise) -> Vec<Term> {
    match premise {
        Premise::Instance(i) => terms_of_instance(i),
        Premise::Cond(c) => vec![c.clone()],
    }
}

/// A changed part is highlighted as a whole; faintly, where its terms that differ are highlighted too.
fn part_class(parts: &[Term], setting: &Setting) -> &'static str {
    if setting.change.points_into(parts) { "f-changed" } else { "f-fresh" }
}

fn show_premise(
    premise: &Premise,
    system: &System,
    alone: bool,
    setting: &Setting,
    place: u32,
) -> Html {
    match premise {
        Premise::Instance(i) => instance(i, system, alone, setting, place),
        Premise::Cond(c) => conjunct(c, setting, Some(&[place])),
    }
}

/// `∀k, v. guard → L#(k, v)`; bracketed where something may follow it.
fn instance(i: &Instance, system: &System, open: bool, setting: &Setting, place: u32) -> Html {
    let meant = setting.point == Some(i.pred);
    let atom = html! {
        <span class="f-atom">
            <span class={classes!(meant.then_some("f-lit"))} data-point={i.pred.0.to_string()}>
                { predicate(&system.pred(i.pred).name) }
            </span>
            if !i.args.is_empty() { { "(" }{ arguments(i, setting, place) }{ ")" } }
        </span>
    };
    if i.is_plain() {
        return atom;
    }
    let bare = i.bound.is_empty() && i.guard.conjuncts().iter().all(Term::is_reflexive);
    let (left, right) = if open || bare { ("", "") } else { ("(", ")") };
    let quantifier = if i.bound.is_empty() {
        html! {}
    } else {
        html! { <>{ binder(Quantifier::Forall, &i.bound) }{ " " }</> }
    };
    let guard = guard(i, setting, place);
    html! { <span class="f-quantified">{ left }{ quantifier }{ guard }{ atom }{ right }</span> }
}

/// The guard before its arrow. Trivial equations are left out; those that only copy an unabstracted value
/// are faint.
fn guard(i: &Instance, setting: &Setting, place: u32) -> Html {
    let parts = guard_parts(&i.guard, place);
    let said: Vec<&(Term, Option<Vec<u32>>)> =
        parts.iter().filter(|(t, _)| !t.is_reflexive()).collect();
    if said.is_empty() {
        return html! {};
    }
    let plain = plain_arguments(i, setting);
    let parts = said.iter().enumerate().map(|(n, (part, place))| {
        let sign = if n > 0 {
            html! { <><span class="f-sign">{ "∧" }</span>{ "\u{a0}" }</> }
        } else {
            html! {}
        };
        let copies = part.as_app(Op::Eq).is_some_and(|args| plain.contains(&&args[0]));
        html! { <><span class={copies.then_some("f-copy")}>{ sign }{ conjunct(part, setting, place.as_deref()) }</span>{ " " }</> }
    });
    html! { <>{ for parts }<span class="f-sign">{ "→" }</span>{ "\u{a0}" }</> }
}

/// The conjuncts with their addresses; those of nested conjunctions have none.
fn guard_parts(guard: &Term, place: u32) -> Vec<(Term, Option<Vec<u32>>)> {
    let parts = guard.conjuncts();
    let direct = guard.as_app(Op::And).map_or(1, <[Term]>::len) == parts.len();
    let address = |n: usize| match guard.as_app(Op::And) {
        _ if !direct => None,
        Some(_) => Some(vec![place, 0, n as u32]),
        None => Some(vec![place, 0]),
    };
    parts.into_iter().enumerate().map(|(n, part)| (part, address(n))).collect()
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
fn arguments(i: &Instance, setting: &Setting, place: u32) -> Html {
    let groups = match &setting.abstraction {
        Some(abstraction) => groups(abstraction.sigma(i.pred)),
        None => vec![],
    };
    let drawn = |range: Range<usize>| {
        let args = range.map(|n| term_at(&i.args[n], setting, &[place, n as u32 + 1]));
        separated(args)
    };
    if groups.iter().sum::<usize>() != i.args.len() {
        return drawn(0..i.args.len());
    }
    let mut from = 0;
    let parts = groups.iter().map(|&size| {
        let group = from..from + size;
        from += size;
        let comma = if from == i.args.len() { "" } else { ", " };
        let class = (size > 1).then_some("f-cell");
        html! { <><span {class}>{ drawn(group) }</span>{ comma }</> }
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

#[derive(Clone, PartialEq, Properties)]
pub struct InstanceFormulaProps {
    /// The names of predicates.
    pub system: Rc<System>,
    /// The instance.
    pub instance: Instance,
    #[prop_or_default]
    pub setting: Setting,
}

/// A predicate instance within a text.
#[component]
pub fn InstanceFormula(props: &InstanceFormulaProps) -> Html {
    let label = props.instance.to_term(&props.system).to_string();
    html! {
        <span class="f" role="math" aria-label={label}>
            { instance(&props.instance, &props.system, true, &props.setting, 0) }
        </span>
    }
}
