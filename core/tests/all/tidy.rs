//! Keeps the core's source in order: which room may import which, and what no file may hold. What
//! the compiler and clippy can see is theirs (`Cargo.toml`, `clippy.toml`).
//!
//! Each rule is a function from a file's place and text to what breaks it, so that each can be
//! seen to fail on a few lines; the first tests apply them to every file of `core/src`.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms in the order in which data walks through them: each imports only those before it.
const ROOMS: [&str; 13] = [
    "base",
    "lang",
    "horn",
    "lia",
    "chc",
    "abstraction",
    "runs",
    "instrument",
    "existence",
    "tiling",
    "method",
    "check",
    "explain",
];

/// What may know all rooms.
const KNOWS_ALL: [&str; 3] = ["lib", "pipeline", "bin"];

/// What searches for an answer. `check` must stay independent of it.
const SEARCHES: [&[&str]; 4] = [&["lia"], &["chc"], &["abstraction", "witness"], &["runs"]];

/// The plain data by which a search hands its answer to `check`.
const HANDED_OVER: [&[&str]; 4] = [
    &["lia", "proof"],
    &["chc", "model"],
    &["chc", "derivation"],
    &["abstraction", "witness", "model"],
];

// ---- The rules -------------------------------------------------------------------------------

/// A broken rule: the line and what is wrong.
type Violation = (usize, String);

/// The room of a file, by its path below `core/src`: its first folder, or its name.
fn room(path: &str) -> &str {
    let first = path.split('/').next().unwrap_or_default();
    first.strip_suffix(".rs").unwrap_or(first)
}

/// A room imports only itself and rooms before it; `check` takes from the searches only data.
fn room_order(path: &str, source: &str) -> Vec<Violation> {
    let own = room(path);
    if KNOWS_ALL.contains(&own) {
        return Vec::new();
    }
    let Some(place) = ROOMS.iter().position(|room| *room == own) else {
        return vec![(1, format!("`{own}` is not in the list of rooms of core/tests/all/tidy.rs"))];
    };
    let mut violations = Vec::new();
    for Import { line, path, is_macro } in imports(path, source) {
        let full = format!("crate::{}", path.join("::"));
        let first = path.first().map_or("", String::as_str);
        if is_macro && path.len() == 1 {
            continue;
        }
        match ROOMS.iter().position(|room| *room == first) {
            None => violations.push((line, format!("`{full}` names no room"))),
            Some(other) if other > place => {
                violations.push((line, format!("`{own}` imports `{full}`, a later room")));
            }
            Some(_) if own == "check" && searches(&path) => {
                violations.push((line, format!("`check` imports `{full}`, part of a search")));
            }
            Some(_) => {}
        }
    }
    violations
}

/// Whether a path leads into a search, or to something that holds one, and not only to what is
/// handed over.
fn searches(path: &[String]) -> bool {
    let meets = |start: &&[&str]| path.iter().zip(*start).all(|(word, start)| word == start);
    let handed_over = HANDED_OVER.iter().any(|data| path.len() >= data.len() && meets(data));
    SEARCHES.iter().any(meets) && !handed_over
}

/// Every file begins by saying what it is for.
fn header(_path: &str, source: &str) -> Vec<Violation> {
    let first = source.lines().next().unwrap_or_default();
    let said = first.strip_prefix("//!").is_some_and(|text| !text.trim().is_empty());
    if said { Vec::new() } else { vec![(1, "the file does not begin with `//! …`".to_owned())] }
}

/// No test is switched off, and nothing is said to be unfinished.
fn leftovers(_path: &str, source: &str) -> Vec<Violation> {
    let of_line = |(index, line): (usize, &str)| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let word = words.find(|word| matches!(*word, "TODO" | "FIXME" | "XXX"));
        let ignored = line.trim_start().starts_with("#[ignore").then_some("#[ignore]");
        word.or(ignored).map(|what| (index + 1, format!("`{what}` is left")))
    };
    source.lines().enumerate().filter_map(of_line).collect()
}

// ---- Reading Rust just well enough -----------------------------------------------------------

/// A word, a literal, or a mark of punctuation (`::` is one).
struct Token {
    line: usize,
    text: String,
}

/// The tokens of the code without comments; what is in strings stays in them.
fn tokens(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    flatten(source.parse().expect("the source can be read"), &mut tokens);
    tokens
}

fn flatten(stream: TokenStream, out: &mut Vec<Token>) {
    let mut joint = false;
    for tree in stream {
        let line = tree.span().start().line;
        if let TokenTree::Group(group) = tree {
            let [open, close] = match group.delimiter() {
                Delimiter::Brace => ["{", "}"],
                Delimiter::Parenthesis => ["(", ")"],
                Delimiter::Bracket => ["[", "]"],
                Delimiter::None => ["", ""],
            };
            out.push(Token { line, text: open.to_owned() });
            flatten(group.stream(), out);
            out.push(Token { line: group.span_close().start().line, text: close.to_owned() });
            continue;
        }
        let text = tree.to_string();
        match out.last_mut() {
            Some(last) if joint && last.text == ":" && text == ":" => last.text.push(':'),
            _ => out.push(Token { line, text }),
        }
        joint = matches!(tree, TokenTree::Punct(mark) if mark.spacing() == Spacing::Joint);
    }
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

type Check = fn(&str, &str) -> Vec<Violation>;

/// Applies a rule to all of `core/src`.
fn holds(check: Check) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&top, &mut files);
    assert!(!files.is_empty(), "no source in {}", top.display());
    let mut report = String::new();
    for file in files {
        let source = fs::read_to_string(&file).expect("source is text");
        let relative = file.strip_prefix(&top).expect("below src");
        let path = relative.to_string_lossy().replace('\\', "/");
        for (line, what) in check(&path, &source) {
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

// ---- The rules can fail ----------------------------------------------------------------------

fn lines(violations: &[Violation]) -> Vec<usize> {
    violations.iter().map(|(line, _)| *line).collect()
}

#[track_caller]
fn breaks(check: Check, path: &str, source: &str, expected: &[usize]) {
    let violations = check(path, source);
    assert_eq!(lines(&violations), expected, "{path}: {violations:?}\n{source}");
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
        "fn f() { super::check::g::<u8>() }",
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
        "use super::super::abstraction::witness::search;",
        "use crate::abstraction;",
        "use crate::lia::*;",
        "use crate::explain::X;",
    ] {
        breaks(room_order, "check/inner.rs", source, &[1]);
    }
    let data = "use crate::lia::proof::{Proof, Step};\nuse crate::chc::{model::Model, derivation};\n\
                use crate::abstraction::witness::model;\nuse crate::{abstraction::sigma, horn::Clause};";
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
    breaks(leftovers, "a.rs", "#[test]\n#[ignore = \"slow\"]\nfn f() {}", &[2]);
    breaks(leftovers, "a.rs", "// no #[ignore] here\nfn todo() {}", &[]);
}
