//! One call to `insts`: the relevant cells of an array, and the information that the call loses.

use super::call_tree::CallTree;
use super::cell_strip::CellStrip;
use super::cells_entry::{CellsEntry, ManualCells};
use super::completeness::CompletenessVerdict;
use super::figure::Figure;
use super::fold::Fold;
use super::gloss::Gloss;
use super::instantiations::instantiations;
use super::witness_figure::WitnessFigure;
use crate::formula::{Formula, predicate};
use crate::glossary::Term as Word;
use crate::witness_searches::WitnessSearch;
use hornbook_abstraction::insts::{Algorithm, Call};
use hornbook_abstraction::relevant::{Cell, RelevantCall};
use hornbook_abstraction::sigma::Value;
use hornbook_horn::Term;
use hornbook_records::OmittedDetails;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct CallViewProps {
    pub call: Call,
    /// The premise's predicate, where there are several.
    pub premise: Option<String>,
    /// The search for a witness of a loss.
    pub search: WitnessSearch,
    /// Where named cells are kept.
    pub by_hand: ManualCells,
    pub lit: Rc<Vec<Term>>,
    /// Why the verdict and a loss do not contradict each other, where there are both.
    pub reconciled: Option<&'static str>,
}

/// The arrays of a call one after the other, the set that came out, and the verdict.
#[component]
pub fn CallView(props: &CallViewProps) -> Html {
    let CallViewProps { call, premise, search, by_hand, lit, reconciled } = props;
    let mut arrays = vec![];
    collect(call, &mut arrays);
    let sections = arrays.iter().enumerate().map(|(n, call)| {
        // A product asks about the same array several times.
        let first = arrays[..n].iter().all(|earlier| earlier.expr != call.expr);
        array(call, Some(by_hand).filter(|_| first), lit)
    });
    html! {
        <section class="call-view" data-testid="call">
            if let Some(name) = premise {
                <p class="why">{ "Premise " }<span class="f">{ predicate(name) }</span></p>
            }
            if arrays.is_empty() {
                <p>{ "No array is abstracted here: the values stand for themselves." }</p>
            }
            { for sections }
            if let Some(words) = (OmittedDetails { steps: 0, calls: left_out(call) }).describe() { <p class="why">{ words }</p> }
            { set(call, arrays.len()) }
            <CompletenessVerdict completeness={call.completeness.clone()} search={search.clone()} />
            if let Some(words) = reconciled.filter(|_| !call.completeness.is_kept()) {
                <p class="reason" data-testid="reconciled">{ words }</p>
            }
            if let WitnessSearch::Found(picture) = search { <Figure name="witness"><WitnessFigure picture={picture.clone()} /></Figure> }
        </section>
    }
}

/// The calls for single cells inside a call.
fn collect<'c>(call: &'c Call, out: &mut Vec<&'c Call>) {
    match &call.algorithm {
        Algorithm::Cell { .. } => out.push(call),
        other => other.calls().into_iter().for_each(|c| collect(c, out)),
    }
}

/// The calls inside a call that the record leaves out; inner searches count their own.
fn left_out(call: &Call) -> usize {
    let own = match &call.algorithm {
        Algorithm::Compose { left_out, .. } => *left_out,
        _ => 0,
    };
    own + call.algorithm.calls().into_iter().map(left_out).sum::<usize>()
}

/// One array: its relevant cells and how they were found.
fn array(call: &Call, by_hand: Option<&ManualCells>, lit: &Rc<Vec<Term>>) -> Html {
    let (Algorithm::Cell { relevant, of_goal, tried, any, left_out }, Value::Leaf(array)) =
        (&call.algorithm, &call.expr)
    else {
        return html! {};
    };
    let indices = call.set.iter().filter_map(|i| i.sharp.leaves().first().cloned());
    let indices: Vec<Term> = indices.collect();
    let top = relevant.found.iter().any(|c| matches!(c, Cell::Top(_)));
    html! {
        <>
            <h3>{ "Which cells of " }<Formula term={array.clone()} />{ " matter in this step?" }</h3>
            <Figure name="cells"><CellStrip array={array.clone()} indices={indices.clone()} search={relevant.clone()} of_goal={of_goal.clone()} tried={tried.clone()} any={*any} leaves_out={!left_out.is_empty()} lit={lit.clone()} take={by_hand.and_then(|kept| taking(call, kept))} /></Figure>
            <p class="caption" data-testid="cells-caption">{ caption(indices.len(), (*any, !left_out.is_empty()), top) }</p>
            { entry(call, &indices, *any, by_hand) }
            <Fold name="how-found" summary={html! { { "How they were found" } }} content={tree(relevant)} />
        </>
    }
}

/// A caption of the picture of cells. An arbitrary cell stands where the heuristic takes none, although it may leave some
/// out.
fn caption(taken: usize, (any, leaves_out): (bool, bool), more: bool) -> String {
    let cells = match (taken, any) {
        (_, true) if leaves_out => "No cell was taken; an arbitrary one stands in.".to_owned(),
        (_, true) => "No cell is known to matter, so any one will do.".to_owned(),
        (1, false) => "Only this one of all cells is looked at.".to_owned(),
        (n, false) => format!("Only these {n} of all cells are looked at."),
    };
    let why = if any { "" } else { " The reason stands above each." };
    let more = if more { " Perhaps others matter too." } else { "" };
    format!("{cells}{why}{more}")
}

/// The search, drawn when it is asked for.
fn tree(search: &RelevantCall) -> Callback<(), Html> {
    let search = search.clone();
    Callback::from(move |()| html! { <CallTree call={search.clone()} /> })
}

/// The name of the array that a call is about, if cells can be named for it.
fn name(call: &Call) -> Option<String> {
    Some(call.expr.leaves().first()?.as_var()?.name.to_string())
}

/// A callback that takes the cells that were clicked, as if they had been named.
fn taking(call: &Call, kept: &ManualCells) -> Option<Callback<Vec<Term>>> {
    let (array, kept) = (name(call)?, kept.clone());
    Some(Callback::from(move |indices: Vec<Term>| {
        kept.take(&array, indices.iter().map(ToString::to_string).collect());
    }))
}

/// A field for the array's cells, where they are named by hand.
fn entry(call: &Call, indices: &[Term], any: bool, by_hand: Option<&ManualCells>) -> Html {
    let by_hand = by_hand.filter(|kept| kept.naming);
    let (Some(array), Some(by_hand)) = (name(call), by_hand) else {
        return html! {};
    };
    let indices = if any { vec![] } else { indices.to_vec() };
    html! {
        <CellsEntry call={call.clone()} {array} {indices} by_hand={by_hand.clone()} />
    }
}

/// The instantiation set: the cells that the premise is instantiated with.
fn set(call: &Call, arrays: usize) -> Html {
    if arrays == 0 {
        return html! {};
    }
    html! {
        <div class="set">
            <span class="k"><Gloss term={Word::InstantiationSet}>{ "Instantiation set" }</Gloss>{ format!(", {}: the premise is instantiated with each", count(call.set.len())) }</span>
            <p class="f" data-testid="instantiation-set">{ instantiations(&call.sigma, &call.set) }</p>
        </div>
    }
}

fn count(n: usize) -> String {
    if n == 1 { "1 element".to_owned() } else { format!("{n} elements") }
}
