//! How the abstract clauses contradict each other.

use crate::formula::Formula;
use crate::state::{Action, State};
use hornbook_core::explain::TreeNode;
use yew::prelude::*;

/// Properties of [`Derivation`].
#[derive(Clone, PartialEq, Properties)]
pub struct DerivationProps {
    /// The root.
    pub tree: TreeNode,
    /// Where a picked line goes.
    pub dispatch: UseReducerDispatcher<State>,
}

/// The derivation of false, each fact above those that it follows from.
#[component]
pub fn Derivation(props: &DerivationProps) -> Html {
    html! {
        <>
            <h3>{ "How the abstract clauses reach a contradiction" }</h3>
            <p class="why">{ "Each fact follows from those below it by the clause of its line. These states exist for the abstraction; no real run was found that goes through them." }</p>
            <ul class="tree derivation" data-testid="derivation">{ node(&props.tree, &props.dispatch) }</ul>
        </>
    }
}

/// Facts nested deeper than this start closed.
const OPEN_DEPTH: usize = 12;

fn node(tree: &TreeNode, dispatch: &UseReducerDispatcher<State>) -> Html {
    branch(tree, dispatch, 0)
}

fn branch(tree: &TreeNode, dispatch: &UseReducerDispatcher<State>, depth: usize) -> Html {
    let (go, span) = (dispatch.clone(), tree.span);
    let onclick = Callback::from(move |event: MouseEvent| {
        event.prevent_default();
        go.dispatch(Action::GoTo(span));
    });
    let line = html! {
        <span class="call"><Formula term={tree.fact.clone()} />
            <button class="rule" {onclick}>{ format!("line {}", tree.line) }</button>
        </span>
    };
    match tree.children.as_slice() {
        [] => html! { <li>{ line }</li> },
        // A chain is shown flat: it would walk off the page otherwise.
        [one] => html! { <><li>{ line }</li>{ branch(one, dispatch, depth + 1) }</> },
        several => html! {
            <li>
                <details open={depth < OPEN_DEPTH}>
                    <summary>{ line }</summary>
                    { for several.iter().map(|child| html! { <ul>{ branch(child, dispatch, depth + 1) }</ul> }) }
                </details>
            </li>
        },
    }
}
