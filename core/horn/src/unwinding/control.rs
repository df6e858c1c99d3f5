//! Which variables decide how often loops go round, and whether constants can bound all loops.

use super::super::clause::{Clause, ClauseId, Goal, PredId, System};
use super::super::known::bounds;
use super::super::polynomial::has_product;
use super::super::term::{Node, Op, Sort, Term, Var};
use hornbook_base::Int;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A parameter of a point.
type Param = (PredId, usize);

/// The flow of constants through a program.
pub(super) struct Control {
    /// The parameters on which conditions depend that constants may decide.
    deciding: FxHashSet<Param>,
    /// The variables of each clause whose values are told apart if they are few.
    split: FxHashMap<ClauseId, Vec<Var>>,
}

impl Control {
    /// The flow of constants through the steps of a program.
    pub(super) fn new(system: &System, cases: usize) -> Control {
        let constants = Constants::new(system, cases);
        let deciding = deciding(system, &constants);
        let mut split = FxHashMap::default();
        for clause in &system.clauses {
            split.insert(clause.id, splitting(clause, &deciding));
        }
        Control { deciding, split }
    }

    /// Whether a parameter decides how often loops go round.
    pub(super) fn decides(&self, pred: PredId, n: usize) -> bool {
        self.deciding.contains(&(pred, n))
    }

    /// The variables of a clause whose values are told apart if they are few.
    pub(super) fn split_at(&self, clause: ClauseId) -> &[Var] {
        self.split.get(&clause).map_or(&[], Vec::as_slice)
    }
}

/// The clauses of a program without the loops that have no condition that constants may decide, and without all that
/// control comes to behind these. So each way to a point that is kept is kept.
pub(super) fn bounded_part(system: &System, cases: usize) -> System {
    let constants = Constants::new(system, cases);
    let uncertain = system.clauses.iter().filter(|c| constants.conditions(c).is_empty());
    let edges: Vec<(usize, usize)> = uncertain.filter_map(step).collect();
    let ordered: FxHashSet<usize> = in_order(system.preds.len(), &edges).into_iter().collect();
    let mut left_out: FxHashSet<usize> =
        (0..system.preds.len()).filter(|n| !ordered.contains(n)).collect();
    let steps: Vec<(usize, usize)> = system.clauses.iter().filter_map(step).collect();
    loop {
        let before = left_out.len();
        let behind = steps.iter().filter(|(from, _)| left_out.contains(from)).map(|(_, to)| *to);
        let behind: Vec<usize> = behind.collect();
        left_out.extend(behind);
        if left_out.len() == before {
            break;
        }
    }
    let is_kept = |pred: PredId| !left_out.contains(&(pred.0 as usize));
    let keeps = |clause: &&Clause| {
        let goal = match &clause.goal {
            Goal::Instance(goal) => is_kept(goal.pred),
            Goal::Cond(_) => true,
        };
        goal && clause.instances().all(|i| is_kept(i.pred))
    };
    let clauses = system.clauses.iter().filter(keeps).cloned().collect();
    System { preds: system.preds.clone(), clauses }
}

/// Nodes in topological order, without those on cycles and behind them.
pub(super) fn in_order(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut waits = vec![0; nodes];
    let mut leaving: Vec<Vec<usize>> = vec![vec![]; nodes];
    for (from, to) in edges {
        waits[*to] += 1;
        leaving[*from].push(*to);
    }
    let mut order: Vec<usize> = (0..nodes).filter(|n| waits[*n] == 0).collect();
    let mut n = 0;
    while let Some(from) = order.get(n).copied() {
        for to in &leaving[from] {
            waits[*to] -= 1;
            if waits[*to] == 0 {
                order.push(*to);
            }
        }
        n += 1;
    }
    order
}

fn step(clause: &Clause) -> Option<(usize, usize)> {
    let from = clause.instances().next()?.pred;
    match &clause.goal {
        Goal::Instance(to) => Some((from.0 as usize, to.pred.0 as usize)),
        Goal::Cond(_) => None,
    }
}

/// The parameter that a variable of a clause stands for.
fn param(clause: &Clause, v: &Var) -> Option<Param> {
    let premise = clause.instances().next()?;
    let n = premise.args.iter().position(|arg| arg.as_var() == Some(v))?;
    Some((premise.pred, n))
}

/// The parameters that constants may say nothing of.
struct Constants {
    varying: FxHashSet<Param>,
    cases: usize,
}

impl Constants {
    fn new(system: &System, cases: usize) -> Constants {
        let is_array = |(pred, n): &Param| system.pred(*pred).params[*n].sort.is_array();
        let params =
            system.pred_ids().flat_map(|p| (0..system.pred(p).params.len()).map(move |n| (p, n)));
        // Arrays say nothing before a cell is written, and other variables are constants unless they vary.
        let mut constants = Constants { varying: params.filter(is_array).collect(), cases };
        constants.repeat(system, |constants, clause, to, arg| {
            if arg.sort().is_array() && !arg.as_var().is_some_and(|v| constants.varies(clause, v)) {
                constants.varying.remove(&to);
            }
        });
        constants.repeat(system, |constants, clause, to, arg| {
            if !arg.sort().is_array() && arg.free_vars().iter().any(|v| constants.varies(clause, v))
            {
                constants.varying.insert(to);
            }
        });
        constants
    }

    /// Looks at what each step passes on, until nothing changes.
    fn repeat(&mut self, system: &System, look: impl Fn(&mut Constants, &Clause, Param, &Term)) {
        loop {
            let before = self.varying.len();
            for clause in &system.clauses {
                let Goal::Instance(goal) = &clause.goal else { continue };
                for (n, arg) in goal.args.iter().enumerate() {
                    look(self, clause, (goal.pred, n), arg);
                }
            }
            if self.varying.len() == before {
                return;
            }
        }
    }

    fn varies(&self, clause: &Clause, v: &Var) -> bool {
        let varies = param(clause, v).is_none_or(|param| self.varying.contains(&param));
        varies && !self.is_among_few(clause, v)
    }

    /// Whether conditions leave a variable few values.
    fn is_among_few(&self, clause: &Clause, v: &Var) -> bool {
        if v.sort.is_array() {
            return false;
        }
        let conditions: Vec<Term> = clause.conditions().cloned().collect();
        let few = |(least, most): (Int, Int)| &most - &least < Int::from(self.cases);
        v.sort == Sort::Bool && param(clause, v).is_none()
            || bounds(v, &conditions).is_some_and(few)
    }

    /// The comparisons of a clause that constants may decide.
    fn conditions(&self, clause: &Clause) -> Vec<Term> {
        let mut out = vec![];
        clause.conditions().for_each(|c| comparisons(c, &mut out));
        out.retain(|t| !t.free_vars().iter().any(|v| self.varies(clause, v)));
        out
    }
}

/// The comparisons and truth values of a condition.
fn comparisons(t: &Term, out: &mut Vec<Term>) {
    match t.node() {
        Node::App(Op::And | Op::Or | Op::Not | Op::Implies, args) => {
            args.iter().for_each(|arg| comparisons(arg, out));
        }
        Node::App(..) | Node::Var(_) => out.push(t.clone()),
        _ => {}
    }
}

/// The parameters on which the conditions depend that constants may decide.
fn deciding(system: &System, constants: &Constants) -> FxHashSet<Param> {
    let mut found = FxHashSet::default();
    for clause in &system.clauses {
        let vars: BTreeSet<Var> =
            constants.conditions(clause).iter().flat_map(Term::free_vars).collect();
        found.extend(vars.iter().filter_map(|v| param(clause, v)));
    }
    loop {
        let before = found.len();
        for clause in &system.clauses {
            let vars = arguments(clause, &found);
            found.extend(vars.iter().filter_map(|v| param(clause, v)));
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The variables of the arguments that lead to some parameters.
fn arguments(clause: &Clause, params: &FxHashSet<Param>) -> BTreeSet<Var> {
    let Goal::Instance(goal) = &clause.goal else { return BTreeSet::new() };
    let args = goal.args.iter().enumerate();
    let args = args.filter(|(n, _)| params.contains(&(goal.pred, *n)));
    args.flat_map(|(_, arg)| arg.free_vars()).collect()
}

/// The numbers and truth values of a clause on which rounds or products depend.
fn splitting(clause: &Clause, deciding: &FxHashSet<Param>) -> Vec<Var> {
    let products = clause.terms().filter(|t| has_product(t)).flat_map(Term::free_vars);
    let all = arguments(clause, deciding).into_iter().chain(products);
    let all: BTreeSet<Var> = all.filter(|v| !v.sort.is_array()).collect();
    all.into_iter().collect()
}
