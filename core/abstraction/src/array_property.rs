//! The indices for which a quantified condition is kept, and whether anything is lost (the array property
//! fragment, T Sec. 5.1.2.2).
//!
//! A clause has conditions `forall x: f` on arrays that occur elsewhere only in reads (else nothing is
//! claimed). Its conditions
//! are taken together where they share arrays. Let `I` be the cells of these arrays that the clause
//! reads at indices without quantified variables. The conditions are replaced by their instances for
//! `I`. *Nothing is lost* if every choice of scalars and of the cells in `I` that satisfies the
//! instances can be extended to whole arrays that satisfy the conditions.
//!
//! **Coordinates.** A condition may read `a[x]`, `b[x + 1]` and `c[n - x]`: each array has one index
//! map `±x + t`. With the maps undone, all conditions of a group speak of cells with one and the
//! same coordinate (or of tuples of coordinates, for arrays of arrays), and so does `I`.
//!
//! **D1, pointwise.** Each condition reads all its cells at the same coordinate, and for every
//! coordinate there are values of the cells for which the conditions of the group hold there. Cells
//! outside of `I` can have such values, each coordinate by itself. (We look for terms that are
//! such values and prove that they are.)
//!
//! **D2, ends.** Quantified variables occur, besides in reads, only in comparisons `x <= t`, `x >= t`,
//! `x = t`, `x <= y`, `x = y` in the condition's guard, or negated in its claim. `I` also gets all `t`.
//! Let every cell have the value of the nearest cell below it in `I`, or, if there is none below, of
//! the lowest. This projection is monotone and keeps the elements of `I`, so a guard that holds for
//! some cells holds for their projections, and what the condition claims of these it claims of
//! the cells, which have the same values. (`x < y` is as good as `x <= y` if the claim holds anyway
//! for `x = y`; `x != t` is `x <= t - 1 || x >= t + 1`.)
//!
//! **D3, ordered.** A single condition whose guards only order the quantified variables and confine
//! them all to one range, and whose claim holds when all its cells of an array are one, as
//! for sortedness. Project within the range; if no element of `I` is in it, let all its cells be
//! equal. Cells outside of the range do not matter. `I` gets nothing new.

pub(super) mod comparisons;
pub(super) mod shape;
pub(super) mod validity;

use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::prenex::negate;
use hornbook_horn::{Names, Node, Op, Sort, Subst, Term, Var};
use serde::{Deserialize, Serialize};

use comparisons::{Guards, holds_without};
use shape::{CellRead, ConditionShape, Fixed, Map};
use std::collections::{BTreeMap, BTreeSet};
use validity::{Solvable, is_valid};

/// The part of a quantified condition that its instances keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Keeping {
    /// All of it, by D1.
    Pointwise,
    /// All of it, by D3.
    Ordered,
    /// All of it, by D2.
    Ends,
    /// Perhaps not all.
    Partly(PartialReason),
}

/// The reason why a condition is kept only in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PartialReason {
    /// There is a quantifier below the quantifier.
    Nesting,
    /// An array is read at an index that is not `±x + t`, or in another way than cell by cell.
    Index,
    /// An array is used as a whole elsewhere.
    Whole,
    /// Arrays are read at different distances from each other.
    Distance,
    /// The quantified variables are used otherwise than in indices and in comparisons with bounds.
    Shape,
    /// There would be too many instances.
    TooMany,
}

impl Keeping {
    /// Whether something may be lost.
    pub fn may_lose(self) -> bool {
        matches!(self, Keeping::Partly(_))
    }

    /// The verdict in one sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Keeping::Pointwise => {
                "the other cells can always get values that the condition allows, so nothing is lost \
                 (condition D1)"
            }
            Keeping::Ends => {
                "the other cells can be like the nearest of these, so nothing is lost (condition D2)"
            }
            Keeping::Ordered => {
                "the other cells can be put in between in order, so nothing is lost (condition D3)"
            }
            Keeping::Partly(PartialReason::Nesting) => {
                "a quantifier below a quantifier is kept in part, so something may be lost"
            }
            Keeping::Partly(PartialReason::Index) => {
                "cells are not read at plain indices, so something may be lost"
            }
            Keeping::Partly(PartialReason::Whole) => {
                "the array is kept whole elsewhere, so something may be lost"
            }
            Keeping::Partly(PartialReason::Distance) => {
                "the condition ties cells to their neighbours, and these to theirs, so something may \
                 be lost"
            }
            Keeping::Partly(PartialReason::Shape) => {
                "the condition does more with its indices than compare them, so something may be lost"
            }
            Keeping::Partly(PartialReason::TooMany) => {
                "there are too many instances, so something may be lost"
            }
        }
    }
}

/// A universally quantified condition; negations in `body` stand at atoms only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Universal {
    /// As it stands in the clause.
    pub whole: Term,
    /// The quantified variables.
    pub vars: Vec<Var>,
    /// The condition for all their values.
    pub body: Term,
}

/// The instances of one condition.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Values of the quantified variables.
    pub instances: Vec<Subst>,
    /// The part of the condition that they keep.
    pub keeping: Keeping,
}

impl Plan {
    /// The condition for all its variables among `indices`, whatever that loses.
    pub fn at_indices(universal: &Universal, indices: &[Term]) -> Plan {
        let choices = universal.vars.iter().map(|v| (v.clone(), indices.to_vec())).collect();
        Plan { instances: some_tuples(choices), keeping: Keeping::Partly(PartialReason::Shape) }
    }
}

/// The most instances of one condition; leaving some out is sound.
const INSTANCES: usize = 256;
/// Values that are tried for D1 in one group.
const TRIES: usize = 64;

/// A plan for each condition. `ground` are the cells read at indices without quantified variables,
/// `whole` the arrays that are used otherwise than by reads; `known` are conditions without arrays and
/// quantifiers.
pub fn plan(
    universals: &[Universal],
    ground: &[(Var, Vec<Term>)],
    whole: &BTreeSet<Var>,
    known: &[Term],
) -> Vec<Plan> {
    let taken =
        universals.iter().flat_map(|u| u.body.free_vars().into_iter().chain(u.vars.clone()));
    let mut fixed = Fixed {
        names: Names::avoiding(taken.chain(known.iter().flat_map(Term::free_vars))),
        reads: vec![],
    };
    let shapes: Vec<ConditionShape> =
        universals.iter().map(|u| ConditionShape::from_universal(u, whole, &mut fixed)).collect();
    let mut plans: Vec<Option<Plan>> = vec![None; shapes.len()];
    for group in groups(&shapes) {
        let members: Vec<&ConditionShape> = group.iter().map(|&n| &shapes[n]).collect();
        let group_of = Group { members, ground, known, fixed: &fixed };
        for (n, plan) in group.iter().zip(group_of.plans()) {
            plans[*n] = Some(plan);
        }
    }
    plans.into_iter().flatten().collect()
}

/// Conditions that share arrays.
fn groups(shapes: &[ConditionShape]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(BTreeSet<Var>, Vec<usize>)> = vec![];
    for (n, shape) in shapes.iter().enumerate() {
        let (touching, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(arrays, _)| !arrays.is_disjoint(&shape.arrays));
        groups = apart;
        let mut merged = (shape.arrays.clone(), vec![]);
        for (arrays, members) in touching {
            merged.0.extend(arrays);
            merged.1.extend(members);
        }
        merged.1.push(n);
        groups.push(merged);
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

struct Group<'g> {
    members: Vec<&'g ConditionShape>,
    ground: &'g [(Var, Vec<Term>)],
    known: &'g [Term],
    fixed: &'g Fixed,
}

/// The coordinates of the cells of a group.
struct Coordinates {
    /// From a coordinate to the index of an array, for each dimension.
    arrays: BTreeMap<Var, Vec<Map>>,
    /// From the variables of a member to the coordinate.
    members: Vec<Vec<Map>>,
}

impl Group<'_> {
    fn plans(&self) -> Vec<Plan> {
        let gap = self.members.iter().find_map(|m| m.gap);
        match gap.map_or_else(|| self.whole(), Err) {
            Ok(plans) => plans,
            Err(gap) => self.members.iter().map(|m| self.partly(m, gap)).collect(),
        }
    }

    /// Plans that keep everything.
    fn whole(&self) -> Result<Vec<Plan>, PartialReason> {
        let place = self.coordinates().ok_or(PartialReason::Distance)?;
        let mut cells = self.cells(&place);
        let keeping = if self.members.iter().all(|m| m.is_pointwise()) && self.is_solvable(&place) {
            Keeping::Pointwise
        } else if self.is_ordered() {
            Keeping::Ordered
        } else {
            for end in self.ends(&place).ok_or(PartialReason::Shape)? {
                if !cells.contains(&end) {
                    cells.push(end);
                }
            }
            if cells.is_empty() {
                cells.push(vec![Term::int(0)]);
            }
            Keeping::Ends
        };
        let members = self.members.iter().zip(&place.members);
        members
            .map(|(m, maps)| {
                let instances = self.instances(m, maps, &cells);
                instances.map(|instances| Plan { instances, keeping }).ok_or(PartialReason::TooMany)
            })
            .collect()
    }

    /// Undoes the index maps, if they fit together.
    fn coordinates(&self) -> Option<Coordinates> {
        let dimensions = self.members.first()?.dimensions();
        let mut arrays: BTreeMap<Var, Vec<Map>> = BTreeMap::new();
        let mut members: Vec<Option<Vec<Map>>> = vec![None; self.members.len()];
        while let Some(n) = self.next_to_place(&arrays, &members) {
            let member = self.members[n];
            if member.dimensions() != dimensions {
                return None;
            }
            let own = |r: &CellRead| r.indices.iter().map(|(_, m)| m.clone()).collect::<Vec<_>>();
            let placed = member.reads.iter().find_map(|r| Some((own(r), arrays.get(&r.array)?)));
            let to: Vec<Map> = match placed {
                Some((own, array)) => {
                    array.iter().zip(&own).map(|(a, own)| a.inverse().after(own)).collect()
                }
                None => vec![Map::identity(); dimensions],
            };
            for read in &member.reads {
                let maps =
                    own(read).iter().zip(&to).map(|(m, to)| m.after(&to.inverse())).collect();
                if *arrays.entry(read.array.clone()).or_insert_with(|| Vec::clone(&maps)) != maps {
                    return None;
                }
            }
            members[n] = Some(to);
        }
        Some(Coordinates { arrays, members: members.into_iter().collect::<Option<_>>()? })
    }

    /// A member that is not placed yet, one with a placed array if there is one.
    fn next_to_place(
        &self,
        arrays: &BTreeMap<Var, Vec<Map>>,
        members: &[Option<Vec<Map>>],
    ) -> Option<usize> {
        let open = || (0..members.len()).filter(|&n| members[n].is_none());
        let touches = |n: &usize| self.members[*n].arrays.iter().any(|a| arrays.contains_key(a));
        open().find(touches).or_else(|| open().next())
    }

    /// The coordinates of the cells that are read at fixed indices.
    fn cells(&self, place: &Coordinates) -> Vec<Vec<Term>> {
        let mut out = vec![];
        for (array, indices) in self.ground {
            let Some(maps) = place.arrays.get(array) else { continue };
            if maps.len() != indices.len() {
                continue;
            }
            let back = maps.iter().zip(indices).map(|(m, i)| m.inverse().apply(i));
            let cell: Vec<Term> = back.collect();
            if !out.contains(&cell) {
                out.push(cell);
            }
        }
        out
    }

    fn instances(
        &self,
        member: &ConditionShape,
        maps: &[Map],
        cells: &[Vec<Term>],
    ) -> Option<Vec<Subst>> {
        if member.is_pointwise() {
            let instance = |cell: &Vec<Term>| {
                let back = maps.iter().zip(cell).map(|(m, z)| m.inverse().apply(z));
                member.vars.iter().cloned().zip(back).collect()
            };
            return (cells.len() <= INSTANCES).then(|| cells.iter().map(instance).collect());
        }
        let values: Vec<Term> =
            cells.iter().flatten().map(|z| maps[0].inverse().apply(z)).collect();
        tuples(member.vars.iter().map(|v| (v.clone(), values.clone())))
    }

    /// Instances from the terms, without a proof that they suffice.
    fn partly(&self, member: &ConditionShape, gap: PartialReason) -> Plan {
        let candidates = |n: usize| {
            let mut out: Vec<Term> = vec![];
            for read in &member.reads {
                for (_, indices) in self.ground.iter().filter(|(a, _)| *a == read.array) {
                    let pairs = read.indices.iter().zip(indices).filter(|((m, _), _)| *m == n);
                    out.extend(pairs.map(|((_, map), i)| map.inverse().apply(i)));
                }
            }
            let nested = self.ground.iter().filter(|(a, _)| member.arrays.contains(a));
            if out.is_empty() {
                out.extend(nested.flat_map(|(_, indices)| indices.iter().cloned()));
            }
            if out.is_empty() {
                out.push(Term::int(0));
            }
            let mut kept: Vec<Term> = vec![];
            out.into_iter().for_each(|t| {
                if !kept.contains(&t) {
                    kept.push(t);
                }
            });
            kept
        };
        let choices =
            (0..member.vars.len()).map(|n| (member.vars[n].clone(), candidates(n))).collect();
        Plan { instances: some_tuples(choices), keeping: Keeping::Partly(gap) }
    }

    /// D1: whether at every coordinate the cells can be such that all conditions hold.
    fn is_solvable(&self, place: &Coordinates) -> bool {
        let dimensions = self.members.first().map_or(0, |m| m.dimensions());
        let mut names = self.fixed.names.clone();
        let coordinate: Vec<Term> =
            (0..dimensions).map(|_| Term::var(&names.fresh(&Var::int("z")))).collect();
        let mut values: BTreeMap<Var, Var> = BTreeMap::new();
        for array in place.arrays.keys() {
            let scalar = scalar_of(&array.sort);
            values.insert(array.clone(), names.fresh(&Var::new(&array.name, scalar)));
        }
        let mut all = vec![];
        for (m, maps) in self.members.iter().zip(&place.members) {
            let value = |a: &Var, t: &Term| values.get(a).map_or_else(|| t.clone(), Term::var);
            let at: Subst = m
                .vars
                .iter()
                .zip(maps.iter().zip(&coordinate))
                .map(|(v, (map, z))| (v.clone(), map.inverse().apply(z)))
                .collect();
            all.push(m.with_values(&m.body, &value).subst(&at));
        }
        let values: Vec<Var> = values.into_values().collect();
        Solvable { known: self.known, tries: TRIES }.by_terms(&Term::and(all), &values)
    }

    /// D3.
    fn is_ordered(&self) -> bool {
        let [member] = self.members.as_slice() else { return false };
        let Some(found) = Guards::from_condition(member) else { return false };
        let [lower, upper] = [&found.lower, &found.upper];
        let confined = lower.len() <= 1 && upper.len() <= 1 && found.equal.is_empty();
        let range = |v: &Var| {
            let v = Linear::var(v);
            let lower = lower.iter().map(|t| t.sub(&v));
            let upper = upper.iter().map(|t| v.sub(t));
            Term::and(lower.chain(upper).map(|f| Constraint::Le(f).to_term()))
        };
        let guard = Term::and(found.literals.iter().map(negate));
        let Some(first) = member.vars.first() else { return false };
        let one = member.vars.iter().map(|v| (v.clone(), Term::var(first))).collect();
        // The guards must all be needed: the literals stand side by side.
        let is_flat = match member.body.node() {
            Node::App(Op::Or, parts) => found.literals.iter().all(|l| parts.contains(l)),
            _ => found.literals.is_empty(),
        };
        let inside = |v: &Var| is_valid(&[], &Term::implies(guard.clone(), range(v)));
        confined
            && is_flat
            && member.vars.iter().all(inside)
            && holds_without(member, &found.literals, &one)
    }

    /// D2: the coordinates of all bounds.
    fn ends(&self, place: &Coordinates) -> Option<Vec<Vec<Term>>> {
        let mut out = vec![];
        for (m, maps) in self.members.iter().zip(&place.members) {
            if m.dimensions() != 1 {
                return None;
            }
            let found = Guards::from_condition(m)?;
            let ends = found.lower.iter().chain(&found.upper).chain(&found.equal);
            out.extend(ends.map(|t| vec![self.fixed.unnamed(&maps[0].apply(&t.to_term()))]));
        }
        Some(out)
    }
}

fn scalar_of(sort: &Sort) -> Sort {
    match sort {
        Sort::Array(element) => scalar_of(element),
        scalar => scalar.clone(),
    }
}

/// Tuples of values for integers, as many as are allowed.
fn some_tuples(mut choices: Vec<(Var, Vec<Term>)>) -> Vec<Subst> {
    let count = |choices: &[(Var, Vec<Term>)]| {
        choices.iter().map(|(_, c)| c.len()).fold(1, usize::saturating_mul)
    };
    while count(&choices) > INSTANCES {
        let longest = choices.iter_mut().max_by_key(|(_, c)| c.len());
        longest.into_iter().for_each(|(_, c)| {
            c.pop();
        });
    }
    let is_integer = choices.iter().all(|(v, _)| v.sort == Sort::Int);
    if is_integer { tuples(choices.into_iter()).unwrap_or_default() } else { vec![] }
}

/// All tuples of values, unless there are too many.
fn tuples(choices: impl Iterator<Item = (Var, Vec<Term>)>) -> Option<Vec<Subst>> {
    let mut out = vec![Subst::new()];
    for (v, values) in choices {
        if out.len().saturating_mul(values.len()) > INSTANCES {
            return None;
        }
        let with = |map: &Subst, t: &Term| {
            let mut map = map.clone();
            map.insert(v.clone(), t.clone());
            map
        };
        out = out.iter().flat_map(|m| values.iter().map(move |t| with(m, t))).collect();
    }
    Some(out)
}
