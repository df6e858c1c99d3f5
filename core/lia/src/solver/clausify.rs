//! From terms to literals, clauses and bounds: Tseitin's encoding, linear normal forms.
//!
//! Every atom is a bound `form <= k` on a form with coprime coefficients, the first one positive;
//! `form >= k + 1` is its negation, so related comparisons share variables. `if-then-else` and
//! `div` of integer sort become theory variables, defined by clauses; `mod` is expressed by `div`. Products of
//! unknowns are theory variables, too ([`products`]).

mod lift;
pub(crate) mod products;

use crate::hash::Table;
use crate::justify::Gate;
use crate::linear::{Comparison, Linear, Sum, at_most_zero, equal_zero};
use crate::lit::Lit;
use crate::simplex::Simplex;
use crate::solver::Solver;
use crate::solver::clausify::lift::IteDefinition;
use crate::solver::clausify::products::Products;
use crate::tableau::{Combination, TVar};
use hornbook_base::Int;
use hornbook_horn::term::{Node, Op, Sort, Term};
use std::fmt;

/// The formula is outside linear integer arithmetic with booleans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The smallest part that is outside.
    pub term: Term,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not linear integer arithmetic: {}", self.term)
    }
}

impl std::error::Error for Unsupported {}

pub(crate) fn unsupported<T>(term: &Term) -> Result<T, Unsupported> {
    Err(Unsupported { term: term.clone() })
}

/// The meaning of a propositional variable, for proofs and models.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// `var <= bound`.
    AtMost(TVar, Int),
    /// `var <= bound` as a gate that needs no arithmetic.
    Lifted(TVar, Int),
    /// `var = value`.
    Equal(TVar, Int),
    /// The term.
    Formula(Term),
}

/// The names of the terms so far.
#[derive(Default)]
pub(crate) struct Tables {
    literals: Table<Term, Lit>,
    /// Theory variables of integer variables, `ite` and `div` terms.
    integers: Table<Term, TVar>,
    forms: Table<Combination, TVar>,
    equalities: Table<(TVar, Int), Lit>,
    /// By theory variable: its atoms, sorted by bound.
    pub(crate) atoms: Vec<Vec<(Int, Lit)>>,
    /// By theory variable: its term, unless it is a form.
    pub(crate) terms: Vec<Option<Term>>,
    /// By theory variable: literals that define it.
    pub(crate) needs: Vec<Vec<Lit>>,
    /// The definitions of the theory variables of `ite` terms.
    pub(crate) choices: Table<TVar, IteDefinition>,
    /// Comparisons that are to be lifted.
    pub(crate) unlifted: Vec<Lit>,
    /// The bounds in definitions of `ite` terms.
    pub(crate) defining: Table<(TVar, Int), Lit>,
    /// By propositional variable.
    pub(crate) meanings: Vec<Meaning>,
    /// Theory variables that stand for products.
    pub(crate) products: Products,
}

impl Tables {
    /// The theory variable for a form in normal form.
    pub(crate) fn name(&mut self, simplex: &mut Simplex, form: &Combination) -> TVar {
        if let [(v, c)] = &form[..]
            && c.is_one()
        {
            return *v;
        }
        if let Some(v) = self.forms.get(form) {
            return *v;
        }
        let v = self.add(simplex, form.clone(), None);
        self.forms.insert(form.clone(), v);
        v
    }

    /// Records the needs that the variable of a form inherits from its parts.
    pub(crate) fn settle(&mut self, v: TVar, form: &Combination) {
        if form.len() == 1 && form[0].0 == v {
            return;
        }
        let mut needs: Vec<Lit> =
            form.iter().flat_map(|(w, _)| &self.needs[*w as usize]).copied().collect();
        needs.sort_unstable();
        needs.dedup();
        self.needs[v as usize] = needs;
    }

    fn add(&mut self, simplex: &mut Simplex, form: Combination, term: Option<Term>) -> TVar {
        self.atoms.push(Vec::new());
        self.terms.push(term);
        self.needs.push(Vec::new());
        simplex.new_var(form)
    }
}

impl Solver {
    /// A literal that is equivalent to a boolean term. Equal terms give equal literals.
    ///
    /// # Errors
    /// [`Unsupported`] for arrays, quantifiers, very large products, division by anything but a
    /// nonzero constant, and ill-sorted terms.
    pub fn literal(&mut self, f: &Term) -> Result<Lit, Unsupported> {
        let lit = match self.tables.literals.get(f) {
            Some(lit) => *lit,
            None => {
                self.reset();
                let lit = self.encode_all(f);
                self.lift();
                lit?
            }
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.name(f, lit);
        }
        Ok(lit)
    }

    fn encode_all(&mut self, f: &Term) -> Result<Lit, Unsupported> {
        if f.is_deep() {
            // Terms with a name are not walked through again, so the inner parts go first.
            for part in f.post_order() {
                match (part.node(), part.sort()) {
                    (_, Sort::Bool) => drop(self.encode(part)?),
                    (Node::App(Op::Ite | Op::Div | Op::Mod, _), _) => drop(self.linear(part)?),
                    _ => {}
                }
            }
        }
        self.encode(f)
    }

    fn encode(&mut self, f: &Term) -> Result<Lit, Unsupported> {
        if let Some(lit) = self.tables.literals.get(f) {
            return Ok(*lit);
        }
        let lit = match f.node() {
            Node::Bool(b) => Lit::TRUE.with_sign(*b),
            Node::Var(v) if v.sort == Sort::Bool => {
                self.boolean_variables.push((v.clone(), self.cdcl_len()));
                self.gate(Gate::Free, Meaning::Formula(f.clone()))
            }
            Node::App(op, args) => self.encode_app(f, *op, args)?,
            _ => return unsupported(f),
        };
        self.tables.literals.insert(f.clone(), lit);
        Ok(lit)
    }

    fn encode_app(&mut self, f: &Term, op: Op, args: &[Term]) -> Result<Lit, Unsupported> {
        match (op, args) {
            (Op::Not, [a]) => Ok(!self.encode(a)?),
            (Op::And, _) => {
                let parts = args.iter().map(|a| self.encode(a)).collect::<Result<Vec<_>, _>>()?;
                Ok(self.conjunction(&parts, Meaning::Formula(f.clone())))
            }
            (Op::Or, _) => {
                let parts =
                    args.iter()
                        .map(|a| self.encode(a).map(Lit::negate))
                        .collect::<Result<Vec<_>, _>>()?;
                let meaning = Meaning::Formula(Term::app(Op::Not, vec![f.clone()]));
                Ok(!self.conjunction(&parts, meaning))
            }
            (Op::Implies, [a, b]) => {
                let parts = [self.encode(a)?, !self.encode(b)?];
                let meaning = Meaning::Formula(Term::app(Op::Not, vec![f.clone()]));
                Ok(!self.conjunction(&parts, meaning))
            }
            (Op::Lt, [a, b]) => self.less(a, b, true),
            (Op::Le, [a, b]) => self.less(a, b, false),
            (Op::Gt, [a, b]) => self.less(b, a, true),
            (Op::Ge, [a, b]) => self.less(b, a, false),
            (Op::Eq, [a, b]) => self.equal(f, a, b),
            (Op::Ne, [a, b]) => Ok(!self.encode(&Term::eq(a.clone(), b.clone()))?),
            (Op::Ite, [c, a, b]) => {
                let (c, a, b) = (self.encode(c)?, self.encode(a)?, self.encode(b)?);
                let g = self.gate(Gate::Free, Meaning::Formula(f.clone()));
                self.define_choice(g, c, [a, b]);
                Ok(g)
            }
            _ => unsupported(f),
        }
    }

    pub(crate) fn gate(&mut self, gate: Gate, meaning: Meaning) -> Lit {
        let var = self.cdcl.new_var();
        self.justification.add_gate(gate);
        self.tables.meanings.push(meaning);
        Lit::new(var, true)
    }

    pub(crate) fn conjunction(&mut self, parts: &[Lit], meaning: Meaning) -> Lit {
        if let [only] = parts {
            return *only;
        }
        let g = self.gate(Gate::Free, meaning);
        self.define_conjunction(g, parts);
        g
    }

    fn define_conjunction(&mut self, g: Lit, parts: &[Lit]) {
        self.justification.set_gate(g, Gate::And(parts.into()));
        let mut long = vec![g];
        for &part in parts {
            self.cdcl.add_clause(&[!g, part]);
            long.push(!part);
        }
        self.cdcl.add_clause(&long);
    }

    /// A literal without a gate yet that will define `v`. Forms inherit the needs of their
    /// variables when they get bounds, so this comes before.
    pub(crate) fn definition(&mut self, v: TVar, meaning: Term) -> Lit {
        let definition = self.gate(Gate::Free, Meaning::Formula(meaning));
        self.tables.needs[v as usize].push(definition);
        definition
    }

    /// `a < b` or `a <= b`.
    fn less(&mut self, a: &Term, b: &Term, strict: bool) -> Result<Lit, Unsupported> {
        let mut difference = self.linear(a)?.plus(&Int::MINUS_ONE, &self.linear(b)?);
        if strict {
            difference.constant += &Int::ONE;
        }
        Ok(self.at_most_zero(difference))
    }

    /// `linear <= 0`; to be lifted if it is over `ite`.
    pub(crate) fn at_most_zero(&mut self, linear: Linear) -> Lit {
        match at_most_zero(linear) {
            Comparison::Known(b) => Lit::TRUE.with_sign(b),
            Comparison::Bound { form, bound, positive } => {
                let v = self.tables.name(&mut self.simplex, &form);
                self.atom(v, &form, bound).with_sign(positive)
            }
        }
    }

    /// `v <= bound`, where `v` stands for `form`.
    fn atom(&mut self, v: TVar, form: &Combination, bound: Int) -> Lit {
        let atoms = &self.tables.atoms[v as usize];
        let place = match atoms.binary_search_by(|(k, _)| k.cmp(&bound)) {
            Ok(found) => return atoms[found].1,
            Err(place) => place,
        };
        let below = place.checked_sub(1).map(|i| atoms[i].1);
        let above = atoms.get(place).map(|(_, lit)| *lit);
        let lit = self.gate(Gate::Atom(v), Meaning::AtMost(v, bound.clone()));
        self.tables.atoms[v as usize].insert(place, (bound, lit));
        for (lower, upper) in [(below, Some(lit)), (Some(lit), above)] {
            if let (Some(lower), Some(upper)) = (lower, upper) {
                self.log_bound_order(lower, upper);
                self.cdcl.add_clause(&[!lower, upper]);
            }
        }
        if self.tables.is_lifted(form) {
            self.tables.unlifted.push(lit);
        } else {
            self.define(form);
            self.tables.settle(v, form);
        }
        lit
    }

    fn equal(&mut self, f: &Term, a: &Term, b: &Term) -> Result<Lit, Unsupported> {
        match a.sort() {
            Sort::Int => {
                let difference = self.linear(a)?.plus(&Int::MINUS_ONE, &self.linear(b)?);
                Ok(self.equal_zero(difference))
            }
            Sort::Bool => {
                let (a, b) = (self.encode(a)?, self.encode(b)?);
                let g = self.gate(Gate::Iff(a, b), Meaning::Formula(f.clone()));
                for clause in [[!g, !a, b], [!g, a, !b], [g, a, b], [g, !a, !b]] {
                    self.cdcl.add_clause(&clause);
                }
                Ok(g)
            }
            Sort::Array(_) => unsupported(f),
        }
    }

    fn equal_zero(&mut self, linear: Linear) -> Lit {
        let (form, value) = match equal_zero(linear) {
            Comparison::Known(b) => return Lit::TRUE.with_sign(b),
            Comparison::Bound { form, bound, .. } => (form, bound),
        };
        let v = self.tables.name(&mut self.simplex, &form);
        let key = (v, value);
        if let Some(lit) = self.tables.equalities.get(&key) {
            return *lit;
        }
        let value = &key.1;
        let most = self.atom(v, &form, value.clone());
        let less = self.atom(v, &form, value - &Int::ONE);
        let g = self.conjunction(&[most, !less], Meaning::Equal(v, value.clone()));
        self.tables.equalities.insert(key, g);
        g
    }

    /// An integer term as a linear form. Sums are walked through with a list of their open parts.
    pub(crate) fn linear(&mut self, t: &Term) -> Result<Linear, Unsupported> {
        let mut sum = Sum::default();
        let mut open = vec![(Int::ONE, t)];
        while let Some((n, t)) = open.pop() {
            match t.node() {
                Node::Int(k) => sum.constant += &(&n * k),
                Node::Var(v) if v.sort == Sort::Int => sum.terms.push((self.integer(t), n)),
                Node::App(op, args) => match (op, args.as_slice()) {
                    (Op::Add, _) => open.extend(args.iter().rev().map(|a| (n.clone(), a))),
                    (Op::Sub, [a, b]) => open.extend([(-&n, b), (n, a)]),
                    (Op::Neg, [a]) => open.push((-n, a)),
                    (Op::Mul, [a, b]) => match self.factor(a, b)? {
                        Some((k, rest)) => open.push((n * k, rest)),
                        None => sum.add(&n, &self.product(t, a, b)?),
                    },
                    (Op::Div, [a, b]) => sum.terms.push((self.quotient(t, a, b)?.0, n)),
                    (Op::Mod, [a, b]) => {
                        // a mod k = a - k * (a div k)
                        let (q, divisor) = self.quotient_below(t, a, b)?;
                        sum.terms.push((q, -(&n * &divisor)));
                        open.push((n, a));
                    }
                    (Op::Ite, [c, a, b]) => sum.terms.push((self.choice(t, c, a, b)?, n)),
                    _ => return unsupported(t),
                },
                _ => return unsupported(t),
            }
        }
        Ok(sum.into_linear())
    }

    /// The constant and the other factor of a product, if one is constant.
    fn factor<'t>(
        &mut self,
        a: &'t Term,
        b: &'t Term,
    ) -> Result<Option<(Int, &'t Term)>, Unsupported> {
        for (factor, rest) in [(a, b), (b, a)] {
            if let Some(n) = factor.as_int() {
                return Ok(Some((n.clone(), rest)));
            }
        }
        for (factor, rest) in [(a, b), (b, a)] {
            if let Some(n) = self.linear(factor)?.as_constant() {
                return Ok(Some((n.clone(), rest)));
            }
        }
        Ok(None)
    }

    /// The quotient of a remainder `t`, which is `a mod b`; and `b`.
    fn quotient_below(&mut self, t: &Term, a: &Term, b: &Term) -> Result<(TVar, Int), Unsupported> {
        let quotient = Term::app(Op::Div, vec![a.clone(), b.clone()]);
        let named = |e: Unsupported| if e.term == quotient { t.clone() } else { e.term };
        self.quotient(&quotient, a, b).map_err(|e| Unsupported { term: named(e) })
    }

    /// The theory variable of an integer term that is opaque to the arithmetic.
    pub(crate) fn integer(&mut self, t: &Term) -> TVar {
        if let Some(v) = self.tables.integers.get(t) {
            return *v;
        }
        let v = self.tables.add(&mut self.simplex, Vec::new(), Some(t.clone()));
        self.tables.integers.insert(t.clone(), v);
        v
    }

    /// `a div k`, defined by `0 <= a - k * q <= |k| - 1`; and `k`.
    fn quotient(&mut self, t: &Term, a: &Term, b: &Term) -> Result<(TVar, Int), Unsupported> {
        let divisor = match self.linear(b)?.as_constant() {
            Some(k) if !k.is_zero() => k.clone(),
            _ => return unsupported(t),
        };
        if let Some(v) = self.tables.integers.get(t) {
            return Ok((*v, divisor));
        }
        let dividend = self.linear(a)?;
        let q = self.integer(t);
        // The definition always holds, but only atoms that mention the quotient need it; it is
        // `0 <= a mod k && a mod k <= |k| - 1` to the checker of proofs.
        let rest = Term::app(Op::Mod, vec![a.clone(), b.clone()]);
        let largest = divisor.abs() - Int::ONE;
        let meaning = Term::and([
            Term::le(Term::int(0), rest.clone()),
            Term::le(rest, Term::int(largest.clone())),
        ]);
        let definition = self.definition(q, meaning);
        let mut above = dividend.plus(&-&divisor, &Linear::var(q));
        let below = above.scaled(&Int::MINUS_ONE);
        above.constant -= &largest;
        let parts = [self.at_most_zero(below), self.at_most_zero(above)];
        self.define_conjunction(definition, &parts);
        Ok((q, divisor))
    }

    /// `if c then a else b`. The arithmetic gets its definition only when it needs that.
    fn choice(&mut self, t: &Term, c: &Term, a: &Term, b: &Term) -> Result<TVar, Unsupported> {
        if let Some(v) = self.tables.integers.get(t) {
            return Ok(*v);
        }
        let condition = self.encode(c)?;
        let (a, b) = (self.linear(a)?, self.linear(b)?);
        let v = self.integer(t);
        self.tables.add_ite_definition(v, condition, a, b);
        Ok(v)
    }
}
