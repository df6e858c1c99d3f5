//! Parts of invariants as sentences: `for every k with 0 ≤ k < i: a[k] = 0`.

use super::name::variable;
use super::term::{Setting, term};
use hornbook_horn::term::{Node, Op, Quantifier, Term};
use hornbook_records::invariant::StateTable;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct InvariantPartProps {
    /// The conjunct.
    pub term: Term,
}

/// One conjunct of an invariant.
#[component]
pub fn InvariantPart(props: &InvariantPartProps) -> Html {
    if let Some(states) = StateTable::from_part(&props.term) {
        return listed(&states);
    }
    html! {
        <div class="f f-invariant" role="math" aria-label={props.term.to_string()}>{ sentence(&props.term) }</div>
    }
}

/// States in a line; all of them where one asks for them.
fn listed(states: &StateTable) -> Html {
    let last = states.rows.len() - 1;
    let rows = states.rows.iter().enumerate().map(|(n, row)| {
        let comma = if n < last { ", " } else { "" };
        html! { <><span class="f-tight">{ states.format_row(row) }</span>{ comma }</> }
    });
    html! {
        <div class="f f-invariant">
            <details data-testid="states">
                <summary class="f-states">{ states.to_string() }</summary>
                <span>{ for rows }</span>
            </details>
        </div>
    }
}

fn sentence(t: &Term) -> Html {
    let setting = Setting::default();
    let Node::Quant(Quantifier::Forall, vars, body) = t.node() else {
        return match t.as_app(Op::Implies) {
            Some([when, then]) => html! {
                <><span class="f-say">{ "if " }</span>{ conditions(when, &[]) }<span class="f-say">{ ": " }</span>{ term(then, &setting) }</>
            },
            _ => conditions(t, &[]),
        };
    };
    let last = vars.len().saturating_sub(1);
    let names = vars.iter().enumerate().map(|(i, v)| {
        let comma = if i < last { ", " } else { "" };
        html! { <>{ variable(&v.name) }{ comma }</> }
    });
    let bound: Vec<Term> = vars.iter().map(Term::var).collect();
    let (guard, fact) = match body.as_app(Op::Implies) {
        Some([guard, fact]) => (Some(guard), fact),
        _ => (None, body),
    };
    html! {
        <>
            <span class="f-say">{ "for every " }</span>{ for names }
            if let Some(guard) = guard { <span class="f-say">{ " with " }</span>{ conditions(guard, &bound) } }
            <span class="f-say">{ ": " }</span>
            <span class="f-fact">{ term(fact, &setting) }</span>
        </>
    }
}

/// A conjunction with its inequalities strung together at the given variables.
fn conditions(t: &Term, joints: &[Term]) -> Html {
    let chains = chains(t.conjuncts(), joints);
    if chains.is_empty() {
        return term(t, &Setting::default());
    }
    let last = chains.len() - 1;
    let parts = chains.iter().enumerate().map(|(i, chain)| {
        let comma = if i < last { ", " } else { "" };
        html! { <><span class="f-tight">{ show(chain) }</span>{ comma }</> }
    });
    html! { <>{ for parts }</> }
}

/// `a ≤ b < c`: the first operand, then signs with operands; or a single other condition.
#[derive(Debug, PartialEq)]
enum Chain {
    Ordered(Term, Vec<(Op, Term)>),
    Other(Term),
}

/// `(smaller, sign, larger)` of an inequality.
fn ordered(t: &Term) -> Option<(Term, Op, Term)> {
    let Node::App(op, args) = t.node() else {
        return None;
    };
    let [a, b] = args.as_slice() else {
        return None;
    };
    match op {
        Op::Lt | Op::Le => Some((a.clone(), *op, b.clone())),
        Op::Gt => Some((b.clone(), Op::Lt, a.clone())),
        Op::Ge => Some((b.clone(), Op::Le, a.clone())),
        _ => None,
    }
}

/// Joins `a ≤ b` and `b < c` where they stand next to each other, in either order, and `b` is a
/// joint: `i ≤ k < n` reads well, `k ≤ 0 < n` does not.
fn chains(parts: Vec<Term>, joints: &[Term]) -> Vec<Chain> {
    let mut out: Vec<Chain> = vec![];
    for part in parts {
        let Some((small, op, large)) = ordered(&part) else {
            out.push(Chain::Other(part));
            continue;
        };
        match out.last_mut() {
            Some(Chain::Ordered(_, signs))
                if joints.contains(&small) && signs.last().is_some_and(|(_, t)| *t == small) =>
            {
                signs.push((op, large));
            }
            Some(Chain::Ordered(first, signs)) if *first == large && joints.contains(&large) => {
                let old = std::mem::replace(first, small);
                signs.insert(0, (op, old));
            }
            // One inequality alone keeps the direction in which it was said.
            _ => out.push(Chain::Ordered(small, vec![(op, large)])),
        }
    }
    out
}

fn show(chain: &Chain) -> Html {
    let setting = Setting::default();
    match chain {
        Chain::Other(t) => term(t, &setting),
        Chain::Ordered(first, signs) => {
            let rest = signs.iter().map(|(op, t)| {
                let sign = if *op == Op::Lt { "<" } else { "≤" };
                html! { <><span class="f-sign">{ "\u{a0}" }{ sign }{ "\u{a0}" }</span>{ term(t, &setting) }</> }
            });
            html! { <>{ term(first, &setting) }{ for rest }</> }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::term::Var;

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    #[test]
    fn neighbouring_inequalities_are_strung_together() {
        let range = vec![Term::le(Term::int(0), v("k")), Term::lt(v("k"), v("i"))];
        let signs = vec![(Op::Le, v("k")), (Op::Lt, v("i"))];
        assert_eq!(chains(range.clone(), &[v("k")]), [Chain::Ordered(Term::int(0), signs.clone())]);
        assert_eq!(chains(range.clone(), &[]).len(), 2);
        let reversed = range.into_iter().rev().collect();
        assert_eq!(chains(reversed, &[v("k")]), [Chain::Ordered(Term::int(0), signs)]);
        let apart =
            vec![Term::lt(v("a"), v("b")), Term::eq(v("x"), v("y")), Term::lt(v("b"), v("c"))];
        assert_eq!(chains(apart, &[v("b")]).len(), 3);
    }
}
