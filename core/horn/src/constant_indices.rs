//! Arrays of numbers and truth values that are accessed at constant indices only: `s[0]`. Such a cell is a
//! variable like any other.
//!
//! The result only chooses which cells of an array are kept, so **soundness** does not depend on it.

use super::clause::{Clause, Goal, Instance, System};
use super::term::{Node, Op, Sort, Term, Var};
use hornbook_base::Int;
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of indices of one array.
const MOST: usize = 8;

/// An array: a parameter by its name, or a variable of a clause by the clause's number.
type Array = (Option<u32>, String);

/// The indices of each array with constant indices only, by its name; arrays that are assigned to each
/// other share them.
pub fn constant_indices(system: &System) -> BTreeMap<String, BTreeSet<Int>> {
    let mut all = IndexCollector::default();
    for clause in &system.clauses {
        all.clause(system, clause);
    }
    let is_plain = |v: &&Var| matches!(&v.sort, Sort::Array(cell) if !cell.is_array());
    let params = system.preds.iter().flat_map(|p| &p.params).filter(is_plain);
    let names: BTreeSet<String> = params.map(|v| v.name.to_string()).collect();
    let places = |name: String| {
        let class = all.class(&(None, name.clone()));
        let at = all.at.get(&class)?.clone().filter(|at| !at.is_empty() && at.len() <= MOST)?;
        Some((name, at))
    };
    names.into_iter().filter_map(places).collect()
}

/// The largest number of different cells that a clause reads of one array.
pub fn cells_together(clause: &Clause) -> usize {
    let mut read: BTreeMap<Term, BTreeSet<Term>> = BTreeMap::new();
    for t in clause.terms() {
        for part in t.post_order() {
            if let Some([array, index]) = part.as_app(Op::Select) {
                read.entry(array.clone()).or_default().insert(index.clone());
            }
        }
    }
    read.values().map(BTreeSet::len).max().unwrap_or(0)
}

#[derive(Default)]
struct IndexCollector {
    /// The representative of each array: arrays that are equal share one (union-find).
    same: BTreeMap<Array, Array>,
    /// The indices of each class; `None` for other uses.
    at: BTreeMap<Array, Option<BTreeSet<Int>>>,
}

impl IndexCollector {
    fn class(&self, array: &Array) -> Array {
        let mut at = array;
        while let Some(next) = self.same.get(at) {
            at = next;
        }
        at.clone()
    }

    fn join(&mut self, a: &Array, b: &Array) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            let (of_a, of_b) = (self.at.remove(&a), self.at.remove(&b));
            let both = match (of_a, of_b) {
                (Some(a), Some(b)) => a.zip(b).map(|(a, b)| &a | &b),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => Some(BTreeSet::new()),
            };
            self.at.insert(b.clone(), both);
            self.same.insert(a, b);
        }
    }

    /// Notes an access at an index, or another use, without one.
    fn used(&mut self, array: &Array, index: Option<&Int>) {
        let at = self.at.entry(self.class(array)).or_insert_with(|| Some(BTreeSet::new()));
        match (at, index) {
            (Some(at), Some(index)) => drop(at.insert(index.clone())),
            (at, None) => *at = None,
            (None, Some(_)) => {}
        }
    }

    fn clause(&mut self, system: &System, clause: &Clause) {
        let own = clause.id.0;
        for condition in clause.conditions() {
            self.term(condition, own);
        }
        match &clause.goal {
            Goal::Cond(claim) => self.term(claim, own),
            Goal::Instance(head) => self.instance(system, head, own),
        }
        clause.instances().for_each(|i| self.instance(system, i, own));
    }

    fn instance(&mut self, system: &System, i: &Instance, own: u32) {
        self.term(&i.guard, own);
        for (arg, param) in i.args.iter().zip(&system.pred(i.pred).params) {
            if !param.sort.is_array() {
                self.term(arg, own);
                continue;
            }
            let param = (None, param.name.to_string());
            match self.root(arg, own) {
                Some(array) => self.join(&array, &param),
                None => {
                    self.used(&param, None);
                    self.term(arg, own);
                }
            }
        }
    }

    /// The variable at the bottom of a chain of writes, whose indices are noted.
    fn root(&mut self, array: &Term, own: u32) -> Option<Array> {
        match array.node() {
            Node::Var(v) => Some((Some(own), v.name.to_string())),
            Node::App(Op::Store, args) => {
                let root = self.root(&args[0], own)?;
                self.used(&root, args[1].as_int());
                args[1..].iter().for_each(|arg| self.term(arg, own));
                Some(root)
            }
            _ => None,
        }
    }

    fn term(&mut self, t: &Term, own: u32) {
        match t.node() {
            Node::App(Op::Select, args) => match self.root(&args[0], own) {
                Some(root) => {
                    self.used(&root, args[1].as_int());
                    self.term(&args[1], own);
                }
                None => args.iter().for_each(|arg| self.term(arg, own)),
            },
            Node::Var(v) if is_array(v) => self.used(&(Some(own), v.name.to_string()), None),
            Node::App(_, args) => args.iter().for_each(|arg| self.term(arg, own)),
            Node::Quant(_, _, body) => self.term(body, own),
            _ => {}
        }
    }
}

fn is_array(v: &Var) -> bool {
    v.sort.is_array()
}
