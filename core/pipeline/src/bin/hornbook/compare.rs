//! `compare`: the same clauses under several abstractions and heuristics.

use crate::args::{Command, wrong_usage};
use crate::line::ReportFormat;
use crate::output::print;
use crate::{DATA, tell};
use hornbook_abstraction::completeness::{Completeness, Criterion, Truth};
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::insts::Instantiation;
use hornbook_base::Budget;
use hornbook_horn::{ClauseId, System};
use hornbook_pipeline as pipeline;
use hornbook_pipeline::Input;
use hornbook_records::comparison::ComparedOptions;
use hornbook_records::json::WithTermTable;
use hornbook_records::{Comparison, ComparisonRow};
use std::fmt::Write;

/// Steps to look for witnesses of incompleteness, for each clause.
const SEARCH: u64 = 300_000;

/// Runs the command; the result is the exit status.
pub(crate) fn run(command: &Command, input: &Input, system: &System) -> u8 {
    let ways = ways(command, input);
    let concrete = pipeline::prepare_clauses(system, &input.settings);
    let ids: Vec<ClauseId> = match command.chosen.clause {
        Some(n) => vec![ClauseId(n)],
        None => concrete.clauses.iter().map(|c| c.id).collect(),
    };
    let mut all: Vec<Comparison> = vec![];
    for id in ids {
        let mut budget = Budget::steps(SEARCH);
        let found =
            pipeline::compare(system, &input.lines, &input.settings, id, &ways, &mut budget);
        match found {
            Some((comparison, _)) => all.push(comparison),
            None => {
                let last = concrete.clauses.len().saturating_sub(1);
                let why = format!("there is no clause {}; the clauses are 0 to {last}", id.0);
                let status = tell(&wrong_usage(command.verb, &why));
                return if concrete.clauses.is_empty() { DATA } else { status };
            }
        }
    }
    if command.format == ReportFormat::Json {
        let shared: Vec<WithTermTable<'_, Comparison>> = all.iter().map(WithTermTable).collect();
        print(&serde_json::to_string(&shared).map_or_else(|e| e.to_string(), |text| text + "\n"));
    } else {
        all.iter().for_each(|c| print(&text(&concrete, c)));
    }
    0
}

/// Every abstraction with every heuristic that was given.
fn ways(command: &Command, input: &Input) -> Vec<ComparedOptions> {
    let mut abstractions: Vec<_> =
        command.chosen.abstractions.iter().filter_map(|t| t.parse().ok()).collect();
    if abstractions.is_empty() {
        abstractions.push(input.settings.abstraction.clone());
    }
    let mut heuristics = command.chosen.heuristics.clone();
    if heuristics.is_empty() {
        heuristics = match abstractions.len() {
            1 => vec![
                Heuristic::Relevant,
                Heuristic::RelevantBasic,
                Heuristic::Mg16,
                Heuristic::Ma15,
            ],
            _ => vec![input.settings.policy.heuristic],
        };
    }
    let each = |a| heuristics.iter().map(move |h| (Clone::clone(a), *h));
    abstractions.iter().flat_map(each).collect()
}

fn text(system: &System, comparison: &Comparison) -> String {
    let clause = &comparison.concrete;
    let mut out = format!("clause {}: {}\n", clause.id.0, system.show(clause));
    for row in &comparison.rows {
        let _ = writeln!(out, "  {} with {}", row.abstraction, row.heuristic);
        if !row.misfits.is_empty() {
            let _ = writeln!(out, "    in place of {}: {}", row.chosen, row.misfits.join("; "));
        }
        let _ = writeln!(out, "    at {}", sets(&row.sets));
        let _ = writeln!(out, "    {}", verdict(row));
        let abstracted = System { preds: row.preds.clone(), clauses: vec![] };
        let _ = writeln!(out, "    {}", abstracted.show(&row.clause));
    }
    out.push('\n');
    out
}

fn sets(sets: &[Vec<Instantiation>]) -> String {
    let one = |set: &Vec<Instantiation>| {
        let elements: Vec<String> = set.iter().map(|i| i.sharp.to_string()).collect();
        format!("{{{}}}", elements.join(", "))
    };
    let all: Vec<String> = sets.iter().map(one).collect();
    if all.is_empty() { "no premise".into() } else { all.join(" and ") }
}

/// Criterion and truth, one after the other.
fn verdict(row: &ComparisonRow) -> String {
    let Completeness { criterion, truth } = &row.completeness;
    let criterion = match criterion {
        Criterion::TopFree => "⊤-free".to_owned(),
        Criterion::TopReached(top) => format!("⊤ reached: {} in {}", top.reason.describe(), top.at),
        Criterion::LeftOut(cells) => {
            let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
            format!("relevant cells left out: {}", cells.join(", "))
        }
    };
    let truth = match truth {
        _ if !row.incomplete.is_empty() => "incomplete: a witness was found and checked".to_owned(),
        Truth::Complete(condition) => format!("complete by {}", condition.describe()),
        Truth::Open => match row.open.first() {
            Some((_, reason)) => format!("open: {}", reason.describe()),
            None => "open".to_owned(),
        },
    };
    let lossy = if row.simplification_may_lose { "; the simplification may lose" } else { "" };
    format!("criterion: {criterion}; truth: {truth}{lossy}")
}
