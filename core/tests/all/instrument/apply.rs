//! Programs with ghost variables: the paper's own, and that they do what the original does.

use super::search;
use hornbook_corpus::dice::Dice;
use hornbook_corpus::nightly;
use hornbook_lang::ast::{Expr, ExprKind, Program, Stmt};
use hornbook_lang::interp::{End, ListedChoices, Value, run};
use hornbook_lang::rewrite::{SourceMap, build};
use hornbook_lang::typed::AssertId;
use hornbook_lang::{Options, front_end, parse, print};
use hornbook_tasks::instrument::apply::apply;
use hornbook_tasks::instrument::choices::{AppliedRule, Instrumentation};
use hornbook_tasks::instrument::followed::Followed;
use hornbook_tasks::instrument::library::library;

/// The statement that begins with these words.
fn statement(tree: &Program, text: &str, words: &str) -> Stmt {
    let mut found = None;
    for stmt in &tree.body {
        stmt.visit(&mut |s| {
            if s.span.slice(text).starts_with(words) {
                found = found.take().or(Some(s.clone()));
            }
        });
    }
    found.unwrap_or_else(|| panic!("no statement {words}"))
}

/// The expression in a statement that is written like this.
fn expression(stmt: &Stmt, written: &str) -> Expr {
    let mut found = None;
    for expr in stmt.exprs() {
        expr.visit(&mut |e| {
            if print::expr(e) == written {
                found = found.take().or(Some(e.clone()));
            }
        });
    }
    found.unwrap_or_else(|| panic!("no expression {written}"))
}

/// Rules for one operator: the rule, the statement, the value, what its parameter is.
fn instrumented(
    text: &str,
    followed: Followed,
    rules: &[(&str, &str, &str, Option<i64>)],
) -> Result<String, String> {
    let (tree, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let applied = |(rule, words, value, arg): &(&str, &str, &str, Option<i64>)| {
        let stmt = statement(&tree, text, words);
        let value = (!value.is_empty()).then(|| expression(&stmt, value).span);
        let args = arg.iter().map(|n| build::int(&(*n).into())).collect();
        AppliedRule { ghost: 0, rule: (*rule).to_owned(), at: stmt.span, value, args }
    };
    let rules = rules.iter().map(applied).collect();
    let choices = Instrumentation { ghosts: vec![followed], rules, whole: false };
    let made = apply(&tree, &library(), &choices)?;
    Ok(SourceMap::from_trees(&tree, &made).0)
}

fn follows(operator: &str, array: Option<&str>) -> Followed {
    let array = array.map(build::name);
    Followed { operator: operator.to_owned(), scope: None, array, formula: None }
}

/// PI Fig. 1: the rules C and D; A and B are not needed, as the first values fit.
#[test]
fn triangular_numbers_are_instrumented_as_in_the_paper() {
    let text = "int N = nondet();\nint i = 0;\nint s = 0;\nassume(N > 0);\n\
                while (i < N) {\n  i = i + 1;\n  s = s + i;\n}\n\
                int NN = N * N;\nassert(2 * s == NN + N);\n";
    let rules = [("add", "i = i + 1", "", None), ("use", "int NN", "N * N", None)];
    let made = instrumented(text, follows("square", None), &rules).expect("the paper's choice");
    let expected = "int square_of = 0;\nint square_square = 0;\n\
        int N = nondet();\nint i = 0;\nint s = 0;\nassume(N > 0);\n\
        while (i < N) {\n  assert(i == square_of);\n  assume(i == square_of);\n  \
        square_square = square_square + 2 * 1 * square_of + 1 * 1;\n  \
        square_of = square_of + 1;\n  i = i + 1;\n  s = s + i;\n}\n\
        assert(N == square_of);\nassume(N == square_of);\n\
        int NN = square_square;\nassert(2 * s == NN + N);\n";
    assert_eq!(made.replace("square_square", "SQ"), expected.replace("square_square", "SQ"));
}

const ARRAY: &str =
    "int n = nondet();\nint a[];\na[0] = 1;\nint s = sum(a, 0, n);\nassert(s == 1);\n";

#[test]
fn what_may_change_the_array_is_always_preceded_by_a_rule() {
    let made =
        instrumented(ARRAY, follows("sum", Some("a")), &[("use", "int s", "sum(a, 0, n)", None)]);
    let made = made.expect("only the default");
    assert!(made.contains("sum_lo = sum_hi;\nsum_of_a = 0;\nint a[];"), "{made}");
    assert!(made.contains("sum_lo = sum_hi;\nsum_of_a = 0;\na[0] = 1;"), "{made}");
    let havoc = ARRAY.replace("a[0] = 1;", "havoc a;");
    let made = instrumented(&havoc, follows("sum", Some("a")), &[]).expect("only the default");
    assert!(!made.contains("sum_lo"), "nothing depends on the ghosts: {made}");
}

#[test]
fn choices_that_make_no_sense_are_refused() {
    let refused = |text: &str, follows: Followed, rules: &[(&str, &str, &str, Option<i64>)]| {
        instrumented(text, follows, rules).expect_err("it makes no sense")
    };
    let sum = || follows("sum", Some("a"));
    // Two rules for one write would count it twice; behind a write the old value is gone.
    let twice = [("inside", "a[0] = 1", "", None), ("inside", "a[0] = 1", "", None)];
    assert!(refused(ARRAY, sum(), &twice).contains("exclude"));
    let behind = [("inside", "a[0] = 1", "", None), ("begin", "a[0] = 1", "", Some(0))];
    assert!(refused(ARRAY, sum(), &behind).contains("exclude"));
    // The value is that of the statement's beginning.
    let text = "int a[];\na[0] = sum(a, 0, 3);\n";
    let both = [("use", "a[0] = sum", "sum(a, 0, 3)", None), ("inside", "a[0] = sum", "", None)];
    assert!(
        refused(text, sum(), &both).contains("exclude")
            || refused(text, sum(), &both).contains("changes")
    );
    assert!(refused(text, sum(), &both[..1]).contains("changes a value that it also uses"));
    // Another array, another operator, no such rule, no such place.
    assert!(
        refused(ARRAY, sum(), &[("append", "int s", "sum(a, 0, n)", None)])
            .contains("does not fit")
    );
    assert!(refused(ARRAY, sum(), &[("nothing", "int s", "", None)]).contains("no rule"));
    assert!(refused(ARRAY, follows("nothing", Some("a")), &[]).contains("no operator"));
    // Names must mean the same everywhere.
    let shadowed = "int a[];\n{ int a[]; a[0] = 1; }\nassert(sum(a, 0, 1) == 0);\n";
    assert!(refused(shadowed, sum(), &[]).contains("more than one variable"));
    // A quantifier around: the value is another one for each instance.
    let bound = "int n;\nint k;\nint a[];\nassert(forall k in 0..n: sum(a, 0, k) == 0);\n";
    let (tree, _) = parse(bound);
    let stmt = statement(&tree, bound, "assert");
    let value = Some(expression(&stmt, "sum(a, 0, k)").span);
    let rule = AppliedRule { ghost: 0, rule: "use".into(), at: stmt.span, value, args: vec![] };
    let choices = Instrumentation { ghosts: vec![sum()], rules: vec![rule], whole: false };
    assert!(apply(&tree, &library(), &choices).is_err());
}

/// A formula that is about the array itself: a write to one cell may change what the others count for.
#[test]
fn a_formula_about_its_own_array_allows_no_rule_for_a_write() {
    let text = "int a[];\na[0] = 1;\nassert(count(a, 0, 3, (x, i) -> x == a[0]) == 1);\n";
    let (tree, _) = parse(text);
    let stmt = statement(&tree, text, "assert");
    let ExprKind::Call { lambda: Some(formula), .. } =
        expression(&stmt, "count(a, 0, 3, (x, i) -> x == a[0])").kind
    else {
        panic!("a count")
    };
    let followed = Followed { formula: Some(*formula), ..follows("count", Some("a")) };
    let found = instrumented(text, followed.clone(), &[("inside", "a[0] = 1", "", None)]);
    assert!(found.is_err(), "{found:?}");
    assert!(instrumented(text, followed, &[]).is_ok());
}

/// What the assertions of the original come to on a run; nothing if it does not end.
fn assertions(
    text: &str,
    choices: &[Value],
    are: &[Option<AssertId>],
) -> Option<(Vec<AssertId>, bool)> {
    let program = front_end(text, Options::default()).0?;
    let trace = run(&program, &mut ListedChoices::new(choices.to_vec()), 3_000);
    if trace.end != Some(End::Finished) {
        return None;
    }
    let guards = trace.failed.iter().any(|(id, _)| are[id.0 as usize].is_none());
    let own = trace.failed.iter().filter_map(|(id, _)| are[id.0 as usize]);
    Some((own.collect(), guards))
}

/// Whatever is chosen: on a run on which all guards hold the assertions come to what they do in the original.
#[test]
fn a_run_without_a_failing_guard_is_a_run_of_the_original() {
    let mut compared = 0;
    for seed in nightly::seeds(20) {
        let text = super::random::program(seed);
        let original = front_end(&text, Options::default()).0.expect("a program");
        let own: Vec<Option<AssertId>> =
            (0..original.asserts.len() as u32).map(|n| Some(AssertId(n))).collect();
        let mut search = search(&text);
        for _ in 0..6 {
            let Some(candidate) = search.next() else { break };
            let made = front_end(&candidate.text, Options::default()).0.expect("a program");
            let are = candidate.places.assertions(&made, &original);
            for run in 0..25 {
                let mut dice = Dice::new(seed * 1_000 + run);
                let trace = hornbook_lang::interp::run(&original, &mut dice, 3_000);
                let chosen: Vec<Value> =
                    trace.steps.iter().flat_map(|s| s.chosen.clone()).collect();
                let before = assertions(&text, &chosen, &own);
                let after = assertions(&candidate.text, &chosen, &are);
                if let (Some((before, _)), Some((after, false))) = (before, after) {
                    assert_eq!(before, after, "{text}\n{}\n{chosen:?}", candidate.text);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 150, "{compared} runs were compared");
}
