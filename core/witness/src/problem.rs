//! The parts of a call to `insts` that the search works on.

use super::build;
use super::cells::{Cells, Path};
use hornbook_abstraction::eliminate::{Elimination, Instantiated};
use hornbook_abstraction::sigma::{Abstraction, Sigma};
use hornbook_abstraction::witness::reason::Reason;
use hornbook_horn::arrays::counts;
use hornbook_horn::{
    Clause, Goal, Instance, Names, Node, Op, Premise, Sort, Subst, System, Term, Var,
};
use std::collections::BTreeSet;

/// A call with its clause.
#[derive(Clone, Copy)]
pub struct CallProblem<'p> {
    /// The clause before `abstract`.
    pub concrete: &'p Clause,
    /// The elimination of the clause.
    pub elimination: &'p Elimination,
    /// The index of the call.
    pub call: usize,
    /// The abstraction of each predicate.
    pub abstraction: &'p Abstraction,
    /// The predicates before `abstract`.
    pub system: &'p System,
}

/// One argument of the premise.
pub(super) struct Component {
    /// The argument.
    pub(super) arg: Term,
    /// Whether tuples may differ here: an array that is not kept as it is.
    pub(super) is_free: bool,
    /// The array that the argument is made of.
    pub(super) root: Option<Var>,
    /// The number of cells in one abstract value.
    pub(super) kept: usize,
    /// The cells at which the call instantiates, then those that its heuristic left out.
    pub(super) relevant: Vec<Path>,
    /// The number of these cells at which the call instantiates.
    pub(super) chosen: usize,
}

/// The parts of the problem.
pub(super) struct CallParts<'p> {
    pub(super) problem: CallProblem<'p>,
    pub(super) done: &'p Instantiated,
    pub(super) premise: &'p Instance,
    pub(super) components: Vec<Component>,
    /// The relevant cells of each array variable.
    pub(super) cells: Cells,
    /// Formulas that hold where the context is false, but for predicates and the goal's guard.
    pub(super) conditions: Vec<Term>,
    /// The goal before and after it was freed, if it is a predicate.
    pub(super) goal: Option<(&'p Instance, &'p Instance)>,
    /// The other premises: their number and whether they come after this one.
    pub(super) others: Vec<(usize, &'p Instance, bool)>,
    /// Definitions of variables by the premise's arguments and the goal's value.
    pub(super) defined: Subst,
    /// The free variables.
    pub(super) vars: BTreeSet<Var>,
}

impl<'p> CallProblem<'p> {
    /// The call itself.
    pub(super) fn done(&self) -> Option<&'p Instantiated> {
        self.elimination.calls.get(self.call)
    }

    /// The parts of the problem, or the reason why it is not searched.
    pub(super) fn parts(self) -> Result<CallParts<'p>, Reason> {
        let done = self.done().ok_or(Reason::NoPattern)?;
        let freed = &self.elimination.goal_freed;
        if freed.terms().any(counts::counts) || done.call.sigma.counts() {
            return Err(Reason::Counts);
        }
        if freed.terms().any(binds_arrays) {
            return Err(Reason::BoundArray);
        }
        let Some(Premise::Instance(premise)) = self.concrete.premises.get(done.premise) else {
            return Err(Reason::NoPattern);
        };
        let mut conditions: Vec<Term> = freed.conditions().flat_map(Term::conjuncts).collect();
        let goal = match (&self.concrete.goal, &freed.goal) {
            (Goal::Instance(source), Goal::Instance(goal)) => Some((source, goal)),
            (_, Goal::Cond(claim)) => {
                conditions.push(Term::not(claim.clone()));
                None
            }
            _ => return Err(Reason::NoPattern),
        };
        let others: Vec<(usize, &Instance, bool)> = self
            .concrete
            .premises
            .iter()
            .enumerate()
            .filter(|(n, _)| *n != done.premise)
            .filter_map(|(n, p)| match p {
                Premise::Instance(i) => Some((n, i, n > done.premise)),
                Premise::Cond(_) => None,
            })
            .collect();
        let mut terms: Vec<Term> = conditions.clone();
        terms.extend(premise.args.iter().cloned());
        terms.extend(others.iter().flat_map(|(_, i, _)| i.args.iter().cloned()));
        if let Some((source, goal)) = goal {
            terms.extend(source.args.iter().chain(&goal.args).cloned());
            terms.push(goal.guard.clone());
        }
        for call in &self.elimination.calls[..=self.call] {
            let leaves =
                call.call.set.iter().flat_map(|i| i.sharp.leaves().into_iter().chain(i.q.leaves()));
            terms.extend(leaves);
        }
        let vars: BTreeSet<Var> = terms.iter().flat_map(Term::free_vars).collect();
        let cells = Cells::collect(done, &terms);
        let components = components(done, premise)?;
        let mut parts = CallParts {
            problem: self,
            done,
            premise,
            components,
            cells,
            conditions,
            goal,
            others,
            defined: Subst::new(),
            vars,
        };
        parts.defined = parts.definitions();
        Ok(parts)
    }
}

impl CallParts<'_> {
    /// Names that occur nowhere in the call.
    pub(super) fn names(&self) -> Names {
        let bound = self.problem.elimination.goal_freed.all_vars();
        let concrete = self.problem.concrete.all_vars();
        Names::avoiding(self.vars.iter().cloned().chain(bound).chain(concrete))
    }

    /// Variables that equations define by the premise's arguments and the goal's abstract value.
    fn definitions(&self) -> Subst {
        let mut known: BTreeSet<Var> = self.premise.args.iter().flat_map(Term::free_vars).collect();
        let mut equations = self.conditions.clone();
        if let Some((_, goal)) = self.goal {
            known.extend(goal.args.iter().flat_map(Term::free_vars));
            equations.extend(goal.guard.conjuncts());
        }
        let mut out = Subst::new();
        let mut more = true;
        while std::mem::take(&mut more) {
            for equation in &equations {
                let Some([left, right]) = equation.as_app(Op::Eq) else { continue };
                for (v, t) in [(left, right), (right, left)] {
                    let t = t.subst(&out);
                    if let Some(v) = v.as_var().filter(|v| !known.contains(v))
                        && !out.contains_key(v)
                        && t.free_vars().iter().all(|w| known.contains(w))
                    {
                        out.insert(v.clone(), t);
                        more = true;
                        break;
                    }
                }
            }
        }
        out
    }
}

fn components(done: &Instantiated, premise: &Instance) -> Result<Vec<Component>, Reason> {
    let Sigma::Tuple(parts) = &done.call.sigma else { return Err(Reason::NoPattern) };
    let calls = done.call.algorithm.calls();
    let one = |(n, (sigma, arg)): (usize, (&Sigma, &Term))| {
        let is_array = arg.sort().is_array();
        let is_free = is_array && *sigma != Sigma::Id;
        let root = is_array.then(|| super::cells::root(arg)).flatten();
        let mut relevant = vec![];
        let mut chosen = 0;
        if is_free {
            let (found, left_out) =
                calls.get(n).map(|c| super::cells::split_call_cells(c)).unwrap_or_default();
            chosen = found.len();
            relevant = found;
            for path in left_out {
                if !relevant.contains(&path) {
                    relevant.push(path);
                }
            }
            if root.is_none() {
                return Err(Reason::Cells);
            }
        }
        let depth = super::cells::depth(&arg.sort());
        relevant.retain(|p| p.len() == depth);
        chosen = chosen.min(relevant.len());
        let kept = build::kept(sigma);
        Ok(Component { arg: arg.clone(), is_free, root, kept, relevant, chosen })
    };
    parts.iter().zip(&premise.args).enumerate().map(one).collect()
}

fn binds_arrays(t: &Term) -> bool {
    match t.node() {
        Node::Quant(_, vars, body) => {
            vars.iter().any(|v| matches!(v.sort, Sort::Array(_))) || binds_arrays(body)
        }
        Node::App(_, args) | Node::Pred(_, args) => args.iter().any(binds_arrays),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => false,
    }
}
