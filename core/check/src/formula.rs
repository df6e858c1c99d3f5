//! The checker's own translation of formulas: clauses over bounds and named parts (Tseitin 1968).

use hornbook_base::Int;
use hornbook_horn::term::{Node, Op, Sort, Term};
use std::collections::{BTreeMap, HashMap};
use std::ops::Not;

/// A numbered truth value or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) var: usize,
    pub(super) positive: bool,
}

impl Not for Literal {
    type Output = Literal;
    fn not(self) -> Literal {
        Literal { positive: !self.positive, ..self }
    }
}

impl Literal {
    const TRUE: Literal = Literal { var: 0, positive: true };

    fn signed(self, positive: bool) -> Literal {
        if positive { self } else { !self }
    }
}

/// Coefficients by number of the unit; never zero.
pub(super) type Coefficients = BTreeMap<usize, Int>;

/// `form <= bound`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bound {
    pub(super) form: Coefficients,
    pub(super) bound: Int,
}

impl Bound {
    /// `form >= bound + 1` as an upper bound on `-form`.
    pub(super) fn negated(&self) -> Bound {
        Bound {
            form: self.form.iter().map(|(u, c)| (*u, -c)).collect(),
            bound: -&self.bound - Int::ONE,
        }
    }
}

/// `sum += factor * form`.
pub(super) fn add_scaled(sum: &mut Coefficients, factor: &Int, form: &Coefficients) {
    for (unit, c) in form {
        let total = sum.get(unit).unwrap_or(&Int::ZERO) + &(factor * c);
        if total.is_zero() {
            sum.remove(unit);
        } else {
            sum.insert(*unit, total);
        }
    }
}

/// The part of a formula that is not linear integer arithmetic with booleans.
pub(super) struct UnsupportedTerm(pub(super) Term);

/// Coefficients with a constant.
pub(super) type Linear = (Coefficients, Int);

/// Clauses that define the terms read so far.
pub(super) struct Formulas {
    /// The clauses.
    pub(super) clauses: Vec<Vec<Literal>>,
    /// The number of literals, without negations.
    pub(super) variables: usize,
    named: HashMap<Term, Literal>,
    /// Integer terms that are atoms for the arithmetic: variables, `ite`, `div`, products of such.
    units: HashMap<Term, usize>,
    /// The terms, by number of the unit.
    terms: Vec<Term>,
    /// The units that are products, by their factors in order.
    products: BTreeMap<Vec<usize>, usize>,
    /// The factors of the products.
    factors: BTreeMap<usize, Vec<usize>>,
    /// The number of `ite` terms that were multiplied.
    cases: usize,
    /// Whether a product of sums of unknowns was multiplied out.
    pub(super) multiplied_out: bool,
    at_most: BTreeMap<Bound, Literal>,
    equal: BTreeMap<Bound, Literal>,
    bounds: BTreeMap<usize, Bound>,
}

impl Formulas {
    pub(super) fn new() -> Formulas {
        Formulas {
            clauses: vec![vec![Literal::TRUE]],
            variables: 1,
            named: HashMap::new(),
            units: HashMap::new(),
            terms: Vec::new(),
            products: BTreeMap::new(),
            factors: BTreeMap::new(),
            cases: 0,
            multiplied_out: false,
            at_most: BTreeMap::new(),
            equal: BTreeMap::new(),
            bounds: BTreeMap::new(),
        }
    }

    /// The bound of a literal.
    pub(super) fn bound(&self, lit: Literal) -> Option<Bound> {
        let bound = self.bounds.get(&lit.var)?;
        Some(if lit.positive { bound.clone() } else { bound.negated() })
    }

    fn fresh(&mut self) -> Literal {
        self.variables += 1;
        Literal { var: self.variables - 1, positive: true }
    }

    /// `form <= bound`, divided by the greatest common divisor of the coefficients.
    pub(super) fn at_most(&mut self, form: &Coefficients, bound: &Int) -> Literal {
        let Some((g, leading)) = shape(form) else {
            return Literal::TRUE.signed(!bound.is_negative());
        };
        let divided = Bound {
            form: form.iter().map(|(u, c)| (*u, c.div_floor(&g))).collect(),
            bound: bound.div_floor(&g),
        };
        let key = if leading { divided } else { divided.negated() };
        let lit = match self.at_most.get(&key) {
            Some(lit) => *lit,
            None => {
                let lit = self.fresh();
                self.bounds.insert(lit.var, key.clone());
                self.at_most.insert(key, lit);
                lit
            }
        };
        lit.signed(leading)
    }

    /// `form = value`.
    pub(super) fn equal(&mut self, form: &Coefficients, value: &Int) -> Literal {
        let Some((g, leading)) = shape(form) else {
            return Literal::TRUE.signed(value.is_zero());
        };
        if !value.rem_euclid(&g).is_some_and(|r| r.is_zero()) {
            return !Literal::TRUE;
        }
        let g = if leading { g } else { -g };
        let key = Bound {
            form: form.iter().map(|(u, c)| (*u, c.div_floor(&g))).collect(),
            bound: value.div_floor(&g),
        };
        if let Some(lit) = self.equal.get(&key) {
            return *lit;
        }
        let parts = [
            self.at_most(&key.form, &key.bound),
            !self.at_most(&key.form, &(&key.bound - &Int::ONE)),
        ];
        let lit = self.conjunction(&parts);
        self.equal.insert(key, lit);
        lit
    }

    fn conjunction(&mut self, parts: &[Literal]) -> Literal {
        // A new literal would only hide the part from unit propagation.
        if let [only] = parts {
            return *only;
        }
        let all = self.fresh();
        let mut clause = vec![all];
        for &part in parts {
            self.clauses.push(vec![!all, part]);
            clause.push(!part);
        }
        self.clauses.push(clause);
        all
    }

    /// The literal of a formula. A deeply nested formula is read from the inside, so that each step has
    /// literals for its operands.
    pub(super) fn read(&mut self, t: &Term) -> Result<Literal, UnsupportedTerm> {
        if t.is_deep() {
            for part in t.post_order() {
                match (part.node(), part.sort()) {
                    (_, Sort::Bool) => drop(self.literal(part)?),
                    (Node::App(Op::Ite | Op::Div | Op::Mod, _), _) => drop(self.linear(part)?),
                    _ => {}
                }
            }
        }
        self.literal(t)
    }

    /// The literal of a boolean term.
    fn literal(&mut self, t: &Term) -> Result<Literal, UnsupportedTerm> {
        if let Some(lit) = self.named.get(t) {
            return Ok(*lit);
        }
        let lit = match t.node() {
            Node::Bool(b) => Literal::TRUE.signed(*b),
            Node::Var(v) if v.sort == Sort::Bool => self.fresh(),
            Node::App(op, args) => self.connective(t, *op, args)?,
            _ => return Err(UnsupportedTerm(t.clone())),
        };
        self.named.insert(t.clone(), lit);
        Ok(lit)
    }

    fn connective(&mut self, t: &Term, op: Op, args: &[Term]) -> Result<Literal, UnsupportedTerm> {
        let minus = |n: &Int| -n;
        Ok(match (op, args) {
            (Op::Not, [a]) => !self.literal(a)?,
            (Op::And, _) => {
                let parts: Result<Vec<_>, _> = args.iter().map(|a| self.literal(a)).collect();
                self.conjunction(&parts?)
            }
            (Op::Or, _) => {
                let parts: Result<Vec<_>, _> =
                    args.iter().map(|a| self.literal(a).map(Literal::not)).collect();
                !self.conjunction(&parts?)
            }
            (Op::Implies, [a, b]) => {
                let parts = [self.literal(a)?, !self.literal(b)?];
                !self.conjunction(&parts)
            }
            (Op::Le | Op::Lt | Op::Ge | Op::Gt, [a, b]) => {
                let (low, high) = if matches!(op, Op::Le | Op::Lt) { (a, b) } else { (b, a) };
                let (form, constant) = self.difference(low, high)?;
                let strict = Int::from(i64::from(matches!(op, Op::Lt | Op::Gt)));
                self.at_most(&form, &(minus(&constant) - strict))
            }
            (Op::Ne, [a, b]) => !self.literal(&Term::eq(a.clone(), b.clone()))?,
            (Op::Eq, [a, b]) if a.sort() == Sort::Int => {
                let (form, constant) = self.difference(a, b)?;
                self.equal(&form, &minus(&constant))
            }
            (Op::Eq, [a, b]) if a.sort() == Sort::Bool => {
                let (a, b) = (self.literal(a)?, self.literal(b)?);
                self.choice(a, b, !b)
            }
            (Op::Ite, [c, a, b]) => {
                let (c, a, b) = (self.literal(c)?, self.literal(a)?, self.literal(b)?);
                self.choice(c, a, b)
            }
            _ => return Err(UnsupportedTerm(t.clone())),
        })
    }

    /// `if c then a else b`.
    fn choice(&mut self, c: Literal, a: Literal, b: Literal) -> Literal {
        let g = self.fresh();
        let meaning = [[!g, !c, a], [!g, c, b], [g, !c, !a], [g, c, !b]];
        // The last two follow, but not by unit propagation.
        let shortcuts = [[g, !a, !b], [!g, a, b]];
        self.clauses.extend(meaning.iter().chain(&shortcuts).map(|clause| clause.to_vec()));
        g
    }

    fn difference(&mut self, a: &Term, b: &Term) -> Result<Linear, UnsupportedTerm> {
        let (mut form, constant) = self.linear(a)?;
        let (other, less) = self.linear(b)?;
        add_scaled(&mut form, &Int::MINUS_ONE, &other);
        Ok((form, constant - less))
    }

    /// An integer term as a sum, if it can be read.
    pub(super) fn sum(&mut self, t: &Term) -> Option<Linear> {
        self.linear(t).ok()
    }

    /// The linear form of an integer term, by a list of parts with their factors.
    fn linear(&mut self, t: &Term) -> Result<Linear, UnsupportedTerm> {
        let (mut form, mut constant) = (Coefficients::new(), Int::ZERO);
        let mut parts: Vec<(Int, Term)> = vec![(Int::ONE, t.clone())];
        while let Some((factor, t)) = parts.pop() {
            let args = match t.node() {
                Node::App(_, args) => args.as_slice(),
                _ => &[],
            };
            match (t.node(), args) {
                (Node::Int(n), _) => constant += &(&factor * n),
                (Node::App(Op::Add, _), _) => {
                    parts.extend(args.iter().map(|a| (factor.clone(), a.clone())));
                }
                (Node::App(Op::Sub, _), [a, b]) => {
                    parts.extend([(-&factor, b.clone()), (factor, a.clone())]);
                }
                (Node::App(Op::Neg, _), [a]) => parts.push((-factor, a.clone())),
                (Node::App(Op::Mul, _), [a, b]) => match self.multiple(a, b)? {
                    Some((n, rest)) => parts.push((factor * n, rest)),
                    None => {
                        let (product, n) = self.product(&t, a, b)?;
                        add_scaled(&mut form, &factor, &product);
                        constant += &(factor * n);
                    }
                },
                (Node::App(Op::Mod, _), [a, b]) => {
                    // a mod k = a - k * (a div k)
                    let (_, k) = self.linear(b)?;
                    let quotient = Term::app(Op::Div, vec![a.clone(), b.clone()]);
                    parts.push((-(&factor * &k), quotient));
                    parts.push((factor, a.clone()));
                }
                _ => {
                    let unit = Coefficients::from([(self.unit(&t)?, Int::ONE)]);
                    add_scaled(&mut form, &factor, &unit);
                }
            }
        }
        Ok((form, constant))
    }

    /// A product of a constant and a term, if it is one.
    fn multiple(&mut self, a: &Term, b: &Term) -> Result<Option<(Int, Term)>, UnsupportedTerm> {
        for (one, other) in [(a, b), (b, a)] {
            let (form, n) = self.linear(one)?;
            if form.is_empty() {
                return Ok(Some((n, other.clone())));
            }
        }
        Ok(None)
    }

    /// A product of sums, multiplied out.
    fn product(&mut self, t: &Term, a: &Term, b: &Term) -> Result<Linear, UnsupportedTerm> {
        let ((left, m), (right, n)) = (self.linear(a)?, self.linear(b)?);
        self.multiplied_out |= left.len() * right.len() > 1 || !m.is_zero() || !n.is_zero();
        let mut form = Coefficients::new();
        let mut constant = &m * &n;
        add_scaled(&mut form, &n, &left);
        add_scaled(&mut form, &m, &right);
        for (u, c) in &left {
            for (v, d) in &right {
                let (product, k) = self.times(t, *u, *v)?;
                add_scaled(&mut form, &(c * d), &product);
                constant += &(&(c * d) * &k);
            }
        }
        Ok((form, constant))
    }

    /// A product of two units. A product with an `ite` is an `ite` of products.
    fn times(&mut self, t: &Term, u: usize, v: usize) -> Result<Linear, UnsupportedTerm> {
        for (u, v) in [(u, v), (v, u)] {
            if let Some([cond, then, other]) = self.terms[u].as_app(Op::Ite) {
                self.cases += 1;
                if self.cases > CASES || t.is_deep() || self.terms[u].is_deep() {
                    return Err(UnsupportedTerm(t.clone()));
                }
                let times =
                    |case: &Term| Term::app(Op::Mul, vec![case.clone(), self.terms[v].clone()]);
                let choice = Term::app(Op::Ite, vec![cond.clone(), times(then), times(other)]);
                return self.linear(&choice);
            }
        }
        let of = |unit: usize| self.factors.get(&unit).cloned().unwrap_or_else(|| vec![unit]);
        let mut factors = [of(u), of(v)].concat();
        factors.sort_unstable();
        let unit = match self.products.get(&factors) {
            Some(unit) => *unit,
            None => {
                let name = Term::app(Op::Mul, vec![self.terms[u].clone(), self.terms[v].clone()]);
                let unit = self.new_unit(&name);
                self.factors.insert(unit, factors.clone());
                self.products.insert(factors, unit);
                unit
            }
        };
        Ok((Coefficients::from([(unit, Int::ONE)]), Int::ZERO))
    }

    /// The number of an integer variable, `ite` or `div` term, or product of such; new ones get their definition.
    pub(super) fn unit(&mut self, t: &Term) -> Result<usize, UnsupportedTerm> {
        if let Some(unit) = self.units.get(t) {
            return Ok(*unit);
        }
        match t.node() {
            Node::Var(v) if v.sort == Sort::Int => Ok(self.new_unit(t)),
            Node::App(Op::Ite, args) if args.len() == 3 => {
                let condition = self.literal(&args[0])?;
                let (then, other) = (self.linear(&args[1])?, self.linear(&args[2])?);
                let unit = self.new_unit(t);
                for (guard, (mut form, constant)) in [(!condition, then), (condition, other)] {
                    let this = Coefficients::from([(unit, Int::ONE)]);
                    add_scaled(&mut form, &Int::MINUS_ONE, &this);
                    let same = self.equal(&form, &-constant);
                    self.clauses.push(vec![guard, same]);
                }
                Ok(unit)
            }
            Node::App(Op::Div, args) if args.len() == 2 => self.quotient(t, &args[0], &args[1]),
            Node::App(Op::Mul, _) => match self.linear(t)? {
                (form, n) if n.is_zero() => match form.iter().next() {
                    Some((unit, c)) if form.len() == 1 && c.is_one() => Ok(*unit),
                    _ => Err(UnsupportedTerm(t.clone())),
                },
                _ => Err(UnsupportedTerm(t.clone())),
            },
            _ => Err(UnsupportedTerm(t.clone())),
        }
    }

    fn new_unit(&mut self, t: &Term) -> usize {
        let unit = self.units.len();
        self.units.insert(t.clone(), unit);
        self.terms.push(t.clone());
        unit
    }

    /// `a div k` is the `q` with `0 <= a - k * q <= |k| - 1`.
    fn quotient(&mut self, t: &Term, a: &Term, k: &Term) -> Result<usize, UnsupportedTerm> {
        let (mut rest, constant) = self.linear(a)?;
        let (form, k) = self.linear(k)?;
        if !form.is_empty() || k.is_zero() {
            return Err(UnsupportedTerm(t.clone()));
        }
        let unit = self.new_unit(t);
        add_scaled(&mut rest, &-&k, &Coefficients::from([(unit, Int::ONE)]));
        let high = self.at_most(&rest, &(k.abs() - Int::ONE - &constant));
        let negative = scaled(&Int::MINUS_ONE, &(rest, Int::ZERO)).0;
        let low = self.at_most(&negative, &constant);
        self.clauses.extend([vec![low], vec![high]]);
        Ok(unit)
    }
}

/// The maximal number of multiplied `ite` terms.
const CASES: usize = 20_000;

fn scaled(factor: &Int, (form, constant): &Linear) -> Linear {
    let mut out = Coefficients::new();
    add_scaled(&mut out, factor, form);
    (out, factor * constant)
}

/// The greatest common divisor, and whether the first coefficient is positive.
fn shape(form: &Coefficients) -> Option<(Int, bool)> {
    let (_, first) = form.first_key_value()?;
    let g = form.values().fold(Int::ZERO, |g, c| g.gcd(c));
    Some((g, first.is_positive()))
}
