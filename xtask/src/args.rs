//! The command line: words to a [`Command`], or a message that says what is wrong with them.

use std::path::PathBuf;

/// What one call of `cargo xtask` is to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    /// Print the usage text.
    Help,
    /// Build the site.
    Build,
    /// Build the site and serve it.
    Serve(ServeOptions),
    /// Run the tests.
    Test(TestOptions),
    /// Compare the arithmetic with other solvers.
    Differential(DifferentialOptions),
    /// Compare the Horn engine with that of z3.
    HornDifferential(HornOptions),
    /// Solve the example programs; the words go to the program that does it.
    Corpus(Vec<String>),
    /// Hold the verdicts on random programs against runs; the words go to the program that does it.
    RandomPrograms(Vec<String>),
    /// Run the style checks.
    Lint,
    /// List what a first visit of the page downloads.
    PageSize,
    /// Measure the page.
    PageSpeed,
    /// Take pictures of the page.
    Shots,
    /// Compare the solver's speed as WebAssembly with its native speed.
    WasmSpeed(WasmSpeedOptions),
}

/// Options of `serve`.
#[derive(Debug, PartialEq, Eq)]
pub struct ServeOptions {
    /// The port to listen on; 0 takes any free one.
    pub port: u16,
    /// The path below which the site is served; begins and ends with a slash.
    pub base: String,
    /// Serve this folder as it is instead of the built site.
    pub dir: Option<PathBuf>,
}

/// Options of `test`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct TestOptions {
    /// Run the crates' tests.
    pub native: bool,
    /// Run the page's tests.
    pub browser: bool,
    /// What to hand on to the one test runner that is run with arguments.
    pub args: Vec<String>,
}

/// Options of `differential`.
#[derive(Debug, PartialEq, Eq)]
pub struct DifferentialOptions {
    /// How many random formulas there are.
    pub formulas: u64,
    /// Where the random formulas begin.
    pub seed: u64,
    /// The questions of each so many-th program are asked.
    pub sample: u64,
    /// Ask oxiz as well.
    pub oxiz: bool,
    /// Put the tables into the documentation.
    pub write: bool,
}

impl Default for DifferentialOptions {
    fn default() -> Self {
        Self { formulas: 100_000, seed: 1, sample: 1, oxiz: true, write: false }
    }
}

/// Options of `horn-differential`.
#[derive(Debug, PartialEq, Eq)]
pub struct HornOptions {
    /// How long each engine may take for a program.
    pub budget_ms: u64,
    /// Put the table into the documentation.
    pub write: bool,
}

impl Default for HornOptions {
    fn default() -> Self {
        Self { budget_ms: 10_000, write: false }
    }
}

/// Options of `wasm-speed`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct WasmSpeedOptions {
    /// Put the table into the documentation.
    pub write: bool,
}

/// Reads the words after `cargo xtask`.
pub fn parse(words: &[String]) -> Result<Command, String> {
    let Some((name, rest)) = words.split_first() else {
        return Err("a command is missing".to_owned());
    };
    if rest.iter().take_while(|word| *word != "--").any(|word| word == "--help" || word == "-h") {
        return Ok(Command::Help);
    }
    match name.as_str() {
        "help" | "--help" | "-h" => Ok(Command::Help),
        "build" => no_arguments(name, rest, Command::Build),
        "lint" => no_arguments(name, rest, Command::Lint),
        "page-size" => no_arguments(name, rest, Command::PageSize),
        "page-speed" => no_arguments(name, rest, Command::PageSpeed),
        "shots" => no_arguments(name, rest, Command::Shots),
        "corpus" => Ok(Command::Corpus(rest.to_vec())),
        "random-programs" => Ok(Command::RandomPrograms(rest.to_vec())),
        "differential" => parse_differential(rest).map(Command::Differential),
        "horn-differential" => parse_horn(rest).map(Command::HornDifferential),
        "serve" => parse_serve(rest).map(Command::Serve),
        "test" => parse_test(rest).map(Command::Test),
        "wasm-speed" => parse_wasm_speed(rest).map(Command::WasmSpeed),
        _ => Err(format!("there is no command `{name}`")),
    }
}

/// The command, if no words follow it.
fn no_arguments(name: &str, rest: &[String], command: Command) -> Result<Command, String> {
    match rest.first() {
        None => Ok(command),
        Some(word) => Err(format!("`{name}` takes no arguments, but got `{word}`")),
    }
}

fn parse_serve(words: &[String]) -> Result<ServeOptions, String> {
    let mut options = ServeOptions { port: 8080, base: "/".to_owned(), dir: None };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, inline) = split(word);
        if !matches!(name, "--port" | "--base" | "--dir") {
            return Err(format!("`serve` has no option `{word}`"));
        }
        let value = value(name, inline, &mut words)?;
        match name {
            "--port" => options.port = parse_port(&value)?,
            "--base" => options.base = parse_base(&value)?,
            _ => options.dir = Some(PathBuf::from(value)),
        }
    }
    Ok(options)
}

fn parse_differential(words: &[String]) -> Result<DifferentialOptions, String> {
    let mut options = DifferentialOptions::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, inline) = split(word);
        let number = match word.as_str() {
            "--no-oxiz" => {
                options.oxiz = false;
                continue;
            }
            "--write" => {
                options.write = true;
                continue;
            }
            _ => match name {
                "--formulas" => &mut options.formulas,
                "--seed" => &mut options.seed,
                "--sample" => &mut options.sample,
                _ => return Err(format!("`differential` has no option `{word}`")),
            },
        };
        let value = value(name, inline, &mut words)?;
        *number = value.parse().map_err(|_| format!("`{name}` needs a number, not `{value}`"))?;
    }
    match options.sample {
        0 => Err("`--sample` needs a number above 0".to_owned()),
        _ => Ok(options),
    }
}

fn parse_horn(words: &[String]) -> Result<HornOptions, String> {
    let mut options = HornOptions::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, inline) = split(word);
        if word == "--write" {
            options.write = true;
        } else if name == "--budget-ms" {
            let value = value(name, inline, &mut words)?;
            let number = value.parse();
            options.budget_ms =
                number.map_err(|_| format!("`{name}` needs a number, not `{value}`"))?;
        } else {
            return Err(format!("`horn-differential` has no option `{word}`"));
        }
    }
    Ok(options)
}

/// The parts of `--name=value`, or the name alone.
fn split(word: &str) -> (&str, Option<String>) {
    match word.split_once('=') {
        Some((name, value)) => (name, Some(value.to_owned())),
        None => (word, None),
    }
}

/// The value of an option, which may be the next word.
fn value<'w>(
    name: &str,
    inline: Option<String>,
    words: &mut impl Iterator<Item = &'w String>,
) -> Result<String, String> {
    inline.or_else(|| words.next().cloned()).ok_or_else(|| format!("`{name}` needs a value"))
}

fn parse_port(value: &str) -> Result<u16, String> {
    value.parse().map_err(|_| format!("`--port` needs a number from 0 to 65535, not `{value}`"))
}

/// A base path with exactly one slash at each end.
fn parse_base(value: &str) -> Result<String, String> {
    let inner = value.trim_matches('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
    let segments_fine =
        inner.is_empty() || inner.split('/').all(|segment| !matches!(segment, "" | "." | ".."));
    if !inner.chars().all(plain) || !segments_fine {
        return Err(format!(
            "`--base` needs a path of letters, digits, `-._~` and single slashes, not `{value}`"
        ));
    }
    Ok(if inner.is_empty() { "/".to_owned() } else { format!("/{inner}/") })
}

fn parse_test(words: &[String]) -> Result<TestOptions, String> {
    let mut options = TestOptions::default();
    let (mut without, mut only) = (false, false);
    for (index, word) in words.iter().enumerate() {
        match word.as_str() {
            "--no-browser" => without = true,
            "--only-browser" => only = true,
            _ => {
                options.args = words[index..].to_vec();
                break;
            }
        }
    }
    if without && only {
        return Err("`--no-browser` and `--only-browser` leave nothing to test".to_owned());
    }
    options.native = !only;
    options.browser = only || (!without && options.args.is_empty());
    Ok(options)
}

fn parse_wasm_speed(words: &[String]) -> Result<WasmSpeedOptions, String> {
    match words.iter().find(|word| *word != "--write") {
        None => Ok(WasmSpeedOptions { write: !words.is_empty() }),
        Some(word) => Err(format!("`wasm-speed` has no option `{word}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command, String> {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        parse(&words)
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
        let plain = ServeOptions { port: 8080, base: "/".to_owned(), dir: None };
        assert_eq!(served("serve"), plain);
        let full = served("serve --port 0 --base=notes/week-3 --dir site");
        assert_eq!(full.port, 0);
        assert_eq!(full.base, "/notes/week-3/");
        assert_eq!(full.dir, Some(PathBuf::from("site")));
        assert_eq!(served("serve --base /").base, "/");
    }

    #[test]
    fn differential_has_defaults_and_options() {
        let plain = DifferentialOptions::default();
        assert_eq!(read("differential"), Ok(Command::Differential(plain)));
        let given =
            DifferentialOptions { formulas: 500, seed: 7, sample: 8, oxiz: false, write: true };
        let line = "differential --formulas 500 --seed=7 --sample 8 --no-oxiz --write";
        assert_eq!(read(line), Ok(Command::Differential(given)));
    }

    #[test]
    fn horn_differential_has_defaults_and_options() {
        let plain = HornOptions { budget_ms: 10_000, write: false };
        assert_eq!(read("horn-differential"), Ok(Command::HornDifferential(plain)));
        let given = HornOptions { budget_ms: 500, write: true };
        let line = "horn-differential --budget-ms=500 --write";
        assert_eq!(read(line), Ok(Command::HornDifferential(given)));
    }

    #[test]
    fn programs_are_solved_by_another_program() {
        let words = ["--rewrite".to_owned()];
        assert_eq!(read("corpus --rewrite"), Ok(Command::Corpus(words.to_vec())));
        assert_eq!(read("random-programs"), Ok(Command::RandomPrograms(vec![])));
    }

    #[test]
    fn wrong_usage_is_named() {
        for (line, part) in [
            ("", "missing"),
            ("bild", "no command `bild`"),
            ("build now", "takes no arguments"),
            ("serve --prot 1", "no option `--prot`"),
            ("serve --port", "needs a value"),
            ("serve --port 65536", "65535"),
            ("differential --formulas", "needs a value"),
            ("differential --seed x", "needs a number"),
            ("differential --sample 0", "above 0"),
            ("differential --write=1", "no option `--write=1`"),
            ("horn-differential --budget-ms", "needs a value"),
            ("horn-differential --budget-ms x", "needs a number"),
            ("horn-differential --sample 2", "no option `--sample`"),
            ("serve --base /a/../b", "--base"),
            ("serve --base /a//b", "--base"),
            ("test --no-browser --only-browser", "nothing to test"),
            ("wasm-speed --rite", "no option `--rite`"),
        ] {
            let message = read(line).expect_err(line);
            assert!(message.contains(part), "{line}: {message}");
        }
    }

    #[test]
    fn help_is_found_before_a_double_dash() {
        for line in ["help", "--help", "-h", "serve --help", "test -h"] {
            assert_eq!(read(line), Ok(Command::Help), "{line}");
        }
        assert_eq!(tested("test -- --help").args, ["--", "--help"]);
    }

    #[test]
    fn wasm_speed_writes_only_if_asked() {
        for (line, write) in [("wasm-speed", false), ("wasm-speed --write", true)] {
            assert_eq!(read(line), Ok(Command::WasmSpeed(WasmSpeedOptions { write })));
        }
    }

    #[test]
    fn test_chooses_its_runners() {
        let all = tested("test");
        assert!(all.native && all.browser && all.args.is_empty());
        let crates = tested("test --no-browser");
        assert!(crates.native && !crates.browser);
        let page = tested("test --only-browser tests/browser/smoke.test.mjs");
        assert!(!page.native && page.browser && page.args.len() == 1);
        let filtered = tested("test -p hornbook-core parser");
        assert!(filtered.native && !filtered.browser && filtered.args.len() == 3);
    }
}
