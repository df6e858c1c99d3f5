//! The reader's lines beside the invariants that are found without them, and completed by these: golden, and random
//! lines held against all states of a small domain.

use hornbook_corpus::dice::Dice;
use hornbook_lang::interp::{ListedChoices, Value, run};
use hornbook_lang::{Options, front_end};
use hornbook_pipeline::{
    Choices, Driver, Input, InvariantsChoice, Status, compare_lines, complete_lines,
};
use hornbook_records::Verdict;
use hornbook_records::line_comparison::{Difference, LoopComparison, Relation};

const FILL: &str = "\
int n = nondet();
int a[n];
assume(n >= 0);
int i = 0;
while (i < n) {
  LINES
  a[i] = 0;
  i = i + 1;
}
assert(forall k in 0..n: a[k] == 0);
";

fn comparison(lines: &str) -> LoopComparison {
    let input = Input::program(&FILL.replace("LINES", lines), &Choices::default());
    let all = compare_lines(&input).expect("a program");
    let [one] = <[LoopComparison; 1]>::try_from(all).expect("one loop");
    one
}

fn name(relation: &Relation) -> &'static str {
    match relation {
        Relation::Equal => "equal",
        Relation::Weaker(_) => "weaker",
        Relation::Stronger(_) => "stronger",
        Relation::Unrelated { .. } => "unrelated",
        Relation::Open(_) => "open",
    }
}

#[test]
fn lines_are_equal_weaker_stronger_or_unrelated() {
    // The claim needs no bound on `i`, as the loop ends with `n <= i`.
    let zeros = "invariant forall k in 0..i: a[k] == 0;";
    assert_eq!(name(&comparison(zeros).together), "equal");
    assert_eq!(name(&comparison("invariant i > 0 ==> a[0] == 0;").together), "weaker");
    let both = comparison(&format!("invariant 0 <= i && i <= n;\n  {zeros}"));
    assert_eq!(name(&both.together), "stronger", "{both:?}");
    assert_eq!(name(&both.lines[0].relation), "unrelated", "{both:?}");
    assert_eq!(name(&both.lines[1].relation), "equal", "{both:?}");
    assert_eq!(name(&comparison("invariant a[0] == 5;").together), "unrelated");
}

#[test]
fn a_line_in_other_words_is_the_same_fact() {
    let text = "int n = nondet();\nassume(n >= 0);\nint i = 0;\nint s = 0;\nwhile (i < n) {\n  invariant !(i > n);\n  i++;\n  s = s + 2;\n}\nassert(s == 2 * n);\n";
    let input = Input::program(text, &Choices::default());
    let found = compare_lines(&input).expect("a program");
    let facts: Vec<String> = found[0].found.iter().map(ToString::to_string).collect();
    let same = found[0].lines[0].same_fact.map(|n| &*facts[n]);
    assert_eq!(same, Some("i <= n"), "{facts:?}");
    assert_eq!(name(&found[0].lines[0].relation), "weaker");
}

/// The comparisons of a text; lines of several relations to what is found are told apart by their loop.
fn comparisons(text: &str) -> Vec<LoopComparison> {
    compare_lines(&Input::program(text, &Choices::default())).expect(text)
}

#[test]
fn what_a_division_means_belongs_to_the_line() {
    let text = "int n = nondet(); int i = 0; int s = 0; assume(n >= 0);\nwhile (i < n) {\n  invariant i % (n + 1) >= 0;\n  i++;\n  s = s + 2;\n}\nassert(s == 2 * n);";
    let found = comparisons(text);
    // Only a negative divisor or none makes it false, which the other facts allow.
    let Relation::Unrelated { only_found, .. } = &found[0].together else { panic!("{found:?}") };
    assert_eq!(only_found.written.as_deref(), Some("invariant i % (n + 1) >= 0;"));
    let (n, i) = (&only_found.state.scalars[0].1, &only_found.state.scalars[1].1);
    assert!(n.parse::<i64>().is_ok_and(|n| n + 1 == 0), "{n}");
    assert!(i.parse::<i64>().is_ok_and(|i| i < 0), "{i}");
    let completed = complete_lines(&Input::program(text, &Choices::default())).expect(text);
    assert!(!completed.added.is_empty(), "{completed:?}");
}

#[test]
fn loops_and_variables_are_known_by_their_places() {
    let one_line = "int n = nondet(); assume(n >= 0); int i = 0; int j = 0;\nwhile (i < n) { invariant i <= n; decreases n - i; i++; } while (j < n) { j++; }\nassert(i == n && j == n);";
    let found = comparisons(one_line);
    assert_eq!(found.len(), 1);
    let facts: Vec<String> = found[0].found.iter().map(ToString::to_string).collect();
    assert_eq!(found[0].lines[0].same_fact.map(|n| &*facts[n]), Some("i <= n"), "{found:?}");

    let binders = "int n = nondet(); assume(n >= 0); int a[n]; int s = 0;\nfor (int i = 0; i < n; i++) { a[i] = 0; }\nfor (int j = 0; j < n; j++) {\n  invariant forall i in 0..n: a[i] == 0;\n  s++;\n}\nint t = 0;\nfor (int i = 0; i < n; i++) {\n  invariant t == i;\n  decreases n - i;\n  t++;\n}\nassert(t == n);";
    let found = comparisons(binders);
    let last = found.last().expect("the last loop");
    assert!(last.lines[0].same_fact.is_some(), "{last:?}");
    // No variable of a line is part of a state.
    let states = format!("{found:?}");
    assert!(!states.contains("\"measure\"") && !states.contains("i_before"), "{states}");
}

#[test]
fn an_invariant_that_is_not_shown_whole_is_not_compared() {
    let nested = "int n = nondet(); assume(n >= 0); int i = 0;\nwhile (i < n) {\n  invariant i <= n;\n  int j = 0;\n  while (j < n) {\n    j++;\n  }\n  i++;\n}\nassert(i == n);";
    for compared in comparisons(nested) {
        assert!(!compared.found.is_empty(), "{compared:?}");
        assert_ne!(name(&compared.together), "stronger", "{compared:?}");
    }
}

#[test]
fn what_is_called_enough_is_enough() {
    let programs = [
        "int n = nondet(); assume(n >= 0); int i = 0;\nwhile (i < n) {\n  int j = 0;\n  while (j < n) {\n    j++;\n  }\n  i++;\n}\nassert(i == n);",
        "int up(int n) { int i = 0; while (i < n) { i++; } return i; }\nint m = nondet(0, 9); int p = nondet(0, 9);\nassert(up(m) == m);\nassert(up(p) == p);",
        "int n = nondet(); assume(n >= 0); int a[n]; int s = 0;\nfor (int i = 0; i < n; i++) { s = s + a[i]; }\nassert(s == sum(a, 0, n));",
        "int n = nondet(); assume(n >= 0); int s = 0; int i;\nfor (i = 0; i < n; i++) { }\nfor (i = 0; i < n; i++) { s++; }\nassert(s == n);",
        include_str!("../../../../tests/invariants/shuffle.hb"),
        include_str!("../../../../tests/students/20_arrays_equal.hb"),
    ];
    for text in programs {
        let found = complete_lines(&Input::program(text, &Choices::default())).expect(text);
        let verdict = judged(&found.text);
        assert_eq!(found.certified, verdict == Verdict::Certified, "{found:?}");
        assert_eq!(found.not_shown, matches!(verdict, Verdict::NotShown(_)), "{found:?}");
    }
}

#[test]
fn new_lines_do_not_move_those_that_tiles_name() {
    let text = "#pragma tiles 4 a: i\nint n = nondet(); assume(n >= 0); int a[n]; int s = 0;\nwhile (s < n) {\n  s++;\n}\nfor (int i = 0; i < n; i++) a[i] = 0;\nassert(s == n);";
    let options = Choices::default();
    let before = text.lines().count();
    let found = complete_lines(&Input::program(text, &options)).expect(text);
    assert_eq!(found.text.lines().count(), before, "{}", found.text);
}

#[test]
fn what_cannot_be_compared_is_said_or_left_out() {
    let before = comparison("invariant i >= before(i);");
    assert_eq!(name(&before.together), "open", "{before:?}");
    // A loop about which nothing is written.
    let text = FILL.replace("LINES", "");
    assert_eq!(compare_lines(&Input::program(&text, &Choices::default())), Some(vec![]));
    let input = Input::program("int i = ;", &Choices::default());
    assert_eq!(compare_lines(&input), None);
}

/// The verdict by exactly the lines of a text.
fn judged(text: &str) -> Verdict {
    let options = Choices { invariants: Some(InvariantsChoice::Given), ..Choices::default() };
    let mut driver = Driver::new(&Input::program(text, &options)).expect(text);
    loop {
        if let Status::Done(outcome) = driver.step(100_000) {
            return outcome.verdict;
        }
    }
}

#[test]
fn completed_lines_suffice_alone() {
    for (lines, added) in
        [("", 3), ("invariant 0 <= i;", 2), ("invariant i >= 0; invariant i <= n;", 1)]
    {
        let text = FILL.replace("LINES", lines);
        let found = complete_lines(&Input::program(&text, &Choices::default())).expect("a program");
        assert!(found.certified && found.left_out.is_empty(), "{found:?}");
        assert!(found.added.len() <= added && !found.added.is_empty(), "{found:?}");
        assert_eq!(found.text.matches("found by Hornbook").count(), found.added.len());
        assert_eq!(judged(&found.text), Verdict::Certified, "{}", found.text);
    }
}

#[test]
fn completed_lines_leave_comments_with_their_statements() {
    let head = "int n = nondet();\nassume(n >= 0);\nint i = 0;\n";
    for (before, after) in [
        ("while (i < n) {\n  // One more.\n  i++;\n}", "{\n  NEW\n  // One more.\n  i++;\n}"),
        (
            "while (i < n) { // Up.\n  /* One\n     more. */\n\n  i++;\n}",
            "{ // Up.\n  NEW\n  /* One\n     more. */\n\n  i++;\n}",
        ),
        ("while (i < n) // Up.\n  i++;", "// Up.\n  NEW\n  i++;"),
        ("while (i < n) { /* Up. */ i++; }", "{ SAME /* Up. */ i++; }"),
        ("for (; i < n; i++) {}", "{ SAME }"),
        ("for (; i < n; i++) { }", "{ SAME }"),
        ("for (; i < n; i++) {\n  // Nothing.\n}", "{\n  // Nothing.\n  NEW\n}"),
        ("for (; i < n; i++);", "SAME ;"),
    ] {
        let text = format!("{head}{before}\nassert(i == n);");
        let found = complete_lines(&Input::program(&text, &Choices::default())).expect(&text);
        assert!(found.certified && found.left_out.is_empty(), "{text}\n{found:?}");
        let new = found.added.iter().map(|line| format!("invariant {line}; // found by Hornbook"));
        let new = new.collect::<Vec<_>>().join("\n  ");
        let same =
            found.added.iter().map(|line| format!("invariant {line}; /* found by Hornbook */"));
        let same = same.collect::<Vec<_>>().join(" ");
        let after = after.replace("NEW", &new).replace("SAME", &same);
        assert!(found.text.contains(&after), "{after}\n{}", found.text);
    }
}

#[test]
fn completed_lines_stand_where_they_may() {
    let texts = [
        // On one line, without braces, and behind the body.
        "int n = nondet(); int i = 0; assume(n >= 0); while (i < n) { i++; } assert(i == n);",
        "int n = nondet(); int i = 0; assume(n >= 0); while (i < n) i++; assert(i == n);",
        "int n = nondet(); int i = 0; assume(n >= 1); do i++; while (i < n); assert(i == n);",
        "int n = nondet(); int s = 0; assume(n >= 0); for (int i = 0; i < n; i++) s++; assert(s == n);",
        // Two loops whose counters have one name, and one in a function.
        "int n = nondet(); assume(n >= 0); int s = 0;\nfor (int i = 0; i < n; i++) {\n  s++;\n}\nfor (int i = 0; i < n; i++) {\n  s++;\n}\nassert(s == 2 * n);",
        "int up(int n) {\n  int i = 0;\n  while (i < n) {\n    i++;\n  }\n  return i;\n}\nint n = nondet();\nassume(n >= 0);\nassert(up(n) == n);",
    ];
    for text in texts {
        let found = complete_lines(&Input::program(text, &Choices::default())).expect(text);
        // A function cannot name a variable of its caller.
        assert!(found.left_out.is_empty() || found.left_out == ["n == n_2"], "{found:?}");
        assert!(found.certified, "{found:?}");
        assert_eq!(judged(&found.text), Verdict::Certified, "{}", found.text);
    }
}

const LINES: [&str; 12] = [
    "0 <= i",
    "i <= n",
    "i >= 0 && i <= n",
    "i < n + 1",
    "i <= 2",
    "n != 1",
    "i == n ==> n <= 1",
    "forall k in 0..i: a[k] == 0",
    "forall k in 0..n: a[k] == 0",
    "forall k: 0 <= k && k <= i ==> a[k] == 0",
    "i > 0 ==> a[0] == 0",
    "exists k in 0..n: a[k] == 0",
];

/// The values of `n`, `i`, and of three cells.
fn domain() -> impl Iterator<Item = Vec<i64>> {
    let scalars = (-1..4).flat_map(|n| (-1..4).map(move |i| [n, i]));
    scalars
        .flat_map(|[n, i]| (0..8).map(move |bits| vec![n, i, bits & 1, bits >> 1 & 1, bits >> 2]))
}

/// Whether all of these formulas hold of a state, by the interpreter; the cells that are not listed are zero.
fn hold(formulas: &[String], state: &[i64]) -> bool {
    let mut text = String::from("int n = nondet(); int i = nondet(); int a[] = const_array(0);\n");
    (0..state.len() - 2).for_each(|k| text += &format!("a[{k}] = nondet();\n"));
    formulas.iter().for_each(|f| text += &format!("assert({f});\n"));
    let (program, problems) = front_end(&text, Options::default());
    let program = program.unwrap_or_else(|| panic!("{text}\n{problems:?}"));
    let values = state.iter().map(|n| Value::Int((*n).into())).collect();
    run(&program, &mut ListedChoices::new(values), 10_000).failed.is_empty()
}

/// The state that is shown, with as many cells as are shown.
fn shown(difference: &Difference) -> Vec<i64> {
    let known = |name: &str| {
        let found = difference.state.scalars.iter().find(|(n, _)| n == name);
        found.map_or(0, |(_, value)| value.parse().expect("a small number"))
    };
    let (mut state, mut cells) = (vec![known("n"), known("i")], vec![]);
    for row in &difference.state.rows {
        let from = usize::try_from(-row.first).unwrap_or(0);
        cells = row.cells[from..].iter().map(|cell| cell.parse().expect("a number")).collect();
    }
    state.append(&mut cells);
    state
}

#[test]
fn random_lines_are_related_as_all_small_states_say() {
    let mut seen = std::collections::BTreeMap::new();
    for seed in 0..60 {
        let mut dice = Dice::new((777 << 32) ^ seed);
        let lines: Vec<String> =
            (0..1 + dice.below(3)).map(|_| (*dice.pick(&LINES)).to_owned()).collect();
        let text: String = lines.iter().map(|line| format!("invariant {line};\n")).collect();
        let compared = comparison(&text);
        let facts: Vec<String> = compared.found.iter().map(ToString::to_string).collect();
        let all: Vec<(bool, bool)> =
            domain().map(|state| (hold(&lines, &state), hold(&facts, &state))).collect();
        let only = |own: bool| all.contains(&(own, !own));
        let separates = |difference: &Difference, own: bool| {
            let state = shown(difference);
            let claim = [difference.claim.to_string()];
            hold(&lines, &state) == own && hold(&facts, &state) != own && !hold(&claim, &state)
        };
        let told = name(&compared.together);
        let right = match &compared.together {
            Relation::Equal => !only(true) && !only(false),
            Relation::Weaker(more) => !only(false) && separates(more, true),
            Relation::Stronger(more) => !only(true) && separates(more, false),
            Relation::Unrelated { only_own, only_found } => {
                separates(only_own, true) && separates(only_found, false)
            }
            Relation::Open(_) => true,
        };
        assert!(right, "{told}: {lines:?} and {facts:?}\n{:?}", compared.together);
        *seen.entry(told).or_insert(0) += 1;
    }
    assert!(seen.len() >= 4 && seen.get("open").is_none_or(|open| *open <= 3), "{seen:?}");
}
