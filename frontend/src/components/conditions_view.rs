//! The conditions of the claims, each with the state that breaks it drawn on the array.

use super::prose::Prose;
use super::workbench_focus::RunOnBench;
use crate::hooks::use_document;
use crate::state::{Action, State};
use hornbook_base::text::capitalised;
use hornbook_protocol::DocumentKind;
use hornbook_records::tiled::{
    ClaimRecord, ConditionRecord, ConditionState, ConditionViolation, TilingRecord, ViolationCell,
    ViolationStrip,
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ConditionsViewProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The claims outside of loops, each with its conditions.
#[component]
pub fn ConditionsView(props: &ConditionsViewProps) -> Html {
    let ConditionsViewProps { state, dispatch } = props;
    let known = use_document::<TilingRecord>(state, DocumentKind::Tiling);
    let Some((_, tilings)) = &known else {
        return html! { <p class="empty" role="status">{ "Hornbook decides the conditions …" }</p> };
    };
    if tilings.claims.is_empty() {
        return html! { <p class="empty">{ "No `assert` stands by itself outside of loops. Facts from tiles may still help at loop heads: run the program." }</p> };
    }
    html! {
        <div class="tiling" data-testid="conditions">
            if let Some(why) = &tilings.wrong {
                <p class="reason"><Prose text={format!("{}. So the conditions are about the tiles that follow from the writes.", capitalised(why))} /></p>
            }
            { for tilings.claims.iter().map(|claim| one_claim(claim, dispatch)) }
        </div>
    }
}

fn one_claim(claim: &ClaimRecord, dispatch: &UseReducerDispatcher<State>) -> Html {
    let ClaimRecord { at, line, text, conditions } = claim;
    let go = {
        let (dispatch, at) = (dispatch.clone(), *at);
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::GoTo(at)))
    };
    let (class, says) = match (claim.is_certified(), conditions) {
        (true, _) => ("ok", "certified by its conditions"),
        (false, Ok(_)) => ("weak", "not certified by its conditions"),
        (false, Err(_)) => ("weak", "no conditions"),
    };
    html! {
        <section data-testid="claim">
            <div class="task-head">
                <button class="chip from" onclick={go}>{ format!("line {line}") }</button>
                <code>{ text }</code>
                <span class="grow"></span>
                <span class={classes!("chip", class)} data-testid="claim-state">{ says }</span>
            </div>
            if let Ok(all) = conditions {
                <ul class="conditions">{ for in_order(all).into_iter().map(|c| one_condition(c, dispatch)) }</ul>
            }
            if let Err(why) = conditions {
                <p class="reason"><Prose text={format!("{}. Facts from tiles at loop heads may still certify it: run the program.", capitalised(why))} /></p>
            }
        </section>
    }
}

/// The conditions in order: the broken ones, then those that others build on, then those that nothing is
/// known of.
fn in_order(all: &[ConditionRecord]) -> Vec<&ConditionRecord> {
    const BUILT_ON: [&str; 4] = ["T1", "T2*", "T3*", "T0"];
    let mut all: Vec<&ConditionRecord> = all.iter().collect();
    all.sort_by_key(|condition| match condition.state {
        ConditionState::Broken(_) => {
            (0, BUILT_ON.iter().position(|name| *name == condition.name).unwrap_or(4))
        }
        ConditionState::Open(_) => (1, 0),
        ConditionState::Holds => (2, 0),
    });
    all
}

fn one_condition(condition: &ConditionRecord, dispatch: &UseReducerDispatcher<State>) -> Html {
    let ConditionRecord { title, line, why, text, state, .. } = condition;
    let open = {
        let (dispatch, name) = (dispatch.clone(), Rc::<str>::from(title.replace('`', "")));
        let text = Rc::<str>::from(&**text);
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::OpenProgram(name.clone(), text.clone()));
        })
    };
    let (class, says) = match state {
        ConditionState::Holds => ("ok", "holds".to_owned()),
        ConditionState::Broken(_) => ("bad", "broken".to_owned()),
        ConditionState::Open(why) => ("weak", why.clone()),
    };
    let place = line.map(|line| format!(", loop of line {line}")).unwrap_or_default();
    html! {
        <li data-testid="condition" data-state={class}>
            <div class="task-head">
                <b><Prose text={format!("{title}{place}")} /></b>
                <span class={classes!("chip", class)}>{ says }</span>
                <span class="grow"></span>
                <button class="adopt" onclick={open} data-testid="condition-open">{ "Open it" }<span class="spoken">{ format!(" ({})", title.replace('`', "")) }</span></button>
            </div>
            <p class="why">{ why }</p>
            <details><summary>{ "The program that states it" }</summary><pre class="condition-text" tabindex="0">{ text }</pre></details>
            if let ConditionState::Broken(broken) = state { { draw_violation(broken) } }
        </li>
    }
}

/// The values that break a condition, on the arrays.
fn draw_violation(broken: &ConditionViolation) -> Html {
    let ConditionViolation { rounds, strips, run } = broken;
    let last = run.steps.last().map(|step| step.what.clone()).unwrap_or_default();
    let round = |(role, value): &(String, String)| html! { <li>{ format!("{role}: ") }<b>{ value }</b></li> };
    html! {
        <div class="broken" data-testid="broken">
            <p class="reason"><Prose text={capitalised(&last)} />{ "." }</p>
            <ul class="broken-rounds">{ for rounds.iter().map(round) }</ul>
            { for strips.iter().map(strip) }
            <details><summary>{ "Step through it" }</summary><RunOnBench run={run.clone()} /></details>
        </div>
    }
}

fn strip(strip: &ViolationStrip) -> Html {
    let ViolationStrip { array, cells } = strip;
    let gap = |n: usize| n > 0 && cells[n - 1].index + 1 != cells[n].index;
    html! { <ul class="strip numbers-strip tiles-strip" aria-label={format!("Array {array}")}>{ for cells.iter().enumerate().map(|(n, one)| cell(array, one, gap(n))) }</ul> }
}

fn cell(array: &str, cell: &ViolationCell, gap: bool) -> Html {
    let ViolationCell { index, this, other, claimed, before, after } = cell;
    let roles = [(*this, "this round"), (*other, "other round"), (*claimed, "the claim")];
    let roles: Vec<&str> = roles.iter().filter(|(is, _)| *is).map(|(_, role)| *role).collect();
    let minus = |text: &String| text.replace('-', "−");
    let value = match (before, after) {
        (Some(before), Some(after)) => format!("{} → {}", minus(before), minus(after)),
        (None, Some(after)) => format!("→ {}", minus(after)),
        (Some(before), None) => minus(before),
        (None, None) => "·".to_owned(),
    };
    let class = classes!(
        "cell",
        this.then_some("own own-0"),
        (*other && !this).then_some("own own-1"),
        claimed.then_some("claimed"),
        after.as_ref().map(|_| "written"),
    );
    html! {
        <>
            if gap { <li class="gap" aria-hidden="true">{ "…" }</li> }
            <li {class} data-cell={format!("{array}[{index}]")}>
                <span class="cell-why">{ roles.join(", ") }</span>
                <span class="cell-box">{ value }</span>
                <span class="cell-index">{ format!("{array}[{index}]") }</span>
            </li>
        </>
    }
}
