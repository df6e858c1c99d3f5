//! The classes of clauses that the thesis speaks of (T Def. 3 and Sec. 2.3).

use super::clause::{Clause, Goal, Instance, Premise};
use super::term::{Node, Op, Term};
use serde::{Deserialize, Serialize};

/// How many predicate instances a clause has before its arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Linearity {
    /// None.
    Start,
    /// One.
    Linear,
    /// More than one.
    NonLinear,
}

/// Which array operations a clause uses (T Sec. 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ArrayUse {
    /// None.
    Trivial,
    /// Only unquantified reads and writes.
    Basic,
    /// Anything else.
    Complex,
}

/// The class of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// Start, linear or non-linear.
    pub linearity: Linearity,
    /// Whether the goal has no predicate.
    pub assertion: bool,
    /// Whether an instance is quantified.
    pub extended: bool,
    /// Trivial, basic or complex.
    pub arrays: ArrayUse,
}

impl Class {
    /// The class of `clause`.
    pub fn of(clause: &Clause) -> Class {
        let linearity = match clause.instances().count() {
            0 => Linearity::Start,
            1 => Linearity::Linear,
            _ => Linearity::NonLinear,
        };
        let quantified = |i: &Instance| !i.bound.is_empty();
        let goal_quantified = matches!(&clause.goal, Goal::Instance(i) if quantified(i));
        Class {
            linearity,
            assertion: matches!(clause.goal, Goal::Cond(_)),
            extended: goal_quantified
                || clause
                    .premises
                    .iter()
                    .any(|p| matches!(p, Premise::Instance(i) if quantified(i))),
            arrays: clause.terms().map(array_use).max().unwrap_or(ArrayUse::Trivial),
        }
    }

    /// The class in the thesis's words, for chips and lists.
    pub fn words(&self) -> Vec<&'static str> {
        let mut words = vec![match self.linearity {
            Linearity::Start => "start",
            Linearity::Linear => "linear",
            Linearity::NonLinear => "non-linear",
        }];
        if self.assertion {
            words.push("assertion");
        }
        if self.extended {
            words.push("extended");
        }
        words.push(match self.arrays {
            ArrayUse::Trivial => "trivial",
            ArrayUse::Basic => "basic",
            ArrayUse::Complex => "complex",
        });
        words
    }
}

/// An array variable by itself is no operation; reads and writes of arrays are basic; all else
/// that touches an array, and every quantifier around one, is complex.
fn array_use(t: &Term) -> ArrayUse {
    match t.node() {
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => ArrayUse::Trivial,
        Node::App(Op::Select | Op::Store, args) => {
            args.iter().map(array_use).max().unwrap_or(ArrayUse::Basic).max(ArrayUse::Basic)
        }
        Node::App(_, args) if args.iter().any(|a| a.sort().is_array()) => ArrayUse::Complex,
        Node::App(_, args) | Node::Pred(_, args) => {
            args.iter().map(array_use).max().unwrap_or(ArrayUse::Trivial)
        }
        Node::Quant(_, _, body) if body.has_array() => ArrayUse::Complex,
        Node::Quant(_, _, body) => array_use(body),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;
    use crate::horn::clause::{ClauseId, Origin, PredId, Rule};
    use crate::horn::term::{Sort, Var};

    fn clause(premises: Vec<Premise>, goal: Goal) -> Clause {
        let origin = Origin::new(Span::default(), Rule::Given);
        Clause { id: ClauseId(0), origin, premises, goal }
    }

    fn array(name: &str) -> Term {
        Term::var(&Var::new(name, Sort::int_array()))
    }

    #[test]
    fn the_examples_of_thesis_section_2_3() {
        let i = Term::var(&Var::int("i"));
        let p = |t: Term| Instance::plain(PredId(0), vec![t]);
        let write = Term::store(array("a"), i.clone(), Term::int(0));
        let step = clause(vec![Premise::Instance(p(array("a")))], Goal::Instance(p(write)));
        assert_eq!(Class::of(&step).words(), ["linear", "basic"]);

        let all_zero = Term::forall(
            vec![Var::int("k")],
            Term::eq(Term::select(array("a"), Term::var(&Var::int("k"))), Term::int(0)),
        );
        let property = clause(vec![Premise::Instance(p(array("a")))], Goal::Cond(all_zero));
        assert_eq!(Class::of(&property).words(), ["linear", "assertion", "complex"]);

        let equal = Term::eq(array("a"), array("b"));
        let start = clause(vec![Premise::Cond(equal)], Goal::Instance(p(array("a"))));
        assert_eq!(Class::of(&start).words(), ["start", "complex"]);

        let two = vec![Premise::Instance(p(array("a"))), Premise::Instance(p(array("b")))];
        let join = clause(two, Goal::Instance(p(array("a"))));
        assert_eq!(Class::of(&join).words(), ["non-linear", "trivial"]);
    }
}
