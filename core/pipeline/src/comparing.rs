//! One clause under several abstractions and heuristics.

use super::incompleteness::find_witness_or_reason;
use super::{Settings, prepare_clauses, stages};
use hornbook_abstraction::abstract_::abstract_clause;
use hornbook_abstraction::completeness::Truth;
use hornbook_abstraction::eliminate::eliminate;
use hornbook_base::{Budget, LineIndex};
use hornbook_horn::{ClauseId, Goal, System};
use hornbook_records::comparison::ComparedOptions;
use hornbook_records::{Comparison, ComparisonRow, VERSION, WitnessView};

/// The stages of a clause of `system` under each of the choices; the other settings stay. With them come the
/// witnesses of incomplete calls, in the order of each row; they stand beside the record because they are
/// large. `budget` is for the search for all witnesses together. `None` when there is no such clause.
pub fn compare(
    system: &System,
    lines: &LineIndex,
    settings: &Settings,
    id: ClauseId,
    ways: &[ComparedOptions],
    budget: &mut Budget,
) -> Option<(Comparison, Vec<Vec<WitnessView>>)> {
    let mut all = prepare_clauses(system, settings);
    // The stages of a clause do not depend on other clauses.
    all.clauses.retain(|c| c.id == id);
    let concrete = all.clause(id)?.clone();
    let goal = match &concrete.goal {
        Goal::Instance(instance) => Some(instance),
        Goal::Cond(_) => None,
    };
    let preds = concrete.instances().chain(goal).map(|instance| instance.pred).collect();
    let (mut rows, mut witnesses) = (vec![], vec![]);
    for (abstraction, heuristic) in ways {
        let mut settings = Settings { large_blocks: false, loops: false, ..settings.clone() };
        settings.abstraction = abstraction.clone();
        settings.policy.heuristic = *heuristic;
        let stages = stages(&all, lines, &settings);
        let summary = stages.clauses.iter().find(|c| c.id == id)?;
        let clause = stages.concrete.clause(id)?;
        let abstracted = abstract_clause(clause, &stages.concrete, &stages.abstraction);
        let calls = eliminate(clause, &abstracted, stages.setting()).calls;
        let open = (0..calls.len()).filter(|n| calls[*n].call.completeness.truth == Truth::Open);
        let (mut found, mut reasons): (Vec<WitnessView>, _) = (vec![], vec![]);
        for call in open {
            match find_witness_or_reason(&stages, id, call, budget) {
                Ok(witness) => found.push(witness),
                Err(reason) => reasons.push((call, reason)),
            }
        }
        let (in_force, misfits) = abstraction.in_force(&all, &preds);
        rows.push(ComparisonRow {
            abstraction: in_force.to_string(),
            chosen: abstraction.to_string(),
            misfits,
            heuristic: *heuristic,
            incomplete: found.iter().map(|witness| witness.call).collect(),
            open: reasons,
            sets: calls.into_iter().map(|c| c.call.set).collect(),
            completeness: summary.completeness.clone(),
            simplification_may_lose: summary.simplification_may_lose,
            clause: stages.simplified.clause(id)?.clone(),
            preds: stages.simplified.preds.clone(),
            fitted: stages.abstraction,
        });
        witnesses.push(found);
    }
    Some((Comparison { version: VERSION, concrete, rows }, witnesses))
}
