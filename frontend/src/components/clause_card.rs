//! One clause of a stage.

use super::completeness::CompletenessChips;
use super::copy_formula::CopyFormula;
use super::gloss::ClassChip;
use super::look_closer::LookCloser;
use super::step_list::{StepList, StepSource};
use crate::formula::{ClauseFormula, FormulaDiff, Setting};
use crate::highlights::Topic;
use crate::hooks::{bring_into_view, stacked, use_near};
use crate::records::Shared;
use crate::state::{Action, State};
use hornbook_abstraction::sigma::Abstraction;
use hornbook_horn::{Clause, ClauseId, PredId, System, Term};
use hornbook_protocol::Formula;
use hornbook_records::stages::{Phase, StageKey};
use hornbook_records::{ClauseStory, ClauseSummary, Side, Subject};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};
use yew::prelude::*;

/// A formula with more parts than this is drawn on demand: a browser needs much of a second for it.
const HUGE: usize = 1_000;

#[derive(Clone, PartialEq, Properties)]
pub struct ClauseCardProps {
    /// The stage of the clauses.
    pub phase: Phase,
    /// The stage on view, if it takes steps with clauses.
    pub steps: Option<StageKey>,
    pub system: Rc<System>,
    pub clause: Clause,
    /// Whether there are so many clauses that only those in sight are drawn.
    pub many: bool,
    pub summary: Rc<ClauseSummary>,
    /// The clauses before abstraction, for steps that start there.
    pub concrete: Rc<System>,
    /// The abstraction of the predicates.
    pub abstraction: Rc<Abstraction>,
    /// Whether it is on view.
    pub selected: bool,
    /// Whether it is on view and of the text as it is now.
    pub fresh: bool,
    /// Its story, once that is known; only for the clause on view.
    pub story: Option<Shared<ClauseStory>>,
    /// The step on view, from 0; only for the clause on view.
    pub rule: usize,
    /// The words for its class that tell it from other clauses.
    pub words: Vec<String>,
    /// Whether it is known to lose information.
    pub witnessed: bool,
    /// Its terms that belong to the picked topic, if it does.
    pub lit: Option<Rc<Vec<Term>>>,
    /// Its terms that belong to the topic under the pointer, if it does.
    pub hovered: Option<Rc<Vec<Term>>>,
    /// The program point that is pointed at.
    pub point: Option<PredId>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// Scrolls the card of the selected clause into view, and once again when its story makes it grow. If the
/// keyboard is on the pane itself or on the name of the previous clause, it moves along.
#[hook]
fn use_in_view(card: &NodeRef, selected: bool, told: bool) {
    let grown = use_mut_ref(|| false);
    {
        let (card, grown) = (card.clone(), grown.clone());
        use_effect_with((selected, told), move |&(selected, told)| {
            let grows = selected && told && !*grown.borrow();
            *grown.borrow_mut() = selected && (told || *grown.borrow());
            let Some(card) = card.cast::<Element>().filter(|_| grows) else { return };
            if !stacked() {
                bring_into_view(&card);
            }
            // A card may be higher than the window, and the focused element must be visible.
            let focused = card.query_selector(".clause-name:focus").ok().flatten();
            focused.iter().for_each(bring_into_view);
        });
    }
    let card = card.clone();
    use_effect_with(selected, move |&selected| {
        if let Some(card) = card.cast::<Element>().filter(|_| selected) {
            let before = gloo_utils::document().active_element();
            let is =
                |selector| before.as_ref().is_some_and(|e| e.matches(selector).unwrap_or(false));
            // Where the panes are stacked, who is at the text would lose it out of sight.
            if !(stacked() && is(".editor *")) {
                bring_into_view(&card);
            }
            let name = card.query_selector(".clause-name").ok().flatten();
            if let Some(name) = name.filter(|_| is(".road, .clause-name")) {
                // The card is in view already, and a page in another page must not scroll that one.
                let options = FocusOptions::new();
                options.set_prevent_scroll(true);
                let _ = name.unchecked_into::<HtmlElement>().focus_with_options(&options);
            }
        }
    });
}

/// A card with the clause's origin, class and formula, and on view the steps of the stage.
#[component]
pub fn ClauseCard(props: &ClauseCardProps) -> Html {
    let ClauseCardProps { phase, system, clause, summary, selected, dispatch, .. } = props;
    let card = use_node_ref();
    use_in_view(&card, *selected, props.story.is_some());
    let drawn = use_near(&card, props.many && !*selected);
    let id = clause.id;
    let act = |action: fn(ClauseId) -> Action| {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(action(id)))
    };
    let onmouseover = act(|id| Action::Hover(Some(Topic::Clause(id))));
    let onmouseleave = act(|_| Action::Hover(None));
    let select = act(|id| Action::Select(Some(id)));
    let class = classes!(
        "clause",
        selected.then_some("now"),
        props.lit.is_some().then_some("lit"),
        props.hovered.is_some().then_some("hovered"),
    );
    let (size, wanted) = (clause.size(), use_state_eq(|| false));
    let draw = {
        let wanted = wanted.clone();
        Callback::from(move |_: MouseEvent| wanted.set(true))
    };
    let setting = Setting { change: change(props), ..setting(props) };
    let (point, pick) = pointing(dispatch);
    html! {
        <li {class} ref={card} {onmouseover} {onmouseleave} onclick={select.clone()} data-testid="clause">
            <header>
                <button class="clause-name" aria-expanded={selected.to_string()} onclick={select}>
                    { format!("Clause {}", id.0) }
                </button>
                <span class="chip from">{ format!("line {} · {}", summary.line, summary.what) }</span>
                { for props.words.iter().map(|word| html! { <ClassChip word={word.clone()} /> }) }
                <span class="grow"></span>
                if *phase == Phase::Eliminated && !summary.completeness.is_kept() { <CompletenessChips completeness={summary.completeness.clone()} witnessed={props.witnessed} /> }
            </header>
            if *selected {
                <CopyFormula formula={Formula::Clause(id, *phase)} fresh={props.fresh} />
                <LookCloser />
            }
            if drawn && size > HUGE && !*wanted {
                <p class="why">
                    { format!("A formula of {size} parts, which takes the browser a while to draw. ") }
                    <button class="quiet" onclick={draw} data-testid="draw">{ "Draw it" }</button>
                </p>
            } else if drawn {
                { steps(props) }
                <ClauseFormula system={system.clone()} clause={clause.clone()} other={last_before(props)} {setting} {point} {pick} />
            } else {
                <div class="not-drawn" aria-hidden="true"></div>
            }
        </li>
    }
}

fn setting(props: &ClauseCardProps) -> Setting {
    let abstraction = (props.phase != Phase::Concrete).then(|| props.abstraction.clone());
    let lit = props.hovered.iter().chain(&props.lit).flat_map(|terms| terms.iter());
    let lit = Rc::new(lit.cloned().collect());
    Setting { abstraction, lit, point: props.point, ..Setting::default() }
}

/// The callbacks for parts of the formula that are pointed at and picked.
fn pointing(dispatch: &UseReducerDispatcher<State>) -> (Callback<Topic>, Callback<Topic>) {
    let (point, pick) = (dispatch.clone(), dispatch.clone());
    (
        Callback::from(move |topic| point.dispatch(Action::Hover(Some(topic)))),
        Callback::from(move |topic| pick.dispatch(Action::Pick(topic))),
    )
}

/// The difference that the last step of the stage made.
fn change(props: &ClauseCardProps) -> FormulaDiff {
    last_before(props)
        .map(|before| FormulaDiff::since(&Subject::abstracted(&before)))
        .unwrap_or_default()
}

/// The clause before the last step of the stage, where both are written with the same predicates.
fn last_before(props: &ClauseCardProps) -> Option<Clause> {
    let stage = props.steps.as_ref()?;
    let step = props.story.as_ref()?.steps.iter().rfind(|s| s.stage == *stage)?;
    step.before.clause(Side::Abstract).cloned()
}

/// The steps that the stage on view took with the clause.
fn steps(props: &ClauseCardProps) -> Html {
    match (&props.steps, &props.story) {
        (Some(stage), Some(story)) => html! {
            <StepList steps={StepSource::OfClause(story.clone())} stage={stage.clone()} rule={props.rule} concrete={props.concrete.clone()} system={props.system.clone()}
                setting={setting(props)} dispatch={props.dispatch.clone()} />
        },
        _ => html! {},
    }
}
