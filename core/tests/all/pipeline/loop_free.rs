//! Programs without loops under `auto`, against z3 on arrays as they are: what is in the array
//! property fragment is decided, and nothing is decided wrongly.

use crate::support::z3;
use hornbook_corpus::dice::Dice;
use hornbook_corpus::nightly;
use hornbook_horn::arrays::standard;
use hornbook_horn::blocks::large_blocks;
use hornbook_horn::smtlib::{symbol, term, write};
use hornbook_horn::{Clause, Goal, Sort, System, Term};
use hornbook_pipeline::{Choices, ChosenAbstraction, Driver, Input, Status};
use hornbook_records::{Outcome, UnknownReason, Verdict};
use std::fmt::Write as _;

/// Programs in the fragment.
const INSIDE: u32 = 100;
/// Programs outside of it.
const OUTSIDE: u32 = 20;
/// Steps for each.
const STEPS: u64 = 60_000;
/// How long z3 may think, in milliseconds.
const PATIENCE: usize = 1_000;

// ---- Random programs -------------------------------------------------------------------------

/// A program without loops is made of these.
struct Maker {
    random: Dice,
    /// Whether conditions outside of the fragment are made.
    outside: bool,
    /// Whether there are arrays of arrays.
    rows: bool,
    /// Statements that may still come.
    left: usize,
}

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn pick(&mut self, from: &[&str]) -> String {
        from[self.below(from.len())].to_owned()
    }

    fn scalar(&mut self) -> String {
        self.pick(&["x", "y", "i", "n"])
    }

    fn array(&mut self) -> String {
        self.pick(&["a", "a", "b"])
    }

    fn index(&mut self) -> String {
        let x = self.scalar();
        let n = self.below(3);
        match self.below(6) {
            0 => n.to_string(),
            1 => format!("{x} + 1"),
            2 => "n - 1".to_owned(),
            _ => x,
        }
    }

    fn value(&mut self) -> String {
        let (x, a, index, n) = (self.scalar(), self.array(), self.index(), self.below(4));
        match self.below(8) {
            0 | 1 => n.to_string(),
            2 => format!("{x} - {n}"),
            3 if self.rows => format!("m[{index}][{x}]"),
            3..=5 => format!("{a}[{index}]"),
            _ => x,
        }
    }

    /// What is said of an index.
    fn range(&mut self, k: &str) -> String {
        let (x, y) = (self.index(), self.index());
        match self.below(8) {
            0 => format!("{x} <= {k} && {k} <= {y}"),
            1 => format!("{k} != {x}"),
            2 => format!("{k} <= {x}"),
            3 => format!("({k} < {x} || {k} > {y})"),
            4 => format!("{x} <= {k} && {k} < n"),
            _ => format!("0 <= {k} && {k} < n"),
        }
    }

    /// What is said of the cells at an index.
    fn cells(&mut self, k: &str) -> String {
        let (a, b, v, x) = (self.array(), self.array(), self.value(), self.scalar());
        let n = self.below(4);
        match self.below(9) {
            0 => format!("{a}[{k}] == {v}"),
            1 => format!("{a}[{k}] >= {n}"),
            2 => format!("a[{k}] == b[{k}]"),
            3 => format!("a[{k}] + b[{k}] <= {v}"),
            4 => format!("({a}[{k}] == {n} ==> {b}[{k}] != {v})"),
            5 => format!("(f[{k}] <==> {a}[{k}] >= {n})"),
            6 => format!("(f[{k}] || {a}[{k}] <= {v})"),
            7 if self.rows => format!("m[{x}][{k}] <= {a}[{k}]"),
            _ => format!("{a}[{k}] <= {v}"),
        }
    }

    /// A condition on all cells that is in the fragment.
    fn universal(&mut self) -> String {
        let (range, cells) = (self.range("k"), self.cells("k"));
        let (a, b, n, v) = (self.array(), self.array(), self.below(3), self.value());
        match self.below(12) {
            0 | 1 => format!("(forall k, l: 0 <= k && k <= l && l < n ==> {a}[k] <= {a}[l])"),
            2 => format!("(forall k, l: {range} && k <= l ==> {a}[k] <= {b}[l] + {n})"),
            3 => "a == b".to_owned(),
            4 if self.rows => {
                let l = self.range("l");
                format!("(forall k, l: {range} && {l} ==> m[k][l] <= {v})")
            }
            5 if self.rows => "(forall k, l: m[k][l] == m[l][k])".to_owned(),
            6 if self.rows => format!("(forall k, l: {range} ==> m[k][l] >= {a}[k])"),
            _ => format!("(forall k: {range} ==> {cells})"),
        }
    }

    /// A condition on many cells that is not.
    fn strange(&mut self) -> String {
        let (range, a, v) = (self.range("k"), self.array(), self.value());
        match self.below(8) {
            0 => format!("(forall k: 0 <= k && k < n ==> {a}[k] <= {a}[k + 1])"),
            1 => format!("(forall k: {range} ==> {a}[k + 1] == {a}[k] + 1)"),
            2 => format!("(forall k: {range} ==> a[b[k]] == {v})"),
            3 => format!("(forall k: {range} ==> a[2 * k] == b[k])"),
            4 => format!("(forall k: exists l: {a}[l] > {a}[k] || l == {v})"),
            5 => format!("(forall k, l: 0 <= k && k < l && l < n ==> {a}[k] < {a}[l])"),
            6 => format!("(forall k: {range} ==> {a}[k] == k)"),
            _ => format!("(forall k: {range} && k % 2 == 0 ==> {a}[k] == {v})"),
        }
    }

    fn assumption(&mut self) -> String {
        match self.outside && self.below(3) > 0 {
            true => self.strange(),
            false => self.universal(),
        }
    }

    fn comparison(&mut self) -> String {
        let (v, w) = (self.value(), self.value());
        let op = self.pick(&["==", "<=", "<", "!="]);
        format!("{v} {op} {w}")
    }

    fn existence(&mut self) -> String {
        let (range, a, v) = (self.range("k"), self.array(), self.value());
        format!("(exists k: {range} && {a}[k] == {v})")
    }

    fn claim(&mut self) -> String {
        let (c, u) = (self.comparison(), self.universal());
        let (x, a, n, e) = (self.index(), self.array(), self.below(3), self.existence());
        match self.below(7) {
            0 => format!("0 <= {x} && {x} < n ==> {a}[{x}] >= {n}"),
            1 => format!("{c} ==> {u}"),
            2 => e,
            3 | 4 => u,
            _ => c,
        }
    }

    fn statements(&mut self, depth: usize, out: &mut String) {
        let count = 1 + self.below(4);
        for _ in 0..count {
            if self.left == 0 {
                return;
            }
            self.left -= 1;
            let (a, x, index, v) = (self.array(), self.scalar(), self.index(), self.value());
            let _ = match self.below(12) {
                0 => write!(out, "b = a; "),
                1 => write!(out, "x = {v}; "),
                2 => write!(out, "i = {v}; "),
                3 => write!(out, "f[{index}] = {x} > 0; "),
                4 if self.rows => write!(out, "m[{index}][{x}] = {v}; "),
                5 => {
                    let c = self.comparison();
                    write!(out, "assume({c}); ")
                }
                6..=8 if depth < 3 => {
                    let c = match self.below(5) {
                        0 => self.universal(),
                        1 => self.existence(),
                        _ => self.comparison(),
                    };
                    let _ = write!(out, "if ({c}) {{ ");
                    self.statements(depth + 1, out);
                    let _ = write!(out, "}} else {{ ");
                    if self.below(2) == 0 {
                        self.statements(depth + 1, out);
                    }
                    write!(out, "}} ")
                }
                _ => write!(out, "{a}[{index}] = {v}; "),
            };
        }
        out.push('\n');
    }

    fn program(mut self) -> String {
        let mut out = "int n = nondet(); int x = nondet(); int y = nondet(); int i = nondet();\n\
            int a[n]; int b[n]; bool f[n];\n"
            .to_owned();
        if self.rows {
            out.push_str("int m[n][n];\n");
        }
        if self.below(2) == 0 {
            out.push_str("assume(0 <= x && x < n);\n");
        }
        let mut known = vec![];
        for _ in 0..1 + self.below(2) {
            let assumption = self.assumption();
            let _ = writeln!(out, "assume({assumption});");
            known.push(assumption);
        }
        self.statements(0, &mut out);
        // What was assumed may well hold still.
        let claim = match self.below(4) {
            0 => known.swap_remove(0),
            _ => self.claim(),
        };
        let _ = writeln!(out, "assert({claim});");
        out
    }
}

fn program(seed: u64, outside: bool) -> String {
    let mut random = Dice::new(seed);
    let (rows, left) = (random.below(3) == 0, 3 + random.below(5));
    Maker { random, outside, rows, left }.program()
}

// ---- Answers ---------------------------------------------------------------------------------

fn input(text: &str) -> Input {
    let input = Input::program(text, &Choices::abstraction(ChosenAbstraction::Auto));
    assert!(input.system.is_some(), "{:?}\n{text}", input.diagnostics);
    input
}

fn answer(input: &Input) -> Outcome {
    let mut solving = Driver::new(input).expect("no errors");
    let mut steps = 0;
    while steps < STEPS {
        if let Status::Done(outcome) = solving.step(5_000) {
            return outcome;
        }
        steps += 5_000;
    }
    solving.stop(&UnknownReason::Budget)
}

fn sort(sort: &Sort) -> String {
    match sort {
        Sort::Int => "Int".to_owned(),
        Sort::Bool => "Bool".to_owned(),
        Sort::Array(cell) => format!("(Array Int {})", self::sort(cell)),
    }
}

/// Whether a clause without predicates among its premises can be violated, as a question.
fn violated(clause: &Clause) -> String {
    let clause = standard(clause);
    let Goal::Cond(goal) = &clause.goal else { panic!("an assertion") };
    let mut out = String::new();
    for v in clause.free_vars() {
        let _ = writeln!(out, "(declare-const {} {})", symbol(&v.name), sort(&v.sort));
    }
    let goal = Term::not(goal.clone());
    for part in clause.conditions().chain([&goal]) {
        let _ = writeln!(out, "(assert {})", term(part));
    }
    out
}

/// Questions to z3, of which one is satisfiable if and only if the program fails.
fn questions(system: &System) -> Option<Vec<String>> {
    let merged = large_blocks(system);
    let claims = merged.clauses.iter().filter(|c| matches!(c.goal, Goal::Cond(_)));
    let claims: Vec<&Clause> = claims.collect();
    let alone = claims.iter().all(|c| c.instances().next().is_none());
    alone.then(|| claims.into_iter().map(violated).collect())
}

/// Whether programs fail, as far as z3 finds out.
fn truths(systems: &[&System]) -> Option<Vec<Option<bool>>> {
    let asked: Vec<Option<Vec<String>>> = systems.iter().map(|s| questions(s)).collect();
    let plain: Vec<String> = asked.iter().flatten().flatten().cloned().collect();
    let apart = systems.iter().zip(&asked).filter(|(_, q)| q.is_none());
    let apart: Vec<String> = apart.map(|(s, _)| write(s, None)).collect();
    let mut plain = z3::check(&plain, PATIENCE)?.into_iter();
    let mut apart = z3::solve(&apart, PATIENCE)?.into_iter();
    let truth = |asked: &Option<Vec<String>>| match asked {
        Some(questions) => {
            let answers: Vec<String> = questions.iter().filter_map(|_| plain.next()).collect();
            let unsat = answers.iter().all(|a| a == "unsat");
            answers.contains(&"sat".to_owned()).then_some(true).or(unsat.then_some(false))
        }
        None => match apart.next().expect("an answer").as_str() {
            "sat" => Some(false),
            "unsat" => Some(true),
            _ => None,
        },
    };
    Some(asked.iter().map(truth).collect())
}

/// Solves programs, and holds the answers against those of z3; how many were answered.
fn compare(seeds: std::ops::Range<u64>, outside: bool) -> usize {
    let texts: Vec<String> = seeds.map(|seed| program(seed, outside)).collect();
    let inputs: Vec<Input> = texts.iter().map(|text| input(text)).collect();
    let systems: Vec<&System> = inputs.iter().filter_map(|i| i.system.as_ref()).collect();
    let outcomes: Vec<Outcome> = inputs.iter().map(answer).collect();
    let truths = truths(&systems);
    let (mut counts, mut silent) = ([0; 4], 0);
    for (n, (text, outcome)) in texts.iter().zip(&outcomes).enumerate() {
        let truth = truths.as_ref().and_then(|t| t[n]);
        silent += usize::from(truth.is_none());
        let ours = match &outcome.verdict {
            Verdict::Certified => Some(false),
            Verdict::Buggy(_) => Some(true),
            _ => None,
        };
        assert!(ours.is_none() || truth.is_none() || ours == truth, "{ours:?}, {truth:?}\n{text}");
        counts[outcome.verdict.rank()] += 1;
    }
    println!("buggy, too weak, unknown, certified: {counts:?}; z3 is silent {silent} times");
    counts[0] + counts[3]
}

#[test]
fn what_is_in_the_fragment_is_decided() {
    let answered = compare(nightly::seeds(INSIDE), false);
    let all = nightly::seeds(INSIDE).count();
    assert!(answered * 100 >= all * 95, "{answered} of {all}");
}

#[test]
fn equivalences_of_quantified_conditions_are_not_unfolded_without_end() {
    let all = |k| format!("(forall k: a[k] == {k})");
    let nested = (2..60).fold(all(1), |inner, k| format!("({} <==> {inner})", all(k)));
    let text = format!("int a[];\nassume({nested});\nassert(a[3] == 7);");
    assert!(!matches!(answer(&input(&text)).verdict, Verdict::Certified));
}

#[test]
fn what_is_outside_of_it_is_not_decided_wrongly() {
    let seeds = nightly::seeds(OUTSIDE);
    compare(seeds.start + 1_000..seeds.end + 1_000, true);
}

/// Many writes to one array, and a claim about a cell.
fn writes(count: usize, write: impl Fn(usize) -> String, claim: &str) -> String {
    let all: String = (0..count).map(write).collect();
    format!("int x;\nint y;\nint a[];\n{all}assert({claim});")
}

#[test]
fn long_programs_are_decided() {
    let at_numbers = |n: usize| format!("a[{n}] = {};\n", n % 7);
    for (claim, verdict) in [("a[500] == 3", "certified"), ("a[501] == 3", "buggy")] {
        let text = writes(600, at_numbers, claim);
        assert_eq!(answer(&input(&text)).verdict.name(), verdict, "{claim}");
    }
}

#[test]
fn the_answer_is_given_once_it_is_there() {
    // It takes more steps than the first one has before others have their turns.
    let read = |n: usize| format!("int x{n} = nondet();\nassume(a[x{n}] == {n});\n");
    let reads: String = (0..48).map(read).collect();
    let text = format!("int a[];\n{reads}assert(x0 != x1);");
    let mut driver = Driver::new(&input(&text)).expect("no errors");
    let outcome = loop {
        if let Status::Done(outcome) = driver.step(1) {
            break outcome;
        }
    };
    assert_eq!(outcome.verdict.name(), "certified");
    assert!(outcome.exact && outcome.statistics.steps > 250_000);
    assert!(driver.records()[1..].iter().all(|record| record.steps == 0), "{:?}", driver.records());
}

#[test]
fn what_is_decided_exactly_stands_whatever_an_abstraction_settles_besides() {
    let text = "int a[]; int b[]; assume(forall k in 0..10: a[k] == k); assert(a[7] == 8); \
                assume(forall k: b[k] == k); assert(b[5] == 4);";
    let mut driver = Driver::new(&input(text)).expect("no errors");
    let mut steps = 0;
    let outcome = loop {
        match driver.step(20_000) {
            Status::Done(outcome) => break outcome,
            Status::Running(_) if steps > 100 => break driver.so_far(&UnknownReason::Budget),
            Status::Running(_) => steps += 1,
        }
    };
    let Verdict::TooWeak { abstracted, .. } = outcome.assertions[1].verdict else {
        panic!("{:?}", outcome.assertions[1].verdict)
    };
    assert!(!abstracted, "nothing was abstracted where that was found");
}

/// A failing run has to have the cells that assumptions speak of, not only those that are read.
#[test]
fn runs_fill_the_ranges_of_assumptions() {
    let wrong = [
        "assume(forall k in 0..10: a[k] == k / 2); assert(a[7] == 4);",
        "assume(forall k in 0..20: a[k] == k + k); assert(a[7] == 15);",
        "assume(forall k in 0..50: a[k] == 1); assume(forall k in 50..100: a[k] == 2); assert(a[0] == a[99]);",
        "assume(forall k in 0..5000: a[k] == 1); assume(forall k in 5000..9000: a[k] == 2); assert(a[0] == a[8999]);",
        "int n = nondet(); assume(n >= 30 && forall k in 0..n: a[k] == k + n); assert(a[12] < 42);",
        "int n = nondet(); assume(n >= 9 && forall k in 0..n: forall j in k..n: a[k] <= a[j]); assert(a[3] == a[7]);",
    ];
    for text in wrong {
        let outcome = answer(&input(&format!("int a[]; {text}")));
        assert!(outcome.exact && outcome.verdict.name() == "buggy", "{text} {:?}", outcome.verdict);
    }
}

/// Universal quantifiers below others, with conditions in between, are those of one.
#[test]
fn quantifiers_in_a_row_are_one() {
    let right = "int a[]; int n = nondet(); assume(forall k in 0..n: forall j in k..n: a[k] <= a[j]); \
                 assume(n > 9); assert(a[3] <= a[7]);";
    assert_eq!(answer(&input(right)).verdict.name(), "certified");
    // The same name twice: the inner one is another variable.
    let shadowed = "int a[]; int n = nondet(); assume(n > 5); \
                    assume(forall k in 0..n: (a[k] == 0 || forall j in 0..n: a[j] == 1)); \
                    assert(a[1] == 0);";
    assert_eq!(answer(&input(shadowed)).verdict.name(), "buggy");
}

#[test]
fn cells_that_are_made_too_often_are_left_open() {
    // Each write may be to the cell in question, and there are more than are followed.
    let anywhere = |n: usize| format!("x = nondet();\na[x] = {n};\n");
    let text = writes(450, anywhere, "a[y] >= 0");
    assert_ne!(answer(&input(&text)).verdict.name(), "certified");
    // The last ones are.
    let text = writes(450, anywhere, "a[x] == 449");
    assert_eq!(answer(&input(&text)).verdict.name(), "certified");
}
