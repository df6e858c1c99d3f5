//! The details of a verdict.

use super::adopt::Adopt;
use super::derivation::{Derivation, DerivedFrom};
use super::gloss::Gloss;
use super::invariant_card::InvariantCard;
use super::prose::Prose;
use super::run_steps::RunSteps;
use super::verdict_banner::{self, is_about_clauses};
use crate::glossary::Term;
use crate::state::{FoundDisplay, State};
use hornbook_lang::typed::AssertionKind;
use hornbook_records::{Outcome, Run, Verdict};
use hornbook_tasks::method_result::ProofKind;
use hornbook_tasks::plan::hints::BY_HINTS;
use hornbook_tasks::plan::tile_conditions::BY_CONDITIONS;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct SolveFocusProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The steps of the failing run, the derivation, or the invariants of the other points.
#[component]
pub fn SolveFocus(props: &SolveFocusProps) -> Html {
    let SolveFocusProps { state, dispatch } = props;
    let Some(outcome) = state.outcome() else {
        return html! { <p class="empty">{ "The reasons for the verdict will stand here." }</p> };
    };
    let shows_found = state.found_display() == FoundDisplay::Shown;
    let verdict = state.evidence().unwrap_or(&outcome.verdict);
    let body = match verdict {
        Verdict::Buggy(run) => steps("The run that breaks", outcome, run, state.step, dispatch),
        // It begins where the lines of a loop allow it to.
        Verdict::NotShown(run) => {
            steps("Steps that your lines allow, and that break", outcome, run, state.step, dispatch)
        }
        Verdict::TooWeak { tree, .. } | Verdict::Refuted(tree) => html! {
            <>
                if let Some(abstraction) = outcome.abstraction.as_ref().filter(|_| matches!(outcome.verdict, Verdict::TooWeak { .. })) {
                    <p data-testid="tried">
                        { "None of the abstractions that were tried sufficed. These details are about " }
                        <code>{ abstraction.clone() }</code>{ ". " }
                        { its_clauses(state, abstraction, dispatch) }
                    </p>
                }
                <Derivation tree={tree.clone()} about={DerivedFrom::from_verdict(verdict)} dispatch={dispatch.clone()} />
            </>
        },
        Verdict::NothingAsserted if outcome.invariants.is_empty() => html! {
            <p>{ "The program claims nothing, so there was nothing to prove." }</p>
        },
        Verdict::Certified | Verdict::NothingAsserted => html! {
            <>
                <h3>{ if *verdict == Verdict::Certified { "Why the verdict is right" } else { "Why these facts hold" } }</h3>
                if let Some(abstraction) = outcome.abstraction.as_ref().filter(|_| outcome.verdict == Verdict::Certified) {
                    <p data-testid="sufficed">
                        { if outcome.rests_on_abstraction() { "The invariants were found with the abstraction " } else { "The proofs do not all use the abstraction " } }
                        <code>{ abstraction.clone() }</code>{ ". " }
                        { its_clauses(state, abstraction, dispatch) }
                    </p>
                }
                if !outcome.instrumented.is_empty() { { why_ghosts() } }
                { why_tiles(outcome, shows_found) }
                if let Some(exactness) = outcome.describe_exactness() { { why_exact(exactness, outcome.is_exact()) } }
                if rests_on_invariants(outcome) { { why_certified(outcome, shows_found) } }
                if let Some(words) = verdict_banner::laws(outcome) {
                    <p data-testid="laws"><Prose text={words} /></p>
                }
            </>
        },
        Verdict::Unknown(_) => html! {},
    };
    let others = match shows_found {
        true => other_invariants(outcome, state.run_fresh(), dispatch),
        false => html! {},
    };
    html! { <>{ body }{ others }{ numbers(outcome) }</> }
}

/// The way to the clauses of the abstraction that answered: the stages show them, or a button brings them there.
fn its_clauses(state: &State, abstraction: &str, dispatch: &UseReducerDispatcher<State>) -> Html {
    if state.abstraction_found().is_some() {
        return html! { "The stages show its clauses." };
    }
    let options = state.options.with_abstraction(abstraction.parse().ok());
    html! { <Adopt {options} words="Choose it to see its clauses" dispatch={dispatch.clone()} /> }
}

/// Why the facts with ghost variables hold without them.
fn why_ghosts() -> Html {
    html! {
        <p data-testid="why-ghosts">{ "The proof is about the program with " }<Gloss term={Term::GhostVariable}>{ "ghost variables" }</Gloss>{ ", \
            which does the same as this one: the rules change nothing else, and all their " }<Gloss term={Term::Guard}>{ "guards" }</Gloss>{ " were proved as well. So \
            each replaced value equals the old one, and the claims hold here, too (program \
            instrumentation, Theorem 1)." }</p>
    }
}

/// Whether something rests on invariants: neither conditions of tiles nor proofs without abstraction certify all claims.
fn rests_on_invariants(outcome: &Outcome) -> bool {
    let needs_none = |kind: ProofKind| {
        kind.is_exact() || matches!(kind, ProofKind::TileConditions | ProofKind::LoopSummaries)
    };
    let mut certified = outcome.certified().peekable();
    let is_nothing_certified = certified.peek().is_none();
    !outcome.exact && (is_nothing_certified || certified.any(|a| !a.is_proved_by(needs_none)))
}

/// Why single rounds are enough, where conditions or hints of tiles were.
fn why_tiles(outcome: &Outcome, shows_found: bool) -> Html {
    let by = |way: &str| outcome.assertions.iter().any(|a| a.by.iter().any(|by| by == way));
    html! {
        <>
            if by(BY_CONDITIONS) {
                <p data-testid="why-conditions">{ "The claim holds by its " }<Gloss term={Term::Tile}>{ "tiles" }</Gloss>{ ": each of its " }<Gloss term={Term::TilingCondition}>{ "conditions" }</Gloss>{ " is a program without loops, which was decided without abstraction and whose proof was checked. They suffice by Theorem 1 of tiling with the condition T0, which it lacks: each round makes the claim hold for one more tile, and it stays so." }</p>
            }
            if by(BY_HINTS) {
                <p data-testid="why-hints">{ "The facts from tiles were only hints: no claim rests on them, and the invariants " }{ if shows_found { "below " } else { "" } }{ "were proved without any theorem about tiles." }</p>
            }
        </>
    }
}

/// Why claims need no invariant; whether `all` that is certified needs none.
fn why_exact(exactness: String, all: bool) -> Html {
    let (how, rest) = match all {
        true => (" So nothing was abstracted, and no invariant is needed.", ""),
        false => (
            " So nothing was abstracted there, and no invariant is needed for that.",
            " The other claims rest on what follows.",
        ),
    };
    html! {
        <p data-testid="why-exact">{ exactness }{ how }{ " Each assertion has one clause for all paths to it. A checker that takes \
            no part in the search then verified the proof that no values of the variables and \
            cells violate it." }{ rest }</p>
    }
}

fn why_certified(outcome: &Outcome, shows_found: bool) -> Html {
    if outcome.judgement.is_some() {
        return html! {
            <p>{ "Your lines are the invariants, as they are written. Each loop was cut at its head: what begins in any state \
                that its lines allow makes one round, so no loop is left. A checker that takes no part in the search then \
                verified the proof of each line and each claim there." }</p>
        };
    }
    let certified = outcome.verdict == Verdict::Certified;
    html! {
        <p data-testid="why-certified">{ "The " }<Gloss term={Term::Invariant}>{ "invariants" }</Gloss>{ " " }{ found_for(outcome) }{ " A checker that takes no part in \
            the search then verified every clause: the invariant after the arrow allows all that \
            those before it allow, and " }
            { if certified { "no assertion is left open." } else { "this assertion follows." } }
            if shows_found && !is_about_clauses(outcome) { { " They are shown in the words of the program." } }
        </p>
    }
}

/// The clauses that the invariants belong to.
fn found_for(outcome: &Outcome) -> String {
    let is_by = |kind: ProofKind| outcome.certified().any(|a| a.proof == Some(kind));
    let others = [
        (ProofKind::GhostVariables, "ghost variables"),
        (ProofKind::Hints, "hints"),
        (ProofKind::Witnesses, "witnesses for what exists"),
    ];
    let others = others.into_iter().filter(|(kind, _)| is_by(*kind));
    let others = others.map(|(_, what)| {
        format!("for the program with {what}, which stands under “What was asked”")
    });
    let stage = || "for the clauses of the stage Simplify".to_owned();
    let own = is_by(ProofKind::Model) && !outcome.merged;
    let all: Vec<String> = own.then(stage).into_iter().chain(others).collect();
    let merged = outcome.merged.then_some(
        "were found with the steps between two loop heads taken as one clause each, which loses less \
         than single steps do; the switch “large blocks” shows these clauses.",
    );
    let apart = (!all.is_empty()).then(|| format!("were found {}.", all.join(" and ")));
    match (merged, apart) {
        (Some(merged), Some(apart)) => format!("{merged} Others {apart}"),
        (Some(merged), None) => merged.to_owned(),
        (None, Some(apart)) => apart,
        (None, None) => "were found by the search.".to_owned(),
    }
}

/// The start of the run, and all its steps; `title` goes on with the broken claim.
fn steps(
    title: &str,
    outcome: &Outcome,
    run: &Run,
    at: usize,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let choices = if run.choices.len() == 1 { "choice" } else { "choices" };
    let broken = outcome.assertions.iter().find(|a| a.id == Some(run.assert));
    let what = broken.map_or("assertion", |a| match a.kind {
        AssertionKind::Hint => "hint",
        AssertionKind::Invariant => "invariant",
        AssertionKind::Decreases => "measure",
        AssertionKind::Asserted => "assertion",
        AssertionKind::Bounds => "bounds of the access",
        AssertionKind::Divisor => "divisor",
        AssertionKind::Requires | AssertionKind::Ensures => "claim",
    });
    let place = broken.map(|a| format!(" on line {}", a.line)).unwrap_or_default();
    html! {
        <>
            <h3>{ format!("{title} the {what}{place}") }</h3>
            if !run.choices.is_empty() {
                <p>{ format!("It begins with the {choices} ") }<code>{ run.choices_in_short() }</code>{ "." }</p>
            }
            { further_choices(run.further_choices()) }
            <RunSteps run={run.clone()} {at} dispatch={dispatch.clone()} />
        </>
    }
}

/// The choices that one line has no room for.
fn further_choices(choices: &[String]) -> Html {
    let summary = match choices.len() {
        0 => return html! {},
        1 => "1 more choice".to_owned(),
        n => format!("{n} more choices"),
    };
    html! {
        <details class="others" data-testid="further-choices">
            <summary>{ summary }</summary>
            <p><code>{ choices.join(", ") }</code></p>
        </details>
    }
}

fn other_invariants(
    outcome: &Outcome,
    fresh: bool,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let others: Vec<Html> = outcome
        .invariants
        .iter()
        .enumerate()
        .filter(|(_, i)| !i.loop_head && !i.parts.is_empty())
        .map(|(place, i)| html! { <InvariantCard key={i.name.clone()} invariant={i.clone()} {place} {fresh} dispatch={dispatch.clone()} /> })
        .collect();
    if others.is_empty() {
        return html! {};
    }
    html! { <details class="others"><summary>{ "What holds at the other points" }</summary>{ for others }</details> }
}

fn numbers(outcome: &Outcome) -> Html {
    let statistics = &outcome.statistics;
    let rows = [
        ("questions to the arithmetic", Term::Question, statistics.questions),
        ("lemmas in use", Term::Lemma, statistics.lemmas),
        ("atoms looked at", Term::Atom, statistics.atoms),
        ("steps of the budget", Term::Budget, statistics.steps),
    ];
    let rows = rows.iter().map(|(name, term, n)| {
        html! { <div><dt><Gloss term={*term}>{ *name }</Gloss></dt><dd>{ *n }</dd></div> }
    });
    html! { <><h3>{ "The work" }</h3><dl class="numbers">{ for rows }</dl></> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_pipeline::{Driver, Input, Status};
    use hornbook_tasks::choices::{Choices, MethodChoice};

    fn outcome(text: &str) -> Outcome {
        let choices = Choices { method: Some(MethodChoice::Auto), ..Choices::default() };
        let mut solving = Driver::new(&Input::program(text, &choices)).expect("no errors");
        loop {
            if let Status::Done(outcome) = solving.step(100_000) {
                return outcome;
            }
        }
    }

    #[test]
    fn invariants_are_said_to_be_of_the_clauses_that_they_are_of() {
        let zeros = outcome(
            "int n = nondet(); int a[n]; int i = 0; while (i < n) { a[i] = 0; i++; } assert(forall k in 0..n: a[k] == 0);",
        );
        assert!(rests_on_invariants(&zeros) && found_for(&zeros).contains("the stage Simplify"));
        let sum = outcome(
            "int n = nondet(0, 100); int a[n]; int s = 0; for (int i = 0; i < n; i++) { s = s + a[i]; } assert(s == sum(a, 0, n));",
        );
        let said = found_for(&sum);
        assert!(said.contains("with ghost variables") && !said.contains("Simplify"), "{said}");
        assert!(!rests_on_invariants(&outcome("int x = 3; assert(x == 3);")));
    }
}
