//! Sums of abstractions by their parts (T Def. 18, `σ1 ⊕ σ2`): a predicate speaks of a piece of one of them, and
//! a number, the *tag*, says of which. Clauses without premises about the other parts, and without what they derive of
//! these, are those of one part alone. They say more than all clauses together do, so a model of them, said of this
//! part only, is one of all clauses; what they derive counts for nothing.

use crate::hints::Hints;
use hornbook_base::Int;
use hornbook_evidence::model::{Model, Unneeded};
use hornbook_horn::fold::fold;
use hornbook_horn::{Clause, Goal, Instance, PredId, Premise, System, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The tags of one part, by predicate and position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    tags: BTreeMap<PredId, Vec<(usize, Int)>>,
    others: Unneeded,
}

/// The parts of a system with their clauses; none if nothing is a sum. Where there are several sums, the first parts of
/// all are one, the second ones, and so on.
pub fn parts(system: &System, hints: &Hints) -> Vec<(Part, System)> {
    let tags = tags(system, hints);
    let most = tags.values().flatten().map(|(_, numbers)| numbers.len()).max().unwrap_or(0);
    let number =
        |numbers: &BTreeSet<Int>, part: usize| numbers.iter().nth(part).or(numbers.last()).cloned();
    let part = |n: usize| {
        let tag = |(at, numbers): &(usize, BTreeSet<Int>)| Some((*at, number(numbers, n)?));
        let tags = tags.iter().map(|(pred, tags)| (*pred, tags.iter().filter_map(tag).collect()));
        let mut part = Part { tags: tags.collect(), others: Unneeded::new() };
        part.others = system.clauses.iter().map(|c| (c.id, part.others_in(c))).collect();
        let model = Model { unneeded: part.others.clone(), ..Model::default() };
        let mut alone = model.needed(system).into_owned();
        alone.clauses = alone.clauses.iter().map(|clause| part.alone(clause)).collect();
        (part, alone)
    };
    (0..most).map(part).collect()
}

/// Parameters that are numerals in all premises, and which ones; no scalars.
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

impl Part {
    /// Instances of all clauses that are not needed: those about other parts, and those that the clauses of this part
    /// do not need.
    pub fn unneeded(&self, here: &Unneeded) -> Unneeded {
        let mut all = self.others.clone();
        for (clause, gone) in here {
            let others = all.entry(*clause).or_default();
            let known = others.clone();
            let mine = |n: &usize| (0..).filter(|at| !known.contains(at)).nth(*n);
            others.extend(gone.iter().filter_map(mine));
        }
        all
    }

    fn others_in(&self, clause: &Clause) -> BTreeSet<usize> {
        let all = clause.instances().enumerate();
        all.filter(|(_, instance)| !self.has(instance)).map(|(n, _)| n).collect()
    }

    /// What a clause says of this part alone, if it has no premises about others.
    fn alone(&self, clause: &Clause) -> Clause {
        let mut premises = clause.premises.clone();
        let Goal::Instance(head) = &clause.goal else { return clause.clone() };
        premises.extend(self.said_of(head.pred, &head.args).into_iter().map(Premise::Cond));
        Clause { premises, ..clause.clone() }
    }

    /// Whether a premise is about this part.
    fn has(&self, premise: &Instance) -> bool {
        let mut tags = self.tags.get(&premise.pred).into_iter().flatten();
        tags.all(|(at, number)| fold(&premise.args[*at]).as_int() == Some(number))
    }

    /// That these arguments are about this part.
    fn said_of(&self, pred: PredId, args: &[Term]) -> Vec<Term> {
        let tags = self.tags.get(&pred).into_iter().flatten();
        tags.map(|(at, number)| Term::eq(args[*at].clone(), Term::int(number.clone()))).collect()
    }

    /// What holds of this part, said of all of them.
    pub fn said(&self, pred: PredId, params: &[Var], holds: Term) -> Term {
        let args: Vec<Term> = params.iter().map(Term::var).collect();
        let about = self.said_of(pred, &args);
        if holds.is_true() {
            holds
        } else {
            Term::or(about.into_iter().map(Term::not).chain([holds]))
        }
    }
}
