//! What the words of the command line mean.

use hornbook_core::abstraction::heuristic::{Heuristic, NamedCells, Order};
use hornbook_core::abstraction::sigma::Choice;
use hornbook_core::pipeline::{AUTO, Export, Options};

/// The commands by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Check,
    Horn,
    Abstract,
    Compare,
    Explain,
    Export,
    Format,
    Solve,
    Smt,
}

pub(crate) const VERBS: [(&str, Verb); 9] = [
    ("check", Verb::Check),
    ("horn", Verb::Horn),
    ("abstract", Verb::Abstract),
    ("compare", Verb::Compare),
    ("explain", Verb::Explain),
    ("export", Verb::Export),
    ("format", Verb::Format),
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
    pub(crate) chosen: Chosen,
    /// Milliseconds to spend on solving, if that was said.
    pub(crate) budget_ms: Option<u64>,
    pub(crate) format: Format,
    pub(crate) stage: Stage,
    /// What `export` makes of the text.
    pub(crate) export: Export,
    /// The file for what is exported, if it is not standard output.
    pub(crate) output: Option<String>,
    /// Whether `format` only says if something would change.
    pub(crate) check: bool,
    /// Whether `format` changes the file.
    pub(crate) write: bool,
    /// The file for proof obligations.
    pub(crate) certificate: Option<String>,
}

/// What was chosen on the command line, as it was written: it is also read by another thread, and
/// terms do not go there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    /// Abstractions; one but for `compare`.
    pub(crate) abstractions: Vec<String>,
    /// Heuristics; one but for `compare`.
    pub(crate) heuristics: Vec<Heuristic>,
    /// The number of the clause to compare.
    pub(crate) clause: Option<u32>,
    order: Order,
    cells: Vec<NamedCells>,
    check_bounds: bool,
    large_blocks: bool,
    loops: bool,
}

impl Chosen {
    pub(crate) fn options(&self) -> Options {
        Options {
            // It was read before without an error.
            abstraction: self.abstractions.first().and_then(|text| text.parse().ok()),
            climbs: self.abstractions.first().is_some_and(|text| text == AUTO),
            heuristic: self.heuristics.first().copied(),
            order: self.order,
            cells: self.cells.clone(),
            check_bounds: self.check_bounds,
            large_blocks: self.large_blocks,
            loops: self.loops,
        }
    }
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
pub(crate) fn allowed(verb: Verb) -> Vec<&'static str> {
    const ABSTRACTION: [&str; 4] = ["--abstraction", "--heuristic", "--order", "--cells"];
    const SYSTEM: [&str; 2] = ["--large-blocks", "--loops"];
    const SOLVING: [&str; 3] = ["--budget-ms", "--format", "--certificate"];
    let with = |parts: &[&[&'static str]]| parts.concat();
    match verb {
        Verb::Check => with(&[&ABSTRACTION, &["--check-bounds"], &SYSTEM, &SOLVING]),
        Verb::Solve => with(&[&ABSTRACTION, &SYSTEM, &SOLVING]),
        Verb::Horn => with(&[&["--check-bounds"], &SYSTEM, &["--format"]]),
        Verb::Abstract => with(&[&ABSTRACTION, &["--check-bounds"], &SYSTEM, &["--stage"]]),
        Verb::Compare => {
            with(&[&["--clause"], &ABSTRACTION, &["--check-bounds"], &SYSTEM, &["--format"]])
        }
        Verb::Explain => with(&[&ABSTRACTION, &["--check-bounds"], &SYSTEM]),
        Verb::Export => with(&[
            &["--format", "--output"],
            &ABSTRACTION,
            &["--check-bounds"],
            &SYSTEM,
            &["--budget-ms"],
        ]),
        Verb::Format => vec!["--check", "--write"],
        Verb::Smt => vec!["--budget-ms"],
    }
}

fn options(verb: Verb, words: &[String]) -> Result<Action, String> {
    let mut command = Command {
        verb,
        file: String::new(),
        chosen: Chosen::default(),
        budget_ms: None,
        format: Format::Text,
        stage: Stage::Final,
        export: Export::Text,
        output: None,
        check: false,
        write: false,
        certificate: None,
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
            let several = verb == Verb::Compare && REPEATED.contains(&name) || name == "--cells";
            if seen.contains(&name) && !several {
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
    let chosen = &mut command.chosen;
    if !chosen.cells.is_empty() && verb != Verb::Compare {
        // Who names cells wants them used.
        match chosen.heuristics.as_slice() {
            [] => chosen.heuristics.push(Heuristic::Manual),
            [Heuristic::Manual] => {}
            [other, ..] => {
                return Err(format!("`--cells` is for `--heuristic manual`, not for `{other}`"));
            }
        }
    }
    match files.as_slice() {
        [file] if command.certificate.as_ref() == Some(*file) => {
            return Err(format!("`--certificate {file}` would overwrite the input"));
        }
        [file] if command.output.as_ref() == Some(*file) => {
            return Err(format!("`--output {file}` would overwrite the input"));
        }
        [file] if command.write && *file == "-" => {
            return Err("`--write` needs a file, not `-`".into());
        }
        [file] => command.file = (*file).clone(),
        [] => return Err("a file is missing (`-` is standard input)".into()),
        [_, second, ..] => return Err(format!("one file at a time: `{second}` is one too many")),
    }
    Ok(Action::Run(command))
}

/// The formats of `export`.
const EXPORTS: [(&str, Export); 5] = [
    ("latex", Export::Latex),
    ("html", Export::Html),
    ("text", Export::Text),
    ("smtlib-before", Export::SmtlibBefore),
    ("smtlib-after", Export::SmtlibAfter),
];

/// Options without a value.
pub(crate) const SWITCHES: [&str; 5] =
    ["--check-bounds", "--large-blocks", "--loops", "--check", "--write"];

/// Options that `compare` takes several times.
const REPEATED: [&str; 2] = ["--abstraction", "--heuristic"];

fn switch(command: &mut Command, name: &str) {
    match name {
        "--check-bounds" => command.chosen.check_bounds = true,
        "--loops" => command.chosen.loops = true,
        "--check" => command.check = true,
        "--write" => command.write = true,
        _ => command.chosen.large_blocks = true,
    }
}

fn set(command: &mut Command, name: &str, value: &str) -> Result<(), String> {
    match name {
        "--abstraction"
            if value == AUTO
                && matches!(command.verb, Verb::Check | Verb::Solve | Verb::Export) =>
        {
            command.chosen.abstractions.push(value.to_owned());
        }
        "--abstraction" => {
            value.parse::<Choice>().map_err(|e| e.to_string())?;
            command.chosen.abstractions.push(value.to_owned());
        }
        "--heuristic" => {
            let heuristic = value.parse::<Heuristic>();
            command.chosen.heuristics.push(heuristic.map_err(|e| e.to_string())?);
        }
        "--order" => {
            command.chosen.order = match value {
                "left" => Order::LeftToRight,
                "right" => Order::RightToLeft,
                _ => return Err(format!("`--order` is `left` or `right`, not `{value}`")),
            };
        }
        "--certificate" if value == "-" => {
            return Err("`--certificate` takes the name of a file, not `-`".into());
        }
        "--certificate" => command.certificate = Some(value.to_owned()),
        "--output" if value == "-" => {
            return Err("`--output` takes the name of a file, not `-`".into());
        }
        "--output" => command.output = Some(value.to_owned()),
        "--cells" => command.chosen.cells.push(cells(value)?),
        "--clause" => {
            let number = value.parse();
            command.chosen.clause =
                Some(number.map_err(|_| format!("`--clause` takes a number, not `{value}`"))?);
        }
        "--budget-ms" => {
            let budget = value.parse().map_err(|_| {
                format!("`--budget-ms` takes a number of milliseconds, not `{value}`")
            })?;
            command.budget_ms = Some(budget);
        }
        "--format" if command.verb == Verb::Export => {
            let found = EXPORTS.iter().find(|(name, _)| *name == value);
            command.export = found.map(|(_, export)| *export).ok_or_else(|| {
                let names: Vec<String> = EXPORTS.map(|(name, _)| format!("`{name}`")).into();
                format!("`--format` is one of {}, not `{value}`", names.join(", "))
            })?;
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

/// `3:a=k', i + 1`: in clause 3 the cells `k'` and `i + 1` of `a`.
fn cells(value: &str) -> Result<NamedCells, String> {
    let named = || {
        let (clause, rest) = value.split_once(':')?;
        let (array, indices) = rest.split_once('=')?;
        let indices = indices.split(',').map(|t| t.trim().to_owned());
        let indices = indices.filter(|t| !t.is_empty()).collect();
        let clause = clause.trim().parse().ok()?;
        Some(NamedCells { clause, array: array.trim().to_owned(), indices })
    };
    named().ok_or_else(|| format!("`--cells` is written as in `3:a=k,i + 1`, not `{value}`"))
}

/// The name of a command.
pub(crate) fn name_of(verb: Verb) -> &'static str {
    VERBS.iter().find(|(_, v)| *v == verb).map_or("", |(name, _)| name)
}
