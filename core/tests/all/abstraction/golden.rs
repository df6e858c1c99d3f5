//! The thesis's own examples: T Examples 13, 16 and 18 to 21 and uses of Listing 5.6, as text.

use crate::support::finite::{array, clause_of, system_of};
use expect_test::{Expect, expect};
use hornbook_abstraction::abstract_::abstract_;
use hornbook_abstraction::eliminate::{Elimination, Setting, eliminate};
use hornbook_abstraction::heuristic::{Heuristic, Policy};
use hornbook_abstraction::relevant::Cell;
use hornbook_abstraction::relevant_basic::relevant_basic;
use hornbook_abstraction::sigma::Abstraction;
use hornbook_abstraction::simplify::simplify;
use hornbook_horn::{Goal, Instance, PredId, Premise, System, Term, Var};

fn int(name: &str) -> Term {
    Term::var(&Var::int(name))
}

fn arr(name: &str) -> Term {
    Term::var(&array(name))
}

fn instance(pred: u32, args: Vec<Term>) -> Instance {
    Instance::plain(PredId(pred), args)
}

fn eliminated(system: &System, choice: &str, heuristic: Heuristic) -> (System, Elimination) {
    let abstraction = Abstraction::new(&choice.parse().expect("an abstraction"), system);
    let abstracted = abstract_(system, &abstraction);
    let (c, a) = (&system.clauses[0], &abstracted.clauses[0]);
    let policy = &Policy { heuristic, ..Policy::default() };
    let setting =
        Setting { concrete: system, abstracted: &abstracted, abstraction: &abstraction, policy };
    let elimination = eliminate(c, a, setting);
    (abstracted, elimination)
}

/// The clause after `abstract`, the contexts and sets of the calls, and the clauses after
/// `eliminate` and after simplification.
fn story(system: &System, choice: &str) -> String {
    let (abstracted, elimination) = eliminated(system, choice, Heuristic::Relevant);
    let mut out = format!("abstract: {}\n", abstracted.show(&abstracted.clauses[0]));
    for done in &elimination.calls {
        out += &format!("insts {} in {}\n", done.call.expr, done.call.context);
        let set: Vec<String> = done.call.set.iter().map(|i| i.sharp.to_string()).collect();
        out += &format!("  = {}\n", set.join(", "));
    }
    out += &format!("eliminate: {}\n", abstracted.show(&elimination.clause));
    let last = simplify(&elimination.clause).pop().map_or(elimination.clause, |s| s.clause);
    out + &format!("simplify: {}\n", abstracted.show(&last))
}

fn check(system: &System, expected: Expect) {
    expected.assert_eq(&story(system, "cell"));
}

/// `P(a, i, n) ==> P'(a, i, n)`.
fn passed_on() -> System {
    let args = || vec![arr("a"), int("i"), int("n")];
    let premises = vec![Premise::Instance(instance(0, args()))];
    let clause = clause_of(premises, Goal::Instance(instance(1, args())));
    let params = || vec![array("a"), Var::int("i"), Var::int("n")];
    system_of(vec![("P", params()), ("P'", params())], clause)
}

/// The three slices as they are printed, of which an array has no value where one of them is empty: all cells
/// are known to lie in their slices, and the instance is the one that is meant.
#[test]
fn example_13_slices() {
    let choice = "({k, v => v if 0 <= k && k < i} * {k, v => v if k == i} \
                  * {k, v => v if i < k && k < n}) . cell3";
    expect![[r#"
        abstract: (forall v_a, v_a', v_a'', i#, n#, k_a, v_a'3, k_a', v_a'4, k_a'', v_a'5: 0 <= k_a && k_a < i && v_a == v_a'3 && k_a' == i && v_a' == v_a'4 && i < k_a'' && k_a'' < n && v_a'' == v_a'5 && v_a'3 == a[k_a] && v_a'4 == a[k_a'] && v_a'5 == a[k_a''] && i# == i && n# == n ==> P#(v_a, v_a', v_a'', i#, n#)) ==> forall v_a'6, v_a'7, v_a'8, i#', n#', k_a'3, v_a'9, k_a'4, v_a'10, k_a'5, v_a'11: 0 <= k_a'3 && k_a'3 < i && v_a'6 == v_a'9 && k_a'4 == i && v_a'7 == v_a'10 && i < k_a'5 && k_a'5 < n && v_a'8 == v_a'11 && v_a'9 == a[k_a'3] && v_a'10 == a[k_a'4] && v_a'11 == a[k_a'5] && i#' == i && n#' == n ==> P'#(v_a'6, v_a'7, v_a'8, i#', n#')
        insts (a, i, n) in true ==> (0 <= k_a'3 && k_a'3 < i && v_a'6 == v_a'9 && k_a'4 == i && v_a'7 == v_a'10 && i < k_a'5 && k_a'5 < n && v_a'8 == v_a'11 && v_a'9 == a[k_a'3] && v_a'10 == a[k_a'4] && v_a'11 == a[k_a'5] && i' == i && n' == n ==> P'#(v_a'6, v_a'7, v_a'8, i', n'))
          = ((a[k_a'3], a[i], a[k_a'5]), i, n)
        eliminate: (0 <= k_a'3 && k_a'3 < i && a[k_a'3] == a[k_a'3] && i == i && a[i] == a[i] && i < k_a'5 && k_a'5 < n && a[k_a'5] == a[k_a'5] && a[k_a'3] == a[k_a'3] && a[i] == a[i] && a[k_a'5] == a[k_a'5] && i == i && n == n ==> P#(a[k_a'3], a[i], a[k_a'5], i, n)) ==> 0 <= k_a'3 && k_a'3 < i && v_a'6 == v_a'9 && k_a'4 == i && v_a'7 == v_a'10 && i < k_a'5 && k_a'5 < n && v_a'8 == v_a'11 && v_a'9 == a[k_a'3] && v_a'10 == a[k_a'4] && v_a'11 == a[k_a'5] && i' == i && n' == n ==> P'#(v_a'6, v_a'7, v_a'8, i', n')
        simplify: P#(a_k_a', a_i, a_k_a'', i, n) && 0 <= k_a'3 && k_a'3 < i && i < k_a'5 && k_a'5 < n && (k_a'3 == k_a'5 ==> a_k_a' == a_k_a'') ==> P'#(a_k_a', a_i, a_k_a'', i, n)
    "#]].assert_eq(&story(&passed_on(), choice));
}

/// Fixed cells and values without places, made of cells.
#[test]
fn example_16_first_cell_and_smashing() {
    let first = story(&passed_on(), "{k, v => v if k == 0} . cell");
    expect![[r#"
        abstract: (forall v_a, i#, n#, k_a, v_a': k_a == 0 && v_a == v_a' && v_a' == a[k_a] && i# == i && n# == n ==> P#(v_a, i#, n#)) ==> forall v_a'', i#', n#', k_a', v_a'3: k_a' == 0 && v_a'' == v_a'3 && v_a'3 == a[k_a'] && i#' == i && n#' == n ==> P'#(v_a'', i#', n#')
        insts (a, i, n) in true ==> (k_a'' == 0 && v_a'' == v_a'3 && v_a'3 == a[k_a''] && i' == i && n' == n ==> P'#(v_a'', i', n'))
          = (a[0], i, n)
        eliminate: (0 == 0 && a[0] == a[0] && a[0] == a[0] && i == i && n == n ==> P#(a[0], i, n)) ==> k_a'' == 0 && v_a'' == v_a'3 && v_a'3 == a[k_a''] && i' == i && n' == n ==> P'#(v_a'', i', n')
        simplify: P#(a_0, i, n) ==> P'#(a_0, i, n)
    "#]].assert_eq(&first);
    let smash = story(&passed_on(), "{k, v => v} . cell");
    expect![[r#"
        abstract: (forall v_a, i#, n#, k_a, v_a': v_a == v_a' && v_a' == a[k_a] && i# == i && n# == n ==> P#(v_a, i#, n#)) ==> forall v_a'', i#', n#', k_a', v_a'3: v_a'' == v_a'3 && v_a'3 == a[k_a'] && i#' == i && n#' == n ==> P'#(v_a'', i#', n#')
        insts (a, i, n) in true ==> (v_a'' == v_a'3 && v_a'3 == a[k_a''] && i' == i && n' == n ==> P'#(v_a'', i', n'))
          = (a[k_a''], i, n)
        eliminate: (a[k_a''] == a[k_a''] && a[k_a''] == a[k_a''] && i == i && n == n ==> P#(a[k_a''], i, n)) ==> v_a'' == v_a'3 && v_a'3 == a[k_a''] && i' == i && n' == n ==> P'#(v_a'', i', n')
        simplify: P#(a_k_a'', i, n) ==> P'#(a_k_a'', i, n)
    "#]].assert_eq(&smash);
}

/// Slices with their ends: a cell at an end may stand for two slices, so there are instances with choices.
#[test]
fn example_16_slices() {
    let choice = "({k, v => v if 0 <= k && k <= i} * {k, v => v if k == i} \
                  * {k, v => v if i <= k && k <= n}) . cell3";
    expect![[r#"
        abstract: (forall v_a, v_a', v_a'', i#, n#, k_a, v_a'3, k_a', v_a'4, k_a'', v_a'5: 0 <= k_a && k_a <= i && v_a == v_a'3 && k_a' == i && v_a' == v_a'4 && i <= k_a'' && k_a'' <= n && v_a'' == v_a'5 && v_a'3 == a[k_a] && v_a'4 == a[k_a'] && v_a'5 == a[k_a''] && i# == i && n# == n ==> P#(v_a, v_a', v_a'', i#, n#)) ==> forall v_a'6, v_a'7, v_a'8, i#', n#', k_a'3, v_a'9, k_a'4, v_a'10, k_a'5, v_a'11: 0 <= k_a'3 && k_a'3 <= i && v_a'6 == v_a'9 && k_a'4 == i && v_a'7 == v_a'10 && i <= k_a'5 && k_a'5 <= n && v_a'8 == v_a'11 && v_a'9 == a[k_a'3] && v_a'10 == a[k_a'4] && v_a'11 == a[k_a'5] && i#' == i && n#' == n ==> P'#(v_a'6, v_a'7, v_a'8, i#', n#')
        insts (a, i, n) in true ==> (0 <= k_a'3 && k_a'3 <= i && v_a'6 == v_a'9 && k_a'4 == i && v_a'7 == v_a'10 && i <= k_a'5 && k_a'5 <= n && v_a'8 == v_a'11 && v_a'9 == a[k_a'3] && v_a'10 == a[k_a'4] && v_a'11 == a[k_a'5] && i' == i && n' == n ==> P'#(v_a'6, v_a'7, v_a'8, i', n'))
          = ((a[k_a'3], a[i], a[k_a'3]), i, n), ((a[k_a'3], a[i], a[k_a'4]), i, n), ((a[k_a'3], a[i], a[k_a'5]), i, n), ((a[k_a'4], a[i], a[k_a'3]), i, n), ((a[k_a'4], a[i], a[k_a'4]), i, n), ((a[k_a'4], a[i], a[k_a'5]), i, n), ((a[k_a'5], a[i], a[k_a'3]), i, n), ((a[k_a'5], a[i], a[k_a'4]), i, n), ((a[k_a'5], a[i], a[k_a'5]), i, n)
        eliminate: (0 <= k_a'3 && k_a'3 <= i && a[k_a'3] == a[k_a'3] && i == i && a[i] == a[i] && i <= k_a'3 && k_a'3 <= n && a[k_a'3] == a[k_a'3] && a[k_a'3] == a[k_a'3] && a[i] == a[i] && a[k_a'3] == a[k_a'3] && i == i && n == n ==> P#(a[k_a'3], a[i], a[k_a'3], i, n)) && (0 <= k_a'3 && k_a'3 <= i && a[k_a'3] == a[k_a'3] && i == i && a[i] == a[i] && i <= k_a'4 && k_a'4 <= n && a[k_a'4] == a[k_a'4] && a[k_a'3] == a[k_a'3] && a[i] == a[i] && a[k_a'4] == a[k_a'4] && i == i && n == n ==> P#(a[k_a'3], a[i], a[k_a'4], i, n)) && (0 <= k_a'3 && k_a'3 <= i && a[k_a'3] == a[k_a'3] && i == i && a[i] == a[i] && i <= k_a'5 && k_a'5 <= n && a[k_a'5] == a[k_a'5] && a[k_a'3] == a[k_a'3] && a[i] == a[i] && a[k_a'5] == a[k_a'5] && i == i && n == n ==> P#(a[k_a'3], a[i], a[k_a'5], i, n)) && (0 <= k_a'4 && k_a'4 <= i && a[k_a'4] == a[k_a'4] && i == i && a[i] == a[i] && i <= k_a'3 && k_a'3 <= n && a[k_a'3] == a[k_a'3] && a[k_a'4] == a[k_a'4] && a[i] == a[i] && a[k_a'3] == a[k_a'3] && i == i && n == n ==> P#(a[k_a'4], a[i], a[k_a'3], i, n)) && (0 <= k_a'4 && k_a'4 <= i && a[k_a'4] == a[k_a'4] && i == i && a[i] == a[i] && i <= k_a'4 && k_a'4 <= n && a[k_a'4] == a[k_a'4] && a[k_a'4] == a[k_a'4] && a[i] == a[i] && a[k_a'4] == a[k_a'4] && i == i && n == n ==> P#(a[k_a'4], a[i], a[k_a'4], i, n)) && (0 <= k_a'4 && k_a'4 <= i && a[k_a'4] == a[k_a'4] && i == i && a[i] == a[i] && i <= k_a'5 && k_a'5 <= n && a[k_a'5] == a[k_a'5] && a[k_a'4] == a[k_a'4] && a[i] == a[i] && a[k_a'5] == a[k_a'5] && i == i && n == n ==> P#(a[k_a'4], a[i], a[k_a'5], i, n)) && (0 <= k_a'5 && k_a'5 <= i && a[k_a'5] == a[k_a'5] && i == i && a[i] == a[i] && i <= k_a'3 && k_a'3 <= n && a[k_a'3] == a[k_a'3] && a[k_a'5] == a[k_a'5] && a[i] == a[i] && a[k_a'3] == a[k_a'3] && i == i && n == n ==> P#(a[k_a'5], a[i], a[k_a'3], i, n)) && (0 <= k_a'5 && k_a'5 <= i && a[k_a'5] == a[k_a'5] && i == i && a[i] == a[i] && i <= k_a'4 && k_a'4 <= n && a[k_a'4] == a[k_a'4] && a[k_a'5] == a[k_a'5] && a[i] == a[i] && a[k_a'4] == a[k_a'4] && i == i && n == n ==> P#(a[k_a'5], a[i], a[k_a'4], i, n)) && (0 <= k_a'5 && k_a'5 <= i && a[k_a'5] == a[k_a'5] && i == i && a[i] == a[i] && i <= k_a'5 && k_a'5 <= n && a[k_a'5] == a[k_a'5] && a[k_a'5] == a[k_a'5] && a[i] == a[i] && a[k_a'5] == a[k_a'5] && i == i && n == n ==> P#(a[k_a'5], a[i], a[k_a'5], i, n)) ==> 0 <= k_a'3 && k_a'3 <= i && v_a'6 == v_a'9 && k_a'4 == i && v_a'7 == v_a'10 && i <= k_a'5 && k_a'5 <= n && v_a'8 == v_a'11 && v_a'9 == a[k_a'3] && v_a'10 == a[k_a'4] && v_a'11 == a[k_a'5] && i' == i && n' == n ==> P'#(v_a'6, v_a'7, v_a'8, i', n')
        simplify: P#(a_k_a', a_i, (i <= k_a'3 && k_a'3 <= n ? a_k_a' : a_k_a''), i, n) && P#(a_k_a', a_i, (k_a'4 <= n ? a_k_a'3 : a_k_a''), i, n) && P#(a_k_a', a_i, a_k_a'', i, n) && P#((0 <= k_a'4 && i <= k_a'3 && k_a'3 <= n ? a_k_a'3 : a_k_a'), a_i, (0 <= k_a'4 && i <= k_a'3 && k_a'3 <= n ? a_k_a' : a_k_a''), i, n) && P#((0 <= k_a'4 && k_a'4 <= n ? a_k_a'3 : a_k_a'), a_i, (0 <= k_a'4 && k_a'4 <= n ? a_k_a'3 : a_k_a''), i, n) && P#((0 <= k_a'4 ? a_k_a'3 : a_k_a'), a_i, a_k_a'', i, n) && P#((0 <= k_a'5 && k_a'5 <= i && i <= k_a'3 && k_a'3 <= n ? a_k_a'' : a_k_a'), a_i, (0 <= k_a'5 && k_a'5 <= i && i <= k_a'3 && k_a'3 <= n ? a_k_a' : a_k_a''), i, n) && P#((0 <= k_a'5 && k_a'5 <= i && k_a'4 <= n ? a_k_a'' : a_k_a'), a_i, (0 <= k_a'5 && k_a'5 <= i && k_a'4 <= n ? a_k_a'3 : a_k_a''), i, n) && P#((0 <= k_a'5 && k_a'5 <= i ? a_k_a'' : a_k_a'), a_i, a_k_a'', i, n) && 0 <= k_a'3 && k_a'3 <= i && k_a'4 == i && i <= k_a'5 && k_a'5 <= n && (k_a'3 == i ==> a_k_a' == a_i) && (k_a'3 == k_a'5 ==> a_k_a' == a_k_a'') && (i == k_a'5 ==> a_i == a_k_a'') && (k_a'3 == k_a'4 ==> a_k_a' == a_k_a'3) && (i == k_a'4 ==> a_i == a_k_a'3) && (k_a'5 == k_a'4 ==> a_k_a'' == a_k_a'3) ==> P'#(a_k_a', a_k_a'3, a_k_a'', i, n)
    "#]].assert_eq(&story(&passed_on(), choice));
}

/// `P(a) ==> P'(a)`.
#[test]
fn example_18_a_simple_clause() {
    let premises = vec![Premise::Instance(instance(0, vec![arr("a")]))];
    let clause = clause_of(premises, Goal::Instance(instance(1, vec![arr("a")])));
    let preds = vec![("P", vec![array("a")]), ("P'", vec![array("a")])];
    check(
        &system_of(preds, clause),
        expect![[r#"
            abstract: (forall k_a, v_a: v_a == a[k_a] ==> P#(k_a, v_a)) ==> forall k_a', v_a': v_a' == a[k_a'] ==> P'#(k_a', v_a')
            insts (a) in true ==> (v_a' == a[k_a'] ==> P'#(k_a', v_a'))
              = ((k_a', a[k_a']))
            eliminate: (a[k_a'] == a[k_a'] ==> P#(k_a', a[k_a'])) ==> v_a' == a[k_a'] ==> P'#(k_a', v_a')
            simplify: P#(k_a', a_k_a') ==> P'#(k_a', a_k_a')
        "#]],
    );
}

/// `P(a) && F(a, 0, x) ==> P'(x)`, the clause of T Examples 18 and 21.
#[test]
fn examples_18_and_21_a_non_linear_clause() {
    let premises = vec![
        Premise::Instance(instance(0, vec![arr("a")])),
        Premise::Instance(instance(1, vec![arr("a"), Term::int(0), int("x")])),
    ];
    let clause = clause_of(premises, Goal::Instance(instance(2, vec![int("x")])));
    let preds = vec![
        ("P", vec![array("a")]),
        ("F", vec![array("a"), Var::int("z"), Var::int("x")]),
        ("P'", vec![Var::int("x")]),
    ];
    check(
        &system_of(preds, clause),
        expect![[r#"
            abstract: (forall k_a, v_a: v_a == a[k_a] ==> P#(k_a, v_a)) && (forall k_a', v_a', z#, x#: v_a' == a[k_a'] && z# == 0 && x# == x ==> F#(k_a', v_a', z#, x#)) ==> forall x#': x#' == x ==> P'#(x#')
            insts (a) in (forall k_a', v_a', z#, x#: v_a' == a[k_a'] && z# == 0 && x# == x ==> F#(k_a', v_a', z#, x#)) ==> (x' == x ==> P'#(x'))
              = ((any, a[any]))
            insts (a, 0, x) in (a[any] == a[any] ==> P#(any, a[any])) ==> (x' == x ==> P'#(x'))
              = ((any, a[any]), 0, x)
            eliminate: (a[any] == a[any] ==> P#(any, a[any])) && (a[any] == a[any] && 0 == 0 && x == x ==> F#(any, a[any], 0, x)) ==> x' == x ==> P'#(x')
            simplify: P#(any, a_any) && F#(any, a_any, 0, x) ==> P'#(x)
        "#]],
    );
}

/// `P(a) && k = a[0] ==> P'(k)`.
#[test]
fn example_19_the_set_matters() {
    let read = Term::eq(int("k"), Term::select(arr("a"), Term::int(0)));
    let premises = vec![Premise::Instance(instance(0, vec![arr("a")])), Premise::Cond(read)];
    let clause = clause_of(premises, Goal::Instance(instance(1, vec![int("k")])));
    let preds = vec![("P", vec![array("a")]), ("P'", vec![Var::int("k")])];
    check(
        &system_of(preds, clause),
        expect![[r#"
            abstract: (forall k_a, v_a: v_a == a[k_a] ==> P#(k_a, v_a)) && k == a[0] ==> forall k#: k# == k ==> P'#(k#)
            insts (a) in k == a[0] ==> (k' == k ==> P'#(k'))
              = ((0, a[0]))
            eliminate: (a[0] == a[0] ==> P#(0, a[0])) && k == a[0] ==> k' == k ==> P'#(k')
            simplify: P#(0, a_0) && k == a_0 ==> P'#(k)
        "#]],
    );
}

/// `P(a, i) ==> P(a[i <- 0], i + 1)`.
#[test]
fn example_20_an_initialisation_loop() {
    let premises = vec![Premise::Instance(instance(0, vec![arr("a"), int("i")]))];
    let written = Term::store(arr("a"), int("i"), Term::int(0));
    let next = Term::add(int("i"), Term::int(1));
    let clause = clause_of(premises, Goal::Instance(instance(0, vec![written, next])));
    let preds = vec![("P", vec![array("a"), Var::int("i")])];
    check(
        &system_of(preds, clause),
        expect![[r#"
            abstract: (forall k_a, v_a, i#: v_a == a[k_a] && i# == i ==> P#(k_a, v_a, i#)) ==> forall k_a', v_a', i#': v_a' == a[i <- 0][k_a'] && i#' == i + 1 ==> P#(k_a', v_a', i#')
            insts (a, i) in true ==> (v_a' == a[i <- 0][k_a'] && i' == i + 1 ==> P#(k_a', v_a', i'))
              = ((k_a', a[k_a']), i)
            eliminate: (a[k_a'] == a[k_a'] && i == i ==> P#(k_a', a[k_a'], i)) ==> v_a' == a[i <- 0][k_a'] && i' == i + 1 ==> P#(k_a', v_a', i')
            simplify: P#(k_a', a_k_a', i) ==> P#(k_a', (k_a' == i ? 0 : a_k_a'), i + 1)
        "#]],
    );
}

/// T Listing 5.6, one formula for each of its cases.
#[test]
fn listing_5_6_case_by_case() {
    let read = |a: Term, i: &str| Term::select(a, int(i));
    let zero = |t: Term| Term::eq(t, Term::int(0));
    let written = Term::store(arr("a"), int("i"), int("v"));
    let k = Var::int("k");
    let formulas = [
        // A read, plain and after a write.
        zero(read(arr("a"), "j")),
        zero(read(written.clone(), "j")),
        // An index that is itself a read.
        zero(Term::select(arr("b"), read(arr("a"), "j"))),
        // The array equal to itself, updated.
        Term::eq(written.clone(), arr("a")),
        // Equal to another array, which is read; what is overwritten does not matter.
        Term::and([Term::eq(arr("b"), written.clone()), zero(read(arr("b"), "i"))]),
        Term::and([Term::eq(arr("b"), written.clone()), zero(read(arr("b"), "j"))]),
        // Through two equalities.
        Term::and([
            Term::eq(arr("a"), arr("b")),
            Term::eq(arr("b"), arr("c")),
            zero(read(arr("c"), "j")),
        ]),
        // Equal to an updated other array.
        Term::eq(arr("a"), Term::store(arr("b"), int("i"), int("v"))),
        // Quantifiers: over the index, and over something else.
        Term::forall(vec![k.clone()], zero(read(arr("a"), "k"))),
        Term::forall(vec![k], Term::lt(int("k"), read(arr("a"), "j"))),
        // The whole array, and none at all.
        Term::pred("Any", vec![arr("a")]),
        zero(read(arr("b"), "j")),
    ];
    let show = |c: &Cell| match c {
        Cell::Index(path) => path[0].to_string(),
        Cell::Top(top) => format!("⊤ ({:?})", top.reason),
    };
    let line = |f: &Term| {
        let found: Vec<String> = relevant_basic(&array("a"), f).found.iter().map(show).collect();
        format!("{f}: {{{}}}\n", found.join(", "))
    };
    let all: String = formulas.iter().map(line).collect();
    expect![[r#"
        a[j] == 0: {j}
        a[i <- v][j] == 0: {j}
        b[a[j]] == 0: {j}
        a[i <- v] == a: {i}
        b == a[i <- v] && b[i] == 0: {}
        b == a[i <- v] && b[j] == 0: {j}
        a == b && b == c && c[j] == 0: {j}
        a == b[i <- v]: {i}
        forall k: a[k] == 0: {⊤ (BoundIndex)}
        forall k: k < a[j]: {j}
        Any(a): {⊤ (WholeArray)}
        b[j] == 0: {}
    "#]]
    .assert_eq(&all);
}
