//! Relevant cells of a clause: those at which a call instantiates, and those that the clause reads or writes.

use hornbook_abstraction::eliminate::Instantiated;
use hornbook_abstraction::insts::{Algorithm, Call};
use hornbook_abstraction::sigma::Value;
use hornbook_horn::{Node, Op, Sort, Term, Var};
use std::collections::{BTreeMap, BTreeSet};

/// The indices of a cell, from the outermost dimension on.
pub(super) type Path = Vec<Term>;

/// For each array variable its cells, in the order of discovery, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells(pub(super) BTreeMap<Var, Vec<Path>>);

/// The maximal number of cells of one array.
const MOST: usize = 12;

impl Cells {
    /// The cells of a call and of the terms of its clause.
    pub(super) fn collect(done: &Instantiated, terms: &[Term]) -> Cells {
        let mut out = Cells::default();
        out.add_call(&done.call);
        for t in terms {
            out.add_term(t, &mut vec![]);
        }
        out
    }

    pub(super) fn for_var(&self, v: &Var) -> &[Path] {
        self.0.get(v).map_or(&[], |paths| paths)
    }

    fn add(&mut self, v: &Var, path: Path) {
        let paths = self.0.entry(v.clone()).or_default();
        if path.len() == depth(&v.sort) && paths.len() < MOST && !paths.contains(&path) {
            paths.push(path);
        }
    }

    fn add_call(&mut self, call: &Call) {
        if let (Algorithm::Cell { .. }, Value::Leaf(array)) = (&call.algorithm, &call.expr) {
            let (found, left_out) = split_call_cells(call);
            for path in found.into_iter().chain(left_out) {
                root(array).iter().for_each(|v| self.add(v, path.clone()));
            }
        }
        call.algorithm.calls().into_iter().for_each(|c| self.add_call(c));
    }

    /// Adds reads and writes in a term; `inner` are the indices of the enclosing read.
    fn add_term(&mut self, t: &Term, bound: &mut Vec<Var>) {
        self.add_read(t, &[], bound);
        match t.node() {
            Node::App(_, args) | Node::Pred(_, args) => {
                args.iter().for_each(|a| self.add_term(a, bound));
            }
            Node::Quant(_, vars, body) => {
                let before = bound.len();
                bound.extend(vars.iter().cloned());
                self.add_term(body, bound);
                bound.truncate(before);
            }
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => {}
        }
    }

    fn add_read(&mut self, t: &Term, path: &[Term], bound: &[Var]) {
        match t.node() {
            Node::App(Op::Select, args) => {
                let path: Path = [&args[1..], path].concat();
                self.add_read(&args[0], &path, bound);
            }
            Node::App(Op::Store, args) => {
                if !path.is_empty() {
                    self.add_read(&args[0], path, bound);
                    if args[2].sort().is_array() {
                        self.add_read(&args[2], &path[1..], bound);
                    }
                }
                if !args[2].sort().is_array() {
                    self.add_read(&args[0], &args[1..2], bound);
                }
            }
            Node::App(Op::Ite, args) => {
                args[1..].iter().for_each(|a| self.add_read(a, path, bound));
            }
            Node::Var(v)
                if v.sort.is_array()
                    && !path.iter().any(|k| bound.iter().any(|b| k.mentions(b))) =>
            {
                self.add(v, path.to_vec());
            }
            _ => {}
        }
    }
}

/// The cells at which a call for one argument instantiates, and those that its heuristic left out.
pub(super) fn split_call_cells(call: &Call) -> (Vec<Path>, Vec<Path>) {
    let (mut found, mut left_out) = (vec![], vec![]);
    collect(call, &mut found, &mut left_out);
    (found, left_out)
}

fn collect(call: &Call, found: &mut Vec<Path>, left_out: &mut Vec<Path>) {
    if let (Algorithm::Cell { left_out: more, .. }, Value::Leaf(array)) =
        (&call.algorithm, &call.expr)
    {
        let before = prefix(array);
        let with = |k: &Term| -> Path { before.iter().chain([k]).cloned().collect() };
        let put = |path: Path, out: &mut Vec<Path>| {
            if !out.contains(&path) {
                out.push(path);
            }
        };
        for instance in &call.set {
            if let Some(k) = instance.sharp.leaves().first() {
                put(with(k), found);
            }
        }
        more.iter().for_each(|k| put(with(k), left_out));
    }
    call.algorithm.calls().into_iter().for_each(|c| collect(c, found, left_out));
}

/// The indices that select a row of an array of arrays.
fn prefix(array: &Term) -> Path {
    match array.as_app(Op::Select) {
        Some([outer, k]) => {
            let mut path = prefix(outer);
            path.push(k.clone());
            path
        }
        _ => vec![],
    }
}

/// The array variable that an array is made of.
pub(super) fn root(array: &Term) -> Option<Var> {
    match array.node() {
        Node::Var(v) => Some(v.clone()),
        Node::App(Op::Ite, args) => root(&args[1]).or_else(|| root(&args[2])),
        Node::App(_, args) => args.first().filter(|a| a.sort().is_array()).and_then(root),
        _ => None,
    }
}

pub(super) fn depth(sort: &Sort) -> usize {
    match sort {
        Sort::Array(element) => 1 + depth(element),
        _ => 0,
    }
}

/// The scalar at the bottom of a sort.
pub(super) fn bottom(sort: &Sort) -> &Sort {
    match sort {
        Sort::Array(element) => bottom(element),
        other => other,
    }
}

/// The array variables of terms.
pub(super) fn arrays_of<'t>(vars: impl IntoIterator<Item = &'t Var>) -> BTreeSet<Var> {
    vars.into_iter().filter(|v| v.sort.is_array()).cloned().collect()
}
