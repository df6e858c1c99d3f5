//! Large-block encoding (T Sec. 2.1.5): steps without a loop between them become one clause.
//!
//! A point is removed when it is no loop head and one clause enters it or one clause leaves it: each
//! entering clause is resolved with each leaving one. The two sides of a condition that lead from one point
//! to another one become a single clause that chooses with `ite`, as in T Clause 2.1.
//! The result is satisfiable exactly if the input is, and the points that stay have the same
//! least solution.

use super::clause::{
    Clause, ClauseId, ExprTerm, Goal, Instance, Instruction, Origin, PredId, Premise, System,
};
use super::growth::expanded_size;
use super::prenex::negate;
use super::term::{Names, Subst, Term, Var};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The largest size of a merged clause, in nodes; points whose removal exceeds it stay.
const SIZE: usize = 2_000;

/// The largest size with all reads of derived arrays expanded.
const EXPANDED: usize = 5 * SIZE;

fn is_large(clause: &Clause) -> bool {
    clause.size() > SIZE || expanded_size(clause, SIZE) > EXPANDED
}

/// The system with as few points as these rules leave. Predicates and clauses are renumbered;
/// `Origin::parts` says which clauses of `system` each clause is made of.
pub fn large_blocks(system: &System) -> System {
    let mut clauses: Vec<Clause> = system.clauses.clone();
    let mut gone = BTreeSet::new();
    loop {
        let joined = join_branches(&mut clauses);
        let points =
            || system.pred_ids().filter(|p| !gone.contains(p) && !system.pred(*p).loop_head);
        let remove = |single| points().find_map(|p| Some((p, remove_point(&clauses, p, single)?)));
        // Where branches meet, they are joined before the next step is resolved with each of them.
        let removed = remove(true).or_else(|| remove(false));
        match removed {
            Some((pred, rest)) => {
                gone.insert(pred);
                clauses = rest;
            }
            None if !joined => break,
            None => {}
        }
    }
    renumbered(system, clauses, &gone)
}

/// Removes a point by resolution, if possible; if `single`, only a point that one clause enters.
fn remove_point(clauses: &[Clause], pred: PredId, single: bool) -> Option<Vec<Clause>> {
    let enters = |c: &Clause| matches!(&c.goal, Goal::Instance(i) if i.pred == pred);
    let leaves = |c: &Clause| c.instances().any(|i| i.pred == pred);
    let ways_in: Vec<&Clause> = clauses.iter().filter(|c| enters(c)).collect();
    let ways_out: Vec<&Clause> = clauses.iter().filter(|c| leaves(c)).collect();
    let few = ways_in.len() == 1 || ways_out.len() == 1 && !single;
    let both = clauses.iter().any(|c| enters(c) && leaves(c));
    // A point without leaving clauses is a sink, and one without entering clauses is empty.
    if !few || both || ways_in.is_empty() || ways_out.is_empty() {
        return None;
    }
    let mut out = vec![];
    for clause in clauses {
        if enters(clause) {
            continue;
        }
        if !leaves(clause) {
            out.push(clause.clone());
            continue;
        }
        for way_in in &ways_in {
            let merged = followed_by(way_in, clause, pred)?;
            if is_large(&merged) {
                return None;
            }
            out.push(merged);
        }
    }
    Some(out)
}

/// The resolvent of `first` with `second`, which has a single plain premise for `pred` with variables as
/// arguments.
fn followed_by(first: &Clause, second: &Clause, pred: PredId) -> Option<Clause> {
    let Goal::Instance(reached) = &first.goal else { return None };
    let mut premises = second.instances();
    let premise = premises.next().filter(|i| i.pred == pred && i.is_plain())?;
    if premises.next().is_some() || !reached.is_plain() {
        return None;
    }
    let formals: Vec<&Var> = premise.args.iter().map(Term::as_var).collect::<Option<_>>()?;
    if formals.iter().collect::<BTreeSet<_>>().len() < formals.len() {
        return None;
    }
    let mut map: Subst = formals.into_iter().cloned().zip(reached.args.iter().cloned()).collect();
    let mut inputs = first.origin.inputs.clone();
    let mut names = Names::avoiding(first.all_vars().into_iter().chain(inputs.iter().cloned()));
    // An input may occur nowhere else; it needs a name of its own all the same.
    for local in second.free_vars().into_iter().chain(second.origin.inputs.iter().cloned()) {
        if !map.contains_key(&local) {
            map.insert(local.clone(), Term::var(&names.fresh(&local)));
        }
    }
    inputs.extend(second.origin.inputs.iter().map(|v| renamed(v, &map)));
    let rest = second.premises.iter().filter_map(|p| match p {
        Premise::Cond(c) => Some(Premise::Cond(c.subst(&map))),
        Premise::Instance(_) => None,
    });
    let goal = match &second.goal {
        Goal::Instance(i) => Goal::Instance(i.subst(&map)),
        Goal::Cond(c) => Goal::Cond(c.subst(&map)),
    };
    let span = match second.goal {
        Goal::Cond(_) => second.origin.span,
        Goal::Instance(_) => first.origin.span.join(second.origin.span),
    };
    let instruction = match second.goal {
        Goal::Cond(_) => second.origin.instruction,
        Goal::Instance(_) => Instruction::Block,
    };
    let origin = Origin {
        span,
        instruction,
        assert: second.origin.assert,
        inputs,
        opaque: first.origin.opaque || second.origin.opaque,
        parts: parts(first).into_iter().chain(parts(second)).collect(),
        expr_terms: all_expr_terms(first, &ExprTerm::subst(&second.origin.expr_terms, &map)),
    };
    Some(Clause {
        id: second.id,
        origin,
        premises: first.premises.iter().cloned().chain(rest).collect(),
        goal,
    })
}

fn renamed(v: &Var, map: &Subst) -> Var {
    map.get(v).and_then(Term::as_var).unwrap_or(v).clone()
}

fn parts(clause: &Clause) -> Vec<ClauseId> {
    if clause.origin.parts.is_empty() { vec![clause.id] } else { clause.origin.parts.clone() }
}

/// Merges the two sides of each condition into one clause, where both lead to the same point.
fn join_branches(clauses: &mut Vec<Clause>) -> bool {
    for n in 0..clauses.len() {
        for m in n + 1..clauses.len() {
            if let Some(joined) = merge_branches(&clauses[n], &clauses[m]) {
                clauses[n] = joined;
                clauses.remove(m);
                return true;
            }
        }
    }
    false
}

/// The clause for both sides of a condition. The condition is the first premise in which the two clauses
/// differ.
fn merge_branches(a: &Clause, b: &Clause) -> Option<Clause> {
    let same = a.premises.iter().zip(&b.premises).take_while(|(x, y)| x == y).count();
    let (before, [Premise::Cond(cond), rest_a @ ..]) = a.premises.split_at(same) else {
        return None;
    };
    let [Premise::Cond(refused), rest_b @ ..] = &b.premises[same..] else { return None };
    let (Goal::Instance(goal_a), Goal::Instance(goal_b)) = (&a.goal, &b.goal) else {
        return None;
    };
    let opposite = negate(cond) == *refused || negate(refused) == *cond;
    if goal_a.pred != goal_b.pred || !opposite || cond.has_quantifier() {
        return None;
    }
    if !goal_a.is_plain() || !goal_b.is_plain() {
        return None;
    }
    let map = rename_apart(a, b, before, cond);
    let rest_a = conditions(rest_a, &Subst::new())?;
    let rest_b = conditions(rest_b, &map)?;
    let choose = |x: &Term, y: &Term| {
        let y = y.subst(&map);
        if *x == y { y } else { Term::ite(cond.clone(), x.clone(), y) }
    };
    let args = goal_a.args.iter().zip(&goal_b.args).map(|(x, y)| choose(x, y)).collect();
    let rest = [(cond.clone(), rest_a), (refused.clone(), rest_b)]
        .into_iter()
        .filter(|(_, rest)| !rest.is_true())
        .map(|(side, rest)| Premise::Cond(Term::implies(side, rest)));
    let clause = Clause {
        id: a.id,
        origin: joined_origin(a, b, &map),
        premises: before.iter().cloned().chain(rest).collect(),
        goal: Goal::Instance(Instance::plain(goal_a.pred, args)),
    };
    (!is_large(&clause)).then_some(clause)
}

/// The inputs of `b` alone come last.
fn joined_origin(a: &Clause, b: &Clause, map: &Subst) -> Origin {
    let mut inputs = a.origin.inputs.clone();
    let more = b.origin.inputs.iter().map(|v| renamed(v, map));
    inputs.extend(more.filter(|v| !a.origin.inputs.contains(v)));
    let mut parts_of_both = parts(a);
    parts_of_both.extend(parts(b).into_iter().filter(|part| !parts(a).contains(part)));
    let mut more = ExprTerm::subst(&b.origin.expr_terms, map);
    more.retain(|said| !a.origin.expr_terms.contains(said));
    Origin {
        span: a.origin.span.join(b.origin.span),
        instruction: Instruction::Block,
        assert: None,
        inputs,
        opaque: a.origin.opaque || b.origin.opaque,
        parts: parts_of_both,
        expr_terms: all_expr_terms(a, &more),
    }
}

fn all_expr_terms(a: &Clause, more: &[ExprTerm]) -> Rc<[ExprTerm]> {
    a.origin.expr_terms.iter().chain(more).cloned().collect()
}

/// Renames the variables of `b` apart from those of `a`, but for those of the condition, of the premises
/// before it, and the inputs of both, which mean the same.
fn rename_apart(a: &Clause, b: &Clause, before: &[Premise], cond: &Term) -> Subst {
    let (inputs_a, inputs_b) = (&a.origin.inputs, &b.origin.inputs);
    let common = inputs_a.iter().zip(inputs_b).take_while(|(x, y)| x == y).map(|(x, _)| x.clone());
    let mut shared: BTreeSet<Var> = cond.free_vars().into_iter().chain(common).collect();
    for premise in before {
        match premise {
            Premise::Instance(i) => shared.extend(i.args.iter().flat_map(Term::free_vars)),
            Premise::Cond(c) => shared.extend(c.free_vars()),
        }
    }
    let vars = |c: &Clause| c.all_vars().into_iter().chain(c.origin.inputs.clone());
    let taken: BTreeSet<Var> = vars(a).collect();
    let mut names = Names::avoiding(taken.iter().cloned().chain(vars(b)));
    let own: BTreeSet<Var> = b.free_vars().into_iter().chain(inputs_b.iter().cloned()).collect();
    let clash = own.into_iter().filter(|v| taken.contains(v) && !shared.contains(v));
    clash.map(|v| (v.clone(), Term::var(&names.fresh(&v)))).collect()
}

fn conditions(premises: &[Premise], map: &Subst) -> Option<Term> {
    let conds: Option<Vec<Term>> = premises
        .iter()
        .map(|p| match p {
            Premise::Cond(c) => Some(c.subst(map)),
            Premise::Instance(_) => None,
        })
        .collect();
    Some(Term::and(conds?))
}

/// The system of the remaining clauses.
fn renumbered(system: &System, clauses: Vec<Clause>, gone: &BTreeSet<PredId>) -> System {
    let kept: Vec<PredId> = system.pred_ids().filter(|p| !gone.contains(p)).collect();
    let number = |pred: PredId| {
        let at = kept.iter().position(|p| *p == pred).unwrap_or_default();
        PredId(at as u32)
    };
    let moved = |i: &Instance| Instance { pred: number(i.pred), ..i.clone() };
    let clauses = clauses.into_iter().enumerate().map(|(n, clause)| {
        let origin = Origin { parts: parts(&clause), ..clause.origin };
        let premises = clause.premises.iter().map(|p| match p {
            Premise::Instance(i) => Premise::Instance(moved(i)),
            Premise::Cond(c) => Premise::Cond(c.clone()),
        });
        let goal = match &clause.goal {
            Goal::Instance(i) => Goal::Instance(moved(i)),
            Goal::Cond(c) => Goal::Cond(c.clone()),
        };
        Clause { id: ClauseId(n as u32), origin, premises: premises.collect(), goal }
    });
    let clauses = clauses.collect();
    System { preds: kept.iter().map(|p| system.pred(*p).clone()).collect(), clauses }
}
