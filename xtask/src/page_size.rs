//! `cargo xtask page-size`: what a first visit downloads.
//!
//! All files of the site count: the service worker fetches them for visits without a network.

use std::fmt::Write as _;

use crate::context::Context;
use crate::{build, shell};

/// A file of the site.
#[derive(Debug, PartialEq, Eq)]
struct File {
    name: String,
    raw: u64,
    /// As brotli at its best makes it.
    brotli: u64,
}

/// Builds the site, and prints the sizes of its files.
pub fn run(context: &Context) -> Result<(), String> {
    let dist = build::site(context, build::Profile::Shipped)?;
    let mut node = context.command("node");
    node.arg("tests/browser/page_size.mjs").env("HORNBOOK_DIST", dist);
    let files: Result<Vec<File>, String> = shell::capture(&mut node)?.lines().map(file).collect();
    print!("{}", table(files?));
    Ok(())
}

/// A line `RAW BROTLI NAME`.
fn file(line: &str) -> Result<File, String> {
    let mut words = line.splitn(3, ' ');
    let mut word = || words.next().unwrap_or_default();
    match (word().parse(), word().parse(), word().to_owned()) {
        (Ok(raw), Ok(brotli), name) if !name.is_empty() => Ok(File { name, raw, brotli }),
        _ => Err(format!("`{line}` is no file with its sizes")),
    }
}

/// The table as Markdown, the largest files first, with a last line for all of them.
fn table(mut files: Vec<File>) -> String {
    files.sort_by(|a, b| b.brotli.cmp(&a.brotli).then_with(|| a.name.cmp(&b.name)));
    let (raw, brotli) = files.iter().fold((0, 0), |(r, b), file| (r + file.raw, b + file.brotli));
    files.push(File { name: "all".to_owned(), raw, brotli });
    let mut text = String::from("| file | bytes | brotli |\n|---|--:|--:|\n");
    for File { name, raw, brotli } in files {
        let _ = writeln!(text, "| {name} | {raw} | {brotli} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        let read = file("300 120 a b.js");
        assert_eq!(read, Ok(File { name: "a b.js".to_owned(), raw: 300, brotli: 120 }));
        assert!(file("300 a.js").is_err());
        assert!(file("300 120").is_err());
        assert!(file("Error: no such folder").is_err());
    }

    #[test]
    fn the_largest_file_comes_first_and_the_sum_last() {
        let files = ["9 7 c", "300 120 a", "9 7 b"].map(|line| file(line).expect(line));
        let lines = "| a | 300 | 120 |\n| b | 9 | 7 |\n| c | 9 | 7 |\n| all | 318 | 134 |\n";
        let table = table(files.into());
        assert!(table.ends_with(lines), "{table}");
    }
}
