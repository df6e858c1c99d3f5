//! Loop-free programs: one clause without premises for each assertion.
//!
//! The clause says that there is a path to the assertion, with values for the variables on it, on which the
//! assertion fails. Where [`super::blocks`] puts the steps behind each branch, and so may double the clause
//! at each of them, every value here that is no variable gets a name, and where paths meet a free truth
//! value says which one was taken (the passive form of Flanagan and Saxe, Avoiding Exponential Explosion,
//! POPL 2001). So a clause is about as large as the program.

use super::clause::{Clause, ClauseId, Goal, Instance, Origin, Pred, PredId, Premise, System};
use super::linear::Linear;
use super::term::{Names, Sort, Subst, Term, Var};
use hornbook_base::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The largest size of a number that needs no name, in nodes.
const SMALL: usize = 7;

/// The passive form of a loop-free program.
pub struct PassiveForm {
    /// One clause for each assertion clause, and no predicates. Their inputs are those of all paths.
    pub system: System,
    /// The paths to each assertion.
    paths: Vec<Paths>,
}

/// The paths to an assertion clause.
struct Paths {
    /// The steps that lead to each point.
    into: BTreeMap<PredId, Vec<Step>>,
    /// The assertion clause itself.
    last: Step,
    /// The place of each premise.
    places: Vec<(Term, Span)>,
}

/// A step on a path.
struct Step {
    from: Option<PredId>,
    /// Its free choices.
    inputs: Vec<Var>,
    /// The truth value that says whether it was taken, if no step before it was.
    taken: Option<Var>,
}

impl PassiveForm {
    /// The free choices of a run to an assertion clause, in the order in which they are made; `holds` knows
    /// the values of truth values.
    pub fn inputs(&self, clause: ClauseId, holds: &dyn Fn(&Var) -> bool) -> Vec<Var> {
        let Some(paths) = self.paths.get(clause.0 as usize) else { return vec![] };
        let mut steps = vec![&paths.last];
        let mut at = paths.last.from;
        while let Some(into) = at.and_then(|pred| paths.into.get(&pred)) {
            let taken = |s: &&Step| s.taken.as_ref().is_none_or(holds);
            let Some(step) = into.iter().find(taken) else { break };
            steps.push(step);
            at = step.from;
        }
        steps.iter().rev().flat_map(|s| s.inputs.iter().cloned()).collect()
    }

    /// The place of the step that a premise comes from.
    pub fn place(&self, clause: ClauseId, premise: &Term) -> Option<Span> {
        let places = &self.paths.get(clause.0 as usize)?.places;
        places.iter().find(|(known, _)| known == premise).map(|(_, span)| *span)
    }
}

/// The passive form of a system; `None` if there is a loop, or a clause is not the step of a program.
pub fn passive_form(system: &System) -> Option<PassiveForm> {
    let order = in_order(system)?;
    let flow = Flow::new(system);
    let mut out = PassiveForm { system: System::default(), paths: vec![] };
    for clause in system.clauses.iter().filter(|c| matches!(c.goal, Goal::Cond(_))) {
        let (clause, paths) = PassiveBuilder::build(clause, system, &flow, &order)?;
        let id = ClauseId(out.system.clauses.len() as u32);
        out.system.clauses.push(Clause { id, ..clause });
        out.paths.push(paths);
    }
    Some(out)
}

/// The points in topological order; `None` as for [`passive_form`].
fn in_order(system: &System) -> Option<Vec<PredId>> {
    let mut waits: Vec<usize> = vec![0; system.preds.len()];
    let mut leaving: Vec<Vec<PredId>> = vec![vec![]; system.preds.len()];
    for clause in &system.clauses {
        let from = source(clause)?;
        if let (Some(from), Goal::Instance(to)) = (from, &clause.goal) {
            waits[to.pred.0 as usize] += 1;
            leaving[from.pred.0 as usize].push(to.pred);
        }
    }
    let mut order: Vec<PredId> = system.pred_ids().filter(|p| waits[p.0 as usize] == 0).collect();
    let mut n = 0;
    while let Some(pred) = order.get(n).copied() {
        for to in &leaving[pred.0 as usize] {
            waits[to.0 as usize] -= 1;
            if waits[to.0 as usize] == 0 {
                order.push(*to);
            }
        }
        n += 1;
    }
    (order.len() == system.preds.len()).then_some(order)
}

/// The premise of a step of a program, if it has one; `None` if it is no such step.
pub(super) fn source(clause: &Clause) -> Option<Option<&Instance>> {
    let mut premises = clause.instances();
    let first = premises.next();
    let plain = |i: &Instance| {
        let vars: BTreeSet<&Var> = i.args.iter().filter_map(Term::as_var).collect();
        i.is_plain() && vars.len() == i.args.len()
    };
    let goal = match &clause.goal {
        Goal::Instance(goal) => goal.is_plain(),
        Goal::Cond(_) => true,
    };
    (premises.next().is_none() && first.is_none_or(plain) && goal).then_some(first)
}

/// The steps of a program, by the points where they begin and end.
struct Flow<'s> {
    into: BTreeMap<PredId, Vec<&'s Clause>>,
    from: BTreeMap<PredId, Vec<PredId>>,
}

impl<'s> Flow<'s> {
    fn new(system: &'s System) -> Flow<'s> {
        let mut flow = Flow { into: BTreeMap::new(), from: BTreeMap::new() };
        for clause in &system.clauses {
            let Goal::Instance(goal) = &clause.goal else { continue };
            flow.into.entry(goal.pred).or_default().push(clause);
            for premise in clause.instances() {
                flow.from.entry(premise.pred).or_default().push(goal.pred);
            }
        }
        flow
    }

    /// The steps to a point.
    fn steps_to(&self, pred: PredId) -> &[&'s Clause] {
        self.into.get(&pred).map_or(&[], Vec::as_slice)
    }

    /// The points in `leading` to which the steps of a point lead.
    fn leads_to(&self, pred: PredId, leading: &BTreeSet<PredId>) -> Vec<PredId> {
        let to = self.from.get(&pred).into_iter().flatten();
        to.filter(|p| leading.contains(p)).copied().collect()
    }
}

/// The symbolic state at a point.
struct SymbolicState {
    /// The values of the parameters.
    args: Vec<Term>,
    /// The condition under which control comes there, beyond the premises.
    reached: Term,
}

/// The construction of the clause for one assertion.
struct PassiveBuilder {
    names: Names,
    premises: Vec<(Term, Span)>,
    states: BTreeMap<PredId, SymbolicState>,
    opaque: bool,
}

/// A step with values substituted for variables.
struct AppliedStep {
    /// The condition under which it is taken.
    reached: Term,
    goal: Goal,
    step: Step,
    span: Span,
}

impl PassiveBuilder {
    fn build(
        target: &Clause,
        system: &System,
        flow: &Flow<'_>,
        order: &[PredId],
    ) -> Option<(Clause, Paths)> {
        let from = source(target)?.map(|i| i.pred);
        // Points that lead to the assertion, in order.
        let mut leading: BTreeSet<PredId> = from.into_iter().collect();
        for pred in order.iter().rev() {
            if leading.contains(pred) {
                leading.extend(
                    flow.steps_to(*pred).iter().flat_map(|c| c.instances().map(|i| i.pred)),
                );
            }
        }
        let order: Vec<PredId> = order.iter().filter(|p| leading.contains(p)).copied().collect();
        let numbers: BTreeMap<PredId, usize> = order.iter().copied().zip(0..).collect();
        let mut builder = PassiveBuilder {
            names: Names::default(),
            premises: vec![],
            states: BTreeMap::new(),
            opaque: target.origin.opaque,
        };
        let mut paths = BTreeMap::new();
        let mut parts = vec![];
        // The last point to which a step leads past the present one.
        let mut past = 0;
        for (n, pred) in order.iter().enumerate() {
            let entering = flow.steps_to(*pred);
            let taken = entering.iter().map(|c| builder.take(c)).collect::<Option<Vec<_>>>()?;
            parts.extend(entering.iter().flat_map(|c| steps_of(c)));
            let (state, steps) = builder.meet(taken, system.pred(*pred), past <= n);
            let leaving = flow.leads_to(*pred, &leading);
            past = leaving.iter().filter_map(|p| numbers.get(p)).fold(past, |m, n| m.max(*n));
            let span = system.pred(*pred).span;
            let state = if leaving.len() > 1 { builder.named_state(state, span) } else { state };
            builder.states.insert(*pred, state);
            paths.insert(*pred, steps);
        }
        let last = builder.take(target)?;
        builder.add_premise(last.reached, last.span);
        let all = paths.values().flatten().chain([&last.step]);
        let origin = Origin {
            inputs: all.flat_map(|step| step.inputs.iter().cloned()).collect(),
            opaque: builder.opaque,
            parts: parts.into_iter().chain(steps_of(target)).collect(),
            expr_terms: Rc::default(),
            ..target.origin.clone()
        };
        let premises = builder.premises.iter().map(|(c, _)| Premise::Cond(c.clone())).collect();
        let clause = Clause { id: target.id, origin, premises, goal: last.goal };
        Some((clause, Paths { into: paths, last: last.step, places: builder.premises }))
    }

    /// Follows a step from its start, which was visited.
    fn take(&mut self, clause: &Clause) -> Option<AppliedStep> {
        let premise = source(clause)?;
        let mut map = Subst::new();
        let mut reached = vec![];
        if let Some(premise) = premise {
            let state = self.states.get(&premise.pred)?;
            let vars = premise.args.iter().filter_map(Term::as_var).cloned();
            map.extend(vars.zip(state.args.iter().cloned()));
            reached.push(state.reached.clone());
        }
        // An input may occur nowhere else; it needs a name of its own all the same.
        for local in clause.free_vars().into_iter().chain(clause.origin.inputs.iter().cloned()) {
            if !map.contains_key(&local) {
                map.insert(local.clone(), Term::var(&self.names.fresh(&local)));
            }
        }
        self.opaque |= clause.origin.opaque;
        reached.extend(clause.conditions().map(|c| c.subst(&map)));
        let goal = match &clause.goal {
            Goal::Instance(i) => Goal::Instance(i.subst(&map)),
            Goal::Cond(c) => Goal::Cond(c.subst(&map)),
        };
        let new = |v: &Var| map.get(v).and_then(Term::as_var).unwrap_or(v).clone();
        let step = Step {
            from: premise.map(|i| i.pred),
            inputs: clause.origin.inputs.iter().map(new).collect(),
            taken: None,
        };
        Some(AppliedStep { reached: Term::and(reached), goal, step, span: clause.origin.span })
    }

    /// The symbolic state where steps meet. If `always`, every path goes through it.
    fn meet(
        &mut self,
        steps: Vec<AppliedStep>,
        point: &Pred,
        always: bool,
    ) -> (SymbolicState, Vec<Step>) {
        let args = |t: &AppliedStep| match &t.goal {
            Goal::Instance(i) => i.args.clone(),
            Goal::Cond(_) => vec![],
        };
        let Some((last, before)) = steps.split_last() else {
            // No path leads here.
            let any = point.params.iter().map(|v| Term::var(&self.names.fresh(v))).collect();
            return (SymbolicState { args: any, reached: Term::bool(false) }, vec![]);
        };
        let choices: Vec<Var> =
            before.iter().map(|_| self.names.fresh(&Var::new("way", Sort::Bool))).collect();
        let mut values = args(last);
        for (choice, step) in choices.iter().zip(before).rev() {
            let pairs = args(step).into_iter().zip(values);
            let either = |(x, y): (Term, Term)| {
                if x == y { y } else { Term::ite(Term::var(choice), x, y) }
            };
            values = pairs.map(either).collect();
        }
        let args = values.iter().zip(&point.params);
        let args = args.map(|(t, v)| self.name_value(t, v, point.span)).collect();
        let state = |reached| SymbolicState { args, reached };
        let taken = choices.into_iter().map(Some).chain([None]);
        let split = |(t, taken): (AppliedStep, _)| ((t.reached, t.span), Step { taken, ..t.step });
        let (reached, steps): (Vec<(Term, Span)>, Vec<Step>) =
            steps.into_iter().zip(taken).map(split).unzip();
        if let [(reached, span)] = reached.as_slice() {
            if !always {
                return (state(reached.clone()), steps);
            }
            self.add_premise(reached.clone(), *span);
            return (state(Term::bool(true)), steps);
        }
        let here = match always {
            true => Term::bool(true),
            false => Term::var(&self.names.fresh(&Var::new("here", Sort::Bool))),
        };
        let mut refused = vec![here.clone()];
        for (step, (reached, span)) in steps.iter().zip(reached) {
            let mut chosen = refused.clone();
            if let Some(choice) = &step.taken {
                chosen.push(Term::var(choice));
                refused.push(Term::not(Term::var(choice)));
            }
            self.add_premise(implication(Term::and(chosen), reached), span);
        }
        (state(here), steps)
    }

    /// The state with a name for the condition under which control comes there.
    fn named_state(&mut self, state: SymbolicState, span: Span) -> SymbolicState {
        if state.reached.size() <= 1 {
            return state;
        }
        let here = Term::var(&self.names.fresh(&Var::new("here", Sort::Bool)));
        self.add_premise(implication(here.clone(), state.reached), span);
        SymbolicState { reached: here, ..state }
    }

    /// The value, or a variable that has it, named after `like`. Some variable always has the value, so the
    /// equation is a premise whether or not control comes there.
    fn name_value(&mut self, value: &Term, like: &Var, span: Span) -> Term {
        let small = value.size() <= SMALL && Linear::from_term(value).is_some();
        if small || value.size() == 1 {
            return value.clone();
        }
        let v = Term::var(&self.names.fresh(like));
        self.add_premise(Term::eq(v.clone(), value.clone()), span);
        v
    }

    fn add_premise(&mut self, what: Term, span: Span) {
        let parts = what.conjuncts().into_iter().filter(|part| !part.is_true());
        self.premises.extend(parts.map(|part| (part, span)));
    }
}

/// The steps of the program that a clause has in it.
fn steps_of(clause: &Clause) -> Vec<ClauseId> {
    match clause.origin.parts.as_slice() {
        [] => vec![clause.id],
        parts => parts.to_vec(),
    }
}

fn implication(condition: Term, then: Term) -> Term {
    if condition.is_true() { then } else { Term::implies(condition, then) }
}
