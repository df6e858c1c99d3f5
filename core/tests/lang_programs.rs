//! The example programs pass the front end.

use hornbook_core::base::LineIndex;
use hornbook_core::lang::{Options, front_end, parse, print};
use std::path::PathBuf;

fn programs() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/programs");
    let mut out: Vec<(String, String)> = std::fs::read_dir(folder)
        .expect("the folder of example programs")
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "hb"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let text = std::fs::read_to_string(&path).expect("a readable program");
            (name.into_owned(), text)
        })
        .collect();
    out.sort();
    out
}

#[test]
fn example_programs_are_accepted_without_a_word() {
    let programs = programs();
    assert!(programs.len() >= 26, "only {} programs", programs.len());
    for (name, text) in programs {
        let (program, diagnostics) = front_end(&text, Options::default());
        let lines = LineIndex::new(&text);
        let shown: String = diagnostics.iter().map(|d| d.render(&name, &lines)).collect();
        assert!(diagnostics.is_empty(), "{shown}");
        assert!(program.is_some_and(|p| !p.asserts.is_empty()), "{name}");
    }
}

#[test]
fn printed_example_programs_mean_the_same() {
    for (name, text) in programs() {
        let once = print::program(&parse(&text).0);
        let (again, diagnostics) = parse(&once);
        assert_eq!(diagnostics, [], "{name}");
        assert_eq!(print::program(&again), once, "{name}");
    }
}
