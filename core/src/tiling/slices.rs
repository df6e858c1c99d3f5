//! Claims about all cells of a range, one slice at a time (TI Sec. 4.1).

use super::backward::is_true;
use super::form::{expr, form, names_in, put, var};
use crate::horn::linear::Linear;
use crate::lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Name, Program, Quantifier};
use crate::lang::rewrite::effects::{self, Effects};
use crate::lang::rewrite::names::{Fresh, Names, free};
use crate::lang::rewrite::{build, substitute};
use std::collections::BTreeMap;

/// `forall var in low..high: body`, where the body has no quantifier.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// The variable of the quantifier.
    pub var: String,
    /// Its first value.
    pub low: Linear,
    /// The value behind its last one.
    pub high: Linear,
    /// What holds for each.
    pub body: Expr,
}

impl Slice {
    /// A claim as slices: one for each quantified part. Parts without a quantifier are none. Their variables
    /// are none that the program declares.
    pub fn of(claim: &Expr, declared: &Names, fresh: &mut Fresh) -> Vec<Slice> {
        match &claim.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => {
                let first = Slice::of(a, declared, fresh);
                [first, Slice::of(b, declared, fresh)].concat()
            }
            ExprKind::Quant { quantifier: Quantifier::Forall, vars, range, body } => {
                let [name] = vars.as_slice() else { return vec![] };
                let ends = range
                    .as_deref()
                    .map(|(low, high)| (low.clone(), high.clone(), (**body).clone()));
                let found = ends.or_else(|| guarded(&name.text, body));
                let slice = found.and_then(|(low, high, body)| {
                    let (low, high) = (form(&low)?, form(&high)?);
                    has_no_quantifier(&body).then(|| Slice {
                        var: name.text.clone(),
                        low,
                        high,
                        body,
                    })
                });
                let renamed = |slice: Slice| match declared.contains(&slice.var) {
                    true => slice.renamed(&fresh.name("k")),
                    false => slice,
                };
                slice.map(renamed).into_iter().collect()
            }
            _ => vec![],
        }
    }

    /// The same with another variable.
    fn renamed(&self, name: &str) -> Slice {
        let body = self.body_with(&self.var, &Linear::var(&var(name)));
        Slice { var: name.to_owned(), body, ..self.clone() }
    }

    /// The same for a claim that is nothing but such parts, of which each is about one state.
    pub fn all_of(claim: &Expr, declared: &Names, fresh: &mut Fresh) -> Option<Vec<Slice>> {
        if let ExprKind::Binary(BinaryOp::And, a, b) = &claim.kind {
            let first = Slice::all_of(a, declared, fresh)?;
            return Some([first, Slice::all_of(b, declared, fresh)?].concat());
        }
        let found = Slice::of(claim, declared, fresh);
        let open = |slice: &Slice| {
            effects::chooses(&slice.body) || !effects::own_calls(&slice.body).is_empty()
        };
        (!found.is_empty() && !found.iter().any(open)).then_some(found)
    }

    /// As an expression.
    pub fn expr(&self) -> Expr {
        let range = Some(Box::new((expr(&self.low), expr(&self.high))));
        let name = Name { text: self.var.clone(), span: Default::default() };
        build::expr(ExprKind::Quant {
            quantifier: Quantifier::Forall,
            vars: vec![name],
            range,
            body: Box::new(self.body.clone()),
        })
    }

    /// The same where a condition holds.
    #[must_use]
    pub fn under(&self, cond: Option<Expr>) -> Slice {
        let body = match cond {
            Some(cond) if !is_true(&cond) => {
                build::binary(BinaryOp::Implies, cond, self.body.clone())
            }
            _ => self.body.clone(),
        };
        Slice { body, ..self.clone() }
    }

    /// The variables that it is about.
    pub fn names(&self) -> Names {
        let mut names = free(&self.body);
        names.remove(&self.var);
        names.extend([&self.low, &self.high].into_iter().flat_map(names_in));
        names
    }

    /// The same with a value in the place of a variable; `None` if an end of the range is no sum then.
    pub fn with(&self, name: &str, value: &Linear) -> Option<Slice> {
        let end = |end: &Linear| put(end, name, value);
        let (low, high) = (end(&self.low)?, end(&self.high)?);
        Some(Slice { var: self.var.clone(), low, high, body: self.body_with(name, value) })
    }

    /// The body with a value in the place of a variable.
    pub fn body_with(&self, name: &str, value: &Linear) -> Expr {
        let mut body = self.body.clone();
        substitute(&mut body, &BTreeMap::from([(name.to_owned(), expr(value))]));
        body
    }

    /// The indices of the cells of an array that the body reads; `None` if one is no sum.
    pub fn cells(&self, array: &str) -> Option<Vec<Linear>> {
        let mut found = Some(vec![]);
        self.body.visit(&mut |e| {
            if let ExprKind::Index(of, index) = &e.kind
                && of.kind == ExprKind::Name(array.to_owned())
            {
                let index = form(index);
                found = found.take().zip(index).map(|(mut all, index)| {
                    if !all.contains(&index) {
                        all.push(index);
                    }
                    all
                });
            }
        });
        found
    }
}

/// The variables that a program declares anywhere.
pub fn declared(program: &Program) -> Names {
    let mut found = Names::new();
    for stmt in &program.body {
        stmt.visit(&mut |s| found.extend(Effects::of(s).declares));
    }
    found
}

/// `low <= k < high ==> body`, or `low <= k && k < high ==> body`, where the ends do not depend on `k`.
fn guarded(name: &str, body: &Expr) -> Option<(Expr, Expr, Expr)> {
    let found = range_of(name, body)?;
    let apart = |end: &Expr| !free(end).contains(name);
    (apart(&found.0) && apart(&found.1)).then_some(found)
}

fn range_of(name: &str, body: &Expr) -> Option<(Expr, Expr, Expr)> {
    let ExprKind::Binary(BinaryOp::Implies, range, body) = &body.kind else { return None };
    let is_var = |e: &Expr| e.kind == ExprKind::Name(name.to_owned());
    let (low, high) = match &range.kind {
        ExprKind::Compare(low, rest) => match rest.as_slice() {
            [(CompareOp::Le, k), (CompareOp::Lt, high)] if is_var(k) => {
                ((**low).clone(), high.clone())
            }
            _ => return None,
        },
        ExprKind::Binary(BinaryOp::And, a, b) => match (&a.kind, &b.kind) {
            (ExprKind::Compare(low, first), ExprKind::Compare(k, second)) => {
                match (first.as_slice(), second.as_slice()) {
                    ([(CompareOp::Le, j)], [(CompareOp::Lt, high)]) if is_var(j) && is_var(k) => {
                        ((**low).clone(), high.clone())
                    }
                    _ => return None,
                }
            }
            _ => return None,
        },
        _ => return None,
    };
    Some((low, high, (**body).clone()))
}

fn has_no_quantifier(e: &Expr) -> bool {
    let mut found = false;
    e.visit(&mut |part| found |= matches!(part.kind, ExprKind::Quant { .. }));
    !found
}
