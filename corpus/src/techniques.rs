//! Ablation of solver techniques: the programs that have no answer where one technique is switched off.
//! Programs are solved by the method `auto`, which has all techniques, unless another is chosen.

use crate::ablation::{Task, TaskKind, limit, solve_task};
use crate::args::AblationOptions;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_corpus::classes::systems;
use hornbook_corpus::pool;
use hornbook_corpus::programs::{Example, clauses, examples, folder, open_folder};
use hornbook_settings::{Settings, all_parameters};

/// The greatest number of programs that the table names for each technique.
const MAX_NAMED: usize = 6;

/// A technique, with the settings that switch it off.
struct Technique {
    name: &'static str,
    off: &'static [(&'static str, u64)],
}

const fn technique(name: &'static str, off: &'static [(&'static str, u64)]) -> Technique {
    Technique { name, off }
}

/// All techniques but those that are strategies of the list, which the ablation leaves out one by one.
const TECHNIQUES: [Technique; 15] = [
    technique("hints are known before any search", &[("passes.inductive", 0)]),
    technique("runs suggest facts", &[("learn.runs", 0)]),
    technique("equations in boxes of cells", &[("learn.boxes", 0)]),
    technique("products are parameters", &[("passes.products", 0)]),
    technique("quotients near the divisor are choices", &[("passes.quotients", 0)]),
    technique("cells at known places are scalars", &[("climbing.known_places", 0)]),
    technique("claims that need different cells are apart", &[("passes.apart", 0)]),
    technique("cells that do not matter are left out", &[("passes.arguments", 0)]),
    technique("as many cells together as a claim reads", &[("climbing.together", 0)]),
    technique("runs on likely values, also long ones on machine words", &[("likely.wanted", 0)]),
    technique("places for what exists", &[("existence.attempts", 0)]),
    technique("tiles of loops", &[("tiling.wanted", 0)]),
    technique("ghost variables", &[("instrumenting.attempts", 0)]),
    technique("parts of sums each by itself", &[("passes.parts", 0)]),
    technique("instances that others imply are left out", &[("passes.condense", 0)]),
];

impl Technique {
    fn switches(&self) -> String {
        let said: Vec<String> =
            self.off.iter().map(|(parameter, value)| format!("`{parameter} = {value}`")).collect();
        said.join(", ")
    }

    fn settings(&self) -> Result<Settings, String> {
        let (all, mut settings) = (all_parameters(), Settings::default());
        for (name, value) in self.off {
            let parameter = all.iter().find(|parameter| parameter.name == *name);
            (parameter.ok_or_else(|| format!("there is no setting {name}"))?.set)(
                &mut settings,
                *value,
            );
        }
        Ok(settings)
    }
}

/// Switches off one technique after the other, and prints a table.
///
/// # Errors
/// A file that cannot be read, or an unknown setting.
pub fn run(options: &AblationOptions) -> Result<bool, String> {
    let tasks = answered_tasks(options)?;
    let programs = tasks.iter().filter(|task| task.kind == TaskKind::Example).count();
    println!(
        "{programs} programs and {} systems of clauses are answered within {} steps\n",
        tasks.len() - programs,
        options.steps
    );
    println!("| without | switched off by | programs lost | systems lost | steps | which |");
    println!("|---|---|--:|--:|--:|---|");
    let chosen = |technique: &&Technique| {
        let said = format!("{} {}", technique.name, technique.switches());
        options.filter.iter().any(|text| said.contains(text))
    };
    for technique in TECHNIQUES.iter().filter(chosen) {
        println!("{}", row(technique, &tasks)?);
    }
    Ok(true)
}

fn row(technique: &Technique, tasks: &[Task]) -> Result<String, String> {
    let settings = technique.settings()?;
    let found = pool::map(tasks, |task| {
        let (verdict, steps) = solve_task(task, settings.clone(), limit(task));
        (verdict == task.verdict, steps)
    });
    let all = tasks.iter().zip(&found);
    let lost: Vec<&Task> = all.filter(|(_, (kept, _))| !kept).map(|(task, _)| task).collect();
    let count_lost = |kind| lost.iter().filter(|task| task.kind == kind).count();
    let (usual, now): (u64, u64) =
        (tasks.iter().map(|t| t.steps).sum(), found.iter().map(|(_, steps)| steps).sum());
    let names: Vec<&str> = lost.iter().take(MAX_NAMED).map(|task| task.name.as_str()).collect();
    Ok(format!(
        "| {} | {} | {} | {} | {:.2} | {} |",
        technique.name,
        technique.switches(),
        count_lost(TaskKind::Example),
        count_lost(TaskKind::Clauses),
        now as f64 / usual.max(1) as f64,
        names.join(", ")
    ))
}

/// The programs of all folders and the systems of clauses that are answered with all techniques.
fn answered_tasks(options: &AblationOptions) -> Result<Vec<Task>, String> {
    let task = |kind, way: &str, Example { name, text }: Example| Task {
        kind,
        name,
        text,
        abstraction: way.to_owned(),
        heuristic: Heuristic::default(),
        verdict: String::new(),
        steps: 0,
    };
    let own = vec![folder(), folder().join("../../gallery"), open_folder()];
    let mut all = vec![];
    for folder in options.folder.as_ref().map_or(own, |folder| vec![folder.clone()]) {
        all.extend(
            examples(&folder)?.into_iter().map(|e| task(TaskKind::Example, &options.way, e)),
        );
    }
    if options.folder.is_none() {
        let classes = systems()?.into_iter().map(|s| Example { name: s.name, text: s.text });
        all.extend(
            clauses()?.into_iter().chain(classes).map(|e| task(TaskKind::Clauses, "cell1", e)),
        );
    }
    let usual = pool::map(&all, |task| solve_task(task, Settings::default(), options.steps));
    let known = all.into_iter().zip(usual).filter_map(|(task, (verdict, steps))| {
        let is_answer = ["certified", "buggy"].contains(&verdict.as_str());
        is_answer.then_some(Task { verdict, steps, ..task })
    });
    Ok(known.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_switches_are_settings() {
        for technique in &TECHNIQUES {
            technique.settings().expect("known settings");
        }
    }
}
