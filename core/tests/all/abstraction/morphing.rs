//! The clauses that CM prints, against those that the road makes of the same steps.
//!
//! CM writes one rule for each case, with a variable of its own for the cell; Hornbook makes one
//! clause that chooses. So rules are compared by what follows from them, and the exact solver
//! decides that. Numbers in brackets are those of CM.

use crate::support::rules::{Atom, Rule, entails, is_weaker, reproduces, rule, rules};
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_pipeline::{Choices, Input, record_stages};
use std::slice::from_ref;

// ---- Our clauses -----------------------------------------------------------------------------

/// The heuristics that read the cell of an instruction along with the goal's.
const NON_LINEAR: [Heuristic; 3] = [Heuristic::Relevant, Heuristic::RelevantBasic, Heuristic::Mg16];
/// And the one of the linear rules (25).
const EACH: [Heuristic; 4] =
    [Heuristic::Relevant, Heuristic::RelevantBasic, Heuristic::Mg16, Heuristic::Ma15];

fn options(abstraction: &str, heuristic: Heuristic) -> Choices {
    let choice = abstraction.parse().expect("an abstraction");
    Choices { heuristic: Some(heuristic), ..Choices::abstraction(choice) }
}

/// The clauses at the end of the road.
fn simplified(input: &Input) -> Vec<Rule> {
    let stages = record_stages(input).stages.unwrap_or_else(|| panic!("{:?}", input.diagnostics));
    let system = &stages.simplified;
    system.clauses.iter().map(|c| Rule::from_clause(c, system)).collect()
}

/// Predicates and variables for clauses by hand: `c` is CM's `#a`, the number of cells by value.
const SCOPE: &str = "
    (declare-rel I0 (Int)) (declare-rel I3 (Int (Array Int Int)))
    (declare-rel I1 (Int Int Int (Array Int Int))) (declare-rel I2 (Int Int Int (Array Int Int)))
    (declare-rel J1 (Int Int Int (Array Int Int) (Array Int Int)))
    (declare-rel J2 (Int Int Int (Array Int Int) (Array Int Int)))
    (declare-rel end (Int Int (Array Int Int)))
    (declare-rel loop2 (Int Int Int (Array Int Int) Int))
    (declare-rel rd2 (Int Int Int (Array Int Int) Int))
    (declare-rel test2 (Int Int Int (Array Int Int) Int)) (declare-rel end2 (Int))
    (declare-rel minimum (Int Int Int Int (Array Int Int)))
    (declare-rel exit (Int Int (Array Int Int))) (declare-rel outer (Int Int Int (Array Int Int)))
    (declare-var x Int) (declare-var y Int) (declare-var i Int) (declare-var v Int)
    (declare-var n Int) (declare-var f Int) (declare-var d Int) (declare-var h Int)
    (declare-var p Int) (declare-var b Int) (declare-var k Int) (declare-var l Int)
    (declare-var a (Array Int Int)) (declare-var c (Array Int Int))";

/// What becomes of one concrete clause.
fn made(clause: &str, abstraction: &str, heuristic: Heuristic) -> Rule {
    let text = format!("{SCOPE} (rule {clause})");
    let made = simplified(&Input::clauses(&text, &options(abstraction, heuristic)));
    let [rule] = made.as_slice() else { panic!("{} clauses", made.len()) };
    rule.clone()
}

/// One concrete clause, the same with each of the heuristics.
#[track_caller]
fn becomes(clause: &str, abstraction: &str, heuristics: &[Heuristic], printed: &[Rule]) {
    for heuristic in heuristics {
        reproduces(&made(clause, abstraction, *heuristic), printed);
    }
}

// ---- One cell: CM Sec. 3 ---------------------------------------------------------------------

const READ: &str = "(=> (I1 x i v a) (I2 x i (select a i) a))";
const WRITE: &str = "(=> (I1 x i v a) (I2 x i v (store a i v)))";

/// (8), (9)
#[test]
fn definition_2_a_read() {
    let printed = rules([
        "k != i && I1(x, i, v, k, a_k) && I1(x, i, v, i, a_i) ==> I2(x, i, a_i, k, a_k)",
        "I1(x, i, v, i, a_i) ==> I2(x, i, a_i, i, a_i)",
    ]);
    becomes(READ, "cell", &NON_LINEAR, &printed);
}

/// A single rule for both cases derives more, so it is less precise.
#[test]
fn remark_1_a_single_rule_is_coarser() {
    let single = rule("I1(x, i, v, k, a_k) && I1(x, i, v, i, a_i) ==> I2(x, i, a_i, k, a_k)");
    is_weaker(&made(READ, "cell", Heuristic::Relevant), &[single]);
}

/// (25): with one instance of the premise, the value that is read is arbitrary beside the cell.
#[test]
fn linear_rules_read_any_value() {
    let [apart, same] = [
        "k != i && I1(x, i, v, k, a_k) ==> I2(x, i, a_i, k, a_k)",
        "I1(x, i, v, i, a_i) ==> I2(x, i, a_i, i, a_i)",
    ]
    .map(rule);
    becomes(READ, "cell", &[Heuristic::Ma15], &[apart.clone(), same]);
    assert!(!entails(&[made(READ, "cell", Heuristic::Relevant)], &apart));
}

/// (10), (11)
#[test]
fn definition_3_a_write() {
    let printed = rules([
        "I1(x, i, v, k, a_k) && i != k ==> I2(x, i, v, k, a_k)",
        "I1(x, i, v, i, a_i) ==> I2(x, i, v, i, v)",
    ]);
    becomes(WRITE, "cell", &EACH, &printed);
}

/// Definitions 4 and 5, (15): what is no read or write touches no cell.
#[test]
fn definitions_4_and_5_other_steps() {
    let initialised = "(=> (I0 x) (I3 x a))";
    becomes(initialised, "cell", &EACH, &rules(["I0(x) ==> I3(x, k, a_k)"]));
    let test = "(=> (and (I1 x i y a) (distinct x y)) (I2 x i y a))";
    let printed = rules(["I1(x, i, y, k, a_k) && x != y ==> I2(x, i, y, k, a_k)"]);
    becomes(test, "cell", &EACH, &printed);
}

/// CM Program 1. The points in front of its lines are those of Example 4.
const FILL: &str = "int n;
int i = 0;
int a[n];
while (i < n) {
  a[i] = 42;
  i = i + 1;
}
assert(forall k: 0 <= k && k < n ==> a[k] == 42);";

/// The rule of [`FILL`] between two points of Example 4; from `start`, the steps are merged.
fn fill(from: &str, to: &str) -> Rule {
    let options = Choices { large_blocks: from == "start", ..options("cell", Heuristic::Relevant) };
    let point = |atom: &Atom| match atom.pred.as_str() {
        "L4" => "loop",
        "L5" => "write",
        "L6" => "incr",
        "L8" => "end",
        _ => "elsewhere",
    };
    let mut rules = simplified(&Input::program(FILL, &options));
    let ends = |r: &Rule| {
        (r.premises.first().map_or("start", point), r.goal.as_ref().map_or("claim", point))
    };
    rules.retain(|r| ends(r) == (from, to));
    let [rule] = rules.as_slice() else { panic!("{} rules from {from} to {to}", rules.len()) };
    let named = |a: &Atom| Atom { pred: point(a).to_owned(), args: a.args.clone() };
    let premises = rule.premises.iter().map(named).collect();
    Rule { premises, goal: rule.goal.as_ref().map(named), ..rule.clone() }
}

/// (12), (13), (16) to (22), but for the condition that CM's arrays have the indices `0` to
/// `n - 1` only: those of Hornbook have all integers, and `n` is the bound of a loop.
fn example_4() -> [(Rule, Vec<Rule>); 6] {
    [
        (fill("start", "loop"), rules(["==> loop(n, 0, k, a_k)"])),
        (fill("loop", "write"), rules(["i < n && loop(n, i, k, a_k) ==> write(n, i, k, a_k)"])),
        (
            fill("write", "incr"),
            rules([
                "i != k && write(n, i, k, a_k) ==> incr(n, i, k, a_k)",
                "write(n, i, i, a_i) ==> incr(n, i, i, 42)",
            ]),
        ),
        (fill("incr", "loop"), rules(["incr(n, i, k, a_k) ==> loop(n, i + 1, k, a_k)"])),
        (fill("loop", "end"), rules(["i >= n && loop(n, i, k, a_k) ==> end(n, i, k, a_k)"])),
        (fill("end", "claim"), rules(["0 <= k && k < n && end(n, i, k, a_k) ==> a_k == 42"])),
    ]
}

#[test]
fn examples_2_and_4_fill_an_array() {
    for (ours, printed) in example_4() {
        reproduces(&ours, &printed);
    }
}

/// With CM's condition the rules are weaker: it holds for fewer cells. (19) has no such condition,
/// and for (22) the claim makes it.
#[test]
fn example_4_with_a_domain_of_indices() {
    for (ours, printed) in &example_4()[..5] {
        let within = printed[0].under("0 <= k && k < n");
        assert!(entails(from_ref(ours), &within), "{ours:?} does not give {within:?}");
        let others = [&[within], &printed[1..]].concat();
        assert!(!entails(&others, ours), "{others:?} give {ours:?}");
    }
}

/// (23), (24): claims about one cell, and about all.
#[test]
fn example_5_queries() {
    let one = "(=> (minimum d h p b a) (= b (select a p)))";
    becomes(one, "cell", &NON_LINEAR, &rules(["minimum(d, h, p, b, p, a_p) ==> b == a_p"]));
    let all = "(=> (and (minimum d h p b a) (<= d k) (< k h)) (<= b (select a k)))";
    let printed = rules(["d <= k && k < h && minimum(d, h, p, b, k, a_k) ==> b <= a_k"]);
    becomes(all, "cell", &NON_LINEAR, &printed);
}

/// (27), (28), (31) to (34). Where (31) and (32) leave out the argument `x` of `loop2`, its value
/// is forgotten: any `y` takes its place, like `x` in (27).
#[test]
fn example_6_the_second_loop() {
    let steps = [
        ("(=> (end n i a) (loop2 n 0 x a 0))", "end(n, i, k, a_k) ==> loop2(n, 0, x, k, a_k, 0)"),
        (
            "(=> (and (loop2 n i x a f) (< i n)) (rd2 n i x a f))",
            "loop2(n, i, x, k, a_k, f) && i < n ==> rd2(n, i, x, k, a_k, f)",
        ),
        (
            "(=> (and (test2 n i x a f) (distinct x 42)) (loop2 n (+ i 1) y a 1))",
            "test2(n, i, x, k, a_k, f) && x != 42 ==> loop2(n, i + 1, y, k, a_k, 1)",
        ),
        (
            "(=> (and (test2 n i x a f) (= x 42)) (loop2 n (+ i 1) y a f))",
            "test2(n, i, x, k, a_k, f) && x == 42 ==> loop2(n, i + 1, y, k, a_k, f)",
        ),
        (
            "(=> (and (loop2 n i x a f) (>= i n)) (end2 f))",
            "loop2(n, i, x, k, a_k, f) && i >= n ==> end2(f)",
        ),
        ("(=> (end2 f) (= f 0))", "end2(f) ==> f == 0"),
    ];
    for (concrete, printed) in steps {
        becomes(concrete, "cell", &EACH, &rules([printed]));
    }
}

/// (29), (30), and the same without the premise that CM prints in bold.
#[test]
fn example_6_the_read() {
    let read = "(=> (rd2 n i x a f) (test2 n i (select a i) a f))";
    let [apart, linear, same] = [
        "rd2(n, i, x, k, a_k, f) && i != k && rd2(n, i, x, i, a_i, f)
            ==> test2(n, i, a_i, k, a_k, f)",
        "rd2(n, i, x, k, a_k, f) && i != k ==> test2(n, i, a_i, k, a_k, f)",
        "rd2(n, i, x, i, a_i, f) ==> test2(n, i, a_i, i, a_i, f)",
    ]
    .map(rule);
    becomes(read, "cell", &NON_LINEAR, &[apart, same.clone()]);
    becomes(read, "cell", &[Heuristic::Ma15], &[linear, same]);
}

// ---- Two cells in order: CM Sec. 4 -----------------------------------------------------------

/// (37) to (41)
#[test]
fn definition_9_a_read_with_two_cells() {
    let printed = rules([
        "I1(x, i, v, k1, a_k1, k2, a_k2) && I1(x, i, v, i, a_i, k2, a_k2)
            && I1(x, i, v, i, a_i, k1, a_k1) && i < k1 && k1 < k2
            ==> I2(x, i, a_i, k1, a_k1, k2, a_k2)",
        "I1(x, i, v, i, a_i, k2, a_k2) && I1(x, i, v, k1, a_k1, k2, a_k2)
            && I1(x, i, v, k1, a_k1, i, a_i) && k1 < i && i < k2
            ==> I2(x, i, a_i, k1, a_k1, k2, a_k2)",
        "I1(x, i, v, k2, a_k2, i, a_i) && I1(x, i, v, k1, a_k1, i, a_i)
            && I1(x, i, v, k1, a_k1, k2, a_k2) && k1 < k2 && k2 < i
            ==> I2(x, i, a_i, k1, a_k1, k2, a_k2)",
        "I1(x, i, v, i, a_i, k2, a_k2) && i < k2 ==> I2(x, i, a_i, i, a_i, k2, a_k2)",
        "I1(x, i, v, k1, a_k1, i, a_i) && k1 < i ==> I2(x, i, a_i, k1, a_k1, i, a_i)",
    ]);
    becomes(READ, "cell<2", &NON_LINEAR, &printed);
}

/// (42) to (44). (42) holds of cells in order only, which CM leaves to Theorem 4: there are no
/// others. Our clause says so.
#[test]
fn definition_10_a_write_with_two_cells() {
    let [neither, first, second] = [
        "I1(x, i, v, k1, a_k1, k2, a_k2) && i != k1 && i != k2
            ==> I2(x, i, v, k1, a_k1, k2, a_k2)",
        "I1(x, i, v, i, a_i, k2, a_k2) && i < k2 ==> I2(x, i, v, i, v, k2, a_k2)",
        "I1(x, i, v, k1, a_k1, i, a_i) && k1 < i ==> I2(x, i, v, k1, a_k1, i, v)",
    ]
    .map(rule);
    let ordered = neither.under("k1 < k2");
    becomes(WRITE, "cell<2", &EACH, &[ordered, first.clone(), second.clone()]);
    let ours = made(WRITE, "cell<2", Heuristic::Relevant);
    assert!(entails(&[neither.clone(), first, second], &ours));
    assert!(!entails(&[ours], &neither));
}

/// (46), (48): sortedness, as what is claimed and as an invariant of selection sort.
#[test]
fn example_7_queries() {
    let sorted = "(=> (and (exit d h a) (<= d k) (< k l) (< l h)) (<= (select a k) (select a l)))";
    let printed =
        rules(["d <= k1 && k1 < k2 && k2 < h && exit(d, h, k1, a_k1, k2, a_k2) ==> a_k1 <= a_k2"]);
    becomes(sorted, "cell<2", &NON_LINEAR, &printed);
    let invariant = "(=> (and (outer d i h a) (<= d k) (< k i) (< k l) (< l h))
        (<= (select a k) (select a l)))";
    let printed = rules(["d <= k1 && k1 < i && k1 < k2 && k2 < h
        && outer(d, i, h, k1, a_k1, k2, a_k2) ==> a_k1 <= a_k2"]);
    becomes(invariant, "cell<2", &NON_LINEAR, &printed);
}

// ---- Numbers of cells by value: CM Sec. 5 ----------------------------------------------------

#[test]
fn definition_12_a_read() {
    let read = "(=> (J1 x i v a c) (J2 x i (select a i) a c))";
    let printed = rules([
        "k != i && J1(x, i, v, k, a_k, z, c_z) && J1(x, i, v, i, a_i, z, c_z)
            ==> J2(x, i, a_i, k, a_k, z, c_z)",
        "J1(x, i, v, i, a_i, z, c_z) ==> J2(x, i, a_i, i, a_i, z, c_z)",
    ]);
    becomes(read, "cell", &NON_LINEAR, &printed);
}

/// The first two steps of a write count the old value down and the new one up. Our clauses ask for
/// the count of that value in any case, CM's rules only when the goal is about it; and ours know
/// that `a_k` is `a_i` if `k` is `i`. So ours derive less.
#[test]
fn definition_13_a_write() {
    let down = "(=> (J1 x i v a c)
        (J2 x i v a (store c (select a i) (- (select c (select a i)) 1))))";
    let printed = rules([
        "a_i != z && J1(x, i, v, k, a_k, z, c_z) && J1(x, i, v, i, a_i, z, c_z)
            ==> J2(x, i, v, k, a_k, z, c_z)",
        "J1(x, i, v, k, a_k, a_i, c_z) && J1(x, i, v, i, a_i, a_i, c_z)
            ==> J2(x, i, v, k, a_k, a_i, c_z - 1)",
    ]);
    let up = "(=> (J1 x i v a c) (J2 x i v a (store c v (+ (select c v) 1))))";
    let [other, counted] = [
        "v != z && J1(x, i, v, k, a_k, z, c_z) ==> J2(x, i, v, k, a_k, z, c_z)",
        "J1(x, i, v, k, a_k, v, c_z) ==> J2(x, i, v, k, a_k, v, c_z + 1)",
    ]
    .map(rule);
    for heuristic in NON_LINEAR {
        is_weaker(&made(down, "cell", heuristic), &printed);
        let ours = made(up, "cell", heuristic);
        assert!(entails(&[other.clone(), counted.clone()], &ours));
        assert!(entails(from_ref(&ours), &counted));
        assert!(!entails(from_ref(&ours), &other));
    }
}

/// The third step is Definition 3 with the count beside it. CM prints `a_i` for the new value of
/// the cell `i`; it must be `v`.
#[test]
fn definition_13_the_cell_itself() {
    let write = "(=> (J1 x i v a c) (J2 x i v (store a i v) c))";
    let printed = rules([
        "i != k && J1(x, i, v, k, a_k, z, c_z) ==> J2(x, i, v, k, a_k, z, c_z)",
        "J1(x, i, v, i, a_i, z, c_z) ==> J2(x, i, v, i, v, z, c_z)",
    ]);
    becomes(write, "cell", &EACH, &printed);
    let literal = rule("J1(x, i, v, i, a_i, z, c_z) ==> J2(x, i, v, i, a_i, z, c_z)");
    assert!(!entails(&[made(write, "cell", Heuristic::Relevant)], &literal));
}
