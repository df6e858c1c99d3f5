//! The classes of clauses that the thesis speaks of (T Def. 3 and Sec. 2.3).

use super::arrays::is_derived;
use super::clause::{Clause, Goal, Instance};
use super::prenex;
use super::term::{Names, Node, Op, Quantifier, Term, Var};
use crate::arrays::counts::counts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The number of predicate instances among the premises of a clause.
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

/// The effect of a linear complex clause on whole arrays (T Sec. 6.3.1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WholeArrayUse {
    /// It makes or changes arrays cell by cell: it bounds conditions, moves indices and maps
    /// values. A finite set of cells is relevant.
    BoundPermMap,
    /// It makes arrays that exist already depend on each other, or a truth value or number depend
    /// on any number of their cells. No finite set of cells is relevant.
    Collapsing,
}

/// Whether the thesis's scheme is complete for a clause (T Table 6.2), and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Handling {
    /// There is no premise to instantiate; quantified conditions are left to the solver.
    Start,
    /// No array occurs.
    NoArray,
    /// Every array is read and written in finitely many cells.
    FinitelyManyCells,
    /// The claim needs no quantifier once its variables are free.
    FreedClaim,
    /// Arrays are made cell by cell, which the improved search for relevant cells understands (T
    /// Sec. 6.3.1).
    CellByCell,
    /// Not properly: two parameters are the same array.
    SharedArray,
    /// Not properly: the claim says that something exists, which cells cannot express.
    ExistentialClaim,
    /// Not properly: a value depends on any number of cells.
    CollapsedArray,
    /// Not properly: two premises speak of the same array.
    SeveralPremises,
}

impl Handling {
    /// Whether the elimination is expected to lose nothing.
    pub fn is_proper(self) -> bool {
        use Handling::{CellByCell, FinitelyManyCells, FreedClaim, NoArray, Start};
        matches!(self, Start | NoArray | FinitelyManyCells | FreedClaim | CellByCell)
    }

    /// The reason in one sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Handling::Start => "There is no premise, so nothing is instantiated.",
            Handling::NoArray => "No array occurs, so nothing can be lost.",
            Handling::FinitelyManyCells => "Only finitely many cells of each array matter.",
            Handling::FreedClaim => "The claim's quantified variables can be free variables.",
            Handling::CellByCell => {
                "Arrays are made cell by cell, so finitely many cells of the old ones matter."
            }
            Handling::SharedArray => {
                "Two parameters are the same array, so all of its cells matter at once."
            }
            Handling::ExistentialClaim => {
                "The claim says that some cell exists, which no number of cells can express."
            }
            Handling::CollapsedArray => "A value depends on any number of cells at once.",
            Handling::SeveralPremises => {
                "Several premises constrain the arrays, each in any number of cells."
            }
        }
    }
}

/// The class of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseClass {
    /// Start, linear or non-linear.
    pub linearity: Linearity,
    /// Whether the goal has no predicate.
    pub assertion: bool,
    /// Whether an instance is quantified.
    pub extended: bool,
    /// Trivial, basic or complex.
    pub arrays: ArrayUse,
    /// The effect on whole arrays, for complex clauses that are linear and no assertions.
    pub whole: Option<WholeArrayUse>,
    /// Whether the thesis's scheme is complete for it.
    pub handling: Handling,
}

impl ClauseClass {
    /// The class of `clause`.
    pub fn from_clause(clause: &Clause) -> ClauseClass {
        let linearity = match clause.instances().count() {
            0 => Linearity::Start,
            1 => Linearity::Linear,
            _ => Linearity::NonLinear,
        };
        let quantified = |i: &Instance| !i.bound.is_empty();
        let goal_quantified = matches!(&clause.goal, Goal::Instance(i) if quantified(i));
        let premise_quantified = clause.instances().any(quantified);
        let arrays = clause.terms().map(array_use).max().unwrap_or(ArrayUse::Trivial);
        let assertion = matches!(clause.goal, Goal::Cond(_));
        let complex = arrays == ArrayUse::Complex && linearity == Linearity::Linear;
        let whole = (complex && !assertion).then(|| whole(clause));
        let handling = handling(clause, linearity, arrays, whole);
        let extended = goal_quantified || premise_quantified;
        ClauseClass { linearity, assertion, extended, arrays, whole, handling }
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
        words.extend(self.whole.map(|whole| match whole {
            WholeArrayUse::BoundPermMap => "bound-perm-map",
            WholeArrayUse::Collapsing => "collapsing",
        }));
        words
    }
}

/// T Table 6.2 with the improvements of T Sec. 6.3.1, for one clause.
fn handling(
    clause: &Clause,
    linearity: Linearity,
    arrays: ArrayUse,
    whole: Option<WholeArrayUse>,
) -> Handling {
    match linearity {
        Linearity::Start => return Handling::Start,
        Linearity::NonLinear if clause.instances().any(has_array) => {
            return Handling::SeveralPremises;
        }
        Linearity::NonLinear | Linearity::Linear => {}
    }
    if !clause.terms().any(Term::has_array) {
        return Handling::NoArray;
    }
    if shares_an_array(clause) {
        return Handling::SharedArray;
    }
    match (&clause.goal, whole) {
        (_, Some(WholeArrayUse::Collapsing)) => Handling::CollapsedArray,
        (_, Some(WholeArrayUse::BoundPermMap)) => Handling::CellByCell,
        (Goal::Cond(goal), _) if arrays == ArrayUse::Complex => {
            let freed = prenex::unfold(goal, Quantifier::Forall, &mut names(clause));
            let premises = clause.conditions().any(|c| array_use(c) == ArrayUse::Complex);
            match (array_use(&freed), premises) {
                _ if counts(&freed) => Handling::CollapsedArray,
                (ArrayUse::Complex, _) => Handling::ExistentialClaim,
                (_, true) => Handling::CollapsedArray,
                _ => Handling::FreedClaim,
            }
        }
        _ => Handling::FinitelyManyCells,
    }
}

fn names(clause: &Clause) -> Names {
    Names::avoiding(clause.all_vars())
}

fn has_array(i: &Instance) -> bool {
    i.args.iter().any(|a| a.sort().is_array())
}

/// Whether an array variable stands under two parameters of one premise.
fn shares_an_array(clause: &Clause) -> bool {
    clause.instances().any(|i| {
        let arrays: Vec<BTreeSet<Var>> = i.args.iter().map(array_vars).collect();
        (0..arrays.len()).any(|n| arrays[..n].iter().any(|other| !other.is_disjoint(&arrays[n])))
    })
}

fn array_vars(t: &Term) -> BTreeSet<Var> {
    t.free_vars().into_iter().filter(|v| v.sort.is_array()).collect()
}

/// A condition on whole arrays only makes an array if it relates one that no premise has to one
/// side of an equation; anything else constrains what exists.
fn whole(clause: &Clause) -> WholeArrayUse {
    let old: BTreeSet<Var> =
        clause.instances().flat_map(|i| i.args.iter()).flat_map(array_vars).collect();
    let made = |c: &Term| {
        let vars = array_vars(c);
        let new: BTreeSet<&Var> = vars.difference(&old).collect();
        new.len() == 1 && is_definition(c)
    };
    let conditions = clause.conditions().flat_map(Term::conjuncts);
    let mut complex = conditions.filter(|c| array_use(c) == ArrayUse::Complex);
    let collapsed_argument = match &clause.goal {
        Goal::Instance(i) => {
            i.args.iter().any(|a| !a.sort().is_array() && array_use(a) == ArrayUse::Complex)
        }
        Goal::Cond(_) => false,
    };
    if collapsed_argument || !complex.all(|c| made(&c)) {
        WholeArrayUse::Collapsing
    } else {
        WholeArrayUse::BoundPermMap
    }
}

/// Whether a condition is an equation between arrays, for all cells or for those in a range.
fn is_definition(c: &Term) -> bool {
    match c.node() {
        Node::App(Op::BoundEq, _) => true,
        Node::App(Op::Eq, args) => {
            args[0].sort().is_array() || args.iter().any(|a| a.as_app(Op::Select).is_some())
        }
        Node::App(Op::Implies, args) => !args[0].has_array() && is_definition(&args[1]),
        Node::Quant(Quantifier::Forall, _, body) => is_definition(body),
        _ => false,
    }
}

/// An array variable by itself is no operation; reads and writes of arrays are basic, also those
/// that are behind arrays made cell by cell; all else that touches an array, and every quantifier
/// around one, is complex.
fn array_use(t: &Term) -> ArrayUse {
    match t.node() {
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => ArrayUse::Trivial,
        Node::App(Op::Select | Op::Store, args) => {
            args.iter().map(array_use).max().unwrap_or(ArrayUse::Basic).max(ArrayUse::Basic)
        }
        // The choice between two arrays that large blocks make.
        Node::App(Op::Ite, args) => args.iter().map(array_use).max().unwrap_or(ArrayUse::Trivial),
        Node::App(op, _) if is_derived(*op) => ArrayUse::Complex,
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
    use crate::clause::{ClauseId, Instruction, Origin, PredId, Premise};
    use crate::term::Sort;
    use hornbook_base::Span;

    fn clause(premises: Vec<Premise>, goal: Goal) -> Clause {
        let origin = Origin::new(Span::default(), Instruction::Given);
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
        assert_eq!(ClauseClass::from_clause(&step).words(), ["linear", "basic"]);

        let all_zero = Term::forall(
            vec![Var::int("k")],
            Term::eq(Term::select(array("a"), Term::var(&Var::int("k"))), Term::int(0)),
        );
        let property = clause(vec![Premise::Instance(p(array("a")))], Goal::Cond(all_zero));
        assert_eq!(ClauseClass::from_clause(&property).words(), ["linear", "assertion", "complex"]);

        let equal = Term::eq(array("a"), array("b"));
        let start = clause(vec![Premise::Cond(equal)], Goal::Instance(p(array("a"))));
        assert_eq!(ClauseClass::from_clause(&start).words(), ["start", "complex"]);

        let two = vec![Premise::Instance(p(array("a"))), Premise::Instance(p(array("b")))];
        let join = clause(two, Goal::Instance(p(array("a"))));
        assert_eq!(ClauseClass::from_clause(&join).words(), ["non-linear", "trivial"]);
    }

    /// T Table 2.3 and Table 6.2, on the clauses of T Example 5 and those of T Sec. 6.1 and 6.2.
    #[test]
    fn the_table_of_what_is_handled_properly() {
        let (n, i) = (Term::var(&Var::int("n")), Term::var(&Var::int("i")));
        let p = |args: Vec<Term>| Premise::Instance(Instance::plain(PredId(0), args));
        let goal = |args: Vec<Term>| Goal::Instance(Instance::plain(PredId(1), args));
        let zero = || Term::int(0);
        let bound_eq = |a: Term, b: Term| Term::app(Op::BoundEq, vec![a, b, zero(), n.clone()]);
        let sorted = |a: Term| Term::app(Op::Sorted, vec![a, zero(), n.clone()]);
        let check = |clause: Clause, words: &[&str], handling: Handling| {
            let class = ClauseClass::from_clause(&clause);
            assert_eq!((class.words().as_slice(), class.handling), (words, handling));
        };
        // Clause 2.2: a new array.
        let made = Premise::Cond(bound_eq(array("b"), array("a")));
        check(
            clause(vec![p(vec![array("a")]), made.clone()], goal(vec![array("a"), array("b")])),
            &["linear", "complex", "bound-perm-map"],
            Handling::CellByCell,
        );
        // The same between arrays that exist.
        check(
            clause(vec![p(vec![array("a"), array("b")]), made], goal(vec![array("a")])),
            &["linear", "complex", "collapsing"],
            Handling::CollapsedArray,
        );
        // Clause 2.3.
        check(
            clause(vec![p(vec![array("a")])], Goal::Cond(sorted(array("a")))),
            &["linear", "assertion", "complex"],
            Handling::FreedClaim,
        );
        // Clause 2.4.
        check(
            clause(vec![Premise::Cond(sorted(array("a")))], goal(vec![array("a")])),
            &["start", "complex"],
            Handling::Start,
        );
        // Clause 2.9.
        check(
            clause(
                vec![p(vec![array("a")]), p(vec![array("a"), array("b")])],
                goal(vec![array("b")]),
            ),
            &["non-linear", "trivial"],
            Handling::SeveralPremises,
        );
        check(
            clause(vec![p(vec![array("a"), array("a")])], goal(vec![array("a")])),
            &["linear", "trivial"],
            Handling::SharedArray,
        );
        check(
            clause(vec![p(vec![n.clone()])], goal(vec![n.clone()])),
            &["linear", "trivial"],
            Handling::NoArray,
        );
        let some = Term::quant(
            Quantifier::Exists,
            vec![Var::int("i")],
            Term::eq(Term::select(array("a"), i.clone()), Term::int(2)),
        );
        check(
            clause(vec![p(vec![array("a")])], Goal::Cond(some)),
            &["linear", "assertion", "complex"],
            Handling::ExistentialClaim,
        );
        let inserted = Term::app(Op::Insert, vec![array("a"), i, zero()]);
        check(
            clause(vec![p(vec![array("a")])], goal(vec![inserted])),
            &["linear", "complex", "bound-perm-map"],
            Handling::CellByCell,
        );
    }
}
