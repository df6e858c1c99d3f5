//! Conditions on any number of cells as loops over them (T Sec. 6.3.2.2).
//!
//! `P(x) && (forall i: lo <= i && i < hi ==> f(i)) ==> G` becomes
//!
//! ```text
//! P(x)                         ==> Q(x, lo)
//! Q(x, i) && i < hi && f(i)    ==> Q(x, i + 1)
//! Q(x, i) && i >= hi           ==> G
//! ```
//!
//! with a new predicate `Q`. The clauses have the same solutions for the other predicates: a solution for
//! the left side interprets `Q` as "the premises hold, and `f` for all indices from `lo` to before `i`".
//! Each new clause reads finitely many cells, so a finite relevant set exists again.

use super::arrays::expand;
use super::clause::{
    Clause, ClauseId, FunctionPart, FunctionPosition, Goal, Instance, Instruction, Origin, Pred,
    PredId, Premise, System,
};
use super::linear::{Constraint, Linear};
use super::prenex::{negate, unfold};
use super::term::{Names, Node, Op, Quantifier, Sort, Subst, Term, Var};
use hornbook_base::Int;

/// The largest number of clauses that a system may grow by; conditions beyond it stay.
const MOST: usize = 200;

/// Replaces quantified conditions over a range by loops. Other conditions, such as a comparison of whole
/// arrays, stay.
pub fn with_loops(system: &System) -> System {
    let mut out = System { preds: system.preds.clone(), clauses: vec![] };
    let mut todo: Vec<Clause> = system.clauses.iter().rev().cloned().collect();
    let most = MOST + 4 * todo.len();
    // Each loop removes a quantifier, and cases remove an equivalence.
    while let Some(clause) = todo.pop() {
        let clause = named_arguments(&claim_as_premise(&clause));
        let many = out.clauses.len() + todo.len() > most;
        if many {
            out.clauses.push(clause);
        } else if let Some(cases) = by_cases(&clause) {
            todo.extend(cases.into_iter().rev());
        } else if let Some(range) = find_range(&clause) {
            let clauses = unrolled(&mut out, &clause, range);
            todo.extend(clauses.into_iter().rev());
        } else {
            out.clauses.push(clause);
        }
    }
    for (n, clause) in out.clauses.iter_mut().enumerate() {
        clause.id = ClauseId(u32::try_from(n).unwrap_or(u32::MAX));
    }
    out
}

/// Turns an existential claim into the premise that no such value exists, with the claim `false`.
fn claim_as_premise(clause: &Clause) -> Clause {
    let Goal::Cond(claim) = &clause.goal else { return clause.clone() };
    let mut names = Names::avoiding(clause.all_vars());
    let freed = unfold(claim, Quantifier::Forall, &mut names);
    if !freed.has_quantifier() {
        return clause.clone();
    }
    let mut clause = clause.clone();
    clause.premises.push(Premise::Cond(negated(&freed)));
    clause.goal = Goal::Cond(Term::bool(false));
    clause
}

/// The negation with quantifiers dualized.
fn negated(t: &Term) -> Term {
    match t.node() {
        Node::Quant(q, vars, body) => {
            let other = match q {
                Quantifier::Forall => Quantifier::Exists,
                Quantifier::Exists => Quantifier::Forall,
            };
            Term::quant(other, vars.clone(), negated(body))
        }
        Node::App(Op::And, parts) => Term::or(parts.iter().map(negated)),
        Node::App(Op::Or, parts) => Term::and(parts.iter().map(negated)),
        Node::App(Op::Implies, args) => Term::and([args[0].clone(), negated(&args[1])]),
        Node::App(Op::Not, args) => args[0].clone(),
        Node::App(Op::Ite, args) => {
            Term::ite(args[0].clone(), negated(&args[1]), negated(&args[2]))
        }
        _ => negate(t),
    }
}

/// Names the quantified formulas among the arguments of the goal and defines them in premises.
fn named_arguments(clause: &Clause) -> Clause {
    let Goal::Instance(goal) = &clause.goal else { return clause.clone() };
    if !goal.args.iter().any(Term::has_quantifier) {
        return clause.clone();
    }
    let mut names = Names::avoiding(clause.all_vars());
    let mut out = clause.clone();
    let mut goal = goal.clone();
    for arg in goal.args.iter_mut().filter(|a| a.has_quantifier() && a.sort() == Sort::Bool) {
        let name = Term::var(&names.fresh(&Var::new("holds", Sort::Bool)));
        out.premises.push(Premise::Cond(Term::eq(name.clone(), arg.clone())));
        *arg = name;
    }
    out.goal = Goal::Instance(goal);
    out
}

/// Splits a clause by the cases of a condition: an equivalence with a quantified formula, a disjunction
/// with one, or a choice.
fn by_cases(clause: &Clause) -> Option<Vec<Clause>> {
    let (n, cases) = clause.premises.iter().enumerate().find_map(|(n, p)| match p {
        Premise::Cond(c) if c.has_quantifier() => cases_of(&expand(c)).map(|cases| (n, cases)),
        _ => None,
    })?;
    let replace_condition = |case: Vec<Term>| {
        let mut clause = clause.clone();
        clause.premises.splice(n..=n, case.into_iter().map(Premise::Cond));
        freed(&clause)
    };
    Some(cases.into_iter().map(replace_condition).collect())
}

fn cases_of(t: &Term) -> Option<Vec<Vec<Term>>> {
    match t.node() {
        Node::App(Op::And, parts) => Some(vec![parts.clone()]),
        Node::App(Op::Or, parts) => Some(parts.iter().map(|p| vec![p.clone()]).collect()),
        Node::App(Op::Implies, args) => Some(vec![vec![negated(&args[0])], vec![args[1].clone()]]),
        // A formula that `negated` cannot push inward would come back for ever.
        Node::App(Op::Not, args) => {
            let pushed = negated(&args[0]);
            (pushed != *t).then(|| vec![vec![pushed]])
        }
        Node::App(Op::Ite, args) => Some(vec![
            vec![args[0].clone(), args[1].clone()],
            vec![negated(&args[0]), args[2].clone()],
        ]),
        Node::App(Op::Eq, args) if args[0].sort() == Sort::Bool => Some(vec![
            vec![args[0].clone(), args[1].clone()],
            vec![negated(&args[0]), negated(&args[1])],
        ]),
        _ => None,
    }
}

/// The clause with free variables for existential premises.
fn freed(clause: &Clause) -> Clause {
    let mut names = Names::avoiding(clause.all_vars());
    let mut out = clause.clone();
    for premise in &mut out.premises {
        if let Premise::Cond(c) = premise {
            *c = unfold(c, Quantifier::Exists, &mut names);
        }
    }
    out
}

/// A condition `forall var, others: from <= var && var < to ==> rest`.
struct RangeCondition {
    /// The number of the premise.
    premise: usize,
    var: Var,
    from: Term,
    to: Term,
    /// The condition for each index of the range.
    body: Term,
}

fn find_range(clause: &Clause) -> Option<RangeCondition> {
    clause.premises.iter().enumerate().find_map(|(n, p)| match p {
        Premise::Cond(c) => range(n, &expand(c)),
        Premise::Instance(_) => None,
    })
}

fn range(premise: usize, condition: &Term) -> Option<RangeCondition> {
    let Node::Quant(Quantifier::Forall, vars, body) = condition.node() else { return None };
    // For all other indices the body holds anyway.
    let guards = match body.node() {
        Node::App(Op::Implies, args) => args[0].conjuncts(),
        Node::App(Op::Or, parts) => parts.iter().map(negate).collect(),
        _ => vec![],
    };
    let forms: Vec<Linear> = guards
        .iter()
        .filter_map(|g| match Constraint::from_literal(g) {
            Some(Constraint::Le(f)) => Some(f),
            _ => None,
        })
        .collect();
    let outer = |f: &Linear| vars.iter().all(|v| f.coeff(v).is_zero());
    vars.iter().filter(|v| v.sort == Sort::Int).find_map(|var| {
        let v = Linear::var(var);
        // `f <= 0` with coefficient -1 is a lower bound, with 1 an upper one. The upper bound of
        // `i < j && j < n` is `n` less two.
        let from = forms.iter().find_map(|f| {
            let bound = f.add(&v);
            ((-&f.coeff(var)).is_one() && outer(&bound)).then_some(bound)
        })?;
        let upper = |f: &Linear| {
            let bound = v.sub(f);
            (f.coeff(var).is_one() && outer(&bound)).then_some(bound)
        };
        let sums = || forms.iter().flat_map(|f| forms.iter().map(move |g| f.add(g)));
        let last = forms.iter().find_map(upper).or_else(|| sums().find_map(|f| upper(&f)))?;
        let others: Vec<Var> = vars.iter().filter(|w| *w != var).cloned().collect();
        Some(RangeCondition {
            premise,
            var: var.clone(),
            from: from.to_term(),
            to: last.add(&Linear::constant(Int::ONE)).to_term(),
            body: Term::forall(others, body.clone()),
        })
    })
}

/// The three clauses of the loop. The condition's own bounds stay in the body, so the range need only cover
/// them.
fn unrolled(system: &mut System, clause: &Clause, range: RangeCondition) -> Vec<Clause> {
    let mut names = Names::avoiding(clause.all_vars());
    let index = names.fresh(&range.var);
    let mut before = clause.clone();
    before.premises.remove(range.premise);
    let mut params: Vec<Var> = before.free_vars().into_iter().collect();
    let bounds = [&range.from, &range.to, &range.body];
    let mut more: Vec<Var> = bounds.iter().flat_map(|t| t.free_vars()).collect();
    more.retain(|v| *v != range.var && !params.contains(v));
    more.dedup();
    for v in more {
        if !params.contains(&v) {
            params.push(v);
        }
    }
    params.push(index.clone());
    let pred = new_pred(system, clause, params.clone());
    let instance_at = |i: Term| {
        let mut args: Vec<Term> = params.iter().map(Term::var).collect();
        args.pop();
        args.push(i);
        Instance::plain(pred, args)
    };
    let i = Term::var(&index);
    let step = Origin {
        inputs: vec![],
        assert: None,
        ..Origin::new(clause.origin.span, Instruction::Loop)
    };
    let first = Clause {
        id: clause.id,
        origin: Origin {
            inputs: clause.origin.inputs.clone(),
            opaque: clause.origin.opaque,
            ..step.clone()
        },
        premises: before.premises.clone(),
        goal: Goal::Instance(instance_at(range.from.clone())),
    };
    let body = range.body.subst(&Subst::from([(range.var.clone(), i.clone())]));
    let next = freed(&Clause {
        id: clause.id,
        origin: step,
        premises: vec![
            Premise::Instance(instance_at(i.clone())),
            Premise::Cond(Term::lt(i.clone(), range.to.clone())),
            Premise::Cond(body),
        ],
        goal: Goal::Instance(instance_at(Term::add(i.clone(), Term::int(1)))),
    });
    let last = Clause {
        id: clause.id,
        origin: Origin { inputs: vec![], ..clause.origin.clone() },
        premises: vec![
            Premise::Instance(instance_at(i.clone())),
            Premise::Cond(Term::app(Op::Ge, vec![i, range.to])),
        ],
        goal: clause.goal.clone(),
    };
    vec![first, next, last]
}

fn new_pred(system: &mut System, clause: &Clause, params: Vec<Var>) -> PredId {
    let stem =
        clause.instances().next().map_or("Q".to_owned(), |i| system.pred(i.pred).name.clone());
    let taken = |name: &str| system.preds.iter().any(|p| p.name == name);
    let mut n = 1;
    while taken(&format!("{stem}_loop{n}")) {
        n += 1;
    }
    let title = "while cells are looked at one by one".to_owned();
    let name = format!("{stem}_loop{n}");
    let span = clause.origin.span;
    let within = clause.instances().next().and_then(|i| system.pred(i.pred).within);
    let within = within.map(|within| FunctionPosition { part: FunctionPart::Body, ..within });
    let witnesses = vec![];
    system.preds.push(Pred { name, title, span, loop_head: true, params, witnesses, within });
    PredId(u32::try_from(system.preds.len() - 1).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Op;
    use hornbook_base::Span;

    fn array(name: &str) -> Term {
        Term::var(&Var::new(name, Sort::int_array()))
    }

    fn system(conditions: Vec<Term>, goal: Goal) -> System {
        let params =
            vec![Var::new("a", Sort::int_array()), Var::new("b", Sort::int_array()), Var::int("n")];
        let args: Vec<Term> = params.iter().map(Term::var).collect();
        let premise = Premise::Instance(Instance::plain(PredId(0), args));
        let conditions = conditions.into_iter().map(Premise::Cond);
        let clause = Clause {
            id: ClauseId(0),
            origin: Origin::new(Span::default(), Instruction::Given),
            premises: [premise].into_iter().chain(conditions).collect(),
            goal,
        };
        let pred = |name: &str| Pred {
            name: name.into(),
            title: name.into(),
            span: Span::default(),
            loop_head: false,
            params: params.clone(),
            witnesses: vec![],
            within: None,
        };
        System { preds: vec![pred("P"), pred("R")], clauses: vec![clause] }
    }

    fn goal() -> Goal {
        let n = Term::var(&Var::int("n"));
        Goal::Instance(Instance::plain(PredId(1), vec![array("a"), array("b"), n]))
    }

    #[test]
    fn the_example_of_thesis_section_6_3_2_2() {
        let n = Term::var(&Var::int("n"));
        let equal = Term::app(Op::BoundEq, vec![array("a"), array("b"), Term::int(0), n]);
        expect_test::expect![[r#"
            0: P(a, b, n) ==> P_loop1(a, b, n, 0)
            1: P_loop1(a, b, n, k) && k < n && (0 <= k && k < n ==> a[k] == b[k]) ==> P_loop1(a, b, n, k + 1)
            2: P_loop1(a, b, n, k) && k >= n ==> R(a, b, n)
        "#]]
        .assert_eq(&format!("{:?}", with_loops(&system(vec![equal], goal()))));
    }

    #[test]
    fn a_choice_between_quantified_claims_has_a_clause_for_each() {
        let k = Var::int("k");
        let at = |name: &str| {
            let n = Term::var(&Var::int("n"));
            let within = [Term::le(Term::int(0), Term::var(&k)), Term::lt(Term::var(&k), n)];
            let zero = Term::eq(Term::select(array(name), Term::var(&k)), Term::int(0));
            let all = within.into_iter().chain([zero]);
            Term::quant(Quantifier::Exists, vec![k.clone()], Term::and(all))
        };
        let holds = Term::app(Op::Gt, vec![Term::var(&Var::int("n")), Term::int(3)]);
        let claim = Term::ite(holds, at("a"), at("b"));
        let loops = with_loops(&system(vec![], Goal::Cond(claim)));
        assert_eq!(loops.preds.len(), 4);
        assert!(!loops.clauses.iter().any(|c| c.terms().any(Term::has_quantifier)));
    }

    #[test]
    fn sortedness_is_two_loops_and_existence_one() {
        let n = Term::var(&Var::int("n"));
        let sorted = Term::app(Op::Sorted, vec![array("a"), Term::int(0), n.clone()]);
        let loops = with_loops(&system(vec![sorted], goal()));
        assert_eq!((loops.preds.len(), loops.clauses.len()), (4, 5));
        assert!(!loops.clauses.iter().any(|c| c.terms().any(Term::has_quantifier)));
        let k = Var::int("k");
        let within = Term::and([
            Term::le(Term::int(0), Term::var(&k)),
            Term::lt(Term::var(&k), n),
            Term::eq(Term::select(array("a"), Term::var(&k)), Term::int(2)),
        ]);
        let some = Term::quant(Quantifier::Exists, vec![k], within);
        let loops = with_loops(&system(vec![], Goal::Cond(some)));
        assert!(!loops.clauses.iter().any(|c| c.terms().any(Term::has_quantifier)));
    }
}
