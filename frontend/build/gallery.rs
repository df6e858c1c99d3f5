//! From `gallery/index.json` and the programs beside it to a table in Rust.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    chapters: Vec<Chapter>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    title: String,
    programs: Vec<Program>,
}

#[derive(Deserialize)]
struct Program {
    file: String,
    title: String,
    teaches: [String; 2],
    verdict: Verdict,
    contrast: Option<Contrast>,
    /// The choices, by their keys in JSON; a test checks that these choices exist.
    #[serde(flatten)]
    choices: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contrast {
    abstraction: String,
    verdict: Verdict,
}

/// The verdicts that a gallery may promise, as the core names them; Rust prints their variants.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Verdict {
    Certified,
    Buggy,
    TooWeak,
    Unknown,
    NothingAsserted,
}

/// A Rust expression: the chapters, each with its programs.
///
/// # Errors
/// The index is wrong, or a program is missing.
pub fn table(folder: &Path) -> Result<String, String> {
    let path = folder.join("index.json");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let index: Index = serde_json::from_str(&text).map_err(|e| format!("index.json: {e}"))?;
    let mut number = 0;
    let mut out = String::from("&[\n");
    for chapter in &index.chapters {
        out += &format!("    Chapter {{ title: {:?}, programs: &[\n", chapter.title);
        for program in &chapter.programs {
            number += 1;
            out += &entry(program, number, folder)?;
        }
        out += "    ] },\n";
    }
    Ok(out + "]\n")
}

fn entry(program: &Program, number: usize, folder: &Path) -> Result<String, String> {
    let path = folder.join(format!("{}.hb", program.file));
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let Program { file, title, teaches, choices, .. } = program;
    let abstraction = choices.get("abstraction").and_then(Value::as_str);
    let abstraction = abstraction.ok_or_else(|| format!("{file} has no abstraction"))?;
    let choices = serde_json::to_string(choices).map_err(|e| format!("{file}: {e}"))?;
    let contrast = match &program.contrast {
        Some(Contrast { abstraction, verdict }) => {
            format!(
                "Some(Contrast {{ abstraction: {abstraction:?}, verdict: PromisedVerdict::{verdict:?} }})"
            )
        }
        None => "None".to_owned(),
    };
    Ok(format!(
        "        Program {{ number: {number}, name: {file:?}, title: {title:?}, teaches: {teaches:?}, \
         abstraction: {abstraction:?}, choices: {choices:?}, verdict: PromisedVerdict::{:?}, contrast: {contrast}, text: {:?} }},\n",
        program.verdict,
        text.trim_end(),
    ))
}
