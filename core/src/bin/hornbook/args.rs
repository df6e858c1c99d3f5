//! What the words of the command line mean.

use hornbook_core::abstraction::sigma::UnknownAbstraction;
use hornbook_core::pipeline::{HEURISTICS, Options};

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

pub(crate) const VERBS: [(&str, Verb); 6] = [
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
    Smtlib,
    Rules,
    Latex,
    Dot,
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
    pub(crate) options: Options,
    /// Milliseconds to spend on solving, if that was said.
    pub(crate) budget_ms: Option<u64>,
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
pub(crate) const BUDGET_MS: u64 = 30_000;

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
pub(crate) fn allowed(verb: Verb) -> &'static [&'static str] {
    match verb {
        Verb::Check => &[
            "--abstraction",
            "--heuristic",
            "--check-bounds",
            "--large-blocks",
            "--budget-ms",
            "--format",
        ],
        Verb::Solve => {
            &["--abstraction", "--heuristic", "--large-blocks", "--budget-ms", "--format"]
        }
        Verb::Horn => &["--check-bounds", "--large-blocks", "--format"],
        Verb::Abstract => {
            &["--abstraction", "--heuristic", "--check-bounds", "--large-blocks", "--stage"]
        }
        Verb::Explain => &["--abstraction", "--heuristic", "--check-bounds", "--large-blocks"],
        Verb::Smt => &["--budget-ms"],
    }
}

fn options(verb: Verb, words: &[String]) -> Result<Action, String> {
    let mut command = Command {
        verb,
        file: String::new(),
        options: Options::default(),
        budget_ms: None,
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
            if SWITCHES.contains(&name) {
                if value.is_some() {
                    return Err(format!("`{name}` takes no value"));
                }
                switch(&mut command, name);
                continue;
            }
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

/// Options without a value.
pub(crate) const SWITCHES: [&str; 2] = ["--check-bounds", "--large-blocks"];

fn switch(command: &mut Command, name: &str) {
    match name {
        "--check-bounds" => command.options.check_bounds = true,
        _ => command.options.large_blocks = true,
    }
}

fn set(command: &mut Command, name: &str, value: &str) -> Result<(), String> {
    match name {
        "--abstraction" => {
            let choice = value.parse().map_err(|e: UnknownAbstraction| e.to_string())?;
            command.options.abstraction = Some(choice);
        }
        "--heuristic" => heuristic(value)?,
        "--budget-ms" => {
            let budget = value.parse().map_err(|_| {
                format!("`--budget-ms` takes a number of milliseconds, not `{value}`")
            })?;
            command.budget_ms = Some(budget);
        }
        "--format" => {
            command.format = match (command.verb, value) {
                (Verb::Horn, "smtlib") => Format::Smtlib,
                (Verb::Horn, "rules") => Format::Rules,
                (Verb::Horn, "latex") => Format::Latex,
                (Verb::Horn, "dot") => Format::Dot,
                (Verb::Horn, _) => {
                    return Err(format!(
                        "`--format` is `smtlib`, `rules`, `latex` or `dot`, not `{value}`"
                    ));
                }
                (_, "text") => Format::Text,
                (_, "json") => Format::Json,
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
    const AVAILABLE: &str = "there are `relevant` and `relevant-basic`";
    match name {
        _ if HEURISTICS.contains(&name) => Ok(()),
        _ if PLANNED_HEURISTICS.contains(&name) => {
            Err(format!("the heuristic `{name}` is not available yet; {AVAILABLE}"))
        }
        _ => Err(format!("there is no heuristic `{name}`; {AVAILABLE}")),
    }
}

/// The name of a command.
pub(crate) fn name_of(verb: Verb) -> &'static str {
    VERBS.iter().find(|(_, v)| *v == verb).map_or("", |(name, _)| name)
}
