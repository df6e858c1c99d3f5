//! Invariants over the variables of the program.
//!
//! - `unread_indices`: eliminates indices at which no cell is read
//! - `wording`: writes literals as people do
//! - `implied`: removes redundant sentences
//! - `shorten`: removes redundant literals of a sentence
//! - `ranges`: extends ranges by neighbouring cells
//! - `strip`: makes a picture of each array
//! - `bound_names`: names bound variables as people do

use hornbook_records::invariant::Invariant;

mod bound_names;
mod unread_indices;
mod implied;
mod ranges;
mod shorten;
mod strip;
#[cfg(test)]
mod tests;
mod wording;
use super::decode::{Decoding, decodings};
pub use bound_names::rename_bound;
use hornbook_abstraction::sigma::{Sigma, Value};
use hornbook_base::Int;
use hornbook_horn::fold::fold;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Node, Op, Pred, Quantifier, Sort, Subst, Term, Var};
use hornbook_records::invariant::are_alternatives;
use hornbook_records::invariant::chains::order_chains;
use std::collections::BTreeSet;
pub use strip::make_strips;
use wording::{Wording, name_reads, normalize};

/// The names of indices, in this order.
const INDEX_NAMES: [&str; 15] =
    ["k", "j", "l", "m", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"];

/// The arrays in a part, after their number: the key by which parts are grouped.
fn arrays_of(part: &Term) -> (usize, Vec<Var>) {
    let arrays: Vec<Var> = part.free_vars().into_iter().filter(|v| v.sort.is_array()).collect();
    (arrays.len(), arrays)
}

/// Removes a part of an invariant.
pub fn remove_part(invariant: &Invariant, part: usize) -> Invariant {
    let others = invariant.parts.iter().enumerate().filter(|(n, _)| *n != part);
    let parts: Vec<Term> = others.map(|(_, part)| part.clone()).collect();
    Invariant { strips: make_strips(&parts), parts, ..invariant.clone() }
}

/// Whether two facts about scalars and cells are known to mean the same, of the form `forall indices: guard ==> claim`.
pub fn are_equivalent(one: &Term, other: &Term) -> bool {
    let (one, other) = (Sentence::from_term(one), Sentence::from_term(other));
    implied::is_implied(&one, &[&other]) && implied::is_implied(&other, &[&one])
}

/// Adds an invariant to others, merged with that of the same point.
pub fn add_invariant(new: Invariant, all: &mut Vec<Invariant>) {
    match all.iter_mut().find(|known| known.name == new.name) {
        Some(known) => merge(known, new),
        None => all.push(new),
    }
}

/// Merges the parts of another invariant of the same point.
fn merge(invariant: &mut Invariant, other: Invariant) {
    let parts = other.parts.into_iter().filter(|p| !invariant.parts.contains(p));
    invariant.parts.extend(parts.collect::<Vec<_>>());
    invariant.parts.sort_by_key(arrays_of);
    invariant.strips = make_strips(&invariant.parts);
    invariant.has_unsaid |= other.has_unsaid;
    let new = other.suggested.into_iter().filter(|s| !invariant.suggested.contains(s));
    invariant.suggested.extend(new.collect::<Vec<_>>());
    // A name with its line tells more variables apart.
    for (known, name) in other.names {
        match invariant.names.iter_mut().find(|(own, _)| *own == known) {
            Some(own) if name.len() > own.1.len() => own.1 = name,
            Some(_) => {}
            None => invariant.names.push((known, name)),
        }
    }
}

/// The lemmas of a program point.
pub struct PointLemmas<'a> {
    /// The concrete predicate.
    pub pred: &'a Pred,
    /// The abstraction of its parameters.
    pub sigma: &'a Sigma,
    /// The formal abstract value of its parameters.
    pub formal: &'a Value,
    /// Clauses over the abstract parameters; all hold at the point.
    pub lemmas: &'a [Term],
    /// The line of the point, from 1.
    pub line: u32,
    /// Names for the parameters that the program calls otherwise.
    pub names: Vec<(String, String)>,
}

/// Describes the lemmas of a point over program variables: a cell `(k, v)` of `a` becomes
/// `a[k]` under a quantifier, guards come before the arrow, equal indices are merged.
pub fn describe(point: &PointLemmas) -> Invariant {
    let decodings = decodings(point.pred, point.sigma, point.formal);
    let mut sentences: Vec<Sentence> = vec![];
    for lemma in point.lemmas {
        for decoding in &decodings {
            let Some(sentence) = Sentence::from_lemma(lemma, decoding, &point.pred.params) else {
                continue;
            };
            let known = sentences.iter().any(|s| s.is_symmetric_to(&sentence));
            if !sentence.is_trivial() && !known {
                sentences.push(sentence);
            }
        }
    }
    let params = &point.pred.params;
    let sentences = implied::remove_implied(merge_bounds(sentences, params));
    let mut sentences = ranges::merge_ranges(sentences, params);
    sentences.iter_mut().for_each(|sentence| sentence.shorten(params));
    sentences.sort_by_key(|sentence| arrays_of(&sentence.to_term()));
    let parts: Vec<Term> = sentences.iter().map(Sentence::to_term).collect();
    Invariant {
        name: point.pred.name.clone(),
        title: point.pred.title.clone(),
        span: point.pred.span,
        line: point.line,
        loop_head: point.pred.loop_head,
        strips: make_strips(&parts),
        parts,
        passed_over: false,
        // Some abstractions have values that no term over the program's variables says.
        has_unsaid: decodings.is_empty() && point.lemmas.iter().any(|l| !fold(l).is_true()),
        suggested: vec![],
        names: point.names.clone(),
    }
}

/// Merges sentences that bound a term from both sides into one with an equation, at the position of the
/// first.
fn merge_bounds(sentences: Vec<Sentence>, params: &[Var]) -> Vec<Sentence> {
    let mut out: Vec<Sentence> = vec![];
    for sentence in sentences {
        let met = out.iter_mut().find_map(|s| Some((s.equation_with(&sentence)?, s)));
        match met {
            Some((equation, first)) => {
                first.claim = vec![equation];
                first.reword(params);
            }
            None => out.push(sentence),
        }
    }
    out
}

/// `forall indices: guard ==> claim`.
#[derive(Clone, Debug)]
struct Sentence {
    indices: Vec<Var>,
    /// Indices that are replaced by terms.
    merged: Subst,
    guard: Vec<Term>,
    claim: Vec<Term>,
}

impl Sentence {
    /// The sentence of a lemma; `None` if it is trivial under this decoding.
    fn from_lemma(lemma: &Term, decoding: &Decoding, params: &[Var]) -> Option<Sentence> {
        // Names for names, and constants, first: what is left are values.
        let plain =
            |t: &Term| t.as_var().is_some() || matches!(t.node(), Node::Int(_) | Node::Bool(_));
        let (names, values): (Subst, Subst) =
            decoding.meaning.clone().into_iter().partition(|(_, t)| plain(t));
        let lemma = &lemma.subst(&names);
        if !names.is_empty() && fold(lemma).is_true() {
            return None;
        }
        let literals = match lemma.as_app(Op::Or) {
            Some(parts) => parts.to_vec(),
            None => vec![lemma.clone()],
        };
        let speaks_of_values = |t: &Term| values.keys().any(|v| t.mentions(v));
        let (mut claim, mut rest): (Vec<Term>, Vec<Term>) =
            literals.into_iter().partition(speaks_of_values);
        if claim.is_empty() && are_alternatives(&rest) {
            // Several states: none of them is the condition of another one.
            claim.push(Term::or(std::mem::take(&mut rest)));
        } else if claim.is_empty() {
            // About scalars and indices only: what is said last is the claim.
            claim.extend(rest.pop());
        }
        let mut guard = merge_equalities(rest.iter().map(negate).collect());
        guard.extend(
            decoding.when.iter().filter(|c| !guard.contains(c)).cloned().collect::<Vec<_>>(),
        );
        // What a value means speaks of its cells too, even if it shows no index.
        let mut said: BTreeSet<Var> =
            guard.iter().chain(&claim).flat_map(|t| t.free_vars()).collect();
        let meant = values.iter().filter(|(v, _)| said.contains(v));
        let meant: Vec<Var> = meant.flat_map(|(_, t)| t.free_vars()).collect();
        said.extend(meant);
        for (cells, less) in &decoding.orders {
            if cells.iter().all(|cell| cell.iter().any(|v| said.contains(v))) {
                guard.push(less.clone());
            }
        }
        let claim = merge_disequalities(claim);
        let sentence = Sentence { indices: vec![], merged: Subst::new(), guard, claim };
        Some(sentence.eliminate_indices(decoding).rename_indices(&values, decoding, params))
    }

    /// Eliminates indices by guards `k = t`.
    fn eliminate_indices(mut self, decoding: &Decoding) -> Sentence {
        loop {
            let found = self.guard.iter().enumerate().rev().find_map(|(n, g)| {
                let Some(Constraint::Eq(f)) = Constraint::from_literal(g) else { return None };
                // The later cell is expressed by the earlier one.
                let index = decoding.indices.iter().rev().find(|k| f.coeff(k).abs().is_one())?;
                let c = f.coeff(index);
                let rest = f.sub(&Linear::var(index).scale(&c)).scale(&-c);
                Some((n, index.clone(), rest))
            });
            let Some((n, index, value)) = found else { return self };
            self.guard.remove(n);
            let map = Subst::from([(index, value.to_term())]);
            let put = |t: &Term| to_readable(&t.subst(&map));
            self.guard = self.guard.iter().map(put).filter(|t| !t.is_true()).collect();
            self.claim = self.claim.iter().map(put).collect();
            self.merged = self.merged.iter().map(|(v, t)| (v.clone(), put(t))).collect();
            self.merged.extend(map);
        }
    }

    /// Writes values as reads, eliminates unread indices, and gives the others short names.
    fn rename_indices(self, values: &Subst, decoding: &Decoding, params: &[Var]) -> Sentence {
        let read =
            |t: &Term| t.subst(&self.merged).map_children(|c| to_readable(&c.subst(&self.merged)));
        let reads: Subst = values.iter().map(|(v, t)| (v.clone(), read(t))).collect();
        let put = |terms: &[Term]| {
            terms.iter().map(|t| substitute_meanings(t, &reads)).collect::<Vec<_>>()
        };
        let (guard, claim) = unread_indices::eliminate_unread(
            &decoding.indices,
            &put(&self.guard),
            &put(&self.claim),
        );
        let free: BTreeSet<Var> = guard.iter().chain(&claim).flat_map(Term::free_vars).collect();
        let used = decoding.indices.iter().filter(|k| free.contains(k));
        let renaming: Vec<(Var, Var)> = used.cloned().zip(index_names(params)).collect();
        let map: Subst = renaming.iter().map(|(v, w)| (v.clone(), Term::var(w))).collect();
        let rename = |t: &Term| t.subst(&map);
        let mut sentence = Sentence {
            indices: renaming.into_iter().map(|(_, w)| w).collect(),
            merged: Subst::new(),
            guard: guard.iter().map(rename).collect(),
            claim: claim.iter().map(rename).collect(),
        };
        sentence.reword(params);
        sentence
    }

    /// Rewrites the literals as people write them.
    fn reword(&mut self, params: &[Var]) {
        let wording = Wording { indices: &self.indices, params };
        let all = |terms: &[Term]| {
            let mut out: Vec<Term> = vec![];
            for t in terms.iter().map(|t| fold(&wording.reword(t))) {
                if !out.contains(&t) {
                    out.push(t);
                }
            }
            out
        };
        let mut guard = all(&self.guard);
        guard.retain(|t| !t.is_true());
        self.claim = all(&self.claim);
        self.guard = order_chains(guard, &self.indices);
    }

    /// The sentence that a term is.
    fn from_term(t: &Term) -> Sentence {
        let (indices, body) = match t.node() {
            Node::Quant(Quantifier::Forall, indices, body) => (indices.clone(), body.clone()),
            _ => (vec![], t.clone()),
        };
        let (guard, claim) = match body.as_app(Op::Implies) {
            Some([guard, claim]) => (guard.conjuncts(), claim.clone()),
            _ => (vec![], body),
        };
        Sentence { indices, merged: Subst::new(), guard, claim: vec![claim] }
    }

    /// Removes literals without which it means the same.
    fn shorten(&mut self, params: &[Var]) {
        let before = self.guard.len() + self.claim.len();
        shorten::shorten(&mut self.guard, &mut self.claim);
        if self.guard.len() + self.claim.len() < before {
            self.reword(params);
        }
    }

    /// The equation `s == t` if the claims are `s <= t` and `t <= s` and the rest is equal.
    fn equation_with(&self, other: &Sentence) -> Option<Term> {
        let ([one], [two]) = (self.claim.as_slice(), other.claim.as_slice()) else { return None };
        let mut reads = Subst::new();
        let mut form =
            |t: &Term| match normalize(&Constraint::from_literal(&name_reads(t, &mut reads))?) {
                Constraint::Le(f) => Some(f),
                _ => None,
            };
        let (f, g) = (form(one)?, form(two)?);
        let same = self.indices == other.indices
            && self.guard.len() == other.guard.len()
            && self.guard.iter().all(|t| other.guard.contains(t));
        (same && f == g.scale(&Int::MINUS_ONE)).then(|| Constraint::Eq(f).to_term().subst(&reads))
    }

    /// Whether another sentence is equal up to the exchange of two indices.
    fn is_symmetric_to(&self, other: &Sentence) -> bool {
        let ([k, j], [l, m]) = (self.indices.as_slice(), other.indices.as_slice()) else {
            return false;
        };
        let map = Subst::from([(k.clone(), Term::var(m)), (j.clone(), Term::var(l))]);
        let same = |ours: &[Term], theirs: &[Term]| {
            ours.len() == theirs.len()
                && ours.iter().all(|t| theirs.contains(&to_readable(&t.subst(&map))))
        };
        same(&self.guard, &other.guard) && same(&self.claim, &other.claim)
    }

    /// Whether it is trivial: cells with equal indices have equal values.
    fn is_trivial(&self) -> bool {
        self.claim.iter().any(|c| fold(c).is_true()) || self.guard.iter().any(Term::is_false)
    }

    fn to_term(&self) -> Term {
        Term::forall(self.indices.clone(), self.body())
    }

    /// The implication below the quantifiers.
    fn body(&self) -> Term {
        let claim = Term::or(self.claim.clone());
        match self.guard.is_empty() {
            true => claim,
            false => Term::implies(Term::and(self.guard.clone()), claim),
        }
    }
}

/// Names for indices that the program does not use; a variable that the clauses call `k_2` may be `k` there.
fn index_names(params: &[Var]) -> impl Iterator<Item = Var> {
    let numbered = (1..).map(|n: u64| format!("k{n}"));
    let names = INDEX_NAMES.into_iter().map(str::to_owned).chain(numbered);
    let is_used = |name: &str, param: &Var| {
        *param.name == *name
            || param.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'))
    };
    names.filter(move |name| !params.iter().any(|param| is_used(name, param))).map(Var::int)
}

/// Substitutes meanings for the parameters in a literal, with case splits for meanings that are a choice
/// between numbers, such as signs.
fn substitute_meanings(t: &Term, meanings: &Subst) -> Term {
    let choice = meanings.iter().find(|(v, m)| m.as_app(Op::Ite).is_some() && t.mentions(v));
    let Some((v, meaning)) = choice else { return t.subst(meanings) };
    let mut others = meanings.clone();
    others.remove(v);
    substitute_meanings(&split_cases(t, v, meaning), &others)
}

fn split_cases(t: &Term, v: &Var, meaning: &Term) -> Term {
    let Some([c, then, other]) = meaning.as_app(Op::Ite) else {
        return fold(&t.subst(&Subst::from([(v.clone(), meaning.clone())])));
    };
    let (then, other) = (split_cases(t, v, then), split_cases(t, v, other));
    let not = |t: &Term| hornbook_horn::prenex::negate(t);
    match (then.node(), other.node()) {
        _ if then == other => then,
        (Node::Bool(true), Node::Bool(false)) => c.clone(),
        (Node::Bool(false), Node::Bool(true)) => not(c),
        (Node::Bool(true), _) => Term::or([c.clone(), other]),
        (Node::Bool(false), _) => Term::and([not(c), other]),
        (_, Node::Bool(true)) => Term::or([not(c), then]),
        (_, Node::Bool(false)) => Term::and([c.clone(), then]),
        _ => Term::ite(c.clone(), then, other),
    }
}

/// A linear literal in the form people write, anything else folded.
fn to_readable(t: &Term) -> Term {
    let t = fold(t);
    if let Some(l) = (t.sort() == Sort::Int).then(|| Linear::from_term(&t)).flatten() {
        return l.to_term();
    }
    Constraint::from_literal(&t).map_or(t, |c| c.to_term())
}

/// The negation of a literal, in the form people write.
fn negate(t: &Term) -> Term {
    to_readable(&Term::not(t.clone()))
}

/// Replaces pairs `f <= 0`, `-f <= 0` by `f = 0`.
fn merge_equalities(literals: Vec<Term>) -> Vec<Term> {
    let mut out: Vec<Term> = vec![];
    for t in literals {
        let opposite = match Constraint::from_literal(&t) {
            Some(Constraint::Le(f)) => Some(f.scale(&Int::MINUS_ONE)),
            _ => None,
        };
        let same = |u: &Term| match (Constraint::from_literal(u), &opposite) {
            (Some(Constraint::Le(g)), Some(f)) => g == *f,
            _ => false,
        };
        match out.iter().position(same) {
            Some(n) => {
                let Some(f) = opposite else { continue };
                out[n] = Constraint::Eq(f).to_term();
            }
            None => out.push(t),
        }
    }
    let mut out = merge_strict(out);
    // Lower bounds of an index read best before upper ones.
    out.sort_by_key(|t| !matches!(t.as_app(Op::Le).map(|a| a[0].as_int().is_some()), Some(true)));
    out
}

/// Replaces pairs `f <= 0`, `f != 0` by `f < 0`.
fn merge_strict(mut literals: Vec<Term>) -> Vec<Term> {
    let different = |t: &Term| match Constraint::from_literal(t) {
        Some(Constraint::Ne(f)) => Some([f.scale(&Int::MINUS_ONE), f]),
        _ => None,
    };
    let pair = |literals: &[Term]| {
        literals.iter().enumerate().find_map(|(n, t)| {
            let forms = different(t)?;
            literals.iter().enumerate().find_map(|(m, u)| match Constraint::from_literal(u)? {
                Constraint::Le(f) if forms.contains(&f) => Some((n, m, f)),
                _ => None,
            })
        })
    };
    while let Some((different, bound, form)) = pair(&literals) {
        literals[bound] = Constraint::Le(form.add(&Linear::constant(1))).to_term();
        literals.remove(different);
    }
    literals
}

/// Replaces pairs `f < 0`, `-f < 0` of a disjunction by `f != 0`.
fn merge_disequalities(literals: Vec<Term>) -> Vec<Term> {
    let negated = literals.iter().map(negate).collect();
    merge_equalities(negated).iter().map(negate).collect()
}

/// The bound of a guard on an index: `(true, t)` for `t <= k`, `(false, t)` for `k < t`.
fn bound_on(guard: &Term, k: &Var) -> Option<(bool, Term)> {
    let Some(Constraint::Le(f)) = Constraint::from_literal(guard) else { return None };
    let c = f.coeff(k);
    let rest = f.sub(&Linear::var(k).scale(&c));
    if c.is_one() {
        // k + rest <= 0: k < -rest + 1.
        let end = rest.scale(&Int::MINUS_ONE).add(&Linear::constant(1));
        Some((false, end.to_term()))
    } else if (-c).is_one() {
        Some((true, rest.to_term()))
    } else {
        None
    }
}
