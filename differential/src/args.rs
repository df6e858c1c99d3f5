//! The command line.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::time::Duration;

/// Compares Hornbook's arithmetic, or its Horn engine, with other solvers
#[derive(Parser)]
#[command(name = "hornbook-differential", args_conflicts_with_subcommands = true)]
pub struct Line {
    /// Another comparison.
    #[command(subcommand)]
    pub other: Option<Other>,
    /// That of the arithmetic.
    #[command(flatten)]
    pub arithmetic: Arithmetic,
}

/// Another comparison than that of the arithmetic.
#[derive(Debug, Subcommand)]
pub enum Other {
    /// Compare the Horn engine with that of z3
    Horn(Horn),
}

/// What is to be compared, and with what.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    /// So many random formulas
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub formulas: u64,
    /// Other random formulas
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The questions of each K-th program only
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: u32,
    /// Leave out oxiz
    #[arg(long)]
    pub no_oxiz: bool,
    /// The folder of programs
    #[arg(long, value_name = "DIR", default_value = "tests/programs")]
    pub programs: PathBuf,
    /// The folder for scripts on which solvers disagree
    #[arg(long, value_name = "DIR", default_value = "target/differential/scripts")]
    pub scripts: PathBuf,
    /// The page that the tables are written into
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
}

/// What of the Horn engine is to be compared.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct Horn {
    /// So long for each engine and program, in milliseconds
    #[arg(long = "budget-ms", value_name = "N", default_value = "10000", value_parser = milliseconds)]
    pub budget: Duration,
    /// The folder of programs
    #[arg(long, value_name = "DIR", default_value = "tests/programs")]
    pub programs: PathBuf,
    /// The systems of Horn clauses in classes instead of programs
    #[arg(long, conflicts_with = "page")]
    pub classes: bool,
    /// The page that the table is written into
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
}

impl Arithmetic {
    /// Whether oxiz is asked as well.
    pub fn oxiz(&self) -> bool {
        cfg!(feature = "oxiz") && !self.no_oxiz
    }
}

fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().map_err(|_| "this takes a number of milliseconds")?;
    Ok(Duration::from_millis(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn read(line: &str) -> Result<Line, clap::Error> {
        let words = std::iter::once("hornbook-differential").chain(line.split_whitespace());
        Line::try_parse_from(words)
    }

    #[test]
    fn options_are_read() {
        Line::command().debug_assert();
        let args = read("--formulas 12 --no-oxiz --page a.md").expect("fine").arithmetic;
        assert_eq!((args.formulas, args.oxiz(), args.sample), (12, false, 1));
        assert_eq!(args.page, Some(PathBuf::from("a.md")));
        for wrong in ["--formulas", "--seed x", "--speed 3", "--sample 0", "horn --seed 3"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn options_of_the_horn_comparison_are_read() {
        let line = read("horn --budget-ms 250 --page a.md").expect("fine");
        let Some(Other::Horn(args)) = line.other else { panic!("no Horn comparison") };
        assert_eq!(args.budget, Duration::from_millis(250));
        assert_eq!(args.page, Some(PathBuf::from("a.md")));
        assert!(read("horn --classes").is_ok());
        for wrong in [
            "horn --classes --page a.md",
            "horn --budget-ms",
            "horn --budget-ms soon",
            "horn --speed 3",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
