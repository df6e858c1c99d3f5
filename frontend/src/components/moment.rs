//! A state of a run: the variables, then the arrays with their facts.

use super::strip_picture::StripPicture;
use crate::formula::variable;
use hornbook_records::Strip;
use hornbook_records::sample::StripRow;
use yew::prelude::*;

/// The variables with their values, and each strip with the cells of its array.
pub fn moment(scalars: &[(String, String)], strips: &[Strip], rows: &[StripRow]) -> Html {
    let value = |(name, value): &(String, String)| {
        html! {
            <div class="scalar"><dt>{ variable(name) }<span class="is">{ "\u{a0}=" }</span></dt><dd>{ value }</dd></div>
        }
    };
    let strip = |(strip, row): (&Strip, &StripRow)| {
        html! { <StripPicture strip={strip.clone()} row={row.clone()} /> }
    };
    html! {
        <>
            <dl class="scalars">{ for scalars.iter().map(value) }</dl>
            { for strips.iter().zip(rows).map(strip) }
        </>
    }
}
