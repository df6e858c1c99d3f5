//! The search for a model that shows a call to `insts` incomplete.
//!
//! An instance of `cell^n` sees `n` cells of an array at once. If the call instantiates at more
//! than `n` cells, take `n + 1` of them and `n + 1` tuples that all agree with one mixed array,
//! except that each deviates at another one of these cells. Every instance then misses some
//! deviation, so it is in `α(M)`, and yet no tuple is the mixed array. Outside the distinguished
//! cells the tuples are told apart by their tails, so that a valuation for which *all* instances
//! hold has a tuple of the model itself. This is the pattern behind the gaps in the proofs of
//! T Theorems 19 and 21 (see `abstraction::completeness`).
//!
//! A call whose heuristic left out a relevant cell needs no such mixture: one tuple that deviates at
//! that cell is enough. This is the pattern of the proof of T Theorem 15.
//!
//! The values are found by the integer solver, which also refutes the right side of T Eq. 4.6 on
//! finitely many instances: the cells that the clause reads, each beside a cell of the tail.

use super::evaluate::{Valuation, evaluate};
use super::model::{ArrayValue, Concrete, Loss, PredModel};
use super::problem::{Component, Parts, Problem};
use super::rows::{Row, Tails, interpret, member, order};
use crate::abstraction::ackermann::Reads;
use crate::abstraction::insts::subsets;
use crate::base::{Budget, Int};
use crate::horn::{Names, Node, Op, PredId, Sort, Subst, Term, Var};
use crate::lia::lp::small_model;
use crate::lia::{Answer, Model, Solver};
use std::collections::BTreeSet;

/// A loss of the call, if one is found within the budget.
///
/// The second half of what it claims was refuted here, but is to be proved and checked again.
pub fn search(problem: Problem<'_>, budget: &mut Budget) -> Option<Loss> {
    let flat = |v: &Var| !v.sort.is_array() || v.sort == Sort::int_array();
    if !problem.concrete.all_vars().iter().all(flat) {
        return None;
    }
    let parts = problem.parts()?;
    let shy = [true, false];
    for (j, component) in parts.components.iter().enumerate().filter(|(_, c)| c.kept > 0) {
        let left_out = (component.chosen..component.relevant.len()).map(|cell| vec![cell]);
        for cells in left_out.chain(subsets(component.chosen, component.kept + 1)) {
            for natural in shy {
                budget.spend(1).ok()?;
                let pattern = Pattern { parts: &parts, component: j, cells: &cells, natural };
                let found = pattern.fill(budget).and_then(|filled| parts.loss(&filled));
                if let Some(loss) = found.filter(|loss| parts.refuted(loss, budget)) {
                    return Some(loss);
                }
            }
        }
    }
    None
}

/// Which cells the tuples deviate at.
struct Pattern<'p> {
    parts: &'p Parts<'p>,
    /// The component whose arrays deviate.
    component: usize,
    /// Which of its cells; one tuple for each.
    cells: &'p [usize],
    /// Whether indices and values are to be natural numbers, which are nicer to look at.
    natural: bool,
}

/// Values for a pattern.
struct Filled {
    model: Vec<Vec<Concrete>>,
    valuation: Valuation,
}

impl Pattern<'_> {
    fn fill(&self, budget: &mut Budget) -> Option<Filled> {
        let parts = self.parts;
        let mut names = parts.names();
        let mut tails = Tails::default();
        let tuples: Vec<Tuple> =
            (0..self.cells.len()).map(|t| self.tuple(t, &mut tails, &mut names)).collect();
        let images = parts.images(&tuples);
        let context =
            parts.context(&|pred| (pred == parts.goal.as_ref()?.pred).then_some(&images[..]))?;
        let mut formulas = vec![Term::not(context.clone())];
        if parts.goal.is_none() {
            // No tuple of the model violates the assertion.
            formulas.extend(tuples.iter().map(|tuple| context.subst(&tuple.values)));
        }
        formulas.extend(self.shape(&tuples));
        let cells: Vec<Term> = parts.components.iter().flat_map(Component::cells).collect();
        let (formulas, mut reads) = tails.flatten(&formulas, &cells, names);
        let order: BTreeSet<Var> = formulas.iter().flat_map(Term::free_vars).collect();
        let model = small_model(&formulas, &order.into_iter().collect::<Vec<_>>(), budget)?;
        self.concrete(&model, &tuples, &tails, &mut reads)
    }

    /// The cells deviated at are different ones; one that was left out is none of the chosen ones.
    fn shape(&self, tuples: &[Tuple]) -> Vec<Term> {
        let Component { relevant, chosen, .. } = &self.parts.components[self.component];
        let mut out = vec![];
        for &i in self.cells.iter().filter(|i| **i >= *chosen) {
            let other = |k: &Term| Term::not(Term::eq(relevant[i].clone(), k.clone()));
            out.extend(relevant[..*chosen].iter().map(other));
        }
        for (n, &i) in self.cells.iter().enumerate() {
            for &j in &self.cells[..n] {
                out.push(Term::not(Term::eq(relevant[i].clone(), relevant[j].clone())));
            }
        }
        if self.natural {
            let all = self.parts.components.iter().flat_map(|c| &c.relevant);
            let values = tuples.iter().flat_map(|t| t.cells.iter().flatten().map(|(_, v)| v));
            out.extend(all.chain(values).map(|t| Term::le(Term::int(0), t.clone())));
        }
        out
    }

    /// The tuple that deviates at the `t`-th cell.
    fn tuple(&self, t: usize, tails: &mut Tails, names: &mut Names) -> Tuple {
        let mut tuple = Tuple { values: Subst::new(), cells: vec![] };
        for (j, component) in self.parts.components.iter().enumerate() {
            let array = Term::var(&component.var);
            let mixed = |k: &Term| (k.clone(), Term::select(array.clone(), k.clone()));
            let mut cells: Vec<(Term, Term)> = component.relevant.iter().map(mixed).collect();
            if j == self.component {
                let (k, _) = cells.remove(self.cells[t]);
                cells.push((k, Term::var(&names.fresh(&Var::int("other")))));
            }
            if component.kept > 0 {
                let value = tails.array(cells.clone(), tail(t), names);
                tuple.values.insert(component.var.clone(), value);
            }
            tuple.cells.push(cells);
        }
        tuple
    }

    /// The pattern with the values of the solver's model.
    fn concrete(
        &self,
        model: &Model,
        tuples: &[Tuple],
        tails: &Tails,
        reads: &mut Reads,
    ) -> Option<Filled> {
        let mut valuation = Valuation::new();
        for v in self.parts.vars() {
            match v.sort {
                Sort::Array(_) => valuation.insert(v, Concrete::Array(ArrayValue::default())),
                _ => model.get(&v).and_then(|n| valuation.insert(v, Concrete::Scalar(n.into()))),
            };
        }
        for read in reads.seen().to_vec() {
            let [index] = read.indices.as_slice() else { return None };
            let (index, value) = (int(model, index)?, int(model, &Term::var(&read.value))?);
            if let Some(Concrete::Array(a)) = valuation.get_mut(&read.array) {
                *a = std::mem::take(a).set(index, value);
            }
        }
        let mut rows = vec![];
        for (t, tuple) in tuples.iter().enumerate() {
            let mut row = vec![];
            for (component, cells) in self.parts.components.iter().zip(&tuple.cells) {
                if component.kept == 0 {
                    row.push(valuation.get(&component.var)?.clone());
                    continue;
                }
                let mut array = ArrayValue { cells: vec![], tail: tail(t).as_int()?.clone() };
                for (k, v) in cells {
                    let mut value = |x: &Term| int(model, &tails.scalar(x, reads));
                    array = array.set(value(k)?, value(v)?);
                }
                row.push(Concrete::Array(array));
            }
            rows.push(row);
        }
        Some(Filled { model: rows, valuation })
    }
}

fn int(model: &Model, t: &Term) -> Option<Int> {
    model.eval(t)?.as_int().cloned()
}

/// The value of the `t`-th tuple's arrays outside the distinguished cells.
fn tail(t: usize) -> Term {
    Term::int(t + 1)
}

/// A tuple of the premise's predicate, with unknown values.
struct Tuple {
    /// What stands for the clause's arrays.
    values: Subst,
    /// For each component, the distinguished cells, later ones first.
    cells: Vec<Vec<(Term, Term)>>,
}

impl Parts<'_> {
    /// Names that occur nowhere in the call.
    fn names(&self) -> Names {
        Names::avoiding(self.vars().into_iter().chain(self.problem.concrete.all_vars()))
    }

    /// The variables of the call.
    fn vars(&self) -> BTreeSet<Var> {
        let call = &self.problem.done.call;
        let sharps = call.set.iter().flat_map(|i| i.sharp.leaves());
        let terms = sharps.chain(call.expr.leaves()).chain([call.context.clone()]);
        terms.flat_map(|t| t.free_vars()).collect()
    }

    /// What the clause makes of the tuples: rows of the goal's predicate.
    fn images(&self, tuples: &[Tuple]) -> Vec<Row> {
        let Some(goal) = &self.goal else {
            return vec![];
        };
        let image = |tuple: &Tuple| {
            let when = if self.determined {
                self.conditions.subst(&tuple.values)
            } else {
                Term::bool(true)
            };
            Row { when, values: goal.args.iter().map(|a| a.subst(&tuple.values)).collect() }
        };
        tuples.iter().map(image).collect()
    }

    /// The context under `α(M)`.
    fn context<'r>(&self, model: &impl Fn(PredId) -> Option<&'r [Row]>) -> Option<Term> {
        let Problem { done, abstraction, abstracted, .. } = self.problem;
        interpret(&done.call.context, &|name, args| {
            let pred = abstracted.pred_ids().find(|p| abstracted.pred(*p).name == name)?;
            Some(member(abstraction.sigma(pred), args, model(pred)?))
        })
    }

    /// The loss that the values describe, if the left side of T Eq. 4.6 holds for them.
    fn loss(&self, filled: &Filled) -> Option<Loss> {
        let source = PredModel { pred: self.problem.done.pred, tuples: filled.model.clone() };
        let mut model = vec![source];
        if let Some(goal) = &self.goal {
            let images = filled.model.iter().filter_map(|tuple| self.image(tuple, filled));
            let mut tuples: Vec<Vec<Concrete>> = vec![];
            for image in images {
                let image = image?;
                if !tuples.contains(&image) {
                    tuples.push(image);
                }
            }
            model.push(PredModel { pred: goal.pred, tuples });
        }
        let held = self.held(&filled.model, &filled.valuation)?;
        let valuation = filled.valuation.clone().into_iter().collect();
        let representatives = self.representatives(&filled.model);
        Some(Loss { model, valuation, held, representatives })
    }

    /// The image of a tuple: nothing when the conditions fail, `Some(None)` when it has no value.
    fn image(&self, tuple: &[Concrete], filled: &Filled) -> Option<Option<Vec<Concrete>>> {
        let mut vars = filled.valuation.clone();
        vars.extend(self.components.iter().map(|c| c.var.clone()).zip(tuple.iter().cloned()));
        let taken = !self.determined || evaluate(&self.conditions, &vars)?.as_bool()?;
        let args = || self.goal.as_ref()?.args.iter().map(|a| evaluate(a, &vars)).collect();
        taken.then(args)
    }

    /// For each instance a tuple that has it.
    fn held(&self, tuples: &[Vec<Concrete>], vars: &Valuation) -> Option<Vec<usize>> {
        let instances = self.problem.done.call.set.iter();
        let one = |leaves: Vec<Term>| {
            let leaves: Vec<Concrete> =
                leaves.iter().map(|t| evaluate(t, vars)).collect::<Option<_>>()?;
            tuples.iter().position(|tuple| self.has(tuple, &leaves))
        };
        instances.map(|i| one(i.sharp.leaves())).collect()
    }

    /// Whether the tuple has the abstract value with these leaves.
    fn has(&self, tuple: &[Concrete], leaves: &[Concrete]) -> bool {
        let mut leaves = leaves.iter();
        self.components.iter().zip(tuple).all(|(component, value)| match value {
            Concrete::Scalar(_) => leaves.next() == Some(value),
            Concrete::Array(a) => (0..component.kept).all(|_| {
                let cell = (leaves.next(), leaves.next());
                let (Some(k), Some(v)) = (cell.0, cell.1) else {
                    return false;
                };
                k.as_int().map(|k| a.get(k)) == v.as_int()
            }),
        })
    }

    /// Each cell that the clause reads or instantiates at, in one place of its array, with cells of
    /// the tails in all other places; and cells of the tails alone.
    fn representatives(&self, tuples: &[Vec<Concrete>]) -> Vec<Vec<Term>> {
        let tails: Vec<Vec<Term>> = self
            .components
            .iter()
            .enumerate()
            .map(|(j, c)| outside(tuples, j, if c.ordered { c.kept } else { 1 }))
            .collect();
        let slots = |(c, far): (&Component, &Vec<Term>)| -> Vec<Term> {
            (0..c.kept).map(|n| far[n % far.len()].clone()).collect()
        };
        let base: Vec<Vec<Term>> = self.components.iter().zip(&tails).map(slots).collect();
        let mut out = vec![base.concat()];
        for (j, component) in self.components.iter().enumerate().filter(|(_, c)| c.kept > 0) {
            let mut cells = component.relevant.clone();
            read_at(&self.problem.done.call.context, &component.var, &mut cells);
            // Ordered cells of the tails may be below or above: each place is tried.
            let places = if component.ordered { component.kept } else { 1 };
            for cell in cells {
                for place in 0..places {
                    let mut representative = base.clone();
                    representative[j][place] = cell.clone();
                    out.push(representative.concat());
                }
            }
        }
        out
    }

    /// Whether no valuation has all representatives and a false context.
    fn refuted(&self, loss: &Loss, budget: &mut Budget) -> bool {
        let mut names = self.names();
        let mut tails = Tails::default();
        let rows: Vec<(PredId, Vec<Row>)> =
            loss.model.iter().map(|m| (m.pred, tails.rows(m, &mut names))).collect();
        let of = |pred: PredId| rows.iter().find(|(p, _)| *p == pred).map(|(_, r)| &r[..]);
        let (Some(context), Some(source)) = (self.context(&of), of(self.problem.done.pred)) else {
            return false;
        };
        let sigma = self.problem.abstraction.sigma(self.problem.done.pred);
        let instance = |cells: &Vec<Term>| {
            let leaves = self.instance(cells);
            Term::implies(order(sigma, &leaves), member(sigma, &leaves, source))
        };
        let instances = loss.representatives.iter().map(instance);
        let formulas: Vec<Term> = instances.chain([Term::not(context)]).collect();
        let (formulas, _) = tails.flatten(&formulas, &[], names);
        let mut solver = Solver::new();
        formulas.iter().all(|f| solver.assert(f).is_ok())
            && solver.check(&[], budget) == Answer::Unsat
    }

    /// The leaves of the abstract value of the premise's arguments with these cells.
    fn instance(&self, cells: &[Term]) -> Vec<Term> {
        let mut cells = cells.iter();
        let mut out = vec![];
        for component in &self.components {
            let value = Term::var(&component.var);
            if component.kept == 0 {
                out.push(value.clone());
            }
            for k in cells.by_ref().take(component.kept) {
                out.extend([k.clone(), Term::select(value.clone(), k.clone())]);
            }
        }
        out
    }
}

/// The least natural indices that no array of the component distinguishes.
fn outside(tuples: &[Vec<Concrete>], component: usize, count: usize) -> Vec<Term> {
    let distinguished: BTreeSet<&Int> = tuples
        .iter()
        .filter_map(|tuple| match &tuple[component] {
            Concrete::Array(a) => Some(a.cells.iter().map(|(k, _)| k)),
            Concrete::Scalar(_) => None,
        })
        .flatten()
        .collect();
    let mut out = vec![];
    let mut k = Int::ZERO;
    while out.len() < count.max(1) {
        if !distinguished.contains(&k) {
            out.push(Term::int(k.clone()));
        }
        k = k + Int::ONE;
    }
    out
}

/// The indices at which an array is read, possibly after writes.
fn read_at(t: &Term, array: &Var, out: &mut Vec<Term>) {
    if let Node::App(op, args) = t.node() {
        if *op == Op::Select && args[0].mentions(array) && !out.contains(&args[1]) {
            out.push(args[1].clone());
        }
        args.iter().for_each(|a| read_at(a, array, out));
    }
}
