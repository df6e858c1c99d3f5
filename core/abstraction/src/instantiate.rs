//! Instantiation of quantifiers in conditions that could not become free variables.
//!
//! A condition `forall k: f` before the arrow is replaced by `f` for finitely many indices. That
//! only weakens the condition, so it is sound; [`super::array_property`] chooses the indices and
//! says whether it loses anything.

use super::ackermann::{cell, whole_arrays};
use super::array_property::{Keeping, Plan, Universal, plan};
use hornbook_horn::arrays::{expand, read};
use hornbook_horn::fold::fold;
use hornbook_horn::prenex::{EQUIVALENCES, equivalences, negate, speaks_of_many_cells};
use hornbook_horn::{Clause, Goal, Names, Node, Op, Premise, Quantifier, Sort, Subst, Term, Var};
use std::collections::BTreeSet;

/// The clause without quantifiers and comparisons of arrays in its conditions, with the kept part of each
/// condition.
pub fn instantiate_conditions(clause: &Clause) -> (Clause, Vec<Keeping>) {
    if !clause.terms().any(speaks_of_many_cells) {
        return (clause.clone(), vec![]);
    }
    let mut clause = claim_as_premise(clause);
    let mut names = Names::avoiding(clause.all_vars());
    for premise in &mut clause.premises {
        if let Premise::Cond(c) = premise
            && speaks_of_many_cells(c)
        {
            *c = bounded_normal(c, &mut names);
        }
    }
    let mut universals = vec![];
    clause.conditions().for_each(|c| collect_universals(c, &mut universals));
    let mut ground = vec![];
    clause.terms().for_each(|t| ground_reads(&fold(t), &mut ground));
    let known: Vec<Term> =
        clause.conditions().filter(|c| !c.has_quantifier() && !c.has_array()).cloned().collect();
    let flat =
        |t: &Term| if t.has_quantifier() { Default::default() } else { whole_arrays(&fold(t)) };
    let whole: BTreeSet<Var> = clause.terms().flat_map(flat).collect();
    let plans = plan(&universals, &ground, &whole, &known);
    let mut keeping: Vec<Keeping> = plans.iter().map(|p| p.keeping).collect();
    let mut put = Instantiator { universals: &universals, plans: &plans, names, lost: None };
    for premise in &mut clause.premises {
        if let Premise::Cond(c) = premise
            && c.has_quantifier()
        {
            *c = put.instances(c);
        }
    }
    keeping.extend(put.lost);
    (clause, keeping)
}

/// A premise with instances for some indices only, whatever it loses.
pub fn at_indices(condition: &Term, indices: &[Term], names: &mut Names) -> Term {
    let condition = bounded_normal(condition, names);
    let mut universals = vec![];
    collect_universals(&condition, &mut universals);
    let plans: Vec<Plan> = universals.iter().map(|u| Plan::at_indices(u, indices)).collect();
    let mut put =
        Instantiator { universals: &universals, plans: &plans, names: names.clone(), lost: None };
    let kept = put.instances(&condition);
    *names = put.names;
    kept
}

/// The index terms of reads and writes outside quantifiers, without repetitions.
pub fn read_indices(t: &Term, out: &mut Vec<Term>) {
    match t.node() {
        Node::App(op, args) => {
            args.iter().for_each(|a| read_indices(a, out));
            if matches!(op, Op::Select | Op::Store) && !out.contains(&args[1]) {
                out.push(args[1].clone());
            }
        }
        Node::Pred(_, args) => args.iter().for_each(|a| read_indices(a, out)),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) | Node::Quant(..) => {}
    }
}

/// `f` as a goal is `!f` as a premise.
pub(super) fn claim_as_premise(clause: &Clause) -> Clause {
    let mut clause = clause.clone();
    if let Goal::Cond(goal) = &clause.goal
        && speaks_of_many_cells(goal)
    {
        clause.premises.push(Premise::Cond(Term::not(goal.clone())));
        clause.goal = Goal::Cond(Term::bool(false));
    }
    clause
}

/// The normal form, unless it would be too large: then the condition stays, and [`Instantiator`] gives it
/// up.
pub(super) fn bounded_normal(condition: &Term, names: &mut Names) -> Term {
    let condition = fold(&expand(condition));
    if equivalences(&condition) > EQUIVALENCES {
        return condition;
    }
    fold(&normal(&condition, true, Some(names)))
}

/// Whether a quantified condition has no normal form of reasonable size: each equivalence doubles it.
pub(super) fn is_too_large(condition: &Term) -> bool {
    condition.has_quantifier() && equivalences(&fold(&expand(condition))) > EQUIVALENCES
}

/// The formula, or its negation unless `positive`, with negations at atoms only and without
/// equivalences and choices of quantified formulas.
///
/// With `names` what exists becomes free variables; below a universal quantifier there are none,
/// and it stays.
fn normal(t: &Term, positive: bool, mut names: Option<&mut Names>) -> Term {
    let mut go = |t: &Term, positive: bool| normal(t, positive, names.as_deref_mut());
    match t.node() {
        Node::App(Op::Not, args) => go(&args[0], !positive),
        Node::App(Op::And | Op::Or, parts) => {
            let is_and = t.as_app(Op::And).is_some() == positive;
            let parts: Vec<Term> = parts.iter().map(|p| go(p, positive)).collect();
            if is_and { Term::and(parts) } else { Term::or(parts) }
        }
        Node::App(Op::Implies, args) => {
            let (a, b) = (go(&args[0], !positive), go(&args[1], positive));
            if positive { Term::or([a, b]) } else { Term::and([a, b]) }
        }
        Node::App(Op::Ite, args) if t.sort() == Sort::Bool => {
            let [c, a, b] = args.as_slice() else { return t.clone() };
            let chosen = Term::and([go(c, true), go(a, positive)]);
            Term::or([chosen, Term::and([go(c, false), go(b, positive)])])
        }
        Node::App(op @ (Op::Eq | Op::Ne), args) if args[0].sort().is_array() => {
            array_comparison(&args[0], &args[1], (*op == Op::Eq) == positive, names)
        }
        Node::App(op @ (Op::Eq | Op::Ne), args)
            if args[0].sort() == Sort::Bool && args.iter().any(speaks_of_many_cells) =>
        {
            let same = (*op == Op::Eq) == positive;
            let both = Term::and([go(&args[0], true), go(&args[1], same)]);
            Term::or([both, Term::and([go(&args[0], false), go(&args[1], !same)])])
        }
        Node::Quant(q, vars, body) => {
            let universal = (*q == Quantifier::Forall) == positive;
            match names {
                _ if universal => Term::forall(vars.clone(), normal(body, positive, None)),
                None => Term::quant(Quantifier::Exists, vars.clone(), normal(body, positive, None)),
                Some(names) => normal(&body.subst(&renaming(vars, names)), positive, Some(names)),
            }
        }
        _ if positive => t.clone(),
        _ => negate(t),
    }
}

fn renaming(vars: &[Var], names: &mut Names) -> Subst {
    vars.iter().map(|v| (v.clone(), Term::var(&names.fresh(v)))).collect()
}

/// Two arrays are equal in all cells, or differ in one.
fn array_comparison(a: &Term, b: &Term, equal: bool, names: Option<&mut Names>) -> Term {
    let mut local = Names::avoiding(a.free_vars().into_iter().chain(b.free_vars()));
    let (mut vars, mut cells) = (vec![], (a.clone(), b.clone()));
    while cells.0.sort().is_array() {
        let k = local.fresh(&Var::int("k"));
        cells = (read(&cells.0, &Term::var(&k)), read(&cells.1, &Term::var(&k)));
        vars.push(k);
    }
    let same = Term::forall(vars, fold(&expand(&Term::eq(cells.0, cells.1))));
    normal(&same, equal, names)
}

/// The universally quantified parts that are not below another quantifier.
pub(super) fn collect_universals(t: &Term, out: &mut Vec<Universal>) {
    match t.node() {
        Node::Quant(Quantifier::Forall, vars, body) => {
            let mut vars = vars.clone();
            let body = prenex(body, t, &mut vars);
            let universal = Universal { whole: t.clone(), vars, body };
            if !out.contains(&universal) {
                out.push(universal);
            }
        }
        Node::App(_, args) => args.iter().for_each(|a| collect_universals(a, out)),
        _ => {}
    }
}

/// The part `t` of a universal condition `whole` without the universal quantifiers in it, of which the
/// variables go to `vars`: `A || forall j: B` is `forall j: A || B` where `A` does not speak of `j`.
fn prenex(t: &Term, whole: &Term, vars: &mut Vec<Var>) -> Term {
    match t.node() {
        Node::Quant(Quantifier::Forall, more, body)
            if !more.iter().any(|v| vars.contains(v) || whole.mentions(v)) =>
        {
            vars.extend(more.iter().cloned());
            prenex(body, whole, vars)
        }
        // Through `&&` there would be more instances than of the two sides by themselves.
        Node::App(Op::Or, _) => t.map_children(|part| prenex(part, whole, vars)),
        _ => t.clone(),
    }
}

/// The cells that are read outside of quantifiers, or below them but at fixed indices, without
/// repetitions.
pub(super) fn ground_reads(t: &Term, out: &mut Vec<(Var, Vec<Term>)>) {
    fn visit(t: &Term, bound: &mut Vec<Var>, out: &mut Vec<(Var, Vec<Term>)>) {
        if let Some((array, indices)) = cell(t) {
            indices.iter().for_each(|i| visit(i, bound, out));
            let fixed = !indices.iter().any(|i| bound.iter().any(|v| i.mentions(v)));
            let read = (array.clone(), indices.into_iter().cloned().collect());
            if fixed && !out.contains(&read) {
                out.push(read);
            }
            return;
        }
        match t.node() {
            Node::App(_, args) | Node::Pred(_, args) => {
                args.iter().for_each(|a| visit(a, bound, out));
            }
            Node::Quant(_, vars, body) => {
                bound.extend(vars.iter().cloned());
                visit(body, bound, out);
                bound.truncate(bound.len() - vars.len());
            }
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => {}
        }
    }
    visit(t, &mut vec![], out);
}

/// The replacement of conditions by instances.
pub(super) struct Instantiator<'p> {
    pub(super) universals: &'p [Universal],
    pub(super) plans: &'p [Plan],
    pub(super) names: Names,
    /// The loss beyond the plans.
    pub(super) lost: Option<Keeping>,
}

impl Instantiator<'_> {
    fn instances(&mut self, t: &Term) -> Term {
        match t.node() {
            Node::Quant(Quantifier::Forall, ..) => {
                let known = self.universals.iter().position(|u| u.whole == *t);
                let Some((universal, plan)) = known.map(|n| (&self.universals[n], &self.plans[n]))
                else {
                    return Term::bool(true);
                };
                // A witness may differ between instances, so each gets its own.
                Term::and(plan.instances.iter().map(|map| self.instance(&universal.body, map)))
            }
            Node::App(Op::And | Op::Or, _) => t.map_children(|c| self.instances(c)),
            _ if t.has_quantifier() => {
                self.lost = Some(Keeping::Partly(super::array_property::PartialReason::Nesting));
                // A quantified formula below an atom is unknown.
                Term::var(&self.names.fresh(&Var::new("unknown", Sort::Bool)))
            }
            _ => t.clone(),
        }
    }

    fn instance(&mut self, body: &Term, map: &Subst) -> Term {
        self.freed(&body.subst(map))
    }

    /// The condition with free variables for witnesses, and known parts of the remaining quantified
    /// formulas.
    pub(super) fn freed(&mut self, instance: &Term) -> Term {
        if !instance.has_quantifier() {
            return instance.clone();
        }
        let freed = normal(instance, true, Some(&mut self.names));
        self.instances(&freed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array_property::PartialReason;
    use hornbook_base::Span;
    use hornbook_horn::{ClauseId, Instance, Instruction, Origin, PredId};

    fn v(name: &str) -> Term {
        Term::var(&Var::int(name))
    }

    fn array(name: &str) -> Term {
        Term::var(&Var::new(name, Sort::int_array()))
    }

    /// The conditions, in a clause whose premise reads `a` at `i` and `j`, without quantifiers.
    fn kept(condition: Term) -> (String, Vec<Keeping>) {
        let reads = ["i", "j"].map(|i| Term::select(array("a"), v(i)));
        let clause = Clause {
            id: ClauseId(0),
            origin: Origin::new(Span::default(), Instruction::Given),
            premises: vec![
                Premise::Instance(Instance::plain(PredId(0), reads.to_vec())),
                Premise::Cond(condition),
            ],
            goal: Goal::Cond(Term::bool(false)),
        };
        let (clause, keeping) = instantiate_conditions(&clause);
        let conditions: Vec<String> = clause.conditions().map(Term::to_string).collect();
        (conditions.join(", "), keeping)
    }

    fn at_k() -> (Var, Term) {
        let k = Var::int("k");
        (k.clone(), Term::select(array("a"), Term::var(&k)))
    }

    #[test]
    fn universal_conditions_hold_where_the_clause_reads() {
        let (k, read) = at_k();
        let all = Term::forall(vec![k], Term::le(read, v("m")));
        let (shown, keeping) = kept(all.clone());
        assert_eq!(
            (shown.as_str(), keeping.as_slice()),
            ("a[i] <= m && a[j] <= m", [Keeping::Pointwise].as_slice())
        );
        let (shown, keeping) = kept(Term::not(all));
        assert_eq!((shown.as_str(), keeping.len()), ("a[k'] > m", 0));
    }

    #[test]
    fn arrays_that_stay_whole_are_not_said_to_lose_nothing() {
        let (k, read) = at_k();
        let condition = Term::forall(vec![k], Term::eq(read, Term::int(0)));
        let clause = Clause {
            id: ClauseId(0),
            origin: Origin::new(Span::default(), Instruction::Given),
            premises: vec![
                Premise::Instance(Instance::plain(PredId(0), vec![array("a")])),
                Premise::Cond(condition),
            ],
            goal: Goal::Cond(Term::bool(false)),
        };
        assert_eq!(instantiate_conditions(&clause).1, [Keeping::Partly(PartialReason::Whole)]);
    }

    #[test]
    fn moved_cells_are_moved_back() {
        let k = Var::int("k");
        let moved = Term::select(array("b"), Term::sub(v("n"), Term::var(&k)));
        let (_, read) = at_k();
        let (shown, keeping) = kept(Term::forall(vec![k], Term::eq(read, moved)));
        assert_eq!(shown, "a[i] == b[n - i] && a[j] == b[n - j]");
        assert_eq!(keeping, [Keeping::Pointwise]);
    }

    /// For every k there is a j: each instance has a j of its own.
    #[test]
    fn what_exists_is_chosen_for_each_instance_anew() {
        let (k, read) = at_k();
        let j = Var::int("j");
        let some = Term::quant(Quantifier::Exists, vec![j.clone()], Term::eq(Term::var(&j), read));
        let (shown, keeping) = kept(Term::forall(vec![k], some));
        assert_eq!(shown, "j' == a[i] && j'' == a[j]");
        assert_eq!(keeping, [Keeping::Partly(PartialReason::Nesting)]);
    }

    #[test]
    fn sorted_arrays_are_sorted_where_they_are_read() {
        let sorted = Term::app(Op::Sorted, vec![array("a"), Term::int(0), v("n")]);
        let (shown, keeping) = kept(sorted);
        assert!(shown.contains("a[i] <= a[j]") && shown.contains("a[j] <= a[i]"), "{shown}");
        assert_eq!(keeping, [Keeping::Ordered]);
    }

    #[test]
    fn conditions_on_indices_alone_are_looked_at_where_they_change() {
        let k = Var::int("k");
        let (t, x, y) = (Term::var(&k), v("x"), v("y"));
        let all = Term::forall(vec![k], Term::implies(Term::lt(t.clone(), x), Term::lt(t, y)));
        let (shown, keeping) = kept(all);
        assert_eq!(keeping, [Keeping::Ends]);
        assert!(shown.contains("x - 1"), "{shown}");
    }

    #[test]
    fn many_variables_do_not_make_ever_more_instances() {
        let vars: Vec<Var> = (0..12).map(|n| Var::int(format!("q{n}"))).collect();
        let cell = |n: usize| Term::select(array("a"), Term::var(&vars[n]));
        let body = Term::lt(cell(0), cell(11));
        let (_, keeping) = kept(Term::forall(vars.clone(), body));
        assert_eq!(keeping, [Keeping::Partly(PartialReason::TooMany)]);
    }
}
