//! The example programs as a table: expected verdicts, verdicts, and times.

use crate::args::ExampleOptions;
use hornbook_corpus::examples::{Variant, original, rewritten, solve_variant};
use hornbook_corpus::programs::{Expectation, expectations, folder, open_folder};
use hornbook_corpus::rewrite::{self, Rewriting};
use hornbook_corpus::solve::{Limit, Solved};
use hornbook_records::Verdict;
use std::path::Path;

/// A rewriting that takes more than this many times as long is pointed out, unless it is fast.
const SLOWER: f64 = 3.0;
const FAST_MS: f64 = 100.0;

/// Solves the chosen programs; returns whether all verdicts are as expected.
pub fn run(options: &ExampleOptions) -> Result<bool, String> {
    let all = expectations(&if options.open { open_folder() } else { folder() })?;
    let mut summary = Summary::default();
    println!(
        "{:34} {:18} {:10} {:10} {:>9} {:>9} {:>9}",
        "program", "abstraction", "expected", "verdict", "ms", "questions", "steps"
    );
    for expectation in all.iter().filter(|e| e.program.contains(&options.filter)) {
        one(expectation, options, &mut summary)?;
    }
    summary.print(options.rewrite);
    Ok(summary.wrong.is_empty())
}

fn one(e: &Expectation, options: &ExampleOptions, summary: &mut Summary) -> Result<(), String> {
    let limit = Limit::Time(options.budget);
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
        let ratio = found.ms() / solved.ms().max(1.0);
        println!("  {:32} {:29} {}  {ratio:.1}x", variant.name(), "", format_time(&found));
        summary.compared(e, &variant, &found, ratio);
        save_variant(options, e, &variant, &found)?;
    }
    Ok(())
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
    slow: Vec<String>,
    rewritings: Vec<Tally>,
}

/// The counts of one rewriting.
struct Tally {
    name: &'static str,
    solved: usize,
    wrong: usize,
    slow: usize,
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

    fn compared(&mut self, e: &Expectation, variant: &Variant, solved: &Solved, ratio: f64) {
        self.expected(e, variant, solved);
        let slow = ratio > SLOWER && solved.ms() > FAST_MS;
        if slow {
            self.slow.push(format!("{} {} {}: {ratio:.1}x", e.program, e.way, variant.name()));
        }
        let tally = self.tally(variant.name());
        tally.solved += 1;
        tally.wrong += usize::from(solved.verdict() != e.verdict);
        tally.slow += usize::from(slow);
    }

    fn tally(&mut self, name: &'static str) -> &mut Tally {
        let known = self.rewritings.iter().position(|t| t.name == name);
        let at = known.unwrap_or_else(|| {
            self.rewritings.push(Tally { name, solved: 0, wrong: 0, slow: 0 });
            self.rewritings.len() - 1
        });
        &mut self.rewritings[at]
    }

    fn print(&self, rewritten: bool) {
        if rewritten {
            println!("\n{:20} programs  other verdict  slower", "rewriting");
            let of = |r: &Rewriting| self.rewritings.iter().find(|t| t.name == r.name);
            for Tally { name, solved, wrong, slow } in rewrite::ALL.iter().filter_map(of) {
                println!("{name:20} {solved:8} {wrong:14} {slow:7}");
            }
        }
        list("more than three times slower", &self.slow);
        list("open", &self.open);
        list("not as expected", &self.wrong);
    }
}

fn list(title: &str, lines: &[String]) {
    if !lines.is_empty() {
        println!("\n{title}:");
        lines.iter().for_each(|line| println!("  {line}"));
    }
}
