//! How the abstract clauses contradict each other.

use crate::formula::{Formula, Setting, predicate, term, variable};
use crate::records::{Analysis, Shared};
use crate::state::{Action, Stage, State};
use hornbook_core::abstraction::sigma::Sigma;
use hornbook_core::explain::TreeNode;
use hornbook_core::horn::{Node, PredId, Term, Var};
use yew::prelude::*;

/// Properties of [`Derivation`].
#[derive(Clone, PartialEq, Properties)]
pub struct DerivationProps {
    /// The root.
    pub tree: TreeNode,
    /// The clauses that it is about, if they are at hand.
    pub analysis: Option<Shared<Analysis>>,
    /// Where a picked line goes.
    pub dispatch: UseReducerDispatcher<State>,
}

/// The derivation of false, each fact above those that it follows from.
#[component]
pub fn Derivation(props: &DerivationProps) -> Html {
    html! {
        <>
            <h3>{ "How the abstract clauses reach a contradiction" }</h3>
            <p class="why">
                { "Each state follows from those below it by the step of its line. The abstraction cannot tell \
                    them from real ones, but no real run was found that goes through them." }
            </p>
            <ul class="tree derivation" data-testid="derivation">{ branch(props, &props.tree, 0) }</ul>
        </>
    }
}

/// Facts nested deeper than this start closed.
const OPEN_DEPTH: usize = 2;

fn branch(props: &DerivationProps, tree: &TreeNode, depth: usize) -> Html {
    match tree.children.as_slice() {
        [] => html! { <li>{ line(props, tree) }</li> },
        // A chain is shown flat: it would walk off the page otherwise.
        [one] => html! { <><li>{ line(props, tree) }</li>{ branch(props, one, depth) }</> },
        several => html! {
            <li class="fork">
                { place(props, tree) }
                <details open={depth < OPEN_DEPTH}>
                    <summary><span class="call">{ fact(props, tree) }</span></summary>
                    { for several.iter().map(|child| html! { <ul>{ branch(props, child, depth + 1) }</ul> }) }
                </details>
            </li>
        },
    }
}

fn line(props: &DerivationProps, tree: &TreeNode) -> Html {
    html! { <span class="call">{ fact(props, tree) }{ place(props, tree) }</span> }
}

fn fact(props: &DerivationProps, tree: &TreeNode) -> Html {
    let state = state(props, &tree.fact);
    state.unwrap_or_else(|| html! { <Formula term={tree.fact.clone()} /> })
}

/// A button that goes to the line of a step. It is no part of a summary, which is a button itself.
fn place(props: &DerivationProps, tree: &TreeNode) -> Html {
    let (go, span) = (props.dispatch.clone(), tree.span);
    let onclick = Callback::from(move |_: MouseEvent| go.dispatch(Action::GoTo(span)));
    html! { <button class="rule" {onclick}>{ format!("line {}", tree.line) }</button> }
}

/// The fact as an abstract state: `n = 2, a[0] = 1`. None for false, and for a fact that does not
/// fit the clauses at hand.
fn state(props: &DerivationProps, fact: &Term) -> Option<Html> {
    let Node::Pred(name, args) = fact.node() else {
        return None;
    };
    let systems = props.analysis.as_ref()?.systems.as_ref()?;
    let at = systems.after(Stage::Abstract)?.preds.iter().position(|p| *p.name == **name)?;
    let id = PredId(u32::try_from(at).ok()?);
    let Sigma::Tuple(sigmas) = systems.abstraction.sigma(id) else {
        return None;
    };
    let params = &systems.after(Stage::Clauses)?.preds.get(at)?.params;
    let mut rest = args.as_slice();
    let mut parts = vec![];
    for (sigma, param) in sigmas.iter().zip(params) {
        rest = values(sigma, param, rest, &mut parts)?;
    }
    let last = parts.len().saturating_sub(1);
    let parts = parts.into_iter().enumerate().map(|(i, part)| {
        let comma = if i < last { ", " } else { "" };
        html! { <><span class="f-tight">{ part }</span>{ comma }</> }
    });
    Some(html! {
        <span class="f" role="math" aria-label={fact.to_string()}>
            { predicate(name) }
            if !args.is_empty() { <span class="f-say">{ ": " }</span> }
            { for parts }
        </span>
    })
}

/// Puts the values of one parameter into words, and gives the arguments after them.
fn values<'a>(
    sigma: &Sigma,
    param: &Var,
    args: &'a [Term],
    out: &mut Vec<Html>,
) -> Option<&'a [Term]> {
    let setting = Setting::default();
    match (sigma, args) {
        (Sigma::Cell, [k, v, rest @ ..]) => {
            let cell = Term::select(Term::var(param), k.clone());
            out.push(html! { <span class="f-cell">{ term(&Term::eq(cell, v.clone()), &setting) }</span> });
            Some(rest)
        }
        (Sigma::Power(base, n) | Sigma::Ordered(base, n), _) => {
            (0..*n).try_fold(args, |args, _| values(base, param, args, out))
        }
        (Sigma::Id, [value, rest @ ..]) => {
            out.push(html! { <>{ variable(&param.name) }{ "\u{a0}=\u{a0}" }{ term(value, &setting) }</> });
            Some(rest)
        }
        _ => None,
    }
}
