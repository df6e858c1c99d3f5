//! What is shown of tiling: segments, pictures of runs, what runs suggest, and conditions with what breaks them.

use crate::support::programs;
use hornbook_corpus::nightly;
use hornbook_corpus::pool;
use hornbook_corpus::programs::folder;
use hornbook_pipeline::{Choices, Input, record_tiling};
use hornbook_records::tiled::{CandidateStatus, ConditionState, TilingRecord};
use hornbook_records::tiling_picture::{TiledCell, TilingPicture};

/// What tiling shows of a program, with tiles by hand.
pub fn shown(text: &str, tiles: &str) -> TilingRecord {
    let tiles = tiles.parse().expect("tiles");
    let input = Input::program(text, &Choices { tiles, ..Choices::default() });
    record_tiling(&input).unwrap_or_else(|| panic!("{:?}\n{text}", input.diagnostics))
}

const PAIRS: &str = "int n = nondet();\nassume(n > 0);\nint a[2 * n];\n\
    for (int i = 0; i < n; i++) { a[2 * i] = 1; a[2 * i + 1] = 1; }\n\
    assert(forall k in 0..2 * n: a[k] == 1);\n";

fn of_size(shown: &TilingRecord, size: i64) -> &TilingPicture {
    shown.pictures.iter().find(|picture| picture.size == size).expect("a run of this size")
}

/// The state of a condition, by its name.
fn state<'t>(shown: &'t TilingRecord, name: &str) -> &'t ConditionState {
    let conditions = shown.claims[0].conditions.as_ref().expect("conditions");
    &conditions.iter().find(|c| c.name == name).expect(name).state
}

#[test]
fn cells_belong_to_the_rounds_that_own_them() {
    let shown = shown(PAIRS, "");
    let picture = of_size(&shown, 3);
    let cells = &picture.arrays[0].cells;
    let owners: Vec<&[usize]> = cells.iter().map(|cell| cell.owners.as_slice()).collect();
    assert_eq!(owners, [[0], [0], [1], [1], [2], [2]]);
    assert!(cells.iter().all(|cell| cell.wanted));
    // What is wanted of a cell holds from the round on that owns it, and of some not before that.
    let from_owner =
        |cell: &TiledCell| cell.held[cell.owners[0] + 1..].iter().all(|h| *h == Some(true));
    assert!(cells.iter().all(from_owner), "{cells:?}");
    assert!(cells.iter().any(|cell| cell.held[0] == Some(false)), "{cells:?}");
    assert!(shown.claims[0].is_certified());
}

#[test]
fn another_tile_leaves_gaps_or_reaches_into_the_next_one() {
    let gaps = shown(PAIRS, "4 a: k == 2 * i");
    let cells = &of_size(&gaps, 3).arrays[0].cells;
    let unowned: Vec<i64> =
        cells.iter().filter(|c| c.owners.is_empty()).map(|c| c.index[0]).collect();
    assert_eq!(unowned, [1, 3, 5]);
    let ConditionState::Broken(broken) = state(&gaps, "T1") else { panic!("{gaps:?}") };
    let claimed: Vec<_> = broken.strips[0].cells.iter().filter(|cell| cell.claimed).collect();
    assert!(claimed.len() == 1 && !claimed[0].this, "{broken:?}");
    let overlap = shown(PAIRS, "4 a: 2 * i <= k < 2 * i + 3");
    let cells = &of_size(&overlap, 3).arrays[0].cells;
    assert_eq!(cells[2].owners, [0, 1]);
    // A round does not make the cell of the next one 1.
    assert!(!overlap.claims[0].is_certified(), "{overlap:?}");
}

#[test]
fn tiles_that_do_not_fit_are_said() {
    let found = shown(PAIRS, "4 a: 0 <= k < n");
    assert!(found.wrong.is_some_and(|why| why.contains("is no tile")));
}

#[test]
fn arrays_of_arrays_are_drawn_and_deeper_ones_are_not() {
    let grid = "int n = nondet(1, 9), m[][];\nfor (int i = 0; i < n; i++) {\n\
        for (int j = 0; j < n; j++) { m[i][j] = i; } }\n\
        assert(forall x in 0..n: forall y in 0..n: m[x][y] == x);\n";
    let found = shown(grid, "");
    let picture = of_size(&found, 2);
    let cells = &picture.arrays[0].cells;
    let owned: Vec<(&[i64], &[usize])> =
        cells.iter().map(|c| (c.index.as_slice(), c.owners.as_slice())).collect();
    assert_eq!(owned, [(&[0, 0][..], &[0][..]), (&[0, 1], &[0]), (&[1, 0], &[1]), (&[1, 1], &[1])]);
    assert!(found.claims[0].is_certified());
    let cube = "int n = nondet(1, 9), m[][][];\nfor (int i = 0; i < n; i++) { m[i][i][i] = 1; }\n\
        assert(forall x in 0..n: m[x][x][x] == 1);\n";
    assert!(shown(cube, "").claims[0].is_certified());
}

#[test]
fn runs_suggest_what_holds_between_loops_and_say_what_does_not() {
    let text = "int n = nondet();\nassume(n > 0);\nint a[n], b[n], c[n];\n\
        for (int i = 0; i < n; i++) { c[i] = a[i]; }\n\
        for (int i = 0; i < n; i++) { int t = a[i]; a[i] = b[i]; b[i] = t; }\n\
        assert(forall k in 0..n: b[k] == c[k]);\n";
    let found = shown(text, "");
    let of = |line: u32, text: &str| {
        let one = found.learned.iter().find(|one| one.line == line && one.text == text);
        one.unwrap_or_else(|| panic!("{text} in {:?}", found.learned))
    };
    let copied = of(4, "forall k in 0..n: c[k] == a[k]");
    assert_eq!((&copied.fate, copied.runs, copied.cells), (&CandidateStatus::Proved, 12, 78));
    assert!(
        matches!(&of(4, "forall k in 0..n: c[k] == 7").fate, CandidateStatus::Killed(run) if run == "size 2: c[1] = 4")
    );
    assert_eq!(of(5, "forall k in 0..n: b[k] == c[k]").fate, CandidateStatus::Proved);
    assert!(found.segments[2].wanted.iter().any(|text| text.contains("a[k2] == c[k2]")));
    // What is filled by a formula is a line through two cells.
    let filled = "int n = nondet();\nassume(n > 0);\nint a[n];\n\
        for (int i = 0; i < n; i++) { a[i] = 3 * i + 2; }\n";
    let found = shown(filled, "");
    let line = found.learned.iter().find(|one| one.text == "forall k in 0..n: a[k] == 3 * k + 2");
    assert_eq!(line.map(|one| &one.fate), Some(&CandidateStatus::Proved));
}

/// Whatever the program is: something is shown, and conditions certify nothing that is wrong.
#[test]
fn no_example_that_is_wrong_is_certified_by_conditions() {
    let all = programs::all();
    assert!(folder().is_dir() && all.len() > 500);
    let buggy: Vec<_> = all.iter().filter(|e| e.name.contains("_buggy")).collect();
    assert!(buggy.len() > 200, "{}", buggy.len());
    let buggy = nightly::part(buggy, 3);
    let look = |example: &&programs::Example| {
        let input = Input::program(&example.text, &Choices::default());
        let shown = record_tiling(&input)?;
        let certified = !shown.claims.is_empty() && shown.claims.iter().all(|c| c.is_certified());
        let outside = shown.claims.len() == example.text.matches("assert(").count();
        (certified && outside).then(|| example.name.clone())
    };
    let wrong: Vec<String> = pool::map(&buggy, look).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
