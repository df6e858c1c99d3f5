//! One case of a formula: the comparisons that make it true in a model.

use hornbook_base::Int;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Node, Op, Sort, Term, Var};
use hornbook_lia::{Model, Value, find_implicant};

/// A polyhedron that implies a formula.
pub(crate) struct Polyhedron {
    /// Forms that are at most zero.
    pub(super) least: Vec<Linear>,
    /// Forms that are zero.
    pub(super) equal: Vec<Linear>,
    /// The truth values of shared variables.
    pub(super) flags: Vec<(Var, bool)>,
}

impl Polyhedron {
    /// The case of formulas that a model satisfies; `None` if they are not linear.
    pub(super) fn from_model(
        formulas: &[Term],
        model: &Model,
        shared: &[Var],
    ) -> Option<Polyhedron> {
        let flags = shared.iter().filter(|v| v.sort == Sort::Bool);
        let flags = flags.map(|v| (v.clone(), model.get(v) == Some(Value::Bool(true)))).collect();
        let mut taking = PolyhedronBuilder {
            model,
            open: formulas.to_vec(),
            quotients: 0,
            polyhedron: Polyhedron { least: vec![], equal: vec![], flags },
        };
        while let Some(formula) = taking.open.pop() {
            for (literal, holds) in find_implicant(&formula, model) {
                taking.literal(&literal, holds)?;
            }
        }
        Some(taking.polyhedron)
    }
}

impl Polyhedron {
    /// The polyhedron with other names for variables.
    pub(super) fn renamed(&self, vars: &[Var], names: &[Var]) -> Polyhedron {
        let form = |form: &Linear| {
            let pairs = vars.iter().zip(names);
            pairs.fold(form.clone(), |form, (v, name)| form.replace(v, &Linear::var(name)))
        };
        let flag = |(flag, value): &(Var, bool)| {
            let at = vars.iter().position(|v| v == flag);
            (at.map_or(flag, |n| &names[n]).clone(), *value)
        };
        Polyhedron {
            least: self.least.iter().map(form).collect(),
            equal: self.equal.iter().map(form).collect(),
            flags: self.flags.iter().map(flag).collect(),
        }
    }
}

struct PolyhedronBuilder<'m> {
    model: &'m Model,
    /// Facts about the introduced quotients, still to be added.
    open: Vec<Term>,
    quotients: usize,
    polyhedron: Polyhedron,
}

impl PolyhedronBuilder<'_> {
    fn literal(&mut self, literal: &Term, holds: bool) -> Option<()> {
        let Node::App(op, args) = literal.node() else { return None };
        let [a, b] = args.as_slice() else { return None };
        let (a, b) = (self.linear(a)?, self.linear(b)?);
        let plain = Term::app(*op, vec![a.to_term(), b.to_term()]);
        let plain = if holds { plain } else { Term::not(plain) };
        match Constraint::from_literal(&plain)? {
            Constraint::Le(form) => self.polyhedron.least.push(form),
            Constraint::Eq(form) => self.polyhedron.equal.push(form),
            Constraint::Ne(form) => {
                let value = self.model.eval(&form.to_term())?.as_int()?.clone();
                let form = if value.is_positive() { form.scale(&Int::MINUS_ONE) } else { form };
                self.polyhedron.least.push(form.add(&Linear::constant(1)));
            }
            Constraint::Mod(..) | Constraint::NotMod(..) => return None,
        }
        Some(())
    }

    /// The linear form of a number in the case of the model.
    fn linear(&mut self, t: &Term) -> Option<Linear> {
        if let Some(form) = Linear::from_term(t) {
            return Some(form);
        }
        let Node::App(op, args) = t.node() else { return None };
        match (op, args.as_slice()) {
            (Op::Ite, [cond, then, els]) => {
                let holds = self.model.satisfies(cond);
                self.open.push(if holds { cond.clone() } else { Term::not(cond.clone()) });
                self.linear(if holds { then } else { els })
            }
            (Op::Add, _) => args
                .iter()
                .try_fold(Linear::default(), |sum, arg| Some(sum.add(&self.linear(arg)?))),
            (Op::Sub, [a, b]) => Some(self.linear(a)?.sub(&self.linear(b)?)),
            (Op::Neg, [a]) => Some(self.linear(a)?.scale(&Int::MINUS_ONE)),
            (Op::Mul, [a, b]) => {
                let (a, b) = (self.linear(a)?, self.linear(b)?);
                let by = |c: &Linear, form: &Linear| Some(form.scale(c.as_constant()?));
                by(&a, &b).or_else(|| by(&b, &a))
            }
            (Op::Div | Op::Mod, [a, m]) => self.divided(*op, a, m.as_int()?),
            _ => None,
        }
    }

    /// `a = m * q + r` with `0 <= r < m`: the quotient is a variable.
    fn divided(&mut self, op: Op, a: &Term, m: &Int) -> Option<Linear> {
        let a = self.linear(a)?;
        // No variable of a rule has a space in its name.
        let quotient = Linear::var(&Var::int(format!("quotient {}", self.quotients)));
        self.quotients += 1;
        let rest = a.sub(&quotient.scale(m));
        self.polyhedron.least.push(rest.scale(&Int::MINUS_ONE));
        self.polyhedron.least.push(rest.sub(&Linear::constant(m.abs() - &Int::ONE)));
        Some(if op == Op::Div { quotient } else { rest })
    }
}
