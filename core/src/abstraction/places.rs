//! Places that the clause names, for where a quantified index reaches any cell.
//!
//! For a claim that something exists, `relevant` finds no cell: it answers `⊤` only, and an
//! instance at any cell says nothing about the one that is meant. Which one that is cannot be known,
//! but programs often keep it in a variable, or it is the first or the last one of the range that the
//! quantifier runs over. So these are tried. The `⊤` stays, and with it what is said about
//! completeness.

use super::relevant::{Call, Cell, TopReason};
use crate::horn::{Node, Op, Sort, Term, Var};

/// Places that are named at most: each is an instance of the premise.
const PLACES: usize = 8;

/// The places that the ranges of quantified indices begin and end at, and the integer variables of
/// the context, without repetitions; none where the search stopped for other reasons.
pub fn named_places(search: &Call, context: &Term) -> Vec<Term> {
    let mut places = vec![];
    let mut beyond = vec![];
    let mut quantified = false;
    for cell in &search.found {
        if let Cell::Top(top) = cell
            && top.reason == TopReason::BoundIndex
            && let Node::Quant(_, vars, body) = top.at.node()
            && !speaks_of_predicates(body)
        {
            quantified = true;
            ends(body, vars, &mut places, &mut beyond);
        }
    }
    if !quantified {
        return vec![];
    }
    let free = context.free_vars();
    // What stands outside may bind a variable of an end.
    places.retain(|place| place.free_vars().into_iter().all(|v| free.contains(&v)));
    let variables = free.into_iter().filter(|v| v.sort == Sort::Int);
    places.extend(variables.map(|v| Term::var(&v)).filter(|t| !beyond.contains(t)));
    let mut distinct: Vec<Term> = vec![];
    for place in places {
        if !distinct.contains(&place) {
            distinct.push(place);
        }
    }
    distinct.truncate(PLACES);
    distinct
}

/// What other premises hold for all cells of is no condition on any of them.
fn speaks_of_predicates(t: &Term) -> bool {
    match t.node() {
        Node::Pred(..) => true,
        Node::App(_, args) => args.iter().any(speaks_of_predicates),
        Node::Quant(_, _, body) => speaks_of_predicates(body),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => false,
    }
}

/// The first and last values that comparisons leave to the quantified variables, and what stands
/// just beyond them.
fn ends(t: &Term, bound: &[Var], places: &mut Vec<Term>, beyond: &mut Vec<Term>) {
    let Node::App(op, args) = t.node() else {
        if let Node::Quant(_, more, body) = t.node() {
            ends(body, &[bound, more].concat(), places, beyond);
        }
        return;
    };
    let [a, b] = args.as_slice() else {
        return args.iter().for_each(|t| ends(t, bound, places, beyond));
    };
    let is_bound = |t: &Term| t.as_var().is_some_and(|v| bound.contains(v));
    let is_free =
        |t: &Term| !bound.iter().any(|v| t.mentions(v)) && !t.has_array() && !t.has_quantifier();
    // The operator as if the variable stood on the left.
    let (op, end) = match (is_bound(a) && is_free(b), is_bound(b) && is_free(a)) {
        (true, _) => (*op, b),
        (_, true) => (turned(*op), a),
        _ => return args.iter().for_each(|t| ends(t, bound, places, beyond)),
    };
    let one = Term::int(1);
    match op {
        Op::Le | Op::Ge | Op::Eq => places.push(end.clone()),
        Op::Lt | Op::Gt => {
            beyond.push(end.clone());
            let last = if op == Op::Lt {
                Term::sub(end.clone(), one)
            } else {
                Term::add(end.clone(), one)
            };
            places.push(last);
        }
        _ => {}
    }
}

fn turned(op: Op) -> Op {
    match op {
        Op::Lt => Op::Gt,
        Op::Gt => Op::Lt,
        Op::Le => Op::Ge,
        Op::Ge => Op::Le,
        op => op,
    }
}
