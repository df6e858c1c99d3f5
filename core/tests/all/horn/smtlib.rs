//! SMT-LIB: what is written can be read again, by us and by others; every text is read to its end.

use hornbook_base::{LineIndex, Severity};
use hornbook_horn::smtlib::{read, script, write};
use hornbook_horn::{Goal, Premise, System};
use hornbook_pipeline::{Choices, Input, record_stages};
use proptest::prelude::*;
use std::io::Write;
use std::process::{Command, Stdio};

/// The example programs of the menu without errors: name and text. Those in folders take too long
/// with z3, and some have operations that are written out, so that they do not come back.
fn programs() -> Vec<(String, String)> {
    let examples = crate::support::programs::menu().into_iter().map(|e| (e.name, e.text));
    examples
        .filter(|(_, text)| Input::program(text, &Choices::default()).system.is_some())
        .collect()
}

/// A system without what the text does not hold: places, titles, names of parameters.
fn essence(system: &System) -> (Vec<String>, Vec<(Vec<Premise>, Goal)>) {
    let sorts =
        |p: &hornbook_horn::Pred| -> Vec<_> { p.params.iter().map(|v| v.sort.clone()).collect() };
    (
        system.preds.iter().map(|p| format!("{} {:?}", p.name, sorts(p))).collect(),
        system.clauses.iter().map(|c| (c.premises.clone(), c.goal.clone())).collect(),
    )
}

fn parse(text: &str) -> System {
    let (system, diagnostics) = read(text);
    let lines = LineIndex::new(text);
    let shown: String = diagnostics.iter().map(|d| d.render("t.smt2", &lines)).collect();
    system.unwrap_or_else(|| panic!("{shown}"))
}

/// The messages for a text, each with line and column.
fn messages(text: &str) -> Vec<String> {
    let lines = LineIndex::new(text);
    let (system, diagnostics) = read(text);
    assert_eq!(system.is_none(), diagnostics.iter().any(|d| d.severity == Severity::Error));
    diagnostics
        .iter()
        .map(|d| {
            let at = lines.line_column(d.span.start);
            format!("{}:{}: {}", at.line, at.column, d.message)
        })
        .collect()
}

/// The clauses of a text as they are shown.
fn clauses(text: &str) -> Vec<String> {
    let system = parse(text);
    system.clauses.iter().map(|c| system.show(c)).collect()
}

#[test]
fn written_clauses_read_as_the_same_clauses() {
    for (name, text) in programs() {
        let input = Input::program(&text, &Choices::default());
        let stages = record_stages(&input).stages.expect("stages");
        for system in [&stages.concrete, &stages.simplified] {
            let written = write(system, Some(&input.lines));
            let again = parse(&written);
            let (a, b) = (essence(system), essence(&again));
            assert_eq!(a.0, b.0, "{name}");
            for (n, (left, right)) in a.1.iter().zip(&b.1).enumerate() {
                let same = left == right;
                let show = |s: &System| s.show(&s.clauses[n]);
                assert!(same, "{name}: {}\n{}\n{written}", show(system), show(&again));
            }
            assert_eq!(a.1.len(), b.1.len(), "{name}");
            assert_eq!(bare(&again), bare(system), "{name}");
        }
    }
}

/// SMT-LIB has no numbers of occurrences, so they come with a recursive definition.
#[test]
fn numbers_of_occurrences_are_defined_in_the_text() {
    let text = "int n = nondet(); int a[n]; int b[] = a; int count = nondet();
        for (int i = 0; i < n; i++) { a[i] = a[n - 1 - i]; }
        assert(permutation(a, b, 0, n)); assert(count(a, 0, n, count) >= 0);";
    let input = Input::program(text, &Choices::default());
    let system = input.system.expect("clauses");
    let written = write(&system, Some(&input.lines));
    assert!(written.contains("(forall ((v Int)) (= (hornbook.count "), "{written}");
    let again = parse(&written);
    assert_eq!(written.lines().count(), write(&again, None).lines().count());
    assert_eq!(bare(&again), bare(&parse(&write(&again, None))));
    let other = written.replace("(- hi 1) v)", "(- hi 2) v)");
    let wrong = messages(&other);
    assert_eq!(
        wrong,
        ["2:2: the command `define-fun-rec` is not supported for Horn clauses"],
        "{wrong:?}"
    );
    if let Some(answers) = z3(&[written], false) {
        assert_eq!(answers, ["ok"]);
    }
}

/// Writes without the comments, which say where a clause comes from.
fn bare(system: &System) -> String {
    let text = write(system, None);
    text.lines().filter(|l| !l.starts_with(';')).map(|l| format!("{l}\n")).collect()
}

#[test]
fn names_of_parameters_come_from_the_clauses() {
    for (name, text) in programs() {
        let system = Input::program(&text, &Choices::default()).system.expect("a system");
        let again = parse(&write(&system, None));
        for (p, q) in system.preds.iter().zip(&again.preds) {
            assert_eq!(p.loop_head, q.loop_head, "{name}: {}", p.name);
            if system.clauses.iter().any(|c| c.instances().any(|i| system.pred(i.pred) == p)) {
                assert_eq!(p.params, q.params, "{name}: {}", p.name);
            }
        }
    }
}

const HEAD: &str =
    "(declare-fun P (Int) Bool)(declare-fun Q (Int Int) Bool)(declare-fun R () Bool)";

#[test]
fn general_clauses_become_plain_ones() {
    let show = |formula: &str| clauses(&format!("{HEAD}(assert {formula})"));
    let all = |body: &str| show(&format!("(forall ((x Int) (y Int)) {body})"));
    assert_eq!(show("R"), ["R()"]);
    assert_eq!(show("(not R)"), ["R() ==> false"]);
    assert_eq!(all("(=> (and (P x) (< x y)) (Q x y))"), ["P(x) && x < y ==> Q(x, y)"]);
    assert_eq!(all("(=> (P x) (=> (P y) (Q x y)))"), ["P(x) && P(y) ==> Q(x, y)"]);
    assert_eq!(all("(=> (P x) (and (P y) (> x 0)))"), ["P(x) ==> P(y)", "P(x) ==> x > 0"]);
    assert_eq!(
        all("(=> (or (P x) (and R (P y))) (Q x y))"),
        ["P(x) ==> Q(x, y)", "R() && P(y) ==> Q(x, y)"]
    );
    assert_eq!(all("(or (not (P x)) (>= x 0))"), ["P(x) ==> x >= 0"]);
    assert_eq!(all("(or (P x) (>= x 0))"), ["x < 0 ==> P(x)"]);
    assert_eq!(all("(not (and (P x) (Q x y) (< x 0)))"), ["P(x) && Q(x, y) && x < 0 ==> false"]);
    assert_eq!(show("(not (exists ((x Int)) (and (P x) (< x 0))))"), ["P(x) && x < 0 ==> false"]);
    assert_eq!(all("(=> (exists ((y Int)) (Q x y)) (P x))"), ["Q(x, y') ==> P(x)"]);
    let none = show("(not (exists ((x Int)) (> x 5)))");
    assert_eq!(none, show("(forall ((x Int)) (<= x 5))"));
    assert_eq!(all("(= (P x) R)"), ["P(x) ==> R()", "R() ==> P(x)"]);
    assert_eq!(
        all("(=> (ite (> x 0) (P x) R) (P y))"),
        ["x > 0 && P(x) ==> P(y)", "R() && x <= 0 ==> P(y)"]
    );
    assert_eq!(all("(=> false (P x))"), Vec::<String>::new());
}

#[test]
fn terms_are_read_as_smtlib_means_them() {
    let goal = |term: &str| {
        let text = format!(
            "{HEAD}(define-fun twice ((n Int)) Int (* 2 n))(define-fun five () Int 5)\n\
             (assert (forall ((x Int) (y Int) (b Bool) (a (Array Int Int))) (=> R {term})))"
        );
        clauses(&text).join(" ; ").trim_start_matches("R() ==> ").to_owned()
    };
    assert_eq!(goal("(< 0 x y 9)"), "0 < x && x < y && y < 9");
    assert_eq!(goal("(distinct x y 0)"), "x != y && x != 0 && y != 0");
    assert_eq!(goal("(= (- x) (- 5) (- x y 1))"), "-x == -5 && -5 == x - y - 1");
    assert_eq!(goal("(= x (+ x y (* 2 x y)))"), "x == x + y + 2 * x * y");
    assert_eq!(goal("(= (div x 2) (mod y 3))"), "x / 2 == y % 3");
    assert_eq!(goal("(= x (abs y))"), "x == (y >= 0 ? y : -y)");
    assert_eq!(goal("(= x (ite b x five))"), "x == (b ? x : 5)");
    assert_eq!(goal("(xor b (> x 0) (= x y))"), "(b != (x > 0)) != (x == y)");
    assert_eq!(goal("(= (select (store a x 1) y) (twice (+ x 1)))"), "a[x <- 1][y] == 2 * (x + 1)");
    assert_eq!(goal("(! (let ((x y) (y x)) (< x y)) :named n)"), "y < x");
    assert_eq!(goal("(let ((z x)) (not (exists ((x Int)) (< x z))))"), "!(exists x': x' < x)");
    assert_eq!(goal("(and (> (twice y) x) |b|)"), "2 * y > x && b");
}

#[test]
fn mistakes_are_reported_all_at_once_with_their_places() {
    let text = "(set-logic HORN)
(declare-fun P (Int Real) Bool)
(declare-fun Q (Int) Int)
(declare-fun R (Int) Bool)
(declare-fun R (Int) Bool)
(assert (forall ((x Int)) (=> (R x true) (S x))))
(assert (forall ((x Int)) (=> (R x) (+ x true))))
(assert (forall ((x Int)) (R 1.5)))
(declare-const c Int)
(assert (forall ((x Int)) (=> (not (R x)) (R 0))))
(assert (=> (forall ((x Int)) (R x)) false))
(assert (R (ite (R 1) 0 1)))
)
(assert";
    assert_eq!(
        messages(text),
        [
            "2:21: real numbers are not supported",
            "3:22: only predicates can be declared: the result must be of sort `Bool`",
            "5:14: `R` is declared twice",
            "6:31: `R` takes 1 argument, not 2",
            "6:43: there is no operation or predicate `S`",
            "7:42: this is of sort `Bool`, but `Int` is needed",
            "8:30: only whole numbers are supported, written in decimal",
            "9:2: the command `declare-const` is not supported for Horn clauses",
            "10:9: two predicates would stand after the arrow: not a Horn clause",
            "11:9: a predicate below this kind of quantifier is not a Horn clause",
            "12:9: predicates may not stand inside of terms",
            "13:1: this `)` has no `(`",
            "14:1: this `(` is never closed",
        ]
    );
}

#[test]
fn definitions_that_explode_are_refused() {
    let mut text = String::from("(define-fun f0 ((x Int)) Int (+ x x))\n");
    for n in 1..60 {
        let line = format!("(define-fun f{n} ((x Int)) Int (f{0} (f{0} x)))\n", n - 1);
        text.push_str(&line);
    }
    let found = messages(&text);
    assert!(found[0].contains("have over 200000 parts"), "{found:?}");
    let bindings: String =
        (1..300).map(|n| format!("(let ((x{n} (+ x{0} x{0}))) ", n - 1)).collect();
    // Parts that are shared are read once.
    let text = format!("(assert (forall ((x0 Int)) {bindings} (= x299 0){}))", ")".repeat(299));
    let power = clauses(&text)[0].len();
    assert!((95..110).contains(&power), "a number of 90 digits, and little else: {power}");
    let ors = "(or (P x) (Q x x))".repeat(20);
    let text = format!("{HEAD}(assert (forall ((x Int)) (=> (and {ors}) false)))");
    assert!(messages(&text)[0].contains("more than 1000 clauses"));
}

const WORDS: &[&str] = &[
    "(",
    ")",
    "(",
    ")",
    "(assert ",
    "(forall ((x Int)) ",
    "(exists ((y Int)) ",
    "(=> ",
    "(and ",
    "(or ",
    "(not ",
    "(let ((z x)) ",
    "(P x)",
    "(Q x y)",
    "R",
    "x",
    "y",
    "z",
    "true",
    "false",
    "0",
    "17",
    "1.5",
    "#x1f",
    "(declare-fun P (Int) Bool)",
    "(declare-fun Q (Int Int) Bool)",
    "(declare-fun R () Bool)",
    "(define-fun m ((x Int)) Bool ",
    "(m x)",
    "(ite ",
    "(= ",
    "(< ",
    "(distinct ",
    "(+ ",
    "(- ",
    "(* ",
    "(div ",
    "(mod ",
    "(abs ",
    "(select a ",
    "(store a 0 ",
    "(forall ((a (Array Int Int))) ",
    "(! ",
    ":named",
    "|q r|",
    "|",
    "\"s\"",
    "\"",
    ";c\n",
    "é",
    "(check-sat)",
    "(push 1)",
    "(pop 1)",
    "(declare-const x Int)",
    "(declare-const b Bool)",
    "'",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..60).prop_map(|words| words.join(" "))
}

/// Written clauses with pieces cut out and put elsewhere.
fn damaged() -> impl Strategy<Value = String> {
    let (_, text) = programs().swap_remove(2);
    let system = Input::program(&text, &Choices::default()).system.expect("a system");
    let text = write(&system, None);
    let n = text.len();
    (0..n, 0..n, 0..n).prop_map(move |(a, b, c)| {
        let (a, b) = (a.min(b), a.max(b));
        format!("{}{}{}", &text[..a], &text[b..], &text[c..(c + 40).min(n)])
    })
}

/// What holds of every text; names in it may be of any script, so places must be on characters.
fn survives(text: &str) {
    messages(text);
    let (questions, diagnostics) = script(text);
    assert_eq!(questions.is_none(), diagnostics.iter().any(|d| d.severity == Severity::Error));
    for d in read(text).1.iter().chain(&diagnostics) {
        let (start, end) = (d.span.start as usize, d.span.end as usize);
        assert!(start <= end && text.is_char_boundary(start) && text.is_char_boundary(end));
    }
    if let (Some(system), _) = read(text) {
        let again = parse(&write(&system, None));
        assert_eq!(again.clauses.len(), system.clauses.len());
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*") {
        survives(&text);
    }

    #[test]
    fn any_words_are_read(text in soup()) {
        survives(&text);
    }

    #[test]
    fn damaged_clauses_are_read(text in damaged()) {
        survives(&text);
    }
}

/// Works on a stack that is as small as one in a browser.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(work);
    thread.expect("a thread").join().expect("no overflow");
}

#[test]
fn deep_texts_are_read_to_their_end() {
    on_a_small_stack(|| {
        for open in ["(", "(not ", "(assert (not ", "(let ((x ", "(forall ((x Int)) "] {
            let found = messages(&open.repeat(100_000));
            assert!(found.iter().any(|m| m.contains("never closed")), "{open}");
        }
        survives(&")".repeat(100_000));
        let nested = |open: &str, inner: &str| {
            let (all, end) = (open.repeat(50_000), ")".repeat(50_000));
            format!("{HEAD}(assert {all}{inner}{end})")
        };
        let quantifiers = messages(&nested("(forall ((x Int)) ", "R"));
        assert!(quantifiers[0].contains("over 200 quantifiers"), "{quantifiers:?}");
        assert_eq!(messages(&nested("(not ", "R")), Vec::<String>::new());
        let connectives = messages(&nested("(= true ", "R"));
        assert!(connectives[0].contains("more than 400 connectives"), "{connectives:?}");
        let sorts = format!("{}Int{}", "(Array Int ".repeat(50_000), ")".repeat(50_000));
        let sorts = messages(&format!("(declare-fun P ({sorts}) Bool)"));
        assert!(sorts[0].contains("at most 100 levels"), "{sorts:?}");
    });
}

/// Chains of `let`, as machines write them: each name is used in the next one.
fn chain(levels: usize, start: &str, step: impl Fn(String, usize) -> String) -> String {
    let last = |n: usize| if n == 0 { start.to_owned() } else { format!("v{n}") };
    let open = (1..=levels).map(|n| format!("(let ((v{n} {})) ", step(last(n - 1), n)));
    format!("{}{}{}", open.collect::<String>(), last(levels), ")".repeat(levels))
}

#[test]
fn deep_terms_are_cut_into_premises() {
    on_a_small_stack(|| {
        let sum = chain(20_000, "x", |v, _| format!("(+ {v} 1)"));
        let text = format!("{HEAD}(assert (forall ((x Int)) (=> (P x) (P {sum}))))");
        assert_eq!(clauses(&text), ["P(x) ==> P(x + 20000)"]);
        // The predicate is below all of the conjunctions.
        let all = chain(20_000, "(P x)", |v, n| format!("(and {v} (< x {n}))"));
        let text = format!("{HEAD}(assert (forall ((x Int)) (=> {all} R)))");
        let system = parse(&text);
        assert_eq!((system.clauses.len(), system.clauses[0].premises.len()), (1, 20_001));
        // Neither a sum nor a conjunction: parts get names, and no term is deep.
        let choice = chain(20_000, "x", |v, n| format!("(ite (< {v} {n}) (+ {v} 1) {v})"));
        let text = format!("{HEAD}(assert (forall ((x Int)) (=> (P x) (P {choice}))))");
        let system = parse(&text);
        let clause = &system.clauses[0];
        assert!(clause.terms().all(|t| t.depth() <= 102 && t.size() < 2_000));
        assert!(clause.conditions().count() > 1_000);
        survives(&text);
    });
}

#[test]
fn each_form_of_a_clause_means_the_same() {
    let same = |forms: &[&str]| {
        let all: Vec<Vec<String>> =
            forms.iter().map(|f| clauses(&format!("{HEAD}(assert {f})"))).collect();
        assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{all:#?}");
    };
    same(&[
        "(forall ((x Int)) (=> (and (P x) (> x 9)) false))",
        "(forall ((x Int)) (not (and (P x) (> x 9))))",
        "(not (exists ((x Int)) (and (P x) (> x 9))))",
        "(=> (exists ((x Int)) (and (P x) (> x 9))) false)",
    ]);
    same(&[
        "(forall ((x Int) (y Int)) (=> (and (P x) (Q x y)) (P y)))",
        "(forall ((x Int)) (=> (P x) (forall ((y Int)) (=> (Q x y) (P y)))))",
        "(forall ((x Int) (y Int)) (or (not (P x)) (not (Q x y)) (P y)))",
    ]);
    same(&[
        "(and (P 0) (and (forall ((x Int)) (or R (not (P x)))) (forall ((y Int)) (or (P y) (not R)))))",
        "(and (P 0) (forall ((x Int)) (=> (P x) R)) (forall ((y Int)) (=> R (P y))))",
    ]);
}

#[test]
fn what_is_not_horn_or_not_supported_is_refused_by_name() {
    let said = |text: &str| messages(&format!("{HEAD}{text}")).join(" ; ");
    assert!(said("(assert (exists ((x Int)) (P x)))").contains("below this kind of quantifier"));
    assert!(said("(assert (= R (forall ((x Int)) (P x))))").contains("not a Horn clause"));
    assert!(said("(declare-fun B ((_ BitVec 8)) Bool)").contains("bit-vectors are not supported"));
    assert!(said("(declare-datatypes ((L 0)) (((nil))))").contains("data types are not supported"));
    assert!(said("(declare-fun S (Real) Bool)").contains("real numbers are not supported"));
    assert!(said("(push 1)").contains("`push` is not supported"));
}

#[test]
fn what_other_tools_write_is_read() {
    let goal = |term: &str| {
        let text = format!("{HEAD}(assert (forall ((x Int) (y Int)) (=> R {term})))");
        clauses(&text).join(" ; ").trim_start_matches("R() ==> ").to_owned()
    };
    assert_eq!(goal("(< x 10.0)"), "x < 10");
    assert_eq!(goal("(= (rem x y) 1)"), "(y >= 0 ? x % y : -(x % y)) == 1");
    // A text may have a `rem` of its own.
    let own = "(define-fun rem ((a Int) (b Int)) Int (- a b))";
    let text = format!("{HEAD}{own}(assert (forall ((x Int)) (=> R (< (rem x 1) 0))))");
    assert_eq!(clauses(&text), ["R() ==> x - 1 < 0"]);
    let named =
        format!("{HEAD}(assert (! (P 0) :named start))(check-sat)(assert (P 1))(check-sat)");
    assert_eq!(clauses(&named), ["P(0)", "P(1)"]);
}

/// Asks z3, through its Python interface, what it thinks of texts: `ok` or an error for each, or
/// its answer when `solve` is set. `None` without z3.
fn z3(texts: &[String], solve: bool) -> Option<Vec<String>> {
    const CODE: &str = "
import json, sys, z3
for text in json.load(sys.stdin):
    try:
        formulas = z3.parse_smt2_string(text)
        if sys.argv[1] == 'solve':
            solver = z3.SolverFor('HORN')
            solver.set('timeout', 2000)
            solver.add(formulas)
            print(solver.check())
        else:
            print('ok')
    except z3.Z3Exception as e:
        print(repr(e))
";
    let Ok(python) = std::env::var("HORNBOOK_Z3_PYTHON") else {
        println!("z3 is missing (HORNBOOK_Z3_PYTHON is not set); this check is skipped");
        return None;
    };
    let mut child = Command::new(python)
        .args(["-c", CODE, if solve { "solve" } else { "parse" }])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python starts");
    let json = serde_json::to_string(texts).expect("JSON");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(json.as_bytes()).expect("python reads");
    drop(pipe);
    let output = child.wait_with_output().expect("python ends");
    Some(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

#[test]
fn z3_reads_every_stage() {
    let mut names = vec![];
    let mut texts = vec![];
    for (name, text) in programs() {
        for abstraction in ["cell1", "cell2"] {
            let choice = abstraction.parse().expect("an abstraction");
            let input = Input::program(&text, &Choices::abstraction(choice));
            let stages = record_stages(&input).stages.expect("stages");
            let all = [
                ("horn", &stages.concrete),
                ("abstract", &stages.abstracted),
                ("eliminate", &stages.eliminated),
                ("final", &stages.simplified),
            ];
            for (stage, system) in all {
                names.push(format!("{name} {abstraction} {stage}"));
                texts.push(write(system, Some(&input.lines)));
            }
        }
    }
    let Some(answers) = z3(&texts, false) else { return };
    assert_eq!(answers.len(), texts.len());
    for ((name, answer), text) in names.iter().zip(&answers).zip(&texts) {
        assert_eq!(answer, "ok", "{name}\n{text}");
    }
}

#[test]
fn z3_does_not_certify_buggy_programs() {
    let texts: Vec<String> = programs()
        .into_iter()
        .filter(|(name, _)| name.ends_with("_buggy"))
        .map(|(_, text)| {
            let input = Input::program(&text, &Choices::default());
            let stages = record_stages(&input).stages.expect("stages");
            write(&stages.simplified, Some(&input.lines))
        })
        .collect();
    assert!(!texts.is_empty());
    let Some(answers) = z3(&texts, true) else { return };
    assert_eq!(answers.len(), texts.len());
    assert!(answers.iter().all(|a| a == "unsat" || a == "unknown"), "{answers:?}");
}
