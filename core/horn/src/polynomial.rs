//! Integer terms multiplied out: sums of products of atoms, each with a coefficient.
//!
//! An atom is an integer term that is no sum, difference or product: a variable, a read, a choice, a
//! quotient. Two terms that the laws of addition and multiplication make equal have the same polynomial.
//! Signs and sizes of products are not considered here.

use super::term::{Node, Op, Sort, Term};
use hornbook_base::Int;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The largest number of monomials of a polynomial. Larger ones are not multiplied out: the product of two
/// sums has as many as the product of their numbers.
pub const MOST: usize = 200;

/// A product of atoms, each as often as its power, in order. Without atoms it is the number 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Monomial(Vec<Term>);

impl Monomial {
    /// The product of atoms in any order.
    pub fn from_atoms(mut atoms: Vec<Term>) -> Monomial {
        atoms.sort();
        Monomial(atoms)
    }

    /// The number of atoms, each as often as its power.
    pub fn degree(&self) -> usize {
        self.0.len()
    }

    /// The atoms, each as often as its power, in order.
    pub fn atoms(&self) -> &[Term] {
        &self.0
    }

    fn times(&self, other: &Monomial) -> Monomial {
        Monomial::from_atoms(self.0.iter().chain(&other.0).cloned().collect())
    }

    /// The monomial as a term, the factors in order.
    pub fn to_term(&self) -> Term {
        let mut atoms = self.0.iter().cloned();
        let first = atoms.next().unwrap_or_else(|| Term::int(1));
        atoms.fold(first, |product, atom| Term::app(Op::Mul, vec![product, atom]))
    }
}

/// A sum of monomials with coefficients.
///
/// Invariant: no stored coefficient is zero, so equal polynomials are equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polynomial(BTreeMap<Monomial, Int>);

impl Polynomial {
    /// The polynomial of an integer term; `None` if it, or a subterm, has more than [`MOST`] monomials.
    pub fn from_term(t: &Term) -> Option<Polynomial> {
        let part = Polynomial::from_term;
        match t.node() {
            Node::Int(n) => Some(Polynomial::one(Monomial::default(), n.clone())),
            Node::App(Op::Add, args) => {
                args.iter().try_fold(Polynomial::default(), |sum, t| sum.plus(part(t)?, &Int::ONE))
            }
            Node::App(Op::Sub, args) => {
                let (first, rest) = args.split_first()?;
                rest.iter().try_fold(part(first)?, |sum, t| sum.plus(part(t)?, &Int::MINUS_ONE))
            }
            Node::App(Op::Neg, args) => args
                .iter()
                .try_fold(Polynomial::default(), |sum, t| sum.plus(part(t)?, &Int::MINUS_ONE)),
            Node::App(Op::Mul, args) => {
                let one = Polynomial::one(Monomial::default(), Int::ONE);
                args.iter().try_fold(one, |product, t| product.times(&part(t)?))
            }
            _ => {
                debug_assert_eq!(t.sort(), Sort::Int, "{t}");
                Some(Polynomial::one(Monomial(vec![t.clone()]), Int::ONE))
            }
        }
    }

    fn one(monomial: Monomial, coefficient: Int) -> Polynomial {
        let mut sum = Polynomial::default();
        sum.add(monomial, coefficient);
        sum
    }

    fn add(&mut self, monomial: Monomial, coefficient: Int) {
        let entry = self.0.entry(monomial.clone()).or_default();
        *entry += &coefficient;
        if entry.is_zero() {
            self.0.remove(&monomial);
        }
    }

    /// `self + factor * other`.
    fn plus(mut self, other: Polynomial, factor: &Int) -> Option<Polynomial> {
        for (monomial, coefficient) in other.0 {
            self.add(monomial, &coefficient * factor);
        }
        self.small()
    }

    fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut product = Polynomial::default();
        for (left, c) in &self.0 {
            for (right, d) in &other.0 {
                product.add(left.times(right), c * d);
            }
            product = product.small()?;
        }
        Some(product)
    }

    fn small(self) -> Option<Polynomial> {
        (self.0.len() <= MOST).then_some(self)
    }

    /// The monomials.
    pub fn monomials(&self) -> impl Iterator<Item = &Monomial> {
        self.0.keys()
    }

    /// The polynomial as a term: sums before differences, higher degrees before lower ones.
    pub fn to_term(&self) -> Term {
        self.with_names(Monomial::to_term)
    }

    /// The linear term with `named` substituted for each monomial of degree two or more.
    pub fn with_names(&self, mut named: impl FnMut(&Monomial) -> Term) -> Term {
        let mut monomials: Vec<(&Monomial, &Int)> = self.0.iter().collect();
        monomials.sort_by_key(|(m, c)| (m.degree() == 0, c.is_negative(), Reverse(m.degree())));
        let mut sum: Option<Term> = None;
        for (monomial, coefficient) in monomials {
            let value = match monomial.degree() {
                0 | 1 => monomial.to_term(),
                _ => named(monomial),
            };
            sum = Some(match sum {
                None => multiple(coefficient, value),
                Some(sum) if coefficient.is_negative() => {
                    Term::sub(sum, multiple(&coefficient.abs(), value))
                }
                Some(sum) => Term::add(sum, multiple(coefficient, value)),
            });
        }
        sum.unwrap_or_else(|| Term::int(0))
    }
}

/// Whether a term has a product of unknowns in it.
pub fn has_product(t: &Term) -> bool {
    t.post_order().iter().any(|part| match part.as_app(Op::Mul) {
        Some([a, b]) => a.as_int().is_none() && b.as_int().is_none(),
        _ => false,
    })
}

/// `coefficient * value`, without neutral factors.
fn multiple(coefficient: &Int, value: Term) -> Term {
    match value.as_int() {
        Some(n) => Term::int(coefficient * n),
        None if coefficient.is_one() => value,
        None if coefficient.abs().is_one() => Term::app(Op::Neg, vec![value]),
        None => Term::app(Op::Mul, vec![Term::int(coefficient.clone()), value]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Sort, Var};

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    fn mul(a: Term, b: Term) -> Term {
        Term::app(Op::Mul, vec![a, b])
    }

    fn polynomial(t: &Term) -> Option<Polynomial> {
        Polynomial::from_term(t)
    }

    fn shown(t: &Term) -> String {
        polynomial(t).expect("few monomials").to_term().to_string()
    }

    #[test]
    fn identities_are_equal_polynomials() {
        let (x, y) = (v("x"), v("y"));
        let squares = Term::sub(mul(x.clone(), x.clone()), mul(y.clone(), y.clone()));
        let factors = mul(Term::add(x.clone(), y.clone()), Term::sub(x.clone(), y.clone()));
        assert_eq!(polynomial(&factors), polynomial(&squares));
        assert_eq!(polynomial(&mul(x.clone(), y.clone())), polynomial(&mul(y.clone(), x.clone())));
        let left = mul(mul(x.clone(), x.clone()), y.clone());
        let right = mul(x.clone(), mul(y.clone(), x.clone()));
        assert_eq!(polynomial(&left), polynomial(&right));
        assert_ne!(polynomial(&left), polynomial(&mul(x.clone(), mul(y.clone(), y))));
        assert_ne!(polynomial(&mul(x.clone(), x.clone())), polynomial(&x));
    }

    #[test]
    fn texts_have_higher_degrees_first_and_numbers_last() {
        let next = Term::add(v("x"), Term::int(1));
        assert_eq!(shown(&mul(next.clone(), next.clone())), "x * x + 2 * x + 1");
        let less = Term::sub(v("y"), next.clone());
        assert_eq!(shown(&mul(less, v("x"))), "x * y - x * x - x");
        assert_eq!(shown(&mul(Term::app(Op::Neg, vec![v("x")]), v("y"))), "-(x * y)");
    }

    #[test]
    fn what_is_zero_or_linear_has_no_products() {
        let zero = Term::sub(v("x"), v("x"));
        assert_eq!(shown(&mul(zero.clone(), v("y"))), "0");
        assert_eq!(shown(&mul(v("y"), mul(Term::int(0), v("x")))), "0");
        assert_eq!(shown(&mul(Term::add(zero, Term::int(3)), v("y"))), "3 * y");
    }

    #[test]
    fn reads_and_remainders_are_atoms() {
        let a = Term::var(&Var::new("a", Sort::int_array()));
        let read = Term::select(a, Term::add(v("i"), Term::int(1)));
        let odd = Term::app(Op::Mod, vec![v("x"), Term::int(2)]);
        assert_eq!(
            polynomial(&mul(read.clone(), odd.clone())),
            polynomial(&mul(odd.clone(), read.clone()))
        );
        assert_ne!(polynomial(&mul(read.clone(), odd)), polynomial(&mul(read.clone(), read)));
    }

    #[test]
    fn what_has_too_many_monomials_is_refused() {
        let sum = |name: &str| {
            (0..20).fold(Term::int(0), |sum, n| Term::add(sum, v(&format!("{name}{n}"))))
        };
        assert!(polynomial(&mul(sum("x"), v("y"))).is_some());
        assert_eq!(polynomial(&mul(sum("x"), sum("y"))), None);
        let power = (0..40).fold(Term::int(1), |power, _| mul(power, sum("x")));
        assert_eq!(polynomial(&power), None);
    }
}
