//! Slices (T Examples 13 and 16) by the thesis's definitions: which states no model of the abstract clauses
//! can tell from those that are reached.
//!
//! A model of the abstract clauses is a set of abstract values for each point, and the clauses hold in what
//! these stand for (T Theorem 4 with Def. 15). So every model has the abstract values of what is reached, and
//! whatever has no other abstract values cannot be told from it, nor what is reached from there. Here that is
//! done until nothing new comes, over few numbers. What is found is found over all numbers, too: the slices
//! that are looked at lie between 0 and `n`, so an array has no abstract values but those of its few cells.

use crate::support::eval::{Env, eval, truth};
use crate::support::finite::{abstract_tuple, set_n};
use crate::support::front::clauses;
use hornbook_abstraction::abstract_::abstract_;
use hornbook_abstraction::eliminate::{Setting, eliminate};
use hornbook_abstraction::heuristic::Policy;
use hornbook_abstraction::sigma::Abstraction;
use hornbook_base::Int;
use hornbook_horn::blocks::large_blocks;
use hornbook_horn::{Clause, Goal, Instance, Instruction, PredId, Sort, System, Term, Var};
use hornbook_lang::interp::{ArrayValue, Value};
use std::collections::{BTreeMap, BTreeSet};

/// T Example 13 as it is printed, beside the other variables, which are kept as they are.
const PRINTED: &str = "({k, v => v if 0 <= k && k < i} * {k, v => v if k == i} \
                       * {k, v => v if i < k && k < n}) . cell3";

/// The third abstraction of T Example 16, whose slices have their ends.
const INCLUSIVE: &str = "({k, v => v if 0 <= k && k <= i} * {k, v => v if k == i} \
                         * {k, v => v if i <= k && k <= n}) . cell3";

const INITIALISATION: &str = "int n, i;\nint a[];\nassume(n >= 0);\ni = 0;\n\
    while (i < n) {\n  a[i] = 0;\n  i = i + 1;\n}\nassert(forall k in 0..n: a[k] == 0);\n";

/// Indices are the numbers below, so that `i + 1` is one.
const INDICES: usize = 4;
/// Variables have values below, and so have indices of cells that are looked at.
const NUMBERS: usize = 3;
/// The cells hold numbers below.
const CONTENTS: usize = 2;

/// What a model of the abstract clauses cannot but hold for possible.
struct Possible {
    system: System,
    abstraction: Abstraction,
    /// The abstract values at each point.
    sharps: Vec<BTreeSet<Vec<usize>>>,
    /// A claim is broken in a state that is held for possible.
    fails: bool,
}

impl Possible {
    fn from_system(system: System, choice: &str) -> Possible {
        set_n(INDICES);
        let abstraction = Abstraction::new(&choice.parse().expect("an abstraction"), &system);
        let sharps = vec![BTreeSet::new(); system.preds.len()];
        let mut all = Possible { system, abstraction, sharps, fails: false };
        let steps: Vec<Step> = all.system.clauses.iter().flat_map(steps).collect();
        while steps.iter().filter(|step| all.take(step)).count() > 0 {}
        all
    }

    /// Adds where a step leads to; whether that is new.
    fn take(&mut self, step: &Step) -> bool {
        if !step.from.iter().all(|(pred, tuple)| self.has(*pred, tuple)) {
            return false;
        }
        let Some((pred, tuple)) = &step.to else {
            return !std::mem::replace(&mut self.fails, true);
        };
        let sharps = self.sharps_of(*pred, tuple);
        let known = &mut self.sharps[pred.0 as usize];
        let before = known.len();
        known.extend(sharps);
        known.len() > before
    }

    fn sharps_of(&self, pred: PredId, tuple: &[usize]) -> Vec<Vec<usize>> {
        abstract_tuple(&self.abstraction, pred, self.system.pred(pred), tuple)
    }

    /// Whether all abstract values of a state are there (T Def. 15).
    fn has(&self, pred: PredId, tuple: &[usize]) -> bool {
        self.sharps_of(pred, tuple).iter().all(|s| self.sharps[pred.0 as usize].contains(s))
    }

    /// The same at the head of the loop, for `n`, `i` and the first cells of the array.
    fn has_at_loop(&self, n: usize, i: usize, cells: &[usize]) -> bool {
        let head = |p: &PredId| self.system.pred(*p).loop_head;
        let head = self.system.pred_ids().find(head).expect("a loop");
        self.has(head, &[n, i, number(cells.iter().copied())])
    }
}

/// An array as `support::finite` numbers it.
fn number(cells: impl DoubleEndedIterator<Item = usize>) -> usize {
    cells.rev().fold(0, |sum, cell| sum * INDICES + cell)
}

/// One step of a run: states with what they are numbered as; no goal where a claim is broken.
struct Step {
    from: Vec<(PredId, Vec<usize>)>,
    to: Option<(PredId, Vec<usize>)>,
}

/// All steps by a clause among few numbers.
fn steps(clause: &Clause) -> Vec<Step> {
    let vars: Vec<Var> = clause.free_vars().into_iter().collect();
    let holds = |c: &Term, env: &Env| truth(c, env).expect("a condition that is decided");
    let step = |env: &Env| {
        if !clause.conditions().all(|c| holds(c, env)) {
            return None;
        }
        let from = clause.instances().map(|i| state(i, env)).collect::<Option<_>>()?;
        let to = match &clause.goal {
            Goal::Instance(goal) => Some(state(goal, env)?),
            Goal::Cond(claim) if holds(claim, env) => return None,
            Goal::Cond(_) => None,
        };
        Some(Step { from, to })
    };
    valuations(&vars).iter().filter_map(step).collect()
}

fn valuations(vars: &[Var]) -> Vec<Env> {
    let one = |envs: Vec<Env>, var: &Var| {
        let values = values(&var.sort);
        let with = |env: &Env, value: &Value| {
            let mut env = env.clone();
            env.insert(var.clone(), value.clone());
            env
        };
        envs.iter()
            .flat_map(|env| values.iter().map(|v| with(env, v)).collect::<Vec<_>>())
            .collect()
    };
    vars.iter().fold(vec![Env::new()], one)
}

fn values(sort: &Sort) -> Vec<Value> {
    let array = |code: usize| {
        let cell = |k: usize| Value::Int(Int::from(code / CONTENTS.pow(k as u32) % CONTENTS));
        let cells = (0..NUMBERS).map(|k| (Int::from(k), cell(k))).collect::<BTreeMap<_, _>>();
        Value::Array(ArrayValue { cells, ..ArrayValue::default() })
    };
    match sort {
        Sort::Int => (0..NUMBERS).map(|n| Value::Int(Int::from(n))).collect(),
        Sort::Bool => [false, true].map(Value::Bool).to_vec(),
        Sort::Array(_) => (0..CONTENTS.pow(NUMBERS as u32)).map(array).collect(),
    }
}

/// The state that an instance speaks of, unless its numbers are too large or negative.
fn state(instance: &Instance, env: &Env) -> Option<(PredId, Vec<usize>)> {
    let small = |n: &Int, below: usize| {
        let n = usize::try_from(n.to_i64()?).ok()?;
        (n < below).then_some(n)
    };
    let numbered = |t: &Term| match eval(t, env).expect("a value") {
        Value::Int(n) => small(&n, NUMBERS),
        Value::Bool(b) => Some(usize::from(b)),
        Value::Array(a) => {
            let cell = |k: usize| match a.get(&Int::from(k)) {
                Value::Int(n) => small(n, INDICES),
                other => panic!("{other:?} in an array of numbers"),
            };
            let cells = (0..INDICES).map(cell).collect::<Option<Vec<usize>>>()?;
            Some(number(cells.into_iter()))
        }
    };
    let args = instance.args.iter().map(numbered).collect::<Option<_>>()?;
    Some((instance.pred, args))
}

fn each_step(choice: &str) -> Possible {
    Possible::from_system(clauses(INITIALISATION), choice)
}

fn each_round(choice: &str) -> Possible {
    Possible::from_system(large_blocks(&clauses(INITIALISATION)), choice)
}

/// Nothing is before the index 0, so a loop that begins there has no abstract value, and so nothing is known.
#[test]
fn slices_as_printed_have_no_invariant_for_an_initialisation() {
    let possible = each_step(PRINTED);
    assert!(possible.fails);
    // No run has an `n` below `i`.
    assert!(
        possible.has_at_loop(0, 2, &[1, 1, 1]) && !each_step("id").has_at_loop(0, 2, &[1, 1, 1])
    );
    // With a round as one step the last one is to blame: behind the last cell there is none.
    let possible = each_round(PRINTED);
    assert!(possible.fails);
    assert!(possible.has_at_loop(2, 1, &[1, 1, 1]));
}

/// One cell may be taken twice, so `5, 5` has abstract values of `0, 5` only.
#[test]
fn slices_with_their_ends_have_no_invariant_for_an_initialisation() {
    for possible in [each_step(INCLUSIVE), each_round(INCLUSIVE)] {
        assert!(possible.fails);
        assert!(possible.has_at_loop(2, 1, &[0, 1, 1]) && possible.has_at_loop(2, 1, &[1, 1, 1]));
    }
    for possible in [each_step("id"), each_round("id")] {
        assert!(possible.has_at_loop(2, 1, &[0, 1, 1]) && !possible.has_at_loop(2, 1, &[1, 1, 1]));
    }
}

/// The same says of what certifies the initialisation that it may.
#[test]
fn other_abstractions_keep_an_initialisation() {
    for choice in ["id", "cell", "slice(i, n)"] {
        assert!(!each_step(choice).fails && !each_round(choice).fails, "{choice}");
    }
}

/// How many instances a clause that writes a cell has, for a chain of arrays each of which is copied into the next one.
fn instances_of_writes(arrays: usize) -> Vec<usize> {
    let declared: String = (0..arrays).map(|n| format!("int a{n}[];\n")).collect();
    let copied: String = (1..arrays).map(|n| format!("  a{n}[i] = a{}[i];\n", n - 1)).collect();
    let last = arrays - 1;
    let system = clauses(&format!(
        "int n, i;\n{declared}assume(n >= 0);\ni = 0;\nwhile (i < n) {{\n  a0[i] = 0;\n{copied}  i = i + 1;\n}}\n\
         assert(forall k in 0..n: a{last}[k] == 0);\n"
    ));
    let abstraction = Abstraction::new(&"slice(i)".parse().expect("an abstraction"), &system);
    let abstracted = abstract_(&system, &abstraction);
    let policy = &Policy::default();
    let setting =
        Setting { concrete: &system, abstracted: &abstracted, abstraction: &abstraction, policy };
    let pairs = system.clauses.iter().zip(&abstracted.clauses);
    let writes = pairs.filter(|(c, _)| c.origin.instruction == Instruction::Store);
    writes.map(|(c, a)| eliminate(c, a, setting).clause.instances().count()).collect()
}

/// Each array has a cell before the index, or none has.
#[test]
fn instances_that_say_nothing_together_are_left_out() {
    assert_eq!(instances_of_writes(1), [2]);
    assert_eq!(instances_of_writes(5), [2; 5]);
}
