//! Sums of clause systems: a predicate speaks of one of several components, and a numeral among its
//! arguments, the *tag*, says of which. Clauses without premises about other components, restricted to
//! conclusions about this one, form a system of one component. It is stronger than the whole, so a model of
//! it, relativized to the component, is one of all clauses; a derivation in it counts for nothing.

use crate::hints::Hints;
use hornbook_base::Int;
use hornbook_evidence::model::{Model, RedundantInstances};
use hornbook_horn::fold::fold;
use hornbook_horn::{Clause, Goal, Instance, PredId, Premise, System, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The tags of one component, by predicate and position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SumComponent {
    tags: BTreeMap<PredId, Vec<(usize, Int)>>,
    others: RedundantInstances,
}

/// Splits a system into its components; none if it is no sum. Where there are several sums, the first
/// components of all are one, the second ones, and so on.
pub fn split_into_components(system: &System, hints: &Hints) -> Vec<(SumComponent, System)> {
    let tags = tags(system, hints);
    let most = tags.values().flatten().map(|(_, numbers)| numbers.len()).max().unwrap_or(0);
    let number = |numbers: &BTreeSet<Int>, component: usize| {
        numbers.iter().nth(component).or(numbers.last()).cloned()
    };
    let component = |n: usize| {
        let tag = |(at, numbers): &(usize, BTreeSet<Int>)| Some((*at, number(numbers, n)?));
        let tags = tags.iter().map(|(pred, tags)| (*pred, tags.iter().filter_map(tag).collect()));
        let mut component =
            SumComponent { tags: tags.collect(), others: RedundantInstances::new() };
        component.others =
            system.clauses.iter().map(|c| (c.id, component.find_foreign_instances(c))).collect();
        let model = Model { unneeded: component.others.clone(), ..Model::default() };
        let mut alone = model.without_redundant(system).into_owned();
        alone.clauses =
            alone.clauses.iter().map(|clause| component.restrict_clause(clause)).collect();
        (component, alone)
    };
    (0..most).map(component).collect()
}

/// Parameters, other than scalars, that are numerals in all premises, with these numerals.
fn tags(system: &System, hints: &Hints) -> BTreeMap<PredId, Vec<(usize, BTreeSet<Int>)>> {
    let mut seen: BTreeMap<(PredId, usize), Option<BTreeSet<Int>>> = BTreeMap::new();
    for premise in system.clauses.iter().flat_map(Clause::instances) {
        for (at, arg) in premise.args.iter().enumerate() {
            let known = seen.entry((premise.pred, at)).or_insert_with(|| Some(BTreeSet::new()));
            match fold(arg).as_int() {
                Some(n) => known.iter_mut().for_each(|known| known.extend([n.clone()])),
                None => *known = None,
            }
        }
    }
    let is_scalar =
        |pred: PredId, v: &Var| hints.scalars.get(&pred).is_some_and(|all| all.contains(v));
    let mut tags: BTreeMap<PredId, Vec<(usize, BTreeSet<Int>)>> = BTreeMap::new();
    for ((pred, at), numbers) in seen {
        let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) else { continue };
        if !is_scalar(pred, &system.pred(pred).params[at]) {
            tags.entry(pred).or_default().push((at, numbers));
        }
    }
    tags
}

impl SumComponent {
    /// Redundant instances of all clauses: those about other components, and those that the clauses of this
    /// component do not need.
    pub fn unneeded(&self, here: &RedundantInstances) -> RedundantInstances {
        let mut all = self.others.clone();
        for (clause, gone) in here {
            let others = all.entry(*clause).or_default();
            let known = others.clone();
            let mine = |n: &usize| (0..).filter(|at| !known.contains(at)).nth(*n);
            others.extend(gone.iter().filter_map(mine));
        }
        all
    }

    fn find_foreign_instances(&self, clause: &Clause) -> BTreeSet<usize> {
        let all = clause.instances().enumerate();
        all.filter(|(_, instance)| !self.contains(instance)).map(|(n, _)| n).collect()
    }

    /// The clause with its conclusion restricted to this component.
    fn restrict_clause(&self, clause: &Clause) -> Clause {
        let mut premises = clause.premises.clone();
        let Goal::Instance(head) = &clause.goal else { return clause.clone() };
        premises.extend(self.tag_equations(head.pred, &head.args).into_iter().map(Premise::Cond));
        Clause { premises, ..clause.clone() }
    }

    /// Whether a premise is about this component.
    fn contains(&self, premise: &Instance) -> bool {
        let mut tags = self.tags.get(&premise.pred).into_iter().flatten();
        tags.all(|(at, number)| fold(&premise.args[*at]).as_int() == Some(number))
    }

    /// Equations that say that these arguments are about this component.
    fn tag_equations(&self, pred: PredId, args: &[Term]) -> Vec<Term> {
        let tags = self.tags.get(&pred).into_iter().flatten();
        tags.map(|(at, number)| Term::eq(args[*at].clone(), Term::int(number.clone()))).collect()
    }

    /// A formula that holds of this component, as one of all components.
    pub fn relativize(&self, pred: PredId, params: &[Var], holds: Term) -> Term {
        let args: Vec<Term> = params.iter().map(Term::var).collect();
        let about = self.tag_equations(pred, &args);
        if holds.is_true() {
            holds
        } else {
            Term::or(about.into_iter().map(Term::not).chain([holds]))
        }
    }
}
