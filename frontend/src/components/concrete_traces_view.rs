//! A derivation that is no run, step by step, beside the nearest real runs.

use super::derivation::fact_formula;
use super::threads::{ThreadEnds, Threads};
use super::trace_player::variables;
use super::transport::Transport;
use crate::hooks::Writer;
use crate::state::{Action, State};
use hornbook_horn::Op;
use hornbook_protocol::DocumentKind;
use hornbook_records::concrete_traces::{AbstractTrace, DerivedFact, TraceComparison};
use hornbook_records::{DerivationRemark, RunStep, TreeNode};
use std::cell::Cell;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ConcreteTracesViewProps {
    pub tree: TreeNode,
    /// The place of its assertion in the outcome.
    pub place: usize,
    /// Whether it is of the current text.
    pub fresh: bool,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The status of the request.
#[derive(Clone, PartialEq)]
enum TracesStatus {
    Waiting,
    Nothing,
    Compared(Rc<TraceComparison>),
}

/// Requests the runs, and shows them.
#[component]
pub fn ConcreteTracesView(props: &ConcreteTracesViewProps) -> Html {
    let ConcreteTracesViewProps { tree, place, fresh, dispatch } = props;
    let writer = use_context::<Writer>();
    let made = use_state(|| TracesStatus::Waiting);
    {
        let (made, fresh) = (made.clone(), *fresh);
        use_effect_with((tree.clone(), *place), move |(_, place)| {
            let wanted = Rc::new(Cell::new(true));
            match writer.filter(|_| fresh) {
                Some(writer) => {
                    made.set(TracesStatus::Waiting);
                    let still_wanted = wanted.clone();
                    let reader = Callback::from(move |text: Option<String>| {
                        let worlds = text.and_then(|json| serde_json::from_str(&json).ok());
                        if still_wanted.get() {
                            made.set(worlds.map_or(TracesStatus::Nothing, |w| {
                                TracesStatus::Compared(Rc::new(w))
                            }));
                        }
                    });
                    writer.write(DocumentKind::Worlds(*place), reader);
                }
                None => made.set(TracesStatus::Nothing),
            }
            move || wanted.set(false)
        });
    }
    match &*made {
        TracesStatus::Nothing => html! {},
        TracesStatus::Waiting => html! {
            <p class="why" role="status">{ "Hornbook looks for real runs beside the derivation …" }</p>
        },
        TracesStatus::Compared(worlds) => html! {
            <TraceColumns worlds={worlds.clone()} dispatch={dispatch.clone()} />
        },
    }
}

#[derive(Clone, PartialEq, Properties)]
struct TraceColumnsProps {
    worlds: Rc<TraceComparison>,
    dispatch: UseReducerDispatcher<State>,
}

/// Both sides at one step, with lines from remembered cells to those of the runs.
#[component]
fn TraceColumns(props: &TraceColumnsProps) -> Html {
    let TraceColumnsProps { worlds, dispatch } = props;
    let last = worlds.moments.len().saturating_sub(1);
    let first = worlds.conflict.as_ref().map_or(last, |mixing| mixing.moment);
    let picked = use_state(|| first);
    let area = use_node_ref();
    {
        let picked = picked.clone();
        use_effect_with(worlds.clone(), move |_| picked.set(first));
    }
    let at = (*picked).min(last);
    let shown = ShownStep::for_moment(worlds, at);
    let line = worlds.moments.get(at).and_then(|m| m.known.first()).map(|k| (k.line, k.span));
    let Some((line, span)) = line else { return html! {} };
    let go = {
        let picked = picked.clone();
        Callback::from(move |at: usize| picked.set(at))
    };
    let to_line = dispatch.clone();
    let to_line = Callback::from(move |_: MouseEvent| to_line.dispatch(Action::GoTo(span)));
    let count = format!("Step {} of {}", at + 1, last + 1);
    let says = format!("{}: line {line}", count.to_ascii_lowercase());
    let alone = worlds.traces.iter().all(|world| world.run.is_none());
    html! {
        <article class="clause now worlds" data-testid="worlds">
            <header>
                <b data-testid="moment">{ count }</b>
                <button class="rule" onclick={to_line}>{ format!("line {line}") }</button>
            </header>
            <p class="why" data-testid="worlds-said">{ &worlds.said }</p>
            <Transport {at} {last} of="Steps of the derivation" {says} {go} />
            <div class={classes!("beside", alone.then_some("alone"))} ref={area.clone()}>
                if !alone {
                    <section class="real" aria-label="What really happens">
                        <h4>{ "What really happens" }</h4>
                        { for worlds.traces.iter().enumerate().map(|(n, world)| run(&shown, n, world, worlds)) }
                    </section>
                }
                <section class="remembered" aria-label="What is remembered">
                    <h4>{ shown.title() }</h4>
                    <ul>{ for shown.known.iter().enumerate().map(|(n, known)| fact(n, known, worlds)) }</ul>
                    if let Some(then) = shown.then { <p class="then">{ "⇒ " }{ fact_formula(&then.fact, &then.state) }</p> }
                </section>
                <Threads area={area.clone()} wanted={shown.threads()} named={shown.mixes} />
            </div>
        </article>
    }
}

/// The content at one step of the derivation.
struct ShownStep<'w> {
    /// The step at which the runs are.
    at: usize,
    known: Vec<&'w DerivedFact>,
    /// Whether the step combines cells of different runs.
    mixes: bool,
    line: u32,
    /// The fact that the step derives.
    then: Option<&'w DerivedFact>,
}

impl<'w> ShownStep<'w> {
    /// The content at a step; a spurious one shows the facts that it combines, before it is taken.
    fn for_moment(worlds: &'w TraceComparison, at: usize) -> ShownStep<'w> {
        let known = |at: usize| worlds.moments.get(at).into_iter().flat_map(|m| &m.known);
        let mixing = worlds.conflict.as_ref().filter(|mixing| mixing.moment == at && at > 0);
        match mixing {
            Some(mixing) => ShownStep {
                at: at - 1,
                known: known(at - 1).filter(|known| known.trace.is_some()).collect(),
                mixes: true,
                line: mixing.line,
                then: known(at).find(|known| known.remark == Some(DerivationRemark::SpuriousStep)),
            },
            None => ShownStep { at, known: known(at).collect(), mixes: false, line: 0, then: None },
        }
    }

    fn title(&self) -> String {
        match self.mixes {
            true => format!("What line {} combines", self.line),
            false => "What is remembered".to_owned(),
        }
    }

    /// The threads of the remembered cells that occur in the runs.
    fn threads(&self) -> Vec<ThreadEnds> {
        let of = |(n, known): (usize, &&DerivedFact)| {
            let world = known.trace.filter(|_| known.agrees == Some(true));
            let cells = known.state.iter().filter(|(what, _)| what.as_app(Op::Select).is_some());
            let cells = cells.map(|(what, _)| what.to_string()).collect::<Vec<String>>();
            let thread = move |cell| Some(ThreadEnds { known: n, world: world?, cell });
            cells.into_iter().filter_map(thread).collect::<Vec<ThreadEnds>>()
        };
        self.known.iter().enumerate().flat_map(of).collect()
    }
}

/// A real run at this step.
fn run(shown: &ShownStep, n: usize, world: &AbstractTrace, worlds: &TraceComparison) -> Html {
    let one_of_many = worlds.traces.len() > 1;
    let made = world.run.as_ref().map(|run| (run, run.at.get(shown.at).copied().flatten()));
    let body = match made {
        None => html! { <p class="why">{ "Hornbook found no single run that goes this way." }</p> },
        Some((_, None)) => {
            html! { <p class="why">{ "This run leaves the derivation here." }</p> }
        }
        Some((_, Some(0))) => html! { <p class="why">{ "The program starts." }</p> },
        Some((run, Some(made))) => match run.steps.get(made - 1) {
            Some(now) => step(now, shown),
            None => html! {},
        },
    };
    let choices = world.run.as_ref().map(|run| run.choices.join(", ")).unwrap_or_default();
    html! {
        <div class={format!("world w{}", n % 4)} data-world={n.to_string()} data-testid="world">
            <h5>
                { if one_of_many { format!("Run {}", world.name) } else { "A run".to_owned() } }
                if let Some(differs) = &world.differs { <span class="chip">{ differs }</span> }
            </h5>
            if !choices.is_empty() { <p class="chosen">{ "chosen: " }<code>{ choices }</code></p> }
            { body }
        </div>
    }
}

/// The state after a step; before a spurious step nothing has just been read or written.
fn step(now: &RunStep, shown: &ShownStep) -> Html {
    let mut now = now.clone();
    now.arrays.retain(|array| !array.cells.is_empty());
    let what = match shown.mixes {
        true => {
            now.changed.clear();
            now.read.clear();
            html! { { format!("before line {}", shown.line) } }
        }
        false => html! { <>{ format!("line {}: ", now.line) }<code>{ &now.what }</code></> },
    };
    html! {
        <>
            <p class="did">{ what }</p>
            { variables(&now) }
        </>
    }
}

/// A fact, with the run that it is from.
fn fact(n: usize, fact: &DerivedFact, worlds: &TraceComparison) -> Html {
    let world = fact.trace.filter(|_| worlds.traces.len() > 1);
    let name = world.and_then(|n| worlds.traces.get(n)).map(|world| &world.name);
    html! {
        <li class={fact.trace.map(|n| format!("w{}", n % 4))} data-known={n.to_string()} data-testid="known">
            if let Some(name) = name { <span class="chip">{ format!("run {name}") }</span> }
            { fact_formula(&fact.fact, &fact.state) }
            if fact.agrees == Some(false) { <span class="chip weak">{ "≠ in the run" }</span> }
        </li>
    }
}
