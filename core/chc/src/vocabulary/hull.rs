//! The affine hull of an instance: the equations between formal parameters that the equations of a branch
//! imply for one of its atoms.

use crate::rule::Atom;
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_horn::{Sort, Var};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Linear algebra over the variables of a branch and the formal parameters of one instance.
pub(super) struct Hull {
    /// `variable * coefficient = form over formals`, in the order of elimination, which is that of the variables.
    solved: Vec<(Var, Int, Linear)>,
    formals: Rc<MarkedFormals>,
    /// Independent equations over the marked formal parameters.
    basis: Vec<Linear>,
    /// These and their combinations, while they are in use.
    equations: OnceCell<Vec<Linear>>,
}

/// The formal parameters of a predicate with other names, which no variable of a rule has.
pub(super) struct MarkedFormals {
    /// The other names, in the order of the parameters.
    marked: Vec<Var>,
    /// The parameters by their other names.
    params: BTreeMap<Var, Var>,
}

impl MarkedFormals {
    pub(super) fn new(params: &[Var]) -> MarkedFormals {
        let marked: Vec<Var> = params.iter().map(marked).collect();
        let params = marked.iter().cloned().zip(params.iter().cloned()).collect();
        MarkedFormals { marked, params }
    }
}

fn marked(v: &Var) -> Var {
    Var::new(format!("#{}", v.name), v.sort.clone())
}

impl Hull {
    /// The hull of an instance. `formals` are the parameters of its predicate.
    pub(super) fn new(equalities: &[Linear], atom: &Atom, formals: Rc<MarkedFormals>) -> Hull {
        let links = atom.args.iter().zip(&formals.marked).filter_map(|(arg, p)| {
            let arg = (p.sort == Sort::Int).then(|| Linear::from_term(arg)).flatten()?;
            Some(Linear::var(p).sub(&arg))
        });
        let mut rows: Vec<Linear> = links.chain(equalities.iter().cloned()).collect();
        let mut solved = vec![];
        let inner: BTreeSet<Var> = rows
            .iter()
            .flat_map(|r| r.coeffs().keys())
            .filter(|v| !formals.params.contains_key(v))
            .cloned()
            .collect();
        for v in inner {
            // A unit coefficient keeps numbers small.
            let pivot = rows
                .iter()
                .enumerate()
                .filter_map(|(n, r)| Some((n, r, r.coeffs().get(&v)?)))
                .min_by_key(|(n, r, c)| (!c.abs().is_one(), r.coeffs().len(), *n));
            let Some((n, ..)) = pivot else { continue };
            let row = rows.remove(n);
            let c = row.coeff(&v);
            let others = rows.iter_mut().filter(|r| r.coeffs().contains_key(&v));
            others.for_each(|r| *r = r.cancel(&row, &v));
            let rest = row.sub(&Linear::var(&v).scale(&c)).scale(&Int::MINUS_ONE);
            solved.push((v, c, rest));
        }
        rows.retain(|r| !r.coeffs().is_empty());
        Hull { solved, formals, basis: rows, equations: OnceCell::new() }
    }

    /// A form over formal parameters with the marks taken off.
    fn unmark(&self, form: &Linear) -> Linear {
        form.renamed(|v| self.formals.params.get(v).unwrap_or(v).clone())
    }

    /// A positive multiple of `form`, rewritten into formal parameters, and the factor.
    pub(super) fn rewrite(&self, form: &Linear) -> Option<(Linear, Int)> {
        // Most forms are about something else, which this check detects early.
        let is_solved = |v: &Var| self.solved.binary_search_by(|(own, ..)| own.cmp(v)).is_ok();
        let known = |v: &Var| self.formals.params.contains_key(v) || is_solved(v);
        if !form.coeffs().keys().all(known) {
            return None;
        }
        let (mut form, mut factor) = (form.clone(), Int::ONE);
        for (v, c, rest) in &self.solved {
            let Some(d) = form.coeffs().get(v).cloned() else { continue };
            // c*v = rest, so |c| * form has d*|c|*v = d*sign(c)*rest.
            let sign = if c.is_negative() { Int::MINUS_ONE } else { Int::ONE };
            let without = form.sub(&Linear::var(v).scale(&d));
            form = without.scale(&c.abs()).add_scaled(rest, &(&d * &sign));
            factor = &factor * &c.abs();
        }
        form.coeffs()
            .keys()
            .all(|v| self.formals.params.contains_key(v))
            .then(|| (self.unmark(&form), factor))
    }

    /// Forms over formal parameters that are multiples of a number other than 1.
    pub(super) fn multiples(&self) -> Vec<(Linear, Int)> {
        let over_formals =
            |rest: &Linear| rest.coeffs().keys().all(|v| self.formals.params.contains_key(v));
        let solved =
            self.solved.iter().filter(|(_, c, rest)| !c.abs().is_one() && over_formals(rest));
        solved.map(|(_, c, rest)| (self.unmark(rest), c.abs())).collect()
    }

    /// The equations between formal parameters, and those with one of them used to shorten or vary another.
    pub(super) fn equations(&self) -> &[Linear] {
        let all = || varied(&self.basis).iter().map(|form| self.unmark(form)).collect();
        self.equations.get_or_init(all)
    }

    /// Gives the memory of the combinations back: there is one for each pair of equations.
    pub(super) fn forget_equations(&mut self) {
        self.equations.take();
    }
}

fn varied(over_formals: &[Linear]) -> Vec<Linear> {
    let mut out = over_formals.to_vec();
    for (n, a) in over_formals.iter().enumerate() {
        for b in &over_formals[n + 1..] {
            let shared = b.coeffs().keys().filter(|v| !a.coeff(v).is_zero());
            out.extend(shared.map(|v| b.cancel(a, v)));
        }
    }
    out
}
