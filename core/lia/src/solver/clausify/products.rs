//! Products of unknowns, by incremental linearisation (Cimatti, Griggio, Irfan, Roveri and Sebastiani, ACM TOCL 2018).
//!
//! To the linear arithmetic a product of variables is a variable of its own. A solution that gives it another
//! value than its factors have violates a law of multiplication: such a law is found and becomes a fact, and
//! the search continues. So a model always has true products. If this does not end, the question stays open.

use crate::hash::Table;
use crate::linear::Linear;
use crate::lit::Lit;
use crate::solver::Solver;
use crate::solver::clausify::{Meaning, Unsupported, unsupported};
use crate::tableau::TVar;
use hornbook_base::Int;
use hornbook_evidence::proof::Law;
use hornbook_horn::term::{Op, Term};
use std::collections::BTreeSet;

/// The variables that stand for products.
#[derive(Default)]
pub(crate) struct Products {
    /// The variable of each product, by its factors in order.
    by_factors: Table<Vec<TVar>, TVar>,
    /// By variable: a shorter product and the last factor.
    parts: Table<TVar, Product>,
    /// The factors of each product.
    factors: Table<TVar, Vec<TVar>>,
    /// The number of choices that were multiplied.
    cases: usize,
    /// Violated laws that became facts.
    pub(crate) laws: Vec<Lit>,
}

#[derive(Clone, Copy)]
struct Product {
    left: TVar,
    right: TVar,
}

/// Factors that a product may have, each as often as its power says.
const FACTORS: usize = 8;

/// Products that one product of sums may multiply out to.
const MOST: usize = 200;

/// The limit of multiplied choices: each time their values are, and choices among these again.
const CASES: usize = 2_000;

/// Laws that are added at once because of one product, and in all.
const AT_ONCE: usize = 3;
const ALL_AT_ONCE: usize = 24;

/// The number of other products that a product is compared with.
const OTHERS: usize = 12;

/// The number of equations that are multiplied.
const EQUATIONS: usize = 40;

/// The rounds of laws for one question, and the number after which it is late.
pub(crate) const ROUNDS: usize = 60;
pub(crate) const LATE: usize = 20;

impl Products {
    fn factors(&self, v: TVar) -> Vec<TVar> {
        self.factors.get(&v).cloned().unwrap_or_else(|| vec![v])
    }
}

impl Solver {
    /// The product of two sums, multiplied out: `t`.
    pub(crate) fn product(&mut self, t: &Term, a: &Term, b: &Term) -> Result<Linear, Unsupported> {
        let (a, b) = (self.linear(a)?, self.linear(b)?);
        if a.terms.len().saturating_mul(b.terms.len()) > MOST {
            return unsupported(t);
        }
        let without = Linear { terms: b.terms.clone(), constant: Int::ZERO };
        let mut product = a.scaled(&b.constant).plus(&a.constant, &without);
        for (v, c) in &a.terms {
            for (w, d) in &b.terms {
                product = product.plus(&(c * d), &self.times(t, *v, *w)?);
            }
        }
        Ok(product)
    }

    fn times(&mut self, t: &Term, v: TVar, w: TVar) -> Result<Linear, Unsupported> {
        // A choice is made before its values are multiplied.
        for (v, w) in [(v, w), (w, v)] {
            let chosen = self.unit(v);
            if let Some([cond, then, other]) = chosen.as_app(Op::Ite) {
                self.tables.products.cases += 1;
                if self.tables.products.cases > CASES || t.is_deep() || chosen.is_deep() {
                    return unsupported(t);
                }
                let times = |case: &Term| Term::app(Op::Mul, vec![case.clone(), self.unit(w)]);
                let cases = vec![cond.clone(), times(then), times(other)];
                return self.linear(&Term::app(Op::Ite, cases));
            }
        }
        let products = &self.tables.products;
        let mut factors = [products.factors(v), products.factors(w)].concat();
        if factors.len() > FACTORS {
            return unsupported(t);
        }
        factors.sort_unstable();
        let Some((first, more)) = factors.split_first() else { return unsupported(t) };
        Ok(Linear::var(self.product_of(*first, more)))
    }

    /// The variable that stands for a product of factors in order.
    fn product_of(&mut self, first: TVar, more: &[TVar]) -> TVar {
        let Some((&right, others)) = more.split_last() else { return first };
        let factors = [&[first], more].concat();
        if let Some(v) = self.tables.products.by_factors.get(&factors) {
            return *v;
        }
        let left = self.product_of(first, others);
        let v = self.integer(&Term::app(Op::Mul, vec![self.unit(left), self.unit(right)]));
        let needs = [left, right].map(|part| self.tables.needs[part as usize].clone());
        self.tables.needs[v as usize] = needs.concat();
        let products = &mut self.tables.products;
        products.by_factors.insert(factors.clone(), v);
        products.factors.insert(v, factors);
        products.parts.insert(v, Product { left, right });
        v
    }

    /// The term of a variable that is no form.
    fn unit(&self, v: TVar) -> Term {
        let term = self.tables.terms[v as usize].clone();
        term.expect("a factor is a variable, a choice, a quotient or a product, each with a term")
    }

    /// Laws that a solution violates: none if all relevant products have their values. Late in a search
    /// equations are multiplied as well; earlier ones give simpler models.
    pub(crate) fn find_violated_laws(&self, values: &[Int], late: bool) -> Vec<Law> {
        let demanded = self.products_that_matter();
        let at = Assignment { solver: self, values };
        let equations = if late { at.equations() } else { vec![] };
        let wrong = demanded.iter().filter(|(v, product)| !at.is_right(*v, *product));
        let broken = wrong.flat_map(|(_, product)| {
            let multiplied =
                if late { at.multiply_equations(*product, &equations) } else { vec![] };
            let candidates = at.candidates(*product, &demanded);
            multiplied.into_iter().chain(candidates).filter(|law| at.violates(law)).take(AT_ONCE)
        });
        let laws = broken.map(|LawInstance { law, p, q }| law(at.term(&p), at.term(&q)));
        laws.take(ALL_AT_ONCE).collect()
    }

    /// The products in demanded bounds, and their parts.
    fn products_that_matter(&self) -> Vec<(TVar, Product)> {
        let products = &self.tables.products;
        let mut found = BTreeSet::new();
        for lit in self.justification.demanded() {
            let Meaning::AtMost(v, _) = &self.tables.meanings[lit.var()] else { continue };
            found.extend(self.simplex.form(*v).into_iter().map(|(w, _)| w));
        }
        let mut open: Vec<TVar> = found.iter().copied().collect();
        while let Some(v) = open.pop() {
            let parts = products.parts.get(&v).map_or(vec![], |p| vec![p.left, p.right]);
            open.extend(parts.into_iter().filter(|v| found.insert(*v)));
        }
        found.iter().filter_map(|v| Some((*v, *products.parts.get(v)?))).collect()
    }

    /// Asserts laws as facts.
    ///
    /// # Errors
    /// [`Unsupported`] where a product in them has too many factors.
    pub(crate) fn add_laws(&mut self, laws: Vec<Law>) -> Result<(), Unsupported> {
        for law in laws {
            let lit = self.literal(&formula(&law))?;
            self.cdcl.add_clause(&[lit]);
            self.tables.products.laws.push(lit);
            self.log_law(law);
        }
        Ok(())
    }
}

/// The formula of a law.
fn formula(law: &Law) -> Term {
    let zero = || Term::int(0);
    let product = |p: &Term, q: &Term| Term::app(Op::Mul, vec![p.clone(), q.clone()]);
    match law {
        Law::Zero(p, q) => Term::or([
            Term::lt(p.clone(), zero()),
            Term::lt(zero(), p.clone()),
            Term::eq(product(p, q), zero()),
        ]),
        Law::Sign(p, q) => Term::or([
            Term::lt(p.clone(), zero()),
            Term::lt(q.clone(), zero()),
            Term::le(zero(), product(p, q)),
        ]),
    }
}

/// A law about two sums.
struct LawInstance {
    law: fn(Term, Term) -> Law,
    p: Linear,
    q: Linear,
}

/// Values of all variables.
struct Assignment<'s> {
    solver: &'s Solver,
    values: &'s [Int],
}

impl Assignment<'_> {
    fn value(&self, v: TVar) -> Int {
        self.values.get(v as usize).cloned().unwrap_or_default()
    }

    fn is_right(&self, v: TVar, Product { left, right }: Product) -> bool {
        self.value(v) == self.value(left) * self.value(right)
    }

    fn sum(&self, form: &Linear) -> Int {
        form.terms.iter().fold(form.constant.clone(), |sum, (v, c)| sum + c * &self.value(*v))
    }

    /// The value of a product of sums when multiplied out, by the values of the variables for products; where
    /// there is none the factors are multiplied.
    fn product(&self, p: &Linear, q: &Linear) -> Int {
        let products = &self.solver.tables.products;
        let one = |v: TVar, w: TVar| {
            let mut factors = [products.factors(v), products.factors(w)].concat();
            factors.sort_unstable();
            let known = products.by_factors.get(&factors).map(|product| self.value(*product));
            known.unwrap_or_else(|| self.value(v) * self.value(w))
        };
        let only = |form: &Linear| Linear { terms: form.terms.clone(), constant: Int::ZERO };
        let mut product = &p.constant * &q.constant
            + &p.constant * &self.sum(&only(q))
            + &q.constant * &self.sum(&only(p));
        for (v, c) in &p.terms {
            for (w, d) in &q.terms {
                product += &(&(c * d) * &one(*v, *w));
            }
        }
        product
    }

    fn violates(&self, LawInstance { law, p, q }: &LawInstance) -> bool {
        let (one, other) = (self.sum(p), self.sum(q));
        match law(Term::int(0), Term::int(0)) {
            Law::Zero(..) => one.is_zero() && !self.product(p, q).is_zero(),
            Law::Sign(..) => {
                !one.is_negative() && !other.is_negative() && self.product(p, q).is_negative()
            }
        }
    }

    fn term(&self, form: &Linear) -> Term {
        let parts = form.terms.iter().map(|(v, c)| {
            let unit = self.solver.unit(*v);
            if c.is_one() { unit } else { Term::app(Op::Mul, vec![Term::int(c.clone()), unit]) }
        });
        let sum = parts.reduce(Term::add);
        match sum {
            Some(sum) if form.constant.is_zero() => sum,
            Some(sum) => Term::add(sum, Term::int(form.constant.clone())),
            None => Term::int(form.constant.clone()),
        }
    }

    /// Laws that may be violated where a product has a wrong value, the most general ones first.
    fn candidates(&self, product: Product, others: &[(TVar, Product)]) -> Vec<LawInstance> {
        let Product { left, right } = product;
        let (x, y) = (Linear::var(left), Linear::var(right));
        let mut out = signs(&x, &y);
        out.extend([zero(&x, &y), zero(&y, &x)]);
        out.extend(signs(&nearer(&x, &self.value(left)), &y));
        out.extend(signs(&x, &nearer(&y, &self.value(right))));
        if left != right {
            // Squares of sums and differences are not below zero.
            [minus(&x, &y), plus(&x, &y)].iter().for_each(|sum| out.extend(signs(sum, sum)));
        }
        let is_other = |(_, other): &&(TVar, Product)| (other.left, other.right) != (left, right);
        for (_, other) in others.iter().filter(is_other).take(OTHERS) {
            self.add_comparisons(product, *other, &mut out);
        }
        out.extend(self.tangents(&x, &y));
        out
    }

    /// Sums without products that are zero, among those in demanded bounds.
    fn equations(&self) -> Vec<Linear> {
        let mut found: Vec<Linear> = vec![];
        for lit in self.solver.justification.demanded() {
            let Meaning::AtMost(v, bound) = &self.solver.tables.meanings[lit.var()] else {
                continue;
            };
            let terms = self.solver.simplex.form(*v).into_iter().collect();
            let form = Linear { terms, constant: -bound };
            let products = &self.solver.tables.products.parts;
            let plain = form.terms.iter().all(|(v, _)| !products.contains_key(v));
            let is_zero = form.terms.len() > 1 && plain && self.sum(&form).is_zero();
            if is_zero && !found.contains(&form) && found.len() < EQUATIONS {
                found.push(form);
            }
        }
        found
    }

    /// Equations of one factor times the other one: a definition of a factor then also defines the product.
    /// Only where all products in it have variables already, or there would be no end to it.
    fn multiply_equations(
        &self,
        Product { left, right }: Product,
        equations: &[Linear],
    ) -> Vec<LawInstance> {
        let has = |form: &Linear, v: TVar| form.terms.iter().any(|(w, _)| *w == v);
        let products = &self.solver.tables.products;
        let is_known = |v: TVar, by: TVar| {
            let mut factors = [products.factors(v), products.factors(by)].concat();
            factors.sort_unstable();
            products.by_factors.contains_key(&factors)
        };
        let known = |form: &Linear, by: TVar| form.terms.iter().all(|(v, _)| is_known(*v, by));
        let of = |v: TVar, by: TVar| {
            let these = equations.iter().filter(move |form| has(form, v) && known(form, by));
            these.map(move |form| zero(form, &Linear::var(by)))
        };
        of(left, right).chain(of(right, left)).collect()
    }

    /// Two products with a factor in common, two squares, or two products of equal factors.
    fn add_comparisons(&self, one: Product, other: Product, out: &mut Vec<LawInstance>) {
        let turned = |p: Product| [(p.left, p.right), (p.right, p.left)];
        for (x, y) in turned(one) {
            for (u, v) in turned(other) {
                let apart = self.value(x) - self.value(u);
                let (at_x, at_u) = (Linear::var(x), Linear::var(u));
                let (difference, sum) = (minus(&at_x, &at_u), plus(&at_x, &at_u));
                let (near, shifted) = (shift(&difference, &-&apart), shift(&sum, &apart));
                let is_near = apart.abs() <= Int::ONE;
                if y == v {
                    out.extend(is_near.then(|| zero(&near, &Linear::var(y))));
                    out.extend(signs(&difference, &Linear::var(y)));
                    out.extend(signs(&nearer(&difference, &apart), &Linear::var(y)));
                } else if x == y && u == v {
                    out.extend(is_near.then(|| zero(&near, &shifted)));
                    out.extend(signs(&difference, &sum));
                    out.extend(signs(&nearer(&difference, &apart), &sum));
                } else if apart.is_zero() && self.value(y) == self.value(v) {
                    let (at_y, at_v) = (Linear::var(y), Linear::var(v));
                    out.push(zero(&difference, &at_y));
                    out.push(zero(&minus(&at_y, &at_v), &at_u));
                }
            }
        }
    }

    /// Planes and lines that touch the product at the values of its factors.
    fn tangents(&self, x: &Linear, y: &Linear) -> Vec<LawInstance> {
        let (left, right) = (shift(x, &-self.sum(x)), shift(y, &-self.sum(y)));
        let mut out = signs(&left, &right);
        if x == y {
            // Between two integers no square lies above the line through both.
            for up in [Int::ZERO, Int::MINUS_ONE] {
                let above = shift(&left, &-&up);
                let below = negated(&shift(&left, &(-up - Int::ONE)));
                out.push(LawInstance { law: Law::Sign, p: above, q: below });
            }
        }
        out.extend([zero(&left, y), zero(&right, x)]);
        out
    }
}

/// The law of signs for all signs of two sums.
fn signs(p: &Linear, q: &Linear) -> Vec<LawInstance> {
    let both = |form: &Linear| [form.clone(), negated(form)];
    let all = both(p).into_iter().flat_map(|p| both(q).map(|q| (p.clone(), q)));
    all.map(|(p, q)| LawInstance { law: Law::Sign, p, q }).collect()
}

/// A sum with this value, one nearer to zero.
fn nearer(form: &Linear, value: &Int) -> Linear {
    let by = if value.is_negative() { Int::ONE } else { Int::MINUS_ONE };
    shift(form, &by)
}

fn zero(p: &Linear, q: &Linear) -> LawInstance {
    LawInstance { law: Law::Zero, p: p.clone(), q: q.clone() }
}

fn negated(form: &Linear) -> Linear {
    form.scaled(&Int::MINUS_ONE)
}

fn plus(a: &Linear, b: &Linear) -> Linear {
    a.plus(&Int::ONE, b)
}

fn minus(a: &Linear, b: &Linear) -> Linear {
    a.plus(&Int::MINUS_ONE, b)
}

fn shift(form: &Linear, by: &Int) -> Linear {
    Linear { constant: &form.constant + by, ..form.clone() }
}
