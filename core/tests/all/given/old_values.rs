//! `old(e)` in lines about the loops of functions: the value at the call, however often the parameter was written since.

use super::outcome;
use hornbook_lang::{Options, front_end};
use hornbook_pipeline::{Choices, Driver, Input, Status};
use hornbook_records::judgement::Judged;
use hornbook_records::{Outcome, Verdict};

const COUNT_DOWN: &str = "\
int count_down(int n)
  requires n >= 0;
  ensures result == n;
{
  int s = 0;
  while (n > 0) {
    LINES
    n = n - 1;
    s = s + 1;
  }
  return s;
}
int k = nondet();
assume(k >= 0);
int x = count_down(k);
assert(x == k);
";

const INCREASE: &str = "\
void increase(int a[], int n)
  requires n >= 0;
  ensures forall k in 0..n: a[k] == old(a[k]) + 1;
{
  int i = 0;
  while (i < n) {
    invariant 0 <= i && i <= n;
    invariant forall k in 0..i: a[k] == old(a[k]) + 1;
    invariant forall k: k >= i ==> a[k] == old(a[k]);
    a[i] = a[i] + 1;
    i = i + 1;
  }
}
int b[3];
b[0] = 4;
increase(b, 3);
assert(b[0] == 5);
";

/// The outcome where the solver may add lines.
fn found(text: &str) -> Outcome {
    let mut driver = Driver::new(&Input::program(text, &Choices::default())).expect(text);
    match driver.step(5_000_000) {
        Status::Done(outcome) => outcome,
        Status::Running(_) => panic!("it takes too long: {text}"),
    }
}

#[test]
fn lines_with_old_values_suffice_alone() {
    let both = COUNT_DOWN.replace("LINES", "invariant s + n == old(n);\n    invariant n >= 0;");
    for text in [&both, INCREASE] {
        assert_eq!(outcome(text).verdict, Verdict::Certified, "{text}");
        assert_eq!(found(text).verdict, Verdict::Certified, "{text}");
    }
    // It is no name for the value of now, and lines that leave something out are too weak.
    for lines in
        ["invariant s + n == old(n);", "invariant n >= 0;", "invariant old(n) >= 0 && n >= 0;"]
    {
        let text = COUNT_DOWN.replace("LINES", lines);
        assert_ne!(outcome(&text).verdict, Verdict::Certified, "{text}");
    }
}

#[test]
fn a_false_line_with_an_old_value_has_a_run() {
    let text = COUNT_DOWN.replace("LINES", "invariant n == old(n);");
    assert!(matches!(found(&text).verdict, Verdict::Buggy(_)));
    let judgement = outcome(&text).judgement.expect("a judgement");
    let line = &judgement.loops[0].lines[0];
    let Judged::Fails(states) = &line.stays else { panic!("{:?}", line.stays) };
    let failure = states.run.failure.as_ref().expect("a failing part");
    assert!(failure.claim.contains("old(n)"), "{failure:?}");
    let before = states.before.as_ref().expect("a state");
    assert!(before.scalars.iter().any(|(name, _)| name == "old(n)"), "{before:?}");
}

#[test]
fn without_a_contract_it_is_the_value_at_the_call_too() {
    let text = COUNT_DOWN
        .replace("  requires n >= 0;\n  ensures result == n;\n", "")
        .replace("LINES", "invariant s + n == old(n);\n    invariant n >= 0;");
    assert_eq!(found(&text).verdict, Verdict::Certified, "{text}");
    assert_eq!(outcome(&text).verdict, Verdict::Certified, "{text}");
}

#[test]
fn it_is_refused_where_nothing_is_called() {
    let top = "int n = 3;\nint i = 0;\nwhile (i < n) { invariant n == old(n); i++; }\n";
    let local = COUNT_DOWN.replace("LINES", "invariant s >= old(s);");
    for text in [top, &local] {
        let problems = front_end(text, Options::default()).1;
        let said: Vec<&str> = problems.iter().map(|problem| &*problem.message).collect();
        assert!(said.iter().any(|words| words.starts_with("`old` stands for")), "{said:?}");
    }
}
