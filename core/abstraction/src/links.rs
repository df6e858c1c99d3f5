//! Equations between cells of arrays, as `relevant` follows them (T Sec. 6.3.1.1 and Listing 6.1).

use hornbook_base::Int;
use hornbook_horn::fold::fold;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::prenex::negate;
use hornbook_horn::{Node, Op, Quantifier, Subst, Term, Var, arrays};

/// One side of an equation between arrays: a variable, or the row of it that `prefix` leads to,
/// after some writes.
#[derive(Clone, Debug)]
pub(super) struct UpdateChain {
    /// The variable.
    pub(super) root: Var,
    /// The indices of the row.
    pub(super) prefix: Vec<Term>,
    /// Path below the row and what is written there, innermost first.
    pub(super) writes: Vec<(Vec<Term>, Term)>,
}

impl UpdateChain {
    /// The update chain of a term, if it is one.
    pub(super) fn from_term(t: &Term) -> Option<UpdateChain> {
        match t.node() {
            Node::Var(v) => Some(UpdateChain { root: v.clone(), prefix: vec![], writes: vec![] }),
            Node::App(Op::Select, args) => {
                let mut side = UpdateChain::from_term(&args[0]).filter(|s| s.writes.is_empty())?;
                side.prefix.push(args[1].clone());
                Some(side)
            }
            Node::App(Op::Store, args) => {
                let mut side = UpdateChain::from_term(&args[0])?;
                side.writes.extend(written(&args[0], &args[1], &args[2]));
                Some(side)
            }
            _ => None,
        }
    }

    /// The writes of whole rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&[Term], &Term)> {
        let rows = self.writes.iter().filter(|(_, v)| v.sort().is_array());
        rows.map(|(path, v)| (path.as_slice(), v))
    }

    /// The row at a path, as it was before the writes.
    pub(super) fn row_at(&self, path: &[Term]) -> UpdateChain {
        let prefix = self.prefix.iter().chain(path).cloned().collect();
        UpdateChain { root: self.root.clone(), prefix, writes: vec![] }
    }

    /// The indices and the written scalars.
    pub(super) fn terms(&self) -> impl Iterator<Item = &Term> {
        let writes = self
            .writes
            .iter()
            .flat_map(|(path, v)| path.iter().chain((!v.sort().is_array()).then_some(v)));
        self.prefix.iter().chain(writes)
    }

    pub(super) fn mentions(&self, v: &Var) -> bool {
        self.terms().any(|t| t.mentions(v)) || self.rows().any(|(_, row)| row.mentions(v))
    }
}

/// The writes of `array[i <- v]`: one cell, or a cell further inside when `v` is the old row after a write.
fn written(array: &Term, i: &Term, v: &Term) -> Vec<(Vec<Term>, Term)> {
    let mut inner = vec![];
    let mut row = v;
    while let Some([below, j, w]) = row.as_app(Op::Store) {
        inner.push((below, j, w));
        row = below;
    }
    let old = matches!(row.as_app(Op::Select), Some([a, k]) if a == array && k == i);
    if inner.is_empty() || !old {
        return vec![(vec![i.clone()], v.clone())];
    }
    let deeper = inner.into_iter().rev().flat_map(|(below, j, w)| written(below, j, w));
    deeper.map(|(path, w)| ([i.clone()].into_iter().chain(path).collect(), w)).collect()
}

/// A part of a quantified formula: `forall vars: guards ==> atom`.
#[derive(Clone, Debug)]
pub(super) struct GuardedAtom {
    /// The quantified variables.
    pub(super) vars: Vec<Var>,
    guards: Vec<Term>,
    atom: Term,
}

/// The atoms of `forall ..: ..` under conjunctions, implications and choices; `None` for other
/// quantifiers.
pub(super) fn atoms(formula: &Term) -> Option<Vec<GuardedAtom>> {
    let Node::Quant(Quantifier::Forall, ..) = formula.node() else { return None };
    let mut out = vec![];
    split(formula, &[], &[], &mut out);
    Some(out)
}

fn split(t: &Term, vars: &[Var], guards: &[Term], out: &mut Vec<GuardedAtom>) {
    let with =
        |guard: Term| -> Vec<Term> { guards.iter().cloned().chain(guard.conjuncts()).collect() };
    match t.node() {
        Node::Quant(Quantifier::Forall, more, body) => {
            let vars: Vec<Var> = vars.iter().chain(more).cloned().collect();
            split(body, &vars, guards, out);
        }
        Node::App(Op::And, parts) => parts.iter().for_each(|p| split(p, vars, guards, out)),
        Node::App(Op::Implies, args) => split(&args[1], vars, &with(args[0].clone()), out),
        Node::App(Op::Eq, args) => {
            for (one, other) in [(&args[0], &args[1]), (&args[1], &args[0])] {
                if let Some([c, a, b]) = one.as_app(Op::Ite) {
                    let equal = |t: &Term| Term::eq(other.clone(), t.clone());
                    split(&equal(a), vars, &with(c.clone()), out);
                    split(&equal(b), vars, &with(fold(&negate(c))), out);
                    return;
                }
            }
            out.push(GuardedAtom { vars: vars.to_vec(), guards: guards.to_vec(), atom: t.clone() });
        }
        _ => {
            out.push(GuardedAtom { vars: vars.to_vec(), guards: guards.to_vec(), atom: t.clone() })
        }
    }
}

impl GuardedAtom {
    /// The piece as a formula without its quantifier.
    pub(super) fn to_term(&self) -> Term {
        match self.guards.as_slice() {
            [] => self.atom.clone(),
            guards => Term::implies(Term::and(guards.iter().cloned()), self.atom.clone()),
        }
    }

    /// The formula for the only values of the variables that its guards allow.
    pub(super) fn pinned(&self) -> Option<Term> {
        let mut map = Subst::new();
        for v in &self.vars {
            let value = |g: &Term| {
                let Constraint::Eq(f) = Constraint::from_literal(g)? else { return None };
                let c = f.coeff(v);
                if !c.abs().is_one() {
                    return None;
                }
                let rest = f.sub(&Linear::var(v).scale(&c)).scale(&-&c);
                let free = self.vars.iter().all(|w| rest.coeff(w).is_zero());
                free.then(|| rest.to_term())
            };
            map.insert(v.clone(), self.guards.iter().find_map(value)?);
        }
        Some(self.to_term().subst(&map))
    }

    /// All terms but the two linked cells: guards, indices, and the rest of the equation.
    pub(super) fn terms(&self) -> Vec<Term> {
        let mut out = self.guards.clone();
        if let Some((left, right)) = self.sides() {
            for side in [left, right] {
                out.extend(side.path);
                out.extend(side.rest);
            }
        }
        out
    }

    /// Whether the piece speaks of no cell of `array` that one of the links speaks of; all of them
    /// lead from `array`.
    pub(super) fn is_beside(&self, array: &Var, links: &[CellLink]) -> bool {
        if !self.to_term().mentions(array) {
            return true;
        }
        let mut paths = vec![];
        read_paths(&self.atom, array, &mut paths);
        let [path] = paths.as_slice() else { return false };
        let quiet = self.guards.iter().all(|g| !g.mentions(array));
        let images: Vec<Var> = (0..path.len()).map(|n| Var::int(format!("#{n}"))).collect();
        let Some(inverse) = invert(&self.vars, path, &images).filter(|_| quiet) else {
            return false;
        };
        let mine: Vec<Term> = self.guards.iter().map(|g| g.subst(&inverse)).collect();
        links.iter().all(|l| l.by_own(&images).is_some_and(|theirs| contradict(&mine, &theirs)))
    }

    fn is_bound(&self, t: &Term) -> bool {
        self.vars.iter().any(|v| t.mentions(v))
    }

    /// The two sides of an equation `±a[e1] + s = ±b[e2] + t`.
    fn sides(&self) -> Option<(LinkedCell, LinkedCell)> {
        let [left, right] = self.atom.as_app(Op::Eq)? else { return None };
        let side = |t: &Term| LinkedCell::from_term(t, &|t| self.is_bound(t));
        let (left, right) = (side(left)?, side(right)?);
        let quiet = |t: &Term| !reads_at(t, &|i| self.is_bound(i));
        let rest = left.rest.iter().chain(&right.rest).chain(&self.guards);
        let mut indices = rest.chain(&left.path).chain(&right.path);
        indices.all(quiet).then_some((left, right))
    }

    /// The link that leads from the cells of `array` to those of another one, if the piece is one.
    pub(super) fn link_from(&self, array: &Var) -> Option<CellLink> {
        if self.vars.is_empty() || self.pinned().is_some() {
            return None;
        }
        let (left, right) = self.sides()?;
        let (own, other) = match (left.root == *array, right.root == *array) {
            (true, _) => (left, right),
            (false, true) => (right, left),
            (false, false) => return None,
        };
        let depth = other.path.len();
        let images: Vec<Var> = (0..depth).map(|n| Var::int(format!("#{n}"))).collect();
        let inverse = invert(&self.vars, &other.path, &images)?;
        invert(&self.vars, &own.path, &images[..own.path.len().min(depth)])?;
        let guards: Vec<Term> = self.guards.iter().map(|g| g.subst(&inverse)).collect();
        let path = own.path.iter().map(|t| fold(&t.subst(&inverse))).collect();
        Some(CellLink {
            other: other.root,
            depth,
            images,
            guards,
            path,
            own: own.path,
            vars: self.vars.clone(),
            when: self.guards.clone(),
        })
    }
}

/// A side `±root[path] + rest`.
struct LinkedCell {
    root: Var,
    path: Vec<Term>,
    rest: Vec<Term>,
}

impl LinkedCell {
    fn from_term(t: &Term, is_bound: &dyn Fn(&Term) -> bool) -> Option<LinkedCell> {
        if let Some((root, path)) = cell(t) {
            return Some(LinkedCell { root: root.clone(), path, rest: vec![] });
        }
        let Node::App(Op::Add | Op::Sub | Op::Neg, args) = t.node() else { return None };
        // A value that is one to one in the cell: exactly one summand has it.
        let moving = |t: &&Term| reads_at(t, is_bound);
        let mut with = args.iter().filter(moving);
        let (one, None) = (with.next()?, with.next()) else { return None };
        let mut side = LinkedCell::from_term(one, is_bound)?;
        side.rest.extend(args.iter().filter(|a| *a != one).cloned());
        Some(side)
    }
}

/// The variable and the indices of a read of a scalar.
fn cell(t: &Term) -> Option<(&Var, Vec<Term>)> {
    let mut path = vec![];
    let mut array = t;
    while let Some([inner, index]) = array.as_app(Op::Select) {
        path.insert(0, index.clone());
        array = inner;
    }
    let full = !path.is_empty() && !t.sort().is_array();
    full.then(|| array.as_var().map(|v| (v, path)))?
}

/// The indices of the reads of an array variable; none for a use that is no read of a scalar.
fn read_paths(t: &Term, array: &Var, out: &mut Vec<Vec<Term>>) {
    match (cell(t), t.node()) {
        (Some((root, path)), _) => {
            path.iter().for_each(|i| read_paths(i, array, out));
            if root == array {
                out.push(path);
            }
        }
        // Two entries make the caller give up.
        (None, Node::Var(v)) if v == array => out.extend([vec![], vec![]]),
        (None, Node::App(_, args)) => args.iter().for_each(|a| read_paths(a, array, out)),
        _ => {}
    }
}

/// Whether an array is read at an index for which `is_bound` holds.
fn reads_at(t: &Term, is_bound: &dyn Fn(&Term) -> bool) -> bool {
    match t.node() {
        Node::App(op, args) => {
            let here = match op {
                Op::Select | Op::Store => is_bound(&args[1]),
                op => arrays::is_derived(*op),
            };
            here || args.iter().any(|a| reads_at(a, is_bound))
        }
        Node::Pred(_, args) => args.iter().any(|a| reads_at(a, is_bound)),
        Node::Quant(_, _, body) => body.has_array(),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => false,
    }
}

/// The variables in terms of the values `images` of a path, if the path is one to one: each
/// variable stands in exactly one index, with coefficient 1 or -1 and no other variable.
fn invert(vars: &[Var], path: &[Term], images: &[Var]) -> Option<Subst> {
    let mut map = Subst::new();
    for (index, image) in path.iter().zip(images) {
        let mentioned: Vec<&Var> = vars.iter().filter(|v| index.mentions(v)).collect();
        match mentioned.as_slice() {
            [] => {}
            [v] if !map.contains_key(v) => {
                let form = Linear::from_term(index)?;
                let c = form.coeff(v);
                if !c.abs().is_one() {
                    return None;
                }
                let rest = form.sub(&Linear::var(v).scale(&c));
                let value = Linear::var(image).sub(&rest).scale(&c);
                map.insert((*v).clone(), value.to_term());
            }
            _ => return None,
        }
    }
    (map.len() == vars.len()).then_some(map)
}

/// The link from the cells of an array to those of another one.
pub(super) struct CellLink {
    /// The other array.
    pub(super) other: Var,
    /// The number of indices of its cells.
    pub(super) depth: usize,
    /// The variables for the indices of a cell of the other array.
    images: Vec<Var>,
    /// The conditions under which that cell is linked, by its indices.
    guards: Vec<Term>,
    /// The array's cell that it is linked with.
    path: Vec<Term>,
    /// The reverse link: the array's cell and its conditions, by the variables.
    own: Vec<Term>,
    vars: Vec<Var>,
    when: Vec<Term>,
}

impl CellLink {
    /// The cell of the array that belongs to the cell `path` of the other one, by the link whose
    /// condition it meets.
    pub(super) fn moved(group: &[CellLink], path: &[Term]) -> Vec<Term> {
        let one = |link: &CellLink| -> (Term, Vec<Term>) {
            let map: Subst = link.images.iter().cloned().zip(path.iter().cloned()).collect();
            let guard = Term::and(link.guards.iter().map(|g| fold(&g.subst(&map))));
            (guard, link.path.iter().map(|t| fold(&t.subst(&map))).collect())
        };
        let Some((last, others)) = group.split_last() else { return vec![] };
        others.iter().rev().fold(one(last).1, |other, link| {
            let (guard, path) = one(link);
            path.into_iter()
                .zip(other)
                .map(|(a, b)| fold(&Term::ite(guard.clone(), a, b)))
                .collect()
        })
    }

    /// Whether no cell of either array belongs to two links.
    pub(super) fn are_exclusive(group: &[CellLink]) -> bool {
        let others = |(n, a)| group[..n].iter().map(move |b| (a, b));
        group.iter().enumerate().flat_map(others).all(|(a, b)| {
            let theirs = contradict(&a.guards, &b.guards_with(&a.images));
            let own = match (a.by_own(&a.images), b.by_own(&a.images)) {
                (Some(a), Some(b)) => contradict(&a, &b),
                _ => false,
            };
            theirs && own
        })
    }

    fn guards_with(&self, images: &[Var]) -> Vec<Term> {
        let map: Subst = self.images.iter().cloned().zip(images.iter().map(Term::var)).collect();
        self.guards.iter().map(|g| g.subst(&map)).collect()
    }

    /// The condition in terms of the indices of the array's own cell.
    fn by_own(&self, images: &[Var]) -> Option<Vec<Term>> {
        let inverse = invert(&self.vars, &self.own, images.get(..self.own.len())?)?;
        Some(self.when.iter().map(|g| g.subst(&inverse)).collect())
    }
}

/// Whether two lists of conditions cannot hold together, as far as pairs of bounds show.
fn contradict(a: &[Term], b: &[Term]) -> bool {
    let (a, b) = (bounds(a), bounds(b));
    a.iter().any(|f| b.iter().any(|g| f.add(g).as_constant().is_some_and(Int::is_positive)))
}

/// Forms that are at most zero. `f <= 0` and `f != 0` together are `f + 1 <= 0`.
fn bounds(conditions: &[Term]) -> Vec<Linear> {
    let constraints: Vec<Constraint> =
        conditions.iter().filter_map(Constraint::from_literal).collect();
    let mut out = vec![];
    for c in &constraints {
        match c {
            Constraint::Le(f) => {
                let strict = constraints.iter().any(|d| match d {
                    Constraint::Ne(g) => g == f || g.scale(&Int::MINUS_ONE) == *f,
                    _ => false,
                });
                out.push(if strict { f.add(&Linear::constant(1)) } else { f.clone() });
            }
            Constraint::Eq(f) => out.extend([f.clone(), f.scale(&Int::MINUS_ONE)]),
            _ => {}
        }
    }
    out
}
