//! The example programs: those of the page's menu, and those in folders that are for tests only.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::{Path, PathBuf};

/// An example program.
pub struct Example {
    /// Its path below the folder of programs without the ending, as in `thesis/fill_value`.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Every example program, also those in folders, in the order of their paths.
pub fn all() -> Vec<Example> {
    let mut paths = vec![];
    collect(&root(), &mut paths);
    read(paths)
}

/// The programs of the page's menu. For tests that take long with each of them, or that know them.
pub fn menu() -> Vec<Example> {
    read(entries(&root()))
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/programs")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let found = std::fs::read_dir(folder).expect("the folder of example programs");
    found.map(|entry| entry.expect("a readable entry").path()).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() { collect(&path, paths) } else { paths.push(path) }
    }
}

fn read(mut paths: Vec<PathBuf>) -> Vec<Example> {
    paths.retain(|path| path.extension().is_some_and(|e| e == "hb"));
    paths.sort();
    let example = |path: PathBuf| {
        let below = path.strip_prefix(root()).expect("a path below the folder").with_extension("");
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        let text = std::fs::read_to_string(&path).expect("a readable program");
        Example { name: parts.join("/"), text }
    };
    paths.into_iter().map(example).collect()
}
