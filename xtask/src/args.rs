//! The command line.

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::path::PathBuf;

/// Hornbook's developer commands
///
/// Each command first installs what it needs, below $XDG_CACHE_HOME/hornbook or ~/.cache/hornbook.
#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask", after_help = VARIABLES)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

const VARIABLES: &str = "\
Variables:
  CARGO_TARGET_DIR         cargo's target folder, as everywhere
  HORNBOOK_CHROMIUM        the browser for the page's tests, if it is not on PATH
  HORNBOOK_FIREFOX         the other browser for them, if it is not on PATH
  HORNBOOK_WASM_TOOLCHAIN  `rustup` or `debian`: compile for wasm32 with only that one's toolchain";

const CORPUS: &str = "\
Options:
  --budget-ms N  look for each answer so long (30000)
  --rewrite      also in many other ways of writing each program
  --open         the programs that are not answered yet, or too slowly for a test
  --filter TEXT  only programs with TEXT in their names
  --keep DIR     put each text with another verdict than expected into DIR";

const CLASSES: &str = "\
Options:
  --budget-ms N  look for each answer so long (10000)
  --each         a line for each system, not only for those that are not answered
  --filter TEXT  only systems with TEXT in their names or classes";

const ABLATION: &str = "\
Options:
  --filter TEXT  only changes with this text in their names
  --steps N      only programs that take at most so many steps (200000)
  --hard         only the example programs that take more steps than that
  --random N     so many random programs (200)";

const OPEN: &str = "\
Options:
  --random N     so many random programs (1000)
  --seed N       other random programs (1)
  --steps N      steps of the search for a witness, for each call (200000)
  --large-blocks the steps between two loop heads are one clause
  --most N       so many of a hundred may be open (2)
  --filter TEXT  only programs with TEXT in their names or abstractions
  --each         a line for each call that is open";

const CONJECTURE: &str = "\
Options:
  --cells N      look for formulas of at most so many cells (5)
  --filter TEXT  only premises with TEXT
  --each         all shortest counterexamples, not only the first";

const SCALING: &str = "\
Options:
  --filter TEXT  only families with TEXT in their names or in the way to solve them
  --runs N       so many times each; the median is shown (5)
  --budget-ms N  look for each answer so long (30000)";

const RECORDS: &str = "\
Options:
  --programs N   so many random programs (400)
  --seed N       other programs
  --families     only the families of programs that grow
  --most BYTES   a family ends with a record of more bytes (20000000)";

const AUTO: &str = "\
Options:
  --filter TEXT  only programs with TEXT in their names
  --every N      only each N-th program (1)
  --steps N      steps for each abstraction by itself (1000000)
  --reading N    steps that `auto` may need beside those of its abstractions (20000)";

const RANDOM: &str = "\
Options:
  --programs N   so many programs (10000)
  --seed N       other programs
  --steps N      steps of the search for each answer, where it is easiest (8000)";

/// A command of `cargo xtask`.
#[derive(Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Build the playground and serve it at http://127.0.0.1:8080/
    Serve(ServeOptions),
    /// Build the static site into dist/; it works from any path of any static host
    Build,
    /// Run the tests that every change must pass: the crates' own, then those of the page in a browser
    Test(TestOptions),
    /// Run what takes too long for every change
    ///
    /// The documentation of every item, the crates' tests, and those of the page as users have it, in
    /// Firefox too, all with what they leave out of `test`.
    Nightly,
    /// Run the tests, and list those that took longest
    Slowest(SlowestOptions),
    /// Compare the arithmetic's answers and times with those of z3 and oxiz
    ///
    /// On random formulas and on the questions of the example programs.
    Differential(DifferentialOptions),
    /// Compare the Horn engine's answers and times with those of z3
    ///
    /// On the final clauses of the example programs, or on the Horn clauses in classes.
    HornDifferential(HornOptions),
    /// Solve the example programs: verdicts, times, questions and steps
    #[command(after_help = CORPUS)]
    Corpus(Words),
    /// Solve the systems of Horn clauses in classes: how many are answered, times and steps
    #[command(after_help = CLASSES)]
    HornClasses(Words),
    /// Change one setting of the search at a time, and see what is lost
    ///
    /// Each strategy left out, each switch turned, each number smaller and larger; docs/measurements has
    /// the tables.
    #[command(after_help = ABLATION)]
    Ablation(Words),
    /// Hold the verdicts on random programs against runs
    #[command(after_help = RANDOM)]
    RandomPrograms(Words),
    /// Of how many calls to `insts` it is open whether they are complete, and why
    #[command(after_help = OPEN)]
    Open(Words),
    /// Whether premises can be instantiated all at once (T Conjecture 1), over all small clauses
    #[command(after_help = CONJECTURE)]
    Conjecture(Words),
    /// How time and steps grow with the number of loops, arrays and branches
    #[command(after_help = SCALING)]
    Scaling(Words),
    /// How large the records of `hornbook explain` are
    #[command(after_help = RECORDS)]
    Records(Words),
    /// Solve the example programs with each abstraction and by the method that tries them all
    #[command(after_help = AUTO)]
    Auto(Words),
    /// Check formatting and clippy, with warnings denied
    Lint,
    /// Print the graph of the workspace's crates
    Crates {
        /// Put it into ARCHITECTURE.md
        #[arg(long)]
        write: bool,
    },
    /// Build the page by trunk too, as Trunk.toml has it, and compare the two; takes minutes
    Trunk,
    /// List what a first visit of the page downloads: each file, and with brotli
    PageSize,
    /// Measure the page
    ///
    /// What a visit downloads, how soon the first verdict stands there, how soon the steps follow
    /// the typing.
    PageSpeed,
    /// Take the pictures of the page in tests/screenshots anew
    Shots,
    /// Compare the solver's speed as WebAssembly with its native speed; takes minutes
    WasmSpeed(WasmSpeedOptions),
}

/// Options of `serve`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct ServeOptions {
    /// Another port; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    pub port: u16,
    /// Serve it below a path, for example /notes/hornbook/
    #[arg(long, value_name = "PATH", default_value = "/", value_parser = base)]
    pub base: String,
    /// The page as users have it, small, which takes minutes more to build; without this it is compiled
    /// soon
    #[arg(long, conflicts_with = "dir")]
    pub release: bool,
    /// Serve the files of this folder as they are and build nothing
    #[arg(long)]
    pub dir: Option<PathBuf>,
}

/// Options of `test`.
#[derive(Args, Debug, Default, PartialEq, Eq)]
pub struct TestOptions {
    /// Only the crates' tests
    #[arg(long, conflicts_with = "only_browser")]
    no_browser: bool,
    /// Only the page's tests
    #[arg(long)]
    only_browser: bool,
    /// Words for `cargo test`, or with --only-browser files and options of node, such as
    /// --test-name-pattern=TEXT; with words for cargo the browser tests are left out
    #[arg(allow_hyphen_values = true)]
    words: Vec<String>,
    /// Words that `cargo test` hands on
    #[arg(last = true)]
    handed_on: Vec<String>,
}

impl TestOptions {
    /// Whether to run the crates' tests.
    pub fn native(&self) -> bool {
        !self.only_browser
    }

    /// Whether to run the page's tests.
    pub fn browser(&self) -> bool {
        self.only_browser || (!self.no_browser && self.args().is_empty())
    }

    /// The arguments for the one test runner that is run with arguments.
    pub fn args(&self) -> Vec<String> {
        let mut args = self.words.clone();
        if !self.handed_on.is_empty() {
            args.push("--".to_owned());
            args.extend_from_slice(&self.handed_on);
        }
        args
    }
}

/// Options of `slowest`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct SlowestOptions {
    /// So many of them
    #[arg(value_name = "N", default_value_t = 20)]
    pub number: usize,
}

/// Options of `differential`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct DifferentialOptions {
    /// So many random formulas
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub formulas: u64,
    /// Other random formulas
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The questions of each K-th program only
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: u64,
    /// Leave out oxiz, which takes minutes to compile
    #[arg(long)]
    pub no_oxiz: bool,
    /// Put the tables into docs/solver.md
    #[arg(long)]
    pub write: bool,
}

/// Options of `horn-differential`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct HornOptions {
    /// So long for each engine and program
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub budget_ms: u64,
    /// The systems of Horn clauses in classes instead of the example programs
    #[arg(long, conflicts_with = "write")]
    pub classes: bool,
    /// Put the table into docs/solver.md
    #[arg(long)]
    pub write: bool,
}

/// Options of `wasm-speed`.
#[derive(Args, Debug, Default, PartialEq, Eq)]
pub struct WasmSpeedOptions {
    /// Put the table into docs/solver.md
    #[arg(long)]
    pub write: bool,
}

/// Words for another program, which reads them.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct Words {
    /// Its options
    #[arg(value_name = "OPTIONS", allow_hyphen_values = true)]
    pub words: Vec<String>,
}

/// Reads the words after `cargo xtask`.
///
/// # Errors
/// What is wrong with them; also the help, if that is asked for.
pub fn parse(words: &[String]) -> Result<Command, clap::Error> {
    let words = std::iter::once("xtask").chain(words.iter().map(String::as_str));
    let command = Line::try_parse_from(words)?.command;
    match &command {
        Command::Test(options) if options.only_browser && !options.handed_on.is_empty() => {
            let message =
                "words after `--` are for `cargo test`, which `--only-browser` leaves out";
            Err(Line::command().error(ErrorKind::ArgumentConflict, message))
        }
        _ => Ok(command),
    }
}

/// A base path with exactly one slash at each end.
fn base(value: &str) -> Result<String, String> {
    let inner = value.trim_matches('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
    let segments_fine =
        inner.is_empty() || inner.split('/').all(|segment| !matches!(segment, "" | "." | ".."));
    if !inner.chars().all(plain) || !segments_fine {
        return Err("this takes a path of letters, digits, `-._~` and single slashes".to_owned());
    }
    Ok(if inner.is_empty() { "/".to_owned() } else { format!("/{inner}/") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&words).map_err(|error| error.to_string())
    }

    fn served(line: &str) -> ServeOptions {
        match read(line) {
            Ok(Command::Serve(options)) => options,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn tested(line: &str) -> TestOptions {
        match read(line) {
            Ok(Command::Test(options)) => options,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn serve_has_defaults_and_both_forms_of_options() {
        let plain = ServeOptions { port: 8080, base: "/".to_owned(), release: false, dir: None };
        assert_eq!(served("serve"), plain);
        let full = served("serve --port 0 --base=notes/week-3 --dir site");
        assert_eq!(full.port, 0);
        assert_eq!(full.base, "/notes/week-3/");
        assert_eq!(full.dir, Some(PathBuf::from("site")));
        assert_eq!(served("serve --base /").base, "/");
        assert!(served("serve --release").release);
    }

    #[test]
    fn differential_has_defaults_and_options() {
        Line::command().debug_assert();
        let plain = DifferentialOptions {
            formulas: 100_000,
            seed: 1,
            sample: 1,
            no_oxiz: false,
            write: false,
        };
        assert_eq!(read("differential"), Ok(Command::Differential(plain)));
        let given =
            DifferentialOptions { formulas: 500, seed: 7, sample: 8, no_oxiz: true, write: true };
        let line = "differential --formulas 500 --seed=7 --sample 8 --no-oxiz --write";
        assert_eq!(read(line), Ok(Command::Differential(given)));
    }

    #[test]
    fn horn_differential_has_defaults_and_options() {
        let plain = HornOptions { budget_ms: 10_000, classes: false, write: false };
        assert_eq!(read("horn-differential"), Ok(Command::HornDifferential(plain)));
        let given = HornOptions { budget_ms: 500, classes: false, write: true };
        let line = "horn-differential --budget-ms=500 --write";
        assert_eq!(read(line), Ok(Command::HornDifferential(given)));
    }

    #[test]
    fn programs_are_solved_by_another_program() {
        let words = ["--rewrite".to_owned()];
        assert_eq!(read("corpus --rewrite"), Ok(Command::Corpus(Words { words: words.to_vec() })));
        assert_eq!(read("random-programs"), Ok(Command::RandomPrograms(Words { words: vec![] })));
    }

    #[test]
    fn wrong_usage_is_named() {
        for (line, part) in [
            ("", "Usage: cargo xtask <COMMAND>"),
            ("bild", "unrecognized subcommand 'bild'"),
            ("build now", "unexpected argument 'now'"),
            ("serve --prot 1", "unexpected argument '--prot'"),
            ("serve --port", "a value is required for '--port <N>'"),
            ("serve --port 65536", "65535"),
            ("serve --release --dir site", "cannot be used with"),
            ("differential --formulas", "a value is required"),
            ("differential --seed x", "invalid value 'x'"),
            ("differential --sample 0", "0 is not in 1.."),
            ("differential --write=1", "unexpected value '1'"),
            ("horn-differential --budget-ms", "a value is required"),
            ("horn-differential --budget-ms x", "invalid value 'x'"),
            ("horn-differential --sample 2", "unexpected argument '--sample'"),
            ("serve --base /a/../b", "--base"),
            ("serve --base /a//b", "single slashes"),
            ("test --no-browser --only-browser", "cannot be used with"),
            ("wasm-speed --rite", "unexpected argument '--rite'"),
        ] {
            let message = read(line).expect_err(line);
            assert!(message.contains(part), "{line}: {message}");
        }
    }

    #[test]
    fn help_is_found_before_a_double_dash() {
        for line in ["help", "--help", "-h", "serve --help", "test -h", "corpus --help"] {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            let help = parse(&words).expect_err(line);
            assert!(
                !help.use_stderr() && help.to_string().contains("Usage: cargo xtask"),
                "{help}"
            );
        }
        assert_eq!(tested("test -- --help").args(), ["--", "--help"]);
        let both = tested("test -p hornbook-pipeline --test tidy -- --nocapture");
        assert_eq!(both.args(), ["-p", "hornbook-pipeline", "--test", "tidy", "--", "--nocapture"]);
    }

    #[test]
    fn wasm_speed_writes_only_if_asked() {
        for (line, write) in [("wasm-speed", false), ("wasm-speed --write", true)] {
            assert_eq!(read(line), Ok(Command::WasmSpeed(WasmSpeedOptions { write })));
        }
    }

    #[test]
    fn slowest_lists_twenty_unless_told() {
        for (line, number) in [("slowest", 20), ("slowest 7", 7)] {
            assert_eq!(read(line), Ok(Command::Slowest(SlowestOptions { number })));
        }
    }

    #[test]
    fn test_chooses_its_runners() {
        let all = tested("test");
        assert!(all.native() && all.browser() && all.args().is_empty());
        let crates = tested("test --no-browser");
        assert!(crates.native() && !crates.browser());
        let page = tested("test --only-browser tests/browser/smoke.test.mjs");
        assert!(!page.native() && page.browser() && page.args().len() == 1);
        let filtered = tested("test -p hornbook-pipeline parser");
        assert!(filtered.native() && !filtered.browser() && filtered.args().len() == 3);
    }
}
