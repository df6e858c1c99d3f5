//! The proof that a loop's invariant is inductive: its obligations, and the paths that discharge them.

use super::one_round::OneRound;
use super::prose::Prose;
use crate::formula::InvariantPart;
use crate::hooks::Writer;
use crate::state::{Action, State};
use hornbook_protocol::DocumentKind;
use hornbook_records::Invariant;
use hornbook_records::induction::{InductionObligation, ObligationKind, PathStep, PathTarget};
use hornbook_records::stages::StageKey;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct InductionProofProps {
    pub invariant: Invariant,
    /// Its place among those of the verdict.
    pub place: usize,
    /// Whether it is of the current text.
    pub fresh: bool,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The status of the request for reasons.
#[derive(Clone, PartialEq)]
enum ReasonsStatus {
    Nothing,
    Waiting,
    Failed,
    Reasons(Rc<Vec<InductionObligation>>),
}

/// The obligations, in the words of the page.
const OWED: [(ObligationKind, &str, &str); 3] = [
    (
        ObligationKind::Initiation,
        "starts true",
        "It must hold when control comes to the loop for the first time.",
    ),
    (
        ObligationKind::Consecution,
        "stays true",
        "If it holds before a round, it must hold after it.",
    ),
    (ObligationKind::Sufficiency, "is enough", "The claims behind the loop must follow from it."),
];

/// Three chips. Each opens its paths.
#[component]
pub fn InductionProof(props: &InductionProofProps) -> Html {
    let InductionProofProps { invariant, place, fresh, dispatch } = props;
    let writer = use_context::<Writer>();
    let (open, reasons) =
        (use_state(|| None::<ObligationKind>), use_state(|| ReasonsStatus::Nothing));
    {
        let (open, reasons) = (open.clone(), reasons.clone());
        use_effect_with(*fresh, move |_| {
            open.set(None);
            reasons.set(ReasonsStatus::Nothing);
        });
    }
    let chip = |(role, name, _): &(ObligationKind, &'static str, &str)| {
        let (role, place) = (*role, *place);
        let (open, reasons, writer) = (open.clone(), reasons.clone(), writer.clone());
        let pressed = *open == Some(role);
        let onclick = Callback::from(move |_: MouseEvent| {
            open.set(if *open == Some(role) { None } else { Some(role) });
            let answered = matches!(*reasons, ReasonsStatus::Reasons(_) | ReasonsStatus::Waiting);
            let Some(writer) = writer.as_ref().filter(|_| !answered) else { return };
            reasons.set(ReasonsStatus::Waiting);
            let reasons = reasons.clone();
            let reader = Callback::from(move |text: Option<String>| {
                let read = text
                    .and_then(|json| serde_json::from_str::<Vec<InductionObligation>>(&json).ok());
                reasons.set(
                    read.map_or(ReasonsStatus::Failed, |read| {
                        ReasonsStatus::Reasons(Rc::new(read))
                    }),
                );
            });
            writer.write(DocumentKind::Reasons(place), reader);
        });
        let test = format!("why-{}", name.replace(' ', "-"));
        html! {
            <button class="chip" {onclick} aria-expanded={pressed.to_string()} disabled={!fresh} data-testid={test}>{ *name }</button>
        }
    };
    let shown = OWED.iter().find(|(role, ..)| *open == Some(*role));
    let panel = shown.map(|(role, _, means)| {
        let body = match &*reasons {
            ReasonsStatus::Nothing | ReasonsStatus::Waiting => {
                html! { <p class="why" role="status">{ "Hornbook looks at each step …" }</p> }
            }
            ReasonsStatus::Failed => html! {
                <p class="why" role="status">{ "Hornbook could not show the steps in the words of the program, or it took too long." }</p>
            },
            ReasonsStatus::Reasons(all) => ways(all, *role, dispatch),
        };
        html! {
            <div class="owed" data-testid="owed">
                <p>{ *means }</p>
                if *role == ObligationKind::Consecution { <OneRound invariant={invariant.clone()} place={*place} /> }
                { body }
            </div>
        }
    });
    html! {
        <div class="why-enough" data-testid="why-enough">
            <span class="why">{ "Why is this enough? It" }</span>
            { for OWED.iter().map(chip) }
            { for panel }
        </div>
    }
}

fn ways(
    all: &[InductionObligation],
    role: ObligationKind,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let ways: Vec<Html> = all
        .iter()
        .filter(|reason| reason.role == role)
        .map(|reason| way(reason, dispatch))
        .collect();
    match (ways.is_empty(), role) {
        (true, ObligationKind::Initiation) => {
            html! { <p class="why">{ "No path leads here from before." }</p> }
        }
        (true, ObligationKind::Consecution) => {
            html! { <p class="why">{ "No path leads back here." }</p> }
        }
        (true, ObligationKind::Sufficiency) => {
            html! { <p class="why">{ "Nothing that is certified is claimed behind it." }</p> }
        }
        (false, _) => html! { <ul class="owed-ways">{ for ways }</ul> },
    }
}

fn way(reason: &InductionObligation, dispatch: &UseReducerDispatcher<State>) -> Html {
    let then = match (reason.to, reason.claims.is_empty()) {
        (_, true) => "Nothing is shown that has to hold there.",
        (PathTarget::Loop(_), false) if reason.role == ObligationKind::Consecution => {
            "There this holds again:"
        }
        (PathTarget::Loop(_) | PathTarget::Claim { .. }, false) => "There this holds:",
    };
    let open = {
        let (dispatch, clause) = (dispatch.clone(), reason.clauses.first().copied());
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Show(StageKey::CLAUSES));
            dispatch.dispatch(Action::Select(clause));
        })
    };
    let confirmed = match reason.confirmed {
        _ if reason.claims.is_empty() => "",
        true => "This was decided again for whole arrays, without the abstraction.",
        false if reason.refuted => {
            "It does not follow from these facts alone: it was certified in another way, such as by a witness for what exists, by ghost variables, by tiles, or with the rounds of this loop taken as steps of another one."
        }
        false => "It was not decided again for whole arrays.",
    };
    html! {
        <li data-confirmed={reason.confirmed.to_string()}>
            <b><Prose text={title(reason)} /></b>
            { steps(reason, dispatch) }
            <p>{ then }</p>
            <ul class="parts">
                { for reason.claims.iter().map(|claim| html! { <li><InvariantPart term={claim.clone()} /></li> }) }
            </ul>
            <p class="why">{ confirmed }{ " " }<button class="quiet" onclick={open} data-testid="why-clause">{ "Show the clause" }</button></p>
        </li>
    }
}

/// The start and the end of a path.
pub fn title(reason: &InductionObligation) -> String {
    let from = match reason.from {
        None => "From the beginning".to_owned(),
        Some(point) => format!("From line {}", point.line),
    };
    match (reason.to, reason.from) {
        (PathTarget::Loop(end), Some(begin)) if end == begin => {
            format!("One round of line {}", end.line)
        }
        (PathTarget::Loop(end), _) => format!("{from} to line {}", end.line),
        (PathTarget::Claim { line }, _) => format!("{from} to the assertion of line {line}"),
    }
}

/// The steps of a path; a click shows one in the program.
pub fn steps(reason: &InductionObligation, dispatch: &UseReducerDispatcher<State>) -> Html {
    let step = |step: &PathStep| {
        let (dispatch, span) = (dispatch.clone(), step.span);
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::GoTo(span)));
        html! { <li><button class="chip from" {onclick}>{ format!("line {}", step.line) }</button>{ " " }{ step.does.clone() }</li> }
    };
    html! {
        <>
            <ol class="passed">{ for reason.steps.iter().map(step) }</ol>
            if reason.branches { <p class="why">{ "A run takes one of the two sides of a condition." }</p> }
        </>
    }
}
