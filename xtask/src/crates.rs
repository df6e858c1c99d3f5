//! `cargo xtask crates`: the graph of the workspace's crates, as ARCHITECTURE.md shows it.
//!
//! An arrow leads from a crate to one that it uses, unless it uses another one that uses that too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use crate::context::{Context, read, write};
use crate::shell::say;

/// The document that holds the graph, and where in it.
const DOCUMENT: &str = "ARCHITECTURE.md";
const MARKERS: [&str; 2] = ["<!-- crates -->", "<!-- /crates -->"];
/// Folders whose folders are crates, and crates by themselves.
const PARENTS: [&str; 2] = ["core", "frontend"];
const ALONE: [&str; 1] = ["frontend"];

/// For each crate those that it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Prints the graph, or puts it into the document.
pub fn run(context: &Context, writes: bool) -> Result<(), String> {
    let graph = graph(&uses(&context.root)?);
    if !writes {
        println!("{graph}");
        return Ok(());
    }
    let path = context.root.join(DOCUMENT);
    write(&path, &with_graph(&read(&path)?, &graph)?)?;
    say(&format!("the graph is in {}", path.display()));
    Ok(())
}

/// Reads all manifests.
fn uses(root: &Path) -> Result<Uses, String> {
    let mut folders: Vec<_> = ALONE.iter().map(|name| root.join(name)).collect();
    for parent in PARENTS.map(|name| root.join(name)) {
        let entries =
            std::fs::read_dir(&parent).map_err(|error| format!("{}: {error}", parent.display()))?;
        folders.extend(entries.flatten().map(|entry| entry.path()));
    }
    let manifests = folders.iter().map(|folder| folder.join("Cargo.toml"));
    let texts = manifests.filter(|manifest| manifest.is_file()).map(|manifest| read(&manifest));
    texts.map(|text| used_by(&text?)).collect()
}

/// The name in a manifest, and the crates of the workspace that stand among its dependencies.
fn used_by(manifest: &str) -> Result<(String, BTreeSet<String>), String> {
    let short = |line: &str| {
        let name = line.strip_prefix("hornbook-")?;
        Some(name[..name.find(['.', ' ', '"'])?].to_owned())
    };
    let name = manifest.lines().find_map(|line| short(line.strip_prefix("name = \"")?));
    let name = name.ok_or("a manifest names no crate of ours")?;
    let inside = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let used = inside.take_while(|line| !line.starts_with('[')).filter_map(short).collect();
    Ok((name, used))
}

/// All that a crate uses, by others too.
fn reached(uses: &Uses, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(name) = open.pop() {
        for used in uses.get(&name).into_iter().flatten() {
            if found.insert(used.clone()) {
                open.push(used.clone());
            }
        }
    }
    found
}

/// The graph for a document, without arrows that others imply.
fn graph(uses: &Uses) -> String {
    let mut text = "```mermaid\ngraph BT\n".to_owned();
    for (name, used) in uses {
        let by_others: BTreeSet<String> =
            used.iter().flat_map(|other| reached(uses, other)).collect();
        for other in used.difference(&by_others) {
            writeln!(text, "  {name} --> {other}").expect("strings take text");
        }
    }
    text + "```\n"
}

/// The document with this graph in it.
fn with_graph(document: &str, graph: &str) -> Result<String, String> {
    let missing = || format!("{DOCUMENT} lacks `{}` before `{}`", MARKERS[0], MARKERS[1]);
    let (before, rest) = document.split_once(MARKERS[0]).ok_or_else(missing)?;
    let (_, after) = rest.split_once(MARKERS[1]).ok_or_else(missing)?;
    Ok(format!("{before}{}\n{graph}{}{after}", MARKERS[0], MARKERS[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documents_graph_is_that_of_the_manifests() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a clone");
        let document = read(&root.join(DOCUMENT)).expect("readable");
        let graph = graph(&uses(root).expect("manifests"));
        let fresh = with_graph(&document, &graph).expect("markers");
        assert!(document == fresh, "call `cargo xtask crates --write`");
    }

    /// Whoever judges does not search, and the page's module does not solve.
    #[test]
    fn judges_use_no_search_and_the_page_no_solver() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a clone");
        let uses = uses(root).expect("manifests");
        let searches =
            ["lia", "chc", "runs", "witness", "settings", "instrument", "tiling", "method"];
        let solvers = ["lia", "chc", "runs", "pipeline", "explain", "check"];
        let refused = [("check", &searches[..]), ("tasks", &searches), ("frontend", &solvers)];
        for (name, refused) in refused {
            let used = reached(&uses, name);
            assert!(!used.is_empty(), "{name}");
            let wrong: Vec<_> = refused.iter().filter(|other| used.contains(**other)).collect();
            assert!(wrong.is_empty(), "{name} uses {wrong:?}");
        }
    }

    #[test]
    fn arrows_that_others_imply_are_left_out() {
        let manifest = |name: &str, used: &[&str]| {
            let used = used.iter().map(|name| format!("hornbook-{name}.workspace = true\n"));
            let used = used.collect::<String>();
            let text = format!(
                "[package]\nname = \"hornbook-{name}\"\n\n[dependencies]\n{used}serde.workspace = true\n\n\
                 [dev-dependencies]\nhornbook-late.workspace = true\n"
            );
            used_by(&text).expect("a crate")
        };
        let uses = [manifest("a", &[]), manifest("b", &["a"]), manifest("c", &["a", "b"])].into();
        assert_eq!(graph(&uses), "```mermaid\ngraph BT\n  b --> a\n  c --> b\n```\n");
    }
}
