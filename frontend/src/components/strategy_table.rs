//! The table of the strategies that were tried, with their steps and results.

use super::fold::Fold;
use hornbook_base::text::capitalised;
use hornbook_records::StrategyRecord;
use hornbook_records::strategies::{Finding, StrategyResult};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct StrategyTableProps {
    pub strategies: Rc<Vec<StrategyRecord>>,
    /// Whether it is unfolded until the student folds it.
    pub open: bool,
}

/// A table that can be folded away; nothing if no strategy had a turn.
#[component]
pub fn StrategyTable(props: &StrategyTableProps) -> Html {
    let tried = props.strategies.iter().filter(|row| row.steps > 1).count();
    if tried == 0 {
        return html! {};
    }
    let strategies = props.strategies.clone();
    let content = Callback::from(move |()| {
        let rows = strategies.iter().filter(|row| row.steps > 1).map(row);
        html! {
            <div class="table" tabindex="0" role="region" aria-label="Strategies that were tried">
                <table data-testid="strategy-table">
                    <thead><tr>
                        <th scope="col">{ "Strategy" }</th>
                        <th scope="col" class="number">{ "Steps" }</th>
                        <th scope="col">{ "Result" }</th>
                    </tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            </div>
        }
    });
    let words = if tried == 1 { "strategy was tried" } else { "strategies were tried" };
    let summary = html! { { format!("{tried} {words}") } };
    html! { <Fold name="strategies" open={props.open} {summary} {content} /> }
}

fn row(record: &StrategyRecord) -> Html {
    let is_proof = |result: &StrategyResult| !matches!(result.finding, Finding::GaveUp(_));
    let class = if record.results.iter().any(is_proof) { "found" } else { "" };
    html! {
        <tr {class}>
            <th scope="row">{ record.full_name() }</th>
            <td class="number">{ grouped(record.steps) }</td>
            <td>{ capitalised(&record.describe()) }</td>
        </tr>
    }
}

/// A number with thin spaces between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join("\u{202f}")
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_stand_in_groups_of_three() {
        let said = [0, 999, 1_000, 1_234_567].map(grouped);
        assert_eq!(said, ["0", "999", "1\u{202f}000", "1\u{202f}234\u{202f}567"]);
    }
}
