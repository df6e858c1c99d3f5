//! Comparisons of several choices for one clause.

use hornbook_abstraction::heuristic::Heuristic;
use hornbook_base::Budget;
use hornbook_horn::ClauseId;
use hornbook_pipeline as pipeline;
use hornbook_pipeline::Input;
use hornbook_protocol::compare::{ComparisonAxis, ComparisonRequest};
use hornbook_protocol::witness_table::WitnessTable;
use hornbook_protocol::{ABSTRACTIONS, Offer, Reply};
use hornbook_records::WitnessView;
use hornbook_records::comparison::ComparedOptions;
use hornbook_tasks::choices::Settings;

/// The most pictures of witnesses that are sent for one way, to keep messages small.
const MOST_PICTURES: usize = 2;

/// The ways to compare: the one that the settings choose, then the others on offer. `manual` is offered
/// only where cells of the clause are named; elsewhere it equals `relevant`.
pub fn ways(settings: &Settings, clause: ClauseId, axis: &ComparisonAxis) -> Vec<ComparedOptions> {
    let (chosen, policy) = (&settings.abstraction, &settings.policy);
    let named = policy.cells.iter().any(|c| c.clause == clause.0);
    let others: Vec<ComparedOptions> = match axis {
        ComparisonAxis::Heuristics => Heuristic::ALL
            .into_iter()
            .filter(|h| named || *h != Heuristic::Manual)
            .map(|h| (chosen.clone(), h))
            .collect(),
        ComparisonAxis::Abstractions => ABSTRACTIONS
            .iter()
            .filter_map(Offer::sigma)
            .map(|all| (chosen.clone().with_all(all), policy.heuristic))
            .collect(),
        ComparisonAxis::Other { abstraction, heuristic } => vec![(abstraction.clone(), *heuristic)],
        ComparisonAxis::Unread { .. } => vec![],
    };
    let mut ways = vec![(chosen.clone(), policy.heuristic)];
    for way in others {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

/// The worker's reply to a comparison request. `budget` is for the search for witnesses.
pub fn compared(asked: ComparisonRequest, input: &Input, budget: &mut Budget) -> Reply {
    let Input { lines, system, settings, .. } = input;
    let ways = ways(settings, asked.clause, &asked.axis);
    let made = system
        .as_ref()
        .and_then(|system| pipeline::compare(system, lines, settings, asked.clause, &ways, budget));
    let (comparison, witnesses) = made.unzip();
    let drawn = |found: Vec<WitnessView>| {
        found.into_iter().take(MOST_PICTURES).map(WitnessTable::from).collect()
    };
    let pictures = witnesses.unwrap_or_default().into_iter().map(drawn).collect();
    Reply::Compared { asked, comparison: comparison.map(Box::new), pictures }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_abstraction::heuristic::NamedCells;
    use hornbook_records::Comparison;
    use hornbook_tasks::choices::Choices;

    #[test]
    fn what_is_chosen_comes_first_and_only_once() {
        let mut settings = Settings::default();
        settings.policy.heuristic = Heuristic::Mg16;
        let compared = ways(&settings, ClauseId(2), &ComparisonAxis::Heuristics);
        let heuristics: Vec<&str> = compared.iter().map(|(_, h)| h.name()).collect();
        assert_eq!(heuristics, ["mg16", "relevant", "relevant-basic", "ma15"]);
        let compared = ways(&settings, ClauseId(2), &ComparisonAxis::Abstractions);
        assert_eq!(compared.len(), ABSTRACTIONS.len(), "one cell is on offer and chosen");
        assert!(compared.iter().all(|(_, h)| *h == Heuristic::Mg16));
    }

    #[test]
    fn named_cells_are_compared_where_there_are_some() {
        let mut settings = Settings::default();
        let cells = NamedCells { clause: 2, array: "a".into(), indices: vec!["i".into()] };
        settings.policy.cells.push(cells);
        let has_manual = |clause| {
            let compared = ways(&settings, ClauseId(clause), &ComparisonAxis::Heuristics);
            compared.iter().any(|(_, h)| *h == Heuristic::Manual)
        };
        assert!(has_manual(2) && !has_manual(3));
    }

    #[test]
    fn any_other_way_can_be_compared() {
        let settings = Settings::default();
        let with = |abstraction: &str, heuristic: &str| {
            let compared =
                ways(&settings, ClauseId(0), &ComparisonAxis::other(abstraction, heuristic));
            compared.iter().map(|(a, h)| format!("{a} {h}")).collect::<Vec<_>>()
        };
        assert_eq!(with("cell2,a=id", "mg16"), ["cell1 relevant", "cell2,a=id mg16"]);
        assert_eq!(with("cell1", "relevant"), ["cell1 relevant"], "the same way twice is one");
        assert_eq!(with("no such", "relevant"), ["cell1 relevant"]);
    }

    #[test]
    fn a_way_that_is_incomplete_has_the_picture_of_its_witness() {
        let text = "int a[]; int v = a[0]; assert(v == v + 0);";
        let of = |abstraction: &str, heuristic: &str, steps: u64| {
            let input = Input::program(text, &Choices::default());
            let axis = ComparisonAxis::other(abstraction, heuristic);
            let asked = ComparisonRequest { revision: 1, clause: ClauseId(2), axis };
            match compared(asked, &input, &mut Budget::steps(steps)) {
                Reply::Compared { comparison: Some(comparison), pictures, .. } => {
                    (*comparison, pictures)
                }
                _ => panic!("there is such a clause"),
            }
        };
        let lost = |(comparison, pictures): &(Comparison, Vec<Vec<WitnessTable>>)| {
            let rows = comparison.rows.iter();
            let calls: Vec<usize> = rows.map(|row| row.incomplete.len()).collect();
            let drawn: Vec<usize> = pictures.iter().map(Vec::len).collect();
            assert_eq!(calls, drawn);
            calls
        };
        let ways = of("cell2", "relevant", 400_000);
        assert_eq!(lost(&ways), [0, 1], "one cell is complete, two are not");
        assert_eq!(ways.1[1][0].sees, "a pair of its cells");
        assert_eq!(lost(&of("cell2", "relevant", 0)), [0, 0], "nothing is found without a search");
    }

    #[test]
    fn arrays_keep_the_abstractions_of_their_own() {
        let abstraction = "first,a=cell2".parse().expect("a choice");
        let settings = Settings { abstraction, ..Settings::default() };
        let compared = ways(&settings, ClauseId(0), &ComparisonAxis::Abstractions);
        assert!(compared.iter().all(|(choice, _)| choice.by_name.contains_key("a")));
        assert_eq!(compared.len(), ABSTRACTIONS.len());
    }
}
