//! Random small systems of clauses whose states can be enumerated.

use hornbook_base::{Budget, Int, Span};
use hornbook_chc::rule;
use hornbook_chc::rule::read_rules;
use hornbook_horn::fold::fold;
use hornbook_horn::{
    Clause, ClauseId, Goal, Instance, Instruction, Op, Origin, Pred, PredId, Premise, Subst,
    System, Term, Var,
};
use hornbook_lia::{Outcome, prove};
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeMap;

/// The values of arguments are `0..VALUES`.
pub const VALUES: i64 = 5;
/// Variables of a step.
pub const VARS: usize = 3;
/// Predicates have one parameter or two.
pub const PARAMS: usize = 2;

// ---- Conditions ------------------------------------------------------------------------------

/// `coefficients * variables + constant`.
#[derive(Clone, Debug)]
pub struct Form {
    pub coefficients: Vec<i64>,
    pub constant: i64,
}

/// A condition on integers.
#[derive(Clone, Debug)]
pub enum Test {
    /// `form <= 0`.
    Le(Form),
    /// `form = 0`.
    Eq(Form),
    /// `form mod m = r`.
    Mod(Form, i64, i64),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
}

impl Form {
    /// One over the variables of a step.
    pub fn from_coefficients(coefficients: [i64; VARS], constant: i64) -> Form {
        Form { coefficients: coefficients.to_vec(), constant }
    }

    pub fn value(&self, values: &[i64]) -> i64 {
        self.coefficients.iter().zip(values).map(|(c, v)| c * v).sum::<i64>() + self.constant
    }

    pub fn term(&self, vars: &[Var]) -> Term {
        let mut sum = Term::int(self.constant);
        for (c, v) in self.coefficients.iter().zip(vars).filter(|(c, _)| **c != 0) {
            sum = Term::add(sum, Term::app(Op::Mul, vec![Term::int(*c), Term::var(v)]));
        }
        fold(&sum)
    }
}

impl Test {
    pub fn holds(&self, values: &[i64]) -> bool {
        match self {
            Test::Le(f) => f.value(values) <= 0,
            Test::Eq(f) => f.value(values) == 0,
            Test::Mod(f, m, r) => f.value(values).rem_euclid(*m) == *r,
            Test::Not(a) => !a.holds(values),
            Test::And(a, b) => a.holds(values) && b.holds(values),
            Test::Or(a, b) => a.holds(values) || b.holds(values),
        }
    }

    pub fn term(&self, vars: &[Var]) -> Term {
        match self {
            Test::Le(f) => Term::le(f.term(vars), Term::int(0)),
            Test::Eq(f) => Term::eq(f.term(vars), Term::int(0)),
            Test::Mod(f, m, r) => {
                let rest = Term::app(Op::Mod, vec![f.term(vars), Term::int(*m)]);
                Term::eq(rest, Term::int(*r))
            }
            Test::Not(a) => Term::not(a.term(vars)),
            Test::And(a, b) => Term::and([a.term(vars), b.term(vars)]),
            Test::Or(a, b) => Term::or([a.term(vars), b.term(vars)]),
        }
    }
}

/// Every choice of `count` values.
pub fn valuations(count: usize) -> Vec<Vec<i64>> {
    let mut out = vec![vec![]];
    for _ in 0..count {
        let longer =
            |v: &Vec<i64>| (0..VALUES).map(|n| [&v[..], &[n]].concat()).collect::<Vec<_>>();
        out = out.iter().flat_map(longer).collect();
    }
    out
}

// ---- Systems ---------------------------------------------------------------------------------

/// `P(x, y) && Q(z) && tests && head in range ==> R(form, ..)`, or `==> false`.
#[derive(Clone, Debug)]
pub struct Step {
    /// Predicates with the variables that are their arguments.
    pub body: Vec<(usize, Vec<usize>)>,
    pub tests: Vec<Test>,
    pub head: Option<(usize, Vec<Form>)>,
}

/// A system in which all that is derived is about `0..VALUES`.
#[derive(Clone, Debug)]
pub struct Small {
    /// The number of parameters of each predicate.
    pub arities: Vec<usize>,
    pub steps: Vec<Step>,
    /// Whether steps say of all their variables that they are in range, not only of those that
    /// are in no premise.
    pub guarded: bool,
}

/// A predicate and its arguments.
pub type State = (usize, Vec<i64>);

fn in_range(n: i64) -> bool {
    (0..VALUES).contains(&n)
}

impl Step {
    /// What the premises are, if the conditions hold.
    pub fn fires(&self, values: &[i64]) -> Option<Vec<State>> {
        let fits = self.head.iter().flat_map(|(_, args)| args).all(|f| in_range(f.value(values)));
        let premise =
            |(p, vars): &(usize, Vec<usize>)| (*p, vars.iter().map(|v| values[*v]).collect());
        let holds = fits && self.tests.iter().all(|t| t.holds(values));
        holds.then(|| self.body.iter().map(premise).collect())
    }

    pub fn derives(&self, values: &[i64]) -> Option<State> {
        let (pred, args) = self.head.as_ref()?;
        Some((*pred, args.iter().map(|f| f.value(values)).collect()))
    }
}

impl Small {
    pub fn params(&self, pred: usize) -> Vec<Var> {
        (0..self.arities[pred]).map(|n| Var::int(format!("p{n}"))).collect()
    }

    pub fn system(&self) -> System {
        let pred = |n: usize| Pred {
            name: format!("P{n}"),
            title: String::new(),
            span: Span::default(),
            loop_head: true,
            params: self.params(n),
            witnesses: vec![],
            within: None,
        };
        let clauses = self.steps.iter().enumerate().map(|(n, step)| self.clause(n, step));
        System { preds: (0..self.arities.len()).map(pred).collect(), clauses: clauses.collect() }
    }

    fn clause(&self, n: usize, step: &Step) -> Clause {
        let vars: Vec<Var> = (0..VARS).map(|n| Var::int(format!("x{n}"))).collect();
        let instance = |pred: usize, args| Instance::plain(PredId(pred as u32), args);
        let mut premises: Vec<Premise> = vec![];
        for (pred, args) in &step.body {
            let args = args.iter().map(|v| Term::var(&vars[*v])).collect();
            premises.push(Premise::Instance(instance(*pred, args)));
        }
        let bound = |v: &usize| step.body.iter().any(|(_, args)| args.contains(v));
        let guarded = (0..VARS).filter(|v| self.guarded || !bound(v));
        let ranged = guarded.map(|v| Term::var(&vars[v]));
        let args: Vec<Term> =
            step.head.iter().flat_map(|(_, args)| args).map(|f| f.term(&vars)).collect();
        for t in ranged.chain(args.iter().cloned()) {
            premises.push(Premise::Cond(Term::le(Term::int(0), t.clone())));
            premises.push(Premise::Cond(Term::lt(t, Term::int(VALUES))));
        }
        premises.extend(step.tests.iter().map(|t| Premise::Cond(t.term(&vars))));
        let goal = match &step.head {
            Some((pred, _)) => Goal::Instance(instance(*pred, args)),
            None => Goal::Cond(Term::bool(false)),
        };
        let origin = Origin::new(Span::default(), Instruction::Given);
        Clause { id: ClauseId(n as u32), origin, premises, goal }
    }

    pub fn rules(&self) -> Vec<rule::Rule> {
        read_rules(&self.system()).expect("no arrays")
    }

    /// The rules for `false`.
    pub fn targets(&self) -> Vec<usize> {
        (0..self.steps.len()).filter(|n| self.steps[*n].head.is_none()).collect()
    }

    /// What can be derived, with the least height of a derivation: that of a fact is 1.
    pub fn reachable(&self) -> BTreeMap<State, u32> {
        let mut known: BTreeMap<State, u32> = BTreeMap::new();
        for round in 1.. {
            let mut new = vec![];
            for step in &self.steps {
                for values in valuations(VARS) {
                    let Some(premises) = step.fires(&values) else { continue };
                    let Some(state) = step.derives(&values) else { continue };
                    if premises.iter().all(|p| known.contains_key(p)) && !known.contains_key(&state)
                    {
                        new.push(state);
                    }
                }
            }
            if new.is_empty() {
                break;
            }
            known.extend(new.into_iter().map(|state| (state, round)));
        }
        known
    }

    /// The least height of a derivation of `false` by a step: that of a fact is 0.
    pub fn height(&self, target: usize, reachable: &BTreeMap<State, u32>) -> Option<u32> {
        let below = |values: Vec<i64>| {
            let premises = self.steps[target].fires(&values)?;
            let heights: Option<Vec<u32>> =
                premises.iter().map(|p| reachable.get(p).copied()).collect();
            Some(heights?.into_iter().max().unwrap_or(0))
        };
        valuations(VARS).into_iter().filter_map(below).min()
    }
}

/// Whether a formula over parameters holds of these values.
#[track_caller]
pub fn holds(formula: &Term, params: &[Var], values: &[i64]) -> bool {
    let pairs = params.iter().zip(values).map(|(p, v)| (p.clone(), Term::int(Int::from(*v))));
    let value = fold(&formula.subst(&pairs.collect::<Subst>()));
    assert!(value.is_true() || value.is_false(), "{value}");
    value.is_true()
}

/// Whether formulas have no common model.
#[track_caller]
pub fn unsatisfiable(formulas: &[Term]) -> bool {
    match prove(formulas, &mut Budget::steps(20_000_000)) {
        Ok(Outcome::Unsat(_)) => true,
        Ok(Outcome::Sat(_)) => false,
        other => panic!("{other:?}"),
    }
}

/// A case to pass over, if this is why an engine is stuck: nothing is wrong with its answers then.
#[track_caller]
pub fn too_hard(why: &str) -> TestCaseError {
    assert_eq!(why, "a question was too hard");
    TestCaseError::reject("a question was too hard")
}

// ---- Random ones -----------------------------------------------------------------------------

fn form(vars: usize) -> impl Strategy<Value = Form> {
    let coefficient = prop_oneof![3 => Just(0), 3 => Just(1), 2 => Just(-1), 1 => Just(2)];
    (prop::collection::vec(coefficient, vars), -4i64..=4)
        .prop_map(|(coefficients, constant)| Form { coefficients, constant })
}

/// A test without junctions.
pub fn atom(vars: usize) -> impl Strategy<Value = Test> {
    prop_oneof![
        3 => form(vars).prop_map(Test::Le),
        1 => form(vars).prop_map(Test::Eq),
        1 => (form(vars), 2i64..=3).prop_flat_map(|(f, m)| {
            (0..m).prop_map(move |r| Test::Mod(f.clone(), m, r))
        }),
    ]
}

/// Any test.
pub fn test(vars: usize) -> impl Strategy<Value = Test> {
    atom(vars).prop_recursive(2, 4, 2, |inner| {
        let pair = || (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|a| Test::Not(Box::new(a))),
            pair().prop_map(|(a, b)| Test::And(Box::new(a), Box::new(b))),
            pair().prop_map(|(a, b)| Test::Or(Box::new(a), Box::new(b))),
        ]
    })
}

/// What an argument of a head may be: often a variable that moves a little.
fn argument() -> impl Strategy<Value = Form> {
    let moved = (0..VARS, -1i64..=2).prop_map(|(v, constant)| {
        let mut coefficients = vec![0; VARS];
        coefficients[v] = 1;
        Form { coefficients, constant }
    });
    let constant = (0..VALUES).prop_map(|constant| Form { coefficients: vec![0; VARS], constant });
    prop_oneof![6 => moved, 2 => constant, 1 => form(VARS)]
}

fn instance() -> impl Strategy<Value = (Index, Vec<usize>)> {
    (any::<Index>(), prop::collection::vec(0..VARS, PARAMS))
}

/// A step whose predicates are not chosen yet: body, tests, head.
type Raw = (Vec<(Index, Vec<usize>)>, Vec<Test>, (Index, Vec<Form>));

fn raw(premises: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Raw> {
    let head = (any::<Index>(), prop::collection::vec(argument(), PARAMS));
    (prop::collection::vec(instance(), premises), prop::collection::vec(test(VARS), 0..=2), head)
}

fn step((body, tests, (pred, forms)): Raw, arities: &[usize], is_claim: bool) -> Step {
    let pred = pred.index(arities.len());
    let body = body.into_iter().map(|(p, mut vars)| {
        let p = p.index(arities.len());
        vars.truncate(arities[p]);
        (p, vars)
    });
    let head = (!is_claim).then(|| (pred, forms.into_iter().take(arities[pred]).collect()));
    Step { body: body.collect(), tests, head }
}

/// A small system: facts, steps with at most so many premises, and claims.
pub fn small(premises: usize) -> impl Strategy<Value = Small> {
    (
        prop::collection::vec(1..=PARAMS, 1..=2),
        prop::collection::vec(raw(0..=0), 1..=2),
        prop::collection::vec(raw(1..=premises), 1..=3),
        prop::collection::vec(raw(1..=premises), 1..=2),
        any::<bool>(),
    )
        .prop_map(|(arities, facts, moves, claims, guarded)| {
            let moves = facts.into_iter().chain(moves).map(|r| step(r, &arities, false));
            let claims = claims.into_iter().map(|r| step(r, &arities, true));
            let steps = moves.chain(claims).collect();
            Small { arities, steps, guarded }
        })
}
