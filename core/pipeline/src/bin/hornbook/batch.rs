//! `hornbook batch`: the verdicts on a folder of files, and how they agree with what was expected.
//!
//! Each file is checked by a process of its own: none takes time or memory from the next one.

use crate::output::{complain, print, write_file};
use crate::{DATA, USAGE};
use hornbook_base::text::{csv_field, escaped};
use hornbook_course::html::{TABLE_STYLE, page};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The files that are checked, by the ends of their names.
const ENDINGS: [&str; 2] = ["hb", "smt2"];

/// The verdict on what cannot be read.
const ERROR: &str = "error";
/// The verdict on a file that was expected and is not there.
const MISSING: &str = "missing";

/// The verdict words with the exit statuses of `check`.
const VERDICTS: [(i32, &str); 6] = [
    (0, "certified"),
    (1, "buggy"),
    (2, "too-weak"),
    (3, "unknown"),
    (4, "nothing-asserted"),
    (DATA as i32, ERROR),
];

/// A folder to be checked, and where the results go.
#[derive(Clone, Debug)]
pub(crate) struct BatchCommand {
    /// The folder, with the folders in it.
    pub(crate) folder: String,
    /// A file with expected verdicts.
    pub(crate) expect: Option<String>,
    /// A file with the rows that are done, to which new ones are added.
    pub(crate) resume: Option<String>,
    pub(crate) csv: Option<String>,
    pub(crate) html: Option<String>,
    /// How many files are checked at once.
    pub(crate) jobs: usize,
    /// Options of `check`, for each file.
    pub(crate) options: Vec<String>,
}

/// The result of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Row {
    /// The path from the folder, with `/`.
    file: String,
    verdict: String,
    milliseconds: u128,
    /// The first error, if the file cannot be read.
    reason: String,
}

/// Checks all files; the result is the exit status.
pub(crate) fn run(command: &BatchCommand) -> u8 {
    let read = |file: &Option<String>| file.as_deref().map_or(Ok(vec![]), read_rows);
    let done = match &command.resume {
        Some(file) if !Path::new(file).exists() => Ok(vec![]),
        resumed => read(resumed),
    };
    let (expected, done) = match (read(&command.expect), done) {
        (Ok(expected), Ok(done)) => (expected, done),
        (Err(why), _) | (_, Err(why)) => {
            complain(&why);
            return DATA;
        }
    };
    let files = match files(Path::new(&command.folder)) {
        Ok(files) => files,
        Err(why) => {
            complain(&format!("hornbook: `{}` cannot be read: {why}\n", command.folder));
            return USAGE;
        }
    };
    let expected: BTreeMap<String, String> =
        expected.into_iter().map(|row| (row.file, row.verdict)).collect();
    let done: Vec<Row> = done.into_iter().filter(|row| files.contains(&row.file)).collect();
    let left: Vec<&String> =
        files.iter().filter(|file| done.iter().all(|row| row.file != **file)).collect();
    let mut rows = check_all(command, &left, files.len());
    rows.extend(done);
    let missing = expected.keys().filter(|file| !files.contains(file));
    let missing = missing.map(|file| Row { file: file.clone(), ..Row::default() });
    rows.extend(missing.map(|row| Row { verdict: MISSING.to_owned(), ..row }));
    rows.sort_by(|a, b| a.file.cmp(&b.file));
    let table = Table { rows, expected };
    print(&table.to_text());
    if let Some(file) = &command.csv {
        write_file(file, &table.to_csv());
    }
    if let Some(file) = &command.html {
        write_file(file, &table.to_html(&command.folder));
    }
    u8::from(table.differing().next().is_some())
}

/// The paths of the files in a folder, in order.
fn files(folder: &Path) -> std::io::Result<Vec<String>> {
    let (mut found, mut open) = (vec![], vec![PathBuf::new()]);
    while let Some(inside) = open.pop() {
        for entry in std::fs::read_dir(folder.join(&inside))? {
            let entry = entry?;
            let path = inside.join(entry.file_name());
            let ending = path.extension().and_then(|ending| ending.to_str());
            if entry.file_type()?.is_dir() {
                open.push(path);
            } else if ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
                let parts = path.iter().map(|part| part.to_string_lossy());
                found.push(parts.collect::<Vec<_>>().join("/"));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Rows from a file with a line for each: a path, a tab and a verdict, perhaps milliseconds and a reason.
///
/// # Errors
/// A message about the first line that is no row.
fn read_rows(file: &str) -> Result<Vec<Row>, String> {
    let text = std::fs::read_to_string(file)
        .map_err(|why| format!("hornbook: `{file}` cannot be read: {why}\n"))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let row = |(n, line): (usize, &str)| {
        let mut fields = line.trim_end_matches('\r').split('\t');
        let (path, verdict) = (fields.next().unwrap_or_default(), fields.next());
        let known = verdict.filter(|word| VERDICTS.iter().any(|(_, name)| name == word));
        let Some(verdict) = known else {
            let words: Vec<&str> = VERDICTS.iter().map(|(_, name)| *name).collect();
            return Err(format!(
                "{file}:{}: error: a path, a tab and a verdict are expected\n  hint: verdicts are {}\n",
                n + 1,
                words.join(", ")
            ));
        };
        Ok(Row {
            file: path.to_owned(),
            verdict: verdict.to_owned(),
            milliseconds: fields.next().and_then(|n| n.parse().ok()).unwrap_or_default(),
            reason: fields.next().unwrap_or_default().to_owned(),
        })
    };
    lines.map(row).collect()
}

/// Checks files, several at once, and tells of each; each row is added to the file of rows that are done.
fn check_all(command: &BatchCommand, files: &[&String], all: usize) -> Vec<Row> {
    let (next, rows) = (AtomicUsize::new(0), Mutex::new(vec![]));
    let before = all - files.len();
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let row = check(command, file);
            // Nothing panics while it is locked.
            let Ok(mut rows) = rows.lock() else { return };
            note(command, &row);
            rows.push(row.clone());
            let number = before + rows.len();
            let seconds = row.milliseconds as f64 / 1000.0;
            complain(&format!("{number}/{all} {}: {} ({seconds:.1} s)\n", row.file, row.verdict));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..command.jobs {
            scope.spawn(work);
        }
    });
    rows.into_inner().unwrap_or_default()
}

/// Adds a row to the file of those that are done.
fn note(command: &BatchCommand, row: &Row) {
    let Some(file) = &command.resume else { return };
    let Row { file: path, verdict, milliseconds, reason } = row;
    let line = format!("{path}\t{verdict}\t{milliseconds}\t{reason}\n");
    let appended = std::fs::OpenOptions::new().create(true).append(true).open(file);
    if let Err(why) = appended.and_then(|mut out| out.write_all(line.as_bytes())) {
        complain(&format!("hornbook: `{file}` cannot be written: {why}\n"));
    }
}

/// Checks one file.
fn check(command: &BatchCommand, file: &str) -> Row {
    let start = Instant::now();
    let path = Path::new(&command.folder).join(file);
    let program = std::env::current_exe().unwrap_or_else(|_| "hornbook".into());
    let output = Command::new(program).arg("check").args(&command.options).arg(&path).output();
    let milliseconds = start.elapsed().as_millis();
    let (status, said) = match &output {
        Ok(output) => (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(why) => (None, why.to_string()),
    };
    let known = VERDICTS.iter().find(|(code, _)| Some(*code) == status);
    let verdict = known.map_or(ERROR, |(_, name)| name);
    let reason = match (verdict, status) {
        (ERROR, Some(_)) => said.lines().find(|line| line.contains("error")).unwrap_or(&said),
        (ERROR, None) => "the process ended without a verdict",
        _ => "",
    };
    let reason = reason.lines().next().unwrap_or_default().replace('\t', " ");
    Row { file: file.to_owned(), verdict: verdict.to_owned(), milliseconds, reason }
}

/// All rows, with what was expected.
struct Table {
    rows: Vec<Row>,
    expected: BTreeMap<String, String>,
}

impl Table {
    /// The verdict that was expected of a file, if it is another one.
    fn other<'t>(&'t self, row: &Row) -> Option<&'t str> {
        let expected = self.expected.get(&row.file)?;
        (*expected != row.verdict).then_some(expected)
    }

    fn differing(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| self.other(row).is_some())
    }

    /// How many rows have each verdict.
    fn counts(&self) -> String {
        let words = VERDICTS.iter().map(|(_, name)| *name).chain([MISSING]);
        let count = |word: &str| self.rows.iter().filter(|row| row.verdict == word).count();
        let counts = words.map(|word| (count(word), word)).filter(|(count, _)| *count > 0);
        let said: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
        let differing = self.differing().count();
        let agree = match self.expected.is_empty() {
            true => String::new(),
            false => format!("; {differing} of {} differ", self.expected.len()),
        };
        let said = if said.is_empty() { "no files".to_owned() } else { said.join(", ") };
        format!("{said}{agree}")
    }

    fn to_text(&self) -> String {
        let width = self.rows.iter().map(|row| row.file.chars().count()).max().unwrap_or(0);
        let mut out = String::new();
        for row in &self.rows {
            let _ =
                write!(out, "{:width$}  {:16} {:>8} ms", row.file, row.verdict, row.milliseconds);
            if let Some(expected) = self.other(row) {
                let _ = write!(out, "  expected: {expected}");
            }
            if !row.reason.is_empty() {
                let _ = write!(out, "  {}", row.reason);
            }
            out.push('\n');
        }
        out + &self.counts() + "\n"
    }

    /// The fields of a row.
    fn fields(&self, row: &Row) -> [String; 5] {
        let expected = self.expected.get(&row.file).cloned().unwrap_or_default();
        let time = row.milliseconds.to_string();
        [row.file.clone(), row.verdict.clone(), expected, time, row.reason.clone()]
    }

    fn to_csv(&self) -> String {
        let mut out = COLUMNS.join(",") + "\n";
        for row in &self.rows {
            out.push_str(&self.fields(row).map(|field| csv_field(&field)).join(","));
            out.push('\n');
        }
        out
    }

    fn to_html(&self, folder: &str) -> String {
        let cells = |fields: &[String], tag: &str| -> String {
            fields.iter().map(|field| format!("<{tag}>{}</{tag}>", escaped(field))).collect()
        };
        let title = format!("Verdicts on {folder}");
        let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n", escaped(&title), self.counts());
        let head = cells(&COLUMNS.map(str::to_owned), "th");
        let _ =
            write!(body, "<div class=\"wide\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            let class = if self.other(row).is_some() { " class=\"differs\"" } else { "" };
            let _ = writeln!(body, "<tr{class}>{}</tr>", cells(&self.fields(row), "td"));
        }
        body.push_str("</tbody>\n</table></div>\n");
        let style = format!("<style>{TABLE_STYLE} .differs {{ background: #d332; }}</style>\n");
        page(&title, &style, &body)
    }
}

/// The columns of the tables.
const COLUMNS: [&str; 5] = ["file", "verdict", "expected", "milliseconds", "reason"];
