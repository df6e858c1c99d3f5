//! The plot of the arrays at the program point on view.

use super::plot_picture::PlotPicture;
use super::prose::Prose;
use crate::abstraction_plot::list;
use crate::hooks::Writer;
use crate::records::Systems;
use crate::state::State;
use hornbook_abstraction::sigma::Sigma;
use hornbook_base::Span;
use hornbook_horn::{ClauseId, Goal, PredId, Premise, Sort, System};
use hornbook_protocol::DocumentKind;
use hornbook_records::abstraction_plot::{PlotKind, SampledArray, SampledArrays};
use hornbook_records::stages::Phase;
use std::collections::BTreeSet;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct PlotViewProps {
    pub state: Rc<State>,
}

/// A program point with the abstraction of each of its arrays.
#[derive(Clone, PartialEq)]
struct PlottedPoint {
    /// A description of the point.
    title: String,
    /// The statement at the point.
    span: Span,
    loop_head: bool,
    arrays: Vec<KeptArray>,
}

/// The abstraction of an array.
#[derive(Clone, PartialEq)]
struct KeptArray {
    name: String,
    /// Whether its cells are arrays.
    nested: bool,
    sigma: Sigma,
}

/// The rows from runs.
#[derive(Clone, PartialEq)]
enum PlotData {
    Waiting,
    /// No run reaches this point.
    Never(Rc<PlottedPoint>),
    There(Rc<PlottedPoint>, Rc<SampledArrays>),
}

/// Rows of arrays from runs, and their abstraction. Nothing where there are no arrays.
#[component]
pub fn PlotView(props: &PlotViewProps) -> Html {
    let state = &props.state;
    let found = use_state(|| PlotData::Waiting);
    let chosen = use_state(|| None::<String>);
    use_runs(state, &found);
    let body = match &*found {
        PlotData::Waiting => {
            html! { <p class="why cloud-waiting" role="status">{ "Hornbook makes runs …" }</p> }
        }
        PlotData::Never(point) => html! {
            <p class="why" role="status">{ "No picture was found: it needs a small run that has, " }{ &point.title }{ ", an array with one index and small numbers in it." }</p>
        },
        PlotData::There(point, cloud) => picture(point, cloud, &chosen),
    };
    if point(state).is_none() {
        return html! {};
    }
    html! {
        <details class="cloud" open=true data-testid="cloud">
            <summary>{ "What the abstraction keeps of an array" }</summary>
            { body }
        </details>
    }
}

/// Requests runs for the point on view whenever the text or the point changes.
#[hook]
fn use_runs(state: &Rc<State>, found: &UseStateHandle<PlotData>) {
    let writer = use_context::<Writer>();
    let wanted = point(state).filter(|_| state.fresh()).map(|point| (state.revision, point));
    let found = found.clone();
    use_effect_with(wanted, move |wanted| {
        let (Some((_, point)), Some(writer)) = (wanted, writer) else { return };
        let (at, loop_head) = (point.span, point.loop_head);
        let point = Rc::new(point.clone());
        let reader = Callback::from(move |text: Option<String>| {
            let cloud = text.and_then(|json| serde_json::from_str::<SampledArrays>(&json).ok());
            found.set(match cloud {
                Some(cloud) => PlotData::There(point.clone(), Rc::new(cloud)),
                None => PlotData::Never(point.clone()),
            });
        });
        writer.write(DocumentKind::Cloud { at, loop_head }, reader);
    });
}

/// The point of the clause on view; where that has no arrays the first loop with some, or else the
/// first point with most of them.
fn point(state: &State) -> Option<PlottedPoint> {
    let systems = state.analysis.as_ref()?.value.systems.as_ref()?;
    let system = systems.after(Phase::Concrete);
    let arrays = |id: PredId| system.pred(id).params.iter().filter(|v| v.sort.is_array()).count();
    let of_clause = state.selected.map(|clause| points(system, clause)).unwrap_or_default();
    let all = || (0..system.preds.len() as u32).map(PredId).filter(|id| arrays(*id) > 0);
    let head = || all().find(|id| system.pred(*id).loop_head);
    let fullest = || all().rev().max_by_key(|id| arrays(*id));
    let on_view = of_clause.into_iter().find(|id| arrays(*id) > 0);
    Some(described(systems, on_view.or_else(head).or_else(fullest)?))
}

/// The points of a clause, that before it first.
fn points(system: &System, id: ClauseId) -> Vec<PredId> {
    let Some(clause) = system.clause(id) else { return vec![] };
    let premises = clause.premises.iter().filter_map(|premise| match premise {
        Premise::Instance(instance) => Some(instance.pred),
        Premise::Cond(_) => None,
    });
    let goal = match &clause.goal {
        Goal::Instance(instance) => Some(instance.pred),
        Goal::Cond(_) => None,
    };
    premises.chain(goal).collect()
}

fn described(systems: &Systems, id: PredId) -> PlottedPoint {
    let pred = systems.after(Phase::Concrete).pred(id);
    let sigmas = match systems.abstraction.sigma(id) {
        Sigma::Tuple(parts) => parts.as_slice(),
        _ => &[],
    };
    let arrays = pred.params.iter().zip(sigmas).filter_map(|(v, sigma)| match &v.sort {
        Sort::Array(cell) => {
            let (name, nested) = (v.name.to_string(), cell.is_array());
            Some(KeptArray { name, nested, sigma: sigma.clone() })
        }
        _ => None,
    });
    let arrays = arrays.collect();
    PlottedPoint { title: pred.title.clone(), span: pred.span, loop_head: pred.loop_head, arrays }
}

/// One of the arrays, with a choice of the others.
fn picture(
    point: &PlottedPoint,
    cloud: &SampledArrays,
    chosen: &UseStateHandle<Option<String>>,
) -> Html {
    let drawn: Vec<(&SampledArray, &Sigma)> = cloud
        .arrays
        .iter()
        .filter_map(|array| {
            let kept = point.arrays.iter().find(|kept| kept.name == array.name)?;
            Some((array, &kept.sigma))
        })
        .collect();
    let now = drawn.iter().find(|(array, _)| Some(&array.name) == chosen.as_ref());
    let now = now.or_else(|| drawn.first()).copied();
    let choices = drawn.iter().map(|(array, _)| {
        let is_now = now.is_some_and(|(on_view, _)| on_view.name == array.name);
        let (chosen, name) = (chosen.clone(), array.name.clone());
        let onclick = Callback::from(move |_: MouseEvent| chosen.set(Some(name.clone())));
        html! {
            <button {onclick} aria-pressed={is_now.to_string()} data-testid="cloud-array">{ &array.name }</button>
        }
    });
    html! {
        <>
            if drawn.len() > 1 {
                <div class="axes" role="group" aria-label="The array on view">{ for choices }</div>
            }
            if let Some((array, sigma)) = now {
                { where_from(point, array) }
                { draw_array(array, sigma) }
            }
            { remarks(point, drawn.len()) }
        </>
    }
}

fn draw_array(array: &SampledArray, sigma: &Sigma) -> Html {
    match PlotKind::from_sigma(sigma) {
        Some(kept) => html! { <PlotPicture array={array.clone()} {kept} /> },
        None => html! {
            <p data-testid="cloud-undrawn">
                { "It is kept as " }<code>{ sigma.to_string() }</code>{ ", which has no picture here." }
            </p>
        },
    }
}

/// The origin of the rows.
fn where_from(point: &PlottedPoint, SampledArray { name, fixed, rows, .. }: &SampledArray) -> Html {
    let runs: BTreeSet<usize> = rows.iter().map(|row| row.run).collect();
    let shown = match (rows.len(), runs.len()) {
        (1, _) => format!("The only row that was found shows `{name}` in a run"),
        (rows, runs) if rows == runs => format!("The rows show `{name}` in different runs"),
        _ => format!("The rows show `{name}` in runs"),
    };
    let fixed: Vec<String> =
        fixed.iter().map(|(name, value)| format!("`{name} = {value}`")).collect();
    let when = match fixed.as_slice() {
        [] => String::new(),
        fixed => format!(", when {}. Such variables are kept as they are", list(fixed)),
    };
    let text = format!("{shown}, {}{when}.", point.title);
    html! { <p class="why" data-testid="cloud-from"><Prose {text} /></p> }
}

/// Remarks about arrays and cells that the plot leaves out.
fn remarks(point: &PlottedPoint, drawn: usize) -> Html {
    let nested: Vec<String> =
        point.arrays.iter().filter(|a| a.nested).map(|a| format!("`{}`", a.name)).collect();
    let nested = match nested.as_slice() {
        [] => None,
        [one] => Some(format!("{one} is an array of arrays, which has no picture here.")),
        several => {
            Some(format!("{} are arrays of arrays, which have no pictures here.", list(several)))
        }
    };
    let others = (drawn > 1).then(|| {
        "The picture shows one array by itself. Cells of the others that are kept at the same time may tell more."
            .to_owned()
    });
    html! { { for [others, nested].into_iter().flatten().map(|text| html! { <p class="why"><Prose {text} /></p> }) } }
}
