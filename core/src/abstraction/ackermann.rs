//! Ackermann's reduction: reads become variables, and equal indices read equal values.

use super::fold::{equal, fold};
use crate::horn::{Clause, Goal, Instance, Names, Node, Op, Premise, Term, Var};
use std::collections::BTreeSet;

/// The clause without reads of those arrays that are only ever read.
///
/// Equivalent to the input: an array that occurs in reads alone is as good as the finitely many
/// values read from it, provided equal indices give equal values.
pub fn ackermann(clause: &Clause) -> Clause {
    let whole = clause.terms().flat_map(whole_arrays).collect();
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
    let consistent = reads.consistency().into_iter().map(Premise::Cond);
    Clause { premises: premises.into_iter().chain(consistent).collect(), goal, ..clause.clone() }
}

/// Replaces reads by variables and remembers which.
pub struct Reads {
    /// Arrays that are used otherwise than by reads.
    whole: BTreeSet<Var>,
    names: Names,
    /// Array, index, and the variable for the value, in order of discovery.
    seen: Vec<(Var, Term, Var)>,
}

impl Reads {
    /// Replaces reads of all arrays but those in `whole`; `names` makes the variables.
    pub fn new(whole: BTreeSet<Var>, names: Names) -> Reads {
        Reads { whole, names, seen: vec![] }
    }

    /// The reads so far: array, index, and the variable that stands for the value.
    pub fn seen(&self) -> &[(Var, Term, Var)] {
        &self.seen
    }

    fn instance(&mut self, instance: &Instance) -> Instance {
        Instance {
            guard: self.term(&instance.guard),
            args: instance.args.iter().map(|a| self.term(a)).collect(),
            ..instance.clone()
        }
    }

    /// Replaces reads, innermost first.
    pub fn term(&mut self, t: &Term) -> Term {
        let t = t.map_children(|c| self.term(c));
        match t.as_app(Op::Select) {
            Some([array, index]) => match array.as_var() {
                Some(a) if !self.whole.contains(a) => Term::var(&self.value(a, index)),
                _ => t,
            },
            _ => t,
        }
    }

    fn value(&mut self, array: &Var, index: &Term) -> Var {
        let same = |(a, i, _): &&(Var, Term, Var)| a == array && equal(i, index) == Some(true);
        if let Some((_, _, v)) = self.seen.iter().find(same) {
            return v.clone();
        }
        let name = match index.node() {
            Node::Var(i) => format!("{}_{}", array.name, i.name),
            Node::Int(n) if !n.is_negative() => format!("{}_{n}", array.name),
            _ => format!("{}_at", array.name),
        };
        let sort = Term::select(Term::var(array), index.clone()).sort();
        let v = self.names.fresh(&Var::new(name, sort));
        self.seen.push((array.clone(), index.clone(), v.clone()));
        v
    }

    /// `i = j ==> a_i = a_j` for every two reads of one array whose indices may be equal.
    pub fn consistency(&self) -> Vec<Term> {
        let mut out = vec![];
        for (n, (a, i, v)) in self.seen.iter().enumerate() {
            for (b, j, w) in &self.seen[..n] {
                if a == b && equal(i, j).is_none() {
                    let values = Term::eq(Term::var(w), Term::var(v));
                    out.push(fold(&Term::implies(Term::eq(j.clone(), i.clone()), values)));
                }
            }
        }
        out
    }
}

/// The array variables that occur otherwise than as the array of a read.
fn whole_arrays(t: &Term) -> BTreeSet<Var> {
    match t.node() {
        Node::Var(v) if v.sort.is_array() => BTreeSet::from([v.clone()]),
        Node::App(Op::Select, args) if args[0].as_var().is_some() => whole_arrays(&args[1]),
        Node::App(_, args) | Node::Pred(_, args) => args.iter().flat_map(whole_arrays).collect(),
        // A read below a quantifier has many indices: the array must stay.
        Node::Quant(_, _, body) => {
            body.free_vars().into_iter().filter(|v| v.sort.is_array()).collect()
        }
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => BTreeSet::new(),
    }
}
