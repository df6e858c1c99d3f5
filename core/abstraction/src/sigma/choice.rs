//! The choice of abstractions for arrays, and the resulting abstraction of each predicate.

use super::fit::Misfit;
use super::{Finite, Shape, Sigma, Value};
use hornbook_horn::arrays::counts;
use hornbook_horn::arrays::counts::CountedRange;
use hornbook_horn::{Goal, Instance, Names, Pred, PredId, Sort, Subst, System, Term, Var};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The abstractions that the user chooses for arrays: one for all, and exceptions. Scalars are always kept
/// as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The abstraction of arrays without an entry of their own.
    pub all: Sigma,
    /// The abstractions of single arrays (`a`), of all arrays at a program point (`L5`) and of one array
    /// there (`L5.a`). The most special entry counts: `L5.a`, then `a`, then `L5`.
    pub by_name: BTreeMap<String, Sigma>,
}

impl Default for Choice {
    /// One cell of every array.
    fn default() -> Choice {
        Choice { all: Sigma::Cell, by_name: BTreeMap::new() }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.all)?;
        self.by_name.iter().try_for_each(|(name, sigma)| write!(f, ",{name}={sigma}"))
    }
}

/// The name for abstractions that Hornbook chooses.
pub const AUTO: &str = "auto";

/// The user's choice of abstractions, or its absence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChosenAbstraction {
    /// Hornbook looks for one that suffices, from weak to strong, for all arrays.
    Auto,
    /// The user has chosen these.
    #[serde(rename = "Of")]
    Fixed(Choice),
}

impl Default for ChosenAbstraction {
    fn default() -> ChosenAbstraction {
        ChosenAbstraction::Fixed(Choice::default())
    }
}

impl From<Choice> for ChosenAbstraction {
    fn from(choice: Choice) -> ChosenAbstraction {
        ChosenAbstraction::Fixed(choice)
    }
}

impl fmt::Display for ChosenAbstraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChosenAbstraction::Auto => f.write_str(AUTO),
            ChosenAbstraction::Fixed(choice) => choice.fmt(f),
        }
    }
}

impl ChosenAbstraction {
    /// The choice; `None` if Hornbook chooses.
    pub fn choice(&self) -> Option<&Choice> {
        match self {
            ChosenAbstraction::Auto => None,
            ChosenAbstraction::Fixed(choice) => Some(choice),
        }
    }

    /// This choice with another abstraction for one array or point. It replaces `auto`, which is about all
    /// arrays.
    #[must_use]
    pub fn with_sigma(&self, name: &str, sigma: Sigma) -> ChosenAbstraction {
        ChosenAbstraction::Fixed(self.choice().cloned().unwrap_or_default().with_sigma(name, sigma))
    }

    /// This choice with another abstraction for all arrays that have none of their own.
    #[must_use]
    pub fn with_all(&self, all: Sigma) -> ChosenAbstraction {
        ChosenAbstraction::Fixed(self.choice().cloned().unwrap_or_default().with_all(all))
    }
}

impl Choice {
    /// The abstraction of an array without a special entry for a point: its own, or the one for all.
    pub fn sigma_for(&self, array: &str) -> &Sigma {
        self.by_name.get(array).unwrap_or(&self.all)
    }

    /// This choice with another abstraction for one array or point; the one for all needs no entry.
    #[must_use]
    pub fn with_sigma(mut self, name: &str, sigma: Sigma) -> Choice {
        if sigma == self.all {
            self.by_name.remove(name);
        } else {
            self.by_name.insert(name.to_owned(), sigma);
        }
        self
    }

    /// This choice with another abstraction for all arrays that have none of their own.
    #[must_use]
    pub fn with_all(self, all: Sigma) -> Choice {
        Choice { all, ..self }
    }

    fn sigma_at_pred(&self, pred: &Pred, array: &Var) -> &Sigma {
        let here = format!("{}.{}", pred.name, array.name);
        let keys = [here.as_str(), &array.name, &pred.name];
        keys.iter().find_map(|k| self.by_name.get(*k)).unwrap_or(&self.all)
    }

    /// Whether some array is kept by numbers of occurrences.
    pub fn counts(&self) -> bool {
        self.all.counts() || self.by_name.values().any(Sigma::counts)
    }

    /// The abstraction for a parameter of a predicate, and the reason if it is not the chosen one. `counted`
    /// are the ranges in which claims count.
    fn fitted(&self, pred: &Pred, v: &Var, counted: &[CountedRange]) -> (Sigma, Option<Misfit>) {
        if !v.sort.is_array() {
            return (Sigma::Id, None);
        }
        let scope: Vec<Var> = pred.params.iter().filter(|p| !p.sort.is_array()).cloned().collect();
        let shape = Shape::Leaf(v.clone());
        let exists = |r: &&CountedRange| {
            [&r.lo, &r.hi].iter().all(|end| end.free_vars().iter().all(|v| scope.contains(v)))
        };
        let (own, others): (Vec<&CountedRange>, Vec<&CountedRange>) =
            counted.iter().filter(exists).partition(|r| r.arrays.contains(v));
        let mut here: Vec<(Term, Term)> = vec![];
        for CountedRange { lo, hi, .. } in if own.is_empty() { others } else { own } {
            let range = (lo.clone(), hi.clone());
            if here.len() < RANGES && !here.contains(&range) {
                here.push(range);
            }
        }
        match self.sigma_at_pred(pred, v).counting(&here).deepened(&v.sort).fit(&shape, &scope) {
            Ok(sigma) => (sigma, None),
            Err(misfit) => (Sigma::Cell.deepened(&v.sort), Some(misfit)),
        }
    }

    /// The choice in force at some predicates of `system`, with one cell wherever the user's does not fit;
    /// and the reasons in words, once for each array.
    pub fn in_force(&self, system: &System, preds: &BTreeSet<PredId>) -> (Choice, Vec<String>) {
        let counted = counted_ranges(system);
        let at = |id: &PredId| {
            let pred = system.pred(*id);
            let arrays = pred.params.iter().filter(|v| v.sort.is_array());
            arrays.map(move |v| (pred, v))
        };
        let mut misfits: BTreeMap<&str, (BTreeSet<&str>, Misfit)> = BTreeMap::new();
        let (mut fits, mut arrays) = (false, 0);
        for (pred, v) in preds.iter().flat_map(at) {
            arrays += 1;
            match self.fitted(pred, v, &counted).1 {
                None => fits = true,
                Some(why) => {
                    let entry = misfits.entry(&v.name).or_insert_with(|| (BTreeSet::new(), why));
                    entry.0.insert(&pred.name);
                }
            }
        }
        let why = |(array, (_, why)): (&&str, &(_, Misfit))| {
            format!("`{array}` is kept by one cell: {}", why.describe())
        };
        let reasons = misfits.iter().map(why).collect();
        if arrays > 0 && !fits {
            return (Choice::default(), reasons);
        }
        let points = misfits.iter().flat_map(|(array, (points, _))| {
            points.iter().map(move |point| format!("{point}.{array}"))
        });
        let in_force = points.fold(self.clone(), |mut choice, point| {
            choice.by_name.insert(point, Sigma::Cell);
            choice
        });
        (in_force, reasons)
    }

    /// The problems of the choice for `system`, in words.
    pub fn problems(&self, system: &System) -> Vec<String> {
        let arrays = |p: &Pred| -> Vec<Var> {
            p.params.iter().filter(|v| v.sort.is_array()).cloned().collect()
        };
        let mut known: BTreeSet<String> = BTreeSet::new();
        let (mut wrong, mut missing) = (BTreeMap::new(), BTreeMap::new());
        let counted = counted_ranges(system);
        let mut fits = BTreeSet::new();
        for pred in &system.preds {
            known.insert(pred.name.clone());
            for v in arrays(pred) {
                known.insert(v.name.to_string());
                known.insert(format!("{}.{}", pred.name, v.name));
                match self.fitted(pred, &v, &counted).1 {
                    None => {
                        fits.insert(v.name.to_string());
                    }
                    Some(why @ (Misfit::OutOfScope(_) | Misfit::NothingCounted)) => {
                        missing.insert(v.name.to_string(), why.describe());
                    }
                    Some(why @ Misfit::Wrong(_)) => {
                        wrong.insert(v.name.to_string(), why.describe());
                    }
                }
            }
        }
        let unknown = self.by_name.keys().filter(|k| !known.contains(*k));
        let mut out: Vec<String> = unknown
            .map(|k| format!("there is no array and no program point `{k}` to abstract"))
            .collect();
        out.extend(wrong.iter().map(|(a, why)| format!("`{a}` is kept by one cell: {why}")));
        // A variable is out of scope before its declaration, so one point where it is in scope suffices.
        out.extend(
            missing
                .iter()
                .filter(|(a, _)| !fits.contains(*a))
                .map(|(a, why)| format!("`{a}` is kept by one cell: {why}")),
        );
        out
    }
}

/// The most ranges of a multiset without an own one.
const RANGES: usize = 2;

/// The ranges that claims count in, in the order of the claims.
fn counted_ranges(system: &System) -> Vec<CountedRange> {
    let mut out = vec![];
    for clause in &system.clauses {
        if let Goal::Cond(claim) = &clause.goal {
            counts::ranges(claim, &mut out);
        }
    }
    out
}

impl Sigma {
    /// This abstraction with these ranges wherever a multiset has none.
    fn counting(&self, ranges: &[(Term, Term)]) -> Sigma {
        let over = |one: &dyn Fn(Sigma) -> Sigma| -> Sigma {
            let each = ranges.iter().map(|r| one(Sigma::Finite(Finite::multiset(Some(r.clone())))));
            let mut each: Vec<Sigma> = each.collect();
            match each.len() {
                0 => self.clone(),
                1 => each.remove(0),
                _ => Sigma::Product(each),
            }
        };
        let lacks = |sigma: &Sigma| matches!(sigma, Sigma::Finite(f) if f.lacks_range());
        let all = |parts: &[Sigma]| parts.iter().map(|p| p.counting(ranges)).collect();
        match self {
            Sigma::Compose(outer, inner) if lacks(inner) => {
                over(&|multiset| Sigma::compose((**outer).clone(), multiset))
            }
            Sigma::Finite(_) if lacks(self) => over(&|multiset| multiset),
            Sigma::Id | Sigma::Cell | Sigma::Finite(_) => self.clone(),
            Sigma::Tuple(parts) => Sigma::Tuple(all(parts)),
            Sigma::Product(parts) => Sigma::Product(all(parts)),
            Sigma::Sum(parts) => Sigma::Sum(all(parts)),
            Sigma::Compose(outer, inner) => {
                Sigma::compose(outer.counting(ranges), inner.counting(ranges))
            }
            Sigma::Power(base, n) => Sigma::Power(Box::new(base.counting(ranges)), *n),
            Sigma::Ordered(base, n) => Sigma::Ordered(Box::new(base.counting(ranges)), *n),
        }
    }
}

/// The abstraction of each predicate: a tuple of one abstraction for each parameter (T Sec. 4.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Abstraction {
    sigmas: Vec<Sigma>,
    /// The formal abstract values of each predicate.
    formals: Vec<Value>,
}

impl Abstraction {
    /// The abstraction of the predicates of `system` by `choice`. Where a formula mentions a variable that
    /// does not exist yet, and where the choice does not fit, an array is kept by one cell.
    pub fn new(choice: &Choice, system: &System) -> Abstraction {
        let counted = counted_ranges(system);
        let sigma = |p: &Pred| {
            Sigma::Tuple(p.params.iter().map(|v| choice.fitted(p, v, &counted).0).collect())
        };
        let sigmas: Vec<Sigma> = system.preds.iter().map(sigma).collect();
        let formals = sigmas.iter().zip(&system.preds).map(|(s, p)| formal(s, p)).collect();
        Abstraction { sigmas, formals }
    }

    /// The abstraction of a predicate. Its formulas may mention the predicate's scalars.
    pub fn sigma(&self, pred: PredId) -> &Sigma {
        &self.sigmas[pred.0 as usize]
    }

    /// Whether every value is kept as it is, because there is no array or all of each is kept.
    pub fn keeps_all(&self) -> bool {
        fn keeps(sigma: &Sigma) -> bool {
            match sigma {
                Sigma::Id => true,
                Sigma::Tuple(parts) => parts.iter().all(keeps),
                _ => false,
            }
        }
        self.sigmas.iter().all(keeps)
    }

    /// The abstraction of the arguments of an instance: the formulas speak of the arguments.
    pub fn sigma_at(&self, instance: &Instance, system: &System) -> Sigma {
        let params = &system.pred(instance.pred).params;
        let scalars = params.iter().zip(&instance.args).filter(|(p, _)| !p.sort.is_array());
        let map: Subst = scalars.map(|(p, a)| (p.clone(), a.clone())).collect();
        self.sigma(instance.pred).subst(&map)
    }

    /// The formal abstract value of a predicate; its leaves are the abstract parameters.
    pub fn formal(&self, pred: PredId) -> &Value {
        &self.formals[pred.0 as usize]
    }

    /// The abstract predicate that belongs to a concrete one.
    pub fn abstract_pred(&self, id: PredId, pred: &Pred) -> Pred {
        let leaves = self.formal(id).leaves();
        let params = leaves.iter().filter_map(|t| t.as_var().cloned()).collect();
        Pred { name: format!("{}#", pred.name), params, ..pred.clone() }
    }
}

/// The scalars keep their names; those of cells must not clash with them.
fn formal(sigma: &Sigma, pred: &Pred) -> Value {
    let mut names = Names::default();
    pred.params.iter().filter(|v| !v.sort.is_array()).for_each(|v| names.take(v));
    let parts = match sigma {
        Sigma::Tuple(parts) => parts.as_slice(),
        _ => &[],
    };
    let one = |(sigma, v): (&Sigma, &Var)| match v.sort {
        Sort::Array(_) => sigma.image(&Shape::Leaf(v.clone())).fresh(&mut names),
        _ => Value::Leaf(Term::var(v)),
    };
    Value::Tuple(parts.iter().zip(&pred.params).map(one).collect())
}
