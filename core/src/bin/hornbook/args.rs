//! What the words of the command line mean.

use hornbook_core::abstraction::sigma::Choice;
use std::fmt::Write;

/// The commands by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Check,
    Horn,
    Abstract,
    Explain,
    Solve,
    Smt,
}

const VERBS: [(&str, Verb); 6] = [
    ("check", Verb::Check),
    ("horn", Verb::Horn),
    ("abstract", Verb::Abstract),
    ("explain", Verb::Explain),
    ("solve", Verb::Solve),
    ("smt", Verb::Smt),
];

/// A command that help may be about; `None` is the whole.
pub(crate) type Topic = Option<Verb>;

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
}

/// The stages that `abstract` can print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Abstract,
    Eliminate,
    Final,
}

/// A command with its options.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) verb: Verb,
    /// The file, `-` for standard input.
    pub(crate) file: String,
    pub(crate) abstraction: Choice,
    pub(crate) budget_ms: u64,
    pub(crate) format: Format,
    pub(crate) stage: Stage,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Run(Command),
    Help(Topic),
    Version,
}

/// Words that make no sense.
#[derive(Clone, Debug)]
pub(crate) struct WrongUsage {
    pub(crate) message: String,
    pub(crate) topic: Topic,
}

/// Milliseconds to spend on solving unless told otherwise.
const BUDGET_MS: u64 = 30_000;

/// Heuristics of the thesis that are known but not built.
const PLANNED_HEURISTICS: [&str; 3] = ["mg16", "ma15", "manual"];

/// Reads the words after the program's name.
///
/// # Errors
/// The first thing that makes no sense.
pub(crate) fn parse(words: &[String]) -> Result<Action, WrongUsage> {
    let wrong = |message: String| WrongUsage { message, topic: None };
    let Some((first, rest)) = words.split_first() else {
        return Err(wrong("a command is missing".into()));
    };
    match first.as_str() {
        "--help" | "-h" => return Ok(Action::Help(None)),
        "--version" | "-V" => return Ok(Action::Version),
        "help" => {
            return match rest {
                [] => Ok(Action::Help(None)),
                [name] => verb(name).map(|v| Action::Help(Some(v))),
                _ => Err(wrong("`help` takes one command".into())),
            };
        }
        option if option.starts_with('-') => {
            return Err(wrong(format!("the command must come before `{option}`")));
        }
        _ => {}
    }
    let verb = verb(first)?;
    options(verb, rest).map_err(|message| WrongUsage { message, topic: Some(verb) })
}

fn verb(name: &str) -> Result<Verb, WrongUsage> {
    let found = VERBS.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
    found
        .ok_or_else(|| WrongUsage { message: format!("there is no command `{name}`"), topic: None })
}

/// The options that a command has.
fn allowed(verb: Verb) -> &'static [&'static str] {
    match verb {
        Verb::Check | Verb::Solve => &["--abstraction", "--heuristic", "--budget-ms", "--format"],
        Verb::Horn => &[],
        Verb::Abstract => &["--abstraction", "--heuristic", "--stage"],
        Verb::Explain => &["--abstraction", "--heuristic"],
        Verb::Smt => &["--budget-ms"],
    }
}

fn options(verb: Verb, words: &[String]) -> Result<Action, String> {
    let mut command = Command {
        verb,
        file: String::new(),
        abstraction: Choice::default(),
        budget_ms: BUDGET_MS,
        format: Format::Text,
        stage: Stage::Final,
    };
    let mut files: Vec<&String> = vec![];
    let mut seen: Vec<&str> = vec![];
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        if word == "--help" || word == "-h" {
            return Ok(Action::Help(Some(verb)));
        }
        if word == "--" {
            files.extend(rest.by_ref());
        } else if !word.starts_with('-') || word == "-" {
            files.push(word);
        } else {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (word.as_str(), None),
            };
            if !allowed(verb).contains(&name) {
                return Err(format!("`{}` has no option `{name}`", name_of(verb)));
            }
            if seen.contains(&name) {
                return Err(format!("`{name}` is given twice"));
            }
            seen.push(name);
            let value = value.or_else(|| rest.next().cloned());
            let value = value.ok_or_else(|| format!("a value is missing after `{name}`"))?;
            set(&mut command, name, &value)?;
        }
    }
    match files.as_slice() {
        [file] => command.file = (*file).clone(),
        [] => return Err("a file is missing (`-` is standard input)".into()),
        [_, second, ..] => return Err(format!("one file at a time: `{second}` is one too many")),
    }
    Ok(Action::Run(command))
}

fn set(command: &mut Command, name: &str, value: &str) -> Result<(), String> {
    match name {
        "--abstraction" => {
            command.abstraction = value.parse().map_err(
                |e: hornbook_core::abstraction::sigma::UnknownAbstraction| e.to_string(),
            )?;
        }
        "--heuristic" => heuristic(value)?,
        "--budget-ms" => {
            command.budget_ms = value.parse().map_err(|_| {
                format!("`--budget-ms` takes a number of milliseconds, not `{value}`")
            })?;
        }
        "--format" => {
            command.format = match value {
                "text" => Format::Text,
                "json" => Format::Json,
                _ => return Err(format!("`--format` is `text` or `json`, not `{value}`")),
            };
        }
        _ => {
            command.stage = match value {
                "abstract" => Stage::Abstract,
                "eliminate" => Stage::Eliminate,
                "final" => Stage::Final,
                _ => {
                    let message = "`--stage` is `abstract`, `eliminate` or `final`";
                    return Err(format!("{message}, not `{value}`"));
                }
            };
        }
    }
    Ok(())
}

/// There is one heuristic so far (T Listing 5.6), under two names.
fn heuristic(name: &str) -> Result<(), String> {
    match name {
        "relevant" | "relevant-basic" => Ok(()),
        _ if PLANNED_HEURISTICS.contains(&name) => {
            Err(format!("the heuristic `{name}` is not available yet; there is `relevant`"))
        }
        _ => Err(format!("there is no heuristic `{name}`; there is `relevant`")),
    }
}

fn name_of(verb: Verb) -> &'static str {
    VERBS.iter().find(|(_, v)| *v == verb).map_or("", |(name, _)| name)
}

/// One line of usage for each command that `topic` is about, and where to read more.
pub(crate) fn hint(topic: Topic) -> String {
    let mut out = String::from("usage:\n");
    for (name, verb) in VERBS {
        if topic.is_none_or(|t| t == verb) {
            let _ = writeln!(out, "  {}", usage(verb));
            let _ = topic.map(|_| writeln!(out, "try `hornbook help {name}`"));
        }
    }
    if topic.is_none() {
        out.push_str("try `hornbook help`\n");
    }
    out
}

fn usage(verb: Verb) -> &'static str {
    match verb {
        Verb::Check => {
            "hornbook check FILE [--abstraction A] [--heuristic H] [--budget-ms N] [--format text|json]"
        }
        Verb::Horn => "hornbook horn FILE",
        Verb::Abstract => {
            "hornbook abstract FILE [--abstraction A] [--heuristic H] [--stage abstract|eliminate|final]"
        }
        Verb::Explain => "hornbook explain FILE [--abstraction A] [--heuristic H]",
        Verb::Solve => {
            "hornbook solve FILE.smt2 [--abstraction A] [--heuristic H] [--budget-ms N] [--format text|json]"
        }
        Verb::Smt => "hornbook smt FILE.smt2 [--budget-ms N]",
    }
}

/// The help on a command, or on the whole.
pub(crate) fn help(topic: Topic) -> String {
    let mut out = String::new();
    match topic {
        None => {
            out.push_str("Hornbook proves array programs right, or shows how they go wrong.\n\n");
            for (_, verb) in VERBS {
                let _ = writeln!(out, "  {}\n      {}", usage(verb), summary(verb));
            }
            out.push_str("  hornbook help [COMMAND]\n  hornbook --version\n\n");
            out.push_str(FILE);
            out.push_str(STATUS);
        }
        Some(verb) => {
            let _ = writeln!(out, "{}\n\n{}\n", usage(verb), details(verb));
            if verb != Verb::Smt {
                out.push_str(FILE);
            }
            if allowed(verb).contains(&"--abstraction") {
                out.push_str(ABSTRACTION);
            }
            if allowed(verb).contains(&"--budget-ms") {
                out.push_str("N is the time to spend, in milliseconds; 30000 unless given.\n");
            }
            out.push_str(match verb {
                Verb::Check | Verb::Solve => STATUS,
                Verb::Smt => "\nExit status: 0, or 3 if an answer is unknown, 64 wrong usage, 65 errors in the input.\n",
                _ => "\nExit status: 0, 64 wrong usage, 65 errors in the input.\n",
            });
        }
    }
    out
}

const FILE: &str = "\
FILE is a Hornbook program, Horn clauses in SMT-LIB 2 if its name ends in .smt2, or
standard input if it is `-`: clauses if the text starts with `(`, else a program.\n";

const ABSTRACTION: &str = "\
A is `cell1` (the default), `cell2` and so on, or `id`, for all arrays, or per array as in
`a=cell2,b=id`. H is `relevant` (the default) or `relevant-basic`.\n";

const STATUS: &str = "
Exit status: 0 certified, 1 buggy, 2 too weak, 3 unknown, 64 wrong usage, 65 errors in the
input.\n";

fn summary(verb: Verb) -> &'static str {
    match verb {
        Verb::Check => "the verdict on each assertion, with its evidence",
        Verb::Horn => "the Horn clauses before abstraction",
        Verb::Abstract => "the Horn clauses after abstraction",
        Verb::Explain => "every step from the text to clauses without arrays, as JSON",
        Verb::Solve => "the verdict on Horn clauses",
        Verb::Smt => "answers to questions about linear integer arithmetic",
    }
}

fn details(verb: Verb) -> &'static str {
    match verb {
        Verb::Check => {
            "\
Prints one line for each assertion, such as `line 12: certified`, followed by its evidence on
indented lines, and a last line that starts with the verdict on the whole program:

  certified  no run violates an assertion; the invariants are shown
  buggy      a run violates an assertion; its choices and steps are shown
  too-weak   the abstraction cannot prove it, and no failing run was found
  unknown    no answer within the budget, or outside the supported arithmetic

With `--format json` the whole record is printed as one JSON object."
        }
        Verb::Horn => "Prints the Horn clauses of a program as SMT-LIB 2, each with its line.",
        Verb::Abstract => {
            "\
Prints the Horn clauses as SMT-LIB 2 after a stage: `abstract`, where premises are quantified,
`eliminate`, where they no longer are, or `final` (the default), without arrays."
        }
        Verb::Explain => {
            "\
Prints all stages, and for each clause the steps that were applied to it, as one JSON object."
        }
        Verb::Solve => {
            "\
Reads Horn clauses in SMT-LIB 2 and prints a verdict on each clause that ends in a condition,
as `check` does for assertions. `buggy` means that the clauses contradict each other as they
stand; the derivation of the contradiction is shown."
        }
        Verb::Smt => {
            "\
Runs an SMT-LIB 2 script about linear integer arithmetic without quantifiers and arrays.
Each `check-sat` is answered by `sat`, `unsat` or `unknown`; a model is printed where the
script asks for one, or after each `sat` if it never does. N counts for each question."
        }
    }
}
