//! The judgement of the reader's own lines about loops: what starts true, stays true and is enough, with the states
//! that break the others.

use super::adopt::Adopt;
use super::complete_lines::CompleteLines;
use super::line_comparison_view::LineComparisonView;
use super::prose::Prose;
use super::trace_player::variables;
use super::withheld::withheld;
use crate::state::{Action, State};
use hornbook_lang::typed::{AssertId, AssertionKind};
use hornbook_protocol::Options;
use hornbook_records::judgement::{
    BreakingStates, ClaimJudgement, Judged, Judgement, LineJudgement, LoopJudgement, MissingLines,
};
use hornbook_records::{AssertionFailure, AssertionOutcome, Outcome, UnknownReason, Verdict};
use hornbook_tasks::choices::InvariantsChoice;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct JudgementViewProps {
    pub judgement: Rc<Judgement>,
    pub options: Options,
    /// The text in the editor.
    pub text: Rc<str>,
    /// Whether the judgement is of that text.
    pub fresh: bool,
    /// Whether found invariants are not shown.
    pub hides_found: bool,
    pub dispatch: UseReducerDispatcher<State>,
}

/// Loop by loop, line by line, and then the claims.
#[component]
pub fn JudgementView(props: &JudgementViewProps) -> Html {
    let JudgementViewProps { judgement, options, text, fresh, hides_found, dispatch } = props;
    let found = options.with_invariants(InvariantsChoice::Found);
    html! {
        <section class="judgement" aria-label="Your invariants" data-testid="judgement">
            <h3>{ "Your invariants, as they are written" }</h3>
            { for judgement.loops.iter().map(|own| about_loop(own, *hides_found, dispatch)) }
            { for judgement.claims.iter().map(|claim| about_claim(claim, claim_button(claim, dispatch), dispatch)) }
            if *hides_found { { withheld(dispatch) } }
            <p class="why">
                { "A loop begins in any state that its lines allow, and makes one round; only variables that it does not change keep what was known of them. " }
                if *fresh && !*hides_found && !unproved(judgement).is_empty() {
                    <CompleteLines text={text.clone()} options={options.clone()} dispatch={dispatch.clone()} />
                }
                if options.judges_lines() {
                    { " " }<Adopt options={found} words="Only claim them: Hornbook may add others" dispatch={dispatch.clone()} />
                }
            </p>
            if *fresh && !*hides_found && judgement.loops.iter().any(|own| !own.lines.is_empty()) {
                <LineComparisonView />
            }
        </section>
    }
}

/// The most claims that are answered in sentences of their own.
const MOST_ANSWERS: usize = 3;

/// The answers to the question whether the asserted lines always hold, where the own lines are judged: the verdict on
/// the whole may be about one of these lines.
pub fn answers(outcome: &Outcome) -> Option<String> {
    outcome.judgement.as_ref()?;
    let asserted = outcome.assertions.iter().filter(|a| a.kind == AssertionKind::Asserted);
    let said: Vec<String> = asserted.map(answer).collect();
    (1..=MOST_ANSWERS).contains(&said.len()).then(|| said.join(" "))
}

fn answer(claim: &AssertionOutcome) -> String {
    let line = claim.line;
    match &claim.verdict {
        Verdict::Certified => format!("Line {line} always holds: your lines show it."),
        Verdict::Buggy(_) => format!("Line {line} does not always hold: a run breaks it."),
        Verdict::NotShown(_) => format!("Your lines do not show that line {line} always holds."),
        Verdict::Unknown(UnknownReason::RestsOn(what)) => {
            format!("Whether line {line} always holds is open, as it rests on {what}.")
        }
        _ => format!("Whether your lines show that line {line} always holds is not decided."),
    }
}

/// A line or a claim that does not hold as it is written, or is not decided.
#[derive(Clone, Copy)]
pub enum Unproved<'j> {
    /// A line about a loop.
    Line(&'j LineJudgement),
    /// Another claim.
    Claim(&'j ClaimJudgement),
}

impl Unproved<'_> {
    /// The assertion of the text that it is.
    pub fn assert(self) -> AssertId {
        match self {
            Unproved::Line(own) => own.assert,
            Unproved::Claim(claim) => claim.assert,
        }
    }

    /// Its line in the text, from 1.
    pub fn line(self) -> u32 {
        match self {
            Unproved::Line(own) => own.line,
            Unproved::Claim(claim) => claim.line,
        }
    }
}

/// All of them, the lines about loops first.
pub fn unproved(judgement: &Judgement) -> Vec<Unproved<'_>> {
    let fails = |line: &&LineJudgement| {
        !line.stays.holds() || line.starts.as_ref().is_some_and(|starts| !starts.holds())
    };
    let lines = judgement.loops.iter().flat_map(|own| &own.lines).filter(fails);
    let claims = judgement.claims.iter().filter(|claim| !claim.enough.holds());
    lines.map(Unproved::Line).chain(claims.map(Unproved::Claim)).collect()
}

/// One of them with its states.
pub fn draw_unproved(unproved: Unproved, dispatch: &UseReducerDispatcher<State>) -> Html {
    match unproved {
        Unproved::Line(line) => {
            html! { <ul class="judged-lines">{ about_line(line, dispatch) }</ul> }
        }
        Unproved::Claim(claim) => about_claim(claim, claim_title(claim), dispatch),
    }
}

/// The judgement of all lines and claims.
pub fn draw_all(
    judgement: &Judgement,
    hides_found: bool,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    html! {
        <>
            { for judgement.loops.iter().map(|own| about_loop(own, hides_found, dispatch)) }
            { for judgement.claims.iter().map(|claim| about_claim(claim, claim_title(claim), dispatch)) }
        </>
    }
}

fn about_loop(
    own: &LoopJudgement,
    hides_found: bool,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let title = match own.lines.is_empty() {
        true => format!("Loop of line {}: you said nothing about it", own.line),
        false => format!("Loop of line {}", own.line),
    };
    html! {
        <article class="judged-loop">
            <h4>{ title }</h4>
            <ul class="judged-lines">{ for own.lines.iter().map(|line| about_line(line, dispatch)) }</ul>
            { for own.help.as_ref().map(|help| missing(help, own, hides_found)) }
        </article>
    }
}

/// Help with lines that are missing, each stage behind the one before. The last ones show the shapes of lines.
fn missing(help: &MissingLines, own: &LoopJudgement, hides_found: bool) -> Html {
    let stages = help.stages(!hides_found);
    if stages.is_empty() {
        return html! {};
    }
    let count = stages.len();
    let title = |n: usize| match count {
        1 => "A hint".to_owned(),
        _ => format!("Hint {} of {count}", n + 1),
    };
    let all = stages.into_iter().enumerate().rev().fold(html! {}, |inside, (n, stage)| html! {
        <details class="hint"><summary>{ title(n) }</summary><p><Prose text={stage} /></p>{ inside }</details>
    });
    html! { <div class="judged-help" data-testid="judged-help" aria-label={format!("Help with the loop of line {}", own.line)}>{ all }</div> }
}

fn about_line(line: &LineJudgement, dispatch: &UseReducerDispatcher<State>) -> Html {
    let stays = match line.kind {
        AssertionKind::Decreases => {
            ("gets smaller, and is not negative", "does not get smaller, or is negative")
        }
        _ => ("stays true", "does not stay true"),
    };
    let starts = line.starts.as_ref().map(|starts| {
        part(starts, ("starts true", "does not start true"), (&line.text, GO_ON), dispatch)
    });
    html! {
        <li data-testid="judged-line">
            <code>{ &line.text }</code>
            { for starts }
            { part(&line.stays, stays, (&line.text, ONE_ROUND), dispatch) }
            if line.run.is_some() {
                <p class="reason">{ "This line is false: a run of the program breaks it." }</p>
            } else if !line.stays.holds() && matches!(line.stays, Judged::Fails(_)) {
                <p class="reason">{ "No run was found that breaks it: perhaps it is true, but your lines do not carry it. Your lines allow the state above: a line that excludes it may be missing." }</p>
            }
        </li>
    }
}

/// The title of the judgement of a claim.
fn claim_title(claim: &ClaimJudgement) -> Html {
    html! { { format!("Line {}", claim.line) } }
}

/// The title as a button, by which the verdict on the claim comes to be on view, and its story on the slides.
fn claim_button(claim: &ClaimJudgement, dispatch: &UseReducerDispatcher<State>) -> Html {
    let (id, dispatch) = (claim.assert, dispatch.clone());
    let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ExamineClaim(id)));
    html! { <button class="chip from" {onclick} title="Show the verdict on this claim" data-testid="examine-claim">{ claim_title(claim) }</button> }
}

fn about_claim(
    claim: &ClaimJudgement,
    title: Html,
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let words = ("your lines are enough", "your lines are not enough");
    html! {
        <article class="judged-loop" data-testid="judged-claim">
            <h4>{ title }</h4>
            <ul class="judged-lines">
                <li><code>{ &claim.text }</code>{ part(&claim.enough, words, (&claim.text, GO_ON), dispatch) }</li>
            </ul>
        </article>
    }
}

/// The words for the step from the head of a loop back to it.
const ONE_ROUND: &str = "Do one round";
/// The words for the steps from the head of a loop to a claim, perhaps out of the loop.
const GO_ON: &str = "Go on from there";

/// One part of a judgement: a sign and a few words, and the states that break it.
fn part(
    judged: &Judged,
    (holds, fails): (&str, &str),
    (text, step): (&str, &'static str),
    dispatch: &UseReducerDispatcher<State>,
) -> Html {
    let chip = |kind: &'static str, sign: &str, words: &str| {
        html! { <span class={classes!("chip", kind)}><b aria-hidden="true">{ sign.to_owned() }</b>{ format!(" {words}") }</span> }
    };
    match judged {
        Judged::Holds => chip("ok", "✓", holds),
        Judged::Open(why) => html! {
            <>{ chip("weak", "?", &format!("{holds}? Not decided")) }<p class="why">{ why }</p></>
        },
        Judged::Fails(states) => html! {
            <>
                { chip("bad", "✗", fails) }
                <States states={(**states).clone()} text={text.to_owned()} {step} dispatch={dispatch.clone()} />
            </>
        },
    }
}

#[derive(Clone, PartialEq, Properties)]
struct StatesProps {
    states: BreakingStates,
    /// The broken line.
    text: String,
    /// The words for going on from the state.
    step: &'static str,
    dispatch: UseReducerDispatcher<State>,
}

/// The state before, and on demand the steps to the state that breaks the line.
#[component]
fn States(props: &StatesProps) -> Html {
    let StatesProps { states, text, step, dispatch } = props;
    let is_done = use_state(|| states.before.is_none());
    let go = {
        let is_done = is_done.clone();
        Callback::from(move |_: MouseEvent| is_done.set(!*is_done))
    };
    let draw_step = |step: &hornbook_records::RunStep| {
        let (span, dispatch) = (step.span, dispatch.clone());
        let onclick = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::GoTo(span)));
        html! { <li><button class="chip from" {onclick}>{ format!("line {}", step.line) }</button>{ " " }<code>{ &step.what }</code></li> }
    };
    let last = states.steps.last();
    let failure = states.run.failure.as_ref();
    let ending = failure.and_then(measures).unwrap_or_else(|| html! {
        <>
            { "Then " }<code>{ failure.map_or_else(|| text.clone(), |failure| failure.claim.clone()) }</code>
            { format!(" is false{}.", failure.map(|failure| failure.describe()).unwrap_or_default()) }
        </>
    });
    html! {
        <div class="left-out-says" data-testid="breaking-states">
            if let (Some(line), Some(before)) = (states.from, &states.before) {
                <p>{ format!("Your lines allow this state at the head of the loop of line {line}:") }</p>
                { variables(before) }
                <button class="adopt" onclick={go} aria-pressed={(*is_done).to_string()} data-testid="do-one-round">
                    { if *is_done { "Back" } else { *step } }
                </button>
            }
            if *is_done {
                <ol class="judged-steps">{ for states.steps.iter().map(draw_step) }</ol>
                if let Some(last) = last { { variables(last) } }
                <p>{ ending }</p>
            }
        </div>
    }
}

/// The variable of the core that keeps a measure from the beginning of a round.
const KEPT_MEASURE: &str = "measure";

/// The old value of a measure beside the new one, where a measure does not get smaller.
fn measures(failure: &AssertionFailure) -> Option<Html> {
    let value =
        |name: &str| failure.reads.iter().find(|(read, _)| read == name).map(|(_, value)| value);
    let before = value(KEPT_MEASURE)?;
    let Some(measure) = failure.claim.strip_suffix(&format!(" < {KEPT_MEASURE}")) else {
        return Some(
            html! { <>{ format!("Before the round the measure was {before}, and it must not be negative.") }</> },
        );
    };
    let reads = failure.reads.iter().filter(|(read, _)| read != KEPT_MEASURE && read != measure);
    let reads: Vec<String> = reads.map(|(name, value)| format!("{name} = {value}")).collect();
    Some(html! {
        <>
            { format!("Before the round the measure was {before}. Now ") }<code>{ measure.to_owned() }</code>
            { match (value(measure), reads.is_empty()) {
                (Some(after), _) => format!(" is {after}, which is not smaller."),
                (None, true) => " is not smaller.".to_owned(),
                (None, false) => format!(" is not smaller, with {}.", reads.join(" and ")),
            } }
        </>
    })
}
