//! What is taken over from the text before is what would be found anew.

use hornbook_abstraction::heuristic::Heuristic;
use hornbook_pipeline::{Choices, ClauseCache, Input, record_stages, record_stages_cached};
use proptest::prelude::*;

fn options(abstraction: &str, large_blocks: bool) -> Choices {
    let abstraction = Some(abstraction.parse().expect("an abstraction"));
    Choices { abstraction, large_blocks, ..Choices::default() }
}

/// The road of a text by `cache`, after it was compared with the one that is found without.
fn same(text: &str, options: &Choices, cache: &mut ClauseCache) {
    let input = Input::program(text, options);
    let json = |road| serde_json::to_string(&road).expect("a road has a JSON form");
    assert_eq!(json(record_stages_cached(&input, cache)), json(record_stages(&input)), "{text}");
}

/// One change of a text; most of them leave a program without errors.
fn edit(text: &mut Vec<char>, (at, kind, digit): (usize, usize, u8)) {
    let at = at % (text.len() + 1);
    match (kind, text.get(at)) {
        (0, _) => text.insert(at, ' '),
        (1, _) => text.insert(at, '\n'),
        (2, _) => drop(text.splice(at..at, "/**/".chars())),
        (3, Some(c)) if c.is_whitespace() => drop(text.remove(at)),
        // Digits are few, so the nearest one is meant.
        (_, Some(_)) => {
            if let Some(c) = text[at..].iter_mut().find(|c| c.is_ascii_digit()) {
                *c = char::from(b'0' + digit);
            }
        }
        (_, None) => text.push(';'),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_text_that_is_being_written(
        which in any::<usize>(),
        abstraction in prop::sample::select(vec!["cell1", "cell2", "cell<2"]),
        large_blocks in prop::bool::weighted(0.2),
        edits in prop::collection::vec((any::<usize>(), 0..5_usize, 0..10_u8), 1..8),
    ) {
        let examples = crate::support::programs::menu();
        let mut text: Vec<char> = examples[which % examples.len()].text.chars().collect();
        let (choice, mut cache) = (options(abstraction, large_blocks), ClauseCache::default());
        same(&text.iter().collect::<String>(), &choice, &mut cache);
        for change in edits {
            edit(&mut text, change);
            same(&text.iter().collect::<String>(), &choice, &mut cache);
        }
    }
}

#[test]
fn other_choices_are_noticed() {
    let text = "int a[];\nint i = 0;\nwhile (i < 3) { a[i] = i; i++; }\nassert(a[1] == 1);";
    let mut cache = ClauseCache::default();
    let choices = ["cell1", "cell2", "id", "cell1"];
    for (abstraction, large_blocks) in choices.into_iter().flat_map(|c| [(c, false), (c, true)]) {
        same(text, &options(abstraction, large_blocks), &mut cache);
    }
    for heuristic in Heuristic::ALL.map(Some) {
        same(text, &Choices { heuristic, ..options("cell1", false) }, &mut cache);
    }
    // The same clauses with other names of predicates, and with other parameters.
    same(&text.replace('\n', "\n\n"), &options("cell1", false), &mut cache);
    same(&format!("int z;\n{text}"), &options("cell1", false), &mut cache);
}
