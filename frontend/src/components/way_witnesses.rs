//! The witnesses against one way to treat a clause.

use super::clause_title::ClauseTitle;
use super::completeness::indistinguishable;
use super::figure::Figure;
use super::witness_figure::WitnessFigure;
use crate::formula::predicate;
use crate::records::Shared;
use hornbook_protocol::witness_table::WitnessTable;
use hornbook_records::ClauseSummary;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct WayWitnessesProps {
    /// The name of the way, such as `cell2 with relevant`.
    pub way: AttrValue,
    /// Its number among those that are compared.
    pub number: usize,
    pub summary: Rc<ClauseSummary>,
    /// The witnesses, each with the predicate of its premise where there are several.
    pub witnesses: Vec<(Option<String>, Shared<WitnessTable>)>,
}

/// The witness of each call that loses information.
#[component]
pub fn WayWitnesses(props: &WayWitnessesProps) -> Html {
    let WayWitnessesProps { way, number, summary, witnesses } = props;
    let word = if witnesses.len() == 1 { "The witness" } else { "The witnesses" };
    let drawn = witnesses.iter().enumerate().map(|(n, (premise, picture))| {
        // Several ways may have saved pictures: the names tell them apart.
        let name = format!("witness-{}-{}", number + 1, n + 1);
        html! {
            <>
                if let Some(premise) = premise {
                    <p class="why">{ "Premise " }<span class="f">{ predicate(premise) }</span></p>
                }
                <p>{ indistinguishable(&picture.sees) }</p>
                <Figure {name}><WitnessFigure picture={picture.clone()} /></Figure>
            </>
        }
    });
    // Ways stand side by side; the label tells screen readers which one this is about.
    html! {
        <details class="lost" data-testid="way-witness">
            <summary>{ word }<span class="spoken">{ format!(" against {way}") }</span></summary>
            <ClauseTitle summary={summary.clone()} />
            { for drawn }
        </details>
    }
}
