//! Answers to exercises, each with its judgement.

use hornbook_course::answer::Answer;
use hornbook_course::exercise::{Exercise, HiddenParts};
use hornbook_course::judgement::{AnswerJudgement, Solved};
use hornbook_course::template::Template;
use hornbook_pipeline::exercise::{AnswerJudge, JudgeStatus};
use hornbook_tasks::choices::{Choices, Key};

/// An exercise with a goal, a text with blanks, a solution and hidden claims.
fn exercise(goal: &str, text: &str, solution: &str, claims: &str) -> Exercise {
    let template = Template::read(text);
    let exercise = Exercise {
        id: "one".to_owned(),
        goal: goal.parse().expect("a goal"),
        template,
        ..Exercise::default()
    };
    let solution = answer(&exercise, solution);
    exercise.with_hidden(&HiddenParts { solution, claims: claims.to_owned() })
}

fn answer(exercise: &Exercise, text: &str) -> Answer {
    match exercise.is_answered_in_words() {
        true => Answer { said: text.to_owned(), ..Answer::default() },
        false => Answer::read(text, &exercise.template).expect("an answer"),
    }
}

fn judged(exercise: &Exercise, text: &str) -> AnswerJudgement {
    let mut judge = AnswerJudge::new(exercise, &answer(exercise, text));
    for _ in 0..100 {
        if let JudgeStatus::Done(judgement) = judge.step(20_000) {
            return *judgement;
        }
    }
    judge.stop()
}

#[track_caller]
fn check(exercise: &Exercise, text: &str, solved: Solved, reason: &str) {
    let judgement = judged(exercise, text);
    let reasons = judgement.reasons.join(" ");
    assert_eq!(judgement.solved, solved, "{text}: {reasons} {:?}", judgement.problems);
    assert!(reasons.contains(reason), "{text}: {reasons}");
}

const ZEROS: &str = "int n = nondet(0, 100);\nint a[n];\nint i = ___start;\n\
                     while (i < ___bound) {\n  a[i] = 0;\n  i++;\n}\nassert(forall k in 0..n: a[k] == 0);\n";

#[test]
fn a_filled_program_is_certified_or_a_run_breaks_it() {
    let zeros = exercise("certified", ZEROS, "start: 0\nbound: n", "");
    check(&zeros, "start: 0\nbound: n", Solved::Yes, "");
    check(&zeros, "start: 0 - 1\nbound: n + 1", Solved::Yes, "");
    check(&zeros, "start: 1\nbound: n", Solved::No, "A run breaks the claim of line ");
    check(&zeros, "start: 0\nbound: m", Solved::No, "errors");
    check(&zeros, "start: 0\nbound: ___bound", Solved::No, "Not every blank is filled");
    check(&zeros, "start: nondet()\nbound: n", Solved::No, "cannot stand there");
}

/// Claims that no run reaches are certified, but solve nothing.
#[test]
fn an_answer_that_keeps_runs_away_solves_nothing() {
    let body = "int n = nondet(0, 100);\nint m = 0;\n___body\nassert(m == n);\n";
    let count = exercise("certified", body, "while (m < n) { m++; }", "");
    check(&count, "while (m < n) { m++; }", Solved::Yes, "");
    check(&count, "m = n;", Solved::Yes, "");
    check(&count, "while (true) { }", Solved::No, "does not come to its end");
    check(&count, "while (m < n) { m--; }", Solved::No, "does not come to its end");
    // It goes on for ever just where it would be wrong.
    check(
        &count,
        "while (m < n && m < 3) { m++; }\nwhile (m < n) { }",
        Solved::No,
        "does not come to its end",
    );
    check(&count, "m++;", Solved::No, "A run breaks ");
    check(&count, "assume(m == n);", Solved::No, "cannot stand there");
    check(&count, "return;", Solved::No, "cannot stand there");
}

#[test]
fn given_invariants_suffice_or_not() {
    let text =
        "int n = nondet(0, 100);\nint i = 0;\nwhile (i < n) ___inv {\n  i++;\n}\nassert(i == n);\n";
    let invariant = exercise("invariants", text, "invariant i <= n;", "");
    check(&invariant, "invariant i <= n;", Solved::Yes, "");
    check(&invariant, "invariant 0 <= i; invariant i <= n;", Solved::Yes, "");
    check(&invariant, "invariant 0 <= i;", Solved::No, "not enough for line 6: the lines allow `");
    check(
        &invariant,
        "invariant i <= n - 1;",
        Solved::No,
        "A run breaks line 3, `invariant i <= n - 1`: ",
    );
    check(&invariant, "invariant i < n;", Solved::No, "A run breaks ");
    check(&invariant, "", Solved::No, "do not suffice");
}

#[test]
fn the_number_of_cells_counts() {
    let text = "#pragma abstraction ___sigma\nint n = nondet(0, 100);\nint a[n];\nint i = 0;\n\
                while (i < n) { a[i] = 0; i++; }\nassert(forall k in 0..n: a[k] == 0);\n";
    let one = exercise("certified 1 cell", text, "cell1", "");
    check(&one, "cell1", Solved::Yes, "");
    check(&one, "cell2", Solved::No, "more than 1 cell");
    check(&one, "smash", Solved::No, "");
    check(&one, "smash(+)cell1", Solved::No, "other things than single cells");
    check(&one, "cell0", Solved::No, "errors");
}

#[test]
fn chosen_inputs_break_a_claim() {
    let text = "int n = nondet(0, 100);\nint a[n];\nint m = 0;\nint i = 0;\n\
                while (i < n) { if (a[i] > m) { m = a[i]; } i++; }\nassert(forall k in 0..n: a[k] < m);\n";
    let run = exercise("run 20 steps", text, "n = 1", "");
    check(&run, "n = 1", Solved::Yes, "");
    check(&run, "n = 2, a = {0, 5}", Solved::Yes, "");
    check(&run, "n = 9", Solved::No, "only after");
    check(&run, "n = 0", Solved::No, "all claims hold");
    check(&run, "n = 200", Solved::No, "excluded");
    check(&run, "", Solved::No, "no inputs");
    check(&run, "k = 1", Solved::No, "no input `k`");
    check(&run, "n is 3", Solved::No, "is no input");
}

#[test]
fn equal_to_the_hidden_solution() {
    let text = "int x = nondet();\nint y = nondet();\nint m = 0;\n___body\n";
    let largest = exercise("equal m", text, "m = max(x, y);", "");
    check(&largest, "if (x > y) { m = x; } else { m = y; }", Solved::Yes, "");
    check(&largest, "m = x;", Solved::No, "something else");
    check(&largest, "m = x;\nwhile (m < y) { }", Solved::No, "does not come to its end");
    check(&largest, "if (x > y) { m = x; } if (y > x) { m = y; }", Solved::No, "something else");
    let small = exercise("equal-small m", text, "m = max(x, y);", "");
    check(&small, "if (x > y) { m = x; } else { m = y; }", Solved::Yes, "");
    check(&small, "m = y;", Solved::No, "another value");
    check(&small, "while (true) { }", Solved::No, "does not come to its end");
}

#[test]
fn arrays_are_compared_whole() {
    let text =
        "int n = nondet(0, 50);\nint a[n];\nint i = 0;\nwhile (i < n) {\n  ___body\n  i++;\n}\n";
    let double = exercise("equal a", text, "a[i] = 2 * a[i];", "");
    check(&double, "a[i] = a[i] + a[i];", Solved::Yes, "");
    check(&double, "a[i] = 2 * i;", Solved::No, "something else");
}

/// The reason says that something hidden fails, and not what it claims.
#[test]
fn hidden_claims_count_and_stay_hidden() {
    let text = "int x = nondet(0, 9);\nint y = ___value;\nassert(y >= x);\n";
    let hidden = exercise("certified", text, "x + 1", "assert(y == x + 1);");
    check(&hidden, "x + 1", Solved::Yes, "");
    check(&hidden, "x", Solved::No, "A hidden claim");
    check(&hidden, "x - 1", Solved::No, "A run breaks ");
    let judgement = judged(&hidden, "x");
    assert!(!format!("{judgement:?}").contains("x + 1"), "{judgement:?}");
}

/// One cell cannot say that all cells are equal, which is no fault of the answer.
#[test]
fn a_hidden_claim_that_the_abstraction_cannot_prove_is_open() {
    let text = "int n = nondet(); int a[n]; int v = nondet();\nfor (int i = 0; i < n; i++) { a[i] = ___value; }\n\
                v = nondet();\nassert(n >= 0 || n < 0);\n";
    let hidden = exercise("certified", text, "v", "assert(n < 2 || a[0] == a[1]);");
    let hidden = with_choices(hidden, &[("abstraction", "cell1")]);
    check(&hidden, "v", Solved::Undecided, "Of a hidden claim it was not found out");
}

/// Answers that were once taken for solutions.
#[test]
fn tricks_solve_nothing() {
    // A name of the hidden claims, and claims that do not fit.
    let text = "int n = nondet(0, 10);\nint m = 0;\n___x\nassert(m >= 0);\n";
    let hidden = exercise("certified", text, "m = n;", "int k = n; assert(m == k);");
    check(&hidden, "m = n;", Solved::Yes, "");
    check(&hidden, "int k = 0;", Solved::No, "A hidden claim");
    let wrong = exercise("certified", text, "m = n;", "assert(mm == n);");
    check(&wrong, "m = n;", Solved::Undecided, "hidden claims");
    let main = exercise(
        "certified",
        "void main() { int m = 0; ___x assert(m >= 0); }",
        "m = 1;",
        "assert(1 < 0);",
    );
    check(&main, "m = 1;", Solved::Undecided, "hidden claims");
    // A false claim of one's own is no bug of the program.
    let bug = exercise("buggy", text, "m = -1;", "");
    check(&bug, "m = -1;", Solved::Yes, "");
    check(&bug, "assert(false);", Solved::No, "locked text");
    // Operators reach out of the blank.
    let both = "int i = nondet(0, 9);\nint j = ___v * 2;\nassert(i < ___w && j == 14);\n";
    let both = exercise("certified", both, "v: 7\nw: 10", "");
    check(&both, "v: 7\nw: 10", Solved::Yes, "");
    check(&both, "v: 0\nw: 10 || true || false", Solved::No, "cannot stand there");
    check(&both, "v: 7 + 0\nw: 10", Solved::No, "cannot stand there");
    check(&both, "v: (7 + 0)\nw: 10", Solved::Yes, "");
    // Rounds that go past the claim.
    let rounds = "int n = nondet(0, 50);\nint a[n];\nint i = 0;\n\
                  while (i < n) { ___x i++; assert(a[i - 1] == 0); }\n";
    let rounds = exercise("certified", rounds, "a[i] = 0;", "");
    check(&rounds, "if (i > 0) { i++; continue; } a[i] = 0;", Solved::No, "Too few runs");
    // A contract that excludes every call.
    let contract =
        "int inc(int x)\n requires ___pre;\n ensures result > 0;\n{ return x + 1; }\nint y = 0;\n";
    let contract = exercise("certified", contract, "x >= 0", "");
    check(&contract, "x >= 0", Solved::Yes, "");
    check(&contract, "false", Solved::No, "does not come to its end");
    // A variable of one's own in the place of the locked one.
    let shadow = exercise(
        "certified",
        "int n = nondet(0, 9);\nint m = 0;\nif (n > 0) { ___x assert(m == n); }\n",
        "m = n;",
        "",
    );
    check(&shadow, "int m = n;", Solved::No, "cannot stand there");
    // An assumption behind the blank cuts runs off, and a variable without a value is not zero.
    let cut = exercise(
        "equal m",
        "int n = nondet(0, 10);\nint m = 0;\n___x\nassume(m >= 0);\n",
        "m = n;",
        "",
    );
    check(&cut, "m = -1;", Solved::No, "does not come to its end");
    check(&cut, "m = n + 0;", Solved::Undecided, "assumed behind");
    let open =
        exercise("equal-small m", "int n = nondet(0, 10);\nint m = 0;\n___x\n", "m = n;", "");
    check(&open, "int s; m = n + s;", Solved::No, "another value");
    let none =
        exercise("equal-small q", "int n = nondet(0, 10);\nint m = 0;\n___x\n", "m = n;", "");
    check(&none, "m = 99;", Solved::Undecided, "On none of the small inputs");
    // What the solution and the hidden claims call their variables is not told.
    let secret = exercise(
        "equal m",
        "int n = nondet(0, 9);\nint m = 0;\n___x\n",
        "int secret; m = n + 0 * secret;",
        "",
    );
    let judgement = judged(&secret, "m = n + 1;");
    assert!(!format!("{judgement:?}").contains("secret"), "{judgement:?}");
}

#[test]
fn the_parts_of_a_for_can_be_blanks() {
    let text = "int n = nondet(0, 50);\nint s = 0;\nfor (___start; i < n; ___step) { s++; }\nassert(s == n);\n";
    let count = exercise("certified", text, "start: int i = 0\nstep: i++", "");
    check(&count, "start: int i = 0\nstep: i += 1", Solved::Yes, "");
    check(&count, "start: int i = 0\nstep: i += 2", Solved::No, "A run breaks ");
    check(
        &count,
        "start: int i = 0\nstep: i++) { s = n; } while (false",
        Solved::No,
        "cannot stand there",
    );
}

#[test]
fn values_in_front_of_the_blank_are_inputs_of_both_programs() {
    let text = "int a[5] = {3, 5, 18, 12, 12};\nint m = a[0];\na[1] = nondet(0, 9);\n// ___body\nm = a[1];\n// ___\n";
    let largest = exercise("equal m", text, "m = max(a[1], 18);", "");
    check(&largest, "if (a[1] > a[2]) { m = a[1]; } else { m = a[2]; }", Solved::Yes, "");
    check(&largest, "m = a[3];", Solved::No, "something else");
}

/// A copy of an array has the length of the original, whatever becomes of the variable that it was declared with.
#[test]
fn lengths_of_copied_arrays_are_those_of_the_originals() {
    for change in ["n = n + 1;", "n = 0;", "havoc n;"] {
        let text = format!("int n = nondet(0, 5);\nint a[n];\n{change}\nint m = 0;\n___x\n");
        let length = exercise("equal m", &text, "m = len(a);", "");
        assert_ne!(judged(&length, "m = n;").solved, Solved::Yes, "{change}");
    }
}

#[test]
fn other_verdicts_can_be_asked_for() {
    let text = "int x = nondet(0, 9);\nassert(x < ___bound);\n";
    let bug = exercise("buggy", text, "9", "");
    check(&bug, "5", Solved::Yes, "");
    check(&bug, "10", Solved::No, "The verdict is certified; it is to be buggy.");
}

#[test]
fn damaged_hidden_parts_solve_nothing() {
    let mut zeros = exercise("certified", ZEROS, "start: 0\nbound: n", "");
    zeros.sealed.push('A');
    check(&zeros, "start: 0\nbound: n", Solved::Undecided, "damaged");
}

/// A write to one cell, under the abstraction to one cell.
const WRITE: &str = "int n = nondet(1, 100);\nint a[] = const_array(3);\nint i = nondet(0, n);\nint x = 4;\n\
                     a[i] = x;\nassert(forall k: 3 <= a[k] <= 4);\n";
/// A read of one cell.
const READ: &str = "int n = nondet(1, 100);\nint a[] = const_array(3);\nint i = nondet(0, n);\nint x = a[i];\n\
                    assert(x == 3);\n";

fn with_choices(exercise: Exercise, choices: &[(&str, &str)]) -> Exercise {
    let mut own = Choices::default();
    for (key, value) in choices {
        let key = Key::ALL.into_iter().find(|known| known.option() == *key).expect("a choice");
        own.set(key, value).expect("a value");
    }
    Exercise { choices: own, ..exercise }
}

#[test]
fn cells_of_a_step_are_said_and_a_missing_one_is_met_by_a_witness() {
    let one_cell = [("abstraction", "cell1")];
    let write = with_choices(exercise("cells 5", WRITE, "k", ""), &one_cell);
    for right in ["k", "k'", "a[k]", " a[ k' ] ", "k, k'", "k_a'"] {
        check(&write, right, Solved::Yes, "");
    }
    check(&write, "i, k", Solved::No, "more cells than needed: `a[k]` suffices");
    check(&write, "i", Solved::No, "`a[k]` is missing");
    check(&write, "", Solved::No, "no answer yet");
    check(&write, "q", Solved::No, "Indices are made of `i`, `n`, `x`, `k`.");
    check(&write, "b[k]", Solved::No, "cells are `a[i]`");
    let read = with_choices(exercise("cells 4", READ, "i, k", ""), &one_cell);
    check(&read, "a[i], a[k]", Solved::Yes, "");
    check(&read, "k, 1 + i - 1", Solved::Yes, "");
    check(&read, "i", Solved::No, "`a[k]` is missing");
    let lost = judged(&read, "k").reasons.join(" ");
    assert!(lost.contains("`a[i]` is missing") && lost.len() > 80, "a witness in words: {lost}");
}

#[test]
fn letters_are_given_to_indices_in_any_order() {
    let text = "int n = nondet(1, 100);\nint a[] = const_array(3);\nint b[] = const_array(4);\nint k = 2;\n\
                a[k] = b[n];\nassert(forall j: 3 <= a[j] && b[j] <= 4);\n";
    let copied = with_choices(
        exercise("cells 5", text, "a[l], b[m], b[n]", ""),
        &[("abstraction", "cell1")],
    );
    for right in ["a[l], b[m], b[n]", "b[n], a[m], b[l]"] {
        check(&copied, right, Solved::Yes, "");
    }
    check(&copied, "a[l], b[l], b[n]", Solved::No, "is missing");
    check(&copied, "a[l], b[m]", Solved::No, "`b[n]` is missing");
}

#[test]
fn completeness_of_a_step_is_said() {
    let all = [("abstraction", "cell1")];
    let some = [("abstraction", "cell1"), ("heuristic", "ma15")];
    let complete = with_choices(exercise("complete 4", READ, "yes", ""), &all);
    check(&complete, "yes", Solved::Yes, "");
    check(&complete, "no", Solved::No, "It is proved that nothing is lost");
    check(&complete, "perhaps", Solved::No, "`yes` or `no`");
    let incomplete = with_choices(exercise("complete 4", READ, "no", ""), &some);
    check(&incomplete, "no", Solved::Yes, "");
    check(&incomplete, "yes", Solved::No, "Something is lost: ");
    // The loop's head has two steps, one into its body and one behind it, and neither loses anything.
    let head = exercise("complete 2", "int i = 0;\nwhile (i < 3) {\n  i++;\n}\n", "yes", "");
    check(&head, "yes", Solved::Yes, "");
    check(&exercise("complete 9", READ, "yes", ""), "yes", Solved::Undecided, "No step begins");
}

#[test]
fn the_first_rule_of_a_simplification_is_said() {
    let next = with_choices(
        exercise("next 5", WRITE, "goal definitions", ""),
        &[("abstraction", "cell1")],
    );
    check(&next, "goal definitions", Solved::Yes, "");
    check(&next, "fold", Solved::No, "First comes the rule *goal definitions*.");
}

#[test]
fn cells_after_some_rounds_are_said() {
    let text = "int a[4] = {3, 1, 4, 1};\nint i = 0;\nwhile (i < 3) {\n  a[i + 1] = a[i] + 1;\n  i = i + 1;\n}\n";
    let strip = exercise("strip 2", text, "{3, 4, 5, 1}", "");
    for right in ["{3, 4, 5, 1}", "3, 4, 5, 1", "a = {3,4,5,1}"] {
        check(&strip, right, Solved::Yes, "");
    }
    check(&strip, "3, 4, 5, 6", Solved::No, "In the run `a[3]` is 1 then, and not 6.");
    check(&strip, "3, 4, 5", Solved::No, "the first 4 cells of `a`");
    check(&strip, "b = {3}", Solved::No, "Say the cells as `a = {..}`");
    check(&exercise("strip 7", text, "", ""), "3", Solved::Undecided, "never has 7 rounds");
    let endless = "int a[4] = {3, 1, 4, 1};\nint i = 0;\nwhile (i >= 0) { i++; }\n";
    let far = "was not followed as far as 900000 rounds";
    check(&exercise("strip 900000", endless, "", ""), "3", Solved::Undecided, far);
    let open = "int n = nondet(0, 9);\nint a[n];\nint b[n];\nfor (int i = 0; i < n; i++) { b[i] = a[i] + n; }\n";
    check(&exercise("strip 1", open, "", ""), "3", Solved::Undecided, "The run never has 1 rounds");
    let named = exercise("strip 1 with n = 2, a = {5, 6}, b = 0", open, "", "");
    check(&named, "a = {5, 6}, b = {7}", Solved::Yes, "");
    check(&named, "b = {7, 0}", Solved::No, "The cells of `a` are missing.");
    check(&named, "a = {5, 6}, b = {7, 8}", Solved::No, "`b[1]` is 0 then");
}

#[test]
fn tiles_are_judged_by_the_conditions_of_the_claims() {
    let text = "int n = nondet(0, 100);\nint a[3 * n];\nfor (int i = 0; i < n; i++) {\n  a[3 * i] = 1;\n  \
                a[3 * i + 1] = 2;\n  a[3 * i + 2] = 3;\n}\nassert(forall k in 0..3 * n: a[k] > 0);\n\
                #pragma tiles ___tiles\n";
    let tiles = exercise("tiles", text, "3 a: 3 * i <= k < 3 * i + 3", "");
    check(&tiles, "3 a: 3 * i <= k < 3 * i + 3", Solved::Yes, "");
    check(&tiles, "3 a: 3 * i <= k && k <= 3 * i + 2", Solved::Yes, "");
    check(
        &tiles,
        "3 a: 3 * i <= k < 3 * i + 2",
        Solved::No,
        "T1 does not hold for the loop of line 3",
    );
    check(&tiles, "3 a: 3 * i <= k < 3 * i + 4", Solved::No, "does not hold");
    check(&tiles, "8 a: k == i", Solved::No, "fit no loop");
    check(&tiles, "", Solved::No, "Not every blank is filled");
}

#[test]
fn an_answer_does_not_change_inputs() {
    let text = "int n = nondet(0, 100);\nint a[n];\nint i = 0;\nwhile (i < n) {\n  ___body\n}\n\
                assert(forall k in 0..n: a[k] == 0);\n";
    let zeros = exercise("certified", text, "body: a[i] = 0; i++;", "");
    check(&zeros, "body: a[i] = 0; i = i + 1;", Solved::Yes, "");
    check(&zeros, "body: n = 0;", Solved::No, "may not change the input `n`");
    check(&zeros, "body: { if (true) { n--; } } a[i] = 0; i++;", Solved::No, "input `n`");
}

#[test]
fn claims_that_no_small_run_reaches_decide_nothing() {
    let text =
        "int n = nondet(90, 100);\nint x = ___value;\nif (x == n - 95) { assert(n > ___bound); }\n";
    let rare = exercise("certified", text, "value: 1000\nbound: 0", "");
    check(&rare, "value: 1000\nbound: 0", Solved::Undecided, "reached by none of the small runs");
}

#[test]
fn what_a_run_leaves_open_is_no_answer_about_its_cells() {
    for text in [
        "int a[3];\nfor (int i = 0; i < 3; i++) { a[i] = nondet(); }\n",
        "int a[3];\nfor (int i = 0; i < 3; i++) { if (nondet(0, 1) == 1) { a[i] = 1; } else { a[i] = 2; } }\n",
        "int a[3];\nfor (int i = 0; i < 2; i++) { a[i] = a[i + 1]; }\n",
    ] {
        check(&exercise("strip 2", text, "", ""), "0, 0", Solved::Undecided, "depend on inputs");
    }
}

#[test]
fn a_tile_that_no_claim_needs_solves_nothing() {
    let text = "int n = nondet(0, 100);\nint a[n];\nint b[n];\nfor (int i = 0; i < n; i++) {\n  a[i] = 0;\n  b[i] = 1;\n}\n\
                assert(forall k in 0..n: a[k] == 0);\n#pragma tiles ___tiles\n";
    let tiles = exercise("tiles", text, "4 a: k == i", "");
    check(&tiles, "4 a: k == i", Solved::Yes, "");
    check(&tiles, "4 b: k == i + 3", Solved::No, "No claim is about the cells of `b`");
}

#[test]
fn inputs_are_not_changed_by_calls_or_in_main() {
    let text = "int clear(int b[], int m) { b[0] = m; return m; }\nint a[];\na[0] = nondet();\nint x = ___value;\n\
                assert(x == a[0]);\n";
    let called = exercise("certified", text, "value: a[0]", "");
    check(&called, "value: a[0]", Solved::Yes, "");
    check(&called, "value: clear(a, 0)", Solved::No, "may not change the input `a`");
    let text = "void main(int n) {\n  int x = 0;\n  if (n > 0) { ___body }\n  assert(x >= n);\n}\n";
    let main = exercise("certified", text, "body: x = n;", "");
    check(&main, "body: x = n;", Solved::Yes, "");
    check(&main, "body: n = 0;", Solved::No, "may not change the input `n`");
}
