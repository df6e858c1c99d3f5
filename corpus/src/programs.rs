//! The example programs and their expected verdicts.

use hornbook_abstraction::heuristic::Heuristic;
use hornbook_lang::ast::Program;
use hornbook_lang::parse;
use hornbook_pipeline::{Choices, MethodChoice};
use std::path::{Path, PathBuf};

/// An example program.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its path below the folder without the ending, as in `thesis/fill_value`.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// One line `// expect ABSTRACTION [heuristic=H]: VERDICT` of a program.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The program's path below the folder, without its ending.
    pub program: String,
    /// The program.
    pub tree: Program,
    /// Its text.
    pub text: String,
    /// Its difficulty; 3 is the hardest.
    pub tier: u32,
    /// The options, as they are written.
    pub way: String,
    /// The abstraction.
    pub abstraction: String,
    /// The heuristic.
    pub heuristic: Heuristic,
    /// The correct verdict.
    pub verdict: String,
    /// The reason why it is not reached yet, from a line `// open: REASON`.
    pub open: Option<String>,
}

impl Expectation {
    /// The choices to solve the program with.
    ///
    /// # Errors
    /// An error in the abstraction.
    pub fn options(&self) -> Result<Choices, String> {
        options(&self.abstraction, self.heuristic)
    }
}

/// The choices of an abstraction by its name, or of a method that is none, and a heuristic. Any method
/// can be named by two words, as in `method auto`: `auto` by itself is an abstraction.
///
/// # Errors
/// An error in the abstraction.
pub fn options(abstraction: &str, heuristic: Heuristic) -> Result<Choices, String> {
    let method = match abstraction.strip_prefix("method ") {
        Some(name) => Some(name.parse()?),
        None => abstraction
            .parse()
            .ok()
            .filter(|m| [MethodChoice::Instrument, MethodChoice::Tiling].contains(m)),
    };
    if method.is_some() {
        return Ok(Choices { method, heuristic: Some(heuristic), ..Choices::default() });
    }
    let wanted = abstraction.parse().map_err(|wrong| format!("{abstraction}: {wrong}"))?;
    Ok(Choices { heuristic: Some(heuristic), ..Choices::abstraction(wanted) })
}

/// The folder of the example programs.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/programs")
}

/// The folder of the programs that are not answered yet, or too slowly for a test.
pub fn open_folder() -> PathBuf {
    folder().join("../open")
}

/// All programs in a folder and the folders in it, in the order of their paths.
///
/// # Errors
/// A folder or a file that cannot be read.
pub fn examples(folder: &Path) -> Result<Vec<Example>, String> {
    let mut files = vec![];
    collect(folder, &mut files)?;
    files.sort();
    let example = |file: &PathBuf| {
        let below = file.strip_prefix(folder).unwrap_or(file).with_extension("");
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        let text = std::fs::read_to_string(file)
            .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
        Ok(Example { name: parts.join("/"), text })
    };
    files.iter().map(example).collect()
}

/// The systems of Horn clauses in files, in the order of their paths. Their first line says whether
/// they have a model.
///
/// # Errors
/// A folder or a file that cannot be read.
pub fn clauses() -> Result<Vec<Example>, String> {
    let folder = folder().join("../horn");
    let read = |error: std::io::Error| format!("{} cannot be read: {error}", folder.display());
    let mut files: Vec<PathBuf> = vec![];
    for entry in std::fs::read_dir(&folder).map_err(read)? {
        files.push(entry.map_err(read)?.path());
    }
    files.sort();
    let example = |file: &PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Example { name, text: std::fs::read_to_string(file).map_err(read)? })
    };
    files.iter().filter(|f| f.extension().is_some_and(|e| e == "smt2")).map(example).collect()
}

/// The programs of the page's menu: those that are not in folders below.
///
/// # Errors
/// A folder or a file that cannot be read.
pub fn menu(folder: &Path) -> Result<Vec<Example>, String> {
    let mut examples = examples(folder)?;
    examples.retain(|example| !example.name.contains('/'));
    Ok(examples)
}

/// The expectations of all programs in a folder and its subfolders, in the order of their paths.
///
/// # Errors
/// A file that cannot be read, or has errors, or an expectation that makes no sense.
pub fn expectations(folder: &Path) -> Result<Vec<Expectation>, String> {
    let lists = examples(folder)?
        .into_iter()
        .map(|Example { name, text }| parse_expectations(&name, &text));
    Ok(lists.collect::<Result<Vec<_>, _>>()?.concat())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let wrong = |error| format!("{} cannot be read: {error}", folder.display());
    for entry in std::fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "hb") {
            files.push(path);
        }
    }
    Ok(())
}

/// Parses the expectations of a program.
///
/// # Errors
/// A text with errors, or an expectation that makes no sense.
pub fn parse_expectations(name: &str, text: &str) -> Result<Vec<Expectation>, String> {
    let (tree, diagnostics) = parse(text);
    if !diagnostics.is_empty() {
        return Err(format!("{name} has errors"));
    }
    let tier = text.lines().find_map(|l| l.strip_prefix("// tier: "));
    let tier = tier.and_then(|tier| tier.trim().parse().ok()).unwrap_or(1);
    let open = text.lines().find_map(|l| l.strip_prefix("// open: "));
    let lines = text.lines().filter_map(|l| l.strip_prefix("// expect "));
    lines
        .map(|line| {
            let wrong = || format!("{name}: `// expect {line}` makes no sense");
            let (way, verdict) = line.rsplit_once(": ").ok_or_else(wrong)?;
            let (abstraction, heuristic) =
                way.split_once(" heuristic=").unwrap_or((way, "relevant"));
            Ok(Expectation {
                program: name.to_owned(),
                tree: tree.clone(),
                text: text.to_owned(),
                tier,
                way: way.to_owned(),
                abstraction: abstraction.to_owned(),
                heuristic: heuristic.parse().map_err(|_| wrong())?,
                verdict: verdict.trim().to_owned(),
                open: open.map(str::to_owned),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::parse_expectations;

    #[test]
    fn each_line_is_an_expectation() {
        let text = "// tier: 2\n// expect cell1: certified\n// expect cell1 heuristic=ma15: too-weak\n\
                    // open: later\nint x = 1; assert(x > 0);\n";
        let [first, second] = &parse_expectations("a", text).expect("fine")[..] else {
            panic!("two lines")
        };
        assert_eq!((first.way.as_str(), first.verdict.as_str()), ("cell1", "certified"));
        assert_eq!((first.tier, first.open.as_deref()), (2, Some("later")));
        assert_eq!((second.abstraction.as_str(), second.verdict.as_str()), ("cell1", "too-weak"));
        assert_eq!(second.heuristic.to_string(), "ma15");
        assert!(parse_expectations("a", "// expect cell1 certified\nint x;").is_err());
        assert!(
            parse_expectations("a", "// expect cell1 heuristic=none: certified\nint x;").is_err()
        );
    }
}
