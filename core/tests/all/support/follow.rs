//! Runs of the interpreter, followed through the clauses: each step must be an instance of a
//! clause, and clauses must allow nothing else.

use super::calls::{Around, Scopes};
use super::eval::{Env, all, eval, same, truth};
use super::program;
use super::solve::{numbers, solve};
use hornbook_base::Int;
use hornbook_corpus::dice::Dice;
use hornbook_horn::arrays::expand;
use hornbook_horn::{Clause, Goal, Instance, Instruction, PredId, System, Term, Var};
use hornbook_lang::interp::{Choice, Choices, End, Machine, Status, StepKind, StepRecord, Value};
use hornbook_lang::typed::{AssertId, AssertionKind, TypedProgram};
use std::collections::{BTreeMap, BTreeSet};

/// The values of the variables in scope, by name.
pub type State = BTreeMap<String, Value>;

/// One step of a run.
pub struct Moment {
    pub step: StepRecord,
    /// What was chosen in it.
    pub choices: Vec<Value>,
    /// The state after it.
    pub after: State,
    /// Whether the run is of no interest from here on.
    pub blocked: bool,
}

/// Makes random choices and remembers them.
struct Recorded<'r> {
    random: &'r mut Dice,
    made: Vec<Value>,
}

impl Choices for Recorded<'_> {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let value = program::value(self.random, choice.ty());
        self.made.push(value.clone());
        value
    }
}

/// A random run of at most `most` steps.
pub fn run(program: &TypedProgram, random: &mut Dice, most: usize) -> Vec<Moment> {
    let mut machine = Machine::new(program);
    let (mut moments, mut scopes) = (vec![], Scopes::new(program));
    while moments.len() < most {
        let mut choices = Recorded { random, made: vec![] };
        let status = machine.step(&mut choices);
        let choices = choices.made;
        if let Some(step) = machine.last_step().cloned() {
            let blocked = matches!(status, Status::Done(End::AssumeFailed(_)));
            let after = scopes.after(&step, &machine);
            moments.push(Moment { step, choices, after, blocked });
        }
        if status != Status::Running {
            break;
        }
    }
    moments
}

/// A point that a run passes.
#[derive(Clone, Debug)]
pub struct Visit {
    pub point: PredId,
    /// How many steps came before.
    pub steps: usize,
    /// What assumptions said to exist: no part of a run, but of the points.
    pub witnesses: State,
}

/// What was seen of a run.
#[derive(Default)]
pub struct Seen {
    pub visits: Vec<Visit>,
    /// The assertions with their values and the number of steps before.
    pub asserts: Vec<(AssertId, bool, usize)>,
    /// Steps that a clause was found for.
    pub good: usize,
    /// Steps for which the small evaluator did not suffice.
    pub undecided: usize,
}

/// A way that the premises of a clause allow.
struct Way {
    instruction: Instruction,
    /// Where to; nowhere if a value could not be computed.
    to: Option<(PredId, Vec<Value>)>,
    opaque: bool,
}

pub struct Follower<'a> {
    pub program: &'a TypedProgram,
    pub system: &'a System,
    pub moments: &'a [Moment],
    pub seen: Seen,
    pub(super) witnesses: State,
    /// The calls that the run is inside of.
    pub(super) around: Vec<Around>,
}

impl<'a> Follower<'a> {
    pub fn new(
        program: &'a TypedProgram,
        system: &'a System,
        moments: &'a [Moment],
    ) -> Follower<'a> {
        let (seen, witnesses, around) = (Seen::default(), State::new(), vec![]);
        Follower { program, system, moments, seen, witnesses, around }
    }

    /// Follows the run from the start clause on. Panics where no clause fits.
    pub fn follow(&mut self) {
        let starts: Vec<&Clause> =
            self.system.clauses.iter().filter(|c| c.instances().next().is_none()).collect();
        let [start] = starts.as_slice() else { panic!("{} start clauses", starts.len()) };
        let Goal::Instance(goal) = &start.goal else { panic!("a start that leads nowhere") };
        let mut at = goal.pred;
        for n in 0..self.moments.len() {
            at = self.past_empty_blocks(at, n);
            match self.step(at, n) {
                Some(next) => at = next,
                None => return,
            }
        }
        self.past_empty_blocks(at, self.moments.len());
    }

    /// The clauses from a point on; without those that need a relation besides.
    pub(super) fn leaving(&self, at: PredId) -> Vec<&'a Clause> {
        let from = |c: &&Clause| c.instances().map(|i| i.pred).eq([at]);
        self.system.clauses.iter().filter(from).collect()
    }

    /// An empty block is no step of a run, but a clause leads past it.
    fn past_empty_blocks(&mut self, at: PredId, steps: usize) -> PredId {
        self.seen.visits.push(Visit { point: at, steps, witnesses: self.witnesses.clone() });
        match self.leaving(at).as_slice() {
            [only] if only.origin.instruction == Instruction::Skip => match &only.goal {
                Goal::Instance(goal) => {
                    self.changes_nothing(only, goal, steps);
                    self.past_empty_blocks(goal.pred, steps)
                }
                Goal::Cond(_) => at,
            },
            _ => at,
        }
    }

    /// At the beginning of a function what it was given gets further names, which the run knows too.
    fn changes_nothing(&self, clause: &Clause, goal: &Instance, steps: usize) {
        let state = self.before(steps);
        let env = parameters(self.system, clause, &state);
        for (param, arg) in self.system.pred(goal.pred).params.iter().zip(&goal.args) {
            let value = eval(arg, &env);
            let is_same = value.is_none_or(|value| same(&value, &state[&*param.name]));
            assert!(is_same, "{} is another one after {}", param.name, self.system.show(clause));
        }
    }

    pub(super) fn before(&self, n: usize) -> State {
        let mut state = self.witnesses.clone();
        if let Some(last) = n.checked_sub(1) {
            state.extend(self.moments[last].after.clone());
        }
        state
    }

    fn step(&mut self, at: PredId, n: usize) -> Option<PredId> {
        let moment = &self.moments[n];
        if let StepKind::Assert { id, value } = moment.step.kind {
            match self.program.asserts[id.0 as usize].kind {
                AssertionKind::Requires | AssertionKind::Ensures => {
                    return self.contract(at, n, id, value);
                }
                AssertionKind::Bounds | AssertionKind::Divisor => {
                    self.assertion(at, n, id, value);
                    return Some(at);
                }
                AssertionKind::Asserted
                | AssertionKind::Hint
                | AssertionKind::Invariant
                | AssertionKind::Decreases => self.assertion(at, n, id, value),
            }
        }
        match moment.step.kind {
            StepKind::Call(function) => self.begin(at, n, function),
            StepKind::Leave(_) => self.end(at, n),
            _ => self.plain(at, n),
        }
    }

    /// A step that one clause leads along.
    pub(super) fn plain(&mut self, at: PredId, n: usize) -> Option<PredId> {
        let moment = &self.moments[n];
        let (ways, more) = self.ways(at, n);
        if moment.blocked {
            let wrong = ways.iter().any(|w| !w.opaque);
            assert!(!wrong, "step {n} is impossible, but a clause allows it");
            return None;
        }
        let instruction = instruction(&moment.step.kind);
        let fits = |w: &&Way| w.instruction == instruction && self.reaches(at, w, n);
        if let Some(wrong) = ways.iter().find(|w| !w.opaque && w.to.is_some() && !fits(w)) {
            panic!("step {n} ({:?}): {:?} leads to {:?}", moment.step, wrong.instruction, wrong.to);
        }
        match ways.iter().find(fits) {
            Some(way) => {
                self.seen.good += 1;
                let (to, args) = way.to.clone()?;
                let names = self.system.pred(to).params.iter().map(|p| p.name.to_string());
                self.witnesses
                    .extend(names.zip(args).filter(|(p, _)| !moment.after.contains_key(p)));
                Some(to)
            }
            None => {
                let shown: Vec<String> =
                    self.leaving(at).iter().map(|c| self.system.show(c)).collect();
                // A value that clauses cannot express may be none of those that were tried.
                let opaque = self.leaving(at).iter().any(|c| c.origin.opaque);
                let unclear = more || opaque || ways.iter().any(|w| w.to.is_none());
                assert!(unclear, "no clause for step {n}, {:?}:\n{shown:#?}", moment.step);
                self.seen.undecided += 1;
                let to = self.only_way(at, instruction)?;
                for name in self.new_witnesses(at, to, instruction) {
                    // Whatever it is, no step depends on it.
                    self.witnesses.insert(name, Value::Int(Int::ZERO));
                }
                Some(to)
            }
        }
    }

    /// The point that a rule leads to, where the values could not be checked.
    fn only_way(&self, at: PredId, instruction: Instruction) -> Option<PredId> {
        self.leaving(at).into_iter().find_map(|c| match &c.goal {
            Goal::Instance(i) if c.origin.instruction == instruction => Some(i.pred),
            _ => None,
        })
    }

    /// The parameters of a point that the one before does not have and that are no variables of the
    /// program: only conditions bring some, and what is returned.
    fn new_witnesses(&self, from: PredId, to: PredId, instruction: Instruction) -> Vec<String> {
        let (old, new) = (&self.system.pred(from).params, &self.system.pred(to).params);
        let brings = matches!(
            instruction,
            Instruction::Assume | Instruction::BranchTrue | Instruction::BranchFalse
        );
        // What a function returns stands in variables of its own until the caller has it.
        let brings = brings || instruction == Instruction::Jump;
        let new = new.iter().filter(|p| brings && !old.contains(p));
        new.map(|p| p.name.to_string()).collect()
    }

    fn reaches(&self, from: PredId, way: &Way, n: usize) -> bool {
        let Some((to, args)) = &way.to else { return false };
        let after = &self.moments[n].after;
        let new = self.new_witnesses(from, *to, way.instruction);
        let value = |name: &str| after.get(name).or_else(|| self.witnesses.get(name));
        let params = &self.system.pred(*to).params;
        params.iter().zip(args).all(|(p, v)| {
            let is_new = new.iter().any(|name| *name == *p.name);
            is_new || value(&p.name).is_some_and(|w| same(v, w))
        })
    }

    /// The values of the parameters and the inputs of a clause at a step.
    fn env(&self, clause: &Clause, n: usize) -> Env {
        let mut env = parameters(self.system, clause, &self.before(n));
        let choices = &self.moments[n].choices;
        let inputs = &clause.origin.inputs;
        assert_eq!(inputs.len(), choices.len(), "inputs of {}", self.system.show(clause));
        env.extend(inputs.iter().cloned().zip(choices.iter().cloned()));
        env
    }

    /// Numbers that may stand for what a clause leaves open.
    pub(super) fn likely(&self, n: usize) -> BTreeSet<Int> {
        likely(&self.before(n), &self.moments[n].after)
    }

    fn ways(&self, at: PredId, n: usize) -> (Vec<Way>, bool) {
        let (mut ways, mut more) = (vec![], false);
        for clause in self.leaving(at) {
            let Goal::Instance(goal) = &clause.goal else { continue };
            let found = solve(clause, &self.env(clause, n), &self.likely(n));
            more |= found.more;
            for env in found.sure {
                let expanded = clause.conditions().map(|c| truth(&expand(c), &env));
                assert_ne!(all(expanded), Some(false), "expanding {}", self.system.show(clause));
                for (param, arg) in self.system.pred(goal.pred).params.iter().zip(&goal.args) {
                    let new = self.new_witnesses(at, goal.pred, clause.origin.instruction);
                    let exists = clause.origin.instruction != Instruction::Jump;
                    let is_new = exists && new.iter().any(|name| *name == *param.name);
                    assert!(!is_new || arg.as_var() == Some(param), "another thing exists");
                }
                let args: Option<Vec<Value>> = goal.args.iter().map(|a| eval(a, &env)).collect();
                let to = args.map(|args| (goal.pred, args));
                ways.push(Way {
                    instruction: clause.origin.instruction,
                    to,
                    opaque: clause.origin.opaque,
                });
            }
        }
        (ways, more)
    }

    pub(super) fn assertion(&mut self, at: PredId, n: usize, id: AssertId, value: Option<bool>) {
        let own: Vec<&Clause> =
            self.leaving(at).into_iter().filter(|c| c.origin.assert == Some(id)).collect();
        let [clause] = own.as_slice() else { panic!("{} clauses of {id:?}", own.len()) };
        let Goal::Cond(goal) = &clause.goal else { panic!("an assertion without a claim") };
        let Some(value) = value else { return };
        if self.moments[n].blocked {
            return;
        }
        let (violated, unclear) = violation(clause, goal, &self.env(clause, n), &self.likely(n));
        let unclear = unclear || clause.origin.opaque;
        let shown = self.system.show(clause);
        match value {
            false => assert!(violated || unclear, "step {n}: not violated: {shown}"),
            true => assert!(!violated || clause.origin.opaque, "step {n}: violated: {shown}"),
        }
        let before = self.moments.get(n).map_or(0, |_| n);
        self.seen.asserts.push((id, value, before));
        self.seen.undecided += usize::from(unclear && !violated);
        self.seen.good += usize::from(!unclear || violated);
    }
}

/// Whether values make the premises true and the claim false, and whether that is unclear.
pub fn violation(clause: &Clause, goal: &Term, env: &Env, likely: &BTreeSet<Int>) -> (bool, bool) {
    let found = solve(clause, env, likely);
    let values: Vec<Option<bool>> = found.sure.iter().map(|env| truth(goal, env)).collect();
    (values.contains(&Some(false)), found.more || values.contains(&None))
}

/// The values of the variables that stand for the parameters of a clause's premise.
pub fn parameters(system: &System, clause: &Clause, state: &State) -> Env {
    let mut env = Env::new();
    for premise in clause.instances() {
        let params: &[Var] = &system.pred(premise.pred).params;
        for (param, arg) in params.iter().zip(&premise.args) {
            let variable = arg.as_var().expect("a variable as parameter");
            env.insert(variable.clone(), state[&*param.name].clone());
        }
    }
    env
}

/// Numbers of two states, and products of the first one's.
pub fn likely(before: &State, after: &State) -> BTreeSet<Int> {
    let mut out = BTreeSet::new();
    before.values().chain(after.values()).for_each(|v| numbers(v, &mut out));
    let scalars = || {
        before.values().filter_map(|v| match v {
            Value::Int(n) => Some(n),
            _ => None,
        })
    };
    for x in scalars() {
        out.extend(scalars().map(|y| x * y));
    }
    out
}

fn instruction(kind: &StepKind) -> Instruction {
    match kind {
        StepKind::Declare => Instruction::Declare,
        StepKind::Assign => Instruction::Assign,
        StepKind::Store => Instruction::Store,
        StepKind::Condition { value: true } => Instruction::BranchTrue,
        StepKind::Condition { value: false } => Instruction::BranchFalse,
        StepKind::Jump => Instruction::Jump,
        StepKind::Call(_) | StepKind::Leave(_) => Instruction::Call,
        StepKind::Assume { .. } => Instruction::Assume,
        StepKind::Assert { .. } => Instruction::Skip,
    }
}
