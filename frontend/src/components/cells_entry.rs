//! The cells of one array in one clause, named by hand.

use super::text_entry::TextEntry;
use crate::state::{Action, State};
use hornbook_abstraction::heuristic;
use hornbook_abstraction::heuristic::{Heuristic, NamedCells};
use hornbook_abstraction::insts::Call;
use hornbook_horn::{ClauseId, Term, Var};
use hornbook_protocol::Options;
use std::collections::BTreeSet;
use yew::prelude::*;

/// The options and the clause for which cells are named.
#[derive(Clone, PartialEq)]
pub struct ManualCells {
    pub clause: ClauseId,
    /// Whether cells are named, and not found by the search.
    pub naming: bool,
    /// The choices so far.
    pub options: Options,
    pub dispatch: UseReducerDispatcher<State>,
}

impl ManualCells {
    /// Names the cells of an array for this clause.
    pub fn take(&self, array: &str, indices: Vec<String>) {
        let named = self.options.with_cells_of(self.clause.0, array, indices);
        self.dispatch.dispatch(Action::Choose(named.with_heuristic(Some(Heuristic::Manual))));
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct CellsEntryProps {
    /// The call about the array.
    pub call: Call,
    pub array: String,
    /// Its cells that the call chose.
    pub indices: Vec<Term>,
    pub by_hand: ManualCells,
}

/// A field for the indices. While it is empty, the cells that the search finds are taken.
#[component]
pub fn CellsEntry(props: &CellsEntryProps) -> Html {
    let CellsEntryProps { call, array, indices, by_hand } = props;
    let ManualCells { clause, options, .. } = by_hand;
    let named = options.cells_of(clause.0, array);
    let wrong = named.map(|cells| problems(&cells.indices, &variables(call))).unwrap_or_default();
    let wrong = (!wrong.is_empty()).then(|| AttrValue::from(wrong.join(" ")));
    let found: Vec<String> = indices.iter().map(ToString::to_string).collect();
    let take = {
        let (array, kept) = (array.clone(), by_hand.clone());
        Callback::from(move |text: String| {
            // Primes as this page shows them, and as a phone writes them.
            kept.take(&array, NamedCells::indices(&text.replace(['′', '’'], "'")));
        })
    };
    html! {
        <TextEntry label={format!("Indices of the cells of {array}")} testid={format!("cells-{array}")}
            text={named.map(|cells| cells.indices.join(", ")).unwrap_or_default()} placeholder={found.join(", ")} {wrong} {take} />
    }
}

/// The variables that an index may contain.
fn variables(call: &Call) -> BTreeSet<Var> {
    let values = call.expr.leaves();
    [&call.context].into_iter().chain(&values).flat_map(Term::free_vars).collect()
}

/// The error of each index that cannot be read; the core leaves these out.
fn problems(indices: &[String], vars: &BTreeSet<Var>) -> Vec<String> {
    let known = |name: &str| vars.iter().find(|v| &*v.name == name).cloned();
    let problem = |text: &String| {
        let error = heuristic::index(text, &known).err()?;
        Some(format!("`{text}` is not an index: {}.", error.render_in(text)))
    };
    indices.iter().filter_map(problem).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_wrong_index_is_named() {
        let vars = BTreeSet::from([Var::int("i"), Var::int("k'")]);
        let wrong = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|t| (*t).to_owned()).collect();
            problems(&texts, &vars)
        };
        assert_eq!(wrong(&["k'", "i + 1"]), [""; 0]);
        assert_eq!(
            wrong(&["i +", "k", "i"]),
            [
                "`i +` is not an index: a value is expected where the text ends (column 4 of `i +`).",
                "`k` is not an index: there is no variable `k`."
            ]
        );
    }
}
