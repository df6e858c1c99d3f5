//! Linear integer terms as sums: `c1*x1 + .. + cn*xn + c`.

use super::coefficients::Coefficients;
use super::term::{Node, Op, Sort, Term, Var};
use hornbook_base::Int;
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of nodes from which on a term may have subterms that occur often in it.
const SHARED: usize = 32;

/// A linear form with integer coefficients.
///
/// Invariant: no stored coefficient is zero, so equal forms are equal values.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    coeffs: Coefficients,
    constant: Int,
}

impl Linear {
    /// The constant form.
    pub fn constant(c: impl Into<Int>) -> Linear {
        Linear { coeffs: Coefficients::default(), constant: c.into() }
    }

    /// The form of a single variable.
    pub fn var(v: &Var) -> Linear {
        Linear { coeffs: Coefficients::one(v), constant: Int::ZERO }
    }

    /// The form of an integer term, unless it has operations other than sums, differences and products with
    /// constants.
    pub fn from_term(t: &Term) -> Option<Linear> {
        if t.size() >= SHARED {
            return Linear::from_shared_term(t);
        }
        match t.node() {
            Node::Var(v) => Some(Linear::var(v)),
            Node::Int(n) => Some(Linear::constant(n.clone())),
            Node::App(op, args) => match (op, args.as_slice()) {
                (Op::Add, _) => args
                    .iter()
                    .try_fold(Linear::default(), |sum, a| Some(sum.add(&Linear::from_term(a)?))),
                (Op::Sub, [a, b]) => Some(Linear::from_term(a)?.sub(&Linear::from_term(b)?)),
                (Op::Neg, [a]) => Some(Linear::from_term(a)?.scale(&Int::MINUS_ONE)),
                (Op::Mul, [a, b]) => {
                    let (a, b) = (Linear::from_term(a)?, Linear::from_term(b)?);
                    match (a.as_constant(), b.as_constant()) {
                        (Some(c), _) => Some(b.scale(c)),
                        (_, Some(c)) => Some(a.scale(c)),
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The form of a large term, with one look at each subterm: how often it is added up is known when all
    /// terms around it were looked at.
    fn from_shared_term(t: &Term) -> Option<Linear> {
        let parts = arithmetic_parts(t)?;
        let places = parts.iter().enumerate().map(|(n, (part, _))| (*part, n));
        let places: FxHashMap<&Term, usize> = places.collect();
        let mut times = vec![Int::ZERO; parts.len()];
        *times.last_mut()? = Int::ONE;
        let mut sum = Linear::default();
        for (n, (part, summands)) in parts.iter().enumerate().rev() {
            let factor = std::mem::take(&mut times[n]);
            match part.node() {
                Node::Var(v) if !factor.is_zero() => sum.coeffs.insert(v.clone(), factor.clone()),
                Node::Int(c) => sum.constant += &(c * &factor),
                _ => {}
            }
            for (summand, by) in summands {
                times[*places.get(summand)?] += &(by * &factor);
            }
        }
        Some(sum)
    }

    /// The variables with their coefficients, in order.
    pub fn coeffs(&self) -> &Coefficients {
        &self.coeffs
    }

    /// The constant part.
    pub fn constant_part(&self) -> &Int {
        &self.constant
    }

    /// The value, if there are no variables.
    pub fn as_constant(&self) -> Option<&Int> {
        self.coeffs.is_empty().then_some(&self.constant)
    }

    /// The coefficient of `v`, zero if it does not occur.
    pub fn coeff(&self, v: &Var) -> Int {
        self.coeffs.get(v).cloned().unwrap_or_default()
    }

    /// `self + c * other`.
    pub fn add_scaled(&self, other: &Linear, c: &Int) -> Linear {
        if c.is_zero() {
            return self.clone();
        }
        let mut constant = self.constant.clone();
        constant += &(&other.constant * c);
        Linear { coeffs: self.coeffs.add_scaled(&other.coeffs, c), constant }
    }

    /// `self + other`.
    pub fn add(&self, other: &Linear) -> Linear {
        self.add_scaled(other, &Int::ONE)
    }

    /// `self - other`.
    pub fn sub(&self, other: &Linear) -> Linear {
        self.add_scaled(other, &Int::MINUS_ONE)
    }

    /// `c * self`.
    pub fn scale(&self, c: &Int) -> Linear {
        Linear::default().add_scaled(self, c)
    }

    /// Replaces `v` by a form.
    pub fn replace(&self, v: &Var, by: &Linear) -> Linear {
        let c = self.coeff(v);
        if c.is_zero() {
            return self.clone();
        }
        let mut rest = self.clone();
        rest.coeffs.remove(v);
        rest.add_scaled(by, &c)
    }

    /// The form with other variables; different ones stay different.
    pub fn renamed(&self, name: impl Fn(&Var) -> Var) -> Linear {
        let coeffs = self.coeffs.iter().map(|(v, c)| (name(v), c.clone())).collect();
        Linear { coeffs, constant: self.constant.clone() }
    }

    /// The form with a form substituted for each variable, if each has one.
    pub fn substitute(&self, form: impl Fn(&Var) -> Option<Linear>) -> Option<Linear> {
        let start = Linear::constant(self.constant.clone());
        self.coeffs.iter().try_fold(start, |sum, (v, c)| Some(sum.add_scaled(&form(v)?, c)))
    }

    /// A positive multiple of the form plus a multiple of `pivot`, which eliminates `v`; the form itself if
    /// `v` does not occur in one of them.
    pub fn cancel(&self, pivot: &Linear, v: &Var) -> Linear {
        let (d, c) = (self.coeff(v), pivot.coeff(v));
        if d.is_zero() || c.is_zero() {
            return self.clone();
        }
        let sign = if c.is_negative() { Int::MINUS_ONE } else { Int::ONE };
        let g = d.gcd(&c);
        let form = self.scale(&c.abs().div_floor(&g));
        let form = form.add_scaled(pivot, &(&-d.div_floor(&g) * &sign));
        let content = form.content().gcd(form.constant_part());
        if content.is_zero() { form } else { form.divide(&content) }
    }

    /// The greatest common divisor of the variables' coefficients; zero without variables.
    pub fn content(&self) -> Int {
        self.coeffs.values().fold(Int::ZERO, |g, c| g.gcd(c))
    }

    /// The form with every number divided by `d`, which must divide them all.
    pub fn divide(&self, d: &Int) -> Linear {
        let coeffs = self.coeffs.iter().map(|(v, c)| (v.clone(), c.div_floor(d))).collect();
        Linear { coeffs, constant: self.constant.div_floor(d) }
    }

    /// The positive part and the negated negative part, so that `self = 0` reads `left = right`
    /// without minus signs.
    pub fn sides(&self) -> (Term, Term) {
        let (mut left, mut right) = (Linear::default(), Linear::default());
        for (v, c) in &self.coeffs {
            let side = if c.is_positive() { &mut left } else { &mut right };
            side.coeffs.insert(v.clone(), c.abs());
        }
        let side = if self.constant.is_positive() { &mut left } else { &mut right };
        side.constant = self.constant.abs();
        (left.to_term(), right.to_term())
    }

    /// The form as a term: positive summands first, then subtractions, the constant last.
    pub fn to_term(&self) -> Term {
        let summand = |v: &Var, c: &Int| {
            let v = Term::var(v);
            if c.is_one() { v } else { Term::app(Op::Mul, vec![Term::int(c.clone()), v]) }
        };
        let (plus, minus): (Vec<_>, Vec<_>) =
            self.coeffs.iter().partition(|(_, c)| c.is_positive());
        let mut sum: Option<Term> = None;
        for (v, c) in plus {
            let t = summand(v, c);
            sum = Some(sum.map_or(t.clone(), |s| Term::add(s, t)));
        }
        for (v, c) in minus {
            let t = summand(v, &c.abs());
            sum = Some(match sum {
                Some(s) => Term::sub(s, t),
                None if c.is_one() || c.abs().is_one() => Term::app(Op::Neg, vec![t]),
                None => summand(v, c),
            });
        }
        match sum {
            None => Term::int(self.constant.clone()),
            Some(s) if self.constant.is_zero() => s,
            Some(s) if self.constant.is_negative() => Term::sub(s, Term::int(self.constant.abs())),
            Some(s) => Term::add(s, Term::int(self.constant.clone())),
        }
    }
}

/// A constraint on a linear form, as a literal states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// `form <= 0`.
    Le(Linear),
    /// `form = 0`.
    Eq(Linear),
    /// `form != 0`.
    Ne(Linear),
    /// `form mod m = r`.
    Mod(Linear, Int, Int),
    /// `form mod m != r`.
    NotMod(Linear, Int, Int),
}

impl Constraint {
    /// The constraint of a comparison or its negation, if its sides are linear.
    pub fn from_literal(t: &Term) -> Option<Constraint> {
        let (t, holds) = match t.as_app(Op::Not) {
            Some([inner]) => (inner, false),
            _ => (t, true),
        };
        let Node::App(op, args) = t.node() else { return None };
        let [a, b] = args.as_slice() else { return None };
        let equal = match op {
            Op::Eq => Some(holds),
            Op::Ne => Some(!holds),
            _ => None,
        };
        for (residue, r) in [(a, b), (b, a)] {
            if let (Some(equal), Some([f, m]), Some(r)) =
                (equal, residue.as_app(Op::Mod), r.as_int())
            {
                let (f, m, r) = (Linear::from_term(f)?, m.as_int()?.clone(), r.clone());
                let positive = if equal { Constraint::Mod } else { Constraint::NotMod };
                return Some(positive(f, m, r));
            }
        }
        if a.sort() != Sort::Int {
            return None;
        }
        let difference = Linear::from_term(a)?.sub(&Linear::from_term(b)?);
        let reversed = || difference.scale(&Int::MINUS_ONE);
        let one = Linear::constant(1);
        Some(match (op, holds) {
            (Op::Eq, true) | (Op::Ne, false) => Constraint::Eq(difference),
            (Op::Ne, true) | (Op::Eq, false) => Constraint::Ne(difference),
            (Op::Le, true) | (Op::Gt, false) => Constraint::Le(difference),
            (Op::Lt, true) | (Op::Ge, false) => Constraint::Le(difference.add(&one)),
            (Op::Ge, true) | (Op::Lt, false) => Constraint::Le(reversed()),
            (Op::Gt, true) | (Op::Le, false) => Constraint::Le(reversed().add(&one)),
            _ => return None,
        })
    }

    /// The constraint in readable form: no minus signs, strict where that saves a constant.
    pub fn to_term(&self) -> Term {
        let compare = |op: Op, f: &Linear| {
            let (left, right) = f.sides();
            Term::app(op, vec![left, right])
        };
        match self {
            Constraint::Le(f) if f.constant_part().is_positive() => {
                compare(Op::Lt, &f.sub(&Linear::constant(1)))
            }
            Constraint::Le(f) => compare(Op::Le, f),
            Constraint::Eq(f) => compare(Op::Eq, f),
            Constraint::Ne(f) => compare(Op::Ne, f),
            Constraint::Mod(f, m, r) | Constraint::NotMod(f, m, r) => {
                let residue = Term::app(Op::Mod, vec![f.to_term(), Term::int(m.clone())]);
                let op = if matches!(self, Constraint::Mod(..)) { Op::Eq } else { Op::Ne };
                Term::app(op, vec![residue, Term::int(r.clone())])
            }
        }
    }
}

/// Summands, each with its factor.
type Summands<'t> = Vec<(&'t Term, Int)>;

/// The subterms of a sum, each behind its own subterms, with their summands and how often each occurs;
/// `None` if there is an operation other than sums, differences and products with constants.
fn arithmetic_parts(t: &Term) -> Option<Vec<(&Term, Summands<'_>)>> {
    let mut out = vec![];
    let mut seen: FxHashSet<&Term> = FxHashSet::default();
    let mut open = vec![(t, None)];
    while let Some((t, summands)) = open.pop() {
        match summands {
            Some(summands) => out.push((t, summands)),
            None if seen.insert(t) => {
                let summands = summands_of(t)?;
                let inside: Vec<&Term> = summands.iter().map(|(s, _)| *s).collect();
                open.push((t, Some(summands)));
                open.extend(inside.into_iter().map(|s| (s, None)));
            }
            None => {}
        }
    }
    Some(out)
}

/// The summands of a term, each with its factor.
fn summands_of(t: &Term) -> Option<Summands<'_>> {
    let Node::App(op, args) = t.node() else {
        return matches!(t.node(), Node::Var(_) | Node::Int(_)).then(Vec::new);
    };
    Some(match (op, args.as_slice()) {
        (Op::Add, _) => args.iter().map(|a| (a, Int::ONE)).collect(),
        (Op::Sub, [a, b]) => vec![(a, Int::ONE), (b, Int::MINUS_ONE)],
        (Op::Neg, [a]) => vec![(a, Int::MINUS_ONE)],
        (Op::Mul, [a, b]) => match (a.as_int(), b.as_int()) {
            (Some(c), _) => vec![(b, c.clone())],
            (_, Some(c)) => vec![(a, c.clone())],
            // A factor may be constant without being a literal.
            _ => {
                let (left, right) = (Linear::from_term(a)?, Linear::from_term(b)?);
                match (left.as_constant(), right.as_constant()) {
                    (Some(c), _) => vec![(b, c.clone())],
                    (_, Some(c)) => vec![(a, c.clone())],
                    _ => return None,
                }
            }
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    #[test]
    fn terms_become_sums_and_come_back_tidy() {
        let t = Term::sub(Term::sub(v("n"), Term::int(1)), v("i"));
        assert_eq!(
            Linear::from_term(&t).map(|l| l.to_term().to_string()),
            Some("n - i - 1".to_owned())
        );
        let zero = Term::sub(Term::add(v("i"), Term::int(3)), v("i"));
        assert_eq!(
            Linear::from_term(&zero).and_then(|l| l.as_constant().cloned()),
            Some(Int::from(3))
        );
        let product = Term::app(Op::Mul, vec![v("i"), v("n")]);
        assert_eq!(Linear::from_term(&product), None);
        let negative = Linear::from_term(&Term::app(Op::Neg, vec![v("i")]));
        assert_eq!(negative.map(|l| l.to_term().to_string()), Some("-i".to_owned()));
    }

    #[test]
    fn sides_have_no_minus_signs() {
        let t = Term::sub(Term::sub(v("k"), v("i")), Term::int(1));
        let (left, right) = Linear::from_term(&t).map(|l| l.sides()).expect("linear");
        assert_eq!((left.to_string(), right.to_string()), ("k".into(), "i + 1".into()));
    }
}
