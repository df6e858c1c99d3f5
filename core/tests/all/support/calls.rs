//! Calls along a run: what variables are called in functions that are written out, and the clauses by
//! which a run gets into functions and out of them.

use super::eval::{Env, eval, same};
use super::follow::{Follower, State};
use super::solve::solve;
use hornbook_horn::{Clause, FunctionPart, Goal, Instance, Instruction, PredId};
use hornbook_lang::interp::{Machine, StepKind, StepRecord};
use hornbook_lang::typed::{
    AssertId, Call, FunctionId, TypedProgram, TypedStmt, TypedStmtKind, VarId, statements,
};
use std::collections::BTreeMap;

// ---- Names -----------------------------------------------------------------------------------

/// The bodies that a run is inside of. The interpreter knows each function once; where it is written
/// out its variables are others each time.
pub struct Scopes<'p> {
    program: &'p TypedProgram,
    around: Vec<Scope<'p>>,
    last: State,
}

struct Scope<'p> {
    body: &'p [TypedStmt],
    /// The variables that stand for those of the function.
    vars: BTreeMap<VarId, VarId>,
    /// Variables of the callers that the interpreter puts aside for this call.
    hidden: State,
}

impl<'p> Scopes<'p> {
    pub fn new(program: &'p TypedProgram) -> Scopes<'p> {
        let scope = Scope { body: &program.body, vars: BTreeMap::new(), hidden: State::new() };
        Scopes { program, around: vec![scope], last: State::new() }
    }

    /// The state after a step, by the names that clauses have.
    pub fn after(&mut self, step: &StepRecord, machine: &Machine<'_>) -> State {
        match step.kind {
            StepKind::Call(function) => self.enter(function, step),
            StepKind::Leave(_) => drop(self.around.pop()),
            _ => {}
        }
        let hidden = self.around.iter().flat_map(|scope| scope.hidden.clone());
        let all = (0..self.program.vars.len() as u32).map(VarId);
        let known = all.filter_map(|v| Some((self.name(v), machine.value(v)?.clone())));
        self.last = hidden.chain(known).collect();
        self.last.clone()
    }

    fn name(&self, var: VarId) -> String {
        let other = self.around.iter().rev().find_map(|scope| scope.vars.get(&var));
        self.program.var(other.copied().unwrap_or(var)).name.clone()
    }

    fn enter(&mut self, id: FunctionId, step: &StepRecord) {
        let function = &self.program.functions[id.0 as usize];
        let names = function.vars.iter().map(|var| self.name(*var));
        let hidden = names.filter_map(|name| self.last.get_key_value(&name));
        let hidden = hidden.map(|(name, value)| (name.clone(), value.clone())).collect();
        let around = self.around.last().expect("the program itself");
        let written_out = statements(around.body).into_iter().find_map(|stmt| match &stmt.kind {
            TypedStmtKind::Inlined(Call { function, .. }, copy)
                if *function == id && stmt.span == step.span =>
            {
                Some(copy)
            }
            _ => None,
        });
        let body = written_out.map_or(&function.body, |copy| &copy.body);
        let own = written_out.map_or(&function.vars, |copy| &copy.vars);
        let vars = function.vars.iter().copied().zip(own.iter().copied()).collect();
        self.around.push(Scope { body, vars, hidden });
    }
}

// ---- Clauses ---------------------------------------------------------------------------------

/// A call that a run is inside of.
pub struct Around {
    /// The point before it.
    from: PredId,
    /// How many steps came before.
    steps: usize,
    /// What conditions said to exist at that point.
    witnesses: State,
    how: How,
    /// Whether both sides have kept the contract so far.
    kept: bool,
}

/// What clauses make of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// The function is written out.
    Inline,
    /// A relation says what it leaves.
    Modular,
    /// The contract does.
    Summary,
}

impl Follower<'_> {
    fn is_part(&self, pred: PredId, part: FunctionPart) -> bool {
        self.system.pred(pred).within.is_some_and(|within| within.part == part)
    }

    /// Where a function begins, if it is a relation.
    fn beginning(&self, function: FunctionId) -> Option<PredId> {
        let is_it = |pred: &PredId| {
            let within = self.system.pred(*pred).within;
            within.is_some_and(|w| w.function == function && w.part == FunctionPart::Beginning)
        };
        self.system.pred_ids().find(is_it)
    }

    /// Into a function.
    pub(super) fn begin(&mut self, at: PredId, n: usize, function: FunctionId) -> Option<PredId> {
        let leaving = self.leaving(at);
        let by_contract = |c: &&Clause| c.origin.instruction == Instruction::Contract;
        let enters = |c: &&Clause| match &c.goal {
            Goal::Instance(goal) => self.is_part(goal.pred, FunctionPart::Beginning),
            Goal::Cond(_) => false,
        };
        let how = if leaving.iter().any(by_contract) {
            How::Summary
        } else if leaving.iter().any(enters) {
            How::Modular
        } else {
            How::Inline
        };
        let witnesses = self.witnesses.clone();
        let to = match how {
            // The clauses look at the function for itself, with whatever its caller may give it.
            How::Summary => self.beginning(function)?,
            How::Modular | How::Inline => self.plain(at, n)?,
        };
        self.around.push(Around { from: at, steps: n, witnesses, how, kept: true });
        Some(to)
    }

    /// A claim of a contract. Where the contract is assumed, clauses say nothing about runs that break it.
    pub(super) fn contract(
        &mut self,
        at: PredId,
        n: usize,
        id: AssertId,
        value: Option<bool>,
    ) -> Option<PredId> {
        let around = self.around.last().expect("a call");
        let owed = self.program.functions.iter().flat_map(|f| &f.ensures).any(|c| c.id == id);
        let (from, steps, how) = (around.from, around.steps, around.how);
        match owed || how == How::Inline {
            true => self.assertion(at, n, id, value),
            // The caller's side is looked at before the function begins.
            false => self.assertion(from, steps, id, value),
        }
        let kept = value == Some(true);
        self.around.last_mut()?.kept &= kept;
        (owed || kept || how != How::Summary).then_some(at)
    }

    /// Out of a function.
    pub(super) fn end(&mut self, at: PredId, n: usize) -> Option<PredId> {
        let around = self.around.pop().expect("a call");
        match around.how {
            How::Inline => self.plain(at, n),
            How::Summary if !around.kept => None,
            How::Modular | How::Summary => self.back(around, at, n),
        }
    }

    /// The clause with which the caller goes on; `None` where a run only began with the function.
    fn back(&mut self, around: Around, exit: PredId, n: usize) -> Option<PredId> {
        let points = match around.how {
            How::Modular => vec![around.from, exit],
            How::Inline | How::Summary => vec![around.from],
        };
        let instruction = match around.how {
            How::Summary => Instruction::Contract,
            How::Inline | How::Modular => Instruction::Call,
        };
        let goes_on = |c: &&Clause| {
            c.instances().map(|i| i.pred).eq(points.iter().copied())
                && c.origin.instruction == instruction
                && matches!(c.goal, Goal::Instance(_))
        };
        let left = self.before(n);
        self.witnesses = around.witnesses.clone();
        let clauses: Vec<&Clause> = self.system.clauses.iter().filter(goes_on).collect();
        let [clause] = clauses.as_slice() else {
            assert!(clauses.is_empty(), "{} ways out of a call", clauses.len());
            return None;
        };
        let Goal::Instance(goal) = &clause.goal else { return None };
        let Some((env, unclear)) = self.caller(clause, &around, &left, n) else {
            panic!("step {n}: not what the relation says: {}", self.system.show(clause));
        };
        let found = solve(clause, &env, &self.likely(n));
        let after = self.before(n + 1);
        let params = &self.system.pred(goal.pred).params;
        let arrives = |env: &Env| {
            let mut pairs = goal.args.iter().zip(params);
            pairs.all(|(arg, param)| eval(arg, env).is_some_and(|v| same(&v, &after[&*param.name])))
        };
        let fits = found.sure.iter().any(arrives);
        let unclear = unclear || found.more || clause.origin.opaque;
        assert!(fits || unclear, "step {n} is not {}", self.system.show(clause));
        self.seen.good += usize::from(fits);
        self.seen.undecided += usize::from(!fits);
        Some(goal.pred)
    }

    /// What the variables of the caller's clause are: those of the point before the call, and those that
    /// stand for what the function has left. Nothing where the function was given something else; and
    /// whether something could not be computed.
    fn caller(
        &self,
        clause: &Clause,
        around: &Around,
        left: &State,
        n: usize,
    ) -> Option<(Env, bool)> {
        let (before, after) = (self.before(around.steps), self.before(n + 1));
        let goal = match &clause.goal {
            Goal::Instance(goal) => goal.clone(),
            Goal::Cond(_) => return None,
        };
        let mut env = Env::new();
        let mut instances = clause.instances();
        let mut unclear = !self.bind(&mut env, instances.next()?, &before)?;
        let inputs = clause.origin.inputs.iter().cloned();
        env.extend(inputs.zip(self.moments[around.steps].choices.iter().cloned()));
        if let Some(exit) = instances.next() {
            unclear |= !self.bind(&mut env, exit, left)?;
        }
        unclear |= !self.bind(&mut env, &goal, &after)?;
        Some((env, unclear))
    }

    /// Gives the variables of an instance the values that the parameters have. Nothing if another
    /// argument has another value; whether all arguments could be computed.
    fn bind(&self, env: &mut Env, instance: &Instance, state: &State) -> Option<bool> {
        let mut sure = true;
        let params = &self.system.pred(instance.pred).params;
        for (param, arg) in params.iter().zip(&instance.args) {
            let value = &state[&*param.name];
            match (arg.as_var().filter(|var| !env.contains_key(*var)), eval(arg, env)) {
                (Some(var), _) => drop(env.insert(var.clone(), value.clone())),
                (None, Some(known)) if !same(&known, value) => return None,
                (None, known) => sure &= known.is_some(),
            }
        }
        Some(sure)
    }
}
