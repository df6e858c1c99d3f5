//! The two parts of a completeness verdict, which are always kept apart.

use super::gloss::Gloss;
use crate::formula::Formula;
use crate::glossary::Term;
use crate::state::State;
use crate::witness_searches::WitnessSearch;
use hornbook_abstraction::completeness::{Completeness, Condition, Criterion, Truth};
use hornbook_records::Verdict;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct CompletenessChipsProps {
    pub completeness: Completeness,
    /// Whether a witness of a loss is known.
    pub witnessed: bool,
}

#[derive(Clone, PartialEq, Properties)]
pub struct CompletenessVerdictProps {
    pub completeness: Completeness,
    pub search: WitnessSearch,
}

/// Both parts as two chips.
#[component]
pub fn CompletenessChips(props: &CompletenessChipsProps) -> Html {
    let (criterion, criterion_class) = match &props.completeness.criterion {
        Criterion::TopFree => (Term::TopFree, "ok"),
        Criterion::TopReached(_) => (Term::TopReached, "weak"),
        Criterion::LeftOut(_) => (Term::LeftOut, "weak"),
    };
    let (truth, truth_class, term) = match &props.completeness.truth {
        Truth::Complete(condition) => {
            (format!("complete: {}", condition.in_short()), "ok", condition_term(*condition))
        }
        Truth::Open if props.witnessed => {
            ("incomplete: a witness shows it".to_owned(), "bad", Term::Incomplete)
        }
        Truth::Open => ("open".to_owned(), "weak", Term::Open),
    };
    html! {
        <span class="chips">
            <Gloss term={criterion} class={classes!("chip", criterion_class)} />
            <Gloss {term} class={classes!("chip", truth_class)}>{ truth }</Gloss>
        </span>
    }
}

fn condition_term(condition: Condition) -> Term {
    match condition {
        Condition::C0 => Term::C0,
        Condition::C1 => Term::C1,
        Condition::C2 => Term::C2,
        Condition::C3 => Term::C3,
        Condition::C4 => Term::C4,
        Condition::C5 => Term::C5,
        Condition::C6 => Term::C6,
    }
}

/// A sentence that reconciles a loss with a certificate, if there are both. A text without loops is decided
/// without the abstraction, `auto` has stages for each abstraction, and many proofs are about other texts: the
/// stages on view say nothing about these proofs.
pub fn reconciled(state: &State) -> Option<&'static str> {
    let systems = state.analysis.as_ref().filter(|_| state.fresh())?.value.systems.as_ref()?;
    let outcome = state.outcome().filter(|_| state.is_solved())?;
    let proved = outcome.verdict == Verdict::Certified;
    let elsewhere = !outcome.rests_on_abstraction()
        || outcome.abstraction.is_some()
        || outcome.judgement.is_some();
    (proved && !elsewhere && !systems.completeness.is_kept()).then_some(
        match (outcome.merged, state.loses(None)) {
            (true, _) => OF_LARGER_STEPS,
            (false, true) => LOST,
            (false, false) => PERHAPS_LOST,
        },
    )
}

const LOST: &str = "The abstraction loses something, and yet the program is certified: the loss \
    does not matter for these assertions.";
const PERHAPS_LOST: &str = "The abstraction may lose something, and yet the program is \
    certified: such a loss does not matter for these assertions.";
const OF_LARGER_STEPS: &str = "Single steps may lose something, and yet the program is \
    certified: the proof takes larger steps, and their losses do not matter for these \
    assertions.";

/// Both parts with their reasons.
#[component]
pub fn CompletenessVerdict(props: &CompletenessVerdictProps) -> Html {
    let Completeness { criterion, truth } = &props.completeness;
    let satisfied = *criterion == Criterion::TopFree;
    html! {
        <div class="two" data-testid="completeness">
            { criterion_box(criterion) }
            { truth_box(truth, &props.search, satisfied) }
        </div>
    }
}

fn criterion_box(criterion: &Criterion) -> Html {
    let (class, text) = match criterion {
        Criterion::TopFree => (
            "ok",
            html! { <><b><Gloss term={Term::TopFree} />{ ": " }</b>{ "every use of the arrays was understood." }</> },
        ),
        Criterion::TopReached(top) => {
            let why = top.reason.describe();
            (
                "weak",
                html! { <><b><Gloss term={Term::TopReached} />{ " " }</b>{ "at " }<Formula term={top.at.clone()} />{ ": " }{ why }{ "." }</> },
            )
        }
        Criterion::LeftOut(cells) => {
            let last = cells.len().saturating_sub(1);
            let shown = cells.iter().enumerate().map(|(i, cell)| {
                let comma = if i < last { ", " } else { "" };
                html! { <><Formula term={cell.clone()} />{ comma }</> }
            });
            (
                "weak",
                html! { <><b><Gloss term={Term::LeftOut}>{ "Cells left out" }</Gloss>{ ": " }</b>{ for shown }{ " can matter too." }</> },
            )
        }
    };
    html! { <div {class}><span class="k">{ "Braine's criterion" }</span>{ text }</div> }
}

fn truth_box(truth: &Truth, search: &WitnessSearch, satisfied: bool) -> Html {
    let (class, text) = match (truth, search) {
        (Truth::Complete(condition), _) => ("ok", complete(*condition)),
        (Truth::Open, WitnessSearch::Found(picture)) => {
            ("bad", incomplete(&picture.sees, satisfied))
        }
        (Truth::Open, WitnessSearch::Elsewhere) => (
            "bad",
            html! {
                <>
                    <b><Gloss term={Term::Incomplete}>{ "Incomplete" }</Gloss>{ ": " }</b>{ "a witness was found and checked." }
                    { conclusion(satisfied) }
                </>
            },
        ),
        (Truth::Open, WitnessSearch::Pending) => (
            "weak",
            html! { <><b><Gloss term={Term::Open}>{ "Open" }</Gloss>{ ". " }</b>{ "Looking for a counterexample …" }</> },
        ),
        (Truth::Open, WitnessSearch::Nothing(why)) => {
            let why = why.map_or(String::new(), |why| format!(": {}", why.describe()));
            (
                "weak",
                html! { <><b><Gloss term={Term::Open}>{ "Open" }</Gloss>{ ": " }</b>{ "neither a proof nor a counterexample is known" }{ why }{ "." }</> },
            )
        }
    };
    html! { <div {class}><span class="k">{ "What is true" }</span>{ text }</div> }
}

/// The condition in words, after its name.
fn complete(condition: Condition) -> Html {
    let said = condition.describe();
    let words = said.split_once(": ").map_or(said, |(_, words)| words);
    html! {
        <>
            <b>{ "Complete" }</b>{ " by " }<Gloss term={condition_term(condition)} />{ ": " }{ words }{ "." }
        </>
    }
}

/// A summary of a witness; its rows are drawn below.
fn incomplete(sees: &str, satisfied: bool) -> Html {
    html! {
        <>
            <b><Gloss term={Term::Incomplete}>{ "Incomplete" }</Gloss>{ ". " }</b>
            { indistinguishable(sees) }
            { conclusion(satisfied) }
        </>
    }
}

/// The meaning of a witness's rows. `sees` is the part of a row that one instance reads.
pub fn indistinguishable(sees: &str) -> String {
    format!(
        "If exactly these arrays were possible here, the mixed one would not be; yet no instance ({sees}) shows that."
    )
}

fn conclusion(satisfied: bool) -> Html {
    html! {
        if satisfied {
            <p class="moral">{ "The criterion is satisfied, and yet information is lost here." }</p>
        }
    }
}
