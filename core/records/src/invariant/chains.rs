//! Chains of inequalities at an index: `0 <= k < j < n`.

use hornbook_horn::{Node, Op, Quantifier, Sort, Term, Var};

/// Sorts conditions so that those of a chain at one of the indices are adjacent.
pub fn order_chains(mut conditions: Vec<Term>, indices: &[Var]) -> Vec<Term> {
    let mut out = vec![];
    while !conditions.is_empty() {
        // A chain begins where nothing can stand before it.
        let begins = |t: &Term| !conditions.iter().any(|u| are_linked(u, t, indices));
        let start = conditions.iter().position(begins).unwrap_or(0);
        let mut last = conditions.remove(start);
        while let Some(next) = conditions.iter().position(|t| are_linked(&last, t, indices)) {
            out.push(std::mem::replace(&mut last, conditions.remove(next)));
        }
        out.push(last);
    }
    out
}

/// Formats a part of an invariant in the syntax of programs, with chains of inequalities.
pub fn to_text(part: &Term) -> String {
    let Node::Quant(Quantifier::Forall, indices, body) = part.node() else {
        return part.to_string();
    };
    let Some([guard, claim]) = body.as_app(Op::Implies) else { return part.to_string() };
    let mut chains: Vec<Vec<Term>> = vec![];
    for condition in guard.conjuncts() {
        match chains.last_mut() {
            Some(chain) if chain.last().is_some_and(|l| are_linked(l, &condition, indices)) => {
                chain.push(condition);
            }
            _ => chains.push(vec![condition]),
        }
    }
    let guard = Term::and(chains.iter().map(|chain| chain_to_term(chain)));
    Term::forall(indices.clone(), Term::implies(guard, claim.clone())).to_string()
}

/// A truth value whose name is the text of a chain.
fn chain_to_term(chain: &[Term]) -> Term {
    let (Some(first), [_, _, ..]) = (chain.first(), chain) else {
        return Term::and(chain.to_vec());
    };
    let mut text = first.to_string();
    for next in &chain[1..] {
        if let Some((op, _, right)) = as_inequality(next) {
            text.push_str(if op == Op::Lt { " < " } else { " <= " });
            text.push_str(&right.to_string());
        }
    }
    Term::var(&Var::new(text, Sort::Bool))
}

fn as_inequality(t: &Term) -> Option<(Op, &Term, &Term)> {
    match t.node() {
        Node::App(op @ (Op::Lt | Op::Le), args) => match args.as_slice() {
            [a, b] => Some((*op, a, b)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the first inequality ends with the index that the second begins with.
fn are_linked(first: &Term, second: &Term, indices: &[Var]) -> bool {
    let (Some((_, _, end)), Some((_, start, _))) = (as_inequality(first), as_inequality(second))
    else {
        return false;
    };
    end == start && end.as_var().is_some_and(|v| indices.contains(v))
}
