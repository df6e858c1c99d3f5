//! The result of rules by hand: the program with ghost variables beside the original, and the run that
//! breaks a guard.

use super::ghost_card::meaning_list;
use super::listing::Listing;
use super::prose::Prose;
use super::trace_player::variables;
use super::transport::Transport;
use crate::hooks::use_document;
use crate::state::State;
use hornbook_base::text::capitalised;
use hornbook_protocol::DocumentKind;
use hornbook_records::Run;
use hornbook_records::workbench::{Workbench, WorkbenchProgram};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct WorkbenchFocusProps {
    pub state: Rc<State>,
}

/// The program, or why there is none.
#[component]
pub fn WorkbenchFocus(props: &WorkbenchFocusProps) -> Html {
    let bench = use_document::<Workbench>(&props.state, DocumentKind::Workbench);
    let made = bench.as_ref().and_then(|(_, bench)| bench.made.as_ref());
    let applied = bench
        .as_ref()
        .is_some_and(|(_, bench)| bench.rules.ghosts.iter().any(|ghost| !ghost.rules.is_empty()));
    let WorkbenchProgram { text, added, meanings, broken, runs } = match made {
        None => {
            return html! { <p class="empty">{ "Follow a value, and the program with ghost variables appears here." }</p> };
        }
        Some(Err(why)) => {
            return html! { <p class="reason" role="status" data-testid="bench-trouble"><Prose text={capitalised(why)} />{ "." }</p> };
        }
        Some(Ok(made)) => made,
    };
    html! {
        <>
            <h3>{ "With ghost variables" }</h3>
            { meaning_list(meanings) }
            if let Some((broken, run)) = broken {
                <p class="reason" data-testid="bench-broken"><Prose text={capitalised(&broken.describe())} />{ ". The rule is wrong, or another one is missing." }</p>
                <RunOnBench run={run.clone()} />
            } else if !applied {
                <p class="why" data-testid="bench-idle">{ "The ghost variables are there, and no rule is applied yet: pick a statement." }</p>
            } else {
                <p class="why" data-testid="bench-holds">{ no_break(*runs) }{ " Run looks for a proof." }</p>
            }
            <Listing text={text.clone()} marked={added.clone()} meaning="added" testid="bench-program" />
        </>
    }
}

/// The sentence on guards that none of some small runs breaks.
fn no_break(runs: usize) -> String {
    match runs {
        0 => "No small run was tried.".to_owned(),
        1 => "The small run that was tried breaks no guard.".to_owned(),
        _ => format!("None of the {runs} small runs that were tried breaks a guard."),
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(super) struct RunOnBenchProps {
    pub run: Run,
}

/// A run that breaks a guard, step by step, beginning with the last one.
#[component]
pub(super) fn RunOnBench(props: &RunOnBenchProps) -> Html {
    let run = &props.run;
    let last = run.steps.len().saturating_sub(1);
    let at = use_state(|| None::<usize>);
    {
        let at = at.clone();
        use_effect_with(run.clone(), move |_| at.set(None));
    }
    let shown = at.unwrap_or(last).min(last);
    let Some(step) = run.steps.get(shown) else { return html! {} };
    let go = Callback::from(move |step: usize| at.set(Some(step)));
    let says = format!("line {}: {}", step.line, step.what);
    html! {
        <article class="clause now trace" data-testid="bench-run">
            <header><span class="chip from">{ format!("line {}", step.line) }</span><code class="what">{ &step.what }</code></header>
            <Transport at={shown} {last} of="Steps of the run" {says} {go} />
            { variables(step) }
        </article>
    }
}
