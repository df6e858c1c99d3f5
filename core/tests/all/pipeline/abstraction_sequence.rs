//! Stronger abstractions as advice and as a search of their own, the place where a derivation is
//! no run, hints that are wrong or too hard.

use hornbook_horn::{Node, Term};
use hornbook_pipeline::{Choices, ChosenAbstraction, Driver, Input, Status};
use hornbook_records::tasks::TaskProgress;
use hornbook_records::{DerivationRemark, Outcome, TreeNode, UnknownReason, Verdict};
use hornbook_settings::Settings;
use std::rc::Rc;

const STEPS: u64 = 3_000_000;

fn answer(text: &str, options: &Choices) -> Outcome {
    let mut solving = Driver::new(&Input::program(text, options)).expect("no errors");
    for _ in 0..STEPS / 50_000 {
        if let Status::Done(outcome) = solving.step(50_000) {
            return outcome;
        }
    }
    solving.stop(&UnknownReason::Budget)
}

fn choices_with(abstraction: &str) -> Choices {
    Choices::abstraction(abstraction.parse().expect("an abstraction"))
}

fn auto() -> Choices {
    Choices::abstraction(ChosenAbstraction::Auto)
}

/// All cells are equal, which one cell cannot say.
const EQUAL: &str = "int n = nondet(); int a[n]; int v = nondet();\n\
    for (int i = 0; i < n; i++) { a[i] = v; }\n\
    v = nondet();\n\
    assert(n < 2 || a[0] == a[1]);";

#[test]
fn advice_names_an_abstraction_that_certifies() {
    let outcome = answer(EQUAL, &choices_with("cell1"));
    let Verdict::TooWeak { why, .. } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert!(
        why.contains("The derivation is not a run: line 4 takes a[")
            && why.contains(" together, which come from runs that differ after line "),
        "{why}"
    );
    let advice = outcome.advice.expect("advice");
    assert_eq!(answer(EQUAL, &choices_with(&advice)).verdict, Verdict::Certified);
}

/// What is said of a program that one cell is too weak for, and its derivation.
fn weak(text: &str) -> (String, TreeNode) {
    match answer(text, &choices_with("cell1")).verdict {
        Verdict::TooWeak { why, tree, .. } => (why, tree),
        other => panic!("{other:?}\n{text}"),
    }
}

/// All nodes with a remark, from the root on.
fn remarked(tree: &TreeNode) -> Vec<&TreeNode> {
    let below = tree.children.iter().flat_map(remarked);
    tree.remark.iter().map(|_| tree).chain(below).collect()
}

#[test]
fn a_derivation_names_the_cells_and_how_their_runs_differ() {
    let (why, tree) = weak(EQUAL);
    let nodes = remarked(&tree);
    let remarks: Vec<Option<DerivationRemark>> = nodes.iter().map(|node| node.remark).collect();
    assert_eq!(
        remarks,
        [
            Some(DerivationRemark::SpuriousStep),
            Some(DerivationRemark::Divergence),
            Some(DerivationRemark::Divergence)
        ]
    );
    assert_eq!(nodes[0].line, 4);
    let v = |node: &TreeNode| node.state.iter().find(|(what, _)| what.to_string() == "v").cloned();
    let [Some((_, one)), Some((_, other))] = [v(nodes[1]), v(nodes[2])] else {
        panic!("the state has v");
    };
    assert_ne!(one, other);
    let said = format!("that differ after line {}: v = {one} and v = {other}", nodes[1].line);
    assert!(why.ends_with(&said), "{why}");
    // The value of an array too can be what differs.
    let (why, _) = weak(
        "int n = nondet(); int a[n]; assume(n >= 1); int p = 0;\n\
         for (int i = 0; i < n; i++) { if (a[i] > a[p]) { p = i; } }\n\
         assert(forall k in 0..n: a[k] <= a[p]);",
    );
    let (_, cells) = why.split_once("that differ after line ").expect("a difference");
    let (_, cells) = cells.split_once(": ").expect("two cells");
    let [one, other] = cells.split(" and ").collect::<Vec<_>>()[..] else { panic!("{cells}") };
    let place = |cell: &str| cell.split(" = ").next().map(str::to_owned);
    assert!(one != other && place(one) == place(other) && one.starts_with("a["), "{why}");
}

/// The quotients are any numbers, and one array has all that is read.
const QUOTIENT: &str = "int p = nondet(2, 9); assume(forall k in 50..60: k / p >= 100);";

/// The solver gives values that do not matter as it likes, to each cell others: only the quotients are to blame.
fn only_quotients_are_lost(text: &str) {
    let (why, tree) = weak(text);
    assert!(why.contains("a division below a quantifier"), "{why}");
    assert!(!why.contains("not a run") && remarked(&tree).is_empty(), "{why}");
}

#[test]
fn dead_values_are_no_difference() {
    only_quotients_are_lost(&format!(
        "int a[]; {QUOTIENT}\nint x = a[0]; x = a[1]; x = a[2]; x = 0;\n\
         assert(a[0] + a[1] + a[2] < 100);"
    ));
}

#[test]
fn branches_that_do_the_same_are_no_difference() {
    only_quotients_are_lost(&format!(
        "int a[]; {QUOTIENT}\nint t = nondet(); int x = 0;\n\
         if (t > a[0]) {{ x = a[1]; }} else {{ x = a[1]; }}\nt = 0;\n\
         assert(!(a[0] == 5 && a[1] == 7 && x == 7));"
    ));
}

/// Something does matter, and the dead variable is not it.
#[test]
fn what_matters_is_the_difference() {
    let (why, tree) =
        weak(&EQUAL.replace(
            "v = nondet();\nassert",
            "int x = a[0]; x = a[1]; x = 0; v = nondet();\nassert",
        ));
    assert!(
        why.contains("not a run") && !why.contains("x = ") && remarked(&tree)[0].fact.is_false(),
        "{why}"
    );
}

#[test]
fn auto_finds_the_weakest_abstraction_of_the_list_that_suffices() {
    let simple = "int n = nondet(); int a[]; for (int i = 0; i < n; i++) { a[i] = 5; }\n\
        assert(n > 3 ==> a[3] == 5);";
    let cases = [(simple, "cell1", Verdict::Certified), (EQUAL, "cell<2", Verdict::Certified)];
    for (text, abstraction, verdict) in cases {
        let outcome = answer(text, &auto());
        assert_eq!((outcome.abstraction.as_deref(), outcome.verdict), (Some(abstraction), verdict));
    }
    let pragma = format!("#pragma abstraction auto\n{EQUAL}");
    assert_eq!(answer(&pragma, &Choices::default()).verdict, Verdict::Certified);
    let chosen = answer(&pragma, &choices_with("cell1"));
    assert_eq!((chosen.verdict.name(), chosen.abstraction), ("too-weak", None));
}

/// A sum is any integer, whatever is in the array.
const SUM: &str =
    "int n=2; int a[n]; int i=0; while(i<n){a[i]=0;i++;} int s=sum(a,0,n); assert(s==0);";

/// All states of a derivation, each fact with the words for it.
fn states(tree: &TreeNode, out: &mut Vec<(Term, String)>) {
    let parts: Vec<String> =
        tree.state.iter().map(|(what, value)| format!("{what} = {value}")).collect();
    out.push((tree.fact.clone(), parts.join(", ")));
    tree.children.iter().for_each(|child| states(child, out));
}

fn derived(options: &Choices) -> Vec<(Term, String)> {
    let Verdict::TooWeak { tree, .. } = answer(SUM, options).verdict else { panic!("too weak") };
    let mut out = vec![];
    states(&tree, &mut out);
    out
}

#[test]
fn programs_without_loops_need_no_abstraction() {
    let text = "int a[]; int b[]; int i = nondet(); b = a;\n\
        if (a[i] > 0) { b[i] = a[i] - 1; } else { b[i] = 0; }\n\
        assert(forall k: k != i ==> a[k] == b[k]);";
    let outcome = answer(text, &auto());
    assert_eq!((outcome.verdict.name(), outcome.abstraction), ("certified", None));
    let outcome = answer(&text.replace("k != i ==>", "k != 3 ==>"), &auto());
    assert_eq!((outcome.verdict.name(), outcome.abstraction), ("buggy", None));
    // A choice is kept, and its verdict.
    assert_eq!(answer(text, &choices_with("nothing")).verdict.name(), "too-weak");
}

/// What is outside of the fragment is named, with its line.
#[test]
fn what_cannot_be_decided_is_said() {
    let text = "int a[]; int b[]; int n = nondet();\n\
        assume(n > 0);\n\
        assume(forall k: b[a[k]] > a[b[k]]);\n\
        assert(n > 1);";
    match answer(text, &auto()).verdict {
        Verdict::TooWeak { why, abstracted, .. } => {
            assert!(why.contains("at line 3 cells are not read at plain indices"), "{why}");
            assert!(!abstracted);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_derivation_speaks_of_the_abstraction_that_it_is_of() {
    let outcome = answer(SUM, &auto());
    let chosen = outcome.abstraction.expect("the name of the abstraction");
    assert_ne!(chosen, "cell1", "the stages on view are of one cell");
    let states = derived(&auto());
    assert_eq!(states, derived(&choices_with(&chosen)));
    let mut described = 0;
    for (fact, words) in states {
        let Node::Pred(_, args) = fact.node() else { continue };
        // Each cell has two arguments, its index and its value, and one part.
        let cells = words.matches("a[").count();
        let parts = words.split(", ").filter(|part| !part.is_empty()).count();
        assert_eq!(parts + cells, args.len(), "{fact} became {words}");
        assert!(cells == 0 || cells == 2, "{fact} became {words}");
        described += cells;
    }
    assert!(described > 0);
}

#[test]
fn what_is_no_cell_and_no_variable_is_not_put_into_words() {
    for (text, some) in [("first", true), ("smash", false)] {
        for (fact, words) in derived(&choices_with(text)) {
            let Node::Pred(_, args) = fact.node() else { continue };
            let cells = words.contains("a[");
            let plain = words.split(", ").filter(|part| !part.is_empty()).count() == args.len();
            assert!(plain || cells && some || words.is_empty(), "{text}: {fact} became {words}");
        }
    }
}

/// One assertion fails, and the other one needs two cells.
const BOTH: &str = "int a[]; int i = nondet(); int bad = nondet();\n\
    assume(forall k, j: 0 <= k < j < 3 ==> a[k] < a[j]);\n\
    assert(bad != 2);\n\
    assert(0 <= i < 2 ==> a[i] < a[i + 1]);";

#[test]
fn a_failing_run_does_not_end_the_search_for_the_other_assertions() {
    let names = |o: &Outcome| o.assertions.iter().map(|a| a.verdict.name()).collect::<Vec<_>>();
    assert_eq!(names(&answer(BOTH, &auto())), ["buggy", "certified"]);
    let chosen = answer(BOTH, &choices_with("cell1"));
    assert_eq!(names(&chosen), ["buggy", "too-weak"]);
    assert_eq!(
        names(&answer(BOTH, &choices_with(&chosen.advice.expect("advice")))),
        ["buggy", "certified"]
    );
}

/// Claims that count are for another abstraction than the others.
#[test]
fn a_task_about_some_claims_ends_with_their_verdict() {
    let text = "int n = nondet(); int a[n]; int c = 0; int i = 0;\n\
                while (i < n) { a[i] = 1; i++; }\n\
                assert(forall k in 0..n: a[k] == 1);\n\
                a[0] = a[0];\n\
                assert(forall v: count(a, 0, n, v) >= 0);";
    let outcome = answer(text, &auto());
    assert_eq!(outcome.verdict, Verdict::Certified);
    let state = &outcome.tasks.first().expect("a task").state;
    assert_eq!(*state, TaskProgress::Ended("certified".into()), "{:?}", outcome.tasks);
}

#[test]
fn auto_says_nothing_of_weakness_before_all_is_tried() {
    let mut solving = Driver::new(&Input::program(EQUAL, &auto())).expect("no errors");
    while solving.change_count() == 0 {
        assert!(matches!(solving.step(1), Status::Running(_)));
    }
    let outcome = solving.stop(&UnknownReason::Budget);
    assert_eq!(outcome.verdict, Verdict::Unknown(UnknownReason::Budget));
}

#[test]
fn the_outcome_does_not_depend_on_the_slices() {
    let input = Input::program(EQUAL, &auto());
    let by = |slice: u64| {
        let mut solving = Driver::new(&input).expect("no errors");
        loop {
            if let Status::Done(outcome) = solving.step(slice) {
                return outcome;
            }
        }
    };
    let whole = by(1_000_000);
    assert_eq!(whole.verdict, Verdict::Certified);
    for slice in [1, 7_000, 20_000] {
        assert_eq!(by(slice), whole, "slices of {slice} steps");
    }
}

/// With several cells of grids clauses take many turns to be made.
const GRID: &str = "int n = nondet(); assume(n > 0); int a[n][n]; int b[n][n];\n\
    for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) { b[i][j] = a[i][j]; } }\n\
    assert(forall i in 0..n: forall j in 0..n: b[i][j] == a[i][j]);";

/// All abstractions have short turns from the beginning.
fn in_short_turns() -> Driver {
    let mut settings = Settings::default();
    settings.climbing.first = 1_000;
    Driver::with_settings(&Input::program(GRID, &auto()), Rc::new(settings)).expect("no errors")
}

#[test]
fn the_outcome_does_not_depend_on_the_slices_in_which_clauses_are_made() {
    let by = |slice: u64| {
        let mut solving = in_short_turns();
        loop {
            if let Status::Done(outcome) = solving.step(slice) {
                return outcome;
            }
        }
    };
    let whole = by(1_000_000);
    assert_eq!(whole.verdict, Verdict::Certified);
    for slice in [1, 777] {
        assert_eq!(by(slice), whole, "slices of {slice} steps");
    }
}

#[test]
fn a_search_can_be_stopped_while_clauses_are_made() {
    let mut solving = in_short_turns();
    let mut made = 0;
    while let Status::Running(progress) = solving.step(1) {
        if progress.doing.contains("making the clauses") {
            made += 1;
            let outcome = solving.so_far(&UnknownReason::Budget);
            assert_eq!((outcome.verdict.name(), outcome.assertions.len()), ("unknown", 1));
        }
    }
    assert!(made > 5, "{made}");
    let mut stopped = in_short_turns();
    _ = stopped.step(1);
    let outcome = stopped.stop(&UnknownReason::Budget);
    assert_eq!((outcome.verdict.name(), outcome.assertions.len()), ("unknown", 1));
}

#[test]
fn without_assertions_auto_tells_what_one_cell_tells() {
    let text = "int n = nondet(); int a[n];\n\
        for (int i = 0; i < n; i++) { a[i] = 7; }";
    let outcome = answer(text, &auto());
    let parts = outcome.invariants.iter().flat_map(|i| &i.parts);
    let parts: Vec<String> = parts.map(ToString::to_string).collect();
    assert!(parts.iter().any(|p| p.contains("a[k]")), "{parts:?}");
}

#[test]
fn auto_tells_wrong_programs_from_weak_abstractions() {
    let wrong = EQUAL.replace("a[0] == a[1]", "a[0] != a[1]");
    assert_eq!(answer(&wrong, &auto()).verdict.name(), "buggy");
}

#[test]
fn without_arrays_there_is_no_advice() {
    let outcome = answer(
        "int x = nondet(1, 9); assert(forall k in 50..60: k / x >= 5);",
        &choices_with("cell1"),
    );
    assert_eq!((outcome.verdict.name(), outcome.advice), ("too-weak", None));
}

#[test]
fn hints_that_are_wrong_or_too_hard_do_not_stand_in_the_way() {
    let text = "int n = nondet(); int a[n]; int b[n];\n\
        for (int i = 0; i < n; i++) {\n\
        hint i * i * i >= 0;\n\
        hint i < 3;\n\
        b[i] = a[i];\n\
        hint forall k in 0..i: b[k] == a[k];\n\
        }\n\
        assert(forall k in 0..n: a[k] == b[k]);";
    let outcome = answer(text, &choices_with("cell1"));
    let verdicts: Vec<&str> = outcome.assertions.iter().map(|a| a.verdict.name()).collect();
    assert_eq!(verdicts, ["certified", "buggy", "certified", "certified"]);
    assert_eq!(outcome.verdict, Verdict::Certified);
}

/// The invariant of the loop is shown as few sentences, with `<=` instead of `=` or `<`.
#[test]
fn invariants_are_short() {
    let text = "int n = nondet(); assume(n > 0); int a[n]; int m = a[0];\n\
        for (int i = 1; i < n; i++) { if (a[i] > m) { m = a[i]; } }\n\
        assert(forall k in 0..n: a[k] <= m);";
    let outcome = answer(text, &choices_with("cell1"));
    assert_eq!(outcome.verdict, Verdict::Certified);
    let head = outcome.invariants.iter().find(|i| i.loop_head).expect("a loop");
    let parts: Vec<String> = head.sentences().collect();
    assert!(parts.contains(&"forall k: 0 <= k < i ==> a[k] <= m".to_owned()), "{parts:?}");
    assert!(parts.len() <= 2, "{parts:?}");
}
