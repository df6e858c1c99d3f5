//! The pane of the road: the stage on view.

use super::clause_list::ClauseList;
use super::figure::Figure;
use super::gloss::Gloss;
use super::graph_view::GraphView;
use super::look_closer::LookCloser;
use super::solve_view::SolveView;
use crate::glossary::Term;
use crate::hooks::{Solver, use_clause_in_view, use_kept_keyboard, use_road_keys};
use crate::protocol::Kind;
use crate::state::{Action, Stage, State};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`RoadPane`].
#[derive(Clone, PartialEq, Properties)]
pub struct RoadPaneProps {
    /// What the page knows.
    pub state: Rc<State>,
    /// Where actions go.
    pub dispatch: UseReducerDispatcher<State>,
    /// Run and Stop.
    pub solver: Solver,
    /// What stands below the stage.
    #[prop_or_default]
    pub children: Html,
}

/// A stage's heading and what it does, in one sentence.
fn heading(stage: Stage, kind: Kind) -> (&'static str, &'static str) {
    match stage {
        Stage::Clauses if kind == Kind::Clauses => (
            "The Horn clauses as they are given",
            "Each predicate is an unknown relation; a model of all clauses is wanted.",
        ),
        Stage::Program => (
            "The program is read",
            "Names and types are settled. What cannot be understood is underlined in the text.",
        ),
        Stage::Graph => (
            "Where control can go",
            "Each box is a point of the program, each arrow a step from one point to the next.",
        ),
        Stage::Clauses => (
            "The program as Horn clauses",
            "Each program point has an unknown set of states; each step from one point to the next is a clause.",
        ),
        Stage::Abstract => (
            "Arrays become sets of cells",
            "Instead of an array, a state now holds a few of its cells; the quantifiers say: any of them.",
        ),
        Stage::Eliminate => (
            "From quantifiers to finitely many cells",
            "Each quantified premise is replaced by the instances that can matter to the rest of its clause.",
        ),
        Stage::Simplify => (
            "The arrays go away",
            "What is left of the arrays is rewritten until the clauses speak of numbers and truth values only.",
        ),
        Stage::Solve => (
            "The verdict",
            "A solver looks for an invariant at each point, or for a run that breaks an assertion.",
        ),
    }
}

/// The heading above a text with errors.
const UNREADABLE: (&str, &str) = (
    "The text cannot be read yet",
    "What cannot be understood is underlined in the text, and listed below it with hints.",
);

/// The words that a stage brings in.
fn words(stage: Stage) -> &'static [Term] {
    match stage {
        Stage::Program | Stage::Graph => &[],
        Stage::Clauses => {
            &[Term::HornClause, Term::Premise, Term::Goal, Term::ProgramPoint, Term::LoopHead]
        }
        Stage::Abstract => &[Term::DataAbstraction, Term::Sigma, Term::Cell1, Term::Cell2],
        Stage::Eliminate => &[Term::Eliminate, Term::Relevant, Term::Complete, Term::Witness],
        Stage::Simplify => &[Term::LargeBlocks],
        Stage::Solve => {
            &[Term::Invariant, Term::Certified, Term::Buggy, Term::TooWeak, Term::Unknown]
        }
    }
}

/// The stage on view, with keys to go forward and back.
#[component]
pub fn RoadPane(props: &RoadPaneProps) -> Html {
    let RoadPaneProps { state, dispatch, solver, children } = props;
    let stage = state.stage;
    let (title, what) = match stage {
        Stage::Program if state.has_errors() => UNREADABLE,
        _ => heading(stage, state.kind),
    };
    let show = |steps: isize| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Show(stage.moved(steps))))
    };
    let go = |action: fn() -> Action| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action()))
    };
    use_road_keys(stage, dispatch.clone());
    use_clause_in_view(stage);
    // A stage may have had the keyboard in something that the next one does not have.
    use_kept_keyboard(stage, ".road");
    let stale = match stage {
        Stage::Solve => state.outcome().is_some() && !state.run_fresh(),
        _ => state.analysis.is_some() && !state.fresh(),
    };
    // A click into the pane brings the keyboard there.
    html! {
        <section class={classes!("pane", "road", stale.then_some("stale"))} aria-label="Road" tabindex="-1" data-testid="road-pane">
            <div class="pane-head">
                <h2>{ stage.name() }</h2>
                <span class="grow"></span>
                if stale { <span class="chip weak older">{ "out of date" }</span> }
                <button class="icon small" onclick={show(-1)} disabled={stage == Stage::Program}
                    aria-label="Previous stage" title="Previous stage (Alt ←)">{ "⇤" }</button>
                <button class="icon small" onclick={go(|| Action::Back)} disabled={stage == Stage::Program}
                    aria-label="Step back" title="One step back (←)" data-testid="road-back">{ "←" }</button>
                <button class="icon small" onclick={go(|| Action::Forward)} disabled={stage == Stage::Solve}
                    aria-label="Step forward" title="One step forward (→)" data-testid="road-forward">{ "→" }</button>
                <button class="icon small" onclick={show(1)} disabled={stage == Stage::Solve}
                    aria-label="Next stage" title="Next stage (Alt →)">{ "⇥" }</button>
            </div>
            <div class="pane-body">
                { chosen_by_text(state) }
                <h3>{ title }</h3>
                <p class="lead">{ what }</p>
                <p class="lead-words">{ for words(stage).iter().map(|term| html! { <Gloss term={*term} /> }) }</p>
                { content(state, dispatch, solver) }
                { children.clone() }
            </div>
        </section>
    }
}

/// What the program chooses itself.
fn chosen_by_text(state: &State) -> Html {
    let own = state.analysis.as_ref().map(|a| a.value.own.join(", ")).unwrap_or_default();
    if own.is_empty() {
        return html! {};
    }
    html! {
        <p class="why" data-testid="own">{ "The program itself chooses: " }<b>{ own }</b>{ ". A choice in the bar above goes before." }</p>
    }
}

fn content(state: &Rc<State>, dispatch: &UseReducerDispatcher<State>, solver: &Solver) -> Html {
    if state.stage == Stage::Solve {
        return html! { <SolveView state={state.clone()} dispatch={dispatch.clone()} solver={solver.clone()} /> };
    }
    let Some(analysis) = &state.analysis else {
        return match state.trouble {
            Some(_) => {
                html! { <p class="empty">{ "There is nothing to show for this text yet." }</p> }
            }
            None => html! { <p class="empty">{ "Reading the program …" }</p> },
        };
    };
    if !analysis.value.reached(Stage::Clauses) {
        return html! { <p class="empty">{ "The text has errors; the other stages begin when they are gone." }</p> };
    }
    if state.stage == Stage::Program {
        return html! {
            <p class="empty">{ "No errors. The next stage draws where control can go." }</p>
        };
    }
    if let (Stage::Graph, Some(drawing)) = (state.stage, &analysis.value.drawing) {
        return html! {
            <>
                // It is always there, so that the graph stays where it is when an arrow is picked.
                <div class="graph-closer stacked-only">
                    if state.selected.is_some() { <LookCloser /> } else { <p class="why">{ "Pick an arrow to look at its clause." }</p> }
                </div>
                <Figure name="graph"><GraphView drawing={drawing.clone()} hovered={state.hovered_lights()} picked={state.picked_lights()}
                    dispatch={dispatch.clone()} /></Figure>
            </>
        };
    }
    html! { <ClauseList state={state.clone()} dispatch={dispatch.clone()} /> }
}
