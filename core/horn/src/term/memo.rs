//! Results of walks by term, so that shared terms are walked once.
//!
//! Most terms are small, and a second walk through a small one costs less than to remember the first:
//! only terms from [`LARGE`] nodes on are kept. So a walk takes a time that grows with the number of
//! different large terms, times [`LARGE`] at most.

use super::{Inner, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Smaller terms are not remembered.
const LARGE: usize = 32;

/// The terms that a walk has seen. They must live as long as this set: a term that is dropped may give its
/// address to another.
#[derive(Default)]
pub struct Seen(FxHashSet<*const Inner>);

impl Seen {
    /// Whether the walk has to go through a term: it is small, or was not seen before.
    pub fn is_new(&mut self, t: &Term) -> bool {
        t.size() < LARGE || self.0.insert(Rc::as_ptr(&t.0))
    }
}

/// The result of a walk for each term. The terms are kept alive.
pub struct Memo<T>(FxHashMap<*const Inner, (Term, T)>);

impl<T> Default for Memo<T> {
    fn default() -> Memo<T> {
        Memo(FxHashMap::default())
    }
}

impl<T: Clone> Memo<T> {
    /// The result for a term, computed by `work` once if the term is large.
    pub fn get_or_compute(&mut self, t: &Term, work: impl FnOnce(&mut Memo<T>) -> T) -> T {
        if t.size() < LARGE {
            return work(self);
        }
        if let Some(known) = self.get(t) {
            return known.clone();
        }
        let new = work(self);
        self.insert(t, || new.clone());
        new
    }

    /// The result for a term, if it is kept.
    pub fn get(&self, t: &Term) -> Option<&T> {
        self.0.get(&Rc::as_ptr(&t.0)).map(|(_, known)| known)
    }

    /// Keeps the result of a walk for a term, if it is large.
    pub fn insert(&mut self, t: &Term, result: impl FnOnce() -> T) {
        if t.size() >= LARGE {
            self.0.insert(Rc::as_ptr(&t.0), (t.clone(), result()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::fold;
    use crate::linear::Linear;
    use crate::{Op, Sort, Subst, Var, arrays};

    /// `x` and a term with as many nodes as there are electrons in a whale, and few of them different.
    fn whale() -> (Var, Term) {
        let x = Var::int("x");
        let whale = (0..100).fold(Term::var(&x), |t, _| Term::add(t.clone(), t));
        (x, whale)
    }

    #[test]
    fn walks_go_through_shared_terms_once() {
        let (x, whale) = whale();
        let y = Var::int("y");
        assert!(whale.mentions(&x) && !whale.mentions(&y));
        assert!(whale.free_vars().iter().eq([&x]));
        let to_y = Subst::from([(x.clone(), Term::var(&y))]);
        assert!(whale.subst(&to_y).mentions(&y));
        let ones = fold(&whale.subst(&Subst::from([(x.clone(), Term::int(1))])));
        let number = (0..100).fold(Linear::constant(1), |n, _| n.add(&n));
        assert_eq!(ones.as_int(), number.as_constant());
        assert_eq!(
            Linear::from_term(&whale).map(|sum| sum.coeff(&x)),
            number.as_constant().cloned()
        );
        let array = Var::new("a", Sort::int_array());
        let read = Term::select(Term::var(&array), whale.clone());
        let reads = (0..100).fold(read, |t, _| {
            Term::app(
                Op::Ite,
                vec![Term::lt(t.clone(), Term::int(0)), t.clone(), Term::add(t.clone(), t)],
            )
        });
        assert_eq!(arrays::expand(&reads), reads);
        let bound = Term::forall(vec![x.clone()], Term::eq(whale.clone(), reads));
        assert!(!bound.mentions(&x) && bound.mentions(&array));
        let both = Term::and([bound, Term::lt(whale, Term::int(0))]);
        assert_eq!(both.free_vars().len(), 2);
    }
}
