//! How comparisons reach the arithmetic, and what it answers about sets of them.

use crate::support::formulas::*;
use hornbook_horn::term::{Op, Term};
use hornbook_lia::lp::farkas;
use hornbook_lia::{Answer, Lit, Solver};
use proptest::prelude::*;

fn inequality() -> impl Strategy<Value = Term> {
    let part = (-9i64..=9, 0..3usize).prop_map(|(c, i)| times(c, x(i)));
    let sum = prop::collection::vec(part, 1..4).prop_map(|parts| Term::app(Op::Add, parts));
    let ops = prop::sample::select(vec![Op::Le, Op::Ge]);
    (ops, sum, -20i64..=20).prop_map(|(op, sum, k)| Term::app(op, vec![sum, Term::int(k)]))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// A contradiction over the rationals is explained by comparisons all of which are needed.
    #[test]
    fn explanations_are_minimal(comparisons in prop::collection::vec(inequality(), 4..12)) {
        let mut solver = Solver::new();
        let lits: Vec<Lit> =
            comparisons.iter().map(|c| solver.literal(c).expect("linear")).collect();
        let answer = solver.check(&lits, &mut plenty());
        prop_assume!(answer == Answer::Unsat && solver.statistics().integer_searches == 0);
        let core: Vec<usize> = (0..lits.len()).filter(|n| solver.core().contains(&lits[*n])).collect();
        for left_out in &core {
            let kept = core.iter().filter(|n| lits[**n] != lits[*left_out]);
            let kept: Vec<Term> = kept.map(|n| comparisons[*n].clone()).collect();
            prop_assert_eq!(farkas(&kept, &mut plenty()), None, "{:?} of {:?}", left_out, comparisons);
        }
    }
}

#[test]
fn comparisons_that_follow_are_not_guessed() {
    // Each number is 0 or 3, and their sum is 7: two threes leave no room for a third.
    let n = 5;
    let mut solver = Solver::new();
    let sum = Term::app(Op::Add, (0..n).map(x).collect());
    solver.assert(&Term::eq(sum, Term::int(7))).expect("linear");
    for i in 0..n {
        let [low, high] = [Term::le(x(i), Term::int(0)), Term::le(Term::int(3), x(i))];
        for f in [Term::le(Term::int(0), x(i)), Term::le(x(i), Term::int(3)), Term::or([low, high])]
        {
            solver.assert(&f).expect("linear");
        }
    }
    assert_eq!(solver.check(&[], &mut plenty()), Answer::Unsat);
    assert!(solver.statistics().propagations > 0, "{:?}", solver.statistics());
}

#[test]
fn comparisons_that_do_not_matter_stay_out_of_the_simplex() {
    // Beside a chosen alternative stands a knapsack without solution, as a branch and as a part.
    let parts = [12_223, 12_224, 36_674, 61_119].into_iter().enumerate();
    let sum = Term::app(Op::Add, parts.map(|(i, c)| times(c, x(i))).collect());
    let below = (0..4).map(|i| Term::le(Term::int(0), x(i)));
    let hard = Term::and([Term::eq(sum, Term::int(89_643_481))].into_iter().chain(below));
    let formulas = [
        Term::or([p(0), hard.clone()]),
        Term::ite(p(0), p(1), hard.clone()),
        Term::implies(Term::not(p(0)), hard),
    ];
    let mut solver = Solver::new();
    formulas.iter().for_each(|f| solver.assert(f).expect("linear"));
    let [easy, other] = [p(0), Term::not(p(0))].map(|f| solver.literal(&f).expect("a variable"));
    assert_eq!(solver.check(&[easy], &mut plenty()), Answer::Sat);
    let statistics = solver.statistics();
    assert_eq!((statistics.pivots, statistics.integer_searches), (0, 0), "{statistics:?}");
    // On the other side they are needed.
    assert_eq!(solver.check(&[other], &mut plenty()), Answer::Unsat);
    let statistics = solver.statistics();
    assert!(statistics.pivots > 0 && statistics.integer_searches > 0, "{statistics:?}");
}
