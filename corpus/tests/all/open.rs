//! The open programs say what is missing, and so does the page about them.

use hornbook_corpus::programs::{expectations, open_folder};

#[test]
fn open_programs_say_why() {
    let page = include_str!("../../../tests/open/README.md");
    let all = expectations(&open_folder()).expect("the open programs");
    assert!(!all.is_empty());
    for e in &all {
        let reason = e.open.as_ref().unwrap_or_else(|| panic!("{} does not say why", e.program));
        let row = format!("| [{0}]({0}.hb) | {reason} |\n", e.program);
        assert!(page.contains(&row), "the page has no line {row}");
    }
    assert_eq!(page.matches(".hb) |").count(), all.len(), "the page has other programs too");
}
