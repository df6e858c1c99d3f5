//! Quantified conditions against z3: where we say that the instances keep a condition whole, they
//! have no model that the condition does not have; and they never exclude one that it has.

use crate::support::z3;
use hornbook_abstraction::array_property::Keeping;
use hornbook_abstraction::instantiate::instantiate_conditions;
use hornbook_base::Span;
use hornbook_corpus::dice::Dice;
use hornbook_corpus::nightly;
use hornbook_horn::smtlib::{symbol, term};
use hornbook_horn::{
    Clause, ClauseId, Goal, Instruction, Op, Origin, Premise, Sort, Term, Var, arrays, read,
};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Clauses that are tried.
const CLAUSES: u32 = 250;
/// How long z3 may think about each, in milliseconds.
const LIMIT: usize = 150;

fn var(name: &str) -> Var {
    let is_array = ["a", "b"].contains(&name);
    Var::new(name, if is_array { Sort::int_array() } else { Sort::Int })
}

fn parse(text: &str) -> Term {
    read::term(text, &|name| Some(var(name))).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn one<'c>(random: &mut Dice, choices: &[&'c str]) -> &'c str {
    choices[random.below(choices.len())]
}

/// `forall k: guard ==> claim`, or with two variables.
fn condition(random: &mut Dice) -> Term {
    let two = random.below(4) == 0;
    let guards = if two {
        [
            "0 <= k && k < l && l < n",
            "k <= l",
            "k < l",
            "i <= k && k <= l && l <= j",
            "k == l && k < n",
        ]
    } else {
        ["0 <= k && k < n", "k <= i", "i < k && k < j", "k == i || k > j", "k != i"]
    };
    let claims = if two {
        ["a[k] <= a[l]", "a[k] < a[l]", "a[k] == b[l]", "a[k] <= b[l] + x", "a[k] != a[l]"]
    } else {
        [
            one(random, &["a[k] == x", "a[k] >= x && a[k] <= y", "a[k] == k", "a[k] != b[k]"]),
            one(
                random,
                &["a[k] < b[k]", "a[k] == b[k + 1]", "b[n - k] == a[k]", "a[k] == a[k + 1]"],
            ),
            one(
                random,
                &["(k < i ? a[k] : b[k]) == x", "a[k] <= a[i]", "k < y", "a[k] + b[k] == y"],
            ),
            one(
                random,
                &[
                    "a[k] == 0 || b[k] == 0",
                    "2 * a[k] == y",
                    "a[2 * k] == 1",
                    "a[k] > b[k] || k < x",
                ],
            ),
            one(random, &["a[k] == (k == j ? x : b[k])", "a[k] == x || a[k] == y", "a[b[k]] == k"]),
        ]
    };
    let body = Term::implies(parse(one(random, &guards)), parse(one(random, &claims)));
    Term::forall(if two { vec![var("k"), var("l")] } else { vec![var("k")] }, body)
}

/// Quantified conditions, and facts about a few cells and numbers.
fn clause(random: &mut Dice) -> Clause {
    let mut conditions: Vec<Term> = (0..1 + random.below(2)).map(|_| condition(random)).collect();
    if random.below(8) == 0 {
        conditions.push(Term::app(Op::Sorted, vec![parse("b"), parse("0"), parse("n")]));
    }
    let cells = ["u == a[i]", "v == a[j]", "u < b[i]", "b[j + 1] != a[0]", "v == b[0]", "a[1] > x"];
    let facts =
        ["i < j", "i == 0", "n == i + 1", "n >= 3", "x > y", "u != v", "u > x", "j == 2", "v < u"];
    conditions.extend((0..2 + random.below(2)).map(|_| parse(one(random, &cells))));
    conditions.extend((0..2 + random.below(4)).map(|_| parse(one(random, &facts))));
    Clause {
        id: ClauseId(0),
        origin: Origin::new(Span::default(), Instruction::Given),
        premises: conditions.into_iter().map(Premise::Cond).collect(),
        goal: Goal::Cond(Term::bool(false)),
    }
}

/// The conditions as a question for z3.
fn question(clause: &Clause) -> String {
    let conditions: Vec<Term> = clause.conditions().map(arrays::expand).collect();
    let vars: BTreeSet<Var> = conditions.iter().flat_map(Term::free_vars).collect();
    let mut out = String::new();
    for v in vars {
        let sort = if v.sort.is_array() { "(Array Int Int)" } else { "Int" };
        let _ = writeln!(out, "(declare-const {} {sort})", symbol(&v.name));
    }
    for condition in &conditions {
        let _ = writeln!(out, "(assert {})", term(condition));
    }
    out
}

#[test]
fn what_is_kept_whole_loses_nothing() {
    let mut random = Dice::new(4);
    let clauses: Vec<(Clause, Clause, Vec<Keeping>)> = nightly::seeds(CLAUSES)
        .map(|_| {
            let before = clause(&mut random);
            let (after, keeping) = instantiate_conditions(&before);
            (before, after, keeping)
        })
        .collect();
    let questions = |after: bool| -> Vec<String> {
        clauses.iter().map(|c| question(if after { &c.1 } else { &c.0 })).collect()
    };
    let Some(before) = z3::check(&questions(false), LIMIT) else { return };
    let after = z3::check(&questions(true), LIMIT).expect("z3 again");
    let (mut whole, mut told) = (BTreeSet::new(), 0);
    for (((clause, kept, keeping), before), after) in clauses.iter().zip(&before).zip(&after) {
        let shown = || format!("{keeping:?}\n{}\n{}", question(clause), question(kept));
        assert!(!(before == "sat" && after == "unsat"), "unsound: {}", shown());
        if !keeping.iter().any(|k| k.may_lose()) {
            assert!(!(before == "unsat" && after == "sat"), "not kept whole: {}", shown());
            whole.extend(keeping.iter().copied());
            told += usize::from(before == "unsat" && after == "unsat");
        }
    }
    assert_eq!(whole, BTreeSet::from([Keeping::Pointwise, Keeping::Ordered, Keeping::Ends]));
    assert!(told > 25, "only {told} contradictions came through");
}
