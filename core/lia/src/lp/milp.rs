//! The bridge to floating-point mixed-integer programming: proposals only, never decisions.
//!
//! A cube (a conjunction of literals) is handed to `good_lp` with the `microlp` backend. The resulting point
//! is rounded; the caller checks it exactly. The number of nodes is limited by count, so that proposals are
//! the same on every run.
#![allow(
    clippy::float_arithmetic,
    clippy::disallowed_types,
    reason = "proposals only: all that is taken over is exact"
)]

use crate::implicant::find_implicant;
use crate::model::{Model, Value};
use good_lp::{Expression, ProblemVariables, SolverModel, variable};
use hornbook_base::Int;
use hornbook_horn::term::{Node, Op, Term, Var};
use std::collections::BTreeMap;

/// Branch-and-bound nodes of one proposal.
const NODES: u64 = 60;

/// The largest coefficient for which floating point is of use.
const LARGEST: i64 = 1_000_000;

/// The most rows for which a proposal is worth its time.
const MAX_ROWS: usize = 300;

/// A linear comparison as a constraint.
type MilpRow = (BTreeMap<Var, Int>, Int, Op);

/// Turns literals into rows that agree with a model.
struct MilpRows<'a> {
    model: &'a Model,
    rows: Vec<MilpRow>,
    /// Conditions of `ite` terms, which join the cube.
    pending: Vec<(Term, bool)>,
    helpers: usize,
}

impl MilpRows<'_> {
    fn add(&mut self, t: &Term, positive: bool) -> Option<()> {
        let Node::App(op, args) = t.node() else {
            return Some(());
        };
        let [a, b] = &args[..] else {
            return None;
        };
        let (mut form, mut constant) = self.linear(a)?;
        let (other, k) = self.linear(b)?;
        merge(&mut form, &Int::MINUS_ONE, &other);
        constant -= &k;
        let op = match (op, positive) {
            (op, true) => *op,
            (Op::Le, false) => Op::Gt,
            (Op::Lt, false) => Op::Ge,
            (Op::Ge, false) => Op::Lt,
            (Op::Gt, false) => Op::Le,
            (Op::Eq, false) => Op::Ne,
            (Op::Ne, false) => Op::Eq,
            _ => return None,
        };
        let (op, shift) = match op {
            Op::Lt => (Op::Le, Int::ONE),
            Op::Gt => (Op::Ge, Int::MINUS_ONE),
            // The side of a difference is taken from the model.
            Op::Ne if self.model.satisfies(&Term::lt(a.clone(), b.clone())) => (Op::Le, Int::ONE),
            Op::Ne => (Op::Ge, Int::MINUS_ONE),
            op => (op, Int::ZERO),
        };
        self.rows.push((form, constant + shift, op));
        Some(())
    }

    fn linear(&mut self, t: &Term) -> Option<(BTreeMap<Var, Int>, Int)> {
        match t.node() {
            Node::Int(n) => Some((BTreeMap::new(), n.clone())),
            Node::Var(v) => Some((BTreeMap::from([(v.clone(), Int::ONE)]), Int::ZERO)),
            Node::App(Op::Ite, args) => {
                let condition = self.model.satisfies(&args[0]);
                self.pending.extend(implicant_literals(&args[0], condition, self.model));
                self.linear(if condition { &args[1] } else { &args[2] })
            }
            Node::App(op @ (Op::Div | Op::Mod), args) => self.division(*op, &args[0], &args[1]),
            Node::App(Op::Mul, args) => {
                let mut product = (BTreeMap::new(), Int::ONE);
                for arg in args {
                    let factor = self.linear(arg)?;
                    product = match (product.0.is_empty(), factor.0.is_empty()) {
                        (true, _) => scale(&product.1, factor),
                        (_, true) => scale(&factor.1, product),
                        _ => return None,
                    };
                }
                Some(product)
            }
            Node::App(op @ (Op::Add | Op::Sub | Op::Neg), args) => {
                let mut sum = (BTreeMap::new(), Int::ZERO);
                for (i, arg) in args.iter().enumerate() {
                    let minus = *op == Op::Neg || (*op == Op::Sub && i > 0);
                    let sign = if minus { Int::MINUS_ONE } else { Int::ONE };
                    let (form, k) = self.linear(arg)?;
                    merge(&mut sum.0, &sign, &form);
                    sum.1 += &(&sign * &k);
                }
                Some(sum)
            }
            _ => None,
        }
    }

    /// A helper variable for the quotient; `0 <= a - k q <= |k| - 1`.
    fn division(&mut self, op: Op, a: &Term, k: &Term) -> Option<(BTreeMap<Var, Int>, Int)> {
        let (mut form, constant) = self.linear(a)?;
        let k = k.as_int().filter(|k| !k.is_zero())?.clone();
        self.helpers += 1;
        // No variable of a formula has a space in its name.
        let q = Var::int(format!("quotient {}", self.helpers));
        let quotient = BTreeMap::from([(q, Int::ONE)]);
        merge(&mut form, &-&k, &quotient);
        self.rows.push((form.clone(), constant.clone(), Op::Ge));
        self.rows.push((form.clone(), &constant - &k.abs() + Int::ONE, Op::Le));
        Some(if op == Op::Mod { (form, constant) } else { (quotient, Int::ZERO) })
    }
}

fn implicant_literals(f: &Term, truth: bool, model: &Model) -> Vec<(Term, bool)> {
    if truth { find_implicant(f, model) } else { find_implicant(&Term::not(f.clone()), model) }
}

fn scale(n: &Int, (form, constant): (BTreeMap<Var, Int>, Int)) -> (BTreeMap<Var, Int>, Int) {
    let mut out = BTreeMap::new();
    merge(&mut out, n, &form);
    (out, n * &constant)
}

fn merge(sum: &mut BTreeMap<Var, Int>, n: &Int, form: &BTreeMap<Var, Int>) {
    for (v, c) in form {
        *sum.entry(v.clone()).or_default() += &(n * c);
    }
}

/// A point of a cube that makes a weighted sum of absolute values, plus a linear term, small.
/// `model` satisfies the cube; the point, which need not, has the same truth values.
pub(super) fn propose(
    literals: &[(Term, bool)],
    absolute: &[(Var, i32)],
    linear: Option<&Term>,
    model: &Model,
) -> Option<Model> {
    let mut rows = MilpRows { model, rows: Vec::new(), pending: literals.to_vec(), helpers: 0 };
    let objective = match linear {
        Some(t) => rows.linear(t)?.0,
        None => BTreeMap::new(),
    };
    while let Some((t, positive)) = rows.pending.pop() {
        rows.add(&t, positive)?;
        if rows.rows.len() > MAX_ROWS {
            return None;
        }
    }
    let points = solve(&rows.rows, absolute, &objective)?;
    let mut proposal = model.clone();
    for (v, n) in points {
        if proposal.values.contains_key(&v) {
            proposal.values.insert(v, Value::Int(n));
        }
    }
    Some(proposal)
}

fn float(n: &Int) -> Option<f64> {
    let small = n.to_i64().filter(|n| n.abs() <= LARGEST)?;
    Some(small as f64)
}

fn solve(
    rows: &[MilpRow],
    absolute: &[(Var, i32)],
    objective: &BTreeMap<Var, Int>,
) -> Option<Vec<(Var, Int)>> {
    let mut problem = ProblemVariables::new();
    // Every variable is the difference of two non-negative ones, so that |x| is their sum.
    let names = rows.iter().flat_map(|(form, ..)| form.keys()).chain(objective.keys());
    let mut columns: BTreeMap<&Var, usize> = names.map(|v| (v, 0)).collect();
    let mut halves = Vec::new();
    for (i, column) in columns.values_mut().enumerate() {
        *column = i;
        let half = || variable().integer().min(0).max(1_000_000_000);
        halves.push((problem.add(half()), problem.add(half())));
    }
    let difference = |form: &BTreeMap<Var, Int>| -> Option<Expression> {
        form.iter().try_fold(Expression::from(0.0), |sum, (v, c)| {
            let (plus, minus) = *halves.get(*columns.get(v)?)?;
            let c = float(c)?;
            Some(sum + c * plus - c * minus)
        })
    };
    let mut cost = difference(objective)?;
    for (v, weight) in absolute {
        if let Some((plus, minus)) = columns.get(v).and_then(|&c| halves.get(c)) {
            cost += f64::from(*weight) * *plus + f64::from(*weight) * *minus;
        }
    }
    let mut model = good_lp::microlp(problem.minimise(cost));
    for (form, constant, op) in rows {
        let sum = difference(form)? + float(constant)?;
        model.add_constraint(match op {
            Op::Le => sum.leq(0.0),
            Op::Ge => sum.geq(0.0),
            _ => sum.eq(0.0),
        });
    }
    let mut options = microlp::SolveOptions::default();
    options.node_limit = Some(NODES);
    let outcome = model.as_inner().solve_with(options).ok()?;
    let values: Vec<f64> = outcome.solution()?.iter().map(|(_, x)| x).collect();
    columns
        .into_iter()
        .map(|(v, c)| {
            let x = values.get(2 * c)? - values.get(2 * c + 1)?;
            Some((v.clone(), Int::from_f64_rounded(x)?))
        })
        .collect()
}
