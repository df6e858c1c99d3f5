//! Clauses without predicates, decided by instances: a program without loops needs no abstraction.
//!
//! Bradley, Manna, Sipma: What's Decidable About Arrays? (VMCAI 2006). There are conditions on all
//! cells, arrays that are made from others, and reads. What a condition says is kept for the
//! indices of an *index set*, made arrays are computed where they are read, and reads of the others
//! become variables. That only weakens the clause. **Nothing is lost** for conditions whose
//! quantified variables are, up to maps `±x + t`, indices of arrays, compared with bounds, and with
//! each other by `<=` and `=`, for arrays of any dimension:
//!
//! Places with the same coordinates (a dimension of an array, a quantified variable that is an
//! index there) are a *class*. Its index set has what is read, the bounds of guards, and, where an
//! index may differ from `t`, `t - 1` and `t + 1`. Take values for the cells with all coordinates
//! in the sets, and let every other cell have the value of the cell with the nearest coordinates
//! below, or the lowest. This projection is monotone in each class and keeps what is in the sets,
//! so guards that hold for some cells hold for their projections: conditions that hold in the sets
//! hold everywhere, and so do the definitions of made arrays, which are such conditions as well.
//!
//! Where we differ: the index set is one of each class, not of the whole formula; index maps are
//! undone as for [`super::array_property`]; made arrays are defined, which spares their equations; and
//! arrays whose conditions speak of one coordinate at a time and can be satisfied anywhere (D1
//! there) may do with their indices what they like.

mod cells;
mod classes;
mod pointwise;

use super::ackermann::Read;
use super::array_property::comparisons::Guards;
use super::array_property::shape::{ConditionShape, Fixed};
use super::array_property::{Keeping, PartialReason, Plan, Universal};
use super::instantiate::{
    Instantiator, bounded_normal, collect_universals, ground_reads, is_too_large,
};
use cells::{CellReplacer, cell_of};
use classes::{CoordinateClasses, IndexPosition};
use hornbook_base::Int;
use hornbook_horn::fold::fold;
use hornbook_horn::linear::Linear;
use hornbook_horn::{Clause, Goal, Names, Node, Op, Premise, Quantifier, Sort, Subst, Term, Var};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// A clause without arrays and quantifiers.
pub struct Grounded {
    /// The clause, with the goal `false`.
    pub clause: Clause,
    /// The number of premises without quantifiers, which come first; the others are instances, and facts
    /// about cells. Most of these matter little.
    pub sure: usize,
    /// The cells whose values are variables of the clause.
    pub cells: Vec<Read>,
    /// The indices of all sets, as terms over its variables.
    pub indices: Vec<Term>,
    /// The conditions of the clause that may be kept only in part, with the reason; the negated goal is one.
    pub lost: Vec<(Term, PartialReason)>,
}

/// A condition on all cells, or the definition of an array.
struct CellCondition {
    universal: Universal,
    /// Whether it defines an array, and needs no instances.
    defines: bool,
    arrays: BTreeSet<Var>,
    /// Positions of the same coordinates: which variable, where it is an index, and by which map.
    links: Vec<(usize, IndexPosition, classes::Map)>,
    /// Indices without quantified variables, with their positions.
    fixed: Vec<(IndexPosition, Term)>,
    /// The guards, if its variables are used as guards allow.
    guards: Option<Guards>,
    gap: Option<PartialReason>,
}

/// Limits of the grounded clause.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Instances of one condition; leaving some out only weakens the clause.
    pub instances: usize,
    /// Instances of all conditions of a clause together.
    pub all_instances: usize,
    /// The depth of definitions of arrays through which a cell is followed.
    pub depth: usize,
}

/// The clause, which has no predicates among its premises, without arrays and quantifiers. The numbers in
/// `more` are indices as well. The limits only weaken it.
pub fn ground(clause: &Clause, more: &[Int], limits: Limits) -> Grounded {
    let mut names = Names::avoiding(clause.all_vars());
    let claim = match &clause.goal {
        Goal::Cond(goal) => Term::not(goal.clone()),
        Goal::Instance(_) => Term::bool(true),
    };
    let conditions: Vec<Term> =
        clause.conditions().chain([&claim]).flat_map(Term::conjuncts).collect();
    let (definitions, given) = definitions(conditions, &clause.origin.inputs);
    let (mut conditions, mut universals, mut sources) = (vec![], vec![], vec![]);
    let (large, given): (Vec<Term>, Vec<Term>) = given.into_iter().partition(is_too_large);
    for condition in &given {
        let normal = bounded_normal(condition, &mut names);
        collect_universals(&normal, &mut universals);
        sources.resize(universals.len(), condition);
        conditions.extend(normal.conjuncts());
    }
    let mut fixed = Fixed { names, reads: vec![] };
    for universal in &mut universals {
        universal.body = with_fixed(&universal.body, &universal.vars, &mut fixed);
    }
    let named = |(t, v): &(Term, Var)| Term::eq(Term::var(v), t.clone());
    conditions.extend(fixed.reads.iter().map(named));
    let all: Vec<CellCondition> = universals
        .iter()
        .map(|u| CellCondition::new(u.clone(), false))
        .chain(definitions.iter().map(|(v, t)| definition(v, t)))
        .collect();
    let mut reads = vec![];
    conditions.iter().for_each(|c| ground_reads(c, &mut reads));
    let mut sets = IndexSets::new(&all, &reads, &conditions, more);
    let gaps = sets.gaps(&definitions);
    let mut left = limits.all_instances;
    let mut plans = vec![];
    let mut lost: Vec<(Term, PartialReason)> =
        large.into_iter().map(|c| (c, PartialReason::TooMany)).collect();
    for n in 0..universals.len() {
        let (instances, whole) = sets.instances(n, left.min(limits.instances));
        left -= instances.len().min(left);
        let gap = gaps[n].or((!whole).then_some(PartialReason::TooMany));
        lost.extend(gap.map(|gap| (sources[n].clone(), gap)));
        plans.push(Plan { instances, keeping: gap.map_or(Keeping::Ends, Keeping::Partly) });
    }
    let mut instances = vec![];
    let names = &mut fixed.names;
    let named: Vec<Term> = conditions
        .iter()
        .map(|c| with_names(c, &universals, &plans, names, &mut instances, true))
        .collect();
    let mut put = Instantiator { universals: &[], plans: &[], names: fixed.names, lost: None };
    let mut plain = |conditions: &[Term]| -> Vec<Term> {
        conditions.iter().flat_map(|c| fold(&put.freed(c)).conjuncts()).collect()
    };
    let (first, later) = (plain(&named), plain(&instances));
    if let Some(Keeping::Partly(gap)) = put.lost {
        lost.push((claim.clone(), gap));
    }
    let mut cells = CellReplacer::new(definitions, put.names, limits.depth);
    let (mut premises, mut seen) = (vec![], FxHashSet::default());
    let mut add = |t: &Term| {
        let parts = t.conjuncts().into_iter().filter(|c| !c.is_true() && seen.insert(c.clone()));
        premises.extend(parts.map(Premise::Cond));
        premises.len()
    };
    let mut sure = 0;
    for (n, condition) in first.iter().chain(&later).enumerate() {
        let plain = fold(&cells.term(condition));
        if plain.has_array() || plain.has_quantifier() {
            lost.push((condition.clone(), PartialReason::Whole));
            continue;
        }
        let count = add(&plain);
        sure = if n < first.len() { count } else { sure };
    }
    let indices = sets.indices().iter().map(|t| cells.term(t)).filter(|t| !t.has_array()).collect();
    cells.equations().iter().for_each(|t| {
        add(t);
    });
    lost.extend(cells.is_cut().then_some((claim, PartialReason::TooMany)));
    let clause = clause.with_formulas(premises, Goal::Cond(Term::bool(false)));
    Grounded { clause, sure, cells: cells.seen().to_vec(), indices, lost }
}

/// The condition with a truth value for each quantified part; `instances` are implied by that value.
fn with_names(
    t: &Term,
    universals: &[Universal],
    plans: &[Plan],
    names: &mut Names,
    instances: &mut Vec<Term>,
    alone: bool,
) -> Term {
    match t.node() {
        Node::Quant(Quantifier::Forall, ..) => {
            let Some(n) = universals.iter().position(|u| u.whole == *t) else {
                return Term::bool(true);
            };
            let made = plans[n].instances.iter().map(|map| universals[n].body.subst(map));
            if alone {
                instances.extend(made);
                return Term::bool(true);
            }
            let all = Term::var(&names.fresh(&Var::new("all", Sort::Bool)));
            instances.extend(made.map(|i| Term::or([Term::not(all.clone()), i])));
            all
        }
        Node::App(Op::And | Op::Or, _) => {
            t.map_children(|c| with_names(c, universals, plans, names, instances, false))
        }
        _ => t.clone(),
    }
}

/// Equations `a = t` that define arrays, none by itself and none that is chosen, and the other
/// conditions.
fn definitions(conditions: Vec<Term>, chosen: &[Var]) -> (BTreeMap<Var, Term>, Vec<Term>) {
    let mut defined: BTreeMap<Var, Term> = BTreeMap::new();
    let mut others = vec![];
    for condition in conditions {
        let mut define = |v: &Term, t: &Term| {
            let v = v.as_var().filter(|v| v.sort.is_array() && !chosen.contains(v))?;
            let fits = !defined.contains_key(v) && !t.has_quantifier() && !is_made(t, v, &defined);
            fits.then(|| defined.insert(v.clone(), t.clone()))
        };
        let is_definition = condition.as_app(Op::Eq).is_some_and(|args| {
            define(&args[0], &args[1]).or_else(|| define(&args[1], &args[0])).is_some()
        });
        if !is_definition {
            others.push(condition);
        }
    }
    (defined, others)
}

/// Whether the term is made from the array, directly or by definitions.
fn is_made(t: &Term, from: &Var, defined: &BTreeMap<Var, Term>) -> bool {
    let (mut open, mut seen) = (vec![t.clone()], FxHashSet::default());
    while let Some(t) = open.pop() {
        for v in t.free_vars().into_iter().filter(|v| v.sort.is_array()) {
            if v == *from {
                return true;
            }
            open.extend(defined.get(&v).filter(|_| seen.insert(v.clone())).cloned());
        }
    }
    false
}

/// The body with variables for numbers that do not depend on the quantified variables, unless they
/// are linear forms.
fn with_fixed(t: &Term, vars: &[Var], fixed: &mut Fixed) -> Term {
    if t.has_quantifier() || t.sort().is_array() {
        return t.clone();
    }
    if vars.iter().any(|v| t.mentions(v)) {
        let index = |t: &Term, fixed: &mut Fixed| match t.as_app(Op::Select) {
            // A row: its index may be fixed.
            Some(_) if t.sort().is_array() => rows_with_fixed(t, vars, fixed),
            _ => with_fixed(t, vars, fixed),
        };
        return t.map_children(|c| index(c, fixed));
    }
    let is_read = t.as_app(Op::Select).is_some();
    let is_number = t.sort() == Sort::Int && Linear::from_term(t).is_none();
    if is_read || is_number { fixed.name(t) } else { t.clone() }
}

fn rows_with_fixed(t: &Term, vars: &[Var], fixed: &mut Fixed) -> Term {
    match t.as_app(Op::Select) {
        Some([row, index]) => {
            let row = rows_with_fixed(row, vars, fixed);
            Term::select(row, with_fixed(index, vars, fixed))
        }
        _ => t.clone(),
    }
}

/// The definition of an array's cells by its term.
fn definition(array: &Var, made: &Term) -> CellCondition {
    let taken = made.free_vars().into_iter().chain([array.clone()]);
    let mut names = Names::avoiding(taken);
    let (mut vars, mut sort) = (vec![], array.sort.clone());
    let mut cell = Term::var(array);
    while let Sort::Array(element) = sort {
        let k = names.fresh(&Var::int("k"));
        cell = Term::select(cell, Term::var(&k));
        vars.push(k);
        sort = (*element).clone();
    }
    let indices: Vec<Term> = vars.iter().map(Term::var).collect();
    let body = Term::eq(cell, cell_of(made, &indices));
    CellCondition::new(Universal { whole: body.clone(), vars, body }, true)
}

impl CellCondition {
    fn new(universal: Universal, defines: bool) -> CellCondition {
        let arrays = universal.body.free_vars().into_iter().filter(|v| v.sort.is_array());
        let arrays: BTreeSet<Var> = arrays.collect();
        let shape = ConditionShape {
            vars: universal.vars.clone(),
            body: universal.body.clone(),
            reads: vec![],
            arrays: arrays.clone(),
            gap: None,
        };
        let nests = universal.body.has_quantifier();
        let integers = universal.vars.iter().all(|v| v.sort == Sort::Int);
        let mut out = CellCondition {
            defines,
            arrays,
            links: vec![],
            fixed: vec![],
            guards: if nests { None } else { Guards::from_condition(&shape) },
            gap: match (nests, integers) {
                (true, _) => Some(PartialReason::Nesting),
                (_, false) => Some(PartialReason::Shape),
                _ => None,
            },
            universal,
        };
        let body = out.universal.body.clone();
        out.visit(&shape, &body);
        out
    }

    /// Collects the cells that are read.
    fn visit(&mut self, shape: &ConditionShape, t: &Term) {
        if let Some((array, indices)) = super::ackermann::cell(t) {
            for (dimension, index) in indices.into_iter().enumerate() {
                let place = IndexPosition::Cell(array.clone(), dimension);
                match shape.index_map(index) {
                    Some((var, map)) => self.links.push((var, place, map)),
                    None if shape.vars.iter().any(|v| index.mentions(v)) => {
                        self.gap = self.gap.or(Some(PartialReason::Index));
                        self.visit(shape, index);
                    }
                    None => self.fixed.push((place, index.clone())),
                }
            }
            return;
        }
        match t.node() {
            Node::App(_, args) | Node::Pred(_, args) => {
                if args.iter().any(|a| a.as_var().is_some_and(|v| v.sort.is_array())) {
                    self.gap = self.gap.or(Some(PartialReason::Index));
                }
                args.iter().for_each(|a| self.visit(shape, a));
            }
            Node::Quant(_, _, body) => self.visit(shape, body),
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => {}
        }
    }
}

/// The index sets.
struct IndexSets<'c> {
    all: &'c [CellCondition],
    classes: CoordinateClasses,
    /// The coordinates by class that are read, or that definitions fix.
    read: BTreeMap<usize, Vec<Term>>,
    /// All coordinates.
    sets: BTreeMap<usize, Vec<Term>>,
    /// The members of both kinds of sets: the class, and whether they are read.
    known: FxHashSet<(usize, bool, Term)>,
    plain: &'c [Term],
}

impl<'c> IndexSets<'c> {
    fn new(
        all: &'c [CellCondition],
        reads: &[(Var, Vec<Term>)],
        plain: &'c [Term],
        more: &[Int],
    ) -> IndexSets<'c> {
        let mut classes = CoordinateClasses::default();
        for (n, condition) in all.iter().enumerate() {
            let vars = &condition.universal.vars;
            let bound = |v: usize| IndexPosition::Bound(n, v);
            (0..vars.len()).for_each(|v| classes.add(bound(v)));
            for (v, place, map) in &condition.links {
                classes.link(bound(*v), place.clone(), map.clone());
            }
            let number = |v: &Var| vars.iter().position(|w| w == v).unwrap_or_default();
            for (x, y) in condition.guards.iter().flat_map(|g| &g.pairs) {
                classes.link(bound(number(x)), bound(number(y)), classes::Map::identity());
            }
        }
        for (array, indices) in reads {
            (0..indices.len()).for_each(|d| classes.add(IndexPosition::Cell(array.clone(), d)));
        }
        classes.settle();
        let (read, sets, known) = (BTreeMap::new(), BTreeMap::new(), FxHashSet::default());
        let mut out = IndexSets { all, classes, read, sets, known, plain };
        for (array, indices) in reads {
            for (d, index) in indices.iter().enumerate() {
                out.insert(&IndexPosition::Cell(array.clone(), d), index, true);
            }
        }
        for (n, condition) in all.iter().enumerate() {
            for (place, index) in &condition.fixed {
                out.insert(place, index, true);
            }
            let Some(guards) = &condition.guards else { continue };
            let vars = &condition.universal.vars;
            let ends = [(&guards.fixed, condition.defines), (&guards.ends, false)];
            for (ends, read) in ends {
                for (v, end) in ends {
                    let v = vars.iter().position(|w| w == v).unwrap_or_default();
                    out.insert(&IndexPosition::Bound(n, v), &end.to_term(), read);
                }
            }
        }
        for place in out.classes.cells() {
            more.iter().for_each(|k| out.insert(&place, &Term::int(k.clone()), true));
        }
        out
    }

    fn insert(&mut self, place: &IndexPosition, index: &Term, read: bool) {
        let Some((class, map)) = self.classes.class_of(place) else { return };
        let coordinate = map.apply(index);
        for (sets, reads) in [(&mut self.read, true), (&mut self.sets, false)] {
            let set = sets.entry(class).or_default();
            if (read || !reads) && self.known.insert((class, reads, coordinate.clone())) {
                set.push(coordinate.clone());
            }
        }
    }

    /// For each condition the reason if it may be kept only in part.
    fn gaps(&mut self, definitions: &BTreeMap<Var, Term>) -> Vec<Option<PartialReason>> {
        let mut out = vec![None; self.all.len()];
        for group in groups(self.all) {
            let gap = |n: &usize| {
                let condition = &self.all[*n];
                let vars = 0..condition.universal.vars.len();
                let clashes =
                    vars.clone().any(|v| self.classes.clashes(&IndexPosition::Bound(*n, v)));
                condition
                    .gap
                    .or(clashes.then_some(PartialReason::Distance))
                    .or(condition.guards.is_none().then_some(PartialReason::Shape))
            };
            let quantified: Vec<usize> =
                group.iter().copied().filter(|n| !self.all[*n].defines).collect();
            let Some(gap) = group.iter().find_map(gap).filter(|_| !quantified.is_empty()) else {
                continue;
            };
            let members: Vec<(usize, &CellCondition)> =
                quantified.iter().map(|n| (*n, &self.all[*n])).collect();
            if !pointwise::is_solvable(&members, &self.classes, &self.read, definitions, self.plain)
            {
                quantified.iter().for_each(|n| out[*n] = Some(gap));
            }
        }
        out
    }

    /// At most `most` instances of a condition, and whether these are all.
    fn instances(&self, n: usize, most: usize) -> (Vec<Subst>, bool) {
        let mut out = vec![Subst::new()];
        let mut whole = true;
        for (v, var) in self.all[n].universal.vars.iter().enumerate() {
            if var.sort != Sort::Int {
                return (vec![], false);
            }
            let Some((class, map)) = self.classes.class_of(&IndexPosition::Bound(n, v)) else {
                continue;
            };
            let back = map.inverse();
            let zero = vec![Term::int(0)];
            let set = self.sets.get(&class).filter(|s| !s.is_empty()).unwrap_or(&zero);
            let room = most / out.len().max(1);
            whole &= set.len() <= room;
            let values: Vec<Term> = set.iter().take(room).map(|z| back.apply(z)).collect();
            let with = |map: &Subst, t: &Term| {
                let mut map = map.clone();
                map.insert(var.clone(), t.clone());
                map
            };
            out = out.iter().flat_map(|m| values.iter().map(move |t| with(m, t))).collect();
        }
        (out, whole)
    }

    /// The indices of all cells in the sets.
    fn indices(&self) -> Vec<Term> {
        // Most places of a class have the same map.
        let mut kinds = vec![];
        for place in self.classes.cells() {
            kinds.extend(self.classes.class_of(&place).filter(|kind| !kinds.contains(kind)));
        }
        let (mut out, mut known) = (vec![], FxHashSet::default());
        for (class, map) in kinds {
            let set = self.sets.get(&class).into_iter().flatten();
            let indices = set.map(|z| map.inverse().apply(z));
            out.extend(indices.filter(|index| known.insert(index.clone())));
        }
        out
    }
}

/// Conditions that share arrays.
fn groups(all: &[CellCondition]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(BTreeSet<Var>, Vec<usize>)> = vec![];
    for (n, condition) in all.iter().enumerate() {
        let (touching, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(arrays, _)| !arrays.is_disjoint(&condition.arrays));
        groups = apart;
        let mut merged = (condition.arrays.clone(), vec![n]);
        for (arrays, members) in touching {
            merged.0.extend(arrays);
            merged.1.extend(members);
        }
        groups.push(merged);
    }
    groups.into_iter().map(|(_, members)| members).collect()
}
