//! The example programs and what they expect.

use hornbook_core::abstraction::heuristic::Heuristic;
use hornbook_core::lang::ast::Program;
use hornbook_core::lang::parse;
use std::path::{Path, PathBuf};

/// One line `// expect ABSTRACTION [heuristic=H]: VERDICT` of a program.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The program's file, below the folder, without its ending.
    pub program: String,
    /// The program.
    pub tree: Program,
    /// Its text.
    pub text: String,
    /// How hard it is said to be; 3 is the hardest.
    pub tier: u32,
    /// The way in which it is to be solved, as it is written.
    pub way: String,
    /// The abstraction.
    pub abstraction: String,
    /// The heuristic.
    pub heuristic: Heuristic,
    /// The verdict that is right.
    pub verdict: String,
}

/// The folder of the example programs.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/programs")
}

/// What all programs in a folder and the folders in it expect, in the order of their names.
///
/// # Errors
/// A file that cannot be read, or has errors, or an expectation that makes no sense.
pub fn expectations(folder: &Path) -> Result<Vec<Expectation>, String> {
    let mut files = vec![];
    collect(folder, &mut files)?;
    files.sort();
    let lists: Result<Vec<_>, _> = files.iter().map(|file| of_file(folder, file)).collect();
    Ok(lists?.concat())
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

fn of_file(folder: &Path, file: &Path) -> Result<Vec<Expectation>, String> {
    let name = file.strip_prefix(folder).unwrap_or(file).with_extension("");
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    of_text(&name.to_string_lossy(), &text)
}

/// What a program expects.
///
/// # Errors
/// A text with errors, or an expectation that makes no sense.
pub fn of_text(name: &str, text: &str) -> Result<Vec<Expectation>, String> {
    let (tree, diagnostics) = parse(text);
    if !diagnostics.is_empty() {
        return Err(format!("{name} has errors"));
    }
    let tier = text.lines().find_map(|l| l.strip_prefix("// tier: "));
    let tier = tier.and_then(|tier| tier.trim().parse().ok()).unwrap_or(1);
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
            })
        })
        .collect()
}
