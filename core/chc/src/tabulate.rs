//! Tabulation: the answers to the calls that a claim demands, each computed once, as in OLDT resolution
//! (Tamaki and Sato 1986).
//!
//! A *call* is a predicate with values for the arguments that are known where a premise asks for it, an
//! *answer* a fact that fits to it. `fib(15, r)` demands 16 calls with one answer each, however large the
//! tree of recursion is. If the calls are finitely many and have finitely many answers, these are a model:
//! who asks a call gets one of its answers.

use super::ground::{Application, bind, determine, enumerate, is_known};
use hornbook_base::Budget;
use hornbook_evidence::derivation::Derivation;
use hornbook_horn::{Clause, ClauseId, Goal, Instance, PredId, System, Term, Var};
use hornbook_lia::{Model, Value};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The most calls.
const MAX_CALLS: usize = 2_000;

/// The most answers to all calls together.
const MAX_ANSWERS: usize = 5_000;

/// The most values of variables that neither the call nor the answers determine.
const MAX_VALUES: usize = 32;

/// The most steps of evaluation.
const MAX_WORK: u64 = 200_000;

/// The values of the arguments that a call knows.
type Pattern = Vec<Option<Value>>;

/// A call with its answers, by their number.
struct Call {
    pred: PredId,
    pattern: Pattern,
    answers: Vec<usize>,
    known: BTreeSet<Vec<Value>>,
    /// The questions that asked for it.
    callers: BTreeSet<Question>,
}

/// An answer, and the clause with the answers that it was derived from.
struct CallAnswer {
    args: Vec<Value>,
    origin: Application,
}

/// A part of the evaluation: the clause of a claim, or the clauses of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Question {
    Claim(ClauseId),
    Call(usize),
}

/// The premises of a clause that were answered so far.
#[derive(Clone)]
struct Partial<'c> {
    question: Question,
    clause: &'c Clause,
    values: Model,
    conds: Vec<Term>,
    /// The answers to the premises in their order.
    from: Vec<Option<usize>>,
}

/// A result of a tabulation.
pub(super) enum Tabulated {
    /// A derivation that violates a claim.
    Derivation(Derivation),
    /// A model in which these claims hold.
    Model(BTreeMap<PredId, Term>, BTreeSet<ClauseId>),
    /// There are too many calls or answers, or answers that the clauses leave open.
    TooMany,
}

/// The search.
pub(super) struct Tabulation {
    system: Rc<System>,
    calls: Vec<Call>,
    by_pattern: BTreeMap<(PredId, Pattern), usize>,
    facts: Vec<CallAnswer>,
    open: VecDeque<Question>,
    queued: BTreeSet<Question>,
    /// The claims that no answer violates so far.
    safe: BTreeSet<ClauseId>,
    found: VecDeque<Derivation>,
    work: u64,
    is_over: bool,
}

/// The calls or answers are too many.
struct TooMany;

impl Tabulation {
    /// The search in clauses of plain instances without arrays and quantifiers; none in others.
    pub(super) fn for_system(system: Rc<System>) -> Option<Tabulation> {
        let claims = system.clauses.iter().filter(|c| c.goal.is_claim()).map(|c| c.id);
        let safe: BTreeSet<ClauseId> = claims.collect();
        let open: VecDeque<Question> = safe.iter().map(|id| Question::Claim(*id)).collect();
        let fits = system.clauses.iter().all(Clause::is_ground_evaluable);
        fits.then(|| Tabulation {
            calls: vec![],
            by_pattern: BTreeMap::new(),
            facts: vec![],
            queued: open.iter().copied().collect(),
            open,
            safe,
            found: VecDeque::new(),
            work: 0,
            is_over: false,
            system,
        })
    }

    /// Whether there is nothing left to do.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Works until there is a result or the budget is used up.
    pub(super) fn step(&mut self, budget: &mut Budget) -> Option<Tabulated> {
        while budget.left() > 0 && !self.is_over {
            if let Some(found) = self.found.pop_front() {
                return Some(Tabulated::Derivation(found));
            }
            let Some(question) = self.open.pop_front() else {
                self.is_over = true;
                let result = Tabulated::Model(self.formulas(), self.safe.clone());
                return (!self.safe.is_empty()).then_some(result);
            };
            self.queued.remove(&question);
            if self.evaluate(question, budget).is_err() {
                self.is_over = true;
                return Some(Tabulated::TooMany);
            }
        }
        None
    }

    fn evaluate(&mut self, question: Question, budget: &mut Budget) -> Result<(), TooMany> {
        let system = self.system.clone();
        match question {
            Question::Claim(id) if !self.safe.contains(&id) => Ok(()),
            Question::Claim(id) => {
                let Some(clause) = system.clause(id) else { return Ok(()) };
                let mut partial = Partial::new(question, clause);
                if let Goal::Cond(claim) = &clause.goal {
                    partial.conds.push(Term::not(claim.clone()));
                }
                self.answer_premises(partial, budget)
            }
            Question::Call(call) => {
                let Call { pred, ref pattern, .. } = self.calls[call];
                let pattern = pattern.clone();
                for clause in &system.clauses {
                    let Goal::Instance(head) = &clause.goal else { continue };
                    let mut partial = Partial::new(question, clause);
                    if head.pred == pred && partial.bind_pattern(&head.args, &pattern) {
                        self.answer_premises(partial, budget)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Asks for the premises that are left, the one first of which most is known.
    fn answer_premises(
        &mut self,
        mut partial: Partial<'_>,
        budget: &mut Budget,
    ) -> Result<(), TooMany> {
        budget.charge(1);
        self.work += 1;
        if self.work > MAX_WORK {
            return Err(TooMany);
        }
        determine(&mut partial.values, &partial.conds);
        if partial.is_impossible() {
            return Ok(());
        }
        let Some((n, instance, pattern)) = partial.next_premise() else {
            return self.conclude(partial, budget);
        };
        let call = self.ask(instance.pred, pattern, partial.question)?;
        // Answers that come later have their callers evaluated again.
        for answer in self.calls[call].answers.clone() {
            let mut next = partial.clone();
            next.from[n] = Some(answer);
            let args = &self.facts[answer].args;
            if bind(&mut next.values, &mut next.conds, &instance.args, args) {
                self.answer_premises(next, budget)?;
            }
        }
        Ok(())
    }

    /// The number of a call, which is new or known.
    fn ask(
        &mut self,
        pred: PredId,
        pattern: Pattern,
        question: Question,
    ) -> Result<usize, TooMany> {
        let key = (pred, pattern);
        let call = match self.by_pattern.get(&key) {
            Some(known) => *known,
            None => {
                if self.calls.len() == MAX_CALLS {
                    return Err(TooMany);
                }
                let call = self.calls.len();
                let pattern = key.1.clone();
                let (answers, known, callers) = Default::default();
                self.calls.push(Call { pred, pattern, answers, known, callers });
                self.by_pattern.insert(key, call);
                self.queue(Question::Call(call));
                call
            }
        };
        self.calls[call].callers.insert(question);
        Ok(call)
    }

    fn queue(&mut self, question: Question) {
        if self.queued.insert(question) {
            self.open.push_back(question);
        }
    }

    /// All premises are answered: the values that are left, and what follows from them.
    fn conclude(&mut self, partial: Partial<'_>, budget: &mut Budget) -> Result<(), TooMany> {
        let mut open: BTreeSet<Var> = partial.clause.free_vars().into_iter().collect();
        open.retain(|v| !partial.values.values.contains_key(v));
        let all = if open.is_empty() {
            let holds = partial.conds.iter().all(|c| partial.values.satisfies(c));
            Vec::from_iter(holds.then(|| partial.values.clone()))
        } else {
            let (Partial { values, conds, .. }, most) = (&partial, MAX_VALUES);
            match enumerate(values, &open, conds, most, budget) {
                (found, true) => found,
                // One is enough to violate a claim.
                (found, false) if partial.clause.goal.is_claim() && !found.is_empty() => found,
                _ => return Err(TooMany),
            }
        };
        let from: Vec<usize> = partial.from.iter().flatten().copied().collect();
        let clause = partial.clause.id;
        for values in all {
            match (&partial.clause.goal, partial.question) {
                (Goal::Instance(head), Question::Call(call)) => {
                    let args = head.args.iter().map(|arg| values.eval(arg)).collect();
                    self.add(call, args, Application { clause, values, from: from.clone() })?;
                }
                _ => {
                    self.violate(&Application { clause, values, from });
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn violate(&mut self, last: &Application) {
        self.safe.remove(&last.clause);
        let found = last.derivation(&|fact| &self.facts[fact].origin);
        self.found.extend(found);
    }

    fn add(
        &mut self,
        call: usize,
        args: Option<Vec<Value>>,
        origin: Application,
    ) -> Result<(), TooMany> {
        let args = args.ok_or(TooMany)?;
        if !self.calls[call].known.insert(args.clone()) {
            return Ok(());
        }
        if self.facts.len() == MAX_ANSWERS {
            return Err(TooMany);
        }
        self.calls[call].answers.push(self.facts.len());
        self.facts.push(CallAnswer { args, origin });
        for caller in self.calls[call].callers.clone() {
            self.queue(caller);
        }
        Ok(())
    }

    /// For each predicate: who asks one of its calls gets one of the answers.
    fn formulas(&self) -> BTreeMap<PredId, Term> {
        let mut said: BTreeMap<PredId, Vec<Term>> = BTreeMap::new();
        for call in &self.calls {
            let params = self.system.pred(call.pred).params.iter().map(Term::var);
            let params: Vec<Term> = params.collect();
            let equation =
                |(param, value): (&Term, &Value)| Term::eq(param.clone(), value.to_term());
            let asked = params.iter().zip(&call.pattern);
            let asked = asked.filter_map(|(param, value)| Some(equation((param, value.as_ref()?))));
            let answers = call.answers.iter().map(|answer| {
                let all = params.iter().zip(&self.facts[*answer].args).zip(&call.pattern);
                Term::and(all.filter(|(_, known)| known.is_none()).map(|(pair, _)| equation(pair)))
            });
            let (asked, answers) = (Term::and(asked), Term::or(answers));
            let formula = if asked.is_true() { answers } else { Term::implies(asked, answers) };
            said.entry(call.pred).or_default().push(formula);
        }
        let preds = (0..self.system.preds.len() as u32).map(PredId);
        preds.map(|p| (p, Term::and(said.remove(&p).unwrap_or_default()))).collect()
    }
}

impl<'c> Partial<'c> {
    fn new(question: Question, clause: &'c Clause) -> Partial<'c> {
        let conds = clause.conditions().cloned().collect();
        let from = clause.instances().map(|_| None).collect();
        Partial { question, clause, values: Model::default(), conds, from }
    }

    /// Binds the variables of the head of a clause to what a call knows.
    fn bind_pattern(&mut self, args: &[Term], pattern: &Pattern) -> bool {
        let known =
            args.iter().zip(pattern).filter_map(|(arg, value)| Some((arg, value.as_ref()?)));
        let (args, values): (Vec<Term>, Vec<Value>) =
            known.map(|(arg, value)| (arg.clone(), value.clone())).unzip();
        bind(&mut self.values, &mut self.conds, &args, &values)
    }

    /// Whether a condition is false, whatever is still open.
    fn is_impossible(&self) -> bool {
        let is_false = |c: &Term| is_known(&self.values, c) && !self.values.satisfies(c);
        self.conds.iter().any(is_false)
    }

    /// The premise without an answer of which most arguments are known, with its number.
    fn next_premise(&self) -> Option<(usize, &'c Instance, Pattern)> {
        let value =
            |arg: &Term| is_known(&self.values, arg).then(|| self.values.eval(arg)).flatten();
        let instances: Vec<&Instance> = self.clause.instances().collect();
        let open = instances.into_iter().enumerate().filter(|(n, _)| self.from[*n].is_none());
        let asked = open.map(|(n, instance)| {
            let pattern: Pattern = instance.args.iter().map(value).collect();
            let known = pattern.iter().flatten().count();
            (known, (n, instance, pattern))
        });
        // The first one of those with as many.
        let first = |(known, (n, ..)): &(usize, (usize, &Instance, Pattern))| (*known, Reverse(*n));
        asked.max_by_key(first).map(|(_, premise)| premise)
    }
}
