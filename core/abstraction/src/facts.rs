//! Facts of a clause's conditions: comparisons that are known to hold.

use hornbook_base::Int;
use hornbook_horn::fold::fold;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::prenex::negate;
use hornbook_horn::{Memo, Node, Op, Term};

/// Conditions that hold.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Forms that are at most zero.
    bounds: Vec<Linear>,
    /// Forms that are zero.
    zero: Vec<Linear>,
    /// Forms that are not zero.
    nonzero: Vec<Linear>,
    /// Conditions that are no comparisons of integers.
    other: Vec<Term>,
}

/// One part of a disjunction.
pub struct FactCase {
    /// Whether it mentions the variable of the cases.
    pub speaks: bool,
    /// The facts in this part.
    pub facts: Facts,
}

impl Facts {
    /// The facts in formulas that all hold.
    pub fn from_formulas<'t>(formulas: impl IntoIterator<Item = &'t Term>) -> Facts {
        let mut facts = Facts::default();
        formulas.into_iter().flat_map(Term::conjuncts).for_each(|t| facts.add(&t));
        facts
    }

    /// The facts where `context` is false: the premises of the implications that it is.
    pub fn from_negation(context: &Term) -> Facts {
        let mut facts = Facts::default();
        let mut rest = context;
        while let Some([premise, goal]) = rest.as_app(Op::Implies) {
            premise.conjuncts().iter().for_each(|t| facts.add(t));
            rest = goal;
        }
        facts.add(&negate(rest));
        facts
    }

    /// These facts with the consequences of pairs of bounds.
    pub fn with_sums(mut self) -> Facts {
        let pairs = self.bounds.iter().enumerate();
        let sums = pairs.flat_map(|(n, f)| self.bounds[..n].iter().map(move |g| f.add(g)));
        let sums: Vec<Linear> = sums.collect();
        self.bounds.extend(sums);
        self
    }

    /// The facts in the cases of each disjunction that mentions a variable.
    pub fn cases(&self, of: &Term) -> Vec<Vec<FactCase>> {
        let Some(v) = of.as_var() else { return vec![] };
        let case = |part: &Term| {
            let mut facts = self.clone();
            part.conjuncts().iter().for_each(|t| facts.add(t));
            FactCase { speaks: part.mentions(v), facts }
        };
        let disjunctions = self.other.iter().filter(|t| t.mentions(v));
        let parts = disjunctions.filter_map(|t| t.as_app(Op::Or));
        parts.map(|parts| parts.iter().map(case).collect()).collect()
    }

    fn add(&mut self, t: &Term) {
        match Constraint::from_literal(t) {
            Some(Constraint::Le(f)) => self.bounds.push(f),
            Some(Constraint::Eq(f)) => {
                self.bounds.extend([f.clone(), f.scale(&Int::MINUS_ONE)]);
                self.zero.push(f);
            }
            Some(Constraint::Ne(f)) => self.nonzero.push(f),
            _ => self.other.push(t.clone()),
        }
    }

    /// Whether a condition holds, or its negation, as far as single facts show.
    pub fn decide(&self, t: &Term) -> Option<bool> {
        match t.node() {
            Node::Bool(b) => return Some(*b),
            Node::App(Op::And, parts) => {
                let parts: Vec<Option<bool>> = parts.iter().map(|p| self.decide(p)).collect();
                return match () {
                    () if parts.contains(&Some(false)) => Some(false),
                    () if parts.iter().all(|p| *p == Some(true)) => Some(true),
                    () => None,
                };
            }
            Node::App(Op::Or, parts) => {
                let parts: Vec<Option<bool>> = parts.iter().map(|p| self.decide(p)).collect();
                return match () {
                    () if parts.contains(&Some(true)) => Some(true),
                    () if parts.iter().all(|p| *p == Some(false)) => Some(false),
                    () => None,
                };
            }
            _ => {}
        }
        match Constraint::from_literal(t) {
            Some(c) if self.implies(&c) => Some(true),
            Some(_) => {
                let negated = Constraint::from_literal(&Term::not(t.clone()));
                negated.filter(|c| self.implies(c)).map(|_| false)
            }
            None if self.other.contains(t) => Some(true),
            None if self.other.contains(&Term::not(t.clone())) => Some(false),
            None => None,
        }
    }

    /// The term without the choices that the facts decide.
    pub fn settle(&self, t: &Term) -> Term {
        self.settle_once(t, &mut Memo::default())
    }

    fn settle_once(&self, t: &Term, done: &mut Memo<Term>) -> Term {
        done.get_or_compute(t, |done| {
            let t = t.map_children(|c| self.settle_once(c, done));
            match t.as_app(Op::Ite) {
                Some([c, a, b]) => match self.decide(c) {
                    Some(true) => a.clone(),
                    Some(false) => b.clone(),
                    None => t,
                },
                _ => t,
            }
        })
    }

    /// Whether a formula holds wherever the facts do.
    pub fn confirm(&self, formula: &Term) -> bool {
        let formula = fold(&self.settle(formula));
        formula.is_true() || self.decide(&formula) == Some(true)
    }

    fn implies(&self, c: &Constraint) -> bool {
        match c {
            Constraint::Le(f) => self.at_most_zero(f),
            Constraint::Eq(f) => {
                f.as_constant().is_some_and(Int::is_zero)
                    || self.zero.iter().any(|g| same(f, g))
                    || self.at_most_zero(f) && self.at_most_zero(&f.scale(&Int::MINUS_ONE))
            }
            Constraint::Ne(f) => {
                let one = Linear::constant(1);
                f.as_constant().is_some_and(|c| !c.is_zero())
                    || self.nonzero.iter().any(|g| same(f, g))
                    || self.at_most_zero(&f.add(&one))
                    || self.at_most_zero(&f.scale(&Int::MINUS_ONE).add(&one))
            }
            Constraint::Mod(..) | Constraint::NotMod(..) => {
                self.other.iter().any(|t| Constraint::from_literal(t).as_ref() == Some(c))
            }
        }
    }

    /// Whether a known `g <= 0` with `f <= g` implies `f <= 0`.
    fn at_most_zero(&self, f: &Linear) -> bool {
        let below = |g: &Linear| f.sub(g).as_constant().is_some_and(|c| !c.is_positive());
        below(&Linear::default()) || self.bounds.iter().any(below)
    }
}

fn same(f: &Linear, g: &Linear) -> bool {
    f == g || f.scale(&Int::MINUS_ONE) == *g
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_horn::{Sort, Var, read};

    fn term(text: &str) -> Term {
        let sort = |name: &str| if name == "p" { Sort::Bool } else { Sort::Int };
        read::term(text, &|name| Some(Var::new(name, sort(name)))).expect("a term")
    }

    #[test]
    fn single_facts_decide_comparisons() {
        let facts = Facts::from_formulas(&[term("i < j && p && n == 3 && x != y")]);
        for (text, expected) in [
            ("i < j", Some(true)),
            ("j > i", Some(true)),
            ("i <= j + 1", Some(true)),
            ("i == j", Some(false)),
            ("j <= i", Some(false)),
            ("i + 1 < j", None),
            ("n <= 3", Some(true)),
            ("n == 3 && y != x", Some(true)),
            ("p", Some(true)),
            ("!p || i > j", Some(false)),
            ("k == k", Some(true)),
            ("m > 0", None),
        ] {
            assert_eq!(facts.decide(&term(text)), expected, "{text}");
        }
    }

    #[test]
    fn where_a_context_is_false_its_premises_hold() {
        let context = term("i < j ==> (n > 0 ==> i == n)");
        let facts = Facts::from_negation(&context);
        assert_eq!(facts.decide(&term("n >= 1 && i <= j && i != n")), Some(true));
    }
}
