//! The example programs pass the front end.

use crate::support::programs::{Example, all};
use hornbook_base::LineIndex;
use hornbook_lang::{Options, front_end, parse, print};

/// A warning about what no proof can use; programs about sums, counts and products have it.
const NOT_PROVED: [&str; 2] = [" when the program is verified", " for any integer"];

#[test]
fn example_programs_are_accepted_without_a_word() {
    let programs = all();
    assert!(programs.len() >= 26, "only {} programs", programs.len());
    for Example { name, text } in programs {
        let (program, mut diagnostics) = front_end(&text, Options::default());
        diagnostics.retain(|d| !NOT_PROVED.iter().any(|end| d.message.ends_with(end)));
        let lines = LineIndex::new(&text);
        let shown: String = diagnostics.iter().map(|d| d.render(&name, &lines)).collect();
        assert!(diagnostics.is_empty(), "{shown}");
        assert!(program.is_some_and(|p| !p.asserts.is_empty()), "{name}");
    }
}

#[test]
fn printed_example_programs_mean_the_same() {
    for Example { name, text } in all() {
        let once = print::program(&parse(&text).0);
        let (again, diagnostics) = parse(&once);
        assert_eq!(diagnostics, [], "{name}");
        assert_eq!(print::program(&again), once, "{name}");
    }
}
