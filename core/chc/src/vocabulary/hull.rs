//! The affine hull of an instance: the equations between formal parameters that the equations of a branch
//! imply for one of its atoms.

use crate::rule::Atom;
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_horn::{Sort, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Linear algebra over the variables of a branch and the formal parameters of one instance.
pub(super) struct Hull {
    /// `variable * coefficient = form over formals`, in the order of elimination.
    solved: Vec<(Var, Int, Linear)>,
    /// The formal parameters by their marked names.
    formals: BTreeMap<Var, Var>,
    /// The variables that are solved for.
    inner: BTreeSet<Var>,
    equations: Vec<Linear>,
}

/// Formal parameters get names that no variable of a rule has.
fn marked(v: &Var) -> Var {
    Var::new(format!("#{}", v.name), v.sort.clone())
}

impl Hull {
    pub(super) fn new(equalities: &[Linear], atom: &Atom, params: &[Var]) -> Hull {
        let formals: BTreeMap<Var, Var> = params.iter().map(|p| (marked(p), p.clone())).collect();
        let links = atom.args.iter().zip(params).filter_map(|(arg, p)| {
            let arg = (p.sort == Sort::Int).then(|| Linear::from_term(arg)).flatten()?;
            Some(Linear::var(&marked(p)).sub(&arg))
        });
        let mut rows: Vec<Linear> = links.chain(equalities.iter().cloned()).collect();
        let mut solved = vec![];
        let inner: BTreeSet<Var> = rows
            .iter()
            .flat_map(|r| r.coeffs().keys())
            .filter(|v| !formals.contains_key(v))
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
        let inner = solved.iter().map(|(v, ..)| v.clone()).collect();
        let mut hull = Hull { solved, formals, inner, equations: vec![] };
        hull.equations = varied(rows).iter().map(|form| hull.unmark(form)).collect();
        hull
    }

    /// A form over formal parameters with the marks taken off.
    fn unmark(&self, form: &Linear) -> Linear {
        form.renamed(|v| self.formals.get(v).unwrap_or(v).clone())
    }

    /// A positive multiple of `form`, rewritten into formal parameters, and the factor.
    pub(super) fn rewrite(&self, form: &Linear) -> Option<(Linear, Int)> {
        // Most forms are about something else, which this check detects early.
        let known = |v: &Var| self.formals.contains_key(v) || self.inner.contains(v);
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
            .all(|v| self.formals.contains_key(v))
            .then(|| (self.unmark(&form), factor))
    }

    /// Forms over formal parameters that are multiples of a number other than 1.
    pub(super) fn multiples(&self) -> Vec<(Linear, Int)> {
        let over_formals =
            |rest: &Linear| rest.coeffs().keys().all(|v| self.formals.contains_key(v));
        let solved =
            self.solved.iter().filter(|(_, c, rest)| !c.abs().is_one() && over_formals(rest));
        solved.map(|(_, c, rest)| (self.unmark(rest), c.abs())).collect()
    }

    /// The equations between formal parameters, and those with one of them used to shorten or
    /// vary another.
    pub(super) fn equations(&self) -> &[Linear] {
        &self.equations
    }
}

fn varied(over_formals: Vec<Linear>) -> Vec<Linear> {
    let mut out = over_formals.clone();
    for (n, a) in over_formals.iter().enumerate() {
        for b in &over_formals[n + 1..] {
            let shared = b.coeffs().keys().filter(|v| !a.coeff(v).is_zero());
            out.extend(shared.map(|v| b.cancel(a, v)));
        }
    }
    out
}
