//! That operators are sound is certified by Hornbook itself, and those that are not are refused.

use super::own;
use hornbook_pipeline::{Choices, ChosenAbstraction, Driver, Input, Status};
use hornbook_records::{UnknownReason, Verdict};
use hornbook_tasks::instrument::library::{TEXTS, library};
use hornbook_tasks::instrument::obligations::{Obligation, obligations};
use hornbook_tasks::instrument::operator::{Operator, RuleStep};

/// The verdict on an obligation.
fn verdict(obligation: &Obligation) -> Verdict {
    let Obligation { title, text, .. } = obligation;
    let input = Input::program(text, &Choices::abstraction(ChosenAbstraction::Auto));
    let driver = Driver::new(&input);
    let mut driver = driver.unwrap_or_else(|| panic!("{title}: {:?}\n{text}", input.diagnostics));
    match driver.step(2_000_000) {
        Status::Done(outcome) => outcome.verdict,
        Status::Running(_) => driver.so_far(&UnknownReason::Budget).verdict,
    }
}

/// The titles of the obligations that are not certified.
fn open(operator: &Operator) -> Vec<String> {
    let all = obligations(operator);
    let fails = all.iter().filter(|o| verdict(o) != Verdict::Certified);
    fails.map(|o| o.title.clone()).collect()
}

#[test]
fn every_operator_of_the_library_is_sound() {
    let operators = library();
    assert_eq!(operators.len(), TEXTS.len());
    for operator in operators {
        assert_eq!(open(&operator), [""; 0], "{}", operator.name());
        assert_eq!(obligations(&operator).len(), operator.tree.rules.len() + 1);
    }
}

/// A guard is there because the rule is wrong without it. (Where a number is followed it only tells early
/// that another one was meant.)
#[test]
fn no_guard_of_an_array_can_be_left_out() {
    for operator in library().into_iter().filter(|o| o.array().is_some()) {
        for n in 0..operator.tree.rules.len() {
            let mut without = operator.clone();
            let rule = &mut without.tree.rules[n];
            let name = rule.name.text.clone();
            let deeds = Operator::rule_steps(rule);
            let is_guard = |deed: &RuleStep| matches!(deed, RuleStep::Guard(_));
            if !deeds.iter().any(is_guard) {
                continue;
            }
            rule.body = std::mem::take(&mut rule.body)
                .into_iter()
                .zip(&deeds)
                .filter(|(_, deed)| !is_guard(deed))
                .map(|(stmt, _)| stmt)
                .collect();
            let found = open(&without);
            assert_eq!(
                found.len(),
                1,
                "{} without the guard of {name}: {found:?}",
                operator.name()
            );
            assert!(found[0].contains(&name), "{found:?}");
        }
    }
}

/// PI Fig. 4: the invariant says nothing of an empty interval, where the flag may be false; then the value
/// is false for a range without cells.
#[test]
fn the_printed_invariant_for_all_is_too_weak() {
    let printed = "operator all(int a[], bool P(x, i)) {
        ghost int lo = 0, hi = 0;
        ghost bool all = true;
        invariant lo == hi || lo < hi && all == forall(a, lo, hi, (x, i) -> P(x, i));
        rule forget: havoc a { lo = hi; }
        rule use: forall(a, l, u, (x, i) -> P(x, i)) { guard(l == lo && u == hi); return all; }
    }";
    let found = open(&own(printed)[0]);
    assert_eq!(found, ["all: use gives the value"]);
    let mended = printed
        .replace("lo == hi || lo < hi &&", "lo <= hi &&")
        .replace("lo = hi; }", "lo = hi; all = true; }");
    assert_eq!(open(&own(&mended)[0]), [""; 0]);
}

/// PI Fig. 2 updates the number before its square is worked out: with the new number the square is wrong.
#[test]
fn the_order_of_a_rule_matters() {
    let square = |body: &str| {
        format!(
            "operator square() {{ ghost int of = 0, sq = 0; invariant sq == of * of;
             rule add: x = x + e {{ guard(x == of); {body} }} }}"
        )
    };
    let right = square("sq = sq + 2 * e * of + e * e; of = of + e;");
    assert_eq!(open(&own(&right)[0]), [""; 0]);
    let wrong = square("of = of + e; sq = sq + 2 * e * of + e * e;");
    assert_eq!(open(&own(&wrong)[0]), ["square: add keeps the invariant"]);
}

#[test]
fn what_is_no_operator_is_told_with_its_place() {
    let wrong = |text: &str| {
        let (tree, found) = hornbook_lang::parse(text);
        let mut messages: Vec<String> = found.into_iter().map(|d| d.message).collect();
        for operator in hornbook_tasks::instrument::operator::written(&tree.body) {
            let problems = Operator::new(operator).err().unwrap_or_default();
            assert!(problems.iter().all(|d| !d.span.slice(text).is_empty()));
            messages.extend(problems.into_iter().map(|d| d.message));
        }
        messages.join("; ")
    };
    let of = |inner: &str| {
        wrong(&format!(
            "operator o(int a[]) {{ ghost int v = 0; invariant v == 0; rule f: havoc a {{ v = 0; }} {inner} }}"
        ))
    };
    assert_eq!(of(""), "");
    assert!(
        of("rule r: a[i] { a[i] = 1; }").contains("guards and assignments"),
        "{}",
        of("rule r: a[i] { a[i] = 1; }")
    );
    assert!(of("rule r: a[i] { w = 1; }").contains("no ghost variable"));
    assert!(of("rule r: a[i] { v = q; }").contains("means nothing"));
    assert!(of("rule r: sum(a, l, u) { v = 1; }").contains("no replacement"));
    assert!(of("rule r: a[i] { return 1; }").contains("only a rule for a value returns"));
    assert!(of("rule f: a[i] { v = 1; }").contains("two rules `f`"));
    assert!(of("rule r: a[i] { while (true) { v = 1; } }").contains("guards and assignments"));
    assert!(of("rule r").contains("the body of `r` is missing"));
    assert!(
        wrong("operator o(int a[]) { ghost int v = 0; invariant v == 0; }")
            .contains("no rule for other changes")
    );
    assert!(wrong("operator o() { ghost int v; invariant v == 0; }").contains("no first value"));
    assert!(wrong("operator o() { ghost int v = 0; }").contains("says nothing that always holds"));
    assert!(
        wrong("operator o(int a[], int b[]) { ghost int v = 0; invariant v == 0; }")
            .contains("an operator follows an array")
    );
}

/// What an operator followed in the sums below has besides the rules that lie.
const BASE: &str = "ghost int lo = 0, hi = 0, s = 0;
    invariant lo <= hi && s == sum(a, lo, hi);
    rule take(l, u) { guard(l <= u); lo = l; hi = u; s = sum(a, l, u); }
    rule use: sum(a, l, u) { guard(l == lo && u == hi); return s; }
    rule forget: havoc a { lo = hi; s = 0; }";

/// Operators whose obligations would say less than what is done: each is refused, or owes what does not hold.
#[test]
fn operators_that_lie_are_refused() {
    let lies = [
        // A guard is about the ghosts as they are where it stands.
        "operator lie() { ghost int of = 0, sq = 0; invariant sq == of * of;
         rule use: y * y { guard(y == of); of = 3; sq = 9; return 9; } }"
            .to_owned(),
        // Without a value for the choice everything holds.
        format!("operator lie(int a[]) {{ {BASE} rule more: sum(a, l, u) {{ guard(nondet(0, 0) == 1); return 5; }} }}"),
        // A write to any place, and nothing is done.
        format!("operator lie(int a[]) {{ {BASE} rule ignore: x = e {{ }} }}"),
        // The parameter is the ghost, or the array.
        format!("operator lie(int a[]) {{ {BASE} rule begin(hi) {{ lo = hi; s = 0; }} }}"),
        format!("operator lie(int a[]) {{ {BASE} rule begin(a) {{ lo = hi; s = 0; }} }}"),
        // Another formula, another array, another function.
        "operator lie(int a[]) { ghost int s = 0; invariant s == count(a, 0, 3, (x) -> x == 0);
         rule f: havoc a { s = count(a, 0, 3, (x) -> x == 1); } }"
            .to_owned(),
        format!("operator lie(int a[]) {{ {BASE} rule row: sum(a[j], l, u) {{ guard(l == lo && u == hi); return s; }} }}"),
        "operator lie(int a[]) { ghost int m = 0; invariant m == max(a[0], 0, 3); rule f: havoc a { }
         rule use: max(a, l, u) { guard(l == 0 && u == 3); return m; } }"
            .to_owned(),
        // The whole array, which a write or `havoc` changes as well.
        "operator lie(int a[]) { ghost bool k = false; invariant k ==> sorted(a, 0, 5); rule f: havoc a { }
         rule use: sorted(a, l, u) { guard(l == 0 && u == 5); return k; } }"
            .to_owned(),
        // A quantifier would catch the index of the write.
        "operator lie(int a[]) { ghost int m = 0; ghost bool k = false; invariant k ==> (forall i: a[i] <= m);
         rule inside: a[i] = x { k = true; m = x; } rule f: havoc a { k = false; } }"
            .to_owned(),
        // A formula, which changes with the variables in it.
        "operator lie(int a[], bool P(x, i)) { ghost bool q = false, k = false;
         invariant k ==> (q <==> P(0, 0)); rule learn() { k = true; q = P(0, 0); }
         rule f: havoc a { } rule use: count(a, l, u, (x, i) -> P(x, i)) {
         guard(l >= u && (q || !q)); return k && !(q <==> P(0, 0)) ? 1 : 0; } }"
            .to_owned(),
        // A name of what must be proved.
        "operator lie(int a[]) { ghost int s = 0; invariant s == value && sum(a, 0, 5) == s; rule f: havoc a { } }"
            .to_owned(),
    ];
    for lie in lies {
        let (tree, found) = hornbook_lang::parse(&lie);
        assert!(found.is_empty(), "{found:?}");
        let written =
            hornbook_tasks::instrument::operator::written(&tree.body).next().expect("one");
        if let Ok(operator) = Operator::new(written) {
            assert!(!open(&operator).is_empty(), "{lie}");
        }
    }
}
