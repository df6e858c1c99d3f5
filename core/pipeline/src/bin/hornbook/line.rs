//! The words of the command line: what each command takes, and how values are read.

use crate::course::BUDGET_MS;
use crate::help;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use hornbook_abstraction::heuristic::{Heuristic, NamedCells, Order};
use hornbook_lang::calls::ChosenHandling as Ways;
use hornbook_pipeline::{ChosenAbstraction, InvariantsChoice, Key, MethodChoice};
use hornbook_tasks::instrument::named_rules::NamedRules;
use hornbook_tasks::tiling::named_tiles::NamedTiles;
use std::fmt::Display;
use std::str::FromStr;

/// Hornbook proves array programs right, or shows how they go wrong
#[derive(Parser)]
#[command(name = "hornbook", version, after_help = help::STATUS)]
pub(super) struct CommandLine {
    #[command(subcommand)]
    pub(super) words: Words,
}

/// The commands with their options, as they are written.
#[derive(Subcommand)]
pub(super) enum Words {
    #[command(flatten)]
    Text(TextWords),
    /// Courses in Markdown
    Course {
        #[command(subcommand)]
        words: CourseWords,
    },
    /// Grades of the answers to the exercises of a course
    #[command(long_about = help::GRADE, after_long_help = help::GRADE_STATUS)]
    Grade {
        /// The course: a file in Markdown, or a folder of such
        course: String,
        /// Files with answers: codes, or what the page has downloaded; `-` is standard input
        #[arg(required = true)]
        answers: Vec<String>,
        /// Write the table as CSV to this file instead of printing it
        #[arg(long, value_name = "OUT", value_parser = file_to_write)]
        csv: Option<String>,
        /// Write the table as a page of HTML to this file, too
        #[arg(long, value_name = "OUT", value_parser = file_to_write)]
        html: Option<String>,
        #[command(flatten)]
        time: CourseTime,
    },
    /// The verdicts on a folder of files, in a table
    #[command(long_about = help::BATCH, after_long_help = help::BATCH_STATUS)]
    Batch {
        /// The folder; files in the folders in it count, too
        folder: String,
        /// Compare the verdicts with those in this file: lines with a path from the folder, a tab and a verdict
        #[arg(long, value_name = "TSV")]
        expect: Option<String>,
        /// Leave out the files that have a line here, and add a line for each file that is done
        #[arg(long, value_name = "TSV")]
        resume: Option<String>,
        /// Write the table as CSV to this file, too
        #[arg(long, value_name = "OUT", value_parser = file_to_write)]
        csv: Option<String>,
        /// Write the table as a page of HTML to this file, too
        #[arg(long, value_name = "OUT", value_parser = file_to_write)]
        html: Option<String>,
        /// How many files are checked at once
        #[arg(long, value_name = "N", value_parser = jobs, default_value_t = 1)]
        jobs: usize,
        /// Options of `check` for each file
        #[arg(last = true, value_name = "OPTIONS")]
        options: Vec<String>,
    },
}

/// The commands about one text.
#[derive(Subcommand)]
pub(super) enum TextWords {
    /// The verdict on each assertion, with its evidence
    #[command(long_about = help::CHECK, after_long_help = help::STATUS)]
    Check {
        #[command(flatten)]
        source: Source,
        #[command(flatten)]
        abstracting: Abstracting,
        #[command(flatten)]
        bounds: Bounds,
        #[command(flatten)]
        system: System,
        #[command(flatten)]
        solving: SolveOptions,
        /// Look for a shorter invariant with as many steps again
        #[arg(long, long_help = help::SHORTEST)]
        shortest: bool,
    },
    /// The Horn clauses before abstraction
    #[command(long_about = help::HORN, after_long_help = help::PLAIN_STATUS)]
    Horn {
        #[command(flatten)]
        source: Source,
        #[command(flatten)]
        bounds: Bounds,
        #[command(flatten)]
        system: System,
        /// How the clauses are written
        #[arg(long, value_enum, default_value_t)]
        format: ClauseFormat,
    },
    /// The Horn clauses after abstraction
    #[command(long_about = help::ABSTRACT, after_long_help = help::PLAIN_STATUS)]
    Abstract {
        #[command(flatten)]
        source: Source,
        #[command(flatten)]
        abstracting: Abstracting,
        #[command(flatten)]
        bounds: Bounds,
        #[command(flatten)]
        system: System,
        /// The stage after which they are shown
        #[arg(long, value_enum, default_value_t)]
        stage: AbstractStage,
    },
    /// The clauses under several abstractions or heuristics
    #[command(long_about = help::COMPARE, after_long_help = help::PLAIN_STATUS)]
    Compare {
        #[command(flatten)]
        source: Source,
        /// Only the clause of this number
        #[arg(long, value_name = "N", value_parser = clause)]
        clause: Option<u32>,
        #[command(flatten)]
        comparing: Comparing,
        #[command(flatten)]
        bounds: Bounds,
        #[command(flatten)]
        system: System,
        /// How the result is written
        #[arg(long, value_enum, default_value_t)]
        format: ReportFormat,
    },
    /// Every step from the text to clauses without arrays, as JSON
    #[command(long_about = help::EXPLAIN, after_long_help = help::PLAIN_STATUS)]
    Explain {
        #[command(flatten)]
        source: Source,
        #[command(flatten)]
        abstracting: Abstracting,
        #[command(flatten)]
        bounds: Bounds,
        #[command(flatten)]
        system: System,
    },
    /// The derivation and the verdict as a document, or the clauses as SMT-LIB
    #[command(long_about = help::EXPORT, after_long_help = help::PLAIN_STATUS)]
    Export {
        #[command(flatten)]
        source: Source,
        /// The format of the export
        #[arg(long, value_enum, default_value_t)]
        format: ExportFormat,
        /// Write it to this file instead of printing it
        #[arg(long, value_name = "OUT", value_parser = file_to_write)]
        output: Option<String>,
        #[command(flatten)]
        abstracting: Abstracting,
        #[command(flatten)]
        bounds: Bounds,
        #[command(flatten)]
        system: System,
        #[command(flatten)]
        methods: Methods,
        #[command(flatten)]
        time: Time,
    },
    /// The program with ghost variables that follow sums and the like
    #[command(long_about = help::INSTRUMENT, after_long_help = help::PLAIN_STATUS)]
    Instrument {
        #[command(flatten)]
        source: Source,
        #[command(flatten)]
        rules: Rules,
        /// How the result is written
        #[arg(long, value_enum, default_value_t)]
        format: ReportFormat,
    },
    /// The tiles of loops, and the conditions of the claims
    #[command(long_about = help::TILES, after_long_help = help::PLAIN_STATUS)]
    Tiles {
        #[command(flatten)]
        source: Source,
        #[command(flatten)]
        tiles: TilesByHand,
        /// How the result is written
        #[arg(long, value_enum, default_value_t)]
        format: ReportFormat,
    },
    /// The program in its canonical layout, with its comments
    #[command(long_about = help::FORMAT, after_long_help = help::FORMAT_STATUS)]
    Format {
        /// The program; `-` is standard input
        file: String,
        /// Print nothing; end with 1 if something would change
        #[arg(long, conflicts_with = "write")]
        check: bool,
        /// Change the file instead of printing the result
        #[arg(long)]
        write: bool,
    },
    /// The verdict on Horn clauses
    #[command(long_about = help::SOLVE, after_long_help = help::STATUS)]
    Solve {
        /// Horn clauses in SMT-LIB 2; `-` is standard input
        #[arg(value_name = "FILE.smt2")]
        file: String,
        #[command(flatten)]
        abstracting: Abstracting,
        #[command(flatten)]
        system: System,
        #[command(flatten)]
        solving: SolveOptions,
        /// With the verdict `certified`, write a model of the clauses to this file
        #[arg(long, value_name = "OUT", value_parser = file_to_write, long_help = help::MODEL)]
        model: Option<String>,
    },
    /// Answers to questions about linear integer arithmetic
    #[command(long_about = help::SMT, after_long_help = help::SMT_STATUS)]
    Smt {
        /// A script in SMT-LIB 2; `-` is standard input
        #[arg(value_name = "FILE.smt2")]
        file: String,
        #[command(flatten)]
        time: Time,
    },
}

/// The commands about courses.
#[derive(Subcommand)]
pub(super) enum CourseWords {
    /// Proves that every example has its verdict and every exercise its solution
    #[command(long_about = help::COURSE_CHECK, after_long_help = help::COURSE_STATUS)]
    Check {
        /// The course: a file in Markdown, or a folder of such
        course: String,
        #[command(flatten)]
        time: CourseTime,
    },
    /// Makes a static site of it, which works from any path
    #[command(long_about = help::COURSE_BUILD, after_long_help = help::COURSE_BUILD_STATUS)]
    Build {
        /// The course: a file in Markdown, or a folder of such
        course: String,
        /// The built Hornbook: what `cargo xtask build` has made
        #[arg(long, value_name = "DIST")]
        site: String,
        /// The folder of the new site; it must be new, empty, or made by this command
        #[arg(long, value_name = "OUT")]
        output: String,
    },
    /// Makes one file or a link of it, for students
    #[command(long_about = help::COURSE_PACK, after_long_help = help::COURSE_PACK_STATUS)]
    Pack {
        /// The course: a file in Markdown, or a folder of such
        course: String,
        /// The file to write, instead of standard output
        #[arg(long, value_name = "FILE", conflicts_with = "site")]
        output: Option<String>,
        /// The address of a built Hornbook; then a link that opens the course there is printed
        #[arg(long, value_name = "URL")]
        site: Option<String>,
    },
    /// Makes slides of its lessons
    #[command(long_about = help::COURSE_SLIDES, after_long_help = help::COURSE_SLIDES_STATUS)]
    Slides {
        /// The course: a file in Markdown, or a folder of such
        course: String,
        /// The format of the slides
        #[arg(long, value_enum)]
        format: SlidesFormat,
        /// The built Hornbook, for live programs: what `cargo xtask build` has made
        #[arg(long, value_name = "DIST", required_if_eq("format", "reveal"))]
        site: Option<String>,
        /// The package reveal.js: what `npm install reveal.js` puts into `node_modules`
        #[arg(long, value_name = "PACKAGE", required_if_eq("format", "reveal"))]
        reveal: Option<String>,
        /// Only the lesson of this number
        #[arg(long, value_name = "N", value_parser = lesson)]
        lesson: Option<usize>,
        /// The folder of the slides, a file for each lesson; it must be new, empty, or made by this command
        #[arg(long, value_name = "OUT")]
        output: String,
        #[command(flatten)]
        time: CourseTime,
    },
}

/// The format of slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SlidesFormat {
    /// Pages with reveal.js, on which programs are live
    Reveal,
    /// Documents for LaTeX with beamer
    Beamer,
}

/// How long a judgement may take.
#[derive(Args)]
pub(super) struct CourseTime {
    /// How long to look for each answer, in milliseconds
    #[arg(long = Key::Budget.option(), value_name = "N", value_parser = milliseconds, default_value_t = BUDGET_MS)]
    pub(super) budget_ms: u64,
}

/// The input.
#[derive(Args)]
pub(super) struct Source {
    /// A program, or Horn clauses (`.smt2`); `-` is standard input
    #[arg(long_help = help::FILE)]
    pub(super) file: String,
}

/// How arrays are abstracted.
#[derive(Args)]
pub(super) struct Abstracting {
    #[arg(long = Key::Abstraction.option(), help = Key::Abstraction.help_with_default(),
        value_name = "A", value_parser = abstraction, long_help = help::ABSTRACTION)]
    pub(super) abstraction: Option<String>,
    #[arg(long = Key::Heuristic.option(), help = Key::Heuristic.help_with_default(),
        value_name = "H", value_parser = heuristic())]
    pub(super) heuristic: Option<Heuristic>,
    #[command(flatten)]
    pub(super) cells: Cells,
}

/// Several ways to abstract arrays.
#[derive(Args)]
pub(super) struct Comparing {
    #[arg(long = Key::Abstraction.option(), help = repeated(Key::Abstraction, "cell1"),
        value_name = "A", value_parser = abstraction, long_help = help::ABSTRACTION)]
    pub(super) abstraction: Vec<String>,
    #[arg(long = Key::Heuristic.option(), help = repeated(Key::Heuristic, "all but manual"),
        value_name = "H", value_parser = heuristic())]
    pub(super) heuristic: Vec<Heuristic>,
    #[command(flatten)]
    pub(super) cells: Cells,
}

/// Cells by hand.
#[derive(Args)]
pub(super) struct Cells {
    #[arg(long = Key::Order.option(), help = Key::Order.help(),
        default_value = Key::Order.default(), value_parser = order())]
    pub(super) order: Order,
    #[arg(long = Key::Cells.option(), help = Key::Cells.help(),
        value_name = "CELLS", value_parser = value::<NamedCells>, long_help = help::CELLS)]
    pub(super) cells: Vec<NamedCells>,
}

/// Options for assertions besides the program's own claims.
#[derive(Args)]
pub(super) struct Bounds {
    #[arg(long = Key::CheckBounds.option(), help = Key::CheckBounds.help())]
    pub(super) check_bounds: bool,
}

/// Options for the clauses before abstraction.
#[derive(Args)]
pub(super) struct System {
    #[arg(long = Key::Calls.option(), help = Key::Calls.help(), value_name = "WAYS",
        value_parser = value::<Ways>, default_value = "", hide_default_value = true)]
    pub(super) calls: Ways,
    #[arg(long = Key::LargeBlocks.option(), help = Key::LargeBlocks.help())]
    pub(super) large_blocks: bool,
    #[arg(long = Key::Loops.option(), help = Key::Loops.help())]
    pub(super) loops: bool,
}

/// How long a search may take.
#[derive(Args)]
pub(super) struct Time {
    #[arg(long = Key::Budget.option(), help = Key::Budget.help_with_default(),
        value_name = "N", value_parser = milliseconds)]
    pub(super) budget_ms: Option<u64>,
}

/// Who looks for the verdict.
#[derive(Args)]
pub(super) struct Methods {
    #[arg(long = Key::Method.option(), help = help::method(), value_name = "M", value_parser = value::<MethodChoice>)]
    pub(super) method: Option<MethodChoice>,
    #[arg(long = Key::Invariants.option(), help = Key::Invariants.help_with_default(),
        value_name = "WHOSE", value_parser = value::<InvariantsChoice>)]
    pub(super) invariants: Option<InvariantsChoice>,
    #[command(flatten)]
    pub(super) rules: Rules,
    #[command(flatten)]
    pub(super) tiles: TilesByHand,
}

/// Rules of instrumentation by hand.
#[derive(Args, Default)]
pub(super) struct Rules {
    #[arg(long = Key::Rules.option(), help = Key::Rules.help(), value_name = "RULES",
        value_parser = value::<NamedRules>, default_value = "", hide_default_value = true)]
    pub(super) rules: NamedRules,
}

/// Tiles of loops by hand.
#[derive(Args, Default)]
pub(super) struct TilesByHand {
    #[arg(long = Key::Tiles.option(), help = Key::Tiles.help(), value_name = "TILES",
        value_parser = value::<NamedTiles>, default_value = "", hide_default_value = true)]
    pub(super) tiles: NamedTiles,
}

/// Options for the search and the output of a verdict.
#[derive(Args)]
pub(super) struct SolveOptions {
    #[command(flatten)]
    pub(super) methods: Methods,
    #[command(flatten)]
    pub(super) time: Time,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: ReportFormat,
    /// With the verdict `certified`, write proof obligations to this file
    #[arg(long, value_name = "OUT", value_parser = file_to_write, long_help = help::CERTIFICATE)]
    pub(super) certificate: Option<String>,
}

/// How results are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object; docs/json.md describes it
    Json,
}

/// How `horn` writes clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClauseFormat {
    /// Assertions in SMT-LIB 2
    #[default]
    Smtlib,
    /// Rules and queries in SMT-LIB 2
    Rules,
    /// For a LaTeX document
    Latex,
    /// The control-flow graph in the language of Graphviz
    Dot,
}

/// The stages that `abstract` can print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AbstractStage {
    /// Premises are quantified
    Abstract,
    /// They no longer are
    Eliminate,
    /// Without arrays
    #[default]
    Final,
}

/// The format of `export`.
#[derive(Clone, Copy, Default, ValueEnum)]
pub(super) enum ExportFormat {
    /// A document for LaTeX that needs nothing but amsmath
    Latex,
    /// A page that needs nothing else to be read
    Html,
    /// The document as plain text
    #[default]
    Text,
    /// The verdict as slides, a page that needs nothing else
    Slides,
    /// The verdict as slides for LaTeX with beamer
    LatexSlides,
    /// The verdict on paper with blanks to fill in, a page to print
    Handout,
    /// The verdict on paper with the answers
    HandoutAnswers,
    /// The clauses with arrays, before abstraction
    SmtlibBefore,
    /// The clauses of the last stage, without arrays
    SmtlibAfter,
}

pub(super) fn value<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|wrong: T::Err| wrong.to_string())
}

/// An abstraction, which stays text.
pub(super) fn abstraction(text: &str) -> Result<String, String> {
    value::<ChosenAbstraction>(text).map(|_| text.to_owned())
}

/// The help of a repeated option of `compare`.
pub(super) fn repeated(key: Key, default: &str) -> String {
    format!("{}; may be repeated [default: {default}]", key.help())
}

pub(super) fn order() -> impl TypedValueParser<Value = Order> {
    let known = |o: Order| PossibleValue::new(o.name()).help(o.describe());
    PossibleValuesParser::new(Order::ALL.map(known)).try_map(|name| value::<Order>(&name))
}

pub(super) fn heuristic() -> impl TypedValueParser<Value = Heuristic> {
    let known = |h: Heuristic| PossibleValue::new(h.name()).help(h.describe());
    PossibleValuesParser::new(Heuristic::ALL.map(known)).try_map(|name| value::<Heuristic>(&name))
}

pub(super) fn file_to_write(name: &str) -> Result<String, String> {
    match name {
        "-" => Err("this takes the name of a file, not `-`".into()),
        _ => Ok(name.to_owned()),
    }
}

pub(super) fn clause(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "this takes the number of a clause".into())
}

/// The number of a lesson.
fn jobs(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=64).contains(number));
    number.ok_or_else(|| "this takes a number from 1 to 64".into())
}

fn lesson(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "this takes the number of a lesson, from 1".into())
}

pub(super) fn milliseconds(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "this takes a number of milliseconds".into())
}
