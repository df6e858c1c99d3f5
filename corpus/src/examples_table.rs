//! The example programs as a table: expected verdicts, verdicts, and times.

use crate::args::ExampleOptions;
use hornbook_corpus::examples::{Variant, original, rewritten, solve_variant};
use hornbook_corpus::programs::{Expectation, expectations, folder, open_folder};
use hornbook_corpus::rewrite::{self, Rewriting};
use hornbook_corpus::solve::{Limit, Solved};
use hornbook_records::Verdict;
use std::path::Path;

/// A rewriting that takes more than so many times the steps, or less than such a part, is pointed out.
const FACTOR: f64 = 2.0;
/// The steps that may come or go in addition.
const EXTRA_STEPS: u64 = 1_000;
/// So many of those that are pointed out are listed, the worst first.
const LISTED: usize = 25;

/// Solves the chosen programs; returns whether all verdicts are as expected.
pub fn run(options: &ExampleOptions) -> Result<bool, String> {
    let all = expectations(&if options.open { open_folder() } else { folder() })?;
    let mut summary = Summary::default();
    println!(
        "{:34} {:18} {:10} {:10} {:>9} {:>9} {:>9}",
        "program", "abstraction", "expected", "verdict", "ms", "questions", "steps"
    );
    let chosen = all.iter().filter(|e| e.program.contains(&options.filter));
    for expectation in chosen.step_by(options.every.max(1)) {
        one(expectation, options, &mut summary)?;
    }
    summary.print(options.rewrite);
    Ok(summary.wrong.is_empty())
}

fn one(e: &Expectation, options: &ExampleOptions, summary: &mut Summary) -> Result<(), String> {
    let limit = options.steps.map_or(Limit::Time(options.budget), Limit::Steps);
    let plain = original(e);
    let solved = solve_variant(e, &plain, limit)?;
    println!("{:34} {:18} {:10} {}", e.program, e.way, e.verdict, format_time(&solved));
    summary.expected(e, &plain, &solved);
    save_variant(options, e, &plain, &solved)?;
    if !options.rewrite {
        return Ok(());
    }
    for variant in rewritten(e) {
        let found = solve_variant(e, &variant, limit)?;
        let ratio = ratio_of_steps(&solved, &found);
        println!("  {:32} {:29} {}  {ratio:.2}x", variant.name(), "", format_time(&found));
        summary.compare(e, &variant, &solved, &found);
        save_variant(options, e, &variant, &found)?;
    }
    Ok(())
}

/// How many times the steps of the original a rewriting takes.
fn ratio_of_steps(original: &Solved, rewritten: &Solved) -> f64 {
    rewritten.outcome.statistics.steps as f64 / original.outcome.statistics.steps.max(1) as f64
}

fn format_time(solved: &Solved) -> String {
    let statistics = solved.outcome.statistics;
    let (questions, steps) = (statistics.questions, statistics.steps);
    format!("{:10} {:9.0} {questions:9} {steps:9}", solved.verdict(), solved.ms())
}

/// Formats the verdict, with the reason if there is no answer.
fn format_verdict(solved: &Solved) -> String {
    match &solved.outcome.verdict {
        Verdict::Unknown(reason) => format!("unknown ({})", reason.describe()),
        other => other.name().to_owned(),
    }
}

/// Saves a text whose verdict is not the expected one.
fn save_variant(
    o: &ExampleOptions,
    e: &Expectation,
    v: &Variant,
    solved: &Solved,
) -> Result<(), String> {
    let Some(folder) = o.keep.as_deref().filter(|_| solved.verdict() != e.verdict) else {
        return Ok(());
    };
    let found = format_verdict(solved);
    let reason = format!(
        "// {} {}: {found} after {:.0} ms, not {}\n\
         // hornbook check --abstraction '{}' --heuristic {}\n",
        e.program,
        v.name(),
        solved.ms(),
        e.verdict,
        v.abstraction,
        e.heuristic
    );
    let name = [&e.program, &e.way, v.name()].join("-").replace(['/', ' '], "_");
    write(&folder.join(name).with_extension("hb"), &(reason + &v.text))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, text))
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

/// The summary of all programs.
#[derive(Default)]
struct Summary {
    wrong: Vec<String>,
    open: Vec<String>,
    /// Those that take many more or many fewer steps, with the ratio.
    uneven: Vec<(f64, String)>,
    rewritings: Vec<Tally>,
}

/// The counts of one rewriting.
struct Tally {
    name: &'static str,
    solved: usize,
    /// Those whose original is answered.
    compared: usize,
    wrong: usize,
    uneven: usize,
}

impl Summary {
    fn expected(&mut self, e: &Expectation, variant: &Variant, solved: &Solved) {
        if solved.verdict() != e.verdict {
            let (program, way, name) = (&e.program, &e.way, variant.name());
            let line =
                format!("{program} {way} {name}: {}, not {}", format_verdict(solved), e.verdict);
            match &e.open {
                Some(reason) if ["unknown", "too-weak"].contains(&solved.verdict()) => {
                    self.open.push(format!("{line}: {reason}"));
                }
                _ => self.wrong.push(line),
            }
        }
    }

    fn compare(&mut self, e: &Expectation, variant: &Variant, original: &Solved, solved: &Solved) {
        self.expected(e, variant, solved);
        let ratio = ratio_of_steps(original, solved);
        let [before, after] = [original, solved].map(|s| s.outcome.statistics.steps);
        // Without an answer only the limit is compared.
        let is_answered = !matches!(original.outcome.verdict, Verdict::Unknown(_));
        let differs = !(1.0 / FACTOR..=FACTOR).contains(&ratio);
        let uneven = is_answered && differs && before.abs_diff(after) > EXTRA_STEPS;
        if uneven {
            let name = variant.name();
            let line = format!("{} {} {name}: {before} to {after}, {ratio:.2}x", e.program, e.way);
            self.uneven.push((ratio, line));
        }
        let tally = self.tally(variant.name());
        tally.solved += 1;
        tally.wrong += usize::from(solved.verdict() != e.verdict);
        tally.compared += usize::from(is_answered);
        tally.uneven += usize::from(uneven);
    }

    fn tally(&mut self, name: &'static str) -> &mut Tally {
        let known = self.rewritings.iter().position(|t| t.name == name);
        let at = known.unwrap_or_else(|| {
            self.rewritings.push(Tally { name, solved: 0, compared: 0, wrong: 0, uneven: 0 });
            self.rewritings.len() - 1
        });
        &mut self.rewritings[at]
    }

    fn print(&self, rewritten: bool) {
        if rewritten {
            println!("\n{:20} programs  other verdict  other factor", "rewriting");
            let tally = |r: &Rewriting| self.rewritings.iter().find(|t| t.name == r.name);
            for Tally { name, solved, wrong, uneven, .. } in rewrite::ALL.iter().filter_map(tally) {
                println!("{name:20} {solved:8} {wrong:14} {uneven:13}");
            }
            self.print_uneven();
        }
        list("open", &self.open);
        list("not as expected", &self.wrong);
    }

    /// The part of the rewritten programs that takes about the steps of the original, and the worst others.
    fn print_uneven(&self) {
        let all: usize = self.rewritings.iter().map(|t| t.compared).sum();
        let even = 100.0 * (all - self.uneven.len()) as f64 / all.max(1) as f64;
        println!(
            "\n{even:.1} % of {all} take between half and twice the steps of the original, or differ by at most {EXTRA_STEPS}"
        );
        let mut worst = self.uneven.clone();
        worst.sort_by(|(a, _), (b, _)| b.ln().abs().total_cmp(&a.ln().abs()));
        let lines: Vec<String> = worst.into_iter().take(LISTED).map(|(_, line)| line).collect();
        list("the worst", &lines);
    }
}

fn list(title: &str, lines: &[String]) {
    if !lines.is_empty() {
        println!("\n{title}:");
        lines.iter().for_each(|line| println!("  {line}"));
    }
}
