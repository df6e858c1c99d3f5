//! Names for the parts of large terms.
//!
//! Machines write chains of `let` that are thousands deep, and share parts so often that the tree is
//! larger than any memory. A clause is for all values of its variables, so a part `t` may get a new
//! variable `v` and the premise `v = t` without a change of meaning. Afterwards no term of the clause
//! is deep or large, and every walk may recurse through it.

use super::clauses::Parts;
use crate::clause::{Goal, Instance, Premise};
use crate::linear::Linear;
use crate::term::{Names, Node, Sort, Term, Var};
use rustc_hash::{FxHashMap, FxHashSet};

/// The limits from which on a part gets a name.
#[derive(Clone, Copy)]
struct PartLimits {
    /// The number of levels.
    depth: u32,
    /// The number of nodes, counted as a tree.
    size: usize,
}

/// Below the depth that recursive walks stand.
const LIMITS: PartLimits = PartLimits { depth: 100, size: 300 };

/// A part that can have no name may be larger, but not more than walks stand.
const UNNAMED: PartLimits = PartLimits { depth: 400, size: 200_000 };

/// Gives names to the large parts of a clause.
///
/// # Errors
/// A message when something below a quantifier is too large: a name there could not be seen outside.
pub(super) fn name_large_parts(parts: Parts) -> Result<Parts, String> {
    name_parts(parts, LIMITS)
}

fn name_parts(mut parts: Parts, limits: PartLimits) -> Result<Parts, String> {
    if terms(&parts).all(|t| !limits.exceeded(t)) {
        return Ok(parts);
    }
    let names = Names::avoiding(Term::free_vars_of(terms(&parts)));
    let (named, premises) = Default::default();
    let mut namer = PartNamer { limits, names, bound: bound(&parts), named, premises };
    for premise in &mut parts.premises {
        match premise {
            Premise::Instance(instance) => namer.instance(instance)?,
            Premise::Cond(condition) => *condition = namer.shrink(condition)?,
        }
    }
    match &mut parts.goal {
        Goal::Instance(instance) => namer.instance(instance)?,
        Goal::Cond(condition) => *condition = namer.shrink(condition)?,
    }
    parts.premises.append(&mut namer.premises);
    Ok(parts)
}

/// The variables that quantifiers of a clause bind.
fn bound(parts: &Parts) -> FxHashSet<Var> {
    let all = terms(parts).flat_map(|t| t.post_order_through(Term::has_quantifier));
    let vars = all.filter_map(|t| match t.node() {
        Node::Quant(_, vars, _) => Some(vars.clone()),
        _ => None,
    });
    vars.flatten().collect()
}

/// The terms of a clause.
fn terms(parts: &Parts) -> impl Iterator<Item = &Term> {
    let goal = match &parts.goal {
        Goal::Instance(instance) => &instance.args[..],
        Goal::Cond(condition) => std::slice::from_ref(condition),
    };
    let premises = parts.premises.iter().flat_map(|premise| match premise {
        Premise::Instance(instance) => &instance.args[..],
        Premise::Cond(condition) => std::slice::from_ref(condition),
    });
    premises.chain(goal)
}

impl PartLimits {
    fn exceeded(self, t: &Term) -> bool {
        t.depth() > self.depth || t.size() > self.size
    }
}

struct PartNamer {
    limits: PartLimits,
    /// The variables of quantifiers. A part that mentions one can have no name outside.
    bound: FxHashSet<Var>,
    names: Names,
    /// The term that stands for each part that was looked at.
    named: FxHashMap<Term, Term>,
    /// The definitions of the names.
    premises: Vec<Premise>,
}

impl PartNamer {
    fn instance(&mut self, instance: &mut Instance) -> Result<(), String> {
        for arg in &mut instance.args {
            *arg = self.shrink(arg)?;
        }
        Ok(())
    }

    /// The term with names for its large parts.
    fn shrink(&mut self, t: &Term) -> Result<Term, String> {
        if !self.limits.exceeded(t) {
            return Ok(t.clone());
        }
        for part in t.post_order() {
            if self.named.contains_key(part) {
                continue;
            }
            let new = part.map_children(|child| self.named.get(child).unwrap_or(child).clone());
            let is_large = self.limits.exceeded(&new);
            if is_large && UNNAMED.exceeded(&new) && !self.can_be_named(&new) {
                return Err("a formula below a quantifier is too large".into());
            }
            if is_large || new != *part {
                let new = self.reduce(new, is_large && part != t);
                self.named.insert(part.clone(), new);
            }
        }
        Ok(self.named.get(t).unwrap_or(t).clone())
    }

    /// Whether a name outside of all quantifiers can stand for a part. One with a quantifier would hide it.
    fn can_be_named(&self, t: &Term) -> bool {
        !t.has_quantifier() && !self.bound.iter().any(|v| t.mentions(v))
    }

    /// A term as the sum that it is, if that is small, or by a name if it gets one.
    fn reduce(&mut self, t: Term, is_named: bool) -> Term {
        if t.sort() == Sort::Int
            && let Some(sum) = Linear::from_term(&t).map(|sum| sum.to_term())
            && !self.limits.exceeded(&sum)
        {
            return sum;
        }
        if !is_named || !self.can_be_named(&t) {
            return t;
        }
        let var = Term::var(&self.names.fresh(&Var::new("t", t.sort())));
        self.premises.push(Premise::Cond(Term::eq(var.clone(), t)));
        var
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Op, Subst};

    fn x() -> Term {
        Term::var(&Var::int("x"))
    }

    /// `ite(x > n, ite(x > n - 1, ..), n)`: no sum.
    fn choices(levels: i64) -> Term {
        (0..levels).fold(x(), |t, n| {
            Term::ite(Term::lt(Term::int(n), x()), Term::add(t, Term::int(1)), x())
        })
    }

    fn clause(condition: Term) -> Parts {
        Parts { premises: vec![Premise::Cond(condition)], goal: Goal::Cond(Term::bool(false)) }
    }

    /// The condition with each name replaced by what it stands for.
    fn expanded(parts: &Parts) -> Term {
        let mut conditions = parts.premises.iter().map(|premise| match premise {
            Premise::Cond(condition) => condition.clone(),
            Premise::Instance(_) => panic!("there is no predicate"),
        });
        let condition = conditions.next().expect("a condition");
        let definitions: Vec<Term> = conditions.collect();
        definitions.iter().rev().fold(condition, |t, definition| {
            let [var, value] = definition.as_app(Op::Eq).expect("a definition") else {
                panic!("no definition: {definition}")
            };
            let var = var.as_var().expect("a name");
            t.subst(&Subst::from([(var.clone(), value.clone())]))
        })
    }

    #[test]
    fn names_stand_for_what_was_there() {
        let limits = PartLimits { depth: 8, size: 40 };
        for levels in 0..40 {
            let condition = Term::eq(choices(levels), x());
            let named = name_parts(clause(condition.clone()), limits).expect("a clause");
            assert_eq!(expanded(&named), condition, "{levels} levels");
            // One level more for the equation that defines a name.
            assert!(terms(&named).all(|t| t.depth() <= limits.depth + 2), "{levels} levels");
            assert_eq!(named.premises.len() > 1, limits.exceeded(&condition), "{levels} levels");
        }
    }

    #[test]
    fn sums_need_no_names_and_shared_parts_one() {
        let sum = (0..10_000).fold(x(), |t, _| Term::add(t, Term::int(1)));
        let named = name_large_parts(clause(Term::lt(sum, Term::int(0)))).expect("a clause");
        let [Premise::Cond(only)] = named.premises.as_slice() else { panic!("one premise") };
        assert_eq!(only.to_string(), "x + 10000 < 0");
        let shared = (0..200).fold(x(), |t, _| Term::ite(Term::lt(t.clone(), x()), t.clone(), t));
        let named = name_large_parts(clause(Term::eq(shared, x()))).expect("a clause");
        assert!(named.premises.len() < 200, "{}", named.premises.len());
        assert!(terms(&named).all(|t| t.size() < 20_000));
    }

    #[test]
    fn what_is_below_a_quantifier_gets_no_name() {
        let k = Var::int("k");
        let of = |levels| {
            let body = choices(levels).subst(&Subst::from([(Var::int("x"), Term::var(&k))]));
            Term::forall(vec![k.clone()], Term::lt(Term::int(0), body))
        };
        let many = Term::and((0..2_000).map(|n| Term::lt(Term::int(n), x())));
        let wide = Term::or([Term::not(many), of(3)]);
        assert!(name_large_parts(clause(wide)).is_ok());
        assert!(name_large_parts(clause(of(500))).is_err());
        // What does not mention the variable gets a name outside.
        let shared = (0..60).fold(x(), |t, _| Term::ite(Term::lt(t.clone(), x()), t.clone(), t));
        let inside = Term::forall(vec![k.clone()], Term::lt(Term::var(&k), shared));
        let named = name_large_parts(clause(inside)).expect("a clause");
        assert!(named.premises.len() > 1 && terms(&named).all(|t| t.size() < 20_000));
    }
}
