//! Claims that need different cells are asked about one after the other, and cost grows gently.

use hornbook_chc::claim_cones::split_claims_by_cone;
use hornbook_chc::hints::Hints;
use hornbook_horn::{Clause, ClauseId, System, smtlib};
use hornbook_pipeline::{Choices, Input, Solving, Status};
use hornbook_records::{UnknownReason, Verdict};
use std::fmt::Write;

const MANY: usize = 100_000;

fn system(claims: &[&str]) -> System {
    let mut text = "(set-logic HORN)
(declare-fun p (Int Int Int) Bool)
(assert (p 0 0 0))
(assert (forall ((i Int) (a Int) (b Int)) (=> (p i a b) (p (+ i 1) (+ a 2) (- b 1)))))\n"
        .to_owned();
    for claim in claims {
        let _ =
            writeln!(text, "(assert (forall ((i Int) (a Int) (b Int)) (=> (p i a b) {claim})))");
    }
    smtlib::read(&text).0.expect("clauses")
}

/// The claims of each system, in the order in which they are asked about.
fn claims_of(systems: &[System]) -> Vec<Vec<ClauseId>> {
    let of = |system: &System| {
        system.clauses.iter().filter(|c| c.goal.is_claim()).map(|c| c.id).collect()
    };
    systems.iter().map(of).collect()
}

fn nobody(_: &Clause) -> bool {
    false
}

#[test]
fn each_claim_is_in_one_system_with_all_rules() {
    let all = system(&["(>= a b)", "(<= b 0)", "(>= a 0)", "(< b 1)"]);
    let found = split_claims_by_cone(&all, &Hints::default(), &nobody, MANY);
    let ids: Vec<ClauseId> = all.clauses[2..].iter().map(|c| c.id).collect();
    assert_eq!(claims_of(&found), [vec![ids[2]], vec![ids[1], ids[3]], vec![ids[0]]]);
    for some in &found {
        assert!(some.clauses[..2] == all.clauses[..2], "the rules are those of all");
    }
}

#[test]
fn claims_that_need_the_same_stay_together() {
    let all = system(&["(>= a b)", "(<= b a)"]);
    assert!(split_claims_by_cone(&all, &Hints::default(), &nobody, MANY).is_empty());
    let one = system(&["(>= a b)"]);
    assert!(split_claims_by_cone(&one, &Hints::default(), &nobody, MANY).is_empty());
    // Or if they have most in common.
    let more = system(&["(>= a 0)", "(>= a b)"]);
    assert!(split_claims_by_cone(&more, &Hints::default(), &nobody, MANY).is_empty());
    // And nothing is looked at where that would take long.
    let two = system(&["(>= a 0)", "(<= b 0)"]);
    assert_eq!(split_claims_by_cone(&two, &Hints::default(), &nobody, MANY).len(), 2);
    assert!(split_claims_by_cone(&two, &Hints::default(), &nobody, 7).is_empty());
}

#[test]
fn what_is_meant_to_help_goes_where_its_cells_are() {
    let all = system(&["(>= a 0)", "(<= b 0)", "(>= a b)", "(<= b 1)"]);
    let helps: Vec<ClauseId> = all.clauses[4..].iter().map(|c| c.id).collect();
    let found = split_claims_by_cone(&all, &Hints::default(), &|c| helps.contains(&c.id), MANY);
    let ids: Vec<ClauseId> = all.clauses[2..].iter().map(|c| c.id).collect();
    assert_eq!(claims_of(&found), [vec![ids[0]], vec![ids[1], ids[3]]]);
}

/// The search for a verdict with one cell of each array.
fn solving(text: &str) -> Solving {
    let input = Input::program(text, &Choices::abstraction("cell1".parse().expect("cell1")));
    Solving::new(&input).expect("a program without errors")
}

/// The verdict, and the steps that it took.
fn solved(text: &str) -> (Verdict, u64) {
    let mut solving = solving(text);
    for turn in 1.. {
        if let Status::Done(outcome) = solving.step(5_000) {
            return (outcome.verdict, 5_000 * turn);
        }
        if turn == 400 {
            break;
        }
    }
    (solving.so_far(&UnknownReason::Budget).verdict, 2_000_000)
}

fn arrays(many: usize) -> String {
    let mut text = "int n = nondet();\nassume(n > 0);\n".to_owned();
    let mut line = |each: &dyn Fn(usize) -> String| {
        (0..many).for_each(|a| text.push_str(&each(a)));
        text.push('\n');
    };
    line(&|a| format!("int a{a}[n]; "));
    line(&|a| if a == 0 { "for (int i = 0; i < n; i++) {".into() } else { String::new() });
    line(&|a| format!("a{a}[i] = i + {a}; "));
    line(&|a| if a == 0 { "}".into() } else { String::new() });
    line(&|a| format!("assert(forall k in 0..n: a{a}[k] == k + {a});\n"));
    text
}

fn copies(many: usize) -> String {
    let mut text = "int n = nondet();\nassume(n > 0);\nint a0[n];\n".to_owned();
    for a in 1..=many {
        let from = a - 1;
        let _ =
            writeln!(text, "int a{a}[n];\nfor (int i = 0; i < n; i++) {{ a{a}[i] = a{from}[i]; }}");
    }
    let _ = writeln!(text, "assert(forall k in 0..n: a{many}[k] == a0[k]);");
    text
}

fn grids(many: usize) -> String {
    let mut text =
        "int n = nondet(), m = nondet();\nassume(n > 0 && m > 0);\nint a0[n][m];\n".to_owned();
    for a in 1..=many {
        let from = a - 1;
        let _ = writeln!(
            text,
            "int a{a}[n][m];\nfor (int i = 0; i < n; i++) {{\n  \
             for (int j = 0; j < m; j++) {{ a{a}[i][j] = a{from}[i][j]; }}\n}}"
        );
    }
    let _ =
        writeln!(text, "assert(forall x in 0..n: forall y in 0..m: a{many}[x][y] == a0[x][y]);");
    text
}

/// Twice as many arrays, loops or pairs of loops take at most four times the steps, and what is small takes few.
#[test]
fn cost_grows_at_most_quadratically() {
    type Family = fn(usize) -> String;
    let families: [(&str, Family, [usize; 2]); 3] =
        [("arrays", arrays, [8, 16]), ("copies", copies, [4, 8]), ("grids", grids, [1, 2])];
    for (name, family, sizes) in families {
        let [less, more] = sizes.map(|many| {
            let (verdict, steps) = solved(&family(many));
            assert!(matches!(verdict, Verdict::Certified), "{many} {name}: {}", verdict.name());
            steps
        });
        assert!(more <= 4 * less.max(300_000), "{name}: {less} steps, and then {more}");
    }
}

/// A claim that does not hold does not keep the others from being certified.
#[test]
fn a_wrong_claim_among_others() {
    let text = arrays(4).replace("a2[k] == k + 2", "a2[k] == k + 3");
    let Status::Done(outcome) = solving(&text).step(2_000_000) else { panic!("still running") };
    let verdicts: Vec<&str> = outcome.assertions.iter().map(|a| a.verdict.name()).collect();
    assert_eq!(verdicts, ["certified", "certified", "buggy", "certified"]);
}
