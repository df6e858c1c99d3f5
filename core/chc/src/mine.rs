//! The vocabulary: atoms over a predicate's formal parameters, mined from the rules.
//!
//! Lemmas with an unbounded vocabulary make solvers diverge on abstracted array programs; a small
//! one that is read off the clauses converges. Four sources are tried first ([`VocabularyLevel::Lean`]):
//!
//! - **assert mentions**: what assertions say, rewritten into the formal parameters;
//! - **hull**: equalities of few variables that hold at an occurrence;
//! - **order closure**: an equality `e = 0` between indices and scalars becomes `e <= 0` and
//!   `e <= -1`, so that a lemma about one place generalises to one about a range;
//! - **initial values**: what scalars are when a loop is entered, put into the atoms.
//!
//! When these do not suffice, [`VocabularyLevel::Guards`] adds what other conditions say, what holds of
//! derived instances, what is a multiple of a number, counters in lockstep, and what an inner loop inherits from an outer one;
//! [`VocabularyLevel::Transport`] says of each point what was found for its neighbours as far as it concerns
//! values, [`VocabularyLevel::Relations`] all of it, and compares counters with each other; [`VocabularyLevel::Stride`]
//! adds residues for counters that move by more than one and for samples that are that far apart. At
//! the end what was found for one of two samples is said of the other.

mod branch;
mod counters;
mod hull;
mod quarry;

use super::hints::Hints;
use super::rule::Atom;
use super::settings::Mining;
pub use crate::search::strategies::VocabularyLevel;
use branch::Branch;
use hornbook_base::Int;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Op, PredId, Sort, System, Term, Var};
use hull::Hull;
pub use quarry::Quarry;
use quarry::Site;
use std::collections::{BTreeMap, BTreeSet};

/// What the mined atoms of each predicate are: formulas over its formal parameters.
pub type Vocabulary = BTreeMap<PredId, Vec<Term>>;

/// What was mined, and how many forms were looked at for it.
pub struct Mined {
    /// The atoms.
    pub vocabulary: Vocabulary,
    /// About as many steps does it count for.
    pub work: u64,
}

/// Mines atoms for the predicates of some rules.
///
/// Equalities of values of samples are kept as they are, since an order between values seldom matters.
/// What is found for one of several copies is said of the others as well.
pub fn mine(
    quarry: &Quarry,
    system: &System,
    hints: &Hints,
    richness: VocabularyLevel,
    settings: &Mining,
) -> Mined {
    let mut miner = Miner {
        system,
        values: &hints.values,
        products: &hints.products,
        richness,
        settings,
        found: BTreeMap::new(),
        known: BTreeMap::new(),
        ordered: BTreeSet::new(),
        initial: BTreeMap::new(),
        moves: BTreeMap::new(),
        together: BTreeMap::new(),
        left: settings.work,
    };
    let sites = &quarry.sites;
    sites.iter().for_each(|site| miner.site(site));
    if richness >= VocabularyLevel::Guards {
        miner.lockstep();
    }
    if richness >= VocabularyLevel::Relations {
        for _ in 0..settings.transports {
            sites.iter().for_each(|site| miner.arrivals(site));
            miner.lockstep();
        }
        miner.races();
    }
    miner.initial_values();
    if settings.inherit && richness >= VocabularyLevel::Guards {
        // What holds from the start of an outer loop on matters in the inner one as well.
        for _ in 0..settings.transports {
            sites.iter().for_each(|site| miner.inherit(&site.branch));
        }
    }
    if settings.transport && richness >= VocabularyLevel::Transport {
        miner.find_ordered();
        let mut ways: Vec<Way> = sites.iter().map(Way::of).collect();
        for _ in 0..settings.transports {
            ways.iter_mut().for_each(|way| miner.transport(way));
        }
    }
    if settings.mirror {
        hints.copies.iter().for_each(|(pred, groups)| miner.mirror(*pred, groups));
    }
    let work = settings.work - miner.left + sites.iter().map(Site::pairs).sum::<u64>();
    Mined { vocabulary: miner.vocabulary(), work }
}

/// An atom in normal form, so that equal atoms and negated ones are recognised.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Normal {
    /// A boolean parameter.
    Bool(Var),
    /// `form <= 0`, first coefficient positive, coefficients coprime.
    Le(Linear),
    /// `form = 0`, first coefficient positive, coefficients coprime.
    Eq(Linear),
    /// `form mod m = r`.
    Mod(Linear, Int, Int),
}

impl Normal {
    /// `form <= 0` or its negation, whichever is the normal form of the two.
    fn le(form: &Linear) -> Option<Normal> {
        let content = form.content();
        if content.is_zero() {
            return None;
        }
        let variables = form.sub(&Linear::constant(form.constant_part().clone()));
        let bound = form.constant_part().div_ceil(&content);
        let form = variables.divide(&content).add(&Linear::constant(bound));
        let first = form.coeffs().values().next()?;
        if first.is_positive() {
            return Some(Normal::Le(form));
        }
        // !(f <= 0) is -f + 1 <= 0.
        Some(Normal::Le(form.scale(&Int::MINUS_ONE).add(&Linear::constant(1))))
    }

    fn eq(form: &Linear) -> Option<Normal> {
        let content = form.content();
        if content.is_zero() || !form.constant_part().rem_euclid(&content)?.is_zero() {
            return None;
        }
        let form = form.divide(&content);
        let positive = form.coeffs().values().next()?.is_positive();
        Some(Normal::Eq(if positive { form } else { form.scale(&Int::MINUS_ONE) }))
    }

    /// `form mod m = r` with coefficients in `0..m` and no constant.
    fn residue(form: &Linear, m: &Int, r: &Int) -> Option<Normal> {
        let r = (r - form.constant_part()).rem_euclid(m)?;
        let reduced = form.coeffs().iter().try_fold(Linear::default(), |f, (v, c)| {
            Some(f.add_scaled(&Linear::var(v), &c.rem_euclid(m)?))
        })?;
        (!reduced.coeffs().is_empty()).then_some(Normal::Mod(reduced, m.clone(), r))
    }

    fn vars(&self) -> BTreeSet<&Var> {
        match self {
            Normal::Bool(v) => BTreeSet::from([v]),
            Normal::Le(f) | Normal::Eq(f) | Normal::Mod(f, ..) => f.coeffs().keys().collect(),
        }
    }

    fn to_term(&self) -> Term {
        match self {
            Normal::Bool(v) => Term::var(v),
            Normal::Le(f) => {
                let (left, right) = f.sides();
                Term::le(left, right)
            }
            Normal::Eq(f) => {
                let (left, right) = f.sides();
                Term::eq(left, right)
            }
            Normal::Mod(f, m, r) => {
                let residue = Term::app(Op::Mod, vec![f.to_term(), Term::int(m.clone())]);
                Term::eq(residue, Term::int(r.clone()))
            }
        }
    }
}

struct Miner<'s> {
    system: &'s System,
    values: &'s BTreeMap<PredId, BTreeSet<Var>>,
    products: &'s BTreeMap<PredId, BTreeSet<Var>>,
    richness: VocabularyLevel,
    settings: &'s Mining,
    /// Atoms in the order of discovery.
    found: BTreeMap<PredId, Vec<Normal>>,
    /// The same, to be looked up.
    known: BTreeMap<PredId, BTreeSet<Normal>>,
    /// Predicates for which the order between values matters.
    ordered: BTreeSet<PredId>,
    /// What scalars equal when a loop is entered.
    initial: BTreeMap<PredId, BTreeSet<(Var, Linear)>>,
    /// By how much each parameter moves, for every way round a loop on which that is a constant.
    moves: BTreeMap<PredId, Vec<BTreeMap<Var, Int>>>,
    /// Forms that are zero as long as counters walk in lockstep.
    together: BTreeMap<PredId, BTreeSet<Linear>>,
    /// Forms that may still be looked at.
    left: u64,
}

/// The atoms of a case, between which facts are carried.
struct Way<'s> {
    ends: Vec<(&'s Atom, &'s Hull)>,
    /// How many of the atoms found for each were carried to the others.
    known: Vec<usize>,
}

impl Way<'_> {
    fn of(site: &Site) -> Way<'_> {
        Way { known: vec![0; site.hulls.len()], ends: site.atoms().collect() }
    }
}

impl Miner<'_> {
    fn site(&mut self, site: &Site) {
        let (richness, wanted) = (self.richness, self.settings);
        let Site { branch, facts, .. } = site;
        for (atom, hull) in site.body() {
            self.equations(atom.pred, hull);
            self.multiples(atom.pred, hull);
            let asserts = wanted.mentions && branch.head.is_none();
            if asserts || wanted.guards && richness >= VocabularyLevel::Guards {
                facts.iter().for_each(|f| self.mention(atom.pred, f, hull));
                self.booleans(atom, &branch.facts);
            }
        }
        let Some((head, hull)) = site.head() else { return };
        self.multiples(head.pred, hull);
        if branch.body.iter().all(|a| a.pred != head.pred) {
            self.entry(head.pred, hull);
        } else {
            self.remember_moves(head, branch);
            if richness >= VocabularyLevel::Stride {
                self.strides(head, branch);
            }
        }
        if wanted.heads && richness >= VocabularyLevel::Guards {
            self.equations(head.pred, hull);
            facts.iter().for_each(|f| self.mention(head.pred, f, hull));
        }
        self.booleans(head, &branch.facts);
    }

    fn hull(&self, atom: &Atom, equalities: &[Linear]) -> Hull {
        Hull::new(equalities, atom, &self.system.pred(atom.pred).params)
    }

    fn is_value(&self, pred: PredId, v: &Var) -> bool {
        self.values.get(&pred).is_some_and(|values| values.contains(v))
    }

    fn has_product(&self, pred: PredId, form: &Linear) -> bool {
        let products = self.products.get(&pred);
        products.is_some_and(|products| form.coeffs().keys().any(|v| products.contains(v)))
    }

    fn add(&mut self, pred: PredId, atom: Option<Normal>) {
        let Some(atom) = atom else { return };
        let limits = self.settings;
        let rich = self.richness >= VocabularyLevel::Relations;
        let width = if rich { limits.wide } else { limits.width };
        if self.is_full(pred) || atom.vars().len() > width {
            return;
        }
        let known = self.known.entry(pred).or_default();
        if known.insert(atom.clone()) {
            self.found.entry(pred).or_default().push(atom);
        }
    }

    /// Whether nothing can be added for a predicate, so that looking for it is in vain.
    fn is_full(&self, pred: PredId) -> bool {
        self.left == 0
            || self.found.get(&pred).is_some_and(|atoms| atoms.len() >= self.settings.found)
    }

    /// An equation: order closure for indices and scalars, as it is for values.
    fn equation(&mut self, pred: PredId, form: &Linear) {
        let of_values = form.coeffs().keys().any(|v| self.is_value(pred, v));
        if of_values {
            self.add(pred, Normal::eq(form));
        }
        if !of_values && !self.settings.order_closure {
            self.add(pred, Normal::eq(form));
        } else if !of_values || self.ordered.contains(&pred) {
            self.add(pred, Normal::le(form));
            self.add(pred, Normal::le(&form.add(&Linear::constant(1))));
        }
        if !of_values && self.settings.spacing && self.richness >= VocabularyLevel::Stride {
            self.spacing(pred, form);
        }
    }

    /// What an equation `k = 2*i` says of `k` alone.
    fn spacing(&mut self, pred: PredId, form: &Linear) {
        for (v, c) in form.coeffs() {
            let modulus = c.abs();
            if modulus > Int::ONE && modulus <= Int::from(self.settings.stride as i64) {
                let rest = form.sub(&Linear::var(v).scale(c));
                self.add(pred, Normal::residue(&rest, &modulus, &Int::ZERO));
            }
        }
    }

    /// What is a multiple of a number.
    fn multiples(&mut self, pred: PredId, hull: &Hull) {
        if !self.settings.multiples || self.richness < VocabularyLevel::Guards {
            return;
        }
        let most = Int::from(self.settings.stride as i64);
        for (form, modulus) in hull.multiples().into_iter().filter(|(_, m)| *m <= most) {
            self.add(pred, Normal::residue(&form, &modulus, &Int::ZERO));
        }
    }

    fn equations(&mut self, pred: PredId, hull: &Hull) {
        if !self.settings.hull {
            return;
        }
        for form in hull.equations() {
            self.equation(pred, form);
        }
    }

    /// What a fact says, in formal parameters; once as it stands, and once more for each equation
    /// between parameters that can be used to say it of another one.
    fn mention(&mut self, pred: PredId, fact: &Constraint, hull: &Hull) {
        self.mention_if(pred, fact, hull, &|_| true);
    }

    /// The same for what is `wanted`.
    fn mention_if(
        &mut self,
        pred: PredId,
        fact: &Constraint,
        hull: &Hull,
        wanted: &dyn Fn(&Linear) -> bool,
    ) {
        let (Constraint::Le(f)
        | Constraint::Eq(f)
        | Constraint::Ne(f)
        | Constraint::Mod(f, ..)
        | Constraint::NotMod(f, ..)) = fact;
        if self.is_full(pred) {
            return;
        }
        self.left = self.left.saturating_sub(1);
        let Some((form, factor)) = hull.rewrite(f) else { return };
        let equations = hull.equations();
        self.left = self.left.saturating_sub(equations.len() as u64);
        let variants = equations.iter().flat_map(|e| {
            let shared = form.coeffs().keys().filter(|v| e.coeff(v).abs().is_one());
            shared.map(|v| form.cancel(e, v)).collect::<Vec<_>>()
        });
        for form in std::iter::once(form.clone()).chain(variants).filter(|f| wanted(f)) {
            match fact {
                Constraint::Le(_) => self.add(pred, Normal::le(&form)),
                Constraint::Eq(_) | Constraint::Ne(_) => self.equation(pred, &form),
                Constraint::Mod(_, m, r) | Constraint::NotMod(_, m, r) => {
                    if factor.is_one() {
                        self.add(pred, Normal::residue(&form, m, r));
                    }
                }
            }
        }
    }

    /// Boolean parameters that the facts or the arguments speak of.
    fn booleans(&mut self, atom: &Atom, facts: &[Term]) {
        if !self.settings.booleans {
            return;
        }
        let params = self.system.pred(atom.pred).params.clone();
        for (arg, param) in atom.args.iter().zip(params) {
            let spoken_of = match arg.as_var() {
                Some(v) => facts.iter().any(|f| f.mentions(v)),
                None => true,
            };
            if param.sort == Sort::Bool && spoken_of {
                self.add(atom.pred, Some(Normal::Bool(param)));
            }
        }
    }

    /// Puts the initial values of scalars into the atoms found so far.
    fn initial_values(&mut self) {
        if !self.settings.initial_values {
            return;
        }
        for (pred, values) in std::mem::take(&mut self.initial) {
            for atom in self.found.get(&pred).cloned().unwrap_or_default() {
                for (v, value) in &values {
                    match &atom {
                        Normal::Le(f) if f.coeffs().len() > 1 && !f.coeff(v).is_zero() => {
                            self.add(pred, Normal::le(&f.replace(v, value)));
                        }
                        Normal::Eq(f) if f.coeffs().len() > 1 && !f.coeff(v).is_zero() => {
                            self.add(pred, Normal::eq(&f.replace(v, value)));
                        }
                        _ => {}
                    }
                }
            }
            for (v, value) in values {
                self.equation(pred, &Linear::var(&v).sub(&value));
            }
        }
    }

    /// Where an order between two values was found, equations of values get their order closure too.
    fn find_ordered(&mut self) {
        if !self.settings.ordered {
            return;
        }
        let orders = |pred: PredId, atom: &Normal| match atom {
            Normal::Le(f) => f.coeffs().keys().filter(|v| self.is_value(pred, v)).count() > 1,
            _ => false,
        };
        let found = self.found.iter().filter(|(p, atoms)| atoms.iter().any(|a| orders(**p, a)));
        self.ordered = found.map(|(p, _)| *p).collect();
    }

    /// Says of the derived instance how the indices and scalars of other points that it takes over
    /// compare with numbers.
    fn inherit(&mut self, branch: &Branch) {
        let Some(head) = &branch.head else { return };
        let params = &self.system.pred(head.pred).params;
        let mut said = vec![];
        for from in branch.body.iter().filter(|a| a.pred != head.pred) {
            for atom in self.found.get(&from.pred).into_iter().flatten() {
                let Normal::Le(f) = atom else { continue };
                let Some((v, _)) = f.coeffs().iter().next().filter(|_| f.coeffs().len() == 1)
                else {
                    continue;
                };
                let old = &self.system.pred(from.pred).params;
                let taken = old.iter().zip(&from.args).find(|(p, _)| *p == v).map(|(_, arg)| arg);
                let places = params.iter().zip(&head.args).filter(|(_, arg)| Some(*arg) == taken);
                said.extend(places.map(|(p, _)| f.replace(v, &Linear::var(p))));
            }
        }
        said.iter().for_each(|f| self.add(head.pred, Normal::le(f)));
    }

    /// Says of each atom of a branch what was newly found for the others; up to [`VocabularyLevel::Transport`] as far
    /// as that concerns the values of samples.
    fn transport(&mut self, way: &mut Way) {
        if way.ends.iter().all(|(to, _)| self.is_full(to.pred)) {
            return;
        }
        for from in 0..way.ends.len() {
            let (atom, known) = (way.ends[from].0, way.known[from]);
            way.known[from] = self.found.get(&atom.pred).map_or(0, Vec::len);
            let said = self.constraints_at(atom, known);
            for (to, hull) in way.ends.iter().filter(|(to, _)| *to != atom) {
                for (limit, said) in &said {
                    let near = |f: &Linear| match limit {
                        Some(limit) => f.coeffs().len() > 1 && f.constant_part().abs() <= *limit,
                        None => true,
                    };
                    self.mention_if(to.pred, said, hull, &near);
                }
            }
        }
    }

    /// What the atoms found for a predicate, but the first ones, say of its arguments. Those that are not about values
    /// are between places, and come with a limit for the distance: it must not grow on the way, or
    /// on every way round a loop they would be one further apart.
    fn constraints_at(&self, atom: &Atom, first: usize) -> Vec<(Option<Int>, Constraint)> {
        let said = |a: &Normal| {
            let of_values = a.vars().iter().any(|v| self.is_value(atom.pred, v));
            let constraint = match a {
                Normal::Bool(_) => return None,
                Normal::Le(f) => Constraint::Le(self.put_in(atom, f)?),
                Normal::Eq(f) => Constraint::Eq(self.put_in(atom, f)?),
                Normal::Mod(f, m, r) => {
                    Constraint::Mod(self.put_in(atom, f)?, m.clone(), r.clone())
                }
            };
            match a {
                // A product differs by more on every way round a loop.
                Normal::Le(f) | Normal::Eq(f) if self.has_product(atom.pred, f) => {
                    of_values.then(|| (Some(f.constant_part().abs()), constraint))
                }
                _ if of_values => Some((None, constraint)),
                Normal::Le(f) | Normal::Eq(f) if self.richness >= VocabularyLevel::Relations => {
                    Some((Some(f.constant_part().abs()), constraint))
                }
                _ => None,
            }
        };
        let found = self.found.get(&atom.pred).into_iter().flatten();
        found.skip(first).filter_map(said).collect()
    }

    /// A form over the parameters of an atom's predicate with the arguments put in, if they are
    /// linear.
    fn put_in(&self, atom: &Atom, form: &Linear) -> Option<Linear> {
        let params = &self.system.pred(atom.pred).params;
        form.with(|v| Linear::of(atom.args.get(params.iter().position(|p| p == v)?)?))
    }

    /// Says what was found for one copy of the next one, and of the last copy of the first one.
    fn mirror(&mut self, pred: PredId, groups: &[Vec<Vec<Var>>]) {
        for group in groups {
            let next = group.iter().cycle().skip(1);
            let turn = group.iter().zip(next).flat_map(|(from, to)| from.iter().zip(to));
            let map: BTreeMap<&Var, Linear> = turn.map(|(v, w)| (v, Linear::var(w))).collect();
            for atom in self.found.get(&pred).cloned().unwrap_or_default() {
                let turned = |f: &Linear| {
                    f.coeffs().iter().fold(
                        Linear::constant(f.constant_part().clone()),
                        |g, (v, c)| match map.get(v) {
                            Some(w) => g.add_scaled(w, c),
                            None => g.add_scaled(&Linear::var(v), c),
                        },
                    )
                };
                let atom = match &atom {
                    Normal::Bool(_) => None,
                    Normal::Le(f) => Normal::le(&turned(f)),
                    Normal::Eq(f) => Normal::eq(&turned(f)),
                    Normal::Mod(f, m, r) => Normal::residue(&turned(f), m, r),
                };
                self.add(pred, atom);
            }
        }
    }

    fn vocabulary(self) -> Vocabulary {
        let rich = self.richness >= VocabularyLevel::Relations;
        let limit = if rich { self.settings.many } else { self.settings.atoms };
        let terms = |mut atoms: Vec<Normal>| {
            if atoms.len() > limit {
                atoms.sort_by_key(|a| a.vars().len());
                atoms.truncate(limit);
            }
            atoms.iter().map(Normal::to_term).collect()
        };
        self.found.into_iter().map(|(pred, atoms)| (pred, terms(atoms))).collect()
    }
}
