//! Runs through the clauses of large blocks: from each point that stays to the next one.

use super::eval::{Env, eval, same};
use super::follow::{Moment, Seen, State, Visit, likely, parameters, violation};
use super::solve::solve;
use hornbook_base::Int;
use hornbook_horn::{Clause, Goal, PredId, Sort, System, Var};
use hornbook_lang::interp::{ArrayValue, StepKind, Value};
use std::collections::BTreeSet;

/// Choices are matched with the inputs of a clause in at most so many ways.
const MOST: usize = 100;

pub struct Merged<'a> {
    /// The clauses of single steps, which the run was followed through.
    pub small: &'a System,
    pub large: &'a System,
    pub moments: &'a [Moment],
    pub seen: &'a Seen,
    pub good: usize,
    pub undecided: usize,
}

/// A piece of a run between two points that stay.
struct Piece {
    from: Option<PredId>,
    before: State,
    choices: Vec<Value>,
    after: State,
}

impl Merged<'_> {
    fn point(&self, small: PredId) -> Option<PredId> {
        let name = &self.small.pred(small).name;
        self.large.pred_ids().find(|p| self.large.pred(*p).name == *name)
    }

    /// The state at a visit of a point: what was said to exist belongs to it.
    fn state(&self, visit: Option<&Visit>) -> State {
        visit.map_or(State::new(), |visit| self.state_with(visit.steps, &visit.witnesses))
    }

    fn state_with(&self, steps: usize, witnesses: &State) -> State {
        let mut state = witnesses.clone();
        if let Some(last) = steps.checked_sub(1) {
            state.extend(self.moments[last].after.clone());
        }
        state
    }

    fn piece(&self, from: Option<&Visit>, end: usize, witnesses: &State) -> Piece {
        let start = from.map_or(0, |visit| visit.steps);
        let choices = self.moments[start..end].iter().flat_map(|m| m.choices.clone()).collect();
        let (before, after) = (self.state(from), self.state_with(end, witnesses));
        Piece { from: from.and_then(|visit| self.point(visit.point)), before, choices, after }
    }

    /// Every kept point that the run passes follows from the one before.
    pub fn points(&mut self) {
        let mut last: Option<&Visit> = None;
        for visit in &self.seen.visits {
            let Some(point) = self.point(visit.point) else { continue };
            let before = last.replace(visit);
            let start = before.map_or(0, |before| before.steps);
            let from = before.and_then(|before| self.point(before.point));
            let waits = self.moments[start..visit.steps]
                .iter()
                .all(|m| matches!(m.step.kind, StepKind::Assert { .. }));
            if from == Some(point) && waits {
                // A check of bounds: the run is where it was.
                continue;
            }
            let piece = self.piece(before, visit.steps, &visit.witnesses);
            match self.reached(&piece, point) {
                Some(true) => self.good += 1,
                None => self.undecided += 1,
                Some(false) => panic!(
                    "step {}: no clause leads to {}\n{:?}",
                    visit.steps,
                    self.large.pred(point).name,
                    self.large
                ),
            }
        }
    }

    fn leaving(&self, from: Option<PredId>) -> impl Iterator<Item = &Clause> {
        let fits = move |c: &&Clause| c.instances().next().map(|i| i.pred) == from;
        self.large.clauses.iter().filter(fits)
    }

    fn reached(&self, piece: &Piece, to: PredId) -> Option<bool> {
        let mut unclear = false;
        for clause in self.leaving(piece.from) {
            let Goal::Instance(goal) = &clause.goal else { continue };
            if goal.pred != to {
                continue;
            }
            let params = &self.large.pred(to).params;
            let arrives = |env: &Env| {
                goal.args.iter().zip(params).all(|(arg, param)| {
                    eval(arg, env).is_some_and(|v| same(&v, &piece.after[&*param.name]))
                })
            };
            unclear |= clause.origin.opaque;
            for env in self.envs(clause, piece) {
                let found = solve(clause, &env, &self.likely(piece));
                if found.sure.iter().any(arrives) {
                    return Some(true);
                }
                unclear |= found.more;
            }
        }
        (!unclear).then_some(false)
    }

    fn likely(&self, piece: &Piece) -> BTreeSet<Int> {
        likely(&piece.before, &piece.after)
    }

    /// The ways to hand the choices to the inputs, in order. Those of sides that were not taken
    /// get any value.
    fn envs(&self, clause: &Clause, piece: &Piece) -> Vec<Env> {
        let inputs = &clause.origin.inputs;
        assert_eq!(inputs.iter().collect::<BTreeSet<_>>().len(), inputs.len(), "{inputs:?}");
        let env = parameters(self.large, clause, &piece.before);
        let mut out = vec![];
        hand_out(inputs, &piece.choices, &env, &mut out);
        out
    }

    /// Every assertion that fails in the run contradicts its clauses.
    pub fn failures(&mut self) {
        for (id, value, n) in &self.seen.asserts {
            if *value {
                continue;
            }
            let mut kept = self.seen.visits.iter().filter(|v| v.steps <= *n);
            let last = kept.rfind(|v| self.point(v.point).is_some());
            let piece = self.piece(last, n + 1, &State::new());
            let (mut violated, mut unclear) = (false, false);
            for clause in self.leaving(piece.from).filter(|c| c.origin.assert == Some(*id)) {
                let Goal::Cond(goal) = &clause.goal else { panic!("an assertion without a claim") };
                unclear |= clause.origin.opaque;
                for env in self.envs(clause, &piece) {
                    let found = violation(clause, goal, &env, &self.likely(&piece));
                    violated |= found.0;
                    unclear |= found.1;
                }
            }
            assert!(violated || unclear, "step {n} violates no clause\n{:?}", self.large);
            self.good += usize::from(violated);
            self.undecided += usize::from(!violated);
        }
    }
}

fn hand_out(inputs: &[Var], choices: &[Value], env: &Env, out: &mut Vec<Env>) {
    if out.len() >= MOST || choices.len() > inputs.len() {
        return;
    }
    let Some((input, rest)) = inputs.split_first() else {
        out.push(env.clone());
        return;
    };
    let with = |value: Value| {
        let mut env = env.clone();
        env.insert(input.clone(), value);
        env
    };
    if let Some((choice, others)) = choices.split_first()
        && fits(choice, &input.sort)
    {
        hand_out(rest, others, &with(choice.clone()), out);
    }
    hand_out(rest, choices, &with(any(&input.sort)), out);
}

fn fits(value: &Value, sort: &Sort) -> bool {
    match (value, sort) {
        (Value::Int(_), Sort::Int) | (Value::Bool(_), Sort::Bool) => true,
        (Value::Array(a), Sort::Array(element)) => fits(&a.default, element),
        _ => false,
    }
}

fn any(sort: &Sort) -> Value {
    match sort {
        Sort::Int => Value::Int(Int::ZERO),
        Sort::Bool => Value::Bool(false),
        Sort::Array(element) => Value::Array(ArrayValue {
            default: Box::new(any(element)),
            cells: std::collections::BTreeMap::new(),
        }),
    }
}
