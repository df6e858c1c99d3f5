//! The view of a witness of incompleteness: the tuples of the model as rows of cells, the mixed row that the
//! instances cannot distinguish from them, and the tuple of each instance.
//!
//! It does not change the static verdict of `abstraction::completeness`.

use hornbook_abstraction::eliminate::Instantiated;
use hornbook_abstraction::sigma::{Sigma, Value};
use hornbook_abstraction::witness::model::{Concrete, Witness};
use hornbook_base::Int;
use hornbook_horn::{ClauseId, Pred, Term, Var};
use hornbook_records::witness::{ArrayRow, ModelRow, SeenInstance, WitnessView};
use hornbook_witness::evaluate;
use std::collections::{BTreeMap, BTreeSet};

/// Describes a witness as rows. `pred` is the premise's concrete predicate.
pub fn describe(
    clause: ClauseId,
    call: usize,
    done: &Instantiated,
    pred: &Pred,
    witness: Witness,
) -> WitnessView {
    let loss = &witness.loss;
    let tuples = loss.model.iter().find(|m| m.pred == done.pred).map_or(&[][..], |m| &m.tuples);
    let vars: BTreeMap<&Var, &Concrete> = loss.valuation.iter().map(|(v, c)| (v, c)).collect();
    let exprs = done.call.expr.leaves();
    let valuation = loss.valuation.iter().cloned().collect();
    let of = |t: &Term| evaluate(t, &valuation).unwrap_or_else(|| Concrete::zero(&t.sort()));
    let mixed: Vec<Concrete> = exprs.iter().map(of).collect();
    let indices: Vec<BTreeSet<Int>> = (0..pred.params.len())
        .map(|j| {
            tuples.iter().chain([&mixed]).flat_map(|t| distinguished_indices(t.get(j))).collect()
        })
        .collect();
    let rows: Vec<ModelRow> = tuples
        .iter()
        .enumerate()
        .map(|(n, t)| model_row(tuple_name(n), t, pred, &indices))
        .collect();
    let premise: BTreeSet<&Var> = exprs.iter().filter_map(|e| e.as_var()).collect();
    let others = vars.iter().filter(|(v, _)| !premise.contains(**v)).filter_map(|(v, c)| match c {
        Concrete::Scalar(value) => Some((v.name.to_string(), value.to_string())),
        Concrete::Array(_) => None,
    });
    let asking = loss.held.iter().zip(&done.call.set);
    let seen = asking.filter_map(|(held, instance)| {
        Some(SeenInstance {
            text: instance.sharp.to_string(),
            cells: instance_cells(&done.call.sigma, &instance.sharp, pred, &vars),
            row: held.as_ref()?.tuple,
        })
    });
    WitnessView {
        version: hornbook_records::VERSION,
        clause,
        call,
        sentence: "Each instance sees cells that some row of the model has, so the clause cannot \
                   tell the mixed row from the model; but no row of the model is the mixed one."
            .into(),
        mixed: model_row("mixed".into(), &mixed, pred, &indices),
        rows,
        instances: seen.collect(),
        others: others.collect(),
        witness: witness.clone(),
    }
}

/// The name of a tuple: `A`, `B`, ... and then numbers.
fn tuple_name(n: usize) -> String {
    let letter = u8::try_from(n).ok().and_then(|n| b'A'.checked_add(n));
    letter.filter(u8::is_ascii_uppercase).map_or(n.to_string(), |b| char::from(b).to_string())
}

fn distinguished_indices(value: Option<&Concrete>) -> Vec<Int> {
    match value {
        Some(Concrete::Array(a)) => a.cells.iter().map(|(k, _)| k.clone()).collect(),
        _ => vec![],
    }
}

fn model_row(name: String, tuple: &[Concrete], pred: &Pred, indices: &[BTreeSet<Int>]) -> ModelRow {
    let mut row = ModelRow { name, scalars: vec![], arrays: vec![] };
    for ((value, param), indices) in tuple.iter().zip(&pred.params).zip(indices) {
        let name = param.name.to_string();
        match value {
            Concrete::Scalar(v) => row.scalars.push((name, v.to_string())),
            Concrete::Array(a) => {
                let cells = indices.iter().map(|k| (k.clone(), a.get(k).to_string())).collect();
                row.arrays.push(ArrayRow { name, cells, tail: a.tail.to_string() });
            }
        }
    }
    row
}

/// The cells of an abstract value whose indices are numbers.
fn instance_cells(
    sigma: &Sigma,
    sharp: &Value,
    pred: &Pred,
    vars: &BTreeMap<&Var, &Concrete>,
) -> Vec<(String, Int)> {
    let (Sigma::Tuple(sigmas), Value::Tuple(values)) = (sigma, sharp) else {
        return vec![];
    };
    let mut out = vec![];
    for ((sigma, value), param) in sigmas.iter().zip(values).zip(&pred.params) {
        for index in visible_indices(sigma, value) {
            let value = match index.as_var() {
                Some(v) => vars.get(v).and_then(|c| c.as_int()).cloned(),
                None => index.as_int().cloned(),
            };
            out.extend(value.map(|k| (param.name.to_string(), k)));
        }
    }
    out
}

/// The indices in an abstract value.
fn visible_indices(sigma: &Sigma, value: &Value) -> Vec<Term> {
    match (sigma, value) {
        (Sigma::Cell, Value::Tuple(cell)) => cell.first().map_or(vec![], Value::leaves),
        (Sigma::Power(base, _) | Sigma::Ordered(base, _), Value::Tuple(values)) => {
            values.iter().flat_map(|v| visible_indices(base, v)).collect()
        }
        (Sigma::Product(parts), Value::Tuple(values)) => {
            parts.iter().zip(values).flat_map(|(p, v)| visible_indices(p, v)).collect()
        }
        _ => vec![],
    }
}
