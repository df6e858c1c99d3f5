//! `cargo xtask wasm-speed`: how much slower the solver is as WebAssembly than natively.
//!
//! The crate `speed` has the work, for both. Its module is compiled and optimised as the page's
//! is; node runs it.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use crate::args::WasmSpeedOptions;
use crate::context::{Context, read, write};
use crate::page::{Page, Program, Role};
use crate::shell::{self, say};
use crate::{build, tools, wasm_target};

const PACKAGE: &str = "hornbook-speed";
const PROGRAM: &str = "speed";
/// Both are run this often, in turns, so that what else the machine does falls on both.
const ROUNDS: usize = 5;
/// The document that holds the table, and where in it.
const DOCUMENT: &str = "docs/solver.md";
const MARKERS: [&str; 2] = ["<!-- wasm-speed -->", "<!-- /wasm-speed -->"];

/// One piece of work, done once.
#[derive(Clone, Debug, PartialEq)]
struct Measured {
    checksum: u32,
    milliseconds: f64,
    /// Empty if a module did it.
    name: String,
}

/// One piece of work, done as often as there are rounds.
#[derive(Debug, PartialEq)]
struct Row {
    name: String,
    native: f64,
    wasm: f64,
}

/// Measures, and prints or writes the table.
pub fn run(context: &Context, options: &WasmSpeedOptions) -> Result<(), String> {
    let native = native(context)?;
    let module = module(context)?;
    let (mut natives, mut wasms) = (Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        say(&format!("round {round} of {ROUNDS}"));
        natives.push(measure(&mut context.command(&native))?);
        let mut node = context.command("node");
        wasms.push(measure(node.arg(context.root.join("speed/run.mjs")).arg(&module))?);
    }
    let table = table(&rows(&natives, &wasms)?);
    print!("{table}");
    if options.write {
        let path = context.root.join(DOCUMENT);
        let text = if path.is_file() { read(&path)? } else { empty_document() };
        write(&path, &between_markers(&text, &table)?)?;
    }
    Ok(())
}

/// Builds the program for this machine.
fn native(context: &Context) -> Result<PathBuf, String> {
    shell::run(context.cargo().args(["build", "--release", "--package", PACKAGE]))?;
    let folder = context.target.join("release");
    Ok(folder.join(PROGRAM).with_extension(std::env::consts::EXE_EXTENSION))
}

/// Builds the module as the page's is built, and gives the folder with its glue code. The
/// work itself needs none, but a dependency of the core asks the browser's clock.
fn module(context: &Context) -> Result<PathBuf, String> {
    let page = Page::read(&context.root)?;
    // The solver is in what workers run.
    let mut programs = page.programs()?.into_iter();
    let worker = programs.find(|program| program.role == Role::Worker);
    let Program { profile, level, .. } = worker.ok_or("the page has no worker")?;
    let wasm = wasm_target::ensure(context)?;
    let node = tools::node_packages(context)?;
    let mut build = context.cargo();
    build.args(["build", "--profile", profile, "--package", PACKAGE]);
    build.args(["--target", wasm_target::TARGET]);
    wasm.apply(&mut build);
    shell::run(&mut build)?;
    let built = context.target.join(wasm_target::TARGET).join(profile).join(PROGRAM);
    let folder = context.target.join("hornbook").join(PROGRAM);
    let mut bind = context.command(tools::wasm_bindgen(context)?);
    bind.args(["--target", "web", "--no-typescript", "--out-dir"]).arg(&folder);
    shell::run(bind.arg(built.with_extension("wasm")))?;
    // Without this node would not take the glue code for a module of its own kind.
    write(&folder.join("package.json"), "{ \"type\": \"module\" }\n")?;
    build::optimise(context, &node, level, &folder.join("speed_bg.wasm"))?;
    Ok(folder)
}

/// Runs what does the work, and reads what it says.
fn measure(command: &mut Command) -> Result<Vec<Measured>, String> {
    shell::capture(command)?.lines().map(measured).collect()
}

/// A line `CHECKSUM MILLISECONDS [NAME]`.
fn measured(line: &str) -> Result<Measured, String> {
    let mut words = line.splitn(3, ' ');
    let mut word = || words.next().unwrap_or_default();
    let (checksum, milliseconds, name) = (word().parse(), word().parse(), word().to_owned());
    match (checksum, milliseconds) {
        (Ok(checksum), Ok(milliseconds)) => Ok(Measured { checksum, milliseconds, name }),
        _ => Err(format!("`{line}` is no result")),
    }
}

/// The rounds of both, by piece of work; an error if any two results differ.
fn rows(natives: &[Vec<Measured>], wasms: &[Vec<Measured>]) -> Result<Vec<Row>, String> {
    let first = natives.first().ok_or("nothing was measured")?;
    if natives.iter().chain(wasms).any(|round| round.len() != first.len()) {
        return Err("the module has other work than the program".to_owned());
    }
    let row = |(number, work): (usize, &Measured)| {
        let differs = |round: &Vec<Measured>| round[number].checksum != work.checksum;
        if natives.iter().chain(wasms).any(differs) {
            return Err(format!("the checksums of `{}` differ", work.name));
        }
        let times = |rounds: &[Vec<Measured>]| {
            median(rounds.iter().map(|round| round[number].milliseconds).collect())
        };
        Ok(Row { name: work.name.clone(), native: times(natives), wasm: times(wasms) })
    };
    first.iter().enumerate().map(row).collect()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

/// The table as Markdown, with a last line for all work together.
fn table(rows: &[Row]) -> String {
    let total = |time: fn(&Row) -> f64| rows.iter().map(time).sum();
    let all = Row { name: "all".to_owned(), native: total(|r| r.native), wasm: total(|r| r.wasm) };
    let mut text = String::from("| work | native, ms | wasm, ms | ratio |\n|---|--:|--:|--:|\n");
    for Row { name, native, wasm } in rows.iter().chain([&all]) {
        let _ = writeln!(text, "| {name} | {native:.1} | {wasm:.1} | {:.2} |", wasm / native);
    }
    text
}

/// A document with nothing but the place for the table.
fn empty_document() -> String {
    format!("# The solver\n\n{}\n{}\n", MARKERS[0], MARKERS[1])
}

/// A document with other text between the markers.
fn between_markers(document: &str, text: &str) -> Result<String, String> {
    let missing = || format!("{DOCUMENT} lacks `{}` before `{}`", MARKERS[0], MARKERS[1]);
    let (before, rest) = document.split_once(MARKERS[0]).ok_or_else(missing)?;
    let (_, after) = rest.split_once(MARKERS[1]).ok_or_else(missing)?;
    Ok(format!("{before}{}\n{text}{}{after}", MARKERS[0], MARKERS[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(lines: [&str; 2]) -> Vec<Measured> {
        lines.iter().map(|line| measured(line).expect(line)).collect()
    }

    #[test]
    fn results_are_read() {
        let work = Measured { checksum: 7, milliseconds: 1.25, name: "a b, c".to_owned() };
        assert_eq!(measured("7 1.250 a b, c"), Ok(work));
        assert_eq!(measured("7 1.250").map(|m| m.name), Ok(String::new()));
        assert!(measured("Error: no such file").is_err());
    }

    #[test]
    fn rows_have_medians_of_equal_work() {
        let natives = [round(["1 10 a", "2 4 b"]), round(["1 30 a", "2 4 b"])];
        let wasms = [round(["1 50", "2 6"]), round(["1 60", "2 6"])];
        let rows = rows(&natives, &wasms).expect("equal work");
        assert_eq!(rows[0], Row { name: "a".to_owned(), native: 30.0, wasm: 60.0 });
        let lines =
            "| a | 30.0 | 60.0 | 2.00 |\n| b | 4.0 | 6.0 | 1.50 |\n| all | 34.0 | 66.0 | 1.94 |\n";
        assert!(table(&rows).ends_with(lines), "{}", table(&rows));
    }

    #[test]
    fn other_results_are_errors() {
        let natives = [round(["1 10 a", "2 4 b"])];
        let error = rows(&natives, &[round(["1 10", "3 4"])]).expect_err("other checksum");
        assert!(error.contains("`b` differ"), "{error}");
        assert!(rows(&natives, &[round(["1 10", "2 4"])[..1].to_vec()]).is_err());
    }

    #[test]
    fn only_what_is_between_the_markers_changes() {
        let first = between_markers(&format!("{}after\n", empty_document()), "one\n");
        let second = between_markers(&first.expect("markers"), "two\n").expect("markers");
        assert_eq!(
            second,
            "# The solver\n\n<!-- wasm-speed -->\ntwo\n<!-- /wasm-speed -->\nafter\n"
        );
        assert!(between_markers("# The solver\n", "one\n").is_err());
    }
}
