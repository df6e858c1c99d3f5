//! The command line.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// Solves the example programs, or random ones.
#[derive(Parser)]
#[command(name = "corpus", bin_name = "cargo xtask")]
pub struct CommandLine {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The command.
#[derive(Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Solve the example programs: verdicts, times, questions and steps
    #[command(name = "corpus")]
    Examples(ExampleOptions),
    /// Solve the systems of Horn clauses in classes: how many are answered, times and steps
    #[command(name = "horn-classes")]
    Classes(ClassOptions),
    /// Change one setting of the search at a time, and see what is lost
    Ablation(AblationOptions),
    /// Hold the verdicts on random programs against runs
    #[command(name = "random-programs")]
    Random(RandomOptions),
    /// Of how many calls to `insts` it is open whether they are complete, and why
    Open(OpenOptions),
    /// Whether premises can be instantiated all at once (T Conjecture 1), over all small clauses
    Conjecture(ConjectureOptions),
    /// How time and steps grow with the number of loops, arrays and branches
    Scaling(ScalingOptions),
    /// How large the records of `hornbook explain` are
    Records(RecordOptions),
    /// The method `auto` beside the abstractions that it tries: whether it answers too, and with how much more work
    Auto(AutoOptions),
}

/// Options of `records`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct RecordOptions {
    /// So many random programs
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub programs: u64,
    /// Other programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Only the families of programs that grow
    #[arg(long)]
    pub families: bool,
    /// A family ends with a record of more bytes
    #[arg(long, value_name = "BYTES", default_value_t = 20_000_000)]
    pub most: usize,
}

/// Options of `auto`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct AutoOptions {
    /// Only programs with this text in their names
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub filter: String,
    /// Only each N-th program
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub every: usize,
    /// Steps for each abstraction by itself
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub steps: u64,
    /// Steps that `auto` may need beside those of its abstractions
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub reading: u64,
}

/// Options of `scaling`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct ScalingOptions {
    /// Only families with this text in their names or in the way to solve them
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub filter: String,
    /// So many times each; the median is shown
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub runs: usize,
    /// Look for each answer so long, in milliseconds
    #[arg(long = "budget-ms", value_name = "N", default_value = "30000", value_parser = milliseconds)]
    pub budget: Duration,
}

/// Options of `corpus`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct ExampleOptions {
    /// Look for each answer so long, in milliseconds
    #[arg(long = "budget-ms", value_name = "N", default_value = "30000", value_parser = milliseconds)]
    pub budget: Duration,
    /// Look for each answer so many steps instead, which no machine changes
    #[arg(long, value_name = "N")]
    pub steps: Option<u64>,
    /// Only each N-th program
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub every: usize,
    /// Solve every rewriting of each program too
    #[arg(long)]
    pub rewrite: bool,
    /// The programs that are not answered yet, or too slowly for a test
    #[arg(long)]
    pub open: bool,
    /// Only programs with this text in their names
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub filter: String,
    /// Put each text with another verdict than expected into this folder
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

/// Options of `horn-classes`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct ClassOptions {
    /// Look for each answer so long, in milliseconds
    #[arg(long = "budget-ms", value_name = "N", default_value = "10000", value_parser = milliseconds)]
    pub budget: Duration,
    /// A line for each system, not only for those that are not answered
    #[arg(long)]
    pub each: bool,
    /// Only systems with this text in their names or classes
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub filter: String,
}

/// Options of `ablation`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct AblationOptions {
    /// Only changes with one of these texts in their names
    #[arg(long, value_name = "TEXT,..", value_delimiter = ',')]
    #[arg(default_value = "", hide_default_value = true)]
    pub filter: Vec<String>,
    /// All of these changes at once, not one at a time
    #[arg(long)]
    pub together: bool,
    /// Only programs that take at most so many steps
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub steps: u64,
    /// Only the example programs that take more steps than that
    #[arg(long)]
    pub hard: bool,
    /// So many random programs
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub random: u64,
    /// Switch off one technique at a time: all programs by the method `auto`
    #[arg(long)]
    pub inventions: bool,
    /// Only the programs of this folder
    #[arg(long, value_name = "DIR", requires = "inventions")]
    pub folder: Option<PathBuf>,
    /// How programs are asked about, as they name it in `// expect WAY: VERDICT`
    #[arg(long, value_name = "WAY", default_value = "method auto", requires = "inventions")]
    pub way: String,
}

/// Options of `random-programs`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct RandomOptions {
    /// So many programs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub programs: u64,
    /// Other programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Steps of the search for each answer, where it is easiest
    #[arg(long, value_name = "N", default_value_t = 8_000)]
    pub steps: u64,
    /// Programs whose loops have a constant number of rounds, by the method `auto`
    #[arg(long)]
    pub bounded: bool,
}

/// Options of `open`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct OpenOptions {
    /// So many random programs
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub random: u64,
    /// Other random programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Steps of the search for a witness, for each call
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub steps: u64,
    /// So many of a hundred may be open
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub most: usize,
    /// The steps between two loop heads are one clause
    #[arg(long)]
    pub large_blocks: bool,
    /// Only programs with this text in their names or abstractions
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub filter: String,
    /// A line for each call that is open
    #[arg(long)]
    pub each: bool,
}

/// Options of `conjecture`.
#[derive(Args, Debug, PartialEq, Eq)]
pub struct ConjectureOptions {
    /// Look for formulas of at most so many cells
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub cells: usize,
    /// Only premises with this text
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub filter: String,
    /// All shortest counterexamples, not only the first
    #[arg(long)]
    pub each: bool,
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().map_err(|_| "this takes a number of milliseconds")?;
    Ok(Duration::from_millis(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn read(line: &str) -> Result<Command, String> {
        let words = std::iter::once("corpus").chain(line.split_whitespace());
        CommandLine::try_parse_from(words).map(|line| line.command).map_err(|e| e.to_string())
    }

    #[test]
    fn options_are_read() {
        CommandLine::command().debug_assert();
        let plain = RandomOptions { programs: 10_000, seed: 1, steps: 8_000, bounded: false };
        assert_eq!(read("random-programs"), Ok(Command::Random(plain)));
        let given = ExampleOptions {
            budget: Duration::from_millis(20),
            steps: None,
            every: 3,
            rewrite: true,
            open: true,
            filter: "sort".to_owned(),
            keep: Some(PathBuf::from("out")),
        };
        let line = "corpus --budget-ms 20 --every 3 --rewrite --open --filter=sort --keep out";
        assert_eq!(read(line), Ok(Command::Examples(given)));
        let classes =
            ClassOptions { budget: Duration::from_secs(10), each: false, filter: String::new() };
        assert_eq!(read("horn-classes"), Ok(Command::Classes(classes)));
        assert!(read("corpus --budget-ms soon").is_err());
        assert!(read("random-programs --rewrite").is_err());
    }
}
