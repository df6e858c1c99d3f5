//! Keeps the core's source in order: which room may import which, and what no file may hold.
//!
//! Each rule is a function from a file's place and text to what breaks it, so that each can be
//! seen to fail on a few lines; the first tests apply them to every file of `core/src`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms in the order in which data walks through them: each imports only those before it.
const ROOMS: [&str; 9] =
    ["base", "lang", "horn", "abstraction", "lia", "witness", "chc", "check", "explain"];

/// What may know all rooms.
const KNOWS_ALL: [&str; 3] = ["lib", "pipeline", "bin"];

/// The rooms that search for an answer. `check` must stay independent of them.
const SEARCHES: [&str; 3] = ["lia", "witness", "chc"];

/// The plain data by which a search hands its answer to `check`.
const HANDED_OVER: [[&str; 2]; 4] =
    [["lia", "proof"], ["chc", "model"], ["chc", "derivation"], ["witness", "model"]];

/// The rooms that compute exactly, and the one file name in them that may use floating point.
const EXACT: [&str; 5] = ["lia", "chc", "check", "abstraction", "horn"];
const INEXACT: [&str; 2] = ["lia/lp/farkas.rs", "lia/lp/milp.rs"];

// ---- The rules -------------------------------------------------------------------------------

/// A broken rule: the line and what is wrong.
type Finding = (usize, String);

/// The room of a file, by its path below `core/src`: its first folder, or its name.
fn room(path: &str) -> &str {
    let first = path.split('/').next().unwrap_or_default();
    first.strip_suffix(".rs").unwrap_or(first)
}

/// A room imports only itself and rooms before it; `check` takes from the searches only data.
fn room_order(path: &str, source: &str) -> Vec<Finding> {
    let own = room(path);
    if KNOWS_ALL.contains(&own) {
        return Vec::new();
    }
    let Some(place) = ROOMS.iter().position(|room| *room == own) else {
        return vec![(1, format!("`{own}` is not in the list of rooms of core/tests/tidy.rs"))];
    };
    let mut findings = Vec::new();
    for Import { line, path, is_macro } in imports(path, source) {
        let full = format!("crate::{}", path.join("::"));
        let first = path.first().map_or("", String::as_str);
        if is_macro && path.len() == 1 {
            continue;
        }
        match ROOMS.iter().position(|room| *room == first) {
            None => findings.push((line, format!("`{full}` names no room"))),
            Some(other) if other > place => {
                findings.push((line, format!("`{own}` imports `{full}`, a later room")));
            }
            Some(_) if own == "check" && SEARCHES.contains(&first) && !handed_over(&path) => {
                findings.push((line, format!("`check` imports `{full}`, part of a search")));
            }
            Some(_) => {}
        }
    }
    findings
}

fn handed_over(path: &[String]) -> bool {
    HANDED_OVER.iter().any(|data| path.len() >= 2 && path[0] == data[0] && path[1] == data[1])
}

/// Every file begins by saying what it is for.
fn header(_path: &str, source: &str) -> Vec<Finding> {
    let first = source.lines().next().unwrap_or_default();
    let said = first.strip_prefix("//!").is_some_and(|text| !text.trim().is_empty());
    if said { Vec::new() } else { vec![(1, "the file does not begin with `//! …`".to_owned())] }
}

/// Nothing is left unfinished or switched off.
fn leftovers(_path: &str, source: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let tokens = tokens(source);
    for window in tokens.windows(3) {
        let texts = [&window[0].text, &window[1].text, &window[2].text].map(String::as_str);
        match texts {
            [name @ ("todo" | "unimplemented" | "dbg"), "!", "(" | "[" | "{"] => {
                findings.push((window[0].line, format!("`{name}!` is left")));
            }
            ["#", "[", "ignore"] => findings.push((window[0].line, "a test is ignored".to_owned())),
            _ => {}
        }
    }
    for (index, line) in source.lines().enumerate() {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        if let Some(word) = words.find(|word| matches!(*word, "TODO" | "FIXME" | "XXX")) {
            findings.push((index + 1, format!("`{word}` is left")));
        }
    }
    findings
}

/// The rooms that compute exactly use no floating point.
fn exactness(path: &str, source: &str) -> Vec<Finding> {
    if !EXACT.contains(&room(path)) || INEXACT.contains(&path) {
        return Vec::new();
    }
    let floats = tokens(source).into_iter().filter(|token| {
        let number = token.text.starts_with(|c: char| c.is_ascii_digit());
        let hexadecimal = token.text.starts_with("0x");
        ["f32", "f64"].iter().any(|float| {
            token.text == *float || (number && !hexadecimal && token.text.ends_with(float))
        })
    });
    floats.map(|token| (token.line, format!("`{}` is floating point", token.text))).collect()
}

// ---- Reading Rust just well enough -----------------------------------------------------------

/// A word, a number, or a mark of punctuation (`::` is one).
#[derive(Debug)]
struct Token {
    line: usize,
    text: String,
}

/// The tokens of the code; comments, strings and characters are left out.
fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let blank = blank_length(rest);
        let length = if blank > 0 {
            blank
        } else {
            let length = token_length(rest, first);
            tokens.push(Token { line, text: rest[..length].to_owned() });
            length
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

fn token_length(rest: &str, first: char) -> usize {
    if first.is_alphanumeric() || first == '_' {
        return rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    }
    if rest.starts_with("::") { 2 } else { first.len_utf8() }
}

/// The length of the space, comment, string or character that the text begins with; 0 if none.
fn blank_length(rest: &str) -> usize {
    if rest.starts_with(char::is_whitespace) {
        rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len())
    } else if rest.starts_with("//") {
        rest.find('\n').unwrap_or(rest.len())
    } else if rest.starts_with("/*") {
        block_comment_length(rest)
    } else {
        literal_length(rest)
    }
}

fn block_comment_length(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// The length of a string or character, or of a lifetime; 0 if the text begins with none.
fn literal_length(rest: &str) -> usize {
    let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|prefix| {
        let after = rest.strip_prefix(prefix);
        after.is_some_and(|after| after.trim_start_matches('#').starts_with('"'))
            && (prefix.ends_with('r') || after.is_some_and(|after| after.starts_with('"')))
    });
    if let Some(prefix) = prefix {
        let hashes = rest[prefix.len()..].find('"').unwrap_or(0);
        let start = prefix.len() + hashes + 1;
        let inner = if prefix.ends_with('r') {
            let end = format!("\"{}", "#".repeat(hashes));
            rest[start..].find(&end).map(|at| at + end.len())
        } else {
            closing(&rest[start..], '"')
        };
        return inner.map_or(rest.len(), |length| start + length);
    }
    let start = if rest.starts_with("b'") { 2 } else { 1 };
    if !(rest.starts_with('\'') || rest.starts_with("b'")) {
        return 0;
    }
    let mut inner = rest[start..].chars();
    let (first, second) = (inner.next(), inner.next());
    if first == Some('\\') || second == Some('\'') {
        closing(&rest[start..], '\'').map_or(rest.len(), |length| start + length)
    } else {
        start
    }
}

/// The length up to and with the closing mark, past escaped ones.
fn closing(text: &str, mark: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if c == mark {
            return Some(at + c.len_utf8());
        }
    }
    None
}

/// A path from the crate's top that stands in the code.
#[derive(Debug, PartialEq)]
struct Import {
    line: usize,
    path: Vec<String>,
    is_macro: bool,
}

/// All paths from the crate's top: those that begin with `crate`, and those whose `super`s lead
/// out of the file's room.
fn imports(path: &str, source: &str) -> Vec<Import> {
    let tokens = tokens(source);
    let text = |at: usize| tokens.get(at).map_or("", |token: &Token| token.text.as_str());
    let mut modules = module_of(path);
    let file_depth = modules.len();
    // For each open brace, whether it is a module's.
    let mut braces = Vec::new();
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match text(at) {
            "mod" if text(at + 2) == "{" => {
                modules.push(text(at + 1).to_owned());
                braces.push(true);
                at += 3;
                continue;
            }
            "{" => braces.push(false),
            "}" if braces.pop() == Some(true) && modules.len() > file_depth => {
                modules.pop();
            }
            "crate" | "super" | "self"
                if text(at + 1) == "::" && (at == 0 || text(at - 1) != "::") =>
            {
                let (paths, end) = path_tree(&tokens, at, &[]);
                for (line, path) in paths {
                    if let Some(path) = from_top(&modules, &path) {
                        found.push(Import { line, path, is_macro: text(end) == "!" });
                    }
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The module that a file is.
fn module_of(path: &str) -> Vec<String> {
    let mut modules: Vec<String> =
        path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if modules.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
        modules.pop();
    }
    modules
}

/// Resolves a path inside a module; `None` if it stays in the room.
fn from_top(modules: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut place = modules.to_vec();
    let mut rest = path;
    while let Some((first, after)) = rest.split_first() {
        match first.as_str() {
            "crate" => place.clear(),
            "super" => drop(place.pop()),
            "self" => {}
            _ => break,
        }
        rest = after;
    }
    place.is_empty().then(|| rest.to_vec())
}

/// The paths of a tree such as `crate::{a, b::{self, c}}`, and where it ends.
fn path_tree(
    tokens: &[Token],
    mut at: usize,
    before: &[String],
) -> (Vec<(usize, Vec<String>)>, usize) {
    let text = |at: usize| tokens.get(at).map_or("", |token: &Token| token.text.as_str());
    let mut path = before.to_vec();
    let line = tokens[at.min(tokens.len() - 1)].line;
    loop {
        if text(at) == "{" {
            let mut paths = Vec::new();
            at += 1;
            while !matches!(text(at), "}" | "") {
                let (inner, end) = path_tree(tokens, at, &path);
                paths.extend(inner);
                // Past the comma, or what follows `as`; always at least one token.
                at = end.max(at + 1);
                while !matches!(text(at), "," | "}" | "") {
                    at += 1;
                }
                at += usize::from(text(at) == ",");
            }
            return (paths, at + 1);
        }
        let word = text(at);
        if word == "*" || word.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            path.push(word.to_owned());
            at += 1;
        }
        if text(at) != "::" {
            return (vec![(line, path)], at);
        }
        at += 1;
        // The generic arguments of `crate::a::B::<T>` are no part of the path.
        if text(at) == "<" {
            return (vec![(line, path)], at);
        }
    }
}

// ---- The rules hold --------------------------------------------------------------------------

type Rule = fn(&str, &str) -> Vec<Finding>;

/// Applies a rule to all of `core/src`.
fn holds(rule: Rule) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&top, &mut files);
    assert!(!files.is_empty(), "no source in {}", top.display());
    let mut report = String::new();
    for file in files {
        let source = fs::read_to_string(&file).expect("source is text");
        let relative = file.strip_prefix(&top).expect("below src");
        let path = relative.to_string_lossy().replace('\\', "/");
        for (line, what) in rule(&path, &source) {
            writeln!(report, "core/src/{path}:{line}: {what}").expect("strings take text");
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("readable");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn rooms_import_only_rooms_before_them() {
    holds(room_order);
}

#[test]
fn files_say_what_they_are_for() {
    holds(header);
}

#[test]
fn nothing_is_left_unfinished() {
    holds(leftovers);
}

#[test]
fn exact_rooms_use_no_floating_point() {
    holds(exactness);
}

// ---- The rules can fail ----------------------------------------------------------------------

fn lines(findings: &[Finding]) -> Vec<usize> {
    findings.iter().map(|(line, _)| *line).collect()
}

#[track_caller]
fn breaks(rule: Rule, path: &str, source: &str, expected: &[usize]) {
    let findings = rule(path, source);
    assert_eq!(lines(&findings), expected, "{path}: {findings:?}\n{source}");
}

#[test]
fn a_later_room_is_refused() {
    for source in [
        "use crate::lia::X;",
        "use crate::{base, lia};",
        "use crate::{base::{Int, Rat}, chc::{self as c}};",
        "pub(crate) use crate :: /* so */ explain::X;",
        "fn f(x: crate::check::Verdict) {}",
        "fn f() -> Option<Vec<crate::lia::X>> { None }",
        "use super::lia::X;",
        "fn f() { super::witness::g::<u8>() }",
        "mod tests { use super::super::lia::X; }",
        "mod a { mod b { use super::super::super::{lia}; } }",
        "use self::super::lia;",
        "macro_rules! m { () => { $crate::lia::x() } }",
        "fn f() { crate::lia::shout!() }",
    ] {
        breaks(room_order, "horn.rs", source, &[1]);
    }
    breaks(room_order, "horn/mod.rs", "\nuse super::lia::X;", &[2]);
    breaks(room_order, "horn/deep/leaf.rs", "use super::super::super::chc;", &[1]);
    breaks(room_order, "horn/deep/mod.rs", "use super::super::chc;", &[1]);
    breaks(room_order, "base/int.rs", "use crate::lang::X;\nuse crate::horn;", &[1, 2]);
}

#[test]
fn rooms_before_and_the_room_itself_are_allowed() {
    for source in [
        "use crate::base::X;\nuse crate::{base, lang::{self, typed}, horn};",
        "//! See [`crate::lia`].\n/// `crate::chc::X`\n/* crate::chc::X */ fn f() {}",
        "const S: &str = \"crate::lia::X \\\" crate::lia\"; const R: &str = r#\"crate::lia\"#;",
        "mod tests { use super::*; use super::lia; }\nuse super::base::X;",
        "mod lia {} use self::lia::X;",
        "fn f<'a>(x: &'a str) -> char { '\"' } // crate::lia",
        "pub(crate) struct S; pub(in crate::horn) struct T;",
        "fn f() { crate::shout!(1) }",
        "use std::lia::X; use other::crate_lia::lia;",
    ] {
        breaks(room_order, "horn.rs", source, &[]);
    }
    breaks(room_order, "horn/deep/leaf.rs", "use super::super::term; use super::lia;", &[]);
    let everything = "use crate::{base, explain, check, lia::simplex};";
    for path in ["lib.rs", "pipeline.rs", "bin/hornbook.rs"] {
        breaks(room_order, path, everything, &[]);
    }
    breaks(room_order, "explain/mod.rs", everything, &[]);
}

#[test]
fn the_whole_crate_and_unknown_rooms_are_refused() {
    breaks(room_order, "horn.rs", "use crate::*;", &[1]);
    breaks(room_order, "horn.rs", "use crate::{self as all};", &[1]);
    breaks(room_order, "horn.rs", "use crate::Verdict;", &[1]);
    breaks(room_order, "attic/mod.rs", "", &[1]);
}

#[test]
fn check_takes_only_data_from_the_searches() {
    for source in [
        "use crate::lia::simplex::X;",
        "use crate::lia;",
        "use crate::{chc::{model, engine}};",
        "use super::super::witness::search;",
        "use crate::lia::*;",
        "use crate::explain::X;",
    ] {
        breaks(room_order, "check/inner.rs", source, &[1]);
    }
    let data = "use crate::lia::proof::{Proof, Step};\nuse crate::chc::{model::Model, derivation};\n\
                use crate::witness::model;\nuse crate::{abstraction, horn::Clause};";
    breaks(room_order, "check/mod.rs", data, &[]);
}

#[test]
fn a_missing_header_is_found() {
    breaks(header, "a.rs", "//! Says it.\n", &[]);
    for source in ["", "// Says it.", "//!\n//! Says it.", "\n//! Says it.", "use std::fs;"] {
        breaks(header, "a.rs", source, &[1]);
    }
}

#[test]
fn leftovers_are_found() {
    breaks(leftovers, "a.rs", "//! A\n// TODO: more\n/* FIXME */\n// TODOS", &[2, 3]);
    breaks(leftovers, "a.rs", "fn f() { todo!() }\nfn g() { unimplemented! (\"\") }", &[1, 2]);
    breaks(leftovers, "a.rs", "let a = std::dbg!(1);", &[1]);
    breaks(leftovers, "a.rs", "#[test]\n#[ignore = \"slow\"]\nfn f() {}", &[2]);
    breaks(leftovers, "a.rs", "// no todo!( here\nconst S: &str = \"dbg!(1)\"; fn todo() {}", &[]);
}

#[test]
fn floating_point_is_found() {
    let source = "//! f64\nfn f(x: f64) -> bool { x > 1_f32 }\nlet a = 2.5f64; let b = 0xf32;";
    breaks(exactness, "lia/simplex.rs", source, &[2, 2, 3]);
    breaks(exactness, "horn.rs", "type T = f32;", &[1]);
    breaks(exactness, "lia/lp/farkas.rs", source, &[]);
    breaks(exactness, "explain/plot.rs", source, &[]);
}
