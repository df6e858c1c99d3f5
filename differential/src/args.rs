//! The command line.

use std::path::PathBuf;

/// What is to be compared, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Args {
    /// How many random formulas there are.
    pub formulas: u64,
    /// Where random formulas begin.
    pub seed: u64,
    /// Each so many-th program is recorded.
    pub sample: usize,
    /// Whether oxiz is asked as well.
    pub oxiz: bool,
    /// The folder of programs.
    pub programs: PathBuf,
    /// The folder for scripts on which solvers disagree.
    pub scripts: PathBuf,
    /// The page that the tables are written into.
    pub page: Option<PathBuf>,
}

/// What the program takes.
pub const USAGE: &str = "Usage: hornbook-differential [--formulas N] [--seed N] [--sample K] \
    [--no-oxiz] [--programs DIR] [--scripts DIR] [--page FILE]";

/// Reads the command line.
///
/// # Errors
/// What is wrong with it.
pub fn parse(mut words: impl Iterator<Item = String>) -> Result<Args, String> {
    let mut args = Args {
        formulas: 100_000,
        seed: 1,
        sample: 1,
        oxiz: cfg!(feature = "oxiz"),
        programs: PathBuf::from("tests/programs"),
        scripts: PathBuf::from("target/differential/scripts"),
        page: None,
    };
    while let Some(word) = words.next() {
        if word == "--no-oxiz" {
            args.oxiz = false;
            continue;
        }
        let value = words.next().ok_or_else(|| format!("`{word}` needs a value"))?;
        match word.as_str() {
            "--formulas" => args.formulas = number(&word, &value)?,
            "--seed" => args.seed = number(&word, &value)?,
            "--sample" => args.sample = usize::max(1, number(&word, &value)?),
            "--programs" => args.programs = value.into(),
            "--scripts" => args.scripts = value.into(),
            "--page" => args.page = Some(value.into()),
            _ => return Err(format!("there is no option `{word}`")),
        }
    }
    Ok(args)
}

fn number<T: std::str::FromStr>(option: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("`{option}` needs a number, not `{value}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Args, String> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read() {
        let args = read("--formulas 12 --no-oxiz --page a.md").expect("fine");
        assert_eq!((args.formulas, args.oxiz, args.sample), (12, false, 1));
        assert_eq!(args.page, Some(PathBuf::from("a.md")));
        assert!(read("--formulas").is_err());
        assert!(read("--seed x").is_err());
        assert!(read("--speed 3").is_err());
    }
}
