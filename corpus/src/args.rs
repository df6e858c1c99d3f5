//! The command line: words to a [`Command`], or a message that says what is wrong with them.

use std::path::PathBuf;
use std::time::Duration;

/// What is to be done.
pub enum Command {
    /// Solve the example programs.
    Examples(ExampleOptions),
    /// Solve random programs.
    Random(RandomOptions),
}

/// Options of `examples`.
pub struct ExampleOptions {
    /// How long to look for each answer.
    pub budget: Duration,
    /// Solve every rewriting of each program too.
    pub rewrite: bool,
    /// Only what has this in the name of its program.
    pub filter: String,
    /// Where to put the texts whose verdict differs.
    pub keep: Option<PathBuf>,
}

/// Options of `random`.
pub struct RandomOptions {
    /// How many programs there are.
    pub programs: u64,
    /// Which series of programs.
    pub seed: u64,
    /// Steps of the search for each answer.
    pub steps: u64,
}

/// Reads the words of the command line.
pub fn parse(words: &[String]) -> Result<Command, String> {
    let (name, rest) = words.split_first().ok_or("a command is missing")?;
    match name.as_str() {
        "examples" => examples(rest).map(Command::Examples),
        "random" => random(rest).map(Command::Random),
        _ => Err(format!("there is no command `{name}`")),
    }
}

fn examples(words: &[String]) -> Result<ExampleOptions, String> {
    let budget = Duration::from_secs(30);
    let mut options = ExampleOptions { budget, rewrite: false, filter: String::new(), keep: None };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
        match word.as_str() {
            "--rewrite" => options.rewrite = true,
            "--budget-ms" => options.budget = Duration::from_millis(number(value()?)?),
            "--filter" => options.filter.clone_from(value()?),
            "--keep" => options.keep = Some(PathBuf::from(value()?)),
            _ => return Err(format!("there is no option `{word}`")),
        }
    }
    Ok(options)
}

fn random(words: &[String]) -> Result<RandomOptions, String> {
    let mut options = RandomOptions { programs: 10_000, seed: 1, steps: 8_000 };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
        match word.as_str() {
            "--programs" => options.programs = number(value()?)?,
            "--steps" => options.steps = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            _ => return Err(format!("there is no option `{word}`")),
        }
    }
    Ok(options)
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("`{word}` is no number"))
}
