//! Ablation of the search: each switch, number and strategy changed at a time. Work is counted in steps, so
//! results do not depend on the machine.

use crate::args::AblationOptions;
use crate::techniques;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_corpus::classes::systems;
use hornbook_corpus::dice::Dice;
use hornbook_corpus::examples::rewritten;
use hornbook_corpus::programs::{Example, clauses, expectations, folder};
use hornbook_corpus::solve::{Limit, solve_with};
use hornbook_corpus::{pool, random};
use hornbook_settings::{Parameter, Settings, all_parameters};
use std::rc::Rc;

/// The slowdown, beside [`EXTRA_STEPS`], from which an answer counts as lost.
const MAX_SLOWDOWN: u64 = 4;
/// The steps that a changed search may always take in addition.
const EXTRA_STEPS: u64 = 20_000;
/// The factor by which numbers are divided and multiplied.
const PARAMETER_FACTOR: u64 = 4;

/// A task, with the result of the default search.
pub(crate) struct Task {
    pub(crate) kind: TaskKind,
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) abstraction: String,
    pub(crate) heuristic: Heuristic,
    pub(crate) verdict: String,
    pub(crate) steps: u64,
}

/// The origin of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskKind {
    Example,
    Rewritten,
    Random,
    Clauses,
}

/// The columns of the tables.
const KINDS: [TaskKind; 4] =
    [TaskKind::Example, TaskKind::Rewritten, TaskKind::Random, TaskKind::Clauses];

/// A change of the settings.
struct Change {
    name: String,
    make: Box<dyn Fn(&mut Settings) + Sync>,
}

/// Measures the changes that the options ask for, and prints a table.
pub fn run(options: &AblationOptions) -> Result<bool, String> {
    if options.inventions {
        return techniques::run(options);
    }
    let tasks = collect_tasks(options)?;
    let count = |kind| tasks.iter().filter(|t| t.kind == kind).count();
    println!(
        "{} example programs, {} rewritten, {} random, {} systems of clauses; steps {}\n",
        count(TaskKind::Example),
        count(TaskKind::Rewritten),
        count(TaskKind::Random),
        count(TaskKind::Clauses),
        tasks.iter().map(|t| t.steps).sum::<u64>()
    );
    println!(
        "| change | examples lost | rewritten lost | random lost | clauses lost | changed | steps | which |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|---|");
    let chosen = |c: &Change| options.filter.iter().any(|text| c.name.contains(text));
    let changes = all_changes().into_iter().filter(chosen).collect::<Vec<_>>();
    let changes = if options.together { vec![combine_changes(changes)] } else { changes };
    for change in &changes {
        println!("{}", row(change, &tasks));
    }
    Ok(true)
}

/// The row of a change: the answers that are lost, the searches that take other steps, and the ratio of
/// steps.
fn row(change: &Change, tasks: &[Task]) -> String {
    let found = pool::map(tasks, |task| {
        let mut settings = Settings::default();
        (change.make)(&mut settings);
        let (verdict, steps) = solve_task(task, settings, limit(task));
        (verdict == task.verdict, steps)
    });
    let lost = |kind| {
        let of = tasks.iter().zip(&found).filter(|(t, (kept, _))| t.kind == kind && !kept);
        of.map(|(t, _)| t.name.as_str()).collect::<Vec<_>>()
    };
    let lost = KINDS.map(lost);
    let changed = tasks.iter().zip(&found).filter(|(t, (_, steps))| t.steps != *steps).count();
    let steps: u64 = found.iter().map(|(_, steps)| steps).sum();
    let usual: u64 = tasks.iter().map(|t| t.steps).sum();
    let which: Vec<&str> = lost.iter().flatten().take(3).copied().collect();
    let counts = lost.map(|lost| lost.len().to_string()).join(" | ");
    let ratio = steps as f64 / usual as f64;
    format!("| {} | {counts} | {changed} | {ratio:.2} | {} |", change.name, which.join(", "))
}

/// Steps after which an answer counts as lost.
pub(crate) fn limit(task: &Task) -> u64 {
    MAX_SLOWDOWN * task.steps + EXTRA_STEPS
}

/// Solves a task with these settings within so many steps; returns the verdict and the steps spent.
pub(crate) fn solve_task(task: &Task, settings: Settings, steps: u64) -> (String, u64) {
    let solved = solve_with(
        &task.text,
        &task.abstraction,
        task.heuristic,
        Limit::Steps(steps),
        Rc::new(settings),
    );
    match solved {
        Ok(solved) => (solved.verdict().to_owned(), solved.outcome.statistics.steps.max(1)),
        Err(_) => ("error".to_owned(), steps),
    }
}

/// Collects the tasks that the default search answers within the limit.
fn collect_tasks(options: &AblationOptions) -> Result<Vec<Task>, String> {
    let mut all = vec![];
    for (n, e) in expectations(&folder())?.into_iter().enumerate() {
        let task = |kind, name: String, (text, abstraction): (&String, &String)| Task {
            kind,
            name,
            text: text.clone(),
            abstraction: abstraction.clone(),
            heuristic: e.heuristic,
            verdict: e.verdict.clone(),
            steps: 0,
        };
        all.push(task(
            TaskKind::Example,
            format!("{} {}", e.program, e.way),
            (&e.text, &e.abstraction),
        ));
        // One of the rewritings of each program, another one each time.
        let variants = rewritten(&e);
        if let Some(variant) = variants.get(n % variants.len().max(1)).filter(|_| !options.hard) {
            let name = format!("{} {} {}", e.program, e.way, variant.name());
            all.push(task(TaskKind::Rewritten, name, (&variant.text, &variant.abstraction)));
        }
    }
    for number in 0..if options.hard { 0 } else { options.random } {
        let text = random::program::program(&mut Dice::new((99 << 32) ^ number));
        let (abstraction, _) = random::ABSTRACTIONS[number as usize % random::ABSTRACTIONS.len()];
        all.push(Task {
            kind: TaskKind::Random,
            name: format!("random {number}"),
            text,
            abstraction: abstraction.to_owned(),
            heuristic: Heuristic::default(),
            verdict: String::new(),
            steps: 0,
        });
    }
    let classes = systems()?.into_iter().map(|s| Example { name: s.name, text: s.text });
    for Example { name, text } in clauses()?.into_iter().chain(classes) {
        let (abstraction, heuristic) = ("cell1".to_owned(), Heuristic::default());
        let verdict = if text.starts_with("; expect: sat") { "certified" } else { "buggy" };
        let (verdict, kind) = (verdict.to_owned(), TaskKind::Clauses);
        all.push(Task { kind, name, text, abstraction, heuristic, verdict, steps: 0 });
    }
    let (least, most) = if options.hard { (options.steps, u64::MAX) } else { (0, options.steps) };
    let usual = pool::map(&all, |task| solve_task(task, Settings::default(), most.min(4_000_000)));
    let pairs = all.into_iter().zip(usual).filter_map(|(mut task, (verdict, steps))| {
        let right = match task.kind {
            TaskKind::Random => ["certified", "buggy", "too-weak"].contains(&verdict.as_str()),
            TaskKind::Example | TaskKind::Rewritten | TaskKind::Clauses => verdict == task.verdict,
        };
        (task.verdict, task.steps) = (verdict, steps);
        (right && steps >= least && steps <= most).then_some(task)
    });
    Ok(pairs.collect())
}

/// All changes: each strategy removed, each switch toggled, each number decreased and increased.
fn all_changes() -> Vec<Change> {
    let mut out = vec![Change { name: "(nothing)".into(), make: Box::new(|_| ()) }];
    let usual = Settings::default();
    for (n, line) in usual.chc.proving.iter().enumerate() {
        let name = format!("strategy `{}`", line.name);
        out.push(Change {
            name,
            make: Box::new(move |settings| _ = settings.chc.proving.remove(n)),
        });
    }
    for parameter in all_parameters() {
        let value = (parameter.get)(&usual);
        let (least, most) = (*parameter.range.start(), *parameter.range.end());
        let others = match (least, most) {
            (0, 1) => vec![1 - value],
            _ => vec![
                (value / PARAMETER_FACTOR).max(least),
                (value.max(1) * PARAMETER_FACTOR).min(most),
            ],
        };
        out.extend(
            others.into_iter().filter(|v| *v != value).map(|v| change_parameter(&parameter, v)),
        );
    }
    out
}

fn change_parameter(parameter: &Parameter<Settings>, value: u64) -> Change {
    let set = parameter.set.clone();
    let make = move |settings: &mut Settings| set(settings, value);
    Change { name: format!("{} = {value}", parameter.name), make: Box::new(make) }
}

/// Combines changes, from the last to the first, so that each strategy still has its number.
fn combine_changes(changes: Vec<Change>) -> Change {
    let name = changes.iter().map(|c| c.name.as_str()).collect::<Vec<_>>().join(", ");
    let make = move |settings: &mut Settings| {
        changes.iter().rev().for_each(|change| (change.make)(settings));
    };
    Change { name, make: Box::new(make) }
}
