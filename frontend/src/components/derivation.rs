//! The derivation of a contradiction from the abstract clauses.

use crate::formula::{Formula, Setting, predicate, term, variable};
use crate::state::{Action, State};
use hornbook_horn::{Node, Term};
use hornbook_records::{DerivationRemark, TreeNode};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct DerivationProps {
    /// The root.
    pub tree: TreeNode,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The derivation of false, each fact above those that it follows from.
#[component]
pub fn Derivation(props: &DerivationProps) -> Html {
    html! {
        <>
            <h3>{ "How the abstract clauses reach a contradiction" }</h3>
            <p class="why">
                { "Each state follows from those below it by the step of its line. The \
                    abstraction cannot tell them from real states, but Hornbook found no real \
                    run through them." }
                if has_a_remark(&props.tree) {
                    { " At ⚠ a step takes cells of different runs for cells of one array; ≠ shows where these runs differ." }
                }
            </p>
            <ul class="tree derivation" data-testid="derivation">{ branch(props, &props.tree, 0) }</ul>
        </>
    }
}

/// Facts nested deeper than this start closed.
const OPEN_DEPTH: usize = 2;

fn branch(props: &DerivationProps, tree: &TreeNode, depth: usize) -> Html {
    match tree.children.as_slice() {
        [_, ..] if tree.again => html! {
            <li>{ line(props, tree) }<span class="chip soft" data-testid="again">{ "as above" }</span></li>
        },
        [] => html! { <li class={class(tree)}>{ line(props, tree) }</li> },
        // A chain is shown flat: it would walk off the page otherwise.
        [one] => {
            html! { <><li class={class(tree)}>{ line(props, tree) }</li>{ branch(props, one, depth) }</> }
        }
        several => html! {
            <li class={classes!("fork", class(tree))}>
                { place(props, tree) }
                <details open={depth < OPEN_DEPTH || has_a_remark(tree)}>
                    <summary><span class="call">{ fact(tree) }{ remark(tree) }</span></summary>
                    { for several.iter().map(|child| html! { <ul>{ branch(props, child, depth + 1) }</ul> }) }
                </details>
            </li>
        },
    }
}

fn line(props: &DerivationProps, tree: &TreeNode) -> Html {
    html! { <span class="call">{ fact(tree) }{ remark(tree) }{ place(props, tree) }</span> }
}

fn class(tree: &TreeNode) -> Option<&'static str> {
    tree.remark.map(|remark| match remark {
        DerivationRemark::SpuriousStep => "mixes",
        DerivationRemark::Divergence => "parts",
    })
}

/// The remark on a step, with a sign so that colours are not needed.
fn remark(tree: &TreeNode) -> Html {
    let Some(remark) = tree.remark else { return html! {} };
    let (sign, class) = match remark {
        DerivationRemark::SpuriousStep => ("⚠ ", "weak"),
        DerivationRemark::Divergence => ("≠ ", "soft"),
    };
    html! {
        <span class={classes!("chip", class)} data-testid="remark">
            <span aria-hidden="true">{ sign }</span>{ remark.describe() }
        </span>
    }
}

/// Whether something is said here or below.
fn has_a_remark(tree: &TreeNode) -> bool {
    tree.remark.is_some() || tree.children.iter().any(has_a_remark)
}

fn fact(tree: &TreeNode) -> Html {
    fact_formula(&tree.fact, &tree.state)
}

/// A button that goes to the line of a step. It is no part of a summary, which is a button itself.
fn place(props: &DerivationProps, tree: &TreeNode) -> Html {
    let (go, span) = (props.dispatch.clone(), tree.span);
    let onclick = Callback::from(move |_: MouseEvent| go.dispatch(Action::GoTo(span)));
    html! { <button class="rule" {onclick}>{ format!("line {}", tree.line) }</button> }
}

/// A fact as an abstract state: `n = 2, a[0] = 1`, or as a formula if only its arguments are known.
pub(super) fn fact_formula(fact: &Term, state: &[(Term, Term)]) -> Html {
    match fact.node() {
        Node::Pred(name, args) if args.is_empty() || !state.is_empty() => {
            let last = state.len().saturating_sub(1);
            let parts = state.iter().enumerate().map(|(i, (what, value))| {
                let comma = if i < last { ", " } else { "" };
                html! { <><span class="f-tight">{ part(what, value) }</span>{ comma }</> }
            });
            html! {
                <span class="f" role="math" aria-label={fact.to_string()}>
                    { predicate(name) }
                    if !args.is_empty() { <span class="f-say">{ ": " }</span> }
                    { for parts }
                </span>
            }
        }
        _ => html! { <Formula term={fact.clone()} /> },
    }
}

fn part(what: &Term, value: &Term) -> Html {
    let setting = Setting::default();
    match what.as_var() {
        Some(var) => {
            html! { <>{ variable(&var.name) }{ "\u{a0}=\u{a0}" }{ term(value, &setting) }</> }
        }
        None => {
            let cell = Term::eq(what.clone(), value.clone());
            html! { <span class="f-cell" data-cell={what.to_string()}>{ term(&cell, &setting) }</span> }
        }
    }
}
