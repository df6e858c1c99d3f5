//! A witness of incompleteness as rows of cells.

use super::sideways::Sideways;
use crate::formula::variable;
use crate::records::Shared;
use hornbook_protocol::witness_table::{Column, Entry, Row, SharedCells, WitnessTable};
use yew::prelude::*;

/// More sets of cells than these are not listed one by one.
const MOST_LISTED: usize = 12;

#[derive(Clone, PartialEq, Properties)]
pub struct WitnessFigureProps {
    pub picture: Shared<WitnessTable>,
}

/// The arrays of the model below each other, the mixed one last. It is a table with headings, so
/// that it can be read aloud; marks that are made by colour are also said.
#[component]
pub fn WitnessFigure(props: &WitnessFigureProps) -> Html {
    let picture = &*props.picture;
    let caption = "The arrays of the model, one in each row, and the mixed one, which the model does not have";
    html! {
        <figure class="witness" data-testid="witness">
            if !picture.fixed.is_empty() {
                <p class="why">{ "In every row " }{ for values(&picture.fixed) }{ "." }</p>
            }
            <Sideways class="witness-rows" label={caption}>
                <table>
                    <caption class="spoken">{ caption }</caption>
                    <thead><tr><td></td>{ for picture.columns.iter().map(heading) }</tr></thead>
                    <tbody>{ for picture.rows.iter().map(|r| row(r, &picture.columns)) }</tbody>
                </table>
            </Sideways>
            <figcaption>
                <p>{ &picture.sentence }</p>
                { shared_cells(&picture.seen) }
                if !picture.others.is_empty() {
                    <details class="others">
                        <summary>{ "The other variables" }</summary>
                        <p class="why">{ for values(&picture.others) }</p>
                    </details>
                }
            </figcaption>
        </figure>
    }
}

/// `x = 1, y = 2`.
fn values(values: &[(String, String)]) -> impl Iterator<Item = Html> {
    values.iter().enumerate().map(|(n, (name, value))| {
        let comma = if n == 0 { "" } else { ", " };
        html! { <>{ comma }<span class="f f-tight">{ variable(name) }{ format!(" = {value}") }</span></> }
    })
}

fn heading(column: &Column) -> Html {
    let (class, text) = match column {
        Column::Scalar(name) => ("f", variable(name)),
        Column::Cell(name, index) => {
            ("f", html! { <>{ variable(name) }{ format!("[{index}]") }</> })
        }
        Column::Tail(name) => (
            "tail",
            html! { <><span aria-hidden="true">{ "…" }</span><span class="spoken">{ format!("all other cells of {name}") }</span></> },
        ),
    };
    html! { <th scope="col" {class}>{ text }</th> }
}

fn row(row: &Row, columns: &[Column]) -> Html {
    let entries = row.entries.iter().zip(columns).map(|(e, column)| entry(e, column, row.mixed));
    html! {
        <tr class={row.mixed.then_some("mixed")} data-testid={if row.mixed { "witness-mixed" } else { "witness-row" }}>
            <th scope="row">{ &row.name }</th>
            { for entries }
        </tr>
    }
}

fn entry(entry: &Entry, column: &Column, mixed: bool) -> Html {
    let tail = matches!(column, Column::Tail(_)).then_some("tail");
    let value = match &entry.value {
        Some(value) => html! { { value } },
        None => {
            html! { <><span aria-hidden="true">{ "?" }</span><span class="spoken">{ "any value" }</span></> }
        }
    };
    let said = match (entry.seen, mixed) {
        (true, false) => html! { <span class="spoken">{ ", as in the mixed row" }</span> },
        _ => html! {},
    };
    html! { <td class={classes!(entry.seen.then_some("seen"), tail)}>{ value }{ said }</td> }
}

/// The cells that the mixed row shares with each other row. An instance whose condition fails reads none.
fn shared_cells(seen: &[SharedCells]) -> Html {
    let seen: Vec<&SharedCells> = seen.iter().filter(|seen| !seen.cells.is_empty()).collect();
    if seen.is_empty() {
        return html! {};
    }
    let listed = seen.iter().take(MOST_LISTED).enumerate().map(|(n, seen)| {
        let between = if n == 0 { "" } else { "; " };
        let cells = seen.cells.iter().enumerate().map(|(n, (name, index))| {
            let comma = if n == 0 { "" } else { ", " };
            html! { <>{ comma }<span class="f f-tight cell-ink">{ variable(name) }{ format!("[{index}]") }</span></> }
        });
        html! { <>{ between }{ for cells }{ " with " }<b>{ &seen.row }</b></> }
    });
    let end = if seen.len() > MOST_LISTED { "; …" } else { "." };
    html! { <p class="why">{ "The mixed row shares " }{ for listed }{ end }</p> }
}
