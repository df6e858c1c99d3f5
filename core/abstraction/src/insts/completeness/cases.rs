//! **C5.** In each of finitely many cases one of the other conditions holds.
//!
//! A read behind a write, `a[i <- v][k]`, looks at `a[k]` only where `k ≠ i`, and at what `v` looks at only
//! where `k = i`. So cells can be relevant in different cases that never matter together.
//!
//! *Claim.* Let `φ_1`, .., `φ_m` be formulas over scalars that are no components, or are kept as they are,
//! one of which holds in any valuation. If the call is complete for each context `φ_i ==> ctx`, it is
//! complete.
//! *Proof.* A valuation that satisfies the instances and falsifies the context satisfies some `φ_i`, so it
//! falsifies `φ_i ==> ctx`. By completeness some valuation has all instances of the quantifier and
//! falsifies `φ_i ==> ctx`, and so the context. ∎ (The instances are the same for each case. That the
//! context may be simplified by `φ_i` does not change what it means where `φ_i` holds.)

use crate::facts::Facts;
use hornbook_horn::fold::fold;
use hornbook_horn::{Node, Op, Subst, Term};

/// The most comparisons for which cases are split.
const ATOMS: usize = 7;

/// The context with constants in the places of variables that are equal to them where it is false; it
/// means the same.
pub(super) fn with_constants(ctx: &Term, negation: &[Term]) -> Option<Term> {
    let constant = |part: &Term| {
        let [a, b] = part.as_app(Op::Eq)? else { return None };
        let (v, c) = if a.as_var().is_some() { (a, b) } else { (b, a) };
        c.as_int()?;
        Some((v.as_var()?.clone(), c.clone()))
    };
    let map: Subst = negation.iter().filter_map(constant).collect();
    if map.is_empty() {
        return None;
    }
    let equal = map.iter().map(|(v, c)| Term::eq(Term::var(v), c.clone()));
    Some(Term::implies(Term::and(equal), fold(&ctx.subst(&map))))
}

/// The contexts of the cases, if there are several: `φ_i ==> ctx`, simplified. Choices within `terms` give
/// cases as well.
pub(super) fn split(ctx: &Term, negation: &[Term], terms: &[Term]) -> Option<Vec<Term>> {
    let mut atoms = vec![];
    terms.iter().for_each(|t| collect(t, &mut atoms));
    for part in negation {
        collect(part, &mut atoms);
        if let Some(tags) = part.as_app(Op::Or) {
            tags.iter().flat_map(Term::conjuncts).for_each(|t| add_tag(&t, &mut atoms));
        }
    }
    let facts = Facts::from_formulas(negation);
    atoms.retain(|atom| facts.decide(atom).is_none());
    if atoms.is_empty() || atoms.len() > ATOMS {
        return None;
    }
    let mut cases = vec![];
    all(&atoms, &mut vec![], negation, &mut cases);
    let context = |case: &Vec<(Term, bool)>| {
        let holds = |(atom, value): &(Term, bool)| match value {
            true => atom.clone(),
            false => Term::not(atom.clone()),
        };
        Term::implies(Term::and(case.iter().map(holds)), fold(&under(ctx, case)))
    };
    Some(cases.iter().map(context).collect())
}

/// All valuations of the atoms that do not contradict the known facts.
fn all(
    atoms: &[Term],
    so_far: &mut Vec<(Term, bool)>,
    negation: &[Term],
    out: &mut Vec<Vec<(Term, bool)>>,
) {
    let Some((atom, rest)) = atoms.split_first() else {
        out.push(so_far.clone());
        return;
    };
    let decided = so_far.iter().map(|(t, b)| if *b { t.clone() } else { Term::not(t.clone()) });
    let known: Vec<Term> = negation.iter().cloned().chain(decided).collect();
    let decided = Facts::from_formulas(&known).decide(atom);
    for value in [true, false] {
        if decided != Some(!value) {
            so_far.push((atom.clone(), value));
            all(rest, so_far, negation, out);
            so_far.pop();
        }
    }
}

fn collect(t: &Term, out: &mut Vec<Term>) {
    match t.node() {
        Node::App(op, args) => {
            args.iter().for_each(|a| collect(a, out));
            match (op, args.as_slice()) {
                (Op::Select, [array, k]) => {
                    if let Some([_, i, _]) = array.as_app(Op::Store) {
                        add(&Term::eq(k.clone(), i.clone()), out);
                    }
                }
                (Op::Ite, [c, _, _]) => c.conjuncts().iter().for_each(|c| add(c, out)),
                _ => {}
            }
        }
        Node::Pred(_, args) => args.iter().for_each(|a| collect(a, out)),
        // Formulas over bound variables cannot be decided.
        Node::Quant(..) | Node::Var(_) | Node::Int(_) | Node::Bool(_) => {}
    }
}

fn add(atom: &Term, out: &mut Vec<Term>) {
    let atom = fold(atom);
    let plain = !atom.has_array() && !atom.has_pred() && !atom.has_quantifier();
    if plain && !matches!(atom.node(), Node::Bool(_)) && !out.contains(&atom) {
        out.push(atom);
    }
}

/// Adds the tag of a value of a sum.
fn add_tag(t: &Term, out: &mut Vec<Term>) {
    if let Some([tag, n]) = t.as_app(Op::Eq)
        && tag.as_var().is_some()
        && n.as_int().is_some()
    {
        add(t, out);
    }
}

/// The term where the atoms have these values.
fn under(t: &Term, case: &[(Term, bool)]) -> Term {
    if let Node::Quant(..) = t.node() {
        return t.clone();
    }
    let t = t.map_children(|c| under(c, case));
    if let Some(value) = decided(&t, case) {
        return Term::bool(value);
    }
    if let Some([array, k]) = t.as_app(Op::Select)
        && let Some([below, i, v]) = array.as_app(Op::Store)
    {
        return match decided(&Term::eq(k.clone(), i.clone()), case) {
            Some(true) => v.clone(),
            Some(false) => under(&Term::select(below.clone(), k.clone()), case),
            None => t,
        };
    }
    t
}

fn decided(t: &Term, case: &[(Term, bool)]) -> Option<bool> {
    let folded = fold(t);
    let turned = t.as_app(Op::Eq).map(|a| Term::eq(a[1].clone(), a[0].clone()));
    let same = |(atom, _): &&(Term, bool)| *atom == folded || Some(atom) == turned.as_ref();
    match folded.node() {
        Node::Bool(b) if t.as_app(Op::Eq).is_some() => Some(*b),
        _ => case.iter().find(same).map(|(_, value)| *value),
    }
}
