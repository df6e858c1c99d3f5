//! What the page on the papers' errors says that tests show is shown.

use std::fs;
use std::path::Path;

/// The pages that sections of it lead to, besides the tests.
const PAGES: [(&str, &str); 3] = [
    ("abstractions.md", include_str!("../../../../docs/abstractions.md")),
    ("instrumentation.md", include_str!("../../../../docs/instrumentation.md")),
    ("tiling.md", include_str!("../../../../docs/tiling.md")),
];

fn page() -> &'static str {
    include_str!("../../../../docs/errata.md")
}

/// All sources below a folder.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).expect("a folder of sources").flatten();
    let text = |path: std::path::PathBuf| match path.is_dir() {
        true => sources(&path),
        false => fs::read_to_string(&path).unwrap_or_default(),
    };
    entries.map(|entry| text(entry.path())).collect()
}

#[test]
fn the_tests_that_the_page_names_are_there() {
    let sources = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let named: Vec<&str> =
        page().split("the test `").skip(1).filter_map(|rest| rest.split('`').next()).collect();
    assert!(named.len() >= 2, "{named:?}");
    for name in named {
        assert!(
            sources.contains(&format!("#[test]\n    fn {name}()"))
                || sources.contains(&format!("#[test]\nfn {name}()")),
            "{name}"
        );
    }
}

#[test]
fn the_sections_that_the_page_leads_to_are_there() {
    let heading = |line: &str| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    let mut found = 0;
    for (name, text) in PAGES {
        let known: Vec<String> = text.lines().filter(|l| l.starts_with('#')).map(heading).collect();
        for link in page().split(&format!("]({name}#")).skip(1) {
            let section = link.split(')').next().unwrap_or_default();
            assert!(known.iter().any(|k| k == section), "{name}#{section}");
            found += 1;
        }
    }
    assert!(found >= 6, "{found} links");
}
