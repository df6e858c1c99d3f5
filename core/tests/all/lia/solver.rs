//! The solver against brute force, against itself, and on problems that need integers.

use crate::support::formulas::*;
use hornbook_base::{Budget, Int};
use hornbook_check::proof::verify;
use hornbook_horn::term::{Op, Quantifier, Sort, Term, Var};
use hornbook_lia::{Answer, Lit, Outcome, Reason, Solver, prove};
use proptest::prelude::*;

fn decide(formulas: &[Term]) -> (Answer, Solver) {
    let mut solver = Solver::new();
    for f in formulas {
        solver.assert(f).expect("linear");
    }
    let answer = solver.check(&[], &mut Budget::steps(u64::MAX));
    (answer, solver)
}

/// Decides and checks the model.
fn satisfiable(formulas: &[Term]) -> bool {
    let (answer, solver) = decide(formulas);
    match answer {
        Answer::Sat => {
            for f in formulas {
                assert!(solver.model().satisfies(f), "{f} under {:?}", solver.model());
            }
            true
        }
        Answer::Unsat => false,
        Answer::Unknown(_) => panic!("budget too small for {formulas:?}"),
    }
}

const WIDE: Shape =
    Shape { ints: 2, bools: 1, coefficient: 9, constant: 30, rich: false, depth: 2, ..SMALL };

/// Coefficients far beyond machine words.
const HUGE: Shape = Shape { bits: 70, depth: 2, ..SMALL };

/// Mostly equations, so that divisibility decides.
const EQUATIONS: Shape = Shape { ints: 4, bools: 0, equations: 9, rich: false, depth: 2, ..SMALL };

/// Decides in slices of a few steps, and counts them.
fn in_slices(solver: &mut Solver, assumptions: &[Lit], slice: u64) -> (Answer, usize) {
    solver.ask(assumptions);
    for slices in 1.. {
        let answer = solver.step(&mut Budget::steps(slice));
        if !matches!(answer, Answer::Unknown(_)) {
            return (answer, slices);
        }
    }
    unreachable!("the search ends")
}

/// Compares with trying all points of a box.
fn agrees(shape: Shape, limit: i64, formulas: Vec<Term>) {
    let expected = brute_force(shape, limit, &Term::app(Op::And, formulas.clone()));
    let all = [boxed(shape, limit), formulas].concat();
    assert_eq!(satisfiable(&all), expected.is_some(), "{expected:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_brute_force(f in formula(SMALL)) {
        agrees(SMALL, 3, vec![f]);
    }

    #[test]
    fn agrees_with_brute_force_on_wide_boxes(fs in prop::collection::vec(formula(WIDE), 2)) {
        agrees(WIDE, 12, fs);
    }

    #[test]
    fn agrees_with_brute_force_on_large_numbers(fs in prop::collection::vec(formula(HUGE), 2)) {
        agrees(HUGE, 3, fs);
    }

    #[test]
    fn agrees_with_brute_force_on_equations(fs in prop::collection::vec(formula(EQUATIONS), 1..4)) {
        agrees(EQUATIONS, 2, fs);
    }

    #[test]
    fn slices_of_any_size_give_the_same_answer(
        fs in prop::collection::vec(prop_oneof![formula(SMALL), formula(EQUATIONS)], 1..4),
        slice in 1..20u64,
        given_up in 0..40u64,
    ) {
        let (expected, _) = decide(&fs);
        let mut solver = Solver::new();
        // A question that is given up leaves nothing behind.
        let other = solver.literal(&fs[0]).expect("linear");
        solver.check(&[!other], &mut Budget::steps(given_up));
        for f in &fs {
            solver.assert(f).expect("linear");
        }
        prop_assert_eq!(in_slices(&mut solver, &[], slice).0, expected);
        if expected == Answer::Sat {
            prop_assert!(fs.iter().all(|f| solver.model().satisfies(f)));
        }
        prop_assert_eq!(solver.check(&[], &mut plenty()), expected);
    }

    #[test]
    fn unbounded_formulas_have_checked_models(f in formula(SMALL)) {
        let sat = satisfiable(std::slice::from_ref(&f));
        // What has a model in a box has one.
        prop_assert!(sat || brute_force(SMALL, 4, &f).is_none());
    }

    #[test]
    fn cores_are_subsets_that_suffice(
        fs in prop::collection::vec(formula(SMALL), 1..6),
        base in formula(SMALL),
    ) {
        let mut solver = Solver::new();
        solver.assert(&base).expect("linear");
        let lits: Vec<Lit> = fs.iter().map(|f| solver.literal(f).expect("linear")).collect();
        if solver.check(&lits, &mut plenty()) == Answer::Unsat {
            let core = solver.core().to_vec();
            prop_assert!(core.iter().all(|l| lits.contains(l)));
            let mut part = vec![base];
            part.extend(fs.iter().zip(&lits).filter(|(_, l)| core.contains(l)).map(|(f, _)| f.clone()));
            prop_assert!(!satisfiable(&part));
        }
    }

    #[test]
    fn many_questions_to_one_solver_equal_fresh_solvers(
        fs in prop::collection::vec(formula(SMALL), 2..6),
        questions in prop::collection::vec((any::<u8>(), any::<u8>(), 0..3u8), 1..10),
    ) {
        let mut solver = Solver::new();
        let mut scopes: Vec<Vec<Term>> = vec![vec![]];
        for (chosen, signs, action) in questions {
            match action {
                0 => {
                    solver.push();
                    scopes.push(vec![]);
                    let f = &fs[usize::from(chosen) % fs.len()];
                    solver.assert(f).expect("linear");
                    if let Some(scope) = scopes.last_mut() {
                        scope.push(f.clone());
                    }
                }
                1 if scopes.len() > 1 => {
                    solver.pop();
                    scopes.pop();
                }
                _ => {}
            }
            let mut all: Vec<Term> = scopes.concat();
            let mut lits = Vec::new();
            for (i, f) in fs.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1) {
                let lit = solver.literal(f).expect("linear");
                let positive = signs >> i & 1 == 1;
                lits.push(if positive { lit } else { !lit });
                all.push(if positive { f.clone() } else { Term::app(Op::Not, vec![f.clone()]) });
            }
            let answer = solver.check(&lits, &mut plenty());
            prop_assert_eq!(answer == Answer::Sat, satisfiable(&all));
            if answer == Answer::Sat {
                for f in &all {
                    prop_assert!(solver.model().satisfies(f));
                }
            }
        }
    }

    #[test]
    fn the_same_calls_give_the_same_answers(fs in prop::collection::vec(formula(SMALL), 1..5)) {
        let run = || {
            let mut solver = Solver::new();
            let lits: Vec<Lit> = fs.iter().map(|f| solver.literal(f).expect("linear")).collect();
            let mut budget = plenty();
            let answer = solver.check(&lits, &mut budget);
            let model = (answer == Answer::Sat).then(|| solver.model().clone());
            (lits, answer, model, solver.core().to_vec(), budget, solver.statistics())
        };
        prop_assert_eq!(run(), run());
    }

    #[test]
    fn an_empty_budget_leaves_the_solver_usable(f in formula(SMALL), steps in 0u64..60) {
        let mut solver = Solver::new();
        solver.assert(&f).expect("linear");
        let first = solver.check(&[], &mut Budget::steps(steps));
        let second = solver.check(&[], &mut plenty());
        prop_assert!(first == second || first == Answer::Unknown(Reason::Budget));
        prop_assert_eq!(second == Answer::Sat, satisfiable(&[f]));
    }
}

fn eq(a: Term, b: Term) -> Term {
    Term::eq(a, b)
}

fn sum(parts: &[(i64, usize)]) -> Term {
    Term::app(Op::Add, parts.iter().map(|&(c, i)| times(c, x(i))).collect())
}

#[test]
fn divisibility_is_decided_without_bounds() {
    assert!(!satisfiable(&[eq(sum(&[(3, 0), (-3, 1)]), Term::int(1))]));
    assert!(satisfiable(&[eq(times(2, x(0)), Term::add(times(3, x(1)), Term::int(1)))]));
    // x is even, y is odd, x = y.
    assert!(!satisfiable(&[
        eq(x(0), times(2, x(2))),
        eq(x(1), Term::add(times(2, x(3)), Term::int(1))),
        eq(x(0), x(1)),
    ]));
    assert!(!satisfiable(&[
        eq(sum(&[(6, 0), (10, 1), (15, 2)]), Term::int(7)),
        eq(sum(&[(2, 0), (-4, 1)]), Term::int(0)),
        eq(sum(&[(1, 0), (1, 1), (3, 2)]), Term::int(1)),
        eq(sum(&[(1, 1), (1, 2), (2, 3)]), Term::int(0)),
        eq(sum(&[(1, 2), (2, 4)]), Term::int(0)),
    ]));
}

#[test]
fn steps_of_a_long_search_add_up() {
    // Three slices of a parallelepiped without integer points need the complete method.
    let slice = |parts: &[(i64, usize)], low: i64| {
        [Term::le(Term::int(low), sum(parts)), Term::le(sum(parts), Term::int(low + 1))]
    };
    let formulas = [
        slice(&[(12, 0), (-31, 1), (17, 2)], 5),
        slice(&[(7, 0), (3, 1), (-23, 2)], 9),
        slice(&[(-5, 0), (19, 1), (8, 2)], 3),
    ]
    .concat();
    let (expected, whole) = decide(&formulas);
    let mut solver = Solver::new();
    for f in &formulas {
        solver.assert(f).expect("linear");
    }
    let (answer, slices) = in_slices(&mut solver, &[], 1);
    assert_eq!(answer, expected);
    assert!(slices > 10, "{slices} slices");
    assert_eq!(solver.statistics(), whole.statistics());
}

#[test]
fn a_question_that_was_given_up_has_no_answer() {
    let mut solver = Solver::new();
    let [low, high] = [Term::lt(x(0), Term::int(0)), Term::lt(Term::int(0), x(0))]
        .map(|f| solver.literal(&f).expect("linear"));
    let step = |solver: &mut Solver| solver.step(&mut plenty());
    assert_eq!(step(&mut solver), Answer::Unknown(Reason::NotAsked));
    solver.ask(&[low, high]);
    // To name what has a name changes nothing.
    assert_eq!(solver.literal(&Term::lt(x(0), Term::int(0))), Ok(low));
    assert_eq!(step(&mut solver), Answer::Unsat);
    assert_eq!(step(&mut solver), Answer::Unknown(Reason::NotAsked));
    solver.ask(&[low, high]);
    solver.assert(&Term::lt(x(0), x(1))).expect("linear");
    assert_eq!(step(&mut solver), Answer::Unknown(Reason::NotAsked));
}

#[test]
fn equations_that_exclude_each_other_need_no_search() {
    // x0 + x1 even, x1 + x2 even, and so on, and x0 + x_n odd, in no bounds.
    let n = 12;
    let even = |i: usize, j: usize, odd: i64| {
        let half = times(-2, x(100 + i));
        eq(Term::app(Op::Add, vec![x(i), x(j), half]), Term::int(odd))
    };
    let mut formulas: Vec<Term> = (0..n).map(|i| even(i, i + 1, 0)).collect();
    formulas.push(even(n, 0, 1));
    let (answer, solver) = decide(&formulas);
    assert_eq!(answer, Answer::Unsat);
    assert_eq!(
        (solver.statistics().integer_searches, solver.statistics().complete_searches),
        (1, 0)
    );
    let Ok(Outcome::Unsat(proof)) = prove(&formulas, &mut Budget::steps(2000)) else {
        panic!("no proof");
    };
    assert_eq!(verify(&formulas, &proof), Ok(()));
    // One split, and a contradiction on either side.
    let longest = proof.lemmas.iter().map(|l| l.certificate.len()).max();
    assert_eq!(longest, Some(3));
}

#[test]
fn slices_and_cones_without_bounds() {
    let slice = |a: i64, b: i64, low: i64, high: i64| {
        let form = sum(&[(a, 0), (-b, 1)]);
        [Term::le(Term::int(low), form.clone()), Term::le(form, Term::int(high))]
    };
    assert!(satisfiable(&slice(7, 3, 5, 6)));
    assert!(!satisfiable(&slice(6, 4, 5, 5)));
    assert!(!satisfiable(&slice(14, 21, 1, 6)));
    // A thin slice with a positive coefficient: solutions are far away.
    let far = [Term::le(Term::int(1_000_000), x(0)), Term::le(Term::int(-3), x(1))];
    assert!(satisfiable(&[&slice(1_000_003, 1_000_033, 5, 5)[..], &far].concat()));
    // Parity in an unbounded cone.
    assert!(!satisfiable(&[
        eq(x(0), Term::add(times(2, x(1)), Term::int(1))),
        eq(x(0), times(2, x(2))),
        Term::le(x(3), x(0)),
        Term::le(times(5, x(3)), times(3, x(1))),
    ]));
}

#[test]
fn large_numbers_stay_exact() {
    let big: Int = "1180591620717411303424".parse().expect("decimal");
    let scaled = |t: Term| Term::app(Op::Mul, vec![Term::int(big.clone()), t]);
    // 2^70 (x - y) = 2 has no solution.
    assert!(!satisfiable(&[eq(scaled(x(0)), Term::add(scaled(x(1)), Term::int(2)))]));
    let next = Term::app(Op::Mul, vec![Term::int(&big + &Int::ONE), x(1)]);
    assert!(satisfiable(&[
        eq(scaled(x(0)), Term::add(next, Term::int(1))),
        Term::lt(Term::int(5), x(0)),
    ]));
    assert!(!satisfiable(&[
        Term::lt(scaled(x(0)), scaled(x(1))),
        Term::lt(x(1), Term::add(x(0), Term::int(1))),
    ]));
}

#[test]
fn unsupported_formulas_are_named() {
    let mut solver = Solver::new();
    let power = (0..9).fold(Term::int(1), |power, _| Term::app(Op::Mul, vec![power, x(0)]));
    let error = solver.assert(&Term::le(power.clone(), x(1))).expect_err("a large power");
    assert_eq!(error.term, power);
    let a = Term::var(&Var::new("a", Sort::int_array()));
    assert!(solver.assert(&eq(Term::select(a.clone(), x(0)), x(1))).is_err());
    assert!(solver.assert(&eq(a.clone(), a)).is_err());
    let forall = Term::quant(Quantifier::Forall, vec![Var::int("k")], p(0));
    assert!(solver.assert(&Term::or([p(1), forall])).is_err());
    for divisor in [Term::int(0), x(1)] {
        for op in [Op::Div, Op::Mod] {
            let t = Term::app(op, vec![x(0), divisor.clone()]);
            assert_eq!(solver.assert(&eq(t.clone(), x(1))).expect_err("divisor").term, t);
        }
    }
    assert_eq!(solver.check(&[], &mut plenty()), Answer::Sat);
}

#[test]
fn the_same_term_gives_the_same_literal() {
    let mut solver = Solver::new();
    let f = Term::lt(x(0), x(1));
    let a = solver.literal(&f).expect("linear");
    assert_eq!(solver.literal(&Term::lt(x(0), x(1))).expect("linear"), a);
    let reverse = Term::le(x(1), x(0));
    assert_eq!(solver.literal(&reverse).expect("linear"), !a);
    assert_eq!(solver.check(&[a, !a], &mut plenty()), Answer::Unsat);
    assert_eq!(solver.core().len(), 2);
}

/// Runs on a stack of the size that a browser gives.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(work);
    thread.expect("a thread").join().expect("no overflow");
}

/// A shape that nests one term in another, the innermost being `x0`.
fn nested(levels: usize, wrap: impl Fn(usize, Term) -> Term) -> Term {
    (1..=levels).rev().fold(x(0), |t, i| wrap(i, t))
}

#[test]
fn deep_and_long_formulas_fit_on_a_small_stack() {
    on_a_small_stack(|| {
        let test = |i: usize| Term::le(x(i % 7), Term::int(i));
        let shapes: [&dyn Fn(usize, Term) -> Term; 5] = [
            &|i, t| Term::ite(test(i), Term::int(i), t),
            &|i, t| Term::ite(test(i), t, Term::int(i)),
            &|i, t| Term::ite(Term::le(t, Term::int(i)), Term::int(1), Term::int(0)),
            &|i, t| Term::add(t, Term::int(i)),
            &|i, t| Term::sub(Term::int(i), t),
        ];
        for shape in shapes {
            let t = nested(10_000, shape);
            let (answer, solver) = decide(&[Term::le(t.clone(), Term::int(20_000_000))]);
            assert_eq!(answer, Answer::Sat);
            assert!(solver.model().satisfies(&Term::le(t.clone(), Term::int(20_000_000))));
            let contradiction = [Term::lt(t.clone(), x(9)), Term::lt(x(9), t)];
            let Ok(Outcome::Unsat(proof)) = prove(&contradiction, &mut Budget::steps(u64::MAX))
            else {
                panic!("a contradiction")
            };
            assert_eq!(verify(&contradiction, &proof), Ok(()));
        }
        let formula = nested(10_000, |i, t| {
            let t = if t.sort() == Sort::Int { Term::le(t, Term::int(0)) } else { t };
            Term::ite(test(i), t, Term::not(test(i + 1)))
        });
        assert_eq!(decide(&[formula]).0, Answer::Sat);
        let long: Vec<Term> = (0..5_000).map(|i| Term::le(x(i), x(i + 1))).collect();
        let ends = Term::lt(x(5_000), x(0));
        assert!(satisfiable(&[Term::and(long.clone())]));
        assert!(!satisfiable(&[Term::and(long.into_iter().chain([ends]))]));
    });
}

#[test]
fn a_famous_knapsack_has_no_solution() {
    // Cornuéjols and Dawande 1999; needs more than looking at each variable.
    let mut f: Vec<Term> = (0..3).map(|i| Term::le(Term::int(0), x(i))).collect();
    f.push(eq(sum(&[(12223, 0), (12224, 1), (36674, 2)]), Term::int(89_643_481)));
    assert!(!satisfiable(&f));
}

#[test]
fn six_pigeons_do_not_fit_into_five_holes() {
    let mut f = Vec::new();
    for i in 0..6 {
        f.extend([Term::le(Term::int(1), x(i)), Term::le(x(i), Term::int(5))]);
        f.extend((0..i).map(|j| Term::app(Op::Ne, vec![x(i), x(j)])));
    }
    assert!(!satisfiable(&f));
    f.remove(1);
    assert!(satisfiable(&f));
}
