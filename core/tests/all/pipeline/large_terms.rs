//! Short texts whose formulas would fill any memory get an answer: what can be kept small is, and
//! for the rest the place and the reason are told.

use hornbook_base::Severity;
use hornbook_horn::{Clause, Premise};
use hornbook_pipeline::{Choices, Driver, Input, Solving, Status, record_stages};
use hornbook_records::{Stages, Verdict};

/// `levels` times `around`, whose `@` is what is inside of it.
fn nested(around: &str, innermost: &str, levels: usize) -> String {
    (0..levels).fold(innermost.to_owned(), |inner, _| around.replace('@', &inner))
}

fn read(text: &str, options: &Choices) -> Input {
    if text.starts_with('(') {
        Input::clauses(text, options)
    } else {
        Input::program(text, options)
    }
}

/// The stages of a text that has no errors.
fn stages(text: &str, options: &Choices) -> Stages {
    let input = read(text, options);
    assert!(input.diagnostics.iter().all(|d| d.severity != Severity::Error), "{text}");
    record_stages(&input).stages.expect("stages")
}

/// The only error of a text.
fn refusal(text: &str) -> String {
    let input = read(text, &Choices::default());
    assert!(input.system.is_none() && input.program.is_none(), "{text}");
    let errors: Vec<_> =
        input.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    let [error] = errors.as_slice() else { panic!("{} errors: {text}", errors.len()) };
    assert!(error.span.start < error.span.end && !error.hints.is_empty(), "{text}");
    error.message.clone()
}

fn largest(clauses: &[Clause]) -> usize {
    clauses.iter().map(Clause::size).max().unwrap_or_default()
}

#[test]
fn the_least_of_many_numbers_is_a_chain_of_equations() {
    for around in ["min(@, y)", "max(y, @)", "abs(@ - y)", "min(@, y, 7, max(@, 3))"] {
        let levels = if around.matches('@').count() > 1 { 5 } else { 40 };
        let text =
            format!("int x; int y; int z; z = {}; assert(z <= y);", nested(around, "x", levels));
        let system = read(&text, &Choices::default()).system.expect("a system");
        assert!(largest(&system.clauses) < 200 * levels, "{text}");
        let clauses = system.clauses.iter();
        let conditions =
            clauses.flat_map(|c| &c.premises).filter(|p| matches!(p, Premise::Cond(_)));
        assert!(conditions.count() >= levels / 8, "{text}");
        let stages = stages(&text, &Choices::default());
        assert!(largest(&stages.simplified.clauses) < 150 * levels * levels, "{text}");
    }
}

/// Whether all assertions of a program are certified.
fn is_certified(text: &str) -> bool {
    let mut solving = Solving::new(&read(text, &Choices::default())).expect("a system");
    match solving.step(200_000) {
        Status::Done(outcome) => matches!(outcome.verdict, Verdict::Certified),
        Status::Running(_) => false,
    }
}

#[test]
fn a_large_number_has_one_value_wherever_it_stands() {
    let large = vec!["x + y"; 20].join(" + ");
    let least = format!("min({large}, y)");
    for claim in [
        format!("{least} * w == {least} * w"),
        format!("sum(a, 0, {least}) == sum(a, 0, {least})"),
        format!("{least} <= y && (x > y || {least} <= {large})"),
        format!("forall k: k < {least} ==> k < y"),
        format!("x < 0 || (y >= 0 ==> {least} <= abs({large}))"),
    ] {
        assert!(is_certified(&format!("int a[]; int w, x, y; assert({claim});")), "{claim}");
    }
    let wrong = format!("int x, y; assert({least} < y);");
    assert!(!is_certified(&wrong));
}

#[test]
fn nested_operations_on_whole_arrays_are_refused() {
    let texts = [
        "int a[], b[]; int i, v; b = INSERT; assert(b[i] == v);",
        "int a[]; int i, v; v = INSERT[i]; assert(v == 0);",
        "int a[]; int i, v; assert(sorted(INSERT, 0, i));",
        "int a[]; int i, v; assume(a == INSERT); assert(v == 0);",
        "int a[]; int i, v; if (INSERT[0] == v) i = 0; assert(v == 0);",
    ];
    for text in texts {
        for around in ["insert(@, i, v)", "erase(@, i)"] {
            let message = refusal(&text.replace("INSERT", &nested(around, "a", 58)));
            assert!(message.contains("too large"), "{message}");
        }
    }
}

#[test]
fn operations_one_after_the_other_are_small() {
    let text = format!(
        "int a[]; int i, v; {} assert(a[i] == v);",
        "a = insert(a, i, v); a = erase(a, v);".repeat(30)
    );
    for large_blocks in [false, true] {
        let options = Choices { large_blocks, ..Choices::default() };
        let stages = stages(&text, &options);
        assert!(largest(&stages.simplified.clauses) < 20_000);
    }
}

#[test]
fn what_is_written_down_twice_does_not_double_for_ever() {
    let chain = nested("(y < @ < y ? 1 : 2)", "x", 58);
    let minimum = nested("min(@, i)", "k", 58);
    let cells = vec!["m[i][i]"; 58].join(", ");
    let texts = [
        format!("int x, y; x = {chain}; assert(x > 0);"),
        format!("int a[]; int i; assert(forall k in 0..i: a[k] > {minimum});"),
        format!("int m[][]; int i; {cells} = {}; assert(m[i][i] > 0);", vec!["1"; 58].join(", ")),
    ];
    for text in texts {
        let message = refusal(&text);
        assert!(message.contains("too large"), "{message}");
    }
}

#[test]
fn clauses_with_reads_of_written_arrays_at_each_other_are_refused() {
    let vars = "(a (Array Int Int)) (i Int) (v Int)";
    let deep = nested("(select (store a i v) @)", "i", 58);
    let text = format!(
        "(declare-fun P ((Array Int Int) Int Int) Bool)
         (assert (forall ({vars}) (=> (P a i v) (> {deep} 0))))"
    );
    let message = refusal(&text);
    assert!(message.contains("too large"), "{message}");
}

/// The stack of a worker in a browser, less what its first tier of code takes more.
const SMALL_STACK: usize = 512 << 10;

#[test]
fn a_long_program_fits_on_a_small_stack() {
    let lines = "a[i] = i;\n".repeat(3_000);
    let text = format!("int a[];\nint i;\n{lines}assert(a[i] == i);\n");
    let work = move || {
        let chosen = Choices::abstraction("cell1".parse().expect("an abstraction"));
        let mut driver = Driver::new(&Input::program(&text, &chosen)).expect("no errors");
        // Until the definitions are put in and the first long paths are followed.
        (0..60).any(|_| matches!(driver.step(10_000), Status::Done(_)))
    };
    let thread = std::thread::Builder::new().stack_size(SMALL_STACK).spawn(work);
    thread.expect("a thread").join().expect("no overflow");
}
