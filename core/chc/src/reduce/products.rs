//! Products of unknowns as parameters of predicates, so that invariants about them are linear.
//!
//! `2 * s == i * i - i` is an equation between `s`, `i` and a parameter `i * i`, which the other passes and
//! the vocabulary treat as any other one. The update of that parameter is multiplied out: `i * i + 2 * i +
//! 1`. In rules a product is a variable with a definition, from which the arithmetic can derive more. In the
//! end the product takes the place of the parameter again.
//!
//! Where the arithmetic cannot decide a question because of products, these are havocked
//! ([`havoc_products`]): claims that do not depend on them are certified then.
//!
//! A predicate gets a product that its clauses mention, that is part of a product of the next predicate, or
//! that differs from such a one in a variable that is compared with its own: for `n * n` after a loop while
//! `i < n` the loop gets `i * i` and `i * n`.

use crate::hints::Hints;
use crate::rule::{Atom, Rule};
use hornbook_horn::linear::Constraint;
use hornbook_horn::polynomial::{Monomial, Polynomial, has_product};
use hornbook_horn::{Names, Op, PredId, Sort, Subst, System, Term, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Factors that a product may have.
const FACTORS: usize = 3;

/// Rules with products as parameters.
pub(super) struct RulesWithProducts {
    pub(super) rules: Vec<Rule>,
    pub(super) with: Rc<ProductParameters>,
}

/// Predicates with products as parameters.
pub(crate) struct ProductParameters {
    /// The predicates; no clauses.
    pub system: System,
    /// Hints about the parameters. Copies are left out, as a product is none.
    pub hints: Hints,
    /// The products that the parameters stand for.
    meanings: BTreeMap<PredId, Subst>,
}

impl ProductParameters {
    /// A formula with products substituted for the parameters that stand for them.
    pub(super) fn expand_products(&self, pred: PredId, formula: &Term) -> Term {
        self.meanings.get(&pred).map_or_else(|| formula.clone(), |map| formula.subst(map))
    }
}

/// A product of parameters: their positions in order, each as often as its power says.
type Powers = Vec<usize>;

/// The rules with at most `most` products for each predicate; `None` if there are none.
pub(super) fn add_products(
    rules: &[Rule],
    system: &System,
    hints: &Hints,
    names: &mut Names,
    most: usize,
) -> Option<RulesWithProducts> {
    if !rules.iter().flat_map(Rule::terms).any(has_product) {
        return None;
    }
    let wanted = ProductSelection::for_rules(rules, system, hints, most).by_pred;
    let (mut extended, mut hints) =
        (System { preds: system.preds.clone(), clauses: vec![] }, hints.clone());
    hints.copies.clear();
    let mut meanings: BTreeMap<PredId, Subst> = BTreeMap::new();
    for (pred, products) in &wanted {
        let params = system.pred(*pred).params.clone();
        for powers in products {
            let product = product(powers.iter().map(|n| Term::var(&params[*n])));
            let param = Var::int(product.to_string());
            let scalars = hints.scalars.entry(*pred).or_default();
            if powers.iter().all(|n| scalars.contains(&params[*n])) {
                scalars.insert(param.clone());
            }
            hints.products.entry(*pred).or_default().insert(param.clone());
            extended.preds[pred.0 as usize].params.push(param.clone());
            meanings.entry(*pred).or_default().insert(param, product);
        }
    }
    let rules = rules.iter().map(|rule| with_products(rule, &wanted, names)).collect();
    Some(RulesWithProducts {
        rules,
        with: Rc::new(ProductParameters { system: extended, hints, meanings }),
    })
}

/// The rules with havocked products.
pub fn havoc_products(rules: &[Rule]) -> Vec<Rule> {
    let mut names = Names::avoiding(rules.iter().flat_map(Rule::vars));
    let without = |rule: &Rule| {
        let mut named = ProductNames { names: &mut names, known: BTreeMap::new() };
        let mut atom = |atom: &Atom| {
            let args = atom.args.iter().map(|arg| named.linear(arg)).collect();
            Atom { pred: atom.pred, args }
        };
        let (head, body) =
            (rule.head.as_ref().map(&mut atom), rule.body.iter().map(&mut atom).collect());
        let cond = rule.cond.iter().map(|c| named.linear(c)).collect();
        Rule { head, body, cond, ..rule.clone() }
    };
    rules.iter().map(without).collect()
}

fn product(factors: impl Iterator<Item = Term>) -> Term {
    factors.reduce(|a, b| Term::app(Op::Mul, vec![a, b])).unwrap_or_else(|| Term::int(1))
}

/// The products that predicates get.
struct ProductSelection<'h> {
    by_pred: BTreeMap<PredId, Vec<Powers>>,
    /// Products with only one of two equal factors replaced, which have no relatives of their own.
    mixed: BTreeSet<(PredId, Powers)>,
    system: &'h System,
    hints: &'h Hints,
    most: usize,
}

impl ProductSelection<'_> {
    fn for_rules<'h>(
        rules: &[Rule],
        system: &'h System,
        hints: &'h Hints,
        most: usize,
    ) -> ProductSelection<'h> {
        let mut wanted = ProductSelection {
            by_pred: BTreeMap::new(),
            mixed: BTreeSet::new(),
            system,
            hints,
            most,
        };
        for rule in rules {
            let said: Vec<Monomial> = rule.terms().flat_map(products_in).collect();
            wanted.add_all(rule, &said);
            wanted.add_all(rule, &find_compared_products(rule, &said));
            wanted.add_to(rule.head.iter(), &said);
        }
        // The factors of products come first: without them nothing is known of the products.
        while wanted.add_earlier(rules)
            || wanted.add_relatives(rules, Compared::Equal)
            || wanted.add_relatives(rules, Compared::Anyhow)
        {}
        wanted
    }

    fn add(&mut self, pred: PredId, powers: Powers) -> bool {
        let known = self.by_pred.entry(pred).or_default();
        let is_new = known.len() < self.most && !known.contains(&powers);
        if is_new {
            known.push(powers);
        }
        is_new
    }

    /// Adds products of arguments of the premises of a rule.
    fn add_all(&mut self, rule: &Rule, products: &[Monomial]) -> bool {
        self.add_to(rule.body.iter(), products)
    }

    /// Adds products of arguments of some atoms.
    fn add_to<'r>(&mut self, atoms: impl Iterator<Item = &'r Atom>, products: &[Monomial]) -> bool {
        let mut news = false;
        for atom in atoms {
            let products = products.iter().filter(|m| (2..=FACTORS).contains(&m.degree()));
            for powers in products.filter_map(|product| powers(product, atom)) {
                news |= self.add(atom.pred, powers);
            }
        }
        news
    }

    /// Adds products in which a factor is replaced by a variable that is compared with it.
    fn add_relatives(&mut self, rules: &[Rule], how: Compared) -> bool {
        let mut news = false;
        for rule in rules {
            let compared = rule.body.iter().map(|atom| (atom, self.compared(rule, atom, how)));
            let equal = rule.head.iter().map(|atom| (atom, self.equal(atom)));
            for (atom, pairs) in compared.chain(equal).collect::<Vec<_>>() {
                let mut known = self.by_pred.get(&atom.pred).cloned().unwrap_or_default();
                known.retain(|powers| !self.mixed.contains(&(atom.pred, powers.clone())));
                for (a, b) in pairs {
                    for powers in &known {
                        news |= self.add_relatives_of(atom.pred, powers, (a, b));
                    }
                }
            }
        }
        news
    }

    /// Adds a product with `by` in place of `factor`: in all places, and where it occurs several times in one of them,
    /// as a sum over `n` rounds of `n` each is first `i * n`; indices of cells only in all places.
    fn add_relatives_of(
        &mut self,
        pred: PredId,
        powers: &Powers,
        (factor, by): (usize, usize),
    ) -> bool {
        let times = powers.iter().filter(|n| **n == factor).count();
        if times == 0 {
            return false;
        }
        let mut news = self.add(pred, replace(powers, factor, by, times));
        if times > 1 && self.is_scalar(pred, factor) && self.is_scalar(pred, by) {
            let mixed = replace(powers, factor, by, 1);
            if self.add(pred, mixed.clone()) {
                self.mixed.insert((pred, mixed));
                news = true;
            }
        }
        news
    }

    /// Whether a parameter belongs to no sample.
    fn is_scalar(&self, pred: PredId, n: usize) -> bool {
        let scalars = self.hints.scalars.get(&pred);
        scalars.is_some_and(|scalars| scalars.contains(&self.system.pred(pred).params[n]))
    }

    /// The pairs of indices and scalars among the arguments that a condition of a rule compares.
    fn compared(&self, rule: &Rule, atom: &Atom, how: Compared) -> BTreeSet<(usize, usize)> {
        let (params, values) =
            (&self.system.pred(atom.pred).params, self.hints.values.get(&atom.pred));
        let is_value = |n: usize| values.is_some_and(|values| values.contains(&params[n]));
        let mut at = positions(atom);
        at.retain(|_, n| !is_value(*n));
        let places = |(v, w): &(Var, Var)| Some((*at.get(v)?, *at.get(w)?));
        pairs(rule, how).iter().filter_map(places).collect()
    }

    /// The pairs of scalars that are equal where an atom is derived.
    fn equal(&self, atom: &Atom) -> BTreeSet<(usize, usize)> {
        let is_scalar = |n: usize| self.is_scalar(atom.pred, n);
        let mut found = BTreeSet::new();
        for (n, arg) in atom.args.iter().enumerate() {
            let twin = atom.args.iter().take(n).position(|other| other == arg);
            let is_open = arg.as_var().is_some_and(|v| v.sort == Sort::Int);
            if let Some(m) = twin.filter(|m| is_open && is_scalar(n) && is_scalar(*m)) {
                found.extend([(n, m), (m, n)]);
            }
        }
        found
    }

    /// Adds the products of premises that products of a derived instance are made of.
    fn add_earlier(&mut self, rules: &[Rule]) -> bool {
        let mut news = false;
        for rule in rules {
            let Some(head) = &rule.head else { continue };
            for powers in self.by_pred.get(&head.pred).cloned().unwrap_or_default() {
                let made = product(powers.iter().map(|n| head.args[*n].clone()));
                news |= self.add_all(rule, &products_in(&made));
            }
        }
        news
    }
}

/// A product with another factor in place of one, in so many places.
fn replace(powers: &Powers, factor: usize, by: usize, most: usize) -> Powers {
    let mut turned = powers.clone();
    turned.iter_mut().filter(|n| **n == factor).take(most).for_each(|n| *n = by);
    turned.sort_unstable();
    turned
}

/// How a condition compares variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// Equality or its negation.
    Equal,
    /// Equality or order, or their negations.
    Anyhow,
}

/// Variables that a condition of a rule compares with each other, both ways round.
fn pairs(rule: &Rule, how: Compared) -> BTreeSet<(Var, Var)> {
    let mut found = BTreeSet::new();
    for part in rule.cond.iter().flat_map(Term::post_order) {
        let form = match Constraint::from_literal(part) {
            Some(Constraint::Eq(form) | Constraint::Ne(form)) => form,
            Some(Constraint::Le(form)) if how == Compared::Anyhow => form,
            _ => continue,
        };
        let vars: Vec<&Var> = form.coeffs().keys().collect();
        if let [v, w] = vars.as_slice() {
            let (v, w) = ((*v).clone(), (*w).clone());
            found.extend([(v.clone(), w.clone()), (w, v)]);
        }
    }
    found
}

/// Products in which a factor is replaced by a term that is compared with it and is no argument: a quotient,
/// say.
fn find_compared_products(rule: &Rule, products: &[Monomial]) -> Vec<Monomial> {
    let pairs = pairs(rule, Compared::Anyhow);
    let turn = |monomial: &Monomial, (v, w): &(Var, Var)| {
        let atoms = monomial.atoms();
        let is_v = |t: &Term| t.as_var() == Some(v);
        atoms.iter().any(is_v).then(|| {
            let atom = |t: &Term| if is_v(t) { Term::var(w) } else { t.clone() };
            Monomial::from_atoms(atoms.iter().map(atom).collect())
        })
    };
    products
        .iter()
        .flat_map(|m| pairs.iter().filter_map(|pair| turn(m, pair)).collect::<Vec<_>>())
        .collect()
}

/// The positions of the factors of a product among the arguments of an atom.
fn powers(product: &Monomial, atom: &Atom) -> Option<Powers> {
    let at = positions(atom);
    let at = |t: &Term| t.as_var().and_then(|v| at.get(v)).copied();
    let mut powers = product.atoms().iter().map(at).collect::<Option<Powers>>()?;
    powers.sort_unstable();
    Some(powers)
}

/// The positions of the arguments that are variables.
fn positions(atom: &Atom) -> BTreeMap<&Var, usize> {
    let args = atom.args.iter().enumerate().rev();
    args.filter_map(|(n, arg)| Some((arg.as_var().filter(|v| v.sort == Sort::Int)?, n))).collect()
}

/// The products in a term, multiplied out.
fn products_in(t: &Term) -> Vec<Monomial> {
    if !has_product(t) {
        return vec![];
    }
    let polynomial = (t.sort() == Sort::Int).then(|| Polynomial::from_term(t)).flatten();
    match (polynomial, t.children()) {
        (Some(polynomial), _) => polynomial.monomials().cloned().collect(),
        (None, parts) => parts.iter().flat_map(products_in).collect(),
    }
}

/// A rule with products as arguments. Each product in it has a name.
fn with_products(rule: &Rule, wanted: &BTreeMap<PredId, Vec<Powers>>, names: &mut Names) -> Rule {
    let mut named = ProductNames { names, known: BTreeMap::new() };
    let mut extended = |atom: &Atom| {
        let mut args: Vec<Term> = atom.args.iter().map(|arg| named.linear(arg)).collect();
        for powers in wanted.get(&atom.pred).into_iter().flatten() {
            let product = product(powers.iter().map(|n| atom.args[*n].clone()));
            args.push(named.linear(&product));
        }
        Atom { pred: atom.pred, args }
    };
    let body = rule.body.iter().map(&mut extended).collect();
    let head = rule.head.as_ref().map(extended);
    let mut cond: Vec<Term> = rule.cond.iter().map(|c| named.linear(c)).collect();
    let known = named.known.iter();
    cond.extend(known.map(|(monomial, v)| Term::eq(Term::var(v), monomial.to_term())));
    Rule { head, body, cond, ..rule.clone() }
}

/// Variables that name products.
struct ProductNames<'n> {
    names: &'n mut Names,
    known: BTreeMap<Monomial, Var>,
}

impl ProductNames<'_> {
    fn linear(&mut self, t: &Term) -> Term {
        if !has_product(t) {
            return t.clone();
        }
        let polynomial = (t.sort() == Sort::Int).then(|| Polynomial::from_term(t)).flatten();
        match polynomial {
            Some(polynomial) => polynomial.with_names(|monomial| self.name(monomial)),
            None => t.map_children(|part| self.linear(part)),
        }
    }

    fn name(&mut self, monomial: &Monomial) -> Term {
        let names = &mut *self.names;
        let new = || names.fresh(&Var::int("product"));
        Term::var(self.known.entry(monomial.clone()).or_insert_with(new))
    }
}
