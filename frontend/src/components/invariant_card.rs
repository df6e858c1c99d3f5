//! The invariant of a program point.

use super::copy_formula::CopyFormula;
use super::fact_origins::FactOrigins;
use super::figure::Figure;
use super::induction_proof::InductionProof;
use super::line_left_out::LineLeftOut;
use super::prose::Prose;
use super::strip_picture::StripPicture;
use super::watch_run::WatchRun;
use crate::formula::InvariantPart;
use crate::hooks::Writer;
use crate::state::{Action, State};
use hornbook_base::text::capitalised;
use hornbook_protocol::{DocumentKind, Formula};
use hornbook_records::Invariant;
use hornbook_records::induction::LineNecessity;
use hornbook_records::invariant::{
    NOTHING_NEEDED, PASSED_OVER, SuggestedFact, SuggestionSource, UNSAID,
};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct InvariantCardProps {
    pub invariant: Invariant,
    /// Its place among the invariants of the verdict.
    pub place: usize,
    /// Whether it is of the current text.
    pub fresh: bool,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The invariant as sentences and as a strip for each array.
#[component]
pub fn InvariantCard(props: &InvariantCardProps) -> Html {
    let InvariantCardProps { invariant, place, fresh, dispatch } = props;
    let left_out = use_left_out(invariant, *place, *fresh);
    let title = capitalised(&invariant.title);
    let span = invariant.span;
    let onclick = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::GoTo(span)))
    };
    html! {
        <article class="clause invariant" data-testid="invariant">
            <header>
                <b><Prose text={title} /></b>
                <button class="chip from" {onclick}>{ format!("line {}", invariant.line) }</button>
            </header>
            if invariant.passed_over {
                <p class="why">{ format!("{}.", capitalised(PASSED_OVER)) }</p>
            } else if invariant.parts.is_empty() {
                <p class="why">{ no_parts(invariant) }</p>
            }
            <ul class="parts">
                { for invariant.parts.iter().enumerate().map(|(n, part)| html! {
                    <li class={classes!(left_out.is(n).then_some("left-out"))}>
                        <InvariantPart term={part.clone()} />
                        if invariant.loop_head {
                            <button class="quiet" disabled={!fresh} aria-pressed={left_out.is(n).to_string()} onclick={left_out.toggle.reform(move |_: MouseEvent| n)}
                                title="What breaks without this line?" data-testid="leave-out">{ if left_out.is(n) { "Put it back" } else { "Leave it out" } }</button>
                        }
                        if left_out.is(n) { <LineLeftOut found={left_out.found.clone()} alone={invariant.parts.len() == 1} dispatch={dispatch.clone()} /> }
                    </li>
                }) }
            </ul>
            if invariant.loop_head && !invariant.parts.is_empty() { <FactOrigins invariant={invariant.clone()} place={*place} fresh={*fresh} /> }
            if !invariant.suggested.is_empty() { <Suggestions suggested={invariant.suggested.clone()} /> }
            if invariant.loop_head && !invariant.parts.is_empty() && left_out.line.is_none() { <InductionProof invariant={invariant.clone()} place={*place} fresh={*fresh} dispatch={dispatch.clone()} /> }
            if !invariant.parts.is_empty() { <CopyFormula formula={Formula::Invariant(*place)} fresh={*fresh} /> }
            if !invariant.strips.is_empty() {
                <Figure name="invariant">{ for invariant.strips.iter().map(|strip| html! { <StripPicture strip={strip.clone()} /> }) }</Figure>
                if invariant.loop_head { <WatchRun invariant={invariant.clone()} place={*place} fresh={*fresh} /> }
            }
        </article>
    }
}

/// The sentence in the place of an invariant without parts.
fn no_parts(invariant: &Invariant) -> String {
    match invariant.has_unsaid {
        true => format!("{}.", capitalised(UNSAID)),
        false => format!("{}.", capitalised(NOTHING_NEEDED)),
    }
}

#[derive(Properties, PartialEq)]
struct SuggestionsProps {
    suggested: Vec<SuggestedFact>,
}

/// Which facts no clause mentions, and where they come from, a sentence for each.
#[component]
fn Suggestions(props: &SuggestionsProps) -> Html {
    let sentence = |one: &SuggestedFact| match one.by {
        // The enumeration of all states is a line of its own already.
        SuggestionSource::Enumerated { .. } => {
            html! { <li>{ format!("{}.", capitalised(&one.by.to_string())) }</li> }
        }
        _ => html! { <li><code>{ &one.said }</code>{ format!(": {}.", one.by) }</li> },
    };
    html! {
        <details class="aside" data-testid="suggested">
            <summary>{ "Discovered: facts that no line of the program states" }</summary>
            <ul>{ for props.suggested.iter().map(sentence) }</ul>
        </details>
    }
}

/// The line that is left out of an invariant, and the result.
struct OmittedLine {
    line: Option<usize>,
    found: Option<LineNecessity>,
    /// Leaves a line out, or puts it back.
    toggle: Callback<usize>,
}

impl OmittedLine {
    fn is(&self, line: usize) -> bool {
        self.line == Some(line)
    }
}

#[hook]
fn use_left_out(invariant: &Invariant, place: usize, fresh: bool) -> OmittedLine {
    let writer = use_context::<Writer>();
    let (line, found) = (use_state(|| None::<usize>), use_state(|| None::<(usize, LineNecessity)>));
    {
        let (line, found) = (line.clone(), found.clone());
        use_effect_with((invariant.clone(), fresh), move |_| {
            line.set(None);
            found.set(None);
        });
    }
    let toggle = {
        let (line, found) = (line.clone(), found.clone());
        Callback::from(move |wanted: usize| {
            if *line == Some(wanted) {
                return line.set(None);
            }
            line.set(Some(wanted));
            let Some(writer) = &writer else { return };
            let found = found.clone();
            let reader = Callback::from(move |text: Option<String>| {
                let read = text.and_then(|json| serde_json::from_str(&json).ok());
                found.set(Some((wanted, read.unwrap_or(LineNecessity::Open))));
            });
            writer.write(DocumentKind::Without(place, wanted), reader);
        })
    };
    // A late answer may be about another line.
    let of_line = (*found).clone().filter(|(of, _)| Some(*of) == *line);
    OmittedLine { line: *line, found: of_line.map(|(_, found)| found), toggle }
}
