//! Interpolants against their definition on random rules, and half-planes against the points of polyhedra.

use super::*;
use crate::rule::read_rules;
use crate::trace_invariants::Row;
use hornbook_base::Int;
use hornbook_horn::smtlib::read;
use hornbook_lia::Model;

/// Pseudo-random numbers with a fixed seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: i64) -> i64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as i64) % n
    }
}

fn system(text: &str) -> System {
    let (system, problems) = read(text);
    system.unwrap_or_else(|| panic!("{problems:?}\n{text}"))
}

fn holds(formulas: impl IntoIterator<Item = Term>) -> bool {
    let mut solver = Solver::new();
    formulas.into_iter().for_each(|f| solver.assert(&f).expect("linear"));
    solver.check(&[], &mut Budget::steps(1_000_000)) == Answer::Unsat
}

/// A loop of random moves under random guards, and a condition that must not hold.
fn random_loop(seed: u64) -> String {
    let mut dice = Dice(seed);
    let number = |n: i64| if n < 0 { format!("(- {})", -n) } else { n.to_string() };
    let mut text = "(declare-fun P (Int Int) Bool)\n(assert (P 0 0))\n".to_owned();
    for _ in 0..=dice.below(2) {
        let (dx, dy) = (number(dice.below(5) - 1), number(dice.below(5) - 1));
        let guard = number(dice.below(6));
        text += &format!(
            "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (or (< x {guard}) (> y 3))) \
             (P (+ x {dx}) (ite (= x y) (+ y {dy}) (+ y 1))))))\n"
        );
    }
    let (a, b, c) =
        (number(dice.below(5) - 2), number(dice.below(5) - 2), number(dice.below(9) + 1));
    text + &format!(
        "(assert (forall ((x Int) (y Int)) (=> (and (P x y) (= (+ (* {a} x) (* {b} y)) {c})) false)))\n"
    )
}

/// The rule for `false` after so many rounds, each by one of the other rules.
fn rounds(dice: &mut Dice, rules: &[Rule], n: usize) -> Counterexample {
    let last = rules.iter().position(|r| r.head.is_none()).expect("a rule for false");
    let first = rules.iter().position(|r| r.body.is_empty()).expect("a start");
    let steps: Vec<usize> =
        (0..rules.len()).filter(|n| *n != last && !rules[*n].body.is_empty()).collect();
    let mut nodes = vec![(last, vec![1])];
    for m in 0..n {
        nodes.push((steps[dice.below(steps.len() as i64) as usize], vec![m + 2]));
    }
    nodes.push((first, vec![]));
    Counterexample::new(nodes)
}

/// The atoms from the rule for `false` after so many rounds, with these states.
fn from_rounds(system: &System, rules: &[Rule], n: usize, states: &States) -> Vocabulary {
    let (atoms, mut cases) = (Vocabulary::new(), SeparationPairs::new());
    let known = InterpolationContext { atoms: &atoms, states, cases: &mut cases };
    let found = rounds(&mut Dice(1), rules, n);
    let budget = &mut Budget::steps(1_000_000);
    interpolate_counterexample(rules, &found, system, known, budget)
}

#[test]
fn what_is_said_follows_from_the_premises_and_excludes_the_rest() {
    let mut found = 0;
    for seed in 0..120 {
        let system = system(&random_loop(seed));
        let rules = read_rules(&system).expect("no arrays");
        let counterexample = rounds(&mut Dice(seed ^ 7), &rules, (seed % 4) as usize);
        let budget = &mut Budget::steps(2_000_000);
        let find_infeasible = TreePrefix::find_infeasible(&rules, &counterexample, &system, budget);
        let Some(mut tree) = find_infeasible else { continue };
        if tree.tree_interpolant_atoms(&system, budget).is_none() {
            continue;
        }
        found += 1;
        for n in 0..tree.nodes.len() {
            let said = tree.nodes[n].said.clone().unwrap_or_else(|| Term::bool(false));
            let only_own = said.free_vars().iter().all(|v| tree.nodes[n].vars.contains(v));
            assert!(only_own, "{said}");
            let follows = tree.inside(n).into_iter().chain([Term::not(said)]);
            assert!(holds(follows), "rule {n} of\n{}", random_loop(seed));
        }
    }
    assert!(found > 40, "{found}");
}

#[test]
fn rules_that_fit_together_have_no_interpolant() {
    let system = system(
        "(declare-fun P (Int) Bool)
         (assert (P 0))
         (assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))
         (assert (forall ((x Int)) (=> (and (P x) (= x 2)) false)))",
    );
    let rules = read_rules(&system).expect("no arrays");
    for (n, fits) in [(1, false), (2, true), (3, false)] {
        let new = from_rounds(&system, &rules, n, &States::new());
        assert_eq!(new.is_empty(), fits, "{n} rounds: {new:?}");
    }
}

#[test]
fn a_half_plane_has_the_one_side_in_it_and_nothing_of_the_other() {
    let vars = [Var::int("x"), Var::int("y")];
    let point = |x: i64, y: i64| {
        let values = [x, y].map(|n| hornbook_lia::Value::Int(Int::from(n)));
        Model { values: vars.iter().cloned().zip(values).collect() }
    };
    // A square of points around a centre, as its two bounds for each variable.
    let square = |dice: &mut Dice| {
        let corners = [dice.below(12), dice.below(12)];
        let least = vars.iter().zip(corners).flat_map(|(v, low)| {
            let (x, low) = (Linear::var(v), Linear::constant(low));
            let above = low.sub(&x);
            [above, x.sub(&low).sub(&Linear::constant(2))]
        });
        let polyhedron = Polyhedron { least: least.collect(), equal: vec![], flags: vec![] };
        let [a, b] = corners;
        let points = (a..=a + 2).flat_map(move |x| (b..=b + 2).map(move |y| (x, y)));
        (polyhedron, points.collect::<Vec<_>>())
    };
    let mut found = 0;
    for seed in 0..200 {
        let mut dice = Dice(seed);
        let sides: Vec<(Polyhedron, Vec<(i64, i64)>)> = (0..4).map(|_| square(&mut dice)).collect();
        let polyhedra: Vec<&Polyhedron> = sides.iter().map(|(polyhedron, _)| polyhedron).collect();
        let Some(plane) = half_plane(&polyhedra[..2], &polyhedra[2..], &vars) else {
            // There is none where a point of one side is one of the other.
            continue;
        };
        found += 1;
        let at_most_zero = Constraint::Le(plane).to_term();
        for (n, (_, points)) in sides.iter().enumerate() {
            for (x, y) in points {
                assert_eq!(point(*x, *y).satisfies(&at_most_zero), n < 2, "{at_most_zero}");
            }
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn what_follows_a_counter_is_said_of_it() {
    let system = system(
        "(declare-fun P (Int Int) Bool)
         (assert (P 0 5))
         (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 3)))))
         (assert (forall ((x Int) (y Int)) (=> (and (P x y) (> y (+ (* 3 x) 5))) false)))",
    );
    let rules = read_rules(&system).expect("no arrays");
    let new = from_rounds(&system, &rules, 2, &States::new());
    let atoms: Vec<String> = new.values().flatten().map(Term::to_string).collect();
    assert!(atoms.contains(&"y <= 3 * x + 5".to_owned()), "{atoms:?}");
}

#[test]
fn states_say_what_one_round_does_not() {
    let system = system(
        "(declare-fun P (Int Int) Bool)
         (assert (P 0 5))
         (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 3)))))
         (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< x 10) (> y 50)) false)))",
    );
    let rules = read_rules(&system).expect("no arrays");
    let states: Vec<Row> = (0..30).map(|x| vec![Some(x), Some(3 * x + 5)]).collect();
    // Whether some atom holds of all states: then it may be an invariant.
    let names = system.pred(PredId(0)).params.clone();
    let holds_of_all = |atoms: &Vocabulary| {
        let of_all =
            |form: &Linear| VisitedStates::new(Some(&states), &names).beyond(form).is_none();
        let atoms = atoms.values().flatten();
        atoms
            .filter_map(Constraint::from_literal)
            .any(|c| matches!(&c, Constraint::Le(form) if of_all(form)))
    };
    let few = from_rounds(&system, &rules, 0, &States::new());
    let more = from_rounds(&system, &rules, 0, &[(PredId(0), states.clone())].into());
    assert!(!holds_of_all(&few) && holds_of_all(&more), "{few:?}\n{more:?}");
}

#[test]
fn states_widen_a_half_plane_or_leave_it_as_it_is() {
    let vars = [Var::int("x"), Var::int("y")];
    let point = |x: i64, y: i64| {
        let equal = vars.iter().zip([x, y]).map(|(v, n)| Linear::var(v).sub(&Linear::constant(n)));
        Rc::new(Polyhedron { least: vec![], equal: equal.collect(), flags: vec![] })
    };
    let (mut same, mut wider) = (0, 0);
    for seed in 0..200 {
        let mut dice = Dice(seed);
        let mut some = |n: usize| -> Vec<(i64, i64)> {
            (0..n).map(|_| (dice.below(9), dice.below(9))).collect()
        };
        let side = |points: &[(i64, i64)]| -> Vec<Rc<Polyhedron>> {
            points.iter().map(|(x, y)| point(*x, *y)).collect()
        };
        let (inside, outside, seen) = (some(2), some(2), some(4));
        let mut group = SeparatedPairs {
            inside: side(&inside),
            outside: side(&outside),
            plane: Linear::default(),
        };
        let Some(plane) = half_plane(&refs(&group.inside), &refs(&group.outside), &vars) else {
            continue;
        };
        group.plane.clone_from(&plane);
        let rows: Vec<Row> = seen.iter().map(|(x, y)| vec![Some(*x), Some(*y)]).collect();
        group.widen(&VisitedStates::new(Some(&rows), &vars), &vars, 9);
        let value = |(x, y): &(i64, i64)| {
            let (x, y) = (Linear::constant(*x), Linear::constant(*y));
            let form = group.plane.replace(&vars[0], &x).replace(&vars[1], &y);
            form.as_constant().cloned().expect("a number")
        };
        assert!(inside.iter().all(|p| !value(p).is_positive()), "{:?}", group.plane);
        assert!(outside.iter().all(|p| value(p).is_positive()), "{:?}", group.plane);
        let has_all = seen.iter().all(|p| !value(p).is_positive());
        assert!(has_all || group.plane == plane, "{seed}");
        (same, wider) = (same + usize::from(!has_all), wider + usize::from(group.plane != plane));
    }
    assert!(same > 10 && wider > 10, "{same} {wider}");
}
