//! `relevant` with the extensions of T Sec. 6.3.1: quantified equations that move cells and values
//! (T Listing 6.1), array operations made of such, conditions, arrays of arrays.
//!
//! It differs from T Listing 6.1 in four points.
//!
//! - The listing follows an equation between an array and itself, or several equations that come
//!   back to the same array, as if each stood alone. `forall k: a[k] == a[k + 1]` then has no
//!   relevant cell, although it says that all cells are equal. Here such cycles give a `⊤` as soon
//!   as one of the equations moves cells or values.
//! - Below a quantifier over arrays it gives a `⊤`: an equation with such an array leads to cells
//!   that a search through the whole formula cannot find.
//! - A cell `e` outside of a range is kept where the listing replaces it by "any": more relevant
//!   cells are no error, and the terms stay small.
//! - For arrays of arrays the search is about chosen levels of a cell's indices. An equation
//!   `a == m[i]` leads from the cells of `a` to those of `m`, one level further inside.
//!
//! Where nothing but quantified indices is found the listing takes any cell. For such clauses, and
//! for all claims that something exists, places that the clause names are tried
//! (`places`).

use super::links::{CellLink, GuardedAtom, UpdateChain, atoms};
use super::relevant::{Cell, Levels, MatchedCase, RelevantCall, Top, TopReason};
use hornbook_horn::{Memo, Node, Op, Term, Var, arrays};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The relevant cells of `array` in `omega`, with the tree of calls that found them.
pub fn relevant(array: &Var, levels: Levels, omega: &Term) -> RelevantCall {
    let (entered, known) = (BTreeMap::new(), Memo::default());
    let mut search = RelevanceSearch { omega, entered, moves: None, calls: 0, known };
    let way = CallPath { visited: &Rc::default(), bound: &[], entry: None };
    let mut call = search.enter(way, array, levels);
    call.tree = search.entered.values().all(|by| by.len() <= 1);
    if let (false, Some(at)) = (call.tree, search.moves) {
        call.add(Cell::Top(Top { reason: TopReason::Cycle, at }));
    }
    call
}

/// Calls after which the search gives up: equations between `n` arrays have `n!` paths.
const CALLS: usize = 5_000;

struct RelevanceSearch<'o> {
    omega: &'o Term,
    /// The equations by which each array was reached.
    entered: BTreeMap<Var, Vec<Term>>,
    /// An equation that moves cells or values.
    moves: Option<Term>,
    calls: usize,
    /// The results of calls for the same array on the same path: a formula may have the same part several
    /// times. Their own calls are counted, and recorded where they were made first.
    known: Memo<Option<RelevantCall>>,
}

/// The path of the recursion to a call.
#[derive(Clone, Copy)]
struct CallPath<'w> {
    /// The arrays on the way.
    visited: &'w Rc<[Var]>,
    /// The variables of the quantifiers around the expression.
    bound: &'w [Var],
    /// The equation that led to the array, if one did.
    entry: Option<&'w Term>,
}

impl RelevanceSearch<'_> {
    /// The call for an array and the whole formula.
    fn enter(&mut self, way: CallPath<'_>, array: &Var, levels: Levels) -> RelevantCall {
        let mut call = RelevantCall::new(array, levels, way.visited, self.omega);
        if way.visited.contains(array) {
            call.case = MatchedCase::Visited;
            return call;
        }
        self.elsewhere(|search| search.call(way, array, levels, search.omega)).unwrap_or(call)
    }

    /// Runs a search for another array or below a quantifier, where other calls are known.
    fn elsewhere<R>(&mut self, search: impl FnOnce(&mut Self) -> R) -> R {
        let known = std::mem::take(&mut self.known);
        let result = search(self);
        self.known = known;
        result
    }

    /// A call for a part of the formula, if the array occurs in it.
    fn call(
        &mut self,
        way: CallPath<'_>,
        array: &Var,
        levels: Levels,
        expr: &Term,
    ) -> Option<RelevantCall> {
        // The parts of formulas decide; a check here would walk through them at every level.
        let is_formula =
            matches!(expr.node(), Node::App(..) | Node::Pred(..)) && !is_array_use(expr);
        if !is_formula && !expr.mentions(array) {
            return None;
        }
        if let Some(known) = self.known.get(expr) {
            self.calls += usize::from(known.is_some());
            return known.clone();
        }
        let mut call = RelevantCall::new(array, levels, way.visited, expr);
        if self.calls > CALLS {
            call.add(Cell::Top(Top { reason: TopReason::Limit, at: expr.clone() }));
            return expr.mentions(array).then_some(call);
        }
        let mut here = CallSearch { search: self, call, way };
        here.look();
        let call = here.call;
        let occurs = !is_formula || !call.calls.is_empty();
        self.calls += usize::from(occurs);
        let call = occurs.then_some(call);
        self.known.insert(expr, || call.as_ref().map(RelevantCall::without_calls));
        call
    }
}

/// Whether a term is an array, a read or a comparison of arrays.
fn is_array_use(t: &Term) -> bool {
    match t.node() {
        Node::App(Op::Select, _) => true,
        Node::App(Op::Eq | Op::Ne, args) => args[0].sort().is_array(),
        _ => t.sort().is_array(),
    }
}

/// A row of a written array as a choice: `m[i <- r][k]` is `k == i ? r : m[k]`.
fn row_of_writes(t: &Term) -> Term {
    let Some([array, k]) = t.as_app(Op::Select) else { return t.clone() };
    match array.node() {
        Node::App(Op::Store, args) => {
            let below = row_of_writes(&Term::select(args[0].clone(), k.clone()));
            let here = arrays::row_at(&args[0], &args[1], &args[2], k);
            Term::ite(Term::eq(k.clone(), args[1].clone()), here, below)
        }
        Node::App(Op::Ite, args) => {
            let row = |a: &Term| row_of_writes(&Term::select(a.clone(), k.clone()));
            Term::ite(args[0].clone(), row(&args[1]), row(&args[2]))
        }
        _ => t.clone(),
    }
}

/// The search in the expression of one call.
struct CallSearch<'h, 'o> {
    search: &'h mut RelevanceSearch<'o>,
    call: RelevantCall,
    way: CallPath<'h>,
}

impl CallSearch<'_, '_> {
    fn look(&mut self) {
        let expr = self.call.expr.clone();
        match expr.node() {
            _ if expr.sort().is_array() || expr.as_app(Op::Select).is_some() => {
                let read = expr.as_app(Op::Select).is_some();
                self.call.case = match expr.node() {
                    Node::Var(v) if *v == self.call.array => MatchedCase::Bare,
                    Node::Var(_) => MatchedCase::Nothing,
                    _ if read => MatchedCase::Read,
                    _ => MatchedCase::Constructor,
                };
                self.access(&expr, &[]);
            }
            Node::App(Op::Eq | Op::Ne, args) if args[0].sort().is_array() => {
                self.call.case = MatchedCase::Constructor;
                self.equation(&args[0], &args[1]);
            }
            Node::App(_, args) | Node::Pred(_, args) => {
                self.call.case = MatchedCase::Constructor;
                self.descend_into(args);
            }
            Node::Quant(_, vars, body) => self.quantified(&expr, vars, body),
            Node::Var(_) | Node::Int(_) | Node::Bool(_) => self.call.case = MatchedCase::Nothing,
        }
    }

    fn descend(&mut self, expr: &Term) {
        self.descend_into(std::slice::from_ref(expr));
    }

    /// Searches those of the expressions that mention the array.
    fn descend_into(&mut self, exprs: &[Term]) {
        let array = self.call.array.clone();
        for expr in Term::maybe_mentioning(exprs, &array) {
            let inner = self.search.call(self.way, &array, self.call.levels, expr);
            inner.into_iter().for_each(|inner| self.call.adopt(inner));
        }
    }

    fn top(&mut self, reason: TopReason) {
        let at = self.call.expr.clone();
        self.call.add(Cell::Top(Top { reason, at }));
    }

    /// The cells of `array[path]..` that are used when `array` is read at `path`; all cells
    /// further inside when the path ends early.
    fn access(&mut self, array: &Term, path: &[Term]) {
        match array.node() {
            Node::Var(v) if *v == self.call.array => {
                let Levels { skip, .. } = self.call.levels;
                match path.get(skip..self.call.levels.end()) {
                    Some(indices) => self.call.add(Cell::Index(indices.to_vec())),
                    None => self.top(TopReason::WholeArray),
                }
            }
            Node::Var(_) => {}
            Node::App(Op::Select, args) => {
                let path: Vec<Term> = [&args[1]].into_iter().chain(path).cloned().collect();
                self.access(&args[0], &path);
                self.descend(&args[1]);
            }
            Node::App(Op::Store, args) => {
                self.access(&args[0], path);
                self.descend(&args[1]);
                match path {
                    _ if !args[2].sort().is_array() => self.descend(&args[2]),
                    [] => self.access(&args[2], &[]),
                    [k, rest @ ..] => {
                        self.access(&arrays::row_at(&args[0], &args[1], &args[2], k), rest);
                    }
                }
            }
            Node::App(Op::Ite, args) => {
                self.descend(&args[0]);
                self.access(&args[1], path);
                self.access(&args[2], path);
            }
            _ => match path {
                [k, rest @ ..] if arrays::has_derived_array(array) => {
                    let cell = arrays::read(array, k);
                    if cell.sort().is_array() {
                        self.access(&cell, rest)
                    } else {
                        self.descend(&cell)
                    }
                }
                _ => self.parts(array),
            },
        }
    }

    fn parts(&mut self, t: &Term) {
        if let Node::App(_, args) = t.node() {
            self.descend_into(args);
        }
    }

    /// `left = right` for arrays.
    fn equation(&mut self, left: &Term, right: &Term) {
        let (left, right) = (&row_of_writes(left), &row_of_writes(right));
        for (one, other) in [(left, right), (right, left)] {
            if let Some([c, a, b]) = one.as_app(Op::Ite) {
                // A link to each of the two, under a condition.
                self.search.moves.get_or_insert_with(|| self.call.expr.clone());
                self.descend(c);
                self.equation(a, other);
                self.equation(b, other);
                return;
            }
        }
        if arrays::has_derived_array(left) || arrays::has_derived_array(right) {
            let expanded = arrays::expand(&Term::eq(left.clone(), right.clone()));
            if !matches!(expanded.node(), Node::App(Op::Eq, _)) {
                return self.descend(&expanded);
            }
        }
        match (UpdateChain::from_term(left), UpdateChain::from_term(right)) {
            (Some(l), Some(r)) => self.link(&l, &r),
            _ => {
                self.access(left, &[]);
                self.access(right, &[]);
            }
        }
    }

    /// An equation between update chains of variables or of their rows.
    fn link(&mut self, left: &UpdateChain, right: &UpdateChain) {
        let array = self.call.array.clone();
        for side in [left, right] {
            side.terms().for_each(|t| self.descend(t));
        }
        // Where a whole row is written, that row is linked as well.
        for (own, other) in [(left, right), (right, left)] {
            for (path, row) in own.rows() {
                if row.mentions(&array) || other.root == array {
                    match UpdateChain::from_term(row) {
                        Some(row) => self.link(&row, &other.row_at(path)),
                        None => self.access(row, &[]),
                    }
                }
            }
        }
        let (own, other) = match (left.root == array, right.root == array) {
            (false, false) => return,
            (true, true) => return self.itself(left, right),
            (true, false) => (left, right),
            (false, true) => (right, left),
        };
        self.call.case = MatchedCase::EqualOther;
        let mut moves = !own.prefix.is_empty() || !other.prefix.is_empty();
        moves |= own.rows().next().is_some() || other.rows().next().is_some();
        if moves {
            self.search.moves.get_or_insert_with(|| self.call.expr.clone());
        }
        if self.way.bound.iter().any(|v| own.mentions(v) || other.mentions(v)) {
            return self.top(TopReason::BoundIndex);
        }
        let Levels { skip, take } = self.call.levels;
        // Seen from the array that this equation led here from, what was written there is not
        // linked: those cells stay as they are.
        let entry = self.way.entry == Some(&self.call.expr);
        let way_back = entry && self.call.visited.last() == Some(&other.root);
        for (path, _) in other.writes.iter().filter(|_| !way_back) {
            let path: Vec<Term> = own.prefix.iter().chain(path).cloned().collect();
            if let Some(indices) = path.get(skip..skip + take) {
                self.call.add(Cell::Index(indices.to_vec()));
            }
        }
        let depth = own.prefix.len();
        if depth >= skip + take {
            // The cell is known here; its value does not matter.
            return self.call.add(Cell::Index(own.prefix[skip..skip + take].to_vec()));
        }
        let head = own.prefix.get(skip..).unwrap_or_default().to_vec();
        let levels = Levels {
            skip: other.prefix.len() + skip.saturating_sub(depth),
            take: take - head.len(),
        };
        let theirs = self.follow(&other.root, levels);
        for cell in &theirs.found {
            let cell = match cell {
                Cell::Index(path) => {
                    let path: Vec<Term> = head.iter().chain(path).cloned().collect();
                    // What is written before the comparison does not come from the array.
                    let written = |w: &[Term]| own.prefix.iter().chain(w).eq(&path);
                    if skip == 0 && own.writes.iter().any(|(w, _)| written(w)) {
                        continue;
                    }
                    Cell::Index(path)
                }
                top => top.clone(),
            };
            self.call.add(cell);
        }
        self.call.calls.push(theirs);
    }

    /// An equation between two update chains of the array itself: only what is written matters,
    /// unless rows of it are compared.
    fn itself(&mut self, left: &UpdateChain, right: &UpdateChain) {
        self.call.case = MatchedCase::EqualItself;
        if left.prefix != right.prefix {
            return self.top(TopReason::Cycle);
        }
        let Levels { skip, take } = self.call.levels;
        for (path, _) in left.writes.iter().chain(&right.writes) {
            let path: Vec<Term> = left.prefix.iter().chain(path).cloned().collect();
            match path.get(skip..skip + take) {
                Some(indices) => self.call.add(Cell::Index(indices.to_vec())),
                None => self.top(TopReason::WholeArray),
            }
        }
    }

    /// Continues with another array, which the expression of this call led to.
    fn follow(&mut self, other: &Var, levels: Levels) -> RelevantCall {
        if !self.call.visited.contains(other) {
            let by = self.search.entered.entry(other.clone()).or_default();
            if !by.contains(&self.call.expr) {
                by.push(self.call.expr.clone());
            }
        }
        let visited = &self.call.with_its_array();
        let way = CallPath { visited, bound: &[], entry: Some(&self.call.expr) };
        self.search.enter(way, other, levels)
    }

    /// `forall k: guard ==> a[e1] == b[e2]` leads to the cells of `b`, moved (T Listing 6.1); any
    /// other quantified formula is looked into.
    fn quantified(&mut self, expr: &Term, vars: &[Var], body: &Term) {
        self.call.case = MatchedCase::Quantifier;
        if vars.iter().any(|v| v.sort.is_array()) {
            return self.top(TopReason::BoundArray);
        }
        let bound: Vec<Var> = self.way.bound.iter().chain(vars).cloned().collect();
        let links = match atoms(expr) {
            Some(found) if found.iter().any(|p| p.link_from(&self.call.array).is_some()) => found,
            _ => {
                let way = CallPath { bound: &bound, ..self.way };
                let (array, levels) = (&self.call.array, self.call.levels);
                let inner = self.search.elsewhere(|search| search.call(way, array, levels, body));
                inner.into_iter().for_each(|inner| self.call.adopt(inner));
                return self.call.close(vars, expr);
            }
        };
        self.call.case = MatchedCase::Linked;
        if self.way.bound.iter().any(|v| expr.mentions(v)) {
            return self.top(TopReason::BoundIndex);
        }
        self.search.moves.get_or_insert_with(|| expr.clone());
        if self.is_way_back(expr, &links) {
            return;
        }
        self.pinned(expr, &links);
        self.follow_links(&links);
    }

    /// Whether this is the equation that led here and speaks of no other cells than the linked
    /// ones: the cells beside them have no cell to be moved to.
    fn is_way_back(&self, expr: &Term, atoms: &[GuardedAtom]) -> bool {
        let array = &self.call.array;
        let (others, links): (Vec<&GuardedAtom>, Vec<&GuardedAtom>) =
            atoms.iter().partition(|p| p.link_from(array).is_none());
        let links: Vec<CellLink> = links.iter().filter_map(|p| p.link_from(array)).collect();
        let back = links.iter().all(|l| self.way.visited.last() == Some(&l.other));
        let quiet = atoms.iter().flat_map(GuardedAtom::terms).all(|t| !t.mentions(array));
        let beside = || others.iter().all(|p| p.is_beside(array, &links));
        self.way.entry == Some(expr) && back && quiet && beside()
    }

    /// The atoms that are no links, and the conditions of those that are.
    fn pinned(&mut self, expr: &Term, links: &[GuardedAtom]) {
        for atom in links {
            let inside: Vec<Term> = match atom.link_from(&self.call.array) {
                Some(_) => atom.terms(),
                None => vec![atom.pinned().unwrap_or_else(|| atom.to_term())],
            };
            for t in inside {
                self.descend(&t);
            }
        }
        let vars: Vec<Var> = links.iter().flat_map(|p| p.vars.iter().cloned()).collect();
        self.call.close(&vars, expr);
    }

    /// All atoms that lead from the array to one other array are one step there: each index is
    /// moved by the atom whose condition it meets.
    fn follow_links(&mut self, links: &[GuardedAtom]) {
        let array = self.call.array.clone();
        let mut groups: BTreeMap<Var, Vec<CellLink>> = BTreeMap::new();
        for link in links.iter().filter_map(|p| p.link_from(&array)) {
            groups.entry(link.other.clone()).or_default().push(link);
        }
        for (other, group) in groups {
            if other == array || !CellLink::are_exclusive(&group) {
                self.top(TopReason::Cycle);
                continue;
            }
            // The equations name all indices of a cell, so all of the other's are asked for.
            let depth = group[0].depth;
            let theirs = self.follow(&other, Levels::all(depth));
            let Levels { skip, take } = self.call.levels;
            for cell in &theirs.found {
                match cell {
                    Cell::Index(path) => {
                        let moved = CellLink::moved(&group, path);
                        match moved.get(skip..skip + take) {
                            Some(indices) => self.call.add(Cell::Index(indices.to_vec())),
                            None => self.top(TopReason::WholeArray),
                        }
                    }
                    top => self.call.add(top.clone()),
                }
            }
            self.call.calls.push(theirs);
        }
    }
}
