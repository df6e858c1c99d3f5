//! Numbers of occurrences in clauses: a violation in some arrays stays one in what is left of them,
//! and the values that matter are found.

use crate::support::eval::{Env, truth};
use crate::support::formulas::plenty;
use hornbook_abstraction::heuristic::{Focus, Heuristic, Order};
use hornbook_abstraction::insts::Insts;
use hornbook_abstraction::sigma::{Sigma, Value as Abstract};
use hornbook_abstraction::simplify::simplify;
use hornbook_base::{Int, Span};
use hornbook_horn::{
    Clause, ClauseId, Goal, Instruction, Names, Op, Origin, Premise, Sort, Term, Var,
};
use hornbook_lang::interp::{ArrayValue, Value};
use hornbook_lia::{Answer, Solver};
use hornbook_pipeline::{Choices, Input, Solving, Status};
use proptest::prelude::*;

fn number(name: &str) -> Term {
    Term::var(&Var::int(name))
}

fn array(name: &str) -> Term {
    Term::var(&Var::new(name, Sort::int_array()))
}

const NAMES: [&str; 4] = ["i", "j", "n", "v"];

fn ends() -> impl Strategy<Value = Term> {
    let name = prop::sample::select(vec!["i", "j", "n"]);
    (name, -2i64..3).prop_map(|(name, by)| Term::add(number(name), Term::int(by)))
}

fn arrays() -> impl Strategy<Value = Term> {
    let leaf = prop::sample::select(vec!["a", "b"]).prop_map(array);
    (leaf, prop::option::of((ends(), ends()))).prop_map(|(a, write)| match write {
        Some((i, v)) => Term::store(a, i, v),
        None => a,
    })
}

fn counted() -> impl Strategy<Value = Term> {
    let value = prop_oneof![Just(number("v")), Just(number("j")), (0i64..3).prop_map(Term::int)];
    (arrays(), prop_oneof![Just(Term::int(0)), ends()], ends(), value)
        .prop_map(|(a, lo, hi, v)| Term::app(Op::Count, vec![a, lo, hi, v]))
}

/// Comparisons of counts with each other and with numbers, permutations, and cells.
fn atom() -> impl Strategy<Value = Term> {
    let op = || prop::sample::select(vec![Op::Eq, Op::Le, Op::Lt, Op::Ne]);
    prop_oneof![
        (op(), counted(), counted()).prop_map(|(op, a, b)| Term::app(op, vec![a, b])),
        (op(), counted(), -1i64..4).prop_map(|(op, a, n)| Term::app(op, vec![a, Term::int(n)])),
        (op(), arrays(), ends(), 0i64..3)
            .prop_map(|(op, a, k, n)| Term::app(op, vec![Term::select(a, k), Term::int(n)])),
        (arrays(), arrays(), ends())
            .prop_map(|(a, b, n)| Term::app(Op::Permutation, vec![a, b, Term::int(0), n])),
    ]
}

fn env() -> impl Strategy<Value = Env> {
    let cells = || prop::collection::vec(0i64..3, 6);
    (cells(), cells(), prop::collection::vec(-1i64..5, 4)).prop_map(|(a, b, numbers)| {
        let int = |n: i64| Value::Int(Int::from(n));
        let array = |cells: Vec<i64>| {
            let cells = (0..).map(Int::from).zip(cells.into_iter().map(int));
            Value::Array(ArrayValue { default: Box::new(int(0)), cells: cells.collect() })
        };
        let arrays = [("a", array(a)), ("b", array(b))];
        let arrays = arrays.into_iter().map(|(n, v)| (Var::new(n, Sort::int_array()), v));
        let numbers = NAMES.into_iter().zip(numbers).map(|(n, v)| (Var::int(n), int(v)));
        arrays.chain(numbers).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    /// What arrays violate is violated by what becomes of the clause.
    #[test]
    fn violations_stay(
        conditions in prop::collection::vec(atom(), 1..4),
        claim in atom(),
        env in env(),
    ) {
        let claim = if truth(&claim, &env) == Some(true) { Term::not(claim) } else { claim };
        let holding = conditions.into_iter().map(|c| match truth(&c, &env) {
            Some(false) => Term::not(c),
            _ => c,
        });
        let premises: Vec<Premise> = holding.map(Premise::Cond).collect();
        let clause = Clause {
            id: ClauseId(0),
            origin: Origin::new(Span::default(), Instruction::Given),
            premises,
            goal: Goal::Cond(claim),
        };
        let last = simplify(&clause).pop().map_or(clause.clone(), |step| step.clause);
        let mut solver = Solver::new();
        let Goal::Cond(claim) = &last.goal else { panic!("a claim") };
        let values = NAMES.iter().map(|name| {
            let value = match &env[&Var::int(name)] {
                Value::Int(n) => n.clone(),
                other => panic!("{other:?}"),
            };
            Term::eq(number(name), Term::int(value))
        });
        let all = last.conditions().cloned().chain([Term::not(claim.clone())]).chain(values);
        for condition in all {
            prop_assert!(!condition.has_array(), "{}", condition);
            solver.assert(&condition).expect("linear arithmetic");
        }
        let answer = solver.check(&[], &mut plenty());
        let shown = |c: &Clause| c.terms().map(Term::to_string).collect::<Vec<_>>().join("; ");
        prop_assert!(answer == Answer::Sat, "{} became {}", shown(&clause), shown(&last));
    }
}

/// Counts of which the clause says nothing else are told apart from those that it fixes.
#[test]
fn what_is_kept_of_counts() {
    let fails = |claim: &str| {
        let program = format!(
            "#pragma large-blocks\nint n = nondet(1, 9); int a[n]; int b[] = a; int x = nondet(); int i = nondet(0, n);
             assume(count(a, 0, n, x) == 2); {claim}"
        );
        let choices = Choices::abstraction("cell . multiset".parse().expect("an abstraction"));
        let mut solving = Solving::new(&Input::program(&program, &choices)).expect("a program");
        match solving.step(2_000_000) {
            Status::Done(outcome) => outcome.verdict.name(),
            Status::Running(_) => "running",
        }
    };
    for certified in [
        "a[i] = a[i]; assert(permutation(a, b, 0, n));",
        "int old = a[i]; a[i] = x; if (old != x) { assert(count(a, 0, n, x) == 3); }",
        "assert(count(a, 0, n, x) == count(a, 0, i, x) + count(a, i, n, x));",
        "assert(count(a, 0, i + 1, x) <= 2); assert(n >= 2);",
        "if (a[i] == x) { assert(count(a, 0, i, x) <= 1); }",
        "int c[] = insert(erase(a, i), 0, a[i]); assert(permutation(a, c, 0, n));",
    ] {
        assert_eq!(fails(certified), "certified", "{certified}");
    }
    for wrong in ["a[i] = x; assert(permutation(a, b, 0, n));", "assert(a[0] == x);"] {
        assert_eq!(fails(wrong), "buggy", "{wrong}");
    }
}

/// T Sec. 6.3.1.2: the sketch takes the values at both writes as relevant; counting one value needs
/// only that.
#[test]
fn only_the_counted_value_is_relevant() {
    let (a, z) = (array("a"), number("z"));
    let written = Term::store(a.clone(), number("i"), number("x"));
    let after = Term::app(Op::Count, vec![written, Term::int(0), number("n"), z]);
    let ctx = Term::implies(Term::eq(number("c"), after), Term::pred("P", vec![number("c")]));
    let mut names = Names::avoiding(ctx.free_vars());
    let mut insts = Insts {
        names: &mut names,
        heuristic: Heuristic::Relevant,
        order: Order::LeftToRight,
        focus: Focus::default(),
    };
    let sigma: Sigma = "cell . multiset(0, n)".parse().expect("an abstraction");
    let call = insts.call(&sigma, &Abstract::Leaf(a), &ctx);
    let shown: Vec<String> = call.set.iter().map(|i| i.sharp.to_string()).collect();
    assert_eq!(shown, ["(z, count(a, 0, n, z))"]);
    assert!(!call.completeness.is_kept());
}
