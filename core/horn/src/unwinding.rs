//! Loops whose rounds are bounded by constants, unwound: an equivalent program without loops.
//!
//! A point of the program has one copy for each combination of constants that its variables have there
//! (polyvariant specialisation: Jones, Gomard and Sestoft, Partial Evaluation and Automatic Program Generation,
//! 1993; for Horn clauses: Gallagher, Specialisation of Logic Programs, PEPM 1993). A step is copied for each
//! copy of the point that it leaves, with the constants put in; copies with a false condition are left out.
//!
//! **Soundness.** Each run of the program is one of the copies, step by step, and the other way round: a copy of a
//! point stands for the states with its constants, and what is not constant stays a variable. Which constants are
//! told apart does not matter for that, only for whether the copies come to an end. Loops that constants do not bound are
//! left out with all that is behind them, so a claim may be missing there: an assertion that is claimed at several places
//! holds only if all of these have been looked at.
//!
//! Where all constants give too many copies, only those are told apart that decide how often loops go round.

mod control;

use super::clause::{
    Clause, ClauseId, Goal, Instance, Instruction, Origin, Pred, PredId, Premise, System,
};
use super::known::{Evaluation, KnownValue, KnownValues, bounds};
use super::linear::Constraint;
use super::passive::source;
use super::term::{Node, Op, Sort, Term, Var};
use control::Control;
use hornbook_base::{Int, Span};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The limits of unwinding.
#[derive(Clone, Copy, Debug)]
pub struct UnwindingLimits {
    /// The most copies of points.
    pub points: usize,
    /// The most copies of clauses.
    pub clauses: usize,
    /// The most cases of quantified variables that are looked at, over all copies.
    pub evaluations: usize,
    /// The most values of a variable that are told apart where they are not constant.
    pub cases: usize,
}

impl Default for UnwindingLimits {
    fn default() -> UnwindingLimits {
        UnwindingLimits { points: 4_000, clauses: 20_000, evaluations: 300_000, cases: 16 }
    }
}

/// The most cases of one clause.
const MOST_CASES: usize = 64;

/// A program without loops.
pub struct Unwound {
    /// Its clauses. Each claim of the program behind no loop that was left out has at least one, which names it in
    /// `origin.parts`; claims are in the order of the program.
    pub system: System,
    /// The most rounds of each loop in one run, with the place of the loop.
    pub rounds: Vec<LoopRounds>,
    /// Whether no loop was left out.
    pub is_whole: bool,
}

/// The most rounds of a loop in one run, over all times that control comes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopRounds {
    /// The place of the loop.
    pub span: Span,
    /// The rounds.
    pub rounds: usize,
}

/// Unwinds the loops of a program; `None` if there are none whose rounds constants bound, if the copies are too many, or if
/// a clause is not the step of a program.
///
/// Loops whose rounds they do not bound are left out with all that control comes to behind them: a run may begin in a
/// function with a contract, and end there.
pub fn unwind(system: &System, limits: &UnwindingLimits) -> Option<Unwound> {
    if system.clauses.iter().any(|clause| source(clause).is_none()) {
        return None;
    }
    let whole = system;
    let system = control::bounded_part(whole, limits.cases);
    let is_whole = system.clauses.len() == whole.clauses.len();
    let control = Control::new(&system, limits.cases);
    let has_loop = |clause: &Clause| clause.instances().any(|i| system.pred(i.pred).loop_head);
    if !system.clauses.iter().any(has_loop) {
        return None;
    }
    let attempt = |only_control| {
        let mut unwinding = Unwinding::new(&system, &control, only_control, limits);
        unwinding.follow_all().then(|| unwinding.finish(is_whole)).flatten()
    };
    attempt(false).or_else(|| attempt(true))
}

/// A copy of a point: what is known of its parameters.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PointCopy {
    pred: PredId,
    values: Vec<KnownValue>,
}

/// The copies so far.
struct Unwinding<'s> {
    system: &'s System,
    control: &'s Control,
    /// Whether only constants that decide about rounds are told apart.
    only_control: bool,
    limits: &'s UnwindingLimits,
    /// The steps and claims that leave each point.
    leaving: FxHashMap<PredId, Vec<&'s Clause>>,
    points: Vec<Rc<PointCopy>>,
    numbers: FxHashMap<Rc<PointCopy>, u32>,
    clauses: Vec<Clause>,
    /// For each copied clause the original.
    originals: Vec<ClauseId>,
    /// The claims that hold wherever control comes to them.
    evident: Vec<ClauseId>,
    evaluation: Evaluation,
}

impl<'s> Unwinding<'s> {
    fn new(
        system: &'s System,
        control: &'s Control,
        only_control: bool,
        limits: &'s UnwindingLimits,
    ) -> Unwinding<'s> {
        let mut leaving: FxHashMap<PredId, Vec<&Clause>> = FxHashMap::default();
        for clause in &system.clauses {
            if let Some(premise) = clause.instances().next() {
                leaving.entry(premise.pred).or_default().push(clause);
            }
        }
        Unwinding {
            system,
            control,
            only_control,
            limits,
            leaving,
            points: vec![],
            numbers: FxHashMap::default(),
            clauses: vec![],
            originals: vec![],
            evident: vec![],
            evaluation: Evaluation::new(limits.evaluations),
        }
    }

    /// Copies all that control can come to; whether the copies are few enough.
    fn follow_all(&mut self) -> bool {
        for clause in self.system.clauses.iter().filter(|c| c.instances().next().is_none()) {
            self.copy(clause, None, KnownValues::new());
        }
        let mut next = 0;
        while let Some(point) = self.points.get(next).cloned() {
            let few = self.points.len() <= self.limits.points
                && self.clauses.len() <= self.limits.clauses
                && self.evaluation.cases_left() > 0;
            if !few {
                return false;
            }
            for clause in self.leaving.get(&point.pred).cloned().unwrap_or_default() {
                let args = clause.instances().flat_map(|i| &i.args).filter_map(Term::as_var);
                let known = args.cloned().zip(point.values.iter().cloned());
                let known = known.filter(|(_, known)| *known != KnownValue::Nothing).collect();
                self.copy(clause, Some(next as u32), known);
            }
            next += 1;
        }
        true
    }

    /// Copies a clause that leaves a copy of a point.
    fn copy(&mut self, clause: &Clause, from: Option<u32>, values: KnownValues) {
        for case in self.cases(clause, values) {
            let goal = match &clause.goal {
                Goal::Instance(goal) => Goal::Instance(self.lead_to(goal, &case.values)),
                Goal::Cond(claim) => Goal::Cond(self.evaluation.residual(claim, &case.values)),
            };
            if matches!(&goal, Goal::Cond(claim) if claim.is_true()) {
                self.evident.push(clause.id);
                continue;
            }
            let instance =
                |i: &Instance| Instance::plain(PredId(from.unwrap_or(0)), i.args.clone());
            let instances = clause.instances().map(instance).map(Premise::Instance);
            let premises =
                instances.chain(case.conditions.into_iter().map(Premise::Cond)).collect();
            self.add(clause, premises, goal);
        }
    }

    fn add(&mut self, original: &Clause, premises: Vec<Premise>, goal: Goal) {
        let id = ClauseId(self.clauses.len() as u32);
        let clause = original.with_formulas(premises, goal);
        let origin = Origin { parts: vec![original.id], ..clause.origin };
        self.clauses.push(Clause { id, origin, ..clause });
        self.originals.push(original.id);
    }

    /// The goal of a step, which leads to a copy of its point.
    fn lead_to(&mut self, goal: &Instance, values: &KnownValues) -> Instance {
        let args = goal.args.iter().enumerate();
        let known =
            args.map(|(n, arg)| match self.only_control && !self.control.decides(goal.pred, n) {
                true => KnownValue::Nothing,
                false => self.evaluation.evaluate(arg, values),
            });
        let point = Rc::new(PointCopy { pred: goal.pred, values: known.collect() });
        let new = self.points.len() as u32;
        let number = *self.numbers.entry(point.clone()).or_insert(new);
        if number == new {
            self.points.push(point);
        }
        let args = goal.args.iter().map(|arg| self.evaluation.residual(arg, values)).collect();
        Instance::plain(PredId(number), args)
    }

    /// The cases of a clause in which it can be applied: where a variable that decides about rounds has one of a few
    /// values there is one for each.
    fn cases(&mut self, clause: &Clause, values: KnownValues) -> Vec<Case> {
        let mut open = vec![Case { values, fixed: vec![], conditions: vec![] }];
        let mut out = vec![];
        while let Some(mut case) = open.pop() {
            if !case.narrow(clause, &mut self.evaluation) {
                continue;
            }
            let may_split = open.len() + out.len() < MOST_CASES;
            let few = self.control.split_at(clause.id).iter().find_map(|v| {
                let splits = may_split && !case.values.contains_key(v);
                splits.then(|| case.values_of(v, self.limits.cases)).flatten().map(|few| (v, few))
            });
            match few {
                Some((v, few)) => {
                    open.extend(few.into_iter().rev().map(|value| case.assume(v, value)))
                }
                None => out.push(case.finished()),
            }
        }
        out
    }

    /// The system without loops, with a clause for each claim; `None` if a loop is left.
    fn finish(mut self, is_whole: bool) -> Option<Unwound> {
        for claim in self.system.clauses.iter().filter(|c| c.goal.is_claim()) {
            if self.originals.contains(&claim.id) {
                continue;
            }
            // No copy is left: the claim holds at all of its copies, or there are none.
            let is_reached = self.evident.contains(&claim.id);
            let never = (!is_reached).then(|| Premise::Cond(Term::bool(false)));
            self.add(claim, never.into_iter().collect(), Goal::Cond(Term::bool(is_reached)));
        }
        self.sort_claims();
        let order = self.in_order()?;
        let is_copied = |pred: PredId| self.points.iter().any(|point| point.pred == pred);
        let heads = self.system.pred_ids().filter(|pred| self.system.pred(*pred).loop_head);
        let mut loops: BTreeMap<Span, Vec<PredId>> = BTreeMap::new();
        for head in heads.filter(|pred| is_copied(*pred)) {
            loops.entry(self.system.pred(head).span).or_default().push(head);
        }
        let rounds = loops.into_iter();
        let rounds = rounds
            .map(|(span, heads)| LoopRounds { span, rounds: self.most_rounds(&heads, &order) });
        let rounds = rounds.collect();
        let copy = |(n, point): (usize, &Rc<PointCopy>)| {
            let pred = self.system.pred(point.pred).clone();
            let name = format!("{}#{n}", pred.name);
            Pred { name, loop_head: false, ..pred }
        };
        let preds = self.points.iter().enumerate().map(copy).collect();
        Some(Unwound { system: System { preds, clauses: self.clauses }, rounds, is_whole })
    }

    /// Puts the claims behind the steps, in the order of the program: they are told apart by their places.
    fn sort_claims(&mut self) {
        let mut all: Vec<(Clause, ClauseId)> =
            self.clauses.drain(..).zip(self.originals.drain(..)).collect();
        all.sort_by_key(|(clause, original)| clause.goal.is_claim().then_some(*original));
        for (n, (clause, original)) in all.into_iter().enumerate() {
            self.clauses.push(Clause { id: ClauseId(n as u32), ..clause });
            self.originals.push(original);
        }
    }

    /// The steps between copies of points.
    fn steps(&self) -> impl Iterator<Item = (usize, usize, ClauseId)> {
        self.clauses.iter().zip(&self.originals).filter_map(|(clause, original)| {
            let from = clause.instances().next()?.pred.0 as usize;
            match &clause.goal {
                Goal::Instance(to) => Some((from, to.pred.0 as usize, *original)),
                Goal::Cond(_) => None,
            }
        })
    }

    /// The copies of points in topological order; `None` if there is a loop.
    fn in_order(&self) -> Option<Vec<usize>> {
        let steps: Vec<(usize, usize)> = self.steps().map(|(from, to, _)| (from, to)).collect();
        let order = control::in_order(self.points.len(), &steps);
        (order.len() == self.points.len()).then_some(order)
    }

    /// The most rounds of a loop on a path. It has several heads if its function is called several times.
    fn most_rounds(&self, heads: &[PredId], order: &[usize]) -> usize {
        let enters = |clause: &Clause| {
            let has_condition = |i: &Instance| {
                heads.contains(&i.pred) && clause.origin.instruction == Instruction::BranchTrue
            };
            clause.instances().any(has_condition)
        };
        // A head with a condition is passed once more than there are rounds.
        let bodies: Vec<ClauseId> =
            self.system.clauses.iter().filter(|c| enters(c)).map(|clause| clause.id).collect();
        let begins = |to: usize, original: ClauseId| match bodies.is_empty() {
            true => heads.contains(&self.points[to].pred),
            false => bodies.contains(&original),
        };
        let mut leaving: Vec<Vec<(usize, bool)>> = vec![vec![]; self.points.len()];
        for (from, to, original) in self.steps() {
            leaving[from].push((to, begins(to, original)));
        }
        let mut most = vec![0; self.points.len()];
        for from in order {
            for (to, is_round) in &leaving[*from] {
                most[*to] = most[*to].max(most[*from] + usize::from(*is_round));
            }
        }
        most.into_iter().max().unwrap_or(0)
    }
}

/// A case of a clause.
#[derive(Clone)]
struct Case {
    values: KnownValues,
    /// The variables that are constant in this case only.
    fixed: Vec<(Var, Term)>,
    /// The conditions, with what is known in them.
    conditions: Vec<Term>,
}

impl Case {
    /// Puts in what is known, also by the conditions themselves; whether the case is possible.
    fn narrow(&mut self, clause: &Clause, evaluation: &mut Evaluation) -> bool {
        loop {
            let put_in = |c: &Term| evaluation.residual(c, &self.values).conjuncts();
            self.conditions = clause.conditions().flat_map(put_in).collect();
            if self.conditions.iter().any(Term::is_false) {
                return false;
            }
            let Some((v, value)) = self.conditions.iter().find_map(equation) else { return true };
            self.fix(&v, value);
        }
    }

    fn fix(&mut self, v: &Var, value: KnownValue) {
        self.fixed.extend(value.to_term().map(|constant| (v.clone(), constant)));
        self.values.insert(v.clone(), value);
    }

    fn assume(&self, v: &Var, value: KnownValue) -> Case {
        let mut case = self.clone();
        case.fix(v, value);
        case
    }

    /// The values that a variable can have, if they are few.
    fn values_of(&self, v: &Var, most: usize) -> Option<Vec<KnownValue>> {
        if v.sort == Sort::Bool {
            return Some(vec![KnownValue::Bool(false), KnownValue::Bool(true)]);
        }
        let (least, greatest) = bounds(v, &self.conditions)?;
        let few = &greatest - &least < Int::from(most);
        let numbers = std::iter::successors(Some(least), |n| Some(n + &Int::ONE));
        few.then(|| numbers.take_while(|n| *n <= greatest).map(KnownValue::Int).collect())
    }

    /// The case with the constants that hold in it only as conditions.
    fn finished(mut self) -> Case {
        let fixed = self.fixed.drain(..).map(|(v, constant)| match constant.node() {
            Node::Bool(true) => Term::var(&v),
            Node::Bool(false) => Term::not(Term::var(&v)),
            _ => Term::eq(Term::var(&v), constant),
        });
        self.conditions.extend(fixed);
        self
    }
}

/// The variable that a condition makes a constant.
fn equation(condition: &Term) -> Option<(Var, KnownValue)> {
    match condition.node() {
        Node::Var(v) => return Some((v.clone(), KnownValue::Bool(true))),
        Node::App(Op::Not, args) => {
            let v = args.first().and_then(Term::as_var);
            if let Some(v) = v {
                return Some((v.clone(), KnownValue::Bool(false)));
            }
        }
        _ => {}
    }
    let Some(Constraint::Eq(form)) = Constraint::from_literal(condition) else { return None };
    let (v, c) = form.coeffs().iter().next()?;
    let is_solved = form.coeffs().len() == 1 && c.abs().is_one();
    is_solved.then(|| (v.clone(), KnownValue::Int(&-c * form.constant_part())))
}
