//! The vocabulary: atoms over the formal parameters of a predicate, collected from the rules.
//!
//! Lemmas with an unbounded vocabulary make solvers diverge on clauses with many parameters; a small one that
//! is read off the clauses converges. Four sources are tried first ([`VocabularyLevel::Lean`]):
//!
//! - **assert mentions**: the conditions of assertions, rewritten into the formal parameters;
//! - **hull**: equalities of few variables that hold at an occurrence;
//! - **order closure**: an equality `e = 0` between indices and scalars becomes `e <= 0` and `e <= -1`, so
//!   that a lemma about one index generalises to one about a range;
//! - **initial values**: the values of scalars when a loop is entered, substituted into the atoms.
//!
//! When these do not suffice, [`VocabularyLevel::Guards`] adds other conditions, conditions on derived
//! instances, divisibility, counters in lockstep, and the bounds that an inner loop inherits from an outer
//! one; [`VocabularyLevel::Transport`] carries the atoms of neighbours over as far as they concern values,
//! [`VocabularyLevel::Relations`] all of them, and compares counters with each other;
//! [`VocabularyLevel::Stride`] adds residues for counters that move by more than one and for samples that are
//! that far apart. At the end the atoms of one of two copies are mirrored to the other.

mod branch;
mod counters;
mod hull;
mod rule_cases;

use super::hints::Hints;
use super::rule::Atom;
use super::settings::Mining;
pub use crate::search::strategies::VocabularyLevel;
use branch::Branch;
use hornbook_base::Int;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Op, PredId, Sort, System, Term, Var};
use hull::{Hull, MarkedFormals};
use rule_cases::RuleCase;
pub use rule_cases::RuleCases;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The most forms that are looked at before the vocabulary is taken as it is.
const MAX_FORMS: u64 = 600_000;

/// The most variables of an atom that compares counters: two samples may be apart by the difference of two scalars.
const WIDE: usize = 4;

/// The most rules over which an atom is carried.
const MAX_TRANSPORTS: usize = 2;

/// The largest modulus of residues.
const MAX_STRIDE: usize = 16;

/// The most atoms of a predicate in the rich vocabularies.
const MANY_ATOMS: usize = 320;

/// The most atoms that are collected for a predicate; of these, atoms of few variables are taken.
const MAX_FOUND: usize = 480;

/// Atoms of each predicate: formulas over its formal parameters.
pub type Vocabulary = BTreeMap<PredId, Vec<Term>>;

/// Adds the atoms that are not there yet.
pub(crate) fn add_new_atoms(atoms: &mut Vec<Term>, more: impl Iterator<Item = Term>) {
    for atom in more {
        if !atoms.contains(&atom) {
            atoms.push(atom);
        }
    }
}

/// The collected atoms with the cost of collecting them.
pub struct CollectedAtoms {
    /// The atoms.
    pub vocabulary: Vocabulary,
    /// The steps that the collection counts for.
    pub work: u64,
}

/// Collects atoms for the predicates of some rules.
///
/// Equalities of values of samples are kept as they are, since an order between values seldom matters. Atoms
/// of one of several copies are mirrored to the others.
pub fn collect_atoms(
    rule_cases: &RuleCases,
    system: &System,
    hints: &Hints,
    level: VocabularyLevel,
    settings: &Mining,
) -> CollectedAtoms {
    let mut collector = AtomCollector {
        system,
        values: &hints.values,
        products: &hints.products,
        level,
        settings,
        found: BTreeMap::new(),
        known: BTreeMap::new(),
        ordered: BTreeSet::new(),
        initial: BTreeMap::new(),
        moves: BTreeMap::new(),
        together: BTreeMap::new(),
        left: MAX_FORMS,
    };
    let cases = &rule_cases.cases;
    cases.iter().for_each(|case| collector.add_case_atoms(case));
    if level >= VocabularyLevel::Guards {
        collector.add_lockstep_forms();
    }
    if level >= VocabularyLevel::Relations {
        for _ in 0..MAX_TRANSPORTS {
            cases.iter().for_each(|case| collector.add_exit_equations(case));
            collector.add_lockstep_forms();
        }
        collector.add_races();
    }
    collector.add_initial_values();
    if settings.inherit && level >= VocabularyLevel::Guards {
        // Conditions from the start of an outer loop on matter in the inner one as well.
        for _ in 0..MAX_TRANSPORTS {
            cases.iter().for_each(|case| collector.inherit_bounds(&case.branch));
        }
    }
    if settings.transport && level >= VocabularyLevel::Transport {
        collector.find_ordered();
        let mut transports: Vec<AtomTransport> =
            cases.iter().map(AtomTransport::for_case).collect();
        for _ in 0..MAX_TRANSPORTS {
            transports.iter_mut().for_each(|transport| collector.transport_atoms(transport));
        }
    }
    if settings.mirror {
        hints.copies.iter().for_each(|(pred, groups)| collector.mirror_copies(*pred, groups));
    }
    let work = MAX_FORMS - collector.left + cases.iter().map(RuleCase::pairs).sum::<u64>();
    CollectedAtoms { vocabulary: collector.vocabulary(), work }
}

/// An atom in normal form, so that equal atoms and negated ones are recognised.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum NormalAtom {
    /// A boolean parameter.
    Bool(Var),
    /// `form <= 0`, first coefficient positive, coefficients coprime.
    Le(Linear),
    /// `form = 0`, first coefficient positive, coefficients coprime.
    Eq(Linear),
    /// `form mod m = r`.
    Mod(Linear, Int, Int),
}

impl NormalAtom {
    /// `form <= 0` or its negation, whichever is the normal form of the two.
    fn le(form: &Linear) -> Option<NormalAtom> {
        let content = form.content();
        if content.is_zero() {
            return None;
        }
        let variables = form.sub(&Linear::constant(form.constant_part().clone()));
        let bound = form.constant_part().div_ceil(&content);
        let form = variables.divide(&content).add(&Linear::constant(bound));
        let first = form.coeffs().values().next()?;
        if first.is_positive() {
            return Some(NormalAtom::Le(form));
        }
        // !(f <= 0) is -f + 1 <= 0.
        Some(NormalAtom::Le(form.scale(&Int::MINUS_ONE).add(&Linear::constant(1))))
    }

    fn eq(form: &Linear) -> Option<NormalAtom> {
        let content = form.content();
        if content.is_zero() || !form.constant_part().rem_euclid(&content)?.is_zero() {
            return None;
        }
        let form = form.divide(&content);
        let positive = form.coeffs().values().next()?.is_positive();
        Some(NormalAtom::Eq(if positive { form } else { form.scale(&Int::MINUS_ONE) }))
    }

    /// `form mod m = r` with coefficients in `0..m` and no constant.
    fn residue(form: &Linear, m: &Int, r: &Int) -> Option<NormalAtom> {
        let r = (r - form.constant_part()).rem_euclid(m)?;
        let reduced = form.coeffs().iter().try_fold(Linear::default(), |f, (v, c)| {
            Some(f.add_scaled(&Linear::var(v), &c.rem_euclid(m)?))
        })?;
        (!reduced.coeffs().is_empty()).then_some(NormalAtom::Mod(reduced, m.clone(), r))
    }

    fn vars(&self) -> BTreeSet<&Var> {
        match self {
            NormalAtom::Bool(v) => BTreeSet::from([v]),
            NormalAtom::Le(f) | NormalAtom::Eq(f) | NormalAtom::Mod(f, ..) => {
                f.coeffs().keys().collect()
            }
        }
    }

    fn to_term(&self) -> Term {
        match self {
            NormalAtom::Bool(v) => Term::var(v),
            NormalAtom::Le(f) => {
                let (left, right) = f.sides();
                Term::le(left, right)
            }
            NormalAtom::Eq(f) => {
                let (left, right) = f.sides();
                Term::eq(left, right)
            }
            NormalAtom::Mod(f, m, r) => {
                let residue = Term::app(Op::Mod, vec![f.to_term(), Term::int(m.clone())]);
                Term::eq(residue, Term::int(r.clone()))
            }
        }
    }
}

struct AtomCollector<'s> {
    system: &'s System,
    values: &'s BTreeMap<PredId, BTreeSet<Var>>,
    products: &'s BTreeMap<PredId, BTreeSet<Var>>,
    level: VocabularyLevel,
    settings: &'s Mining,
    /// Atoms in the order of discovery.
    found: BTreeMap<PredId, Vec<NormalAtom>>,
    /// The atoms as a set.
    known: BTreeMap<PredId, BTreeSet<NormalAtom>>,
    /// Predicates for which the order between values matters.
    ordered: BTreeSet<PredId>,
    /// Values of scalars when a loop is entered.
    initial: BTreeMap<PredId, BTreeSet<(Var, Linear)>>,
    /// The constant increments of each parameter, for every way round a loop that has them.
    moves: BTreeMap<PredId, Vec<BTreeMap<Var, Int>>>,
    /// Forms that are zero as long as counters walk in lockstep.
    together: BTreeMap<PredId, BTreeSet<Linear>>,
    /// The number of forms that may still be tried.
    left: u64,
}

/// The atoms of a case, between which facts are carried.
struct AtomTransport<'s> {
    ends: Vec<(&'s Atom, &'s Hull)>,
    /// The number of facts of each that were carried to the others.
    known: Vec<usize>,
}

impl AtomTransport<'_> {
    fn for_case(case: &RuleCase) -> AtomTransport<'_> {
        AtomTransport { known: vec![0; case.hulls.len()], ends: case.atoms().collect() }
    }
}

impl AtomCollector<'_> {
    fn add_case_atoms(&mut self, case: &RuleCase) {
        let (level, wanted) = (self.level, self.settings);
        let RuleCase { branch, facts, .. } = case;
        for (atom, hull) in case.body() {
            self.add_equations(atom.pred, hull);
            self.add_multiples(atom.pred, hull);
            let asserts = wanted.mentions && branch.head.is_none();
            if asserts || wanted.guards && level >= VocabularyLevel::Guards {
                facts.iter().for_each(|f| self.add_fact(atom.pred, f, hull));
                self.add_booleans(atom, &branch.facts);
            }
        }
        let Some((head, hull)) = case.head() else { return };
        self.add_multiples(head.pred, hull);
        if branch.body.iter().all(|a| a.pred != head.pred) {
            self.record_entry(head.pred, hull);
        } else {
            self.record_moves(head, branch);
            if level >= VocabularyLevel::Stride {
                self.add_strides(head, branch);
            }
        }
        if wanted.heads && level >= VocabularyLevel::Guards {
            self.add_equations(head.pred, hull);
            facts.iter().for_each(|f| self.add_fact(head.pred, f, hull));
        }
        self.add_booleans(head, &branch.facts);
    }

    fn hull(&self, atom: &Atom, equalities: &[Linear]) -> Hull {
        let formals = MarkedFormals::new(&self.system.pred(atom.pred).params);
        Hull::new(equalities, atom, Rc::new(formals))
    }

    fn is_value(&self, pred: PredId, v: &Var) -> bool {
        self.values.get(&pred).is_some_and(|values| values.contains(v))
    }

    fn has_product(&self, pred: PredId, form: &Linear) -> bool {
        let products = self.products.get(&pred);
        products.is_some_and(|products| form.coeffs().keys().any(|v| products.contains(v)))
    }

    fn add(&mut self, pred: PredId, atom: Option<NormalAtom>) {
        let Some(atom) = atom else { return };
        let limits = self.settings;
        let rich = self.level >= VocabularyLevel::Relations;
        let width = if rich { WIDE } else { limits.width };
        if self.is_full(pred) || atom.vars().len() > width {
            return;
        }
        let known = self.known.entry(pred).or_default();
        if known.insert(atom.clone()) {
            self.found.entry(pred).or_default().push(atom);
        }
    }

    /// Whether no atom can be added for a predicate.
    fn is_full(&self, pred: PredId) -> bool {
        self.left == 0 || self.found.get(&pred).is_some_and(|atoms| atoms.len() >= MAX_FOUND)
    }

    /// Adds an equation: with order closure for indices and scalars, as it is for values.
    fn add_equation(&mut self, pred: PredId, form: &Linear) {
        let of_values = form.coeffs().keys().any(|v| self.is_value(pred, v));
        if of_values {
            self.add(pred, NormalAtom::eq(form));
        }
        if !of_values && !self.settings.order_closure {
            self.add(pred, NormalAtom::eq(form));
        } else if !of_values || self.ordered.contains(&pred) {
            self.add(pred, NormalAtom::le(form));
            self.add(pred, NormalAtom::le(&form.add(&Linear::constant(1))));
        }
        if !of_values && self.settings.spacing && self.level >= VocabularyLevel::Stride {
            self.add_spacing(pred, form);
        }
    }

    /// Adds the divisibility of `k` that an equation `k = 2*i` implies.
    fn add_spacing(&mut self, pred: PredId, form: &Linear) {
        for (v, c) in form.coeffs() {
            let modulus = c.abs();
            if modulus > Int::ONE && modulus <= Int::from(MAX_STRIDE as i64) {
                let rest = form.sub(&Linear::var(v).scale(c));
                self.add(pred, NormalAtom::residue(&rest, &modulus, &Int::ZERO));
            }
        }
    }

    /// Adds forms that are multiples of a number.
    fn add_multiples(&mut self, pred: PredId, hull: &Hull) {
        if !self.settings.multiples || self.level < VocabularyLevel::Guards {
            return;
        }
        let most = Int::from(MAX_STRIDE as i64);
        for (form, modulus) in hull.multiples().into_iter().filter(|(_, m)| *m <= most) {
            self.add(pred, NormalAtom::residue(&form, &modulus, &Int::ZERO));
        }
    }

    fn add_equations(&mut self, pred: PredId, hull: &Hull) {
        if !self.settings.hull {
            return;
        }
        for form in hull.equations() {
            self.add_equation(pred, form);
        }
    }

    /// Adds a fact in formal parameters; once as it is, and once more for each equation between parameters
    /// that can rewrite it.
    fn add_fact(&mut self, pred: PredId, fact: &Constraint, hull: &Hull) {
        self.add_fact_if(pred, fact, hull, &|_| true);
    }

    /// Adds a fact, rewritten in all transports, as far as its forms are `wanted`.
    fn add_fact_if(
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
                Constraint::Le(_) => self.add(pred, NormalAtom::le(&form)),
                Constraint::Eq(_) | Constraint::Ne(_) => self.add_equation(pred, &form),
                Constraint::Mod(_, m, r) | Constraint::NotMod(_, m, r) => {
                    if factor.is_one() {
                        self.add(pred, NormalAtom::residue(&form, m, r));
                    }
                }
            }
        }
    }

    /// Adds boolean parameters that the facts or the arguments mention.
    fn add_booleans(&mut self, atom: &Atom, facts: &[Term]) {
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
                self.add(atom.pred, Some(NormalAtom::Bool(param)));
            }
        }
    }

    /// Substitutes the initial values of scalars into the atoms found so far.
    fn add_initial_values(&mut self) {
        if !self.settings.initial_values {
            return;
        }
        for (pred, values) in std::mem::take(&mut self.initial) {
            for atom in self.found.get(&pred).cloned().unwrap_or_default() {
                for (v, value) in &values {
                    match &atom {
                        NormalAtom::Le(f) if f.coeffs().len() > 1 && !f.coeff(v).is_zero() => {
                            self.add(pred, NormalAtom::le(&f.replace(v, value)));
                        }
                        NormalAtom::Eq(f) if f.coeffs().len() > 1 && !f.coeff(v).is_zero() => {
                            self.add(pred, NormalAtom::eq(&f.replace(v, value)));
                        }
                        _ => {}
                    }
                }
            }
            for (v, value) in values {
                self.add_equation(pred, &Linear::var(&v).sub(&value));
            }
        }
    }

    /// Where an order between two values was found, equations of values get their order closure too.
    fn find_ordered(&mut self) {
        if !self.settings.ordered {
            return;
        }
        let orders = |pred: PredId, atom: &NormalAtom| match atom {
            NormalAtom::Le(f) => f.coeffs().keys().filter(|v| self.is_value(pred, v)).count() > 1,
            _ => false,
        };
        let found = self.found.iter().filter(|(p, atoms)| atoms.iter().any(|a| orders(**p, a)));
        self.ordered = found.map(|(p, _)| *p).collect();
    }

    /// Adds to the derived instance how the indices and scalars of other points that it takes over compare
    /// with numbers.
    fn inherit_bounds(&mut self, branch: &Branch) {
        let Some(head) = &branch.head else { return };
        let params = &self.system.pred(head.pred).params;
        let mut said = vec![];
        for from in branch.body.iter().filter(|a| a.pred != head.pred) {
            for atom in self.found.get(&from.pred).into_iter().flatten() {
                let NormalAtom::Le(f) = atom else { continue };
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
        said.iter().for_each(|f| self.add(head.pred, NormalAtom::le(f)));
    }

    /// Carries new atoms of each instance of a case to the others; up to [`VocabularyLevel::Transport`] only
    /// those about values of samples.
    fn transport_atoms(&mut self, transport: &mut AtomTransport) {
        if transport.ends.iter().all(|(to, _)| self.is_full(to.pred)) {
            return;
        }
        for from in 0..transport.ends.len() {
            let (atom, known) = (transport.ends[from].0, transport.known[from]);
            transport.known[from] = self.found.get(&atom.pred).map_or(0, Vec::len);
            let said = self.instantiate_constraints(atom, known);
            for (to, hull) in transport.ends.iter().filter(|(to, _)| *to != atom) {
                for (limit, said) in &said {
                    let near = |f: &Linear| match limit {
                        Some(limit) => f.coeffs().len() > 1 && f.constant_part().abs() <= *limit,
                        None => true,
                    };
                    self.add_fact_if(to.pred, said, hull, &near);
                }
            }
        }
    }

    /// The atoms found for a predicate, but the first ones, with the arguments of an instance. Those that are
    /// not about values relate indices, and come with a limit for the distance: it must not grow on the transport,
    /// or each way round a loop would increase it by one.
    fn instantiate_constraints(&self, atom: &Atom, first: usize) -> Vec<(Option<Int>, Constraint)> {
        let said = |a: &NormalAtom| {
            let of_values = a.vars().iter().any(|v| self.is_value(atom.pred, v));
            let constraint = match a {
                NormalAtom::Bool(_) => return None,
                NormalAtom::Le(f) => Constraint::Le(self.substitute_arguments(atom, f)?),
                NormalAtom::Eq(f) => Constraint::Eq(self.substitute_arguments(atom, f)?),
                NormalAtom::Mod(f, m, r) => {
                    Constraint::Mod(self.substitute_arguments(atom, f)?, m.clone(), r.clone())
                }
            };
            match a {
                // A product differs by more on every way round a loop.
                NormalAtom::Le(f) | NormalAtom::Eq(f) if self.has_product(atom.pred, f) => {
                    of_values.then(|| (Some(f.constant_part().abs()), constraint))
                }
                _ if of_values => Some((None, constraint)),
                NormalAtom::Le(f) | NormalAtom::Eq(f)
                    if self.level >= VocabularyLevel::Relations =>
                {
                    Some((Some(f.constant_part().abs()), constraint))
                }
                _ => None,
            }
        };
        let found = self.found.get(&atom.pred).into_iter().flatten();
        found.skip(first).filter_map(said).collect()
    }

    /// A form over the parameters of an atom's predicate with the arguments substituted, if they are linear.
    fn substitute_arguments(&self, atom: &Atom, form: &Linear) -> Option<Linear> {
        let params = &self.system.pred(atom.pred).params;
        form.substitute(|v| Linear::from_term(atom.args.get(params.iter().position(|p| p == v)?)?))
    }

    /// Mirrors the atoms of one copy to the next one, and of the last copy to the first one.
    fn mirror_copies(&mut self, pred: PredId, groups: &[Vec<Vec<Var>>]) {
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
                    NormalAtom::Bool(_) => None,
                    NormalAtom::Le(f) => NormalAtom::le(&turned(f)),
                    NormalAtom::Eq(f) => NormalAtom::eq(&turned(f)),
                    NormalAtom::Mod(f, m, r) => NormalAtom::residue(&turned(f), m, r),
                };
                self.add(pred, atom);
            }
        }
    }

    fn vocabulary(self) -> Vocabulary {
        let rich = self.level >= VocabularyLevel::Relations;
        let limit = if rich { MANY_ATOMS } else { self.settings.atoms };
        let terms = |mut atoms: Vec<NormalAtom>| {
            if atoms.len() > limit {
                atoms.sort_by_key(|a| a.vars().len());
                atoms.truncate(limit);
            }
            atoms.iter().map(NormalAtom::to_term).collect()
        };
        self.found.into_iter().map(|(pred, atoms)| (pred, terms(atoms))).collect()
    }
}
