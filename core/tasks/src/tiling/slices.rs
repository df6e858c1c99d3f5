//! Claims about all cells of a range, one slice at a time (TI Sec. 4.1).

use super::form::{expr, form, names_in, put, var};
use hornbook_base::Int;
use hornbook_horn::linear::Linear;
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Name, Program, Quantifier, UnaryOp};
use hornbook_lang::rewrite::effects::{Effects, has_quantifier};
use hornbook_lang::rewrite::names::{Fresh, Names, free, names};
use hornbook_lang::rewrite::{build, effects, substitute};
use std::collections::BTreeMap;

/// `low <= var < high`.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// The variable of the quantifier.
    pub var: String,
    /// Its first value.
    pub low: Linear,
    /// The value behind its last one.
    pub high: Linear,
}

impl Range {
    /// The range as a condition.
    pub fn expr(&self) -> Expr {
        self.holds(&build::name(&self.var))
    }

    /// The condition that a value is in it.
    pub fn holds(&self, value: &Expr) -> Expr {
        let rest = vec![(CompareOp::Le, value.clone()), (CompareOp::Lt, expr(&self.high))];
        build::expr(ExprKind::Compare(Box::new(expr(&self.low)), rest))
    }

    /// This range with a value in the place of a variable; `None` if an end is no sum then.
    pub fn with_value(&self, name: &str, value: &Linear) -> Option<Range> {
        let end = |end: &Linear| put(end, name, value);
        Some(Range { var: self.var.clone(), low: end(&self.low)?, high: end(&self.high)? })
    }
}

/// `forall var in low..high: .. body`, where the body has no quantifier.
///
/// **Invariant:** the variables differ, and the ends of a range mention none but those before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Slice {
    /// The ranges, from the outermost one.
    pub ranges: Vec<Range>,
    /// The body.
    pub body: Expr,
}

impl Slice {
    /// The slices of a claim: one for each quantified part. Parts without a quantifier are none. Their
    /// variables are none that the program declares.
    pub fn from_claim(claim: &Expr, declared: &Names, fresh: &mut Fresh) -> Vec<Slice> {
        if let ExprKind::Binary(BinaryOp::And, a, b) = &claim.kind {
            let first = Slice::from_claim(a, declared, fresh);
            return [first, Slice::from_claim(b, declared, fresh)].concat();
        }
        let found = quantified(claim, declared, fresh);
        found.filter(|slice| !slice.ranges.is_empty()).map_or_else(Vec::new, Slice::parts)
    }

    /// The slices of the parts of the body, which may be about cells of different rounds.
    fn parts(self) -> Vec<Slice> {
        let bodies = conjuncts_of(&self.body);
        bodies.into_iter().map(|body| Slice { body, ..self.clone() }).collect()
    }

    /// This slice with another name for the variable of one range: in the ranges behind it and the body. Its
    /// own ends are about earlier variables.
    fn renamed(&self, range: usize, new: &str) -> Option<Slice> {
        let (old, to) = (&self.ranges[range].var, Linear::var(&var(new)));
        let mut ranges = self.ranges.clone();
        new.clone_into(&mut ranges[range].var);
        for behind in &mut ranges[range + 1..] {
            *behind = behind.with_value(old, &to)?;
        }
        Some(Slice { ranges, body: self.body_with(old, &to) })
    }

    /// This slice with other names for the variables that are taken.
    fn without_names(mut self, taken: &Names, fresh: &mut Fresh) -> Option<Slice> {
        for n in 0..self.ranges.len() {
            if taken.contains(&self.ranges[n].var) {
                self = self.renamed(n, &fresh.name("k"))?;
            }
        }
        Some(self)
    }

    /// The slice, if the ends of ranges mention no variables but those before them.
    fn closed(self) -> Option<Slice> {
        let later = |n: usize| self.ranges[n..].iter().map(|range| &range.var);
        let ends = |range: &Range| &names_in(&range.low) | &names_in(&range.high);
        let mut ranges = self.ranges.iter().enumerate();
        let is_closed = ranges.all(|(n, range)| later(n).all(|var| !ends(range).contains(var)));
        is_closed.then_some(self)
    }

    /// The slices of a claim, if it consists of such parts, each about one state.
    pub fn all_from_claim(claim: &Expr, declared: &Names, fresh: &mut Fresh) -> Option<Vec<Slice>> {
        if let ExprKind::Binary(BinaryOp::And, a, b) = &claim.kind {
            let first = Slice::all_from_claim(a, declared, fresh)?;
            return Some([first, Slice::all_from_claim(b, declared, fresh)?].concat());
        }
        let found = Slice::from_claim(claim, declared, fresh);
        let open = |slice: &Slice| {
            effects::chooses(&slice.body) || !effects::own_calls(&slice.body).is_empty()
        };
        (!found.is_empty() && !found.iter().any(open)).then_some(found)
    }

    /// The slice as an expression.
    pub fn expr(&self) -> Expr {
        let quantified = |body: Expr, range: &Range| {
            let vars = vec![Name { text: range.var.clone(), span: Default::default() }];
            let range = Some(Box::new((expr(&range.low), expr(&range.high))));
            let (quantifier, body) = (Quantifier::Forall, Box::new(body));
            build::expr(ExprKind::Quant { quantifier, vars, range, body })
        };
        self.ranges.iter().rev().fold(self.body.clone(), quantified)
    }

    /// This slice under a condition.
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

    /// The condition that its variables are in their ranges; `None` if it has none.
    pub fn in_ranges(&self) -> Option<Expr> {
        self.ranges.iter().fold(None, |all, range| Some(build::and(all, range.expr())))
    }

    /// Its instance for any values of its variables.
    pub fn instance(&self) -> Expr {
        self.under(self.in_ranges()).body
    }

    /// Its free variables.
    pub fn names(&self) -> Names {
        let mut names = free(&self.body);
        names.extend(self.ends());
        names.retain(|name| !self.ranges.iter().any(|range| range.var == *name));
        names
    }

    /// The variables in the ends of its ranges.
    pub fn ends(&self) -> Names {
        self.ranges.iter().flat_map(|range| [&range.low, &range.high]).flat_map(names_in).collect()
    }

    /// This slice with a value in the place of a variable; `None` if the end of a range is no sum then.
    pub fn with_value(&self, name: &str, value: &Linear) -> Option<Slice> {
        let ranges = self.ranges.iter().map(|range| range.with_value(name, value));
        Some(Slice { ranges: ranges.collect::<Option<_>>()?, body: self.body_with(name, value) })
    }

    /// Its instance for one value of one of its variables, with that range.
    pub fn instance_at(&self, name: &str, value: &Linear) -> Option<(Range, Slice)> {
        let range = self.ranges.iter().find(|range| range.var == name)?.clone();
        let mut rest = self.clone();
        rest.ranges.retain(|other| other.var != name);
        Some((range, rest.with_value(name, value)?.closed()?))
    }

    /// The body with a value in the place of a variable.
    fn body_with(&self, name: &str, value: &Linear) -> Expr {
        let mut body = self.body.clone();
        substitute(&mut body, &BTreeMap::from([(name.to_owned(), expr(value))]));
        body
    }

    /// The indices of the cells of an array that the body reads, if they are sums.
    pub fn reads(&self, array: &str) -> Vec<Vec<Linear>> {
        let mut found = vec![];
        accesses(&self.body, &mut |of, indices| {
            let indices: Option<Vec<Linear>> = indices.iter().map(|index| form(index)).collect();
            found.extend(indices.filter(|indices| of == array && !found.contains(indices)));
        });
        found
    }

    /// The indices of the cells of an array that the body reads, along a dimension; `None` if one is no sum.
    pub fn cells(&self, array: &str, dimension: usize) -> Option<Vec<Linear>> {
        let mut found = Some(vec![]);
        accesses(&self.body, &mut |of, indices| {
            if of == array {
                let index = indices.get(dimension).and_then(|index| form(index));
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

/// A formula with its quantifiers in front, but for the conditions around them.
fn quantified(claim: &Expr, declared: &Names, fresh: &mut Fresh) -> Option<Slice> {
    match &claim.kind {
        ExprKind::Binary(BinaryOp::Implies, cond, body) if has_quantifier(body) => {
            let slice = quantified(body, declared, fresh)?.without_names(&names(cond), fresh)?;
            (!has_quantifier(cond)).then(|| slice.under(Some((**cond).clone())))
        }
        ExprKind::Quant { quantifier: Quantifier::Forall, vars, range, body } => {
            let (ranges, body) = match (range.as_deref(), vars.as_slice()) {
                (Some((low, high)), [name]) => {
                    let (low, high) = (form(low)?, form(high)?);
                    (vec![Range { var: name.text.clone(), low, high }], (**body).clone())
                }
                (None, _) => guarded(vars, body)?,
                _ => return None,
            };
            let inner = quantified(&body, declared, fresh)?;
            let ambiguous = |range: &Range| inner.ranges.iter().any(|own| own.var == range.var);
            if ranges.iter().any(ambiguous) {
                return None;
            }
            let slice = Slice { ranges: [ranges, inner.ranges].concat(), body: inner.body };
            slice.without_names(declared, fresh)?.closed()
        }
        _ => (!has_quantifier(claim)).then(|| Slice { ranges: vec![], body: claim.clone() }),
    }
}

/// The array and the indices of a cell, if the array has a name.
pub fn access(e: &Expr) -> Option<(&str, Vec<&Expr>)> {
    let (mut array, mut indices) = (e, vec![]);
    while let ExprKind::Index(of, index) = &array.kind {
        indices.insert(0, &**index);
        array = of;
    }
    match &array.kind {
        ExprKind::Name(name) if !indices.is_empty() => Some((name, indices)),
        _ => None,
    }
}

/// The conjuncts of a formula, each under the conditions around it.
fn conjuncts_of(e: &Expr) -> Vec<Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => [conjuncts_of(a), conjuncts_of(b)].concat(),
        ExprKind::Binary(BinaryOp::Implies, cond, body) => {
            let under = |part| build::binary(BinaryOp::Implies, (**cond).clone(), part);
            conjuncts_of(body).into_iter().map(under).collect()
        }
        _ => vec![e.clone()],
    }
}

/// Calls `f` with the name and the indices of all cells in an expression, outer ones first.
pub fn accesses<'e>(e: &'e Expr, f: &mut impl FnMut(&'e str, &[&'e Expr])) {
    match access(e) {
        Some((array, indices)) => {
            f(array, &indices);
            indices.into_iter().for_each(|index| accesses(index, f));
        }
        None => e.children().into_iter().for_each(|part| accesses(part, f)),
    }
}

/// All variables that a program declares.
pub fn declared(program: &Program) -> Names {
    let mut found = Names::new();
    for stmt in &program.body {
        stmt.visit(&mut |s| found.extend(Effects::from_stmt(s).declares));
    }
    found
}

/// `low <= k && k < high && rest ==> body` as a range for each variable, and `rest ==> body`.
fn guarded(vars: &[Name], body: &Expr) -> Option<(Vec<Range>, Expr)> {
    let ExprKind::Binary(BinaryOp::Implies, guard, body) = &body.kind else { return None };
    let mut parts = comparisons(guard);
    let mut ranges = vec![];
    for (n, name) in vars.iter().enumerate() {
        let end = |from: CompareOp, part: &Expr| {
            let (op, limit) = limit(part, &name.text)?;
            let later = vars[n..].iter().any(|var| names_in(&limit).contains(&var.text));
            let one = Linear::constant(1);
            match (op, from) {
                _ if later => None,
                (CompareOp::Ge, CompareOp::Ge) | (CompareOp::Lt, CompareOp::Lt) => Some(limit),
                (CompareOp::Gt, CompareOp::Ge) | (CompareOp::Le, CompareOp::Lt) => {
                    Some(limit.add(&one))
                }
                _ => None,
            }
        };
        let mut take = |from: CompareOp| {
            let at = parts.iter().position(|part| end(from, part).is_some())?;
            end(from, &parts.remove(at))
        };
        let (low, high) = (take(CompareOp::Ge)?, take(CompareOp::Lt)?);
        ranges.push(Range { var: name.text.clone(), low, high });
    }
    let rest = parts.into_iter().fold(None, |all, part| Some(build::and(all, part)));
    let body = (**body).clone();
    Some((ranges, rest.map_or(body.clone(), |rest| build::binary(BinaryOp::Implies, rest, body))))
}

/// The conjuncts of a condition, comparisons of several one by one.
pub fn comparisons(cond: &Expr) -> Vec<Expr> {
    match &cond.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => [comparisons(a), comparisons(b)].concat(),
        ExprKind::Compare(first, rest) => {
            let mut left = (**first).clone();
            let mut one = |(op, right): &(CompareOp, Expr)| {
                let left = std::mem::replace(&mut left, right.clone());
                build::compare(left, *op, right.clone())
            };
            rest.iter().map(&mut one).collect()
        }
        _ => vec![cond.clone()],
    }
}

/// The operator and limit of a comparison with a name.
pub fn limit(cond: &Expr, name: &str) -> Option<(CompareOp, Linear)> {
    if let ExprKind::Unary(UnaryOp::Not, cond) = &cond.kind {
        let (op, limit) = limit(cond, name)?;
        return Some((op.negated(), limit));
    }
    let ExprKind::Compare(left, rest) = &cond.kind else { return None };
    let [(op, right)] = rest.as_slice() else { return None };
    let difference = form(left)?.sub(&form(right)?);
    let sign = difference.coeff(&var(name));
    let rest = put(&difference, name, &Linear::default())?;
    match (sign.is_one(), (-&sign).is_one()) {
        (true, _) => Some((*op, rest.scale(&Int::MINUS_ONE))),
        (_, true) => Some((op.mirrored(), rest)),
        _ => None,
    }
}

/// Whether an expression is `true`.
pub fn is_true(e: &Expr) -> bool {
    e.kind == ExprKind::Bool(true)
}
