//! The derivation of a contradiction from the abstract clauses.

use crate::formula::{Formula, Setting, predicate, term, variable};
use crate::state::{Action, State};
use hornbook_horn::{Node, Term};
use hornbook_records::{DerivationRemark, TreeNode, Verdict};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct DerivationProps {
    /// The root.
    pub tree: TreeNode,
    /// The clauses that it is a derivation from.
    pub about: DerivedFrom,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The clauses of a derivation, which decide how a contradiction is to be understood.
#[derive(Clone, Copy, PartialEq)]
pub enum DerivedFrom {
    /// The clauses of a file, as they stand.
    Given,
    /// The clauses of a program without abstraction.
    Exact,
    /// Abstract clauses.
    Abstract,
}

impl DerivedFrom {
    /// The clauses of the derivation of a verdict.
    pub fn from_verdict(verdict: &Verdict) -> DerivedFrom {
        match verdict {
            Verdict::Refuted(_) => DerivedFrom::Given,
            Verdict::TooWeak { abstracted: false, .. } => DerivedFrom::Exact,
            _ => DerivedFrom::Abstract,
        }
    }

    fn title(self) -> &'static str {
        match self {
            DerivedFrom::Given | DerivedFrom::Exact => "How the clauses reach a contradiction",
            DerivedFrom::Abstract => "How the abstract clauses reach a contradiction",
        }
    }

    fn describe(self) -> &'static str {
        match self {
            DerivedFrom::Given => "Each fact follows from those below it.",
            DerivedFrom::Exact => {
                "Each state follows from those below it by the step of its line. Hornbook found no \
                 run through them."
            }
            DerivedFrom::Abstract => {
                "Each state follows from those below it by the step of its line. The abstraction \
                 cannot tell them from real states, but Hornbook found no real run through them."
            }
        }
    }
}

/// The derivation of false, each fact above those that it follows from.
#[component]
pub fn Derivation(props: &DerivationProps) -> Html {
    html! {
        <>
            <h3>{ props.about.title() }</h3>
            <p class="why">
                { props.about.describe() }
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

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_base::Span;

    #[test]
    fn no_abstraction_is_blamed_for_clauses_without_one() {
        let tree = TreeNode {
            fact: Term::bool(false),
            state: vec![],
            span: Span::default(),
            line: 1,
            remark: None,
            again: false,
            children: vec![],
        };
        let weak = |abstracted| Verdict::TooWeak {
            tree: tree.clone(),
            why: String::new(),
            abstracted,
            beside: None,
        };
        for (verdict, blames) in
            [(weak(true), true), (weak(false), false), (Verdict::Refuted(tree.clone()), false)]
        {
            let about = DerivedFrom::from_verdict(&verdict);
            let said = format!("{} {}", about.title(), about.describe());
            assert_eq!(said.contains("abstract"), blames, "{said}");
        }
    }
}
