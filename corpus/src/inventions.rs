//! What each invention is good for: what is not answered any more where it is switched off, and nothing else. Programs are
//! asked about by the method `auto`, which has all inventions at hand, if nothing else is wanted.

use crate::ablation::{Kind, Task, limit, solved};
use crate::args::AblationOptions;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_corpus::classes::systems;
use hornbook_corpus::pool;
use hornbook_corpus::programs::{Example, clauses, examples, folder, open_folder};
use hornbook_settings::{Settings, all_parameters};

/// Programs that are named in the table, at most, of each invention.
const NAMED: usize = 6;

/// An invention, and what switches it off.
struct Invention {
    name: &'static str,
    off: &'static [(&'static str, u64)],
}

const fn of(name: &'static str, off: &'static [(&'static str, u64)]) -> Invention {
    Invention { name, off }
}

/// All of them.
const INVENTIONS: [Invention; 17] = [
    of("hints are known before any search", &[("passes.inductive", 0)]),
    of("atoms are invented from counterexamples", &[("interpolate.most", 0)]),
    of("runs suggest facts", &[("learn.runs", 0), ("learn.derived", 0)]),
    of("equations in boxes of cells", &[("learn.boxes", 0)]),
    of("products are parameters", &[("passes.products", 0)]),
    of("quotients near the divisor are choices", &[("passes.quotients", 0)]),
    of("cells at known places are scalars", &[("climbing.known_places", 0)]),
    of("claims that need different cells are apart", &[("passes.apart", 0)]),
    of("cells that do not matter are left out", &[("passes.arguments", 0)]),
    of("as many cells together as a claim reads", &[("climbing.together", 0)]),
    of("long runs on machine words", &[("likely.doubled", 0), ("likely.doubled_slow", 0)]),
    of("one number after the other on machine words", &[("likely.swept", 0)]),
    of("places for what exists", &[("existence.attempts", 0)]),
    of("tiles of loops", &[("tiling.wanted", 0)]),
    of("ghost variables", &[("instrumenting.attempts", 0)]),
    of("parts of sums each by itself", &[("passes.parts", 0)]),
    of("instances that others imply are left out", &[("passes.condense", 0)]),
];

impl Invention {
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

/// Switches off one invention after the other, and prints a table.
///
/// # Errors
/// A file that cannot be read, or a setting that there is not.
pub fn run(options: &AblationOptions) -> Result<bool, String> {
    let tasks = answered(options)?;
    let programs = tasks.iter().filter(|task| task.kind == Kind::Example).count();
    println!(
        "{programs} programs and {} systems of clauses are answered within {} steps\n",
        tasks.len() - programs,
        options.steps
    );
    println!("| without | switched off by | programs lost | systems lost | steps | which |");
    println!("|---|---|--:|--:|--:|---|");
    let chosen = |invention: &&Invention| {
        let said = format!("{} {}", invention.name, invention.switches());
        options.filter.iter().any(|text| said.contains(text))
    };
    for invention in INVENTIONS.iter().filter(chosen) {
        println!("{}", row(invention, &tasks)?);
    }
    Ok(true)
}

fn row(invention: &Invention, tasks: &[Task]) -> Result<String, String> {
    let settings = invention.settings()?;
    let found = pool::map(tasks, |task| {
        let (verdict, steps) = solved(task, settings.clone(), limit(task));
        (verdict == task.verdict, steps)
    });
    let all = tasks.iter().zip(&found);
    let lost: Vec<&Task> = all.filter(|(_, (kept, _))| !kept).map(|(task, _)| task).collect();
    let of = |kind| lost.iter().filter(|task| task.kind == kind).count();
    let (usual, now): (u64, u64) =
        (tasks.iter().map(|t| t.steps).sum(), found.iter().map(|(_, steps)| steps).sum());
    let names: Vec<&str> = lost.iter().take(NAMED).map(|task| task.name.as_str()).collect();
    Ok(format!(
        "| {} | {} | {} | {} | {:.2} | {} |",
        invention.name,
        invention.switches(),
        of(Kind::Example),
        of(Kind::Clauses),
        now as f64 / usual.max(1) as f64,
        names.join(", ")
    ))
}

/// The programs of all folders and the systems of clauses that are answered with all inventions.
fn answered(options: &AblationOptions) -> Result<Vec<Task>, String> {
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
        all.extend(examples(&folder)?.into_iter().map(|e| task(Kind::Example, &options.way, e)));
    }
    if options.folder.is_none() {
        let classes = systems()?.into_iter().map(|s| Example { name: s.name, text: s.text });
        all.extend(clauses()?.into_iter().chain(classes).map(|e| task(Kind::Clauses, "cell1", e)));
    }
    let usual = pool::map(&all, |task| solved(task, Settings::default(), options.steps));
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
        for invention in &INVENTIONS {
            invention.settings().expect("known settings");
        }
    }
}
