//! Values for the variables of a clause that its premises leave open.

use super::eval::{BOX, Env, all, truth};
use hornbook_base::Int;
use hornbook_horn::{Clause, Sort, Term, Var};
use hornbook_lang::interp::Value;
use std::collections::BTreeSet;

/// How many values are tried for one clause.
const MOST: usize = 30_000;

/// The ways to satisfy the premises of a clause.
#[derive(Default)]
pub struct Solutions {
    /// Values under which all premises are known to hold.
    pub sure: Vec<Env>,
    /// Whether there may be more, because something could not be evaluated or was not tried.
    pub more: bool,
    tried: usize,
}

/// Solves the conditions of a clause: `env` has its parameters and its inputs. For other numbers
/// a small box and `numbers` are tried.
pub fn solve(clause: &Clause, env: &Env, numbers: &BTreeSet<Int>) -> Solutions {
    let mut open: Vec<Var> =
        clause.free_vars().into_iter().filter(|v| !env.contains_key(v)).collect();
    open.sort_by_key(|v| v.sort != Sort::Bool);
    let conditions: Vec<Term> = clause.conditions().cloned().collect();
    let mut out = Solutions::default();
    let mut numbers = numbers.clone();
    numbers.extend((-BOX - 2..=BOX + 2).map(Int::from));
    search(&conditions, &open, &mut env.clone(), &numbers, &mut out);
    out
}

fn search(
    conditions: &[Term],
    open: &[Var],
    env: &mut Env,
    numbers: &BTreeSet<Int>,
    out: &mut Solutions,
) {
    out.tried += 1;
    if out.tried > MOST {
        out.more = true;
        return;
    }
    let ready = conditions.iter().filter(|c| !open.iter().any(|v| c.mentions(v)));
    let holds = all(ready.map(|c| truth(c, env)));
    if holds == Some(false) {
        return;
    }
    let Some((v, rest)) = open.split_first() else {
        match holds {
            Some(_) => out.sure.push(env.clone()),
            None => out.more = true,
        }
        return;
    };
    let candidates: Vec<Value> = match v.sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Int => numbers.iter().cloned().map(Value::Int).collect(),
        Sort::Array(_) => vec![],
    };
    out.more |= candidates.is_empty();
    for value in candidates {
        env.insert(v.clone(), value);
        search(conditions, rest, env, numbers, out);
    }
    env.remove(v);
}

/// The numbers in a value, each also one less and one more.
pub fn numbers(value: &Value, out: &mut BTreeSet<Int>) {
    match value {
        Value::Int(n) => out.extend([n - &Int::ONE, n.clone(), n + &Int::ONE]),
        Value::Bool(_) => {}
        Value::Array(a) => {
            numbers(&a.default, out);
            out.extend(a.cells.keys().cloned());
            a.cells.values().for_each(|v| numbers(v, out));
        }
    }
}
