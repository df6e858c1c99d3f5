//! The origins of atoms that were not read off the clauses.

use crate::vocabulary::Vocabulary;
use hornbook_base::Int;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{ClauseId, Node, Op, PredId, Term};

/// The origin of a fact that the clauses do not mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// So many states of traces; or, where there is no program, facts that the clauses derive.
    Runs(usize),
    /// An enumeration of so many states.
    Enumerated(usize),
    /// A spurious counterexample for the assertion of this clause.
    Refutation(Option<ClauseId>),
}

/// Atoms over the parameters of predicates with their origins.
#[derive(Default)]
pub(super) struct Sources(Vec<(PredId, AtomKey, Source)>);

/// A key that is equal for an atom and its negation.
#[derive(PartialEq)]
enum AtomKey {
    Half(Linear),
    Other(Term),
}

impl Sources {
    /// Records the origin of the atoms that are not `collected`.
    pub(super) fn add(
        &mut self,
        pred: PredId,
        atoms: &[Term],
        collected: &Vocabulary,
        source: Source,
    ) {
        let collected: Vec<AtomKey> =
            collected.get(&pred).into_iter().flatten().flat_map(atoms_of).collect();
        for atom in atoms.iter().flat_map(atoms_of).filter(|atom| !collected.contains(atom)) {
            if !self.0.iter().any(|(p, known, _)| *p == pred && *known == atom) {
                self.0.push((pred, atom, source));
            }
        }
    }

    /// The origin of one of the atoms of a lemma.
    pub(super) fn find(&self, pred: PredId, lemma: &Term) -> Option<Source> {
        let atoms = atoms_of(lemma);
        let known = self.0.iter().find(|(p, atom, _)| *p == pred && atoms.contains(atom));
        known.map(|(.., source)| *source)
    }
}

/// The atoms of a formula.
fn atoms_of(formula: &Term) -> Vec<AtomKey> {
    match formula.node() {
        Node::App(Op::And | Op::Or | Op::Not | Op::Implies, parts) => {
            parts.iter().flat_map(atoms_of).collect()
        }
        _ => match Constraint::from_literal(formula) {
            Some(Constraint::Le(form)) => vec![half_plane_key(form)],
            Some(Constraint::Eq(form) | Constraint::Ne(form)) => {
                let other = form.scale(&Int::MINUS_ONE);
                vec![half_plane_key(form), half_plane_key(other)]
            }
            _ => vec![AtomKey::Other(formula.clone())],
        },
    }
}

/// `form <= 0`, or its negation `1 - form <= 0` if that begins with a positive coefficient.
fn half_plane_key(form: Linear) -> AtomKey {
    let first_is_negative = form.coeffs().values().next().is_some_and(Int::is_negative);
    let negated = || form.scale(&Int::MINUS_ONE).add(&Linear::constant(1));
    AtomKey::Half(if first_is_negative { negated() } else { form })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::Var;

    fn at_most(coefficients: [i64; 2], constant: i64) -> Term {
        let sum = Linear::var(&Var::int("x"))
            .scale(&coefficients[0].into())
            .add(&Linear::var(&Var::int("y")).scale(&coefficients[1].into()));
        Constraint::Le(sum.add(&Linear::constant(constant))).to_term()
    }

    #[test]
    fn atoms_are_found_again_in_lemmas() {
        let (pred, other) = (PredId(0), PredId(1));
        let (collected, new) = (at_most([1, 0], -3), at_most([1, -2], 0));
        let known = [(pred, vec![collected.clone()])].into();
        let mut sources = Sources::default();
        sources.add(pred, &[collected.clone(), new.clone()], &known, Source::Runs(7));
        let lemma = Term::or([Term::not(collected.clone()), Term::not(new.clone())]);
        assert_eq!(sources.find(pred, &lemma), Some(Source::Runs(7)));
        // x - 2 y >= 1 is its negation; x - 2 y = 0 has it as a half.
        assert_eq!(sources.find(pred, &at_most([-1, 2], 1)), Some(Source::Runs(7)));
        let (x, y) = (Term::var(&Var::int("x")), Term::var(&Var::int("y")));
        let equation = Term::eq(x, Term::app(Op::Mul, vec![Term::int(2), y]));
        assert_eq!(sources.find(pred, &equation), Some(Source::Runs(7)));
        assert_eq!(sources.find(pred, &collected), None);
        assert_eq!(sources.find(other, &new), None);
        // The first origin counts.
        sources.add(pred, std::slice::from_ref(&new), &known, Source::Refutation(None));
        assert_eq!(sources.find(pred, &new), Some(Source::Runs(7)));
    }
}
