//! The comparisons of a condition's quantified variables with bounds and with each other.

use super::super::ackermann::cell;
use super::shape::ConditionShape;
use super::validity::is_valid;
use hornbook_base::Int;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::prenex::negate;
use hornbook_horn::{Names, Node, Op, Subst, Term, Var};

/// The guards of a condition, by its variables.
#[derive(Default)]
pub(crate) struct Guards {
    /// Lower bounds of variables.
    pub(crate) lower: Vec<Linear>,
    /// Upper bounds.
    pub(crate) upper: Vec<Linear>,
    /// Values that variables are compared with.
    pub(crate) equal: Vec<Linear>,
    /// All of these, each with its variable.
    pub(crate) ends: Vec<(Var, Linear)>,
    /// The values that guards fix for variables.
    pub(crate) fixed: Vec<(Var, Linear)>,
    /// Variables that are compared with each other.
    pub(crate) pairs: Vec<(Var, Var)>,
    /// The literals of the condition whose negations are the guards.
    pub(crate) literals: Vec<Term>,
}

impl Guards {
    /// `None` if the variables are used in another way.
    pub(crate) fn from_condition(member: &ConditionShape) -> Option<Guards> {
        let mut found = Guards::default();
        found.visit(&member.body, member).then_some(found)
    }

    fn visit(&mut self, t: &Term, member: &ConditionShape) -> bool {
        match t.node() {
            Node::App(Op::And | Op::Or, parts) => parts.iter().all(|p| self.visit(p, member)),
            _ if mentions_any(t, &member.vars) && !has_read(t) => {
                self.literals.push(t.clone());
                self.bounds(t, member) || self.order(t, member)
            }
            _ => self.value(t, member),
        }
    }

    /// A literal on one variable, `±x + t <= 0` or so: its negation is the guard.
    fn bounds(&mut self, literal: &Term, member: &ConditionShape) -> bool {
        let Some(constraint) = Constraint::from_literal(literal) else { return false };
        let (Constraint::Le(f) | Constraint::Eq(f) | Constraint::Ne(f)) = &constraint else {
            return false;
        };
        let mut used = member.vars.iter().filter(|v| !f.coeff(v).is_zero());
        let (Some(x), None) = (used.next(), used.next()) else { return false };
        if !f.coeff(x).abs().is_one() {
            return false;
        }
        let plus = f.coeff(x).is_one();
        let rest = f.replace(x, &Linear::default());
        let t = if plus { rest.scale(&Int::MINUS_ONE) } else { rest };
        let one = Linear::constant(1);
        let (list, ends) = match constraint {
            // The guard of `x <= t` is `x >= t + 1`.
            Constraint::Le(_) if plus => (&mut self.lower, vec![t.add(&one)]),
            Constraint::Le(_) => (&mut self.upper, vec![t.sub(&one)]),
            Constraint::Eq(_) => (&mut self.equal, vec![t.sub(&one), t.add(&one)]),
            _ => {
                self.fixed.push((x.clone(), t.clone()));
                (&mut self.equal, vec![t])
            }
        };
        for end in ends {
            self.ends.push((x.clone(), end.clone()));
            if !list.contains(&end) {
                list.push(end);
            }
        }
        true
    }

    /// A literal that compares two variables.
    fn order(&mut self, literal: &Term, member: &ConditionShape) -> bool {
        let pair = ordered(literal, member);
        self.pairs.extend(pair.iter().cloned());
        pair.is_some()
    }

    /// A condition that values depend on: what it says of indices is a guard on either side.
    fn choice(&mut self, c: &Term, member: &ConditionShape) -> bool {
        match c.node() {
            Node::App(Op::And | Op::Or | Op::Not | Op::Implies, parts) => {
                parts.iter().all(|p| self.choice(p, member))
            }
            _ if mentions_any(c, &member.vars) && !has_read(c) => {
                [c.clone(), negate(c)].iter().all(|c| self.bounds(c, member))
            }
            _ => self.value(c, member),
        }
    }

    /// A part that speaks of values: variables occur in reads and under choices only.
    fn value(&mut self, t: &Term, member: &ConditionShape) -> bool {
        if cell(t).is_some() || !mentions_any(t, &member.vars) {
            return true;
        }
        match t.node() {
            Node::App(Op::Ite, args) => {
                let [c, a, b] = args.as_slice() else { return false };
                self.choice(c, member) && self.value(a, member) && self.value(b, member)
            }
            Node::App(_, args) => args.iter().all(|a| self.value(a, member)),
            _ => false,
        }
    }
}

fn mentions_any(t: &Term, vars: &[Var]) -> bool {
    vars.iter().any(|v| t.mentions(v))
}

fn has_read(t: &Term) -> bool {
    match t.node() {
        Node::App(op, args) => *op == Op::Select || args.iter().any(has_read),
        _ => false,
    }
}

/// The two variables that a literal compares, if its guard, which is `x <= y`, `x = y`, or as good as
/// that, is preserved by monotone maps.
fn ordered(literal: &Term, member: &ConditionShape) -> Option<(Var, Var)> {
    let constraint = Constraint::from_literal(literal)?;
    let (Constraint::Le(f) | Constraint::Ne(f)) = &constraint else { return None };
    let used: Vec<&Var> = member.vars.iter().filter(|v| !f.coeff(v).is_zero()).collect();
    let [x, y] = used.as_slice() else { return None };
    let opposite = f.coeff(x).abs().is_one() && f.coeff(x) == -&f.coeff(y);
    let rest = f.replace(x, &Linear::default()).replace(y, &Linear::default());
    let is_le = matches!(constraint, Constraint::Le(_));
    let fits = match rest.as_constant()? {
        // The guard of the literal `x < y` is `y <= x`, of `x <= y` it is `y < x`.
        d if is_le && d.is_one() => true,
        d if is_le && d.is_zero() => {
            let equal = Subst::from([((*y).clone(), Term::var(x))]);
            holds_without(member, std::slice::from_ref(literal), &equal)
        }
        d => !is_le && d.is_zero(),
    };
    (opposite && fits).then(|| ((*x).clone(), (*y).clone()))
}

/// Whether a condition holds even without some of its literals, where some variables are equal.
pub(crate) fn holds_without(member: &ConditionShape, literals: &[Term], equal: &Subst) -> bool {
    fn without(t: &Term, literals: &[Term]) -> Term {
        match t.node() {
            _ if literals.contains(t) => Term::bool(false),
            Node::App(Op::And | Op::Or, _) => t.map_children(|c| without(c, literals)),
            _ => t.clone(),
        }
    }
    let body = without(&member.body, literals).subst(equal);
    let mut names = Names::avoiding(body.free_vars());
    is_valid(&[], &named_reads(&body, &mut vec![], &mut names))
}

/// The term with variables instead of reads.
fn named_reads(t: &Term, seen: &mut Vec<(Term, Var)>, names: &mut Names) -> Term {
    if cell(t).is_none() {
        return t.map_children(|c| named_reads(c, seen, names));
    }
    if let Some((_, v)) = seen.iter().find(|(known, _)| known == t) {
        return Term::var(v);
    }
    let v = names.fresh(&Var::new("cell", t.sort()));
    seen.push((t.clone(), v.clone()));
    Term::var(&v)
}
