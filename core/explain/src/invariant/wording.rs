//! Literals in the form that people write: without common factors, with the leading summand at the left.

use hornbook_base::Int;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::polynomial::{Polynomial, has_product};
use hornbook_horn::{Node, Op, Sort, Subst, Term, Var};

/// The wording of literals over the given variables.
pub(super) struct Wording<'a> {
    /// The variables under the quantifier.
    pub(super) indices: &'a [Var],
    /// The variables of the program, in the order of their declaration.
    pub(super) params: &'a [Var],
}

/// The rank of a summand: the order in which summands are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SummandRank {
    /// A read of an array, by the size of its index and the array's declaration.
    Read(usize, usize),
    Index(usize),
    Scalar(usize),
}

/// A side of a comparison: `var <= rest`, `rest <= var`.
struct BoundSide {
    var: Var,
    rest: Linear,
    upper: bool,
}

impl Wording<'_> {
    /// The formula with each of its literals rewritten.
    pub(super) fn reword(&self, t: &Term) -> Term {
        if matches!(t.node(), Node::App(Op::And | Op::Or, _)) {
            return t.map_children(|c| self.reword(c));
        }
        if Self::is_simple(t) {
            return t.clone();
        }
        let mut reads = Subst::new();
        match Constraint::from_literal(&name_reads(t, &mut reads)) {
            Some(c) => self.reword_literal(&c, &reads).subst(&reads),
            None => t.clone(),
        }
    }

    /// Whether a literal is a bound by a number, which keeps its form: `k < 10` does not become `k <= 9`.
    fn is_simple(t: &Term) -> bool {
        let Node::App(op, args) = t.node() else { return false };
        let [left, right] = args.as_slice() else { return false };
        let bounds = |a: &Term, b: &Term| a.as_var().is_some() && b.as_int().is_some();
        match op {
            Op::Lt | Op::Le if bounds(left, right) || bounds(right, left) => true,
            Op::Lt | Op::Le | Op::Gt | Op::Ge => {
                left.as_app(Op::Select).is_some() && right.as_int().is_some()
            }
            _ => false,
        }
    }

    fn reword_literal(&self, c: &Constraint, reads: &Subst) -> Term {
        match normalize(c) {
            Constraint::Le(f) => self.inequality(&f, reads),
            Constraint::Eq(f) => self.equation(Op::Eq, &f, reads),
            Constraint::Ne(f) => self.equation(Op::Ne, &f, reads),
            Constraint::Mod(f, m, r) => self.residue(Op::Eq, &f, [m, r], reads),
            Constraint::NotMod(f, m, r) => self.residue(Op::Ne, &f, [m, r], reads),
        }
    }

    fn residue(&self, op: Op, f: &Linear, [m, r]: [Int; 2], reads: &Subst) -> Term {
        let residue = Term::app(Op::Mod, vec![self.sum(f, reads), Term::int(m)]);
        Term::app(op, vec![residue, Term::int(r)])
    }

    fn inequality(&self, f: &Linear, reads: &Subst) -> Term {
        let Some(side) = self.isolate(f, reads) else {
            // Strict where that saves a constant.
            let strict = f.constant_part().is_positive();
            let op = if strict { Op::Lt } else { Op::Le };
            let form = if strict { f.sub(&Linear::constant(1)) } else { f.clone() };
            let (left, right) = self.sides(&form, reads);
            return Term::app(op, vec![left, right]);
        };
        let BoundSide { var, rest, upper } = side;
        let step = Linear::constant(if upper { 1 } else { -1 });
        let stepped = rest.add(&step);
        let strict = stepped.constant_part().abs() < rest.constant_part().abs();
        let rest = self.sum(if strict { &stepped } else { &rest }, reads);
        let read = reads.contains_key(&var);
        let var = Term::var(&var);
        match (upper, read, strict) {
            (true, _, true) => Term::lt(var, rest),
            (true, _, false) => Term::le(var, rest),
            (false, true, true) => Term::app(Op::Gt, vec![var, rest]),
            (false, true, false) => Term::app(Op::Ge, vec![var, rest]),
            (false, false, true) => Term::lt(rest, var),
            (false, false, false) => Term::le(rest, var),
        }
    }

    /// The only summand of the highest rank in an inequality, with its bound.
    fn isolate(&self, f: &Linear, reads: &Subst) -> Option<BoundSide> {
        let vars = self.ordered(f, reads);
        let (first, c) = vars.first().filter(|(_, c)| c.abs().is_one())?;
        let kind = |v: &Var| std::mem::discriminant(&self.rank(v, reads));
        let bounded = match vars.get(1) {
            None => true,
            Some((second, _)) => {
                !matches!(self.rank(first, reads), SummandRank::Scalar(_))
                    && kind(first) != kind(second)
            }
        };
        let rest = f.replace(first, &Linear::default()).scale(&-c);
        let plain = rest.coeffs().is_empty() || rest.coeffs().values().any(Int::is_positive);
        (bounded && plain).then(|| BoundSide { var: first.clone(), rest, upper: c.is_positive() })
    }

    fn equation(&self, op: Op, f: &Linear, reads: &Subst) -> Term {
        let zero = Linear::default();
        let Some((v, c)) = self.leading_summand(f, reads) else {
            return Term::app(op, vec![self.sum(f, reads), self.sum(&zero, reads)]);
        };
        let sign = if c.is_positive() { Int::MINUS_ONE } else { Int::ONE };
        let rest = f.replace(&v, &zero).scale(&sign);
        if rest.coeffs().is_empty() || rest.coeffs().values().any(Int::is_positive) {
            let left = self.sum(&Linear::var(&v).scale(&c.abs()), reads);
            return Term::app(op, vec![left, self.sum(&rest, reads)]);
        }
        // `i + j == 3`: all variables at the left.
        let constant = Linear::constant(rest.constant_part().clone());
        let left = f.scale(&-sign).add(&constant);
        Term::app(op, vec![self.sum(&left, reads), self.sum(&constant, reads)])
    }

    /// The leading summand of an equation: a read, or else the variable declared last, without a factor if
    /// possible.
    fn leading_summand(&self, f: &Linear, reads: &Subst) -> Option<(Var, Int)> {
        let vars = self.ordered(f, reads);
        let read = |v: &Var| reads.contains_key(v);
        let best = match vars.first() {
            Some((first, _)) if read(first) => {
                let mut all = vars.iter().filter(|(v, _)| read(v));
                all.find(|(_, c)| c.abs().is_one()).or(vars.first())
            }
            _ => {
                let scalar = |v: &Var| matches!(self.rank(v, reads), SummandRank::Scalar(_));
                let mut last = vars.iter().filter(|(v, _)| !scalar(v)).collect::<Vec<_>>();
                last.extend(vars.iter().rev().filter(|(v, _)| scalar(v)));
                last.iter().find(|(_, c)| c.abs().is_one()).or(last.first()).copied()
            }
        };
        best.cloned()
    }

    /// The sides of `f = 0` without minus signs.
    fn sides(&self, f: &Linear, reads: &Subst) -> (Term, Term) {
        let (mut left, mut right) = (Linear::default(), Linear::default());
        for (v, c) in f.coeffs() {
            let side = if c.is_positive() { &mut left } else { &mut right };
            *side = side.add_scaled(&Linear::var(v), &c.abs());
        }
        let c = f.constant_part();
        let side = if c.is_positive() { &mut left } else { &mut right };
        *side = side.add(&Linear::constant(c.abs()));
        (self.sum(&left, reads), self.sum(&right, reads))
    }

    /// The sum of a form: reads, indices, variables, the constant; positive before negative summands.
    fn sum(&self, f: &Linear, reads: &Subst) -> Term {
        let mut vars = self.ordered(f, reads);
        vars.sort_by_key(|(_, c)| c.is_negative());
        let mut constant = f.constant_part().clone();
        let mut sum: Option<Term> = None;
        if vars.first().is_some_and(|(_, c)| c.is_negative()) && constant.is_positive() {
            sum = Some(Term::int(std::mem::take(&mut constant)));
        }
        for (v, c) in vars {
            let size = c.abs();
            let product = match size.is_one() {
                true => Term::var(&v),
                false => Term::app(Op::Mul, vec![Term::int(size), Term::var(&v)]),
            };
            sum = Some(match (sum, c.is_negative()) {
                (None, false) => product,
                (None, true) => Term::app(Op::Neg, vec![product]),
                (Some(s), false) => Term::add(s, product),
                (Some(s), true) => Term::sub(s, product),
            });
        }
        match sum {
            None => Term::int(constant),
            Some(s) if constant.is_zero() => s,
            Some(s) if constant.is_negative() => Term::sub(s, Term::int(constant.abs())),
            Some(s) => Term::add(s, Term::int(constant)),
        }
    }

    fn ordered(&self, f: &Linear, reads: &Subst) -> Vec<(Var, Int)> {
        let mut vars: Vec<(Var, Int)> =
            f.coeffs().iter().map(|(v, c)| (v.clone(), c.clone())).collect();
        vars.sort_by_key(|(v, _)| self.rank(v, reads));
        vars
    }

    fn rank(&self, v: &Var, reads: &Subst) -> SummandRank {
        let place = |of: &[Var], v: &Var| of.iter().position(|w| w == v);
        if let Some(read) = reads.get(v) {
            let array = self.params.iter().position(|a| read.mentions(a));
            return SummandRank::Read(read.size(), array.unwrap_or(self.params.len()));
        }
        match place(self.indices, v) {
            Some(n) => SummandRank::Index(n),
            None => SummandRank::Scalar(place(self.params, v).unwrap_or(self.params.len())),
        }
    }
}

/// Replaces each read and each product of unknowns by a variable of that name, so that equal ones are equal
/// variables, and records them in `reads`.
pub(super) fn name_reads(t: &Term, reads: &mut Subst) -> Term {
    let t = replace_reads(t, reads);
    if has_product(&t) { replace_products(&t, reads) } else { t }
}

fn replace_reads(t: &Term, reads: &mut Subst) -> Term {
    if t.as_app(Op::Select).is_some() {
        return placeholder_for(t.clone(), reads);
    }
    t.map_children(|c| replace_reads(c, reads))
}

fn replace_products(t: &Term, reads: &mut Subst) -> Term {
    let polynomial = (t.sort() == Sort::Int).then(|| Polynomial::from_term(t)).flatten();
    match polynomial {
        Some(polynomial) => polynomial.with_names(|monomial| {
            let written = monomial.to_term().subst(reads);
            placeholder_for(written, reads)
        }),
        None => t.map_children(|c| replace_products(c, reads)),
    }
}

fn placeholder_for(t: Term, reads: &mut Subst) -> Term {
    let var = Var::new(t.to_string(), t.sort());
    reads.insert(var.clone(), t);
    Term::var(&var)
}

/// Normalizes a constraint: without common factors of all coefficients, and as an equation if it states
/// oddness.
pub(super) fn normalize(c: &Constraint) -> Constraint {
    let divided = |f: &Linear| match f.content().gcd(f.constant_part()) {
        g if g.is_positive() => f.divide(&g),
        _ => f.clone(),
    };
    match c {
        Constraint::Le(f) => Constraint::Le(tighten(f)),
        Constraint::Eq(f) => Constraint::Eq(divided(f)),
        Constraint::Ne(f) => Constraint::Ne(divided(f)),
        Constraint::NotMod(f, m, r) if *m == Int::from(2) && (r.is_zero() || r.is_one()) => {
            Constraint::Mod(f.clone(), m.clone(), &Int::ONE - r)
        }
        other => other.clone(),
    }
}

/// Tightens `f <= 0`: divides it by the common factor of its coefficients and rounds the constant up.
fn tighten(f: &Linear) -> Linear {
    let g = f.content();
    if !g.is_positive() || g.is_one() {
        return f.clone();
    }
    let constant = f.constant_part();
    let vars = f.sub(&Linear::constant(constant.clone()));
    vars.divide(&g).add(&Linear::constant(constant.div_ceil(&g)))
}
