//! Patterns of rules: expressions with names that match any expression.

use hornbook_base::Span;
use hornbook_lang::ast::{BinaryOp, CompareOp, Expr, ExprKind, Lambda, Name, UnaryOp};
use hornbook_lang::print;
use hornbook_lang::rewrite::names::{Fresh, names};
use hornbook_lang::rewrite::{build, substitute, walk};
use std::collections::{BTreeMap, BTreeSet};

/// The binding of the names of an operator at one place of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Binding {
    /// The names of expressions.
    pub values: BTreeMap<String, Expr>,
    /// The names of formulas over a cell, each with two parameters: the value and the index.
    pub formulas: BTreeMap<String, Lambda>,
}

impl Binding {
    /// The instance of an expression, with bound names replaced.
    pub fn instance(&self, expr: &Expr) -> Expr {
        let mut out = expr.clone();
        // Replaced parts must not be replaced again, so formulas come last, in the place of fresh names.
        let (mut bodies, mut whole) = (BTreeMap::new(), BTreeMap::new());
        walk::subexprs(&mut out, &mut |e| {
            if let ExprKind::Call { lambda: Some(lambda), .. } = &mut e.kind
                && let Some(formula) = self.handed_on(lambda)
            {
                let place = format!("#formula{}", whole.len());
                whole.insert(place.clone(), formula.body.clone());
                lambda.params.clone_from(&formula.params);
                lambda.body = build::name(&place);
            }
        });
        walk::subexprs(&mut out, &mut |e| {
            let ExprKind::Call { name, args, lambda: None } = &e.kind else { return };
            if let Some(formula) = self.formulas.get(&name.text) {
                let args: Vec<Expr> = args.iter().map(|arg| self.instance(arg)).collect();
                let place = format!("#{}", bodies.len());
                bodies.insert(place.clone(), applied(formula, &args));
                *e = build::name(&place);
            }
        });
        substitute(&mut out, &self.values);
        substitute(&mut out, &bodies);
        // These mean their own parameters.
        walk::subexprs(&mut out, &mut |e| {
            if let ExprKind::Name(name) = &e.kind
                && let Some(body) = whole.get(name)
            {
                *e = body.clone();
            }
        });
        out
    }

    /// The formula that `(x, i) -> P(x, i)` wraps.
    fn handed_on(&self, lambda: &Lambda) -> Option<&Lambda> {
        let ExprKind::Call { name, args, lambda: None } = &lambda.body.kind else { return None };
        let same = args.len() == lambda.params.len()
            && args
                .iter()
                .zip(&lambda.params)
                .all(|(arg, p)| arg.kind == ExprKind::Name(p.text.clone()));
        self.formulas.get(&name.text).filter(|_| same)
    }
}

/// A formula over a cell for this value and this index.
pub fn applied(formula: &Lambda, args: &[Expr]) -> Expr {
    let params = formula.params.iter().map(|name| name.text.clone());
    let mut body = formula.body.clone();
    substitute(&mut body, &params.zip(args.iter().cloned()).collect());
    body
}

/// Matches an expression of a program with a pattern. `open` are the names of the pattern that match any
/// expression, or formula, and are not bound yet; a match binds them.
pub fn matches(
    pattern: &Expr,
    expr: &Expr,
    open: &BTreeSet<String>,
    binding: &mut Binding,
) -> bool {
    use ExprKind::{Binary, Bool, Call, Compare, Index, Int, Ite, Unary};
    let mut both = |a: &Expr, b: &Expr| matches(a, b, open, binding);
    match (&pattern.kind, &expr.kind) {
        (ExprKind::Name(name), _) => match binding.values.get(name) {
            Some(known) => build::same(known, expr),
            None if open.contains(name) => {
                binding.values.insert(name.clone(), expr.clone());
                true
            }
            None => matches!(&expr.kind, ExprKind::Name(other) if other == name),
        },
        (Int(a), Int(b)) => a == b,
        (Bool(a), Bool(b)) => a == b,
        (Index(a, i), Index(b, j)) => both(a, b) && both(i, j),
        (Unary(op, a), Unary(other, b)) => op == other && both(a, b),
        (Binary(op, a, c), Binary(other, b, d)) => op == other && both(a, b) && both(c, d),
        (Ite(a, b, c), Ite(x, y, z)) => both(a, x) && both(b, y) && both(c, z),
        (Compare(a, rest), Compare(b, others)) => {
            let mut pairs = rest.iter().zip(others);
            rest.len() == others.len()
                && both(a, b)
                && pairs.all(|((op, c), (other, d))| op == other && both(c, d))
        }
        (Call { name, args, lambda }, Call { name: other, args: given, lambda: formula }) => {
            let alike = name.text == other.text && args.len() == given.len();
            alike
                && args.iter().zip(given).all(|(a, b)| both(a, b))
                && match (lambda.as_deref(), formula.as_deref()) {
                    (None, None) => true,
                    (Some(pattern), Some(formula)) => same_formula(pattern, formula, open, binding),
                    _ => false,
                }
        }
        _ => false,
    }
}

/// Matches a value with a pattern, also `x - e` and `e + x` with `x + e`.
pub(super) fn matches_sum(
    pattern: &Expr,
    value: &Expr,
    open: &BTreeSet<String>,
    binding: &mut Binding,
) -> bool {
    let mut tried = binding.clone();
    if matches(pattern, value, open, &mut tried) {
        *binding = tried;
        return true;
    }
    let other = match &value.kind {
        ExprKind::Binary(BinaryOp::Add, a, b) => {
            build::binary(BinaryOp::Add, (**b).clone(), (**a).clone())
        }
        ExprKind::Binary(BinaryOp::Sub, a, b) => {
            let negative = match build::literal(b) {
                Some(n) => build::int(&-&n),
                None => build::expr(ExprKind::Unary(UnaryOp::Neg, b.clone())),
            };
            build::binary(BinaryOp::Add, (**a).clone(), negative)
        }
        _ => return false,
    };
    matches(pattern, &other, open, binding)
}

/// Matches a formula over a cell with `(x, i) -> P(x, i)`, or with one that is written out.
fn same_formula(
    pattern: &Lambda,
    formula: &Lambda,
    open: &BTreeSet<String>,
    binding: &mut Binding,
) -> bool {
    let ExprKind::Call { name, args, lambda: None } = &pattern.body.kind else {
        return canonical(pattern) == canonical(formula);
    };
    let are_params = args.len() == pattern.params.len()
        && args
            .iter()
            .zip(&pattern.params)
            .all(|(arg, param)| arg.kind == ExprKind::Name(param.text.clone()));
    if !are_params {
        return canonical(pattern) == canonical(formula);
    }
    match binding.formulas.get(&name.text) {
        Some(known) => canonical(known) == canonical(formula),
        None if open.contains(&name.text) => {
            binding.formulas.insert(name.text.clone(), with_index(formula));
            true
        }
        None => false,
    }
}

/// The formula with two parameters.
pub(super) fn with_index(formula: &Lambda) -> Lambda {
    let mut formula = formula.clone();
    if formula.params.len() == 1 {
        let taken = names(&formula.body);
        let mut fresh = Fresh::avoiding(taken);
        formula.params.push(Name { text: fresh.name("k"), span: Span::default() });
    }
    formula
}

/// A formula as a text that does not depend on the names of its parameters.
pub fn canonical(formula: &Lambda) -> String {
    // These names are fresh.
    let numbered = ["#x", "#i"].map(build::name);
    print::expr(&applied(&with_index(formula), &numbered))
}

/// `count(a, l, u, v)` with its formula written out; other expressions as they are.
pub fn explicit(expr: &Expr) -> Expr {
    let ExprKind::Call { name, args, lambda: None } = &expr.kind else { return expr.clone() };
    let ("count", [array, low, high, value]) = (name.text.as_str(), args.as_slice()) else {
        return expr.clone();
    };
    let taken = names(value);
    let cell = Fresh::avoiding(taken).name("x");
    let equal = build::compare(build::name(&cell), CompareOp::Eq, value.clone());
    let params = vec![Name { text: cell, span: Span::default() }];
    let kind = ExprKind::Call {
        name: name.clone(),
        args: vec![array.clone(), low.clone(), high.clone()],
        lambda: Some(Box::new(Lambda { params, body: equal })),
    };
    Expr { kind, span: expr.span }
}
