//! Random programs with random lines about their loop, judged, and held against all states of a small domain.
//!
//! A part that is judged to hold must hold in each of these states; one that fails must fail from the state that is
//! shown. Both are seen by the interpreter in a program of one round that is written here, without cutting a loop.

use super::outcome_within;
use hornbook_base::AssertId;
use hornbook_corpus::dice::Dice;
use hornbook_corpus::{nightly, pool};
use hornbook_lang::interp::{ListedChoices, Value, run};
use hornbook_lang::typed::TypedProgram;
use hornbook_lang::{Options, front_end};
use hornbook_records::RunStep;
use hornbook_records::judgement::{BreakingStates, Judged, Judgement};
use std::fmt::Write;

/// A program with one loop, in pieces.
struct Pieces {
    first: [i64; 2],
    cond: &'static str,
    body: Vec<&'static str>,
    lines: Vec<&'static str>,
    claim: &'static str,
}

/// The ingredients of random programs.
struct Vocabulary {
    steps: &'static [&'static str],
    lines: &'static [&'static str],
    claims: &'static [&'static str],
    /// The steps for a program.
    budget: u64,
}

const PLAIN: Vocabulary =
    Vocabulary { steps: &STEPS, lines: &LINES, claims: &CLAIMS, budget: 3_000_000 };

/// Sums and counts; that of an empty range is zero, and its greatest value is not defined.
const SUMMARIES: Vocabulary = Vocabulary {
    steps: &[
        "s = s + a[i];",
        "s = s - a[i];",
        "s = s + 1;",
        "a[i] = 0;",
        "a[i] = a[i] + 1;",
        "a[s] = i;",
        "a[i], a[i + 1] = a[i + 1], a[i];",
        "a[i], a[i] = 1, 0;",
        "if (a[i] == 1) { s = s + 1; }",
        "if (a[i] > i) { s = s + 1; }",
        "if (a[i] > s) { s = a[i]; }",
        "if (i > 1) { LEAVE }",
    ],
    lines: &[
        "0 <= i",
        "i <= n",
        "s == sum(a, 0, i)",
        "s == sum(a, i, n)",
        "s <= sum(a, 0, n)",
        "sum(a, 0, n) == before(sum(a, 0, n))",
        "sum(a, i, n) >= before(sum(a, i, n))",
        "sum(a, 0, i) == 0",
        "s == count(a, 0, i, 1)",
        "s == count(a, 0, i, (x, k) -> x > k)",
        "count(a, 0, n, s) <= n",
        "count(a, 0, i, (x) -> x != s) == 0",
        "s == max(a, 0, i)",
        "s >= max(a, 0, i + 1)",
    ],
    claims: &[
        "s == sum(a, 0, n)",
        "sum(a, 0, i) + sum(a, i, n) == sum(a, 0, n)",
        "s == count(a, 0, n, 1)",
        "s == count(a, 0, n, (x, k) -> x > k)",
        "s == max(a, 0, n)",
        "s >= min(a, 0, n)",
        "sum(a, 0, n) == n",
    ],
    // Most of the time is spent on long runs, each of whose rounds adds up all cells.
    budget: 200_000,
};

const CONDS: [&str; 5] = ["i < n", "i <= n", "i != n", "i < n && s >= 0", "s < 2"];
const STEPS: [&str; 11] = [
    "i++;",
    "i = i + 2;",
    "s = s + 1;",
    "s = s + i;",
    "s = i;",
    "a[i] = 0;",
    "a[i] = s;",
    "a[s] = i;",
    "if (a[i] > s) { s = a[i]; }",
    "if (i > 1) { LEAVE }",
    "if (s == 2) { i++; continue; }",
];
const LINES: [&str; 14] = [
    "0 <= i",
    "i <= n",
    "s >= 0",
    "s == i",
    "s <= i",
    "2 * s == i * (i - 1)",
    "!(i > n)",
    "i < n + 1",
    "s >= before(s)",
    "i - before(i) >= s - before(s)",
    "forall k in 0..i: a[k] == 0",
    "forall k in 0..i: a[k] <= s",
    "forall k in i..n: a[k] == before(a[k])",
    "exists k in 0..n: a[k] == s",
];
const CLAIMS: [&str; 6] = [
    "i == n",
    "i >= n",
    "s >= 0",
    "forall k in 0..n: a[k] == 0",
    "forall k in 0..n: a[k] <= s",
    "s == n",
];

impl Pieces {
    fn random(vocabulary: &Vocabulary, seed: u64) -> Pieces {
        let mut dice = Dice::new((531 << 32) ^ seed);
        let Vocabulary { steps, lines, claims, .. } = vocabulary;
        let mut body: Vec<&str> = (0..1 + dice.below(3)).map(|_| *dice.pick(steps)).collect();
        if dice.chance(80) {
            body.push("i++;");
        }
        let lines = (0..1 + dice.below(3)).map(|_| *dice.pick(lines)).collect();
        let first = [dice.below(2) as i64, dice.below(2) as i64];
        let (cond, claim) = (*dice.pick(&CONDS), *dice.pick(claims));
        Pieces { first, cond, body, lines, claim }
    }

    fn text(&self) -> String {
        let [i, s] = self.first;
        let mut text = format!("int n = nondet();\nint a[];\nint i = {i};\nint s = {s};\n");
        let _ = writeln!(text, "while ({}) {{", self.cond);
        self.lines.iter().for_each(|line| _ = writeln!(text, "  invariant {line};"));
        self.body
            .iter()
            .for_each(|step| _ = writeln!(text, "  {}", step.replace("LEAVE", "break;")));
        text + &format!("}}\nassert({});\n", self.claim)
    }

    /// One round from a state that `declarations` give: its assertions are the lines, then the claim.
    fn round(&self, declarations: &str) -> String {
        let [i, s] = self.first;
        let plain = |e: &str| {
            let e =
                e.replace("before(a[k])", "b[k]").replace("before(sum(a, 0, n))", "sum(b, 0, n)");
            let e = e.replace("before(sum(a, i, n))", &format!("sum(b, {i}, n)"));
            e.replace("before(s)", &s.to_string()).replace("before(i)", &i.to_string())
        };
        let mut text = declarations.to_owned();
        // The loop keeps what its body does not write to.
        let writes = |targets: &[&str]| {
            self.body.iter().any(|step| targets.iter().any(|target| step.contains(target)))
        };
        if !writes(&["i++", "i = "]) {
            let _ = writeln!(text, "assume(i == {i});");
        }
        if !writes(&["s = s", "s = i", "s = a"]) {
            let _ = writeln!(text, "assume(s == {s});");
        }
        if !writes(&["a[i] = ", "a[s] = ", "a[i], "]) {
            text += "b = a;\n";
        }
        self.lines.iter().for_each(|line| _ = writeln!(text, "assume({});", plain(line)));
        let _ =
            writeln!(text, "bool goes = {};\nbool left = false;\nbool done = false;", self.cond);
        let _ = writeln!(text, "while (({}) && !done) {{\ndone = true;", self.cond);
        let body = self.body.iter().map(|step| step.replace("LEAVE", "left = true; break;"));
        body.for_each(|step| _ = writeln!(text, "{step}"));
        text += "}\n";
        let lines = self.lines.iter();
        lines.for_each(|line| _ = writeln!(text, "assert(goes && !left ==> {});", plain(line)));
        text + &format!("assert(!goes || left ==> {});\n", self.claim)
    }
}

fn typed(text: &str) -> TypedProgram {
    let (program, problems) = front_end(text, Options::default());
    program.unwrap_or_else(|| panic!("{text}\n{problems:?}"))
}

fn judged(pieces: &Pieces, steps: u64) -> Judgement {
    outcome_within(&pieces.text(), steps).judgement.expect("a judgement")
}

/// The values of `n`, `i`, `s`, and of the cells of `a` and `b`.
fn domain() -> impl Iterator<Item = Vec<Value>> {
    let cells = |bits: usize| (0..3).map(move |at| i64::from(bits >> at & 1 == 1));
    let scalars = (-1..3).flat_map(|n| (-1..4).flat_map(move |i| (-1..3).map(move |s| [n, i, s])));
    scalars.flat_map(move |[n, i, s]| {
        (0..64).map(move |bits| {
            let all = [n, i, s].into_iter().chain(cells(bits & 7)).chain(cells(bits >> 3));
            all.map(|value| Value::Int(value.into())).collect()
        })
    })
}

const ANY: &str = "int n = nondet(); int i = nondet(); int s = nondet(); int a[] = const_array(0); int b[] = const_array(0);\n\
    a[0] = nondet(); a[1] = nondet(); a[2] = nondet(); b[0] = nondet(); b[1] = nondet(); b[2] = nondet();\n";

/// The assertions of the round that some state of the domain breaks.
fn broken_by_some_state(pieces: &Pieces) -> Vec<bool> {
    let program = typed(&pieces.round(ANY));
    let mut broken = vec![false; pieces.lines.len() + 1];
    for values in domain() {
        let trace = run(&program, &mut ListedChoices::new(values), 1_000);
        trace.failed.iter().for_each(|(id, _)| broken[id.0 as usize] = true);
    }
    broken
}

/// Whether the state that is shown breaks an assertion of the round.
fn breaks(pieces: &Pieces, before: &RunStep, assert: usize) -> bool {
    let mut text = String::from("int a[] = const_array(0); int b[] = const_array(0);\n");
    let known = |name: &str| before.scalars.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone());
    for name in ["n", "i", "s"] {
        let _ = writeln!(text, "int {name} = {};", known(name).unwrap_or_else(|| "0".to_owned()));
    }
    for array in &before.arrays {
        let name = if array.name == "a" { "a" } else { "b" };
        for (indices, value) in &array.cells {
            let _ = writeln!(text, "{name}[{}] = {value};", indices[0]);
        }
    }
    let program = typed(&pieces.round(&text));
    let trace = run(&program, &mut ListedChoices::new(vec![]), 1_000);
    trace.failed.iter().any(|(id, _)| *id == AssertId(assert as u32))
}

/// The errors in the judgement of a random program, and the numbers of judged parts and of open ones.
fn complaints(vocabulary: &Vocabulary, seed: u64) -> (Vec<String>, usize, usize) {
    let pieces = Pieces::random(vocabulary, seed);
    let judgement = judged(&pieces, vocabulary.budget);
    let some = broken_by_some_state(&pieces);
    let lines = judgement.loops[0].lines.iter().map(|line| &line.stays);
    let claims = judgement.claims.iter().map(|claim| &claim.enough);
    let (mut wrong, mut open) = (vec![], 0);
    let mut tell = |what: &str| wrong.push(format!("{what}\n{}", pieces.text()));
    for (n, found) in lines.chain(claims).enumerate() {
        match found {
            Judged::Holds if some[n] => tell(&format!("part {n} is said to hold")),
            Judged::Holds => {}
            Judged::Open(_) => open += 1,
            Judged::Fails(states) => match &**states {
                BreakingStates { before: Some(before), .. } if !breaks(&pieces, before, n) => {
                    tell(&format!(
                        "part {n} does not fail from {:?} {:?}",
                        before.scalars, before.arrays
                    ));
                }
                _ => {}
            },
        }
    }
    assert_eq!(some.len(), judgement.loops[0].lines.len() + judgement.claims.len());
    (wrong, some.len(), open)
}

/// The numbers of judged parts and of open ones in random programs; no judgement is wrong.
fn judge_all(vocabulary: &Vocabulary, programs: u32) -> (usize, usize) {
    let seeds: Vec<u64> = nightly::seeds(programs).collect();
    let found = pool::map(&seeds, |seed| complaints(vocabulary, *seed));
    let wrong: Vec<String> = found.iter().flat_map(|(wrong, ..)| wrong.clone()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all: usize = found.iter().map(|(_, all, _)| all).sum();
    let open: usize = found.iter().map(|(.., open)| open).sum();
    println!("{open} of {all} parts are open");
    (all, open)
}

#[test]
fn judgements_agree_with_all_states_of_a_small_domain() {
    let (all, open) = judge_all(&PLAIN, 100);
    assert!(open * 20 <= all, "{open} of {all} parts are open");
}

#[test]
fn judgements_of_sums_and_counts_agree_with_all_states_of_a_small_domain() {
    let (all, open) = judge_all(&SUMMARIES, 30);
    assert!(open * 6 <= all, "{open} of {all} parts are open");
}
