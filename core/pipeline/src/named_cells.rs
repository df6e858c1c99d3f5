//! Warnings about the cells that the user chooses for the heuristic `manual`.

use super::{Input, stages};
use hornbook_abstraction::abstract_::abstract_clause;
use hornbook_abstraction::eliminate::eliminate;
use hornbook_abstraction::heuristic;
use hornbook_abstraction::heuristic::NamedCells;
use hornbook_base::{Diagnostic, Span};
use hornbook_horn::ClauseId;
use hornbook_records::Stages;

/// A warning for each choice without meaning: a clause that does not exist, an array that no premise of it
/// mentions, an index that cannot be read. Such choices are ignored.
pub fn diagnose_named_cells(input: &Input) -> Vec<Diagnostic> {
    let cells = &input.settings.policy.cells;
    let Some(system) = input.system.as_ref().filter(|_| !cells.is_empty()) else { return vec![] };
    let stages = stages(system, &input.lines, &input.settings);
    let problems = cells.iter().flat_map(|named| problems(&stages, named));
    problems.map(|why| Diagnostic::warning(Span::default(), why)).collect()
}

fn problems(stages: &Stages, named: &NamedCells) -> Vec<String> {
    let n = named.clause;
    let Some(concrete) = stages.concrete.clause(ClauseId(n)) else {
        let last = stages.concrete.clauses.len().saturating_sub(1);
        return vec![format!("there is no clause {n}: the clauses have the numbers 0 to {last}")];
    };
    let args = concrete.instances().flat_map(|i| &i.args);
    let mut arrays = args.filter_map(|t| t.as_var()).filter(|v| v.sort.is_array());
    if !arrays.any(|v| *v.name == *named.array) {
        return vec![format!("no premise of clause {n} is about an array `{}`", named.array)];
    }
    if named.indices.is_empty() {
        return vec![format!("no cells of `{}` are named for clause {n}", named.array)];
    }
    let abstracted = abstract_clause(concrete, &stages.concrete, &stages.abstraction);
    let vars = eliminate(concrete, &abstracted, stages.setting()).goal_freed.free_vars();
    let known = |name: &str| vars.iter().find(|v| &*v.name == name).cloned();
    let wrong = named.indices.iter().filter_map(|text| {
        let why = heuristic::index(text, &known).err()?.render_in(text);
        Some(format!("`{text}` names no cell of `{}` in clause {n}: {why}", named.array))
    });
    wrong.collect()
}
