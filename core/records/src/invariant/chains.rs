//! Inequalities strung together at an index: `0 <= k < j < n`.

use hornbook_horn::{Node, Op, Quantifier, Sort, Term, Var};

/// The conditions with those next to each other that make a chain at one of the indices.
pub fn strung(mut conditions: Vec<Term>, indices: &[Var]) -> Vec<Term> {
    let mut out = vec![];
    while !conditions.is_empty() {
        // A chain begins where nothing can stand before it.
        let begins = |t: &Term| !conditions.iter().any(|u| joined(u, t, indices));
        let start = conditions.iter().position(begins).unwrap_or(0);
        let mut last = conditions.remove(start);
        while let Some(next) = conditions.iter().position(|t| joined(&last, t, indices)) {
            out.push(std::mem::replace(&mut last, conditions.remove(next)));
        }
        out.push(last);
    }
    out
}

/// A part of an invariant as text in the syntax of programs, chains written as such.
pub fn text(part: &Term) -> String {
    let Node::Quant(Quantifier::Forall, indices, body) = part.node() else {
        return part.to_string();
    };
    let Some([guard, claim]) = body.as_app(Op::Implies) else { return part.to_string() };
    let mut chains: Vec<Vec<Term>> = vec![];
    for condition in guard.conjuncts() {
        match chains.last_mut() {
            Some(chain) if chain.last().is_some_and(|l| joined(l, &condition, indices)) => {
                chain.push(condition);
            }
            _ => chains.push(vec![condition]),
        }
    }
    let guard = Term::and(chains.iter().map(|chain| as_one(chain)));
    Term::forall(indices.clone(), Term::implies(guard, claim.clone())).to_string()
}

/// A chain as a truth value that is named as the chain is written.
fn as_one(chain: &[Term]) -> Term {
    let (Some(first), [_, _, ..]) = (chain.first(), chain) else {
        return Term::and(chain.to_vec());
    };
    let mut text = first.to_string();
    for next in &chain[1..] {
        if let Some((op, _, right)) = ordered(next) {
            text.push_str(if op == Op::Lt { " < " } else { " <= " });
            text.push_str(&right.to_string());
        }
    }
    Term::var(&Var::new(text, Sort::Bool))
}

fn ordered(t: &Term) -> Option<(Op, &Term, &Term)> {
    match t.node() {
        Node::App(op @ (Op::Lt | Op::Le), args) => match args.as_slice() {
            [a, b] => Some((*op, a, b)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the first inequality ends with the index that the second begins with.
fn joined(first: &Term, second: &Term, indices: &[Var]) -> bool {
    let (Some((_, _, end)), Some((_, start, _))) = (ordered(first), ordered(second)) else {
        return false;
    };
    end == start && end.as_var().is_some_and(|v| indices.contains(v))
}
