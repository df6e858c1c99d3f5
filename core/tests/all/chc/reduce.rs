//! What is done to rules before an engine sees them: what is called a fact holds in all states that
//! can be derived, is as strong as its definition says, and the same violations are left.

use crate::support::states::*;
use hornbook_base::{Budget, LineIndex};
use hornbook_chc::engine::{Engine, Finding};
use hornbook_chc::hints::Hints;
use hornbook_chc::houdini::inductive_part;
use hornbook_chc::reduce::equalities::{find_equalities, solve_equalities};
use hornbook_chc::reduce::inline::Inlining;
use hornbook_chc::reduce::points::enumerate_states;
use hornbook_chc::reduce::{Reduced, Scalars, reduce};
use hornbook_chc::rule::Lemmas;
use hornbook_chc::rule::{Rule, read_rules};
use hornbook_chc::settings::Passes;
use hornbook_chc::unroll::Unroll;
use hornbook_encode::encode;
use hornbook_horn::fold::fold;
use hornbook_horn::polynomial::has_product;
use hornbook_horn::smtlib::read;
use hornbook_horn::{PredId, System, Term, Var};
use hornbook_lang::typed::AssertId;
use hornbook_lang::{Options, front_end};
use hornbook_lia::{Answer, Solver};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The rules after all passes.
fn all_passes(
    rules: Vec<Rule>,
    system: &System,
    heads: &BTreeSet<PredId>,
    scalars: &Scalars,
) -> Reduced {
    let hints = Hints { scalars: scalars.clone(), ..Hints::default() };
    reduced(rules, system, heads, &hints, &Passes::default())
}

/// The rules after the passes that are wanted.
fn reduced(
    rules: Vec<Rule>,
    system: &System,
    heads: &BTreeSet<PredId>,
    hints: &Hints,
    wanted: &Passes,
) -> Reduced {
    let mut inlining = Inlining::new(rules, heads.clone());
    // In small pieces, as an engine's turns are.
    while inlining.step(wanted, &mut Budget::steps(50)) {}
    reduce(inlining, system, hints, wanted)
}

const PLENTY: u64 = 2_000_000;

fn plenty() -> Budget {
    Budget::steps(PLENTY)
}

// ---- Examples --------------------------------------------------------------------------------

/// A loop `while (i < n)` that moves `i` and `j` by one, beside a constant; what comes behind it
/// never happens.
const LOOP: &str = "
(declare-fun Loop (Int Int Int Int) Bool)
(declare-fun Never (Int) Bool)
(assert (forall ((n Int)) (=> (>= n 1) (Loop n 0 3 7))))
(assert (forall ((n Int) (i Int) (j Int) (c Int))
  (=> (and (Loop n i j c) (< i n)) (Loop n (+ i 1) (+ j 1) c))))
(assert (forall ((n Int) (i Int) (j Int) (c Int))
  (=> (and (Loop n i j c) (distinct c 7)) (Never i))))
(assert (forall ((i Int)) (=> (Never i) (Loop i i i 8))))
(assert (forall ((n Int) (i Int) (j Int) (c Int))
  (=> (and (Loop n i j c) (> j (+ n 3))) false)))
";

fn system(text: &str) -> System {
    let (system, diagnostics) = read(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    system.expect("clauses")
}

fn id(system: &System, name: &str) -> PredId {
    system.pred_ids().find(|p| system.pred(*p).name == name).expect("a predicate")
}

fn all_scalars(system: &System) -> Scalars {
    system.pred_ids().map(|p| (p, system.pred(p).params.iter().cloned().collect())).collect()
}

/// Facts in the words of a system, in order.
fn said(facts: &[Term]) -> Vec<String> {
    let mut said: Vec<String> = facts.iter().map(Term::to_string).collect();
    said.sort();
    said
}

#[test]
fn equalities_of_a_loop() {
    let system = system(LOOP);
    let scalars = all_scalars(&system);
    let heads = system.pred_ids().collect();
    let reduced = all_passes(read_rules(&system).expect("no arrays"), &system, &heads, &scalars);
    let head = id(&system, "Loop");
    let params: Vec<String> = system.pred(head).params.iter().map(|p| p.name.to_string()).collect();
    let [_, i, j, c] = &params[..] else { panic!("{params:?}") };
    let expected = [format!("{j} == {i} + 3"), format!("{c} == 7")];
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(said(&reduced.facts[&head]), expected);
    // Nothing speaks of what the facts determine any more.
    for rule in &reduced.rules {
        let free = |t: &Term| t.as_var().is_some_and(|v| rule.cond.iter().all(|c| !c.mentions(v)));
        for atom in rule.head.iter().chain(&rule.body).filter(|a| a.pred == head) {
            assert!(atom.args[2..].iter().all(free), "{rule:?}");
        }
    }
}

/// Two counters that meet: `i + j = n` is no definition by one scalar, so engines get it as a
/// condition.
#[test]
fn equations_of_three_scalars_are_conditions() {
    let system = system(
        "(declare-fun P (Int Int Int) Bool)
         (assert (forall ((n Int)) (P n 0 n)))
         (assert (forall ((n Int) (i Int) (j Int))
           (=> (and (P n i j) (< i j)) (P n (+ i 1) (- j 1)))))
         (assert (forall ((n Int) (i Int) (j Int)) (=> (and (P n i j) (distinct (+ i j) n)) false)))",
    );
    let scalars = all_scalars(&system);
    let all = read_rules(&system).expect("no arrays");
    let spaces = find_equalities(&all, &system, &scalars, PLENTY);
    let (determined, others) = solve_equalities(&spaces, &system);
    assert!(determined.values.is_empty(), "{determined:?}");
    assert_eq!(others[&PredId(0)].len(), 1, "{others:?}");
    let reduced = all_passes(all, &system, &system.pred_ids().collect(), &scalars);
    let claim = |rules: &[Rule]| rules.iter().find(|r| r.head.is_none()).map(|r| r.cond.clone());
    let before = claim(&reduced.rules).expect("a claim");
    let with = claim(&reduced.strengthen_rules(&reduced.rules, &system)).expect("a claim");
    assert!(!unsatisfiable(&before) && unsatisfiable(&with), "{with:?}");
}

/// `x` and `y` stay combinations of `a` and `b`: linear in the products, though no question about these is.
#[test]
fn equations_of_products_are_found() {
    let system = system(
        "(declare-fun inv (Int Int Int Int) Bool)
         (assert (forall ((a Int) (x Int) (p Int) (q Int)) (=> (and (= x 0) (= p 0)) (inv a x p q))))
         (assert (forall ((a Int) (x Int) (p Int) (q Int)) (=> (inv a x p q) (inv a (+ x a) (+ p 1) q))))
         (assert (forall ((a Int) (x Int) (p Int) (q Int)) (=> (inv a x p q) (= x (* a p)))))",
    );
    let scalars = all_scalars(&system);
    let heads = system.pred_ids().collect();
    let reduced = all_passes(read_rules(&system).expect("no arrays"), &system, &heads, &scalars);
    let said: Vec<String> =
        reduced.extend_invariant(&Lemmas::new()).values().flatten().map(Term::to_string).collect();
    assert!(said.contains(&"a * p == x".to_owned()), "{said:?}");
}

/// The rules and facts of a program after all passes but those that are not `wanted`.
fn of_program(text: &str, wanted: &Passes) -> (System, Reduced) {
    let program = front_end(text, Options::default()).0.expect("a program");
    let system = encode(&program, &LineIndex::new(text)).expect("small steps");
    let heads: BTreeSet<PredId> = system.pred_ids().filter(|p| system.pred(*p).loop_head).collect();
    let hints = Hints { scalars: all_scalars(&system), ..Hints::default() };
    let reduced = reduced(read_rules(&system).expect("no arrays"), &system, &heads, &hints, wanted);
    (system, reduced)
}

/// An index that wraps: that it stays between 0 and n is found, and then no product is left. Without it there is one.
#[test]
fn quotients_near_the_divisor_are_no_products() {
    let text = "int n = nondet(); assume(n > 0); int i = 0;
        while (nondet()) { i = (i + 1) % n; }
        assert(0 <= i < n);";
    for quotients in [true, false] {
        let (_, reduced) = of_program(text, &Passes { quotients, ..Passes::default() });
        let products =
            reduced.rules.iter().flat_map(Rule::terms).filter(|t| has_product(t)).count();
        assert_eq!(products == 0, quotients, "{:?}", reduced.rules);
    }
}

/// Where the step is not known to be small, the product stays.
#[test]
fn other_quotients_stay_products() {
    let text = "int n = nondet(), d = nondet(); assume(n > 0); int i = 0;
        while (nondet()) { i = (i + d) % n; }
        assert(0 <= i < n);";
    let (_, reduced) = of_program(text, &Passes::default());
    assert!(reduced.rules.iter().flat_map(Rule::terms).any(has_product), "{:?}", reduced.rules);
}

/// What a loop starts with bounds its counter as well: both end at their bounds, so the equations behind them hold.
#[test]
fn counters_end_at_bounds_that_are_not_negative() {
    let text = "int r = nondet(), c = nondet(); assume(r >= 0 && c >= 0); int x = 0;
        for (int i = 0; i < r; i++) { for (int j = 0; j < c; j++) { x++; } }
        assert(x == r * c);";
    let (_, reduced) = of_program(text, &Passes::default());
    let facts = reduced.extend_invariant(&Lemmas::new());
    let said: Vec<String> = facts.values().flatten().map(Term::to_string).collect();
    assert!(said.iter().any(|f| f.contains("c * i == x") || f.contains("x == c * i")), "{said:?}");
}

/// Eleven rounds at most, whatever n is; `s` has no bound of its own.
const FEW: &str = "
(declare-fun Loop (Int Int Int) Bool)
(assert (forall ((n Int)) (Loop n 0 0)))
(assert (forall ((n Int) (i Int) (s Int))
  (=> (and (Loop n i s) (< i n) (<= i 10)) (Loop n (+ i 1) (+ s i)))))
(assert (forall ((n Int) (i Int) (s Int)) (=> (Loop n i s) (<= s 55))))
";

#[test]
fn few_states_are_enumerated() {
    let system = system(FEW);
    let (all, scalars) = (read_rules(&system).expect("no arrays"), all_scalars(&system));
    let [n, i, s] = &system.preds[0].params[..] else { panic!("{:?}", system.preds) };
    let found = enumerate_states(&all, &system, &scalars, 20, &mut plenty());
    let [said] = &found[&PredId(0)][..] else { panic!("{found:?}") };
    assert!(!said.mentions(n), "{said}");
    for (at, sum) in (-2..15).flat_map(|at| (-2..80).map(move |sum| (at, sum))) {
        let values =
            [(i.clone(), Term::int(at)), (s.clone(), Term::int(sum))].into_iter().collect();
        let reached = (0..=11).contains(&at) && 2 * sum == at * (at - 1);
        assert_eq!(fold(&said.subst(&values)), Term::bool(reached), "{at}, {sum}");
    }
    // Twelve states are more than eleven, and without steps there are none.
    assert!(
        enumerate_states(&all, &system, &scalars, 11, &mut plenty()).values().all(Vec::is_empty)
    );
    assert!(enumerate_states(&all, &system, &scalars, 20, &mut Budget::steps(50)).is_empty());
    // Without the bound there is no end to them.
    let text = FEW.replace("(<= i 10)", "true");
    let endless = read(&text).0.expect("clauses");
    let all = read_rules(&endless).expect("no arrays");
    assert!(enumerate_states(&all, &endless, &all_scalars(&endless), 20, &mut plenty()).is_empty());
}

#[test]
fn without_a_budget_nothing_is_found_out() {
    let system = system(LOOP);
    let (all, scalars) = (read_rules(&system).expect("no arrays"), all_scalars(&system));
    assert!(find_equalities(&all, &system, &scalars, 1).is_empty());
}

// ---- On systems with few states --------------------------------------------------------------

/// Whether facts hold wherever a predicate does, and are inductive together.
fn are_facts(small: &Small, rules: &[Rule], facts: &Lemmas) -> Result<(), TestCaseError> {
    for (pred, values) in small.reachable().keys() {
        let params = small.params(*pred);
        for fact in facts.get(&PredId(*pred as u32)).into_iter().flatten() {
            prop_assert!(holds(fact, &params, values), "{fact} at {values:?}");
        }
    }
    let kept = inductive_part(rules, &small.system(), facts, &mut plenty());
    prop_assert_eq!(kept.as_ref(), Some(facts));
    Ok(())
}

/// The states in range in the smallest affine space around some states of one predicate.
fn affine_hull(states: &BTreeSet<Vec<i64>>) -> BTreeSet<Vec<i64>> {
    let Some(origin) = states.first() else { return BTreeSet::new() };
    let away = |s: &Vec<i64>| -> Vec<i64> { s.iter().zip(origin).map(|(a, b)| a - b).collect() };
    let cross = |a: &[i64], b: &[i64]| match (a, b) {
        ([a, b], [c, d]) => a * d - b * c,
        _ => 0,
    };
    let directions: Vec<Vec<i64>> =
        states.iter().map(away).filter(|d| d.iter().any(|n| *n != 0)).collect();
    let is_inside = |s: &Vec<i64>| {
        let to = away(s);
        match directions.first() {
            None => s == origin,
            Some(first) => {
                cross(first, &to) == 0 || directions.iter().any(|d| cross(first, d) != 0)
            }
        }
    };
    valuations(origin.len()).into_iter().filter(is_inside).collect()
}

/// What Karr's analysis finds by definition, as the states in range that it allows: from what is
/// allowed follows what can be derived, whose hull is allowed, until that is nothing new.
fn karr(small: &Small) -> BTreeMap<usize, BTreeSet<Vec<i64>>> {
    let mut allowed: BTreeMap<usize, BTreeSet<Vec<i64>>> = BTreeMap::new();
    loop {
        let mut derived = allowed.clone();
        for step in &small.steps {
            for values in valuations(VARS) {
                let Some(premises) = step.fires(&values) else { continue };
                let Some((pred, state)) = step.derives(&values) else { continue };
                let is_allowed = |(p, s): &State| allowed.get(p).is_some_and(|all| all.contains(s));
                if premises.iter().all(is_allowed) {
                    derived.entry(pred).or_default().insert(state);
                }
            }
        }
        let closed: BTreeMap<_, _> =
            derived.iter().map(|(pred, states)| (*pred, affine_hull(states))).collect();
        if closed == allowed {
            return allowed;
        }
        allowed = closed;
    }
}

/// The clauses for `false` that can be derived with reduced rules: those found in a while, and
/// whether that are all.
fn violated(small: &Small, reduced: &[Rule]) -> (BTreeSet<usize>, bool) {
    let targets = (0..reduced.len()).filter(|n| reduced[*n].head.is_none());
    let mut unroll = Unroll::new(reduced.to_vec(), &targets.collect::<Vec<_>>());
    let (mut found, mut hard) = (BTreeSet::new(), false);
    while unroll.questions() < 100 {
        match unroll.step(&mut Budget::steps(1)) {
            None => {}
            Some(Finding::Over) => return (found, !hard),
            Some(Finding::Nothing(_)) => {}
            Some(Finding::Hard(..)) => hard = true,
            Some(Finding::Derivation(tree)) => {
                found.insert(reduced[tree.rule].skeleton.clause().0 as usize);
            }
            Some(other) => panic!("{other:?}"),
        }
        if found.len() == small.targets().len() {
            return (found, true);
        }
    }
    (found, false)
}

fn guarded(premises: usize) -> impl Strategy<Value = Small> {
    small(premises).prop_map(|small| Small { guarded: true, ..small })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn equalities_are_those_of_the_definition(small in guarded(2)) {
        let scalars = all_scalars(&small.system());
        let spaces = find_equalities(&small.rules(), &small.system(), &scalars, PLENTY);
        let (determined, others) = solve_equalities(&spaces, &small.system());
        let expected = karr(&small);
        for pred in 0..small.arities.len() {
            let (id, params) = (PredId(pred as u32), small.params(pred));
            let mentioned = spaces.contains_key(&id);
            let is_empty = determined.empty.contains(&id);
            prop_assert_eq!(mentioned && !is_empty, expected.contains_key(&pred));
            let Some(expected) = expected.get(&pred) else { continue };
            let of_one = determined.values.get(&id).into_iter().flatten();
            let of_one = of_one.map(|(n, t)| Term::eq(Term::var(&params[*n]), t.clone()));
            let facts: Vec<Term> =
                of_one.chain(others.get(&id).cloned().unwrap_or_default()).collect();
            for state in valuations(params.len()) {
                let allowed = facts.iter().all(|f| holds(f, &params, &state));
                prop_assert_eq!(allowed, expected.contains(&state), "{:?} {:?}", state, facts);
            }
        }
    }

    /// What few states say holds, and says all there is where it speaks of all parameters.
    #[test]
    fn points_are_the_states_that_are_reached(small in small(2)) {
        let (system, all) = (small.system(), small.rules());
        let found = enumerate_states(&all, &system, &all_scalars(&system), 30, &mut plenty());
        are_facts(&small, &all, &found)?;
        let says_all = |pred: usize| {
            let said = found.get(&PredId(pred as u32)).into_iter().flatten();
            let said: Vec<Var> = said.flat_map(Term::free_vars).collect();
            small.params(pred).iter().all(|v| said.contains(v))
        };
        if (0..small.arities.len()).all(says_all) {
            let reachable = small.reachable();
            for pred in 0..small.arities.len() {
                let (said, params) = (&found[&PredId(pred as u32)], small.params(pred));
                for state in valuations(params.len()) {
                    let allowed = said.iter().all(|f| holds(f, &params, &state));
                    let reached = reachable.contains_key(&(pred, state.clone()));
                    prop_assert_eq!(allowed, reached, "{:?} {:?}", state, said);
                }
            }
        }
    }

    #[test]
    fn facts_hold_and_the_same_violations_are_left(small in small(2)) {
        let (system, all) = (small.system(), small.rules());
        let heads = system.pred_ids().collect();
        let reduced = all_passes(all, &system, &heads, &all_scalars(&system));
        are_facts(&small, &reduced.inlined, &reduced.facts)?;
        let reachable = small.reachable();
        let (found, all_of_them) = violated(&small, &reduced.rules);
        for target in small.targets() {
            let height = small.height(target, &reachable);
            if found.contains(&target) {
                prop_assert!(height.is_some(), "no violation: {target}");
            } else if all_of_them || height.is_some_and(|h| h <= 2) {
                prop_assert!(height.is_none() , "a lost violation: {target}");
            }
        }
    }
}

/// What is said to hold for sure is held against the rules before it is believed.
#[test]
fn known_facts_are_taken_if_the_rules_keep_them() {
    let system = system(
        "(declare-fun P (Int Int) Bool)
         (assert (P 0 0))
         (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 2) (+ y 1)))))
         (assert (forall ((x Int) (y Int)) (=> (P x y) (>= x y))))",
    );
    let [x, y] = [0, 1].map(|n| Term::var(&system.preds[0].params[n]));
    let twice = Term::eq(x.clone(), Term::add(y.clone(), y));
    let wrong = Term::le(x, Term::int(7));
    let known = BTreeMap::from([(PredId(0), vec![wrong.clone(), twice.clone()])]);
    let hints = Hints { known, ..Hints::default() };
    let heads = system.pred_ids().collect();
    let off = Passes { equalities: false, inductive: false, ..Passes::default() };
    let all = read_rules(&system).expect("no arrays");
    let reduced = reduced(all, &system, &heads, &hints, &off);
    assert_eq!(reduced.facts[&PredId(0)], std::slice::from_ref(&twice));
    // Each rule speaks of one variable only, as the fact determines the other.
    let steps = reduced.rules.iter().filter(|r| !r.body.is_empty());
    assert!(steps.clone().count() > 0 && steps.clone().all(|r| r.vars().len() == 1));
}

/// A hint in a loop is a fact where the loop ends as well, if it holds there.
#[test]
fn hints_hold_at_the_end_of_a_loop() {
    let text = "int n = nondet(); int x = 0, y = 0;
        for (int i = 0; i < n; i++) { hint x == 2 * y; if (nondet()) { x += 2; y++; } }
        assert(x == 2 * y);";
    let program = front_end(text, Options::default()).0.expect("a program");
    let system = encode(&program, &LineIndex::new(text)).expect("small steps");
    let hints = Hints { asserts: BTreeSet::from([AssertId(0)]), ..Hints::default() };
    let heads: BTreeSet<PredId> = system.pred_ids().filter(|p| system.pred(*p).loop_head).collect();
    let off = Passes { equalities: false, ..Passes::default() };
    let reduced = reduced(read_rules(&system).expect("no arrays"), &system, &heads, &hints, &off);
    let with = reduced.strengthen_rules(&reduced.rules, &system);
    let claims = with.iter().filter(|rule| rule.head.is_none());
    assert_eq!(claims.clone().count(), 2);
    assert!(claims.clone().all(|rule| unsatisfiable(&rule.cond)), "{with:?}");
}

#[test]
fn hints_that_hold_by_induction_together_are_facts() {
    // The second one rests on the first one; that y is less than 9 does not hold with the others either.
    let text = "int x = 0, y = 0, z = 0;
        while (nondet()) {
            hint x == z;
            hint y >= 0;
            hint y < 9;
            y = x == z ? y + 1 : y - 5;
            x++;
            z++;
        }
        assert(x == z);";
    let program = front_end(text, Options::default()).0.expect("a program");
    let system = encode(&program, &LineIndex::new(text)).expect("small steps");
    let asserts = (0..3).map(AssertId).collect();
    let hints = Hints { asserts, ..Hints::default() };
    let heads: BTreeSet<PredId> = system.pred_ids().filter(|p| system.pred(*p).loop_head).collect();
    let off = Passes { equalities: false, ..Passes::default() };
    let facts = |hints: &Hints| {
        let all = read_rules(&system).expect("no arrays");
        reduced(all, &system, &heads, hints, &off).facts
    };
    let said: Vec<Term> = facts(&hints).into_values().flatten().collect();
    let head = system.preds.iter().find(|p| p.loop_head).expect("a loop");
    let [x, y, z] = ["x", "y", "z"]
        .map(|name| Term::var(head.params.iter().find(|p| &*p.name == name).expect("a parameter")));
    let follows = |claim: &Term| {
        let mut solver = Solver::new();
        let not = Term::not(claim.clone());
        said.iter().chain([&not]).for_each(|t| solver.assert(t).expect("linear"));
        solver.check(&[], &mut plenty()) == Answer::Unsat
    };
    assert!(follows(&Term::eq(x, z)) && follows(&Term::le(Term::int(0), y.clone())), "{said:?}");
    assert!(!follows(&Term::lt(y, Term::int(9))), "{said:?}");
    // Other assertions are left to the engines.
    assert_eq!(facts(&Hints::default()).values().flatten().count(), 0);
}
