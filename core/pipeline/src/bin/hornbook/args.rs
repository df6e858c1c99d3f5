//! The command line, parsed and checked.

use crate::batch::BatchCommand;
use crate::course::{CourseCommand, SlidesTarget};
use crate::line::{
    AbstractStage, Abstracting, Bounds, Cells, ClauseFormat, CommandLine, CourseWords,
    ExportFormat, Methods, ReportFormat, Rules, SlidesFormat, SolveOptions, System, TextWords,
    TilesByHand, Time, Words,
};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use hornbook_abstraction::heuristic::{Heuristic, NamedCells, Order};
use hornbook_lang::calls::ChosenHandling as Ways;
use hornbook_pipeline::{Choices, ChosenAbstraction, InvariantsChoice, MethodChoice};
use hornbook_records::export::Export;
use hornbook_tasks::instrument::named_rules::NamedRules;
use hornbook_tasks::tiling::named_tiles::NamedTiles;

/// The commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Check,
    Horn,
    Abstract,
    Compare,
    Explain,
    Export,
    Instrument,
    Tiles,
    Format,
    Solve,
    Smt,
}

impl Verb {
    fn name(self) -> &'static str {
        match self {
            Verb::Check => "check",
            Verb::Horn => "horn",
            Verb::Abstract => "abstract",
            Verb::Compare => "compare",
            Verb::Explain => "explain",
            Verb::Export => "export",
            Verb::Instrument => "instrument",
            Verb::Tiles => "tiles",
            Verb::Format => "format",
            Verb::Solve => "solve",
            Verb::Smt => "smt",
        }
    }

    /// Whether the command may try several abstractions.
    fn climbs(self) -> bool {
        matches!(self, Verb::Check | Verb::Solve | Verb::Export)
    }
}

/// A command with its options; others have their defaults.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) verb: Verb,
    /// The file, `-` for standard input.
    pub(crate) file: String,
    pub(crate) chosen: Chosen,
    pub(crate) format: ReportFormat,
    pub(crate) clauses: ClauseFormat,
    pub(crate) stage: AbstractStage,
    /// The format of `export`.
    pub(crate) export: Export,
    /// The output file of `export`, if it is not standard output.
    pub(crate) output: Option<String>,
    /// Whether `format` only checks the text.
    pub(crate) check: bool,
    /// Whether `format` changes the file.
    pub(crate) write: bool,
    /// The file for proof obligations.
    pub(crate) certificate: Option<String>,
    /// The file for a model of clauses.
    pub(crate) model: Option<String>,
    /// Whether `check` looks for a shorter invariant than the first one.
    pub(crate) shortest: bool,
}

/// The choices of the command line as texts: another thread reads them, and terms cannot be sent there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    /// The method that looks for the verdict.
    method: Option<MethodChoice>,
    /// The user's rules of instrumentation.
    rules: NamedRules,
    /// The user's tiles.
    tiles: NamedTiles,
    /// Whose invariants are to suffice.
    invariants: Option<InvariantsChoice>,
    /// Abstractions; one but for `compare`.
    pub(crate) abstractions: Vec<String>,
    /// Heuristics; one but for `compare`.
    pub(crate) heuristics: Vec<Heuristic>,
    /// The number of the clause to compare.
    pub(crate) clause: Option<u32>,
    /// The chosen time limit, in milliseconds.
    pub(crate) budget_ms: Option<u64>,
    order: Order,
    cells: Vec<NamedCells>,
    check_bounds: bool,
    calls: Ways,
    large_blocks: bool,
    loops: bool,
}

impl Chosen {
    /// The choices; of several abstractions or heuristics the first.
    pub(crate) fn choices(&self) -> Choices {
        Choices {
            method: self.method,
            rules: self.rules.clone(),
            tiles: self.tiles.clone(),
            invariants: self.invariants,
            // It was read before without an error.
            abstraction: self.abstractions.first().and_then(|text| text.parse().ok()),
            heuristic: self.heuristics.first().copied(),
            order: self.order,
            cells: self.cells.clone(),
            check_bounds: self.check_bounds,
            calls: self.calls.clone(),
            large_blocks: self.large_blocks,
            loops: self.loops,
            budget_ms: self.budget_ms,
        }
    }
}

/// Reads the words after the program's name.
///
/// # Errors
/// The first error; also the help or the version, if the user asks for it.
pub(crate) fn parse(words: &[String]) -> Result<Invocation, clap::Error> {
    let words = std::iter::once("hornbook").chain(words.iter().map(String::as_str));
    let command = match CommandLine::try_parse_from(words)?.words {
        Words::Course { words: CourseWords::Check { course, time } } => {
            return Ok(CourseCommand::Check { course, budget_ms: time.budget_ms }.into());
        }
        Words::Course { words: CourseWords::Build { course, site, output } } => {
            return Ok(CourseCommand::Build { course, site, output }.into());
        }
        Words::Course { words: CourseWords::Pack { course, output, site } } => {
            return Ok(CourseCommand::Pack { course, output, site }.into());
        }
        Words::Course {
            words: CourseWords::Slides { course, format, site, reveal, lesson, output, time },
        } => {
            let target = match (format, site, reveal) {
                (SlidesFormat::Reveal, Some(site), Some(package)) => {
                    SlidesTarget::Reveal { site, package }
                }
                _ => SlidesTarget::Beamer,
            };
            let budget_ms = time.budget_ms;
            return Ok(CourseCommand::Slides { course, target, lesson, output, budget_ms }.into());
        }
        Words::Grade { course, answers, csv, html, time } => {
            let budget_ms = time.budget_ms;
            return Ok(CourseCommand::Grade { course, answers, csv, html, budget_ms }.into());
        }
        Words::Batch { folder, expect, resume, csv, html, jobs, options } => {
            let command = BatchCommand { folder, expect, resume, csv, html, jobs, options };
            return Ok(Invocation::Batch(command));
        }
        Words::Text(words) => Command::from_words(words),
    };
    let verb = command.verb;
    let checked = checked(command).map_err(|message| wrong_usage(verb, &message))?;
    Ok(Invocation::Text(Box::new(checked)))
}

/// A whole command line.
#[derive(Clone, Debug)]
pub(crate) enum Invocation {
    /// A command about one text.
    Text(Box<Command>),
    /// A command about a course.
    Course(CourseCommand),
    /// A command about a folder of texts.
    Batch(BatchCommand),
}

impl From<CourseCommand> for Invocation {
    fn from(command: CourseCommand) -> Invocation {
        Invocation::Course(command)
    }
}

/// The message about a wrong use of a command.
pub(crate) fn wrong_usage(verb: Verb, message: &str) -> clap::Error {
    let mut line = CommandLine::command();
    line.build();
    match line.find_subcommand_mut(verb.name()) {
        Some(command) => command.error(ErrorKind::ValueValidation, message),
        None => line.error(ErrorKind::ValueValidation, message),
    }
}

impl Command {
    fn new(verb: Verb, file: String) -> Command {
        Command {
            verb,
            file,
            chosen: Chosen::default(),
            format: ReportFormat::default(),
            clauses: ClauseFormat::default(),
            stage: AbstractStage::default(),
            export: Export::Text,
            output: None,
            check: false,
            write: false,
            certificate: None,
            model: None,
            shortest: false,
        }
    }

    fn from_words(words: TextWords) -> Command {
        let new = Command::new;
        match words {
            TextWords::Check { source, abstracting, bounds, system, solving, shortest } => {
                let new = new(Verb::Check, source.file).solving(solving);
                let new = new.abstracting(abstracting).bounds(&bounds).system(&system);
                Command { shortest, ..new }
            }
            TextWords::Solve { file, abstracting, system, solving, model } => {
                let new = new(Verb::Solve, file).solving(solving);
                Command { model, ..new.abstracting(abstracting).system(&system) }
            }
            TextWords::Horn { source, bounds, system, format } => {
                let new = new(Verb::Horn, source.file).bounds(&bounds).system(&system);
                Command { clauses: format, ..new }
            }
            TextWords::Abstract { source, abstracting, bounds, system, stage } => {
                let new = new(Verb::Abstract, source.file).bounds(&bounds).system(&system);
                Command { stage, ..new.abstracting(abstracting) }
            }
            TextWords::Compare { source, clause, comparing, bounds, system, format } => {
                let mut new = new(Verb::Compare, source.file).bounds(&bounds).system(&system);
                new.chosen.abstractions = comparing.abstraction;
                new.chosen.heuristics = comparing.heuristic;
                new.chosen.clause = clause;
                Command { format, ..new.cells(comparing.cells) }
            }
            TextWords::Explain { source, abstracting, bounds, system } => {
                let new = new(Verb::Explain, source.file).bounds(&bounds).system(&system);
                new.abstracting(abstracting)
            }
            TextWords::Export {
                source,
                format,
                output,
                abstracting,
                bounds,
                system,
                methods,
                time,
            } => {
                let new = new(Verb::Export, source.file).bounds(&bounds).system(&system);
                let new = new.abstracting(abstracting).methods(methods).time(&time);
                Command { export: format.export(), output, ..new }
            }
            TextWords::Instrument { source, rules, format } => {
                let new = new(Verb::Instrument, source.file);
                let (method, tiles) = (Some(MethodChoice::Instrument), TilesByHand::default());
                Command {
                    format,
                    ..new.methods(Methods { method, rules, tiles, invariants: None })
                }
            }
            TextWords::Tiles { source, tiles, format } => {
                let new = new(Verb::Tiles, source.file);
                let (method, rules) = (Some(MethodChoice::Tiling), Rules::default());
                Command {
                    format,
                    ..new.methods(Methods { method, rules, tiles, invariants: None })
                }
            }
            TextWords::Format { file, check, write } => {
                Command { check, write, ..new(Verb::Format, file) }
            }
            TextWords::Smt { file, time } => new(Verb::Smt, file).time(&time),
        }
    }

    fn abstracting(mut self, words: Abstracting) -> Command {
        self.chosen.abstractions = words.abstraction.into_iter().collect();
        self.chosen.heuristics = words.heuristic.into_iter().collect();
        self.cells(words.cells)
    }

    fn cells(mut self, words: Cells) -> Command {
        self.chosen.order = words.order;
        self.chosen.cells = words.cells;
        self
    }

    fn bounds(mut self, words: &Bounds) -> Command {
        self.chosen.check_bounds = words.check_bounds;
        self
    }

    fn system(mut self, words: &System) -> Command {
        self.chosen.calls = words.calls.clone();
        self.chosen.large_blocks = words.large_blocks;
        self.chosen.loops = words.loops;
        self
    }

    fn solving(self, words: SolveOptions) -> Command {
        let SolveOptions { methods, time, format, certificate } = words;
        Command { format, certificate, ..self }.methods(methods).time(&time)
    }

    fn methods(mut self, words: Methods) -> Command {
        self.chosen.method = words.method;
        self.chosen.rules = words.rules.rules;
        self.chosen.tiles = words.tiles.tiles;
        self.chosen.invariants = words.invariants;
        self
    }

    fn time(mut self, words: &Time) -> Command {
        self.chosen.budget_ms = words.budget_ms;
        self
    }
}

impl ExportFormat {
    fn export(self) -> Export {
        match self {
            ExportFormat::Latex => Export::Latex,
            ExportFormat::Html => Export::Html,
            ExportFormat::Text => Export::Text,
            ExportFormat::Slides => Export::Slides,
            ExportFormat::LatexSlides => Export::LatexSlides,
            ExportFormat::Handout => Export::Handout,
            ExportFormat::HandoutAnswers => Export::HandoutAnswers,
            ExportFormat::SmtlibBefore => Export::SmtlibBefore,
            ExportFormat::SmtlibAfter => Export::SmtlibAfter,
        }
    }
}

/// A command whose options fit each other.
fn checked(mut command: Command) -> Result<Command, String> {
    let chosen = &mut command.chosen;
    if !command.verb.climbs()
        && chosen.abstractions.iter().any(|text| text.parse() == Ok(ChosenAbstraction::Auto))
    {
        return Err("`--abstraction auto` is for `check`, `solve` and `export`".into());
    }
    if !chosen.cells.is_empty() && command.verb != Verb::Compare {
        // Chosen cells are for the heuristic `manual`.
        match chosen.heuristics.as_slice() {
            [] => chosen.heuristics.push(Heuristic::Manual),
            [Heuristic::Manual] => {}
            [other, ..] => {
                return Err(format!("`--cells` is for `--heuristic manual`, not for `{other}`"));
            }
        }
    }
    let file = &command.file;
    let written = [
        ("--certificate", &command.certificate),
        ("--model", &command.model),
        ("--output", &command.output),
    ];
    for (option, out) in written {
        if out.as_ref() == Some(file) {
            return Err(format!("`{option} {file}` would overwrite the input"));
        }
    }
    if command.write && file == "-" {
        return Err("`--write` needs a file, not `-`".into());
    }
    Ok(command)
}

// ---- Values ----------------------------------------------------------------------------------

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_pipeline::Key;

    #[test]
    fn the_command_line_is_well_formed() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn options_make_the_choices_that_they_are_written_for() {
        let samples = [
            (Key::Method, "instrument"),
            (Key::Rules, "sum(a): 3 begin(0), 6 append"),
            (Key::Tiles, "5 a: 4 * i <= k < 4 * i + 4"),
            (Key::Invariants, "given"),
            (Key::Abstraction, "cell2,L5.a=smash"),
            (Key::Abstraction, "auto"),
            (Key::Heuristic, "manual"),
            (Key::Order, "right"),
            (Key::Cells, "3:a=k',i + 1"),
            (Key::Cells, "4:b=0"),
            (Key::CheckBounds, ""),
            (Key::Calls, "modular,set=inline"),
            (Key::LargeBlocks, ""),
            (Key::Loops, ""),
            (Key::Budget, "5000"),
        ];
        assert!(Key::ALL.iter().all(|key| samples.iter().any(|(sample, _)| sample == key)));
        let read = |choices: &Choices| {
            let words = ["check", "-"].map(str::to_owned).into_iter().chain(choices.words());
            match parse(&words.collect::<Vec<_>>()).expect("a command") {
                Invocation::Text(command) => command.chosen.choices(),
                Invocation::Course(_) | Invocation::Batch(_) => panic!("a command about a text"),
            }
        };
        let mut all = Choices::default();
        for (key, text) in samples {
            let mut one = Choices::default();
            if key == Key::Cells {
                one.heuristic = Some(Heuristic::Manual);
            }
            one.set(key, text).expect("a choice");
            all.set(key, text).expect("a choice");
            assert_eq!(read(&one), one, "{text}");
        }
        assert_eq!(read(&all), all);
    }
}
