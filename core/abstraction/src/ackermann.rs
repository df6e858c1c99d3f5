//! Ackermann's reduction: reads become variables, and equal indices read equal values.

use super::facts::Facts;
use hornbook_horn::fold::fold;
use hornbook_horn::linear::Linear;
use hornbook_horn::{Clause, Goal, Instance, Names, Node, Op, Premise, Term, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The clause without reads of those arrays that are only ever read, if there are arrays.
///
/// Equivalent to the input: an array that occurs in reads alone is as good as the finitely many
/// values read from it, provided equal indices give equal values.
pub fn ackermann(clause: &Clause) -> Option<Clause> {
    if !clause.terms().any(Term::has_array) {
        return None;
    }
    let terms: FxHashSet<&Term> = clause.terms().collect();
    let whole = terms.into_iter().flat_map(whole_arrays).collect();
    let mut reads = Reads::new(whole, Names::avoiding(clause.all_vars()));
    let premises: Vec<Premise> = clause
        .premises
        .iter()
        .map(|p| match p {
            Premise::Instance(i) => Premise::Instance(reads.instance(i)),
            Premise::Cond(c) => Premise::Cond(reads.term(c)),
        })
        .collect();
    let goal = match &clause.goal {
        Goal::Instance(i) => Goal::Instance(reads.instance(i)),
        Goal::Cond(c) => Goal::Cond(reads.term(c)),
    };
    let conditions = premises.iter().filter_map(|p| match p {
        Premise::Cond(c) => Some(c),
        Premise::Instance(_) => None,
    });
    // Pairs of indices that the clause itself says to differ do not matter.
    let facts = Facts::from_formulas(conditions);
    let matters = |c: &Term| match c.as_app(Op::Implies) {
        Some([equal, _]) => facts.decide(equal) != Some(false),
        _ => true,
    };
    let consistent: Vec<Term> = reads.consistency().into_iter().filter(matters).collect();
    let premises = premises.into_iter().chain(consistent.into_iter().map(Premise::Cond)).collect();
    Some(clause.with_formulas(premises, goal))
}

/// A cell that is read: the array, its indices from the outermost dimension on, and the variable
/// that stands for the value.
#[derive(Clone, Debug)]
pub struct Read {
    /// The array.
    pub array: Var,
    /// The indices, one for each dimension.
    pub indices: Vec<Term>,
    /// The variable for the value.
    pub value: Var,
}

/// The replacement of reads by variables, with the reads so far.
pub struct Reads {
    /// Arrays that are used otherwise than by reads.
    whole: BTreeSet<Var>,
    names: Names,
    seen: Vec<Read>,
    /// For each read the indices as linear forms, where they are that.
    forms: Vec<Vec<Option<Linear>>>,
    /// The results for the terms so far.
    known: FxHashMap<Term, Term>,
}

impl Reads {
    /// Replaces reads of all arrays but those in `whole`; `names` makes the variables.
    pub fn new(whole: BTreeSet<Var>, names: Names) -> Reads {
        Reads { whole, names, seen: vec![], forms: vec![], known: FxHashMap::default() }
    }

    /// A fresh variable, named after `like`.
    pub fn name(&mut self, like: &Var) -> Var {
        self.names.fresh(like)
    }

    /// The reads so far, in order of discovery.
    pub fn seen(&self) -> &[Read] {
        &self.seen
    }

    fn instance(&mut self, instance: &Instance) -> Instance {
        let guard = self.term(&instance.guard);
        instance.with_terms(guard, instance.args.iter().map(|a| self.term(a)).collect())
    }

    /// Replaces reads, innermost first.
    pub fn term(&mut self, t: &Term) -> Term {
        if !t.has_array() {
            return t.clone();
        }
        if let Some(known) = self.known.get(t) {
            return known.clone();
        }
        let replaced = self.replace(t);
        self.known.insert(t.clone(), replaced.clone());
        replaced
    }

    fn replace(&mut self, t: &Term) -> Term {
        match cell(t) {
            Some((array, indices)) if !self.whole.contains(array) => {
                let indices: Vec<Term> = indices.into_iter().map(|i| self.term(i)).collect();
                Term::var(&self.value(array, indices, t))
            }
            _ => t.map_children(|c| self.term(c)),
        }
    }

    fn value(&mut self, array: &Var, indices: Vec<Term>, t: &Term) -> Var {
        let forms: Vec<Option<Linear>> = indices.iter().map(Linear::from_term).collect();
        let same = |n: &usize| {
            let read = &self.seen[*n];
            let mut pairs =
                read.indices.iter().zip(&indices).zip(self.forms[*n].iter().zip(&forms));
            read.array == *array
                && read.indices.len() == indices.len()
                && pairs.all(|((i, j), (f, g))| i == j || f.is_some() && f == g)
        };
        if let Some(n) = (0..self.seen.len()).find(same) {
            return self.seen[n].value.clone();
        }
        let mut name = array.name.to_string();
        for index in &indices {
            match index.node() {
                Node::Var(i) => name = format!("{name}_{}", i.name),
                Node::Int(n) if !n.is_negative() => name = format!("{name}_{n}"),
                _ => name.push_str("_at"),
            }
        }
        let value = self.names.fresh(&Var::new(name, t.sort()));
        self.seen.push(Read { array: array.clone(), indices, value: value.clone() });
        self.forms.push(forms);
        value
    }

    /// `i = j ==> a_i = a_j` for every two reads of one array whose indices may be equal.
    pub fn consistency(&self) -> Vec<Term> {
        let mut out = vec![];
        for (n, read) in self.seen.iter().enumerate() {
            let others = self.seen[..n].iter().zip(&self.forms);
            for (other, forms) in others.filter(|(other, _)| other.array == read.array) {
                if forms.iter().zip(&self.forms[n]).any(|(f, g)| differ(f, g)) {
                    continue;
                }
                let pairs = other.indices.iter().zip(&read.indices);
                let same = Term::and(pairs.map(|(i, j)| Term::eq(i.clone(), j.clone())));
                let values = Term::eq(Term::var(&other.value), Term::var(&read.value));
                out.push(fold(&Term::implies(same, values)));
            }
        }
        out
    }
}

/// Whether two forms have different values in every valuation.
fn differ(f: &Option<Linear>, g: &Option<Linear>) -> bool {
    let (Some(f), Some(g)) = (f, g) else { return false };
    f.constant_part() != g.constant_part() && f.sub(g).as_constant().is_some()
}

/// The array variable and the indices of a read that gives a scalar.
pub fn cell(t: &Term) -> Option<(&Var, Vec<&Term>)> {
    if t.sort().is_array() {
        return None;
    }
    let mut indices = vec![];
    let mut array = t;
    while let Some([inner, index]) = array.as_app(Op::Select) {
        indices.insert(0, index);
        array = inner;
    }
    if indices.is_empty() { None } else { Some((array.as_var()?, indices)) }
}

/// The array variables that occur otherwise than as the array of a read.
pub fn whole_arrays(t: &Term) -> BTreeSet<Var> {
    match t.node() {
        Node::Var(v) if v.sort.is_array() => BTreeSet::from([v.clone()]),
        Node::App(Op::Select, _) if cell(t).is_some() => {
            let indices = cell(t).map(|(_, indices)| indices).unwrap_or_default();
            indices.into_iter().flat_map(whole_arrays).collect()
        }
        Node::App(_, args) | Node::Pred(_, args) => args.iter().flat_map(whole_arrays).collect(),
        // A read below a quantifier has many indices: the array must stay.
        Node::Quant(_, _, body) => {
            body.free_vars().into_iter().filter(|v| v.sort.is_array()).collect()
        }
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => BTreeSet::new(),
    }
}
