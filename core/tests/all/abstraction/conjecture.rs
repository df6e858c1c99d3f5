//! T Conjecture 1: if each call is complete where it has the other premises as they were, is nothing lost when all are
//! instantiated at once? No.

use crate::support::finite::*;
use hornbook_abstraction::abstract_::abstract_clause;
use hornbook_abstraction::eliminate::{Elimination, eliminate};
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::insts::Instantiation;
use hornbook_abstraction::witness::model::{
    ArrayValue, Concrete, InstanceTuple, Loss, PredModel, Scalar, Witness,
};
use hornbook_base::{Budget, Int};
use hornbook_check::{proof, witness};
use hornbook_corpus::conjecture::{
    self, CELL_SETS, CellSet, Condition, Losses, Models, Shape, WHOLE, formulas, shapes,
};
use hornbook_evidence::proof::Proof;
use hornbook_horn::{
    ClauseId, Goal, Instance, Op, PredId, Premise, Sort, Subst, System, Term, Var,
};
use hornbook_lia::{Outcome, prove};
use hornbook_pipeline::{CallStatus, Choices, Input, record_stages, report_calls};
use hornbook_records::Stages;
use proptest::prelude::*;

/// The shortest counterexample over two predicates: `a[i] || b[i] || a[i + 1] && b[i + 1]`, with both premises at `i`.
fn condition() -> Condition {
    let all = formulas(4);
    let found = all.iter().find(|f| f.text == "a[i] || b[i] || a[i + 1] && b[i + 1]");
    found.expect("a formula of four cells").table
}

fn shape(text: &str, indices: usize) -> Shape {
    let all = shapes();
    let found = all.into_iter().find(|s| s.describe() == text && s.indices == indices);
    found.unwrap_or_else(|| panic!("no shape {text}"))
}

/// How many clauses of a shape have complete calls, and how many of them are counterexamples.
fn count(models: &Models, conditions: impl Iterator<Item = Condition>) -> (usize, usize) {
    let (mut complete, mut refuted) = (0, 0);
    for lost in conditions.map(|c| models.losses(c)) {
        for (s, t) in CELL_SETS.into_iter().flat_map(|s| CELL_SETS.map(|t| (s, t))) {
            complete += usize::from(lost.calls_are_complete(s, t));
            refuted += usize::from(lost.refutes(s, t));
            theorems(lost, s, t);
        }
    }
    (complete, refuted)
}

/// T Theorem 11, and the half of the conjecture that does hold.
fn theorems(lost: Losses, s: CellSet, t: CellSet) {
    let in_a_row = !lost.loses(s, WHOLE) && !lost.second_loses(s, t);
    assert!(!in_a_row || !lost.loses(s, t), "T Theorem 11");
    assert!(lost.loses(s, t) || lost.calls_are_complete(s, t), "the necessary condition");
}

/// `cargo xtask conjecture` goes through all conditions; here each 11th.
#[test]
fn counterexamples_are_where_the_documentation_says() {
    let mut out = String::new();
    for shape in shapes().iter().filter(|s| s.indices == 2) {
        let models = Models::for_shape(shape);
        let every = if shape.conditions().len() > 16 { 11 } else { 1 };
        let (complete, refuted) = count(&models, shape.conditions().into_iter().step_by(every));
        out += &format!("{}: {complete} complete, {refuted} refuted\n", shape.describe());
    }
    let expected = expect_test::expect![[r#"
        P(a) && Q(b): 7662 complete, 93 refuted
        P(a) && P(b): 32967 complete, 3391 refuted
        P(a) && P(a): 256 complete, 75 refuted
        P(a) && Q(a): 31 complete, 0 refuted
        P(a, i) && Q(b): 6065 complete, 0 refuted
        P(a, i) && P(b, i): 20582 complete, 2267 refuted
    "#]];
    expected.assert_eq(&out);
}

/// No shorter condition will do for two predicates, and the ring has no part in it: three indices do as well.
#[test]
fn the_shortest_counterexample_over_two_predicates_has_four_cells() {
    for indices in [2, 3] {
        let models = Models::for_shape(&shape("P(a) && Q(b)", indices));
        assert_eq!(count(&models, formulas(3).iter().map(|f| f.table)).1, 0);
        let lost = models.losses(condition());
        assert!(!lost.loses(1, WHOLE) && !lost.loses(WHOLE, 1) && lost.loses(1, 1));
        // One after the other, the second call is incomplete.
        assert!(lost.second_loses(1, 1));
    }
    // With one predicate a single cell will do.
    let twice = shape("P(a) && P(a)", 2);
    let all = formulas(1).into_iter().map(|f| f.table);
    let of_a: Vec<Condition> = all.filter(|c| twice.conditions().contains(c)).collect();
    assert_eq!(count(&Models::for_shape(&twice), of_a.into_iter()).1, 16);
}

// ---- The brute force against the definitions ----------------------------------------------------

fn cell(array: &Var, offset: i64) -> Term {
    let index = Term::app(Op::Add, vec![Term::var(&Var::int("i")), Term::int(offset)]);
    Term::select(Term::var(array), index)
}

/// A clause of the shape as the core has it; a cell is true where it holds 1.
fn system(shape: &Shape, condition: Condition) -> System {
    let arrays = [array("a"), array("b")];
    let mut rows = vec![];
    for at in (0..16).filter(|at| condition >> at & 1 == 1) {
        let cells = (0..4).map(|n| {
            let is_one = Term::eq(cell(&arrays[n / 2], (n % 2) as i64), Term::int(1));
            if at >> n & 1 == 1 { is_one } else { Term::not(is_one) }
        });
        rows.push(Term::and(cells));
    }
    let premise = |p: &conjecture::Premise| {
        let index = p.with_index.then(|| Term::var(&Var::int("i")));
        let args = std::iter::once(Term::var(&arrays[p.array])).chain(index).collect();
        Premise::Instance(Instance::plain(PredId(p.pred as u32), args))
    };
    let mut premises: Vec<Premise> = shape.premises.iter().map(premise).collect();
    premises.push(Premise::Cond(Term::or(rows)));
    let params = |pred: usize| {
        let with_index = shape.premises.iter().any(|p| p.pred == pred && p.with_index);
        std::iter::once(array("x")).chain(with_index.then(|| Var::int("k"))).collect()
    };
    let preds = vec![("P", params(0)), ("Q", params(1))];
    system_of(preds, clause_of(premises, Goal::Cond(Term::bool(false))))
}

/// The premise with its quantifier, or its instances.
fn premise_at(way: &Way, shape: &Shape, n: usize, places: CellSet) -> Vec<Premise> {
    if places == WHOLE {
        return vec![way.abstracted.clauses[0].premises[n].clone()];
    }
    let premise = shape.premises[n];
    let array = [array("a"), array("b")][premise.array].clone();
    let instance = |offset: i64| {
        let index = Term::app(Op::Add, vec![Term::var(&Var::int("i")), Term::int(offset)]);
        let mut args = vec![index, cell(&array, offset)];
        args.extend(premise.with_index.then(|| Term::var(&Var::int("i"))));
        let pred = PredId(premise.pred as u32);
        Premise::Instance(Instance { bound: vec![], guard: Term::bool(true), pred, args })
    };
    (0..2).filter(|o| places >> o & 1 == 1).map(instance).collect()
}

/// With which sets something is lost in some model of few tuples, by the definitions as they are tested for the core.
fn lost_by_definition(
    shape: &Shape,
    condition: Condition,
    sets: &[(CellSet, CellSet)],
) -> Vec<bool> {
    set_n(2);
    let way = way(system(shape, condition), "cell");
    let abstracted = &way.abstracted.clauses[0];
    let with = |s: CellSet, t: CellSet| {
        let mut premises = premise_at(&way, shape, 0, s);
        premises.extend(premise_at(&way, shape, 1, t));
        premises.extend(abstracted.premises[2..].iter().cloned());
        abstracted.with_formulas(premises, abstracted.goal.clone())
    };
    let holds = |clause, relations: &Relations| {
        valid(&clause, &way.abstracted, relations).expect("a small clause")
    };
    let mut lost = vec![false; sets.len()];
    let tuples = |bits: usize| (0..4).filter(move |a| bits >> a & 1 == 1).map(|a| vec![a]);
    for code in 0..256usize {
        let image = |n: u32, bits: usize| {
            let tuples: Vec<Vec<usize>> = tuples(bits).collect();
            let pred = way.concrete.pred(PredId(n));
            (format!("{}#", pred.name), alpha(&way.abstraction, PredId(n), pred, &tuples))
        };
        let relations = Relations::from([image(0, code % 16), image(1, code / 16)]);
        if holds(with(WHOLE, WHOLE), &relations) {
            for (lost, (s, t)) in lost.iter_mut().zip(sets) {
                *lost |= !holds(with(*s, *t), &relations);
            }
        }
    }
    lost
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn the_brute_force_is_the_definition(
        condition in any::<Condition>(), s in 0usize..4, t in 0usize..4,
        text in prop::sample::select(vec!["P(a) && Q(b)", "P(a) && P(b)", "P(a) && Q(a)"]),
    ) {
        let shape = shape(text, 2);
        let condition =
            if shape.conditions().contains(&condition) { condition } else { condition & 15 };
        let condition = if text.contains('b') { condition } else { condition * 0x1111 };
        let lost = Models::for_shape(&shape).losses(condition);
        let sets = [(s, WHOLE), (WHOLE, t), (s, t)];
        let expected = lost_by_definition(&shape, condition, &sets);
        let found: Vec<bool> = sets.iter().map(|(s, t)| lost.loses(*s, *t)).collect();
        prop_assert_eq!(found, expected, "{} {:#x} {} {}", text, condition, s, t);
    }
}

// ---- The counterexample over the integers -------------------------------------------------------

/// The clause with its premises in either order, instantiated at `i`.
fn stages(first: &str, second: &str) -> Stages {
    let text = format!(
        "(set-logic HORN)
        (declare-fun P ((Array Int Int)) Bool) (declare-fun Q ((Array Int Int)) Bool)
        (assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int))
          (=> (and {first} {second} (or (= (select a i) 1) (= (select b i) 1)
                (and (= (select a (+ i 1)) 1) (= (select b (+ i 1)) 1)))) false)))
        (check-sat)"
    );
    let cells = ["0:a=i", "0:b=i"].map(|c| c.parse().expect("cells")).to_vec();
    let cell = "cell".parse().expect("an abstraction");
    let choices =
        Choices { heuristic: Some(Heuristic::Manual), cells, ..Choices::abstraction(cell) };
    record_stages(&Input::clauses(&text, &choices)).stages.expect("clauses without errors")
}

/// A first call has the other premise as it was, so this is the call of T Def. 25. The proof that it is complete: an
/// instance that is seen at `i` comes from a row `z` of the model with `z[i] = a[i]`, and either `i` or `i + 1` will do for `z` and `b`.
#[test]
fn calls_with_the_other_premise_as_it_was_are_complete() {
    let holds = |names: [&str; 4]| {
        let [x, next_x, y, next_y] = names.map(|n| Term::eq(Term::var(&Var::int(n)), Term::int(1)));
        Term::or([x, y, Term::and([next_x, next_y])])
    };
    let same = Term::eq(Term::var(&Var::int("z0")), Term::var(&Var::int("a0")));
    let neither = [["z0", "z1", "b0", "b1"], ["z1", "z2", "b1", "b2"]].map(holds).map(Term::not);
    let mut question = vec![holds(["a0", "a1", "b0", "b1"]), same];
    question.extend(neither);
    proof::verify(&question, &unsat(&question)).expect("a proof");
    // The same for `b`, as the condition does not change if they are exchanged. No witness is found.
    for stages in [stages("(P a)", "(Q b)"), stages("(Q b)", "(P a)")] {
        let found = &report_calls(&stages, ClauseId(0), &|| Budget::steps(200_000))[0];
        assert!(matches!(found.status, CallStatus::Open(_)));
        assert_eq!(found.call.call.set.len(), 1);
    }
}

fn unsat(formulas: &[Term]) -> Proof {
    match prove(formulas, &mut Budget::steps(100_000)) {
        Ok(Outcome::Unsat(proof)) => proof,
        other => panic!("{formulas:?}: {other:?}"),
    }
}

/// With both sets, the second call loses although the first one has left its instances: so does the clause.
#[test]
fn both_at_once_lose() {
    let stages = stages("(P a)", "(Q b)");
    let Stages { abstraction, concrete: system, .. } = &stages;
    let concrete = system.clause(ClauseId(0)).expect("the clause");
    let elimination =
        &eliminate(concrete, &abstract_clause(concrete, system, abstraction), stages.setting());
    let question = witness::IncompleteCall { concrete, elimination, call: 1, abstraction, system };
    let loss = loss(elimination);
    let obligations = witness::obligations(question, &loss).expect("a loss");
    let proofs = obligations.iter().map(|o| unsat(o)).collect();
    let mut witness = Witness { loss, proofs };
    witness::verify(question, &witness).expect("a witness");
    // A row of `P` that does not have what the first call has left is no witness.
    witness.loss.model[0].tuples = vec![vec![constant(5)]];
    assert!(witness::verify(question, &witness).is_err());
    witness.loss.model[0].tuples = vec![];
    assert!(witness::verify(question, &witness).is_err());
}

/// The array with this value everywhere.
fn constant(value: i64) -> Concrete {
    Concrete::Array(ArrayValue::constant(Concrete::Scalar(Scalar::Int(Int::from(value)))))
}

/// Both predicates have the array of zeros only, and `a` and `b` are 0 at `i` and 1 elsewhere.
fn loss(elimination: &Elimination) -> Loss {
    let zero = Int::ZERO;
    let Concrete::Array(ones) = constant(1) else { panic!("an array") };
    let mixed = Concrete::Array(ones.set(zero.clone(), Concrete::zero(&Sort::Int)));
    let row = |pred| PredModel { pred, tuples: vec![vec![constant(0)]], rest: None };
    let [Some(a), Some(b)] = ["a", "b"]
        .map(|name| elimination.goal_freed.free_vars().into_iter().find(|v| *v.name == *name))
    else {
        panic!("the arrays")
    };
    let i = Var::int("i");
    let instance = &elimination.calls[1].call.set[0];
    let next = Term::app(Op::Add, vec![Term::var(&i), Term::int(1)]);
    let map = Subst::from([(i.clone(), next.clone())]);
    let moved =
        Instantiation { sharp: instance.sharp.map(&mut |t| t.subst(&map)), q: instance.q.clone() };
    Loss {
        model: [PredId(0), PredId(1)].map(row).to_vec(),
        valuation: vec![
            (a, mixed.clone()),
            (b, mixed),
            (i.clone(), Concrete::Scalar(Scalar::Int(zero))),
        ],
        held: vec![Some(InstanceTuple { tuple: 0, q: vec![] })],
        representatives: vec![(1, instance.clone()), (1, moved)],
        between: vec![],
        indices: vec![Term::var(&i), next],
    }
}
