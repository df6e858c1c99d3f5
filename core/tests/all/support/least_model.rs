//! The least model of clauses over a few values, by applying all of them until nothing new comes, and
//! all runs of a program with choices from the same values: what T Def. 4 and the interpreter say,
//! with nothing in between.

use super::eval::{Env, eval, same, truth};
use hornbook_base::Int;
use hornbook_horn::{Clause, Goal, Premise, Sort, System, Term, Var};
use hornbook_lang::interp::{ArrayValue, Choice, Choices, End, Value, run};
use hornbook_lang::typed::{AssertId, Type, TypedProgram};
use std::collections::{BTreeMap, BTreeSet};

/// What numbers may be chosen.
const NUMBERS: [i64; 3] = [0, 1, 2];
/// Steps of one run.
const STEPS: usize = 2_000;
/// Rounds in which something new may come.
const ROUNDS: usize = 200;

fn numbers() -> Vec<Value> {
    NUMBERS.iter().map(|n| Value::Int(Int::from(*n))).collect()
}

fn truths() -> Vec<Value> {
    vec![Value::Bool(false), Value::Bool(true)]
}

/// Arrays with the same number everywhere.
fn arrays() -> Vec<Value> {
    let of = |cell| Value::Array(ArrayValue { default: Box::new(cell), cells: BTreeMap::new() });
    numbers().into_iter().take(2).map(of).collect()
}

/// The assertions that some run violates.
pub fn violated_by_runs(program: &TypedProgram) -> BTreeSet<AssertId> {
    let (mut digits, mut out): (Vec<usize>, _) = (vec![], BTreeSet::new());
    loop {
        let mut choices = Counted { digits: digits.clone(), made: 0, counts: vec![] };
        let trace = run(program, &mut choices, STEPS);
        assert!(trace.end.is_some(), "a run does not end");
        assert!(!matches!(trace.end, Some(End::Undecided { .. })), "{:?}", trace.end);
        out.extend(trace.failed.iter().map(|(id, _)| *id));
        let counts = choices.counts;
        digits.resize(counts.len(), 0);
        let Some(place) = (0..counts.len()).rev().find(|n| digits[*n] + 1 < counts[*n]) else {
            return out;
        };
        digits.truncate(place + 1);
        digits[place] += 1;
    }
}

/// Choices by their numbers; behind the listed ones the first.
struct Counted {
    digits: Vec<usize>,
    made: usize,
    counts: Vec<usize>,
}

impl Choices for Counted {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let all = match choice.ty() {
            Type::Int => numbers(),
            Type::Bool => truths(),
            Type::Array(_) => arrays(),
        };
        self.counts.push(all.len());
        let digit = self.digits.get(self.made).copied().unwrap_or(0);
        self.made += 1;
        all[digit].clone()
    }
}

/// The assertions whose clauses the least model violates.
pub fn violated_by_model(system: &System) -> BTreeSet<AssertId> {
    let mut model = Model::default();
    for _ in 0..ROUNDS {
        let before = model.size;
        for clause in &system.clauses {
            model.apply(clause);
        }
        if model.size == before {
            return model.violated;
        }
    }
    panic!("the least model does not come to an end");
}

/// What was derived, by predicate; equal tuples are written alike.
#[derive(Default)]
struct Model {
    facts: BTreeMap<u32, BTreeMap<String, Vec<Value>>>,
    violated: BTreeSet<AssertId>,
    size: usize,
}

impl Model {
    fn apply(&mut self, clause: &Clause) {
        let mut envs = vec![Env::new()];
        for instance in clause.instances() {
            let facts: Vec<&Vec<Value>> =
                self.facts.get(&instance.pred.0).into_iter().flat_map(|f| f.values()).collect();
            let extended = envs
                .iter()
                .flat_map(|env| facts.iter().filter_map(|fact| matched(env, &instance.args, fact)));
            envs = extended.collect();
        }
        let open: Vec<Var> = clause.free_vars().into_iter().collect();
        let envs = envs.into_iter().flat_map(|env| with_choices(env, &open));
        let envs: Vec<Env> = envs.filter(|env| holds(clause, env)).collect();
        for env in envs {
            match &clause.goal {
                Goal::Instance(goal) => {
                    let args: Vec<Value> =
                        goal.args.iter().map(|a| eval(a, &env).expect("a value")).collect();
                    let args: Vec<Value> = args.into_iter().map(plain).collect();
                    let facts = self.facts.entry(goal.pred.0).or_default();
                    self.size += usize::from(facts.insert(format!("{args:?}"), args).is_none());
                }
                Goal::Cond(claim) => {
                    if !truth(claim, &env).expect("a claim that is decided") {
                        self.violated.extend(clause.origin.assert);
                    }
                }
            }
        }
    }
}

fn holds(clause: &Clause, env: &Env) -> bool {
    let conditions = clause.premises.iter().filter_map(|premise| match premise {
        Premise::Cond(cond) => Some(cond),
        Premise::Instance(_) => None,
    });
    conditions.into_iter().all(|cond| truth(cond, env).expect("a condition that is decided"))
}

/// The values with those that a fact gives to the arguments.
fn matched(env: &Env, args: &[Term], fact: &[Value]) -> Option<Env> {
    let mut env = env.clone();
    for (arg, value) in args.iter().zip(fact) {
        match arg.as_var().filter(|v| !env.contains_key(*v)) {
            Some(v) => drop(env.insert(v.clone(), value.clone())),
            None if same(&eval(arg, &env)?, value) => {}
            None => return None,
        }
    }
    Some(env)
}

/// The values with all choices for the variables that have none.
fn with_choices(env: Env, vars: &[Var]) -> Vec<Env> {
    let mut envs = vec![env];
    for var in vars {
        let all = match &var.sort {
            Sort::Int => numbers(),
            Sort::Bool => truths(),
            Sort::Array(_) => arrays(),
        };
        let one = |env: Env| match env.contains_key(var) {
            true => vec![env],
            false => all
                .iter()
                .map(|value| {
                    let mut env = env.clone();
                    env.insert(var.clone(), value.clone());
                    env
                })
                .collect(),
        };
        envs = envs.into_iter().flat_map(one).collect();
    }
    envs
}

/// An array without cells that are as all others.
fn plain(value: Value) -> Value {
    match value {
        Value::Array(mut array) => {
            let default = array.default.clone();
            array.cells.retain(|_, cell| *cell != *default);
            Value::Array(array)
        }
        other => other,
    }
}
