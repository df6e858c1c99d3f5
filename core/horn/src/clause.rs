//! Horn clauses with provenance (T Def. 3), plain and extended.

use super::term::{Node, Op, Subst, Term, Var};
use hornbook_base::{AssertId, FunctionId, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

/// A predicate of a [`System`]: an index into [`System::preds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PredId(pub u32);

/// An unknown set of states, one for each program point (T Sec. 2.1.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pred {
    /// A short name, unique in its system: `L5` for "before line 5".
    pub name: String,
    /// The point in words.
    pub title: String,
    /// The place of the statement that follows the point.
    pub span: Span,
    /// Whether a loop comes back to this point.
    pub loop_head: bool,
    /// The formal parameters.
    pub params: Vec<Var>,
    /// The parameters that a condition on the path said to exist, which are no variables of the program.
    /// Records leave them out.
    #[serde(skip)]
    pub witnesses: Vec<Var>,
    /// The function that this is a point of, if its calls are not inlined. Records leave it out.
    #[serde(skip)]
    pub within: Option<FunctionPosition>,
}

/// The position of a point in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionPosition {
    /// The function.
    pub function: FunctionId,
    /// Which part of it.
    pub part: FunctionPart,
}

/// A part of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionPart {
    /// The point to which calls lead.
    Beginning,
    /// Its statements.
    Body,
    /// The point at its end, behind which callers go on.
    End,
}

/// A predicate applied to arguments, possibly below a quantifier:
/// `forall bound: guard ==> pred(args)`.
///
/// Plain instances have no bound variables and the guard `true`. `abstract` makes quantified instances (T
/// Algorithm 1), and `eliminate` leaves guarded ones.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Instance {
    /// Universally quantified variables.
    pub bound: Vec<Var>,
    /// The condition under which the predicate holds.
    pub guard: Term,
    /// The predicate.
    pub pred: PredId,
    /// Its arguments.
    pub args: Vec<Term>,
}

impl Instance {
    /// The instance with `f` applied to its guard and its arguments.
    fn map_terms(&self, f: &mut impl FnMut(&Term) -> Term) -> Instance {
        self.with_terms(f(&self.guard), self.args.iter().map(f).collect())
    }

    /// A plain instance.
    pub fn plain(pred: PredId, args: Vec<Term>) -> Instance {
        Instance { bound: vec![], guard: Term::bool(true), pred, args }
    }

    /// Whether there is neither quantifier nor guard.
    pub fn is_plain(&self) -> bool {
        self.bound.is_empty() && self.guard.is_true()
    }

    /// The instance with another guard and other arguments.
    pub fn with_terms(&self, guard: Term, args: Vec<Term>) -> Instance {
        Instance { bound: self.bound.clone(), guard, pred: self.pred, args }
    }

    /// The instance as it is shown, without the conjuncts of its guard that equate a value with itself,
    /// which `eliminate` leaves for each value that is kept as it is.
    pub fn shortened(&self) -> Instance {
        let said = self.guard.conjuncts().into_iter().filter(|part| !part.is_reflexive());
        self.with_terms(Term::and(said), self.args.clone())
    }

    /// The instance as one formula over named predicates.
    pub fn to_term(&self, system: &System) -> Term {
        let atom = Term::pred(&system.pred(self.pred).name, self.args.clone());
        let body =
            if self.guard.is_true() { atom } else { Term::implies(self.guard.clone(), atom) };
        Term::forall(self.bound.clone(), body)
    }

    fn terms(&self) -> impl Iterator<Item = &Term> {
        std::iter::once(&self.guard).chain(&self.args)
    }

    fn free_vars(&self) -> FxHashSet<Var> {
        let mut out = FxHashSet::default();
        self.terms().for_each(|t| t.add_free_vars(&mut out));
        self.bound.iter().for_each(|v| {
            out.remove(v);
        });
        out
    }

    /// Applies a substitution whose replacements do not mention the bound variables.
    pub fn subst(&self, map: &Subst) -> Instance {
        Instance {
            bound: self.bound.clone(),
            guard: self.guard.subst(map),
            pred: self.pred,
            args: self.args.iter().map(|a| a.subst(map)).collect(),
        }
    }
}

/// One part of a clause before the arrow.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Premise {
    /// A predicate instance.
    Instance(Instance),
    /// A formula without predicates.
    Cond(Term),
}

/// The part of a clause after the arrow.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// A predicate instance.
    Instance(Instance),
    /// A formula without predicates: the clause is an assertion.
    Cond(Term),
}

impl Goal {
    /// Whether the clause is an assertion.
    pub fn is_claim(&self) -> bool {
        matches!(self, Goal::Cond(_))
    }
}

/// Which kind of instruction a clause encodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Instruction {
    /// The program starts.
    Start,
    /// A declaration.
    Declare,
    /// An assignment to a scalar.
    Assign,
    /// A write to a cell.
    Store,
    /// A condition that holds.
    BranchTrue,
    /// A condition that does not hold.
    BranchFalse,
    /// An assumption.
    Assume,
    /// An assertion's claim.
    Assert,
    /// A hint's claim.
    Hint,
    /// An index lies within the declared length.
    Bounds,
    /// A caller keeps what a function requires.
    Requires,
    /// A function keeps what it ensures.
    Ensures,
    /// A function is called: it begins, or the caller goes on with what it returned.
    Call,
    /// The caller goes on with what the contract of a function says.
    Contract,
    /// Control leaves a loop, a round of it, a function, or the program.
    Jump,
    /// Nothing changes, control moves on.
    Skip,
    /// A condition on any number of cells is looked at cell by cell (T Sec. 6.3.2.2).
    Loop,
    /// Several steps in one (T Sec. 2.1.5).
    Block,
    /// A clause read from a file.
    Given,
}

impl Instruction {
    /// The instruction in a few words.
    pub fn describe(self) -> &'static str {
        match self {
            Instruction::Start => "the program starts",
            Instruction::Declare => "declares a variable",
            Instruction::Assign => "assigns a variable",
            Instruction::Store => "writes a cell",
            Instruction::BranchTrue => "condition holds",
            Instruction::BranchFalse => "condition fails",
            Instruction::Assume => "assumes a condition",
            Instruction::Assert => "asserts a condition",
            Instruction::Hint => "hints at an invariant",
            Instruction::Bounds => "checks bounds",
            Instruction::Requires => "must keep what the function requires",
            Instruction::Ensures => "must keep what the function ensures",
            Instruction::Call => "calls a function",
            Instruction::Contract => "goes on by a contract",
            Instruction::Jump => "jumps",
            Instruction::Block => "does several steps",
            Instruction::Loop => "looks at cells one by one",
            Instruction::Skip => "moves on",
            Instruction::Given => "given clause",
        }
    }
}

/// A clause: an index into [`System::clauses`], the same in all stages of a pipeline run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ClauseId(pub u32);

/// The origin of a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The source range.
    pub span: Span,
    /// The instruction of that piece of program.
    #[serde(rename = "rule")]
    pub instruction: Instruction,
    /// The assertion, for assertion clauses.
    pub assert: Option<AssertId>,
    /// The variables that stand for free choices of that piece of program, in the order in which
    /// the interpreter makes them.
    pub inputs: Vec<Var>,
    /// Whether some variable stands for a value that clauses cannot express, such as a product of
    /// two unknowns: it may have any value here, so the clause allows more than the program.
    pub opaque: bool,
    /// The clauses that this one was merged from, numbers of the system before
    /// `horn::blocks`; empty for the clauses of single steps.
    pub parts: Vec<ClauseId>,
    /// The terms of the program's expressions in this clause, for pointing from one to the other. A record
    /// of the clause has them once for all stages, so clauses leave them out.
    #[serde(skip)]
    pub expr_terms: Rc<[ExprTerm]>,
}

/// An expression of the program with its term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExprTerm {
    /// The expression's place.
    pub span: Span,
    /// The term, in the variables of the concrete clause.
    pub term: Term,
}

impl ExprTerm {
    /// The expressions with terms for variables.
    pub fn subst(all: &[ExprTerm], map: &Subst) -> Vec<ExprTerm> {
        all.iter().map(|s| ExprTerm { span: s.span, term: s.term.subst(map) }).collect()
    }
}

impl Origin {
    /// The origin of a clause for one step.
    pub fn new(span: Span, instruction: Instruction) -> Origin {
        Origin {
            span,
            instruction,
            assert: None,
            inputs: vec![],
            opaque: false,
            parts: vec![],
            expr_terms: Rc::default(),
        }
    }
}

/// `premises ==> goal`, all free variables universally quantified.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    /// Its number.
    pub id: ClauseId,
    /// Its origin.
    pub origin: Origin,
    /// The premises, in the order in which `eliminate` walks through them.
    pub premises: Vec<Premise>,
    /// The goal, behind the arrow.
    pub goal: Goal,
}

impl Clause {
    /// The clause as it is shown, with all its instances [shortened](Instance::shortened).
    pub fn shortened(&self) -> Clause {
        let premises = self.premises.iter().map(|premise| match premise {
            Premise::Instance(i) => Premise::Instance(i.shortened()),
            Premise::Cond(c) => Premise::Cond(c.clone()),
        });
        let goal = match &self.goal {
            Goal::Instance(i) => Goal::Instance(i.shortened()),
            Goal::Cond(c) => Goal::Cond(c.clone()),
        };
        Clause { premises: premises.collect(), goal, ..self.clone() }
    }

    /// The predicate instances among the premises.
    pub fn instances(&self) -> impl Iterator<Item = &Instance> {
        self.premises.iter().filter_map(|p| match p {
            Premise::Instance(i) => Some(i),
            Premise::Cond(_) => None,
        })
    }

    /// Whether values of its variables say all about it: it has plain instances, and neither arrays nor
    /// quantifiers.
    pub fn is_ground_evaluable(&self) -> bool {
        let terms = self.terms().all(|t| !t.has_quantifier() && !t.has_array());
        let goal = match &self.goal {
            Goal::Instance(goal) => goal.is_plain(),
            Goal::Cond(_) => true,
        };
        terms && goal && self.instances().all(Instance::is_plain)
    }

    /// The conditions among the premises.
    pub fn conditions(&self) -> impl Iterator<Item = &Term> {
        self.premises.iter().filter_map(|p| match p {
            Premise::Cond(c) => Some(c),
            Premise::Instance(_) => None,
        })
    }

    /// Every free variable.
    pub fn free_vars(&self) -> BTreeSet<Var> {
        let mut out = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let goal = match &self.goal {
            Goal::Instance(i) => Some(i),
            Goal::Cond(c) => {
                c.add_free_vars(&mut out);
                None
            }
        };
        self.conditions().for_each(|c| c.add_free_vars(&mut out));
        for instance in self.instances().chain(goal) {
            if instance.bound.is_empty() {
                // Instances of one predicate are made of the same few terms.
                let new = instance.terms().filter(|t| seen.insert(*t));
                new.for_each(|t| t.add_free_vars(&mut out));
            } else {
                out.extend(instance.free_vars());
            }
        }
        out.into_iter().collect()
    }

    /// Every variable, bound ones included: what a fresh variable must avoid.
    pub fn all_vars(&self) -> BTreeSet<Var> {
        let mut out = self.free_vars();
        let goal = match &self.goal {
            Goal::Instance(i) => Some(i),
            Goal::Cond(_) => None,
        };
        out.extend(self.instances().chain(goal).flat_map(|i| i.bound.iter().cloned()));
        out.extend(self.terms().flat_map(bound_vars));
        out
    }

    /// A clause with the number and the origin of this one.
    pub fn with_formulas(&self, premises: Vec<Premise>, goal: Goal) -> Clause {
        Clause { id: self.id, origin: self.origin.clone(), premises, goal }
    }

    /// The clause with the goal `true`.
    pub fn without_goal(&self) -> Clause {
        self.with_formulas(self.premises.clone(), Goal::Cond(Term::bool(true)))
    }

    /// Every term that stands in the clause.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        let premises = self.premises.iter().flat_map(|p| match p {
            Premise::Instance(i) => i.terms().collect::<Vec<_>>(),
            Premise::Cond(c) => vec![c],
        });
        let goal = match &self.goal {
            Goal::Instance(i) => i.terms().collect(),
            Goal::Cond(c) => vec![c],
        };
        premises.chain(goal)
    }

    /// The clause with `f` applied to each of its terms.
    pub fn map_terms(&self, f: &mut impl FnMut(&Term) -> Term) -> Clause {
        // Instances of one predicate are made of the same few terms.
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        let mut f = |t: &Term| known.entry(t.clone()).or_insert_with(|| f(t)).clone();
        let premises = self.premises.iter().map(|p| match p {
            Premise::Instance(i) => Premise::Instance(i.map_terms(&mut f)),
            Premise::Cond(c) => Premise::Cond(f(c)),
        });
        let premises = premises.collect();
        let goal = match &self.goal {
            Goal::Instance(i) => Goal::Instance(i.map_terms(&mut f)),
            Goal::Cond(c) => Goal::Cond(f(c)),
        };
        self.with_formulas(premises, goal)
    }

    /// The number of nodes of all terms.
    pub fn size(&self) -> usize {
        self.terms().map(Term::size).fold(0, usize::saturating_add)
    }
}

fn bound_vars(t: &Term) -> BTreeSet<Var> {
    match t.node() {
        _ if !t.has_quantifier() => BTreeSet::new(),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => BTreeSet::new(),
        Node::App(_, args) | Node::Pred(_, args) => args.iter().flat_map(bound_vars).collect(),
        Node::Quant(_, vars, body) => vars.iter().cloned().chain(bound_vars(body)).collect(),
    }
}

/// A set of clauses over a set of predicates.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct System {
    /// The predicates.
    pub preds: Vec<Pred>,
    /// The clauses. `clauses[i].id` is `i` unless a stage left clauses out.
    pub clauses: Vec<Clause>,
}

impl System {
    /// The declaration of a predicate. `id` must come from this system.
    pub fn pred(&self, id: PredId) -> &Pred {
        &self.preds[id.0 as usize]
    }

    /// The predicates with their numbers.
    pub fn pred_ids(&self) -> impl Iterator<Item = PredId> + use<> {
        (0..self.preds.len() as u32).map(PredId)
    }

    /// The clause with a number, if this stage still has it.
    pub fn clause(&self, id: ClauseId) -> Option<&Clause> {
        self.clauses.iter().find(|c| c.id == id)
    }

    /// A clause in plain text.
    pub fn show(&self, clause: &Clause) -> String {
        let show = |i: &Instance| i.to_term(self).to_string();
        let premises: Vec<String> = clause
            .premises
            .iter()
            .map(|p| match p {
                Premise::Instance(i) if i.is_plain() => show(i),
                Premise::Instance(i) => format!("({})", show(i)),
                Premise::Cond(c) if needs_brackets(c) => format!("({c})"),
                Premise::Cond(c) => c.to_string(),
            })
            .collect();
        let goal = match &clause.goal {
            Goal::Instance(i) => show(i),
            Goal::Cond(c) => c.to_string(),
        };
        if premises.is_empty() { goal } else { format!("{} ==> {goal}", premises.join(" && ")) }
    }
}

/// Whether a condition beside others is read wrongly without brackets.
fn needs_brackets(t: &Term) -> bool {
    match t.node() {
        Node::App(op, _) => matches!(op, Op::Or | Op::Implies),
        Node::Quant(..) => true,
        _ => false,
    }
}

impl fmt::Debug for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for clause in &self.clauses {
            writeln!(f, "{}: {}", clause.id.0, self.show(clause))?;
        }
        Ok(())
    }
}
